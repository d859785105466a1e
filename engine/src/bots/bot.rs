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

    /// The same bot, looking ahead another number of plies, or spending fewer nodes; a bot that does
    /// not search stays as it is, and there is no less than one ply and no more than
    /// [`Settings::MAX_DEPTH`](crate::search::Settings::MAX_DEPTH).
    #[must_use]
    pub fn within(&self, depth: Option<u32>, nodes: Option<u64>) -> Self {
        let mut bot = self.clone();
        if let Kind::Search(parameters) = &mut bot.kind
            && parameters.depth > 0
        {
            let depth = depth.unwrap_or(parameters.depth);
            parameters.depth = depth.clamp(1, crate::search::Settings::MAX_DEPTH);
            let nodes = parameters.nodes.into_iter().chain(nodes).min();
            parameters.nodes = nodes.map(|nodes| nodes.max(1));
        }
        bot
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_as_the_same_bot() {
        for text in NAMES.into_iter().chain([
            "search:depth=3,width=16",
            "hard:noise=0.1",
            "easy:depth=0,noise=0",
            "normal:nodes=1000,mode=best-reply",
            "random:noise=0.000001",
            "search:depth=16,width=1000,nodes=999999999,noise=1,mode=max-n,distance=100,straggler=0,classes=1,blocking=2",
        ]) {
            let bot = Bot::named(text).unwrap();
            assert_eq!(bot.name(), text);
            assert_eq!(bot.to_string(), text);
        }
        for (text, name) in [
            ("hard:depth=2,width=12", "hard"),
            ("search:width=16,depth=3", "search:depth=3,width=16"),
            ("hard:noise=0.10", "hard:noise=0.1"),
            ("hard:noise=1.0", "hard:noise=1"),
            ("hard:nodes=none", "hard"),
        ] {
            let bot = Bot::named(text).unwrap();
            assert_eq!(bot.name(), name);
            assert_eq!(Bot::named(name).unwrap(), bot);
        }
    }

    #[test]
    fn what_is_no_bot_is_refused_by_name() {
        for (text, key, got) in [
            ("", "bot", ""),
            ("Hard", "bot", "Hard"),
            ("hard ", "bot", "hard "),
            ("hard:", "hard", ""),
            ("hard:depth", "hard", "depth"),
            ("hard:depth=2,", "hard", ""),
            ("hard:depht=2", "hard", "depht"),
            ("hard:depth=", "depth", ""),
            ("hard:depth=17", "depth", "17"),
            ("hard:depth=-1", "depth", "-1"),
            ("hard:depth=2,depth=3", "depth", "3"),
            ("hard:width=0", "width", "0"),
            ("hard:width=1001", "width", "1001"),
            ("hard:nodes=0", "nodes", "0"),
            ("hard:noise=1.1", "noise", "1.1"),
            ("hard:noise=.5", "noise", ".5"),
            ("hard:noise=0.0000001", "noise", "0.0000001"),
            ("hard:noise=1e-3", "noise", "1e-3"),
            ("hard:mode=brave", "mode", "brave"),
            ("hard:blocking=101", "blocking", "101"),
            ("squatter:depth=2", "squatter", "depth=2"),
        ] {
            let message = Bot::named(text).unwrap_err().to_string();
            assert!(message.starts_with(&format!("{key}: got '{got}', takes ")), "{message}");
        }
        let long = Bot::named(&"x".repeat(10_000)).unwrap_err().to_string();
        assert!(long.len() < 300, "{long}");
    }

    #[test]
    fn only_a_bot_that_searches_has_a_mode_a_depth_and_a_width() {
        for (name, mode, depth, width) in [
            ("random", "", None, None),
            ("forward", "", None, None),
            ("squatter", "", None, None),
            ("hard", "paranoid", Some(2), Some(12)),
            ("search:depth=3,width=16,mode=max-n", "max-n", Some(3), Some(16)),
            ("hard:noise=1", "", None, None),
        ] {
            let bot = Bot::named(name).unwrap();
            assert_eq!((bot.mode(), bot.depth(), bot.width()), (mode, depth, width), "{name}");
        }
    }
}
