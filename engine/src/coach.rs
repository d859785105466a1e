//! The Coach: what it would play, and what is provably wrong with what a player played.

use core::fmt;

use crate::Game;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::rules::Board;
use crate::search::{Found, Searcher, Settings, Stop};

/// What can be said about a move: the first of the faults that the move list alone proves, or that
/// there is none. A move that is merely scored lower than another is fine.
///
/// *Ground* is how much nearer the marble comes to the tip of its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No fault can be proved.
    Fine,
    /// A chain was played, and this longer one of the same marble gains more ground.
    ShorterChain(Move),
    /// A step was played, and this chain of the same marble gains more ground.
    StepWhenChain(Move),
    /// No marble was brought into the goal, and this move brings one in.
    DeclinedEntry(Move),
}

impl Verdict {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::ShorterChain(_) => "shorter-chain",
            Self::StepWhenChain(_) => "step-when-chain",
            Self::DeclinedEntry(_) => "declined-entry",
        }
    }

    /// The move that proves the fault.
    pub const fn proof(self) -> Option<Move> {
        match self {
            Self::Fine => None,
            Self::ShorterChain(mv) | Self::StepWhenChain(mv) | Self::DeclinedEntry(mv) => Some(mv),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The verdict on a move of the seat to move; none if it is not legal.
///
/// Of several moves that prove a fault it names the one that gains the most ground, and of equal
/// ones the first in the order of the legal moves.
pub fn verdict(board: &Board, position: &Position, mv: Move) -> Option<Verdict> {
    let played = board.path(position, mv)?.len();
    let seat = position.turn();
    let moves = board.moves(position);
    let ground = |mv: Move| {
        i32::from(board.distance(seat, mv.from())) - i32::from(board.distance(seat, mv.to()))
    };
    let hops = |mv| board.path(position, mv).map_or(0, |path| path.len());
    // Later ones replace earlier ones only if they gain more.
    let most = |best: Option<Move>, mv: Move| match best {
        Some(best) if ground(best) >= ground(mv) => Some(best),
        _ => Some(mv),
    };
    let better_chain = moves.iter().filter(|&other| {
        other.from() == mv.from()
            && board.kind(other) == MoveKind::Chain
            && ground(other) > ground(mv)
    });
    let fault = match board.kind(mv) {
        MoveKind::Chain => better_chain
            .filter(|&other| hops(other) > played)
            .fold(None, most)
            .map(Verdict::ShorterChain),
        MoveKind::Step => better_chain.fold(None, most).map(Verdict::StepWhenChain),
    };
    let goal = board.goal(seat);
    let enters = |mv: &Move| !goal.contains(mv.from()) && goal.contains(mv.to());
    let declined = || {
        let entries = moves.iter().filter(enters);
        if enters(&mv) { None } else { entries.fold(None, most).map(Verdict::DeclinedEntry) }
    };
    Some(fault.or_else(declined).unwrap_or(Verdict::Fine))
}

/// Whether `mv` is a step of a marble that had a chain, whatever ground that chain gains: a wider
/// reading of [`Verdict::StepWhenChain`], which proves nothing and is counted for comparison.
pub fn had_chain(board: &Board, position: &Position, mv: Move) -> bool {
    board.kind(mv) == MoveKind::Step
        && board
            .moves(position)
            .iter()
            .any(|other| other.from() == mv.from() && board.kind(other) == MoveKind::Chain)
}

/// Suggests moves: the evaluator and search of the bots, looking further than `hard` does.
///
/// ```
/// use engine::Game;
/// use engine::coach::Coach;
/// use engine::rules::{Board, Rules};
/// let board = Board::new(&Rules::default().with_seats(2)?)?;
/// let game = Game::new(&board);
/// let suggestion = Coach::new().suggest(&game, 0, None);
/// assert_eq!(suggestion.depth, 3);
/// assert!(suggestion.mv.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Coach {
    settings: Settings,
    searcher: Searcher,
}

impl Default for Coach {
    fn default() -> Self {
        Self::new()
    }
}

impl Coach {
    /// Plies that the Coach looks ahead.
    pub const DEPTH: u32 = 3;

    /// Its beam width.
    pub const WIDTH: u32 = 16;

    /// The Coach as it ships.
    pub fn new() -> Self {
        Self::with(Settings::new(Self::DEPTH, Self::WIDTH))
    }

    /// One that looks as far as a number of nodes takes it: depth by depth, as wide as the Coach, the
    /// last finished depth counts. Ladders are built two turns ahead, and two turns are one ply more
    /// than there are seats; [`Found::depth`] says how far it came.
    ///
    /// ```
    /// use engine::Game;
    /// use engine::coach::Coach;
    /// use engine::rules::{Board, Rules};
    /// let board = Board::new(&Rules::default().with_seats(2)?)?;
    /// let game = Game::new(&board);
    /// let depths = [1, 10_000].map(|nodes| Coach::within(nodes).suggest(&game, 0, None).depth);
    /// assert!(depths[0] == 1 && depths[1] > 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(nodes: u64) -> Self {
        let nodes = Some(nodes);
        Self::with(Settings { nodes, ..Settings::new(Settings::MAX_DEPTH, Self::WIDTH) })
    }

    /// One that searches otherwise.
    pub fn with(settings: Settings) -> Self {
        Self { settings, searcher: Searcher::new() }
    }

    /// How it searches.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What it would play for the seat to move, ties broken by `seed`; `stop` may end it early.
    pub fn suggest(&mut self, game: &Game<'_>, seed: u64, stop: Option<Stop<'_>>) -> Found {
        self.searcher.search(game, &self.settings, seed, stop)
    }
}
