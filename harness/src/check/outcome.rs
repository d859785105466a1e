//! What must hold of who is home, who has won, and how a game ends.

use engine::notation::MoveText;
use engine::rules::{AfterWin, NoMove, Seat, WinTested};
use engine::{End, Standing};

use super::memory::newcomers;
use super::ply::{names, said};
use super::{Findings, Held, Invariant, Laws, Memory, Turn, View};

/// Asks everything about the outcome that is asked after every ply. `memory` must have taken the
/// turn in.
#[inline]
pub fn check(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>, found: &mut Findings) {
    found.ask(Invariant::WinDeclared, || win_declared(laws, memory, turn));
    if turn.standings_changed || turn.what == MoveText::Resign {
        found.ask(Invariant::StandingKept, || standing_kept(laws, memory, turn));
        found.ask(Invariant::HomeOrder, || home_order(laws, turn));
        found.ask(Invariant::WinnerVacated, || winner_vacated(laws, turn));
        found.ask(Invariant::AllOwnInGoal, || all_own_in_goal(laws, turn));
        found.ask(Invariant::NoWinBeforePly30, || no_win_before_ply_30(laws, memory, turn));
    }
    found.ask(Invariant::Winner, || winner(laws, turn));
    ending(laws, memory, turn, found);
}

/// Nobody's standing changes but of seats that race, which come home, resign, or may lose.
pub fn standing_kept(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    let Turn { before, seat: mover, what, after, .. } = *turn;
    let last_out = laws.seats().filter_map(|seat| out(before, seat)).max().unwrap_or(0);
    for seat in laws.seats() {
        let resigned = seat == mover && what == MoveText::Resign;
        let lost =
            || laws.rules().no_move == NoMove::Lose && laws.stuck(after, memory.natives, seat);
        let (was, is) = (before.standings.of(seat), after.standings.of(seat));
        let holds = match (was, is) {
            (Standing::Racing, Standing::Out(order)) => order > last_out && (resigned || lost()),
            (Standing::Racing, _) => !resigned,
            _ => was == is,
        };
        if !holds {
            return Err(format!("seat {seat} went from {was:?} to {is:?}"));
        }
    }
    Ok(())
}

fn out(view: &View, seat: Seat) -> Option<u8> {
    match view.standings.of(seat) {
        Standing::Out(order) => Some(order),
        _ => None,
    }
}

/// Those and only those are declared home that are.
#[inline]
pub fn win_declared(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    let Turn { before, seat: mover, what, after, .. } = *turn;
    // Nobody is home whose goal has an empty hole, and nearly always every goal has one.
    if !turn.standings_changed && !laws.terrain.any_goal_full(turn.occupied) {
        return Ok(());
    }
    let moved = matches!(what, MoveText::Move(_));
    for seat in laws.seats().filter(|&seat| before.races(seat)) {
        let tested = moved && (laws.rules().win_tested == WinTested::All || seat == mover);
        let home = tested && laws.is_home(after, turn.occupied, memory.natives, seat);
        if home != after.is_home(seat) {
            return Err(if home {
                format!("seat {seat} is home and is not declared so")
            } else {
                format!("seat {seat} is declared home and is not")
            });
        }
    }
    Ok(())
}

/// Those that come home together take the next places, the mover first, then clockwise.
pub fn home_order(laws: &Laws<'_>, turn: &Turn<'_>) -> Held {
    let home = laws.seats().filter(|&seat| turn.before.is_home(seat)).count() as u8;
    for (place, seat) in (home + 1..).zip(newcomers(laws, turn)) {
        let standing = turn.after.standings.of(seat);
        if standing != Standing::Home(place) {
            return Err(format!("seat {seat} came home with {standing:?} in place of {place}"));
        }
    }
    Ok(())
}

/// Whoever comes home has left its own home.
pub fn winner_vacated(laws: &Laws<'_>, turn: &Turn<'_>) -> Held {
    for seat in newcomers(laws, turn) {
        let left = turn.after.marbles[seat] & laws.terrain.home(seat);
        if !left.is_empty() {
            return Err(format!(
                "seat {seat} came home by {} with {} of its marbles still at its own home, in {}",
                said(laws, turn.what),
                left.len(),
                names(laws, left)
            ));
        }
    }
    Ok(())
}

/// Whoever comes home under all-own has every marble in its goal.
pub fn all_own_in_goal(laws: &Laws<'_>, turn: &Turn<'_>) -> Held {
    for seat in newcomers(laws, turn) {
        let outside = turn.after.marbles[seat] - laws.terrain.goal(seat);
        if !outside.is_empty() {
            let holes = names(laws, outside);
            return Err(format!("seat {seat} came home with marbles outside its goal, in {holes}"));
        }
    }
    Ok(())
}

/// From the opening no two-seat game is won before ply 30.
pub fn no_win_before_ply_30(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    match newcomers(laws, turn).next() {
        Some(seat) if memory.opening && turn.after.ply < 30 => {
            Err(format!("seat {seat} came home at ply {}", turn.after.ply))
        }
        _ => Ok(()),
    }
}

/// The winner is the first home, or the last that races.
#[inline]
pub fn winner(laws: &Laws<'_>, turn: &Turn<'_>) -> Held {
    let after = turn.after;
    if !turn.standings_changed && after.end.is_none() && after.winner == turn.before.winner {
        return Ok(());
    }
    let first = laws.seats().find(|&seat| after.standings.of(seat) == Standing::Home(1));
    let last = matches!(after.end, Some(End::NoMove | End::Resigned | End::Forfeit));
    let expected = first.or_else(|| laws.seats().find(|&seat| last && after.races(seat)));
    if after.winner == expected {
        return Ok(());
    }
    let name =
        |seat: Option<Seat>| seat.map_or("nobody".to_string(), |seat| format!("seat {seat}"));
    Err(format!("the winner is {}, and {} is declared", name(expected), name(after.winner)))
}

/// Compares how the game stands with what the rules make of it, and blames the invariant concerned.
#[inline]
fn ending(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>, found: &mut Findings) {
    let (said, due) = (turn.after.end, ending_due(laws, memory, turn));
    if said == due {
        found.ask(Invariant::Cap, || cap(memory, turn));
    } else if !excused(laws, memory, said, due) {
        let either = |end| said == Some(end) || due == Some(end);
        let invariant = if either(End::Deadlock) {
            Invariant::Deadlock
        } else if either(End::Cap) {
            Invariant::Cap
        } else if either(End::Repetition) && laws.rules().repetition.is_some() {
            Invariant::Repetition
        } else {
            Invariant::EndReason
        };
        let name = |end: Option<End>| end.map_or("goes on", End::name);
        found.ask(invariant, || {
            Err(format!("the game is said to be '{}' and is '{}'", name(said), name(due)))
        });
    }
}

/// How the rules say that the game has ended, if it has.
#[inline]
pub fn ending_due(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Option<End> {
    let Turn { what, after, .. } = *turn;
    let rules = laws.rules();
    let racing = || laws.seats().filter(|&seat| after.races(seat));
    if turn.standings_changed {
        let came = newcomers(laws, turn).next().is_some();
        let alone = racing().count() < laws.seat_count().min(2);
        if came && rules.after_win == AfterWin::Stop || alone {
            let gone = if what == MoveText::Resign { End::Resigned } else { End::NoMove };
            return Some(memory.first_home.unwrap_or(gone));
        }
    }
    let moved = matches!(what, MoveText::Move(_));
    let deadlock = match rules.no_move {
        NoMove::Pass => !moved && memory.passes >= racing().count(),
        NoMove::Skip if after.end == Some(End::Deadlock) => {
            racing().all(|seat| laws.stuck(after, memory.natives, seat))
        }
        NoMove::Skip | NoMove::Lose => false,
    };
    if deadlock {
        return Some(End::Deadlock);
    }
    if memory.cap > 0 && after.ply >= memory.cap {
        return Some(End::Cap);
    }
    if let Some(times) = rules.repetition
        && memory.times() >= times as usize
    {
        return Some(End::Repetition);
    }
    None
}

/// Whether what is said may stand beside what is due: where the views do not tell the two apart.
#[cold]
fn excused(laws: &Laws<'_>, memory: &Memory, said: Option<End>, due: Option<End>) -> bool {
    let home = |end| matches!(end, Some(End::Home | End::BlockedHome));
    let gone = |end| matches!(end, Some(End::Resigned | End::NoMove | End::Forfeit));
    match said {
        // An external engine's game does not count.
        Some(End::Void) => true,
        // The cap was passed before the checks came in.
        Some(End::Cap) => memory.cap == 0,
        // Who came home before that, and how, is not known.
        _ if memory.home_at_start > 0 && home(said) => home(due) || gone(due),
        // A seat that resigned or forfeited may leave others without a move.
        Some(End::NoMove) => gone(due) && laws.rules().no_move == NoMove::Lose,
        Some(End::Forfeit) => gone(due),
        _ => false,
    }
}

/// No ply passes the cap.
#[inline]
pub fn cap(memory: &Memory, turn: &Turn<'_>) -> Held {
    let ply = turn.after.ply;
    if memory.cap > 0 && ply > memory.cap {
        return Err(format!("ply {ply} is past the cap of {}", memory.cap));
    }
    Ok(())
}

/// A game that is over offers nothing: no move, no turn; and takes nothing, as `takes` says.
pub fn over_offers_nothing(moves: usize, turn: Option<Seat>, takes: bool) -> Held {
    match (moves, turn, takes) {
        (0, None, false) => Ok(()),
        (1.., ..) => Err(format!("{moves} moves are offered")),
        (_, Some(seat), _) => Err(format!("it is the turn of seat {seat}")),
        (.., true) => Err("a ply is taken".to_string()),
    }
}

/// Places rank those home in order, then those that race by distance left, ties sharing the better
/// place, then those that are out, the later first.
pub fn places(laws: &Laws<'_>, view: &View, said: impl Fn(Seat) -> Option<u8>) -> Held {
    // What a seat is ranked by, less is better.
    let rank = |seat| match view.standings.of(seat) {
        Standing::Home(place) => (0, usize::from(place)),
        Standing::Racing => (1, laws.terrain.distance_left(seat, view.marbles[seat])),
        Standing::Out(order) => (2, usize::MAX - usize::from(order)),
    };
    for seat in laws.seats() {
        let ahead = laws.seats().filter(|&rival| rank(rival) < rank(seat)).count() as u8;
        if said(seat) != Some(ahead + 1) {
            return Err(format!(
                "the place of seat {seat} is {:?} in place of {}",
                said(seat),
                ahead + 1
            ));
        }
    }
    Ok(())
}

/// Nobody is home, and nobody is said to be.
pub fn nobody_home(laws: &Laws<'_>, memory: &Memory, view: &View) -> Held {
    let occupied = view.occupied();
    for seat in laws.seats() {
        if laws.is_home(view, occupied, memory.natives, seat) || !view.races(seat) {
            return Err(format!("seat {seat} has won before the first move"));
        }
    }
    match view.winner {
        Some(seat) => Err(format!("seat {seat} is the winner before the first move")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Standings;
    use crate::check::tests::{LOCK, RING, START, Shown, THIN, breaks, laws};

    /// On the 13-hole star with three seats: a1 to e1, d4 to b1, d1 to b4.
    const THREE: &str = "0/[4]/[3]/2[2]1/[1] 0 3 1";

    fn standings(all: [Standing; 3]) -> Standings {
        Standings::new(|seat| all.get(seat.index()).copied().unwrap_or_default())
    }

    #[test]
    fn what_happens_by_the_rules_is_not_accused() {
        let jam = ("leave-goal", "forbidden");
        for (axes, text, what) in [
            (&[("win-tested", "mover")][..], THIN, "m5-n1"),
            // Seats that stand at home come home by moves alone.
            (&[("win", "any-own")], LOCK, "resign"),
            // Two seats lose one after the other for want of a move.
            (
                &[jam, ("no-move", "lose"), ("win-tested", "mover")],
                "[1]/1[1]2[1]/[3]/[4]/0 2 3 1",
                "b3-c3",
            ),
            // Each is in the home of the other, which none has left empty.
            (
                &[jam, ("no-move", "skip"), ("win", "empty-home")],
                "1/[4]/[3]/[1]0[2]/[1] 0 2 1",
                "d2-e1",
            ),
            (&[], &format!("{THREE} ; places=0,0,r"), "resign"),
            (&[("after-win", "places")], "[1]/[1]1[2]/[3]/[1]02[1]/[1] 1 3 1", "b2-b1"),
        ] {
            assert_eq!(breaks(axes, text, what), [""; 0], "{axes:?} {text}");
        }
    }

    #[test]
    fn standings_change_for_a_reason() {
        let kept = |axes: &[(&str, &str)], text: &str, what: &str, before, after| {
            let shown = Shown::new(axes, text, what);
            let accused = shown.accused(|shown| {
                shown.before.standings = standings(before);
                shown.after.standings = standings(after);
            });
            !accused.contains(&"standing-kept")
        };
        let (racing, out) = (Standing::Racing, Standing::Out);
        let before = [racing, racing, out(1)];
        assert!(kept(&[], THREE, "resign", before, [out(2), racing, out(1)]));
        assert!(!kept(&[], THREE, "resign", before, [out(1), racing, out(1)]));
        for no_move in ["pass", "lose"] {
            let axes = [("no-move", no_move)];
            assert!(!kept(&axes, THREE, "a1-b2", [racing; 3], [racing, out(1), racing]));
        }
    }

    #[test]
    fn a_win_is_seen_where_none_is_due_and_where_it_is_not_told() {
        let home = standings([Standing::Home(1), Standing::Racing, Standing::Racing]);
        let accused = Shown::new(&[], RING, "i5-k7").accused(|shown| shown.after.standings = home);
        assert!(accused.contains(&"win-declared"), "{accused:?}");
        let near = "[1]/[1]1[2]/[3]/[1]02[1]/[1] 1 3 1";
        let places = Shown::new(&[("after-win", "places")], near, "b2-b1");
        assert!(places.accused(|shown| shown.after.winner = None).contains(&"winner"));
    }

    #[test]
    fn a_cap_that_was_passed_before_is_none() {
        let shown = Shown::new(&[], START, "d1-e5");
        assert_eq!(shown.accused(|shown| shown.memory.cap = 0), [""; 0]);
    }

    #[test]
    fn ends_are_excused_that_the_views_do_not_tell_apart() {
        use End::{BlockedHome, Cap, Forfeit, Home, NoMove, Resigned, Void};
        for (no_move, cap, at_start, said, due, holds) in [
            ("pass", 9, 0, Some(Void), None, true),
            ("pass", 0, 0, Some(Cap), None, true),
            ("pass", 9, 0, Some(Cap), None, false),
            ("pass", 9, 1, Some(Home), Some(BlockedHome), true),
            ("pass", 9, 1, Some(Home), Some(Resigned), true),
            ("pass", 9, 1, Some(Home), None, false),
            ("pass", 9, 0, Some(Home), Some(BlockedHome), false),
            ("pass", 9, 1, None, Some(Home), false),
            ("lose", 9, 0, Some(NoMove), Some(Resigned), true),
            ("lose", 9, 0, Some(NoMove), None, false),
            ("pass", 9, 0, Some(NoMove), Some(Resigned), false),
            ("pass", 9, 0, Some(Forfeit), Some(NoMove), true),
            ("pass", 9, 0, Some(Forfeit), None, false),
            ("pass", 9, 0, None, Some(Cap), false),
        ] {
            let (laws, _) = laws(&[("no-move", no_move)], START);
            let memory = Memory { cap, home_at_start: at_start, ..Memory::default() };
            assert_eq!(excused(laws, &memory, said, due), holds, "{no_move} {said:?} {due:?}");
        }
    }
}
