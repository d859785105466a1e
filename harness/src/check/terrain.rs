//! The star and its zones, worked out a second time.

use engine::rules::{BySeat, Rules, Seat};
use engine::star::{Hole, HoleSet, MAX_HOLES};

/// Change of (x, y) for one step, anticlockwise from east; the opposite is three on.
const STEPS: [(i8, i8); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// Marks a place off the star.
const OFF: u8 = u8::MAX;

/// What the checks know of a board.
///
/// It is derived from the words of the rules alone: which holes there are, what is next to what,
/// where each seat starts and goes. Nothing is taken from the engine's tables, which it is there to
/// check; only the types for holes and seats are shared.
#[derive(Clone, Debug)]
pub struct Terrain {
    arm: i8,
    holes: HoleSet,
    /// x and y, by hole.
    places: [(i8, i8); MAX_HOLES],
    /// Row per hole, column per direction.
    next: [[u8; 6]; MAX_HOLES],
    /// Start points, by seat.
    points: Vec<usize>,
    home: BySeat<HoleSet>,
    goal: BySeat<HoleSet>,
    foreign: BySeat<HoleSet>,
    /// Steps to the tip of the goal, by seat and hole.
    to_tip: BySeat<[u8; MAX_HOLES]>,
}

/// How far out a place lies towards a point, counted clockwise from the top.
fn depth(point: usize, (x, y): (i8, i8)) -> i8 {
    [-y, x, x + y, y, -x, -x - y][point]
}

/// Steps between two places.
fn distance(a: (i8, i8), b: (i8, i8)) -> u8 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x.unsigned_abs() + y.unsigned_abs() + (x + y).unsigned_abs()) / 2
}

/// The points that the seats start in, in turn order.
fn start_points(rules: &Rules, seats: usize) -> Vec<usize> {
    let text = rules.get("layout").expect("layout is an axis");
    for layout in text.split('/') {
        let points: Vec<usize> = layout.split(',').filter_map(|point| point.parse().ok()).collect();
        if points.len() == seats {
            return points;
        }
    }
    match seats {
        2 => vec![0, 3],
        3 => vec![0, 2, 4],
        4 => vec![0, 1, 3, 4],
        _ => (0..seats).collect(),
    }
}

/// Whether a set holds the hole numbered `index`; false off the star.
#[inline]
fn holds(set: HoleSet, index: u8) -> bool {
    let half = if index & 64 == 0 { set.bits() as u64 } else { (set.bits() >> 64) as u64 };
    index != OFF && half >> (index & 63) & 1 != 0
}

impl Terrain {
    /// The terrain of `rules` for a star of `arm`, so many seats and marbles a seat.
    pub fn new(rules: &Rules, arm: u8, seats: usize, marbles: usize) -> Self {
        let arm = arm as i8;
        let mut terrain = Self {
            arm,
            holes: HoleSet::EMPTY,
            places: [(0, 0); MAX_HOLES],
            next: [[OFF; 6]; MAX_HOLES],
            points: start_points(rules, seats),
            home: BySeat::default(),
            goal: BySeat::default(),
            foreign: BySeat::default(),
            to_tip: BySeat([[0; MAX_HOLES]; Seat::MAX]),
        };
        let mut count = 0;
        for y in -2 * arm..=2 * arm {
            for x in -2 * arm..=2 * arm {
                let cube = [x, y, -x - y];
                if cube.iter().all(|&at| at <= arm) || cube.iter().all(|&at| at >= -arm) {
                    terrain.places[count] = (x, y);
                    count += 1;
                }
            }
        }
        terrain.holes = HoleSet::first_n(count);
        for index in 0..count {
            let (x, y) = terrain.places[index];
            for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
                if let Some(next) = terrain.hole_at((x + dx, y + dy)) {
                    terrain.next[index][direction] = next.index() as u8;
                }
            }
        }
        let with_front = marbles == (arm as usize + 1) * (arm as usize + 2) / 2;
        let zone = |point: usize| terrain.point(point) | terrain.front(point, with_front);
        let all = (0..6).fold(HoleSet::EMPTY, |all, point| all | terrain.point(point));
        let (mut home, mut goal, mut foreign) = <(BySeat<_>, BySeat<_>, BySeat<_>)>::default();
        let mut to_tip = terrain.to_tip;
        for (seat, &start) in Seat::first_n(seats).zip(&terrain.points) {
            let across = (start + 3) % 6;
            home[seat] = zone(start);
            goal[seat] = zone(across);
            foreign[seat] = all - terrain.point(start) - terrain.point(across);
            let tip = terrain.places_of(terrain.point(across));
            let tip = tip.max_by_key(|&place| depth(across, place)).expect("a point has holes");
            for hole in terrain.holes {
                to_tip[seat][hole.index()] = distance(terrain.place(hole), tip);
            }
        }
        Self { home, goal, foreign, to_tip, ..terrain }
    }

    /// Every hole.
    #[inline]
    pub fn holes(&self) -> HoleSet {
        self.holes
    }

    /// The points that the seats start in, in turn order.
    pub fn start_points(&self) -> &[usize] {
        &self.points
    }

    /// Where a seat starts.
    #[inline]
    pub fn home(&self, seat: Seat) -> HoleSet {
        self.home[seat]
    }

    /// Where a seat is going.
    #[inline]
    pub fn goal(&self, seat: Seat) -> HoleSet {
        self.goal[seat]
    }

    /// Whether any seat's goal is full.
    #[inline]
    pub fn any_goal_full(&self, occupied: HoleSet) -> bool {
        // The goals of seats that nobody has are no holes at all, which are not full either.
        self.goal.0.iter().any(|goal| goal.is_subset(occupied) && !goal.is_empty())
    }

    /// The points that are neither a seat's start nor its goal.
    #[inline]
    pub fn foreign(&self, seat: Seat) -> HoleSet {
        self.foreign[seat]
    }

    /// x and y of a hole.
    #[inline]
    pub fn place(&self, hole: Hole) -> (i8, i8) {
        self.places[hole.index()]
    }

    /// x and y modulo 2: what no hop changes.
    #[inline]
    pub fn class(&self, hole: Hole) -> (i8, i8) {
        let (x, y) = self.place(hole);
        (x & 1, y & 1)
    }

    /// The hole at x and y.
    pub fn hole_at(&self, place: (i8, i8)) -> Option<Hole> {
        let index = self.places[..self.holes.len()].iter().position(|&known| known == place)?;
        Hole::new(index)
    }

    /// The hole next to `hole` in a direction, 0 to 5.
    #[inline]
    pub fn next(&self, hole: Hole, direction: usize) -> Option<Hole> {
        match self.next[hole.index()][direction] {
            OFF => None,
            index => Hole::new(usize::from(index)),
        }
    }

    /// Whether two holes are next to each other.
    #[inline]
    pub fn adjoin(&self, hole: Hole, other: Hole) -> bool {
        let (a, b) = (self.place(hole), self.place(other));
        STEPS.contains(&(b.0 - a.0, b.1 - a.1))
    }

    /// The holes of a point, 0 to 5.
    pub fn point(&self, point: usize) -> HoleSet {
        self.where_at(|place| depth(point, place) > self.arm)
    }

    /// The holes of the hexagon in front of a point, or none if they do not count.
    pub fn front(&self, point: usize, counts: bool) -> HoleSet {
        self.where_at(|place| {
            counts
                && depth(point, place) == self.arm
                && (0..6).all(|other| depth(other, place) <= self.arm)
        })
    }

    /// The hole that the star's turn by `turns` sixths clockwise takes `hole` to, after a mirroring
    /// in the upright axis if `mirrored`.
    pub fn turned(&self, hole: Hole, turns: usize, mirrored: bool) -> Hole {
        let (x, y) = self.place(hole);
        let mut place = if mirrored { (-x - y, y) } else { (x, y) };
        for _ in 0..turns {
            place = (-place.1, place.0 + place.1);
        }
        self.hole_at(place).expect("a star turns onto itself")
    }

    /// Steps from `hole` to the tip of a seat's goal.
    #[inline]
    pub fn to_tip(&self, seat: Seat, hole: Hole) -> u8 {
        self.to_tip[seat][hole.index()]
    }

    /// How far a seat's marbles still have to go; 0 when as many could not stand nearer.
    pub fn distance_left(&self, seat: Seat, marbles: HoleSet) -> usize {
        let steps = |hole: Hole| usize::from(self.to_tip(seat, hole));
        // The nearest that so many can stand: one hole at the tip, two a step off, and so on.
        let (mut least, mut rest) = (0, marbles.len());
        for depth in 0.. {
            let here = rest.min(depth + 1);
            least += here * depth;
            rest -= here;
            if rest == 0 {
                break;
            }
        }
        marbles.into_iter().map(steps).sum::<usize>().saturating_sub(least)
    }

    /// One hop from `at`: over the first marble along the direction, which must be one of `pivots`,
    /// to as far beyond it; `reach` is how far away it may be.
    #[inline]
    pub fn hop(
        &self,
        occupied: HoleSet,
        pivots: HoleSet,
        at: Hole,
        direction: usize,
        reach: usize,
    ) -> Option<Hole> {
        let mut index = self.next[at.index()][direction];
        let mut out = 1;
        while !holds(occupied, index) {
            if out == reach || index == OFF {
                return None;
            }
            index = self.next[usize::from(index)][direction];
            out += 1;
        }
        if !holds(pivots, index) {
            return None;
        }
        for _ in 0..out {
            index = self.next[usize::from(index)][direction];
            if index == OFF || holds(occupied, index) {
                return None;
            }
        }
        Hole::new(usize::from(index))
    }

    fn where_at(&self, holds: impl Fn((i8, i8)) -> bool) -> HoleSet {
        self.holes.into_iter().filter(|&hole| holds(self.place(hole))).collect()
    }

    fn places_of(&self, holes: HoleSet) -> impl Iterator<Item = (i8, i8)> {
        holes.into_iter().map(|hole| self.place(hole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_full_when_each_hole_in_it_is_taken() {
        for seats in [2, 3, 6] {
            let terrain = Terrain::new(&Rules::default(), 4, seats, 10);
            assert!(!terrain.any_goal_full(HoleSet::EMPTY));
            for seat in Seat::first_n(seats) {
                let goal = terrain.goal(seat);
                assert!(terrain.any_goal_full(goal));
                let tip = goal.into_iter().find(|&hole| terrain.to_tip(seat, hole) == 0);
                assert!(!terrain.any_goal_full(goal - HoleSet::of(tip.unwrap())));
            }
        }
    }
}
