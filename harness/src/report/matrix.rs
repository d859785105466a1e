//! The rule matrix: each win rule beside each other.

use std::collections::BTreeMap;
use std::path::Path;

use super::chart::heat;
use super::rows::{Told, text};
use super::section::{Section, percent};
use crate::compare::sheet::Sheet;
use crate::text::grouped;

/// What each win rule says of each game.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn matrix(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("matrix.csv"))? else { return Ok(None) };
    let mut section = Section::new("matrix", "Win rules beside each other");
    section
        .lacks(&sheet, &["seats", "hops", "cast", "measure", "win", "against", "games", "count"]);
    // Counts of happenings by what and by rule. The games of a kind are told by each of its rows.
    let mut happened: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let mut differ: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut kinds: BTreeMap<[String; 3], u64> = BTreeMap::new();
    for row in sheet.rows() {
        let (measure, win) = (text(&row, "measure"), text(&row, "win"));
        let count: u64 = row.number("count")?.unwrap_or(0);
        let games = row.number("games")?.unwrap_or(0);
        kinds.insert(["seats", "hops", "cast"].map(|column| text(&row, column)), games);
        if measure == "disagree" {
            *differ.entry((win, text(&row, "against"))).or_default() += count;
        } else {
            let rule = if win.is_empty() { "any rule".to_string() } else { win };
            *happened.entry(measure).or_default().entry(rule).or_default() += count;
        }
    }
    let games = kinds.values().sum::<u64>();
    let share = |count: u64| count as f64 / games.max(1) as f64;
    section.notes.push(format!("{} games of {} kinds, together.", grouped(games), kinds.len()));
    let cells =
        differ.iter().map(|((one, other), &count)| (one.clone(), other.clone(), share(count)));
    let cells: Vec<_> = cells.collect();
    if !cells.is_empty() {
        let caption = "Share of games in which the rule of the row saw a winner first, or another one, than that of the column";
        section.figure(caption, heat(caption, ("first", "later"), &cells));
    }
    let rules: std::collections::BTreeSet<&String> =
        happened.values().flat_map(BTreeMap::keys).collect();
    let mut head = vec!["what happened"];
    head.extend(rules.iter().map(|rule| rule.as_str()));
    let mut rows = Vec::new();
    for (measure, by_rule) in &happened {
        let mut row = vec![measure.clone()];
        row.extend(rules.iter().map(|&rule| {
            by_rule.get(rule).map_or_else(String::new, |&count| {
                format!("{} ({})", grouped(count), percent(share(count)))
            })
        }));
        rows.push(row);
    }
    section.table("Games in which it happened, by win rule", &head, rows, false);
    let columns = [
        "seats",
        "hops",
        "cast",
        "measure",
        "win",
        "against",
        "games",
        "count",
        "share",
        "first_ply",
        "median_ply",
        "most",
    ];
    section.sheet("Every row", &sheet, &columns, true)?;
    Ok(Some(section))
}
