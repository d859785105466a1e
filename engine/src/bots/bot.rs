//! Bots by name.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::{Adversary, Parameters};
use crate::rules::listed;

/// A bot as written on a command line: data, shared by every game that it plays in.
///
/// ```
/// use engine::bots::Bot;
/// let bot = Bot::named("hard:noise=0.10,depth=2")?;
/// assert_eq!(bot.name(), "hard:noise=0.1");
/// assert_eq!(Bot::named(bot.name())?, bot);
/// assert_eq!(bot.width(), Some(12));
/// # Ok::<(), engine::bots::BotError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    name: String,
    kind: Kind,
}

/// How a bot comes to its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By its parameters.
    Search(Parameters),
    /// By a habit that serves nobody.
    Hostile(Adversary),
}

/// Why a text names no bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotError {
    key: String,
    got: String,
    takes: String,
}

impl BotError {
    pub(super) fn new(key: &str, got: &str, takes: String) -> Self {
        let short = |text: &str| text.chars().take(60).collect();
        Self { key: short(key), got: short(got), takes }
    }
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, got, takes } = self;
        write!(f, "{}: got '{}', takes {takes}", key.escape_debug(), got.escape_debug())
    }
}

impl core::error::Error for BotError {}

/// The names that a bot's text may begin with: those with parameters, then the hostile ones.
pub const NAMES: [&str; 10] = [
    "random", "forward", "easy", "normal", "hard", "search", "squatter", "spoiler", "shuffler",
    "hoarder",
];

impl Bot {
    /// The bot of this name: one of [`NAMES`], and for those with parameters, after a colon, the
    /// parameters in which it differs: `search:depth=3,width=16`, `hard:noise=0.1`. `search` alone
    /// is `hard`.
    ///
    /// # Errors
    ///
    /// If there is none; the message says what was not understood and what is.
    pub fn named(text: &str) -> Result<Self, BotError> {
        let (base, changes) = match text.split_once(':') {
            Some((base, changes)) => (base, Some(changes)),
            None => (text, None),
        };
        if let Some(adversary) = Adversary::named(base) {
            return match changes {
                None => Ok(Self { name: base.to_string(), kind: Kind::Hostile(adversary) }),
                Some(changes) => Err(BotError::new(base, changes, "no parameters".to_string())),
            };
        }
        let standard = match base {
            "random" => Parameters::random(),
            "forward" => Parameters::forward(),
            "easy" => Parameters::easy(),
            "normal" => Parameters::normal(),
            "hard" | "search" => Parameters::hard(),
            _ => return Err(BotError::new("bot", base, listed(NAMES.into_iter()))),
        };
        let mut parameters = standard;
        let mut known = "";
        for (index, change) in changes.into_iter().flat_map(|text| text.split(',')).enumerate() {
            let Some((key, value)) = change.split_once('=') else {
                let takes = "key=value pairs apart by commas, such as depth=3,width=16";
                return Err(BotError::new(base, change, takes.to_string()));
            };
            let earlier = changes.into_iter().flat_map(|text| text.split(',')).take(index);
            if earlier.filter_map(|text| text.split_once('=')).any(|(earlier, _)| earlier == key) {
                return Err(BotError::new(key, value, "one value, and has one".to_string()));
            }
            known = ":";
            parameters.set(base, key, value)?;
        }
        let changes = parameters.changes(&standard);
        let mark = if changes.is_empty() { "" } else { known };
        Ok(Self { name: format!("{base}{mark}{changes}"), kind: Kind::Search(parameters) })
    }

    /// As it is written: reads back as the same bot.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its parameters, unless it is hostile.
    pub fn parameters(&self) -> Option<&Parameters> {
        match &self.kind {
            Kind::Search(parameters) => Some(parameters),
            Kind::Hostile(_) => None,
        }
    }

    /// Its search mode for reports; empty for a bot that does not search.
    pub fn mode(&self) -> &'static str {
        self.searching().map_or("", |parameters| parameters.mode.name())
    }

    /// Plies that it looks ahead, if it searches.
    pub fn depth(&self) -> Option<u32> {
        self.searching().map(|parameters| parameters.depth)
    }

    /// Moves that it keeps a ply, if it searches.
    pub fn width(&self) -> Option<u32> {
        self.searching().map(|parameters| parameters.width)
    }

    /// Whether it searches and never plays without thought.
    pub fn is_noise_free(&self) -> bool {
        self.searching().is_some_and(|parameters| parameters.noise == super::Noise::NEVER)
    }

    fn searching(&self) -> Option<&Parameters> {
        self.parameters()
            .filter(|parameters| parameters.depth > 0 && parameters.noise != super::Noise::ALWAYS)
    }

    pub(super) fn kind(&self) -> &Kind {
        &self.kind
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}
