//! The hops of one marble's chain, worked out a second time.

use engine::Position;
use engine::rules::{ForeignPoints, Hops as Range, Over, Seat};
use engine::star::{Hole, HoleSet};

use super::{Laws, Terrain};

/// Longest hop over a marble: lines have at most 13 holes.
const LONG: usize = 6;

/// The hops that a marble may make in one chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hops<'l> {
    terrain: &'l Terrain,
    origin: Hole,
    /// Every marble but the one that hops.
    occupied: HoleSet,
    /// What may be hopped over.
    pivots: HoleSet,
    /// Where a chain may not touch down.
    closed: HoleSet,
    /// How far off the marble hopped over may be.
    reach: usize,
}

impl<'l> Hops<'l> {
    /// Those of the marble of `seat` in `origin`, which counts as gone from there; `own` are the
    /// seat's marbles among the `occupied` holes.
    #[inline]
    pub(super) fn of(
        laws: &'l Laws<'_>,
        seat: Seat,
        occupied: HoleSet,
        own: HoleSet,
        origin: Hole,
    ) -> Self {
        let (terrain, rules) = (&laws.terrain, laws.rules());
        let occupied = occupied - HoleSet::of(origin);
        Self {
            terrain,
            origin,
            occupied,
            pivots: if rules.over == Over::Others { occupied - own } else { occupied },
            closed: match rules.foreign_points {
                ForeignPoints::Private => terrain.foreign(seat) - HoleSet::of(origin),
                ForeignPoints::Free | ForeignPoints::NoStop => HoleSet::EMPTY,
            },
            reach: if rules.hops == Range::Long { LONG } else { 1 },
        }
    }

    /// Those of a marble of the seat to move.
    pub(super) fn in_position(laws: &'l Laws<'_>, position: &Position, origin: Hole) -> Self {
        let seat = position.turn();
        Self::of(laws, seat, position.occupied(), position.marbles(seat), origin)
    }

    /// Where the hop from `at` in a direction lands, if it is open.
    #[inline]
    fn hop(&self, at: Hole, direction: usize) -> Option<Hole> {
        let landing = self.terrain.hop(self.occupied, self.pivots, at, direction, self.reach)?;
        (!self.closed.contains(landing)).then_some(landing)
    }

    /// Whether any hop leads from `at`. As hops go both ways, also whether any leads to it.
    #[inline]
    pub(super) fn lead_from(&self, at: Hole) -> bool {
        (0..6).any(|direction| self.hop(at, direction).is_some())
    }

    /// Where hops from `at` land.
    pub(super) fn from(&self, at: Hole) -> HoleSet {
        (0..6).filter_map(|direction| self.hop(at, direction)).collect()
    }

    /// The fewest hops from the origin to `end`; none if no chain comes there.
    pub(super) fn fewest(&self, end: Hole) -> Option<usize> {
        let (mut reached, mut ring) = (HoleSet::of(self.origin), HoleSet::of(self.origin));
        let mut fewest = 0;
        while !ring.is_empty() && !ring.contains(end) {
            let next = ring.into_iter().fold(HoleSet::EMPTY, |next, at| next | self.from(at));
            ring = next - reached;
            reached |= ring;
            fewest += 1;
        }
        (!ring.is_empty()).then_some(fewest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{RING, laws};

    #[test]
    fn a_hole_that_no_chain_comes_to_takes_no_number_of_hops() {
        let (laws, setup) = laws(&[], RING);
        let hole = |name| laws.board().star().hole_named(name).unwrap();
        let hops = Hops::in_position(laws, &setup.position, hole("i5"));
        for (name, fewest) in [("i5", Some(0)), ("i7", Some(1)), ("k7", Some(1)), ("i8", None)] {
            assert_eq!(hops.fewest(hole(name)), fewest, "{name}");
        }
    }
}
