//! Looking ahead: the evaluator, and a beam search that is bounded by depth or nodes, never by time.

mod beam;
mod eval;
mod gains;
mod memory;
mod modes;
mod race;

use alloc::vec::Vec;

use self::beam::{Beam, Effect};
pub use self::eval::{Evaluation, Terms, Weights};
use self::memory::Memory;
pub use self::modes::Mode;
use self::modes::Run;
pub use self::race::WIN;
use self::race::{Race, Seats};
use crate::moves::Move;
use crate::{Game, Standing};

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Plies that it looks ahead, from 1 to [`Settings::MAX_DEPTH`].
    pub depth: u32,
    /// Beam width: moves that it goes into at each node, from 1. At the root every move is scored,
    /// and wins are seen, before so many are kept.
    pub width: u32,
    /// Nodes that it may spend; past them the last finished depth counts. None is no bound.
    pub nodes: Option<u64>,
    /// What it takes the rivals to want.
    pub mode: Mode,
    /// What the terms of the evaluator cost.
    pub weights: Weights,
}

impl Settings {
    /// The deepest search.
    pub const MAX_DEPTH: u32 = 16;

    /// Paranoid, without a bound on nodes, with the default weights.
    pub fn new(depth: u32, width: u32) -> Self {
        Self { depth, width, nodes: None, mode: Mode::default(), weights: Weights::default() }
    }
}

/// What a search found, and the work that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move; none if the seat to move has none, and so passes.
    pub mv: Option<Move>,
    /// Of the seat to move: its value times its rivals, less theirs; near [`WIN`] a win is forced.
    pub score: i32,
    /// Plies looked ahead, of the last depth that was finished.
    pub depth: u32,
    /// Positions of which the moves were generated.
    pub nodes: u64,
    /// Moves generated.
    pub moves: u64,
    /// Moves scored by the evaluator.
    pub evaluations: u64,
    /// Whether nodes ran out, or the caller stopped it, before the depth was reached.
    pub stopped: bool,
}

/// Does searches, with the room that they need: nothing is allocated after the first of its depth.
#[derive(Clone, Debug, Default)]
pub struct Searcher {
    beams: Vec<Beam>,
    penalties: Vec<i32>,
    /// Keys of the game's positions in order, where repetition counts.
    seen: Vec<u64>,
}

impl Searcher {
    /// A searcher.
    pub fn new() -> Self {
        Self::default()
    }

    /// The best move for the seat to move, ties broken by `seed`.
    ///
    /// The same game, settings and seed find the same move. `stop` is asked now and then whether to
    /// end early: the caller owns the clock.
    pub fn search(
        &mut self,
        game: &Game<'_>,
        settings: &Settings,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        let board = game.board();
        let racing =
            Seats::of(board.seats().filter(|&seat| game.standing(seat) == Standing::Racing));
        self.make_room(settings, game);
        let mut run = Run::new(
            game.position(),
            board,
            settings,
            Race::of(racing),
            &mut self.beams,
            &self.seen,
            stop,
        );
        let mut found = Found {
            mv: None,
            score: run.score(),
            depth: 0,
            nodes: 1,
            moves: 0,
            evaluations: 0,
            stopped: false,
        };
        if game.over() {
            return found;
        }
        let mut root = run.root();
        found.moves = run.moves;
        found.evaluations = run.evaluations;
        if root.is_empty() {
            run.keep(root);
            return found;
        }
        root.break_ties(seed);
        let memory = Memory::of(game, game.position().turn());
        let width = root.len().min(settings.width as usize);
        // Going back to an earlier set-up costs as much as losing a hole each time.
        let unit = settings.weights.distance.max(1) * run.scale();
        for candidate in root.iter_mut().filter(|candidate| candidate.effect != Effect::Ends) {
            let times = memory.times(candidate.mv) as i32;
            candidate.set_gain(candidate.gain() - unit * times);
        }
        self.penalties.clear();
        for index in 0..width {
            root.select(index);
        }
        for index in 0..width {
            let candidate = root.get(index);
            let ends = candidate.effect == Effect::Ends;
            let times = if ends { 0 } else { memory.times(candidate.mv) as i32 };
            self.penalties.push(unit * times);
        }
        let best = root.get(0);
        found.mv = Some(best.mv);
        found.score = run.score() + best.gain();
        found.depth = 1;
        let plies = settings.depth.min(game.cap() - game.ply());
        for depth in 2..=plies {
            if found.score >= WIN - i32::MAX / 256 {
                break;
            }
            let Some((index, score)) = run.deepen(&root, &self.penalties, depth) else {
                found.stopped = true;
                break;
            };
            root.promote(index);
            self.penalties[..=index].rotate_right(1);
            found.mv = Some(root.get(0).mv);
            found.score = score;
            found.depth = depth;
        }
        found.nodes = run.nodes;
        found.moves = run.moves;
        found.evaluations = run.evaluations;
        run.keep(root);
        found
    }

    fn make_room(&mut self, settings: &Settings, game: &Game<'_>) {
        let rivals = match settings.mode {
            Mode::BestReply => game.board().seat_count() - 1,
            _ => 1,
        };
        while self.beams.len() < settings.depth as usize {
            self.beams.push(Beam::with_room(rivals.max(1)));
        }
        self.seen.clear();
        if game.board().rules().repetition.is_some() {
            self.seen.extend_from_slice(game.keys());
            self.seen.sort_unstable();
        }
    }
}
