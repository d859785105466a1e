//! The numbers that keys are made of.

use crate::rules::Seat;
use crate::star::{Hole, HoleSet, MAX_HOLES};

/// One step of SplitMix64: a fixed scrambling of 64 bits (Steele, Lea and Flood 2014).
pub(crate) const fn scramble(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

const MARBLES: [[u64; MAX_HOLES]; Seat::MAX + 1] = {
    let mut table = [[0; MAX_HOLES]; Seat::MAX + 1];
    let mut seat = 0;
    while seat <= Seat::MAX {
        let mut hole = 0;
        while hole < MAX_HOLES {
            table[seat][hole] = scramble((seat * MAX_HOLES + hole) as u64);
            hole += 1;
        }
        seat += 1;
    }
    table
};

/// The row after the seats' is for natives.
static NUMBERS: [[u64; MAX_HOLES]; Seat::MAX + 1] = MARBLES;

/// A seat's marble in a hole.
#[inline]
pub(crate) fn marble(seat: Seat, hole: Hole) -> u64 {
    NUMBERS[seat.index()][hole.index()]
}

/// The seat to move.
#[inline]
pub(crate) const fn turn(seat: Seat) -> u64 {
    const TURNS: [u64; Seat::MAX] = {
        let mut table = [0; Seat::MAX];
        let mut seat = 0;
        while seat < Seat::MAX {
            table[seat] = scramble(1 << 32 | seat as u64);
            seat += 1;
        }
        table
    };
    TURNS[seat.index()]
}

/// The star, the seat count and the marbles a seat.
pub(crate) const fn shape(arm: u8, seats: usize, marbles_each: usize) -> u64 {
    scramble(1 << 33 | (arm as u64) << 16 | (seats as u64) << 8 | marbles_each as u64)
}

/// The natives; never 0, so that keeping none differs from not keeping any.
pub(crate) fn natives(holes: HoleSet) -> u64 {
    let row = &NUMBERS[Seat::MAX];
    holes.into_iter().fold(scramble(1 << 34), |key, hole| key ^ row[hole.index()])
}
