//! `harness cross`: one seat alone.

use std::io;
use std::path::PathBuf;

use engine::rules::Rules;
use serde::Serialize;

use crate::check::Level;
use crate::ci_args::CiArgs;
use crate::command::play::start_engines;
use crate::config::{Config, Options, rules_name};
use crate::cross::{Crossing, Crossings, DEFAULT_WIDTH, HEADER, Uncrossed, shortest, table};
use crate::exit::{Exit, RunError};
use crate::game_args::bots;
use crate::host::cpus;
use crate::interrupt::Interrupt;
use crate::plan::Seating;
use crate::rules_args::RulesArgs;
use crate::run::{Stopped, run as play};
use crate::sink::{Folder, Progress, Show, Sink, Sinks, suite};
use crate::suite::block;
use crate::text::{counted, grouped};
use crate::ugi::engine_args::EngineArgs;

/// Measures how many moves bots need to cross the star alone, or with --solve looks for the fewest.
///
/// Nobody is in the way, so the moves of a crossing measure a bot on a scale of its own. Ten marbles
/// cross the 121-hole star by short hops in 27 moves, and in no fewer.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Who crosses, apart by commas; cmd:COMMAND is an external engine that speaks UGI
    #[arg(
        long = "bot",
        visible_alias = "bots",
        value_name = "BOT",
        default_value = "random,forward,easy,normal,hard"
    )]
    bots: Vec<String>,
    /// Crossings of each bot
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    games: u64,
    /// What every random draw comes from
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// Random moves at the start, the same for every bot; they count
    #[arg(long, value_name = "MOVES", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=1000))]
    opening: u32,
    /// How much is checked; no game is changed by it
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    check: Level,
    /// How many threads play [default: as many as there are processors]; no game is changed by it
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Look for a shortest crossing, from both ends at once; it says whether it is proved shortest
    #[arg(
        long,
        conflicts_with_all = ["bots", "games", "seed", "opening", "check", "threads", "junit"]
    )]
    solve: bool,
    /// Positions that --solve keeps a ply: it is exact where no more come up
    #[arg(long, value_name = "N", requires = "solve", default_value_t = DEFAULT_WIDTH as u32, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    width: u32,
    /// New folder for cross.csv, or with --solve for the crossing as a case file
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// When to show how far the games have come: auto and always, a bar on a terminal, else a plain
    /// line every few seconds; never, nothing
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, hide_possible_values = true)]
    progress: Show,
    #[command(flatten)]
    ci: CiArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    engines: EngineArgs,
}

/// Measures, or solves.
///
/// # Errors
///
/// If the rules are not for one seat, a bot cannot play, or files cannot be written.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let rules = args
        .rules
        .rules()?
        .with_seats(1)
        .map_err(|error| RunError::usage(format!("--rules: {error}")))?;
    if args.solve { solve(&args, &rules, out) } else { measure(&args, rules, out) }
}

fn measure(args: &Args, rules: Rules, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let bots = bots("--bot", &args.bots)?;
    let config = Config {
        games: args.games * bots.len() as u64,
        seats: vec![1],
        bots,
        seed: args.seed,
        rules,
        opening: args.opening,
        engines: args.engines.engines(),
        seating: Seating::default(),
    };
    config.board(1).map_err(RunError::usage)?;
    if config.games == 0 {
        return Err(RunError::nothing("--games: got 0, so there was nothing to play"));
    }
    start_engines(&config)?;
    args.ci.prepare()?;
    let threads = args.threads.map_or_else(cpus, usize::from);
    let options = Options { threads, check: args.check, ..Options::default() };
    let interrupt = Interrupt::watch();
    let folder = args.out.as_deref().map(Folder::create).transpose()?;
    let mut crossings = Crossings::new(config.bots.len());
    let mut sinks = Sinks(vec![Box::new(&mut crossings)]);
    if args.progress != Show::Never {
        sinks.0.push(Box::new(Progress::new(config.games)));
    }
    let outcome = play(&config, &options, interrupt, &mut sinks)?;
    sinks.finish(&outcome)?;
    drop(sinks);
    let rows = crossings.rows(&config);
    if let Some(folder) = &folder {
        let lines = rows.iter().flat_map(|row| row.csv());
        folder.write("cross.csv", &HEADER.bytes().chain(lines).collect::<Vec<u8>>())?;
    }
    let page = format!(
        "rules {}, seed {}\n{}\n",
        rules_name(&config.rules),
        config.seed,
        table(&rows).trim_fmt()
    );
    if args.json {
        writeln!(out, "{}", json(&rows))?;
    } else {
        write!(out, "{page}")?;
    }
    for (invariant, breach) in &outcome.tally.breaches {
        eprintln!("violation of {invariant}: {}", breach.first.message);
    }
    for (alarm, seen) in &outcome.alarms {
        eprintln!("{alarm}: {seen}");
    }
    // A line after JSON would be none of it.
    let mut nowhere = io::sink();
    let last: &mut dyn io::Write = if args.json { &mut nowhere } else { out };
    let asked = suite("cross", &config, &options, &outcome);
    args.ci.tell(last, &asked, &block(&page), outcome.elapsed, false)?;
    Ok(match outcome.stopped {
        Some(Stopped::Interrupted) => Exit::Interrupted,
        _ if outcome.violations() > 0 => Exit::Violation,
        _ => Exit::Held,
    })
}

/// A crossing as JSON has it.
#[derive(Serialize)]
struct Solved<'a> {
    rules: String,
    arm: u8,
    holes: usize,
    marbles: usize,
    moves: usize,
    exact: bool,
    width: u32,
    positions: u64,
    line: &'a [String],
}

fn solve(args: &Args, rules: &Rules, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let folder = args.out.as_deref().map(Folder::create).transpose()?;
    let interrupt = Interrupt::watch();
    let crossing = match shortest(rules, args.width as usize, || interrupt.count() > 0) {
        Ok(crossing) => crossing,
        Err(Uncrossed::Interrupted) => return Ok(Exit::Interrupted),
        Err(error @ Uncrossed::Rules(_)) => return Err(RunError::usage(error)),
        Err(error) => {
            writeln!(out, "{error}")?;
            return Ok(Exit::Inconclusive);
        }
    };
    let Crossing { case, moves, exact, positions } = &crossing;
    if let Some(folder) = &folder {
        folder.write("crossing.case", case.write().as_bytes())?;
    }
    let board = case.board();
    let line = case.move_texts();
    if args.json {
        let solved = Solved {
            rules: rules_name(rules),
            arm: board.star().arm(),
            holes: board.star().len(),
            marbles: board.marbles_each(),
            moves: *moves,
            exact: *exact,
            width: args.width,
            positions: *positions,
            line: &line,
        };
        writeln!(out, "{}", json(&solved))?;
        return Ok(Exit::Held);
    }
    let known = if *exact {
        "no crossing is shorter: every position that could matter was looked at".to_string()
    } else {
        format!("the shortest found with {} a ply", counted(args.width.into(), "position"))
    };
    writeln!(
        out,
        "{} {} {} holes in {moves} moves",
        counted(board.marbles_each() as u64, "marble"),
        if board.marbles_each() == 1 { "crosses" } else { "cross" },
        board.star().len()
    )?;
    writeln!(out, "{known}; {} positions", grouped(*positions))?;
    for (index, text) in line.iter().enumerate() {
        writeln!(out, "{:>4}  {text}", index + 1)?;
    }
    Ok(Exit::Held)
}

fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string_pretty(value).expect("plain data has a form in JSON")
}
