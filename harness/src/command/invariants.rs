//! `harness invariants`: what must always hold.

use std::io;

use crate::check::Invariant;
use crate::exit::{Exit, RunError};

/// Lists what must always hold: its id, when it is asked about, the rules that it is a law under,
/// and what it says
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Writes the list to `out`.
///
/// # Errors
///
/// If the output is gone.
pub fn run(Args {}: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let widest = |width: fn(&Invariant) -> usize| Invariant::ALL.iter().map(width).max();
    let ids = widest(|invariant| invariant.id().len()).unwrap_or(0);
    let asked = widest(|invariant| invariant.asked().to_string().len()).unwrap_or(0);
    for invariant in Invariant::ALL {
        writeln!(
            out,
            "{:ids$}  {:asked$}  {} (law under {})",
            invariant.id(),
            invariant.asked(),
            invariant.says(),
            invariant.under()
        )?;
    }
    Ok(Exit::Held)
}
