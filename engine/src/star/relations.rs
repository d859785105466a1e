//! What lies next to what, and in which zone, asked the other way round.

use super::{Direction, Hole, Point, Star};

impl Star {
    /// Number of neighbours of `hole`: two, four, five or six.
    #[inline]
    pub const fn degree(&self, hole: Hole) -> usize {
        self.neighbours(hole).len()
    }

    /// The direction in which `other` is next to `hole`; none if it is not.
    pub fn next_to(&self, hole: Hole, other: Hole) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.next(hole, direction) == Some(other))
    }

    /// Every pair of neighbours once, the lower hole first, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (Hole, Hole)> + '_ {
        self.holes().into_iter().flat_map(|hole| {
            let above = self.neighbours(hole).into_iter().filter(move |&other| hole < other);
            above.map(move |other| (hole, other))
        })
    }

    /// The point that `hole` lies in; none in the hexagon.
    pub fn point_of(&self, hole: Hole) -> Option<Point> {
        Point::ALL.into_iter().find(|&point| self.point(point).contains(hole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::star::ARMS;

    #[test]
    fn pairs_are_the_neighbours_each_once() {
        for arm in ARMS {
            let star = Star::of(arm).unwrap();
            assert!(star.pairs().is_sorted());
            assert!(star.pairs().all(|(low, high)| {
                low < high && star.cube(low).distance(star.cube(high)) == 1
            }));
            let degrees: usize = star.holes().into_iter().map(|hole| star.degree(hole)).sum();
            assert_eq!(2 * star.pairs().count(), degrees);
        }
        assert_eq!(Star::full().pairs().count(), 312);
        assert_eq!(Star::full().degree(Hole::at(0)), 2);
        assert_eq!(Star::full().degree(Hole::at(60)), 6);
    }

    #[test]
    fn next_to_is_next_backwards() {
        let star = Star::of(2).unwrap();
        for hole in star.holes() {
            for other in star.holes() {
                let near = star.cube(hole).distance(star.cube(other)) == 1;
                assert_eq!(star.next_to(hole, other).is_some(), near);
                let back = star.next_to(other, hole);
                assert_eq!(star.next_to(hole, other), back.map(Direction::opposite));
            }
        }
        assert_eq!(star.next_to(Hole::at(0), Hole::at(1)), Some(Direction::SouthWest));
    }

    #[test]
    fn a_hole_is_in_its_point_or_in_the_hexagon() {
        for arm in ARMS {
            let star = Star::of(arm).unwrap();
            for hole in star.holes() {
                match star.point_of(hole) {
                    Some(point) => assert!(star.point(point).contains(hole)),
                    None => assert!(star.ring(hole) <= arm),
                }
                let turned = star.point_of(hole).map(|point| (point.index() + 1) % 6);
                assert_eq!(star.point_of(star.turned(hole)).map(Point::index), turned);
            }
        }
    }
}
