//! The numbers that a position's key is made of.

use engine::Position;
use engine::rules::{Board, BySeat, Seat};
use engine::star::MAX_HOLES;

use super::{Held, Turn, View};

/// The numbers that a key is made of, learned by asking: a marble's by putting it on an empty star,
/// a turn's by giving it to a seat.
#[derive(Clone, Debug)]
pub struct Keys {
    seats: usize,
    holes: usize,
    /// Of an empty star with seat 0 to move.
    empty: u64,
    /// By seat: what its turn changes from that of seat 0.
    turns: BySeat<u64>,
    /// By seat and hole.
    marbles: BySeat<[u64; MAX_HOLES]>,
    /// Of empty stars with each number of seats.
    shapes: Vec<u64>,
}

impl Keys {
    /// The numbers of positions on `board`.
    pub fn of(board: &Board) -> Self {
        let empty = board.empty();
        let mut turns = BySeat::default();
        let mut marbles = BySeat([[0; MAX_HOLES]; Seat::MAX]);
        for seat in board.seats() {
            let mut turned = empty;
            turned.set_turn(seat);
            turns[seat] = turned.key_anew() ^ empty.key_anew();
            for hole in board.star().holes() {
                let mut single = empty;
                single.put(seat, hole);
                marbles[seat][hole.index()] = single.own_key(seat);
            }
        }
        let shape = |seats| Position::empty(board.star(), seats, board.marbles_each()).key_anew();
        Self {
            seats: board.seat_count(),
            holes: board.star().len(),
            empty: empty.key_anew(),
            turns,
            marbles,
            shapes: [1, 2, 3, 4, 6].map(shape).to_vec(),
        }
    }

    /// Takes the seat to move for nothing.
    #[cfg(test)]
    pub(super) fn forget_turns(&mut self) {
        self.turns = BySeat::default();
    }

    /// No two numbers are alike, and none changes nothing.
    pub fn differ(&self) -> Held {
        let seats = || Seat::first_n(self.seats);
        let mut numbers: Vec<u64> =
            seats().flat_map(|seat| &self.marbles[seat][..self.holes]).copied().collect();
        numbers.extend(seats().map(|seat| self.turns[seat]));
        numbers.sort_unstable();
        // Seat 0's turn is where the others are counted from: the one that changes nothing.
        if numbers.iter().filter(|&&number| number == 0).count() != 1 {
            return Err("a marble or a turn does not change the key".to_string());
        }
        if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("two marbles or turns have the same number".to_string());
        }
        let mut shapes = self.shapes.clone();
        shapes.sort_unstable();
        shapes.dedup();
        if shapes.len() < self.shapes.len() {
            return Err("the seat count does not change the key".to_string());
        }
        Ok(())
    }

    /// The key changes by the numbers of the marble's two holes and of the turn.
    #[inline]
    pub fn kept(&self, turn: &Turn<'_>) -> Held {
        let Turn { before, seat, what, after, .. } = *turn;
        let mut change = self.turns[before.turn] ^ self.turns[after.turn];
        if let engine::notation::MoveText::Move(mv) = what {
            let numbers = &self.marbles[seat];
            change ^= numbers[mv.from().index()] ^ numbers[mv.to().index()];
        }
        if before.key ^ after.key == change {
            Ok(())
        } else {
            Err(format!("the key went from {:016x} to {:016x}", before.key, after.key))
        }
    }

    /// The key is made of the numbers of every marble and of the turn; natives aside.
    pub fn anew(&self, view: &View) -> Held {
        let mut key = self.empty ^ self.turns[view.turn];
        for seat in Seat::first_n(self.seats) {
            for hole in view.marbles[seat] {
                key ^= self.marbles[seat][hole.index()];
            }
        }
        if key == view.key {
            Ok(())
        } else {
            Err(format!("the key is {:016x} in place of {key:016x}", view.key))
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;

    #[test]
    fn seat_counts_of_one_number_are_seen() {
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let mut keys = Keys::of(&board);
        assert_eq!(keys.differ(), Ok(()));
        keys.shapes[1] = keys.shapes[0];
        assert!(keys.differ().is_err());
    }
}
