//! A table on the disk.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::exit::RunError;

/// A table with a header row, read whole.
#[derive(Clone, Debug)]
pub struct Sheet {
    path: PathBuf,
    columns: Vec<String>,
    rows: Vec<csv::StringRecord>,
}

/// A row of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Row<'s> {
    sheet: &'s Sheet,
    fields: &'s csv::StringRecord,
}

impl Sheet {
    /// Reads it; none if there is no such file.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is damaged: data, with file and line.
    pub fn read(path: &Path) -> Result<Option<Self>, RunError> {
        let refuse = |why: &dyn Display| RunError::data(format!("{}: {why}", path.display()));
        let bytes = match std::fs::read(path) {
            Ok(bytes) if path.extension().is_some_and(|end| end == "zst") => {
                zstd::decode_all(bytes.as_slice()).map_err(|error| refuse(&error))?
            }
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(refuse(&error)),
        };
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let columns = reader.headers().map_err(|error| refuse(&told(&error)))?;
        let columns: Vec<String> = columns.iter().map(String::from).collect();
        if columns.iter().all(String::is_empty) {
            return Err(refuse(&"line 1: there is no header row"));
        }
        let rows: Result<Vec<_>, _> = reader.records().collect();
        let rows = rows.map_err(|error| refuse(&told(&error)))?;
        if !bytes.ends_with(b"\n") {
            let line = rows.last().and_then(|row| row.position()).map_or(1, csv::Position::line);
            return Err(refuse(&format!("line {line}: it is cut off")));
        }
        Ok(Some(Self { path: path.to_path_buf(), columns, rows }))
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its rows, in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        self.rows.iter().map(|fields| Row { sheet: self, fields })
    }

    /// Whether it has a column.
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// Those of `columns` that it has not.
    pub fn lacks<'c>(&self, columns: &[&'c str]) -> Vec<&'c str> {
        columns.iter().copied().filter(|column| !self.has(column)).collect()
    }
}

impl<'s> Row<'s> {
    /// What stands in a column; none if nothing does, or there is no such column.
    pub fn text(&self, column: &str) -> Option<&'s str> {
        let at = self.sheet.columns.iter().position(|name| name == column)?;
        self.fields.get(at).filter(|text| !text.is_empty())
    }

    /// The number in a column; none if nothing stands there, or there is no such column.
    ///
    /// # Errors
    ///
    /// If it is no number: data, with file and line.
    pub fn number<T: FromStr>(&self, column: &str) -> Result<Option<T>, RunError> {
        let read = |text: &str| {
            text.parse().map_err(|_| self.damaged(column, &format!("got '{text}', takes a number")))
        };
        self.text(column).map(read).transpose()
    }

    /// Its line in the file, from 1.
    pub fn line(&self) -> u64 {
        self.fields.position().map_or(0, csv::Position::line)
    }

    /// What is wrong with a column.
    pub fn damaged(&self, column: &str, why: &str) -> RunError {
        let path = self.sheet.path.display();
        RunError::data(format!("{path}: line {}: {column}: {why}", self.line()))
    }
}

/// What a reader has to complain of, its line first.
fn told(error: &csv::Error) -> String {
    let line = error.position().map_or(1, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("line {line}: got {len} fields, takes {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => format!("line {line}: it is not UTF-8"),
        _ => format!("line {line}: {error}"),
    }
}
