//! Engines and bots that are broken on purpose, to see whether the checks notice.
//!
//! A check that never fires proves nothing. Each [`Fault`] of the catalogue is one that real programs
//! had, planted in an engine that is right otherwise; the games of the hunt must find it, and the
//! engine without a fault must be found fault-free.
//!
//! - [`Fault`], [`catalogue`]: what is planted, a file for each kind.
//! - [`Flaw`], [`Broken`]: an engine with one thing broken; [`Walk`], a plain generator to break.
//! - [`Chooser`], `watch`: a bot with one thing broken, and its games.
//! - [`serve`]: a broken engine in a process of its own, which may hang or overflow its stack.
//! - [`Flight`], [`report`]: all of it tried, and told.

mod board;
mod bots;
mod caught;
mod fault;
mod flaw;
mod flight;
mod moves;
pub mod report;
mod serve;
mod state;
mod turns;
mod walk;
mod watch;
mod wins;

pub use fault::{Fault, Kind, Plant, catalogue, named};
pub use flaw::{Broken, Flaw, Last, Listed, Now, Told};
pub use flight::{Clean, Flight, Flown, Outcome, Sighting};
pub use serve::serve;
pub use walk::{Ground, Walk};
pub use watch::{Chooser, Right};
