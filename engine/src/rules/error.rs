//! What can be wrong with rules.

use alloc::string::String;
use core::fmt;

/// Why a value is no set of rules; the message names what was given and what is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// No preset has this name.
    UnknownPreset(String),
    /// No axis has this name.
    UnknownAxis(String),
    /// Something in place of an axis and its value.
    NoSetting(String),
    /// An axis is given twice.
    Twice(String),
    /// An axis does not take this value.
    Value {
        /// The axis.
        axis: &'static str,
        /// What was given.
        got: String,
        /// What it takes.
        takes: String,
    },
    /// Five seats.
    FiveSeats,
    /// The number of seats is not settled.
    NoSeats,
    /// The rules are for another number of seats.
    Seats {
        /// What was asked for.
        got: u8,
        /// What the rules are for.
        fixed: u8,
    },
    /// No seat starts with so many marbles on this star.
    Marbles {
        /// What was given.
        got: u8,
        /// The length of a point.
        arm: u8,
        /// Number of seats.
        seats: u8,
    },
    /// Two seats start in the same holes.
    Overlap,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPreset(name) => {
                let names = super::axes::listed(super::PRESETS.iter().map(|&(name, _)| name));
                write!(f, "unknown preset '{name}': the presets are {names}")
            }
            Self::UnknownAxis(name) => {
                write!(f, "unknown axis '{name}': the axes are {}", axes())
            }
            Self::NoSetting(word) => {
                write!(f, "'{word}' is no axis=value: the axes are {}", axes())
            }
            Self::Twice(axis) => write!(f, "the axis '{axis}' is given twice"),
            Self::Value { axis, got, takes } => write!(f, "{axis}: got '{got}', takes {takes}"),
            Self::FiveSeats => f.write_str(
                "five seats are refused: one point stays empty, so one racer enters a goal that nobody \
                 has to vacate while the others wait for theirs to empty (1, 2, 3, 4 or 6 are taken)",
            ),
            Self::NoSeats => f.write_str("the number of seats is not set (1, 2, 3, 4 or 6)"),
            Self::Seats { got, fixed } => {
                write!(f, "{got} seats were asked for, and these rules are for {fixed}")
            }
            Self::Marbles { got, arm, seats } => {
                let (point, front) = super::rules::marble_counts(*arm);
                write!(
                    f,
                    "{got} marbles a seat do not fit {seats} seats on a star of arm {arm}: it takes {point} \
                     (a full point), or {front} (point and front) with one, two or three seats"
                )
            }
            Self::Overlap => f.write_str("the layout starts two seats in the same holes"),
        }
    }
}

/// Every axis, for messages.
fn axes() -> String {
    super::axes::listed(super::AXES.iter().map(|axis| axis.name))
}

impl core::error::Error for RulesError {}
