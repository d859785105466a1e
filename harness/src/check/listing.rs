//! Costly checks of the legal moves: against the slow generator, turned boards, shown paths.

use engine::Position;
use engine::moves::{Move, reference};
use engine::rules::{ForeignPoints, Hops, Over, Seat};
use engine::star::{Hole, HoleSet};

use super::laws::Symmetry;
use super::ply::text;
use super::sample::Lot;
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
        counted(listed.len(), fast.len(), !board.can_move(position))
    });
    if let Some(mv) = played {
        found.ask(Invariant::MoveListed, || move_listed(laws, mv, &slow));
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
            let marbles = |seat| position.marbles(seat);
            path_shown(
                laws,
                position.turn(),
                position.occupied(),
                marbles(position.turn()),
                mv,
                path.holes(),
            )
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
pub fn counted(listed: usize, counted: usize, stuck: bool) -> Held {
    if listed != counted {
        return Err(format!("{listed} moves are listed and {counted} counted"));
    }
    if stuck != (listed == 0) {
        let can = if stuck { "none can be made" } else { "some can be made" };
        return Err(format!("{listed} moves are listed, and it is said that {can}"));
    }
    Ok(())
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
pub fn path_shown(
    laws: &Laws<'_>,
    seat: Seat,
    occupied: HoleSet,
    own: HoleSet,
    mv: Move,
    path: &[Hole],
) -> Held {
    let (terrain, rules) = (&laws.terrain, laws.rules());
    let wrong = |why: &str| {
        let names: Vec<String> = path.iter().map(|&hole| laws.board().star().name(hole)).collect();
        Err(format!("{} is shown as {}: {why}", text(laws, mv), names.join(" ")))
    };
    if path.first() != Some(&mv.from()) || path.last() != Some(&mv.to()) {
        return wrong("other ends");
    }
    if terrain.adjoin(mv.from(), mv.to()) {
        return if path.len() == 2 { Ok(()) } else { wrong("a step is one") };
    }
    let lifted = occupied - HoleSet::of(mv.from());
    let pivots = if rules.over == Over::Others { lifted - own } else { lifted };
    let reach = if rules.hops == Hops::Long { terrain.holes().len() } else { 1 };
    let closed = match rules.foreign_points {
        ForeignPoints::Private => terrain.foreign(seat),
        _ => HoleSet::EMPTY,
    };
    let hops = |at: Hole| -> HoleSet {
        let landings =
            (0..6).filter_map(|direction| terrain.hop(lifted, pivots, at, direction, reach));
        landings.collect::<HoleSet>() - closed
    };
    if path.windows(2).any(|hop| !hops(hop[0]).contains(hop[1])) {
        return wrong("a hop is not open");
    }
    // Ring by ring, until the end is reached.
    let (mut reached, mut ring) = (HoleSet::of(mv.from()), HoleSet::of(mv.from()));
    let mut fewest = 0;
    while !reached.contains(mv.to()) && !ring.is_empty() {
        ring = ring.into_iter().fold(HoleSet::EMPTY, |next, at| next | hops(at)) - reached;
        reached |= ring;
        fewest += 1;
    }
    if path.len() - 1 == fewest { Ok(()) } else { wrong(&format!("{fewest} hops would do")) }
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
