//! What was run and how it went, and what did not hold.

use engine::End;
use serde::{Serialize, Serializer};

use super::{Draft, Folder};
use crate::config::{Config, Options, rules_name};
use crate::contender::Contender;
use crate::event::Record;
use crate::exit::RunError;
use crate::host::Host;
use crate::run::{Outcome, Stopped};

/// Version of the form of `run.json` and of the files beside it: grows when a name or a meaning
/// changes, not when something is added.
pub const SCHEMA: u32 = 1;

/// `run.json`; `outcome` is none while the run goes on.
pub fn run_json(
    config: &Config,
    options: &Options,
    started: &str,
    outcome: Option<&Outcome>,
) -> Vec<u8> {
    let status = match outcome.map(|outcome| &outcome.stopped) {
        Some(None) => "complete",
        Some(Some(Stopped::Failed(_))) => "failed",
        None | Some(Some(Stopped::Interrupted | Stopped::FailFast)) => "partial",
    };
    let run = Run {
        schema: SCHEMA,
        status,
        config,
        rules: rules_name(&config.rules),
        options,
        counts: outcome.map(Counts::of),
        started,
        seconds: outcome.map(|outcome| outcome.elapsed.as_secs_f64()),
        host: Host::here(),
    };
    let mut text = serde_json::to_vec_pretty(&run).expect("plain values can be written");
    text.push(b'\n');
    text
}

#[derive(Serialize)]
struct Run<'a> {
    schema: u32,
    status: &'a str,
    config: &'a Config,
    rules: String,
    options: &'a Options,
    counts: Option<Counts<'a>>,
    started: &'a str,
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
        for (alarm, seen) in &outcome.alarms {
            // What cannot be written now cannot be when it is flushed: that tells.
            let _ = self.add_line(&Violation {
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
            });
        }
        self.draft.finish()
    }
}
