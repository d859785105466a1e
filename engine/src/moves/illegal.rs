//! Why a move is not legal.

use core::fmt;

use super::Move;
use crate::position::Position;
use crate::rules::Board;

/// What keeps a marble of the seat to move from a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Illegal {
    /// A marble is in it.
    Taken,
    /// It is in a foreign point, where no move may end.
    ForeignPoint,
    /// It is outside the goal, and the marble is inside.
    LeavesGoal,
    /// No step and no chain leads there.
    NoWay,
    /// With it a rival's goal would be complete.
    HandsWin,
}

impl Illegal {
    /// A short, stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::ForeignPoint => "foreign-point",
            Self::LeavesGoal => "leaves-goal",
            Self::NoWay => "no-way",
            Self::HandsWin => "hands-win",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Taken => "a marble is there already",
            Self::ForeignPoint => "no move may end in a point that is not the seat's own",
            Self::LeavesGoal => "a marble may not leave its goal",
            Self::NoWay => "no step or chain leads there",
            Self::HandsWin => "it would make a rival's goal complete",
        })
    }
}

impl Board {
    /// Why the seat to move may not play `mv` with a marble that it has; none if it may.
    pub fn illegal(&self, position: &Position, mv: Move) -> Option<Illegal> {
        let (seat, from, to) = (position.turn(), mv.from(), mv.to());
        // Where a move could end that does not start in the goal.
        let stops = self.ends(seat, to).0;
        if self.is_legal(position, mv) {
            None
        } else if position.occupied().contains(to) {
            Some(Illegal::Taken)
        } else if self.reach(position, seat, from).contains(to) {
            Some(Illegal::HandsWin)
        } else if !self.star().holes().contains(to) || self.ends(seat, from).0.contains(to) {
            Some(Illegal::NoWay)
        } else if stops.contains(to) {
            Some(Illegal::LeavesGoal)
        } else {
            Some(Illegal::ForeignPoint)
        }
    }
}
