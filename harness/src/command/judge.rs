//! `harness judge`: tries a recorded game.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use crate::case::RecordError;
use crate::ci_args::CiArgs;
use crate::exit::{Exit, RunError};
use crate::judge::{Recorded, Verdict};
use crate::suite::{Suite, escaped};

/// Tries a recorded game: names the first ply that is not legal, the first wrong turn, or the wrong
/// or missing win.
///
/// The file has a line `key: value` each for the number of seats and whatever else is not as in the
/// standard rules (`seats: 2`, `rules: hub`, `win: any-own`, `start:` with a position text), then
/// `moves:` with the moves behind or below it, and after them, where somebody claims so, `winner:`,
/// `places:` and `end:`. Moves are `from-to`, `from:landing:to`, `pass` or `resign`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  the game stands: under the stated rules, or with --all-rules under some of them
  1  it does not
  3  the file cannot be read, or is damaged: the line is named")]
pub struct Args {
    /// The recorded game; - reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Try it under each win rule with short and with long hops.
    #[arg(long)]
    all_rules: bool,
    #[command(flatten)]
    ci: CiArgs,
}

/// Tries it.
///
/// # Errors
///
/// If the file cannot be read or is damaged.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let begun = Instant::now();
    args.ci.prepare()?;
    let bytes = crate::case::read_file(&args.file)?;
    let shown = args.file.display();
    let damaged = |error: RecordError| RunError::data(format!("{shown}: {error}"));
    let recorded = Recorded::read(&bytes).map_err(damaged)?;
    let mut suite = Suite::new("judge");
    let (stands, text) = if args.all_rules {
        let verdicts = recorded.judge_by_all();
        let line = |(win, hops, verdict): &(_, _, Verdict)| {
            format!("{}  {win:10}  {hops:8}  {verdict}\n", mark(verdict))
        };
        let stands = verdicts.iter().any(|(_, _, verdict)| verdict.stands());
        (stands, verdicts.iter().map(line).collect())
    } else {
        let verdict = recorded.judge();
        write!(out, "{}", verdict.picture())?;
        (verdict.stands(), format!("{}  {verdict}\n", mark(&verdict)))
    };
    write!(out, "{text}")?;
    match stands {
        true => suite.pass(shown.to_string()),
        false => suite.fail(shown.to_string(), "it does not stand", text.as_str()),
    }
    // What fails is told with its test.
    let lines = text.lines().filter(|_| stands);
    let page: String = lines.map(|line| format!("- {}\n", escaped(line))).collect();
    args.ci.tell(out, &suite, &page, begun.elapsed(), false)?;
    Ok(if stands { Exit::Held } else { Exit::Violation })
}

fn mark(verdict: &Verdict) -> &'static str {
    if verdict.stands() { "stands" } else { "wrong " }
}
