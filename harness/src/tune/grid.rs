//! What each search of a grid of depths and widths does in a position.

use engine::Game;
use engine::coach::{Verdict, had_chain, verdict};
use engine::moves::Move;
use engine::rules::Board;
use engine::search::{Searcher, Settings, WIN, Weights};
use rayon::prelude::*;
use serde::Serialize;

use super::sample::Sample;

/// A depth in plies and a beam width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Shape {
    /// Plies looked ahead.
    pub depth: u32,
    /// Beam width.
    pub width: u32,
}

impl Shape {
    /// As a search.
    pub fn settings(self) -> Settings {
        Settings::new(self.depth, self.width)
    }

    /// As a bot's name.
    pub fn bot(self) -> String {
        format!("search:depth={},width={}", self.depth, self.width)
    }
}

/// Every depth with every width, by depth and then by width.
pub fn grid(depths: &[u32], widths: &[u32]) -> Vec<Shape> {
    let shapes =
        depths.iter().flat_map(|&depth| widths.iter().map(move |&width| Shape { depth, width }));
    let mut shapes: Vec<Shape> = shapes.collect();
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

/// How much worse a move is than the one that the reference would play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Regret {
    /// So many holes of distance, as the evaluator weighs them, for each rival; 0 for an equal.
    Holes(f64),
    /// It gives away a win that was seen, or a loss is seen after it.
    Decisive,
}

/// What one search did in one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The move it chose.
    pub mv: Move,
    /// Nodes it took.
    pub nodes: u64,
    /// Against the reference.
    pub regret: Regret,
}

/// What all did in one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The game that the position is of.
    pub game: u64,
    /// What the reference would play.
    pub best: Move,
    /// By shape.
    pub tried: Vec<Tried>,
    /// The verdict on the move that was played, and whether a chain of the same marble was to be had
    /// in place of a step, whatever it gains.
    pub verdict: (Verdict, bool),
    /// Who played it.
    pub player: usize,
}

/// Tries every shape in every sample, on all threads of the pool; those that `stop` leaves are left
/// out. The same samples give the same trials in the same order.
///
/// # Panics
///
/// If the engine does.
pub fn try_all(
    board: &Board,
    samples: &[Sample],
    shapes: &[Shape],
    reference: Shape,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Trial> {
    let trial = |searcher: &mut Searcher, sample: &Sample| {
        (!stop()).then(|| try_one(board, searcher, sample, shapes, reference))
    };
    let trials: Vec<Option<Trial>> = samples.par_iter().map_init(Searcher::new, trial).collect();
    trials.into_iter().flatten().collect()
}

fn try_one(
    board: &Board,
    searcher: &mut Searcher,
    sample: &Sample,
    shapes: &[Shape],
    reference: Shape,
) -> Trial {
    let game = Game::resume(board, &sample.setup).expect("a sample stands in a game");
    let settings = reference.settings();
    let best = searcher.search(&game, &settings, 0, None);
    let best_mv = best.mv.expect("a sample has moves");
    let rivals = (board.seat_count() as i32 - 1).max(1);
    // Many shapes choose the same move: each is valued once.
    let mut values: Vec<(Move, i32)> = vec![(best_mv, best.score)];
    let tried = shapes.iter().map(|shape| {
        let found = searcher.search(&game, &shape.settings(), 0, None);
        let mv = found.mv.expect("a sample has moves");
        let known = values.iter().find(|(valued, _)| *valued == mv).map(|&(_, value)| value);
        let value = known.unwrap_or_else(|| {
            let value = searcher.value(&game, &settings, mv).expect("it is legal");
            values.push((mv, value));
            value
        });
        Tried { mv, nodes: found.nodes, regret: regret(best.score, value, rivals) }
    });
    let tried = tried.collect();
    let (played, player) = sample.played;
    let position = game.position();
    let said = verdict(board, position, played).expect("what was played is legal");
    let verdict = (said, had_chain(board, position, played));
    Trial { game: sample.game, best: best_mv, tried, verdict, player }
}

/// Scores beyond this see the end of the game.
const DECISIVE: i32 = WIN >> 5;

fn regret(best: i32, value: i32, rivals: i32) -> Regret {
    let side = |score: i32| if score.abs() < DECISIVE { 0 } else { score.signum() };
    if side(best) != side(value) && value < best {
        return Regret::Decisive;
    }
    if side(best) != 0 {
        // One win is as good as another, if it is a ply later.
        return Regret::Holes(0.0);
    }
    // What the reference's own beam did not look at may be better still.
    let points = (best - value).max(0);
    Regret::Holes(f64::from(points) / f64::from(rivals * Weights::default().distance))
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;
    use crate::tune::sample::sample;

    #[test]
    fn a_grid_has_every_depth_with_every_width_once() {
        let shapes = grid(&[2, 1, 2], &[8, 4]);
        let plain: Vec<_> = shapes.iter().map(|shape| (shape.depth, shape.width)).collect();
        assert_eq!(plain, [(1, 4), (1, 8), (2, 4), (2, 8)]);
    }

    #[test]
    fn regret_is_in_holes_but_where_the_end_is_seen() {
        assert_eq!(regret(120, 84, 1), Regret::Holes(3.0));
        assert_eq!(regret(120, 84, 3), Regret::Holes(1.0));
        assert_eq!(regret(84, 120, 1), Regret::Holes(0.0));
        assert_eq!(regret(WIN - 1, WIN - 3, 1), Regret::Holes(0.0));
        assert_eq!(regret(WIN - 1, 500, 1), Regret::Decisive);
        assert_eq!(regret(0, 2 - WIN, 1), Regret::Decisive);
    }

    /// The reference regrets nothing that it does itself, and all is the same on any threads.
    #[test]
    fn the_reference_agrees_with_itself() {
        let board = Board::new(&Rules::default().with_seats(4).unwrap()).unwrap();
        let samples = sample(&board, 2, 40);
        let reference = Shape { depth: 3, width: 24 };
        let shapes = [Shape { depth: 1, width: 4 }, reference];
        let trials = try_all(&board, &samples, &shapes, reference, &|| false);
        assert_eq!(trials.len(), 40);
        assert!(trials.iter().all(|trial| trial.tried[1].mv == trial.best));
        assert!(trials.iter().all(|trial| trial.tried[1].regret == Regret::Holes(0.0)));
        assert!(trials.iter().any(|trial| trial.tried[0].regret != Regret::Holes(0.0)));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let again = pool.install(|| try_all(&board, &samples, &shapes, reference, &|| false));
        assert_eq!(again, trials);
        assert!(try_all(&board, &samples, &shapes, reference, &|| true).is_empty());
    }
}
