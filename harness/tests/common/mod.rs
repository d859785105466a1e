//! What the tests of the command line share: calls of the program, and golden files, which `BLESS=1`
//! rewrites.

#![allow(dead_code, unreachable_pub, reason = "each test takes what it needs")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use clap::Parser as _;
use harness::args::CommandLine;
use harness::exit::Exit;
use tempfile::TempDir;

/// What a command line prints and ends with, in this process; else its exit code and complaint.
pub fn within(line: &[&str]) -> Result<(String, Exit), String> {
    let args = CommandLine::try_parse_from([&["harness"], line].concat());
    let args = args.map_err(|error| {
        assert_eq!(error.exit_code(), 2, "{error}");
        format!("2: {error}")
    })?;
    let mut out = Vec::new();
    match args.run(&mut out) {
        Ok(exit) => Ok((String::from_utf8(out).expect("output is text"), exit)),
        Err(error) => Err(format!("{}: {error}", error.exit() as u8)),
    }
}

pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

/// What the program comes to in a folder, with arguments apart by spaces.
pub fn called(folder: &TempDir, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(args.split_whitespace()).current_dir(folder);
    command.env_remove("GITHUB_STEP_SUMMARY").output().expect("the program starts")
}

/// What it prints there when all is well.
#[track_caller]
pub fn printed(folder: &TempDir, args: &str) -> String {
    let output = called(folder, args);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

/// A call of the program in a folder of its own.
pub struct Call {
    pub folder: TempDir,
    pub command: Command,
}

/// What a call came to.
pub struct Said {
    pub folder: TempDir,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// The program with arguments apart by spaces.
pub fn harness(args: &str) -> Call {
    let folder = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(args.split_whitespace()).current_dir(&folder);
    command.env_remove("GITHUB_STEP_SUMMARY");
    Call { folder, command }
}

impl Call {
    /// With a file in its folder.
    pub fn file(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        fs::write(self.folder.path().join(name), text).expect("a file can be written");
        self
    }

    /// With a text on standard input.
    pub fn stdin(mut self, text: &str) -> Self {
        let path = self.folder.path().join(".stdin");
        fs::write(&path, text).expect("a file can be written");
        self.command.stdin(fs::File::open(path).expect("it was just written"));
        self
    }

    pub fn run(mut self) -> Said {
        let output = self.command.output().expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        let (out, err) = (text(output.stdout), text(output.stderr));
        Said { folder: self.folder, code: output.status.code(), out, err }
    }
}

impl Said {
    /// It ended so.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self
    }

    /// It said this on standard error.
    #[track_caller]
    pub fn complaint(self, part: &str) -> Self {
        assert!(self.err.contains(part), "{part:?} is not in {:?}", self.err);
        self
    }

    pub fn file(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// What it printed, without what differs from run to run, is what the golden file holds.
    #[track_caller]
    pub fn golden(self, name: &str) -> Self {
        golden(name, &steady(&self.out));
        self
    }
}

#[track_caller]
pub fn golden(name: &str, got: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, got).expect("the golden file can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(got == expected, "{name} is not as blessed, but:\n{got}");
}

/// A summary without times and versions.
pub fn steady(text: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let line = |line: &str| match line.split_once(" plies in ") {
        Some((before, _)) if line.starts_with("played") => format!("{before} plies in TIME\n"),
        _ => format!("{}\n", line.replace(version, "VERSION")),
    };
    text.lines().map(line).collect()
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a plain name");
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}
