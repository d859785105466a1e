//! What can go wrong with a win rule, looked for in every state.

use super::answers::Answers;
use super::field::{SEATS, State};
use super::space::{Fate, Space};

/// Something that a state can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// A seat has won with marbles of its own at home.
    MarbleAtHome,
    /// A seat has won thin: with marbles outside its goal that could not enter it in one move, even
    /// if it were free of foreign ones.
    ThinWin,
    /// The rivals of a seat can together keep it from ever coming home, whether or not they come home
    /// themselves: the game is taken to go on until this seat is home.
    Veto,
    /// The rivals of a seat can together keep it from winning, by a veto or by winning first.
    KeptFromWinning,
    /// Nobody has won, and nobody can move.
    Deadlock,
}

impl Property {
    /// Every property.
    pub const ALL: [Self; 5] =
        [Self::MarbleAtHome, Self::ThinWin, Self::Veto, Self::KeptFromWinning, Self::Deadlock];

    /// Its name in reports and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MarbleAtHome => "marble_at_home",
            Self::ThinWin => "thin_win",
            Self::Veto => "veto",
            Self::KeptFromWinning => "kept_from_winning",
            Self::Deadlock => "deadlock",
        }
    }

    /// What it means, in words that go on from "a state in which".
    pub const fn about(self) -> &'static str {
        match self {
            Self::MarbleAtHome => "a seat has won with marbles of its own at home",
            Self::ThinWin => "a seat has won with marbles more than one move from its goal",
            Self::Veto => "the rivals of a seat can keep it from ever coming home",
            Self::KeptFromWinning => {
                "the rivals of a seat can keep it from winning, if need be by winning first"
            }
            Self::Deadlock => "nobody has won and nobody can move",
        }
    }

    /// Whether a state shows it: for each seat 0, or the number of marbles that show it, or 1 where
    /// it is no matter of marbles.
    #[inline]
    pub(super) fn seen(
        self,
        space: &Space,
        answers: &Answers,
        state: &State,
        index: u64,
        fate: Fate,
    ) -> [u32; SEATS] {
        let (field, placement) = (space.field(), &state.placement);
        let mut marbles = [0; SEATS];
        match (self, fate) {
            (Self::MarbleAtHome, Fate::Won(seat)) => {
                marbles[seat] = field.at_home(placement, seat).count_ones();
            }
            (Self::ThinWin, Fate::Won(seat)) => {
                marbles[seat] = field.far_away(placement, seat).count_ones();
            }
            (Self::Veto, Fate::Open) => {
                for (seat, marbles) in marbles.iter_mut().enumerate().take(field.seats()) {
                    *marbles = u32::from(answers.vetoed(seat, index));
                }
            }
            (Self::KeptFromWinning, Fate::Open) => {
                for (seat, marbles) in marbles.iter_mut().enumerate().take(field.seats()) {
                    *marbles = u32::from(!answers.forces(seat, index));
                }
            }
            (Self::Deadlock, Fate::Deadlock) => marbles[state.turn] = 1,
            _ => {}
        }
        marbles
    }
}
