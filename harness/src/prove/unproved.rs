//! Why there is no proof.

use std::fmt;

use engine::rules::RulesError;

use super::estimate::Estimate;

/// Why nothing was proved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Unproved {
    /// The rules make no board.
    Rules(RulesError),
    /// Only stars of arm 1 and 2 are small enough.
    Arm(u8),
    /// Only two and three seats are proved.
    Seats(usize),
    /// With three seats a seat that loses for want of a move leaves a game of two behind.
    LoseAtThree,
    /// Two of three seats share points of their own, which no number is made for.
    Layout,
    /// There are too many states; what they would take.
    TooLarge(Estimate),
    /// The tables do not fit the memory.
    NoRoom,
    /// What it would take is more than the bytes of memory that are free.
    NoMemory(Estimate, u64),
    /// Some state is more than 254 plies away from the start.
    TooDeep,
    /// A seat passes whose goal a rival has completed, where only movers win: whether it is home
    /// then depends on more than the marbles and the turn.
    UntestedWin,
    /// It was interrupted.
    Interrupted,
    /// A checkpoint cannot be read or written, or belongs to something else.
    Checkpoint(String),
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => write!(f, "{error}"),
            Self::Arm(arm) => write!(f, "--arm: got '{arm}', takes 1 or 2: no other star is small enough"),
            Self::Seats(seats) => write!(f, "--seats: got '{seats}', takes 2 or 3"),
            Self::LoseAtThree => f.write_str("--no-move: got 'lose', takes pass or skip with three seats"),
            Self::Layout => {
                f.write_str("--layout: two of the three seats share points that the third may not enter")
            }
            Self::TooLarge(estimate) => write!(f, "{estimate}"),
            Self::NoRoom => f.write_str("the tables do not fit the memory"),
            Self::NoMemory(estimate, free) => {
                write!(f, "{estimate}; {:.1} GiB of memory are free", *free as f64 / f64::from(1 << 30))
            }
            Self::TooDeep => f.write_str("a state is more than 254 plies away from the start"),
            Self::UntestedWin => f.write_str(
                "--win-tested: got 'mover', and a seat whose goal a rival completed can be without a move: \
                 whether it has won is then no question of marbles and turn",
            ),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Checkpoint(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Unproved {}
