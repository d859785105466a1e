//! Who plays: a bot of ours, or an engine of somebody else's.

use std::fmt;

use engine::bots::{Bot, NAMES};

/// What marks the command of an external engine.
const MARK: &str = "cmd:";

/// A player as it is named on a command line: data, shared by every game that it plays in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// One of our bots.
    Bot(Bot),
    /// An external engine: `cmd:` and the shell command that starts it.
    Engine(String),
}

impl Contender {
    /// The player of this name: that of a bot, or `cmd:` and a shell command.
    ///
    /// # Errors
    ///
    /// If there is none; the message says what there is.
    pub fn named(text: &str) -> Result<Self, String> {
        match text.strip_prefix(MARK).map(str::trim) {
            Some("") => Err(format!("{MARK}: got nothing, takes a shell command")),
            Some(command) => Ok(Self::Engine(format!("{MARK}{command}"))),
            None => Bot::named(text).map(Self::Bot).map_err(|error| {
                let known = NAMES.contains(&text.split(':').next().unwrap_or_default());
                let hint = if known { "" } else { " | cmd:COMMAND" };
                format!("{error}{hint}")
            }),
        }
    }

    /// As it is written: reads back as the same.
    pub fn name(&self) -> &str {
        match self {
            Self::Bot(bot) => bot.name(),
            Self::Engine(name) => name,
        }
    }

    /// The bot, if it is one of ours.
    pub fn bot(&self) -> Option<&Bot> {
        match self {
            Self::Bot(bot) => Some(bot),
            Self::Engine(_) => None,
        }
    }

    /// The command that starts it, if it is an external engine.
    pub fn command(&self) -> Option<&str> {
        match self {
            Self::Bot(_) => None,
            Self::Engine(name) => name.strip_prefix(MARK),
        }
    }

    /// Its search mode for reports; empty where there is none, or none is known.
    pub fn mode(&self) -> &'static str {
        self.bot().map_or("", Bot::mode)
    }

    /// Plies that it looks ahead, if that is known.
    pub fn depth(&self) -> Option<u32> {
        self.bot()?.depth()
    }

    /// Moves that it keeps a ply, if that is known.
    pub fn width(&self) -> Option<u32> {
        self.bot()?.width()
    }
}

impl From<Bot> for Contender {
    fn from(bot: Bot) -> Self {
        Self::Bot(bot)
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The names in a list apart by commas. A bot's parameters are apart by commas too: what has the
/// form `key=value` goes on with the name before it. So does what stands in quotes with it.
pub fn names(list: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in list.split(',') {
        let parameter = piece.split_once('=').is_some_and(|(key, _)| !key.contains(':'));
        match names.last_mut() {
            Some(name) if parameter || in_quotes(name) => {
                name.push(',');
                name.push_str(piece);
            }
            _ => names.push(piece.to_string()),
        }
    }
    names
}

/// Whether a quote in `text` is still open at its end.
fn in_quotes(text: &str) -> bool {
    let mut open = None;
    for letter in text.chars().filter(|letter| matches!(letter, '\'' | '"')) {
        open = match open {
            None => Some(letter),
            Some(quote) if quote == letter => None,
            still => still,
        };
    }
    open.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_belongs_to_the_name_before_it() {
        assert_eq!(
            names("random,search:depth=3,width=16,hard:noise=0.1,easy"),
            ["random", "search:depth=3,width=16", "hard:noise=0.1", "easy"]
        );
        assert_eq!(names("depth=3"), ["depth=3"]);
    }

    #[test]
    fn a_command_keeps_its_quotes_and_parameters() {
        assert_eq!(
            names(
                "cmd:node my-bot.mjs,hard,cmd:sh -c 'echo a,b',cmd:x --bot search:depth=3,width=4"
            ),
            [
                "cmd:node my-bot.mjs",
                "hard",
                "cmd:sh -c 'echo a,b'",
                "cmd:x --bot search:depth=3,width=4"
            ]
        );
    }

    #[test]
    fn names_read_back() {
        for name in ["hard", "search:depth=3,width=16", "cmd:node my-bot.mjs"] {
            let contender = Contender::named(name).unwrap();
            assert_eq!(Contender::named(contender.name()), Ok(contender));
        }
        let engine = Contender::named("cmd: node my-bot.mjs ").unwrap();
        assert_eq!(engine.command(), Some("node my-bot.mjs"));
        assert_eq!((engine.bot(), engine.depth(), engine.mode()), (None, None, ""));
        assert!(Contender::named("cmd:").unwrap_err().contains("takes a shell command"));
        assert!(Contender::named("nobody").unwrap_err().ends_with("| cmd:COMMAND"));
        assert!(!Contender::named("hard:depth=x").unwrap_err().contains("cmd"));
    }
}
