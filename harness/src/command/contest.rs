//! `harness match`: bots against each other, tested and rated.

use std::io;
use std::path::PathBuf;
use std::time::{Instant, SystemTime};

use crate::check::Level;
use crate::ci_args::CiArgs;
use crate::config::{Config, Options};
use crate::contest::report::{
    Reports, match_csv, match_text, pairs_csv, run_value, seats_csv, series_header, violations_text,
};
use crate::contest::series::{Series, play};
use crate::contest::test::sprt;
use crate::exit::{Exit, RunError};
use crate::game_args::{SeatCounts, bots, seat_counts, seats_of};
use crate::host::{cpus, utc};
use crate::interrupt::Interrupt;
use crate::plan::{Plan, Seating};
use crate::rules_args::RulesArgs;
use crate::run::Stopped;
use crate::sink::{Folder, Progress, Show, Sink as _, Sinks};
use crate::stats::sprt::{Decision, Sprt};
use crate::suite::{Suite, block};
use crate::ugi::engine_args::EngineArgs;

/// Games, unless a number is given.
const GAMES: u64 = 1000;

/// The bound on games under a test, unless one is given.
const BOUND: u64 = 100_000;

/// Seatings up to which a block has every one of them.
const MANY: u64 = 120;

/// Plays bots against each other in balanced blocks and says how strong they are, with intervals.
///
/// A block is one opening in every seating of the bots, and is the sample. With --sprt the match
/// ends as soon as the blocks decide which of every two bots is the stronger.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0    played; with --sprt, every two bots are decided
  1    a violation: something that must always hold did not
  2    usage: the command line was not understood
  3    bad input or output: a file, an existing folder
  4    nothing was run
  5    inconclusive: --sprt, and the games did not decide
  130  interrupted; what was finished is reported")]
pub struct Args {
    /// The bots, two or more; cmd:COMMAND is an external engine that speaks UGI
    #[arg(value_name = "BOT", required = true, num_args = 1..)]
    bots: Vec<String>,
    /// Test every two bots, the one named first against the other, by a generalised sequential
    /// probability ratio test on block scores: elo0=0,elo1=10,alpha=.05,beta=.05, each of which may be
    /// left out
    #[arg(long, value_name = "TEST", value_parser = sprt)]
    sprt: Option<Sprt>,
    /// Most games in all, split evenly over the seat counts and rounded down to whole blocks
    /// [default: 1000; with --sprt 100000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    games: Option<u64>,
    /// Number of seats: 2, 3, 4, 6 or all; several may be given, apart by commas or by repeating
    /// the flag. Each is a match of its own [default: 2, if the rules do not say]
    #[arg(long, value_name = "COUNT", value_delimiter = ',', allow_negative_numbers = true, value_parser = seat_counts)]
    seats: Vec<SeatCounts>,
    /// Which seatings a block has [default: every one, or rotations where that were more than 120]
    #[arg(long, value_enum, value_name = "WHICH")]
    seating: Option<Seating>,
    #[command(flatten)]
    run: RunArgs,
}

/// The flags of commands that play series of games for statistics.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct RunArgs {
    /// What every random draw comes from
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    pub(super) seed: u64,
    /// Random plies a seat at the start, the same in every game of a block
    #[arg(long, value_name = "PLIES", default_value_t = 2, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(super) opening: u32,
    /// How much is checked; no game is changed by it
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    check: Level,
    /// How many threads play [default: as many as there are processors]; nothing but the time is changed by it
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder for the reports, which must be new [default: one named for date, time and seed, in
    /// reports/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print only what went wrong
    #[arg(long)]
    quiet: bool,
    /// When to show how far the run has come
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    progress: Show,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) engines: EngineArgs,
    #[command(flatten)]
    ci: CiArgs,
}

/// Tables by file name.
pub(super) type Tables = Vec<(&'static str, Vec<u8>)>;

/// What a command that plays series tells of them.
pub(super) struct Telling<'t> {
    /// The command.
    pub(super) command: &'static str,
    /// The test, if there is one.
    pub(super) sprt: Option<Sprt>,
    /// Its own tables: file name and contents.
    pub(super) tables: &'t dyn Fn(&[Series]) -> Tables,
    /// What a person reads of a series.
    pub(super) text: &'t dyn Fn(&mut dyn io::Write, &Series) -> io::Result<()>,
}

impl Args {
    fn config(&self) -> Result<Config, RunError> {
        let rules = self.run.rules.rules()?;
        let bots = bots("BOT", &self.bots)?;
        if bots.len() < 2 {
            return Err(RunError::usage("BOT: got one bot, takes two or more"));
        }
        let seats = match (self.seats.as_slice(), rules.seats) {
            ([], None) => vec![2],
            (asked, _) => seats_of(asked, &rules),
        };
        let games = self.games.unwrap_or(if self.sprt.is_some() { BOUND } else { GAMES });
        let block = |seating, &seats: &u8| {
            Plan::new(0, 0, &[seats], bots.len()).seated(seating).block_len(seats.into())
        };
        let all_fit = seats.iter().all(|seats| block(Seating::Every, seats) <= MANY);
        let by_size = if all_fit { Seating::Every } else { Seating::Rotations };
        let seating = self.seating.unwrap_or(by_size);
        let each = games / seats.len() as u64;
        for count in &seats {
            let block = block(seating, count);
            if games > 0 && each < block {
                return Err(RunError::usage(format!(
                    "--games: got {games}, takes {} or more: a block of {} bots at {count} seats is {block} games",
                    block * seats.len() as u64,
                    bots.len(),
                )));
            }
        }
        Ok(Config {
            games,
            seats,
            bots,
            seed: self.run.seed,
            rules,
            opening: self.run.opening,
            engines: self.run.engines.engines(),
            seating,
        })
    }
}

/// Plays it.
///
/// # Errors
///
/// If the games cannot be played or the reports cannot be written.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let config = args.config()?;
    let each = config.games / config.seats.len() as u64;
    let legs = config.seats.iter().map(|&seats| {
        let leg = Config { seats: vec![seats], ..config.clone() };
        let block = leg.plan().block_len(seats.into());
        Config { games: each / block * block, ..leg }
    });
    let legs: Vec<Config> = legs.collect();
    let sprt = args.sprt;
    let (exit, series) = args.run.play(
        out,
        &config,
        &legs,
        &Telling {
            command: "match",
            sprt,
            tables: &|series| {
                vec![
                    ("match.csv", match_csv(series)),
                    ("pairs.csv", pairs_csv(series, sprt)),
                    ("seats.csv", seats_csv(series)),
                ]
            },
            text: &|out, series| match_text(out, series, sprt),
        },
    )?;
    let open = |series: &Series| series.tests.iter().any(|test| test.decision == Decision::Open);
    Ok(match exit {
        Exit::Held if series.iter().any(open) => Exit::Inconclusive,
        _ => exit,
    })
}

impl RunArgs {
    /// Plays each of `legs`, which are parts of `config`, and reports on all.
    ///
    /// # Errors
    ///
    /// If the games cannot be played or the reports cannot be written.
    pub(super) fn play(
        &self,
        out: &mut dyn io::Write,
        config: &Config,
        legs: &[Config],
        telling: &Telling<'_>,
    ) -> Result<(Exit, Vec<Series>), RunError> {
        let planned: u64 = legs.iter().map(|leg| leg.games).sum();
        if planned == 0 {
            return Err(RunError::nothing("--games: got 0, so there was nothing to play"));
        }
        for leg in legs {
            leg.board(leg.seats[0])
                .map_err(|error| RunError::usage(format!("--seats: {error}")))?;
        }
        super::play::start_engines(config)?;
        self.ci.prepare()?;
        let threads = self.threads.map_or_else(cpus, usize::from);
        let options = Options { threads, check: self.check, ..Options::default() };
        let (interrupt, begun) = (Interrupt::watch(), Instant::now());
        let started = utc(SystemTime::now());
        let Telling { command, sprt, tables, text } = *telling;
        let named = || {
            let moment = started.replace(':', "-");
            PathBuf::from("reports").join(format!("{moment}-{command}-seed{}", config.seed))
        };
        let folder = Folder::create(&self.out.clone().unwrap_or_else(named))?;
        let path = folder.path().to_path_buf();
        if !self.quiet {
            series_header(out, config, &options, sprt, &path)?;
            out.flush()?;
        }
        let mut reports = Reports::begin(folder, &legs[0], &options)?;
        reports.write_run(&run_value(command, config, &options, &started, sprt, None))?;
        let mut progress = Sinks::default();
        if self.progress == Show::Always || (self.progress == Show::Auto && !self.quiet) {
            progress.0.push(Box::new(Progress::new(planned)));
        }
        let mut series: Vec<Series> = Vec::new();
        let mut failed = None;
        for leg in legs {
            reports.turn_to(leg)?;
            let mut both = Sinks(vec![Box::new(&mut reports), Box::new(&mut progress)]);
            let played = play(leg, &options, sprt, interrupt, &mut both)?;
            drop(both);
            let stopped = played.outcome.stopped.clone();
            let alarms = reports.finish(&played.outcome);
            series.push(played);
            failed = match stopped {
                Some(Stopped::Failed(ref error)) => Some(error.clone()),
                _ => alarms.err(),
            };
            if failed.is_some() || stopped == Some(Stopped::Interrupted) {
                break;
            }
        }
        if let Some(last) = series.last() {
            progress.finish(&last.outcome)?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        let run = run_value(command, config, &options, &started, sprt, Some((&series, seconds)));
        let written = reports.end(&series, &tables(&series), &run);
        if let Some(error) = failed {
            let kept = "what was finished stays where it is";
            return Err(RunError::data(format!("{error}; {kept}")));
        }
        written?;
        let (mut page, mut suite) = (Vec::new(), Suite::new(command));
        for series in &series {
            text(&mut page, series)?;
            ask(&mut suite, series);
        }
        if !self.quiet {
            out.write_all(&page)?;
        }
        for series in &series {
            violations_text(out, series)?;
        }
        if !self.quiet {
            writeln!(out, "reports   {}", path.display())?;
        }
        let page = block(&String::from_utf8_lossy(&page));
        self.ci.tell(out, &suite, &page, begun.elapsed(), self.quiet)?;
        let interrupted =
            series.iter().any(|series| series.outcome.stopped == Some(Stopped::Interrupted));
        let exit = if interrupted || series.len() < legs.len() {
            Exit::Interrupted
        } else if series.iter().any(|series| series.outcome.violations() > 0) {
            Exit::Violation
        } else {
            Exit::Held
        };
        Ok((exit, series))
    }
}

/// What a series asks: that everything held, and that the test of every two bots decides.
fn ask(suite: &mut Suite, series: &Series) {
    let bots: Vec<&str> = series.config.bots.iter().map(|bot| bot.name()).collect();
    let at = format!("at {} seats", series.book.seats);
    let name = format!("{} {at}: all held", bots.join(" : "));
    match series.outcome.violations() {
        0 => suite.pass(name),
        violations => {
            let mut detail = Vec::new();
            let _ = violations_text(&mut detail, series);
            let message = format!("violations: {violations}");
            suite.fail(name, message, String::from_utf8_lossy(&detail));
        }
    }
    for test in &series.tests {
        let pair = [test.bot, test.rival].map(|bot| bots[bot]).join(" : ");
        let name = format!("{pair} {at}: decided");
        match test.decision {
            Decision::Open => {
                suite.fail(name, format!("LLR {:.2}, inconclusive", test.ratio), "");
            }
            _ => suite.pass(name),
        }
    }
}
