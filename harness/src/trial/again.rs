//! What an engine has done, undone, gone on with after the end, and set up again.

use engine::Game;
use engine::notation::{MoveText, Setup};
use engine::rules::Rules;

use super::Trial;
use super::answers::{Answers, difference, told};
use crate::check::Invariant;
use crate::subject::SubjectError;

impl Trial<'_, '_> {
    /// Takes the last ply back and plays it again.
    pub(super) fn back_and_forth(&mut self, earlier: &Answers, what: MoveText) {
        match self.subject.undo() {
            Ok(()) => {}
            Err(SubjectError::Unsupported) => return,
            Err(error) => return self.failed("to take a ply back", &error),
        }
        let text = self.text(what);
        match Answers::of(self.subject) {
            Ok(mut now) => {
                now.came_home.clone_from(&earlier.came_home);
                if let Some(what) = difference(earlier, &now) {
                    self.accuse(
                        Invariant::UndoRestores,
                        format!("{text} taken back, {what} changed"),
                    );
                    self.followed = false;
                    return;
                }
            }
            Err(error) => return self.failed("how the game stands after undo", &error),
        }
        if let Err(error) = self.subject.play(what) {
            return self.failed(&format!("to play {text} again"), &error);
        }
        match Answers::of(self.subject) {
            Ok(again) => {
                let last = self.answers.as_ref().and_then(|last| difference(last, &again));
                if let Some(what) = last {
                    self.accuse(
                        Invariant::UndoRestores,
                        format!("{text} played again, {what} differs"),
                    );
                    self.followed = false;
                }
            }
            Err(error) => self.failed("how the game stands after undo", &error),
        }
    }

    /// A game that is over takes no move.
    pub(super) fn knock_at_the_end(&mut self) {
        let seat = self.game.position().turn();
        let late = self.game.board().moves_of(self.game.position(), seat).nth(0);
        if self.game.over()
            && let Some(mv) = late
            && self.subject.play(MoveText::Move(mv)).is_ok()
        {
            let text = self.text(MoveText::Move(mv));
            self.accuse(Invariant::OverOffersNothing, format!("it takes {text} after the end"));
        }
    }

    /// A saved game goes on as it stood, and its key does too; with another seat to move it is
    /// another position.
    pub(super) fn set_up_again(&mut self) {
        let rules = *self.game.board().rules();
        for (setup, said) in std::mem::take(&mut self.saved) {
            if self.subject.set_up(&rules, Some(&setup)).is_err() {
                return;
            }
            let now = match Answers::of(self.subject) {
                Ok(now) => now,
                Err(error) => return self.failed("how a saved game stands", &error),
            };
            let mut then = said.clone();
            then.came_home.clone_from(&now.came_home);
            // Who had won is not in the text.
            then.winner = now.winner;
            match difference(&then, &now) {
                Some("the key") => {
                    self.accuse(
                        Invariant::KeyOfPosition,
                        "one position, set up again, has two keys",
                    );
                }
                Some(what) => {
                    self.accuse(
                        Invariant::TextRoundTrip,
                        format!("{setup} set up again, {what} differs"),
                    );
                }
                None => {}
            }
            self.turn_alone(&setup, said.key);
        }
    }

    /// There is no board for five seats, and so no game.
    pub(super) fn offer_five_seats(&mut self) {
        let rules = *self.game.board().rules();
        let five = Rules { seats: Some(5), marbles: None, ..rules };
        if self.opening && self.subject.set_up(&five, None).is_ok() {
            self.accuse(Invariant::RulesRefused, "it sets up a game for five seats");
        }
    }

    fn turn_alone(&mut self, setup: &Setup, key: Option<u64>) {
        let rules = *self.game.board().rules();
        let mut other = setup.clone();
        let seat = setup.position.turn();
        other.position.set_turn(seat.after(setup.position.seat_count()));
        if other.position.turn() == seat || Game::resume(self.game.board(), &other).is_err() {
            return;
        }
        // Where a seat without a move is skipped the turn may come back to where it was.
        let same_turn = |trial: &mut Self| told(trial.subject.turn()) == Ok(Some(Some(seat)));
        if self.subject.set_up(&rules, Some(&other)).is_ok()
            && !same_turn(self)
            && let (Some(before), Ok(Some(now))) = (key, told(self.subject.key()))
            && before == now
        {
            self.accuse(Invariant::KeyOfPosition, "the key does not tell whose turn it is");
        }
    }
}
