//! `harness report`: a run's folder as one page.

use std::io;
use std::path::PathBuf;

use crate::exit::{Exit, RunError};
use crate::report::page::page;
use crate::sink::{replace, write_new};

/// Makes one self-contained page of a run's folder: report.html, to look at and to send
///
/// Any folder will do: of the main run, a match, seats, a hunt, `hunt --matrix`, latency, tune, canary or cross. What an
/// old or a partial one lacks is said. The page has no scripts and asks for nothing from outside.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  the page was written
  2  usage: the command line was not understood
  3  the folder is that of no run, a file in it is damaged, or the page exists already")]
pub struct Args {
    /// Folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The page [default: report.html in the folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a page that exists
    #[arg(long)]
    force: bool,
}

/// Writes the page and says where.
///
/// # Errors
///
/// If the folder is that of no run, a file is damaged, or the page cannot be written: data.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let path = args.out.unwrap_or_else(|| args.folder.join("report.html"));
    if !args.force && path.symlink_metadata().is_ok() {
        let shown = path.display();
        return Err(RunError::data(format!(
            "{shown} exists already, and is not written over without --force"
        )));
    }
    let page = page(&args.folder)?;
    match args.force {
        true => replace(&path, page.as_bytes())?,
        false => write_new(&path, page.as_bytes())?,
    }
    writeln!(out, "report    {}", path.display())?;
    Ok(Exit::Held)
}
