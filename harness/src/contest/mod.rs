//! Matches: bots against each other in blocks of games, tested, rated and told with intervals.
//!
//! - [`book`]: the games at one number of seats, block by block, those that repeat left out.
//! - [`test`](mod@test): the sequential test of two bots on the scores of the blocks.
//! - [`figures`]: shares, places and strengths, with intervals.
//! - [`series`]: plays the games at one number of seats.
//! - [`report`]: the files, and what a person reads.

pub mod book;
pub mod figures;
pub mod report;
pub mod series;
pub mod test;
#[cfg(test)]
mod tests;
