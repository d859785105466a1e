//! Names of holes.

use alloc::string::String;
use core::fmt::Write as _;

use crate::star::{Hole, HoleSet, Star};

impl Star {
    /// The name of a hole: a letter for the row from `a` at the top, then the place in the row from 1.
    pub fn name(&self, hole: Hole) -> String {
        let letter = char::from(b'a' + self.row(hole) as u8);
        let mut name = String::from(letter);
        write!(name, "{}", self.column(hole) + 1).expect("a string takes any text");
        name
    }

    /// The hole of this name, if the star has one.
    pub fn hole_named(&self, name: &str) -> Option<Hole> {
        let mut chars = name.chars();
        let row = (chars.next()? as usize).checked_sub('a' as usize)?;
        let column = chars.as_str();
        if row >= self.rows() || column.starts_with('0') {
            return None;
        }
        let column = crate::rules::number(column)? as usize;
        if column > self.row_len(row) {
            return None;
        }
        Hole::new(self.row_start(row) + column - 1)
    }

    /// The names of `holes` in order, apart by commas.
    pub fn names(&self, holes: HoleSet) -> String {
        let mut text = String::new();
        for hole in holes {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(&self.name(hole));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::star::ARMS;

    #[test]
    fn every_hole_has_its_own_name() {
        for arm in ARMS {
            let star = Star::of(arm).unwrap();
            for hole in star.holes() {
                assert_eq!(star.hole_named(&star.name(hole)), Some(hole));
            }
        }
        let star = Star::full();
        for (name, index) in [("a1", 0), ("i5", 60), ("q1", 120)] {
            assert_eq!(star.hole_named(name).map(Hole::index), Some(index));
        }
    }

    #[test]
    fn other_names_are_no_holes() {
        for name in ["", "a", "a0", "a2", "a01", "i10", "r1", "A1", "1a", "i+5", "é1", "a1 ", "e14"]
        {
            assert_eq!(Star::full().hole_named(name), None, "{name}");
        }
    }
}
