//! `harness hunt`: looks for broken rules on purpose.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use engine::rules::{Board, Rules};

use crate::check::{Invariants, Level};
use crate::ci_args::CiArgs;
use crate::exit::{Exit, RunError};
use crate::host::{cpus, utc};
use crate::hunt::blocks::{Ended, Limits};
use crate::hunt::coverage::{SEATS, read_goals, read_goals_file};
use crate::hunt::known::Known;
use crate::hunt::player;
use crate::hunt::report::{Reports, header, page, suite, summary};
use crate::hunt::run::Hunt;
use crate::hunt::start::Start;
use crate::hunt::swarm::{DRAWN_AXES, Swarm};
use crate::interrupt::Interrupt;
use crate::rules_args::RulesArgs;
use crate::sink::Folder;
use crate::subject::natives;
use crate::text::{counted, rate};

mod matrix;

/// Games that are played when neither games nor time are given.
const GAMES: u64 = 10_000;

/// Seats of a matrix, unless others are given.
const RACES: [u8; 4] = [2, 3, 4, 6];

/// Time between two lines of progress.
const LINES: Duration = Duration::from_secs(5);

/// Looks for broken rules on purpose: every game has its own rules, players and start.
///
/// Failures are made small and kept as cases, which `harness replay` plays again.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// How long: 60s, 5m or 1h; it stops after a whole block of games
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// How many games [default: 10000, unless --for is given]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// What every draw comes from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Numbers of seats, apart by commas [default: 1,2,3,4,6; of a matrix 2,3,4,6]
    #[arg(long, value_name = "COUNT", value_delimiter = ',', value_parser = seats)]
    seats: Vec<u8>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Axes of the rules that each game draws, apart by commas, or none [default: those that no flag
    /// settles; of win rules only those that let nobody win with marbles at home]
    #[arg(long, value_name = "AXIS", value_delimiter = ',')]
    draw: Vec<String>,
    /// Players that are drawn from, apart by commas [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    players: Vec<String>,
    /// Starts that are drawn from, apart by commas [default: all]
    #[arg(long, value_name = "START", value_delimiter = ',')]
    starts: Vec<String>,
    /// How much is checked; no game is changed by it
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    check: Level,
    /// Cases that are kept of each invariant
    #[arg(long, value_name = "N", default_value_t = 3)]
    keep: usize,
    /// Accepted findings: a TOML file with a table [[known]] each
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Goals that must be reached: a file with one a line, or a list apart by commas
    #[arg(long, value_name = "GOALS")]
    require_coverage: Option<String>,
    /// Play all-own and judge every position by all win rules at once
    #[arg(long, conflicts_with_all = ["draw", "players", "starts", "keep", "known", "require_coverage", "check", "win"])]
    matrix: bool,
    /// How many threads play [default: as many as there are processors]; no game is changed by it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder for the reports, which must be new [default: one named for date, time and seed, in
    /// reports/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print only what went wrong
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    ci: CiArgs,
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let takes = || "takes seconds, minutes or hours, such as 60s, 5m or 1h".to_string();
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1),
        Some((at, 'm')) => (&text[..at], 60),
        Some((at, 'h')) => (&text[..at], 3600),
        _ => return Err(takes()),
    };
    let plain = (1..=6).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = if plain { digits.parse::<u64>().ok() } else { None };
    number.filter(|&number| number > 0).map(|n| Duration::from_secs(n * unit)).ok_or_else(takes)
}

fn seats(text: &str) -> Result<u8, String> {
    if text == "5" {
        return Err(engine::rules::RulesError::FiveSeats.to_string());
    }
    let known = SEATS.into_iter().find(|seats| seats.to_string() == text);
    known.ok_or_else(|| "takes 1 | 2 | 3 | 4 | 6".to_string())
}

/// Each of `texts` as one of `known`, or all of `known` if there are none.
fn chosen<T: Copy + PartialEq>(
    flag: &str,
    texts: &[String],
    known: &[T],
    name: fn(T) -> &'static str,
) -> Result<Vec<T>, RunError> {
    if texts.is_empty() {
        return Ok(known.to_vec());
    }
    let mut items = Vec::new();
    for text in texts {
        let item = known.iter().copied().find(|&item| name(item) == text);
        let item = item.ok_or_else(|| {
            let takes: Vec<&str> = known.iter().map(|&item| name(item)).collect();
            let got = text.escape_debug();
            RunError::usage(format!("--{flag}: got '{got}', takes {}", takes.join(" | ")))
        })?;
        if !items.contains(&item) {
            items.push(item);
        }
    }
    Ok(items)
}

impl Args {
    fn limits(&self) -> Limits {
        let games = self.games.or(if self.time.is_some() { None } else { Some(GAMES) });
        Limits { games, time: self.time }
    }

    fn seats(&self, rules: &Rules, all: &[u8]) -> Vec<u8> {
        match rules.seats {
            _ if !self.seats.is_empty() => self.seats.clone(),
            Some(fixed) => vec![fixed],
            None => all.to_vec(),
        }
    }

    fn hunt(&self) -> Result<Hunt, RunError> {
        let rules = self.rules.rules()?;
        let swarm = Swarm {
            seed: self.seed,
            rules,
            drawn: self.drawn()?,
            seats: self.seats(&rules, &SEATS),
            players: chosen("players", &self.players, &player::NAMES, |name| name)?,
            starts: chosen("starts", &self.starts, &Start::ALL, Start::name)?,
        };
        for &seats in &swarm.seats {
            let fits = rules.with_seats(seats).and_then(|rules| Board::new(&rules));
            fits.map_err(|error| RunError::usage(format!("--seats: {error}")))?;
        }
        let known = match &self.known {
            Some(path) => {
                let text = read(path)?;
                let bad = |error| RunError::data(format!("{}: {error}", path.display()));
                Known::read(&text).map_err(bad)?
            }
            None => Vec::new(),
        };
        let threads = self.threads.map_or_else(cpus, usize::from);
        let (level, limits, keep) = (self.check, self.limits(), self.keep);
        Ok(Hunt { swarm, level, limits, threads, known, keep })
    }

    /// The axes that each game draws.
    fn drawn(&self) -> Result<Vec<&'static str>, RunError> {
        if self.draw == ["none"] {
            return Ok(Vec::new());
        }
        let drawn = chosen("draw", &self.draw, &DRAWN_AXES, |axis| axis)?;
        let open = |axis: &&str| !self.draw.is_empty() || !self.rules.settles(axis);
        Ok(drawn.into_iter().filter(open).collect())
    }

    /// The goals that must be reached.
    fn required(&self) -> Result<Vec<String>, RunError> {
        let Some(given) = &self.require_coverage else { return Ok(Vec::new()) };
        let path = Path::new(given);
        // No goal has a dot or a slash in its name.
        if given.contains(['.', '/']) || path.exists() {
            let bad = |error| RunError::data(format!("{}: {error}", path.display()));
            read_goals_file(&read(path)?).map_err(bad)
        } else {
            let usage = |error| RunError::usage(format!("--require-coverage: {error}"));
            read_goals(given).map_err(usage)
        }
    }

    fn folder(&self, started: &str) -> Result<Folder, RunError> {
        let named = || {
            let moment = started.replace(':', "-");
            PathBuf::from("reports").join(format!("{moment}-hunt-seed{}", self.seed))
        };
        Folder::create(&self.out.clone().unwrap_or_else(named))
    }
}

fn read(path: &Path) -> Result<String, RunError> {
    std::fs::read_to_string(path)
        .map_err(|error| RunError::data(format!("{}: {error}", path.display())))
}

/// Hunts.
///
/// # Errors
///
/// If a flag has a value that it does not take: usage. If a file cannot be read or written: data.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    if args.games == Some(0) {
        return Err(RunError::nothing("--games: got 0, so there was nothing to play"));
    }
    if args.matrix {
        return matrix::run(&args, out);
    }
    let (hunt, required) = (args.hunt()?, args.required()?);
    args.ci.prepare()?;
    let interrupt = Interrupt::watch();
    let started = utc(SystemTime::now());
    let folder = args.folder(&started)?;
    let path = folder.path().to_path_buf();
    if !args.quiet {
        header(out, &hunt, &path)?;
        out.flush()?;
    }
    let mut reports = Reports::begin(folder, &hunt, started)?;
    let mut progress = Progress::new(args.quiet);
    let mut asked = Invariants::default();
    let outcome = hunt.run(&natives, interrupt, |quarry, sightings, corpus| {
        progress.game(corpus.violations());
        if let Ok(board) = Board::new(&quarry.rules) {
            asked = asked.or(Invariants::of(&board));
        }
        reports.add(quarry, sightings, corpus)
    })?;
    reports.finish(&outcome)?;
    let lacking = outcome.coverage.lacking(&required);
    summary(out, &outcome, &lacking, &path, args.quiet)?;
    out.flush()?;
    let (suite, page) = (suite(&hunt, &outcome, asked, &required, &path), page(&hunt, &outcome));
    args.ci.tell(out, &suite, &page, outcome.elapsed, args.quiet)?;
    Ok(match outcome.ended {
        Ended::Interrupted => Exit::Interrupted,
        _ if outcome.corpus.violations() > 0 => Exit::Violation,
        _ if !lacking.is_empty() => Exit::Inconclusive,
        _ => Exit::Held,
    })
}

/// A plain line on standard error every few seconds.
struct Progress {
    quiet: bool,
    games: u64,
    start: Instant,
    shown: Instant,
}

impl Progress {
    fn new(quiet: bool) -> Self {
        let now = Instant::now();
        Self { quiet, games: 0, start: now, shown: now }
    }

    fn game(&mut self, violations: u64) {
        self.games += 1;
        if self.quiet || self.shown.elapsed() < LINES {
            return;
        }
        self.shown = Instant::now();
        let (games, speed) = (counted(self.games, "game"), rate(self.games, self.start.elapsed()));
        eprintln!("{games}, {speed} games/s, {}", counted(violations, "violation"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for bad in ["", "60", "s", "0s", "-1s", "1.5h", "1d", "1234567s", "é"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
