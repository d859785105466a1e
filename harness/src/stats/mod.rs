//! What the games of a run add up to, and the statistics that nobody packages.

pub mod bootstrap;
mod intervals;
mod latency;
pub mod sprt;
pub mod strength;
mod tally;

pub use intervals::wilson_95;
pub use latency::{Counts, Latency, LatencyCounts, Work};
pub use tally::{Breach, Line, Tally};
