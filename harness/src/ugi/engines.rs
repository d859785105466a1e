//! How external engines are treated in games.

use std::time::Duration;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::ask::Bounds;
use super::external::Limits;

/// What becomes of a game in which an external engine fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum OnError {
    /// Its seat is out of the race, as if it had resigned; the others play on.
    #[default]
    Forfeit,
    /// The game does not count.
    Void,
}

impl OnError {
    /// Its name in flags.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forfeit => "forfeit",
            Self::Void => "void",
        }
    }
}

/// How external engines are treated in the games of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engines {
    /// How long they are waited for.
    pub limits: Limits,
    /// What they are told for each move.
    pub bounds: Bounds,
    /// What becomes of a game in which one fails.
    pub on_error: OnError,
}

impl Default for Engines {
    /// A tenth of a second a move, which they are not held to exactly.
    fn default() -> Self {
        let bounds = Bounds { movetime: Some(Duration::from_millis(100)), ..Bounds::default() };
        Self { limits: Limits::default(), bounds, on_error: OnError::default() }
    }
}

impl Engines {
    /// Each thing by the name of its flag.
    pub fn pairs(&self) -> [(&'static str, String); 4] {
        [
            ("engine-start", self.limits.start.as_millis().to_string()),
            ("engine-limit", self.limits.answer.as_millis().to_string()),
            ("engine-go", self.bounds.to_string().trim_start().to_string()),
            ("on-engine-error", self.on_error.name().to_string()),
        ]
    }

    /// Sets one thing by the name of its flag.
    ///
    /// # Errors
    ///
    /// If there is no such flag, or it does not take the value.
    pub fn set(&mut self, flag: &str, value: &str) -> Result<(), String> {
        let time = || value.parse().map(Duration::from_millis).map_err(|error| format!("{error}"));
        match flag {
            "engine-start" => self.limits.start = time()?,
            "engine-limit" => self.limits.answer = time()?,
            "engine-go" => {
                self.bounds = Bounds::read(value).map_err(|error| error.to_string())?;
            }
            "on-engine-error" => {
                self.on_error = <OnError as clap::ValueEnum>::from_str(value, false)?;
            }
            _ => return Err("there is no such flag".to_string()),
        }
        Ok(())
    }

    /// The flags in which it differs from the default, with their values.
    pub fn flags(&self) -> Vec<(&'static str, String)> {
        let standard = Self::default().pairs();
        let differing = self.pairs().into_iter().zip(standard);
        differing.filter(|(own, standard)| own != standard).map(|(own, _)| own).collect()
    }
}

impl Serialize for Engines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        for (flag, value) in self.pairs() {
            map.serialize_entry(flag, &value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_needs_a_flag() {
        let mut engines = Engines::default();
        assert!(engines.flags().is_empty());
        engines.on_error = OnError::Void;
        engines.bounds = Bounds { depth: Some(3), nodes: Some(100), ..Bounds::default() };
        let text = |text: &str| text.to_string();
        let flags = [("engine-go", text("depth 3 nodes 100")), ("on-engine-error", text("void"))];
        assert_eq!(engines.flags(), flags);
    }
}
