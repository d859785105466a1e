//! What a move changes in the evaluation, without playing it.

use super::eval::{Evaluation, Rows, Weights, only_own, row};
use crate::moves::MarbleMoves;
use crate::rules::{Board, BySeat, Seat};
use crate::star::{Hole, HoleSet, MAX_HOLES};

/// What one seat's moves are worth in one position: the exact change of the seats' values, each
/// times its share, added up.
///
/// Nearly every move changes no more than the mover's distance and its rearmost marble; classes
/// change by steps only, and blocking where a goal is touched.
pub(super) struct Gains<'b> {
    board: &'b Board,
    distances: &'b [u8; MAX_HOLES],
    lane_distances: &'b [[u8; 64]; 4],
    /// Times the mover's share.
    weights: Weights,
    depth: u8,
    rear: u8,
    next_rear: u8,
    /// What it costs, by hop class, to leave it and to enter it.
    leave: [i32; 4],
    enter: [i32; 4],
    deeper: Rows,
    in_front: Rows,
    /// By seat, its marbles in front of each row of its goal, and what filling a hole is worth for
    /// each of them.
    theirs: BySeat<(Rows, i32)>,
    /// Goals in which rivals' marbles stand in front of others.
    touchy: HoleSet,
    is_touchy: bool,
}

/// A marble that may move: what all its moves have in common.
#[derive(Clone, Copy)]
pub(super) struct Start {
    distance: u8,
    class: usize,
    /// The rearmost marble but for this one.
    rear: u8,
    /// Worth of lifting it.
    lift: i32,
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
        let (rear, next_rear) = tally.rear();
        let (mut leave, mut enter) = ([0; 4], [0; 4]);
        let needs = board.goal_classes(mover);
        for class in 0..4 {
            let count = tally.class(class);
            leave[class] = if count > needs[class] { -own.classes } else { 0 };
            enter[class] = if count >= needs[class] { own.classes } else { 0 };
        }
        let depth = board.goal_depth();
        let (mut theirs, mut touchy) = (BySeat::default(), HoleSet::EMPTY);
        if !only_own(board) {
            for other in board.seats() {
                let in_front = evaluation.tally(other).in_front(depth);
                if other != mover && in_front != 0 {
                    theirs[other] = (in_front, weights.blocking * shares[other]);
                    touchy |= board.goal(other);
                }
            }
        }
        Self {
            board,
            distances: board.distances(mover),
            lane_distances: board.lane_distances(mover),
            weights: own,
            depth,
            rear,
            next_rear,
            leave,
            enter,
            deeper: tally.deeper(),
            in_front: tally.in_front(depth),
            theirs,
            touchy,
            is_touchy: !touchy.is_empty(),
        }
    }

    /// The mover's marble in `from`.
    #[inline(always)]
    pub(super) fn start(&self, from: Hole) -> Start {
        let distance = self.distances[from.index()];
        let rear = if distance == self.rear { self.next_rear } else { self.rear };
        let mut lift = self.weights.distance * i32::from(distance)
            + self.weights.straggler * self.behind(self.rear);
        if distance < self.depth {
            let blocking = row(self.in_front, distance) - row(self.deeper, distance);
            lift -= self.weights.blocking * blocking;
        }
        if self.is_touchy && self.touchy.contains(from) {
            lift -= self.filling(from);
        }
        Start { distance, class: self.board.star().class(from), rear, lift }
    }

    /// The gain of the marble's chain to `to`, which is in its class.
    #[inline(always)]
    pub(super) fn chain(&self, start: &Start, to: Hole) -> i32 {
        let gain = self.landing(start, self.distances[to.index()]);
        if self.is_touchy && self.touchy.contains(to) { gain + self.filling(to) } else { gain }
    }

    /// The most that one of the marble's moves gains, if that is more than `least`, or `least`;
    /// and how many were looked at.
    #[inline(always)]
    pub(super) fn best(&self, marble: &MarbleMoves, least: i32) -> (i32, u32) {
        let start = self.start(marble.from());
        let (mut best, mut count) = (least, 0);
        if self.is_touchy {
            marble.for_each_chain(|to| {
                best = best.max(self.chain(&start, to));
                count += 1;
            });
        } else if marble.chain_lane() != 0 {
            // Of holes in one class the nearest to the tip is the best, inside the goal and outside.
            let distances = &self.lane_distances[start.class];
            let (mut nearest, mut outside) = (u8::MAX, u8::MAX);
            let mut chains = marble.chain_lane();
            while chains != 0 {
                let distance = distances[chains.trailing_zeros() as usize];
                nearest = nearest.min(distance);
                if distance >= self.depth {
                    outside = outside.min(distance);
                }
                count += 1;
                chains &= chains - 1;
            }
            best = best.max(self.landing(&start, nearest));
            if nearest < outside && outside < u8::MAX {
                best = best.max(self.landing(&start, outside));
            }
        }
        // A step gains a hole at most, and may leave a crowded class.
        let ahead = start.distance.saturating_sub(1);
        let most = self.landing(&start, ahead) - self.leave[start.class];
        if self.is_touchy || ahead < self.depth || most > best {
            for to in marble.steps() {
                best = best.max(self.step(&start, to));
                count += 1;
            }
        }
        (best, count)
    }

    /// The gain of a marble that lands at `distance` in its class, but for rivals.
    #[inline(always)]
    fn landing(&self, start: &Start, distance: u8) -> i32 {
        let mut gain = start.lift
            - self.weights.distance * i32::from(distance)
            - self.weights.straggler * self.behind(start.rear.max(distance));
        if distance < self.depth {
            // As it stands with the marble lifted: its own hole, if in the goal, is open.
            let lifted = start.distance < self.depth;
            let deeper =
                row(self.deeper, distance) + i32::from(lifted && start.distance < distance);
            let in_front =
                row(self.in_front, distance) - i32::from(lifted && start.distance > distance);
            gain -= self.weights.blocking * (deeper - in_front);
        }
        gain
    }

    /// The gain of the marble's step to `to`, which is in another class.
    #[inline(always)]
    pub(super) fn step(&self, start: &Start, to: Hole) -> i32 {
        let classes = self.leave[start.class] + self.enter[self.board.star().class(to)];
        self.chain(start, to) - classes
    }

    /// Holes between a marble and the goal.
    #[inline(always)]
    fn behind(&self, distance: u8) -> i32 {
        i32::from(distance.saturating_sub(self.depth - 1))
    }

    /// What it is worth to rivals that a hole of their goals is filled.
    #[cold]
    fn filling(&self, hole: Hole) -> i32 {
        let worth = |other: Seat| {
            let ((in_front, worth), distance) =
                (self.theirs[other], self.board.distance(other, hole));
            if distance < self.depth { worth * row(in_front, distance) } else { 0 }
        };
        self.board.seats().map(worth).sum()
    }
}
