//! `harness conform`: holds an external engine against rules.

use std::fmt;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::rules::{Board, Rules};

use crate::ci_args::CiArgs;
use crate::config::rules_name;
use crate::conform::{Outcome, conform_until};
use crate::exit::{Exit, RunError};
use crate::game_args::{SeatCounts, seat_counts, seats_of};
use crate::interrupt::Interrupt;
use crate::rules_args::RulesArgs;
use crate::suite::{Suite, escaped};
use crate::ugi::ask::Query;
use crate::ugi::engine_args::LimitsArgs;
use crate::ugi::external::Abilities;
use crate::ugi::subject::ExternalSubject;

/// Holds an external engine against rules: in hunted positions its legal moves, turn, winner and
/// end are compared with ours, until one differs.
///
/// The first divergence is shrunk to a smallest game that shows it, and told as a case with the
/// board drawn.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0    the engine conforms in all that was compared
  1    it diverges: the first divergence is shown
  2    usage: the command line was not understood
  3    the engine cannot be run, or does not answer what there is to compare
  4    nothing was compared
  130  interrupted; what was compared until then is reported")]
pub struct Args {
    /// The engine: cmd: and a shell command that speaks UGI
    #[arg(long, value_name = "cmd:COMMAND", value_parser = engine_command)]
    engine: String,
    /// Positions to compare, at each number of seats
    #[arg(long, value_name = "N", default_value_t = 1000)]
    positions: u64,
    /// Number of seats: 2, 3, 4, 6 or all; several may be given, apart by commas or by repeating
    /// the flag [default: all, if the rules do not say]
    #[arg(long, value_name = "COUNT", value_delimiter = ',', value_parser = seat_counts)]
    seats: Vec<SeatCounts>,
    /// What the positions follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// A file to write the divergence to, as a case; it must not exist
    #[arg(long, value_name = "FILE")]
    case: Option<PathBuf>,
    #[command(flatten)]
    ci: CiArgs,
    #[command(flatten)]
    limits: LimitsArgs,
    #[command(flatten)]
    rules: RulesArgs,
}

/// The command behind `cmd:`.
pub(crate) fn engine_command(text: &str) -> Result<String, String> {
    match text.strip_prefix("cmd:").map(str::trim) {
        Some(command) if !command.is_empty() => Ok(command.to_string()),
        _ => Err("takes cmd: and a shell command, such as 'cmd:node my-bot.mjs'".to_string()),
    }
}

/// What is wrong with the engine that the flag names, as the main run says it of a bot.
pub(crate) fn of(command: &str, why: &dyn fmt::Display) -> RunError {
    RunError::data(format!("--engine: cmd:{command}: {why}"))
}

/// Readies the engine of the flag for games under these rules: it must say which moves there are.
pub(crate) fn prepare<'e>(
    engine: &'e mut ExternalSubject,
    command: &str,
    rules: &Rules,
) -> Result<&'e Abilities, RunError> {
    let abilities = engine.prepare(rules).map_err(|failure| of(command, &failure))?;
    if !abilities.queries.contains(&Query::Moves) {
        return Err(of(command, &"the engine does not answer 'query moves'"));
    }
    Ok(abilities)
}

fn write_case(path: &Path, text: &str) -> Result<(), RunError> {
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| RunError::data(format!("--case {}: {error}", path.display())))
}

/// Compares them.
///
/// # Errors
///
/// If the rules do not fit, the engine cannot be run, or it answers too little to compare.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let rules = args.rules.rules()?;
    args.ci.prepare()?;
    let (begun, mut suite, mut page) = (Instant::now(), Suite::new("conform"), String::new());
    let mut engine = ExternalSubject::new(&args.engine, args.limits.limits());
    let interrupt = Interrupt::watch();
    let mut compared = 0;
    for (index, seats) in seats_of(&args.seats, &rules).into_iter().enumerate() {
        let usage = |error| RunError::usage(format!("--seats: {error}"));
        let rules = rules.with_seats(seats).map_err(usage)?;
        Board::new(&rules).map_err(usage)?;
        let test = format!("{} at {seats} seats", rules_name(&rules));
        if interrupt.count() > 0 {
            suite.skip(test, "not tried (interrupted)");
            continue;
        }
        let abilities = prepare(&mut engine, &args.engine, &rules)?;
        if index == 0 {
            let answers: Vec<&str> = abilities.queries.iter().map(|query| query.name()).collect();
            let answers = answers.join(", ");
            writeln!(out, "engine: {}", engine.name())?;
            writeln!(out, "it answers: {answers}")?;
        }
        let Outcome { covered, divergence } =
            conform_until(&mut engine, &rules, args.positions, args.seed, interrupt)
                .map_err(usage)?;
        writeln!(out, "{covered}")?;
        page.push_str(&format!("- {}\n", escaped(&covered.to_string())));
        compared += covered.positions;
        if let Some(divergence) = divergence {
            write!(out, "\ndiverges:\n{divergence}")?;
            let words = engine.words();
            if engine.failure().is_some() && !words.is_empty() {
                writeln!(out, "\nits standard error ends:\n{words}")?;
            }
            if let Some(path) = args.case {
                write_case(&path, &divergence.case.write())?;
            }
            let violation = &divergence.violation;
            let message = format!("{}: {}", violation.invariant, violation.message);
            suite.fail(test, message, divergence.to_string());
            args.ci.tell(out, &suite, &page, begun.elapsed(), false)?;
            return Ok(Exit::Violation);
        }
        if covered.positions < args.positions {
            suite.skip(test, "not tried to the end (interrupted)");
        } else {
            suite.pass(test);
        }
    }
    if suite.skipped() > 0 {
        writeln!(out, "interrupted: it conforms in what was compared")?;
        args.ci.tell(out, &suite, &page, begun.elapsed(), false)?;
        return Ok(Exit::Interrupted);
    }
    if compared == 0 {
        return Err(RunError::nothing("no position was compared"));
    }
    writeln!(out, "conforms")?;
    args.ci.tell(out, &suite, &page, begun.elapsed(), false)?;
    Ok(Exit::Held)
}
