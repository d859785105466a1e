//! Where the events of a run go.

mod csv;
mod folder;
mod json;
mod mark;
mod progress;
mod summary;
mod work;

pub(crate) use self::csv::row;
pub use self::csv::{
    ENGINES, EngineFailures, GAMES, Games, LATENCY, PACKED_GAMES, WIN_RATES, games_file,
    latency_csv, win_rates_csv,
};
pub use folder::{Draft, Folder, replace, write_new};
pub use json::{SCHEMA, Session, Violations, pretty_json, run_json};
pub use mark::Mark;
pub use progress::{Progress, Show};
pub use summary::{header, page, suite, suite_again, summary};
pub use work::{WORK, Work, work_json};

use std::collections::BTreeMap;

use crate::config::{Config, Options};
use crate::event::Event;
use crate::exit::RunError;
use crate::run::Outcome;

/// Takes what a run tells.
pub trait Sink {
    /// Takes one event.
    ///
    /// # Errors
    ///
    /// If it cannot be taken; the run ends then.
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError>;

    /// Whether it needs no more games. It is asked after each, and the run ends then.
    fn is_enough(&self) -> bool {
        false
    }

    /// The run is over, however it ended: whatever is whole is made to last.
    ///
    /// # Errors
    ///
    /// If something could not be written; what could be, is.
    fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError>;
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        (**self).take(event)
    }

    fn is_enough(&self) -> bool {
        (**self).is_enough()
    }

    fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        (**self).finish(outcome)
    }
}

/// Sinks that each take everything.
#[derive(Default)]
pub struct Sinks<'a>(pub Vec<Box<dyn Sink + 'a>>);

impl Sink for Sinks<'_> {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        self.0.iter_mut().map(|sink| sink.take(event)).fold(Ok(()), Result::and)
    }

    fn is_enough(&self) -> bool {
        self.0.iter().any(|sink| sink.is_enough())
    }

    fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        self.0.iter_mut().map(|sink| sink.finish(outcome)).fold(Ok(()), Result::and)
    }
}

/// The files of a run's folder.
pub struct Reports<'c> {
    folder: Folder,
    config: &'c Config,
    options: Options,
    games: Games<'c>,
    violations: Violations<'c>,
    /// Where an external engine plays.
    engines: Option<EngineFailures<'c>>,
    session: Session,
}

impl<'c> Reports<'c> {
    /// Begins the files in a new folder. Until the run is over `run.json` says that it is partial.
    ///
    /// # Errors
    ///
    /// If they cannot be made: data.
    pub fn begin(
        folder: Folder,
        config: &'c Config,
        options: Options,
        session: Session,
    ) -> Result<Self, RunError> {
        // First of all, what a later session goes by.
        let run = run_json(config, &options, &session, None, &BTreeMap::new());
        folder.write("run.json", &run)?;
        folder.sync()?;
        let games = Games::begin(&folder, config, &options)?;
        let violations = Violations::begin(&folder, config)?;
        let engines = match config.has_engines() {
            true => Some(EngineFailures::begin(&folder, config)?),
            false => None,
        };
        Ok(Self { folder, config, options, games, violations, engines, session })
    }

    /// Every finished file but `run.json`, by name.
    fn marks(&self) -> Result<BTreeMap<&'static str, Mark>, RunError> {
        let mut names = vec![games_file(self.config, &self.options), "violations.jsonl"];
        names.extend(["win_rates.csv", "latency.csv"]);
        names.extend(self.engines.as_ref().map(|_| "engines.csv"));
        names.extend(self.options.shard.map(|_| WORK));
        let mark = |name| {
            let path = self.folder.path().join(name);
            let mark = Mark::of(&path).map_err(|error| {
                RunError::data(format!("cannot read {}: {error}", path.display()))
            });
            mark.map(|mark| (name, mark))
        };
        names.into_iter().map(mark).collect()
    }
}

impl Sink for Reports<'_> {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        match event {
            Event::Game(record) => {
                self.games.add(record)?;
                self.engines.iter_mut().try_for_each(|engines| engines.add(record))?;
                self.violations.add(record)
            }
            Event::Tick | Event::Interrupted => {
                let engines = self.engines.as_mut().map_or(Ok(()), EngineFailures::flush);
                self.games.flush().and(self.violations.flush()).and(engines)
            }
            Event::Begin | Event::Over(_) => Ok(()),
        }
    }

    fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        let latency = latency_csv(self.config, &outcome.latency);
        // One after another, whatever becomes of those before.
        let tables = [
            self.games.finish(),
            self.violations.finish(outcome),
            self.engines.as_mut().map_or(Ok(()), EngineFailures::finish),
            self.folder.write("win_rates.csv", &win_rates_csv(self.config, &outcome.tally)),
            self.folder.write("latency.csv", &latency),
            match self.options.shard {
                Some(_) => self.folder.write(WORK, &work_json(self.config, outcome)),
                None => Ok(()),
            },
        ];
        let tables = tables.into_iter().fold(Ok(()), Result::and);
        let marks = tables.and_then(|()| self.marks());
        // A run that failed says so, if that can be written at all.
        let known = marks.clone().unwrap_or_default();
        let run = run_json(self.config, &self.options, &self.session, Some(outcome), &known);
        let written = self.folder.write("run.json", &run).and_then(|()| self.folder.sync());
        marks.and(written)
    }
}
