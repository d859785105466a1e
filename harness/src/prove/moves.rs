//! What moves where on a small star, and what can have led there.

use engine::rules::{HandWin, Hops, LeaveGoal, Over};
use engine::star::{Direction, Hole, Star};

use super::field::{Field, Placement, holes};

/// Longest hop over a marble, in holes: lines of the 37-hole star have nine holes.
const MAX_DISTANCE: usize = 4;

/// One hop: what it asks for and where it lands.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    /// Every hole passed, the one hopped over and the landing.
    line: u64,
    over: u64,
    landing: u64,
}

impl Jump {
    /// Every hop from `from` that some set of marbles allows: short ones are long ones of distance 1.
    pub(super) fn all(star: &Star, hops: Hops, from: Hole, bits: &[u64]) -> Vec<Self> {
        let reach = match hops {
            Hops::Adjacent => 1,
            Hops::Long => MAX_DISTANCE,
        };
        let mut jumps = Vec::new();
        for direction in Direction::ALL {
            let line: Vec<u64> = std::iter::successors(star.next(from, direction), |&hole| {
                star.next(hole, direction)
            })
            .map(|hole| bits[hole.index()])
            .collect();
            for distance in 1..=reach.min(line.len() / 2) {
                jumps.push(Self {
                    line: line[..2 * distance].iter().sum(),
                    over: line[distance - 1],
                    landing: line[2 * distance - 1],
                });
            }
        }
        jumps
    }
}

impl Field {
    /// Touch-downs of the chains of a marble that stands in `from`, itself lifted.
    fn chains(&self, placement: &Placement, seat: usize, from: u64, landing: u64) -> u64 {
        let occupied = placement.occupied() & !from;
        let own = match self.rules.over {
            Over::Any => 0,
            Over::Others => placement.marbles[seat],
        };
        let (mut reached, mut fresh) = (from, from);
        while fresh != 0 {
            let at = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            for jump in &self.jumps[at] {
                let open = occupied & jump.line == jump.over && own & jump.over == 0;
                let lands = if open { jump.landing & landing & !reached } else { 0 };
                reached |= lands;
                fresh |= lands;
            }
        }
        reached & !from
    }

    /// Where the marble of `seat` in `from` can go in one move, whatever it hands to rivals.
    pub(super) fn ends(&self, placement: &Placement, seat: usize, from: u32) -> u64 {
        let at = 1 << from;
        let steps = self.neighbours[from as usize] & !placement.occupied();
        let chains = self.chains(placement, seat, at, self.landing[seat]);
        (steps | chains) & self.stops(seat, at)
    }

    fn stops(&self, seat: usize, from: u64) -> u64 {
        let stays = self.rules.leave_goal == LeaveGoal::Forbidden;
        if stays && self.goal[seat] & from != 0 { self.goal[seat] } else { self.region[seat] }
    }

    /// Where the marble of `seat` in `to` can have come from in one move, whatever it handed to
    /// rivals: hops and steps go both ways, and where they may end does not.
    fn origins(&self, placement: &Placement, seat: usize, to: u32) -> u64 {
        let at = 1 << to;
        let steps = self.neighbours[to as usize] & !placement.occupied();
        let chains = self.chains(placement, seat, at, self.landing[seat]);
        let mut origins = (steps | chains) & self.region[seat];
        let stays = self.rules.leave_goal == LeaveGoal::Forbidden;
        if stays && self.goal[seat] & at == 0 {
            origins &= !self.goal[seat];
        }
        origins
    }

    /// Where the marble of `seat` in `at`, in its home, can go to or come from without landing
    /// outside.
    fn stays_home(&self, placement: &Placement, seat: usize, at: u32) -> u64 {
        let home = self.home[seat];
        let steps = self.neighbours[at as usize] & home & !placement.occupied();
        steps | self.chains(placement, seat, 1 << at, self.landing[seat] & home)
    }

    /// Whether a move of `seat` from one placement to another makes the goal of a rival complete.
    fn hands_win(&self, before: &Placement, after: &Placement, seat: usize) -> bool {
        let rivals = (0..self.seats).filter(|&rival| rival != seat);
        self.rules.hand_win == HandWin::Illegal
            && rivals
                .into_iter()
                .any(|rival| self.complete(after, rival) && !self.complete(before, rival))
    }

    /// Visits every legal move of `seat` until `visit` says no; whether it never did.
    #[inline]
    pub(super) fn every_move(
        &self,
        placement: &Placement,
        seat: usize,
        mut visit: impl FnMut(u32, u32, Placement) -> bool,
    ) -> bool {
        holes(placement.marbles[seat]).all(|from| {
            let native = placement.natives >> from & 1 != 0;
            let stays = if native { self.stays_home(placement, seat, from) } else { 0 };
            holes(self.ends(placement, seat, from)).all(|to| {
                let mut after = *placement;
                after.marbles[seat] ^= 1 << from | 1 << to;
                after.natives = (after.natives & !(1 << from)) | (stays & 1 << to);
                self.hands_win(placement, &after, seat) || visit(from, to, after)
            })
        })
    }

    /// Visits every placement from which a legal move of `seat` leads to this one.
    #[inline]
    pub(super) fn every_origin(
        &self,
        placement: &Placement,
        seat: usize,
        mut visit: impl FnMut(Placement),
    ) {
        for to in holes(placement.marbles[seat]) {
            let native = placement.natives >> to & 1 != 0;
            let home = if self.keeps_natives() { self.home[seat] } else { 0 };
            let stays = if home >> to & 1 != 0 { self.stays_home(placement, seat, to) } else { 0 };
            for from in holes(self.origins(placement, seat, to)) {
                let mut before = *placement;
                before.marbles[seat] ^= 1 << from | 1 << to;
                before.natives &= !(1 << to);
                // A marble that is native now was so before, and stayed at home; one that is not may
                // have become so by this move.
                let stayed = stays >> from & 1 != 0;
                if !native && !self.hands_win(&before, placement, seat) {
                    visit(before);
                }
                if home >> from & 1 != 0 && native == stayed {
                    before.natives |= 1 << from;
                    if !self.hands_win(&before, placement, seat) {
                        visit(before);
                    }
                }
            }
        }
    }

    /// Whether `seat` has a legal move.
    pub(super) fn can_move(&self, placement: &Placement, seat: usize) -> bool {
        let free = !placement.occupied();
        let step =
            |from| self.neighbours[from as usize] & free & self.stops(seat, 1u64 << from) != 0;
        (self.rules.hand_win == HandWin::Allowed && holes(placement.marbles[seat]).any(step))
            || !self.every_move(placement, seat, |_, _, _| false)
    }
}
