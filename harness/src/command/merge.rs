//! `harness merge`: the shards of a run, put together.

use std::fs;
use std::io;
use std::path::PathBuf;

use crate::ci_args::CiArgs;
use crate::exit::{Exit, RunError};
use crate::merge::{gather, merge};
use crate::sink::{Folder, page, suite, summary};
use crate::text::counted;

/// Puts the shards of a run together: the very files that one machine would have given.
///
/// All shards must be there, each whole and once, and of one configuration. Times are those of the
/// machines that played, merged as histograms.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The folders of the shards, in any order
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Folder for the reports of the whole run, which must be new
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print only what went wrong
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    ci: CiArgs,
}

/// Merges them.
///
/// # Errors
///
/// If they are not the shards of one run, or the reports cannot be written; nothing is left then.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    args.ci.prepare()?;
    let parts = gather(&args.folders)?;
    let folder = Folder::create(&args.out)?;
    let outcome = merge(&parts, folder).inspect_err(|_| {
        // It is ours, and half a merge is of no use.
        let _ = fs::remove_dir_all(&args.out);
    })?;
    if !args.quiet {
        writeln!(out, "merged      {}\n", counted(args.folders.len() as u64, "shard"))?;
    }
    summary(out, parts.config(), &outcome, &args.out, args.quiet)?;
    let suite = suite("merge", parts.config(), &parts.options(), &outcome);
    let page = page(parts.config(), &outcome);
    args.ci.tell(out, &suite, &page, outcome.elapsed, args.quiet)?;
    Ok(if outcome.violations() > 0 { Exit::Violation } else { Exit::Held })
}
