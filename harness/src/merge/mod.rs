//! The shards of a run, put together: the very files that one machine would have given.

mod parts;

pub use parts::{Parts, gather};

use std::time::Duration;

use crate::event::Event;
use crate::exit::RunError;
use crate::rows::Games;
use crate::run::Outcome;
use crate::sink::{Folder, Reports, Session, Sink as _};
use crate::stats::Tally;

/// Reads all games of the parts in the order of the plan and writes the reports of the whole run
/// into `folder`. Nothing is copied: each row is read, held against the plan, and written again.
///
/// # Errors
///
/// If a file of a part is not what it should be, or a report cannot be written: data.
pub fn merge(parts: &Parts, folder: Folder) -> Result<Outcome, RunError> {
    let config = parts.config();
    let options = parts.options();
    let plan = config.plan();
    more_files();
    let session = Session {
        started: parts.started(),
        number: parts.shards.iter().map(|shard| shard.sessions).max().unwrap_or(1),
        merged: Some(parts.shards.len() as u64),
    };
    let mut reports = Reports::begin(folder, config, options, session)?;
    let mut games = Vec::with_capacity(parts.shards.len());
    for shard in &parts.shards {
        games.push(Games::open(&shard.folder, config)?);
    }
    let mut tally = Tally::new(config);
    for index in 0..plan.blocks() {
        let part = (index % games.len() as u64) as usize;
        for game in plan.block(index).into_iter().flatten() {
            let record = games[part].next(plan.game(game))?;
            reports.take(&Event::Game(&record))?;
            tally.add(&record);
        }
    }
    games.into_iter().try_for_each(Games::finish)?;
    let (watched, latency) = (parts.work.alarms.clone(), parts.work.latency.clone());
    let mut outcome = Outcome::new(plan.games(), tally, watched, latency);
    outcome.raise_alarms();
    outcome.elapsed = parts.shards.iter().filter_map(|shard| shard.elapsed).sum::<Duration>();
    reports.finish(&outcome)?;
    Ok(outcome)
}

/// Lets this process have as many files open as it may: every shard has a few.
fn more_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // If that is not granted, opening one file too many says so.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}
