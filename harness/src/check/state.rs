//! Costly checks of what is kept, taken back, copied and written down.

use engine::moves::{Move, reference};
use engine::notation::{MoveText, Setup};
use engine::rules::{BySeat, Seat, Win};
use engine::search::{Evaluation, Terms};
use engine::star::{Hole, HoleSet};
use engine::{Game, Played, Position, Refusal};

use super::sample::Lot;
use super::{Findings, Held, Invariant, Laws, View};

/// Plies played ahead and taken back again.
const AHEAD: usize = 2;

/// Everything that a game says of itself at one moment, the moves it offers included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Marbles, turn, standings, end and key.
    pub view: View,
    /// Passes in a row.
    pub passes: usize,
    /// The place of each seat.
    pub places: BySeat<Option<u8>>,
    /// The moves that it offers: by marble, where it can go.
    pub moves: Vec<(Hole, HoleSet)>,
    /// What it is taken up from again.
    pub setup: Setup,
}

impl Snapshot {
    /// What `game` says.
    pub fn of(game: &Game<'_>) -> Self {
        Self {
            view: View::of(game),
            passes: game.passes(),
            places: game.places(),
            moves: game.moves().marbles().map(|at| (at.from(), at.ends())).collect(),
            setup: game.setup(),
        }
    }

    /// Names the first thing in which two snapshots differ.
    pub fn same(&self, other: &Self) -> Held {
        let differ =
            |what: &str| Err(format!("{what} differ: '{}', '{}'", self.setup, other.setup));
        let (a, b) = (&self.view, &other.view);
        if a.marbles != b.marbles {
            return differ("marbles");
        }
        if a.turn != b.turn || a.ply != b.ply || self.passes != other.passes {
            return differ("turn, ply or passes");
        }
        if a.standings != b.standings || a.winner != b.winner || self.places != other.places {
            return differ("standings, winner or places");
        }
        if a.end != b.end || self.moves != other.moves {
            return differ("ends or offered moves");
        }
        if a.key != b.key {
            return differ("keys");
        }
        if self.setup != other.setup {
            return differ("natives or cap");
        }
        Ok(())
    }
}

/// Asks everything about a game at one moment. The game itself is left alone: what is tried is
/// tried in a new game from the same point.
///
/// `before` is the position that the last ply was made in, `played` its move if it was one.
pub fn check(
    laws: &Laws<'_>,
    before: &Position,
    played: Option<Move>,
    game: &Game<'_>,
    view: &View,
    lot: &mut Lot,
    found: &mut Findings,
) {
    found.ask(Invariant::StateRecomputed, || {
        game.position()
            .check()
            .map_err(|what| format!("{what} differ from their recomputation"))?;
        if laws.rules().win != Win::Natives {
            laws.keys.anew(view)?;
        }
        distance_left(laws, view, &BySeat::from_fn(|seat| game.distance_left(seat)))
    });
    for seat in laws.seats() {
        // Each call lays the whole position out anew.
        if lot.falls(laws.seat_count()) {
            found.ask(Invariant::WinPredicate, || win_predicate(laws, game, seat));
        }
    }
    if let Some(mv) = played {
        found.ask(Invariant::EvaluationRecomputed, || {
            evaluation_follows(laws, before, mv, game.position())
        });
    }
    if lot.falls(3) {
        found.ask(Invariant::TextRoundTrip, || text_round_trip(game, lot));
    }
    let (clones, undo) = (lot.falls(3), lot.falls(3));
    if game.over() || !(clones || undo) {
        return;
    }
    let Ok(mut ahead) = Game::resume(game.board(), &game.setup()) else {
        let refused = || Err("the game cannot be taken up again".to_string());
        return found.ask(Invariant::TextRoundTrip, refused);
    };
    if clones {
        found.ask(Invariant::ClonesApart, || clones_apart(&ahead, lot));
    }
    if undo {
        found.ask(Invariant::UndoRestores, || undo_restores(&mut ahead, lot));
    }
}

/// An evaluation that has followed a move is that of the position after it, and of the position
/// before it once the move is taken back; the terms too are those counted anew.
fn evaluation_follows(laws: &Laws<'_>, before: &Position, mv: Move, after: &Position) -> Held {
    let (board, seat) = (laws.board(), before.turn());
    let mut followed = Evaluation::of(board, before);
    followed.play(board, seat, mv);
    evaluation(&followed, &Evaluation::of(board, after))?;
    for seat in laws.seats() {
        terms(seat, followed.terms(board, seat), Terms::of(board, after, seat))?;
    }
    followed.play(board, seat, mv.reversed());
    evaluation(&followed, &Evaluation::of(board, before))
}

/// Two evaluations agree.
pub fn evaluation(followed: &Evaluation, anew: &Evaluation) -> Held {
    if followed == anew { Ok(()) } else { Err(format!("{followed:?} in place of {anew:?}")) }
}

/// The terms of a seat are those counted anew.
pub fn terms(seat: Seat, said: Terms, anew: Terms) -> Held {
    if said == anew { Ok(()) } else { Err(format!("seat {seat}: {said:?} in place of {anew:?}")) }
}

/// The distances left are those that the coordinates give.
pub fn distance_left(laws: &Laws<'_>, view: &View, said: &BySeat<usize>) -> Held {
    for seat in laws.seats() {
        let takes = laws.terrain.distance_left(seat, view.marbles[seat]);
        if said[seat] != takes {
            let got = said[seat];
            return Err(format!("seat {seat} has {got} steps left in place of {takes}"));
        }
    }
    Ok(())
}

/// The fast predicate agrees with the slow one for `seat`.
pub fn win_predicate(laws: &Laws<'_>, game: &Game<'_>, seat: Seat) -> Held {
    let slow = reference::complete(laws.rules().win, laws.board(), game.position(), seat);
    agree(seat, game.home_complete(seat), slow)
}

/// Two predicates say the same of a seat.
pub fn agree(seat: Seat, fast: bool, slow: bool) -> Held {
    let say = |home| if home { "home" } else { "not home" };
    if fast == slow {
        Ok(())
    } else {
        Err(format!("seat {seat} is {}, and is told to be {}", say(slow), say(fast)))
    }
}

/// The game's text and one of its moves read back the same.
fn text_round_trip(game: &Game<'_>, lot: &mut Lot) -> Held {
    let setup = game.setup();
    let text = setup.to_string();
    reads_back(&text, &setup, text.parse::<Setup>().as_ref().ok())?;
    let (board, position) = (game.board(), game.position());
    let moves = game.moves();
    if let Some(mv) = moves.nth(lot.below(moves.len().max(1))) {
        for text in [board.star().move_text(mv), board.path_text(position, mv)] {
            let read = board.read_move(position, &text);
            reads_back(&text, &MoveText::Move(mv), read.as_ref().ok())?;
        }
    }
    Ok(())
}

/// What was read is what was written.
pub fn reads_back<T: PartialEq>(text: &str, written: &T, read: Option<&T>) -> Held {
    match read {
        Some(read) if read == written => Ok(()),
        Some(_) => Err(format!("'{text}' reads back as something else")),
        None => Err(format!("'{text}' does not read back")),
    }
}

/// Any ply that may be done now: a move, now and then giving up, a pass where there is no other.
fn any_ply(game: &Game<'_>, lot: &mut Lot) -> MoveText {
    let moves = game.moves();
    if lot.below(16) == 0 {
        return MoveText::Resign;
    }
    match moves.nth(lot.below(moves.len().max(1))) {
        Some(mv) => MoveText::Move(mv),
        None if game.can_pass() => MoveText::Pass,
        None => MoveText::Resign,
    }
}

/// What is played in a copy leaves the original alone.
fn clones_apart(game: &Game<'_>, lot: &mut Lot) -> Held {
    let before = Snapshot::of(game);
    let mut copy = game.clone();
    let copied = Snapshot::of(&copy);
    let _ = copy.act(any_ply(game, lot));
    apart(&before, &copied, &Snapshot::of(game))
}

/// A copy says what the original says, and the original says the same after a ply in the copy.
pub fn apart(before: &Snapshot, copied: &Snapshot, after: &Snapshot) -> Held {
    before.same(copied).map_err(|message| format!("in a copy {message}"))?;
    before.same(after).map_err(|message| format!("after a ply in a copy {message}"))
}

/// Plies ahead, taken back in order, leave nothing behind.
fn undo_restores(game: &mut Game<'_>, lot: &mut Lot) -> Held {
    let mut done: Vec<(Snapshot, Played)> = Vec::with_capacity(AHEAD);
    while done.len() < AHEAD && !game.over() {
        let before = Snapshot::of(game);
        let played = game.act(any_ply(game, lot));
        done.push((before, played.map_err(|refusal| format!("a ply is refused: {refusal}"))?));
    }
    if let [(_, first), _, ..] = done[..] {
        refused(game.unplay(first))?;
    }
    while let Some((before, played)) = done.pop() {
        game.unplay(played).map_err(|refusal| format!("undo is refused: {refusal}"))?;
        restored(&before, &Snapshot::of(game))?;
    }
    Ok(())
}

/// What is said after undo is what was said before the ply.
pub fn restored(before: &Snapshot, after: &Snapshot) -> Held {
    before.same(after).map_err(|message| format!("after undo {message}"))
}

/// Taking back an earlier ply than the last is out of order.
pub fn refused(undone: Result<(), Refusal>) -> Held {
    match undone {
        Err(Refusal::OutOfOrder) => Ok(()),
        _ => Err("an earlier ply was taken back before the last".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use engine::{End, Standing};

    use super::*;
    use crate::check::sample::{Level, Sample};
    use crate::check::tests::{LOCK, START, laws};
    use crate::check::{Standings, View};

    fn lot() -> Lot {
        Sample::new(Level::All, 1, 1).looks(1).unwrap()
    }

    fn game(axes: &[(&str, &str)], text: &str) -> Game<'static> {
        let (laws, setup) = laws(axes, text);
        Game::resume(laws.board(), &setup).unwrap()
    }

    #[test]
    fn each_thing_alone_tells_two_snapshots_apart() {
        let one = Snapshot::of(&game(&[], START));
        assert_eq!(one.same(&one.clone()), Ok(()));
        let other_view = |change: fn(&mut View)| {
            let mut other = one.clone();
            change(&mut other.view);
            other
        };
        let mut others = vec![
            other_view(|view| view.marbles.0[1] = HoleSet::EMPTY),
            other_view(|view| view.turn = Seat::ALL[1]),
            other_view(|view| view.ply = 1),
            other_view(|view| view.standings = Standings::new(|_| Standing::Home(1))),
            other_view(|view| view.winner = Some(Seat::ALL[0])),
            other_view(|view| view.end = Some(End::Cap)),
            other_view(|view| view.key ^= 1),
        ];
        others.push(Snapshot { passes: 1, ..one.clone() });
        others.push(Snapshot { places: BySeat([Some(1); Seat::MAX]), ..one.clone() });
        others.push(Snapshot { moves: one.moves[1..].to_vec(), ..one.clone() });
        others.push(Snapshot { setup: Setup { ply: 1, ..one.setup.clone() }, ..one.clone() });
        for other in others {
            assert!(one.same(&other).is_err(), "{other:?}");
        }
    }

    #[test]
    fn any_ply_is_a_move_or_now_and_then_giving_up() {
        let (start, mut lot) = (game(&[], START), lot());
        let resigned = (0..160).filter(|_| any_ply(&start, &mut lot) == MoveText::Resign).count();
        assert!((1..40).contains(&resigned), "{resigned}");
        let locked = game(&[("leave-goal", "forbidden")], LOCK);
        let passed = (0..160).filter(|_| any_ply(&locked, &mut lot) == MoveText::Pass).count();
        assert!((120..160).contains(&passed), "{passed}");
        let over = game(&[], &format!("{START} ; places=0,1"));
        assert_eq!(any_ply(&over, &mut lot), MoveText::Resign);
    }

    #[test]
    fn two_plies_ahead_are_taken_back() {
        let (mut game, mut lot) = (game(&[], START), lot());
        let (mut again, mut same) = (game.clone(), lot);
        let before = Snapshot::of(&game);
        assert_eq!(undo_restores(&mut game, &mut lot), Ok(()));
        assert_eq!(before.same(&Snapshot::of(&game)), Ok(()));
        for _ in 0..AHEAD {
            again.act(any_ply(&again, &mut same)).unwrap();
        }
        assert!(!again.over());
        assert_eq!(lot.below(usize::MAX), same.below(usize::MAX), "as many were drawn");
    }
}
