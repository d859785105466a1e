//! What keeps a seat's last marbles out of its goal.

use engine::Position;
use engine::rules::{Board, Seat};
use engine::star::{Hole, HoleSet};

/// A seat that has left its home and whose goal is full, with own marbles and foreign ones.
///
/// To `all-own` it is held out for as long as the foreign marbles stay; to `vacated` it is home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Foreign marbles in its goal.
    pub foreign: usize,
    /// Own marbles outside it.
    pub outside: usize,
    /// Moves that the farthest of them is away from the goal, were the foreign marbles lifted and
    /// everything outside to stand still; none if one of them could never enter.
    pub farthest: Option<u32>,
}

impl Held {
    /// How `seat` is held out, if it is.
    pub fn out(board: &Board, position: &Position, seat: Seat) -> Option<Self> {
        let (goal, own) = (board.goal(seat), position.marbles(seat));
        let full = goal.is_subset(position.occupied()) && !goal.is_disjoint(own);
        let foreign = goal - own;
        if !full || foreign.is_empty() || !own.is_disjoint(board.home(seat)) {
            return None;
        }
        let mut freed = *position;
        for hole in foreign {
            freed.lift(hole);
        }
        // Own marbles in the goal make room by moving up: who stands further off finds it empty.
        let mut empty = freed;
        for hole in goal {
            empty.lift(hole);
        }
        let mut farthest = Some(0);
        for hole in own - goal {
            let enters = !board.reach(&freed, seat, hole).is_disjoint(goal);
            let away = if enters { Some(1) } else { moves_away(board, &empty, seat, hole, goal) };
            farthest = farthest.zip(away).map(|(far, away)| far.max(away));
        }
        Some(Self { foreign: foreign.len(), outside: (own - goal).len(), farthest })
    }

    /// Whether every marble outside stands one move before the goal.
    pub fn at_the_gate(&self) -> bool {
        self.farthest.is_some_and(|moves| moves <= 1)
    }
}

/// Moves that the marble in `from` needs to end in one of `ends` when nothing else moves; none if
/// it never can.
pub fn moves_away(
    board: &Board,
    position: &Position,
    seat: Seat,
    from: Hole,
    ends: HoleSet,
) -> Option<u32> {
    let mut lifted = *position;
    lifted.lift(from);
    let mut reached = HoleSet::of(from);
    let mut edge = reached;
    for moves in 0.. {
        if !edge.is_disjoint(ends) {
            return Some(moves);
        }
        let mut next = HoleSet::EMPTY;
        for hole in edge {
            let mut at = lifted;
            at.put(seat, hole);
            next |= board.reach(&at, seat, hole);
        }
        edge = next - reached;
        reached |= next;
        if edge.is_empty() {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use engine::notation::Setup;
    use engine::rules::{Rules, Win};

    use super::*;

    fn after_m5_n1(text: &str) -> (Board, Position) {
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let mut position = text.parse::<Setup>().unwrap().position;
        let star = board.star();
        position.lift(star.hole_named("m5").unwrap());
        position.put(Seat::ALL[0], star.hole_named("n1").unwrap());
        (board, position)
    }

    #[test]
    fn a_veto_stands_at_the_gate_and_a_thin_win_far_off() {
        let veto = "[1]/11/111/1111/[13]/[12]/[11]/[10]/[4]0[4]/[10]/[11]/[12]/[4]0[8]/[1]000/000/00/1 0 2 10";
        let (board, position) = after_m5_n1(veto);
        let held = Held::out(&board, &position, Seat::ALL[0]).unwrap();
        assert_eq!((held.foreign, held.outside), (1, 1));
        assert!(!held.at_the_gate());
        assert_eq!(held.farthest, Some(5));
        assert_eq!(Held::out(&board, &position, Seat::ALL[1]), None);

        let thin = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
        let (board, position) = after_m5_n1(thin);
        let held = Held::out(&board, &position, Seat::ALL[0]).unwrap();
        assert_eq!((held.foreign, held.outside), (9, 9));
        assert!(held.farthest.unwrap() >= 3);
    }

    /// A chain may go on over an own marble in the goal, which is why that one stays where it is: over
    /// an empty goal the same marble would be two moves away, and `locked-out` would seem to let it
    /// win thin.
    #[test]
    fn a_marble_enters_over_an_own_one_in_the_goal() {
        let text = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[7]0[3]/[7]1[4]/[13]/1101/111/11/1 0 2 10";
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let position = text.parse::<Setup>().unwrap().position;
        let (seat, from) = (Seat::ALL[0], board.star().hole_named("k8").unwrap());
        let held = Held::out(&board, &position, seat).unwrap();
        assert_eq!((held.foreign, held.outside, held.farthest), (9, 1, Some(1)));
        assert!(board.complete_by(Win::LockedOut, &position, seat));
        let mut empty = position;
        for hole in board.goal(seat) {
            empty.lift(hole);
        }
        assert_eq!(moves_away(&board, &empty, seat, from, board.goal(seat)), Some(2));
    }

    #[test]
    fn moves_away_are_counted_over_empty_ground() {
        let text = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]0[4]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let position = text.parse::<Setup>().unwrap().position;
        let star = board.star();
        let (from, seat) = (star.hole_named("i5").unwrap(), Seat::ALL[0]);
        assert_eq!(moves_away(&board, &position, seat, from, board.goal(seat)), Some(5));
        assert_eq!(moves_away(&board, &position, seat, from, HoleSet::of(from)), Some(0));
        assert_eq!(moves_away(&board, &position, seat, from, HoleSet::EMPTY), None);
    }
}
