//! The Coach's verdicts: every row of the vectors, and what no verdict may rest on.

use engine::coach::verdict;
use engine::moves::Move;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules};

fn board_for(setup: &Setup, hops: &str) -> Board {
    let mut rules = Rules::default();
    rules.set("hops", hops).unwrap();
    let position = setup.position;
    rules.seats = Some(position.seat_count() as u8);
    rules.arm = Some(position.star().arm());
    rules.marbles = Some(position.marbles_each() as u8);
    Board::new(&rules).unwrap()
}

fn read(board: &Board, setup: &Setup, text: &str) -> Move {
    match board.read_move(&setup.position, text) {
        Ok(MoveText::Move(mv)) => mv,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn verdicts_are_the_listed_ones() {
    let text = include_str!("../../corpora/vectors/coach.tsv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("position\thops\tmove\tverdict"));
    let mut count = 0;
    for line in lines {
        let values: Vec<&str> = line.split('\t').collect();
        let &[position, hops, mv, expected] = values.as_slice() else { panic!("{line}") };
        let setup: Setup = position.parse().unwrap();
        let board = board_for(&setup, hops);
        let verdict = verdict(&board, &setup.position, read(&board, &setup, mv)).unwrap();
        assert_eq!(verdict.name(), expected, "{line}");
        count += 1;
    }
    assert_eq!(count, 48);
}
