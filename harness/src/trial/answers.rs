//! What an engine under test says at one moment.

use engine::End;
use engine::notation::Setup;
use engine::rules::{BySeat, Seat};
use engine::star::Hole;

use crate::subject::{Subject, SubjectError};

/// What an engine says at one moment; none for what it cannot tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answers {
    /// In order, each as often as it was listed.
    pub(super) moves: Option<Vec<(Hole, Hole)>>,
    pub(super) turn: Option<Option<Seat>>,
    pub(super) winner: Option<Option<Seat>>,
    pub(super) end: Option<Option<End>>,
    pub(super) came_home: Option<Vec<Seat>>,
    pub(super) places: Option<BySeat<Option<u8>>>,
    pub(super) position: Option<Setup>,
    pub(super) key: Option<u64>,
}

/// An answer, or none if it cannot be had.
pub(super) fn told<T>(answer: Result<T, SubjectError>) -> Result<Option<T>, SubjectError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(SubjectError::Unsupported) => Ok(None),
        Err(error) => Err(error),
    }
}

impl Answers {
    /// Asks an engine.
    pub(super) fn of(subject: &mut dyn Subject) -> Result<Self, SubjectError> {
        let mut moves = told(subject.moves())?;
        if let Some(moves) = &mut moves {
            moves.sort_unstable();
        }
        Ok(Self {
            moves,
            turn: told(subject.turn())?,
            winner: told(subject.winner())?,
            end: told(subject.end())?,
            came_home: told(subject.came_home())?,
            places: told(subject.places())?,
            position: told(subject.position())?,
            key: told(subject.key())?,
        })
    }
}

/// The first thing in which two sets of answers differ.
pub(super) fn difference(before: &Answers, after: &Answers) -> Option<&'static str> {
    let differs = [
        ("the position", before.position != after.position),
        ("the turn", before.turn != after.turn),
        ("the list of moves", before.moves != after.moves),
        ("the winner", before.winner != after.winner),
        ("the end", before.end != after.end),
        ("the last to come home", before.came_home != after.came_home),
        ("the places", before.places != after.places),
        ("the key", before.key != after.key),
    ];
    differs.into_iter().find(|&(_, differs)| differs).map(|(what, _)| what)
}
