//! An engine that is right but for one thing.

use engine::notation::{MoveText, Setup};
use engine::rules::{Board, BySeat, Rules, Seat};
use engine::star::{Hole, HoleSet};
use engine::{End, Game, Position, Standing};

use super::caught::caught;
use crate::subject::{NativeSubject, Subject, SubjectError};
use crate::trial::standings;

/// A list of moves, from where to where.
pub type Listed = Vec<(Hole, Hole)>;

/// An answer of an engine under test.
pub type Told<T> = Result<T, SubjectError>;

/// The last ply.
#[derive(Clone, Copy, Debug)]
pub struct Last {
    /// The position before it.
    pub before: Position,
    /// Where the seats stood before it.
    pub stood: BySeat<Standing>,
    /// What was done.
    pub what: MoveText,
}

impl Last {
    /// Whose turn it was.
    pub fn mover(&self) -> Seat {
        self.before.turn()
    }
}

/// A game at one moment, as a right engine has it.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a> {
    /// The game.
    pub game: &'a Game<'a>,
    /// The last ply since it was set up.
    pub last: Option<&'a Last>,
}

impl<'a> Now<'a> {
    fn of(native: &'a NativeSubject, plies: &'a [Last]) -> Told<Self> {
        Ok(Self { game: native.game()?, last: plies.last() })
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.game.board()
    }

    /// Where the marbles are.
    pub fn position(&self) -> &'a Position {
        self.game.position()
    }

    /// The marbles of a seat.
    pub fn own(&self, seat: Seat) -> HoleSet {
        self.position().marbles(seat)
    }

    /// Every marble.
    pub fn occupied(&self) -> HoleSet {
        self.position().occupied()
    }

    /// Where a seat is going.
    pub fn goal(&self, seat: Seat) -> HoleSet {
        self.board().goal(seat)
    }

    /// Where a seat started.
    pub fn home(&self, seat: Seat) -> HoleSet {
        self.board().home(seat)
    }

    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.board().seat_count()
    }

    /// Whether a seat is home at this moment.
    pub fn complete(&self, seat: Seat) -> bool {
        self.game.home_complete(seat)
    }

    /// Whether it ended as a seat came home.
    pub fn won(&self) -> bool {
        matches!(self.game.end(), Some(End::Home | End::BlockedHome))
    }
}

/// One thing that an engine does wrong; what it says nothing about is right.
pub trait Flaw {
    /// Changes what the engine is set up with.
    ///
    /// # Errors
    ///
    /// If it refuses.
    fn set_up(&mut self, _rules: &mut Rules, _from: &mut Option<Setup>) -> Told<()> {
        Ok(())
    }

    /// A game is set up, or a ply was played.
    fn look(&mut self, _now: &Now<'_>) {}

    /// Changes what is played, and says whether it is played at all.
    ///
    /// # Errors
    ///
    /// If it refuses.
    fn play(&mut self, _now: &Now<'_>, what: MoveText) -> Told<MoveText> {
        Ok(what)
    }

    /// A ply is about to be taken back.
    fn undo(&mut self, _now: &Now<'_>) {}

    /// Its answer for the moves.
    ///
    /// # Errors
    ///
    /// If it has none; so for the answers below.
    fn moves(&mut self, _now: &Now<'_>, right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        Ok(right)
    }

    /// Its answer for the turn.
    fn turn(&mut self, _now: &Now<'_>, right: Option<Seat>) -> Told<Option<Seat>> {
        Ok(right)
    }

    /// Its answer for the winner.
    fn winner(&mut self, _now: &Now<'_>, right: Option<Seat>) -> Told<Option<Seat>> {
        Ok(right)
    }

    /// Its answer for the end.
    fn end(&mut self, _now: &Now<'_>, right: Option<End>) -> Told<Option<End>> {
        Ok(right)
    }

    /// Its answer for the seats that the last ply brought home.
    fn came_home(&mut self, _now: &Now<'_>, right: Vec<Seat>) -> Told<Vec<Seat>> {
        Ok(right)
    }

    /// Its answer for the places.
    fn places(&mut self, _now: &Now<'_>, right: BySeat<Option<u8>>) -> Told<BySeat<Option<u8>>> {
        Ok(right)
    }

    /// Its answer for the position.
    fn position(&mut self, _now: &Now<'_>, right: Setup) -> Told<Setup> {
        Ok(right)
    }

    /// Its answer for the key.
    fn key(&mut self, _now: &Now<'_>, right: u64) -> Told<u64> {
        Ok(right)
    }
}

/// Our own engine with a flaw. A flaw that panics leaves an engine that has died.
pub struct Broken {
    flaw: Box<dyn Flaw>,
    native: NativeSubject,
    plies: Vec<Last>,
}

impl Broken {
    /// Plants a flaw.
    pub fn new(flaw: Box<dyn Flaw>) -> Self {
        Self { flaw, native: NativeSubject::default(), plies: Vec::new() }
    }

    /// Lets the flaw look at the game as it stands.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut dyn Flaw, &Now<'_>) -> Told<T>) -> Told<T> {
        let now = Now::of(&self.native, &self.plies)?;
        let flaw = &mut *self.flaw;
        caught(|| ask(flaw, &now)).unwrap_or_else(|words| Err(SubjectError::Died(words)))
    }
}

/// Answers that the flaw may change.
macro_rules! answers {
    ($($name:ident: $answer:ty),* $(,)?) => {
        $(fn $name(&mut self) -> Told<$answer> {
            let right = self.native.$name()?;
            self.ask(|flaw, now| flaw.$name(now, right))
        })*
    };
}

impl Subject for Broken {
    fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Told<()> {
        let (mut rules, mut from) = (*rules, from.cloned());
        self.flaw.set_up(&mut rules, &mut from)?;
        self.native.set_up(&rules, from.as_ref())?;
        self.plies.clear();
        self.ask(|flaw, now| {
            flaw.look(now);
            Ok(())
        })
    }

    fn play(&mut self, what: MoveText) -> Told<()> {
        let what = self.ask(|flaw, now| flaw.play(now, what))?;
        let game = self.native.game()?;
        let last = Last { before: *game.position(), stood: standings(game), what };
        self.native.play(what)?;
        self.plies.push(last);
        self.ask(|flaw, now| {
            flaw.look(now);
            Ok(())
        })
    }

    fn undo(&mut self) -> Told<()> {
        self.ask(|flaw, now| {
            flaw.undo(now);
            Ok(())
        })?;
        self.plies.pop();
        self.native.undo()
    }

    answers! {
        moves: Vec<(Hole, Hole)>,
        turn: Option<Seat>,
        winner: Option<Seat>,
        end: Option<End>,
        came_home: Vec<Seat>,
        places: BySeat<Option<u8>>,
        position: Setup,
        key: u64,
    }
}

/// Plays by other rules than it is told.
pub(super) struct Plays(pub(super) fn(&mut Rules));

impl Flaw for Plays {
    fn set_up(&mut self, rules: &mut Rules, _: &mut Option<Setup>) -> Told<()> {
        (self.0)(rules);
        Ok(())
    }
}

/// Lists other moves, while the game goes on.
pub(super) struct Lists(pub(super) fn(&Now<'_>, Listed) -> Listed);

impl Flaw for Lists {
    fn moves(&mut self, now: &Now<'_>, right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        Ok(if now.game.over() { right } else { (self.0)(now, right) })
    }
}

/// Gives one answer wrong, as a function of the game and the right answer.
macro_rules! gives {
    ($($type:ident $name:ident: $answer:ty),* $(,)?) => {
        $(
            #[doc = concat!("Says something else for the ", stringify!($name), ".")]
            pub(super) struct $type(pub(super) fn(&Now<'_>, $answer) -> $answer);

            impl Flaw for $type {
                fn $name(&mut self, now: &Now<'_>, right: $answer) -> Told<$answer> {
                    Ok((self.0)(now, right))
                }
            }
        )*
    };
}

gives! {
    Turns turn: Option<Seat>,
    Winners winner: Option<Seat>,
    Ends end: Option<End>,
    ComesHome came_home: Vec<Seat>,
    Places places: BySeat<Option<u8>>,
    Holds position: Setup,
    Keys key: u64,
}
