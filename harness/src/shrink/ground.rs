//! The star as marbles travel it, every seat helping: how many plies bring a marble somewhere.

use engine::Position;
use engine::moves::Move;
use engine::rules::{Board, Hops, Seat};
use engine::star::{Direction, Hole, HoleSet, MAX_HOLES, Star};

/// Nothing is further away than this.
const FAR: u8 = 60;

/// Stands for the pivot of a step.
const STEP: usize = MAX_HOLES;

/// A step, or a hop over a pivot; both go both ways.
#[derive(Clone, Copy)]
struct Arc {
    /// The number of the pivot; [`STEP`] for none.
    pivot: u8,
    landing: u8,
    /// What else must be empty on the way.
    between: HoleSet,
}

/// A board and, for one position at a time, what its holes cost.
///
/// On its way a marble pays a ply for each hole that somebody has to fill under a hop of it (two if
/// nobody could with the next move), one for each marble that somebody has to take out of its way,
/// and one for each step, which ends a move of its own.
pub(super) struct Ground<'b> {
    board: &'b Board,
    arcs: Vec<Vec<Arc>>,
    /// Hops by pivot: from, and the rest.
    over: Vec<Vec<(u8, Arc)>>,
    /// Holes by cost, empty between searches.
    queue: Vec<Vec<u8>>,
    occupied: HoleSet,
    /// What it costs to have a marble there, by hole; of a step, at [`STEP`].
    under: [u8; MAX_HOLES + 1],
    /// What it costs to have no marble there, by hole.
    in_the_way: [u8; MAX_HOLES],
}

/// How a marble of a seat may get to one of some holes.
pub(super) struct Ways {
    seat: Seat,
    targets: HoleSet,
    /// The cost of the best way, its last move included; 0 when it is there.
    best: u8,
    /// What it costs to stand there, by hole.
    to: [u8; MAX_HOLES],
    /// What it costs to go on from there, by hole.
    on: [u8; MAX_HOLES],
}

impl<'b> Ground<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        let star = board.star();
        let reach = match board.rules().hops {
            Hops::Adjacent => 1,
            Hops::Long => 6,
        };
        let mut arcs = vec![Vec::new(); star.len()];
        let mut over = vec![Vec::new(); star.len()];
        for hole in star.holes() {
            let steps = star.neighbours(hole).into_iter().map(|next| Arc {
                pivot: STEP as u8,
                landing: next.index() as u8,
                between: HoleSet::EMPTY,
            });
            arcs[hole.index()].extend(steps);
            for direction in Direction::ALL {
                let hops = (1..=reach).map_while(|distance| hop(star, hole, direction, distance));
                for arc in hops {
                    arcs[hole.index()].push(arc);
                    over[usize::from(arc.pivot)].push((hole.index() as u8, arc));
                }
            }
        }
        Self {
            board,
            arcs,
            over,
            queue: vec![Vec::new(); usize::from(FAR)],
            occupied: HoleSet::EMPTY,
            under: [0; MAX_HOLES + 1],
            in_the_way: [0; MAX_HOLES],
        }
    }

    /// Takes in a position.
    pub(super) fn look(&mut self, position: &Position) {
        self.occupied = position.occupied();
        self.under = [2; MAX_HOLES + 1];
        self.under[STEP] = 1;
        self.in_the_way = [0; MAX_HOLES];
        for seat in position.seats() {
            for marble in self.board.moves_of(position, seat).marbles() {
                marble.ends().into_iter().for_each(|hole| self.under[hole.index()] = 1);
            }
        }
        for hole in self.occupied {
            self.under[hole.index()] = 0;
            self.in_the_way[hole.index()] = 1;
        }
    }

    /// The ways from one of `own` marbles of `seat` to one of `targets`, of which the `dear` cost a
    /// ply more.
    pub(super) fn ways(
        &mut self,
        seat: Seat,
        own: HoleSet,
        targets: HoleSet,
        dear: HoleSet,
    ) -> Ways {
        let toll = |hole| u8::from(dear.contains(hole));
        let on = self.spread(targets, toll, true);
        let to = self.spread(own, |_| 0, false);
        let there = (own & targets).into_iter().map(toll).min();
        let best = || own.into_iter().map(|hole| on[hole.index()] + 1).min().unwrap_or(FAR);
        Ways { seat, targets, best: there.unwrap_or_else(best), to, on }
    }

    /// The least cost of each hole from some of them; `back` goes against the marble's way, and who
    /// comes into a hole pays for it.
    fn spread(&mut self, from: HoleSet, toll: impl Fn(Hole) -> u8, back: bool) -> [u8; MAX_HOLES] {
        let mut costs = [FAR; MAX_HOLES];
        self.queue.iter_mut().for_each(Vec::clear);
        for hole in from {
            costs[hole.index()] = toll(hole);
            self.queue[usize::from(toll(hole))].push(hole.index() as u8);
        }
        for at in 0..FAR {
            while let Some(hole) = self.queue[usize::from(at)].pop() {
                let hole = usize::from(hole);
                if costs[hole] != at {
                    continue;
                }
                let leaving = if back { self.in_the_way[hole] } else { 0 };
                for arc in &self.arcs[hole] {
                    let landing = usize::from(arc.landing);
                    let entering = if back { 0 } else { self.in_the_way[landing] };
                    let cost = at + leaving + self.under[usize::from(arc.pivot)] + entering;
                    if cost < costs[landing] {
                        let cost = cost + (arc.between & self.occupied).len() as u8;
                        if cost < costs[landing] {
                            costs[landing] = cost;
                            self.queue[usize::from(cost)].push(arc.landing);
                        }
                    }
                }
            }
        }
        costs
    }
}

impl Ways {
    /// What is left once `seat` has made a move in the position that was looked at, by what the move
    /// opens up; what it spoils shows when the next position is looked at.
    pub(super) fn after(&self, ground: &Ground<'_>, seat: Seat, mv: Move) -> u8 {
        let (from, to) = (mv.from().index(), mv.to().index());
        let mut best = self.best;
        if seat == self.seat {
            let there = self.targets.contains(mv.to());
            best = best.min(if there { self.on[to] } else { self.on[to] + 1 });
        }
        // The hole that it left is in nobody's way any more, and the one it came to can be hopped over.
        if self.to[from] > 0 {
            best = best.min(self.to[from] + self.on[from]);
        }
        for &(at, arc) in &ground.over[to] {
            let (at, landing) = (usize::from(at), usize::from(arc.landing));
            let between = (arc.between & ground.occupied).len() as u8;
            let way = self.to[at] + between + ground.in_the_way[landing] + self.on[landing];
            best = best.min(way + 1);
        }
        best
    }

    /// The cost of the best way.
    pub(super) fn best(&self) -> u8 {
        self.best
    }
}

/// The hop from `hole` over the hole `distance` away; none if it leads off the star.
fn hop(star: &Star, hole: Hole, direction: Direction, distance: usize) -> Option<Arc> {
    let mut between = HoleSet::EMPTY;
    let (mut at, mut pivot) = (hole, hole);
    for walked in 1..=2 * distance {
        at = star.next(at, direction)?;
        if walked == distance {
            pivot = at;
        } else if walked < 2 * distance {
            between.insert(at);
        }
    }
    Some(Arc { pivot: pivot.index() as u8, landing: at.index() as u8, between })
}
