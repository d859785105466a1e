//! Engines behind a text protocol: ours for others, and others' for us.
//!
//! The protocol is UGI, the Universal Game Interface: chess's UCI without the chess, as match
//! runners for other games speak it, with a few additions of ours. `docs/ugi.md` tells it in full.
//!
//! - [`ask`], [`reply`]: the lines of both sides, read and written.
//! - [`serve`], [`input`]: our engine, asked.
//! - [`external`]: an engine of somebody else's, spoken to; [`failure`] is what it can do wrong.
//! - [`player`], [`subject`]: such an engine in a seat of a game, and under test; [`engines`] and
//!   [`engine_args`] say how it is treated.
//! - [`process`], [`lines`]: its process and its pipes.

pub mod ask;
pub mod engine_args;
pub mod engines;
pub mod external;
pub mod failure;
pub mod input;
pub mod lines;
pub mod player;
pub mod process;
pub mod reply;
pub mod serve;
pub mod subject;
