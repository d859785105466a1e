//! The statistics that nobody packages.

pub mod bootstrap;
pub mod sprt;
pub mod strength;
