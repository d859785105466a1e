//! Faults in the rule that says when a seat is home.

use engine::End;
use engine::notation::MoveText;
use engine::rules::{AfterWin, Seat, Win, WinTested};
use engine::star::{Hole, HoleSet};
use engine::{Game, Standing};

use super::fault::faults;
use super::flaw::{ComesHome, Flaw, Now, Plays, Told, Winners};
use crate::subject::SubjectError;

faults! { Wins;
    "nine-at-home" "A full goal with one own marble in it wins, with marbles still at home."
        ["hand-win" = "allowed"] Engine || Box::new(Plays(|rules| rules.win = Win::AnyOwn));
    "parked-marble-denies" "One marble that a rival parks in the goal denies the win for ever."
        ["win" = "vacated", "hand-win" = "allowed"] Engine || Box::new(Plays(|rules| rules.win = Win::AllOwn));
    "home-must-be-empty" "A rival's marble in the seat's own home denies the win."
        ["win" = "vacated", "hand-win" = "allowed"] Engine || Box::new(Plays(|rules| rules.win = Win::EmptyHome));
    "natives-forgiven" "Foreign marbles in the goal are forgiven if they started there, and own marbles at home are too."
        ["win" = "vacated"] Engine || declares(|now, seat| {
            now.board().complete_by(Win::Natives, now.position(), seat)
        });
    "outsiders-must-be-near" "A win is denied while an own marble is far from the goal."
        ["win" = "vacated", "hand-win" = "allowed"] Engine || Box::new(Plays(|rules| rules.win = Win::LockedOut));
    "thin-win-under-all-own" "A goal that is full of rivals but for one own marble wins where all must be own."
        ["win" = "all-own", "hand-win" = "allowed"] Engine || Box::new(Plays(|rules| rules.win = Win::Vacated));
    "goal-full-of-rivals" "A goal that is full wins for its owner, whoever filled it."
        [] Engine || declares(|now, seat| now.goal(seat).is_subset(now.occupied()));
    "majority" "More than half of the goal is enough."
        [] Engine || declares(|now, seat| 2 * (now.own(seat) & now.goal(seat)).len() > now.goal(seat).len());
    "all-but-one" "A goal with one hole empty is full enough."
        ["win" = "all-own"] Engine || declares(|now, seat| (now.goal(seat) - now.own(seat)).len() <= 1);
    "tip-decides" "A seat is home once its own marble is in the tip of its goal."
        [] Engine || declares(|now, seat| now.own(seat).contains(now.board().tip(seat)));
    "own-marble-anywhere" "A seat that has left its home wins with a full goal and an own marble anywhere on the board."
        ["win" = "vacated"] Engine || declares(|now, seat| {
            let left = now.own(seat) - now.home(seat) == now.own(seat);
            now.goal(seat).is_subset(now.occupied()) && !now.own(seat).is_empty() && left
        });
    "home-for-goal" "The seat's home is looked at in place of its goal."
        [] Engine || declares(|now, seat| {
            now.home(seat).is_subset(now.occupied()) && !now.home(seat).is_disjoint(now.own(seat))
        });
    "front-left-out" "The holes in front of the point are left out, though marbles fill them too."
        ["win" = "all-own", "seats" = "2", "arm" = "2", "marbles" = "6"] Engine || declares(|now, seat| {
            let point = now.board().start_point(seat).opposite();
            now.board().star().point(point).is_subset(now.own(seat))
        });
    "mover-credited" "A win that a move gives to another seat is credited to the mover."
        [] Engine || Box::new(Winners(|now, right| match (right, now.last) {
            (Some(seat), Some(last)) if last.stood[seat] == Standing::Racing && now.won() => Some(last.mover()),
            _ => right,
        }));
    "first-seat-only" "Only the first seat that is tested can win."
        [] Engine || declares(|now, seat| seat == Seat::ALL[0] && now.complete(seat));
    "mover-only" "Only the mover is tested, where every seat should be."
        ["win-tested" = "all"] Engine || Box::new(Plays(|rules| rules.win_tested = WinTested::Mover));
    "everybody-tested" "Every seat is tested, where only the mover should be."
        ["win-tested" = "mover"] Engine || Box::new(Plays(|rules| rules.win_tested = WinTested::All));
    "flag-not-reset" "The flag for an own marble in the goal is not reset between seats."
        ["win" = "vacated"] Engine || declares(|now, seat| {
            let own = |other: Seat| !now.goal(other).is_disjoint(now.own(other));
            let flag = now.board().seats().take(seat.index() + 1).any(own);
            now.goal(seat).is_subset(now.occupied()) && flag && now.home(seat).is_disjoint(now.own(seat))
        });
    "turn-late" "A win is seen only when it is the seat's turn again."
        [] Engine || declares(|now, seat| now.position().turn() == seat && now.complete(seat));
    "before-the-move" "The win is read from the position before the move."
        [] Engine || declares(|now, seat| {
            now.last.is_some_and(|last| now.board().complete(&last.before, seat))
        });
    "nobody-ever" "OR stands for AND, so a seat that has a marble outside or none at home never wins: nobody ever does."
        [] Engine || declares(|_, _| false);
    "empty-hole-elsewhere" "An empty hole in another seat's goal hides the win."
        [] Engine || declares(|now, seat| {
            let goals = now.board().seats().fold(HoleSet::EMPTY, |all, seat| all | now.goal(seat));
            now.complete(seat) && goals.is_subset(now.occupied())
        });
    "announced-again" "The winner is announced again after every ply."
        ["after-win" = "places"] Engine || Box::new(ComesHome(|now, right| match now.game.winner() {
            Some(seat) if right.is_empty() => vec![seat],
            _ => right,
        }));
    "never-announced" "A seat that comes home is not announced."
        [] Engine || Box::new(ComesHome(|_, _| Vec::new()));
    "wrong-seat" "The seat after the winner is announced."
        [] Engine || Box::new(Winners(|now, right| right.map(|seat| seat.after(now.seats()))));
    "home-is-not-kept" "A winner that leaves its goal again is the winner no more."
        ["after-win" = "places"] Engine || Box::new(Winners(|now, right| {
            right.filter(|&seat| now.complete(seat) || now.last.is_none())
        }));
    "last-home-is-first" "The seat that came home last is taken for the winner."
        ["after-win" = "places"] Engine || Box::new(Winners(|now, right| {
            let home = |seat: &Seat| matches!(now.game.standing(*seat), Standing::Home(_));
            let place = |seat: &Seat| match now.game.standing(*seat) {
                Standing::Home(place) => place,
                _ => 0,
            };
            now.board().seats().filter(home).max_by_key(place).or(right)
        }));
}

/// An engine that declares the winner by a predicate of its own, asked after each move of the mover
/// first, and tells no more than that: not how a game ended, and no places.
struct Declares {
    complete: fn(&Now<'_>, Seat) -> bool,
    /// The winner, as it stood at first and after each ply.
    winner: Vec<Option<Seat>>,
}

fn declares(complete: fn(&Now<'_>, Seat) -> bool) -> Box<dyn Flaw> {
    Box::new(Declares { complete, winner: Vec::new() })
}

impl Declares {
    fn declared(&self) -> Option<Seat> {
        self.winner.last().copied().flatten()
    }

    /// Whether the game goes on by its own reckoning, though a right engine has a winner.
    fn plays_on(&self, game: &Game<'_>) -> bool {
        let won = matches!(game.end(), Some(End::Home | End::BlockedHome));
        won && self.declared().is_none()
    }

    /// Whether it is over by its own reckoning, though a right engine has no winner.
    fn is_over(&self, game: &Game<'_>) -> bool {
        self.declared().is_some() && game.board().rules().after_win == AfterWin::Stop
    }
}

impl Flaw for Declares {
    fn look(&mut self, now: &Now<'_>) {
        let Some(last) = now.last else {
            self.winner = vec![now.game.winner()];
            return;
        };
        let comes = || {
            let seats = now.seats();
            let mut seat = last.mover();
            for _ in 0..if now.board().rules().win_tested == WinTested::Mover { 1 } else { seats } {
                if last.stood[seat] == Standing::Racing && (self.complete)(now, seat) {
                    return Some(seat);
                }
                seat = seat.after(seats);
            }
            None
        };
        let moved = matches!(last.what, MoveText::Move(_));
        let winner = self.declared().or_else(|| if moved { comes() } else { None });
        self.winner.push(winner);
    }

    fn undo(&mut self, _: &Now<'_>) {
        self.winner.pop();
    }

    fn moves(&mut self, now: &Now<'_>, right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        if self.is_over(now.game) {
            return Ok(Vec::new());
        }
        let moves = now.board().moves(now.position());
        Ok(if self.plays_on(now.game) {
            moves.iter().map(|mv| (mv.from(), mv.to())).collect()
        } else {
            right
        })
    }

    fn turn(&mut self, now: &Now<'_>, right: Option<Seat>) -> Told<Option<Seat>> {
        Ok(if self.is_over(now.game) {
            None
        } else if self.plays_on(now.game) {
            Some(now.position().turn())
        } else {
            right
        })
    }

    fn winner(&mut self, now: &Now<'_>, right: Option<Seat>) -> Told<Option<Seat>> {
        // The last one left is nobody's predicate.
        Ok(self.declared().or(if now.game.over() && !now.won() { right } else { None }))
    }

    fn end(&mut self, _: &Now<'_>, _: Option<End>) -> Told<Option<End>> {
        Err(SubjectError::Unsupported)
    }

    fn came_home(&mut self, _: &Now<'_>, _: Vec<Seat>) -> Told<Vec<Seat>> {
        Err(SubjectError::Unsupported)
    }

    fn places(
        &mut self,
        _: &Now<'_>,
        _: engine::rules::BySeat<Option<u8>>,
    ) -> Told<engine::rules::BySeat<Option<u8>>> {
        Err(SubjectError::Unsupported)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canary::flight::accused;

    #[test]
    fn a_right_predicate_is_not_accused() {
        assert_eq!(accused(&|| declares(|now, seat| now.complete(seat)), 5, 64), None);
    }
}
