//! A run's folder, and files in it that are whole or not there.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use zstd::bulk::Compressor;

use crate::exit::RunError;

/// What a file is called until it is whole: its own name and this.
const UNFINISHED: &str = ".tmp";

/// Bytes that are gathered before they are written.
const GATHERED: usize = 1 << 16;

/// Bytes of lines that are compressed together, and can be read without what is before them.
const PACKED: usize = 1 << 18;

/// How hard lines are compressed. From here on up rows of games get no smaller to speak of.
const LEVEL: i32 = 9;

/// A folder of reports that this run has made.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// Whether it was there before, with what an earlier session of the run has left.
    again: bool,
}

impl Folder {
    /// Makes a new folder, and those above it.
    ///
    /// # Errors
    ///
    /// If something of this name exists, or it cannot be made: data.
    pub fn create(path: &Path) -> Result<Self, RunError> {
        let refuse = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => RunError::data(format!(
                "--out: {} exists already, and no run writes over another's reports",
                path.display()
            )),
            _ => RunError::data(format!("cannot make the folder {}: {error}", path.display())),
        };
        if let Some(above) = path.parent() {
            fs::create_dir_all(above).map_err(refuse)?;
        }
        fs::create_dir(path).map_err(refuse)?;
        Ok(Self { path: path.to_path_buf(), again: false })
    }

    /// A folder that an earlier session of the run has made.
    pub fn again(path: &Path) -> Self {
        Self { path: path.to_path_buf(), again: true }
    }

    /// Makes the names in it outlast the machine's power.
    ///
    /// # Errors
    ///
    /// If the system cannot promise it: data.
    pub fn sync(&self) -> Result<(), RunError> {
        let synced = File::open(&self.path).and_then(|folder| folder.sync_all());
        // Not every system has folders that can be waited for.
        if cfg!(unix) { synced.map_err(|error| cannot_write(&self.path, &error)) } else { Ok(()) }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a file that grows line by line.
    ///
    /// # Errors
    ///
    /// If it cannot be made: data.
    pub fn draft(&self, name: &str) -> Result<Draft, RunError> {
        let path = self.path.join(name);
        let unfinished = self.path.join(format!("{name}{UNFINISHED}"));
        let mut options = OpenOptions::new();
        options.write(true).create_new(!self.again).create(true).truncate(self.again);
        let file = options.open(&unfinished).map_err(|error| cannot_write(&path, &error))?;
        let gathered = Vec::new();
        Ok(Draft { path, unfinished, file, gathered, kept: 0, packer: None, failed: None })
    }

    /// Begins a file that grows line by line and is compressed (Zstandard). Its bytes follow from its
    /// lines alone, not from when they came.
    ///
    /// # Errors
    ///
    /// If it cannot be made: data.
    pub fn packed_draft(&self, name: &str) -> Result<Draft, RunError> {
        let mut draft = self.draft(name)?;
        let packer = Compressor::new(LEVEL).and_then(|mut packer| {
            packer.include_checksum(true)?;
            Ok(Packer(packer))
        });
        draft.packer = Some(packer.map_err(|error| cannot_write(&draft.path, &error))?);
        Ok(draft)
    }

    /// Writes a whole file in place of one of this name, or leaves that as it was.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        replace(&self.path.join(name), bytes)
    }
}

/// Writes a whole new file.
///
/// # Errors
///
/// If something of this name exists, or it cannot be written: data.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    if path.symlink_metadata().is_ok() {
        let shown = path.display();
        return Err(RunError::data(format!("{shown} exists already, and is not written over")));
    }
    replace(path, bytes)
}

/// Writes a whole file in place of one of this name, or leaves that as it was.
///
/// What a link leads to is replaced, and not the link; a terminal, a pipe or a device is written to.
///
/// # Errors
///
/// If it cannot be written: data.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        let write = || OpenOptions::new().write(true).open(path)?.write_all(bytes);
        return write().map_err(|error| cannot_write(path, &error));
    }
    let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut unfinished = file.clone().into_os_string();
    unfinished.push(UNFINISHED);
    let write = || {
        let mut draft = File::create(&unfinished)?;
        draft.write_all(bytes)?;
        draft.sync_all()?;
        fs::rename(&unfinished, &file)
    };
    write().map_err(|error| {
        // Best effort: what is left of it is of no use.
        let _ = fs::remove_file(&unfinished);
        cannot_write(path, &error)
    })
}

fn cannot_write(path: &Path, error: &io::Error) -> RunError {
    RunError::data(format!("cannot write {}: {error}", path.display()))
}

/// A file that grows line by line under a name of its own, and gets its proper name at the end.
///
/// When it cannot be written any more it is cut after its last whole line, or if it is compressed,
/// after the last lines that are there whole.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    unfinished: PathBuf,
    file: File,
    /// Whole lines that are not in the file yet.
    gathered: Vec<u8>,
    /// Bytes of whole lines that are in the file.
    kept: u64,
    packer: Option<Packer>,
    failed: Option<RunError>,
}

impl Draft {
    /// Adds whole lines.
    ///
    /// # Errors
    ///
    /// If they cannot be written, or earlier ones could not: data.
    pub fn add(&mut self, lines: &[u8]) -> Result<(), RunError> {
        debug_assert!(lines.is_empty() || lines.ends_with(b"\n"), "lines are whole");
        self.gathered.extend_from_slice(lines);
        let enough = if self.packer.is_some() { PACKED } else { GATHERED };
        if self.gathered.len() >= enough { self.put() } else { Ok(()) }
    }

    /// Puts everything added so far into the file, unless it is compressed: its lines are better
    /// off waiting for more of them.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or earlier lines could not: data.
    pub fn flush(&mut self) -> Result<(), RunError> {
        match &self.failed {
            Some(error) => Err(error.clone()),
            None if self.packer.is_some() => Ok(()),
            None => self.put(),
        }
    }

    fn put(&mut self) -> Result<(), RunError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if let Some(Packer(packer)) = self.packer.as_mut().filter(|_| !self.gathered.is_empty()) {
            match packer.compress(&self.gathered) {
                Ok(packed) => self.gathered = packed,
                Err(error) => return self.fail(&error, 0),
            }
        }
        let mut written = 0;
        while written < self.gathered.len() {
            match self.file.write(&self.gathered[written..]) {
                Ok(0) => return self.fail(&io::ErrorKind::WriteZero.into(), written),
                Ok(more) => written += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return self.fail(&error, written),
            }
        }
        self.kept += written as u64;
        self.gathered.clear();
        Ok(())
    }

    fn fail(&mut self, error: &io::Error, written: usize) -> Result<(), RunError> {
        let lines = if self.packer.is_some() { &[] } else { &self.gathered[..written] };
        let line_ends = lines.iter().rposition(|&byte| byte == b'\n');
        self.kept += line_ends.map_or(0, |end| end as u64 + 1);
        let error = cannot_write(&self.path, error);
        self.failed = Some(error.clone());
        self.file.set_len(self.kept).map_err(|error| cannot_write(&self.path, &error))?;
        Err(error)
    }

    /// Gives the file its proper name, with whatever lines could be written.
    ///
    /// # Errors
    ///
    /// If not all lines could be written, or it cannot be renamed: data.
    pub fn finish(&mut self) -> Result<(), RunError> {
        let flushed = self.put();
        let sync = || {
            self.file.sync_all()?;
            fs::rename(&self.unfinished, &self.path)
        };
        let renamed = sync().map_err(|error| cannot_write(&self.path, &error));
        flushed.and(renamed)
    }
}

/// Compresses lines.
struct Packer(Compressor<'static>);

impl fmt::Debug for Packer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Packer")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_lines_follow_from_the_lines_alone() {
        let above = tempfile::tempdir().unwrap();
        let folder = Folder::create(&above.path().join("run")).unwrap();
        let line = |number: u32| format!("{number},{},a line\n", number % 7).into_bytes();
        let write = |name: &str, every: u32| {
            let mut draft = folder.packed_draft(name).unwrap();
            for number in 0..60_000 {
                draft.add(&line(number)).unwrap();
                if number % every == 0 {
                    draft.flush().unwrap();
                }
            }
            draft.finish().unwrap();
            fs::read(folder.path().join(name)).unwrap()
        };
        let packed = write("a", 1000);
        assert!(packed == write("b", 17));
        let lines = zstd::decode_all(&packed[..]).unwrap();
        assert!(lines == (0..60_000).flat_map(line).collect::<Vec<u8>>());
        assert!(lines.len() > 2 * PACKED && packed.len() * 4 < lines.len());
    }

    #[test]
    fn an_earlier_session_leaves_nothing_in_a_draft() {
        let above = tempfile::tempdir().unwrap();
        let folder = Folder::create(&above.path().join("run")).unwrap();
        let mut torn = folder.draft("lines.txt").unwrap();
        torn.add(b"a longer line\n").unwrap();
        torn.flush().unwrap();
        drop(torn);
        assert!(folder.draft("lines.txt").is_err(), "it is somebody's");
        let again = Folder::again(folder.path());
        let mut draft = again.draft("lines.txt").unwrap();
        draft.add(b"one\n").unwrap();
        draft.finish().unwrap();
        assert_eq!(fs::read(folder.path().join("lines.txt")).unwrap(), b"one\n");
    }

    #[test]
    fn an_existing_folder_is_refused() {
        let above = tempfile::tempdir().unwrap();
        let path = above.path().join("deep/run");
        Folder::create(&path).unwrap();
        let error = Folder::create(&path).unwrap_err();
        assert_eq!(error.exit(), crate::exit::Exit::Data);
        assert!(error.message().contains("exists already"), "{error}");
    }

    #[test]
    fn a_draft_gets_its_name_at_the_end() {
        let above = tempfile::tempdir().unwrap();
        let folder = Folder::create(&above.path().join("run")).unwrap();
        let mut draft = folder.draft("lines.txt").unwrap();
        draft.add(b"one\n").unwrap();
        draft.flush().unwrap();
        assert!(!folder.path().join("lines.txt").exists());
        draft.add(b"two\n").unwrap();
        draft.finish().unwrap();
        assert_eq!(fs::read(folder.path().join("lines.txt")).unwrap(), b"one\ntwo\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_draft_that_fails_keeps_its_whole_lines() {
        let above = tempfile::tempdir().unwrap();
        let folder = Folder::create(&above.path().join("run")).unwrap();
        let mut draft = folder.draft("lines.txt").unwrap();
        draft.add(b"one\n").unwrap();
        draft.flush().unwrap();
        draft.add(b"two\nthree\n").unwrap();
        draft.file.write_all(b"two\nthr").unwrap();
        let error = draft.fail(&io::Error::other("no space"), 7).unwrap_err();
        assert!(error.message().ends_with("lines.txt: no space"), "{error}");
        assert_eq!(draft.finish(), Err(error));
        assert_eq!(fs::read(folder.path().join("lines.txt")).unwrap(), b"one\ntwo\n");
    }
}
