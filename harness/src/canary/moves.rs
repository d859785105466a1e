//! Faults in the list of moves.

use engine::moves::Move;
use engine::rules::{ForeignPoints, HandWin, Hops, LeaveGoal, Over};
use engine::star::{Hole, HoleSet};

use super::fault::faults;
use super::flaw::{Flaw, Lists, Now, Plays, Told};
use super::walk::{Ground, Walk, Walks};

faults! { Moves;
    "two-hops-at-most" "Destinations beyond the second hop of a chain are missing."
        [] Engine || Box::new(Walks(Walk { most_hops: 2, ..Walk::RIGHT }));
    "one-hop-at-most" "A chain ends after its first hop."
        [] Engine || Box::new(Walks(Walk { most_hops: 1, ..Walk::RIGHT }));
    "no-chains" "There are steps and no hops."
        [] Engine || Box::new(Walks(Walk { most_hops: 0, ..Walk::RIGHT }));
    "ring-overflows" "A search for chains that marks no hole as visited goes round a ring of marbles until the stack is full."
        [] Apart || Box::new(Ring(|holes| round(holes, holes.first())));
    "ring-hangs" "A search for chains waits for ever for the end of a ring of marbles."
        [] Apart || Box::new(Ring(|_| loop {
            // It sleeps where a real one would spin, to spare the machine.
            std::thread::sleep(std::time::Duration::from_secs(60));
        }));
    "step-after-hop" "A chain may end with a step."
        [] Engine || Box::new(Walks(Walk { step_after_hops: true, ..Walk::RIGHT }));
    "hop-after-step" "A chain may begin with a step."
        [] Engine || Box::new(Walks(Walk { hops_after_step: true, ..Walk::RIGHT }));
    "bent-hop" "A hop whose straight landing is closed lands beside it."
        [] Engine || hops(|ground, from, direction| {
            let straight = ground.right_hop(from, direction);
            straight.or_else(|| {
                let (pivot, distance) = ground.pivot(from, direction)?;
                let bent = ground.ahead(pivot, (direction + 1) % 6, distance)?;
                ground.free(bent).then_some(bent)
            })
        });
    "hop-over-nothing" "A hop needs no marble to go over."
        [] Engine || hops(|ground, from, direction| {
            ground.right_hop(from, direction).or_else(|| {
                let landing = ground.ahead(from, direction, 2)?;
                let open = ground.free(landing) && ground.ahead(from, direction, 1).is_some_and(|at| ground.free(at));
                open.then_some(landing)
            })
        });
    "hop-over-two" "A hop goes over two marbles that stand in line."
        [] Engine || hops(|ground, from, direction| {
            ground.right_hop(from, direction).or_else(|| {
                let ahead = |steps| ground.ahead(from, direction, steps);
                let taken = |steps| ahead(steps).is_some_and(|at| !ground.free(at));
                ahead(3).filter(|&landing| taken(1) && taken(2) && ground.free(landing))
            })
        });
    "landing-on-a-marble" "A hop may land on a marble."
        [] Engine || hops(|ground, from, direction| {
            let (pivot, distance) = ground.pivot(from, direction)?;
            ground.ahead(pivot, direction, distance)
        });
    "step-onto-a-marble" "A step may go onto a rival's marble."
        [] Engine || Box::new(Lists(|now, mut right| {
            let seat = now.position().turn();
            for from in now.own(seat) {
                let rivals = (now.board().star().neighbours(from) & now.occupied()) - now.own(seat);
                right.extend(rivals.into_iter().map(|to| (from, to)));
            }
            right
        }));
    "hops-over-itself" "The hole that the marble left counts as taken, so a marble hops over itself."
        ["hops" = "long"] Engine || Box::new(Walks(Walk { lifts: false, ..Walk::RIGHT }));
    "far-side-unchecked" "A long hop looks at its landing and not at the holes before it."
        ["hops" = "long"] Engine || hops(|ground, from, direction| {
            let (pivot, distance) = ground.pivot(from, direction)?;
            ground.ahead(pivot, direction, distance).filter(|&landing| ground.free(landing))
        });
    "near-side-unchecked" "A long hop goes over the second marble in line as well as over the first."
        ["hops" = "long"] Engine || hops(|ground, from, direction| {
            ground.right_hop(from, direction).or_else(|| {
                let (first, near) = ground.pivot(from, direction)?;
                let (_, further) = ground.pivot(first, direction)?;
                let landing = ground.ahead(first, direction, further + near + further)?;
                ground.free(landing).then_some(landing)
            })
        });
    "off-the-board" "A hop that runs off the end of a row lands in the next row."
        [] Engine || hops(off_the_board);
    "long-off-the-board" "A long hop that runs off the end of a row lands in the next row."
        ["hops" = "long"] Engine || hops(off_the_board);
    "second-marble-goes-on" "A second marble goes on with the chain."
        [] Engine || Box::new(Lists(|now, mut right| {
            let (board, position) = (now.board(), now.position());
            let mut more = Vec::new();
            for &(from, to) in right.iter().take(8) {
                let mut after = *position;
                board.apply(&mut after, Move::new(from, to).expect("a move goes somewhere"));
                for second in now.own(position.turn()) & board.star().neighbours(to) {
                    more.extend(Walk::RIGHT.ends(board, &after, second).into_iter().map(|end| (second, end)));
                }
            }
            more.retain(|&(from, to)| from != to && now.own(position.turn()).contains(from));
            right.extend(more.into_iter().filter(|mv| !now.occupied().contains(mv.1)).take(1));
            right
        }));
    "once-for-each-way" "A destination is listed once for each first hop that leads to it."
        [] Engine || Box::new(Lists(|now, mut right| {
            let (board, position) = (now.board(), now.position());
            for from in now.own(position.turn()) {
                let ground = Walk::RIGHT.ground(board, position, from);
                let mut seen = HoleSet::EMPTY;
                for landing in (0..6).filter_map(|direction| ground.right_hop(from, direction)) {
                    let ends = Walk::RIGHT.chains(&ground, position.turn(), HoleSet::of(landing)) | HoleSet::of(landing);
                    let again: Vec<_> = right.iter().copied().filter(|mv| mv.0 == from && (ends & seen).contains(mv.1)).collect();
                    right.extend(again);
                    seen |= ends;
                }
            }
            right
        }));
    "free-pass" "A chain back to where it began is offered as a move."
        [] Engine || Box::new(Lists(|now, mut right| {
            let hops = |from: Hole| (0..6).any(|direction| {
                Walk::RIGHT.ground(now.board(), now.position(), from).right_hop(from, direction).is_some()
            });
            right.extend(now.own(now.position().turn()).into_iter().filter(|&from| hops(from)).map(|from| (from, from)));
            right
        }));
    "list-of-127" "A list has room for 127 moves, and the rest are lost."
        ["hops" = "long"] Engine || Box::new(Lists(|_, mut right| {
            right.truncate(127);
            right
        }));
    "landings-beyond-sixteen" "A marble's landings beyond the sixteenth are lost."
        ["hops" = "long"] Engine || Box::new(Lists(|_, right| {
            let mut kept: Vec<(Hole, Hole)> = Vec::new();
            for mv in right {
                if kept.iter().filter(|known| known.0 == mv.0).count() < 16 {
                    kept.push(mv);
                }
            }
            kept
        }));
    "only-forward" "No move leads away from the goal."
        [] Engine || Box::new(Lists(|now, mut right| {
            let seat = now.position().turn();
            right.retain(|&(from, to)| now.board().distance(seat, to) <= now.board().distance(seat, from));
            right
        }));
    "rivals-marbles" "The marbles of the next seat may be moved too."
        ["seats" = "2"] Engine || Box::new(Lists(|now, mut right| {
            let rival = now.position().turn().after(2);
            right.extend(now.board().moves_of(now.position(), rival).iter().map(|mv| (mv.from(), mv.to())));
            right
        }));
    "hops-too-far" "Hops are long, where they should be short."
        ["hops" = "adjacent"] Engine || Box::new(Plays(|rules| rules.hops = Hops::Long));
    "hops-too-short" "Hops are short, where they may be long."
        ["hops" = "long"] Engine || Box::new(Plays(|rules| rules.hops = Hops::Adjacent));
    "hops-over-own" "A marble hops over its seat's own, where it should not."
        ["over" = "others"] Engine || Box::new(Plays(|rules| rules.over = Over::Any));
    "own-in-the-way" "A marble does not hop over its seat's own, where it may."
        ["over" = "any"] Engine || Box::new(Plays(|rules| rules.over = Over::Others));
    "stops-in-foreign-points" "A move may end in a foreign point, where it should not."
        ["foreign-points" = "no-stop"] Engine || Box::new(Plays(|rules| rules.foreign_points = ForeignPoints::Free));
    "hops-through-private-points" "A chain may touch down in a foreign point, where it should not."
        ["foreign-points" = "private"] Engine || Box::new(Plays(|rules| rules.foreign_points = ForeignPoints::NoStop));
    "leaves-the-goal" "A marble may leave its goal, where it should not."
        ["leave-goal" = "forbidden"] Engine || Box::new(Plays(|rules| rules.leave_goal = LeaveGoal::Allowed));
    "locked-in-the-goal" "A marble may not leave its goal, where it may."
        ["leave-goal" = "allowed"] Engine || Box::new(Plays(|rules| rules.leave_goal = LeaveGoal::Forbidden));
    "hands-a-win" "A move may make a rival's goal complete, where it should not."
        ["hand-win" = "illegal"] Engine || Box::new(Plays(|rules| rules.hand_win = HandWin::Allowed));
}

fn hops(hop: fn(&Ground<'_>, Hole, usize) -> Option<Hole>) -> Box<dyn Flaw> {
    Box::new(Walks(Walk { hop, ..Walk::RIGHT }))
}

/// Counts on by hole numbers where the row ends: as far beyond the marble as before it.
fn off_the_board(ground: &Ground<'_>, from: Hole, direction: usize) -> Option<Hole> {
    let (pivot, distance) = ground.pivot(from, direction)?;
    if ground.ahead(pivot, direction, distance).is_some() {
        return ground.right_hop(from, direction);
    }
    let landing = (2 * pivot.index()).checked_sub(from.index())?;
    let landing = Hole::new(landing).filter(|hole| hole.index() < ground.board.star().len())?;
    ground.free(landing).then_some(landing)
}

/// What becomes of an engine that comes to a ring of hops, which it is given hole by hole.
struct Ring(fn(HoleSet) -> usize);

impl Flaw for Ring {
    fn moves(&mut self, now: &Now<'_>, right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        if !now.game.over() {
            for from in now.own(now.position().turn()) {
                let ring = ring(now, from);
                if !ring.is_empty() {
                    (self.0)(ring);
                }
            }
        }
        Ok(right)
    }
}

/// Holes that a chain of the marble in `from` can go round, back to `from`, without taking a hop
/// back; empty if there is no such way.
fn ring(now: &Now<'_>, from: Hole) -> HoleSet {
    let ground = Walk::RIGHT.ground(now.board(), now.position(), from);
    let hops = |at: Hole| (0..6).filter_map(move |direction| ground.right_hop(at, direction));
    let firsts: Vec<Hole> = hops(from).collect();
    for &first in &firsts {
        // What is reached from the first landing without touching the start.
        let (mut reached, mut edge) = (HoleSet::of(first), HoleSet::of(first));
        while !edge.is_empty() {
            edge =
                edge.into_iter().flat_map(hops).collect::<HoleSet>() - reached - HoleSet::of(from);
            reached |= edge;
        }
        if firsts.iter().any(|&other| other != first && reached.contains(other)) {
            return reached | HoleSet::of(from);
        }
    }
    HoleSet::EMPTY
}

/// Goes round the holes of a ring, and never marks one.
#[expect(unconditional_recursion, reason = "that is the fault")]
fn round(ring: HoleSet, at: Option<Hole>) -> usize {
    let next = ring.into_iter().find(|&hole| Some(hole) > at).or(ring.first());
    1 + std::hint::black_box(round(ring, next))
}
