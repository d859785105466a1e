//! Long work: told of as it goes, stopped when asked, and gone on with where it was left.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use super::bits::Bits;
use super::field::SEATS;
use super::unproved::Unproved;

/// Least time between two checkpoints of one stage.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(20);

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// What is being worked out.
    pub stage: &'a str,
    /// Plies looked at so far.
    pub plies: usize,
    /// States found at that many plies.
    pub new: u64,
    /// States found so far.
    pub found: u64,
    /// States there are.
    pub states: u64,
}

/// Who is told, who may stop the work, and where checkpoints are kept.
pub struct Job<'a> {
    /// Told after every round.
    pub progress: &'a dyn Fn(&Progress<'_>),
    /// Asked now and then, by several threads.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// The folder of checkpoints, if they are kept.
    pub folder: Option<PathBuf>,
}

/// What checkpoints of one proof have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Subject {
    /// Every axis of the rules that is not at its default.
    pub(super) rules: String,
    pub(super) states: u64,
}

/// The first line of a checkpoint; the sets follow in binary, as little-endian words, and at the end
/// the XXH3 of all before it.
#[derive(Serialize, Deserialize)]
struct Header {
    subject: Subject,
    stage: String,
    rounds: Vec<u64>,
    starts: [Option<usize>; SEATS],
    done: bool,
}

/// One search, round by round: round `n` finds the states at `n` plies.
pub(super) struct Stage<'a> {
    job: &'a Job<'a>,
    subject: &'a Subject,
    name: String,
    rounds: Vec<u64>,
    /// By seat: the round that found the start with that seat to move.
    starts: [Option<usize>; SEATS],
    done: bool,
    kept: Instant,
}

impl<'a> Stage<'a> {
    pub(super) fn new(job: &'a Job<'a>, subject: &'a Subject, name: String) -> Self {
        Self {
            job,
            subject,
            name,
            rounds: Vec::new(),
            starts: [None; SEATS],
            done: false,
            kept: Instant::now(),
        }
    }

    /// States found by the rounds so far.
    pub(super) fn rounds(&self) -> &[u64] {
        &self.rounds
    }

    /// Whether the last round found nothing.
    pub(super) fn done(&self) -> bool {
        self.done
    }

    /// Asks whether to stop.
    pub(super) fn stop(&self) -> &'a (dyn Fn() -> bool + Sync) {
        self.job.stop
    }

    /// A round has found so many states.
    pub(super) fn found(&mut self, new: u64) {
        if new == 0 {
            self.done = true;
            return;
        }
        self.rounds.push(new);
        (self.job.progress)(&Progress {
            stage: &self.name,
            plies: self.rounds.len() - 1,
            new,
            found: self.rounds.iter().sum(),
            states: self.subject.states,
        });
    }

    /// The start, with `seat` to move, is among the states that the round to be told of next finds.
    pub(super) fn found_start(&mut self, seat: usize) {
        self.starts[seat] = Some(self.rounds.len());
    }

    /// By seat: the round that found the start with that seat to move.
    pub(super) fn starts(&self) -> [Option<usize>; SEATS] {
        self.starts
    }

    pub(super) fn into_rounds(self) -> Vec<u64> {
        self.rounds
    }

    fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.checkpoint", self.name))
    }

    /// Writes a checkpoint, if they are kept and the last one is old enough.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(super) fn keep(&mut self, sets: &[&Bits], bytes: &[AtomicU8]) -> Result<(), Unproved> {
        let Some(folder) = &self.job.folder else { return Ok(()) };
        if !self.done && self.kept.elapsed() < BETWEEN_CHECKPOINTS {
            return Ok(());
        }
        let path = self.path(folder);
        let write = || -> io::Result<()> {
            std::fs::create_dir_all(folder)?;
            let file = Summed::new(tempfile::NamedTempFile::new_in(folder)?);
            let mut out = BufWriter::new(file);
            let header = Header {
                subject: self.subject.clone(),
                stage: self.name.clone(),
                rounds: self.rounds.clone(),
                starts: self.starts,
                done: self.done,
            };
            serde_json::to_writer(&mut out, &header)?;
            out.write_all(b"\n")?;
            for word in sets.iter().flat_map(|set| set.words()) {
                out.write_all(&word.to_le_bytes())?;
            }
            for byte in bytes {
                out.write_all(&[byte.load(Relaxed)])?;
            }
            let Summed { inner: mut file, sum } = out.into_inner()?;
            file.write_all(&sum.digest().to_le_bytes())?;
            file.persist(&path)?;
            Ok(())
        };
        write().map_err(|error| bad(&path, &error))?;
        self.kept = Instant::now();
        Ok(())
    }

    /// Goes on from a checkpoint, if there is one.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not as it was written, or belongs to other rules.
    pub(super) fn resume(
        &mut self,
        sets: &mut [&mut Bits],
        bytes: &mut [AtomicU8],
    ) -> Result<bool, Unproved> {
        let Some(path) = self.job.folder.as_deref().map(|folder| self.path(folder)) else {
            return Ok(false);
        };
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(bad(&path, &error)),
        };
        let read = || -> io::Result<Header> {
            let mut file = BufReader::new(file);
            let mut line = Vec::new();
            file.read_until(b'\n', &mut line)?;
            let header: Header = serde_json::from_slice(&line)?;
            if (&header.subject, &header.stage) != (self.subject, &self.name) {
                return Err(io::Error::other("it belongs to another proof"));
            }
            let mut file = Summed::new(file);
            file.sum.update(&line);
            let mut word = [0; 8];
            for set in &mut *sets {
                set.try_fill(|| {
                    file.read_exact(&mut word)?;
                    Ok::<_, io::Error>(u64::from_le_bytes(word))
                })?;
            }
            let mut byte = [0];
            for cell in &mut *bytes {
                file.read_exact(&mut byte)?;
                *cell.get_mut() = byte[0];
            }
            let sum = file.sum.digest();
            file.inner.read_exact(&mut word)?;
            if file.inner.read(&mut byte)? > 0 {
                return Err(io::Error::other("it is too long"));
            }
            if u64::from_le_bytes(word) != sum {
                return Err(io::Error::other("it is not as it was written"));
            }
            Ok(header)
        };
        let header = read().map_err(|error| bad(&path, &error))?;
        (self.rounds, self.starts, self.done) = (header.rounds, header.starts, header.done);
        Ok(true)
    }
}

/// What is written or read, with the sum of it so far.
struct Summed<T> {
    inner: T,
    sum: Xxh3Default,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Self {
        Self { inner, sum: Xxh3Default::new() }
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}

fn bad(path: &Path, error: &io::Error) -> Unproved {
    Unproved::Checkpoint(format!("checkpoint {}: {error}", path.display()))
}
