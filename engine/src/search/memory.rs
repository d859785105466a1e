//! What a seat remembers of a game, so that it does not shuffle.

use crate::Game;
use crate::hash;
use crate::moves::Move;
use crate::notation::MoveText;
use crate::rules::Seat;

/// Own plies that it goes back.
const SPAN: usize = 32;

/// A seat's own earlier set-ups: where its marbles stood after each of its last plies, whatever the
/// others did. Going back to one is worth less each time.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    now: u64,
    seat: Seat,
    keys: [u64; SPAN],
    len: usize,
    /// A bit for the end of every key: most set-ups are new, and are seen to be.
    ends: u64,
}

impl Memory {
    /// Of the game so far.
    pub(super) fn of(game: &Game<'_>, seat: Seat) -> Self {
        let now = game.position().own_key(seat);
        let mut memory = Self { now, seat, keys: [0; SPAN], len: 0, ends: 0 };
        let mut key = now;
        for (mover, what) in game.log().rev() {
            if memory.len == SPAN {
                break;
            }
            if let MoveText::Move(mv) = what
                && mover == seat
            {
                key ^= change(seat, mv);
                memory.keys[memory.len] = key;
                memory.len += 1;
                memory.ends |= 1 << (key & 63);
            }
        }
        memory
    }

    /// How often the seat's marbles have stood as they would after `mv`.
    #[inline]
    pub(super) fn times(&self, mv: Move) -> usize {
        let key = self.now ^ change(self.seat, mv);
        if self.ends >> (key & 63) & 1 == 0 {
            return 0;
        }
        self.keys[..self.len].iter().filter(|&&seen| seen == key).count()
    }
}

fn change(seat: Seat, mv: Move) -> u64 {
    hash::marble(seat, mv.from()) ^ hash::marble(seat, mv.to())
}
