//! Costly checks of the legal moves: against the slow generator, turned boards, shown paths.

use engine::moves::{Move, reference};
use engine::rules::{ForeignPoints, Seat};
use engine::star::Hole;
use engine::{Position, coach};

use super::hops::Hops;
use super::laws::Symmetry;
use super::ply::text;
use super::sample::Lot;
use super::verdict;
use super::{Findings, Held, Invariant, Laws};

/// Asks everything about the moves of a position with somebody to move.
///
/// `played` is the move that was made in it, if one was.
pub fn check(
    laws: &Laws<'_>,
    position: &Position,
    played: Option<Move>,
    lot: &mut Lot,
    found: &mut Findings,
) {
    let board = laws.board();
    let slow = reference::legal(board, position);
    let fast = board.moves(position);
    let listed: Vec<Move> = fast.iter().collect();
    found.ask(Invariant::LegalSet, || {
        same_moves(laws, &listed, &slow)?;
        counted(&listed, fast.len(), !board.can_move(position))?;
        let n = lot.below(listed.len() + 1);
        numbered(laws, &listed, n, fast.nth(n))
    });
    if let Some(mv) = played {
        found.ask(Invariant::MoveListed, || move_listed(laws, mv, &slow));
        found.ask(Invariant::CoachProof, || match coach::verdict(board, position, mv) {
            Some(verdict) => verdict::proved(laws, position, &slow, mv, verdict),
            None => Err(format!("there is no verdict on {}", text(laws, mv))),
        });
    }
    if !laws.symmetries.is_empty() {
        found.ask(Invariant::Symmetry, || {
            let symmetry = &laws.symmetries[lot.below(laws.symmetries.len())];
            let turned = turned(laws, position, symmetry);
            let there: Vec<Move> = board.moves(&turned).iter().collect();
            moves_turned(laws, symmetry, &listed, &there)
        });
    }
    if let Some(mv) = played.or_else(|| slow.get(lot.below(slow.len().max(1))).copied()) {
        found.ask(Invariant::PathShown, || {
            let path = board.path(position, mv).ok_or(format!("{} has no path", text(laws, mv)))?;
            path_shown(laws, position, mv, path.holes())
        });
        found.ask(Invariant::MoveBack, || {
            let mut after = *position;
            board.apply(&mut after, mv);
            move_back(laws, position.turn(), mv, |back| board.is_legal(&after, back))
        });
    }
}

/// Two lists hold the same moves in the same order.
pub fn same_moves(laws: &Laws<'_>, fast: &[Move], slow: &[Move]) -> Held {
    if fast == slow {
        return Ok(());
    }
    let texts = |moves: &[Move], without: &[Move]| {
        let only = moves.iter().filter(|mv| !without.contains(mv));
        let texts: Vec<String> = only.take(5).map(|&mv| text(laws, mv)).collect();
        if texts.is_empty() { "none".to_string() } else { texts.join(" ") }
    };
    Err(format!(
        "{} moves are listed in place of {}: {} too many, {} missing",
        fast.len(),
        slow.len(),
        texts(fast, slow),
        texts(slow, fast)
    ))
}

/// The number of moves agrees wherever it is told.
pub fn counted(listed: &[Move], counted: usize, stuck: bool) -> Held {
    let listed = listed.len();
    if listed != counted {
        return Err(format!("{listed} moves are listed and {counted} counted"));
    }
    if stuck != (listed == 0) {
        let can = if stuck { "none can be made" } else { "some can be made" };
        return Err(format!("{listed} moves are listed, and it is said that {can}"));
    }
    Ok(())
}

/// A move that is asked for by its number is the one of that number in the list.
pub fn numbered(laws: &Laws<'_>, listed: &[Move], n: usize, said: Option<Move>) -> Held {
    let takes = listed.get(n).copied();
    if said == takes {
        return Ok(());
    }
    let name = |mv: Option<Move>| mv.map_or("none".to_string(), |mv| text(laws, mv));
    Err(format!("move {n} is said to be {} in place of {}", name(said), name(takes)))
}

/// What was played is one of the slow generator's moves.
pub fn move_listed(laws: &Laws<'_>, mv: Move, slow: &[Move]) -> Held {
    if slow.contains(&mv) { Ok(()) } else { Err(format!("{} is not legal", text(laws, mv))) }
}

/// `position`, turned.
fn turned(laws: &Laws<'_>, position: &Position, symmetry: &Symmetry) -> Position {
    let mut turned = laws.board().empty();
    for seat in laws.seats() {
        for hole in symmetry.holes(position.marbles(seat)) {
            turned.put(symmetry.seat(seat), hole);
        }
    }
    turned.set_turn(symmetry.seat(position.turn()));
    turned.set_natives(position.natives().map(|natives| symmetry.holes(natives)));
    turned
}

/// The moves of a turned position are the moves, turned.
pub fn moves_turned(laws: &Laws<'_>, symmetry: &Symmetry, here: &[Move], there: &[Move]) -> Held {
    let mut expected: Vec<Move> = here
        .iter()
        .filter_map(|mv| Move::new(symmetry.hole(mv.from()), symmetry.hole(mv.to())))
        .collect();
    expected.sort_unstable();
    same_moves(laws, there, &expected).map_err(|message| format!("on the turned board {message}"))
}

/// A path is a step, or a shortest chain of open hops over the marbles that stand there.
pub fn path_shown(laws: &Laws<'_>, position: &Position, mv: Move, path: &[Hole]) -> Held {
    let wrong = |why: &str| {
        let names: Vec<String> = path.iter().map(|&hole| laws.board().star().name(hole)).collect();
        Err(format!("{} is shown as {}: {why}", text(laws, mv), names.join(" ")))
    };
    if path.first() != Some(&mv.from()) || path.last() != Some(&mv.to()) {
        return wrong("other ends");
    }
    if laws.terrain.adjoin(mv.from(), mv.to()) {
        return if path.len() == 2 { Ok(()) } else { wrong("a step is one") };
    }
    let hops = Hops::in_position(laws, position, mv.from());
    if path.windows(2).any(|hop| !hops.from(hop[0]).contains(hop[1])) {
        return wrong("a hop is not open");
    }
    match hops.fewest(mv.to()) {
        Some(fewest) if fewest == path.len() - 1 => Ok(()),
        fewest => wrong(&format!("{} hops would do", fewest.unwrap_or(0))),
    }
}

/// The same marble may move back, as `may` says, if it came from a hole that moves may end in.
pub fn move_back(laws: &Laws<'_>, seat: Seat, mv: Move, may: impl FnOnce(Move) -> bool) -> Held {
    let restricted = laws.rules().foreign_points != ForeignPoints::Free
        && laws.terrain.foreign(seat).contains(mv.from());
    if restricted || may(mv.reversed()) {
        return Ok(());
    }
    Err(format!("{} cannot be taken back", text(laws, mv)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::sample::{Level, Sample};
    use crate::check::tests::{LOCK, START, laws, mv};

    fn accused(axes: &[(&str, &str)], text: &str, played: Option<&str>) -> Vec<&'static str> {
        let (laws, setup) = laws(axes, text);
        let mut found = Findings::new(laws.invariants());
        for number in 0..20 {
            let mut lot = Sample::new(Level::All, number, 1).looks(1).unwrap();
            let played = played.map(|text| mv(laws, text));
            check(laws, &setup.position, played, &mut lot, &mut found);
        }
        found.list().iter().map(|violation| violation.invariant).collect()
    }

    #[test]
    fn what_was_played_is_looked_for_in_the_list() {
        assert_eq!(accused(&[], START, Some("d1-e5")), [""; 0]);
        let wrong = ["move-listed", "coach-proof", "path-shown", "move-back"];
        assert_eq!(accused(&[], START, Some("a1-e5")), wrong);
    }

    #[test]
    fn no_moves_and_no_symmetries_are_no_trouble() {
        assert_eq!(accused(&[("leave-goal", "forbidden")], LOCK, None), [""; 0]);
        let (laws, _) = laws(&[("layout", "0,1,3")], "0/[4]/[3]/[4]/[1] 0 3 1");
        let start = laws.board().start().to_string();
        assert_eq!(accused(&[("layout", "0,1,3")], &start, None), [""; 0]);
    }

    #[test]
    fn moves_too_many_and_missing_are_told() {
        let (laws, setup) = laws(&[], START);
        let slow = reference::legal(laws.board(), &setup.position);
        let message = same_moves(laws, &slow[1..], &slow).unwrap_err();
        let only = text(laws, slow[0]);
        let says = format!("13 moves are listed in place of 14: none too many, {only} missing");
        assert_eq!(message, says);
    }

    /// From a point that no move may end in there is no way back, and none is asked for.
    #[test]
    fn a_move_back_is_asked_for_where_moves_may_end() {
        for (foreign, from, held) in [
            ("free", "e1", false),
            ("no-stop", "e1", true),
            ("no-stop", "e5", false),
            ("private", "e1", true),
        ] {
            let (laws, _) = laws(&[("foreign-points", foreign)], START);
            let out = mv(laws, &format!("{from}-i5"));
            let back = move_back(laws, Seat::ALL[0], out, |_| false);
            assert_eq!(back.is_ok(), held, "{foreign} {from}");
        }
    }
}
