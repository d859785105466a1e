//! The distribution of times: as text that plotters of HDR histograms read, and as a picture.

use std::fmt::Write as _;

use hdrhistogram::Histogram;

/// Lines of text for each halving of what is left above.
const TICKS: u32 = 5;

/// Nanoseconds in the unit of text and picture.
const NS: f64 = 1e3;

/// The percentile distribution in microseconds, in the form that `HdrHistogram` tools write.
pub fn hgrm(histogram: &Histogram<u64>) -> String {
    let mut text = format!(
        "{:>12} {:>14} {:>10} {:>14}\n\n",
        "Value", "Percentile", "TotalCount", "1/(1-Percentile)"
    );
    let mut count = 0;
    for step in histogram.iter_quantiles(TICKS) {
        count += step.count_since_last_iteration();
        let (us, share) = (step.value_iterated_to() as f64 / NS, step.quantile_iterated_to());
        write!(text, "{us:12.3} {share:14.12} {count:10}").expect("a string");
        if share < 1.0 {
            write!(text, " {:14.2}", 1.0 / (1.0 - share)).expect("a string");
        }
        text.push('\n');
    }
    let (mean, deviation) = (histogram.mean() / NS, histogram.stdev() / NS);
    let (max, total) = (histogram.max() as f64 / NS, histogram.len());
    // As many buckets as it takes to double the first up to the greatest value.
    let (buckets, sub) = (histogram.buckets(), 2048);
    writeln!(text, "#[Mean    = {mean:12.3}, StdDeviation   = {deviation:12.3}]")
        .expect("a string");
    writeln!(text, "#[Max     = {max:12.3}, Total count    = {total:12}]").expect("a string");
    writeln!(text, "#[Buckets = {buckets:12}, SubBuckets     = {sub:12}]").expect("a string");
    text
}

/// A line across the picture: a time in microseconds, and what it is.
pub type Level = (f64, String);

/// Where the field begins and ends.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 610.0;
const HEIGHT: f64 = 420.0;
/// Above and below the field.
const ABOVE: f64 = 40.0;
const BELOW: f64 = 48.0;
/// What a letter takes at most.
const LETTER: f64 = 7.5;
/// As many dashes as colours, so that curves are told apart without colour.
const STROKES: [(&str, &str); 8] = [
    ("#0072b2", "none"),
    ("#d55e00", "6 3"),
    ("#009e73", "2 3"),
    ("#cc79a7", "9 3 2 3"),
    ("#e69f00", "12 4"),
    ("#56b4e9", "1 4"),
    ("#7f7f7f", "4 2"),
    ("#8c564b", "8 2 2 2 2 2"),
];

/// Curves of time by percentile, both on logarithmic scales, with levels drawn across.
///
/// One that reads on light and on dark grounds, and without a font or a script of its own.
pub fn svg(title: &str, curves: &[(&str, Histogram<u64>)], levels: &[Level]) -> String {
    let seen = curves.iter().filter(|(_, histogram)| !histogram.is_empty());
    let low = seen.clone().map(|(_, histogram)| histogram.min().max(1) as f64 / NS);
    let high = seen.clone().map(|(_, histogram)| histogram.max().max(1) as f64 / NS);
    let high = high.chain(levels.iter().map(|(us, _)| *us)).fold(0.1, f64::max);
    let (low, high) = (low.fold(high, f64::min).log10().floor(), high.log10().ceil());
    let calls = seen.map(|(_, histogram)| histogram.len()).max().unwrap_or(1);
    let nines = (calls as f64).log10().ceil().clamp(1.0, 6.0);
    let longest = curves.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let width = RIGHT + 48.0 + LETTER * longest as f64;
    let x = |share: f64| {
        let nine = (-(1.0 - share).max(1e-9).log10()).min(nines);
        LEFT + nine / nines * (RIGHT - LEFT)
    };
    let y = |us: f64| {
        let part = (us.max(1e-6).log10() - low) / (high - low).max(1.0);
        HEIGHT - BELOW - part * (HEIGHT - ABOVE - BELOW)
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<title>{}</title>\n<style>\n\
         svg {{ color: #222; background: #fff }}\n\
         @media (prefers-color-scheme: dark) {{ svg {{ color: #ddd; background: #181818 }} }}\n\
         text {{ fill: currentColor }} .grid {{ stroke: currentColor; opacity: .15 }}\n\
         .level {{ stroke: currentColor; stroke-dasharray: 2 2; opacity: .7 }}\n\
         .curve {{ fill: none; stroke-width: 2 }}\n</style>\n",
        escaped(title)
    );
    let mut draw = |line: std::fmt::Arguments<'_>| writeln!(text, "{line}").expect("a string");
    draw(format_args!("<text x=\"{LEFT}\" y=\"22\" font-size=\"14\">{}</text>", escaped(title)));
    for decade in low as i32..=high as i32 {
        let (us, at) = (10_f64.powi(decade), y(10_f64.powi(decade)));
        let label = LEFT - 8.0;
        draw(format_args!(
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\"/>"
        ));
        draw(format_args!(
            "<text x=\"{label}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            at + 4.0,
            time(us)
        ));
    }
    let nine = |nine: i32| {
        let share = 1.0 - 10_f64.powi(-nine);
        (share, format!("{:.*}%", (nine - 2).max(0) as usize, 100.0 * share))
    };
    let ticks = (1..=nines as i32).map(nine);
    for (share, label) in
        [0.0, 0.5].map(|share| (share, format!("{}%", 100.0 * share))).into_iter().chain(ticks)
    {
        let (at, end) = (x(share), HEIGHT - BELOW);
        draw(format_args!(
            "<line class=\"grid\" x1=\"{at:.1}\" y1=\"{ABOVE}\" x2=\"{at:.1}\" y2=\"{end}\"/>"
        ));
        draw(format_args!(
            "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
            end + 18.0
        ));
    }
    let middle = f64::midpoint(LEFT, RIGHT);
    draw(format_args!(
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">decisions that took no longer</text>",
        HEIGHT - 10.0
    ));
    let mut levels: Vec<&Level> = levels.iter().collect();
    levels.sort_by(|one, other| other.0.total_cmp(&one.0));
    // A label stands at the left above its line, or at the right below it where another is too near.
    let mut lowest = [f64::NEG_INFINITY; 2];
    for (us, label) in levels {
        let at = y(*us);
        let side = usize::from(at - lowest[0] < 13.0 && lowest[1] <= lowest[0]);
        lowest[side] = at;
        let (from, anchor) = [(LEFT + 6.0, "start"), (RIGHT - 6.0, "end")][side];
        let foot = at + [-4.0, 12.0][side];
        draw(format_args!(
            "<line class=\"level\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{RIGHT}\" y2=\"{at:.1}\"/>"
        ));
        draw(format_args!(
            "<text x=\"{from}\" y=\"{foot:.1}\" text-anchor=\"{anchor}\" font-size=\"11\">{}</text>",
            escaped(label)
        ));
    }
    for (index, (name, histogram)) in curves.iter().enumerate() {
        let (colour, dashes) = STROKES[index % STROKES.len()];
        let mut points = String::new();
        for step in histogram.iter_quantiles(TICKS) {
            let (us, share) = (step.value_iterated_to() as f64 / NS, step.quantile_iterated_to());
            write!(points, "{:.1},{:.1} ", x(share), y(us)).expect("a string");
        }
        let (end, at) = (RIGHT + 12.0, ABOVE + 16.0 * index as f64 + 8.0);
        draw(format_args!(
            "<polyline class=\"curve\" stroke=\"{colour}\" stroke-dasharray=\"{dashes}\" points=\"{}\"/>",
            points.trim_end()
        ));
        draw(format_args!(
            "<line stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\" x1=\"{end}\" \
             y1=\"{at}\" x2=\"{}\" y2=\"{at}\"/>",
            end + 24.0
        ));
        let (label, line) = (end + 30.0, at + 4.0);
        draw(format_args!("<text x=\"{label}\" y=\"{line}\">{}</text>", escaped(name)));
    }
    text.push_str("</svg>\n");
    text
}

/// A decade of microseconds.
fn time(us: f64) -> String {
    match us {
        us if us >= 1e6 => format!("{} s", us / 1e6),
        us if us >= 1e3 => format!("{} ms", us / 1e3),
        us if us >= 0.999 => format!("{} µs", us.round()),
        us => format!("{} ns", (us * 1e3).round()),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(values: impl Iterator<Item = u64>) -> Histogram<u64> {
        let mut histogram = Histogram::new(3).unwrap();
        values.for_each(|ns| histogram.record(ns).unwrap());
        histogram
    }

    /// Four columns, rising; the last line has three, as its last column would be infinite.
    #[test]
    fn the_text_is_what_plotters_read() {
        let text = hgrm(&histogram((1..=1000).map(|n| n * 1000)));
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        assert_eq!(header, ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"]);
        assert_eq!(lines.next(), Some(""));
        let rows: Vec<Vec<f64>> = lines
            .take_while(|line| !line.starts_with('#'))
            .map(|line| line.split_whitespace().map(|field| field.parse().unwrap()).collect())
            .collect();
        assert!(rows.len() > 20);
        for pair in rows.windows(2) {
            assert!((0..3).all(|column| pair[0][column] <= pair[1][column]), "{pair:?}");
        }
        for row in &rows[..rows.len() - 1] {
            assert!((row[3] - 1.0 / (1.0 - row[1])).abs() < 0.006 * row[3], "{row:?}");
        }
        let last = rows.last().unwrap();
        assert_eq!((last.len(), last[1], last[2]), (3, 1.0, 1000.0));
        assert!(
            text.contains("#[Max     =     1000.")
                && text.contains("Total count    =         1000]")
        );
    }

    #[test]
    fn the_picture_shows_each_curve_and_level() {
        let curves = [("coach", histogram(1000..2000)), ("a<b", histogram(50..60))];
        let text = svg("Times & all", &curves, &[(300.0, "budget".to_string())]);
        assert_eq!(text.matches("<polyline").count(), 2);
        for part in [
            "Times &amp; all",
            ">a&lt;b<",
            ">budget<",
            ">50%<",
            ">90%<",
            ">99.9%<",
            ">10 µs<",
            ">10 ns<",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("NaN") && !text.contains("inf"));
        assert!(text.contains("viewBox=\"0 0 695.5 420\""), "as wide as its longest name: {text}");
        let near = [(300.0, "one".to_string()), (310.0, "two".to_string())];
        let text = svg("", &curves, &near);
        assert!(text.contains("text-anchor=\"start\" font-size=\"11\">two<"), "{text}");
        assert!(text.contains("text-anchor=\"end\" font-size=\"11\">one<"), "{text}");
        // Nothing measured is no reason to fail.
        assert!(!svg("", &[("none", histogram(0..0))], &[]).contains("NaN"));
    }
}
