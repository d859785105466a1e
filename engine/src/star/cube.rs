//! Cube coordinates of the lattice.

use super::Direction;

/// A place on the triangular lattice: `x + y + z = 0`, `y` the row growing downwards, `x` growing
/// to the right along a row. The centre of the star is the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    /// Along a row, growing to the right.
    pub x: i8,
    /// The row, growing downwards.
    pub y: i8,
}

impl Cube {
    /// The centre of the star.
    pub const ORIGIN: Self = Self { x: 0, y: 0 };

    /// The place at `x` in row `y`.
    pub const fn new(x: i8, y: i8) -> Self {
        Self { x, y }
    }

    /// The third coordinate, which follows from the other two.
    pub const fn z(self) -> i8 {
        -self.x - self.y
    }

    /// The place `distance` (which may be negative) away in `direction`.
    pub const fn offset(self, direction: Direction, distance: i8) -> Self {
        let (dx, dy) = direction.delta();
        Self { x: self.x + dx * distance, y: self.y + dy * distance }
    }

    /// Steps between two places on the unbounded lattice.
    pub const fn distance(self, other: Self) -> u8 {
        let (dx, dy) = ((self.x - other.x).unsigned_abs(), (self.y - other.y).unsigned_abs());
        let dz = (self.z() - other.z()).unsigned_abs();
        let larger = if dx > dy { dx } else { dy };
        if larger > dz { larger } else { dz }
    }

    /// The place across the centre.
    pub const fn opposite(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }

    /// The place a sixth of a turn clockwise about the centre.
    pub const fn turned(self) -> Self {
        Self { x: -self.y, y: -self.z() }
    }

    /// Whether a star of `arm` holds this place: the union of two triangles that point opposite ways.
    pub const fn on_star(self, arm: u8) -> bool {
        let arm = arm as i8;
        let (x, y, z) = (self.x, self.y, self.z());
        (x <= arm && y <= arm && z <= arm) || (x >= -arm && y >= -arm && z >= -arm)
    }

    /// One of four classes, `x` and `y` modulo 2, that no hop ever leaves.
    pub const fn class(self) -> usize {
        (self.x & 1) as usize | ((self.y & 1) as usize) << 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_turns_are_none_and_three_are_the_opposite() {
        let place = Cube::new(3, -7);
        let mut turned = place;
        for turns in 1..=6 {
            turned = turned.turned();
            assert_eq!(turned == place.opposite(), turns == 3);
        }
        assert_eq!(turned, place);
    }

    #[test]
    fn distance_is_the_number_of_steps() {
        let place = Cube::new(-2, 5);
        for direction in Direction::ALL {
            assert_eq!(place.distance(place.offset(direction, 4)), 4);
        }
        assert_eq!(Cube::new(1, 1).distance(Cube::ORIGIN), 2);
    }
}
