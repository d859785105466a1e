//! Counting sequences of moves.

use alloc::vec::Vec;

use super::{Move, Moves};
use crate::position::Position;
use crate::rules::Board;

/// Number of sequences of `depth` moves, distinct by the holes moved between.
///
/// A position in which any seat is home goes no further; a seat without a move contributes
/// nothing, as no pass is counted. Seats take turns in order.
pub fn perft(board: &Board, position: &Position, depth: u32) -> u64 {
    let mut position = *position;
    board.adopt(&mut position);
    count(board, &mut position, depth)
}

/// [`perft`] by first move, in the order of the legal moves.
pub fn divide(board: &Board, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut position = *position;
    board.adopt(&mut position);
    if depth == 0 || board.winners(&position).next().is_some() {
        return Vec::new();
    }
    let moves = board.moves(&position);
    moves.iter().map(|mv| (mv, after(board, &mut position, mv, depth))).collect()
}

fn count(board: &Board, position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.winners(position).next().is_some() {
        return 0;
    }
    let mut moves = Moves::none_on(board.star());
    board.list(position, position.turn(), &mut moves);
    // The last ply is counted, not played.
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| after(board, position, mv, depth)).sum()
}

fn after(board: &Board, position: &mut Position, mv: Move, depth: u32) -> u64 {
    let turn = position.turn();
    let undo = board.apply(position, mv);
    position.set_turn(turn.after(position.seat_count()));
    let count = count(board, position, depth - 1);
    position.set_turn(turn);
    board.take_back(position, undo);
    count
}
