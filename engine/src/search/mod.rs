//! Looking ahead: the evaluator, and a beam search that is bounded by depth or nodes, never by time.

mod beam;
mod eval;
mod gains;
#[cfg(test)]
mod laws;
mod memory;
mod modes;
mod query;
mod race;
#[cfg(test)]
mod reference;
mod run;
mod table;
mod value;

use alloc::vec::Vec;

use self::beam::Beam;
pub use self::eval::{Evaluation, Terms, Weights};
pub use self::modes::Mode;
pub use self::query::{Query, evaluate};
pub use self::race::WIN;
use self::run::Run;
use self::table::Table;
use crate::moves::Move;
use crate::rules::Seat;
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

    /// With the mode that a game calls for, where it is left open.
    fn at(&self, game: &Game<'_>) -> Self {
        let racing = |&seat: &Seat| game.standing(seat) == Standing::Racing;
        Self { mode: self.mode.at(game.board().seats().filter(racing).count()), ..*self }
    }
}

/// What a search found, and the work that it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The move; none if the seat to move has none, and so passes, or the game is over.
    pub mv: Option<Move>,
    /// For the seat to move: its own value times the number of its racing rivals, less their
    /// values; less what an earlier set-up costs. [`WIN`] less the plies to it for a win.
    pub score: i32,
    /// Plies looked ahead, of the last depth that was finished.
    pub depth: u32,
    /// Positions looked at: their moves were generated, or one move was seen to be enough.
    pub nodes: u64,
    /// Moves listed for the beam; those of the last ply are not listed.
    pub moves: u64,
    /// Moves scored by the evaluator: of the last ply those that may be the best.
    pub evaluations: u64,
    /// Whether the seat to move has no move and has to pass.
    pub pass: bool,
    /// Whether nodes ran out, or the caller stopped it, before the depth was reached.
    pub stopped: bool,
}

impl Found {
    /// Whether it has seen itself come home, whatever the rivals do.
    pub fn is_won(&self) -> bool {
        self.score > WIN - race::PLACE
    }
}

/// Says whether a search should end early.
pub type Stop<'a> = &'a mut dyn FnMut() -> bool;

/// Does searches, with the room that they need: nothing is allocated after the first of its depth.
#[derive(Clone, Debug, Default)]
pub struct Searcher {
    /// By ply.
    beams: Vec<Beam>,
    /// Keys of the game's positions in order, where repetition counts.
    seen: Vec<u64>,
    /// For searches that go depth by depth.
    table: Table,
}

impl Searcher {
    /// A searcher.
    pub fn new() -> Self {
        Self::default()
    }

    /// The best move for the seat to move, ties broken by `seed`.
    ///
    /// The same game, settings and seed find the same move. `stop` is asked at every node that is
    /// gone into whether to end early: the caller owns the clock.
    pub fn search(
        &mut self,
        game: &Game<'_>,
        settings: &Settings,
        seed: u64,
        stop: Option<Stop<'_>>,
    ) -> Found {
        self.search_but(game, settings, seed, &[], stop)
    }

    /// [`search`](Self::search), but that moves to the set-ups of `avoid` are left out.
    fn search_but(
        &mut self,
        game: &Game<'_>,
        settings: &Settings,
        seed: u64,
        avoid: &[u64],
        stop: Option<Stop<'_>>,
    ) -> Found {
        let settings = &settings.at(game);
        self.make_room(game, settings);
        // Depth by depth where there may be no time for the last; results are the same.
        let is_bounded = settings.nodes.is_some() || stop.is_some();
        let mut run = Run::new(game, settings, &mut self.beams, &self.seen, stop);
        if is_bounded && settings.depth > 3 {
            self.table.begin();
            run.remember(&mut self.table);
        }
        let mut found = Found { mv: None, score: run.score(), ..Found::default() };
        if game.over() {
            return found;
        }
        let mut root = run.root(seed);
        if !avoid.is_empty() {
            root.leave_out(|mv| avoid.contains(&game.position().own_key_after(mv)));
        }
        let width = root.len().min(settings.width.max(1) as usize);
        if width > 0 {
            (0..width).for_each(|place| root.select(place));
            found.mv = Some(root[0].mv());
            found.score += root[0].gain();
            found.depth = 1;
        }
        found.pass = game.can_pass();
        let plies = settings.depth.min(Settings::MAX_DEPTH).min(game.cap() - game.ply());
        let plies = if width > 0 { plies } else { 0 };
        let mut earliest = 0;
        for depth in if is_bounded { 2 } else { plies.max(2) }..=plies {
            if found.is_won() && run.wins_for_good() {
                break;
            }
            let Some((best, score)) = run.deepen(&root, width, depth, earliest) else {
                found.stopped = true;
                break;
            };
            earliest = best;
            found = Found { mv: Some(root[best].mv()), score, depth, ..found };
        }
        let (nodes, moves, evaluations) = run.work();
        run.keep(root);
        Found { nodes, moves, evaluations, ..found }
    }

    fn make_room(&mut self, game: &Game<'_>, settings: &Settings) {
        let movers = match settings.mode {
            Mode::BestReply => game.board().seat_count().max(2) - 1,
            Mode::Auto | Mode::Paranoid | Mode::MaxN => 1,
        };
        while self.beams.len() < settings.depth.clamp(1, Settings::MAX_DEPTH) as usize {
            self.beams.push(Beam::default());
        }
        self.beams.iter_mut().for_each(|beam| beam.make_room(movers));
        self.seen.clear();
        if game.board().rules().repetition.is_some() {
            self.seen.extend_from_slice(game.keys());
            self.seen.sort_unstable();
        }
    }
}
