//! Subsets of a row of places by number: the combinatorial number system.
//!
//! The subset `p1 < p2 < …` has number `C(p1, 1) + C(p2, 2) + …`, which counts the subsets of its
//! size that come before it when they are read as words.

/// Binomial coefficients: `CHOOSE[n][k]`, for up to 73 holes and 10 marbles.
static CHOOSE: [[u64; 11]; 74] = {
    let mut table = [[0; 11]; 74];
    let mut n = 0;
    while n < 74 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 11 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Number of subsets with `k` of `n` places, for `n` up to 73 and `k` up to 10.
pub(super) fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[n][k]
}

/// Places that one look-up ranks.
const CHUNK: usize = 13;

/// Largest number of subsets that are kept in a list.
const LISTED: u64 = 1 << 16;

/// Look-up tables for subsets of one size at most.
pub(super) struct Combinations {
    /// By chunk, number of marbles in the chunks below, and word: what it adds to the rank.
    ranks: [Vec<u32>; 3],
    /// By word of one chunk.
    counts: Vec<u8>,
    /// By number of places and of marbles: the subsets in order of rank, where they are few.
    subsets: Vec<Vec<Vec<u64>>>,
}

impl Combinations {
    /// For up to 39 places and `most` marbles, 6 at most.
    pub(super) fn new(most: usize) -> Self {
        assert!(most <= 6, "ranks of larger subsets do not fit the tables");
        let word_rank = |chunk: usize, below: usize, word: usize| -> u32 {
            let (mut rank, mut k) = (0, below);
            for place in (0..CHUNK).filter(|place| word >> place & 1 != 0) {
                k += 1;
                // Words with too many marbles are never looked up.
                rank += if k <= most { choose(chunk * CHUNK + place, k) as u32 } else { 0 };
            }
            rank
        };
        let ranks = std::array::from_fn(|chunk| {
            let rows = if chunk == 0 { 1 } else { most + 1 };
            let cells = (0..rows).flat_map(|below| (0..1 << CHUNK).map(move |word| (below, word)));
            cells.map(|(below, word)| word_rank(chunk, below, word)).collect()
        });
        let list = |n: usize, k: usize| -> Vec<u64> {
            let count = if choose(n, k) <= LISTED { choose(n, k) } else { 0 };
            (0..count).map(|rank| subset(rank, n, k)).collect()
        };
        Self {
            ranks,
            counts: (0..1usize << CHUNK).map(|word| word.count_ones() as u8).collect(),
            subsets: (0..3 * CHUNK).map(|n| (0..=most).map(|k| list(n, k)).collect()).collect(),
        }
    }

    /// The number of a subset among those of its size.
    #[inline]
    pub(super) fn rank(&self, subset: u64) -> u64 {
        let word = |chunk: usize| (subset >> (chunk * CHUNK)) as usize & ((1 << CHUNK) - 1);
        let (low, middle, high) = (word(0), word(1), word(2));
        let below = usize::from(self.counts[low]);
        let rank = self.ranks[0][low] + self.ranks[1][below << CHUNK | middle];
        let below = below + usize::from(self.counts[middle]);
        u64::from(rank + self.ranks[2][below << CHUNK | high])
    }

    /// The subset of `k` of the lowest `n` places that has this number.
    #[inline]
    pub(super) fn subset(&self, rank: u64, n: usize, k: usize) -> u64 {
        match self.subsets[n][k].get(rank as usize) {
            Some(&subset) => subset,
            None => subset(rank, n, k),
        }
    }
}

fn subset(mut rank: u64, n: usize, k: usize) -> u64 {
    let (mut subset, mut place) = (0, n);
    for k in (1..=k).rev() {
        while place == n || choose(place, k) > rank {
            place -= 1;
        }
        rank -= choose(place, k);
        subset |= 1 << place;
    }
    subset
}

/// Closes up the places of `gaps`, which are not in `set`: what lies above moves down.
#[inline]
pub(super) fn close(mut set: u64, mut gaps: u64) -> u64 {
    while gaps != 0 {
        let below = (gaps & gaps.wrapping_neg()) - 1;
        set = (set & below) | (set >> 1 & !below);
        gaps = (gaps & (gaps - 1)) >> 1;
    }
    set
}

/// Opens up the places of `gaps`: the inverse of [`close`].
#[inline]
pub(super) fn open(mut set: u64, mut gaps: u64) -> u64 {
    while gaps != 0 {
        let below = (gaps & gaps.wrapping_neg()) - 1;
        set = (set & below) | (set & !below) << 1;
        gaps &= gaps - 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_numbered_in_the_order_of_their_words() {
        let tables = Combinations::new(4);
        for (n, k) in [(37, 0), (37, 1), (37, 2), (37, 3), (34, 3), (13, 4), (4, 4), (37, 4)] {
            let mut last = None;
            for rank in 0..choose(n, k) {
                let set = tables.subset(rank, n, k);
                assert_eq!((set.count_ones() as usize, set >> n), (k, 0));
                assert!(last.replace(set).is_none_or(|last| last < set), "{n} {k} {rank}");
                assert_eq!(tables.rank(set), rank);
            }
        }
    }

    #[test]
    fn closing_gaps_undoes_opening_them() {
        for (set, gaps) in [(0b1011, 0b0100_1000), (0, 0b11), (0b1, 0b1), (0b111, 0b1_0101_0101)] {
            let wide = open(set, gaps);
            assert_eq!(wide & gaps, 0);
            assert_eq!(close(wide, gaps), set);
        }
        assert_eq!(open(0b111, 0b0010), 0b1101);
    }
}
