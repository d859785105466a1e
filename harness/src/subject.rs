//! An engine under test: ours, a broken one, or one behind a pipe.

use std::fmt;

use engine::notation::{MoveText, Setup};
use engine::rules::{Board, BySeat, Rules, Seat};
use engine::star::Hole;
use engine::{End, Game, Played, Standing};

/// An engine that plays one game at a time and answers questions about it.
///
/// Nothing is assumed of its answers: moves may be listed twice, end where they began or be no
/// moves at all, and any question may fail. What an engine has no answer for it leaves as it is
/// here, [`SubjectError::Unsupported`]: then nobody holds it against it.
pub trait Subject {
    /// Sets up a game: the opening as the engine itself has it, or the point that is given.
    ///
    /// # Errors
    ///
    /// [`SubjectError::Unsupported`] if it does not play these rules or set up positions.
    fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError>;

    /// The legal moves of the seat to move, in any order: none when the game is over.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError>;

    /// The seat to move; none when the game is over.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn turn(&mut self) -> Result<Option<Seat>, SubjectError>;

    /// Plays for the seat to move.
    ///
    /// # Errors
    ///
    /// [`SubjectError::Refused`] if it takes this to be illegal.
    fn play(&mut self, what: MoveText) -> Result<(), SubjectError>;

    /// The seat that has won: the first home, or the last one left.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn winner(&mut self) -> Result<Option<Seat>, SubjectError>;

    /// How the game ended; none while it goes on.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn end(&mut self) -> Result<Option<End>, SubjectError> {
        Err(SubjectError::Unsupported)
    }

    /// The seats that the last ply brought home, in the order of their places.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn came_home(&mut self) -> Result<Vec<Seat>, SubjectError> {
        Err(SubjectError::Unsupported)
    }

    /// The place of each seat from 1: of those home, and of all once the game is over.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn places(&mut self) -> Result<BySeat<Option<u8>>, SubjectError> {
        Err(SubjectError::Unsupported)
    }

    /// The point that the game has come to, as a saved game would hold it.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn position(&mut self) -> Result<Setup, SubjectError> {
        Err(SubjectError::Unsupported)
    }

    /// Its number for the position, if it keeps one for looking positions up.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn key(&mut self) -> Result<u64, SubjectError> {
        Err(SubjectError::Unsupported)
    }

    /// Takes back the last ply.
    ///
    /// # Errors
    ///
    /// As any question's.
    fn undo(&mut self) -> Result<(), SubjectError> {
        Err(SubjectError::Unsupported)
    }
}

/// Makes the engine under test: one for each game, in whatever thread.
pub type Subjects<'s> = dyn Fn() -> Box<dyn Subject> + Sync + 's;

/// Our own engine as an engine under test, made as often as it is wanted.
pub fn natives() -> Box<dyn Subject> {
    Box::new(NativeSubject::default())
}

/// Why an engine under test gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubjectError {
    /// It has no such thing, and never said that it had.
    Unsupported,
    /// It refuses what it was told to do, and says why.
    Refused(String),
    /// It answered, with something that is no answer.
    Garbled(String),
    /// It is gone: a dead process or a panic, with its last words.
    Died(String),
    /// It did not answer in time.
    Late,
}

impl SubjectError {
    /// What kind of failure it is, for reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unsupported => "unsupported",
            Self::Refused(_) => "refused",
            Self::Garbled(_) => "garbled",
            Self::Died(_) => "died",
            Self::Late => "late",
        }
    }
}

impl fmt::Display for SubjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str("it has no such thing"),
            Self::Refused(why) => write!(f, "it refuses: {why}"),
            Self::Garbled(what) => write!(f, "it answers '{}'", what.escape_debug()),
            Self::Died(words) => write!(f, "it died: {words}"),
            Self::Late => f.write_str("it did not answer in time"),
        }
    }
}

impl std::error::Error for SubjectError {}

self_cell::self_cell! {
    /// A game together with the board that it is played on.
    struct Table {
        owner: Board,
        #[covariant]
        dependent: Game,
    }
}

/// Our own engine as a subject.
#[derive(Default)]
pub struct NativeSubject {
    table: Option<Table>,
    /// What it takes to undo.
    played: Vec<Played>,
    /// Seats that were home before the last ply, by number of plies.
    standing: Vec<BySeat<Standing>>,
}

impl NativeSubject {
    /// The game, if one is set up.
    pub(crate) fn game(&self) -> Result<&Game<'_>, SubjectError> {
        let table = self.table.as_ref().ok_or_else(no_game)?;
        Ok(table.borrow_dependent())
    }

    fn with<R>(&mut self, then: impl FnOnce(&mut Game<'_>) -> R) -> Result<R, SubjectError> {
        let table = self.table.as_mut().ok_or_else(no_game)?;
        Ok(table.with_dependent_mut(|_, game| then(game)))
    }
}

fn no_game() -> SubjectError {
    SubjectError::Refused("no game is set up".to_string())
}

/// Where each seat stands.
fn standings(game: &Game<'_>) -> BySeat<Standing> {
    BySeat::from_fn(|seat| game.standing(seat))
}

impl Subject for NativeSubject {
    fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError> {
        let refused = |error: &dyn fmt::Display| SubjectError::Refused(error.to_string());
        let board = Board::new(rules).map_err(|error| refused(&error))?;
        let table = Table::try_new(board, |board| match from {
            Some(setup) => Game::resume(board, setup),
            None => Ok(Game::new(board)),
        });
        self.table = Some(table.map_err(|error| refused(&error))?);
        self.played.clear();
        self.standing.clear();
        Ok(())
    }

    fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError> {
        Ok(self.game()?.moves().iter().map(|mv| (mv.from(), mv.to())).collect())
    }

    fn turn(&mut self) -> Result<Option<Seat>, SubjectError> {
        Ok(self.game()?.turn())
    }

    fn play(&mut self, what: MoveText) -> Result<(), SubjectError> {
        let (before, played) = self.with(|game| (standings(game), game.act(what)))?;
        let played = played.map_err(|refusal| SubjectError::Refused(refusal.to_string()))?;
        self.played.push(played);
        self.standing.push(before);
        Ok(())
    }

    fn winner(&mut self) -> Result<Option<Seat>, SubjectError> {
        Ok(self.game()?.winner())
    }

    fn end(&mut self) -> Result<Option<End>, SubjectError> {
        Ok(self.game()?.end())
    }

    fn came_home(&mut self) -> Result<Vec<Seat>, SubjectError> {
        let game = self.game()?;
        let Some(before) = self.standing.last() else { return Ok(Vec::new()) };
        Ok(crate::trial::newly_home(before, &standings(game)))
    }

    fn places(&mut self) -> Result<BySeat<Option<u8>>, SubjectError> {
        Ok(self.game()?.places())
    }

    fn position(&mut self) -> Result<Setup, SubjectError> {
        Ok(self.game()?.setup())
    }

    fn key(&mut self) -> Result<u64, SubjectError> {
        Ok(self.game()?.position().key())
    }

    fn undo(&mut self) -> Result<(), SubjectError> {
        let nothing = || SubjectError::Refused("nothing was played".to_string());
        let played = self.played.pop().ok_or_else(nothing)?;
        self.standing.pop();
        self.with(|game| game.unplay(played))?
            .map_err(|refusal| SubjectError::Refused(refusal.to_string()))
    }
}
