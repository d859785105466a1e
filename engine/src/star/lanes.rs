//! Hop lanes: the board as four words, one for each hop class, in which every hop is a shift.
//!
//! A hop keeps `x mod 2` and `y mod 2`, so the holes that a hopping marble can reach are one of
//! four classes. Halved, the coordinates of a class fit a 64-bit word with rows 7 bits apart, where
//! a hop along an axis moves a bit by 1, 7 or 6 however often the class is crossed, and hops off
//! the star are masked away. Bits of a lane are in reading order.

use super::{Cube, Direction};

/// One word a hop class.
pub(crate) type Lanes = [u64; 4];

/// Longest hop over a marble, in holes from the marble to the landing: lines have at most 13 holes.
pub(crate) const MAX_DISTANCE: usize = 6;

/// The axes as the direction in which bit numbers grow.
pub(crate) const AXES: [Direction; 3] =
    [Direction::East, Direction::SouthEast, Direction::SouthWest];

/// How far a hop at distance 1 along each of [`AXES`] moves a bit.
pub(crate) const STRIDES: [u32; 3] = [1, 7, 6];

/// Puts the lowest bit in use at 0 or above.
const BASE: i32 = 30;

/// Where a hole stands: its class and its bit in that class's lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LaneBit {
    pub(crate) class: u8,
    pub(crate) bit: u8,
}

impl LaneBit {
    pub(crate) const NONE: Self = Self { class: 0, bit: 0 };

    pub(crate) const fn of(place: Cube) -> Self {
        let index = lane_index(place) + BASE;
        assert!(0 <= index && index < 64, "a lane is 64 bits");
        Self { class: place.class() as u8, bit: index as u8 }
    }

    /// The lane's word with this one bit.
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        1 << self.bit
    }
}

const fn lane_index(place: Cube) -> i32 {
    // Arithmetic shift: halves round down, so both signs line up.
    (place.x >> 1) as i32 + 7 * (place.y >> 1) as i32
}

/// From a hole of some class, where the hole some steps along an axis stands.
#[derive(Clone, Copy)]
struct Offset {
    class: u8,
    shift: i8,
}

/// By class, axis and steps (from 1).
const OFFSETS: [[[Offset; 2 * MAX_DISTANCE - 1]; 3]; 4] = {
    let mut table = [[[Offset { class: 0, shift: 0 }; 2 * MAX_DISTANCE - 1]; 3]; 4];
    let mut class = 0;
    while class < 4 {
        let here = Cube::new((class & 1) as i8, (class >> 1) as i8);
        let mut axis = 0;
        while axis < 3 {
            let mut steps = 1;
            while steps < 2 * MAX_DISTANCE {
                let there = here.offset(AXES[axis], steps as i8);
                table[class][axis][steps - 1] = Offset {
                    class: there.class() as u8,
                    shift: (lane_index(there) - lane_index(here)) as i8,
                };
                steps += 1;
            }
            axis += 1;
        }
        class += 1;
    }
    table
};

/// The hops that are open along each axis, by distance (less 1): bit `i` joins hole `i` of a
/// class's lane with the hole that many strides up, both ways.
pub(crate) type Edges<const D: usize> = [[u64; D]; 3];

/// Bits of a class whose hole `steps` along the axis is in `lanes`.
#[inline(always)]
fn seen(lanes: &Lanes, class: usize, axis: usize, steps: usize) -> u64 {
    let Offset { class, shift } = OFFSETS[class][axis][steps - 1];
    let lane = lanes[class as usize];
    if shift >= 0 { lane >> shift } else { lane << -shift }
}

/// Hops of up to distance `D` that marbles of `class` may make: over exactly one marble, of
/// `pivots`, at the middle, and past no other of `occupied`. Whether an end is empty is left to
/// [`flood`]. `on_star` holds the pairs of ends with every hole between on the star.
///
/// At `D` 1 the only hole between is the pivot, in another class than the ends; so a marble that
/// hops is never itself in the way, and its class shares one set of edges. At more it may be, and
/// is to be lifted first.
#[inline(always)]
pub(crate) fn edges<const D: usize>(
    occupied: &Lanes,
    pivots: &Lanes,
    on_star: &Edges<MAX_DISTANCE>,
    class: usize,
) -> Edges<D> {
    let mut edges = [[0; D]; 3];
    for axis in 0..3 {
        // Bit i of `met[k - 1]`: a marble stands k steps on from i.
        let mut met = [0; 2 * MAX_DISTANCE - 1];
        for (steps, met) in met.iter_mut().enumerate().take(2 * D - 1) {
            *met = seen(occupied, class, axis, steps + 1);
        }
        let mut before = 0;
        for distance in 1..=D {
            let mut after = 0;
            for &met in &met[distance..2 * distance - 1] {
                after |= met;
            }
            let pivot = seen(pivots, class, axis, distance);
            edges[axis][distance - 1] = on_star[axis][distance - 1] & pivot & !before & !after;
            before |= met[distance - 1];
        }
    }
    edges
}

/// Every hole that a chain from `from` reaches over `edges`, landing only in `landing`; without
/// `from` itself.
#[inline(always)]
pub(crate) fn flood<const D: usize>(from: u64, edges: &Edges<D>, landing: u64) -> u64 {
    let mut reach = from;
    loop {
        let before = reach;
        for axis in 0..3 {
            for distance in 1..=D {
                let edge = edges[axis][distance - 1];
                let shift = STRIDES[axis] * distance as u32;
                reach |= (((reach & edge) << shift) | ((reach >> shift) & edge)) & landing;
            }
        }
        if reach == before {
            return reach & !from;
        }
    }
}

/// [`flood`] at distance 1 for `N` marbles side by side, each in its own class's edges; the
/// compiler turns the inner loops into vector code. `landing` is replaced by what each reaches.
#[inline(always)]
pub(crate) fn flood_all<const N: usize>(
    from: &[u64; N],
    edges: &[[u64; N]; 3],
    landing: &mut [u64; N],
) {
    let mut reach = *from;
    loop {
        let mut changed = 0;
        let before = reach;
        for axis in 0..3 {
            let shift = STRIDES[axis];
            for marble in 0..N {
                let (here, edge) = (reach[marble], edges[axis][marble]);
                let hop = ((here & edge) << shift) | ((here >> shift) & edge);
                reach[marble] = here | hop & landing[marble];
            }
        }
        for marble in 0..N {
            changed |= reach[marble] ^ before[marble];
        }
        if changed == 0 {
            break;
        }
    }
    for marble in 0..N {
        landing[marble] = reach[marble] & !from[marble];
    }
}
