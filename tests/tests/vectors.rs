//! Every row of the vectors, through the library.

use engine::Position;
use engine::moves::perft;
use engine::notation::Setup;
use engine::rules::{AXES, Board, Rules, Win};

/// The rows of a vector file as (column, value) pairs; its first line names the columns.
fn rows(text: &str) -> Vec<Vec<(&str, &str)>> {
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a header").split('\t').collect();
    lines
        .map(|line| {
            let values: Vec<&str> = line.split('\t').collect();
            assert_eq!(values.len(), columns.len(), "{line}");
            columns.iter().copied().zip(values).collect()
        })
        .collect()
}

fn value<'a>(row: &[(&str, &'a str)], column: &str) -> &'a str {
    row.iter().find(|(name, _)| *name == column).expect("the column is there").1
}

/// The position of a row, and the board of the axes that it names.
fn setting(row: &[(&str, &str)]) -> (Board, Position) {
    let setup: Setup = value(row, "position").parse().expect("a position");
    let mut rules = Rules::default();
    for (column, value) in row {
        let axis = column.replace('_', "-");
        if AXES.iter().any(|known| known.name == axis) {
            rules.set(&axis, value).unwrap();
        }
    }
    let position = setup.position;
    rules.seats = Some(position.seat_count() as u8);
    rules.arm = Some(position.star().arm());
    rules.marbles = Some(position.marbles_each() as u8);
    (Board::new(&rules).unwrap(), position)
}

#[test]
fn moves_are_the_listed_ones() {
    let rows = rows(include_str!("../../corpora/vectors/moves.tsv"));
    assert_eq!(rows.len(), 120);
    for row in rows {
        let (board, position) = setting(&row);
        let moves = board.moves(&position);
        let listed: Vec<String> = moves.iter().map(|mv| board.star().move_text(mv)).collect();
        let mut listed: Vec<&str> = listed.iter().map(String::as_str).collect();
        listed.sort_unstable();
        let mut expected: Vec<&str> = value(&row, "moves").split_whitespace().collect();
        expected.sort_unstable();
        assert_eq!(listed, expected, "{row:?}");
    }
}

#[test]
fn perft_counts_are_the_listed_ones() {
    let rows = rows(include_str!("../../corpora/vectors/perft.tsv"));
    assert_eq!(rows.len(), 56);
    for row in rows {
        let (board, position) = setting(&row);
        let depth = value(&row, "depth").parse().unwrap();
        assert_eq!(perft(&board, &position, depth).to_string(), value(&row, "count"), "{row:?}");
    }
}

#[test]
fn wins_are_the_listed_ones() {
    let rows = rows(include_str!("../../corpora/vectors/wins.tsv"));
    assert_eq!(rows.len(), 60);
    for row in rows {
        let (board, position) = setting(&row);
        for win in [Win::AllOwn, Win::AnyOwn, Win::Vacated] {
            let seats = board.seats().filter(|&seat| board.complete_by(win, &position, seat));
            let seats: Vec<String> = seats.map(|seat| seat.to_string()).collect();
            let seats = if seats.is_empty() { "-".to_string() } else { seats.join(",") };
            assert_eq!(seats, value(&row, win.name()), "{win}: {row:?}");
        }
    }
}
