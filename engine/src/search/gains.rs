//! What a move changes in the evaluation, without playing it.

use super::eval::{Evaluation, Rows, Weights, only_own, row};
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
        if self.touchy.contains(from) {
            lift -= self.filling(from);
        }
        Start { distance, class: self.board.star().class(from), rear, lift }
    }

    /// The gain of the marble's chain to `to`, which is in its class.
    #[inline(always)]
    pub(super) fn chain(&self, start: &Start, to: Hole) -> i32 {
        let distance = self.distances[to.index()];
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
        if self.touchy.contains(to) {
            gain += self.filling(to);
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
