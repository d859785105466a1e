//! Tables that are shown as they are.

use std::path::Path;

use super::section::Section;
use crate::compare::sheet::Sheet;
use crate::exit::RunError;

/// File, heading and columns of each.
const PLAIN: [(&str, &str, &[&str]); 4] = [
    (
        "engines.csv",
        "Failures of engines",
        &["game", "seats", "seat", "bot", "ply", "failure", "message", "stderr"],
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

/// A section for each of them.
///
/// # Errors
///
/// If a table is damaged: data, with file and line.
pub fn others(folder: &Path) -> Result<Vec<Section>, RunError> {
    let mut sections = Vec::new();
    for (name, title, columns) in PLAIN {
        if let Some(sheet) = Sheet::read(&folder.join(name))? {
            let mut section = Section::new(name.trim_end_matches(".csv"), title);
            section.sheet("", &sheet, columns, false)?;
            sections.push(section);
        }
    }
    Ok(sections)
}
