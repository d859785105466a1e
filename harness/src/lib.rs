//! Self-play and rules fuzzing for Chinese checkers: what the `harness` command is made of.
//!
//! - [`args`], [`command`]: the command line, a module for each command.
//! - [`rules_args`]: the flags that say which rules are played.
//! - [`check`]: what must always hold.
//! - [`subject`], [`trial`]: an engine under test, and a game of it watched beside our own.
//! - [`case`]: a game as a file: findings, regressions, recorded games.
//! - [`judge`]: a recorded game, tried against rules.
//! - [`exit`]: the codes that a run ends with.

pub mod args;
pub mod case;
pub mod check;
pub mod command;
pub mod exit;
pub mod judge;
pub mod rules_args;
pub mod stats;
pub mod subject;
pub mod trial;
