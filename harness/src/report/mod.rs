//! A run's folder as one page: everything that its tables and `run.json` hold, with charts drawn.
//!
//! - [`chart`] and [`board`]: pictures as inline SVG.
//! - [`section`]: what the page is made of; [`games`], [`tables`], [`findings`]: the sections, each only
//!   where its file is there.
//! - [`page`]: all of it, put into `report.html`. It runs nothing and asks for nothing from outside.

pub mod board;
pub mod chart;
pub mod findings;
pub mod games;
pub mod page;
pub mod section;
pub mod tables;
