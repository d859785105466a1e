//! `harness moves`: the legal moves of a position.

use std::io;

use crate::exit::{Exit, RunError};
use crate::position_args::PositionArgs;

/// Lists the legal moves of a position, one `from-to` a line, in the order of the text
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

/// Writes the moves to `out`.
///
/// # Errors
///
/// If the position or the rules are none, or the output is gone.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let (board, setup) = args.position.read()?;
    let moves = board.moves(&setup.position);
    let mut lines: Vec<String> = moves.iter().map(|mv| board.star().move_text(mv)).collect();
    lines.sort_unstable();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(Exit::Held)
}
