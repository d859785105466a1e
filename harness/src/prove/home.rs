//! Who is home on a small star, and what tells a good win from a bad one.

use engine::rules::Win;

use super::field::{Field, Placement, holes};

impl Field {
    /// Whether `seat` is home at this moment.
    #[inline]
    pub(super) fn complete(&self, placement: &Placement, seat: usize) -> bool {
        let (goal, own, occupied) =
            (self.goal[seat], placement.marbles[seat], placement.occupied());
        if occupied & goal != goal || own & goal == 0 {
            return false;
        }
        match self.rules.win {
            Win::AllOwn => own & goal == goal,
            Win::AnyOwn => true,
            Win::Vacated => own & self.home[seat] == 0,
            Win::EmptyHome => occupied & self.home[seat] == 0,
            Win::Natives => goal & occupied & !own & !self.true_natives(placement) == 0,
            Win::LockedOut => own & self.home[seat] == 0 && self.far_away(placement, seat) == 0,
        }
    }

    /// The natives that do stand in their own homes.
    fn true_natives(&self, placement: &Placement) -> u64 {
        let at_home = |seat: usize| placement.marbles[seat] & self.home[seat];
        placement.natives & (at_home(0) | at_home(1) | at_home(2))
    }

    /// The placement without the marbles that are in the goal of `seat` and not its own.
    fn freed(&self, placement: &Placement, seat: usize) -> Placement {
        let mut freed = *placement;
        for rival in (0..self.seats).filter(|&rival| rival != seat) {
            freed.marbles[rival] &= !self.goal[seat];
        }
        freed
    }

    /// Marbles of `seat` outside its goal that could not enter it in one move if it were free of
    /// foreign ones.
    pub(super) fn far_away(&self, placement: &Placement, seat: usize) -> u64 {
        let goal = self.goal[seat];
        let outside = placement.marbles[seat] & !goal;
        if outside == 0 {
            return 0;
        }
        let freed = self.freed(placement, seat);
        holes(outside)
            .filter(|&from| self.ends(&freed, seat, from) & goal == 0)
            .fold(0, |far, from| far | 1 << from)
    }

    /// Own marbles of `seat` that are at home.
    pub(super) fn at_home(&self, placement: &Placement, seat: usize) -> u64 {
        placement.marbles[seat] & self.home[seat]
    }
}
