//! Rules as files: TOML, a key an axis, or a page of a catalogue, Markdown with YAML front matter.
//!
//! ```toml
//! # The hub's game, cut short sooner.
//! preset = "hub"
//! cap = 400
//! ```
//!
//! A page says the same in the words of its catalogue:
//!
//! ```yaml
//! ---
//! title: Fast Halma on the star
//! players: 2
//! win: every hole of the goal holds an own marble
//! special: [long hops, goal may not be left]
//! engine:
//!   topology: {type: graph, structure: star, params: {armSize: 4, spacing: 40}}
//!   players: [white, black]
//!   setup: {arms: [N, S]}
//! ---
//! ```
//!
//! What is wrong with a file is named all at once, each fault with its line.

mod front;
mod named;
mod phrases;
mod prose;
mod table;
mod yaml;

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use engine::rules::{Board, Rules, RulesError};

pub use self::named::{Named, Unnamed, is_path, named};
pub use self::table::{table, write};

/// Largest file that is read, in bytes.
const MAX_LEN: u64 = 64 * 1024;

/// Numbers of seats that a game can have.
pub(crate) const SEATS: [u8; 5] = [1, 2, 3, 4, 6];

/// Something about a file, with the line that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The line, from 1; none if it is about the file as a whole.
    pub line: Option<usize>,
    /// What there is to say.
    pub says: String,
}

impl Note {
    fn new(line: Option<usize>, says: impl fmt::Display) -> Self {
        Self { line, says: says.to_string() }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.says),
            None => f.write_str(&self.says),
        }
    }
}

/// What a text says about rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The title, if the file has one.
    pub title: Option<String>,
    rules: Rules,
    /// All that is wrong, by line.
    pub errors: Vec<Note>,
    /// What is not wrong and may not be meant, by line.
    pub warnings: Vec<Note>,
}

impl Reading {
    /// Reads the text of the file at `path`: a page if it begins with a line of `---` or is named
    /// as Markdown, TOML otherwise.
    pub fn of(path: &Path, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let kind = path.extension().map(|kind| kind.to_string_lossy().to_lowercase());
        let is_page = matches!(kind.as_deref(), Some("md" | "markdown"));
        if is_page || text.lines().next().is_some_and(front::is_fence) {
            Self::of_page(text)
        } else {
            Self::of_toml(text)
        }
    }

    /// Reads TOML: `preset` names the rules to start from, every other key is an axis.
    pub fn of_toml(text: &str) -> Self {
        let mut draft = Draft::default();
        table::read(text, &mut draft);
        draft.finish()
    }

    /// Reads a page: Markdown with YAML front matter.
    pub fn of_page(text: &str) -> Self {
        let mut draft = Draft::default();
        front::read(text, &mut draft);
        draft.finish()
    }

    /// The rules.
    ///
    /// # Errors
    ///
    /// With all that is wrong, a line each.
    pub fn rules(&self) -> Result<Rules, String> {
        if self.errors.is_empty() {
            return Ok(self.rules);
        }
        let lines: Vec<String> = self.errors.iter().map(Note::to_string).collect();
        Err(lines.join("\n  "))
    }
}

/// Reads a file of rules.
///
/// # Errors
///
/// If the file cannot be read, or is too long to be one. What is wrong with its text is in the
/// [`Reading`].
pub fn open(path: &Path) -> Result<Reading, String> {
    let mut text = String::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut file = file.take(MAX_LEN + 1);
    file.read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() as u64 > MAX_LEN {
        return Err(format!("more than {MAX_LEN} bytes, the most that is read"));
    }
    Ok(Reading::of(path, &text))
}

/// Rules that are being read.
#[derive(Debug, Default)]
struct Draft {
    title: Option<String>,
    rules: Rules,
    /// The axes that were set, with their values and lines.
    said: Vec<(String, String, Option<usize>)>,
    errors: Vec<Note>,
    warnings: Vec<Note>,
}

impl Draft {
    fn error(&mut self, line: Option<usize>, says: impl fmt::Display) {
        self.errors.push(Note::new(line, says));
    }

    fn warn(&mut self, line: Option<usize>, says: impl fmt::Display) {
        self.warnings.push(Note::new(line, says));
    }

    /// Sets an axis that the text names `name`.
    fn set(&mut self, name: &str, axis: &str, value: &str, line: Option<usize>) {
        if let Some((_, other, at)) = self.said.iter().find(|(said, ..)| said == axis)
            && other != value
        {
            let at = at.map_or_else(String::new, |at| format!(" in line {at}"));
            let says = format!("{name}: '{value}' for {axis}, which is '{other}'{at}");
            return self.error(line, says);
        }
        match self.rules.set(axis, value) {
            Ok(()) => self.said.push((axis.to_string(), value.to_string(), line)),
            Err(error) if name == axis => self.error(line, error),
            Err(error) => self.error(line, format!("{name}: {error}")),
        }
    }

    /// Whether the text has said what an axis is to be.
    fn says(&self, axis: &str) -> bool {
        self.said.iter().any(|(said, ..)| said == axis)
    }

    fn finish(mut self) -> Reading {
        // Axes that are wrong one by one are not also held against each other.
        if self.errors.is_empty()
            && let Err(error) = fit(&self.rules)
        {
            let axes = ["marbles", "layout", "arm", "seats"];
            let mut lines = axes.iter().filter_map(|axis| {
                let (.., line) = self.said.iter().find(|(said, ..)| said == axis)?;
                *line
            });
            let line = lines.next();
            self.error(line, error);
        }
        self.errors.sort_by_key(|note| note.line);
        self.warnings.sort_by_key(|note| note.line);
        let Self { title, rules, errors, warnings, .. } = self;
        Reading { title, rules, errors, warnings }
    }
}

/// Whether seats, marbles, star and layout fit together, for some number of seats at least.
fn fit(rules: &Rules) -> Result<(), RulesError> {
    if rules.seats.is_some() {
        return Board::new(rules).map(drop);
    }
    let mut fits = SEATS.map(|seats| Board::new(&rules.with_seats(seats)?)).into_iter();
    let first = fits.next().expect("a number of seats");
    match fits.find(Result::is_ok) {
        Some(_) => Ok(()),
        None => first.map(drop),
    }
}

#[cfg(test)]
mod tests;
