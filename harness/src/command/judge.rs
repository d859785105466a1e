//! `harness judge`: tries a recorded game.

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use engine::rules::Rules;

use crate::case::RecordError;
use crate::ci_args::CiArgs;
use crate::exit::{Exit, RunError};
use crate::given::Given;
use crate::judge::{Recorded, Verdict};
use crate::rules_args::RulesArgs;
use crate::suite::{Suite, escaped};

/// Tries a recorded game: names the first ply that is not legal, the first wrong turn, or the wrong
/// or missing win.
///
/// The file has a line `key: value` each for the number of seats and whatever else is not as in the
/// standard rules (`seats: 2`, `rules: hub`, `win: any-own`, `start:` with a position text), then
/// `moves:` with the moves behind or below it, and after them, where somebody claims so, `winner:`,
/// `places:` and `end:`. Moves are `from-to`, `from:landing:to`, `pass` or `resign`.
///
/// With --rules the game is tried under other rules than those that it states, but for what is on the
/// board: seats, star and marbles. The flag of an axis has the last word.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  the game stands: under the stated rules, or with --all-rules under some of them
  1  it does not
  3  the file cannot be read, or is damaged: the line is named")]
pub struct Args {
    // First: reading an argument takes it away from those who read later.
    #[command(flatten)]
    given: Given,
    /// The recorded game; - reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Try it under each win rule with short and with long hops.
    #[arg(long)]
    all_rules: bool,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    ci: CiArgs,
}

/// Tries it.
///
/// # Errors
///
/// If the file cannot be read or is damaged, or the flags give no rules for its game.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let begun = Instant::now();
    args.ci.prepare()?;
    let bytes = crate::case::read_file(&args.file)?;
    let shown = args.file.display();
    let damaged = |error: RecordError| RunError::data(format!("{shown}: {error}"));
    let recorded = Recorded::read(&bytes).map_err(damaged)?;
    let rules = args.rules(recorded.rules())?;
    let mut suite = Suite::new("judge");
    let (stands, text) = if args.all_rules {
        let verdicts = recorded.judge_by_all(&rules);
        let line = |(win, hops, verdict): &(_, _, Verdict)| {
            format!("{}  {win:10}  {hops:8}  {verdict}\n", mark(verdict))
        };
        let stands = verdicts.iter().any(|(_, _, verdict)| verdict.stands());
        (stands, verdicts.iter().map(line).collect())
    } else {
        let verdict = recorded.judge_by(&rules);
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

impl Args {
    /// The rules that a game is tried under which states others.
    fn rules(&self, stated: &Rules) -> Result<Rules, RunError> {
        let mut rules = *stated;
        if self.given.has("rules") {
            rules = self.rules.rules_on(stated, "game")?;
        } else {
            self.rules.set(&mut rules)?;
        }
        Ok(rules)
    }
}

fn mark(verdict: &Verdict) -> &'static str {
    if verdict.stands() { "stands" } else { "wrong " }
}
