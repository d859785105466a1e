//! Charts as inline SVG: drawn in the colours of the page, told apart without them.

use std::fmt::Write as _;

use minijinja::HtmlEscape;

use super::section::plain;

/// Width of every chart, in its own units.
pub(super) const WIDTH: f64 = 480.0;
/// Where the field ends.
pub(super) const RIGHT: f64 = 462.0;

/// What a letter takes at most, on a phone: there letters are larger.
pub(super) const LETTER: f64 = 8.4;
/// Letters of a name at the left that are shown.
const NAME: usize = 22;

/// A value with its interval, and what it is of.
#[derive(Clone, Debug)]
pub struct Whisker {
    /// What it is of.
    pub name: String,
    /// The interval, the value in its middle.
    pub low: f64,
    /// The value.
    pub value: f64,
    /// The upper end.
    pub high: f64,
}

/// A curve: a name, and points.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is of.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<(f64, f64)>,
}

pub(super) fn begin(height: f64, what: &str) -> String {
    let what = HtmlEscape(what);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{what}\" class=\"chart\">"
    )
}

pub(super) fn text(svg: &mut String, class: &str, at: (f64, f64), anchor: &str, text: &str) {
    let (x, y) = at;
    let text = HtmlEscape(text);
    let _ = write!(
        svg,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}

pub(super) fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let _ = write!(
        svg,
        "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        from.0, from.1, to.0, to.1
    );
}

/// Where names end and the field begins.
fn margin<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    let longest = names.map(|name| name.chars().count().min(NAME)).max().unwrap_or(0);
    (12.0 + LETTER * longest as f64).max(64.0)
}

/// A name at the left, cut where it would be too long, whole for who points at it.
fn name(svg: &mut String, left: f64, y: f64, name: &str) {
    let mut shown: String = name.chars().take(NAME).collect();
    if shown.len() < name.len() {
        shown.pop();
        shown.push('…');
    }
    let (shown, whole) = (HtmlEscape(&shown), HtmlEscape(name));
    let x = left - 8.0;
    let _ = write!(
        svg,
        "<text class=\"t\" x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{shown}<title>{whole}</title></text>"
    );
}

/// Round numbers from `low` to `high`, five or so.
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let span = (high - low).max(1e-9);
    let power = 10f64.powf((span / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = step.into_iter().find(|step| span / step <= 5.5).unwrap_or(span);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

pub(super) fn tick_text(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// Values with their intervals, one below the other; `mark` is where all would be alike.
pub fn whiskers(
    what: &str,
    rows: &[Whisker],
    bounds: Option<(f64, f64)>,
    mark: Option<f64>,
) -> String {
    let height = 20.0 * rows.len() as f64 + 34.0;
    let bottom = height - 26.0;
    let ends = rows.iter().flat_map(|row| [row.low, row.high]).chain(mark);
    let (mut low, mut high) = bounds.unwrap_or_else(|| {
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| {
            (low.min(end), high.max(end))
        })
    });
    if !(high - low).is_normal() {
        (low, high) = (low - 1.0, low + 1.0);
    }
    let left = margin(rows.iter().map(|row| row.name.as_str()));
    let x = |value: f64| left + (value.clamp(low, high) - low) / (high - low) * (RIGHT - left);
    let mut svg = begin(height, what);
    for tick in ticks(low, high) {
        line(&mut svg, "g", (x(tick), 2.0), (x(tick), bottom));
        text(&mut svg, "m", (x(tick), bottom + 15.0), "middle", &tick_text(tick));
    }
    if let Some(mark) = mark {
        line(&mut svg, "r", (x(mark), 0.0), (x(mark), bottom));
    }
    for (index, row) in rows.iter().enumerate() {
        let y = 20.0 * index as f64 + 12.0;
        name(&mut svg, left, y + 4.0, &row.name);
        line(&mut svg, "w", (x(row.low), y), (x(row.high), y));
        for end in [row.low, row.high] {
            line(&mut svg, "w", (x(end), y - 4.0), (x(end), y + 4.0));
        }
        let told = format!("{} ({} to {})", plain(row.value), plain(row.low), plain(row.high));
        let _ = write!(
            svg,
            "<circle class=\"d\" cx=\"{:.1}\" cy=\"{y}\" r=\"4\"><title>{told}</title></circle>",
            x(row.value)
        );
    }
    svg + "</svg>"
}

/// Bars from the left, each with what stands behind it.
pub fn bars(what: &str, rows: &[(String, f64, String)]) -> String {
    let height = 22.0 * rows.len() as f64 + 4.0;
    let most = rows.iter().map(|row| row.1).fold(0.0, f64::max).max(1e-9);
    let left = margin(rows.iter().map(|row| row.0.as_str()));
    let mut svg = begin(height, what);
    for (index, (what, value, told)) in rows.iter().enumerate() {
        let y = 22.0 * index as f64 + 2.0;
        name(&mut svg, left, y + 13.0, what);
        let width = value / most * (RIGHT - left - 96.0);
        let _ = write!(
            svg,
            "<rect class=\"b\" x=\"{left}\" y=\"{y}\" width=\"{width:.1}\" height=\"17\"/>"
        );
        text(&mut svg, "m", (left + width + 5.0, y + 13.0), "start", told);
    }
    svg + "</svg>"
}

/// Shares of a whole beside each other, one bar below the other, each part with its number.
pub fn stacks(what: &str, rows: &[(String, Vec<f64>)]) -> String {
    let height = 22.0 * rows.len() as f64 + 4.0;
    let left = margin(rows.iter().map(|row| row.0.as_str()));
    let mut svg = begin(height, what);
    for (index, (what, parts)) in rows.iter().enumerate() {
        let y = 22.0 * index as f64 + 2.0;
        name(&mut svg, left, y + 13.0, what);
        let whole: f64 = parts.iter().sum::<f64>().max(1e-9);
        let mut x = left;
        for (part, value) in parts.iter().enumerate() {
            let width = value / whole * (RIGHT - left);
            let opacity = 0.62 - 0.1 * part as f64;
            let _ = write!(
                svg,
                "<rect class=\"b\" style=\"fill-opacity:{opacity:.2}\" x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"17\"/>"
            );
            if width > 14.0 {
                let told = (part + 1).to_string();
                text(&mut svg, "t", (x + width / 2.0, y + 13.0), "middle", &told);
            }
            x += width;
        }
    }
    svg + "</svg>"
}

/// How often values come up, in bins alike.
pub fn histogram(what: &str, values: &[u64]) -> String {
    const HEIGHT: f64 = 170.0;
    let (Some(&low), Some(&high)) = (values.iter().min(), values.iter().max()) else {
        return String::new();
    };
    let left = 44.0;
    let wide = (high - low + 1).div_ceil(36).max(1);
    let bins = ((high - low) / wide + 1) as usize;
    let mut counts = vec![0u64; bins];
    values.iter().for_each(|value| counts[((value - low) / wide) as usize] += 1);
    let most = counts.iter().copied().max().unwrap_or(1) as f64;
    let bottom = HEIGHT - 26.0;
    let end = (low + wide * bins as u64) as f64;
    let x = |value: f64| left + (value - low as f64) / (end - low as f64) * (RIGHT - left);
    let y = |count: f64| bottom - count / most * (bottom - 8.0);
    let mut svg = begin(HEIGHT, what);
    for tick in ticks(0.0, most).into_iter().filter(|tick| tick.fract() == 0.0) {
        line(&mut svg, "g", (left, y(tick)), (RIGHT, y(tick)));
        text(&mut svg, "m", (left - 6.0, y(tick) + 4.0), "end", &tick_text(tick));
    }
    for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let first = low + wide * index as u64;
        let (from, to) = (x(first as f64), x((first + wide) as f64));
        let _ = write!(
            svg,
            "<rect class=\"b\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{first} to {}: {count}</title></rect>",
            y(count as f64),
            (to - from - 1.0).max(0.8),
            bottom - y(count as f64),
            first + wide - 1,
        );
    }
    line(&mut svg, "a", (left, bottom), (RIGHT, bottom));
    for tick in ticks(low as f64, end) {
        text(&mut svg, "m", (x(tick), bottom + 15.0), "middle", &tick_text(tick));
    }
    svg + "</svg>"
}

/// Curves over named places, on a scale of powers of ten; `mark` is a line across, with a name.
pub fn curves(what: &str, places: &[&str], curves: &[Curve], mark: Option<(f64, &str)>) -> String {
    const HEIGHT: f64 = 230.0;
    let (left, right, bottom) = (52.0, 350.0, HEIGHT - 26.0);
    let values = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
    let values = values.chain(mark.map(|mark| mark.0)).filter(|value| *value > 0.0);
    let (low, high) =
        values.fold((f64::INFINITY, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
    if !low.is_finite() || high <= 0.0 {
        return String::new();
    }
    let (low, high) = (low.log10().floor(), (high.log10() + 1e-9).ceil());
    let high = if high > low { high } else { low + 1.0 };
    let y = |value: f64| {
        let share = (value.max(1e-12).log10().max(low) - low) / (high - low);
        bottom - share * (bottom - 10.0)
    };
    let last = (places.len().max(2) - 1) as f64;
    let x = |at: f64| left + 10.0 + at / last * (right - left - 20.0);
    let mut svg = begin(HEIGHT, what);
    for power in low as i32..=high as i32 {
        let value = 10f64.powi(power);
        line(&mut svg, "g", (left, y(value)), (right, y(value)));
        text(&mut svg, "m", (left - 6.0, y(value) + 4.0), "end", &tick_text(value));
    }
    for (at, place) in places.iter().enumerate() {
        text(&mut svg, "m", (x(at as f64), bottom + 16.0), "middle", place);
    }
    let mut names: Vec<(f64, String)> = Vec::new();
    if let Some((value, named)) = mark {
        line(&mut svg, "r", (left, y(value)), (right, y(value)));
        names.push((y(value), named.to_string()));
    }
    for (index, curve) in curves.iter().enumerate() {
        let at = |&(place, value): &(f64, f64)| format!("{:.1},{:.1}", x(place), y(value));
        let points: Vec<String> = curve.points.iter().map(at).collect();
        let dash = ["none", "6 3", "2 3", "8 3 2 3", "12 4", "1 5"][index % 6];
        let _ = write!(
            svg,
            "<polyline class=\"c\" stroke-dasharray=\"{dash}\" points=\"{}\"/>",
            points.join(" ")
        );
        for &(place, value) in &curve.points {
            let told = HtmlEscape(&curve.name);
            let _ = write!(
                svg,
                "<circle class=\"d\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{told}: {}</title></circle>",
                x(place),
                y(value),
                plain(value)
            );
        }
        if let Some(point) = curve.points.last() {
            names.push((y(point.1), curve.name.clone()));
        }
    }
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    // Down, where they would overlap, and up again from the places below.
    let mut above = f64::NEG_INFINITY;
    for (at, _) in &mut names {
        *at = at.max(above + 14.0);
        above = *at;
    }
    let mut below = bottom + 8.0;
    for (at, _) in names.iter_mut().rev() {
        *at = at.min(below - 14.0);
        below = *at;
    }
    for (at, named) in names {
        let shown: String = named.chars().take(18).collect();
        text(&mut svg, "t", (right + 6.0, at + 4.0), "start", &shown);
    }
    svg + "</svg>"
}

/// A field of cells by row and column: darker is more, and each has its number.
pub fn heat(what: &str, names: (&str, &str), cells: &[(String, String, f64)]) -> String {
    let mut rows: Vec<&str> = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    for (row, column, _) in cells {
        if !rows.contains(&row.as_str()) {
            rows.push(row);
        }
        if !columns.contains(&column.as_str()) {
            columns.push(column);
        }
    }
    // Numbers by size, words by letter.
    let by_size = |name: &&str| (name.parse::<u64>().unwrap_or(0), name.to_string());
    rows.sort_by_key(by_size);
    columns.sort_by_key(by_size);
    let most = cells.iter().map(|cell| cell.2).fold(0.0, f64::max).max(1e-9);
    let left = 100.0;
    let wide = ((RIGHT - left) / columns.len().max(1) as f64).min(72.0);
    // Every other heading stands lower where they are too long to stand side by side.
    let is_long = |column: &&str| LETTER * column.chars().count() as f64 > wide;
    let lower = if columns.iter().any(is_long) { 15.0 } else { 0.0 };
    let top = 22.0 + lower;
    let height = 26.0 * rows.len() as f64 + top + 18.0;
    let mut svg = begin(height, what);
    text(&mut svg, "m", (left - 8.0, 14.0), "end", &format!("{} \\ {}", names.0, names.1));
    for (index, column) in columns.iter().enumerate() {
        let y = if index % 2 == 1 { 14.0 + lower } else { 14.0 };
        text(&mut svg, "m", (left + (index as f64 + 0.5) * wide, y), "middle", column);
    }
    for (index, row) in rows.iter().enumerate() {
        text(&mut svg, "t", (left - 8.0, 26.0 * index as f64 + top + 18.0), "end", row);
    }
    for (row, column, value) in cells {
        let at = |names: &[&str], name: &str| names.iter().position(|n| *n == name).unwrap_or(0);
        let x = left + at(&columns, column) as f64 * wide;
        let y = 26.0 * at(&rows, row) as f64 + top;
        let opacity = 0.06 + 0.6 * (value / most).clamp(0.0, 1.0);
        let _ = write!(
            svg,
            "<rect class=\"b\" style=\"fill-opacity:{opacity:.2}\" x=\"{x:.1}\" y=\"{y}\" width=\"{:.1}\" height=\"24\"/>",
            wide - 2.0
        );
        text(&mut svg, "t", (x + wide / 2.0 - 1.0, y + 16.0), "middle", &plain(*value));
    }
    svg + "</svg>"
}

/// Where the texts of a class stand in a picture, and what they say.
#[cfg(test)]
pub(super) fn texts(svg: &str, class: &str) -> Vec<(f64, f64, String)> {
    let begin = format!("<text class=\"{class}\" x=\"");
    let number = |part: &str, after: &str| {
        let rest = part.split_once(after).map_or(part, |(_, rest)| rest);
        rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    let said = |part: &str| part.split(['>', '<']).nth(1).unwrap_or_default().to_string();
    let parts = svg.split(&begin).skip(1);
    parts.map(|part| (number(part, ""), number(part, "y=\""), said(part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_curves_do_not_overlap_and_stay_inside() {
        let curve = |index: u32| Curve {
            name: format!("c{index}"),
            points: vec![(0.0, 0.001), (1.0, 0.0011 + 1e-6 * f64::from(index))],
        };
        let told: Vec<Curve> = (0..5).map(curve).collect();
        let svg = curves("x", &["a", "b"], &told, Some((1000.0, "budget")));
        let mut heights: Vec<f64> = texts(&svg, "t").iter().map(|text| text.1).collect();
        heights.sort_by(f64::total_cmp);
        assert_eq!(heights.len(), 6);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 13.9), "{heights:?}");
        assert!(heights[5] < 206.0, "above the names of the places: {heights:?}");
    }

    #[test]
    fn a_heat_map_has_its_numbers_by_size() {
        let cells = ["12", "4", "8"].map(|width| ("1".to_string(), width.to_string(), 0.5));
        let svg = heat("x", ("depth", "width"), &cells);
        let mut heads = texts(&svg, "m");
        heads.sort_by(|one, other| one.0.total_cmp(&other.0));
        let heads: Vec<&str> = heads.iter().map(|head| head.2.as_str()).collect();
        assert_eq!(heads[1..], ["4", "8", "12"]);
    }

    #[test]
    fn long_names_are_cut_and_told_whole() {
        let rows = [("foreign-points-no-stop-at-all".to_string(), 3.0, "3".to_string())];
        let svg = bars("x", &rows);
        assert!(svg.contains(">foreign-points-no-sto…<title>foreign-points-no-stop-at-all<"));
    }
}
