//! What must always hold, and who watches over it while a game is played.

use engine::bots::Bot;
use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{Board, BySeat, Seat};
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

/// What must hold on one board, made ready.
#[derive(Clone, Debug)]
pub struct Laws<'b> {
    board: &'b Board,
}

impl<'b> Laws<'b> {
    /// The laws of `board`.
    pub fn new(board: &'b Board) -> Self {
        Self { board }
    }

    /// The board that they are for.
    pub fn board(&self) -> &'b Board {
        self.board
    }
}

/// What one seat's moves in one game come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Moves made.
    pub moves: u64,
    /// Those that took back the seat's own move before.
    pub reversals: u64,
}

/// Watches one game.
#[derive(Clone, Debug)]
pub struct Checker<'l> {
    laws: &'l Laws<'l>,
    level: Level,
    seed: u64,
    tallies: BySeat<Tally>,
    violations: Vec<Violation>,
}

impl<'l> Checker<'l> {
    /// A checker for games on one board; `seed` picks the sample.
    pub fn new(laws: &'l Laws<'l>, level: Level, seed: u64) -> Self {
        Self { laws, level, seed, tallies: BySeat::default(), violations: Vec::new() }
    }

    /// Game `number` of the run is set up.
    pub fn start(&mut self, game: &Game<'_>, number: u64) {
        debug_assert!(self.laws.board.fits(game.position()));
        let _ = (self.seed, number);
        self.violations.clear();
    }

    /// `bot` has chosen its move in a game in which it is to move.
    #[inline]
    pub fn choice(&mut self, bot: &Bot, game: &Game<'_>, chosen: Move) {
        let _ = (bot, game, chosen, self.level);
    }

    /// `seat` has done `what` in the position `before`.
    #[inline]
    pub fn ply(&mut self, before: &Position, seat: Seat, what: MoveText, after: &Game<'_>) {
        let _ = (before, seat, what, after, self.level);
    }

    /// The game is over.
    pub fn finish(&mut self, game: &Game<'_>) {
        debug_assert!(game.over());
    }

    /// What did not hold in this game: for each invariant the first time.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// How each seat moved in this game.
    pub fn tallies(&self) -> &BySeat<Tally> {
        &self.tallies
    }
}
