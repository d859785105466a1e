//! An external engine, spoken to.

use std::time::{Duration, Instant};

use engine::notation::Setup;
use engine::rules::{AXES, Board, Rules, Seat};

use super::ask::{Ask, Bounds, Query};
use super::failure::Failure;
use super::process::{Cut, Process};
use super::reply::Reply;

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// To start: until it has said `ugiok`, and `readyok` after that.
    pub start: Duration,
    /// For a move or any other answer.
    pub answer: Duration,
    /// After that, to tell an engine that is late from one that hangs.
    pub grace: Duration,
}

impl Default for Limits {
    /// Ten seconds to start, five for a move, one to tell late from never.
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(5),
            grace: Duration::from_secs(1),
        }
    }
}

/// An engine behind pipes that has said who it is.
///
/// After a failure it is not spoken to again: its process and all that it started are gone.
#[derive(Debug)]
pub struct External {
    process: Process,
    limits: Limits,
    name: String,
    author: String,
    /// Names of its options, as it writes them.
    options: Vec<String>,
    /// What it was found to answer and to take; none before anybody looked.
    abilities: Option<Abilities>,
    failed: bool,
    /// What goes with the next ask: one write and one wake-up for both.
    pending: String,
}

/// What an engine can do, found by trying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// The questions that it answers.
    pub queries: Vec<Query>,
    /// Whether it takes positions, and not just the opening and what was played from there.
    pub positions: bool,
}

impl External {
    /// Starts a shell command and waits until the engine is ready.
    ///
    /// # Errors
    ///
    /// If it cannot be run, ends, or is not ready in time.
    pub fn start(command: &str, limits: Limits) -> Result<Self, Failure> {
        let process =
            Process::start(command).map_err(|error| Failure::NotStarted(error.to_string()))?;
        let mut engine = Self {
            process,
            limits,
            name: String::new(),
            author: String::new(),
            options: Vec::new(),
            abilities: None,
            failed: false,
            pending: String::new(),
        };
        let deadline = Instant::now() + limits.start;
        let greeted = engine.greet(deadline);
        greeted.map_err(|failure| match failure {
            Failure::Hang(_) => Failure::SlowStart(limits.start),
            failure => failure,
        })?;
        Ok(engine)
    }

    fn greet(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.send(&[Ask::Ugi]);
        loop {
            let line = self.line(deadline)?;
            match Reply::read(&line) {
                Reply::Name(name) => self.name = name.to_string(),
                Reply::Author(author) => self.author = author.to_string(),
                Reply::Option { name, .. } => self.options.push(name.to_string()),
                Reply::UgiOk => break,
                _ => {}
            }
        }
        self.send(&[Ask::IsReady]);
        while Reply::read(&self.line(deadline)?) != Reply::ReadyOk {}
        Ok(())
    }

    /// Its name, as it gave it; empty if it gave none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its author, as it gave it; empty if it gave none.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// Whether it has an option of this name, in any case.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Whether it has failed, and is gone.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// The end of what it wrote to standard error, up to now.
    pub fn words(&self) -> String {
        self.process.words()
    }

    /// Begins a game: sets what it has options for of seats, star and marbles, of the rest of the
    /// rules if it is to be `told` them, and of the seed, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// If it fails at it.
    pub fn new_game(&mut self, rules: &Rules, told: bool, seed: u64) -> Result<(), Failure> {
        let mut asks = Vec::new();
        for axis in AXES {
            if !told && !matches!(axis.name, "seats" | "arm" | "marbles") {
                continue;
            }
            let value = rules.get(axis.name).expect("a listed axis has a value");
            if !value.is_empty() && self.has_option(axis.name) {
                asks.push(Ask::SetOption { name: axis.name.to_string(), value });
            }
        }
        if self.has_option("seed") {
            asks.push(Ask::SetOption { name: "seed".to_string(), value: seed.to_string() });
        }
        asks.push(Ask::NewGame);
        self.send(&asks);
        self.settle(&mut |_| {})
    }

    /// What it can do, tried on the opening of `board` the first time that anybody asks.
    ///
    /// # Errors
    ///
    /// If it fails at it.
    pub fn abilities(&mut self, board: &Board) -> Result<&Abilities, Failure> {
        if self.abilities.is_none() {
            self.abilities = Some(self.try_abilities(board)?);
        }
        Ok(self.abilities.as_ref().expect("just found"))
    }

    fn try_abilities(&mut self, board: &Board) -> Result<Abilities, Failure> {
        let opening = Ask::Position { from: None, moves: Vec::new() };
        let mut queries = Vec::new();
        // What it says in the opening, to whatever of these it answers.
        let mut told = Vec::new();
        for query in Query::ALL {
            self.send(&[opening.clone(), Ask::Query(query)]);
            let mut answer = None;
            match self.settle(&mut |said| answer = Some(said.to_string())) {
                Err(Failure::Refused(_)) if !self.failed => {}
                settled => settled?,
            }
            if let Some(answer) = answer {
                queries.push(query);
                told.push(answer);
            }
        }
        // The opening again, with the next seat to move: an engine that takes no positions refuses
        // it, or tells the same as before.
        let mut position = board.start();
        position.set_turn(position.turn().after(board.seat_count()));
        self.send(&[Ask::Position {
            from: Some(Setup::from(position).to_string()),
            moves: Vec::new(),
        }]);
        let positions = match self.ask(&queries) {
            Ok(now) => queries.is_empty() || board.seat_count() == 1 || now != told,
            Err(Failure::Refused(_)) if !self.failed => false,
            Err(failure) => return Err(failure),
        };
        Ok(Abilities { queries, positions })
    }

    /// Sets up a position, with the next ask; whether it could shows in what it answers to that.
    pub fn position(&mut self, from: Option<String>, moves: Vec<String>) {
        self.pending = format!("{}\n", Ask::Position { from, moves });
    }

    /// Its answers to `queries`, in that order.
    ///
    /// # Errors
    ///
    /// If it fails, or says that it cannot do what it was told.
    pub fn ask(&mut self, queries: &[Query]) -> Result<Vec<String>, Failure> {
        let asks: Vec<Ask> = queries.iter().map(|&query| Ask::Query(query)).collect();
        self.send(&asks);
        let mut answers = Vec::with_capacity(queries.len());
        self.settle(&mut |said| answers.push(said.to_string()))?;
        if answers.len() != queries.len() {
            let counts = format!("{} responses to {} queries", answers.len(), queries.len());
            return Err(self.fail(Failure::Garbage(counts)));
        }
        Ok(answers)
    }

    /// Asks whether it is ready and waits for that, handing on each response before it.
    fn settle(&mut self, respond: &mut dyn FnMut(&str)) -> Result<(), Failure> {
        self.send(&[Ask::IsReady]);
        let deadline = Instant::now() + self.limits.answer;
        let mut refused = None;
        loop {
            let line = self.line(deadline)?;
            match Reply::read(&line) {
                Reply::ReadyOk => break,
                Reply::Response(answer) => respond(answer),
                Reply::Error(why) => refused = Some(Failure::Refused(why.to_string())),
                Reply::BestMove(_) => return Err(self.fail(Failure::Unasked(line))),
                _ => {}
            }
        }
        refused.map_or(Ok(()), Err)
    }

    /// The move that it makes in the position that it was last given; as it writes it.
    ///
    /// # Errors
    ///
    /// If it fails, does not answer in its time, or answers nothing.
    pub fn go(&mut self, bounds: Bounds) -> Result<String, Failure> {
        while let Some(line) = self.process.line_at_hand() {
            if let Reply::BestMove(_) = Reply::read(&line) {
                return Err(self.fail(Failure::Unasked(line)));
            }
        }
        self.send(&[Ask::Go(bounds)]);
        let deadline = Instant::now() + self.limits.answer;
        let mut late = false;
        let mut strange = None;
        loop {
            let until = if late { deadline + self.limits.grace } else { deadline };
            let line = match self.process.line(until) {
                Ok(line) => line,
                Err(Cut::Time) if !late => {
                    late = true;
                    self.send(&[Ask::Stop]);
                    continue;
                }
                Err(Cut::Time) if strange.is_some() => {
                    return Err(self.fail(Failure::Garbage(strange.unwrap_or_default())));
                }
                Err(cut) => return Err(self.cut(cut)),
            };
            match Reply::read(&line) {
                Reply::BestMove(_) if late => {
                    return Err(self.fail(Failure::Late(self.limits.answer)));
                }
                Reply::BestMove("") => return Err(self.fail(Failure::Garbage(line))),
                Reply::BestMove(mv) => return Ok(mv.to_string()),
                Reply::Error(why) => return Err(self.fail(Failure::Refused(why.to_string()))),
                Reply::Other(said) if strange.is_none() && !said.is_empty() => {
                    strange = Some(said.chars().take(100).collect());
                }
                _ => {}
            }
        }
    }

    fn send(&mut self, asks: &[Ask]) {
        let mut text = std::mem::take(&mut self.pending);
        for ask in asks {
            text.push_str(&ask.to_string());
            text.push('\n');
        }
        self.process.send(&text);
    }

    fn line(&mut self, deadline: Instant) -> Result<String, Failure> {
        self.process.line(deadline).map_err(|cut| self.cut(cut))
    }

    fn cut(&mut self, cut: Cut) -> Failure {
        self.fail(match cut {
            Cut::Time => Failure::Hang(self.limits.answer),
            Cut::End => Failure::Died(String::new()),
            Cut::Endless => Failure::EndlessOutput,
        })
    }

    /// Ends the engine for `failure`, which is given back with how it ended if it says so.
    pub fn fail(&mut self, failure: Failure) -> Failure {
        self.failed = true;
        let how = self.process.end();
        match failure {
            Failure::Died(_) => Failure::Died(how),
            failure => failure,
        }
    }
}

/// The word for a seat in the answers to `query result`: `p1` is the first.
pub fn result_of(winner: Option<Seat>, over: bool) -> String {
    match winner {
        Some(seat) => format!("p{}win", seat.index() + 1),
        None if over => "draw".to_string(),
        None => "none".to_string(),
    }
}
