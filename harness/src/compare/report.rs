//! What a person reads of a comparison.

use std::io;
use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};

use super::changes::{Changes, Figure, Judged, Unit};
use crate::suite::{Suite, escaped};
use crate::text::{counted, grouped};

/// Says what was compared, how it changed and what is a regression; the regressions alone if `quiet`.
///
/// # Errors
///
/// If `out` takes no more.
pub fn text(
    out: &mut dyn io::Write,
    changes: &Changes,
    old: &Path,
    new: &Path,
    quiet: bool,
) -> io::Result<()> {
    if !quiet {
        writeln!(out, "old       {}", old.display())?;
        writeln!(out, "new       {}", new.display())?;
        facts(changes).iter().try_for_each(|fact| writeln!(out, "{fact}"))?;
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(HEADER);
        table.add_rows(changes.figures.iter().map(cells));
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if (2..7).contains(&index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        writeln!(out, "\n{}\n", table.trim_fmt())?;
    }
    if changes.lost_checks {
        writeln!(out, "regression: {LOST_CHECKS}")?;
    }
    for figure in changes.regressions() {
        writeln!(out, "regression: {}", sentence(figure))?;
    }
    Ok(())
}

/// Why a run without checks is a regression.
const LOST_CHECKS: &str =
    "violations are not compared: OLD was checked, and in NEW checks were off (--check off)";

const HEADER: [&str; 8] = ["figure", "of", "old", "new", "change", "95%", "limit", ""];

/// What a comparison is worth, a line each.
fn facts(changes: &Changes) -> Vec<String> {
    let mut facts = Vec::new();
    let lines = |what: &str, differing: &[(String, String, String)]| -> Vec<String> {
        let differ = |(key, old, new): &(String, String, String)| {
            format!("{what:9} differs: {key}: {old} -> {new}")
        };
        differing.iter().map(differ).collect()
    };
    match changes.config.as_slice() {
        [] => facts.push("config    the same".to_string()),
        differing => facts.extend(lines("config", differing)),
    }
    facts.extend(lines("host", &changes.host));
    if let Some((differ, of, first)) = changes.games {
        let (old, new) = changes.counts;
        facts.push(match (differ, first) {
            _ if of == 0 => "games     none has the same number and bots in both".to_string(),
            (0, _) if of == old && of == new => {
                format!("games     the very same: {}, each as it was", counted(of, "game"))
            }
            (0, _) => format!("games     {} and {}; the {} in both are the same", grouped(old), grouped(new), grouped(of)),
            (_, Some((seats, game))) => format!(
                "games     {} and {}; {} of the {} in both differ, the first number {game} at {seats} seats",
                grouped(old),
                grouped(new),
                grouped(differ),
                grouped(of)
            ),
            (_, None) => unreachable!("a game that differs has a number"),
        });
        facts.push(match changes.paired {
            true => "intervals each block beside itself: same seed, seats and bots".to_string(),
            false => "intervals two samples: the games are not those of the same plan".to_string(),
        });
    }
    facts.extend(changes.lacking.iter().map(|lacking| format!("lacking   {lacking}")));
    facts
}

fn cells(figure: &Figure) -> [String; 8] {
    let Figure { what, of, unit, old, new, change, limit, judged } = figure;
    let interval = change
        .interval
        .map_or(String::new(), |(low, high)| format!("{} to {}", by(*unit, low), by(*unit, high)));
    let verdict = match judged {
        Judged::Regressed => "REGRESSION",
        Judged::Unchecked => "not compared",
        Judged::Held | Judged::Told => "",
    };
    [
        what.clone(),
        of.clone(),
        value(*unit, *old),
        value(*unit, *new),
        by(*unit, change.by),
        interval,
        limit.map_or_else(String::new, |limit| format!("{limit}")),
        verdict.to_string(),
    ]
}

fn value(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Share => format!("{:.1}%", 100.0 * value),
        Unit::Mean => format!("{value:.2}"),
        Unit::Grown if value >= 1000.0 => grouped(value.round() as u64),
        Unit::Grown => format!("{value:.1}"),
        Unit::Count => grouped(value as u64),
    }
}

/// A change, with its sign.
fn by(unit: Unit, by: f64) -> String {
    let (scaled, places) = match unit {
        Unit::Share | Unit::Grown => (100.0 * by, 1),
        Unit::Mean => (by, 2),
        Unit::Count => (by, 0),
    };
    // What rounds to nothing has no sign.
    let text = format!("{scaled:+.places$}");
    let text =
        if text[1..].chars().all(|letter| "0.".contains(letter)) { &text[1..] } else { &text };
    format!("{text}{}", if unit == Unit::Grown { "%" } else { "" })
}

fn sentence(figure: &Figure) -> String {
    let [what, of, old, new, change, interval, limit, _] = cells(figure);
    let sure = if interval.is_empty() { String::new() } else { format!(" (95% {interval})") };
    format!("{what} of {of}: {old} -> {new}, {change}{sure}; the limit is {limit}")
}

/// A test for each figure that has a limit.
pub fn suite(changes: &Changes) -> Suite {
    let mut suite = Suite::new("compare");
    if changes.lost_checks {
        suite.fail("checks of NEW", LOST_CHECKS, "");
    }
    for figure in &changes.figures {
        let name = format!("{} of {}", figure.what, figure.of);
        match figure.judged {
            Judged::Told | Judged::Unchecked => {}
            Judged::Held => suite.pass(name),
            Judged::Regressed => suite.fail(name, sentence(figure), ""),
        }
    }
    suite
}

/// All of it as Markdown.
pub fn page(changes: &Changes) -> String {
    let mut page: String =
        facts(changes).iter().map(|fact| format!("- {}\n", escaped(fact))).collect();
    page.push_str(&format!(
        "\n| {} |\n|---|---|---:|---:|---:|---:|---:|---|\n",
        HEADER.join(" | ")
    ));
    for figure in &changes.figures {
        let cells = cells(figure).map(|cell| escaped(&cell));
        page.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    page
}
