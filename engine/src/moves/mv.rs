//! One move.

use core::fmt;

use crate::star::Hole;

/// A marble's move: the hole it leaves and the hole it ends in.
///
/// Two chains between the same two holes are the same move; how it went is a
/// [`Path`](super::Path), kept apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Hole,
    to: Hole,
}

impl Move {
    /// The move from one hole to another; none if they are the same.
    #[inline]
    pub fn new(from: Hole, to: Hole) -> Option<Self> {
        (from != to).then_some(Self { from, to })
    }

    /// The move between two holes that are known to differ.
    #[inline]
    pub(crate) fn between(from: Hole, to: Hole) -> Self {
        debug_assert!(from != to, "a move ends elsewhere");
        Self { from, to }
    }

    /// The hole it leaves.
    #[inline]
    pub const fn from(self) -> Hole {
        self.from
    }

    /// The hole it ends in.
    #[inline]
    pub const fn to(self) -> Hole {
        self.to
    }

    /// The move back.
    pub const fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({}-{})", self.from.index(), self.to.index())
    }
}

/// How a marble moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// To an empty neighbour.
    Step,
    /// By one or more hops.
    Chain,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Rules};

    #[test]
    fn a_move_is_told_by_its_holes() {
        let mv = Move::between(Hole::at(60), Hole::at(61));
        assert_eq!(alloc::format!("{mv:?} {:?}", mv.reversed()), "Move(60-61) Move(61-60)");
    }

    #[test]
    fn moves_are_told_one_by_one() {
        let rules = Rules { arm: Some(1), ..Rules::default() }.with_seats(2).unwrap();
        let board = Board::new(&rules).unwrap();
        let moves = board.moves(&board.start());
        assert_eq!(alloc::format!("{moves:?}"), "[Move(0-2), Move(0-3)]");
    }
}
