//! `harness wins`: who is home in a position.

use std::io;

use crate::exit::{Exit, RunError};
use crate::position_args::PositionArgs;

/// Says which seats are home in a position, a number a line, nothing if none is
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Say of every seat what it still lacks
    #[arg(long)]
    explain: bool,
}

/// Writes the seats to `out`.
///
/// # Errors
///
/// If the position or the rules are none, or the output is gone.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let (board, setup) = args.position.read()?;
    for seat in board.seats() {
        let home = board.complete(&setup.position, seat);
        match (args.explain, home) {
            (false, false) => {}
            (false, true) => writeln!(out, "{seat}")?,
            (true, true) => writeln!(out, "seat {seat}: home")?,
            (true, false) => {
                let missing = board.missing(&setup.position, seat);
                let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
                writeln!(out, "seat {seat}: not home: {}", missing.join("; "))?;
            }
        }
    }
    Ok(Exit::Held)
}
