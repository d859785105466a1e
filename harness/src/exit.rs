//! The codes that a run ends with.

use std::fmt::{self, Display};
use std::io;
use std::process::ExitCode;

/// How a run ended, as its exit code tells; the codes never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// All that was checked held.
    Held = 0,
    /// Something that must always hold did not.
    Violation = 1,
    /// The command line was not understood.
    Usage = 2,
    /// Bad input or output: a position, a file, a folder that exists already.
    Data = 3,
    /// Nothing was run.
    Nothing = 4,
    /// What was run does not decide.
    Inconclusive = 5,
    /// A committed count changed.
    Changed = 6,
    /// It was interrupted; what was finished is reported.
    Interrupted = 130,
}

/// The codes, as help texts end with.
pub const HELP: &str = "\
Exit codes:
  0    all held
  1    a violation: something that must always hold did not
  2    usage: the command line was not understood
  3    bad input or output: a position, a file, an existing folder
  4    nothing was run
  5    inconclusive
  6    a committed count changed
  130  interrupted; what was finished is reported";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command could not do what it was asked, and the code to end with.
///
/// A violation is no error but a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    exit: Exit,
    message: String,
}

impl RunError {
    /// The command line cannot be meant so.
    pub fn usage(message: impl Display) -> Self {
        Self { exit: Exit::Usage, message: message.to_string() }
    }

    /// Something read is bad, or something cannot be written.
    pub fn data(message: impl Display) -> Self {
        Self { exit: Exit::Data, message: message.to_string() }
    }

    /// There was nothing to run.
    pub fn nothing(message: impl Display) -> Self {
        Self { exit: Exit::Nothing, message: message.to_string() }
    }

    /// The code to end with.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// What to tell; empty if nobody is left to be told.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RunError {}

/// Standard output is gone or full; a reader that closed it knows.
impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::data(""),
            _ => Self::data(format!("cannot write the output: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_code() {
        for exit in [
            Exit::Held,
            Exit::Violation,
            Exit::Usage,
            Exit::Data,
            Exit::Nothing,
            Exit::Inconclusive,
            Exit::Changed,
            Exit::Interrupted,
        ] {
            let code = (exit as u8).to_string();
            assert!(HELP.lines().any(|line| line.split_whitespace().next() == Some(&code)));
        }
    }
}
