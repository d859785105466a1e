//! The Pareto front, drawn: what is bought with how much work.

use std::fmt::Write as _;

use minijinja::HtmlEscape;

use super::chart::{LETTER, RIGHT, WIDTH, begin, line, text, tick_text, ticks};
use super::section::plain;

/// A point with its interval upwards, and whether it is of the front.
#[derive(Clone, Debug)]
pub struct Spot {
    /// What it is.
    pub name: String,
    /// To the right.
    pub work: f64,
    /// Upwards.
    pub value: f64,
    /// The ends of its interval.
    pub ends: (f64, f64),
    /// Whether it is of the front.
    pub best: bool,
}

/// Points over a scale of powers of ten, those of the front filled, named where there is room, and
/// joined.
pub fn front(what: &str, axes: (&str, &str), spots: &[Spot]) -> String {
    const HEIGHT: f64 = 250.0;
    let (left, right, bottom) = (56.0, RIGHT - 10.0, HEIGHT - 40.0);
    let spots: Vec<&Spot> = spots.iter().filter(|spot| spot.work > 0.0).collect();
    let logs = spots.iter().map(|spot| spot.work.log10());
    let (low, high) =
        logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    if !low.is_finite() {
        return String::new();
    }
    let (low, high) = (low.floor(), (high + 1e-9).ceil().max(low.floor() + 1.0));
    let most = spots.iter().map(|spot| spot.value.max(spot.ends.1)).fold(0.0, f64::max);
    let most = most.max(1e-9) * 1.05;
    let x = |value: f64| left + (value.log10() - low) / (high - low) * (right - left);
    let y = |value: f64| bottom - value.max(0.0) / most * (bottom - 12.0);
    let mut svg = begin(HEIGHT, what);
    for tick in ticks(0.0, most) {
        line(&mut svg, "g", (left, y(tick)), (right, y(tick)));
        text(&mut svg, "m", (left - 6.0, y(tick) + 4.0), "end", &tick_text(tick));
    }
    for power in low as i32..=high as i32 {
        let value = 10f64.powi(power);
        line(&mut svg, "g", (x(value), 10.0), (x(value), bottom));
        text(&mut svg, "m", (x(value), bottom + 15.0), "middle", &tick_text(value));
    }
    text(&mut svg, "m", (right, HEIGHT - 6.0), "end", axes.0);
    text(&mut svg, "m", (left, HEIGHT - 6.0), "start", axes.1);
    let mut best: Vec<&Spot> = spots.iter().copied().filter(|spot| spot.best).collect();
    best.sort_by(|one, other| one.work.total_cmp(&other.work));
    // Depths and widths that come to the same share a point, and the first names it.
    best.dedup_by(|next, spot| (next.work, next.value) == (spot.work, spot.value));
    let joined: Vec<String> =
        best.iter().map(|spot| format!("{:.1},{:.1}", x(spot.work), y(spot.value))).collect();
    let _ = write!(svg, "<polyline class=\"c\" points=\"{}\"/>", joined.join(" "));
    for spot in &spots {
        let at = (x(spot.work), y(spot.value));
        let (class, size) = if spot.best { ("d", 5) } else { ("o", 3) };
        if spot.best {
            line(&mut svg, "a", (at.0, y(spot.ends.0)), (at.0, y(spot.ends.1)));
        }
        let told = format!(
            "{}: {} ({} to {})",
            spot.name,
            plain(spot.value),
            plain(spot.ends.0),
            plain(spot.ends.1)
        );
        let _ = write!(
            svg,
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{size}\"><title>{}</title></circle>",
            at.0,
            at.1,
            HtmlEscape(&told)
        );
    }
    // The end of the front first: the nodes are spent there.
    let mut taken: Vec<(f64, f64, f64)> = Vec::new();
    for spot in best.iter().rev() {
        let (x, y) = (x(spot.work), y(spot.value));
        let wide = LETTER * spot.name.chars().count() as f64;
        let places = [(x + 6.0, y - 7.0), (x - 6.0 - wide, y + 17.0), (x + 6.0, y + 17.0)];
        let is_free = |&(from, at): &(f64, f64)| {
            let is_inside = from > left && from + wide < WIDTH && at > 12.0 && at < bottom;
            let clear = |&(other, end, height): &(f64, f64, f64)| {
                from > end || from + wide < other || (at - height).abs() > 16.0
            };
            is_inside && taken.iter().all(clear)
        };
        if let Some((from, at)) = places.into_iter().find(is_free) {
            taken.push((from, from + wide, at));
            text(&mut svg, "m", (from, at), "start", &spot.name);
        }
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::super::chart::texts;
    use super::*;

    #[test]
    fn names_of_the_front_stand_where_there_is_room() {
        let spot = |index: u32| Spot {
            name: format!("4×{index}"),
            work: 100.0 + f64::from(index),
            value: 0.5 - 0.001 * f64::from(index),
            ends: (0.4, 0.6),
            best: true,
        };
        let spots: Vec<Spot> = (0..9).map(spot).collect();
        let svg = front("x", ("nodes", "regret"), &spots);
        let named: Vec<_> = texts(&svg, "m").into_iter().filter(|t| t.2.contains('×')).collect();
        assert!((2..=4).contains(&named.len()), "{named:?}");
        for (index, (x, y, _)) in named.iter().enumerate() {
            let apart = |(other, height, _): &(f64, f64, String)| {
                (x - other).abs() > 24.0 || (y - height).abs() > 14.0
            };
            assert!(named[..index].iter().all(apart), "{named:?}");
        }
        assert_eq!(svg.matches("4×").count(), 9 + named.len(), "who points at one is told");
    }
}
