//! The move reader: a first line with a position, and a second with a move in it.

#![no_main]

use engine::moves::reference;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules};
use libfuzzer_sys::fuzz_target;

/// Where the first line is no position, the first move is made in the opening.
const OPENING: &str =
    "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";

fuzz_target!(|text: &str| {
    let (position, words) = text.split_once('\n').unwrap_or((OPENING, text));
    let setup: Setup = position.parse().unwrap_or_else(|_| OPENING.parse().unwrap());
    let position = &setup.position;
    let mut rules = Rules::default();
    if words.len() % 2 == 1 {
        rules.set("hops", "long").unwrap();
    }
    rules.seats = Some(position.seat_count() as u8);
    rules.arm = Some(position.star().arm());
    rules.marbles = Some(position.marbles_each() as u8);
    let board = Board::new(&rules).expect("a position that was read has a board");
    match board.read_move(position, words) {
        Ok(MoveText::Move(mv)) => {
            assert!(board.is_legal(position, mv));
            assert!(reference::legal(&board, position).contains(&mv));
            let path = board.path_text(position, mv);
            assert_eq!(board.read_move(position, &path), Ok(MoveText::Move(mv)));
        }
        Ok(MoveText::Pass | MoveText::Resign) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
