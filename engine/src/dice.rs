//! Draws from a stream of random words, the same in every release.
//!
//! The libraries may change how they map words to ranges; seeds must go on replaying games, so the
//! mapping is ours.

use rand::Rng;

/// A uniform number below `bound`.
///
/// # Panics
///
/// If `bound` is 0.
#[inline]
pub fn below(rng: &mut impl Rng, bound: u64) -> u64 {
    assert!(bound > 0, "nothing to draw from");
    // The high word of a wide product is uniform once the low word is past the short interval at
    // the start (Lemire 2019). A low word of `bound` or more is past it, which spares the division.
    loop {
        let wide = u128::from(rng.next_u64()) * u128::from(bound);
        let low = wide as u64;
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (wide >> 64) as u64;
        }
    }
}

/// Puts `items` into a uniformly random order.
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// Seeds replay games for ever: these values may not change.
    #[test]
    fn draws_are_pinned() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        rng.set_stream(7);
        rng.set_word_pos(0);
        let draws: [u64; 8] = core::array::from_fn(|_| below(&mut rng, 1000));
        assert_eq!(draws, [465, 743, 871, 706, 749, 316, 223, 479]);
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        shuffle(&mut rng, &mut order);
        assert_eq!(order, [4, 2, 5, 6, 7, 1, 3, 0]);
    }

    #[test]
    fn draws_are_even() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
