//! What a page is made of.

use serde::Serialize;

use crate::compare::sheet::Sheet;
use crate::exit::RunError;

/// A section of the page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Section {
    /// Its anchor.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What is said first.
    pub notes: Vec<String>,
    /// Pictures.
    pub figures: Vec<Figure>,
    /// Tables.
    pub tables: Vec<Table>,
}

/// A picture with what it shows.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What it shows.
    pub caption: String,
    /// The picture: SVG in which everything is escaped.
    pub svg: String,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// What it shows; may be empty.
    pub caption: String,
    /// Its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// Whether it is folded away at first.
    pub folded: bool,
}

/// Rows of a table that are shown.
const ROWS: usize = 400;

impl Section {
    /// One without content.
    pub fn new(id: &'static str, title: &'static str) -> Self {
        Self { id, title, ..Self::default() }
    }

    /// Adds a picture.
    pub fn figure(&mut self, caption: impl Into<String>, svg: String) {
        self.figures.push(Figure { caption: caption.into(), svg });
    }

    /// Adds a table.
    pub fn table(&mut self, caption: &str, head: &[&str], rows: Vec<Vec<String>>, folded: bool) {
        let head = head.iter().map(|&column| column.to_string()).collect();
        self.tables.push(Table { caption: caption.to_string(), head, rows, folded });
    }

    /// Adds what stands in columns of a table, and says which of them it lacks.
    ///
    /// # Errors
    ///
    /// Never so far; data, as the other readers.
    pub fn sheet(
        &mut self,
        caption: &str,
        sheet: &Sheet,
        columns: &[&str],
        folded: bool,
    ) -> Result<(), RunError> {
        self.lacks(sheet, columns);
        let columns: Vec<&str> = columns.iter().copied().filter(|c| sheet.has(c)).collect();
        let all = sheet.rows().len();
        let cell = |text: Option<&str>| text.map_or_else(String::new, short);
        let rows = sheet.rows().take(ROWS);
        let rows = rows.map(|row| columns.iter().map(|column| cell(row.text(column))).collect());
        self.table(caption, &columns, rows.collect(), folded);
        if all > ROWS {
            let what = if caption.is_empty() { "As a table" } else { caption };
            self.notes.push(format!("{what}: the first {ROWS} of {all} rows are shown."));
        }
        Ok(())
    }

    /// Says which columns a table lacks.
    pub fn lacks(&mut self, sheet: &Sheet, columns: &[&str]) {
        let lacks = sheet.lacks(columns);
        if !lacks.is_empty() {
            let name = sheet.path().file_name().unwrap_or_default().to_string_lossy();
            self.notes.push(format!("{name} has no column {}.", lacks.join(", ")));
        }
    }
}

/// A decimal number without the digits that nobody reads; anything else as it is.
pub fn short(text: &str) -> String {
    match text.split_once('.') {
        Some((_, decimals)) if decimals.len() > 3 => {
            text.parse().map_or_else(|_| text.to_string(), |number: f64| plain(number))
        }
        _ => text.to_string(),
    }
}

/// A number to three or four digits: `0.123`, `12.3`, `1234`.
pub fn plain(number: f64) -> String {
    match number.abs() {
        size if size >= 100.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        size if size >= 1.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

/// A share as per cent: `12.3%`.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
