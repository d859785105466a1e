//! What a caller says to an engine, a line at a time.

use std::fmt::{self, Display};
use std::time::Duration;

/// One line from the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Says who it is and what can be set, and ends with `ugiok`.
    Ugi,
    /// Says `readyok` once all that was asked before is done.
    IsReady,
    /// What follows is another game.
    NewGame,
    /// Sets an option; names are alike in any case.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty for a button.
        value: String,
    },
    /// Sets up a position.
    Position {
        /// A position text, or none for the opening.
        from: Option<String>,
        /// What was played from there on, as move texts.
        moves: Vec<String>,
    },
    /// Thinks, and answers `bestmove`.
    Go(Bounds),
    /// Stops thinking, and answers with what it has.
    Stop,
    /// Answers `response`.
    Query(Query),
    /// Ends the engine.
    Quit,
}

/// How long an engine may think; the first bound that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Plies that it looks ahead.
    pub depth: Option<u32>,
    /// Positions that it looks at.
    pub nodes: Option<u64>,
    /// Time that it takes.
    pub movetime: Option<Duration>,
    /// Until it is told to stop.
    pub infinite: bool,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Query {
    /// Whether the game is over: `true` or `false`.
    GameOver,
    /// Who has won: `p1win` to `p6win`, `draw`, or `none` while the game goes on.
    Result,
    /// Whether the first seat is to move: `true` or `false`.
    P1Turn,
    /// Addition: the legal moves, apart by spaces; nothing when the game is over.
    Moves,
    /// Addition: the seat that has won, or `none`.
    Winner,
    /// Addition: the seat to move, or `none` when the game is over.
    Turn,
    /// Addition: how the game ended, in the words of the reports, or `none`.
    End,
    /// Addition: the position, as its text.
    Position,
}

impl Query {
    /// Every question, those of the published protocol first.
    pub const ALL: [Self; 8] = [
        Self::GameOver,
        Self::Result,
        Self::P1Turn,
        Self::Moves,
        Self::Winner,
        Self::Turn,
        Self::End,
        Self::Position,
    ];

    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GameOver => "gameover",
            Self::Result => "result",
            Self::P1Turn => "p1turn",
            Self::Moves => "moves",
            Self::Winner => "winner",
            Self::Turn => "turn",
            Self::End => "end",
            Self::Position => "position",
        }
    }
}

/// Why a line asks nothing that an engine knows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AskError {
    /// Its first word is no command.
    Unknown(String),
    /// A command without something that it needs, or with something that it does not take.
    Form {
        /// What was wrong.
        got: String,
        /// How the command goes.
        takes: &'static str,
    },
}

impl Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "unknown command '{}'", word.escape_debug()),
            Self::Form { got, takes } => write!(f, "got '{}', takes {takes}", got.escape_debug()),
        }
    }
}

impl std::error::Error for AskError {}

impl Ask {
    /// Reads a line; none if it is blank.
    ///
    /// # Errors
    ///
    /// If it is no command, or not in its form.
    pub fn read(line: &str) -> Result<Option<Self>, AskError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        Ok(Some(match word {
            "" => return Ok(None),
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "uginewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "setoption" => read_option(rest)?,
            "position" => read_position(rest)?,
            "go" => Self::Go(Bounds::read(rest)?),
            "query" => {
                let query = Query::ALL.into_iter().find(|query| query.name() == rest);
                Self::Query(query.ok_or_else(|| {
                    form(
                        rest,
                        "query gameover | result | p1turn | moves | winner | turn | end | position",
                    )
                })?)
            }
            _ => return Err(AskError::Unknown(shortened(word))),
        }))
    }
}

/// As much of a text as a message quotes.
fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}

fn form(got: &str, takes: &'static str) -> AskError {
    AskError::Form { got: shortened(got), takes }
}

fn read_option(rest: &str) -> Result<Ask, AskError> {
    let takes = "setoption name NAME value VALUE";
    let named = rest.strip_prefix("name ").ok_or_else(|| form(rest, takes))?;
    let (name, value) = match named.split_once(" value ") {
        Some((name, value)) => (name, value),
        None => (named.strip_suffix(" value").unwrap_or(named), ""),
    };
    let (name, value) = (name.trim().to_string(), value.trim().to_string());
    if name.is_empty() {
        return Err(form(rest, takes));
    }
    Ok(Ask::SetOption { name, value })
}

fn read_position(rest: &str) -> Result<Ask, AskError> {
    let takes = "position startpos | fen TEXT, and then moves M1 M2 …";
    let (from, moves) = match rest.split_once(" moves") {
        Some((from, moves)) if moves.is_empty() || moves.starts_with(' ') => (from.trim(), moves),
        _ => (rest, ""),
    };
    let from = match from.strip_prefix("fen ") {
        Some(text) => Some(text.trim().to_string()),
        None if from == "startpos" => None,
        None => return Err(form(rest, takes)),
    };
    Ok(Ask::Position { from, moves: moves.split_whitespace().map(String::from).collect() })
}

impl Bounds {
    /// Reads what follows the word `go`.
    ///
    /// # Errors
    ///
    /// If something there is no bound.
    pub fn read(rest: &str) -> Result<Self, AskError> {
        let takes = "go depth PLIES | nodes N | movetime MS | infinite, any of them together";
        let mut bounds = Self::default();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                bounds.infinite = true;
                continue;
            }
            let value = words.next().and_then(|value| value.parse::<u64>().ok());
            let value = value.ok_or_else(|| form(rest, takes))?;
            match word {
                "depth" => bounds.depth = Some(u32::try_from(value).unwrap_or(u32::MAX)),
                "nodes" => bounds.nodes = Some(value),
                "movetime" => bounds.movetime = Some(Duration::from_millis(value)),
                // Clocks of whole games are known to the protocol, and not kept here.
                "p1time" | "p2time" | "p1inc" | "p2inc" | "movestogo" => {}
                _ => return Err(form(rest, takes)),
            }
        }
        Ok(bounds)
    }
}

impl Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ugi => f.write_str("ugi"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::Stop => f.write_str("stop"),
            Self::Quit => f.write_str("quit"),
            Self::SetOption { name, value } if value.is_empty() => {
                write!(f, "setoption name {name}")
            }
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Position { from, moves } => {
                match from {
                    Some(text) => write!(f, "position fen {text}")?,
                    None => f.write_str("position startpos")?,
                }
                for (index, mv) in moves.iter().enumerate() {
                    write!(f, "{} {mv}", if index == 0 { " moves" } else { "" })?;
                }
                Ok(())
            }
            Self::Go(bounds) => write!(f, "go{bounds}"),
            Self::Query(query) => write!(f, "query {}", query.name()),
        }
    }
}

/// Each bound with a space before it.
impl Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(movetime) = self.movetime {
            write!(f, " movetime {}", movetime.as_millis())?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: &str =
        "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";

    fn read(line: &str) -> Ask {
        Ask::read(line).unwrap().unwrap()
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = |text: &str| text.to_string();
        let asks = [
            Ask::Ugi,
            Ask::IsReady,
            Ask::NewGame,
            Ask::Stop,
            Ask::Quit,
            Ask::SetOption { name: text("beam width"), value: text("12 at most") },
            Ask::SetOption { name: text("clear"), value: String::new() },
            Ask::Position { from: None, moves: vec![] },
            Ask::Position { from: None, moves: vec![text("d1-e5"), text("pass")] },
            Ask::Position { from: Some(format!("{START} ; ply=3 cap=9")), moves: vec![] },
            Ask::Position { from: Some(text(START)), moves: vec![text("c1:e5")] },
            Ask::Go(Bounds::default()),
            Ask::Go(Bounds {
                depth: Some(3),
                nodes: Some(1 << 40),
                movetime: Some(Duration::from_millis(50)),
                infinite: true,
            }),
        ];
        let queries = Query::ALL.into_iter().map(Ask::Query);
        for ask in asks.into_iter().chain(queries) {
            assert_eq!(read(&ask.to_string()), ask);
        }
    }

    #[test]
    fn spaces_line_ends_and_game_clocks_do_not_matter() {
        assert_eq!(read("  isready \r\n"), Ask::IsReady);
        assert_eq!(
            read("position  startpos   moves  a1-a2 "),
            read("position startpos moves a1-a2")
        );
        assert_eq!(read("position startpos moves"), read("position startpos"));
        assert_eq!(read("setoption name Clear value"), read("setoption name Clear"));
        assert_eq!(read("go p1time 100 p2time 100 depth 2"), read("go depth 2"));
        assert_eq!(Ask::read(" \r\n"), Ok(None));
    }

    #[test]
    fn what_is_no_command_is_refused_with_its_form() {
        for (line, says) in [
            ("uci", "unknown command 'uci'"),
            ("setoption hash 5", "got 'hash 5', takes setoption name NAME value VALUE"),
            ("setoption name  value 5", "got 'name  value 5', takes setoption name"),
            ("position", "got '', takes position startpos"),
            ("position startposmoves", "got 'startposmoves', takes position startpos"),
            ("go depth", "got 'depth', takes go depth PLIES"),
            ("go fast 3", "got 'fast 3', takes go depth PLIES"),
            ("go movetime -1", "got 'movetime -1', takes go depth PLIES"),
            ("query islegal", "got 'islegal', takes query gameover"),
        ] {
            let message = Ask::read(line).unwrap_err().to_string();
            assert!(message.starts_with(says), "{line}: {message}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in "\\PC{0,80}|(go|query|position|setoption)( [a-z0-9]{0,9}){0,6}") {
            if let Ok(Some(ask)) = Ask::read(&line) {
                prop_assert_eq!(read(&ask.to_string()), ask);
            }
        }
    }
}
