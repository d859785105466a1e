//! `harness play`: the main run.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::check::Level;
use crate::ci_args::CiArgs;
use crate::command::hunt::duration;
use crate::config::{Compress, Config, Options};
use crate::exit::{Exit, RunError};
use crate::game_args::{Changed, GameArgs};
use crate::given::Given;
use crate::host::{cpus, utc};
use crate::interrupt::Interrupt;
use crate::journal::{self, Journal, Past};
use crate::run::{Outcome, Stopped, resume, run as play};
use crate::run_file::RunFile;
use crate::shard::Shard;
use crate::sink::{
    Folder, Progress, Reports, Session, Show, Sink as _, Sinks, header, page, suite, suite_again,
    summary,
};
use crate::text::counted;
use crate::ugi::player::Pool;

/// Plays games between bots, checks what must hold, and writes reports.
///
/// A run that ended early, however it did, goes on with --resume. One that is too long for one
/// machine is played in shards, which harness merge puts together.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    // First: reading an argument takes it away from those who read later.
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    games: GameArgs,
    /// How much is checked; no game is changed by it
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    check: Level,
    /// Stop after the first game with a violation
    #[arg(long)]
    fail_fast: bool,
    /// Play the K-th of N parts of the run, which harness merge puts together. K counts from 1: the
    /// first of eight is 1/8, the last 8/8. A shard has every N-th block of games
    #[arg(long, value_name = "K/N", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Go on with the run in DIR where it ended, whatever ended it. All that decides its games is
    /// taken from the folder; no flag may say otherwise
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Stop after 90s, 10m or 2h, at the end of a block of games; --resume goes on from there
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_budget: Option<Duration>,
    /// When the rows of games are compressed, into games.csv.zst (Zstandard) in place of games.csv
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    compress: Compress,
    /// How many threads play [default: as many as there are processors]; no game is changed by it
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
    ci: CiArgs,
}

/// Plays them.
///
/// # Errors
///
/// If the games cannot be played or the reports cannot be written.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let interrupt = Interrupt::watch();
    let (quiet, show, ci) = (args.quiet, args.progress, args.ci.clone());
    let Work { config, options, folder, session, past } = match args.resume.clone() {
        None => args.begin()?,
        Some(folder) => match args.take_up(&folder)? {
            Some(work) => work,
            None => return complete(&folder, quiet, &ci, out),
        },
    };
    let path = folder.path().to_path_buf();
    if !quiet {
        header(out, &config, &options, &path)?;
        out.flush()?;
    }
    let reports = Reports::begin(folder.clone(), &config, options, session)?;
    let (journal, past) = match past {
        Some((journal, past)) => (journal, Some(past)),
        None => (Journal::begin(&folder, &config, &options)?, None),
    };
    let mut sinks = Sinks(vec![Box::new(journal), Box::new(reports)]);
    if show == Show::Always || (show == Show::Auto && !quiet) {
        sinks.0.push(Box::new(Progress::new(config.share(options.shard).games())));
    }
    let mut outcome = match &past {
        None => play(&config, &options, interrupt, &mut sinks)?,
        Some(past) => {
            let games = past.games(&config, &options)?;
            let outcome = resume(&config, &options, interrupt, &mut sinks, games)?;
            Outcome { elapsed: past.elapsed + outcome.elapsed, ..outcome }
        }
    };
    let written = sinks.finish(&outcome);
    if let (None, Err(error)) = (&outcome.stopped, &written) {
        outcome.stopped = Some(Stopped::Failed(error.clone()));
    }
    summary(out, &config, &outcome, &path, quiet)?;
    out.flush()?;
    if let Some(Stopped::Failed(error)) = outcome.stopped {
        return Err(RunError::data(format!(
            "{error}; what was finished stays where it is, and --resume {} goes on from there",
            path.display()
        )));
    }
    written?;
    if outcome.stopped.is_none() {
        journal::remove(&path)?;
    }
    let (suite, page) = (suite("play", &config, &options, &outcome), page(&config, &outcome));
    ci.tell(out, &suite, &page, outcome.elapsed, quiet)?;
    Ok(match outcome.stopped {
        Some(Stopped::Interrupted) => Exit::Interrupted,
        _ if outcome.violations() > 0 => Exit::Violation,
        _ => Exit::Held,
    })
}

/// What is to be played, and where it goes.
struct Work {
    config: Config,
    options: Options,
    folder: Folder,
    session: Session,
    /// What earlier sessions have played.
    past: Option<(Journal, Past)>,
}

impl Args {
    /// A new run.
    fn begin(self) -> Result<Work, RunError> {
        let config = self.games.config()?;
        if config.games == 0 {
            return Err(RunError::nothing("--games: got 0, so there was nothing to play"));
        }
        let blocks = config.plan().blocks();
        if let Some(shard) = self.shard.filter(|shard| u64::from(shard.of()) > blocks) {
            return Err(RunError::usage(format!(
                "--shard: got {shard}, and the run has {}: with more shards than that some have \
                 nothing to play",
                counted(blocks, "block")
            )));
        }
        start_engines(&config)?;
        self.ci.prepare()?;
        let options = Options {
            shard: self.shard,
            threads: self.threads.map_or_else(cpus, usize::from),
            check: self.check,
            fail_fast: self.fail_fast,
            compress: self.compress,
            time_budget: self.time_budget,
        };
        let started = utc(SystemTime::now());
        let named = || default_folder(&started, &config, options.shard);
        let folder = Folder::create(&self.out.unwrap_or_else(named))?;
        Ok(Work { config, options, folder, session: Session::first(started), past: None })
    }

    /// A run that was begun; none if nothing is left to do.
    fn take_up(self, path: &Path) -> Result<Option<Work>, RunError> {
        let run = RunFile::read(path)?;
        if let Some(Changed { flag, got, has }) = self.changed(&run)? {
            let folder = path.display();
            let (got, has) = (or_open(got), or_open(has));
            return Err(RunError::usage(format!(
                "--{flag}: got {got}, and the run in {folder} has {has}; --resume takes it from the folder"
            )));
        }
        if run.is_complete() {
            return Ok(None);
        }
        run.same_build()?;
        start_engines(&run.config)?;
        self.ci.prepare()?;
        let mut options = run.options;
        options.threads = self.threads.map_or(options.threads, usize::from);
        options.time_budget = self.time_budget;
        let folder = Folder::again(path);
        let (journal, past) = Journal::resume(&folder, &run.config, &options)?;
        if past.cut > 0 {
            // It matters to whoever keeps a log, and nobody may be there to read it.
            let _ = writeln!(
                io::stderr(),
                "{}: the last {} were damaged and are cut; {} before them are whole, and what is \
                 missing is played again",
                path.join(journal::NAME).display(),
                counted(past.cut, "byte"),
                counted(past.games, "game"),
            );
        }
        let session = Session { started: run.started, number: run.sessions + 1, merged: None };
        Ok(Some(Work { config: run.config, options, folder, session, past: Some((journal, past)) }))
    }

    /// The first flag that says something else than the run does.
    fn changed(&self, run: &RunFile) -> Result<Option<Changed>, RunError> {
        if let Some(changed) = self.games.changed(&self.given, &run.config)? {
            return Ok(Some(changed));
        }
        let (own, theirs) = (self, &run.options);
        let shard = |shard: Option<Shard>| shard.map_or(String::new(), |shard| shard.to_string());
        let level = |check| Options { check, ..Options::default() }.check_name();
        let pairs = [
            ("shard", shard(own.shard), shard(theirs.shard)),
            ("check", level(own.check), level(theirs.check)),
            ("fail_fast", own.fail_fast.to_string(), theirs.fail_fast.to_string()),
            ("compress", own.compress.name(), theirs.compress.name()),
        ];
        let mut pairs = pairs.into_iter();
        let changed = pairs.find(|(id, got, has)| self.given.has(id) && got != has);
        Ok(changed.map(|(id, got, has)| Changed { flag: id.replace('_', "-"), got, has }))
    }
}

fn or_open(value: String) -> String {
    if value.is_empty() { "nothing".to_string() } else { value }
}

/// A run of which nothing is left to play: told again, for whoever tries a step of a pipeline twice.
fn complete(
    folder: &Path,
    quiet: bool,
    ci: &CiArgs,
    out: &mut dyn io::Write,
) -> Result<Exit, RunError> {
    let run = RunFile::read(folder)?;
    // It may have been killed just before this.
    journal::remove(folder)?;
    let violations = run.violations.unwrap_or(0);
    let (games, told) = (counted(run.planned, "game"), counted(violations, "violation"));
    let said = format!("{} is complete: {games}, {told}", folder.display());
    if !quiet {
        writeln!(out, "{said}")?;
    }
    ci.prepare()?;
    let suite = suite_again(&run)?;
    ci.tell(out, &suite, &said, run.elapsed.unwrap_or_default(), quiet)?;
    Ok(if violations > 0 { Exit::Violation } else { Exit::Held })
}

/// Starts each external engine once, so that one that cannot be run is told before anything else.
///
/// # Errors
///
/// If one cannot be started, or fails at the opening: data.
pub(crate) fn start_engines(config: &Config) -> Result<(), RunError> {
    let pool = Pool::new(config.engines);
    for contender in &config.bots {
        let Some(command) = contender.command() else { continue };
        let board = config.board(config.seats[0]).map_err(RunError::usage)?;
        let started = pool.seat(command, &board, config.seed);
        started.map_err(|failure| RunError::data(format!("--bots: {contender}: {failure}")))?;
    }
    Ok(())
}

/// `reports/2026-11-29T08-00-00Z-seed1`, for a shard with `-shard2of8` after it.
fn default_folder(started: &str, config: &Config, shard: Option<Shard>) -> PathBuf {
    let moment = started.replace(':', "-");
    let shard = shard.map(|shard| format!("-shard{}of{}", shard.number(), shard.of()));
    let name = format!("{moment}-seed{}{}", config.seed, shard.unwrap_or_default());
    PathBuf::from("reports").join(name)
}
