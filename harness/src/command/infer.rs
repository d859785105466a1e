//! `harness infer`: which rules an external engine plays.

use std::io;

use engine::rules::Rules;

use crate::command::conform::{engine_command, of, prepare};
use crate::exit::{Exit, RunError};
use crate::game_args::{SeatCounts, seat_counts, seats_of};
use crate::infer::infer;
use crate::ugi::engine_args::LimitsArgs;
use crate::ugi::subject::ExternalSubject;

/// Finds out which rules an external engine plays, by asking it where sets of rules differ.
///
/// Of every axis it tells the value, that the values make no difference with the rest, or what
/// would have to be asked to decide it. The engine is told nothing of any rules but the seats.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  a set of rules explains all that the engine said
  1  none does: the first answer that none gives is told
  2  usage: the command line was not understood
  3  the engine cannot be run, fails again and again, or does not list moves")]
pub struct Args {
    /// The engine: cmd: and a shell command that speaks UGI
    #[arg(long, value_name = "cmd:COMMAND", value_parser = engine_command)]
    engine: String,
    /// Number of seats: 2, 3, 4, 6 or all; several may be given, apart by commas or by repeating
    /// the flag [default: all]
    #[arg(long, value_name = "COUNT", value_delimiter = ',', value_parser = seat_counts)]
    seats: Vec<SeatCounts>,
    /// What the questions follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    limits: LimitsArgs,
}

/// Asks it.
///
/// # Errors
///
/// If the engine cannot be run, fails again and again, or does not list moves.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let seats = seats_of(&args.seats, &Rules::default());
    let mut engine = ExternalSubject::untold(&args.engine, args.limits.limits());
    let opening = Rules { seats: Some(seats[0]), ..Rules::default() };
    prepare(&mut engine, &args.engine, &opening)?;
    writeln!(out, "engine: {}", engine.name())?;
    let inference = infer(&mut engine, &seats, args.seed).map_err(|error| {
        let words = engine.words();
        let last = words
            .lines()
            .last()
            .map_or_else(String::new, |words| format!("; its last words: {words}"));
        of(&args.engine, &format!("{error}{last}"))
    })?;
    write!(out, "{inference}")?;
    Ok(if inference.strange.is_some() { Exit::Violation } else { Exit::Held })
}
