//! `harness ugi`: our engine over standard input and output.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;

use engine::bots::Bot;

use crate::exit::{Exit, RunError};
use crate::rules_args::RulesArgs;
use crate::ugi::serve::Engine;

/// Speaks UGI as an engine, over standard input and output.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The bot that it plays as.
    #[arg(long, value_name = "BOT", default_value = "hard")]
    bot: String,
    /// What its random choices follow from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Answers until it is told to quit or its input ends.
///
/// # Errors
///
/// If there is no such bot or rules, or the input cannot be read or the output written.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let bot = Bot::named(&args.bot).map_err(|error| RunError::usage(format!("--bot: {error}")))?;
    let mut engine = Engine::new(bot, args.rules.rules()?, args.seed);
    // Past the buffer of the standard library, which hides what has come already.
    let input = io::stdin().as_fd().try_clone_to_owned().map_err(RunError::data)?;
    engine.serve(File::from(input), out).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => RunError::data(format!("standard input: {error}")),
        _ => error.into(),
    })?;
    Ok(Exit::Held)
}
