//! Whether a game fails.

use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules};

use crate::check::Level;
use crate::subject::Subject;
use crate::trial;
use crate::trial::Config;

/// Games longer than this are looked at by sample.
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

/// Plays games in a trial and waits for one invariant to fail.
pub struct TrialOracle<'s> {
    subject: &'s mut dyn Subject,
    invariant: &'s str,
    board: Option<Board>,
}

impl<'s> TrialOracle<'s> {
    /// Waits for `invariant` to fail in games of `subject`.
    pub fn new(subject: &'s mut dyn Subject, invariant: &'s str) -> Self {
        Self { subject, invariant, board: None }
    }
}

impl Oracle for TrialOracle<'_> {
    fn fails(&mut self, line: &Line) -> Option<usize> {
        let board = match self.board.take() {
            Some(board) if *board.rules() == line.rules => board,
            _ => Board::new(&line.rules).ok()?,
        };
        let level = if line.moves.len() <= ALL_CHECKED { Level::All } else { Level::Sample };
        let config = Config { level, sample_seed: 0 };
        let moves = line.moves.iter().copied();
        let start = line.start.as_ref();
        let violations = trial::replay(&board, start, moves, self.subject, config);
        self.board = Some(board);
        let violations = violations.ok()?;
        let found = violations.iter().find(|found| found.invariant == self.invariant)?;
        let before = start.map_or(0, |setup| setup.ply);
        Some(found.ply.saturating_sub(before) as usize)
    }
}
