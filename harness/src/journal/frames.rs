//! A file that grows by frames, each with its length and a checksum, so that whatever ends the
//! writing, what was whole can be told from what was not.
//!
//! ```text
//! file   "harness journal 1\n" frame*
//! frame  length of the payload (4 bytes, little-endian), XXH3 of the payload (8 bytes), payload
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_64;

use crate::exit::RunError;

/// What the file begins with; the number is the version of its form.
const MAGIC: &[u8] = b"harness journal 1\n";

/// Bytes of a frame before its payload.
const HEAD: usize = 12;

/// The shortest time between two times that the disk is waited for.
const SYNC: Duration = Duration::from_millis(250);

/// Appends frames.
#[derive(Debug)]
pub(super) struct Frames {
    path: PathBuf,
    file: File,
    /// Whole frames that are not in the file yet.
    gathered: Vec<u8>,
    /// Length of the file without what was not written whole.
    len: u64,
    synced: Instant,
    unsynced: bool,
}

impl Frames {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// If there is one already, or it cannot be made: data.
    pub(super) fn create(path: &Path) -> Result<Self, RunError> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|error| cannot_write(path, &error))?;
        lock(path, &file)?;
        Self::begin(path, file)
    }

    fn begin(path: &Path, file: File) -> Result<Self, RunError> {
        let mut frames = Self::at(path, file, 0);
        frames.gathered.extend_from_slice(MAGIC);
        frames.flush()?;
        Ok(frames)
    }

    fn at(path: &Path, file: File, len: u64) -> Self {
        let (path, synced) = (path.to_path_buf(), Instant::now());
        Self { path, file, gathered: Vec::new(), len, synced, unsynced: false }
    }

    /// Goes on with a file; one that is not there, or was not even begun whole, is begun. What
    /// follows its last whole frame is cut; how many bytes that were is told too.
    ///
    /// `each` is given every payload, and says whether it is sound.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or another process is writing it: data.
    pub(super) fn open(
        path: &Path,
        each: impl FnMut(&[u8]) -> bool,
    ) -> Result<(Self, u64), RunError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| cannot_write(path, &error))?;
        lock(path, &file)?;
        let scan = || {
            let len = file.metadata()?.len();
            let whole = whole(&file, each)?;
            file.set_len(whole)?;
            (&file).seek(SeekFrom::Start(whole))?;
            Ok((len, whole))
        };
        let (len, whole) = scan().map_err(|error| cannot_write(path, &error))?;
        if whole == 0 {
            return Ok((Self::begin(path, file)?, len));
        }
        Ok((Self::at(path, file, whole), len - whole))
    }

    /// Adds a frame; it is in the file after [`flush`](Self::flush).
    pub(super) fn add(&mut self, payload: &[u8]) {
        let len = u32::try_from(payload.len()).expect("a frame is far below 4 GiB");
        self.gathered.extend(len.to_le_bytes());
        self.gathered.extend(xxh3_64(payload).to_le_bytes());
        self.gathered.extend_from_slice(payload);
    }

    /// Puts the frames so far into the file, where they outlast this process. If that fails nothing
    /// of them is left in it.
    ///
    /// # Errors
    ///
    /// If they cannot be written: data.
    pub(super) fn flush(&mut self) -> Result<(), RunError> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all(&self.gathered) {
            // Best effort: a torn frame is found and cut when the file is read.
            let _ = self.file.set_len(self.len);
            let _ = self.file.seek(SeekFrom::Start(self.len));
            return Err(cannot_write(&self.path, &error));
        }
        self.len += self.gathered.len() as u64;
        self.gathered.clear();
        self.unsynced = true;
        Ok(())
    }

    /// Waits until the file outlasts the machine's power, unless that was just done.
    ///
    /// # Errors
    ///
    /// If the system cannot promise it: data.
    pub(super) fn sync_at_times(&mut self) -> Result<(), RunError> {
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Waits until the file outlasts the machine's power.
    ///
    /// # Errors
    ///
    /// If the system cannot promise it: data.
    pub(super) fn sync(&mut self) -> Result<(), RunError> {
        if self.unsynced {
            self.file.sync_data().map_err(|error| cannot_write(&self.path, &error))?;
            self.unsynced = false;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

/// The payloads of a file that was found whole.
pub(super) struct Payloads {
    path: PathBuf,
    reader: BufReader<File>,
    first: bool,
}

impl Payloads {
    /// Of the file at `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be read: data.
    pub(super) fn of(path: &Path) -> Result<Self, RunError> {
        let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
        Ok(Self { path: path.to_path_buf(), reader: BufReader::new(file), first: true })
    }
}

impl Iterator for Payloads {
    type Item = Result<Vec<u8>, RunError>;

    fn next(&mut self) -> Option<Self::Item> {
        if std::mem::take(&mut self.first) {
            let skipped = self.reader.seek_relative(MAGIC.len() as i64);
            if let Err(error) = skipped {
                return Some(Err(cannot_read(&self.path, &error)));
            }
        }
        let payload = payload(&mut self.reader).map_err(|error| cannot_read(&self.path, &error));
        payload.transpose()
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> RunError {
    RunError::data(format!("cannot write {}: {error}", path.display()))
}

fn cannot_read(path: &Path, error: &io::Error) -> RunError {
    RunError::data(format!("cannot read {}: {error}", path.display()))
}

/// Takes the file for this process alone, as long as it is open.
fn lock(path: &Path, file: &File) -> Result<(), RunError> {
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Err(RunError::data(format!(
            "{}: another process is at work on this run",
            path.display()
        ))),
        // Some file systems have no locks; nothing else depends on them.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(()),
    }
}

/// Length of the part of a file that is whole; 0 if not even its beginning is.
fn whole(file: &File, mut each: impl FnMut(&[u8]) -> bool) -> io::Result<u64> {
    let mut reader = BufReader::new(file);
    let mut magic = Vec::new();
    reader.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    if magic != MAGIC {
        return Ok(0);
    }
    let mut whole = MAGIC.len() as u64;
    while let Some(payload) = payload(&mut reader)? {
        if !each(&payload) {
            break;
        }
        whole += (HEAD + payload.len()) as u64;
    }
    Ok(whole)
}

/// The next payload; none at the end, or where a frame is not whole.
fn payload(reader: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    reader.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    let Some((len, sum)) = head.split_first_chunk::<4>() else { return Ok(None) };
    let Ok(sum) = <[u8; 8]>::try_from(sum) else { return Ok(None) };
    let len = u64::from(u32::from_le_bytes(*len));
    let mut payload = Vec::new();
    // A wrong length asks for no more memory than there are bytes.
    reader.by_ref().take(len).read_to_end(&mut payload)?;
    let sound = payload.len() as u64 == len && xxh3_64(&payload) == u64::from_le_bytes(sum);
    Ok(sound.then_some(payload))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn payloads(path: &Path) -> Vec<Vec<u8>> {
        Payloads::of(path).unwrap().map(|payload| payload.unwrap()).collect()
    }

    /// Three frames.
    fn written(path: &Path) -> Vec<u8> {
        let mut frames = Frames::create(path).unwrap();
        for payload in [&b"first"[..], b"", b"the third one"] {
            frames.add(payload);
            frames.flush().unwrap();
        }
        frames.sync().unwrap();
        fs::read(path).unwrap()
    }

    #[test]
    fn frames_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames");
        written(&path);
        assert_eq!(payloads(&path), [&b"first"[..], b"", b"the third one"]);
        let (mut frames, cut) = Frames::open(&path, |_| true).unwrap();
        assert_eq!(cut, 0);
        frames.add(b"fourth");
        frames.flush().unwrap();
        assert_eq!(payloads(&path).last().unwrap(), b"fourth");
    }

    #[test]
    fn wherever_a_file_is_torn_its_whole_frames_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames");
        let bytes = written(&path);
        let ends = [MAGIC.len(), HEAD + 5, HEAD, HEAD + 13];
        let ends: Vec<usize> = (1..=4).map(|frames| ends[..frames].iter().sum()).collect();
        for len in 0..=bytes.len() {
            let whole = ends.iter().filter(|&&end| end <= len).count();
            fs::write(&path, &bytes[..len]).unwrap();
            let (mut frames, cut) = Frames::open(&path, |_| true).unwrap();
            let kept = if whole == 0 { 0 } else { ends[whole - 1] };
            assert_eq!(cut as usize, len - kept, "torn after {len} bytes");
            frames.add(b"next");
            frames.flush().unwrap();
            assert_eq!(payloads(&path).len(), whole.saturating_sub(1) + 1);
        }
    }

    #[test]
    fn a_changed_byte_is_noticed_wherever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames");
        let bytes = written(&path);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            fs::write(&path, &damaged).unwrap();
            let (_, cut) = Frames::open(&path, |_| true).unwrap();
            assert!(cut > 0, "byte {at}");
        }
        // Blocks that were promised to the file and never filled.
        fs::write(&path, [&bytes[..], &[0; 4096]].concat()).unwrap();
        assert_eq!(Frames::open(&path, |_| true).unwrap().1, 4096);
    }

    #[test]
    fn one_process_writes_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frames");
        let frames = Frames::create(&path).unwrap();
        let error = Frames::open(&path, |_| true).unwrap_err();
        assert!(error.message().contains("another process"), "{error}");
        drop(frames);
        Frames::open(&path, |_| true).unwrap();
    }
}
