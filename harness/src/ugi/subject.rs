//! An external engine under test.

use std::collections::BTreeMap;

use engine::End;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules, Seat};
use engine::star::{Hole, Star};

use super::ask::Query;
use super::external::{Abilities, External, Limits};
use super::failure::Failure;
use crate::subject::{Subject, SubjectError};

/// An engine behind a command, as a subject: started when it is first needed, and again after it
/// has failed.
///
/// It is asked with `query`, all that it answers in one go after every ply. One that does not take
/// positions is set up from the opening only.
#[derive(Debug)]
pub struct ExternalSubject {
    command: String,
    limits: Limits,
    /// Whether it is told all of the rules that it has options for, or only what is on the board.
    told: bool,
    engine: Option<External>,
    /// The rules that it was last told.
    rules: Option<Rules>,
    abilities: Abilities,
    /// What it did wrong last.
    failure: Option<Failure>,
    /// What it wrote to standard error before it failed.
    words: String,
    from: Option<String>,
    plies: Vec<String>,
    star: &'static Star,
    answers: BTreeMap<Query, String>,
}

impl ExternalSubject {
    /// A subject behind a shell command.
    pub fn new(command: &str, limits: Limits) -> Self {
        Self {
            command: command.to_string(),
            limits,
            told: true,
            engine: None,
            rules: None,
            abilities: Abilities { queries: Vec::new(), positions: true },
            failure: None,
            words: String::new(),
            from: None,
            plies: Vec::new(),
            star: Star::full(),
            answers: BTreeMap::new(),
        }
    }

    /// The same, but that it is told nothing of the rules beside seats, star and marbles: it plays
    /// its own.
    pub fn untold(command: &str, limits: Limits) -> Self {
        Self { told: false, ..Self::new(command, limits) }
    }

    /// Starts it if it is not running, tells it the rules, and finds out what it can do.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn prepare(&mut self, rules: &Rules) -> Result<&Abilities, Failure> {
        if self.engine.as_ref().is_some_and(External::failed) {
            self.engine = None;
        }
        let prepared = self.engine_under(rules);
        prepared.inspect_err(|failure| self.failure = Some(failure.clone()))?;
        Ok(&self.abilities)
    }

    fn engine_under(&mut self, rules: &Rules) -> Result<(), Failure> {
        let fresh = self.engine.is_none();
        if fresh {
            self.engine = Some(External::start(&self.command, self.limits)?);
        }
        let engine = self.engine.as_mut().expect("just started");
        if fresh || self.rules.as_ref() != Some(rules) {
            // Rules that it refuses may have changed what it stands at.
            self.rules = None;
            engine.new_game(rules, self.told, 1)?;
            self.rules = Some(*rules);
            let board = Board::new(rules).map_err(|error| Failure::Refused(error.to_string()))?;
            self.abilities = engine.abilities(&board)?.clone();
        }
        Ok(())
    }

    /// Its name, as it gave it; empty before it has.
    pub fn name(&self) -> &str {
        self.engine.as_ref().map_or("", External::name)
    }

    /// What it did wrong last, if it did.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The end of what it wrote to standard error.
    pub fn words(&self) -> String {
        match &self.engine {
            Some(engine) if !engine.words().is_empty() => engine.words(),
            _ => self.words.clone(),
        }
    }

    /// Tells it where the game stands, and asks it everything.
    fn look(&mut self) -> Result<(), SubjectError> {
        self.answers.clear();
        let engine = self.engine.as_mut().ok_or(SubjectError::Unsupported)?;
        engine.position(self.from.clone(), self.plies.clone());
        let queries = &self.abilities.queries;
        match engine.ask(queries) {
            Ok(answers) => self.answers = queries.iter().copied().zip(answers).collect(),
            Err(failure) => return Err(self.fail(failure)),
        }
        Ok(())
    }

    fn fail(&mut self, failure: Failure) -> SubjectError {
        if let Some(engine) = &self.engine {
            self.words = engine.words();
        }
        self.failure = Some(failure.clone());
        match failure {
            Failure::Refused(why) => SubjectError::Refused(why),
            Failure::Garbage(said) => SubjectError::Garbled(said),
            Failure::Hang(_) | Failure::Late(_) => SubjectError::Late,
            failure => SubjectError::Died(failure.to_string()),
        }
    }

    fn answer(&self, query: Query) -> Result<&str, SubjectError> {
        self.answers.get(&query).map(String::as_str).ok_or(SubjectError::Unsupported)
    }

    fn truth(&self, query: Query) -> Result<bool, SubjectError> {
        match self.answer(query)? {
            "true" => Ok(true),
            "false" => Ok(false),
            answer => Err(garbled(query, answer)),
        }
    }

    fn seat(&self, query: Query) -> Result<Option<Seat>, SubjectError> {
        match self.answer(query)? {
            "none" => Ok(None),
            answer => match answer.parse().ok().and_then(Seat::new) {
                Some(seat) => Ok(Some(seat)),
                None => Err(garbled(query, answer)),
            },
        }
    }
}

fn garbled(query: Query, answer: &str) -> SubjectError {
    let answer: String = answer.chars().take(100).collect();
    SubjectError::Garbled(format!("response {answer} to query {}", query.name()))
}

/// The ends of a move as an engine writes it, legal or not: `from-to`, or landings with `:` between.
fn ends(star: &Star, text: &str) -> Option<(Hole, Hole)> {
    let (from, _) = text.split_once(['-', ':'])?;
    let (_, to) = text.rsplit_once(['-', ':'])?;
    Some((star.hole_named(from)?, star.hole_named(to)?))
}

impl Subject for ExternalSubject {
    fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError> {
        if let Err(failure) = self.prepare(rules) {
            return Err(self.fail(failure));
        }
        if from.is_some() && !self.abilities.positions {
            return Err(SubjectError::Unsupported);
        }
        self.star = Star::of(rules.arm.unwrap_or(4)).unwrap_or(Star::full());
        self.from = from.map(Setup::to_string);
        self.plies.clear();
        self.look()
    }

    fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError> {
        let answer = self.answer(Query::Moves)?;
        let texts = answer.split_whitespace().filter(|&text| text != "pass" && text != "none");
        let moves = texts.map(|text| ends(self.star, text).ok_or(text)).collect::<Result<_, _>>();
        moves.map_err(|text| garbled(Query::Moves, text))
    }

    fn turn(&mut self) -> Result<Option<Seat>, SubjectError> {
        match self.seat(Query::Turn) {
            Err(SubjectError::Unsupported) => {}
            told => return told,
        }
        if self.truth(Query::GameOver)? {
            return Ok(None);
        }
        // Whether it is the first seat's turn tells whose it is only where there are two at most.
        let seats = self.rules.and_then(|rules| rules.seats);
        match (self.truth(Query::P1Turn)?, seats) {
            (true, _) => Ok(Seat::new(0)),
            (false, Some(2)) => Ok(Seat::new(1)),
            _ => Err(SubjectError::Unsupported),
        }
    }

    fn play(&mut self, what: MoveText) -> Result<(), SubjectError> {
        // No engine is told to go on after the end: what it then holds is no point in any game.
        if self.turn() == Ok(None) {
            return Err(SubjectError::Refused("the game is over".to_string()));
        }
        self.plies.push(match what {
            MoveText::Move(mv) => self.star.move_text(mv),
            MoveText::Pass => "pass".to_string(),
            MoveText::Resign => "resign".to_string(),
        });
        self.look()
    }

    fn winner(&mut self) -> Result<Option<Seat>, SubjectError> {
        match self.seat(Query::Winner) {
            Err(SubjectError::Unsupported) => {}
            told => return told,
        }
        let answer = self.answer(Query::Result)?;
        if answer == "none" || answer == "draw" {
            return Ok(None);
        }
        let number = answer.strip_prefix('p').and_then(|rest| rest.strip_suffix("win"));
        let seat = number.and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
        seat.and_then(Seat::new).map(Some).ok_or_else(|| garbled(Query::Result, answer))
    }

    fn end(&mut self) -> Result<Option<End>, SubjectError> {
        match self.answer(Query::End)? {
            "none" => Ok(None),
            answer => match End::ALL.into_iter().find(|end| end.name() == answer) {
                Some(end) => Ok(Some(end)),
                None => Err(garbled(Query::End, answer)),
            },
        }
    }

    fn position(&mut self) -> Result<Setup, SubjectError> {
        let answer = self.answer(Query::Position)?;
        answer.parse().map_err(|_| garbled(Query::Position, answer))
    }
}
