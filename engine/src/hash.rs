//! The numbers that keys are made of (Zobrist 1970): a position's key is all of its own, each
//! toggled by exclusive or.
//!
//! ```
//! use engine::hash;
//! use engine::rules::{Board, Rules};
//! let position = Board::new(&Rules::default().with_seats(2)?)?.start();
//! let mut key = hash::shape(4, 2, 10) ^ hash::turn(position.turn());
//! for seat in position.seats() {
//!     for hole in position.marbles(seat) {
//!         key ^= hash::marble(seat, hole);
//!     }
//! }
//! assert_eq!(key, position.key());
//! # Ok::<(), engine::rules::RulesError>(())
//! ```

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

/// Of a seat's marble in a hole.
#[inline]
pub fn marble(seat: Seat, hole: Hole) -> u64 {
    NUMBERS[seat.index()][hole.index()]
}

/// Of the seat to move.
#[inline]
pub const fn turn(seat: Seat) -> u64 {
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

/// Of the star by its arm, the seat count and the marbles a seat.
pub const fn shape(arm: u8, seats: usize, marbles_each: usize) -> u64 {
    scramble(1 << 33 | (arm as u64) << 16 | (seats as u64) << 8 | marbles_each as u64)
}

/// Of the natives; never 0, so that keeping none differs from not keeping any.
pub fn natives(holes: HoleSet) -> u64 {
    let row = &NUMBERS[Seat::MAX];
    holes.into_iter().fold(scramble(1 << 34), |key, hole| key ^ row[hole.index()])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn no_two_things_have_the_same_number() {
        let mut numbers = Vec::new();
        for seat in Seat::ALL {
            numbers.push(turn(seat));
            numbers.extend((0..MAX_HOLES).map(|hole| marble(seat, Hole::at(hole))));
        }
        for arm in 1..=4 {
            for (seats, marbles) in [(1, 10), (2, 10), (2, 15), (3, 10), (4, 10), (6, 10)] {
                numbers.push(shape(arm, seats, marbles));
            }
        }
        numbers.push(natives(HoleSet::EMPTY));
        numbers.extend((0..MAX_HOLES).map(|hole| natives(HoleSet::of(Hole::at(hole)))));
        let distinct: BTreeSet<u64> = numbers.iter().copied().collect();
        assert_eq!(distinct.len(), numbers.len());
        assert!(!distinct.contains(&0));
    }

    /// Recorded keys are read again by later releases: these values may not change.
    #[test]
    fn numbers_are_pinned() {
        assert_eq!(marble(Seat::ALL[0], Hole::at(0)), scramble(0));
        assert_eq!(scramble(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(marble(Seat::ALL[5], Hole::at(120)), scramble(725));
    }
}
