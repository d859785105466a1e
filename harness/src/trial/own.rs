//! Our own game, held against the slow reference.

use engine::moves::reference;
use engine::rules::{Seat, Win};

use super::Trial;
use crate::check::Invariant;

impl Trial<'_, '_> {
    /// Our own game against the slow reference.
    pub(super) fn look_at_own(&mut self, home: &[Seat]) {
        let (board, position) = (self.game.board(), *self.game.position());
        let win = board.rules().win;
        let near = |seat| board.complete_by(Win::AnyOwn, &position, seat);
        for seat in board.seats() {
            let fast = self.game.home_complete(seat);
            if (fast || near(seat) || self.sampled())
                && fast != reference::complete(win, board, &position, seat)
            {
                let what = if fast { "home, and it is not" } else { "not home, and it is" };
                self.accuse(
                    Invariant::WinPredicate,
                    format!("our own game takes seat {seat} to be {what}"),
                );
            }
        }
        for &seat in home {
            self.came_home_with_reason(seat);
        }
        if self.sampled() && !self.game.over() {
            let slow = reference::legal(board, &position);
            if !self.game.moves().iter().eq(slow.iter().copied()) {
                self.accuse(
                    Invariant::LegalSet,
                    "our own moves are not those of the slow reference",
                );
            }
        }
    }

    /// What holds of every seat that is declared home, whoever declares it.
    pub(super) fn came_home_with_reason(&mut self, seat: Seat) {
        let (board, own) = (self.game.board(), self.game.position().marbles(seat));
        let left = (own & board.home(seat)).len();
        if left > 0 {
            self.accuse(
                Invariant::WinnerVacated,
                format!("seat {seat} is home with {} still at its own home", marbles(left)),
            );
        }
        let outside = (own - board.goal(seat)).len();
        if board.rules().win == Win::AllOwn && outside > 0 {
            self.accuse(
                Invariant::AllOwnInGoal,
                format!("seat {seat} is home with {} outside its goal", marbles(outside)),
            );
        }
    }
}

fn marbles(count: usize) -> String {
    crate::text::counted(count as u64, "marble")
}
