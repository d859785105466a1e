//! `harness compare`: what changed between two runs.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use crate::ci_args::CiArgs;
use crate::compare::changes::Changes;
use crate::compare::folder::RunFolder;
use crate::compare::limits::Limits;
use crate::compare::report::{page, suite, text};
use crate::exit::{Exit, RunError};

/// Says what changed between two runs, with intervals, and whether it is a regression.
///
/// A run is the folder of a main run, a match, a hunt or a latency run; only its tables and run.json are read. A change
/// is a regression if the whole of its 95% interval is worse than the limit.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  no regression
  1  a regression: something got worse by more than its limit, or NEW ran with --check off and OLD did not
  2  usage: the command line was not understood
  3  a file is missing or damaged, or the runs have nothing in common")]
pub struct Args {
    /// Folder of the run before
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// Folder of the run after
    #[arg(value_name = "NEW")]
    new: PathBuf,
    #[command(flatten, next_help_heading = "Limits, each a number or off")]
    limits: Limits,
    /// Print only regressions
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    ci: CiArgs,
}

/// Compares them.
///
/// # Errors
///
/// If a file is missing or damaged, or the runs have nothing in common: data.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let begun = Instant::now();
    args.ci.prepare()?;
    let (old, new) = (RunFolder::read(&args.old)?, RunFolder::read(&args.new)?);
    let changes = Changes::between(&old, &new, &args.limits)?;
    text(out, &changes, &args.old, &args.new, args.quiet)?;
    args.ci.tell(out, &suite(&changes), &page(&changes), begun.elapsed(), args.quiet)?;
    Ok(if changes.regressed() { Exit::Violation } else { Exit::Held })
}
