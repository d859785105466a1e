//! What a run has played, written down as it is played, in a form that outlasts whatever ends it.
//!
//! A run appends every finished game to [`NAME`] in its folder, within a tenth of a second and
//! whatever games are still under way; the disk is waited for four times a second at most. The tables
//! beside it follow from it: [`Past`] tells a resumed run what was played, and the tables are written
//! from the beginning. When a run is complete its journal is removed.

mod frames;
mod saved;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use self::frames::{Frames, Payloads};
use self::saved::Saved;
use crate::config::{Config, Options};
use crate::event::{Event, Finished};
use crate::exit::RunError;
use crate::run::Outcome;
use crate::sink::{Folder, Sink};

/// Its name in the folder of a run.
pub const NAME: &str = "journal.bin";

/// Games that are gathered before they are written, if no time has gone by before that.
const GATHERED: usize = 256;

/// What a frame holds.
#[derive(Debug, Serialize, Deserialize)]
enum Entry {
    /// First of all: which run this is of.
    Head { fingerprint: String, shard: Option<String> },
    /// Games, in the order in which they ended, and how long the run had gone on by then.
    Games { milliseconds: u64, games: Vec<Saved> },
}

impl Entry {
    fn head(config: &Config, options: &Options) -> Self {
        let shard = options.shard.map(|shard| shard.to_string());
        Self::Head { fingerprint: config.fingerprint(), shard }
    }

    fn bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("memory takes everything")
    }
}

/// The journal of a run, as it grows.
#[derive(Debug)]
pub struct Journal {
    frames: Frames,
    games: Vec<Saved>,
    /// How long earlier sessions of the run lasted.
    before: Duration,
    start: Instant,
}

impl Journal {
    /// Begins one.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn begin(folder: &Folder, config: &Config, options: &Options) -> Result<Self, RunError> {
        let frames = Frames::create(&folder.path().join(NAME))?;
        let mut journal = Self::new(frames, Duration::ZERO);
        journal.frames.add(&Entry::head(config, options).bytes());
        journal.frames.flush()?;
        journal.frames.sync()?;
        folder.sync()?;
        Ok(journal)
    }

    fn new(frames: Frames, before: Duration) -> Self {
        Self { frames, games: Vec::new(), before, start: Instant::now() }
    }

    /// Goes on with the one in `folder`, and tells what is in it. A damaged tail is cut.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, another process is at work on it, or it is of another run:
    /// data.
    pub fn resume(
        folder: &Folder,
        config: &Config,
        options: &Options,
    ) -> Result<(Self, Past), RunError> {
        let path = folder.path().join(NAME);
        let head = Entry::head(config, options).bytes();
        let (mut games, mut before) = (0, Duration::ZERO);
        let mut first = None;
        let (mut frames, cut) = Frames::open(&path, |payload| {
            if first.is_none() {
                first = Some(payload.to_vec());
                return true;
            }
            let Ok(Entry::Games { milliseconds, games: more }) = postcard::from_bytes(payload)
            else {
                return false;
            };
            games += more.len() as u64;
            before = Duration::from_millis(milliseconds);
            true
        })?;
        match first {
            Some(first) if first == head => {}
            Some(_) => {
                let path = path.display();
                return Err(RunError::data(format!("{path}: this is the journal of another run")));
            }
            None => {
                frames.add(&head);
                frames.flush()?;
                folder.sync()?;
            }
        }
        Ok((Self::new(frames, before), Past { path, games, cut, elapsed: before }))
    }

    fn write(&mut self) -> Result<(), RunError> {
        if !self.games.is_empty() {
            let elapsed = self.before + self.start.elapsed();
            let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            let games = std::mem::take(&mut self.games);
            self.frames.add(&Entry::Games { milliseconds, games }.bytes());
        }
        self.frames.flush()
    }
}

impl Sink for Journal {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        match event {
            Event::Over(finished) => {
                self.games.push(Saved::of(finished));
                if self.games.len() >= GATHERED { self.write() } else { Ok(()) }
            }
            Event::Tick => self.write().and_then(|()| self.frames.sync_at_times()),
            Event::Interrupted => self.write().and_then(|()| self.frames.sync()),
            Event::Begin | Event::Game(_) => Ok(()),
        }
    }

    fn finish(&mut self, _: &Outcome) -> Result<(), RunError> {
        self.write().and_then(|()| self.frames.sync())
    }
}

/// Removes the journal of a complete run; it may be gone already.
///
/// # Errors
///
/// If it cannot be removed: data.
pub fn remove(folder: &Path) -> Result<(), RunError> {
    let path = folder.join(NAME);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(RunError::data(format!("cannot remove {}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

/// What earlier sessions of a run have played.
#[derive(Debug)]
pub struct Past {
    path: PathBuf,
    /// Number of games.
    pub games: u64,
    /// Bytes at the end of the journal that were damaged, and are cut.
    pub cut: u64,
    /// How long those sessions lasted, up to the last game.
    pub elapsed: Duration,
}

impl Past {
    /// The games, in the order in which they ended.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read, or holds what cannot be a game of the run: data.
    pub fn games(
        &self,
        config: &Config,
        options: &Options,
    ) -> Result<impl Iterator<Item = Result<Finished, RunError>> + use<>, RunError> {
        let (share, bots) = (config.share(options.shard), config.bots.len());
        let path = self.path.clone();
        let strange =
            move || RunError::data(format!("{}: this is no game of the run", path.display()));
        let games = Payloads::of(&self.path)?.flat_map(|payload| {
            let entry = payload.map(|payload| postcard::from_bytes(&payload));
            match entry {
                Ok(Ok(Entry::Games { games, .. })) => games.into_iter().map(Ok).collect(),
                Ok(_) => Vec::new(),
                Err(error) => vec![Err(error)],
            }
        });
        Ok(games
            .map(move |game| game.and_then(|game| game.restore(&share, bots).ok_or_else(&strange))))
    }
}
