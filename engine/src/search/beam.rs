//! The moves of a ply, the most promising first, found only as far as they are asked for.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::hash::scramble;
use crate::moves::Move;
use crate::rules::Seat;
use crate::star::Hole;

/// A move that may be searched, in one word that orders candidates: its gain for the mover's side,
/// then what breaks ties, then the move itself, its seat and its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate(i64);

/// What a move does beside moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// Its gain leads to a known outcome: nothing follows.
    Ends,
    /// A seat comes home and the race goes on.
    Arrives,
}

const GAIN: u32 = 32;
const RANK: u32 = 19;
const FROM: u32 = 12;
const TO: u32 = 5;
const SEAT: u32 = 2;

/// Ranks from 0 to this.
const RANKS: i64 = (1 << (GAIN - RANK)) - 1;

impl Candidate {
    /// Like no other.
    pub(super) const NONE: Self = Self(0);

    /// Whether it is the same move of the same seat, whatever it gains.
    #[inline]
    fn is_like(self, other: Self) -> bool {
        (self.0 ^ other.0) & ((1 << RANK) - 1) & !3 == 0
    }

    /// A candidate; of equal gains the one with the higher `rank` is preferred.
    #[inline]
    pub(super) fn new(gain: i32, rank: i64, seat: Seat, mv: Move) -> Self {
        let (from, to) = (mv.from().index() as i64, mv.to().index() as i64);
        let what = rank << RANK | from << FROM | to << TO | (seat.index() as i64) << SEAT;
        Self(i64::from(gain) << GAIN | what)
    }

    #[inline]
    pub(super) fn gain(self) -> i32 {
        (self.0 >> GAIN) as i32
    }

    /// Corrects the gain.
    pub(super) fn add(&mut self, gain: i32) {
        self.0 += i64::from(gain) << GAIN;
    }

    #[inline]
    pub(super) fn mv(self) -> Move {
        let hole = |shift: u32| Hole::at((self.0 >> shift & 127) as usize);
        Move::between(hole(FROM), hole(TO))
    }

    #[inline]
    pub(super) fn seat(self) -> Seat {
        Seat::ALL[(self.0 >> SEAT & 7) as usize]
    }

    #[inline]
    pub(super) fn effect(self) -> Effect {
        match self.0 & 3 {
            0 => Effect::None,
            1 => Effect::Ends,
            _ => Effect::Arrives,
        }
    }

    pub(super) fn set_effect(&mut self, effect: Effect) {
        self.0 = self.0 & !3 | effect as i64;
    }
}

/// The candidates of one ply, with room that is allocated once and used at each node anew.
#[derive(Clone, Debug, Default)]
pub(super) struct Beam(Vec<Candidate>);

/// More moves than a seat can have: 15 marbles with 36 holes of a class and six neighbours each.
const ROOM: usize = 640;

impl Beam {
    /// Makes room for the moves of so many seats.
    pub(super) fn make_room(&mut self, seats: usize) {
        self.0.clear();
        self.0.reserve(ROOM * seats);
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a candidate that comes after those before it at equal gain.
    #[inline(always)]
    pub(super) fn push(&mut self, gain: i32, seat: Seat, mv: Move) {
        let rank = RANKS - self.0.len() as i64;
        self.0.push(Candidate::new(gain, rank, seat, mv));
    }

    /// Gives candidates of equal gain an order of their own for each `seed`.
    pub(super) fn break_ties(&mut self, seed: u64) {
        for (index, candidate) in (0..).zip(&mut self.0) {
            let drawn = scramble(scramble(seed) ^ index) as i64 & RANKS;
            candidate.0 = candidate.0 & !(RANKS << RANK) | drawn << RANK;
        }
    }

    /// Leaves out the moves that `is_out`, but for those that end the game, unless nothing is left
    /// then.
    pub(super) fn leave_out(&mut self, is_out: impl Fn(Move) -> bool) {
        let stays =
            |candidate: &Candidate| candidate.effect() == Effect::Ends || !is_out(candidate.mv());
        if self.0.iter().any(stays) {
            self.0.retain(stays);
        }
    }

    /// Puts the best of the candidates from `index` on in that place.
    #[inline]
    pub(super) fn select(&mut self, index: usize) {
        let rest = &mut self.0[index..];
        let (mut place, mut best) = (0, rest[0]);
        for (index, &candidate) in rest.iter().enumerate() {
            if candidate > best {
                (place, best) = (index, candidate);
            }
        }
        rest.swap(0, place);
    }

    /// Puts the candidate like `favourite` in the place `index`, if it comes no earlier and is among
    /// the best `width` of all; says whether it did.
    pub(super) fn favour(&mut self, index: usize, favourite: Candidate, width: usize) -> bool {
        let mut rest = self.0[index..].iter();
        let Some(place) = rest.position(|candidate| candidate.is_like(favourite)) else {
            return false;
        };
        let found = self.0[index + place];
        let is_within = self.0.iter().filter(|&&candidate| candidate > found).count() < width;
        if is_within {
            self.0.swap(index, index + place);
        }
        is_within
    }

    /// The greatest gain.
    #[inline]
    pub(super) fn best_gain(&self) -> Option<i32> {
        self.0.iter().max().map(|candidate| candidate.gain())
    }
}

impl Deref for Beam {
    type Target = [Candidate];

    #[inline]
    fn deref(&self) -> &[Candidate] {
        &self.0
    }
}

impl DerefMut for Beam {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Candidate] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_keeps_what_it_is_made_of() {
        for (gain, from, to, seat) in [(0, 0, 120, 0), (-(1 << 25), 120, 0, 5), (1 << 25, 60, 7, 3)]
        {
            let mv = Move::between(Hole::at(from), Hole::at(to));
            let mut beam = Beam::default();
            beam.make_room(1);
            beam.push(gain, Seat::ALL[seat], mv);
            for effect in [Effect::Ends, Effect::Arrives, Effect::None] {
                beam[0].set_effect(effect);
                beam[0].add(-3);
                beam[0].add(3);
                let candidate = beam[0];
                assert_eq!((candidate.gain(), candidate.mv()), (gain, mv));
                assert_eq!((candidate.seat(), candidate.effect()), (Seat::ALL[seat], effect));
            }
        }
    }

    #[test]
    fn the_best_come_first_and_equals_in_their_order() {
        let mut beam = Beam::default();
        beam.make_room(1);
        let mv = |to| Move::between(Hole::at(0), Hole::at(to));
        for (gain, to) in [(3, 9), (-5, 8), (7, 1), (7, 120), (0, 5)] {
            beam.push(gain, Seat::ALL[1], mv(to));
        }
        for index in 0..beam.len() {
            beam.select(index);
        }
        let order: Vec<Move> = beam.iter().map(|candidate| candidate.mv()).collect();
        assert_eq!(order, [1, 120, 9, 5, 8].map(mv));
        // A favourite comes first if it is among so many and has not come before.
        let favourite = beam[2];
        assert!(!beam.favour(0, favourite, 2) && beam[0].mv() == mv(1));
        assert!(beam.favour(0, favourite, 3) && beam[0].mv() == mv(9));
        assert!(!beam.favour(1, favourite, 5) && beam[1].mv() == mv(120));
    }
}
