//! Tables that are shown as they are.

use std::path::Path;

use super::rows::Told;
use super::section::Section;
use crate::compare::sheet::Sheet;

/// File, heading and columns of each.
const PLAIN: [(&str, &str, &[&str]); 5] = [
    (
        "engines.csv",
        "Failures of engines",
        &["game", "seats", "seat", "bot", "ply", "failure", "message", "stderr"],
    ),
    (
        "coach_ahead.csv",
        "How far a Coach sees within the budget",
        &[
            "device",
            "how",
            "budget_ms",
            "rules",
            "seats",
            "nodes",
            "depth",
            "turns",
            "at_least",
            "depth_low",
            "depth_high",
        ],
    ),
    (
        "verdicts.csv",
        "What the Coach can prove of the moves played",
        &[
            "rules",
            "seats",
            "player",
            "moves",
            "fine",
            "shorter_chain",
            "step_when_chain",
            "declined_entry",
            "steps_with_chain",
        ],
    ),
    (
        "cross.csv",
        "Crossings",
        &[
            "bot",
            "rules",
            "games",
            "crossed",
            "capped",
            "mean_moves",
            "ci_lo",
            "ci_hi",
            "min_moves",
            "max_moves",
        ],
    ),
    (
        "canary.csv",
        "Planted faults",
        &["fault", "kind", "under", "caught", "invariant", "games", "plies", "marbles", "says"],
    ),
];

/// The others.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn others(folder: &Path) -> Told {
    let mut section = Section::new("others", "Other tables");
    for (name, caption, columns) in PLAIN {
        if let Some(sheet) = Sheet::read(&folder.join(name))? {
            section.sheet(caption, &sheet, columns, false)?;
        }
    }
    Ok((!section.tables.is_empty()).then_some(section))
}
