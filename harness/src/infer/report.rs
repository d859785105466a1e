//! What was found out.

use std::fmt;

use engine::rules::{Layouts, PRESETS, Rules};

use super::candidate::{AXES, Candidate};
use super::start_points;

/// What is known of one axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Its value.
    Known(String),
    /// One of these values: with the rest of the rules no position that was drawn tells them apart.
    Same(Vec<String>),
    /// Not decided.
    Open {
        /// What is known all the same, in words.
        what: String,
        /// What would decide it, as an engine is told it.
        decider: Option<String>,
    },
}

/// Which rules an engine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// Every axis of the rules, with what is known of it.
    pub found: Vec<(&'static str, Found)>,
    /// The presets that fit all of it.
    pub presets: Vec<&'static str>,
    /// Questions that were asked.
    pub asked: u64,
    /// Whether the engine can be set up in positions.
    pub takes_positions: bool,
    /// Answers that no set of rules gives: how many, and the first thing that was asked so.
    pub strange: Option<(u64, String)>,
}

/// The presets that agree with all that is known.
pub(super) fn fitting(
    candidates: &[Candidate],
    seats: &[u8],
    layouts: Layouts,
    repetition: &Found,
    cap: &Found,
) -> Vec<&'static str> {
    let agrees = |found: &Found, value: &str| match found {
        Found::Known(known) => known == value,
        Found::Same(options) => options.iter().any(|option| option == value),
        Found::Open { .. } => true,
    };
    let fits = |rules: &Rules| {
        let get = |axis: &str| rules.get(axis).unwrap_or_default();
        let own = |seats: u8| start_points(&Rules { layouts, ..Rules::default() }, seats);
        let same = |candidate: &Candidate| {
            AXES.iter().all(|axis| candidate.rules().get(axis).unwrap_or_default() == get(axis))
        };
        rules.seats.is_none_or(|fixed| seats == [fixed])
            && candidates.iter().any(same)
            && seats.iter().all(|&count| start_points(rules, count) == own(count))
            && agrees(repetition, &get("repetition"))
            && agrees(cap, &get("cap"))
    };
    let presets = PRESETS.iter().map(|&(name, _)| name);
    presets.filter(|name| Rules::preset(name).is_ok_and(|rules| fits(&rules))).collect()
}

impl fmt::Display for Inference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (axis, found) in &self.found {
            match found {
                Found::Known(value) => writeln!(f, "{axis:16}{value}")?,
                Found::Same(options) => writeln!(
                    f,
                    "{axis:16}no position tried makes a difference: {}",
                    options.join(" | ")
                )?,
                Found::Open { what, decider } => {
                    writeln!(f, "{axis:16}undetermined: {what}")?;
                    if let Some(decider) = decider {
                        writeln!(f, "{:16}to decide it: {decider}", "")?;
                    }
                }
            }
        }
        let presets = match self.presets.as_slice() {
            [] => "none".to_string(),
            presets => presets.join(", "),
        };
        writeln!(f, "presets that fit: {presets}")?;
        write!(f, "asked {} questions", self.asked)?;
        if !self.takes_positions {
            write!(f, "; it takes no positions, so all of them in games from the opening")?;
        }
        writeln!(f)?;
        if let Some((count, first)) = &self.strange {
            writeln!(f, "answers that no set of these rules gives: {count}; the first to")?;
            writeln!(f, "  {first}")?;
        }
        Ok(())
    }
}
