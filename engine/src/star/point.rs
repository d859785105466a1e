//! The six points of the star.

use super::Cube;

/// One of the six arms, numbered clockwise from the top: N, NE, SE, S, SW, NW.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// All six, clockwise from the top.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Names of the arms, by number.
    pub const NAMES: [&'static str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

    /// The point numbered `index`, 0 to 5.
    pub const fn new(index: usize) -> Option<Self> {
        if index < 6 { Some(Self(index as u8)) } else { None }
    }

    /// Its number, clockwise from the top.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name of the arm.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.0 as usize]
    }

    /// The point across the centre.
    pub const fn opposite(self) -> Self {
        Self((self.0 + 3) % 6)
    }

    /// How far out `place` lies towards this point: past `arm` it is in the point, at `arm` it is
    /// on the edge of the hexagon that the point stands on.
    pub const fn depth_of(self, place: Cube) -> i8 {
        match self.0 {
            0 => -place.y,
            1 => place.x,
            2 => -place.z(),
            3 => place.y,
            4 => -place.x,
            _ => place.z(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_takes_each_point_to_the_next() {
        // The tips of a star of arm 1.
        let tips =
            [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)].map(|(x, y)| Cube::new(x, y));
        for point in Point::ALL {
            let tip = tips[point.index()];
            assert_eq!(point.depth_of(tip), 2, "{}", point.name());
            assert_eq!(tip.turned(), tips[(point.index() + 1) % 6]);
            assert_eq!(tip.opposite(), tips[point.opposite().index()]);
        }
    }
}
