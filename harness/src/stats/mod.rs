//! What the games of a run add up to, and the statistics that nobody packages.

pub mod bootstrap;
mod intervals;
mod latency;
pub mod newton;
#[cfg(test)]
mod outside;
mod shares;
pub mod sprt;
pub mod strength;
mod tally;

pub use intervals::{wilson_95, wilson_95_of};
pub use latency::{Counts, Latency, LatencyCounts, Work};
pub use shares::equal_shares;
pub use tally::{Breach, Line, Tally};
