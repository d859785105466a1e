//! What an engine says at one moment, as far as rules are told apart by it.

use engine::Game;
use engine::rules::Seat;
use engine::star::Hole;

use crate::subject::{Subject, SubjectError};

/// Moves, turn and winner; none for what an engine does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Observation {
    /// In order, each once.
    moves: Option<Vec<(Hole, Hole)>>,
    turn: Option<Option<Seat>>,
    winner: Option<Option<Seat>>,
}

fn told<T>(answer: Result<T, SubjectError>) -> Result<Option<T>, SubjectError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(SubjectError::Unsupported) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Observation {
    /// What a subject says now.
    ///
    /// # Errors
    ///
    /// If it fails to.
    pub(super) fn of(subject: &mut dyn Subject) -> Result<Self, SubjectError> {
        let mut moves = told(subject.moves())?;
        if let Some(moves) = &mut moves {
            moves.sort_unstable();
            moves.dedup();
        }
        Ok(Self { moves, turn: told(subject.turn())?, winner: told(subject.winner())? })
    }

    /// What our own game says.
    pub(super) fn of_game(game: &Game<'_>) -> Self {
        Self {
            moves: Some(game.moves().iter().map(|mv| (mv.from(), mv.to())).collect()),
            turn: Some(game.turn()),
            winner: Some(game.winner()),
        }
    }

    /// Whether nothing that was told is otherwise in `other`, of which everything is known.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        fn agree<T: PartialEq>(told: &Option<T>, known: &Option<T>) -> bool {
            told.is_none() || told == known
        }
        agree(&self.moves, &other.moves)
            && agree(&self.turn, &other.turn)
            && agree(&self.winner, &other.winner)
    }

    /// Whether the game is over, if that was told.
    pub(super) fn over(&self) -> Option<bool> {
        self.turn.map(|turn| turn.is_none())
    }
}
