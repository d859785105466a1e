//! How much work and time a decision takes, and what that comes to on other people's devices.
//!
//! - [`corpus`]: the positions that are looked at; [`find`], how they were found.
//! - [`thinker`]: who looks at them; [`counts`], how much work it is: exact, committed, no clock.
//! - [`measure`]: the time that it takes here; [`curve`], its distribution as text and as a picture.
//! - [`device`]: what a time here is there; [`ahead`], how far the Coach sees in a device's budget.
//! - [`report`]: what follows from it; [`tables`] and [`summary`], all of it as files and in words.

pub mod ahead;
pub mod corpus;
pub mod counts;
pub mod curve;
pub mod device;
pub mod find;
pub mod measure;
pub mod report;
pub mod summary;
pub mod tables;
pub mod thinker;
