//! Chinese checkers (Stern-Halma) on the six-pointed star: rules as data, fast and obvious.
//!
//! - [`star`]: the board itself, for points of length 1 to 4, every table derived.
//! - [`rules`]: one value with a switch for each way that people play, and the [`Board`](rules::Board)
//!   that it makes.
//! - [`Position`], [`moves`]: where the marbles are, and what they may do.
//! - [`Game`]: turns, places and endings.
//! - [`notation`]: all of it as text, both ways.
//!
//! The engine does no input or output and has no clock, threads or global state. Everything that is
//! fast stands beside something slow and obvious that it is checked against.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod bots;
pub mod coach;
pub mod dice;
mod game;
mod hash;
pub mod moves;
pub mod notation;
mod position;
pub mod rules;
pub mod search;
pub mod star;

pub use game::{End, Game, Misfit, Played, Refusal, Standing};
pub use position::{Position, Undo};
