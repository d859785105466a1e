//! The board as the engine tells it, against the one worked out a second time.

use engine::rules::{Board, BySeat, Seat};
use engine::star::{Direction, Hole, HoleSet, Point};

use super::{Held, Invariant, Terrain};

/// What an engine says of its board: a copy of its tables.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Number of holes.
    pub holes: usize,
    /// Row per hole, column per direction anticlockwise from east.
    pub next: Vec<[Option<Hole>; 6]>,
    /// By hole: the holes next to it.
    pub neighbours: Vec<HoleSet>,
    /// By hole: its hop class, in any numbering.
    pub class: Vec<usize>,
    /// By hole: the hole across the centre.
    pub opposite: Vec<Hole>,
    /// By hole: the hole a sixth of a turn clockwise.
    pub turned: Vec<Hole>,
    /// By point, clockwise from the top.
    pub points: [HoleSet; 6],
    /// By point: the holes of the hexagon in front of it.
    pub fronts: [HoleSet; 6],
    /// By point: its outermost hole.
    pub tips: [Hole; 6],
    /// Where each seat starts.
    pub home: BySeat<HoleSet>,
    /// Where each seat is going.
    pub goal: BySeat<HoleSet>,
    /// The marbles of each seat in the opening.
    pub opening: BySeat<HoleSet>,
    /// The seat to move in the opening.
    pub first: Seat,
}

/// What is published of a star: holes, neighbour pairs, lines of three, holes by number of
/// neighbours, and the sizes of the hop classes, largest first.
struct Counts {
    holes: usize,
    pairs: usize,
    lines: usize,
    degrees: &'static [(usize, usize)],
    classes: [usize; 4],
}

/// By arm, from 1.
const COUNTS: [Counts; 4] = [
    Counts {
        holes: 13,
        pairs: 24,
        lines: 15,
        degrees: &[(2, 6), (5, 6), (6, 1)],
        classes: [4, 4, 4, 1],
    },
    Counts {
        holes: 37,
        pairs: 84,
        lines: 63,
        degrees: &[(2, 6), (4, 12), (5, 6), (6, 13)],
        classes: [13, 8, 8, 8],
    },
    Counts {
        holes: 73,
        pairs: 180,
        lines: 147,
        degrees: &[(2, 6), (4, 24), (5, 6), (6, 37)],
        classes: [20, 20, 20, 13],
    },
    Counts {
        holes: 121,
        pairs: 312,
        lines: 267,
        degrees: &[(2, 6), (4, 36), (5, 6), (6, 73)],
        classes: [37, 28, 28, 28],
    },
];

impl Chart {
    /// What the engine says of `board`.
    pub fn of(board: &Board) -> Self {
        let star = board.star();
        fn each<T>(holes: HoleSet, say: impl Fn(Hole) -> T) -> Vec<T> {
            holes.into_iter().map(say).collect()
        }
        let holes = star.holes();
        let start = board.start();
        Self {
            holes: star.len(),
            next: each(holes, |hole| Direction::ALL.map(|direction| star.next(hole, direction))),
            neighbours: each(holes, |hole| star.neighbours(hole)),
            class: each(holes, |hole| star.class(hole)),
            opposite: each(holes, |hole| star.opposite(hole)),
            turned: each(holes, |hole| star.turned(hole)),
            points: Point::ALL.map(|point| star.point(point)),
            fronts: Point::ALL.map(|point| star.front(point)),
            tips: Point::ALL.map(|point| star.tip(point)),
            home: BySeat::from_fn(|seat| board.home(seat)),
            goal: BySeat::from_fn(|seat| board.goal(seat)),
            opening: BySeat::from_fn(|seat| start.marbles(seat)),
            first: start.turn(),
        }
    }

    /// Every check of a board, by invariant.
    pub fn check(&self, arm: u8, terrain: &Terrain) -> [(Invariant, Held); 6] {
        [
            (Invariant::BoardCounts, self.counts(arm)),
            (Invariant::BoardLinks, self.links(terrain)),
            (Invariant::BoardZones, self.zones(terrain)),
            (Invariant::BoardSymmetry, self.symmetry()),
            (Invariant::OpeningHomes, self.opening_homes(terrain)),
            (Invariant::GoalsAtStart, self.goals_at_start(terrain)),
        ]
    }

    fn holes(&self) -> impl Iterator<Item = Hole> {
        (0..self.next.len()).filter_map(Hole::new)
    }

    fn counts(&self, arm: u8) -> Held {
        let takes = &COUNTS[usize::from(arm) - 1];
        let count = |what: &str, got: usize, takes: usize| {
            if got == takes { Ok(()) } else { Err(format!("{got} {what} in place of {takes}")) }
        };
        count("holes", self.holes, takes.holes)?;
        count("holes with neighbours", self.neighbours.len(), takes.holes)?;
        let ends: usize = self.neighbours.iter().map(|holes| holes.len()).sum();
        count("ends of neighbour pairs", ends, 2 * takes.pairs)?;
        let line = |hole: Hole, direction: usize| {
            let middle = self.next[hole.index()][direction]?;
            self.next.get(middle.index())?[direction]
        };
        let lines = self.holes().flat_map(|hole| (0..6).filter_map(move |at| line(hole, at)));
        count("ends of lines of three", lines.count(), 2 * takes.lines)?;
        for &(degree, holes) in takes.degrees {
            let got = self.neighbours.iter().filter(|holes| holes.len() == degree).count();
            count(&format!("holes with {degree} neighbours"), got, holes)?;
        }
        let mut classes = [0; 4];
        for &class in &self.class {
            *classes.get_mut(class).ok_or(format!("hop class {class} in place of 0 to 3"))? += 1;
        }
        classes.sort_unstable_by(|a, b| b.cmp(a));
        if classes != takes.classes {
            return Err(format!("hop classes of {classes:?} in place of {:?}", takes.classes));
        }
        Ok(())
    }

    fn links(&self, terrain: &Terrain) -> Held {
        let same = |what: &str, hole: Hole, holds: bool| {
            if holds { Ok(()) } else { Err(format!("{what} of hole {}", hole.index())) }
        };
        for hole in self.holes() {
            let index = hole.index();
            let next: [Option<Hole>; 6] = std::array::from_fn(|at| terrain.next(hole, at));
            same("the steps", hole, self.next[index] == next)?;
            let neighbours: HoleSet = next.into_iter().flatten().collect();
            same("the neighbours", hole, self.neighbours[index] == neighbours)?;
            let (x, y) = terrain.place(hole);
            same("the opposite", hole, terrain.hole_at((-x, -y)) == Some(self.opposite[index]))?;
            let alike = |other: Hole| terrain.class(other) == terrain.class(hole);
            let mut others = self.holes();
            let classes = others.all(|o| alike(o) == (self.class[o.index()] == self.class[index]));
            same("the hop class", hole, classes)?;
        }
        Ok(())
    }

    fn zones(&self, terrain: &Terrain) -> Held {
        for point in 0..6 {
            let same = |what: &str, got: HoleSet, takes: HoleSet| {
                if got == takes {
                    Ok(())
                } else {
                    Err(format!("{what} of point {point}: {got:?} in place of {takes:?}"))
                }
            };
            same("holes", self.points[point], terrain.point(point))?;
            same("the front", self.fronts[point], terrain.front(point, true))?;
            // Past the hexagon a tip is the one hole of its point with two neighbours.
            let lone =
                |hole: &Hole| (0..6).filter(|&at| terrain.next(*hole, at).is_some()).count() == 2;
            let tip = terrain.point(point).into_iter().filter(lone).collect();
            same("the tip", HoleSet::of(self.tips[point]), tip)?;
        }
        for (index, &start) in terrain.start_points().iter().enumerate() {
            let seat = Seat::ALL[index];
            let same = |what: &str, got: HoleSet, takes: HoleSet| {
                if got == takes {
                    Ok(())
                } else {
                    Err(format!(
                        "the {what} of seat {seat}, which starts in point {start}, is {got:?} in place of {takes:?}"
                    ))
                }
            };
            same("home", self.home[seat], terrain.home(seat))?;
            same("goal", self.goal[seat], terrain.goal(seat))?;
            let across = |hole: Hole| self.opposite.get(hole.index()).copied();
            same(
                "goal",
                self.goal[seat],
                self.home[seat].into_iter().filter_map(across).collect(),
            )?;
        }
        Ok(())
    }

    fn symmetry(&self) -> Held {
        let turn = |holes: HoleSet| -> HoleSet {
            holes.into_iter().filter_map(|hole| self.turned.get(hole.index()).copied()).collect()
        };
        for hole in self.holes() {
            let there = self.turned[hole.index()].index();
            if self.neighbours.get(there) != Some(&turn(self.neighbours[hole.index()])) {
                return Err(format!(
                    "hole {} turns to {there}, and its neighbours elsewhere",
                    hole.index()
                ));
            }
        }
        for point in 0..6 {
            let next = (point + 1) % 6;
            if turn(self.points[point]) != self.points[next]
                || turn(self.fronts[point]) != self.fronts[next]
            {
                return Err(format!("point {point} does not turn to point {next}"));
            }
        }
        Ok(())
    }

    fn opening_homes(&self, terrain: &Terrain) -> Held {
        if self.first.index() != 0 {
            return Err(format!("seat {} is to move in place of 0", self.first));
        }
        for seat in Seat::ALL {
            let (got, takes) = (self.opening[seat], terrain.home(seat));
            if got != takes {
                return Err(format!("seat {seat} starts in {got:?} in place of {takes:?}"));
            }
        }
        Ok(())
    }

    fn goals_at_start(&self, terrain: &Terrain) -> Held {
        let seats = terrain.start_points().len();
        let occupied = self.opening.0.iter().fold(HoleSet::EMPTY, |all, &own| all | own);
        for seat in Seat::first_n(seats) {
            let (goal, there) = (self.goal[seat], self.goal[seat] & occupied);
            let takes = if matches!(seats, 2 | 4 | 6) { goal } else { HoleSet::EMPTY };
            if there != takes {
                return Err(format!(
                    "the goal of seat {seat} starts with {} marbles in place of {}",
                    there.len(),
                    takes.len()
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;

    fn chart(arm: u8, seats: u8) -> (Chart, Terrain) {
        let mut rules = Rules::default().with_seats(seats).unwrap();
        rules.arm = Some(arm);
        let board = Board::new(&rules).unwrap();
        let marbles = board.marbles_each();
        (Chart::of(&board), Terrain::new(&rules, arm, usize::from(seats), marbles))
    }

    /// Ids of what fails when the chart of four seats on the full star is broken so.
    fn broken(spoil: impl Fn(&mut Chart)) -> Vec<&'static str> {
        let (mut chart, terrain) = chart(4, 4);
        spoil(&mut chart);
        let failing = chart.check(4, &terrain).into_iter().filter(|(_, held)| held.is_err());
        failing.map(|(invariant, _)| invariant.id()).collect()
    }

    #[test]
    fn the_engine_s_boards_are_not_accused() {
        for arm in 1..=4 {
            for seats in [1, 2, 3, 4, 6] {
                let (chart, terrain) = chart(arm, seats);
                for (invariant, held) in chart.check(arm, &terrain) {
                    assert_eq!(held, Ok(()), "{invariant}, arm {arm}, {seats} seats");
                }
            }
        }
    }

    #[test]
    fn a_missing_hole_breaks_the_counts() {
        assert!(broken(|chart| chart.holes -= 1).contains(&"board-counts"));
        let gone = |chart: &mut Chart| {
            chart.neighbours[60] = HoleSet::EMPTY;
        };
        assert!(broken(gone).contains(&"board-counts"));
        let class = |chart: &mut Chart| chart.class[60] = 4;
        assert!(broken(class).contains(&"board-counts"));
        let line = |chart: &mut Chart| chart.next[0][4] = None;
        assert!(broken(line).contains(&"board-counts"));
    }

    #[test]
    fn wrong_links_are_seen_even_where_every_count_agrees() {
        let swapped = |chart: &mut Chart| {
            chart.next.swap(40, 41);
            chart.neighbours.swap(40, 41);
        };
        assert_eq!(broken(swapped), ["board-links", "board-symmetry"]);
        assert_eq!(broken(|chart| chart.opposite.swap(3, 4)), ["board-links"]);
        assert_eq!(broken(|chart| chart.class.swap(0, 1)), ["board-links"]);
    }

    #[test]
    fn relabelled_points_are_seen() {
        let shifted = |chart: &mut Chart| {
            chart.points.rotate_left(1);
            chart.fronts.rotate_left(1);
            chart.tips.rotate_left(1);
        };
        assert_eq!(broken(shifted), ["board-zones"]);
        assert_eq!(broken(|chart| chart.tips.swap(1, 2)), ["board-zones"]);
        // Seats 1 and 3 have each other's goal: counts agree, places do not.
        let goals = |chart: &mut Chart| chart.goal.0.swap(1, 3);
        assert_eq!(broken(goals), ["board-zones"]);
    }

    #[test]
    fn a_lopsided_star_is_no_star() {
        assert_eq!(broken(|chart| chart.turned.swap(7, 8)), ["board-symmetry"]);
    }

    #[test]
    fn a_seat_that_starts_elsewhere_is_seen() {
        let moved = |chart: &mut Chart| {
            let lowest = chart.opening.0[2].first().unwrap();
            chart.opening.0[2].remove(lowest);
        };
        assert_eq!(broken(moved), ["opening-homes", "goals-at-start"]);
        assert_eq!(broken(|chart| chart.first = Seat::ALL[1]), ["opening-homes"]);
    }

    #[test]
    fn three_seats_as_a_pair_and_a_single_are_seen() {
        let (mut chart, terrain) = chart(4, 3);
        chart.opening.0[2] = chart.goal.0[0];
        let held = chart.goals_at_start(&terrain);
        assert_eq!(
            held,
            Err("the goal of seat 0 starts with 10 marbles in place of 0".to_string())
        );
    }
}
