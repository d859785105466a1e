//! What must hold after every ply: cheap, and without a word in common with what it checks.

use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{AfterWin, ForeignPoints, Hops, NoMove, Over, Seat, WinTested};
use engine::star::{Hole, HoleSet};
use engine::{End, Standing};

use super::memory::newcomers;
use super::{Findings, Held, Invariant, Laws, Memory, Turn, View};

/// Longest hop over a marble: lines have at most 13 holes.
const LONG: usize = 6;

/// Asks everything that is asked after every ply. `memory` must have taken the turn in.
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
    found.ask(Invariant::WinDeclared, || win_declared(laws, memory, turn));
    if turn.before.standing != turn.after.standing || turn.what == MoveText::Resign {
        found.ask(Invariant::StandingKept, || standing_kept(laws, memory, turn));
        found.ask(Invariant::HomeOrder, || home_order(laws, turn));
        found.ask(Invariant::WinnerVacated, || winner_vacated(laws, turn));
        found.ask(Invariant::AllOwnInGoal, || all_own_in_goal(laws, turn));
        found.ask(Invariant::NoWinBeforePly30, || no_win_before_ply_30(laws, memory, turn));
    }
    found.ask(Invariant::Winner, || winner(laws, turn));
    found.ask(Invariant::KeyKept, || laws.keys.kept(turn));
    ending(laws, memory, turn, found);
}

/// Whether a turn is the common case: a move, one hole of the mover emptied and one filled as it
/// says, the rest as it was.
#[inline]
fn is_plain(turn: &Turn<'_>) -> bool {
    let MoveText::Move(mv) = turn.what else { return false };
    let mut expected = turn.before.marbles;
    let moved = HoleSet::of(mv.from()) | HoleSet::of(mv.to());
    let own = expected[turn.seat];
    expected[turn.seat] ^= moved;
    own.contains(mv.from()) && !own.contains(mv.to()) && expected == turn.after.marbles
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
    let (terrain, rules) = (&laws.terrain, laws.rules());
    let occupied = turn.before.occupied();
    let own = turn.before.marbles[turn.seat];
    let why = if !own.contains(mv.from()) {
        "no marble of the mover is there"
    } else if occupied.contains(mv.to()) {
        "its end is taken"
    } else if terrain.adjoin(mv.from(), mv.to()) {
        return Ok(());
    } else {
        // What hopped counts as gone from where it stood.
        let lifted = occupied - HoleSet::of(mv.from());
        let pivots = if rules.over == Over::Others { lifted - own } else { lifted };
        let reach = if rules.hops == Hops::Long { LONG } else { 1 };
        let closed = match rules.foreign_points {
            ForeignPoints::Private => terrain.foreign(turn.seat) - HoleSet::of(mv.from()),
            _ => HoleSet::EMPTY,
        };
        let open = |at: Hole| {
            (0..6).any(|direction| {
                let landing = terrain.hop(lifted, pivots, at, direction, reach);
                landing.is_some_and(|landing| !closed.contains(landing))
            })
        };
        // Hops go both ways, so the last one is a hop from the end.
        if !open(mv.from()) {
            "it is no step, and no hop leads out"
        } else if !open(mv.to()) {
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
    let (before, after) = (turn.before.occupied(), turn.after.occupied());
    for rival in laws.seats().filter(|&rival| rival != turn.seat) {
        if laws.is_home(turn.after, after, memory.natives, rival)
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
        return Err(format!("seat {seat} played when it was the turn of seat {}", turn.before.turn));
    }
    if after.end.is_some() {
        return Ok(());
    }
    if !after.races(after.turn) || after.turn.index() >= laws.seat_count() {
        return Err(format!("the turn is seat {}'s, which is done", after.turn));
    }
    let mut next = seat.after(laws.seat_count());
    while next != after.turn {
        let skipped = || {
            laws.rules().no_move == NoMove::Skip && laws.stuck(after, memory.natives, next)
        };
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

/// Nobody's standing changes but of seats that race, which come home, resign, or may lose.
pub fn standing_kept(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    let Turn { before, seat: mover, what, after } = *turn;
    let last_out = laws.seats().filter_map(|seat| out(before, seat)).max().unwrap_or(0);
    for seat in laws.seats() {
        let resigned = seat == mover && what == MoveText::Resign;
        let lost = || {
            laws.rules().no_move == NoMove::Lose && laws.stuck(after, memory.natives, seat)
        };
        let holds = match (before.standing[seat], after.standing[seat]) {
            (Standing::Racing, Standing::Out(order)) => order > last_out && (resigned || lost()),
            (Standing::Racing, _) => !resigned,
            (before, after) => before == after,
        };
        if !holds {
            return Err(format!(
                "seat {seat} went from {:?} to {:?}",
                before.standing[seat], after.standing[seat]
            ));
        }
    }
    Ok(())
}

fn out(view: &View, seat: Seat) -> Option<u8> {
    match view.standing[seat] {
        Standing::Out(order) => Some(order),
        _ => None,
    }
}

/// Those and only those are declared home that are.
#[inline]
pub fn win_declared(laws: &Laws<'_>, memory: &Memory, turn: &Turn<'_>) -> Held {
    let Turn { before, seat: mover, what, after } = *turn;
    let moved = matches!(what, MoveText::Move(_));
    let occupied = after.occupied();
    for seat in laws.seats().filter(|&seat| before.races(seat)) {
        let tested = moved && (laws.rules().win_tested == WinTested::All || seat == mover);
        let home = tested && laws.is_home(after, occupied, memory.natives, seat);
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
        if turn.after.standing[seat] != Standing::Home(place) {
            return Err(format!(
                "seat {seat} came home with {:?} in place of {place}",
                turn.after.standing[seat]
            ));
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
    let mut seats = laws.seats();
    let expected = match after.end {
        Some(End::NoMove | End::Resigned | End::Forfeit) => seats
            .clone()
            .find(|&seat| after.standing[seat] == Standing::Home(1))
            .or_else(|| seats.find(|&seat| after.races(seat))),
        _ => seats.find(|&seat| after.standing[seat] == Standing::Home(1)),
    };
    if after.winner == expected {
        return Ok(());
    }
    let name = |seat: Option<Seat>| seat.map_or("nobody".to_string(), |seat| format!("seat {seat}"));
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
    let Turn { before, what, after, .. } = *turn;
    let rules = laws.rules();
    let racing = laws.seats().filter(|&seat| after.races(seat)).count();
    let alone = racing <= usize::from(laws.seat_count() > 1);
    if before.standing != after.standing {
        let came = newcomers(laws, turn).next().is_some();
        if came && rules.after_win == AfterWin::Stop || alone {
            let gone =
                if what == MoveText::Resign { End::Resigned } else { End::NoMove };
            return Some(memory.first_home.unwrap_or(gone));
        }
    }
    match rules.no_move {
        NoMove::Pass if memory.passes >= racing && !matches!(what, MoveText::Move(_)) => {
            return Some(End::Deadlock);
        }
        NoMove::Skip if after.end == Some(End::Deadlock) => {
            let mut racing = laws.seats().filter(|&seat| after.races(seat));
            if racing.all(|seat| laws.stuck(after, memory.natives, seat)) {
                return Some(End::Deadlock);
            }
        }
        _ => {}
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

pub(super) fn names(laws: &Laws<'_>, holes: HoleSet) -> String {
    if holes.is_empty() { "none".to_string() } else { laws.board().star().names(holes) }
}

pub(super) fn text(laws: &Laws<'_>, mv: Move) -> String {
    laws.board().star().move_text(mv)
}

fn said(laws: &Laws<'_>, what: MoveText) -> String {
    match what {
        MoveText::Move(mv) => text(laws, mv),
        MoveText::Pass => "a pass".to_string(),
        MoveText::Resign => "resigning".to_string(),
    }
}
