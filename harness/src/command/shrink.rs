//! `harness shrink`: a failing case made small.

use std::io;
use std::path::PathBuf;

use crate::case::Case;
use crate::command::replay;
use crate::exit::{Exit, RunError};
use crate::shrink::{Form, shrink_case};
use crate::sink::write_new;
use crate::subject::natives;

/// Makes a failing case small: the least game found that fails the same invariant.
///
/// A case that names no invariant is shrunk to the first that does not hold in it.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  it was made small, or is as small as it gets
  2  usage: the command line was not understood
  3  the file cannot be read or is damaged: the line is named; or FILE of --out exists
  4  the case does not fail, so there was nothing to shrink")]
pub struct Args {
    /// The case; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What the small game starts from: a position, as late as it can and with as few marbles, or
    /// where the case starts, as a rule the opening, with as few plies
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Form::Position)]
    from: Form,
    /// A new file for the small case [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Shrinks it.
///
/// # Errors
///
/// If the file cannot be read or is damaged, or the small case cannot be written: data. If the case
/// does not fail: nothing.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let shown = args.file.display();
    let mut case = replay::read(&args.file)?;
    if case.invariant.is_none() {
        let first = case.try_again(&natives).violations.into_iter().next();
        case.invariant = first.map(|found| found.invariant.to_string());
    }
    let small = shrink_case(&case, args.from, &natives).ok_or_else(|| {
        let why = match &case.invariant {
            Some(invariant) => format!("{invariant} holds in it"),
            None => "all that must hold does".to_string(),
        };
        RunError::nothing(format!("{shown}: it does not fail, {why}"))
    })?;
    match &args.out {
        None => out.write_all(small.write().as_bytes())?,
        Some(path) => {
            write_new(path, small.write().as_bytes())?;
            let (before, after) = (size(&case), size(&small));
            writeln!(out, "{before} made {after}: {}", path.display())?;
        }
    }
    Ok(Exit::Held)
}

/// Plies, and marbles at the start.
fn size(case: &Case) -> String {
    let plies = crate::text::plies(case.moves.len() as u64);
    match &case.start {
        None => format!("{plies} from the opening"),
        Some(start) => {
            format!("{plies} from {} marbles", start.position.occupied().len())
        }
    }
}
