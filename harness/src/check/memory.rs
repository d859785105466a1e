//! What the checks remember of a game.

use engine::End;
use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{BySeat, Seat, Win};
use engine::star::HoleSet;

use super::{Laws, Turn, View};

/// What the checks remember of a game from ply to ply, worked out from what was done alone.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Whether the game began at the opening.
    pub opening: bool,
    /// Marbles of each seat at the start.
    pub marbles: BySeat<usize>,
    /// Plies at which the game is cut short; 0 if it had passed them at the start.
    pub cap: u32,
    /// Passes in a row.
    pub passes: usize,
    /// Holes of marbles that never landed outside their start, where the rules ask.
    pub natives: HoleSet,
    /// How the first seat came home.
    pub first_home: Option<End>,
    /// Seats that were home at the start.
    pub home_at_start: usize,
    /// A number for every position so far with the seat to move, where repetition counts.
    pub positions: Vec<u64>,
    /// The last move of each seat.
    pub last_move: BySeat<Option<Move>>,
}

impl Memory {
    /// Forgets the last game, and takes in where a new one starts.
    pub fn start(
        &mut self,
        laws: &Laws<'_>,
        view: &View,
        opening: bool,
        cap: u32,
        natives: HoleSet,
    ) {
        let mut positions = std::mem::take(&mut self.positions);
        positions.clear();
        *self = Self {
            opening,
            marbles: BySeat::from_fn(|seat| view.marbles[seat].len()),
            cap: if view.ply < cap { cap } else { 0 },
            passes: 0,
            natives,
            first_home: None,
            home_at_start: laws.seats().filter(|&seat| view.is_home(seat)).count(),
            positions,
            last_move: BySeat::default(),
        };
        self.see(laws, view);
    }

    /// Takes in what a turn did to the marbles; to be called before what follows from it is judged.
    #[inline]
    pub fn take(&mut self, laws: &Laws<'_>, turn: &Turn<'_>) {
        match turn.what {
            MoveText::Move(mv) => {
                self.passes = 0;
                if laws.rules().win == Win::Natives && self.natives.contains(mv.from()) {
                    self.natives.remove(mv.from());
                    if laws.terrain.home(turn.seat).contains(mv.to()) {
                        self.natives.insert(mv.to());
                    }
                }
            }
            MoveText::Pass => self.passes += 1,
            MoveText::Resign => {}
        }
        self.see(laws, turn.after);
        if turn.standings_changed && self.first_home.is_none() {
            self.first_home = newcomers(laws, turn).next().map(|seat| {
                let all_own = laws.terrain.goal(seat).is_subset(turn.after.marbles[seat]);
                if all_own { End::Home } else { End::BlockedHome }
            });
        }
    }

    /// How often the position has come, with the same seat to move.
    pub fn times(&self) -> usize {
        let last = self.positions.last();
        self.positions.iter().filter(|&seen| Some(seen) == last).count()
    }

    #[inline]
    fn see(&mut self, laws: &Laws<'_>, view: &View) {
        if laws.rules().repetition.is_some() {
            self.positions.push(number(view, self.natives));
        }
    }
}

/// The seats that a turn brought home, the mover first, then clockwise.
pub(super) fn newcomers(laws: &Laws<'_>, turn: &Turn<'_>) -> impl Iterator<Item = Seat> {
    let seats = laws.seat_count();
    let Turn { before, seat: mover, after, .. } = *turn;
    let order = (0..seats).map(move |ahead| Seat::ALL[(mover.index() + ahead) % seats]);
    order.filter(move |&seat| before.races(seat) && after.is_home(seat))
}

/// A number for where the marbles are and whose turn it is: the words folded one by one, each with
/// a round of SplitMix64. The turn has one of its own: next to a set of a few low holes it would be
/// taken for another turn next to another set.
fn number(view: &View, natives: HoleSet) -> u64 {
    let mut number = super::sample::scramble(view.turn.index() as u64);
    for set in view.marbles.0.iter().chain([&natives]) {
        for word in [set.bits() as u64, (set.bits() >> 64) as u64] {
            number = super::sample::scramble(number ^ word);
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{START, laws};

    #[test]
    fn a_cap_that_is_passed_at_the_start_is_none() {
        let (laws, setup) = laws(&[], &format!("{START} ; ply=9"));
        let view = View::of(&engine::Game::resume(laws.board(), &setup).unwrap());
        for (cap, takes) in [(8, 0), (9, 0), (10, 10)] {
            let mut memory = Memory::default();
            memory.start(laws, &view, false, cap, HoleSet::EMPTY);
            assert_eq!(memory.cap, takes);
        }
    }
}
