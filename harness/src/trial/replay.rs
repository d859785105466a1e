//! Recorded plies, played again under watch.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::Misfit;
use engine::notation::{MoveText, Setup};
use engine::rules::Board;

use super::{Config, Trial};
use crate::check::{Checker, Invariant, Laws, Violation};
use crate::referee::panic_text;
use crate::subject::Subject;

/// How recorded plies are watched.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    /// What the trial checks.
    pub config: Config,
    /// Whether our own game is put under every check beside it: dearer, and all that a hunt looks at
    /// but for what it asks of bots.
    pub checks: bool,
}

/// Plays recorded plies in a trial from `from`, or from the opening, as far as they are legal, and
/// says what did not hold: what our own game breaks first. A panic is a violation as well.
///
/// # Errors
///
/// If the point does not fit the board.
pub fn replay(
    board: &Board,
    from: Option<&Setup>,
    plies: &[MoveText],
    subject: &mut dyn Subject,
    watch: Watch,
) -> Result<Vec<Violation>, Misfit> {
    let played = Cell::new(from.map_or(0, |setup| setup.ply));
    let watched = AssertUnwindSafe(|| watched(board, from, plies, subject, watch, &played));
    catch_unwind(watched).unwrap_or_else(|panic| {
        let (ply, message) = (played.get(), panic_text(&*panic));
        Ok(vec![Violation { invariant: Invariant::NoPanic.id(), ply, message }])
    })
}

fn watched(
    board: &Board,
    from: Option<&Setup>,
    plies: &[MoveText],
    subject: &mut dyn Subject,
    watch: Watch,
    played: &Cell<u32>,
) -> Result<Vec<Violation>, Misfit> {
    let Watch { config, checks } = watch;
    let laws = checks.then(|| Laws::new(board));
    let mut checker =
        laws.as_ref().map(|laws| Checker::new(laws, config.level, config.sample_seed));
    let mut trial = Trial::start(board, from, subject, config)?;
    if let Some(checker) = &mut checker {
        checker.start(trial.game(), 0);
    }
    for &what in plies {
        if !trial.goes_on() {
            break;
        }
        let before = *trial.game().position();
        played.set(trial.game().ply() + 1);
        if trial.play(what).is_err() {
            break;
        }
        if let Some(checker) = &mut checker {
            checker.ply(&before, before.turn(), what, trial.game());
        }
    }
    let mut violations = Vec::new();
    if let Some(checker) = &mut checker {
        checker.finish(trial.game());
        violations = checker.violations().to_vec();
    }
    for violation in trial.finish() {
        if violations.iter().all(|known| known.invariant != violation.invariant) {
            violations.push(violation);
        }
    }
    Ok(violations)
}
