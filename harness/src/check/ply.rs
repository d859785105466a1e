//! What must hold of every ply: that marbles move as they may, and turns go round.

use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{NoMove, Seat};
use engine::star::HoleSet;

use super::hops::Hops;
use super::{Findings, Held, Invariant, Laws, Memory, Standings, Turn};

/// Asks everything about a ply itself that is asked after each. `memory` must have taken the turn in.
#[inline]
pub fn check(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>, found: &mut Findings) {
    if !is_plain(turn) {
        found.ask(Invariant::MarblesConserved, || marbles_conserved(laws, memory, turn));
        found.ask(Invariant::OneMarbleMoves, || one_marble_moves(laws, turn));
    }
    match turn.what {
        MoveText::Move(mv) => {
            found.ask(Invariant::MoveShape, || move_shape(laws, turn, mv));
            found.ask(Invariant::HopClass, || hop_class(laws, mv));
            found.ask(Invariant::ForeignPointsKept, || foreign_points_kept(laws, turn.seat, mv));
            found.ask(Invariant::GoalKept, || goal_kept(laws, turn.seat, mv));
            found.ask(Invariant::NoHandWin, || no_hand_win(laws, memory, turn));
        }
        MoveText::Pass => found.ask(Invariant::PassForced, || pass_forced(laws, memory, turn)),
        MoveText::Resign => {}
    }
    found.ask(Invariant::PlyCount, || ply_count(turn));
    found.ask(Invariant::TurnOrder, || turn_order(laws, memory, turn));
    found.ask(Invariant::KeyKept, || laws.keys.kept(turn));
}

/// Whether a turn is the common case: a move, one hole of the mover emptied and one filled as it
/// says, the rest as it was.
#[inline]
fn is_plain(turn: &Turn<'_>) -> bool {
    let MoveText::Move(mv) = turn.what else { return false };
    let mut expected = turn.before.marbles;
    let moved = HoleSet::of(mv.from()) | HoleSet::of(mv.to());
    let left = expected[turn.seat].contains(mv.from());
    expected[turn.seat] ^= moved;
    left && expected == turn.after.marbles && !expected[turn.seat].contains(mv.from())
}

/// Each seat has as many marbles as at the start.
pub fn marbles_conserved(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    for seat in laws.seats() {
        let (got, takes) = (turn.after.marbles[seat].len(), memory.marbles[seat]);
        if got != takes {
            return Err(format!("seat {seat} has {got} marbles in place of {takes}"));
        }
    }
    Ok(())
}

/// A move empties one hole and fills one, of the mover; anything else changes none.
pub fn one_marble_moves(laws: &Laws<'_>, turn: &Turn<'_>) -> Held {
    for seat in laws.seats() {
        let (before, after) = (turn.before.marbles[seat], turn.after.marbles[seat]);
        let mut expected = before;
        if let MoveText::Move(mv) = turn.what
            && seat == turn.seat
        {
            expected.remove(mv.from());
            expected.insert(mv.to());
        }
        if after != expected {
            return Err(format!(
                "marbles of seat {seat}: {} left, {} came, other than the move says",
                names(laws, expected - after),
                names(laws, after - expected),
            ));
        }
    }
    Ok(())
}

/// A move is a step, or a chain whose first and last hop are open.
#[inline]
pub fn move_shape(laws: &Laws<'_>, turn: &Turn<'_>, mv: Move) -> Held {
    let (occupied, own) = (turn.before.occupied(), turn.before.marbles[turn.seat]);
    let why = if !own.contains(mv.from()) {
        "no marble of the mover is there"
    } else if occupied.contains(mv.to()) {
        "its end is taken"
    } else if laws.terrain.adjoin(mv.from(), mv.to()) {
        return Ok(());
    } else {
        let hops = Hops::of(laws, turn.seat, occupied, own, mv.from());
        if !hops.lead_from(mv.from()) {
            "it is no step, and no hop leads out"
        } else if !hops.lead_from(mv.to()) {
            "it is no step, and no hop leads in"
        } else {
            return Ok(());
        }
    };
    Err(format!("{}: {why}", text(laws, mv)))
}

/// A chain keeps its class.
#[inline]
pub fn hop_class(laws: &Laws<'_>, mv: Move) -> Held {
    let terrain = &laws.terrain;
    let same = terrain.class(mv.from()) == terrain.class(mv.to());
    if same || terrain.adjoin(mv.from(), mv.to()) {
        return Ok(());
    }
    Err(format!("{} is no step and changes the hop class", text(laws, mv)))
}

/// No move ends in a foreign point.
#[inline]
pub fn foreign_points_kept(laws: &Laws<'_>, seat: Seat, mv: Move) -> Held {
    if laws.terrain.foreign(seat).contains(mv.to()) {
        return Err(format!("{} of seat {seat} ends in a point of others", text(laws, mv)));
    }
    Ok(())
}

/// A move from the goal stays in it.
#[inline]
pub fn goal_kept(laws: &Laws<'_>, seat: Seat, mv: Move) -> Held {
    let goal = laws.terrain.goal(seat);
    if goal.contains(mv.from()) && !goal.contains(mv.to()) {
        return Err(format!("{} of seat {seat} leaves its goal", text(laws, mv)));
    }
    Ok(())
}

/// No rival is home after a move that was not before it.
pub fn no_hand_win(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    let before = turn.before.occupied();
    for rival in laws.seats().filter(|&rival| rival != turn.seat) {
        if laws.is_home(turn.after, turn.occupied, memory.natives, rival)
            && !laws.is_home(turn.before, before, memory.natives, rival)
        {
            return Err(format!("seat {} brought seat {rival} home", turn.seat));
        }
    }
    Ok(())
}

/// A pass is of a seat without a move, under rules with passes.
pub fn pass_forced(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    if laws.rules().no_move != NoMove::Pass {
        return Err(format!("seat {} passed, where nobody passes", turn.seat));
    }
    if !laws.stuck(turn.before, memory.natives, turn.seat) {
        return Err(format!("seat {} passed and has a move", turn.seat));
    }
    Ok(())
}

/// One ply a turn.
#[inline]
pub fn ply_count(turn: &Turn<'_>) -> Held {
    let (before, after) = (turn.before.ply, turn.after.ply);
    if after == before + 1 { Ok(()) } else { Err(format!("ply {after} came after {before}")) }
}

/// The turn goes to the next seat that races, over none but those that may be skipped.
#[inline]
pub fn turn_order(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    let Turn { seat, after, .. } = *turn;
    if turn.before.turn != seat {
        return Err(format!(
            "seat {seat} played when it was the turn of seat {}",
            turn.before.turn
        ));
    }
    let next = seat.after(laws.seat_count());
    let all_race = after.standings == Standings::RACING && after.turn == next;
    if all_race || after.end.is_some() {
        return Ok(());
    }
    if !after.races(after.turn) || after.turn.index() >= laws.seat_count() {
        return Err(format!("the turn is seat {}'s, which is done", after.turn));
    }
    let mut next = next;
    while next != after.turn {
        let skipped =
            || laws.rules().no_move == NoMove::Skip && laws.stuck(after, memory.natives, next);
        if after.races(next) && !skipped() {
            return Err(format!(
                "after seat {seat} the turn is seat {}'s in place of seat {next}'s",
                after.turn
            ));
        }
        next = next.after(laws.seat_count());
    }
    Ok(())
}

pub(super) fn names(laws: &Laws<'_>, holes: HoleSet) -> String {
    if holes.is_empty() { "none".to_string() } else { laws.board().star().names(holes) }
}

pub(super) fn text(laws: &Laws<'_>, mv: Move) -> String {
    laws.board().star().move_text(mv)
}

pub(super) fn said(laws: &Laws<'_>, what: MoveText) -> String {
    match what {
        MoveText::Move(mv) => text(laws, mv),
        MoveText::Pass => "a pass".to_string(),
        MoveText::Resign => "resigning".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{START, Shown, breaks};
    use engine::star::Hole;

    /// On the 13-hole star with three seats: a1 to e1, d4 to b1, d1 to b4.
    const THREE: &str = "0/[4]/[3]/2[2]1/[1] 0 3 1";

    fn turn_is_plain(shown: &Shown) -> bool {
        is_plain(&Turn::new(&shown.before, shown.seat, shown.what, &shown.after))
    }

    #[test]
    fn a_plain_turn_moves_one_marble_of_the_mover() {
        let shown = Shown::new(&[], START, "d1-e5");
        assert!(turn_is_plain(&shown));
        assert_eq!(
            one_marble_moves(
                shown.laws,
                &Turn::new(&shown.before, shown.seat, shown.what, &shown.after)
            ),
            Ok(())
        );
        let mut other = Shown::new(&[], START, "d1-e5");
        other.after.marbles.0[1] = HoleSet::EMPTY;
        assert!(!turn_is_plain(&other));
        // A marble that never left.
        let mut twice = Shown::new(&[], START, "d1-e5");
        twice.after.marbles = twice.before.marbles;
        twice.after.marbles.0[0] |= HoleSet::of(Hole::new(0).unwrap());
        assert!(!turn_is_plain(&twice));
        assert!(!turn_is_plain(&Shown::new(&[], START, "resign")));
    }

    #[test]
    fn marbles_are_named() {
        let mut shown = Shown::new(&[], START, "d1-e5");
        let (laws, star) = (shown.laws, shown.laws.board().star());
        shown.after.marbles.0[1].remove(star.hole_named("q1").unwrap());
        let turn = Turn::new(&shown.before, shown.seat, shown.what, &shown.after);
        let told = one_marble_moves(laws, &turn).unwrap_err();
        assert_eq!(told, "marbles of seat 1: q1 left, none came, other than the move says");
        let MoveText::Move(mv) = shown.what else { panic!("it is a move") };
        assert_eq!(text(laws, mv), "d1-e5");
        let texts = [MoveText::Pass, MoveText::Resign, shown.what].map(|what| said(laws, what));
        assert_eq!(texts, ["a pass", "resigning", "d1-e5"]);
    }

    #[test]
    fn turns_go_over_those_that_are_done_or_skipped_alone() {
        let order = |axes: &[(&str, &str)], text: &str, what: &str, turn: usize| {
            let shown = Shown::new(axes, text, what);
            !shown.accused(|shown| shown.after.turn = Seat::ALL[turn]).contains(&"turn-order")
        };
        for no_move in ["pass", "skip"] {
            let axes = [("no-move", no_move)];
            assert!(order(&axes, THREE, "a1-b2", 1));
            assert!(!order(&axes, THREE, "a1-b2", 2), "seat 1 could have moved");
            let resigned = format!("{THREE} ; places=0,r,0");
            assert!(order(&axes, &resigned, "a1-b2", 2));
            assert!(!order(&axes, &resigned, "a1-b2", 1), "seat 1 is out");
        }
        // Seats 1 and 2 are in their goals and may not leave them.
        let stuck = "[1]/1[2]2/0[2]/[4]/[1] 0 3 1";
        for (no_move, turn) in [("skip", 0), ("pass", 1)] {
            let axes = [("leave-goal", "forbidden"), ("win-tested", "mover"), ("no-move", no_move)];
            assert_eq!(breaks(&axes, stuck, "c1-d2"), [""; 0], "{no_move}");
            assert_eq!(order(&axes, stuck, "c1-d2", 0), turn == 0, "{no_move}");
        }
        assert_eq!(breaks(&[], "[1]/[4]/[3]/[1]0[2]/[1] 0 1 1", "d2-e1"), [""; 0]);
    }
}
