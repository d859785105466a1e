//! Two runs beside each other: what changed, how sure that is, and whether it is a regression.
//!
//! - [`sheet`]: a table as it lies on the disk, and [`folder`]: what a run left behind, read from
//!   its tables and `run.json` alone, so that old runs can be compared too.
//! - [`ratio`]: means over blocks of games, and the intervals of their changes.
//! - [`limits`]: how much of a change is a regression.
//! - [`changes`]: everything that is compared, `violations` by whether they were looked for; [`report`]: what a person reads.

pub mod changes;
pub mod folder;
pub mod limits;
pub mod ratio;
pub mod report;
pub mod sheet;
#[cfg(test)]
mod tests;
mod violations;
