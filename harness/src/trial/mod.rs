//! A game of an engine under test, watched beside our own game of it.
//!
//! Both play the same plies. After each of them the engine is asked everything that it can answer,
//! and every answer is held against our own game; that game in turn is held against the slow
//! reference, whenever it matters and on a seeded sample of plies. So it shows whichever is wrong.

use std::collections::BTreeMap;
use std::fmt::Display;

use engine::moves::reference;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, BySeat, Seat};
use engine::{Game, Misfit, Refusal, Standing};

use crate::check::{Invariant, Invariants, Level, Violation};
use crate::subject::{Subject, SubjectError};

mod again;
mod answers;
mod compare;
mod own;
mod replay;
#[cfg(test)]
mod tests;

use answers::Answers;
pub use replay::{Watch, replay};

/// What is checked in one trial.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// How much is checked.
    pub level: Level,
    /// Picks the sample: made of seed and game, apart from the game's own draws.
    pub sample_seed: u64,
}

/// The costly questions are asked after one ply in so many.
const SAMPLED: u64 = 16;

/// Points of one game that are set up again after it.
const SAVED: usize = 4;

/// Seats that are home now and were not before, in the order of their places.
pub fn newly_home(before: &BySeat<Standing>, after: &BySeat<Standing>) -> Vec<Seat> {
    let mut home: Vec<(u8, Seat)> = Seat::ALL
        .into_iter()
        .filter(|&seat| before[seat] == Standing::Racing)
        .filter_map(|seat| match after[seat] {
            Standing::Home(place) => Some((place, seat)),
            _ => None,
        })
        .collect();
    home.sort_unstable();
    home.into_iter().map(|(_, seat)| seat).collect()
}

/// Where each seat stands.
pub fn standings(game: &Game<'_>) -> BySeat<Standing> {
    BySeat::from_fn(|seat| game.standing(seat))
}

/// A game of an engine under test, beside our own.
pub struct Trial<'b, 's> {
    game: Game<'b>,
    subject: &'s mut dyn Subject,
    config: Config,
    /// Whether it began with the opening.
    opening: bool,
    /// What the engine said last.
    answers: Option<Answers>,
    /// Its keys by ours, and ours by its.
    keys: (BTreeMap<u64, u64>, BTreeMap<u64, u64>),
    /// Points to set up again, with what was said there.
    saved: Vec<(Setup, Answers)>,
    /// What is in `violations`.
    accused: Invariants,
    violations: Vec<Violation>,
    /// Whether the engine can still be followed.
    followed: bool,
}

impl<'b, 's> Trial<'b, 's> {
    /// Sets up a game from the opening, or from the point that is given.
    ///
    /// # Errors
    ///
    /// If the point does not fit the board.
    pub fn start(
        board: &'b Board,
        from: Option<&Setup>,
        subject: &'s mut dyn Subject,
        config: Config,
    ) -> Result<Self, Misfit> {
        let game = match from {
            Some(setup) => Game::resume(board, setup)?,
            None => Game::new(board),
        };
        let mut trial = Self {
            game,
            subject,
            config,
            opening: from.is_none(),
            answers: None,
            keys: Default::default(),
            saved: Vec::new(),
            accused: Invariants::default(),
            violations: Vec::new(),
            followed: true,
        };
        match trial.subject.set_up(board.rules(), from) {
            Ok(()) => trial.look(&[]),
            Err(error) => trial.failed("to set up the game", &error),
        }
        Ok(trial)
    }

    /// Our own game.
    pub fn game(&self) -> &Game<'b> {
        &self.game
    }

    /// Whether there is more to be seen: the game is not over, and the engine can be followed.
    pub fn goes_on(&self) -> bool {
        self.followed && !self.game.over()
    }

    /// Whether the engine has answered all that it was asked so far, and goes the way of our own game.
    pub fn follows(&self) -> bool {
        self.followed
    }

    /// What did not hold so far, each invariant once.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Plays a ply in both games and compares them.
    ///
    /// # Errors
    ///
    /// If our own game refuses it; nothing has happened then.
    pub fn play(&mut self, what: MoveText) -> Result<(), Refusal> {
        let before = standings(&self.game);
        let position = *self.game.position();
        let offered = self.offers(what);
        self.game.act(what)?;
        if self.sampled()
            && let MoveText::Move(mv) = what
            && !reference::legal(self.game.board(), &position).contains(&mv)
        {
            let text = position.star().move_text(mv);
            self.accuse(Invariant::MoveListed, format!("{text} was played and is not legal"));
        }
        if !self.followed {
            return Ok(());
        }
        if let Err(error) = self.subject.play(what) {
            // A move that it does not list it refuses rightly; the list is at fault, and told.
            if offered {
                let text = self.text(what);
                self.failed(&format!("to play {text}"), &error);
            }
            self.followed = false;
            return Ok(());
        }
        let earlier = self.answers.take();
        let home = newly_home(&before, &standings(&self.game));
        self.look(&home);
        if let Some(earlier) = earlier
            && self.followed
            && self.sampled()
        {
            self.back_and_forth(&earlier, what);
        }
        Ok(())
    }

    /// Ends the trial: what stands after the game, and earlier points set up again.
    pub fn finish(mut self) -> Vec<Violation> {
        if self.followed && self.config.level != Level::Off {
            self.knock_at_the_end();
            self.set_up_again();
            self.offer_five_seats();
        }
        self.violations
    }

    fn text(&self, what: MoveText) -> String {
        match what {
            MoveText::Move(mv) => self.game.board().star().move_text(mv),
            MoveText::Pass => "pass".to_string(),
            MoveText::Resign => "resign".to_string(),
        }
    }

    /// Whether the engine lists this move, as far as it told.
    fn offers(&self, what: MoveText) -> bool {
        let moves = self.answers.as_ref().and_then(|answers| answers.moves.as_ref());
        match (what, moves) {
            (MoveText::Move(mv), Some(moves)) => moves.contains(&(mv.from(), mv.to())),
            _ => true,
        }
    }

    fn sampled(&self) -> bool {
        match self.config.level {
            Level::All => true,
            Level::Off => false,
            Level::Sample => {
                let mixed = self.config.sample_seed ^ u64::from(self.game.ply());
                mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & (SAMPLED - 1) == 0
            }
        }
    }

    fn accuse(&mut self, invariant: Invariant, message: impl Display) {
        if self.accused.insert(invariant) {
            let (ply, message) = (self.game.ply(), message.to_string());
            self.violations.push(Violation { invariant: invariant.id(), ply, message });
        }
    }

    fn failed(&mut self, doing: &str, error: &SubjectError) {
        self.followed = false;
        if *error != SubjectError::Unsupported {
            self.accuse(Invariant::SubjectAnswers, format!("asked {doing}, {error}"));
        }
    }

    /// Asks everything, and compares it with our own game, which is compared with the reference.
    fn look(&mut self, home: &[Seat]) {
        self.look_at_own(home);
        let answers = match Answers::of(self.subject) {
            Ok(answers) => answers,
            Err(error) => return self.failed("how the game stands", &error),
        };
        // What went wrong first goes first; what follows from it is left alone.
        self.compare_home(&answers, home);
        self.compare_state(&answers);
        if self.followed {
            self.compare_moves(&answers);
            self.compare_places(&answers);
            self.compare_key(&answers);
        }
        if self.sampled() && self.saved.len() < SAVED && !self.game.over() {
            let setup = answers.position.clone().unwrap_or_else(|| self.game.setup());
            self.saved.push((setup, answers.clone()));
        }
        self.answers = Some(answers);
    }
}
