//! Sets of holes.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub};

use super::Hole;

/// A set of holes, one bit each in reading order: 121 of 128 bits on the full star.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct HoleSet(u128);

impl HoleSet {
    /// No hole.
    pub const EMPTY: Self = Self(0);

    /// The first `count` holes in reading order.
    pub const fn first_n(count: usize) -> Self {
        assert!(count <= super::MAX_HOLES, "no star has more than 121 holes");
        Self((1 << count) - 1)
    }

    /// The set with one hole.
    #[inline]
    pub const fn of(hole: Hole) -> Self {
        Self(1 << hole.index())
    }

    /// The bits, hole 0 the lowest.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set with these bits; bits past the largest star are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & ((1 << super::MAX_HOLES) - 1))
    }

    /// Whether no hole is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of holes in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `hole` is in it.
    #[inline]
    pub const fn contains(self, hole: Hole) -> bool {
        self.0 >> hole.index() & 1 != 0
    }

    /// Whether the two have no hole in common.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every hole of it is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The holes in either.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds `hole`.
    #[inline]
    pub const fn insert(&mut self, hole: Hole) {
        self.0 |= 1 << hole.index();
    }

    /// Takes `hole` out.
    #[inline]
    pub const fn remove(&mut self, hole: Hole) {
        self.0 &= !(1 << hole.index());
    }

    /// Its two words, one over the other: without loss where no two holes are 64 apart.
    #[inline]
    pub(crate) const fn folded(self) -> u64 {
        self.0 as u64 | (self.0 >> 64) as u64
    }

    /// The part of this set that was [`folded`](Self::folded) into `word`.
    #[inline]
    pub(crate) const fn unfold(self, word: u64) -> Self {
        Self(self.0 & (word as u128 | (word as u128) << 64))
    }

    /// The lowest hole, if any.
    #[inline]
    pub const fn first(self) -> Option<Hole> {
        if self.0 == 0 { None } else { Some(Hole::at(self.0.trailing_zeros() as usize)) }
    }

    /// The hole with `n` lower ones in the set, if there are so many.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Hole> {
        let (low, high) = (Ranked::new(self.0 as u64), Ranked::new((self.0 >> 64) as u64));
        let in_low = low.count();
        let (word, base, n) = if n < in_low { (low, 0, n) } else { (high, 64, n - in_low) };
        (n < word.count()).then(|| Hole::at(base + word.nth(n)))
    }
}

/// A word whose bits are found by how many are below them: sums of ever fewer bits say where it is,
/// as a loop over the bits would end where no processor foresees.
#[derive(Clone, Copy)]
struct Ranked {
    bits: u64,
    /// Bits set in each two and in each four.
    pairs: u64,
    fours: u64,
    /// Bits set in each byte and those below it.
    sums: u64,
}

impl Ranked {
    #[inline(always)]
    const fn new(bits: u64) -> Self {
        let pairs = bits - ((bits >> 1) & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        let bytes = (fours & 0x0f0f_0f0f_0f0f_0f0f) + ((fours >> 4) & 0x0f0f_0f0f_0f0f_0f0f);
        Self { bits, pairs, fours, sums: bytes.wrapping_mul(0x0101_0101_0101_0101) }
    }

    #[inline(always)]
    const fn count(&self) -> usize {
        (self.sums >> 56) as usize
    }

    /// The bit with `n` lower ones.
    #[inline(always)]
    const fn nth(&self, n: usize) -> usize {
        const HIGHS: u64 = 0x8080_8080_8080_8080;
        const LOWS: u64 = 0x0101_0101_0101_0101;
        let mut n = n as u64;
        // One bit for each byte up to which there are no more than `n`.
        let before = (((n * LOWS) | HIGHS) - self.sums) & HIGHS;
        let mut bit = ((before >> 7).wrapping_mul(LOWS) >> 56) << 3;
        n -= (self.sums << 8) >> bit & 0xff;
        let below = self.fours >> bit & 0xf;
        if below <= n {
            n -= below;
            bit += 4;
        }
        let below = self.pairs >> bit & 3;
        if below <= n {
            n -= below;
            bit += 2;
        }
        (bit + (n >= (self.bits >> bit & 1)) as u64) as usize
    }
}

/// The holes of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Holes(u64, u64);

impl Iterator for Holes {
    type Item = Hole;

    #[inline]
    fn next(&mut self) -> Option<Hole> {
        // Two words rather than one of 128 bits: the machine has no wide count of zeros.
        if self.0 != 0 {
            let index = self.0.trailing_zeros() as usize;
            self.0 &= self.0 - 1;
            Some(Hole::at(index))
        } else if self.1 != 0 {
            let index = 64 + self.1.trailing_zeros() as usize;
            self.1 &= self.1 - 1;
            Some(Hole::at(index))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.0.count_ones() + self.1.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Holes {}

impl IntoIterator for HoleSet {
    type Item = Hole;
    type IntoIter = Holes;

    #[inline]
    fn into_iter(self) -> Holes {
        Holes(self.0 as u64, (self.0 >> 64) as u64)
    }
}

impl FromIterator<Hole> for HoleSet {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        let mut set = Self::EMPTY;
        for hole in holes {
            set.insert(hole);
        }
        set
    }
}

impl fmt::Debug for HoleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(Hole::index)).finish()
    }
}

macro_rules! set_operators {
    ($($trait:ident $method:ident $op:tt),*) => {$(
        impl $trait for HoleSet {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
    )*};
}
set_operators!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

/// Difference of sets: the holes of the left one that are not in the right one.
impl Sub for HoleSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for HoleSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for HoleSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for HoleSet {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_come_out_lowest_first_across_both_words() {
        let indices = [0, 5, 63, 64, 120];
        let set: HoleSet = indices.iter().map(|&i| Hole::at(i)).collect();
        assert!(set.into_iter().map(Hole::index).eq(indices));
        assert_eq!(set.len(), 5);
        assert_eq!(set.nth(3), Some(Hole::at(64)));
        assert_eq!(set.nth(5), None);
        assert_eq!(set.into_iter().len(), 5);
    }

    #[test]
    fn every_hole_is_found_by_its_rank() {
        let mut bits = 1_u64;
        let mut word = || {
            bits = crate::hash::scramble(bits);
            bits
        };
        for round in 0..2_000 {
            // Full, thin and empty words, side by side.
            let mut part = || [u64::MAX, word(), word() & word() & word(), 0][round % 4];
            let set = HoleSet::from_bits(u128::from(part()) << 64 | u128::from(part()));
            let set = if round % 3 == 0 { set } else { HoleSet(set.0.rotate_left(64)) };
            let set = HoleSet::from_bits(set.0);
            for (n, hole) in set.into_iter().enumerate() {
                assert_eq!(set.nth(n), Some(hole), "{set:?} {n}");
            }
            assert_eq!(set.nth(set.len()), None);
            assert_eq!(set.nth(usize::MAX), None);
        }
    }

    #[test]
    fn verbs_do_what_they_say() {
        let mut set = HoleSet::of(Hole::at(7));
        assert!(set.contains(Hole::at(7)) && !set.contains(Hole::at(8)));
        set.insert(Hole::at(8));
        set.remove(Hole::at(7));
        assert_eq!(set, HoleSet::of(Hole::at(8)));
        assert!(set.is_subset(HoleSet::first_n(9)) && !HoleSet::first_n(9).is_subset(set));
        assert!(set.is_disjoint(HoleSet::first_n(8)));
        assert_eq!(HoleSet::from_bits(u128::MAX), HoleSet::first_n(121));
    }
}
