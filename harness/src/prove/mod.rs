//! Small stars, exactly: every state of the 13- and 37-hole stars visited, and what follows proved.
//!
//! A *state* is a placement of all marbles and a seat to move. [`Task::prove`] finds the states that
//! games can reach, solves the questions of who can force what by retrograde analysis, counts, and
//! gives a shortest line to everything that it has found possible, played through the engine's own
//! game. Draws come of play that goes round for ever, so the rules' cap and their repetition rule
//! change nothing here; and where others would play on for places, only the first place is looked at.

mod answers;
mod bits;
mod combination;
mod estimate;
mod field;
mod force;
mod home;
mod job;
mod line;
mod moves;
mod proof;
mod property;
mod ranking;
mod reach;
mod space;
mod table;
mod tally;
#[cfg(test)]
mod tests;
mod unproved;

pub use estimate::Estimate;
pub use job::{Job, Progress};
pub use line::Line;
pub use proof::{Counted, Finding, Forcing, Proof, Task};
pub use property::Property;
pub use ranking::placements;
pub use table::{markdown, plain};
pub use tally::Values;
pub use unproved::Unproved;
