//! What a move changes in the evaluation, without playing it.

use super::eval::{Evaluation, Rows, Weights, only_own, row};
use crate::moves::{MarbleMoves, Move, Moves};
use crate::rules::{Board, BySeat, Seat};
use crate::star::lanes::Lanes;
use crate::star::{Hole, MAX_HOLES};

/// What one seat's moves are worth in one position: the exact change of the seats' values, each
/// times its share, added up. The mover's share is above 0.
///
/// Nearly every move changes no more than the mover's distance and its rearmost marble; classes
/// change by steps only, and blocking where a goal is touched.
pub(super) struct Gains<'b> {
    board: &'b Board,
    mover: Seat,
    distances: &'b [u8; MAX_HOLES],
    /// Times the mover's share.
    weights: Weights,
    depth: u8,
    /// The rearmost marble, and the next when it is away; at the edge of the goal if in it.
    rear: u8,
    rears: [u8; 2],
    /// What it costs, by hop class, to leave it and to enter it.
    leave: [i32; 4],
    enter: [i32; 4],
    /// What it costs to block in each row of the goal.
    blocked: [i32; MAX_DEPTH],
    /// The most that a step gains.
    most: i32,
    /// The most that it gains by filling a hole of a rival's goal.
    bonus: i32,
    /// By seat, its marbles in front of each row of its goal, and what filling a hole is worth for
    /// each of them.
    theirs: BySeat<(Rows, i32)>,
    /// Goals in which their owners' marbles stand in front of a hole, by hop class; what moves in
    /// and out of them concerns their owners.
    touchy: Lanes,
    is_touchy: bool,
}

/// Most rows of a goal.
const MAX_DEPTH: usize = 5;

/// A marble that may move: what all its moves have in common.
#[derive(Clone, Copy)]
struct Start {
    distance: u8,
    class: usize,
    /// Whether it stands in the goal.
    lifted: bool,
    /// Worth of lifting it.
    lift: i32,
    /// The rearmost marble but for this one; at the edge of the goal if in it.
    rear: u8,
}

impl<'b> Gains<'b> {
    /// Of the moves of `mover`; `shares` is what each seat's value counts for.
    #[inline]
    pub(super) fn new(
        board: &'b Board,
        evaluation: &Evaluation,
        weights: &Weights,
        shares: &BySeat<i32>,
        mover: Seat,
    ) -> Self {
        let tally = evaluation.tally(mover);
        let share = shares[mover];
        let own = Weights {
            distance: weights.distance * share,
            straggler: weights.straggler * share,
            classes: weights.classes * share,
            blocking: weights.blocking * share,
        };
        let depth = board.goal_depth();
        let (rear, next) = tally.rear();
        let rears = [rear.max(depth - 1), next.max(depth - 1)];
        // A hole of distance, and for the rearmost marble the way to the next.
        let mut most = own.distance + own.straggler * i32::from(rears[0] - rears[1]);
        let (mut leave, mut enter) = ([0; 4], [0; 4]);
        let needs = board.goal_classes(mover);
        for class in 0..4 {
            let count = tally.class(class);
            leave[class] = if count > needs[class] { -own.classes } else { 0 };
            enter[class] = if count >= needs[class] { own.classes } else { 0 };
        }
        most -= leave.into_iter().min().unwrap_or(0);
        let (deeper, in_front) = (tally.deeper(), tally.in_front(depth));
        let mut blocked = [0; MAX_DEPTH];
        for distance in 0..depth {
            blocked[usize::from(distance)] =
                own.blocking * (row(deeper, distance) - row(in_front, distance));
        }
        if tally.is_in_goal(depth) {
            // Out of the way of every deeper hole, and in before every marble in front.
            most += own.blocking * (tally.open() + row(in_front, 0));
        }
        let mut gains = Self {
            board,
            mover,
            distances: board.distances(mover),
            weights: own,
            depth,
            rear,
            rears,
            leave,
            enter,
            blocked,
            most,
            bonus: 0,
            theirs: BySeat::default(),
            touchy: [0; 4],
            is_touchy: false,
        };
        if !only_own(board) {
            for other in board.seats() {
                let in_front = evaluation.tally(other).in_front(depth);
                if other != mover && in_front != 0 {
                    gains.watch(other, in_front, weights.blocking * shares[other]);
                }
            }
        }
        gains
    }

    /// Keeps an eye on a rival's goal.
    fn watch(&mut self, other: Seat, in_front: Rows, worth: i32) {
        self.theirs[other] = (in_front, worth);
        self.is_touchy = true;
        let filling = worth * row(in_front, 0);
        self.bonus += filling.max(0);
        self.most += filling.abs();
        for (touchy, goal) in self.touchy.iter_mut().zip(self.board.goal_lanes(other)) {
            *touchy |= goal;
        }
    }

    /// Calls `each` with every one of `moves` and its gain.
    #[inline(always)]
    pub(super) fn for_each(&self, moves: &Moves, mut each: impl FnMut(i32, Move)) {
        for marble in moves.marbles() {
            let (from, start) = (marble.from(), self.start(marble.from()));
            marble.for_each_chain(|to| each(self.chain(&start, to), Move::between(from, to)));
            marble.for_each_step(u64::MAX, |to| {
                each(self.step(&start, to), Move::between(from, to));
            });
        }
    }

    /// The gain of a move of the mover that is legal but for what it would have to hop over.
    #[inline]
    pub(super) fn of(&self, mv: Move) -> i32 {
        let (start, class) = (self.start(mv.from()), self.board.star().class(mv.to()));
        let is_chain = start.class == class;
        if is_chain { self.chain(&start, mv.to()) } else { self.step(&start, mv.to()) }
    }

    /// The move of `moves` that gains the most, with what it gains, none if there is none; and how
    /// many were looked at.
    #[inline(always)]
    pub(super) fn best(&self, moves: &Moves) -> (Option<(i32, Move)>, u32) {
        let (mut best, mut count, mut mover) = (i32::MIN, 0, 0);
        for (index, marble) in moves.marbles().enumerate() {
            if marble.chain_lane() != 0 {
                let gain = self.best_chain(&marble, &mut count);
                if gain > best {
                    (best, mover) = (gain, index);
                }
            }
        }
        if best < self.most + self.bonus {
            for (index, marble) in moves.marbles().enumerate() {
                let gain = self.best_step(&marble, best, &mut count);
                if gain > best {
                    (best, mover) = (gain, index);
                }
            }
        }
        let marble = moves.marbles().nth(mover);
        let mv = marble.and_then(|marble| self.gaining(&marble, best));
        (mv.map(|mv| (best, mv)), count)
    }

    /// A move of the marble that gains so much.
    #[inline]
    fn gaining(&self, marble: &MarbleMoves, gain: i32) -> Option<Move> {
        let (start, mut found) = (self.start(marble.from()), None);
        marble.for_each_chain(|to| {
            if self.chain(&start, to) == gain {
                found = Some(to);
            }
        });
        if found.is_none() {
            marble.for_each_step(u64::MAX, |to| {
                if self.step(&start, to) == gain {
                    found = Some(to);
                }
            });
        }
        found.map(|to| Move::between(marble.from(), to))
    }

    /// The most that one of the marble's chains gains.
    #[inline(always)]
    fn best_chain(&self, marble: &MarbleMoves, count: &mut u32) -> i32 {
        let start = self.start(marble.from());
        let mut chains = marble.chain_lane();
        if chains & self.touchy[start.class] != 0 {
            let mut best = i32::MIN;
            marble.for_each_chain(|to| {
                best = best.max(self.chain(&start, to));
                *count += 1;
            });
            return best;
        }
        let distances = &self.board.lane_distances(self.mover)[start.class];
        let mut best = i32::MIN;
        while chains != 0 {
            let distance = distances[chains.trailing_zeros() as usize];
            best = best.max(self.landing(&start, distance));
            *count += 1;
            chains &= chains - 1;
        }
        best
    }

    /// The most that one of the marble's steps gains, if it is more than `best`.
    #[inline(always)]
    fn best_step(&self, marble: &MarbleMoves, mut best: i32, count: &mut u32) -> i32 {
        let start = self.start(marble.from());
        let mut holes = u64::MAX;
        let ahead = start.distance.saturating_sub(1);
        if ahead >= self.depth {
            // A step may leave a crowded class, and gain a hole or none.
            let extra = self.bonus - self.leave[start.class];
            if self.landing(&start, ahead) + extra <= best {
                return best;
            }
            if self.landing(&start, start.distance) + extra <= best {
                holes = self.board.nearer(self.mover, marble.from());
            }
        }
        marble.for_each_step(holes, |to| {
            best = best.max(self.step(&start, to));
            *count += 1;
        });
        best
    }

    /// The mover's marble in `from`.
    #[inline(always)]
    fn start(&self, from: Hole) -> Start {
        let distance = self.distances[from.index()];
        let mut lift = self.weights.distance * i32::from(distance)
            + self.weights.straggler * i32::from(self.rears[0]);
        let lifted = distance < self.depth;
        if lifted {
            lift += self.blocked[usize::from(distance)];
        }
        if self.touches(from) {
            lift -= self.filling(from);
        }
        let class = self.board.star().class(from);
        let rear = self.rears[usize::from(distance == self.rear)];
        Start { distance, class, lifted, lift, rear }
    }

    /// The gain of the marble's chain to `to`, which is in its class.
    #[inline(always)]
    fn chain(&self, start: &Start, to: Hole) -> i32 {
        let gain = self.landing(start, self.distances[to.index()]);
        if self.touches(to) { gain + self.filling(to) } else { gain }
    }

    /// The gain of the marble's step to `to`, which is in another class.
    #[inline(always)]
    fn step(&self, start: &Start, to: Hole) -> i32 {
        self.chain(start, to) - self.leave[start.class] - self.enter[self.board.star().class(to)]
    }

    /// The gain of a marble that lands at `distance` in its class, but for rivals.
    #[inline(always)]
    fn landing(&self, start: &Start, distance: u8) -> i32 {
        let mut gain = start.lift
            - self.weights.distance * i32::from(distance)
            - self.weights.straggler * i32::from(start.rear.max(distance));
        if distance < self.depth {
            gain -= self.blocked[usize::from(distance)];
            // The hole that it left is open, and it stands in front of nothing.
            if start.lifted && start.distance != distance {
                gain -= self.weights.blocking;
            }
        }
        gain
    }

    /// Whether filling a hole concerns rivals.
    #[inline(always)]
    fn touches(&self, hole: Hole) -> bool {
        self.is_touchy && {
            let lane = self.board.star().lane_bit(hole);
            self.touchy[usize::from(lane.class)] & lane.word() != 0
        }
    }

    /// What it is worth to rivals that a hole of their goals is filled.
    #[inline(never)]
    fn filling(&self, hole: Hole) -> i32 {
        let worth = |other: Seat| {
            let (in_front, worth) = self.theirs[other];
            let distance = self.board.distance(other, hole);
            if distance < self.depth { worth * row(in_front, distance) } else { 0 }
        };
        self.board.seats().map(worth).sum()
    }
}
