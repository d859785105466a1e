//! Large sets of states, which several threads fill at once.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

/// Words that one thread takes at a time.
const CHUNK: usize = 256;

/// A set of numbers below a bound, a bit each.
///
/// Bits are only ever added while threads share it, so the order in which they come does not show.
pub(super) struct Bits {
    words: Vec<AtomicU64>,
    len: u64,
}

impl Bits {
    /// The empty set of numbers below `len`; none if there is no room for it.
    pub(super) fn new(len: u64) -> Option<Self> {
        let count = usize::try_from(len.div_ceil(64)).ok()?;
        let mut words = Vec::new();
        words.try_reserve_exact(count).ok()?;
        words.resize_with(count, AtomicU64::default);
        Some(Self { words, len })
    }

    #[inline]
    pub(super) fn contains(&self, index: u64) -> bool {
        self.words[(index / 64) as usize].load(Relaxed) >> (index % 64) & 1 != 0
    }

    /// Adds a number; whether it was not in the set.
    #[inline]
    pub(super) fn insert(&self, index: u64) -> bool {
        let (word, bit) = (&self.words[(index / 64) as usize], 1 << (index % 64));
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    }

    pub(super) fn clear(&mut self) {
        self.words.par_iter_mut().for_each(|word| *word.get_mut() = 0);
    }

    /// Adds every number of `other`.
    pub(super) fn add(&mut self, other: &Self) {
        let pairs = self.words.par_iter_mut().zip(&other.words);
        pairs.for_each(|(word, other)| *word.get_mut() |= other.load(Relaxed));
    }

    /// How many numbers are in it.
    pub(super) fn count(&self) -> u64 {
        self.words.par_iter().map(|word| u64::from(word.load(Relaxed).count_ones())).sum()
    }

    /// Keeps the numbers that `is_in` says yes to, several threads at once, until `stop` says so.
    pub(super) fn fill(
        &mut self,
        stop: &(dyn Fn() -> bool + Sync),
        is_in: impl Fn(u64) -> bool + Sync,
    ) {
        let len = self.len;
        self.words.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, words)| {
            if stop() {
                return;
            }
            for (at, word) in words.iter_mut().enumerate() {
                let first = (chunk * CHUNK + at) as u64 * 64;
                let bits = (first..len.min(first + 64)).filter(|&index| is_in(index));
                *word.get_mut() = bits.fold(0, |word, index| word | 1 << (index - first));
            }
        });
    }

    /// Visits every number in it, several threads at once, until `stop` says so.
    pub(super) fn for_each(&self, stop: &(dyn Fn() -> bool + Sync), visit: impl Fn(u64) + Sync) {
        self.words.par_chunks(CHUNK).enumerate().for_each(|(chunk, words)| {
            if words.iter().all(|word| word.load(Relaxed) == 0) || stop() {
                return;
            }
            for (at, word) in words.iter().enumerate() {
                let mut bits = word.load(Relaxed);
                while bits != 0 {
                    visit((chunk * CHUNK + at) as u64 * 64 + u64::from(bits.trailing_zeros()));
                    bits &= bits - 1;
                }
            }
        });
    }

    /// The words, for files.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.words.iter().map(|word| word.load(Relaxed))
    }

    /// Replaces every word.
    ///
    /// # Errors
    ///
    /// As `next` does.
    pub(super) fn try_fill<E>(
        &mut self,
        mut next: impl FnMut() -> Result<u64, E>,
    ) -> Result<(), E> {
        for word in &mut self.words {
            *word.get_mut() = next()?;
        }
        Ok(())
    }
}
