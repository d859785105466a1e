//! How a move goes: single steps and hops, and a shortest chain between two holes.

use super::Move;
use crate::position::Position;
use crate::rules::{Board, Hops, Over, Seat};
use crate::star::lanes::MAX_DISTANCE;
use crate::star::{Direction, Hole, HoleSet, MAX_HOLES};

/// The holes that a moving marble touches, its first and last included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    holes: [Hole; MAX_HOLES],
    len: usize,
}

impl Path {
    /// Every hole it touches, first to last.
    pub fn holes(&self) -> &[Hole] {
        &self.holes[..self.len]
    }

    /// Number of steps or hops.
    pub fn len(&self) -> usize {
        self.len - 1
    }

    /// Never: a move goes somewhere.
    pub fn is_empty(&self) -> bool {
        false
    }
}

impl Board {
    /// Single steps of a marble of `seat` in `from`, by direction, each in itself a legal end.
    pub fn steps(
        &self,
        position: &Position,
        seat: Seat,
        from: Hole,
    ) -> impl Iterator<Item = (Direction, Hole)> {
        let ends = self.ends(seat, from).0 - position.occupied();
        Direction::ALL.into_iter().filter_map(move |direction| {
            let next = self.star().next(from, direction)?;
            ends.contains(next).then_some((direction, next))
        })
    }

    /// Single hops from `at`, by direction, of a marble of `seat` that began its chain in `origin`:
    /// that hole counts as empty, and is no landing. They may touch down where no move may end.
    pub fn hops(
        &self,
        position: &Position,
        seat: Seat,
        origin: Hole,
        at: Hole,
    ) -> impl Iterator<Item = (Direction, Hole)> {
        let occupied = position.occupied() - HoleSet::of(origin);
        let pivots = match self.rules().over {
            Over::Any => occupied,
            Over::Others => occupied - position.marbles(seat),
        };
        Direction::ALL.into_iter().filter_map(move |direction| {
            let landing = self.hop(occupied, pivots, at, direction)?;
            (landing != origin && self.lands(seat, landing)).then_some((direction, landing))
        })
    }

    /// Whether a chain of `seat` may touch down in `hole`.
    pub(crate) fn lands(&self, seat: Seat, hole: Hole) -> bool {
        let lane = self.star().lane_bit(hole);
        self.landing(seat)[usize::from(lane.class)] & lane.word() != 0
    }

    /// Walks out to the first marble, at distance d, and lands d beyond it; short hops are the same
    /// walk with d at most 1.
    fn hop(
        &self,
        occupied: HoleSet,
        pivots: HoleSet,
        at: Hole,
        direction: Direction,
    ) -> Option<Hole> {
        let reach = match self.rules().hops {
            Hops::Adjacent => 1,
            Hops::Long => MAX_DISTANCE,
        };
        let mut hole = at;
        for distance in 1..=reach {
            hole = self.star().next(hole, direction)?;
            if !occupied.contains(hole) {
                continue;
            }
            if !pivots.contains(hole) {
                return None;
            }
            for _ in 0..distance {
                hole = self.star().next(hole, direction)?;
                if occupied.contains(hole) {
                    return None;
                }
            }
            return Some(hole);
        }
        None
    }

    /// Where a marble of `seat` in `from` can go in one move: `hand-win` aside, the legal ends.
    pub fn reach(&self, position: &Position, seat: Seat, from: Hole) -> HoleSet {
        if position.marbles(seat).contains(from) {
            self.reach_of(position, seat, from)
        } else {
            HoleSet::EMPTY
        }
    }

    /// How a legal move of the seat to move goes: a step to a neighbour, else a chain of the fewest
    /// hops, of those the one whose directions come first. None if it is not legal.
    pub fn path(&self, position: &Position, mv: Move) -> Option<Path> {
        if !self.is_legal(position, mv) {
            return None;
        }
        let seat = position.turn();
        let mut path = Path { holes: [mv.from(); MAX_HOLES], len: 2 };
        if self.star().neighbours(mv.from()).contains(mv.to()) {
            path.holes[1] = mv.to();
            return Some(path);
        }
        // Breadth first: `queue` holds every hole reached, in order, and `before` the hop to it.
        let mut queue = [mv.from(); MAX_HOLES];
        let mut before = [mv.from(); MAX_HOLES];
        let mut reached = HoleSet::of(mv.from());
        let (mut head, mut tail) = (0, 1);
        while !reached.contains(mv.to()) {
            assert!(head < tail, "a legal move has a chain");
            let at = queue[head];
            head += 1;
            for (_, landing) in self.hops(position, seat, mv.from(), at) {
                if !reached.contains(landing) {
                    reached.insert(landing);
                    before[landing.index()] = at;
                    queue[tail] = landing;
                    tail += 1;
                }
            }
        }
        path.holes[0] = mv.to();
        path.len = 1;
        while path.holes[path.len - 1] != mv.from() {
            path.holes[path.len] = before[path.holes[path.len - 1].index()];
            path.len += 1;
        }
        path.holes[..path.len].reverse();
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::notation::{MoveText, Setup};
    use crate::rules::Rules;
    use crate::star::Star;

    fn path(text: &str, mv: &str) -> Path {
        let position = text.parse::<Setup>().unwrap().position;
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let Ok(MoveText::Move(mv)) = board.read_move(&position, mv) else { panic!("{mv}") };
        board.path(&position, mv).unwrap()
    }

    /// The marble in i5 goes round by i7 to k7, or straight there.
    #[test]
    fn a_path_is_a_shortest_one() {
        let star = Star::full();
        let names = |path: &Path| {
            path.holes().iter().map(|&hole| star.name(hole)).collect::<Vec<_>>().join(" ")
        };
        let row = |middle: &str| {
            alloc::format!(
                "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]01[3]/[5]{middle}[3]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10"
            )
        };
        for (middle, mv, takes, len) in [
            ("11", "i5-k7", "i5 k7", 1),
            ("[1]1", "i5-k7", "i5 i7 k7", 2),
            ("11", "i5-i4", "i5 i4", 1),
        ] {
            let path = path(&row(middle), mv);
            assert_eq!((names(&path).as_str(), path.len()), (takes, len));
            assert!(!path.is_empty());
        }
    }
}
