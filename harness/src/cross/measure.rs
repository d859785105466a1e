//! What bots need for a crossing.

use comfy_table::{CellAlignment, Table, presets};
use engine::End;
use engine::rules::Rules;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use serde::Serialize;

use crate::config::{Config, rules_name};
use crate::event::{Event, Record};
use crate::exit::RunError;
use crate::run::Outcome;
use crate::sink::{Sink, row};
use crate::stats::bootstrap::bootstrap;
use crate::text::grouped;

/// Columns of `cross.csv`.
pub const HEADER: &str = "bot,mode,depth,width,rules,games,crossed,capped,mean_moves,ci_lo,ci_hi,\
    min_moves,max_moves\n";

/// Draws for an interval.
const ROUNDS: usize = 2000;

/// Gathers lone games while they are played.
#[derive(Clone, Debug)]
pub struct Crossings {
    /// By bot, in the order of the list: the moves of every crossing.
    moves: Vec<Vec<u32>>,
    /// By bot: games.
    games: Vec<u64>,
    /// By bot: games that were cut short.
    capped: Vec<u64>,
}

impl Crossings {
    /// None yet, for so many bots.
    pub fn new(bots: usize) -> Self {
        Self { moves: vec![Vec::new(); bots], games: vec![0; bots], capped: vec![0; bots] }
    }

    fn add(&mut self, record: &Record) {
        let bot = record.planned.bots()[0];
        self.games[bot] += 1;
        if record.winner.is_some() {
            self.moves[bot].push(record.plies);
        }
        self.capped[bot] += u64::from(record.end == End::Cap);
    }

    /// A row for each bot.
    pub fn rows(&self, config: &Config) -> Vec<Row> {
        let rules = Rules { seats: Some(1), ..config.rules };
        let bots = config.bots.iter().enumerate().map(|(bot, contender)| {
            let moves = &self.moves[bot];
            let interval = interval(moves, config.seed);
            Row {
                bot: contender.name().to_string(),
                mode: contender.mode(),
                depth: contender.depth(),
                width: contender.width(),
                rules: rules_name(&rules),
                games: self.games[bot],
                crossed: moves.len() as u64,
                capped: self.capped[bot],
                mean_moves: (!moves.is_empty()).then(|| mean(moves)),
                ci_lo: interval.map(|(low, _)| low),
                ci_hi: interval.map(|(_, high)| high),
                min_moves: moves.iter().min().copied(),
                max_moves: moves.iter().max().copied(),
            }
        });
        bots.collect()
    }
}

impl Sink for Crossings {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        if let Event::Game(record) = event {
            self.add(record);
        }
        Ok(())
    }

    fn finish(&mut self, _: &Outcome) -> Result<(), RunError> {
        Ok(())
    }
}

fn mean(moves: &[u32]) -> f64 {
    moves.iter().map(|&moves| f64::from(moves)).sum::<f64>() / moves.len() as f64
}

/// The 95% interval of the mean, by drawing crossings anew; none for fewer than two.
fn interval(moves: &[u32], seed: u64) -> Option<(f64, f64)> {
    if moves.len() < 2 {
        return None;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let ends = bootstrap(moves, ROUNDS, 0.95, &mut rng, |drawn| vec![mean(drawn)]);
    Some((ends[0].low, ends[0].high))
}

/// What one bot's lone games add up to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The bot, as it is written on a command line.
    pub bot: String,
    /// Its search mode; empty if it does not search.
    pub mode: &'static str,
    /// Plies that it looks ahead, if it searches.
    pub depth: Option<u32>,
    /// Moves that it keeps a ply, if it searches.
    pub width: Option<u32>,
    /// The rules' short name.
    pub rules: String,
    /// Games played.
    pub games: u64,
    /// Those that ended with every marble in the goal.
    pub crossed: u64,
    /// Those that were cut short.
    pub capped: u64,
    /// Mean number of moves of those that crossed.
    pub mean_moves: Option<f64>,
    /// Lower end of its 95% interval.
    pub ci_lo: Option<f64>,
    /// Upper end of its 95% interval.
    pub ci_hi: Option<f64>,
    /// The fewest moves of a crossing.
    pub min_moves: Option<u32>,
    /// The most moves of a crossing.
    pub max_moves: Option<u32>,
}

impl Row {
    /// As a line of `cross.csv`.
    pub fn csv(&self) -> Vec<u8> {
        let decimals = |value: Option<f64>| value.map(|value| format!("{value:.3}"));
        let bot = (&self.bot, self.mode, self.depth, self.width, &self.rules);
        let counts = (self.games, self.crossed, self.capped);
        let mean = [self.mean_moves, self.ci_lo, self.ci_hi].map(decimals);
        row((bot, counts, mean, self.min_moves, self.max_moves))
    }
}

/// Rows as people read them.
pub fn table(rows: &[Row]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["bot", "games", "crossed", "capped", "mean moves", "95%", "min", "max"]);
    for row in rows {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_string());
        let interval = row.ci_lo.zip(row.ci_hi);
        table.add_row([
            row.bot.clone(),
            grouped(row.games),
            grouped(row.crossed),
            grouped(row.capped),
            or_none(row.mean_moves.map(|mean| format!("{mean:.1}"))),
            or_none(interval.map(|(low, high)| format!("{low:.1} to {high:.1}"))),
            or_none(row.min_moves.map(|moves| moves.to_string())),
            or_none(row.max_moves.map(|moves| moves.to_string())),
        ]);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_its_mean_and_one_crossing_has_none() {
        assert_eq!(interval(&[30], 1), None);
        let moves = [40, 50, 60, 70];
        let (low, high) = interval(&moves, 1).unwrap();
        assert!((40.0..55.0).contains(&low) && (55.0..=70.0).contains(&high), "{low} {high}");
        assert_eq!(interval(&[33; 9], 1), Some((33.0, 33.0)));
    }
}
