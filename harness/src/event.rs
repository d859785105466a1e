//! What happens in a run.

use engine::End;
use engine::rules::{BySeat, Seat};

use crate::check::Tally;
use crate::plan::Planned;
use crate::playout::{Call, EngineFailure};

/// What a run tells while it goes on.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// What an earlier session of the run had played has been told; what is played now follows.
    Begin,
    /// A game is over; such games come as they end. Those of an earlier session are not told.
    Over(&'a Finished),
    /// A game is over; games come in the order of the plan, those of an earlier session first.
    Game(&'a Record),
    /// Some time has gone by: about a tenth of a second.
    Tick,
    /// It was interrupted, and ends when the games under way are over.
    Interrupted,
}

/// A game that is over, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The game.
    pub record: Record,
    /// Every decision in it that took thought.
    pub calls: Vec<Call>,
}

/// A game as it is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number and who sat where.
    pub planned: Planned,
    /// The seat that won.
    pub winner: Option<Seat>,
    /// How it ended; `void` if a bot broke it, or an external engine in a run where that voids a game.
    pub end: End,
    /// Plies played.
    pub plies: u32,
    /// Digest of who sat where and of all that was done: the same in games that repeat.
    pub line: u64,
    /// The place of each seat.
    pub places: BySeat<Option<u8>>,
    /// Marbles that the winner had still at its own home.
    pub left_at_home: Option<usize>,
    /// How each seat moved; none if nothing was checked.
    pub tallies: Option<BySeat<Tally>>,
    /// What did not hold, in the order seen.
    pub findings: Vec<Finding>,
    /// What external engines did wrong.
    pub failures: Vec<EngineFailure>,
}

/// Something that must always hold and did not, with the place where it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What must hold, by id.
    pub invariant: &'static str,
    /// Plies played when it did not.
    pub ply: u32,
    /// What was seen.
    pub message: String,
    /// The position at that ply, as text; none if it cannot be told.
    pub position: Option<String>,
}
