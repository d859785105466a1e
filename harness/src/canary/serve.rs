//! A broken engine in a process of its own, which speaks UGI as somebody else's would.

use std::io::{self, BufRead, Write};

use engine::notation::{MoveText, Setup};
use engine::rules::{AXES, Board, Rules};
use engine::star::Star;

use super::fault::{Fault, Plant};
use super::flaw::Broken;
use crate::subject::Subject;
use crate::ugi::ask::{Ask, Query};
use crate::ugi::reply::Reply;

/// What it is asked, of all that the protocol knows.
const QUERIES: [Query; 5] = [Query::Moves, Query::Winner, Query::Turn, Query::End, Query::Position];

/// Answers for an engine with this fault until it is told to quit or its input ends; what a fault
/// does to it goes no further than this process.
///
/// # Errors
///
/// If the input cannot be read or the output cannot be written.
pub fn serve(fault: &Fault, input: impl BufRead, out: &mut dyn Write) -> io::Result<()> {
    let (Plant::Engine(flaw) | Plant::Apart(flaw)) = fault.plant else {
        return writeln!(out, "{}", Reply::Error("a bot is no engine"));
    };
    let mut served = Served { subject: Broken::new(flaw()), rules: Rules::default() };
    for line in input.lines() {
        let told = match Ask::read(&line?) {
            Ok(None) => continue,
            Ok(Some(Ask::Quit)) => return Ok(()),
            Ok(Some(ask)) => served.answer(ask),
            Err(error) => Err(error.to_string()),
        };
        match told {
            Ok(text) if text.is_empty() => {}
            Ok(text) => writeln!(out, "{text}")?,
            Err(error) => writeln!(out, "{}", Reply::Error(&error))?,
        }
        out.flush()?;
    }
    Ok(())
}

struct Served {
    subject: Broken,
    rules: Rules,
}

/// Any error, as the text that it is told by.
fn text(error: impl ToString) -> String {
    error.to_string()
}

impl Served {
    /// What there is to say to an ask; nothing for most.
    fn answer(&mut self, ask: Ask) -> Result<String, String> {
        match ask {
            Ask::Ugi => {
                let options = AXES.iter().map(|axis| {
                    Reply::Option { name: axis.name, kind: "type string" }.to_string() + "\n"
                });
                return Ok(format!("{}{}", options.collect::<String>(), Reply::UgiOk));
            }
            Ask::IsReady => return Ok(Reply::ReadyOk.to_string()),
            Ask::SetOption { name, value } => self.rules.set(&name, &value).map_err(text)?,
            Ask::Position { from, moves } => self.set_up(from.as_deref(), &moves)?,
            Ask::Query(query) => return self.tell(query),
            Ask::NewGame | Ask::Go(_) | Ask::Stop | Ask::Quit => {}
        }
        Ok(String::new())
    }

    fn set_up(&mut self, from: Option<&str>, moves: &[String]) -> Result<(), String> {
        let from: Option<Setup> = from.map(str::parse).transpose().map_err(text)?;
        let mut rules = self.rules;
        if let Some(setup) = &from {
            rules.seats = Some(setup.position.seat_count() as u8);
            rules.arm = Some(setup.position.star().arm());
            rules.marbles = Some(setup.position.marbles_each() as u8);
        }
        self.subject.set_up(&rules, from.as_ref()).map_err(text)?;
        let board = Board::new(&rules).map_err(text)?;
        for played in moves {
            let at = self.subject.position().map_err(text)?;
            let what: MoveText = board.read_move(&at.position, played).map_err(text)?;
            self.subject.play(what).map_err(text)?;
        }
        Ok(())
    }

    fn tell(&mut self, query: Query) -> Result<String, String> {
        if !QUERIES.contains(&query) {
            return Err(format!("it does not tell {}", query.name()));
        }
        let none = |text: Option<String>| text.unwrap_or_else(|| "none".to_string());
        let subject = &mut self.subject;
        let told = match query {
            Query::Winner => none(subject.winner().map_err(text)?.map(text)),
            Query::Turn => none(subject.turn().map_err(text)?.map(text)),
            Query::End => none(subject.end().map_err(text)?.map(text)),
            Query::Position => text(subject.position().map_err(text)?),
            _ => {
                let star = Star::of(self.rules.arm.unwrap_or(4)).unwrap_or(Star::full());
                let moves = subject.moves().map_err(text)?;
                let name = |(from, to)| format!("{}-{}", star.name(from), star.name(to));
                moves.into_iter().map(name).collect::<Vec<_>>().join(" ")
            }
        };
        Ok(Reply::Response(&told).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canary::fault::named;

    #[test]
    fn it_answers_for_the_broken_engine() {
        let ask = "ugi\nisready\nsetoption name seats value 2\nposition startpos moves d1-e5\n\
                   query turn\nquery winner\nquery end\nquery moves\nquery result\nquit\nisready\n";
        let mut out = Vec::new();
        serve(named("no-chains").unwrap(), ask.as_bytes(), &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let said: Vec<&str> = out.lines().skip(AXES.len()).collect();
        assert_eq!(said[..5], ["ugiok", "readyok", "response 1", "response none", "response none"]);
        assert_eq!(said[5].split(' ').count(), 9, "eight steps and no hop: {}", said[5]);
        assert_eq!(said[6..], ["info error it does not tell result"]);
    }
}
