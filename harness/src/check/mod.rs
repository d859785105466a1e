//! What must always hold, and who watches over it while a game is played.
//!
//! - [`Invariant`]: everything that must hold, by id, with the rules that it is a law under.
//! - [`Terrain`]: the board worked out a second time, sharing nothing with the engine's tables.
//! - [`View`], [`Turn`]: what an engine says of a game, which is all that the checks see.
//! - [`chart`], [`keys`], [`ply`], [`outcome`], [`listing`], [`state`], [`choice`], [`verdict`]:
//!   the checks,
//!   functions of what they are shown.
//! - [`Laws`], [`Checker`]: the laws of one board, and who asks about them during a game.
//! - [`Alarms`]: shares over a whole run.

pub mod alarms;
pub mod chart;
mod checker;
pub mod choice;
mod findings;
mod hops;
mod invariant;
pub mod keys;
mod laws;
pub mod listing;
mod memory;
pub mod outcome;
pub mod ply;
mod sample;
pub mod state;
mod terrain;
#[cfg(test)]
mod tests;
pub mod verdict;
mod view;

pub use alarms::{Alarms, Tally};
pub use checker::Checker;
pub use findings::{Findings, Held, Violation};
pub use invariant::{Asked, Invariant, Invariants};
pub use laws::{Laws, Symmetry};
pub use memory::Memory;
pub use sample::{Level, Lot, SAMPLED, Sample};
pub use terrain::Terrain;
pub use view::{Standings, Turn, View};
