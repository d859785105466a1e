//! Who is still racing within a search, and what it is worth to come home.

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

    /// Whether some move of `mover` may bring a seat home: false only if none can.
    #[inline]
    pub(super) fn near_home(&self, board: &Board, position: &Position, mover: Seat) -> bool {
        let few = |holes: HoleSet, most: bool| {
            // None, or at most one if it is the mover's to move.
            let bits = holes.bits();
            bits == 0 || (most && bits & (bits - 1) == 0)
        };
        self.racing.iter().any(|seat| {
            let (goal, own) = (board.goal(seat), position.marbles(seat));
            let moves = seat == mover;
            match board.rules().win {
                Win::AllOwn => few(goal - own, moves),
                win => {
                    few(goal - position.occupied(), true)
                        && (moves || !goal.is_disjoint(own))
                        && (matches!(win, Win::AnyOwn | Win::Natives)
                            || few(board.home(seat) & own, moves))
                }
            }
        })
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
