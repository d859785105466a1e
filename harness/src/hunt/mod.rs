//! Looks for broken rules on purpose.

pub mod blocks;
pub mod corpus;
pub mod coverage;
pub mod held;
pub mod known;
pub mod matrix;
pub mod player;
pub mod quarry;
pub mod report;
pub mod run;
pub mod shape;
pub mod start;
pub mod stuck;
pub mod swarm;
