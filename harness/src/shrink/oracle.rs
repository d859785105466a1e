//! Whether a game fails.

use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules};

use crate::check::{Invariant, Level, Violation};
use crate::subject::{Subject, Subjects};
use crate::trial::{self, Config, Watch};

/// Games no longer than this have every ply looked at.
const ALL_CHECKED: usize = 64;

/// A game as the shrinker handles it: rules, start and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The rules, which have a board.
    pub rules: Rules,
    /// Where it starts; none is the opening.
    pub start: Option<Setup>,
    /// What the seats do in turn.
    pub moves: Vec<MoveText>,
}

/// Says whether a game fails, always the same of the same game.
pub trait Oracle {
    /// Plies after which the game fails in the way that is looked for; none if it does not.
    fn fails(&mut self, line: &Line) -> Option<usize>;
}

/// Plays games under watch and waits for one invariant to fail.
pub struct TrialOracle<'s> {
    subjects: &'s Subjects<'s>,
    subject: Box<dyn Subject>,
    invariant: &'s str,
    board: Option<Board>,
    /// How much is looked at in long games.
    level: Level,
    /// Whether our own game is put under every check, too.
    checks: bool,
}

impl<'s> TrialOracle<'s> {
    /// Waits for `invariant` to fail in games of the engine that `subjects` makes, with the least
    /// watching that shows it in `line`; none if nothing does.
    pub fn new(line: &Line, invariant: &'s str, subjects: &'s Subjects<'s>) -> Option<Self> {
        let (board, level, checks) = (None, Level::All, false);
        let mut oracle = Self { subjects, subject: subjects(), invariant, board, level, checks };
        for (level, checks) in
            [(Level::Sample, false), (Level::All, false), (Level::Sample, true), (Level::All, true)]
        {
            // On short lines they are all alike.
            let again = level == Level::All && line.moves.len() <= ALL_CHECKED;
            (oracle.level, oracle.checks) = (level, checks);
            if !again && oracle.fails(line).is_some() {
                return Some(oracle);
            }
        }
        None
    }

    /// The first violation of the invariant in a game.
    pub(super) fn violation(&mut self, line: &Line) -> Option<Violation> {
        let board = match self.board.take() {
            Some(board) if *board.rules() == line.rules => board,
            _ => Board::new(&line.rules).ok()?,
        };
        let short = line.moves.len() <= ALL_CHECKED;
        let level = if short { Level::All } else { self.level };
        let config = Config { level, sample_seed: 0 };
        let watch = Watch { config, checks: self.checks };
        let start = line.start.as_ref();
        let violations = trial::replay(&board, start, &line.moves, &mut *self.subject, watch);
        self.board = Some(board);
        let violations = violations.ok()?;
        if violations.iter().any(|found| found.invariant == Invariant::NoPanic.id()) {
            // What a panic leaves behind is of no use.
            self.subject = (self.subjects)();
        }
        violations.into_iter().find(|found| found.invariant == self.invariant)
    }
}

impl Oracle for TrialOracle<'_> {
    fn fails(&mut self, line: &Line) -> Option<usize> {
        let found = self.violation(line)?;
        let before = line.start.as_ref().map_or(0, |setup| setup.ply);
        Some(found.ply.saturating_sub(before) as usize)
    }
}
