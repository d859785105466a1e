//! What an engine says to its caller, a line at a time.

use std::fmt::{self, Display};

/// One line from an engine. Reading never fails: what is no reply is [`Reply::Other`], and to be
/// passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `id name NAME`.
    Name(&'a str),
    /// `id author AUTHOR`.
    Author(&'a str),
    /// `option name NAME type TYPE …`.
    Option {
        /// Its name.
        name: &'a str,
        /// The rest, from the word `type` on; empty if it has none.
        kind: &'a str,
    },
    /// It has said who it is.
    UgiOk,
    /// It has done all that it was asked.
    ReadyOk,
    /// The move that it makes; empty if it names none.
    BestMove(&'a str),
    /// The answer to a query; may be empty.
    Response(&'a str),
    /// Addition: it cannot do what it was told, and says why: `info error WHY`.
    Error(&'a str),
    /// Anything about its thinking.
    Info(&'a str),
    /// No word of the protocol.
    Other(&'a str),
}

impl<'a> Reply<'a> {
    /// Reads a line.
    pub fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match word {
            "ugiok" => Self::UgiOk,
            "readyok" => Self::ReadyOk,
            "bestmove" => Self::BestMove(rest.split_whitespace().next().unwrap_or("")),
            "response" => Self::Response(rest),
            "info" => match rest.strip_prefix("error") {
                Some(why) if why.is_empty() || why.starts_with(' ') => Self::Error(why.trim()),
                _ => Self::Info(rest),
            },
            "id" => match rest.split_once(' ') {
                Some(("name", name)) => Self::Name(name.trim()),
                Some(("author", author)) => Self::Author(author.trim()),
                _ => Self::Other(line),
            },
            "option" => match rest.strip_prefix("name ") {
                Some(named) => match named.find(" type ") {
                    Some(end) => {
                        Self::Option { name: named[..end].trim(), kind: &named[end + 1..] }
                    }
                    None => Self::Option { name: named.trim(), kind: "" },
                },
                None => Self::Other(line),
            },
            _ => Self::Other(line),
        }
    }
}

impl Display for Reply<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option { name, kind: "" } => write!(f, "option name {name}"),
            Self::Option { name, kind } => write!(f, "option name {name} {kind}"),
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove("") => f.write_str("bestmove"),
            Self::BestMove(mv) => write!(f, "bestmove {mv}"),
            Self::Response("") => f.write_str("response"),
            Self::Response(answer) => write!(f, "response {answer}"),
            // One answer, one line.
            Self::Error(why) => {
                write!(f, "info error {}", why.replace("\n  ", "; ").replace('\n', "; "))
            }
            Self::Info(text) => write!(f, "info {text}"),
            Self::Other(line) => f.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for reply in [
            Reply::Name("My Bot 2.0"),
            Reply::Author("me and you"),
            Reply::Option { name: "beam width", kind: "type spin default 12 min 1 max 64" },
            Reply::Option { name: "plain", kind: "" },
            Reply::UgiOk,
            Reply::ReadyOk,
            Reply::BestMove("a1-b2"),
            Reply::BestMove(""),
            Reply::Response("a1-b2 b1-c2"),
            Reply::Response(""),
            Reply::Error("no such hole"),
            Reply::Info("depth 2 nodes 17"),
            Reply::Other("Loading book..."),
        ] {
            assert_eq!(Reply::read(&reply.to_string()), reply);
        }
    }

    #[test]
    fn an_error_of_many_lines_is_one_line() {
        let error = Reply::Error("two.toml: line 1: win\n  line 2: hops\nso");
        assert_eq!(error.to_string(), "info error two.toml: line 1: win; line 2: hops; so");
    }

    #[test]
    fn what_follows_a_best_move_is_passed_over() {
        assert_eq!(Reply::read("bestmove a1-b2 ponder b1-c2\r"), Reply::BestMove("a1-b2"));
        assert_eq!(Reply::read("info errors 3"), Reply::Info("errors 3"));
        assert_eq!(Reply::read("id"), Reply::Other("id"));
        assert_eq!(Reply::read("option foo"), Reply::Other("option foo"));
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in "\\PC{0,60}|(id|option|info|bestmove|response)( [a-z]{0,6}){0,5}") {
            let reply = Reply::read(&line);
            let written = reply.to_string();
            prop_assert_eq!(Reply::read(&written), reply);
        }
    }
}
