//! The star drawn in text.

use core::fmt;

use crate::position::Position;
use crate::star::Hole;

/// A position drawn as a star, a line a row, with the row's letter at the left.
///
/// ```text
/// a             0
/// b            0 0
/// c           0 . 0
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a>(pub &'a Position);

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = self.0.star();
        let left = -3 * i32::from(star.arm());
        for row in 0..star.rows() {
            let letter = char::from(b'a' + row as u8);
            write!(f, "{letter}")?;
            // A hole lies at twice its x plus its y, in characters.
            let mut at = left - 2;
            for column in 0..star.row_len(row) {
                let hole = Hole::new(star.row_start(row) + column).expect("rows are on the star");
                let place = star.cube(hole);
                let stands = 2 * i32::from(place.x) + i32::from(place.y);
                write!(f, "{:1$}", "", (stands - at - 1).max(0) as usize)?;
                match self.0.at(hole) {
                    Some(seat) => write!(f, "{seat}")?,
                    None => f.write_str(".")?,
                }
                at = stands;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;
    use crate::notation::Setup;
    use crate::rules::{Board, Rules};

    #[test]
    fn the_small_star_is_drawn() {
        let setup: Setup = "0/[4]/[1]1[1]/[4]/[1] 0 2 1".parse().unwrap();
        let drawn = "a    0\nb . . . .\nc  . 1 .\nd . . . .\ne    .\n".to_string();
        assert!(setup.position.occupied().len() == 2);
        assert_eq!(Picture(&setup.position).to_string(), drawn);
    }

    #[test]
    fn the_tips_of_the_full_star_are_over_its_middle() {
        let start = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap().start();
        let drawn = Picture(&start).to_string();
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "a             0");
        assert_eq!(lines[4], "e . . . . . . . . . . . . .");
        assert_eq!(lines[16], "q             1");
    }
}
