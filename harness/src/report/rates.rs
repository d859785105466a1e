//! Who wins how often: bots in a run, bots in a match, seats.

use std::path::Path;

use super::chart::{Whisker, whiskers};
use super::rows::{Told, groups, text};
use super::section::Section;
use crate::compare::sheet::{Row, Sheet};
use crate::exit::RunError;

/// A value and its interval; none if one of them is not there.
fn whisker(row: &Row<'_>, name: String, columns: [&str; 3]) -> Result<Option<Whisker>, RunError> {
    let [low, value, high] = columns.map(|column| row.number::<f64>(column));
    Ok(match (low?, value?, high?) {
        (Some(low), Some(value), Some(high)) => Some(Whisker { name, low, value, high }),
        (None, Some(value), _) => Some(Whisker { name, low: value, value, high: value }),
        _ => None,
    })
}

/// What whiskers are drawn along, and where all would be alike.
#[derive(Clone, Copy)]
enum Scale {
    /// From 0 to 1; alike at an equal share.
    Share,
    /// As far as the values go; alike at 0.
    Elo,
}

/// Draws a picture for each number of seats, with a whisker for each row that has a name.
fn by_seats(
    section: &mut Section,
    sheet: &Sheet,
    scale: Scale,
    what: &str,
    name: impl Fn(&Row<'_>) -> Option<String>,
    columns: [&str; 3],
) -> Result<(), RunError> {
    for (seats, rows) in groups(sheet, "seats") {
        let mut told = Vec::new();
        for row in &rows {
            if let Some(name) = name(row) {
                told.extend(whisker(row, name, columns)?);
            }
        }
        let (bounds, alike) = match scale {
            Scale::Share => (Some((0.0, 1.0)), seats.parse().ok().map(|seats: f64| 1.0 / seats)),
            Scale::Elo => (None, Some(0.0)),
        };
        let caption = format!("{seats} seats");
        let picture = whiskers(&format!("{what} at {caption}"), &told, bounds, alike);
        section.figure(caption, picture);
    }
    Ok(())
}

/// Win rates by bot and number of seats.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn win_rates(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("win_rates.csv"))? else { return Ok(None) };
    let mut section = Section::new("win-rates", "Win rates");
    section
        .notes
        .push("Of appearances, with 95% intervals (Wilson). Dashed: if all were alike.".into());
    let name =
        |row: &Row<'_>| row.text("seat").is_none_or(|seat| seat == "all").then(|| text(row, "bot"));
    let columns = ["ci_lo", "win_rate", "ci_hi"];
    by_seats(&mut section, &sheet, Scale::Share, "win rates", name, columns)?;
    let columns = [
        "seats",
        "bot",
        "seat",
        "games",
        "wins",
        "win_rate",
        "ci_lo",
        "ci_hi",
        "mean_place",
        "mean_plies",
        "capped",
    ];
    section.sheet("Every row", &sheet, &columns, true)?;
    Ok(Some(section))
}

/// Strengths of bots, of a match.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn strengths(folder: &Path) -> Told {
    let bots = Sheet::read(&folder.join("match.csv"))?;
    let pairs = Sheet::read(&folder.join("pairs.csv"))?;
    if bots.is_none() && pairs.is_none() {
        return Ok(None);
    }
    let mut section = Section::new("strengths", "Strengths");
    if let Some(sheet) = &bots {
        section.notes.push("Elo points, the mean of the bots being 0, with 95% intervals.".into());
        let name = |row: &Row<'_>| Some(text(row, "bot"));
        let columns = ["elo_lo", "elo", "elo_hi"];
        by_seats(&mut section, sheet, Scale::Elo, "Elo points", name, columns)?;
        let columns = [
            "seats",
            "bot",
            "games",
            "appearances",
            "wins",
            "win_share",
            "win_lo",
            "win_hi",
            "mean_place",
            "elo",
            "elo_lo",
            "elo_hi",
        ];
        section.sheet("Bots", sheet, &columns, false)?;
    }
    if let Some(sheet) = &pairs {
        let columns = [
            "seats", "bot", "rival", "ahead", "level", "behind", "score", "score_lo", "score_hi",
            "elo", "elo_lo", "elo_hi", "llr", "verdict",
        ];
        section.sheet("Pairs", sheet, &columns, false)?;
    }
    Ok(Some(section))
}

/// What seats are worth.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn seats(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("seats.csv"))? else { return Ok(None) };
    let mut section = Section::new("seats", "What each seat is worth");
    section.notes.push("Share of wins with 95% intervals. Dashed: an equal share.".into());
    let all_alike = groups(&sheet, "bots").len() == 1;
    let name = |row: &Row<'_>| {
        let seat = format!("seat {}", text(row, "seat"));
        Some(if all_alike { seat } else { format!("{}, {seat}", text(row, "bots")) })
    };
    let columns = ["win_lo", "win_share", "win_hi"];
    by_seats(&mut section, &sheet, Scale::Share, "win shares", name, columns)?;
    let columns = [
        "seats",
        "bots",
        "seat",
        "games",
        "wins",
        "win_share",
        "win_lo",
        "win_hi",
        "advantage",
        "mean_place",
        "elo",
        "elo_lo",
        "elo_hi",
        "p_value",
    ];
    section.sheet("", &sheet, &columns, false)?;
    Ok(Some(section))
}
