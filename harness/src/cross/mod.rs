//! One seat alone: how many moves a bot needs to cross the star, and how few it can be done in.
//!
//! A lone crossing has no rivals, no luck and no draws, so the number of its moves measures a bot
//! on a scale of its own, whoever else there is: from what [`shortest`] finds, upwards.

mod measure;
mod solve;

pub use measure::{Crossings, HEADER, Row, table};
pub use solve::{Crossing, DEFAULT_WIDTH, MOST_MOVES, Uncrossed, shortest};
