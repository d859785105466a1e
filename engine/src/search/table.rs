//! What a search has found out about positions that come again, by another order of the same moves or one
//! depth later.

use alloc::vec::Vec;

use super::beam::Candidate;

/// Entries: a power of two. A quarter of a megabyte, which stays in a processor's cache.
const SIZE: usize = 1 << 13;

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    key: u64,
    /// The move that was best or enough.
    pub(super) best: Candidate,
    value: i32,
    search: u32,
    ply: u8,
    left: u8,
    bound: Bound,
}

impl Entry {
    const NONE: Self = Self {
        key: 0,
        best: Candidate::NONE,
        value: 0,
        search: 0,
        ply: 0,
        left: 0,
        bound: Bound::Exact,
    };

    /// The value, `left` plies deep at `ply`, if it is exact or lies outside the window. Wins count
    /// plies, so the same depth at another ply is another value.
    pub(super) fn value(&self, ply: u32, left: u32, alpha: i32, beta: i32) -> Option<i32> {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        };
        let same = (u32::from(self.ply), u32::from(self.left)) == (ply, left);
        (same && is_enough).then_some(self.value)
    }
}

/// Entries by key; of two in one place the later stays.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// The search under way: what others found is as good as gone.
    search: u32,
}

impl Table {
    /// Begins a search that knows nothing.
    pub(super) fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.entries.is_empty() || self.search == 0 {
            self.entries.clear();
            self.entries.resize(SIZE, Entry::NONE);
            self.search = 1;
        }
    }

    /// What is known of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let entry = self.entries.get(key as usize % SIZE)?;
        ((entry.key, entry.search) == (key, self.search)).then_some(entry)
    }

    /// Keeps the value that was found, in a window that began as `window`.
    pub(super) fn keep(
        &mut self,
        key: u64,
        (ply, left): (u32, u32),
        (best, value): (Candidate, i32),
        window: (i32, i32),
    ) {
        let bound = match value {
            value if value >= window.1 => Bound::AtLeast,
            value if value <= window.0 => Bound::AtMost,
            _ => Bound::Exact,
        };
        let (ply, left, search) = (ply as u8, left as u8, self.search);
        if let Some(entry) = self.entries.get_mut(key as usize % SIZE) {
            *entry = Entry { key, best, value, search, ply, left, bound };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_known_where_it_was_found_as_far_as_it_says_anything() {
        let mut table = Table::default();
        table.begin();
        assert_eq!(table.get(7), None);
        for (value, outside, inside) in [(5, (9, 20), (4, 20)), (25, (0, 20), (0, 30))] {
            table.keep(7, (2, 3), (Candidate::NONE, value), (10, 20));
            let known = *table.get(7).unwrap();
            assert_eq!(known.value(2, 3, outside.0, outside.1), Some(value));
            assert_eq!(known.value(2, 3, inside.0, inside.1), None);
            assert_eq!(known.value(3, 3, outside.0, outside.1), None);
            assert_eq!(known.value(2, 4, outside.0, outside.1), None);
        }
        table.keep(7, (2, 3), (Candidate::NONE, 15), (10, 20));
        assert_eq!(table.get(7).unwrap().value(2, 3, -9, 99), Some(15));
        // Another key in the same place, and another search.
        assert_eq!(table.get(7 + SIZE as u64), None);
        table.keep(7 + SIZE as u64, (2, 3), (Candidate::NONE, 15), (10, 20));
        assert_eq!(table.get(7), None);
        table.begin();
        assert_eq!(table.get(7 + SIZE as u64), None);
    }
}
