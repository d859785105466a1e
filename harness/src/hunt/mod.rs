//! Looks for broken rules on purpose.

pub mod held;
pub mod player;
pub mod start;
pub mod stuck;
