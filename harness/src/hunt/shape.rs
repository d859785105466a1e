//! What a failure looks like, the same for failures that differ by a turn of the board alone.

use engine::Game;
use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{Board, Seat};
use engine::star::{Cube, Hole, Star};

use crate::case::Case;
use crate::config::rules_name;

/// The text of a case under the turn or mirror image of the board that makes it least.
pub fn shape(case: &Case) -> String {
    let board = case.board();
    let shapes = symmetries(&board).into_iter().map(|symmetry| written(case, &board, &symmetry));
    let shapes = shapes.min().unwrap_or_default();
    let invariant = case.invariant.as_deref().unwrap_or_default();
    format!("{invariant} {} {shapes}", rules_name(&case.rules))
}

/// A way to lay the board onto itself, and the seat that each seat becomes.
struct Symmetry {
    turns: u8,
    mirrored: bool,
    /// Seats further on in turn order.
    seats_on: usize,
}

impl Symmetry {
    fn hole(&self, star: &Star, mut hole: Hole) -> Hole {
        if self.mirrored {
            let place = star.cube(hole);
            let mirrored = Cube::new(place.z(), place.y);
            hole = star.hole_at(mirrored).expect("the star is its own mirror image");
        }
        (0..self.turns).fold(hole, |hole, _| star.turned(hole))
    }

    fn seat(&self, board: &Board, seat: Seat) -> Seat {
        (0..self.seats_on).fold(seat, |seat, _| seat.after(board.seat_count()))
    }
}

/// Those that take each seat's start to the start of the seat that it becomes.
fn symmetries(board: &Board) -> Vec<Symmetry> {
    let star = board.star();
    let mut kept = Vec::new();
    for turns in 0..6 {
        for mirrored in [false, true] {
            for seats_on in 0..board.seat_count() {
                let symmetry = Symmetry { turns, mirrored, seats_on };
                let tip = |seat: Seat| star.tip(board.start_point(seat));
                let fits =
                    |seat: Seat| symmetry.hole(star, tip(seat)) == tip(symmetry.seat(board, seat));
                if board.seats().all(fits) {
                    kept.push(symmetry);
                }
            }
        }
    }
    kept
}

fn written(case: &Case, board: &Board, symmetry: &Symmetry) -> String {
    let star = board.star();
    let hole = |hole| symmetry.hole(star, hole).index();
    let mut text = String::new();
    if let (Some(_), Some(game)) = (&case.start, case.game_on(board)) {
        text.push_str(&format!("{} ", symmetry.seat(board, game.position().turn())));
        text.push_str(&marbles(&game, board, symmetry));
    }
    for what in &case.moves {
        let move_text = match *what {
            MoveText::Pass => "pass".to_string(),
            MoveText::Resign => "resign".to_string(),
            MoveText::Move(mv) => ends(mv, &hole),
        };
        text.push_str(&format!(" {move_text}"));
    }
    text
}

fn ends(mv: Move, hole: &impl Fn(Hole) -> usize) -> String {
    format!("{}-{}", hole(mv.from()), hole(mv.to()))
}

/// Each hole's marble, in the order of the holes.
fn marbles(game: &Game<'_>, board: &Board, symmetry: &Symmetry) -> String {
    let mut holes = vec!['.'; board.star().len()];
    for seat in board.seats() {
        let digit = symmetry.seat(board, seat).to_string().chars().next().unwrap_or('.');
        for hole in game.position().marbles(seat) {
            holes[symmetry.hole(board.star(), hole).index()] = digit;
        }
    }
    holes.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;

    fn case(text: &str) -> Case {
        Case::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_turn_of_the_board_is_the_same_shape() {
        // The same two plies, by the one seat and by the other.
        let up = case(
            "start: 0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10\nmoves: d1-e5 n4-m9\n",
        );
        let down = case(
            "start: 0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 1 2 10\nmoves: n4-m9 d1-e5\n",
        );
        let mirror = case(
            "start: 0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10\nmoves: d4-e9 n1-m5\n",
        );
        let other = case(
            "start: 0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10\nmoves: d2-e6 n4-m9\n",
        );
        assert_eq!(shape(&up), shape(&down));
        assert_eq!(shape(&up), shape(&mirror));
        assert_ne!(shape(&up), shape(&other));
        let mut long = up.clone();
        long.rules.set("hops", "long").unwrap();
        assert_ne!(shape(&up), shape(&long));
    }

    #[test]
    fn boards_have_as_many_symmetries_as_their_seating() {
        for (seats, count) in [("2", 4), ("3", 3), ("6", 6)] {
            let mut rules = Rules::default();
            rules.set("seats", seats).unwrap();
            assert_eq!(symmetries(&Board::new(&rules).unwrap()).len(), count, "{seats} seats");
        }
    }
}
