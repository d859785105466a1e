//! The star's tables, derived from its arm.

use super::lanes::{AXES, Edges, LaneBit, Lanes, MAX_DISTANCE};
use super::{Cube, Direction, Hole, HoleSet, Point};

/// Holes of the largest star.
pub const MAX_HOLES: usize = 121;

/// The arms that there are stars for.
pub const ARMS: core::ops::RangeInclusive<u8> = 1..=4;

/// Marks a place that is off the star in a table of hole numbers.
const OFF: u8 = u8::MAX;

/// The star of one arm: its holes, and what is next to what.
///
/// ```text
///             a1                    the top tip of point 0
///            b1 b2
///    c1 c2 c3 c4 c5 …               arm 2 has 37 holes, arm 4 has 121
/// ```
#[derive(Debug)]
pub struct Star {
    arm: u8,
    holes: u8,
    /// By hole.
    cubes: [Cube; MAX_HOLES],
    /// By row and column, each from -8.
    at: [[u8; 17]; 17],
    /// Row per hole, column per direction.
    next: [[u8; 6]; MAX_HOLES],
    /// By hole.
    neighbours: [HoleSet; MAX_HOLES],
    /// By point: the holes outside the hexagon.
    points: [HoleSet; 6],
    /// By point: the holes of the hexagon's ring that touch it.
    fronts: [HoleSet; 6],
    /// By hole.
    lane_bits: [LaneBit; MAX_HOLES],
    /// By class and bit.
    lane_holes: [[u8; 64]; 4],
    /// All holes, as lanes.
    lanes: Lanes,
    /// By class: pairs of ends with every hole between on the star.
    edges: [Edges<MAX_DISTANCE>; 4],
    /// First hole of each row, and the number of holes after the last.
    rows: [u8; 18],
}

static STARS: [Star; 4] = [Star::derive(1), Star::derive(2), Star::derive(3), Star::derive(4)];

impl Star {
    /// The star of `arm`, or none outside 1 to 4: one set of 128 bits holds every star up to there.
    pub fn of(arm: u8) -> Option<&'static Self> {
        ARMS.contains(&arm).then(|| &STARS[usize::from(arm) - 1])
    }

    /// The 121-hole star.
    pub fn full() -> &'static Self {
        &STARS[3]
    }

    const fn derive(arm: u8) -> Self {
        let mut star = Self {
            arm,
            holes: 0,
            cubes: [Cube::ORIGIN; MAX_HOLES],
            at: [[OFF; 17]; 17],
            next: [[OFF; 6]; MAX_HOLES],
            neighbours: [HoleSet::EMPTY; MAX_HOLES],
            points: [HoleSet::EMPTY; 6],
            fronts: [HoleSet::EMPTY; 6],
            lane_bits: [LaneBit::NONE; MAX_HOLES],
            lane_holes: [[OFF; 64]; 4],
            lanes: [0; 4],
            edges: [[[0; MAX_DISTANCE]; 3]; 4],
            rows: [0; 18],
        };
        let reach = 2 * arm as i8;
        let mut y = -reach;
        while y <= reach {
            star.rows[(y + reach) as usize] = star.holes;
            let mut x = -reach;
            while x <= reach {
                let place = Cube::new(x, y);
                if place.on_star(arm) {
                    star.add(place);
                }
                x += 1;
            }
            y += 1;
        }
        star.rows[(2 * reach + 1) as usize] = star.holes;
        let mut index = 0;
        while index < star.holes as usize {
            star.link(index);
            index += 1;
        }
        star
    }

    const fn add(&mut self, place: Cube) {
        let index = self.holes as usize;
        let lane = LaneBit::of(place);
        let (class, bit) = (lane.class as usize, lane.bit as usize);
        assert!(self.lane_holes[class][bit] == OFF, "two holes share a bit of a lane");
        self.cubes[index] = place;
        self.at[(place.y + 8) as usize][(place.x + 8) as usize] = index as u8;
        self.lane_bits[index] = lane;
        self.lane_holes[class][bit] = index as u8;
        self.lanes[class] |= lane.word();
        let mut point = 0;
        while point < 6 {
            let depth = Point::ALL[point].depth_of(place);
            if depth > self.arm as i8 {
                self.points[point].insert(Hole::at(index));
            }
            point += 1;
        }
        self.holes += 1;
    }

    const fn link(&mut self, index: usize) {
        let (hole, place) = (Hole::at(index), self.cubes[index]);
        let mut direction = 0;
        while direction < 6 {
            if let Some(next) = self.hole_at(place.offset(Direction::ALL[direction], 1)) {
                self.next[index][direction] = next.index() as u8;
                self.neighbours[index].insert(next);
                let mut point = 0;
                while point < 6 {
                    if self.points[point].contains(next) && !self.points[point].contains(hole) {
                        self.fronts[point].insert(hole);
                    }
                    point += 1;
                }
            }
            direction += 1;
        }
        let lane = self.lane_bits[index];
        let mut axis = 0;
        while axis < 3 {
            let mut steps = 1;
            while steps <= 2 * MAX_DISTANCE
                && self.hole_at(place.offset(AXES[axis], steps as i8)).is_some()
            {
                if steps % 2 == 0 {
                    self.edges[lane.class as usize][axis][steps / 2 - 1] |= lane.word();
                }
                steps += 1;
            }
            axis += 1;
        }
    }

    /// The length of a point, 1 to 4.
    #[inline]
    pub const fn arm(&self) -> u8 {
        self.arm
    }

    /// Number of holes: 13, 37, 73 or 121.
    #[inline]
    pub const fn len(&self) -> usize {
        self.holes as usize
    }

    /// Never: a star has holes.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Every hole.
    #[inline]
    pub const fn holes(&self) -> HoleSet {
        HoleSet::first_n(self.holes as usize)
    }

    /// Where `hole` lies.
    ///
    /// # Panics
    ///
    /// If the star has no such hole, as all look-ups by hole do.
    #[inline]
    pub const fn cube(&self, hole: Hole) -> Cube {
        assert!(hole.index() < self.holes as usize, "the star has no such hole");
        self.cubes[hole.index()]
    }

    /// The hole at `place`, or none off the star.
    pub const fn hole_at(&self, place: Cube) -> Option<Hole> {
        if place.x < -8 || place.x > 8 || place.y < -8 || place.y > 8 {
            return None;
        }
        match self.at[(place.y + 8) as usize][(place.x + 8) as usize] {
            OFF => None,
            index => Some(Hole::at(index as usize)),
        }
    }

    /// The hole next to `hole` in `direction`.
    #[inline]
    pub const fn next(&self, hole: Hole, direction: Direction) -> Option<Hole> {
        match self.next[hole.index()][direction as usize] {
            OFF => None,
            index => Some(Hole::at(index as usize)),
        }
    }

    /// The holes next to `hole`: two at a tip, four, five or six.
    #[inline]
    pub const fn neighbours(&self, hole: Hole) -> HoleSet {
        self.neighbours[hole.index()]
    }

    /// The lowest number of a neighbour of `hole`.
    #[inline]
    pub(crate) const fn first_neighbour(&self, hole: Hole) -> u32 {
        self.neighbours[hole.index()].bits().trailing_zeros()
    }

    /// The hole across the centre.
    pub const fn opposite(&self, hole: Hole) -> Hole {
        Hole::at(self.holes as usize - 1 - hole.index())
    }

    /// The hole a sixth of a turn clockwise about the centre.
    pub const fn turned(&self, hole: Hole) -> Hole {
        self.hole_at(self.cube(hole).turned()).expect("a star turns onto itself")
    }

    /// The holes of a point.
    pub const fn point(&self, point: Point) -> HoleSet {
        self.points[point.index()]
    }

    /// The `arm + 1` holes of the hexagon's ring in front of a point.
    pub const fn front(&self, point: Point) -> HoleSet {
        self.fronts[point.index()]
    }

    /// The outermost hole of a point.
    pub const fn tip(&self, point: Point) -> Hole {
        let mut holes = self.points[point.index()].bits();
        loop {
            let hole = Hole::at(holes.trailing_zeros() as usize);
            if point.depth_of(self.cube(hole)) == 2 * self.arm as i8 {
                return hole;
            }
            holes &= holes - 1;
        }
    }

    /// Steps from the centre: the number of the ring that `hole` lies on.
    #[inline]
    pub const fn ring(&self, hole: Hole) -> u8 {
        self.cube(hole).distance(Cube::ORIGIN)
    }

    /// The hop class of `hole`: `x` modulo 2, plus twice `y` modulo 2.
    #[inline]
    pub const fn class(&self, hole: Hole) -> usize {
        self.lane_bits[hole.index()].class as usize
    }

    /// The row of `hole`, from 0 at the top.
    pub const fn row(&self, hole: Hole) -> usize {
        (self.cube(hole).y + 2 * self.arm as i8) as usize
    }

    /// The place of `hole` in its row, from 0 at the left.
    pub const fn column(&self, hole: Hole) -> usize {
        hole.index() - self.row_start(self.row(hole))
    }

    /// Number of rows: `4 × arm + 1`.
    pub const fn rows(&self) -> usize {
        4 * self.arm as usize + 1
    }

    /// Number of the first hole of `row`.
    pub const fn row_start(&self, row: usize) -> usize {
        self.rows[row] as usize
    }

    /// Number of holes in `row`.
    pub const fn row_len(&self, row: usize) -> usize {
        (self.rows[row + 1] - self.rows[row]) as usize
    }

    #[inline]
    pub(crate) const fn lane_bit(&self, hole: Hole) -> LaneBit {
        self.lane_bits[hole.index()]
    }

    /// All holes, as lanes.
    #[cfg(test)]
    pub(crate) const fn all_lanes(&self) -> &Lanes {
        &self.lanes
    }

    /// `holes` as lanes.
    pub(crate) fn lanes(&self, holes: HoleSet) -> Lanes {
        let mut lanes = [0; 4];
        for hole in holes {
            let lane = self.lane_bit(hole);
            lanes[lane.class as usize] |= lane.word();
        }
        lanes
    }

    /// The holes of one class's lane.
    #[inline]
    pub(crate) fn lane_holes(&self, class: usize, mut lane: u64) -> HoleSet {
        let mut holes = HoleSet::EMPTY;
        while lane != 0 {
            holes.insert(Hole::at(self.lane_holes[class][lane.trailing_zeros() as usize] as usize));
            lane &= lane - 1;
        }
        holes
    }

    /// The hole of each bit of a class's lane; what is no hole is not to be asked for.
    #[inline]
    pub(crate) const fn lane(&self, class: usize) -> &[u8; 64] {
        &self.lane_holes[class]
    }

    /// By hop class: pairs of ends with every hole between on the star.
    #[inline]
    pub(crate) const fn all_edges(&self) -> &[Edges<MAX_DISTANCE>; 4] {
        &self.edges
    }

    #[inline]
    pub(crate) const fn edges(&self, class: usize) -> &Edges<MAX_DISTANCE> {
        &self.edges[class]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holes, neighbour pairs, lines of three, (neighbours, holes) and sorted class sizes by arm.
    type Counts = (usize, usize, usize, &'static [(usize, usize)], [usize; 4]);
    const COUNTS: [Counts; 4] = [
        (13, 24, 15, &[(2, 6), (5, 6), (6, 1)], [4, 4, 4, 1]),
        (37, 84, 63, &[(2, 6), (4, 12), (5, 6), (6, 13)], [13, 8, 8, 8]),
        (73, 180, 147, &[(2, 6), (4, 24), (5, 6), (6, 37)], [20, 20, 20, 13]),
        (121, 312, 267, &[(2, 6), (4, 36), (5, 6), (6, 73)], [37, 28, 28, 28]),
    ];

    #[test]
    fn counts_are_the_published_ones() {
        for (arm, (holes, pairs, lines, degrees, classes)) in (1..).zip(COUNTS) {
            let star = Star::of(arm).unwrap();
            assert_eq!(star.len(), holes);
            let all = || star.holes().into_iter();
            assert_eq!(all().map(|hole| star.neighbours(hole).len()).sum::<usize>(), 2 * pairs);
            let line = |hole, d| star.next(star.next(hole, d)?, d);
            let ends = Direction::ALL.iter().flat_map(|&d| all().filter_map(move |h| line(h, d)));
            assert_eq!(ends.count(), 2 * lines);
            let mut counted = [0; 7];
            all().for_each(|hole| counted[star.neighbours(hole).len()] += 1);
            for &(degree, holes) in degrees {
                assert_eq!(counted[degree], holes);
                counted[degree] = 0;
            }
            assert_eq!(counted, [0; 7]);
            let mut sizes = [0; 4];
            all().for_each(|hole| sizes[star.class(hole)] += 1);
            sizes.sort_by(|a, b| b.cmp(a));
            assert_eq!(sizes, classes);
        }
    }

    #[test]
    fn long_hop_triples_are_the_published_number() {
        let star = Star::full();
        let count = |distances: usize| -> u32 {
            let edges = (0..4).flat_map(|class| star.edges(class));
            2 * edges.flat_map(|axis| &axis[..distances]).map(|edge| edge.count_ones()).sum::<u32>()
        };
        assert_eq!(count(6), 1464);
        assert_eq!(count(1), 534);
    }

    #[test]
    fn points_and_fronts_lie_where_they_should() {
        for arm in ARMS {
            let star = Star::of(arm).unwrap();
            let n = usize::from(arm);
            let mut seen = HoleSet::EMPTY;
            for point in Point::ALL {
                let holes = star.point(point);
                assert_eq!(holes.len(), n * (n + 1) / 2);
                assert!(holes.is_disjoint(seen));
                seen |= holes;
                assert_eq!(star.front(point).len(), n + 1);
                assert!(star.front(point).into_iter().all(|hole| star.ring(hole) == arm));
                let across: HoleSet = holes.into_iter().map(|hole| star.opposite(hole)).collect();
                assert_eq!(across, star.point(point.opposite()));
                let turned: HoleSet = holes.into_iter().map(|hole| star.turned(hole)).collect();
                assert_eq!(turned.bits(), star.points[(point.index() + 1) % 6].bits());
                assert_eq!(star.ring(star.tip(point)), 2 * arm);
            }
            assert_eq!((star.holes() - seen).len(), 3 * n * (n + 1) + 1);
            assert_eq!(star.tip(Point::ALL[0]).index(), 0);
            assert_eq!(star.tip(Point::ALL[3]).index(), star.len() - 1);
        }
    }

    /// Counts alone would miss some of these: points relabelled keep them all.
    #[test]
    fn a_table_that_is_wrong_is_named() {
        let wrong = |change: fn(&mut Star)| {
            let mut star = Star::derive(2);
            assert!(star.check().is_ok());
            change(&mut star);
            star.check().map_err(|flaw| flaw.what)
        };
        let no = |what| Err(what);
        assert_eq!(wrong(|star| star.cubes.swap(5, 6)), no("hole at its own coordinates"));
        assert_eq!(wrong(|star| star.cubes[0] = Cube::new(0, -4)), no("coordinates off the star"));
        assert_eq!(wrong(|star| star.rows[3] += 1), no("row and column"));
        assert_eq!(wrong(|star| star.rows[3] -= 1), no("column in its row"));
        assert_eq!(wrong(|star| star.next[18].rotate_left(1)), no("way back"));
        assert_eq!(wrong(|star| star.next[0][4] = OFF), no("hole next to it"));
        assert_eq!(wrong(|star| star.neighbours[9].insert(Hole::at(30))), no("neighbours"));
        assert_eq!(wrong(|star| star.lane_bits[4].class ^= 1), no("hop class"));
        assert_eq!(wrong(|star| star.lane_bits[4].bit += 1), no("bit of its lane"));
        assert_eq!(wrong(|star| star.points.rotate_left(1)), no("point"));
        assert_eq!(wrong(|star| star.fronts.rotate_left(1)), no("front of a point"));
        assert_eq!(wrong(|star| star.fronts[2] = HoleSet::EMPTY), no("zone a turn on"));
        assert_eq!(wrong(|star| star.edges[0][1][0] ^= 1), no("hops with room"));
    }

    #[test]
    fn other_arms_have_no_star() {
        assert!(Star::of(0).is_none() && Star::of(5).is_none());
    }

    #[test]
    fn lanes_hold_every_hole_once_in_reading_order() {
        for arm in ARMS {
            let star = Star::of(arm).unwrap();
            assert_eq!(star.lanes(star.holes()), *star.all_lanes());
            for class in 0..4 {
                let holes = star.lane_holes(class, star.all_lanes()[class]);
                assert!(holes.into_iter().map(|hole| star.lane_bit(hole).bit).is_sorted());
                assert!(holes.into_iter().all(|hole| star.cube(hole).class() == class));
            }
        }
    }
}
