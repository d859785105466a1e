//! Self-play and rules fuzzing for Chinese checkers: what the `harness` command is made of.
//!
//! - [`args`], [`command`]: the command line, a module for each command; [`game_args`], [`given`],
//!   [`position_args`] and [`rules_args`], the flags that several of them take; [`rules_file`], rules
//!   as files; [`exit`], the codes that they end with; [`suite`] and [`ci_args`], what continuous
//!   integration is told.
//! - [`config`]: what is to be played, as checked plain data; [`plan`]: who sits where in which game.
//!   as files; [`exit`], the codes that they end with.
//! - [`config`]: what is to be played, as checked plain data; [`config_file`], [`run_file`]: the same
//!   read back from the folder of a run; [`plan`]: who sits where in which game; [`shard`], a part of it.
//! - [`playout`], [`referee`]: one game, and one game under the checks of [`check`]; [`run`]: all of
//!   them, on several threads.
//! - [`journal`]: what a run has played, for another session of it; [`rows`], its tables read back;
//!   [`merge`], its shards put together.
//! - [`event`], [`sink`], [`stats`]: what happens in a run, where it goes and what it adds up to.
//! - [`subject`], [`trial`]: an engine under test, and a game of it watched beside our own.
//! - [`case`]: a game as a file: findings, regressions, recorded games.
//! - [`shrink`]: a failing game made small.
//! - [`judge`]: a recorded game, tried against rules.
//! - [`cross`]: one seat alone, measured and solved.
//! - [`contest`]: bots against each other, tested and rated; [`compare`]: two runs beside each other;
//!   [`report`]: one run as a page.
//! - [`hunt`]: random configurations, hunted for what breaks; [`prove`]: small stars, explored whole.
//! - [`latency`]: how much work and time a decision takes, here and on other devices.
//! - [`canary`]: engines and bots that are broken on purpose, to test the checks.
//! - [`latency`]: how much work and time a decision takes, here and on other devices; [`tune`]:
//!   depth and width of the search, tried against a much deeper and wider one.
//! - [`ugi`]: engines behind a text protocol; [`contender`], who may sit in a seat; [`conform`] and
//!   [`infer`], an engine held against rules.

pub mod args;
pub mod canary;
pub mod case;
pub mod check;
pub mod ci_args;
pub mod command;
pub mod compare;
pub mod config;
pub mod config_file;
pub mod conform;
pub mod contender;
pub mod contest;
pub mod cross;
pub mod event;
pub mod exit;
pub mod game_args;
mod gate;
pub mod given;
pub mod host;
pub mod hunt;
pub mod infer;
pub mod interrupt;
pub mod journal;
pub mod judge;
pub mod latency;
pub mod merge;
pub mod plan;
pub mod playout;
pub mod position_args;
pub mod prove;
pub mod referee;
pub mod report;
pub mod rows;
pub mod rules_args;
pub mod rules_file;
pub mod run;
pub mod run_file;
pub mod shard;
pub mod shrink;
pub mod sink;
pub mod stats;
pub mod subject;
pub mod suite;
mod text;
pub mod trial;
pub mod tune;
pub mod ugi;
