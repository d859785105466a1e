//! Looks for broken rules on purpose.

pub mod coverage;
pub mod held;
pub mod matrix;
pub mod player;
pub mod start;
pub mod stuck;
pub mod swarm;
