//! `harness perft`: counting sequences of moves.

use std::io;

use engine::moves;

use crate::exit::{Exit, RunError};
use crate::position_args::PositionArgs;

/// Counts the sequences of moves from a position; the count stands alone on the last line
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Length of the sequences, in plies
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=64))]
    depth: u32,
    /// Count by first move
    #[arg(long)]
    divide: bool,
}

/// Writes the counts to `out`.
///
/// # Errors
///
/// If the position or the rules are none, or the output is gone.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let (board, setup) = args.position.read()?;
    if !args.divide {
        writeln!(out, "{}", moves::perft(&board, &setup.position, args.depth))?;
        return Ok(Exit::Held);
    }
    let mut lines: Vec<(String, u64)> = moves::divide(&board, &setup.position, args.depth)
        .into_iter()
        .map(|(mv, count)| (board.star().move_text(mv), count))
        .collect();
    lines.sort_unstable();
    for (mv, count) in &lines {
        writeln!(out, "{mv} {count}")?;
    }
    let total = match args.depth {
        0 => 1,
        _ => lines.iter().map(|(_, count)| count).sum::<u64>(),
    };
    writeln!(out, "{total}")?;
    Ok(Exit::Held)
}
