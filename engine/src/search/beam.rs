//! The moves of a ply, the most promising first, found only as far as they are asked for.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::hash::scramble;
use crate::moves::Move;
use crate::rules::Seat;

/// A move that may be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The gain for the mover's side, and below it what breaks ties.
    key: i64,
    pub(super) mv: Move,
    pub(super) seat: Seat,
    pub(super) effect: Effect,
}

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

impl Candidate {
    /// A candidate; of equal gains the one with the higher `rank` is preferred.
    #[inline]
    pub(super) fn new(gain: i32, rank: u32, seat: Seat, mv: Move) -> Self {
        let key = i64::from(gain) << 32 | i64::from(rank);
        Self { key, mv, seat, effect: Effect::None }
    }

    #[inline]
    pub(super) fn gain(&self) -> i32 {
        (self.key >> 32) as i32
    }

    /// Corrects the gain.
    pub(super) fn add(&mut self, gain: i32) {
        self.key += i64::from(gain) << 32;
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
    #[inline]
    pub(super) fn push(&mut self, gain: i32, seat: Seat, mv: Move) {
        let rank = u32::MAX - self.0.len() as u32;
        self.0.push(Candidate::new(gain, rank, seat, mv));
    }

    /// Gives candidates of equal gain an order of their own for each `seed`.
    pub(super) fn break_ties(&mut self, seed: u64) {
        for (index, candidate) in self.0.iter_mut().enumerate() {
            let drawn = scramble(scramble(seed) ^ index as u64) as u32;
            candidate.key = candidate.key & !i64::from(u32::MAX) | i64::from(drawn);
        }
    }

    /// Puts the best of the candidates from `index` on in that place.
    #[inline]
    pub(super) fn select(&mut self, index: usize) {
        let rest = &mut self.0[index..];
        let (mut best, mut key) = (0, rest[0].key);
        for (place, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.key > key {
                (best, key) = (place, candidate.key);
            }
        }
        rest.swap(0, best);
    }

    /// Puts the candidate at `index` first and leaves the order of the others.
    pub(super) fn promote(&mut self, index: usize) {
        self.0[..=index].rotate_right(1);
    }

    /// The greatest gain.
    #[inline]
    pub(super) fn best_gain(&self) -> Option<i32> {
        self.0.iter().map(Candidate::gain).max()
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
