//! Wins, places and lengths, by seat count, bot and seat.

use std::collections::BTreeMap;

use engine::End;
use engine::rules::Seat;

use crate::config::Config;
use crate::event::{Finding, Record};
use crate::playout::EngineFailure;

/// What the appearances of one bot add up to. An appearance is one seat of one game: a bot that
/// fills two seats of a game appears twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Appearances.
    pub games: u64,
    /// Those that won.
    pub wins: u64,
    /// Sum of places, from 1.
    pub places: u64,
    /// Sum of the lengths of their games, in plies.
    pub plies: u64,
    /// Those whose game was cut short at the cap.
    pub capped: u64,
}

impl Line {
    fn plus(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            wins: self.wins + other.wins,
            places: self.places + other.places,
            plies: self.plies + other.plies,
            capped: self.capped + other.capped,
        }
    }

    /// `sum` per appearance; none without appearances.
    pub fn mean(&self, sum: u64) -> Option<f64> {
        (self.games > 0).then(|| sum as f64 / self.games as f64)
    }
}

/// How often one thing that must always hold did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Violations.
    pub violations: u64,
    /// Games with at least one.
    pub games: u64,
    /// The first game with one.
    pub first_game: u64,
    /// The first violation in it.
    pub first: Finding,
}

/// Everything countable about the games of a run. The numbers are sums of whole numbers, so
/// that they are the same in whatever order games are added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// What did not hold, by id.
    pub breaches: BTreeMap<&'static str, Breach>,
    /// Failures of external engines, by the engine's place in the list of bots and by name.
    pub failures: BTreeMap<(usize, &'static str), u64>,
    /// Games by how they ended, in the order of [`End::ALL`].
    pub ends: [u64; End::ALL.len()],
    /// By seat count, bot and seat.
    lines: Vec<(u8, Vec<[Line; Seat::MAX]>)>,
}

impl Tally {
    /// Of no games.
    pub fn new(config: &Config) -> Self {
        let nothing = vec![[Line::default(); Seat::MAX]; config.bots.len()];
        let lines = config.seats.iter().map(|&seats| (seats, nothing.clone())).collect();
        Self { lines, ..Self::default() }
    }

    /// Adds a game. One that does not count, `void`, adds to no bot.
    ///
    /// # Panics
    ///
    /// If its seat count is not in the configuration.
    pub fn add(&mut self, record: &Record) {
        self.games += 1;
        self.plies += u64::from(record.plies);
        for (index, finding) in record.findings.iter().enumerate() {
            let game = record.planned.game;
            let breach = self.breaches.entry(finding.invariant).or_insert_with(|| Breach {
                violations: 0,
                games: 0,
                first_game: game,
                first: finding.clone(),
            });
            breach.violations += 1;
            let earlier = &record.findings[..index];
            let again = earlier.iter().any(|other| other.invariant == finding.invariant);
            breach.games += u64::from(!again);
        }
        for EngineFailure { seat, failure, .. } in &record.failures {
            let bot = record.planned.bots()[seat.index()];
            *self.failures.entry((bot, *failure)).or_default() += 1;
        }
        let end = End::ALL.iter().position(|&end| end == record.end);
        self.ends[end.expect("every way of ending is listed")] += 1;
        if record.end == End::Void {
            return;
        }
        let seats = record.planned.seats;
        let lines = self.lines.iter_mut().find(|&&mut (count, _)| usize::from(count) == seats);
        let (_, lines) = lines.expect("a seat count of the configuration");
        for (&bot, seat) in record.planned.bots().iter().zip(Seat::ALL) {
            let line = &mut lines[bot][seat.index()];
            line.games += 1;
            line.wins += u64::from(record.winner == Some(seat));
            line.places += u64::from(record.places[seat].unwrap_or(0));
            line.plies += u64::from(record.plies);
            line.capped += u64::from(record.end == End::Cap);
        }
    }

    /// Violations in all games.
    pub fn violations(&self) -> u64 {
        self.breaches.values().map(|breach| breach.violations).sum()
    }

    /// The appearances of `bot` at one seat count: in all seats, then in each.
    pub fn lines(&self, seats: u8, bot: usize) -> (Line, &[Line]) {
        let lines = self.lines.iter().find(|&&(count, _)| count == seats);
        let by_seat = lines.map_or(&[][..], |(_, lines)| &lines[bot][..usize::from(seats)]);
        (by_seat.iter().fold(Line::default(), |all, &line| all.plus(line)), by_seat)
    }
}
