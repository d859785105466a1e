//! Another way to the same failure: a search from the start, every seat helping.

use std::collections::HashSet;

use engine::Position;
use engine::notation::MoveText;
use engine::rules::{Board, NoMove};

use super::ground::{Ground, Ways};
use super::oracle::{Line, Oracle};
use super::picture::Picture;

/// Positions kept a ply.
const WIDTH: usize = 300;

/// Positions that one pass may look at.
const BUDGET: usize = 400_000;

/// No line longer than this is looked for.
const DEEPEST: usize = 24;

/// How far off the mark a distance may be: what is further than the plies left and these is given up.
const SLACK: usize = 2;

/// Games tried a ply: those that come closest to the picture.
const TRIED: usize = 4;

/// Lines up to this long are all tried, if they are no more than [`SHALLOW`].
const EVERY: usize = 2;

/// Most lines that are tried without looking at them first.
const SHALLOW: usize = 400;

/// Tries all lines of a few plies that are shorter than `line`, the shortest first.
pub(super) fn shallow(line: &Line, oracle: &mut dyn Oracle) -> Option<Line> {
    let board = Board::new(&line.rules).ok()?;
    let mut lines = vec![Vec::new()];
    for plies in 0..=EVERY.min(line.moves.len().saturating_sub(1)) {
        if lines.len() > SHALLOW {
            return None;
        }
        let mut longer = Vec::new();
        for moves in lines {
            let candidate = Line { moves, ..line.clone() };
            if let Some(failing) = candidate.clone().failing(oracle) {
                return Some(failing);
            }
            let mut game = candidate.game(&board)?;
            for &what in &candidate.moves {
                game.act(what).ok()?;
            }
            if plies < EVERY {
                longer.extend(
                    game.moves()
                        .iter()
                        .map(|mv| [&candidate.moves[..], &[MoveText::Move(mv)]].concat()),
                );
            }
        }
        lines = longer;
    }
    None
}

/// Looks for a line shorter than `line` that comes to the same failure, or to the same for another
/// seat; `failure` is the failure in the position form.
pub(super) fn reach(line: &Line, failure: &Line, oracle: &mut dyn Oracle) -> Option<Line> {
    let board = Board::new(&line.rules).ok()?;
    let start = *line.game(&board)?.position();
    let pictures = Picture::of(failure, &start, oracle);
    for picture in pictures {
        let images = picture.images(&board);
        let mut best: Option<Line> = None;
        let mut left = BUDGET;
        for (index, image) in images.iter().enumerate() {
            let share = left / (images.len() - index);
            let shorter_than = best.as_ref().unwrap_or(line);
            let mut search = Search {
                board: &board,
                ground: Ground::new(&board),
                image,
                line: shorter_than,
                left: share,
            };
            let found = search.run(&start, oracle);
            left -= share - search.left;
            best = found.or(best);
        }
        if best.is_some() {
            return best;
        }
    }
    None
}

struct Search<'a> {
    board: &'a Board,
    ground: Ground<'a>,
    image: &'a Picture,
    /// What is to be shorter.
    line: &'a Line,
    /// Positions that may still be looked at.
    left: usize,
}

/// A position, how it came about, and how far it is from the picture.
struct Node {
    distance: u32,
    position: Position,
    /// Its place in the ply before.
    parent: u32,
    what: MoveText,
}

impl Search<'_> {
    /// Beam search, ply by ply.
    fn run(&mut self, start: &Position, oracle: &mut dyn Oracle) -> Option<Line> {
        let mut plies: Vec<Vec<Node>> = Vec::new();
        let mut seen = HashSet::from([start.key()]);
        let limit = (self.line.moves.len().saturating_sub(1)).min(DEEPEST);
        while plies.len() < limit {
            let mut next = Vec::new();
            let lone = [Node { distance: 0, position: *start, parent: 0, what: MoveText::Pass }];
            let layer = plies.last().map_or(&lone[..], Vec::as_slice);
            let left = (limit - plies.len() - 1 + SLACK) as u32;
            for (parent, node) in (0..).zip(layer) {
                // A position in which somebody is home goes no further.
                let over = !plies.is_empty() && self.board.winners(&node.position).next().is_some();
                if !over {
                    self.expand(node, parent, left, &mut seen, &mut next);
                }
            }
            next.sort_by_cached_key(|node| (node.distance, node.position.key()));
            next.truncate(WIDTH);
            plies.push(next);
            let last = plies.last().expect("a ply was added");
            for index in 0..last.len().min(TRIED) {
                let line = Line { moves: way(&plies, index), ..self.line.clone() };
                if let Some(failing) = line.failing(oracle) {
                    return Some(failing);
                }
            }
            if plies.last().is_none_or(Vec::is_empty) || self.left == 0 {
                return None;
            }
        }
        None
    }

    /// Adds what a node's moves lead to, as far as it can be at the picture in `limit` plies.
    fn expand(
        &mut self,
        node: &Node,
        parent: u32,
        limit: u32,
        seen: &mut HashSet<u64>,
        next: &mut Vec<Node>,
    ) {
        let position = &node.position;
        let seat = position.turn();
        let turn = seat.after(self.board.seat_count());
        let ways = self.image.ways(&mut self.ground, position);
        let known = |ways: &[Ways]| ways.iter().map(|ways| u32::from(ways.best())).sum::<u32>();
        if self.image.amiss(position) + known(&ways) > limit + 1 {
            return;
        }
        let moves = self.board.moves(position);
        if moves.is_empty() && self.board.rules().no_move != NoMove::Lose {
            let mut passed = *position;
            passed.set_turn(turn);
            next.push(Node { position: passed, parent, what: MoveText::Pass, ..*node });
        }
        for mv in moves.iter() {
            let mut played = *position;
            self.board.apply(&mut played, mv);
            played.set_turn(turn);
            if self.left == 0 || !seen.insert(played.key()) {
                continue;
            }
            self.left -= 1;
            let after = |ways: &Ways| u32::from(ways.after(&self.ground, seat, mv));
            let distance = self.image.amiss(&played) + ways.iter().map(after).sum::<u32>();
            if distance <= limit {
                next.push(Node { distance, position: played, parent, what: MoveText::Move(mv) });
            }
        }
    }
}

/// The moves that lead to a node of the last ply.
fn way(plies: &[Vec<Node>], index: usize) -> Vec<MoveText> {
    let mut moves = Vec::with_capacity(plies.len());
    let mut index = index;
    for ply in plies.iter().rev() {
        moves.push(ply[index].what);
        index = ply[index].parent as usize;
    }
    moves.reverse();
    moves
}
