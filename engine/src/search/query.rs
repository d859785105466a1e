//! A search asked for as one value, and the evaluator asked outright.

use super::{Evaluation, Found, Searcher, Settings, Weights};
use crate::Game;
use crate::position::Position;
use crate::rules::{Board, BySeat};

/// What is searched for, and how.
///
/// ```
/// use engine::Game;
/// use engine::rules::{Board, Rules};
/// use engine::search::{Mode, Query, Searcher, Settings};
/// let board = Board::new(&Rules::default().with_seats(3)?)?;
/// let game = Game::new(&board);
/// let settings = Settings { mode: Mode::Auto, nodes: Some(200), ..Settings::new(3, 16) };
/// let found = Searcher::new().seek(&game, &Query { settings, ..Query::default() });
/// let found = found.expect("the game is not over");
/// assert!(found.nodes <= 200 && found.mv.is_some_and(|mv| board.is_legal(game.position(), mv)));
/// # Ok::<(), engine::rules::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query<'a> {
    /// Depth, width, nodes, mode and weights.
    pub settings: Settings,
    /// What breaks ties.
    pub seed: u64,
    /// Set-ups that the seat to move should not go to while it has another move, by
    /// [`Position::own_key`]. A move that ends the game is never held back.
    pub avoid: &'a [u64],
}

impl Default for Query<'_> {
    /// As the bot `hard` looks: two plies, twelve moves wide.
    fn default() -> Self {
        Self { settings: Settings::new(2, 12), seed: 0, avoid: &[] }
    }
}

impl Searcher {
    /// What the seat to move does best; none when the game is over.
    pub fn seek(&mut self, game: &Game<'_>, query: &Query<'_>) -> Option<Found> {
        let Query { settings, seed, avoid } = query;
        (!game.over()).then(|| self.search_but(game, settings, *seed, avoid, None))
    }
}

/// What every seat's marbles are worth, each term at the weight given: 0 at home, less on the way,
/// and 0 for a seat that does not play.
///
/// ```
/// use engine::rules::{Board, Rules, Seat};
/// use engine::search::{Weights, evaluate};
/// let board = Board::new(&Rules::default().with_seats(2)?)?;
/// let distance = Weights { distance: 1, straggler: 0, classes: 0, blocking: 0 };
/// let values = evaluate(&board, &board.start(), &distance);
/// assert_eq!(values[Seat::ALL[0]], -120);
/// assert!(evaluate(&board, &board.start(), &Weights::default())[Seat::ALL[0]] < -120);
/// # Ok::<(), engine::rules::RulesError>(())
/// ```
pub fn evaluate(board: &Board, position: &Position, weights: &Weights) -> BySeat<i32> {
    let evaluation = Evaluation::of(board, position);
    let mut values = BySeat::default();
    for seat in board.seats() {
        values[seat] = evaluation.value(board, weights, seat);
    }
    values
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::moves::Move;
    use crate::notation::Setup;
    use crate::rules::{Rules, Seat};
    use crate::search::{Mode, Terms};

    fn board(seats: u8) -> Board {
        Board::new(&Rules::default().with_seats(seats).unwrap()).unwrap()
    }

    fn seek(game: &Game<'_>, settings: Settings, avoid: &[u64]) -> Option<Found> {
        Searcher::new().seek(game, &Query { settings, seed: 3, avoid })
    }

    #[test]
    fn what_is_sought_is_what_a_search_finds_and_nothing_when_it_is_over() {
        let board = board(2);
        let mut game = Game::new(&board);
        let settings = Settings::new(2, 12);
        let found = seek(&game, settings, &[]).unwrap();
        assert_eq!(found, Searcher::new().search(&game, &settings, 3, None));
        assert!(!found.pass && !found.stopped && found.depth == 2 && found.nodes > 12);
        game.resign().unwrap();
        assert_eq!(seek(&game, settings, &[]), None);
    }

    #[test]
    fn a_seat_without_a_move_is_told_to_pass() {
        let text =
            "1/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/[4]/1[1]1/11/0 0 2 10";
        let setup: Setup = text.parse().unwrap();
        let board = board(2);
        let game = Game::resume(&board, &setup).unwrap();
        let found = seek(&game, Settings::new(3, 16), &[]).unwrap();
        assert_eq!((found.mv, found.pass, found.depth), (None, true, 0));
        assert!(game.can_pass());
        let open = Game::new(&board);
        assert!(!seek(&open, Settings::new(1, 1), &[]).unwrap().pass);
    }

    /// Move after move is taken away, until there is nothing else.
    #[test]
    fn what_is_to_be_avoided_is_played_only_when_nothing_else_is_left() {
        let board = board(2);
        let game = Game::new(&board);
        let position = game.position();
        let mut avoid = Vec::new();
        let mut played: Vec<Move> = Vec::new();
        for _ in 0..game.moves().len() {
            let mv = seek(&game, Settings::new(2, 12), &avoid).unwrap().mv.unwrap();
            assert!(!played.contains(&mv), "{mv:?} was to be avoided");
            played.push(mv);
            avoid.push(position.own_key_after(mv));
        }
        assert_eq!(
            seek(&game, Settings::new(2, 12), &avoid),
            seek(&game, Settings::new(2, 12), &[])
        );
    }

    #[test]
    fn a_win_is_never_held_back() {
        let text =
            "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[4]0[8]/[1]000/000/00/0 0 2 10";
        let setup: Setup = text.parse().unwrap();
        let board = board(2);
        let game = Game::resume(&board, &setup).unwrap();
        let win = seek(&game, Settings::new(2, 12), &[]).unwrap();
        assert!(win.is_won());
        let avoid = [game.position().own_key_after(win.mv.unwrap())];
        assert_eq!(seek(&game, Settings::new(2, 12), &avoid), Some(win));
    }

    #[test]
    fn auto_is_one_of_the_other_modes() {
        for seats in [1, 2, 3, 4, 6] {
            let board = board(seats);
            let game = Game::new(&board);
            let auto = Settings { mode: Mode::Auto, ..Settings::new(3, 6) };
            let mode = Mode::Auto.at(usize::from(seats));
            assert_ne!(mode, Mode::Auto);
            let found = seek(&game, auto, &[]);
            assert_eq!(found, seek(&game, Settings { mode, ..auto }, &[]), "{seats}");
        }
        assert_eq!(Mode::MaxN.at(2), Mode::MaxN);
    }

    #[test]
    fn a_value_is_the_sum_of_its_weighed_terms() {
        let board = board(3);
        let mut position = board.start();
        for step in 0..40 {
            let moves = board.moves(&position);
            let mv = moves.nth(step * 7 % moves.len()).unwrap();
            board.apply(&mut position, mv);
            position.set_turn(position.turn().after(3));
        }
        for weights in [
            Weights::default(),
            Weights { distance: 0, straggler: 0, classes: 0, blocking: 0 },
            Weights { distance: 1, straggler: 0, classes: 100, blocking: 0 },
            Weights { distance: 0, straggler: 7, classes: 0, blocking: 5 },
        ] {
            let values = evaluate(&board, &position, &weights);
            for seat in board.seats() {
                let terms = Terms::of(&board, &position, seat);
                let value = weights.distance * terms.distance
                    + weights.straggler * terms.straggler
                    + weights.classes * terms.classes
                    + weights.blocking * terms.blocking;
                assert_eq!(values[seat], -value);
            }
            assert_eq!(values[Seat::ALL[5]], 0);
        }
    }
}
