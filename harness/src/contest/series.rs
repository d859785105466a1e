//! Plays the games of a match at one number of seats.

use super::book::Book;
use super::figures::{Figures, pairs};
use super::test::Test;
use crate::config::{Config, Options};
use crate::event::Event;
use crate::exit::RunError;
use crate::interrupt::Interrupt;
use crate::plan::Stream;
use crate::run::{Outcome, run};
use crate::sink::Sink;
use crate::stats::sprt::{Decision, Sprt};

/// What came of the games at one number of seats.
#[derive(Clone, Debug)]
pub struct Series {
    /// What was to be played, at one number of seats.
    pub config: Config,
    /// The games.
    pub book: Book,
    /// The test of every two bots, if there was to be one.
    pub tests: Vec<Test>,
    /// What they add up to; none if no block was whole.
    pub figures: Option<Figures>,
    /// How the run went.
    pub outcome: Outcome,
}

/// Plays the games of `config`, which has one number of seats, and hands each to `sink`.
///
/// With a test it ends when every two bots are decided, after the block that decides the last of
/// them: a function of the plan, whatever the threads.
///
/// # Errors
///
/// As [`run`].
///
/// # Panics
///
/// If there is not exactly one number of seats.
pub fn play(
    config: &Config,
    options: &Options,
    sprt: Option<Sprt>,
    interrupt: &Interrupt,
    sink: &mut dyn Sink,
) -> Result<Series, RunError> {
    let &[seats] = config.seats.as_slice() else { panic!("one number of seats") };
    let (seat_count, bots) = (usize::from(seats), config.bots.len());
    let book = Book::new(seat_count, bots, config.plan().block_len(seat_count));
    let tests = sprt.map_or_else(Vec::new, |sprt| {
        pairs(bots).into_iter().map(|(bot, rival)| Test::new(sprt, bot, rival)).collect()
    });
    let mut watch = Watch { book, tests, sink };
    let outcome = run(config, options, interrupt, &mut watch)?;
    let Watch { book, tests, .. } = watch;
    let figures = Figures::of(&book, &mut Stream::Resample.of(config.seed, seats.into()));
    Ok(Series { config: config.clone(), book, tests, figures, outcome })
}

/// Keeps the book, and hands on what it is told.
struct Watch<'a> {
    book: Book,
    tests: Vec<Test>,
    sink: &'a mut dyn Sink,
}

impl Sink for Watch<'_> {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        self.sink.take(event)?;
        if let Event::Game(record) = event
            && let Some(block) = self.book.add(record).cloned()
        {
            for test in &mut self.tests {
                if let Some(score) = self.book.score(&block, test.bot, test.rival) {
                    test.add(score);
                }
            }
        }
        Ok(())
    }

    fn is_enough(&self) -> bool {
        !self.tests.is_empty() && self.tests.iter().all(|test| test.decision != Decision::Open)
    }

    fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        self.sink.finish(outcome)
    }
}
