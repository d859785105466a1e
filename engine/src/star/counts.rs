//! A star counted, and held against what every star of its arm must come to.

use core::fmt;

use super::lanes::MAX_DISTANCE;
use super::{Cube, Direction, Hole, HoleSet, Point, Star};

/// What a star comes to, counted hole by hole from its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Length of a point.
    pub arm: u8,
    /// Holes.
    pub holes: usize,
    /// Rows.
    pub rows: usize,
    /// Pairs of neighbours.
    pub pairs: usize,
    /// Lines of three holes: where a short hop may go, either way.
    pub lines: usize,
    /// Hops that the empty board has room for, by hole, direction and distance, both ways.
    pub hops: usize,
    /// Holes by their number of neighbours, from 0.
    pub degrees: [usize; 7],
    /// Holes by hop class, the most first.
    pub classes: [usize; 4],
    /// Holes outside the points.
    pub hexagon: usize,
    /// Holes of the hexagon's outermost ring.
    pub ring: usize,
    /// Holes of a point.
    pub point: usize,
    /// Holes in front of a point.
    pub front: usize,
}

impl Counts {
    /// What a star of `arm` must come to, by formula.
    pub const fn expected(arm: u8) -> Self {
        let n = arm as usize;
        let mut degrees = [0; 7];
        degrees[2] = 6;
        degrees[4] = 12 * (n - 1);
        degrees[5] = 6;
        degrees[6] = 6 * n * (n + 1) + 1 - 12 * n;
        Self {
            arm,
            holes: 6 * n * (n + 1) + 1,
            rows: 4 * n + 1,
            pairs: 18 * n * n + 6 * n,
            lines: 18 * n * n + 3 - 6 * n,
            hops: hops(arm),
            degrees,
            classes: classes(arm),
            hexagon: 3 * n * (n + 1) + 1,
            ring: 6 * n,
            point: n * (n + 1) / 2,
            front: n + 1,
        }
    }
}

/// Hops with room on a star, from coordinates alone.
const fn hops(arm: u8) -> usize {
    let reach = 2 * arm as i8;
    let mut count = 0;
    let mut y = -reach;
    while y <= reach {
        let mut x = -reach;
        while x <= reach {
            let mut direction = 0;
            while direction < 6 {
                let mut steps = 0;
                while Cube::new(x, y).offset(Direction::ALL[direction], steps).on_star(arm) {
                    count += (steps > 0 && steps % 2 == 0) as usize;
                    steps += 1;
                }
                direction += 1;
            }
            x += 1;
        }
        y += 1;
    }
    count
}

/// Sizes of the hop classes, the most first. A turn of the star keeps the class of the centre and
/// takes the other three into each other.
const fn classes(arm: u8) -> [usize; 4] {
    let n = arm as usize;
    let holes = 6 * n * (n + 1) + 1;
    // Places with both coordinates even, from coordinates alone.
    let reach = 2 * arm as i8;
    let mut even = 0;
    let mut y = -reach;
    while y <= reach {
        let mut x = -reach;
        while x <= reach {
            even += Cube::new(x, y).on_star(arm) as usize;
            x += 2;
        }
        y += 2;
    }
    let other = (holes - even) / 3;
    if even > other { [even, other, other, other] } else { [other, other, other, even] }
}

/// Something of a star that is not as it must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What.
    pub what: &'static str,
    /// What it comes to; the number of a hole, where each hole is looked at.
    pub got: usize,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.got)
    }
}

impl core::error::Error for Flaw {}

impl Star {
    /// Counts the star from its tables.
    pub fn counts(&self) -> Counts {
        let all = || self.holes().into_iter();
        let points = Point::ALL.iter().fold(HoleSet::EMPTY, |all, &point| all | self.point(point));
        let line = |hole, direction| self.next(self.next(hole, direction)?, direction);
        let lines =
            Direction::ALL.iter().flat_map(|&way| all().filter_map(move |at| line(at, way)));
        let mut degrees = [0; 7];
        let mut classes = [0; 4];
        for hole in all() {
            degrees[self.degree(hole)] += 1;
            classes[self.class(hole)] += 1;
        }
        classes.sort_unstable_by(|one, other| other.cmp(one));
        let edges = (0..4).flat_map(|class| self.edges(class));
        let open: u32 =
            edges.flat_map(|axis| &axis[..MAX_DISTANCE]).map(|edge| edge.count_ones()).sum();
        Counts {
            arm: self.arm(),
            holes: self.len(),
            rows: self.rows(),
            pairs: self.pairs().count(),
            lines: lines.count() / 2,
            hops: 2 * open as usize,
            degrees,
            classes,
            hexagon: (self.holes() - points).len(),
            ring: (self.holes() - points)
                .into_iter()
                .filter(|&at| self.ring(at) == self.arm())
                .count(),
            point: self.point(Point::ALL[0]).len(),
            front: self.front(Point::ALL[0]).len(),
        }
    }

    /// Checks every table: counts against formulas, each table against its inverse, zones against
    /// the symmetries of the star. Counts alone do not prove a board, as another labelling of the
    /// points keeps them all.
    ///
    /// # Errors
    ///
    /// With the first thing that is not as it must be.
    pub fn check(&self) -> Result<Counts, Flaw> {
        let flaw = |what, got| Flaw { what, got };
        for hole in self.holes() {
            self.check_hole(hole).map_err(|what| flaw(what, hole.index()))?;
        }
        let mut start = 0;
        for row in 0..self.rows() {
            if self.row_start(row) != start {
                return Err(flaw("start of a row", row));
            }
            start += self.row_len(row);
        }
        if start != self.len() {
            return Err(flaw("holes of all rows", start));
        }
        for point in Point::ALL {
            self.check_point(point).map_err(|what| flaw(what, point.index()))?;
        }
        let (counts, takes) = (self.counts(), Counts::expected(self.arm()));
        for (what, got, takes) in [
            ("holes", counts.holes, takes.holes),
            ("rows", counts.rows, takes.rows),
            ("pairs of neighbours", counts.pairs, takes.pairs),
            ("lines of three", counts.lines, takes.lines),
            ("hops with room", counts.hops, takes.hops),
            ("holes of the hexagon", counts.hexagon, takes.hexagon),
            ("holes of the ring", counts.ring, takes.ring),
            ("holes of a point", counts.point, takes.point),
            ("holes of a front", counts.front, takes.front),
        ] {
            if got != takes {
                return Err(flaw(what, got));
            }
        }
        for degree in 0..7 {
            if counts.degrees[degree] != takes.degrees[degree] {
                return Err(flaw("holes with so many neighbours", degree));
            }
        }
        if counts.classes != takes.classes {
            return Err(flaw("holes of the largest hop class", counts.classes[0]));
        }
        Ok(counts)
    }

    fn check_hole(&self, hole: Hole) -> Result<(), &'static str> {
        let place = self.cube(hole);
        let is = |holds: bool, what| if holds { Ok(()) } else { Err(what) };
        is(place.on_star(self.arm()), "coordinates off the star")?;
        is(self.hole_at(place) == Some(hole), "hole at its own coordinates")?;
        let start = self.row_start(self.row(hole));
        let column = hole.index().checked_sub(start);
        let left = |steps: usize| self.hole_at(Cube::new(place.x - steps as i8, place.y));
        let is_first = |steps| {
            left(steps).is_some_and(|first| first.index() == start) && left(steps + 1).is_none()
        };
        is(column.is_some_and(is_first), "row and column")?;
        is(self.column(hole) < self.row_len(self.row(hole)), "column in its row")?;
        let mut neighbours = HoleSet::EMPTY;
        for direction in Direction::ALL {
            let next = self.next(hole, direction);
            is(next == self.hole_at(place.offset(direction, 1)), "hole next to it")?;
            if let Some(next) = next {
                is(self.next(next, direction.opposite()) == Some(hole), "way back")?;
                neighbours.insert(next);
            }
        }
        is(neighbours == self.neighbours(hole), "neighbours")?;
        is(self.class(hole) == place.class(), "hop class")?;
        let across = self.cube(self.opposite(hole));
        is(across == place.opposite(), "hole across the centre")?;
        is(self.cube(self.turned(hole)) == place.turned(), "hole a turn on")?;
        let in_point = |point: &Point| point.depth_of(place) > self.arm() as i8;
        is(self.point_of(hole) == Point::ALL.into_iter().find(in_point), "point")?;
        let lane = self.lane_bit(hole);
        is(
            self.lane_holes(usize::from(lane.class), lane.word()) == HoleSet::of(hole),
            "bit of its lane",
        )
    }

    fn check_point(&self, point: Point) -> Result<(), &'static str> {
        let is = |holds: bool, what| if holds { Ok(()) } else { Err(what) };
        let moved = |holes: HoleSet, way: &dyn Fn(Hole) -> Hole| -> HoleSet {
            holes.into_iter().map(way).collect()
        };
        let next = Point::ALL[(point.index() + 1) % 6];
        for zone in [Self::point as fn(&Self, Point) -> HoleSet, Self::front] {
            let holes = zone(self, point);
            let across = moved(holes, &|hole| self.opposite(hole));
            is(across == zone(self, point.opposite()), "zone across the centre")?;
            let turned = moved(holes, &|hole| self.turned(hole));
            is(turned == zone(self, next), "zone a turn on")?;
        }
        let front = self.front(point);
        let near = |hole: Hole| !self.neighbours(hole).is_disjoint(self.point(point));
        is(
            front.into_iter().all(near) && front.is_disjoint(self.point(point)),
            "front of a point",
        )?;
        is(self.ring(self.tip(point)) == 2 * self.arm(), "tip of a point")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::star::ARMS;

    #[test]
    fn every_star_comes_to_what_it_must() {
        for arm in ARMS {
            let star = Star::of(arm).unwrap();
            assert_eq!(star.check(), Ok(Counts::expected(arm)));
        }
    }

    /// The formulas come to the published numbers.
    #[test]
    fn formulas_are_the_published_counts() {
        for (arm, holes, pairs, lines, degrees, classes) in [
            (1, 13, 24, 15, [0, 0, 6, 0, 0, 6, 1], [4, 4, 4, 1]),
            (2, 37, 84, 63, [0, 0, 6, 0, 12, 6, 13], [13, 8, 8, 8]),
            (3, 73, 180, 147, [0, 0, 6, 0, 24, 6, 37], [20, 20, 20, 13]),
            (4, 121, 312, 267, [0, 0, 6, 0, 36, 6, 73], [37, 28, 28, 28]),
        ] {
            let counts = Counts::expected(arm);
            assert_eq!((counts.holes, counts.pairs, counts.lines), (holes, pairs, lines));
            assert_eq!((counts.degrees, counts.classes), (degrees, classes));
        }
        let full = Counts::expected(4);
        assert_eq!(
            (full.hops, full.hexagon, full.ring, full.point, full.front),
            (1464, 61, 24, 10, 5)
        );
    }
}
