//! Moves that tell one set of rules from another.

use engine::Game;
use engine::Position;
use engine::moves::Move;
use engine::rules::{Board, Seat, Win};

/// The legal moves that bring a seat home, or take it out of its goal, by any of the win rules.
pub fn telling(game: &Game<'_>) -> Vec<Move> {
    let (board, position) = (game.board(), game.position());
    let before = homes(board, position);
    let tells = |mv: &Move| {
        let mut after = *position;
        board.apply(&mut after, *mv);
        homes(board, &after) != before
    };
    game.moves().iter().filter(tells).collect()
}

/// Which seats are home by which rules: six bits a seat.
fn homes(board: &Board, position: &Position) -> u64 {
    let by_seat = |seat: Seat| {
        // All rules ask for a full goal with an own marble in it.
        if !board.complete_by(Win::AnyOwn, position, seat) {
            return 0;
        }
        let home = |&win: &Win| u64::from(board.complete_by(win, position, seat));
        Win::ALL.iter().map(home).fold(0, |bits, home| bits << 1 | home)
    };
    board.seats().map(by_seat).fold(0, |bits, seat| bits << Win::ALL.len() | seat)
}

#[cfg(test)]
mod tests {
    use engine::notation::Setup;
    use engine::rules::Rules;

    use super::*;

    fn told(text: &str) -> Vec<String> {
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let setup: Setup = text.parse().unwrap();
        let game = Game::resume(&board, &setup).unwrap();
        telling(&game).into_iter().map(|mv| board.star().move_text(mv)).collect()
    }

    #[test]
    fn a_move_into_the_last_gap_tells_and_so_does_one_out_of_home() {
        let start =
            "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";
        assert!(told(start).is_empty());
        let gap = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
        assert_eq!(told(gap), ["m5-n1"]);
        // The goal is full, and one marble of its own is left at home.
        let last =
            "[1]/[2]/[3]/[3]0/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
        let moves = told(last);
        assert!(moves.contains(&"d4-e8".to_string()) && moves.contains(&"n1-m5".to_string()));
        assert!(!moves.contains(&"d4-d3".to_string()));
    }
}
