//! Tables: a line a game, and what the games add up to.

use engine::rules::Seat;
use serde::Serialize;

use super::{Draft, Folder};
use crate::config::{Config, Options, rules_name};
use crate::contender::Contender;
use crate::event::Record;
use crate::exit::RunError;
use crate::playout::EngineFailure;
use crate::stats::{Latency, Line, Tally, wilson_95};

/// Columns of `games.csv`.
pub const GAMES: &str = "game,seed,seats,rules,bot0,bot1,bot2,bot3,bot4,bot5,winner,end,plies,\
    place0,place1,place2,place3,place4,place5,left_at_home,violations\n";

/// Columns of `win_rates.csv`.
pub const WIN_RATES: &str = "seats,bot,mode,depth,width,seat,games,wins,win_rate,ci_lo,ci_hi,\
    mean_place,mean_plies,capped\n";

/// Columns of `latency.csv`.
pub const LATENCY: &str = "seats,bot,mode,depth,width,calls,nodes_p50,nodes_p99,nodes_max,\
    us_p50,us_p90,us_p99,us_max\n";

/// Columns of `engines.csv`.
pub const ENGINES: &str = "game,seed,seats,seat,bot,ply,failure,message,stderr\n";

/// The file with the rows of games when it is compressed (Zstandard).
pub const PACKED_GAMES: &str = "games.csv.zst";

/// The name of the file with the rows of games.
pub fn games_file(config: &Config, options: &Options) -> &'static str {
    if options.compress.applies(config.games) { PACKED_GAMES } else { "games.csv" }
}

/// One line of a table; what is missing is an empty field.
pub(crate) fn row(values: impl Serialize) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.serialize(values).expect("flat values make a row");
    writer.into_inner().expect("memory takes everything")
}

/// `games.csv`, as it grows, or `games.csv.zst`.
#[derive(Debug)]
pub struct Games<'c> {
    draft: Draft,
    config: &'c Config,
    /// The rules' name at each of the configuration's seat counts.
    rules: Vec<(u8, String)>,
}

impl<'c> Games<'c> {
    /// Begins it.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn begin(folder: &Folder, config: &'c Config, options: &Options) -> Result<Self, RunError> {
        let mut draft = match games_file(config, options) {
            PACKED_GAMES => folder.packed_draft(PACKED_GAMES)?,
            name => folder.draft(name)?,
        };
        draft.add(GAMES.as_bytes())?;
        Ok(Self { draft, config, rules: rules_names(config)? })
    }

    /// The games that come next are those of `config`.
    ///
    /// # Errors
    ///
    /// If its rules do not fit its seats: usage.
    pub fn turn_to(&mut self, config: &'c Config) -> Result<(), RunError> {
        self.rules = rules_names(config)?;
        self.config = config;
        Ok(())
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn add(&mut self, record: &Record) -> Result<(), RunError> {
        let planned = &record.planned;
        let rules = self.rules.iter().find(|&&(seats, _)| usize::from(seats) == planned.seats);
        let bots: [Option<&str>; Seat::MAX] = std::array::from_fn(|seat| {
            planned.bots().get(seat).map(|&bot| self.config.bots[bot].name())
        });
        self.draft.add(&row((
            planned.game,
            self.config.seed,
            planned.seats,
            rules.map(|(_, name)| name),
            bots,
            record.winner.map(Seat::index),
            record.end.name(),
            record.plies,
            record.places.0,
            record.left_at_home,
            record.findings.len(),
        )))
    }

    /// Puts the games so far into the file.
    ///
    /// # Errors
    ///
    /// If they cannot be written: data.
    pub fn flush(&mut self) -> Result<(), RunError> {
        self.draft.flush()
    }

    /// Ends it.
    ///
    /// # Errors
    ///
    /// If not all could be written: data.
    pub fn finish(&mut self) -> Result<(), RunError> {
        self.draft.finish()
    }
}

/// The rules' name at each of a configuration's seat counts.
fn rules_names(config: &Config) -> Result<Vec<(u8, String)>, RunError> {
    let name = |&seats: &u8| {
        let here = config.rules.with_seats(seats).map_err(RunError::usage)?;
        Ok((seats, rules_name(&here)))
    };
    config.seats.iter().map(name).collect()
}

/// `engines.csv`, as it grows: what external engines did wrong.
#[derive(Debug)]
pub struct EngineFailures<'c> {
    draft: Draft,
    config: &'c Config,
}

impl<'c> EngineFailures<'c> {
    /// Begins it.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn begin(folder: &Folder, config: &'c Config) -> Result<Self, RunError> {
        let mut draft = folder.draft("engines.csv")?;
        draft.add(ENGINES.as_bytes())?;
        Ok(Self { draft, config })
    }

    /// The games that come next are those of `config`.
    pub fn turn_to(&mut self, config: &'c Config) {
        self.config = config;
    }

    /// Adds what went wrong in a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn add(&mut self, record: &Record) -> Result<(), RunError> {
        let planned = &record.planned;
        for EngineFailure { ply, seat, failure, message, words } in &record.failures {
            let bot = self.config.bots[planned.bots()[seat.index()]].name();
            let game = (planned.game, self.config.seed, planned.seats, seat.index(), bot);
            self.draft.add(&row((game, ply, failure, message, words)))?;
        }
        Ok(())
    }

    /// Puts all so far into the file.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn flush(&mut self) -> Result<(), RunError> {
        self.draft.flush()
    }

    /// Ends it.
    ///
    /// # Errors
    ///
    /// If not all could be written: data.
    pub fn finish(&mut self) -> Result<(), RunError> {
        self.draft.finish()
    }
}

/// What a bot is: name, search mode, depth and width.
type BotFields<'a> = (&'a str, &'a str, Option<u32>, Option<u32>);

fn bot_fields(bot: &Contender) -> BotFields<'_> {
    (bot.name(), bot.mode(), bot.depth(), bot.width())
}

/// `win_rates.csv`: for each seat count and bot a line over all seats, then a line a seat.
pub fn win_rates_csv(config: &Config, tally: &Tally) -> Vec<u8> {
    let mut table = WIN_RATES.as_bytes().to_vec();
    for &seats in &config.seats {
        for (index, bot) in config.bots.iter().enumerate() {
            let (all, by_seat) = tally.lines(seats, index);
            table.extend(win_rate_row(seats, bot, "all", &all));
            for (seat, line) in by_seat.iter().enumerate() {
                table.extend(win_rate_row(seats, bot, &seat.to_string(), line));
            }
        }
    }
    table
}

fn win_rate_row(seats: u8, bot: &Contender, seat: &str, line: &Line) -> Vec<u8> {
    let decimals = |value: f64, places| format!("{value:.places$}");
    let (low, high) = wilson_95(line.wins, line.games);
    let interval = |end| (line.games > 0).then(|| decimals(end, 6));
    let share = line.mean(line.wins).map(|share| decimals(share, 6));
    let place = line.mean(line.places).map(|place| decimals(place, 4));
    let plies = line.mean(line.plies).map(|plies| decimals(plies, 2));
    let what = (seats, bot_fields(bot), seat, line.games, line.wins);
    row((what, share, interval(low), interval(high), place, plies, line.capped))
}

/// `latency.csv`: a line for each seat count and bot that searched.
pub fn latency_csv(config: &Config, latency: &Latency) -> Vec<u8> {
    let mut table = LATENCY.as_bytes().to_vec();
    for (seats, bot, work) in latency.work() {
        // What an external engine looks at it keeps to itself.
        let known = config.bots[bot].command().is_none();
        let nodes = [work.nodes(0.5), work.nodes(0.99), work.nodes_max()];
        let nodes = nodes.map(|nodes| known.then_some(nodes));
        let us = [work.us(0.5), work.us(0.9), work.us(0.99), work.us_max()];
        let us = us.map(|us| format!("{us:.3}"));
        table.extend(row((seats, bot_fields(&config.bots[bot]), work.calls(), nodes, us)));
    }
    table
}
