//! What a run left behind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize as _;
use serde_json::Value;

use super::sheet::{Row, Sheet};
use crate::exit::RunError;
use crate::plan::{MAX_BOTS, Plan, Seating};
use crate::sink::{Mark, PACKED_GAMES};

/// A game as its row tells it; what its table has no column for is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number.
    pub number: u64,
    /// Number of seats.
    pub seats: u8,
    /// The bot in each seat; in a hunt, the player.
    pub bots: Vec<String>,
    /// The seat that won.
    pub winner: Option<u8>,
    /// How it ended.
    pub end: Option<String>,
    /// Plies.
    pub plies: Option<u64>,
    /// The place of each seat.
    pub places: Vec<Option<u8>>,
    /// What did not hold.
    pub violations: Option<u64>,
}

/// A block of games, which is what counts as one observation: number of seats, and its number.
pub type BlockOf = (u8, u64);

/// Games with the block of each, and the columns that their table lacks.
pub type GamesTold = (Vec<(BlockOf, Game)>, Vec<&'static str>);

/// A run's folder, read.
#[derive(Clone, Debug)]
pub struct RunFolder {
    /// Where it lies.
    pub path: PathBuf,
    /// Its `run.json`.
    pub run: Value,
    /// Its games; none if it has no table of them.
    pub games: Option<GamesTold>,
    /// Whether the games are those of a hunt, whose rules differ from game to game.
    pub is_hunt: bool,
    /// Tables of work and time, by file name.
    pub work: BTreeMap<&'static str, Sheet>,
}

/// Tables of work and time.
pub const WORK: [&str; 2] = ["latency.csv", "coach_latency.csv"];

/// Columns of games that something is lost without.
const TOLD: [&str; 5] = ["winner", "end", "plies", "place0", "violations"];

impl RunFolder {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// If a file is missing or damaged: data, with file and line.
    pub fn read(path: &Path) -> Result<Self, RunError> {
        let run = read_run(&path.join("run.json"))?;
        let (games, is_hunt) = read_games(path, &run)?;
        let mut work = BTreeMap::new();
        for name in WORK {
            if let Some(sheet) = Sheet::read(&path.join(name))? {
                work.insert(name, sheet);
            }
        }
        if games.is_none() && work.is_empty() {
            let names = format!("games.csv, hunt.csv, {}", WORK.join(", "));
            let path = path.display();
            return Err(RunError::data(format!("{path}: it has none of the files {names}")));
        }
        // After the tables, whose errors say in which line the damage is.
        hold_files(path, &run)?;
        let is_hunt = is_hunt && games.is_some();
        Ok(Self { path: path.to_path_buf(), run, games, is_hunt, work })
    }

    /// What stands in `run.json` at keys apart by dots.
    pub fn told(&self, keys: &str) -> Option<&Value> {
        let found = keys.split('.').try_fold(&self.run, |value, key| value.get(key));
        found.filter(|value| !value.is_null())
    }
}

/// The games of a folder, if it has a table of them, and whether they are those of a hunt.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn read_games(path: &Path, run: &Value) -> Result<(Option<GamesTold>, bool), RunError> {
    let table = match Sheet::read(&path.join("games.csv"))? {
        None => Sheet::read(&path.join(PACKED_GAMES))?,
        table => table,
    };
    let (sheet, is_hunt) = match table {
        None => (Sheet::read(&path.join("hunt.csv"))?, true),
        table => (table, false),
    };
    Ok((sheet.as_ref().map(|sheet| games(sheet, run, is_hunt)).transpose()?, is_hunt))
}

/// Reads a `run.json`.
///
/// # Errors
///
/// If it is missing or damaged: data, with file and line.
pub fn read_run(path: &Path) -> Result<Value, RunError> {
    let refuse = |why: String| RunError::data(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let run: Value = serde_json::from_str(&text).map_err(|error| {
        refuse(format!("line {}: column {}: damaged: {error}", error.line(), error.column()))
    })?;
    match run {
        Value::Object(_) => Ok(run),
        _ => Err(refuse("line 1: it holds no object".to_string())),
    }
}

/// Holds the files against what `run.json` says of them, if it says anything: old ones do not.
fn hold_files(path: &Path, run: &Value) -> Result<(), RunError> {
    let Some(files) = run.get("files").filter(|files| !files.is_null()) else { return Ok(()) };
    let marks = BTreeMap::<String, Mark>::deserialize(files).map_err(|error| {
        RunError::data(format!("{}: files: damaged: {error}", path.join("run.json").display()))
    })?;
    marks.iter().try_for_each(|(name, mark)| mark.hold(&path.join(name)))
}

/// The games of a table, and which columns it lacks.
fn games(sheet: &Sheet, run: &Value, is_hunt: bool) -> Result<GamesTold, RunError> {
    let damaged = |line: u64, why: String| {
        RunError::data(format!("{}: line {line}: {why}", sheet.path().display()))
    };
    for column in ["game", "seats"] {
        if !sheet.has(column) {
            return Err(damaged(1, format!("there is no column '{column}'")));
        }
    }
    let mut firsts: BTreeMap<u8, u64> = BTreeMap::new();
    let mut games = Vec::with_capacity(sheet.rows().len());
    for row in sheet.rows() {
        let game = game(&row, if is_hunt { "player" } else { "bot" })?;
        let first = *firsts.entry(game.seats).or_insert(game.number);
        let block = game.number.saturating_sub(first) / block_len(run, game.seats);
        games.push(((game.seats, block), game));
    }
    if let Some(counted) = run.pointer("/counts/games").and_then(Value::as_u64)
        && counted != games.len() as u64
    {
        let last = sheet.rows().last().map_or(1, |row| row.line());
        let why =
            format!("the table ends after {} games, and run.json counts {counted}", games.len());
        return Err(damaged(last, why));
    }
    let lacks = sheet.lacks(&TOLD).into_iter().filter(|&column| !is_hunt || column != "place0");
    Ok((games, lacks.collect()))
}

fn game(row: &Row<'_>, who: &str) -> Result<Game, RunError> {
    let needed = |column: &str| row.damaged(column, "it is empty");
    let number = row.number("game")?.ok_or_else(|| needed("game"))?;
    let seats: u8 = row.number("seats")?.ok_or_else(|| needed("seats"))?;
    if !(1..=6).contains(&seats) {
        return Err(row.damaged("seats", &format!("got {seats}, takes 1 to 6")));
    }
    let winner: Option<u8> = row.number("winner")?;
    if let Some(winner) = winner.filter(|&winner| winner >= seats) {
        return Err(row.damaged("winner", &format!("got seat {winner} of {seats}")));
    }
    let mut bots = Vec::new();
    let mut places = Vec::new();
    for seat in 0..seats {
        bots.extend(row.text(&format!("{who}{seat}")).map(String::from));
        places.push(row.number(&format!("place{seat}"))?);
    }
    Ok(Game {
        number,
        seats,
        bots,
        winner,
        end: row.text("end").map(String::from),
        plies: row.number("plies")?,
        places,
        violations: row.number("violations")?,
    })
}

/// Games of a block, by what `run.json` says of bots and seatings; 1 where it says nothing.
fn block_len(run: &Value, seats: u8) -> u64 {
    let config = &run["config"];
    let Some(bots) = config["bots"].as_array().map(Vec::len) else { return 1 };
    let every = config["seating"] == Seating::Every.name();
    let seating = if every { Seating::Every } else { Seating::Rotations };
    if !(1..=MAX_BOTS).contains(&bots) {
        return 1;
    }
    Plan::new(0, 0, &[seats], bots).seated(seating).block_len(seats.into()).max(1)
}
