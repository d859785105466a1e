//! The rows of games in the folder of a run, read back, compressed or not.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use csv::StringRecord;
use engine::End;
use engine::rules::{BySeat, Seat};
use serde::Deserialize;

use crate::check::Invariant;
use crate::config::Config;
use crate::event::{Finding, Record};
use crate::exit::RunError;
use crate::plan::Planned;
use crate::playout::EngineFailure;
use crate::sink::{ENGINES, GAMES, PACKED_GAMES};
use crate::ugi::failure::Failure;

/// Opens the rows of games in a folder: `games.csv.zst`, or `games.csv`.
///
/// # Errors
///
/// If there is neither, or it cannot be read: data.
pub fn open_games(folder: &Path) -> Result<(PathBuf, Box<dyn Read>), RunError> {
    let packed = folder.join(PACKED_GAMES);
    let path = if packed.exists() { packed } else { folder.join("games.csv") };
    let open = || -> io::Result<Box<dyn Read>> {
        let file = File::open(&path)?;
        Ok(match path.ends_with(PACKED_GAMES) {
            true => Box::new(zstd::stream::read::Decoder::new(file)?),
            false => Box::new(file),
        })
    };
    let reader = open().map_err(|error| cannot_read(&path, &error))?;
    Ok((path, reader))
}

fn cannot_read(path: &Path, error: &dyn std::fmt::Display) -> RunError {
    RunError::data(format!("cannot read {}: {error}", path.display()))
}

/// A table, row by row.
struct Table {
    path: PathBuf,
    reader: csv::Reader<Box<dyn Read>>,
    row: StringRecord,
}

impl Table {
    /// Begins a table that must have these columns.
    fn begin(path: PathBuf, reader: Box<dyn Read>, columns: &str) -> Result<Self, RunError> {
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(reader);
        let headers = reader.headers().map_err(|error| cannot_read(&path, &error))?;
        if headers != columns.trim_end().split(',').collect::<Vec<_>>() {
            return Err(RunError::data(format!("{}: line 1: other columns", path.display())));
        }
        Ok(Self { path, reader, row: StringRecord::new() })
    }

    /// Goes to the next row; false after the last.
    fn next(&mut self) -> Result<bool, RunError> {
        self.reader.read_record(&mut self.row).map_err(|error| cannot_read(&self.path, &error))
    }

    /// Error about the row that it is at.
    fn wrong(&self, what: &str) -> RunError {
        let line = self.row.position().map_or(0, csv::Position::line);
        RunError::data(format!("{}: line {line}: {what}", self.path.display()))
    }

    fn number<T: std::str::FromStr>(&self, column: usize) -> Result<T, RunError> {
        let text = &self.row[column];
        text.parse().map_err(|_| self.wrong(&format!("'{text}' is no number that fits here")))
    }

    /// A number, or none in an empty field.
    fn maybe<T: std::str::FromStr>(&self, column: usize) -> Result<Option<T>, RunError> {
        if self.row[column].is_empty() { Ok(None) } else { self.number(column).map(Some) }
    }

    fn seat(&self, index: usize) -> Result<Seat, RunError> {
        Seat::ALL.get(index).copied().ok_or_else(|| self.wrong("there is no such seat"))
    }
}

/// A line of `violations.jsonl`; one without a game is an alarm.
#[derive(Deserialize)]
pub(crate) struct Violation {
    pub(crate) game: Option<u64>,
    pub(crate) invariant: String,
    ply: Option<u32>,
    pub(crate) message: String,
    position: Option<String>,
}

pub(crate) type Violations = Box<dyn Iterator<Item = Result<Violation, RunError>>>;

/// Its lines.
///
/// # Errors
///
/// If it cannot be read, and for a line that is damaged: data.
pub(crate) fn violations(path: PathBuf) -> Result<Violations, RunError> {
    let file = File::open(&path).map_err(|error| cannot_read(&path, &error))?;
    // Most have none, and a merge has many files open.
    if file.metadata().is_ok_and(|file| file.len() == 0) {
        return Ok(Box::new(std::iter::empty()));
    }
    Ok(Box::new(BufReader::new(file).lines().enumerate().map(move |(line, text)| {
        let text = text.map_err(|error| cannot_read(&path, &error))?;
        serde_json::from_str(&text).map_err(|error| {
            RunError::data(format!("{}: line {}: {error}", path.display(), line + 1))
        })
    })))
}

/// The games of a folder with all that its files say about them, in the order of its rows.
pub struct Games<'c> {
    config: &'c Config,
    bots: BTreeMap<&'c str, usize>,
    games: Table,
    violations: Peekable<Violations>,
    /// Failures of external engines, and whether the table is at one that was not taken yet.
    failures: Option<(Table, bool)>,
}

impl<'c> Games<'c> {
    /// Begins with the first game of the run of `config` in `folder`.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or is no such table: data.
    pub fn open(folder: &Path, config: &'c Config) -> Result<Self, RunError> {
        let (path, reader) = open_games(folder)?;
        let games = Table::begin(path, reader, GAMES)?;
        let failures = match config.has_engines() {
            false => None,
            true => {
                let path = folder.join("engines.csv");
                let file = File::open(&path).map_err(|error| cannot_read(&path, &error))?;
                let mut table = Table::begin(path, Box::new(file), ENGINES)?;
                let more = table.next()?;
                Some((table, more))
            }
        };
        Ok(Self {
            config,
            bots: config.bots.iter().enumerate().map(|(index, bot)| (bot.name(), index)).collect(),
            games,
            violations: violations(folder.join("violations.jsonl"))?.peekable(),
            failures,
        })
    }

    /// The next game, which must be `planned`. How its seats moved, and its digest, are not in the files.
    ///
    /// # Errors
    ///
    /// If it is another, or the files do not fit each other: data.
    pub fn next(&mut self, planned: Planned) -> Result<Record, RunError> {
        let game = planned.game;
        if !self.games.next()? {
            let path = self.games.path.display();
            return Err(RunError::data(format!("{path}: it ends before game {game}")));
        }
        let row = &self.games;
        if row.number::<u64>(0)? != game
            || row.number::<u64>(1)? != self.config.seed
            || row.number::<usize>(2)? != planned.seats
        {
            return Err(row.wrong(&format!("this is not game {game} of the plan")));
        }
        for (column, seat) in (4..10).zip(0..) {
            let bot = self.bots.get(&row.row[column]);
            if bot != planned.bots().get(seat) {
                return Err(row.wrong("another bot than planned"));
            }
        }
        let end = End::ALL.into_iter().find(|end| end.name() == &row.row[11]);
        let winner = row.maybe(10)?.map(|seat| row.seat(seat)).transpose()?;
        let mut places = BySeat([None; Seat::MAX]);
        for (place, column) in places.0.iter_mut().zip(13..19) {
            *place = row.maybe(column)?;
        }
        let violations = row.number::<usize>(20)?;
        let record = Record {
            planned,
            winner,
            end: end.ok_or_else(|| row.wrong("there is no such end"))?,
            plies: row.number(12)?,
            line: 0,
            places,
            left_at_home: row.maybe(19)?,
            tallies: None,
            findings: self.findings(game)?,
            failures: self.failures(game)?,
        };
        if record.findings.len() != violations {
            let found = record.findings.len();
            return Err(self
                .games
                .wrong(&format!("{violations} violations, and {found} are told")));
        }
        Ok(record)
    }

    fn findings(&mut self, game: u64) -> Result<Vec<Finding>, RunError> {
        let mut findings = Vec::new();
        let of_game = |next: &Result<Violation, RunError>| match next {
            Ok(violation) => violation.game == Some(game),
            Err(_) => true,
        };
        while let Some(violation) = self.violations.next_if(of_game) {
            let violation = violation?;
            let mut known = Invariant::ALL.iter().map(|known| known.id());
            let invariant = known.find(|&id| id == violation.invariant).ok_or_else(|| {
                self.games.wrong(&format!("no invariant is called '{}'", violation.invariant))
            })?;
            let Violation { ply, message, position, .. } = violation;
            findings.push(Finding { invariant, ply: ply.unwrap_or(0), message, position });
        }
        Ok(findings)
    }

    fn failures(&mut self, game: u64) -> Result<Vec<EngineFailure>, RunError> {
        let mut failures = Vec::new();
        while let Some((table, true)) = &mut self.failures {
            if table.number::<u64>(0)? != game {
                break;
            }
            let failure = Failure::NAMES.into_iter().find(|name| *name == &table.row[6]);
            failures.push(EngineFailure {
                ply: table.number(5)?,
                seat: table.seat(table.number(3)?)?,
                failure: failure.ok_or_else(|| table.wrong("there is no such failure"))?,
                message: table.row[7].to_string(),
                words: table.row[8].to_string(),
            });
            let more = table.next()?;
            if let Some((_, at)) = &mut self.failures {
                *at = more;
            }
        }
        Ok(failures)
    }

    /// That nothing is left.
    ///
    /// # Errors
    ///
    /// If there is more: data.
    pub fn finish(mut self) -> Result<(), RunError> {
        if self.games.next()? {
            return Err(self.games.wrong("more games than planned"));
        }
        match self.violations.next() {
            None => {}
            Some(Ok(Violation { game: None, .. })) => {}
            Some(Ok(_)) => return Err(self.games.wrong("violations of games that are not there")),
            Some(Err(error)) => return Err(error),
        }
        match self.failures {
            Some((table, true)) => Err(table.wrong("a failure in a game that is not there")),
            _ => Ok(()),
        }
    }
}
