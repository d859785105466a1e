//! What a hunt reached.

use std::path::Path;

use super::chart::bars;
use super::rows::{Told, text};
use super::section::Section;
use crate::compare::sheet::Sheet;
use crate::text::grouped;

/// Which goals a hunt reached.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn coverage(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("coverage.csv"))? else { return Ok(None) };
    let mut section = Section::new("coverage", "Coverage");
    let (mut rows, mut missed) = (Vec::new(), Vec::new());
    for row in sheet.rows() {
        let goal = text(&row, "goal");
        let hits: u64 = row.number("hits")?.unwrap_or(0);
        if hits == 0 {
            missed.push(goal.clone());
        }
        rows.push((goal, hits as f64, grouped(hits)));
    }
    section.notes.push(match missed.is_empty() {
        true => "Every goal was reached.".to_string(),
        false => format!(
            "{} of {} goals were not reached: {}.",
            missed.len(),
            rows.len(),
            missed.join(", ")
        ),
    });
    let caption = "Games that reached each goal";
    section.figure(caption, bars(caption, &rows));
    section.sheet("", &sheet, &["goal", "hits", "games", "games_to_first_hit"], true)?;
    Ok(Some(section))
}
