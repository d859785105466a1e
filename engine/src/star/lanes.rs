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

/// The hops of a class with all marbles standing, from which those of each marble, once it is
/// lifted, soon follow.
///
/// A hop goes over exactly one marble, at the middle. Whether an end is empty is left to the flood.
/// A marble stands an even number of steps from the holes of its class: lifted, it may open hops of
/// distance 3 and more, and is hopped over no more at even distances. At distance 1 it changes
/// nothing.
#[derive(Clone, Copy)]
pub(crate) struct Standing<const D: usize> {
    edges: Edges<D>,
    /// Hops that one marble of the class alone blocks.
    blocked: Edges<D>,
    /// Those marbles.
    blockers: u64,
}

impl<const D: usize> Standing<D> {
    /// Of `class`. `on_star` holds the pairs of ends with every hole between on the star.
    #[inline(always)]
    pub(crate) fn new(
        class: usize,
        on_star: &Edges<MAX_DISTANCE>,
        occupied: &Lanes,
        pivots: &Lanes,
    ) -> Self {
        match class {
            0 => Self::of::<0>(on_star, occupied, pivots),
            1 => Self::of::<1>(on_star, occupied, pivots),
            2 => Self::of::<2>(on_star, occupied, pivots),
            _ => Self::of::<3>(on_star, occupied, pivots),
        }
    }

    /// The same, of a class that the compiler knows: then looking along axes is shifting by known
    /// numbers.
    #[inline(always)]
    fn of<const C: usize>(on_star: &Edges<MAX_DISTANCE>, occupied: &Lanes, pivots: &Lanes) -> Self {
        let mut standing = Self { edges: [[0; D]; 3], blocked: [[0; D]; 3], blockers: 0 };
        standing.look::<C, 0>(on_star, occupied, pivots);
        standing.look::<C, 1>(on_star, occupied, pivots);
        standing.look::<C, 2>(on_star, occupied, pivots);
        standing
    }

    #[inline(always)]
    fn look<const C: usize, const A: usize>(
        &mut self,
        on_star: &Edges<MAX_DISTANCE>,
        occupied: &Lanes,
        pivots: &Lanes,
    ) {
        if D == 1 {
            self.edges[A][0] = on_star[A][0] & seen::<C, A, 1>(pivots);
            return;
        }
        let pivots = near::<C, A>(pivots);
        // By steps: of other classes an odd number, of this one an even.
        let [a1, b2, a3, b4, a5, b6, a7, b8, a9, b10, a11] = far::<C, A>(occupied);
        self.hop::<A, 1, 0>(on_star, &pivots, 0, []);
        self.hop::<A, 2, 0>(on_star, &pivots, a1 | a3, []);
        self.hop::<A, 3, 2>(on_star, &pivots, a1 | a5, [(1, b2), (2, b4)]);
        self.hop::<A, 4, 2>(on_star, &pivots, a1 | a3 | a5 | a7, [(1, b2), (3, b6)]);
        let own = [(1, b2), (2, b4), (3, b6), (4, b8)];
        self.hop::<A, 5, 4>(on_star, &pivots, a1 | a3 | a7 | a9, own);
        let own = [(1, b2), (2, b4), (4, b8), (5, b10)];
        self.hop::<A, 6, 4>(on_star, &pivots, a1 | a3 | a5 | a7 | a9 | a11, own);
    }

    /// Looks for hops along axis `A` at distance `H`: between the ends, but for the middle, there
    /// may be neither `others` nor marbles of the class itself, which come with their strides.
    #[inline(always)]
    fn hop<const A: usize, const H: usize, const K: usize>(
        &mut self,
        on_star: &Edges<MAX_DISTANCE>,
        pivots: &[u64; MAX_DISTANCE],
        others: u64,
        own: [(u32, u64); K],
    ) {
        let hops = on_star[A][H - 1] & pivots[H - 1] & !others;
        let (mut once, mut twice) = (0, 0);
        for (_, met) in own {
            twice |= once & met;
            once |= met;
        }
        self.edges[A][H - 1] = hops & !once;
        let blocked = hops & once & !twice;
        if K > 0 && blocked != 0 {
            self.blocked[A][H - 1] = blocked;
            for (strides, met) in own {
                self.blockers |= (blocked & met) << (strides * STRIDES[A]);
            }
        }
    }

    /// The hops of the marble at `origin`, once lifted.
    #[inline(always)]
    pub(crate) fn lifted(&self, origin: u64) -> Edges<D> {
        let mut edges = self.edges;
        if D > 2 && self.blockers & origin != 0 {
            for axis in 0..3 {
                let mut within = origin >> STRIDES[axis];
                for distance in 2..=D {
                    edges[axis][distance - 1] |= self.blocked[axis][distance - 1] & within;
                    within |= origin >> (distance as u32 * STRIDES[axis]);
                }
            }
        }
        // What it is the pivot of closes, whatever else blocked it.
        for axis in 0..3 {
            for half in 1..=D / 2 {
                edges[axis][2 * half - 1] &= !(origin >> (half as u32 * STRIDES[axis]));
            }
        }
        edges
    }
}

/// Bits of class `C` whose hole `S` steps along axis `A` is in `lanes`.
#[inline(always)]
fn seen<const C: usize, const A: usize, const S: usize>(lanes: &Lanes) -> u64 {
    let Offset { class, shift } = const { OFFSETS[C][A][S - 1] };
    let lane = lanes[class as usize];
    if shift >= 0 { lane >> shift } else { lane << -shift }
}

/// The same of 1 to 6 steps.
#[inline(always)]
fn near<const C: usize, const A: usize>(lanes: &Lanes) -> [u64; MAX_DISTANCE] {
    [
        seen::<C, A, 1>(lanes),
        seen::<C, A, 2>(lanes),
        seen::<C, A, 3>(lanes),
        seen::<C, A, 4>(lanes),
        seen::<C, A, 5>(lanes),
        seen::<C, A, 6>(lanes),
    ]
}

/// The same of 1 to 11 steps.
#[inline(always)]
fn far<const C: usize, const A: usize>(lanes: &Lanes) -> [u64; 2 * MAX_DISTANCE - 1] {
    let [one, two, three, four, five, six] = near::<C, A>(lanes);
    [
        one,
        two,
        three,
        four,
        five,
        six,
        seen::<C, A, 7>(lanes),
        seen::<C, A, 8>(lanes),
        seen::<C, A, 9>(lanes),
        seen::<C, A, 10>(lanes),
        seen::<C, A, 11>(lanes),
    ]
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

/// The short hops of a position by hop class: which marble is lifted changes none of them.
pub(crate) struct ShortHops {
    /// By class and axis: bit `i` joins hole `i` of the lane with the hole one stride up.
    edges: [[u64; 3]; 4],
    /// Where chains may touch down.
    landing: Lanes,
}

impl ShortHops {
    /// `on_star` holds, by class, the pairs of ends with every hole between on the star.
    #[inline(always)]
    pub(crate) fn new(on_star: &[Edges<MAX_DISTANCE>; 4], pivots: &Lanes, landing: Lanes) -> Self {
        let edges = [
            Self::of::<0>(&on_star[0], pivots),
            Self::of::<1>(&on_star[1], pivots),
            Self::of::<2>(&on_star[2], pivots),
            Self::of::<3>(&on_star[3], pivots),
        ];
        Self { edges, landing }
    }

    #[inline(always)]
    fn of<const C: usize>(on_star: &Edges<MAX_DISTANCE>, pivots: &Lanes) -> [u64; 3] {
        [
            on_star[0][0] & seen::<C, 0, 1>(pivots),
            on_star[1][0] & seen::<C, 1, 1>(pivots),
            on_star[2][0] & seen::<C, 2, 1>(pivots),
        ]
    }
}

/// What chains of short hops of `N` marbles reach, flooded side by side.
///
/// [`Flood`] goes axis by axis, each on what the one before reached. Here all axes go out from the
/// same holes: that takes a pass more, and each pass a third of the time, as the axes need not wait
/// for each other.
pub(crate) struct ShortFlood<const N: usize> {
    /// The bit of each marble in the lane of its class; 0 for none.
    from: [u64; N],
    /// Where each may touch down.
    landing: [u64; N],
    /// The hops open to each, by axis.
    edges: [[u64; N]; 3],
}

#[expect(clippy::needless_range_loop, reason = "one index runs through several arrays in step")]
impl<const N: usize> ShortFlood<N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { from: [0; N], landing: [0; N], edges: [[0; N]; 3] }
    }

    /// Adds a marble.
    #[inline(always)]
    pub(crate) fn add(&mut self, marble: usize, from: LaneBit, hops: &ShortHops) {
        let class = usize::from(from.class);
        self.from[marble] = from.word();
        self.landing[marble] = hops.landing[class];
        for axis in 0..3 {
            self.edges[axis][marble] = hops.edges[class][axis];
        }
    }

    /// Every hole that a chain of each marble can touch down in, without the one it left.
    #[inline(always)]
    pub(crate) fn reach(&self) -> [u64; N] {
        let mut reach = self.from;
        loop {
            let before = reach;
            for marble in 0..N {
                let here = reach[marble];
                let mut hops = 0;
                for axis in 0..3 {
                    let (edge, shift) = (self.edges[axis][marble], STRIDES[axis]);
                    hops |= ((here & edge) << shift) | ((here >> shift) & edge);
                }
                reach[marble] = here | hops & self.landing[marble];
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
