//! The command line as a whole.

use std::io;

use clap::Parser;

use crate::command::{Command, play};
use crate::exit::{self, Exit, RunError};

/// Plays seeded games of Chinese checkers, checks that the rules hold, and reports on them.
///
/// Without a command it does what `play` does.
#[derive(Debug, Parser)]
#[command(name = "harness", version, after_help = exit::HELP, after_long_help = exit::HELP)]
#[command(args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Args,
}

impl CommandLine {
    /// Does what the command line says; what was asked for goes to `out`.
    ///
    /// # Errors
    ///
    /// If it cannot be done; the error knows the code to end with.
    pub fn run(self, out: &mut dyn io::Write) -> Result<Exit, RunError> {
        self.command.unwrap_or(Command::Play(self.play)).run(out)
    }
}
