//! The evaluator: the only thing that scores a position.

use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Board, BySeat, Seat, Win};
use crate::star::{Hole, HoleSet};

/// What each term of the evaluator costs; all integers, from 0 to [`Weights::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    /// A hole of distance left.
    pub distance: i32,
    /// A hole between the rearmost marble and the goal.
    pub straggler: i32,
    /// A marble in a hop class in which the goal has no hole for it.
    pub classes: i32,
    /// A pair of an own marble in the goal and a deeper hole that is open.
    pub blocking: i32,
}

impl Weights {
    /// The most that a term may cost, so that wins lie beyond every score.
    pub const MAX: i32 = 100;
}

impl Default for Weights {
    fn default() -> Self {
        Self { distance: 12, straggler: 4, classes: 3, blocking: 1 }
    }
}

/// The terms of one seat, each a count: less is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// [`Board::distance_left`], in holes.
    pub distance: i32,
    /// Holes between its rearmost marble and the goal.
    pub straggler: i32,
    /// Marbles that are too many in their hop class: hops alone cannot bring them all home.
    pub classes: i32,
    /// Pairs of an own marble in the goal and an open hole of it nearer to the tip. A hole is open
    /// when it is empty; where only own marbles count, when it holds none.
    pub blocking: i32,
}

impl Terms {
    /// The terms of `seat` as their descriptions have them, counted anew.
    pub fn of(board: &Board, position: &Position, seat: Seat) -> Self {
        let (goal, own) = (board.goal(seat), position.marbles(seat));
        let distance = |hole| i32::from(board.distance(seat, hole));
        let edge = goal.into_iter().map(distance).max().unwrap_or(0);
        let rear = own.into_iter().map(distance).max().unwrap_or(0);
        let of_class = |holes: HoleSet, class| {
            let class = |&hole: &Hole| board.star().class(hole) == class;
            holes.into_iter().filter(class).count() as i32
        };
        let spare = |class| (of_class(own, class) - of_class(goal, class)).max(0);
        let filled = if only_own(board) { own } else { position.occupied() };
        let open = goal - filled;
        let blocked =
            |hole| open.into_iter().filter(|&end| distance(end) < distance(hole)).count() as i32;
        Self {
            distance: board.distance_left(position, seat) as i32,
            straggler: (rear - edge).max(0),
            classes: (0..4).map(spare).sum(),
            blocking: (own & goal).into_iter().map(blocked).sum(),
        }
    }

    /// What the terms are worth: 0 at home, less on the way.
    #[inline]
    pub fn value(&self, weights: &Weights) -> i32 {
        -(weights.distance * self.distance
            + weights.straggler * self.straggler
            + weights.classes * self.classes
            + weights.blocking * self.blocking)
    }
}

/// Whether a hole of the goal is open until a marble of the seat itself is in it.
pub(super) fn only_own(board: &Board) -> bool {
    board.rules().win == Win::AllOwn
}

/// Rows of a goal from the tip, four bits each: no row has more than 15 marbles or holes.
pub(super) type Rows = u32;

/// The number of row `row`.
#[inline(always)]
pub(super) fn row(rows: Rows, row: u8) -> i32 {
    (rows >> (4 * u32::from(row)) & 15) as i32
}

/// For each row, how many the rows up to it hold, itself included.
#[inline(always)]
fn up_to(rows: Rows) -> Rows {
    // A goal has at most five rows and 15 holes, so no sum carries into the next.
    (rows & 0xf_ffff).wrapping_mul(0x1_1111)
}

/// One marble at each distance, as [`Tally`] counts them.
const AT: [u64; AT_MOST + 1] = {
    let mut units = [0; AT_MOST + 1];
    let mut distance = 1;
    while distance <= AT_MOST {
        units[distance] = 1 << (4 * (distance - 1));
        distance += 1;
    }
    units
};

/// The greatest distance, from tip to tip.
const AT_MOST: usize = 16;

/// What the terms of one seat are made of, kept up move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Marbles by distance from the tip of the goal, from 1 up, four bits each. One in the tip
    /// itself is in front of nothing, and not behind.
    at: u64,
    /// Open holes of the goal.
    open: Rows,
    /// Marbles by hop class, eight bits each.
    classes: u32,
    /// The distance left.
    distance: i32,
}

impl Tally {
    fn of(board: &Board, position: &Position, seat: Seat) -> Self {
        let distance = board.distance_left(position, seat) as i32;
        let mut tally = Self { distance, ..Self::default() };
        for hole in position.marbles(seat) {
            let distance = board.distance(seat, hole);
            tally.at += AT[usize::from(distance)];
            tally.classes += 1 << (8 * board.star().class(hole));
        }
        let filled = if only_own(board) { position.marbles(seat) } else { position.occupied() };
        for hole in board.goal(seat) - filled {
            tally.open += 1 << (4 * board.distance(seat, hole));
        }
        tally
    }

    /// The distance of the rearmost marble, and that of the next when it is away; 0 for no marble.
    #[inline]
    pub(super) fn rear(&self) -> (u8, u8) {
        let last = |at: u64| (AT_MOST as u32 - at.leading_zeros() / 4) as u8;
        let rear = last(self.at);
        (rear, last(self.at - AT[usize::from(rear)]))
    }

    /// Marbles by hop class.
    #[inline]
    pub(super) fn class(&self, class: usize) -> u8 {
        (self.classes >> (8 * class)) as u8
    }

    /// Whether an own marble is in the goal, but for the tip.
    #[inline]
    pub(super) fn is_in_goal(&self, depth: u8) -> bool {
        self.at & ((1 << (4 * (depth - 1))) - 1) != 0
    }

    /// Open holes of the goal.
    #[inline]
    pub(super) fn open(&self) -> i32 {
        row(up_to(self.open), 4)
    }

    /// For each row of the goal, the open holes nearer to the tip.
    #[inline]
    pub(super) fn deeper(&self) -> Rows {
        up_to(self.open) << 4
    }

    /// For each row of the goal, the own marbles in rows farther from the tip.
    #[inline]
    pub(super) fn in_front(&self, depth: u8) -> Rows {
        // Row 0 of these is row 1 of the goal: what is up to it is in front of nothing nearer.
        let up_to = up_to(self.at as Rows & ((1 << (4 * (depth - 1))) - 1));
        (up_to >> 16 & 15) * 0x1_1111 - (up_to << 4 & 0xf_ffff)
    }

    /// The terms that it adds up to.
    pub(super) fn terms(&self, board: &Board, seat: Seat) -> Terms {
        let depth = board.goal_depth();
        let needs = board.goal_classes(seat);
        let spare = |class: usize| i32::from(self.class(class).saturating_sub(needs[class]));
        let front = self.in_front(depth);
        Terms {
            distance: self.distance,
            straggler: i32::from(self.rear().0.saturating_sub(depth - 1)),
            classes: (0..4).map(spare).sum(),
            blocking: (0..depth).map(|end| row(self.open, end) * row(front, end)).sum(),
        }
    }

    /// Moves an own marble.
    #[inline]
    fn shift(&mut self, board: &Board, seat: Seat, mv: Move) {
        let (from, to) = (board.distance(seat, mv.from()), board.distance(seat, mv.to()));
        self.at = self.at - AT[usize::from(from)] + AT[usize::from(to)];
        let class = |hole| 8 * board.star().class(hole);
        self.classes = self.classes - (1 << class(mv.from())) + (1 << class(mv.to()));
        self.distance += i32::from(to) - i32::from(from);
        self.refill(board, seat, mv);
    }

    /// Keeps the goal's open holes up with a move that counts towards filling them.
    #[inline]
    fn refill(&mut self, board: &Board, seat: Seat, mv: Move) {
        let depth = board.goal_depth();
        let (from, to) = (board.distance(seat, mv.from()), board.distance(seat, mv.to()));
        if from < depth {
            self.open += 1 << (4 * from);
        }
        if to < depth {
            self.open -= 1 << (4 * to);
        }
    }
}

/// The evaluation of every seat, kept up move by move.
///
/// ```
/// use engine::rules::{Board, Rules, Seat};
/// use engine::search::{Evaluation, Terms, Weights};
/// let board = Board::new(&Rules::default().with_seats(2)?)?;
/// let mut position = board.start();
/// let mut evaluation = Evaluation::of(&board, &position);
/// let seat = position.turn();
/// let mv = board.moves(&position).nth(3).expect("the opening has moves");
/// board.apply(&mut position, mv);
/// evaluation.play(&board, seat, mv);
/// assert_eq!(evaluation, Evaluation::of(&board, &position));
/// assert_eq!(evaluation.terms(&board, seat), Terms::of(&board, &position, seat));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation(BySeat<Tally>);

impl Evaluation {
    /// Of a position.
    pub fn of(board: &Board, position: &Position) -> Self {
        let mut tallies = BySeat::default();
        for seat in board.seats() {
            tallies[seat] = Tally::of(board, position, seat);
        }
        Self(tallies)
    }

    /// Follows a move of `seat`. Played backwards, a move is taken back.
    #[inline]
    pub fn play(&mut self, board: &Board, seat: Seat, mv: Move) {
        let foreign = !only_own(board);
        for other in board.seats() {
            if other == seat {
                self.0[seat].shift(board, seat, mv);
            } else if foreign {
                self.0[other].refill(board, other, mv);
            }
        }
    }

    /// The terms of a seat.
    pub fn terms(&self, board: &Board, seat: Seat) -> Terms {
        self.0[seat].terms(board, seat)
    }

    /// What the terms of a seat are worth: 0 at home, less on the way.
    #[inline]
    pub fn value(&self, board: &Board, weights: &Weights, seat: Seat) -> i32 {
        self.terms(board, seat).value(weights)
    }

    #[inline]
    pub(super) fn tally(&self, seat: Seat) -> &Tally {
        &self.0[seat]
    }
}
