//! Faults in keys, undo, and games that are saved and taken up again.

use engine::moves::Move;
use engine::notation::{MoveText, Setup};
use engine::rules::{Rules, Seat};
use engine::star::Hole;

use super::fault::faults;
use super::flaw::{Flaw, Holds, Keys, Now, Told};
use crate::subject::SubjectError;

faults! { State;
    "key-by-identity" "The key tells objects apart in place of positions."
        [] Engine || Box::new(ByIdentity(0));
    "key-without-turn" "The key does not tell whose turn it is."
        [] Engine || Box::new(Keys(|now, _| {
            now.board().seats().fold(0, |key, seat| key ^ now.position().own_key(seat))
        }));
    "key-without-seats" "The key tells where marbles are and not whose they are."
        [] Engine || Box::new(Keys(|now, _| {
            let bits = now.occupied().bits();
            let key = (bits as u64 ^ (bits >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^ now.position().turn().index() as u64
        }));
    "key-too-short" "The key has a byte only."
        [] Engine || Box::new(Keys(|_, right| right & 0xff));
    "key-counts-plies" "The ply number goes into the key."
        [] Engine || Box::new(Keys(|now, right| right ^ u64::from(now.game.ply())));
    "key-drifts" "A key that is kept up from ply to ply drifts with each chain."
        [] Engine || Box::new(Drifts(0));
    "key-of-the-way" "Two chains to one hole by different first hops make different positions."
        [] Engine || Box::new(Keys(|now, right| {
            let Some(last) = now.last else { return right };
            let MoveText::Move(mv) = last.what else { return right };
            let first = now.board().path(&last.before, mv).and_then(|path| path.holes().get(1).copied());
            right ^ first.map_or(0, |hole| 1 + hole.index() as u64)
        }));
    "load-drops-marble" "A game that is taken up again lacks a marble."
        [] Engine || loads(|setup| {
            if let Some(hole) = setup.position.occupied().first() {
                setup.position.lift(hole);
            }
        });
    "load-drops-turn" "A game that is taken up again forgets whose turn it was."
        [] Engine || loads(|setup| setup.position.set_turn(Seat::ALL[0]));
    "load-drops-ply" "A game that is taken up again counts its plies from 0."
        [] Engine || loads(|setup| setup.ply = 0);
    "load-drops-places" "A game that is taken up again forgets who is home."
        ["after-win" = "places"] Engine || loads(|setup| setup.places = None);
    "load-swaps-seats" "A game that is taken up again has the marbles of two seats swapped."
        ["seats" = "2"] Engine || loads(|setup| {
            let swapped = [(0, 1), (1, 0)].map(|(seat, other)| {
                (Seat::ALL[other], setup.position.marbles(Seat::ALL[seat]))
            });
            for hole in setup.position.occupied() {
                setup.position.lift(hole);
            }
            for (seat, holes) in swapped {
                for hole in holes {
                    setup.position.put(seat, hole);
                }
            }
        });
    "chain-cut-short" "A chain is kept by its first hop alone."
        [] Engine || Box::new(FirstHop);
    "observation-rotated" "Seats other than the first see the board turned round, and their moves are not."
        [] Engine || Box::new(Holds(|now, mut right| {
            if right.position.turn() != Seat::ALL[0] {
                let star = now.board().star();
                let mut turned = now.board().empty();
                for seat in now.board().seats() {
                    for hole in now.own(seat) {
                        turned.put(seat, star.opposite(hole));
                    }
                }
                turned.set_turn(right.position.turn());
                right.position = turned;
            }
            right
        }));
    "actions-rotated" "Seats other than the first have their moves turned round, and the board is not."
        [] Engine || Box::new(Rotated);
    "moves-from-last-ply" "The list of moves is the one of the ply before."
        [] Engine || Box::new(Stale(Vec::new()));
    "undo-keeps-turn" "A ply that is taken back leaves the turn behind."
        [] Engine || leaves(|left, setup| setup.position.set_turn(left.position.turn()));
    "undo-keeps-ply" "A ply that is taken back is still counted."
        [] Engine || leaves(|left, setup| setup.ply = left.ply);
    "undo-keeps-places" "A ply that is taken back leaves the standings behind."
        ["after-win" = "places"] Engine || leaves(|left, setup| setup.places = left.places);
    "undo-keeps-marble" "A ply that is taken back leaves the marble where it went."
        [] Engine || leaves(|left, setup| setup.position = left.position);
    "undo-keeps-key" "A ply that is taken back leaves the key behind."
        [] Engine || Box::new(LeavesKey(None));
    "undo-keeps-winner" "A ply that is taken back leaves the winner behind."
        [] Engine || Box::new(LeavesWinner(None));
    "undo-is-the-end" "After a ply is taken back nothing can be played."
        [] Engine || Box::new(UndoesOnce(false));
}

/// A number for every time that it is set up goes into the key.
struct ByIdentity(u64);

impl Flaw for ByIdentity {
    fn set_up(&mut self, _: &mut Rules, _: &mut Option<Setup>) -> Told<()> {
        self.0 += 1;
        Ok(())
    }

    fn key(&mut self, _: &Now<'_>, right: u64) -> Told<u64> {
        Ok(right ^ self.0)
    }
}

/// Counts the chains of a game, which go into its key.
struct Drifts(u64);

impl Flaw for Drifts {
    fn look(&mut self, now: &Now<'_>) {
        match now.last.map(|last| last.what) {
            None => self.0 = 0,
            Some(MoveText::Move(mv)) => {
                let step = now.board().star().neighbours(mv.from()).contains(mv.to());
                self.0 += u64::from(!step);
            }
            Some(_) => {}
        }
    }

    fn key(&mut self, _: &Now<'_>, right: u64) -> Told<u64> {
        Ok(right ^ self.0)
    }
}

/// Spoils what it is set up with.
struct Loads(fn(&mut Setup));

fn loads(spoil: fn(&mut Setup)) -> Box<dyn Flaw> {
    Box::new(Loads(spoil))
}

impl Flaw for Loads {
    fn set_up(&mut self, _: &mut Rules, from: &mut Option<Setup>) -> Told<()> {
        from.iter_mut().for_each(self.0);
        Ok(())
    }
}

/// Plays the first hop of a chain and no more of it.
struct FirstHop;

impl Flaw for FirstHop {
    fn play(&mut self, now: &Now<'_>, what: MoveText) -> Told<MoveText> {
        let MoveText::Move(mv) = what else { return Ok(what) };
        let path = now.board().path(now.position(), mv);
        let first = path.and_then(|path| Move::new(mv.from(), *path.holes().get(1)?));
        // Where the rules forbid to stop there it plays the whole.
        let first = first.filter(|&first| now.game.moves().contains(first));
        Ok(first.map_or(what, MoveText::Move))
    }
}

/// Turns the moves of all seats but the first.
struct Rotated;

impl Flaw for Rotated {
    fn moves(&mut self, now: &Now<'_>, mut right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        if now.position().turn() != Seat::ALL[0] {
            let star = now.board().star();
            for (from, to) in &mut right {
                (*from, *to) = (star.opposite(*from), star.opposite(*to));
            }
        }
        Ok(right)
    }
}

/// Lists what it should have listed a ply ago.
struct Stale(Vec<(Hole, Hole)>);

impl Flaw for Stale {
    fn moves(&mut self, now: &Now<'_>, right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        let before = std::mem::replace(&mut self.0, right.clone());
        Ok(if now.last.is_some() && !now.game.over() { before } else { right })
    }
}

/// Leaves something of a point behind when a ply is taken back.
struct Leaves {
    spoil: fn(&Setup, &mut Setup),
    left: Option<Setup>,
}

fn leaves(spoil: fn(&Setup, &mut Setup)) -> Box<dyn Flaw> {
    Box::new(Leaves { spoil, left: None })
}

impl Flaw for Leaves {
    fn look(&mut self, _: &Now<'_>) {
        self.left = None;
    }

    fn undo(&mut self, now: &Now<'_>) {
        self.left = Some(now.game.setup());
    }

    fn position(&mut self, _: &Now<'_>, mut right: Setup) -> Told<Setup> {
        if let Some(left) = &self.left {
            (self.spoil)(left, &mut right);
        }
        Ok(right)
    }
}

/// Leaves the key behind when a ply is taken back.
struct LeavesKey(Option<u64>);

impl Flaw for LeavesKey {
    fn look(&mut self, _: &Now<'_>) {
        self.0 = None;
    }

    fn undo(&mut self, now: &Now<'_>) {
        self.0 = Some(now.position().key());
    }

    fn key(&mut self, _: &Now<'_>, right: u64) -> Told<u64> {
        Ok(self.0.unwrap_or(right))
    }
}

/// Leaves the winner behind when a ply is taken back.
struct LeavesWinner(Option<Seat>);

impl Flaw for LeavesWinner {
    fn look(&mut self, _: &Now<'_>) {
        self.0 = None;
    }

    fn undo(&mut self, now: &Now<'_>) {
        self.0 = now.game.winner();
    }

    fn winner(&mut self, _: &Now<'_>, right: Option<Seat>) -> Told<Option<Seat>> {
        Ok(right.or(self.0))
    }
}

/// Forgets after one undo that there was more.
struct UndoesOnce(bool);

impl Flaw for UndoesOnce {
    fn set_up(&mut self, _: &mut Rules, _: &mut Option<Setup>) -> Told<()> {
        self.0 = false;
        Ok(())
    }

    fn play(&mut self, _: &Now<'_>, what: MoveText) -> Told<MoveText> {
        if self.0 {
            return Err(SubjectError::Refused("it holds no game".to_string()));
        }
        Ok(what)
    }

    fn undo(&mut self, _: &Now<'_>) {
        self.0 = true;
    }
}
