//! What must always hold, and who watches over it while a game is played.

use engine::notation::MoveText;
use engine::rules::{Board, Seat};
use engine::{Game, Position};

/// How much is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// Everything, at every ply.
    All,
    /// The cheap checks at every ply, the costly ones on a seeded sample.
    #[default]
    Sample,
    /// Nothing.
    Off,
}

/// What a checker does in one game.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// How much is checked.
    pub level: Level,
    /// Picks the sample: made of seed and game, apart from the game's own draws.
    pub sample_seed: u64,
}

/// Something that must always hold and did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What must hold, by id.
    pub invariant: &'static str,
    /// Plies played when it did not.
    pub ply: u32,
    /// What was seen.
    pub message: String,
}

/// Watches one game.
#[derive(Clone, Debug)]
pub struct Checker<'b> {
    board: &'b Board,
    config: Config,
    violations: Vec<Violation>,
}

impl<'b> Checker<'b> {
    /// A checker for one game on `board`.
    pub fn new(board: &'b Board, config: Config) -> Self {
        Self { board, config, violations: Vec::new() }
    }

    /// The game is set up.
    pub fn start(&mut self, game: &Game<'_>) {
        debug_assert!(self.board.fits(game.position()));
    }

    /// `seat` has done `what` in the position `before`.
    #[inline]
    pub fn ply(&mut self, before: &Position, seat: Seat, what: MoveText, after: &Game<'_>) {
        let _ = (before, seat, what, after, self.config.level);
    }

    /// The game is over.
    pub fn finish(&mut self, game: &Game<'_>) {
        debug_assert!(game.over());
    }

    /// What did not hold, in the order seen.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }
}
