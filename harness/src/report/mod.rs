//! A run's folder as one page: everything that its tables and `run.json` hold, with charts drawn.
//!
//! - [`chart`], [`front`] and [`board`]: pictures as inline SVG.
//! - [`section`]: what the page is made of.
//! - [`findings`], [`rates`], [`games`], [`times`], [`tuning`], [`matrix`], [`coverage`], [`tables`]: the
//!   sections, each only where its file is there.
//! - [`page`]: all of it, put into `report.html`. It runs nothing and asks for nothing from outside.

pub mod board;
pub mod chart;
pub mod coverage;
pub mod findings;
pub mod front;
pub mod games;
pub mod matrix;
pub mod page;
pub mod rates;
mod rows;
pub mod section;
pub mod tables;
pub mod times;
pub mod tuning;
