//! A divergence made small, by asking the engine that showed it again and again.

use engine::rules::{Board, Rules};

use super::{Divergence, compared, divergence};
use crate::check::Invariant;
use crate::shrink::{Form, Line, Oracle, shrink};
use crate::subject::Subject;

/// Games that an engine is asked to play over, at most.
const GAMES: u32 = 4_000;

/// What a game counts for in which the engine failed: it may have cost a time limit and a start.
const FAILURE: u32 = 200;

/// The engine, as what says whether a game still diverges.
struct Engine<'s> {
    subject: &'s mut dyn Subject,
    /// They are what the engine is held against, and stay.
    rules: Rules,
    invariant: &'static str,
    /// Whether the start may tell who has a place already: a win that is told of is not declared.
    places: bool,
    games_left: u32,
}

impl Oracle for Engine<'_> {
    fn fails(&mut self, line: &Line) -> Option<usize> {
        let told = line.start.as_ref().is_some_and(|setup| setup.places.is_some());
        if line.rules != self.rules || (told && !self.places) {
            return None;
        }
        self.games_left = self.games_left.checked_sub(1)?;
        let board = Board::new(&line.rules).ok()?;
        let violations = compared(self.subject, &board, line.start.as_ref(), &line.moves);
        if violations.iter().any(|found| found.invariant == Invariant::SubjectAnswers.id()) {
            self.games_left = self.games_left.saturating_sub(FAILURE);
        }
        let found = violations.into_iter().find(|found| found.invariant == self.invariant)?;
        let before = line.start.as_ref().map_or(0, |setup| setup.ply);
        Some(found.ply.saturating_sub(before) as usize)
    }
}

/// The smallest game found that diverges as `found` does, by what the engine says of it; `found` if
/// it does not say the same again.
pub(super) fn smallest(
    subject: &mut dyn Subject,
    board: &Board,
    form: Form,
    found: Divergence,
) -> Divergence {
    let mut engine = Engine {
        subject,
        rules: found.case.rules,
        invariant: found.violation.invariant,
        places: found.case.start.as_ref().is_some_and(|setup| setup.places.is_some()),
        games_left: GAMES,
    };
    let Some(small) = shrink(&Line::of(&found.case), form, &mut engine) else { return found };
    let violations = compared(engine.subject, board, small.start.as_ref(), &small.moves);
    match divergence(board, small.start, small.moves, violations) {
        Some(again) if again.invariants.contains(&found.violation.invariant) => again,
        _ => found,
    }
}
