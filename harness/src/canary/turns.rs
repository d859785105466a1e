//! Faults in turns and ends.

use engine::notation::MoveText;
use engine::rules::{AfterWin, BySeat, Cap, NoMove, Seat};
use engine::star::Hole;
use engine::{End, Standing};

use super::fault::faults;
use super::flaw::{Ends, Flaw, Holds, Now, Places, Plays, Told, Turns, Winners};

faults! { Turns;
    "home-seat-has-turns" "A seat that is home is still offered turns."
        ["after-win" = "places"] Engine || Box::new(Turns(|now, right| match now.last {
            Some(last) if right.is_some() => {
                let next = last.mover().after(now.seats());
                let home = matches!(now.game.standing(next), Standing::Home(_));
                if home { Some(next) } else { right }
            }
            _ => right,
        }));
    "skipped-after-a-finish" "The seat after one that comes home loses its turn."
        ["after-win" = "places"] Engine || Box::new(Turns(|now, right| match (right, now.last) {
            (Some(seat), Some(last)) if now.board().seats().any(|other| now.game.standing(other) != last.stood[other]) => {
                Some(seat.after(now.seats()))
            }
            _ => right,
        }));
    "modulo-six" "The next seat is counted modulo six, however many there are."
        ["seats" = "4"] Engine || Box::new(Turns(|now, right| match now.last {
            Some(last) if right.is_some() => Seat::new((last.mover().index() + 1) % 6),
            _ => right,
        }));
    "anticlockwise" "The turn goes anticlockwise."
        ["seats" = "3"] Engine || Box::new(Turns(|now, right| match now.last {
            Some(last) if right.is_some() => Seat::new((last.mover().index() + 2) % 3),
            _ => right,
        }));
    "chain-moves-again" "Who has made a chain has another turn."
        [] Engine || Box::new(Turns(|now, right| match (right, now.last) {
            (Some(_), Some(last)) => match last.what {
                MoveText::Move(mv) if !now.board().star().neighbours(mv.from()).contains(mv.to()) => Some(last.mover()),
                _ => right,
            },
            _ => right,
        }));
    "seat-zero-after-set-up" "In a game that is taken up again seat 0 is always to move."
        [] Engine || Box::new(Turns(|now, right| {
            if now.last.is_none() { right.map(|_| Seat::ALL[0]) } else { right }
        }));
    "blocked-seat-crashes" "A seat without a move makes the engine crash."
        [] Engine || Box::new(Crashes);
    "blocked-seat-loses-marbles" "A seat without a move loses its marbles."
        ["no-move" = "pass"] Engine || Box::new(Holds(|now, mut right| {
            if let Some(last) = now.last && last.what == MoveText::Pass {
                for hole in now.own(last.mover()) {
                    right.position.lift(hole);
                }
            }
            right
        }));
    "blocked-seat-is-out" "A seat without a move loses, where it should pass."
        ["no-move" = "pass"] Engine || Box::new(Plays(|rules| rules.no_move = NoMove::Lose));
    "blocked-seat-is-skipped" "A seat without a move is passed over, where it should pass."
        ["no-move" = "pass"] Engine || Box::new(Plays(|rules| rules.no_move = NoMove::Skip));
    "blocked-seat-passes" "A seat without a move passes, where it should be passed over."
        ["no-move" = "skip"] Engine || Box::new(Plays(|rules| rules.no_move = NoMove::Pass));
    "blocked-seat-stays" "A seat without a move passes, where it should lose."
        ["no-move" = "lose"] Engine || Box::new(Plays(|rules| rules.no_move = NoMove::Pass));
    "cap-in-all" "The cap is counted in plies of all seats, where it is meant a seat."
        ["cap" = "20", "win" = "all-own"] Engine || Box::new(Plays(|rules| {
            if let Cap::PerSeat(plies) = rules.cap {
                rules.cap = Cap::Total(plies);
            }
        }));
    "cap-a-seat" "The cap is counted a seat, where it is meant for all."
        ["cap" = "40total"] Engine || Box::new(Plays(|rules| {
            if let Cap::Total(plies) = rules.cap {
                rules.cap = Cap::PerSeat(plies);
            }
        }));
    "cap-one-late" "The cap is passed by a ply."
        ["cap" = "30total"] Engine || Box::new(Plays(|rules| rules.cap = Cap::Total(31)));
    "cap-one-early" "The game is cut short a ply before the cap."
        ["cap" = "30total"] Engine || Box::new(Plays(|rules| rules.cap = Cap::Total(29)));
    "no-progress-counts-all" "A cap on plies without progress counts all plies."
        [] Engine || Box::new(Plays(|rules| rules.cap = Cap::Total(24)));
    "cap-told-as-draw" "A game that is cut short is told as drawn by repetition."
        [] Engine || Box::new(Ends(|_, right| if right == Some(End::Cap) { Some(End::Repetition) } else { right }));
    "leader-wins-at-the-cap" "At the cap the seat that is nearest home is told to have won."
        [] Engine || Box::new(Winners(|now, right| {
            let capped = now.game.end() == Some(End::Cap);
            let leader = || now.board().seats().min_by_key(|&seat| now.game.distance_left(seat));
            right.or_else(|| if capped { leader() } else { None })
        }));
    "moves-after-the-end" "Moves are offered after the end."
        [] Engine || Box::new(Offers);
    "turn-after-the-end" "A seat is to move after the end."
        [] Engine || Box::new(Turns(|now, _| Some(now.position().turn())));
    "plays-on-after-a-win" "The others play on after a win, where the game should stop."
        ["after-win" = "stop"] Engine || Box::new(Plays(|rules| rules.after_win = AfterWin::Places));
    "stops-at-the-first-win" "The game stops with the first win, where the others should play on."
        ["after-win" = "places"] Engine || Box::new(Plays(|rules| rules.after_win = AfterWin::Stop));
    "no-deadlock" "A game in which nobody can move goes on for ever."
        ["no-move" = "pass"] Engine || Box::new(Goes(End::Deadlock));
    "deadlock-after-one-pass" "One pass is taken for a deadlock."
        ["no-move" = "pass"] Engine || Box::new(Ends(|now, right| {
            right.or(if now.game.passes() > 0 { Some(End::Deadlock) } else { None })
        }));
    "repetition-goes-on" "Repetitions are not counted."
        ["repetition" = "2"] Engine || Box::new(Plays(|rules| rules.repetition = None));
    "repetition-one-late" "A draw by repetition comes one repetition late."
        ["repetition" = "2"] Engine || Box::new(Plays(|rules| rules.repetition = Some(3)));
    "repetition-unasked" "A game is drawn by repetition, where the rules know no such thing."
        ["repetition" = "none"] Engine || Box::new(Plays(|rules| rules.repetition = Some(2)));
    "resigned-seat-stays" "A seat that has resigned has its turn as before."
        ["after-win" = "places"] Engine || Box::new(Turns(|now, right| match now.last {
            Some(last) if right.is_some() => {
                let next = last.mover().after(now.seats());
                if matches!(now.game.standing(next), Standing::Out(_)) { Some(next) } else { right }
            }
            _ => right,
        }));
    "resigned-marbles-vanish" "The marbles of a seat that resigns are taken off the board."
        [] Engine || Box::new(Holds(|now, mut right| {
            if let Some(last) = now.last && last.what == MoveText::Resign {
                for hole in now.own(last.mover()) {
                    right.position.lift(hole);
                }
            }
            right
        }));
    "resigned-rank-first" "Seats that are out rank ahead of those that race."
        [] Engine || Box::new(Places(|now, right| {
            let out = |seat: Seat| matches!(now.game.standing(seat), Standing::Out(_));
            if !now.board().seats().any(out) {
                return right;
            }
            BySeat::from_fn(|seat| right[seat].map(|place| if out(seat) { 1 } else { place + 1 }))
        }));
    "ties-do-not-share" "Seats that are equally far share no place: the earlier one has the better."
        [] Engine || Box::new(Places(|_, mut right| {
            for seat in 1..Seat::MAX {
                while right.0[seat].is_some() && right.0[..seat].contains(&right.0[seat]) {
                    right.0[seat] = right.0[seat].map(|place| place + 1);
                }
            }
            right
        }));
    "places-one-one-two" "After seats that share a place the next one is not left out."
        [] Engine || Box::new(Places(|_, right| {
            let mut places: Vec<u8> = right.0.iter().flatten().copied().collect();
            places.sort_unstable();
            places.dedup();
            let rank = |place| places.iter().position(|&known| known == place).map(|at| at as u8 + 1);
            BySeat(right.0.map(|place| place.and_then(rank)))
        }));
    "places-in-seat-order" "Places at the end follow the order of the seats."
        [] Engine || Box::new(Places(|now, right| {
            if now.game.over() { BySeat::from_fn(|seat| right[seat].map(|_| seat.index() as u8 + 1)) } else { right }
        }));
    "passes-are-no-plies" "Passes are not counted as plies."
        ["no-move" = "pass"] Engine || Box::new(Holds(|now, mut right| {
            right.ply -= u32::from(now.last.is_some_and(|last| last.what == MoveText::Pass));
            right
        }));
}

/// Crashes when the seat to move has no move.
struct Crashes;

impl Flaw for Crashes {
    fn moves(&mut self, now: &Now<'_>, right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        if !now.game.over() {
            let best = right[0];
            debug_assert!(now.occupied().contains(best.0));
        }
        Ok(right)
    }
}

/// Lists moves when the game is over.
struct Offers;

impl Flaw for Offers {
    fn moves(&mut self, now: &Now<'_>, right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        if !now.game.over() {
            return Ok(right);
        }
        let moves = now.board().moves(now.position());
        Ok(moves.iter().map(|mv| (mv.from(), mv.to())).collect())
    }
}

/// Does not see that the game has ended so.
struct Goes(End);

impl Flaw for Goes {
    fn turn(&mut self, now: &Now<'_>, right: Option<Seat>) -> Told<Option<Seat>> {
        let unseen = now.game.end() == Some(self.0);
        Ok(if unseen { Some(now.position().turn()) } else { right })
    }

    fn end(&mut self, _: &Now<'_>, right: Option<End>) -> Told<Option<End>> {
        Ok(right.filter(|&end| end != self.0))
    }
}
