//! What was compared.

use std::collections::BTreeMap;
use std::fmt;

use engine::rules::Win;
use engine::{End, Game};

use crate::hunt::start::Start;
use crate::text::{counted, grouped};

/// What a subject was held against, at one number of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// Number of seats.
    pub seats: usize,
    /// Whether it could be set up in positions.
    pub takes_positions: bool,
    /// Positions in which everything was compared.
    pub positions: u64,
    /// Legal moves in them.
    pub moves: u64,
    /// Positions in which the seat to move had to pass.
    pub stuck: u64,
    /// Positions in which some goal was full, with an own marble and foreign ones.
    pub blocked: u64,
    /// Games, by the kind of their start.
    pub starts: BTreeMap<Start, u64>,
    /// Games that came to an end, by how they did.
    pub ends: BTreeMap<&'static str, u64>,
}

impl Covered {
    /// Nothing yet.
    pub(super) fn new(seats: usize, takes_positions: bool) -> Self {
        Self {
            seats,
            takes_positions,
            positions: 0,
            moves: 0,
            stuck: 0,
            blocked: 0,
            starts: BTreeMap::new(),
            ends: BTreeMap::new(),
        }
    }

    pub(super) fn game(&mut self, start: Start) {
        *self.starts.entry(start).or_default() += 1;
    }

    pub(super) fn position(&mut self, game: &Game<'_>) {
        let (board, position) = (game.board(), game.position());
        self.positions += 1;
        self.moves += game.moves().len() as u64;
        self.stuck += u64::from(game.can_pass());
        let blocked = board.seats().any(|seat| {
            board.complete_by(Win::AnyOwn, position, seat)
                && !board.complete_by(Win::AllOwn, position, seat)
        });
        self.blocked += u64::from(blocked);
    }

    pub(super) fn end(&mut self, game: &Game<'_>) {
        if let Some(end) = game.end() {
            *self.ends.entry(end.name()).or_default() += 1;
        }
    }
}

impl fmt::Display for Covered {
    /// A few lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |counts: &mut dyn Iterator<Item = (&'static str, u64)>| {
            let texts: Vec<String> =
                counts.map(|(name, count)| format!("{} {name}", grouped(count))).collect();
            if texts.is_empty() { "none".to_string() } else { texts.join(", ") }
        };
        let games: u64 = self.starts.values().sum();
        writeln!(
            f,
            "{} seats: {} and {} compared, in {}",
            self.seats,
            counted(self.positions, "position"),
            counted(self.moves, "move"),
            counted(games, "game")
        )?;
        let starts = &mut self.starts.iter().map(|(start, &count)| (start.name(), count));
        writeln!(f, "  starts: {}", listed(starts))?;
        let known =
            End::ALL.iter().filter_map(|end| Some((end.name(), *self.ends.get(end.name())?)));
        writeln!(f, "  ends:   {}", listed(&mut known.into_iter()))?;
        write!(
            f,
            "  goals full and not all own: {}; seats that had to pass: {}",
            grouped(self.blocked),
            grouped(self.stuck)
        )?;
        if !self.takes_positions {
            write!(f, "\n  it takes no positions: all games began with the opening")?;
        }
        Ok(())
    }
}
