//! Where the events of a run go.

mod csv;
mod folder;
mod json;
mod progress;
mod summary;

pub(crate) use self::csv::row;
pub use self::csv::{
    ENGINES, EngineFailures, GAMES, Games, LATENCY, WIN_RATES, latency_csv, win_rates_csv,
};
pub use folder::{Draft, Folder, replace, write_new};
pub use json::{SCHEMA, Violations, run_json};
pub use progress::{Progress, Show};
pub use summary::{header, page, suite, summary};

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

    /// The run is over, however it ended: whatever is whole is made to last.
    ///
    /// # Errors
    ///
    /// If something could not be written; what could be, is.
    fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError>;
}

/// Sinks that each take everything.
#[derive(Default)]
pub struct Sinks<'a>(pub Vec<Box<dyn Sink + 'a>>);

impl Sink for Sinks<'_> {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        self.0.iter_mut().map(|sink| sink.take(event)).fold(Ok(()), Result::and)
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
    started: String,
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
        started: String,
    ) -> Result<Self, RunError> {
        let games = Games::begin(&folder, config)?;
        let violations = Violations::begin(&folder, config)?;
        let engines = match config.has_engines() {
            true => Some(EngineFailures::begin(&folder, config)?),
            false => None,
        };
        folder.write("run.json", &run_json(config, &options, &started, None))?;
        Ok(Self { folder, config, options, games, violations, engines, started })
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
        }
    }

    fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        let latency = latency_csv(self.config, &outcome.latency);
        let run = run_json(self.config, &self.options, &self.started, Some(outcome));
        // One after another, whatever becomes of those before.
        [
            self.games.finish(),
            self.violations.finish(outcome),
            self.engines.as_mut().map_or(Ok(()), EngineFailures::finish),
            self.folder.write("win_rates.csv", &win_rates_csv(self.config, &outcome.tally)),
            self.folder.write("latency.csv", &latency),
            self.folder.write("run.json", &run),
        ]
        .into_iter()
        .fold(Ok(()), Result::and)
    }
}
