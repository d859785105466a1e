//! The six-pointed star: cube coordinates, holes, points, and every table derived from them.

mod counts;
mod cube;
mod direction;
mod hole;
mod hole_set;
pub(crate) mod lanes;
mod point;
mod relations;
#[expect(clippy::module_inception, reason = "the star is this module's main noun")]
mod star;

pub use counts::{Counts, Flaw};
pub use cube::Cube;
pub use direction::Direction;
pub use hole::Hole;
pub use hole_set::{HoleSet, Holes};
pub use point::Point;
pub use star::{ARMS, MAX_HOLES, Star};
