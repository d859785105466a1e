//! Who is still racing within a search, and what it is worth to come home.

use crate::moves::{Move, Moves};
use crate::position::Position;
use crate::rules::{AfterWin, Board, BySeat, Seat, Win, WinTested};
use crate::star::HoleSet;

/// What coming home first is worth, less the plies that it takes; no evaluation comes near.
pub const WIN: i32 = 1 << 24;

/// What a place is worth, beyond every evaluation too: a rival that comes home while the race goes on.
pub(super) const PLACE: i32 = 1 << 20;

/// Seats as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seats(u8);

impl Seats {
    pub(super) fn of(seats: impl Iterator<Item = Seat>) -> Self {
        Self(seats.fold(0, |bits, seat| bits | 1 << seat.index()))
    }

    #[inline]
    pub(super) fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 != 0
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) fn one(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// These without `seat`.
    #[inline]
    pub(super) fn but(mut self, seat: Seat) -> Self {
        self.remove(seat);
        self
    }

    #[inline]
    fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let seat = Seat::new(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(seat)
        })
    }
}

/// Moves that may bring a seat home, by where they start and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrivals {
    from: HoleSet,
    to: HoleSet,
}

impl Arrivals {
    /// No move.
    pub(super) const NONE: Self = Self { from: HoleSet::EMPTY, to: HoleSet::EMPTY };

    /// Any move.
    pub(super) const ALL: Self = Self { from: EVERYWHERE, to: EVERYWHERE };

    #[inline]
    pub(super) fn is_none(&self) -> bool {
        self.from.is_empty()
    }

    /// Whether `mv` may be one of them.
    #[inline]
    pub(super) fn include(&self, mv: Move) -> bool {
        self.from.contains(mv.from()) && self.to.contains(mv.to())
    }

    /// Whether one of `moves` may be one of them.
    #[inline]
    pub(super) fn include_any(&self, moves: &Moves) -> bool {
        let mut marbles = moves.marbles();
        marbles
            .any(|marble| self.from.contains(marble.from()) && !self.to.is_disjoint(marble.ends()))
    }
}

/// Whether a set has at most one hole.
#[inline]
fn most_one(holes: HoleSet) -> bool {
    let bits = holes.bits();
    bits == 0 || bits & (bits - 1) == 0
}

/// Every hole that there may be.
const EVERYWHERE: HoleSet = HoleSet::from_bits(u128::MAX);

/// The race at one point of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Race {
    /// Seats that are on their way.
    pub(super) racing: Seats,
    /// Whether the game has ended.
    pub(super) over: bool,
    /// The outcome of seats that race no more.
    pub(super) outcome: BySeat<i32>,
    /// Seats that have come home in this search.
    home: i32,
    /// Seats that have lost in it for want of a move.
    out: i32,
}

impl Race {
    pub(super) fn of(racing: Seats) -> Self {
        Self { racing, over: false, outcome: BySeat::default(), home: 0, out: 0 }
    }

    /// What the seats that race no more are worth to one that does.
    #[inline]
    pub(super) fn standing(&self) -> i32 {
        PLACE * (self.out - self.home)
    }

    /// The next seat after `seat` that races; `seat` itself if it is alone.
    #[inline]
    pub(super) fn next(&self, board: &Board, seat: Seat) -> Seat {
        let mut next = seat.after(board.seat_count());
        while next != seat && !self.racing.contains(next) {
            next = next.after(board.seat_count());
        }
        next
    }

    /// The moves of `mover` that may bring a seat home: all that do are among them.
    #[inline]
    pub(super) fn arrivals(&self, board: &Board, position: &Position, mover: Seat) -> Arrivals {
        let win = board.rules().win;
        let mut arrivals = Arrivals::NONE;
        for seat in self.racing.iter() {
            let (goal, own, moves) = (board.goal(seat), position.marbles(seat), seat == mover);
            // What is to be filled, and what is to be taken away from home.
            let (open, left, can_fill) = match win {
                Win::AllOwn => (goal - own, HoleSet::EMPTY, moves),
                Win::AnyOwn | Win::Natives => (goal - position.occupied(), HoleSet::EMPTY, true),
                _ => (goal - position.occupied(), board.home(seat) & own, true),
            };
            let enters = moves || win == Win::AllOwn || !goal.is_disjoint(own);
            let near = most_one(open) && (can_fill || open.is_empty());
            if enters && near && most_one(left) && (moves || left.is_empty()) {
                // A marble that leaves the goal opens a hole of it.
                arrivals.from |= if left.is_empty() { EVERYWHERE } else { left } - goal;
                arrivals.to |= if open.is_empty() { EVERYWHERE } else { open };
            }
        }
        arrivals
    }

    /// The race after a move of `mover` at `ply` that led to `position`, if it brought a seat home.
    pub(super) fn after(
        &self,
        board: &Board,
        position: &Position,
        mover: Seat,
        ply: i32,
    ) -> Option<Self> {
        let mut race = *self;
        let mut seat = mover;
        loop {
            if self.racing.contains(seat) && board.complete(position, seat) {
                race.racing.remove(seat);
                race.outcome[seat] = WIN - ply - PLACE * race.home;
                race.home += 1;
            }
            seat = seat.after(board.seat_count());
            if seat == mover || board.rules().win_tested == WinTested::Mover {
                break;
            }
        }
        if race.home == self.home {
            return None;
        }
        let last = race.racing.len() <= usize::from(board.seat_count() > 1);
        if board.rules().after_win == AfterWin::Stop {
            race.over = true;
            // The first counts, and nobody else.
            let mut first = mover;
            while !self.racing.contains(first) || race.racing.contains(first) {
                first = first.after(board.seat_count());
            }
            for seat in self.racing.iter().filter(|&seat| seat != first) {
                race.outcome[seat] = ply - WIN;
            }
        } else if last {
            race.over = true;
            for seat in race.racing.iter() {
                race.outcome[seat] = ply - WIN;
            }
        }
        Some(race)
    }

    /// The race after `seat` lost at `ply` for want of a move.
    pub(super) fn without(&self, board: &Board, seat: Seat, ply: i32) -> Self {
        let mut race = *self;
        race.racing.remove(seat);
        race.outcome[seat] = ply - WIN;
        race.out += 1;
        if race.racing.len() <= usize::from(board.seat_count() > 1) {
            race.over = true;
            for last in race.racing.iter() {
                race.outcome[last] = if race.home == 0 { WIN - ply } else { race.standing() };
            }
        }
        race
    }
}
