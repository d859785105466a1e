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

/// What stands along the axes, seen from every hole of one class at once.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    /// By axis and steps (less 1): bit `i` if a marble stands so many steps on from hole `i`.
    met: [[u64; 2 * MAX_DISTANCE - 1]; 3],
    /// The same of marbles that may be hopped over.
    pivots: [[u64; MAX_DISTANCE]; 3],
}

impl Sight {
    /// Looks as far as hops of up to distance `D` go.
    #[inline(always)]
    pub(crate) fn new<const D: usize>(occupied: &Lanes, pivots: &Lanes, class: usize) -> Self {
        let mut sight =
            Self { met: [[0; 2 * MAX_DISTANCE - 1]; 3], pivots: [[0; MAX_DISTANCE]; 3] };
        for axis in 0..3 {
            for steps in 1..2 * D {
                sight.met[axis][steps - 1] = seen(occupied, class, axis, steps);
            }
            for steps in 1..=D {
                sight.pivots[axis][steps - 1] = seen(pivots, class, axis, steps);
            }
        }
        sight
    }

    /// Hops of up to distance `D` for the marble at `origin`: over exactly one marble, at the
    /// middle. Whether an end is empty is left to the flood. `on_star` holds the pairs of ends with
    /// every hole between on the star.
    ///
    /// The marble itself is lifted: it stands an even number of steps from the holes of its class,
    /// so it is in no way of its own at `D` 1, where the only hole between is a step away.
    #[inline(always)]
    pub(crate) fn edges<const D: usize>(
        &self,
        on_star: &Edges<MAX_DISTANCE>,
        origin: u64,
    ) -> Edges<D> {
        let mut edges = [[0; D]; 3];
        for axis in 0..3 {
            let (mut met, mut pivots) = (self.met[axis], self.pivots[axis]);
            for strides in 1..D {
                let lifted = !(origin >> (strides as u32 * STRIDES[axis]));
                met[2 * strides - 1] &= lifted;
                if 2 * strides <= D {
                    pivots[2 * strides - 1] &= lifted;
                }
            }
            let mut before = 0;
            for distance in 1..=D {
                let mut between = before;
                for &met in &met[distance..2 * distance - 1] {
                    between |= met;
                }
                before |= met[distance - 1];
                edges[axis][distance - 1] =
                    on_star[axis][distance - 1] & pivots[distance - 1] & !between;
            }
        }
        edges
    }
}

/// Bits of a class whose hole `steps` along the axis is in `lanes`.
#[inline(always)]
fn seen(lanes: &Lanes, class: usize, axis: usize, steps: usize) -> u64 {
    let Offset { class, shift } = OFFSETS[class][axis][steps - 1];
    let lane = lanes[class as usize];
    if shift >= 0 { lane >> shift } else { lane << -shift }
}

/// What chains of `N` marbles reach, flooded side by side; the compiler turns the inner loops into
/// vector code.
pub(crate) struct Flood<const D: usize, const N: usize> {
    /// The bit of each marble in the lane of its class; 0 for none.
    from: [u64; N],
    /// Where each may touch down.
    landing: [u64; N],
    /// The hops open to each, by axis and distance.
    edges: [[[u64; N]; D]; 3],
    /// All hops open to any.
    open: Edges<D>,
}

#[expect(clippy::needless_range_loop, reason = "one index runs through several arrays in step")]
impl<const D: usize, const N: usize> Flood<D, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { from: [0; N], landing: [0; N], edges: [[[0; N]; D]; 3], open: [[0; D]; 3] }
    }

    /// Adds a marble.
    #[inline(always)]
    pub(crate) fn add(&mut self, marble: usize, from: u64, landing: u64, edges: &Edges<D>) {
        self.from[marble] = from;
        self.landing[marble] = landing;
        for axis in 0..3 {
            for distance in 0..D {
                self.edges[axis][distance][marble] = edges[axis][distance];
                self.open[axis][distance] |= edges[axis][distance];
            }
        }
    }

    /// Every hole that a chain of each marble can touch down in, without the one it left.
    #[inline(always)]
    pub(crate) fn reach(&self) -> [u64; N] {
        let mut reach = self.from;
        loop {
            let before = reach;
            for axis in 0..3 {
                for distance in 0..D {
                    // At long distances there is often no hop at all.
                    if D > 1 && self.open[axis][distance] == 0 {
                        continue;
                    }
                    let shift = STRIDES[axis] * (distance as u32 + 1);
                    for marble in 0..N {
                        let (here, edge) = (reach[marble], self.edges[axis][distance][marble]);
                        let hop = ((here & edge) << shift) | ((here >> shift) & edge);
                        reach[marble] = here | hop & self.landing[marble];
                    }
                }
            }
            let mut changed = 0;
            for marble in 0..N {
                changed |= reach[marble] ^ before[marble];
            }
            if changed == 0 {
                break;
            }
        }
        for marble in 0..N {
            reach[marble] &= !self.from[marble];
        }
        reach
    }
}
