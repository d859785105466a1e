//! `harness play`: the main run.

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use crate::check::Level;
use crate::ci_args::CiArgs;
use crate::config::{Config, Options};
use crate::exit::{Exit, RunError};
use crate::game_args::GameArgs;
use crate::host::{cpus, utc};
use crate::interrupt::Interrupt;
use crate::run::{Stopped, run as play};
use crate::sink::{
    Folder, Progress, Reports, Show, Sink as _, Sinks, header, page, suite, summary,
};
use crate::ugi::player::Pool;

/// Plays games between bots, checks what must hold, and writes reports.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: GameArgs,
    /// How much is checked; no game is changed by it
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    check: Level,
    /// Stop after the first game with a violation
    #[arg(long)]
    fail_fast: bool,
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
    let config = args.games.config()?;
    if config.games == 0 {
        return Err(RunError::nothing("--games: got 0, so there was nothing to play"));
    }
    start_engines(&config)?;
    args.ci.prepare()?;
    let threads = args.threads.map_or_else(cpus, usize::from);
    let options = Options { threads, check: args.check, fail_fast: args.fail_fast };
    let interrupt = Interrupt::watch();
    let started = utc(SystemTime::now());
    let folder = Folder::create(&args.out.unwrap_or_else(|| default_folder(&started, &config)))?;
    let path = folder.path().to_path_buf();
    if !args.quiet {
        header(out, &config, &options, &path)?;
        out.flush()?;
    }
    let reports = Reports::begin(folder, &config, options, started)?;
    let mut sinks = Sinks(vec![Box::new(reports)]);
    if args.progress == Show::Always || (args.progress == Show::Auto && !args.quiet) {
        sinks.0.push(Box::new(Progress::new(config.games)));
    }
    let outcome = play(&config, &options, interrupt, &mut sinks)?;
    let written = sinks.finish(&outcome);
    summary(out, &config, &outcome, &path, args.quiet)?;
    out.flush()?;
    if let Some(Stopped::Failed(error)) = outcome.stopped {
        let kept = "what was finished stays where it is";
        return Err(RunError::data(format!("{error}; {kept}")));
    }
    written?;
    let (suite, page) = (suite(&config, &options, &outcome), page(&config, &outcome));
    args.ci.tell(out, &suite, &page, outcome.elapsed, args.quiet)?;
    Ok(match outcome.stopped {
        Some(Stopped::Interrupted) => Exit::Interrupted,
        _ if outcome.violations() > 0 => Exit::Violation,
        _ => Exit::Held,
    })
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

/// `reports/2026-11-29T08-00-00Z-seed1`.
fn default_folder(started: &str, config: &Config) -> PathBuf {
    let moment = started.replace(':', "-");
    PathBuf::from("reports").join(format!("{moment}-seed{}", config.seed))
}
