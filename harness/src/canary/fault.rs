//! What is planted.

use std::fmt;

use engine::bots::Bot;
use engine::rules::Seat;

use super::flaw::Flaw;
use super::watch::Chooser;
use super::{board, bots, moves, state, turns, wins};

/// What a fault breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// When a seat is home.
    Wins,
    /// Which moves there are.
    Moves,
    /// Holes, links, homes and goals.
    Board,
    /// Whose turn it is, and how games end.
    Turns,
    /// What a bot plays.
    Bots,
    /// Keys, undo, and games that are saved and taken up again.
    State,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Wins => "wins",
            Self::Moves => "moves",
            Self::Board => "board",
            Self::Turns => "turns",
            Self::Bots => "bots",
            Self::State => "state",
        })
    }
}

/// How a fault is planted.
#[derive(Clone, Copy, Debug)]
pub enum Plant {
    /// In an engine.
    Engine(fn() -> Box<dyn Flaw>),
    /// In an engine in a process of its own, as it would take ours along.
    Apart(fn() -> Box<dyn Flaw>),
    /// In a bot that sits in every seat.
    Bot(fn(&Bot, Seat) -> Box<dyn Chooser>),
    /// In a bot that each time thinks in a thread of its own, as it may never come to an end.
    Thread(fn(&Bot, Seat) -> Box<dyn Chooser>),
}

/// A fault of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Its name, which never changes.
    pub id: &'static str,
    /// What it breaks.
    pub kind: Kind,
    /// What goes wrong, in a sentence.
    pub says: &'static str,
    /// The axes of the rules that it is planted under; the others are drawn.
    pub under: &'static [(&'static str, &'static str)],
    /// How it is planted.
    pub plant: Plant,
}

/// Declares the faults of a kind: id, sentence, axes and plant, a line or two each.
macro_rules! faults {
    ($kind:ident; $($id:literal $says:literal [$($axis:literal = $value:literal),*] $plant:ident $make:expr;)*) => {
        /// The faults of this kind.
        pub(super) const FAULTS: &[crate::canary::Fault] = &[$(
            crate::canary::Fault {
                id: $id,
                kind: crate::canary::Kind::$kind,
                says: $says,
                under: &[$(($axis, $value)),*],
                plant: crate::canary::Plant::$plant($make),
            },
        )*];
    };
}
pub(super) use faults;

/// A fault that breaks nothing, so nobody can see it: it shows that one which goes unseen is told.
const HARMLESS: Fault = Fault {
    id: "harmless",
    kind: Kind::State,
    says: "Nothing is wrong: this one cannot be caught, and is not part of the catalogue.",
    under: &[],
    plant: Plant::Engine(|| Box::new(Harmless)),
};

/// Breaks nothing.
pub(super) struct Harmless;

impl Flaw for Harmless {}

/// Every fault, in the order of reports.
pub fn catalogue() -> impl Iterator<Item = &'static Fault> {
    [wins::FAULTS, moves::FAULTS, board::FAULTS, turns::FAULTS, bots::FAULTS, state::FAULTS]
        .into_iter()
        .flatten()
}

/// The fault of this name.
pub fn named(id: &str) -> Option<&'static Fault> {
    catalogue().chain([&HARMLESS]).find(|fault| fault.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use engine::rules::Rules;

    use super::*;

    #[test]
    fn faults_have_names_sentences_and_rules() {
        let ids: BTreeSet<&str> = catalogue().map(|fault| fault.id).collect();
        assert_eq!(ids.len(), catalogue().count(), "each name once");
        assert!(ids.len() >= 70, "{}", ids.len());
        for fault in catalogue() {
            let plain = |letter: char| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-'
            };
            assert!(fault.id.chars().all(plain), "{}", fault.id);
            assert!(fault.says.ends_with('.'), "{}", fault.id);
            // These let a winner have marbles at home, which would be taken for the fault.
            let broken = [("win", "any-own"), ("win", "natives")];
            assert!(!fault.under.iter().any(|axis| broken.contains(axis)), "{}", fault.id);
            for (axis, value) in fault.under {
                assert_eq!(Rules::default().set(axis, value), Ok(()), "{}", fault.id);
            }
        }
        assert!(!ids.contains("harmless") && named("harmless").is_some());
    }
}
