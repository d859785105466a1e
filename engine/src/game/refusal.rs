//! Why a game does not take a ply, and why a position is no point in a game.

use core::fmt;

use super::End;
use crate::moves::{Illegal, Move};
use crate::position::Position;
use crate::rules::{Board, Seat};

/// Why the game does not take something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is over.
    Over(End),
    /// The seat to move has no marble there.
    NoMarble(Move),
    /// The seat to move may not move so.
    Illegal(Move, Illegal),
    /// The seat to move has a move, and so may not pass.
    CanMove(Seat),
    /// Under these rules nobody passes.
    NoPass,
    /// It was not the last thing that happened.
    OutOfOrder,
}

impl Refusal {
    /// A short, stable code; that of the fault, for a move that is not legal.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Over(_) => "over",
            Self::NoMarble(_) => "no-marble",
            Self::Illegal(_, why) => why.code(),
            Self::CanMove(_) => "can-move",
            Self::NoPass => "no-pass",
            Self::OutOfOrder => "out-of-order",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(end) => write!(f, "the game is over: {end}"),
            Self::NoMarble(_) => f.write_str("the seat to move has no marble there"),
            Self::Illegal(_, why) => write!(f, "the move is not legal: {why}"),
            Self::CanMove(seat) => write!(f, "seat {seat} has a move and may not pass"),
            Self::NoPass => f.write_str("under these rules nobody passes"),
            Self::OutOfOrder => f.write_str("only the last ply can be taken back"),
        }
    }
}

impl core::error::Error for Refusal {}

/// Why a position is no point in a game under some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Misfit {
    /// It is on a star of another arm: the position's, and the rules'.
    Arm(u8, u8),
    /// It has another number of seats: the position's, and the rules'.
    Seats(usize, usize),
    /// It has another number of marbles a seat: the position's, and the rules'.
    Marbles(usize, usize),
    /// The seat to move is done, and others are not.
    Turn(Seat),
}

impl Misfit {
    pub(super) fn of(board: &Board, position: &Position) -> Option<Self> {
        let arms = (position.star().arm(), board.star().arm());
        let seats = (position.seat_count(), board.seat_count());
        let marbles = (position.marbles_each(), board.marbles_each());
        if arms.0 != arms.1 {
            Some(Self::Arm(arms.0, arms.1))
        } else if seats.0 != seats.1 {
            Some(Self::Seats(seats.0, seats.1))
        } else if marbles.0 != marbles.1 {
            Some(Self::Marbles(marbles.0, marbles.1))
        } else {
            None
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arm(got, takes) => {
                write!(
                    f,
                    "the position is on a star of arm {got}, and the rules are for arm {takes}"
                )
            }
            Self::Seats(got, takes) => {
                write!(f, "the position is of {got} seats, and the rules are for {takes}")
            }
            Self::Marbles(got, takes) => {
                write!(f, "the position is of {got} marbles a seat, and the rules are for {takes}")
            }
            Self::Turn(seat) => {
                write!(f, "seat {seat} is to move, and it is done while others race")
            }
        }
    }
}

impl core::error::Error for Misfit {}
