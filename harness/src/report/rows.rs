//! Rows of tables, as the sections read them.

use super::section::Section;
use crate::compare::sheet::{Row, Sheet};
use crate::exit::RunError;

/// A section, if the folder has what it is about.
pub(super) type Told = Result<Option<Section>, RunError>;

/// What stands in a column; nothing if there is none.
pub(super) fn text(row: &Row<'_>, column: &str) -> String {
    row.text(column).unwrap_or_default().to_string()
}

/// The rows of a table by what stands in a column, in the order in which it comes.
pub(super) fn groups<'s>(sheet: &'s Sheet, column: &str) -> Vec<(String, Vec<Row<'s>>)> {
    let mut groups: Vec<(String, Vec<Row<'s>>)> = Vec::new();
    for row in sheet.rows() {
        let key = text(&row, column);
        match groups.iter_mut().find(|(name, _)| *name == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
}
