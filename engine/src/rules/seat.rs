//! Seats, and one thing for each.

use core::fmt;
use core::ops::{Index, IndexMut};

/// A player's place at the board, numbered from 0 in turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The most seats that a star has room for.
    pub const MAX: usize = 6;

    /// Every seat there can be, in turn order.
    pub const ALL: [Self; Self::MAX] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The seat numbered `index`, 0 to 5.
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::MAX { Some(Self(index as u8)) } else { None }
    }

    /// The first `count` seats.
    pub fn first_n(
        count: usize,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        Self::ALL.into_iter().take(count)
    }

    /// Its number in turn order.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that plays after it when nobody is done, of `seats` in all.
    #[inline]
    pub const fn after(self, seats: usize) -> Self {
        let next = self.0 as usize + 1;
        if next >= seats { Self(0) } else { Self(next as u8) }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// One value for each of the six seats there can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T>(pub [T; Seat::MAX]);

impl<T> BySeat<T> {
    /// A value made for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self(core::array::from_fn(|index| make(Seat::ALL[index])))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_told_by_its_number() {
        let seat = Seat::ALL[4];
        assert_eq!(alloc::format!("{seat} {seat:?}"), "4 Seat(4)");
    }
}
