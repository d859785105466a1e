//! Where the marbles are, and whose turn it is.

use core::fmt;

use crate::hash;
use crate::moves::Move;
use crate::rules::{BySeat, Seat};
use crate::star::lanes::Lanes;
use crate::star::{Hole, HoleSet, Star};

/// Most marbles that a seat can have: a point and its front on the full star.
pub(crate) const MAX_MARBLES: usize = 15;

/// The marbles of every seat, and the seat to move.
///
/// It knows the star and how many seats and marbles there are, but no rules: a
/// [`Board`](crate::rules::Board) says what may move where. The key and the lanes are kept up with
/// every change, and equality compares everything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    star: &'static Star,
    seats: u8,
    marbles_each: u8,
    turn: Seat,
    marbles: BySeat<HoleSet>,
    occupied: HoleSet,
    /// `occupied` again, by hop class.
    lanes: Lanes,
    key: u64,
    natives: Option<HoleSet>,
}

impl PartialEq for Star {
    fn eq(&self, other: &Self) -> bool {
        self.arm() == other.arm()
    }
}

impl Eq for Star {}

/// Takes back one [`Board::apply`](crate::rules::Board::apply).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    pub(crate) mv: Move,
    pub(crate) natives: Option<HoleSet>,
}

impl Position {
    /// A star without marbles, seat 0 to move.
    ///
    /// # Panics
    ///
    /// If `seats` is not 1 to 6, or `marbles_each` is above 15.
    pub fn empty(star: &'static Star, seats: usize, marbles_each: usize) -> Self {
        assert!((1..=Seat::MAX).contains(&seats), "a star seats one to six");
        assert!(marbles_each <= MAX_MARBLES, "a seat has at most a point and its front");
        let key = hash::shape(star.arm(), seats, marbles_each) ^ hash::turn(Seat::ALL[0]);
        Self {
            star,
            seats: seats as u8,
            marbles_each: marbles_each as u8,
            turn: Seat::ALL[0],
            marbles: BySeat::default(),
            occupied: HoleSet::EMPTY,
            lanes: [0; 4],
            key,
            natives: None,
        }
    }

    /// The star it is on.
    #[inline]
    pub fn star(&self) -> &'static Star {
        self.star
    }

    /// Number of seats.
    #[inline]
    pub fn seat_count(&self) -> usize {
        usize::from(self.seats)
    }

    /// The seats, in turn order.
    pub fn seats(
        &self,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        Seat::first_n(self.seat_count())
    }

    /// Marbles that each seat has in a full set; study positions may hold fewer.
    #[inline]
    pub fn marbles_each(&self) -> usize {
        usize::from(self.marbles_each)
    }

    /// The seat to move.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Gives the turn to `seat`.
    #[inline]
    pub fn set_turn(&mut self, seat: Seat) {
        debug_assert!(seat.index() < self.seat_count());
        self.key ^= hash::turn(self.turn) ^ hash::turn(seat);
        self.turn = seat;
    }

    /// The marbles of one seat.
    #[inline]
    pub fn marbles(&self, seat: Seat) -> HoleSet {
        self.marbles[seat]
    }

    /// Every marble.
    #[inline]
    pub fn occupied(&self) -> HoleSet {
        self.occupied
    }

    #[inline]
    pub(crate) fn lanes(&self) -> &Lanes {
        &self.lanes
    }

    /// Whose marble is in `hole`.
    pub fn at(&self, hole: Hole) -> Option<Seat> {
        self.seats().find(|&seat| self.marbles[seat].contains(hole))
    }

    /// A number for the whole position: marbles, seat to move, seat count, star and natives.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// [`key`](Self::key), computed anew.
    pub fn key_anew(&self) -> u64 {
        let mut key = hash::shape(self.star.arm(), self.seat_count(), self.marbles_each());
        key ^= hash::turn(self.turn);
        for seat in self.seats() {
            key ^= self.own_key(seat);
        }
        if let Some(natives) = self.natives {
            key ^= hash::natives(natives);
        }
        key
    }

    /// A number for one seat's marbles alone.
    pub fn own_key(&self, seat: Seat) -> u64 {
        self.marbles[seat].into_iter().fold(0, |key, hole| key ^ hash::marble(seat, hole))
    }

    /// [`own_key`](Self::own_key) of the seat to move, as it would be after one of its marbles moved.
    pub fn own_key_after(&self, mv: Move) -> u64 {
        let seat = self.turn;
        self.own_key(seat) ^ hash::marble(seat, mv.from()) ^ hash::marble(seat, mv.to())
    }

    /// Puts a marble of `seat` into `hole`; false if the hole is taken or off the star, or the seat
    /// has its full set.
    pub fn put(&mut self, seat: Seat, hole: Hole) -> bool {
        let free = hole.index() < self.star.len() && !self.occupied.contains(hole);
        let left =
            seat.index() < self.seat_count() && self.marbles[seat].len() < self.marbles_each();
        if free && left {
            self.toggle(seat, hole);
        }
        free && left
    }

    /// Lifts the marble in `hole`, and says whose it was.
    pub fn lift(&mut self, hole: Hole) -> Option<Seat> {
        let seat = self.at(hole)?;
        self.toggle(seat, hole);
        if let Some(mut natives) = self.natives {
            natives.remove(hole);
            self.set_natives(Some(natives));
        }
        Some(seat)
    }

    #[inline]
    fn toggle(&mut self, seat: Seat, hole: Hole) {
        let (set, lane) = (HoleSet::of(hole), self.star.lane_bit(hole));
        self.marbles[seat] ^= set;
        self.occupied ^= set;
        self.lanes[usize::from(lane.class)] ^= lane.word();
        self.key ^= hash::marble(seat, hole);
    }

    /// The holes of marbles that never landed outside their start, if the rules ask for them.
    #[inline]
    pub fn natives(&self) -> Option<HoleSet> {
        self.natives
    }

    /// Replaces the natives, or stops keeping them.
    pub fn set_natives(&mut self, natives: Option<HoleSet>) {
        for set in [self.natives, natives].into_iter().flatten() {
            self.key ^= hash::natives(set);
        }
        self.natives = natives;
    }

    /// Moves a marble of the seat to move, whatever the rules say; the turn stays.
    ///
    /// `stays_home` says whether it lands nowhere outside its start: a native marble that does is
    /// native no more.
    #[inline]
    pub(crate) fn apply(&mut self, mv: Move, stays_home: bool) -> Undo {
        let undo = Undo { mv, natives: self.natives };
        debug_assert!(self.marbles[self.turn].contains(mv.from()), "{mv:?}: no marble to move");
        debug_assert!(!self.occupied.contains(mv.to()), "{mv:?}: the landing is taken");
        self.toggle(self.turn, mv.from());
        self.toggle(self.turn, mv.to());
        if let Some(mut natives) = self.natives
            && natives.contains(mv.from())
        {
            natives.remove(mv.from());
            if stays_home {
                natives.insert(mv.to());
            }
            self.set_natives(Some(natives));
        }
        undo
    }

    /// Takes back a move of the seat to move.
    #[inline]
    pub(crate) fn take_back(&mut self, undo: Undo) {
        self.toggle(self.turn, undo.mv.to());
        self.toggle(self.turn, undo.mv.from());
        if self.natives != undo.natives {
            self.set_natives(undo.natives);
        }
    }

    /// Names the first thing kept up with every change that differs from its recomputation.
    ///
    /// # Errors
    ///
    /// With the name of what has drifted.
    pub fn check(&self) -> Result<(), &'static str> {
        let mut occupied = HoleSet::EMPTY;
        for seat in self.seats() {
            if !self.marbles[seat].is_disjoint(occupied) {
                return Err("two marbles in one hole");
            }
            occupied |= self.marbles[seat];
        }
        if occupied != self.occupied || !occupied.is_subset(self.star.holes()) {
            return Err("occupied holes");
        }
        if self.lanes != self.star.lanes(occupied) {
            return Err("lanes");
        }
        if self.key != self.key_anew() {
            return Err("key");
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::rules::{Board, Rules};

    const SEAT: Seat = Seat::ALL[0];

    fn natives() -> Board {
        let mut rules = Rules { arm: Some(2), ..Rules::default() }.with_seats(2).unwrap();
        rules.set("win", "natives").unwrap();
        Board::new(&rules).unwrap()
    }

    #[test]
    fn a_marble_goes_into_a_free_hole_of_the_star_while_the_set_lasts() {
        let mut position = Position::empty(Star::of(2).unwrap(), 2, 3);
        assert!(!position.put(Seat::ALL[2], Hole::at(0)), "there is no such seat");
        assert!(!position.put(SEAT, Hole::at(37)), "the star ends at 36");
        for index in [0, 1, 36] {
            assert!(position.put(SEAT, Hole::at(index)));
            assert!(!position.put(Seat::ALL[1], Hole::at(index)), "it is taken");
        }
        assert!(!position.put(SEAT, Hole::at(5)), "three are a full set");
        assert_eq!(position.marbles(SEAT), position.occupied());
        assert_eq!(position.lift(Hole::at(5)), None);
        assert_eq!(position.lift(Hole::at(36)), Some(SEAT));
        assert!(position.put(SEAT, Hole::at(5)));
        assert_eq!(position.check(), Ok(()));
    }

    #[test]
    fn an_own_key_is_of_one_seats_marbles_alone() {
        let board = Board::new(&Rules::default().with_seats(3).unwrap()).unwrap();
        let mut position = board.start();
        let keys = Seat::first_n(3).map(|seat| position.own_key(seat)).collect::<Vec<_>>();
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
        let mv = board.moves(&position).nth(0).unwrap();
        let after = position.own_key_after(mv);
        board.apply(&mut position, mv);
        assert_eq!(position.own_key(SEAT), after);
        assert_ne!(after, keys[0]);
        // Neither the others' marbles nor the turn matter.
        assert_eq!(position.own_key(Seat::ALL[1]), keys[1]);
        position.set_turn(Seat::ALL[2]);
        assert_eq!(position.own_key(SEAT), after);
        assert_eq!(board.empty().own_key(SEAT), 0);
    }

    #[test]
    #[should_panic(expected = "a point and its front")]
    fn no_seat_has_sixteen_marbles() {
        Position::empty(Star::full(), 2, 16);
    }

    #[test]
    fn a_native_is_one_until_it_ends_a_move_outside() {
        let board = natives();
        let mut position = board.start();
        let all = position.natives().unwrap();
        let mv = |from: &str, to: &str| {
            let hole = |name| board.star().hole_named(name).unwrap();
            Move::new(hole(from), hole(to)).unwrap()
        };
        board.apply(&mut position, mv("b1", "c2"));
        assert_eq!(position.natives(), Some(all - HoleSet::of(mv("b1", "c2").from())));
        // Within its start it stays one.
        let undo = board.apply(&mut position, mv("a1", "b1"));
        assert_eq!(position.natives(), Some(all - HoleSet::of(mv("a1", "b1").from())));
        board.take_back(&mut position, undo);
        board.apply(&mut position, mv("c2", "b1"));
        assert_eq!(position.natives(), Some(all - HoleSet::of(mv("c2", "b1").to())));
        assert_eq!(position.check(), Ok(()));
        // A marble that is lifted takes its mark along.
        position.lift(board.star().hole_named("a1").unwrap());
        assert_eq!(position.natives().unwrap().len(), 4);
        assert_eq!(position.check(), Ok(()));
    }

    #[test]
    fn what_has_drifted_is_named() {
        let start = natives().start();
        assert_eq!(start.check(), Ok(()));
        let drifted = |change: fn(&mut Position)| {
            let mut position = start;
            change(&mut position);
            position.check()
        };
        assert_eq!(drifted(|position| position.lanes[1] ^= 1), Err("lanes"));
        assert_eq!(drifted(|position| position.key ^= 1), Err("key"));
        assert_eq!(drifted(|position| position.turn = Seat::ALL[1]), Err("key"));
        assert_eq!(drifted(|position| position.natives = None), Err("key"));
        assert_eq!(
            drifted(|position| position.occupied.insert(Hole::at(5))),
            Err("occupied holes")
        );
        let twice = |position: &mut Position| position.marbles[Seat::ALL[1]].insert(Hole::at(0));
        assert_eq!(drifted(twice), Err("two marbles in one hole"));
        let off = |position: &mut Position| {
            position.marbles[SEAT].insert(Hole::at(40));
            position.occupied.insert(Hole::at(40));
        };
        assert_eq!(drifted(off), Err("occupied holes"));
    }
}
