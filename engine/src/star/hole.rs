//! One hole of the star.

use core::fmt;

/// A hole, numbered from 0 in reading order: the top tip first, then each row from the left.
///
/// The number alone does not say which star it belongs to; [`Star`](super::Star) gives it a name,
/// a place and neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole(u8);

impl Hole {
    /// The hole numbered `index`, or none if no star has so many.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < super::MAX_HOLES { Some(Self(index as u8)) } else { None }
    }

    /// The hole numbered `index`, for tables that are in range by construction.
    #[inline]
    pub(crate) const fn at(index: usize) -> Self {
        assert!(index < super::MAX_HOLES, "a hole is below 121");
        Self(index as u8)
    }

    /// Its number in reading order.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hole({})", self.0)
    }
}
