//! What an external engine can do wrong, each by its own name.

use std::fmt::{self, Display};
use std::time::Duration;

/// Why an engine gave no move or no answer that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// Its command could not be run at all.
    NotStarted(String),
    /// It did not say `ugiok` and `readyok` in the time that it has to start.
    SlowStart(Duration),
    /// Its process ended, or closed its output; with how it ended.
    Died(String),
    /// It had not answered in its time, nor in as much time again.
    Hang(Duration),
    /// It answered after its time.
    Late(Duration),
    /// It answered, with something that is no answer.
    Garbage(String),
    /// It wrote without end.
    EndlessOutput,
    /// It said a move that nobody had asked for.
    Unasked(String),
    /// Its move is not legal.
    IllegalMove(String),
    /// Its move is of another seat's marble.
    WrongSeat(String),
    /// It says itself that it cannot do what it was told.
    Refused(String),
}

impl Failure {
    /// The names of all failures, in the order of reports.
    pub const NAMES: [&'static str; 11] = [
        "not-started",
        "slow-start",
        "died",
        "hang",
        "late",
        "garbage",
        "endless-output",
        "unasked",
        "illegal-move",
        "wrong-seat",
        "refused",
    ];

    /// Its name in reports.
    pub fn name(&self) -> &'static str {
        Self::NAMES[match self {
            Self::NotStarted(_) => 0,
            Self::SlowStart(_) => 1,
            Self::Died(_) => 2,
            Self::Hang(_) => 3,
            Self::Late(_) => 4,
            Self::Garbage(_) => 5,
            Self::EndlessOutput => 6,
            Self::Unasked(_) => 7,
            Self::IllegalMove(_) => 8,
            Self::WrongSeat(_) => 9,
            Self::Refused(_) => 10,
        }]
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name())?;
        match self {
            Self::NotStarted(why) => write!(f, "the engine cannot be run: {why}"),
            Self::SlowStart(limit) => {
                write!(f, "no ugiok and readyok within {} ms", limit.as_millis())
            }
            Self::Died(how) => write!(f, "the engine ended: {how}"),
            Self::Hang(limit) => {
                write!(f, "no answer within {} ms, and none in time after", limit.as_millis())
            }
            Self::Late(limit) => write!(f, "the answer came after its {} ms", limit.as_millis()),
            Self::Garbage(said) => write!(f, "'{}' is no answer", said.escape_debug()),
            Self::EndlessOutput => f.write_str("output without end in place of an answer"),
            Self::Unasked(said) => {
                write!(f, "'{}' came without having been asked for", said.escape_debug())
            }
            Self::IllegalMove(why) => f.write_str(why),
            Self::WrongSeat(why) => f.write_str(why),
            Self::Refused(why) => write!(f, "the engine says '{}'", why.escape_debug()),
        }
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_has_its_own_name() {
        let mut names = Failure::NAMES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Failure::NAMES.len());
        assert_eq!(Failure::EndlessOutput.name(), "endless-output");
        assert_eq!(Failure::Refused(String::new()).name(), "refused");
        assert_eq!(
            Failure::Late(Duration::from_millis(50)).to_string(),
            "late: the answer came after its 50 ms"
        );
    }
}
