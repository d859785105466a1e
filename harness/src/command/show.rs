//! `harness show`: a position drawn.

use std::io;

use engine::notation::Picture;

use crate::exit::{Exit, RunError};
use crate::position_args::PositionArgs;

/// Draws a position as a star in text
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

/// Draws to `out`.
///
/// # Errors
///
/// If the position or the rules are none, or the output is gone.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let (board, setup) = args.position.read()?;
    let position = &setup.position;
    write!(out, "{}", Picture(position))?;
    writeln!(out, "seat {} to move, of {}", position.turn(), position.seat_count())?;
    for seat in board.seats() {
        let left = board.distance_left(position, seat);
        let goal = board.start_point(seat).opposite().name();
        let home = if board.complete(position, seat) { ", home" } else { "" };
        writeln!(out, "seat {seat}: goes to {goal}, distance left {left}{home}")?;
    }
    Ok(Exit::Held)
}
