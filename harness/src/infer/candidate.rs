//! Sets of rules that an engine may play.

use engine::Game;
use engine::moves::Move;
use engine::notation::Setup;
use engine::rules::{
    AfterWin, Board, ForeignPoints, HandWin, Hops, Layouts, LeaveGoal, NoMove, Over, Rules, Win,
    WinTested,
};

/// The axes that are told apart by what an engine offers and declares, and no others.
pub(super) const AXES: [&str; 9] = [
    "hops",
    "over",
    "foreign-points",
    "leave-goal",
    "win",
    "win-tested",
    "hand-win",
    "after-win",
    "no-move",
];

/// One set of rules, with its boards.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    rules: Rules,
    /// By place in the list of seat counts.
    boards: Vec<Board>,
}

impl Candidate {
    /// Every combination of the options of [`AXES`], for the seat counts and the layout given.
    pub(super) fn all(seats: &[u8], layouts: Layouts) -> Vec<Self> {
        let mut all = vec![Rules { layouts, ..Rules::default() }];
        macro_rules! each {
            ($($field:ident: $axis:ident),*) => {$(
                all = all.iter().flat_map(|&rules| {
                    $axis::ALL.iter().map(move |&$field| Rules { $field, ..rules })
                }).collect();
            )*};
        }
        each!(
            hops: Hops, over: Over, foreign_points: ForeignPoints, leave_goal: LeaveGoal, win: Win,
            win_tested: WinTested, hand_win: HandWin, after_win: AfterWin, no_move: NoMove
        );
        let with_boards = |rules: Rules| {
            let board = |&seats| Board::new(&Rules { seats: Some(seats), ..rules });
            let boards = seats.iter().map(board).collect::<Result<_, _>>();
            Self { rules, boards: boards.expect("seat counts and a layout that have a board") }
        };
        all.into_iter().map(with_boards).collect()
    }

    /// The rules, with the number of seats left open.
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board for the seat count at that place in the list.
    pub(super) fn board(&self, seats: usize) -> &Board {
        &self.boards[seats]
    }

    /// Its game at a probe; none if that is no game of these rules.
    pub(super) fn game(&self, probe: &Probe) -> Option<Game<'_>> {
        let board = self.board(probe.seats);
        let mut game = match &probe.from {
            Some(setup) => Game::resume(board, setup).ok()?,
            None => Game::new(board),
        };
        for &mv in &probe.moves {
            game.play(mv).ok()?;
        }
        Some(game)
    }
}

/// A point in a game at which an engine may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Probe {
    /// Place in the list of seat counts.
    pub(super) seats: usize,
    /// Where it starts; none is the opening.
    pub(super) from: Option<Setup>,
    /// What is played from there.
    pub(super) moves: Vec<Move>,
}

/// Whether two games say different things: moves, turn or winner.
fn differ(a: &Game<'_>, b: &Game<'_>) -> bool {
    a.turn() != b.turn() || a.winner() != b.winner() || !a.moves().iter().eq(b.moves().iter())
}

/// The games of all candidates at one point.
pub(super) struct Games<'c> {
    first: Game<'c>,
    rest: Vec<Option<Game<'c>>>,
}

impl<'c> Games<'c> {
    /// None if the first candidate has no such game.
    pub(super) fn at(candidates: &'c [Candidate], probe: &Probe) -> Option<Self> {
        let (first, rest) = candidates.split_first()?;
        let rest = rest.iter().map(|candidate| candidate.game(probe)).collect();
        Some(Self { first: first.game(probe)?, rest })
    }

    /// The game of the first candidate.
    pub(super) fn first(&self) -> &Game<'c> {
        &self.first
    }

    /// Whether some candidate says another thing than the first.
    pub(super) fn differ(&self) -> bool {
        let differs =
            |game: &Option<Game<'_>>| game.as_ref().is_none_or(|game| differ(&self.first, game));
        self.rest.iter().any(differs)
    }

    /// Whether some candidate says another thing than the first after a move that all of them list.
    pub(super) fn differ_after(&mut self, mv: Move) -> bool {
        let Ok(played) = self.first.play(mv) else { return false };
        let mut differs = false;
        for game in self.rest.iter_mut().flatten() {
            let Ok(played) = game.play(mv) else { return true };
            differs |= differ(&self.first, game);
            game.unplay(played).expect("the last ply");
            if differs {
                break;
            }
        }
        self.first.unplay(played).expect("the last ply");
        differs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_a_candidate_once() {
        let all = Candidate::all(&[2], Layouts::default());
        assert_eq!(all.len(), 2 * 2 * 3 * 2 * 6 * 2 * 2 * 2 * 3);
        let distinct: std::collections::HashSet<Rules> =
            all.iter().map(|candidate| candidate.rules).collect();
        assert_eq!(distinct.len(), all.len());
    }

    /// Every axis here is one that the candidates differ in, and the other way round.
    #[test]
    fn the_axes_are_those_in_which_candidates_differ() {
        let all = Candidate::all(&[2], Layouts::default());
        for axis in engine::rules::AXES {
            let first = all[0].rules.get(axis.name).unwrap();
            let differ = all.iter().any(|other| other.rules.get(axis.name).unwrap() != first);
            assert_eq!(differ, AXES.contains(&axis.name), "{}", axis.name);
        }
    }
}
