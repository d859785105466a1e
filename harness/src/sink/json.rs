//! What was run and how it went, and what did not hold.

use std::collections::BTreeMap;

use engine::End;
use serde::{Serialize, Serializer};

use super::{Draft, Folder, Mark, games_file};
use crate::config::{Config, Options, rules_name};
use crate::contender::Contender;
use crate::event::Record;
use crate::exit::RunError;
use crate::host::Host;
use crate::run::{Outcome, Stopped};

/// Version of the form of `run.json` and of the files beside it: grows when a name or a meaning
/// changes, not when something is added.
pub const SCHEMA: u32 = 1;

/// Which session of a run this is.
#[derive(Clone, Debug)]
pub struct Session {
    /// When the first one began, in UTC.
    pub started: String,
    /// Which one this is, from 1.
    pub number: u64,
    /// Number of shards that the run was merged of; none if it was played here.
    pub merged: Option<u64>,
}

impl Session {
    /// The first, which begins at `started`.
    pub fn first(started: String) -> Self {
        Self { started, number: 1, merged: None }
    }
}

/// `run.json`; `outcome` is none while the run goes on, and `files` are those that are finished.
pub fn run_json(
    config: &Config,
    options: &Options,
    session: &Session,
    outcome: Option<&Outcome>,
    files: &BTreeMap<&str, Mark>,
) -> Vec<u8> {
    let (status, stopped) = match outcome.map(|outcome| &outcome.stopped) {
        None => ("partial", None),
        Some(None) => ("complete", None),
        Some(Some(Stopped::Failed(_))) => ("failed", Some("failed")),
        Some(Some(Stopped::Interrupted)) => ("partial", Some("interrupted")),
        Some(Some(Stopped::TimeUp)) => ("partial", Some("time-budget")),
        Some(Some(Stopped::FailFast)) => ("partial", Some("fail-fast")),
        Some(Some(Stopped::Enough)) => ("partial", Some("enough")),
    };
    let run = Run {
        schema: SCHEMA,
        status,
        stopped,
        fingerprint: config.fingerprint(),
        config,
        rules: rules_name(&config.rules),
        options,
        shard: options.shard.map(|shard| shard.to_string()),
        merged: session.merged,
        planned: config.share(options.shard).games(),
        games_file: games_file(config, options),
        counts: outcome.map(Counts::of),
        files,
        started: &session.started,
        sessions: session.number,
        seconds: outcome.map(|outcome| outcome.elapsed.as_secs_f64()),
        host: Host::here(),
    };
    pretty_json(&run)
}

/// Plain values as JSON for a file that people read, too.
///
/// # Panics
///
/// If they have no form in JSON.
pub fn pretty_json(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).expect("plain values can be written");
    text.push(b'\n');
    text
}

#[derive(Serialize)]
struct Run<'a> {
    schema: u32,
    status: &'a str,
    stopped: Option<&'a str>,
    fingerprint: String,
    config: &'a Config,
    rules: String,
    options: &'a Options,
    shard: Option<String>,
    merged: Option<u64>,
    planned: u64,
    games_file: &'a str,
    counts: Option<Counts<'a>>,
    files: &'a BTreeMap<&'a str, Mark>,
    started: &'a str,
    sessions: u64,
    seconds: Option<f64>,
    host: Host,
}

/// What can be counted about a run.
#[derive(Serialize)]
struct Counts<'a> {
    games: u64,
    plies: u64,
    #[serde(serialize_with = "as_map")]
    ends: Vec<(&'static str, u64)>,
    violations: u64,
    #[serde(serialize_with = "as_map")]
    by_invariant: Vec<(&'a str, u64)>,
}

impl<'a> Counts<'a> {
    fn of(outcome: &'a Outcome) -> Self {
        let tally = &outcome.tally;
        let ends = End::ALL.iter().map(|end| end.name()).zip(tally.ends);
        let breaches = tally.breaches.iter().map(|(&id, breach)| (id, breach.violations));
        let alarms = outcome.alarms.iter().map(|&(id, _)| (id, 1));
        Self {
            games: tally.games,
            plies: tally.plies,
            ends: ends.filter(|&(_, games)| games > 0).collect(),
            violations: outcome.violations(),
            by_invariant: breaches.chain(alarms).collect(),
        }
    }
}

fn as_map<S: Serializer>(pairs: &[(&str, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().copied())
}

/// `violations.jsonl`, as it grows: an object a line.
#[derive(Debug)]
pub struct Violations<'c> {
    draft: Draft,
    config: &'c Config,
}

/// A violation; an alarm is of no game.
#[derive(Serialize)]
struct Violation<'a> {
    game: Option<u64>,
    seed: u64,
    seats: Option<usize>,
    rules: String,
    bots: Vec<&'a str>,
    invariant: &'a str,
    ply: Option<u32>,
    message: &'a str,
    position: Option<&'a str>,
    replay: Option<String>,
}

impl<'c> Violations<'c> {
    /// Begins it.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn begin(folder: &Folder, config: &'c Config) -> Result<Self, RunError> {
        Ok(Self { draft: folder.draft("violations.jsonl")?, config })
    }

    /// The games that come next are those of `config`.
    pub fn turn_to(&mut self, config: &'c Config) {
        self.config = config;
    }

    /// Adds what did not hold in a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn add(&mut self, record: &Record) -> Result<(), RunError> {
        let planned = &record.planned;
        for finding in &record.findings {
            let rules = self.config.rules.with_seats(planned.seats as u8);
            self.add_line(&Violation {
                game: Some(planned.game),
                seed: self.config.seed,
                seats: Some(planned.seats),
                rules: rules_name(&rules.map_err(RunError::usage)?),
                bots: planned.bots().iter().map(|&bot| self.config.bots[bot].name()).collect(),
                invariant: finding.invariant,
                ply: Some(finding.ply),
                message: &finding.message,
                position: finding.position.as_deref(),
                replay: Some(format!("harness {}", self.config.replay(planned.game))),
            })?;
        }
        Ok(())
    }

    fn add_line(&mut self, violation: &Violation<'_>) -> Result<(), RunError> {
        let mut line = serde_json::to_vec(violation).expect("plain values can be written");
        line.push(b'\n');
        self.draft.add(&line)
    }

    /// Puts all so far into the file.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn flush(&mut self) -> Result<(), RunError> {
        self.draft.flush()
    }

    /// Adds the alarms and ends it.
    ///
    /// # Errors
    ///
    /// If not all could be written: data.
    pub fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        // What cannot be written now cannot be when it is ended: that tells.
        let _ = self.add_alarms(outcome);
        self.end()
    }

    /// Adds the alarms.
    ///
    /// # Errors
    ///
    /// If they cannot be written: data.
    pub fn add_alarms(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        for (alarm, seen) in &outcome.alarms {
            self.add_line(&Violation {
                game: None,
                seed: self.config.seed,
                seats: None,
                rules: rules_name(&self.config.rules),
                bots: self.config.bots.iter().map(Contender::name).collect(),
                invariant: alarm,
                ply: None,
                message: seen,
                position: None,
                replay: None,
            })?;
        }
        Ok(())
    }

    /// Ends it.
    ///
    /// # Errors
    ///
    /// If not all could be written: data.
    pub fn end(&mut self) -> Result<(), RunError> {
        self.draft.finish()
    }
}
