//! Fewer plies: loops cut out, moves deleted and what is left made legal again.

use std::collections::BTreeMap;

use engine::Game;
use engine::notation::MoveText;
use engine::rules::{Board, BySeat};

use super::oracle::{Line, Oracle};

/// Plies that one pass may have played for it, so that it ends in time on long games.
const BUDGET: usize = 20_000;

impl Line {
    /// The game before its first move; none if the start does not fit.
    pub(super) fn game<'b>(&self, board: &'b Board) -> Option<Game<'b>> {
        match &self.start {
            Some(start) => Game::resume(board, start).ok(),
            None => Some(Game::new(board)),
        }
    }

    /// The same without the plies after the failure, if it fails.
    pub(super) fn failing(mut self, oracle: &mut dyn Oracle) -> Option<Self> {
        let plies = oracle.fails(&self)?;
        if plies < self.moves.len() {
            let whole = self.moves.clone();
            self.moves.truncate(plies);
            // What is looked at after a game may need the rest after all.
            if oracle.fails(&self).is_none() {
                self.moves = whole;
            }
        }
        Some(self)
    }
}

/// Deletes plies as long as what is left still fails; none if none could be.
pub(super) fn shorter(line: &Line, oracle: &mut dyn Oracle) -> Option<Line> {
    let board = Board::new(&line.rules).ok()?;
    let mut trimmer = Trimmer { board: &board, oracle, best: line.clone(), left: BUDGET };
    trimmer.cut_loops();
    trimmer.delete();
    (trimmer.best.moves.len() < line.moves.len()).then_some(trimmer.best)
}

struct Trimmer<'a> {
    board: &'a Board,
    oracle: &'a mut dyn Oracle,
    best: Line,
    left: usize,
}

impl Trimmer<'_> {
    /// Takes over `moves` if they are fewer and still fail.
    fn take(&mut self, moves: Vec<MoveText>) -> bool {
        let before = self.best.moves.len();
        if moves.len() >= before || self.left == 0 {
            return false;
        }
        self.left = self.left.saturating_sub(moves.len() + 1);
        let line = Line { moves, ..self.best.clone() };
        match line.failing(self.oracle) {
            Some(shorter) if shorter.moves.len() < before => {
                self.best = shorter;
                true
            }
            _ => false,
        }
    }

    /// Cuts out what lies between two visits to one position, the longest such loop first.
    fn cut_loops(&mut self) {
        while let Some((from, to)) = self.longest_loop() {
            let moves = &self.best.moves;
            let kept = [&moves[..from], &moves[to..]].concat();
            if !self.take(kept) {
                return;
            }
        }
    }

    fn longest_loop(&self) -> Option<(usize, usize)> {
        let mut game = self.best.game(self.board)?;
        let mut first = BTreeMap::from([(game.position().key(), 0)]);
        let mut longest = None;
        for (ply, &what) in (1..).zip(&self.best.moves) {
            game.act(what).ok()?;
            let from = *first.entry(game.position().key()).or_insert(ply);
            if ply - from > longest.map_or(0, |(from, to)| to - from) {
                longest = Some((from, ply));
            }
        }
        longest
    }

    /// Deletes runs of plies, the long and the late ones first.
    fn delete(&mut self) {
        let mut size = (self.best.moves.len() / 2).max(1);
        loop {
            let mut to = self.best.moves.len();
            while to > 0 && self.left > 0 {
                let from = to.saturating_sub(size);
                let kept = self.without(from, to);
                self.take(kept);
                to = from.min(self.best.moves.len());
            }
            if size == 1 {
                return;
            }
            size /= 2;
        }
    }

    /// The moves without those of a run, made legal again: each seat plays the first of its moves
    /// left that it can, and marks time when it can play none of them.
    fn without(&self, from: usize, to: usize) -> Vec<MoveText> {
        let mut kept = Vec::new();
        let (Some(mut whole), Some(mut game)) =
            (self.best.game(self.board), self.best.game(self.board))
        else {
            return kept;
        };
        let mut wanted: BySeat<Vec<MoveText>> = BySeat::default();
        let mut left = 0;
        for (ply, &what) in self.best.moves.iter().enumerate() {
            if !(from..to).contains(&ply) {
                wanted[whole.position().turn()].push(what);
                left += 1;
            }
            if whole.act(what).is_err() {
                break;
            }
        }
        while left > 0 && kept.len() < self.best.moves.len() && !game.over() {
            let own = &mut wanted[game.position().turn()];
            let next = own.iter().position(|&what| game.act(what).is_ok());
            match next {
                Some(index) => {
                    kept.push(own.remove(index));
                    left -= 1;
                }
                None => match idle(&game) {
                    Some(what) if game.act(what).is_ok() => kept.push(what),
                    _ => return kept,
                },
            }
        }
        kept
    }
}

/// What a seat does to mark time: its last move back, else its first move, else a pass.
fn idle(game: &Game<'_>) -> Option<MoveText> {
    let seat = game.position().turn();
    let moves = game.moves();
    let log: Vec<_> = game.log().collect();
    let last = log.iter().rev().find_map(|&(who, what)| match what {
        MoveText::Move(mv) if who == seat => Some(mv.reversed()),
        _ => None,
    });
    let back = last.filter(|&mv| moves.contains(mv));
    match back.or_else(|| moves.nth(0)) {
        Some(mv) => Some(MoveText::Move(mv)),
        None => game.can_pass().then_some(MoveText::Pass),
    }
}
