//! Depth and width of the search, tried on positions against a much deeper and wider search.
//!
//! - [`sample`]: positions of games; [`grid`]: what each search does in them.
//! - [`table`]: what that comes to, with intervals; [`report`], all of it as files and as a summary.

pub mod grid;
pub mod report;
pub mod sample;
pub mod table;
