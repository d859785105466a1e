//! When a seat is home.

use alloc::vec::Vec;
use core::fmt;

use super::{Board, Seat, Win};
use crate::position::Position;
use crate::star::{Hole, HoleSet};

/// What a seat still lacks to be home; all that is missing is listed, the nearest to the goal first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// So many holes of the goal are empty.
    Empty(usize),
    /// No marble in the goal is own.
    NoOwn,
    /// So many marbles in the goal are not own.
    Foreign(usize),
    /// So many own marbles are still at home.
    AtHome(usize),
    /// So many rivals' marbles are at home.
    ForeignAtHome(usize),
    /// So many foreign marbles in the goal came from outside it.
    Strangers(usize),
    /// So many own marbles could not enter the goal in one move if it were free of foreign ones.
    FarAway(usize),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty(holes) => write!(f, "fill your goal: holes still empty: {holes}"),
            Self::NoOwn => f.write_str("bring at least one marble of your own into your goal"),
            Self::Foreign(marbles) => {
                write!(
                    f,
                    "every marble in your goal must be your own: foreign ones there: {marbles}"
                )
            }
            Self::AtHome(marbles) => write!(
                f,
                "get out of your own house before you can claim a blocked win: marbles still at home: {marbles}"
            ),
            Self::ForeignAtHome(marbles) => {
                write!(
                    f,
                    "your house must be empty of all marbles: rivals' marbles there: {marbles}"
                )
            }
            Self::Strangers(marbles) => {
                write!(
                    f,
                    "foreign marbles in your goal must never have left it: those that have: {marbles}"
                )
            }
            Self::FarAway(marbles) => write!(
                f,
                "every marble outside must be one move from your goal but for the foreign ones in it: too far: {marbles}"
            ),
        }
    }
}

impl Board {
    /// Whether `seat` is home at this moment, under these rules.
    #[inline]
    pub fn complete(&self, position: &Position, seat: Seat) -> bool {
        self.complete_by(self.rules().win, position, seat)
    }

    /// Whether `seat` would be home at this moment, under another win rule.
    #[inline]
    pub fn complete_by(&self, win: Win, position: &Position, seat: Seat) -> bool {
        let (goal, own) = (self.goal(seat), position.marbles(seat));
        if win == Win::AllOwn {
            return goal.is_subset(own);
        }
        let blocked = goal.is_subset(position.occupied()) && !goal.is_disjoint(own);
        blocked
            && match win {
                Win::AllOwn | Win::AnyOwn => true,
                Win::Vacated => self.home(seat).is_disjoint(own),
                Win::EmptyHome => self.home(seat).is_disjoint(position.occupied()),
                Win::Natives => self.strangers(position, seat).is_empty(),
                Win::LockedOut => {
                    self.home(seat).is_disjoint(own) && self.far_away(position, seat).is_empty()
                }
            }
    }

    /// The seats that are home at this moment, in turn order.
    pub fn winners(&self, position: &Position) -> impl Iterator<Item = Seat> {
        self.seats().filter(|&seat| self.complete(position, seat))
    }

    /// Foreign marbles in the goal that did not start there, or have landed outside since.
    fn strangers(&self, position: &Position, seat: Seat) -> HoleSet {
        let foreign = (self.goal(seat) & position.occupied()) - position.marbles(seat);
        let mut natives = HoleSet::EMPTY;
        for rival in self.seats() {
            natives |= position.marbles(rival) & self.home(rival);
        }
        foreign - position.natives().map_or(natives, |known| known & natives)
    }

    /// Own marbles outside the goal that could not enter it in one move if it were free of foreign ones.
    fn far_away(&self, position: &Position, seat: Seat) -> HoleSet {
        let goal = self.goal(seat);
        let mut freed = *position;
        for hole in (goal & position.occupied()) - position.marbles(seat) {
            freed.lift(hole);
        }
        let outside = position.marbles(seat) - goal;
        let reaches = |&hole: &Hole| !self.reach_of(&freed, seat, hole).is_disjoint(goal);
        outside.into_iter().filter(|hole| !reaches(hole)).collect()
    }

    /// What `seat` still lacks to be home; nothing if it is.
    pub fn missing(&self, position: &Position, seat: Seat) -> Vec<Missing> {
        let win = self.rules().win;
        let (goal, home, own) = (self.goal(seat), self.home(seat), position.marbles(seat));
        let there = goal & position.occupied();
        let mut missing = Vec::new();
        let mut need = |holes: HoleSet, what: fn(usize) -> Missing| {
            if !holes.is_empty() {
                missing.push(what(holes.len()));
            }
        };
        need(goal - there, Missing::Empty);
        if win == Win::AllOwn {
            need(there - own, Missing::Foreign);
            return missing;
        }
        if goal.is_disjoint(own) {
            need(goal, |_| Missing::NoOwn);
        }
        match win {
            Win::AllOwn | Win::AnyOwn => {}
            Win::Vacated => need(own & home, Missing::AtHome),
            Win::EmptyHome => {
                need(own & home, Missing::AtHome);
                need((position.occupied() & home) - own, Missing::ForeignAtHome);
            }
            Win::Natives => need(self.strangers(position, seat), Missing::Strangers),
            Win::LockedOut => {
                need(own & home, Missing::AtHome);
                need(self.far_away(position, seat), Missing::FarAway);
            }
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::notation::Setup;
    use crate::rules::Rules;

    fn missing(win: Win, position: &Position) -> Vec<Missing> {
        let (arm, seats) = (Some(position.star().arm()), Some(position.seat_count() as u8));
        let board = Board::new(&Rules { win, arm, seats, ..Rules::default() }).unwrap();
        let missing = board.missing(position, Seat::ALL[0]);
        assert_eq!(missing.is_empty(), board.complete(position, Seat::ALL[0]), "{win}");
        missing
    }

    fn position(text: &str) -> Position {
        text.parse::<Setup>().unwrap().position
    }

    /// On the 37-hole star with two seats the goal of seat 0 is h1, h2 and i1, and its home a1, b1 and b2.
    #[test]
    fn what_is_missing_is_counted() {
        let text = position("0/1[1]/[7]/[6]/[5]/[6]/[2]0[4]/[1]1/0 0 2 3");
        for (win, takes) in [
            (Win::AllOwn, &[Missing::Empty(1), Missing::Foreign(1)][..]),
            (Win::AnyOwn, &[Missing::Empty(1)]),
            (Win::Vacated, &[Missing::Empty(1), Missing::AtHome(1)]),
            (Win::EmptyHome, &[Missing::Empty(1), Missing::AtHome(1), Missing::ForeignAtHome(1)]),
            (Win::Natives, &[Missing::Empty(1)]),
            (Win::LockedOut, &[Missing::Empty(1), Missing::AtHome(1), Missing::FarAway(1)]),
        ] {
            assert_eq!(missing(win, &text), takes, "{win}");
        }
    }

    /// With three seats nobody starts in a goal, and whoever stands there is a stranger.
    #[test]
    fn natives_are_at_home_in_the_goal() {
        let strangers = [Missing::NoOwn, Missing::Strangers(1)];
        assert_eq!(missing(Win::Natives, &position("[1]/[4]/0[2]/[4]/1 0 3 1")), strangers);
        let native = [Missing::NoOwn];
        assert_eq!(missing(Win::Natives, &position("[1]/[4]/0[2]/[4]/1 0 2 1")), native);
    }

    /// f4 hops over the rival's g4 into h1, once that is lifted; g4 is not lifted.
    #[test]
    fn locked_out_lifts_what_is_in_the_goal_alone() {
        let text = "[1]/[2]/[7]/[6]/[5]/[3]0[2]/[3]1[3]/10/1 0 2 3";
        assert_eq!(missing(Win::LockedOut, &position(text)), []);
    }

    #[test]
    fn each_thing_that_is_missing_is_told() {
        for (missing, says) in [
            (Missing::Empty(2), "fill your goal: holes still empty: 2"),
            (Missing::NoOwn, "bring at least one marble of your own into your goal"),
            (Missing::FarAway(3), "every marble outside must be one move from your goal"),
        ] {
            let told = format!("{missing}");
            assert!(told.starts_with(says), "{told}");
        }
    }
}
