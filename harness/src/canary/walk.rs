//! A plain move generator to break: marbles walk from hole to hole, with every part open to change.

use engine::Position;
use engine::moves::Move;
use engine::rules::{Board, ForeignPoints, HandWin, Hops, LeaveGoal, Over, Seat};
use engine::star::{Direction, Hole, HoleSet, Point};

use super::flaw::{Flaw, Now, Told};

/// How marbles walk; [`Walk::RIGHT`] is as they should.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// Where a direction leads: six as the engine counts them.
    pub next: fn(&Board, Hole, usize) -> Option<Hole>,
    /// How many directions there are.
    pub directions: usize,
    /// Where a hop in a direction lands.
    pub hop: fn(&Ground<'_>, Hole, usize) -> Option<Hole>,
    /// Hops of a chain, at most.
    pub most_hops: usize,
    /// Whether the hole that the marble left counts as empty.
    pub lifts: bool,
    /// Whether a chain may end with a step.
    pub step_after_hops: bool,
    /// Whether a chain may begin with a step.
    pub hops_after_step: bool,
}

/// What a marble walks on.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The board.
    pub board: &'a Board,
    /// How it walks.
    pub walk: &'a Walk,
    /// The holes that count as taken.
    pub occupied: HoleSet,
    /// Marbles that may be hopped over.
    pub pivots: HoleSet,
    /// How far off they may be.
    pub reach: usize,
}

/// Where a direction leads on the star as it is.
pub(super) fn next(board: &Board, hole: Hole, direction: usize) -> Option<Hole> {
    board.star().next(hole, *Direction::ALL.get(direction)?)
}

impl Ground<'_> {
    /// The next hole in a direction.
    pub fn next(&self, hole: Hole, direction: usize) -> Option<Hole> {
        (self.walk.next)(self.board, hole, direction)
    }

    /// The hole so many steps on.
    pub fn ahead(&self, hole: Hole, direction: usize, steps: usize) -> Option<Hole> {
        (0..steps).try_fold(hole, |at, _| self.next(at, direction))
    }

    /// Whether a hole is empty.
    pub fn free(&self, hole: Hole) -> bool {
        !self.occupied.contains(hole)
    }

    /// The first marble in a direction, if it is near enough and may be hopped over, and how far
    /// off it is.
    pub fn pivot(&self, from: Hole, direction: usize) -> Option<(Hole, usize)> {
        let mut at = from;
        for distance in 1..=self.reach {
            at = self.next(at, direction)?;
            if !self.free(at) {
                return self.pivots.contains(at).then_some((at, distance));
            }
        }
        None
    }

    /// A hop as it should be.
    pub fn right_hop(&self, from: Hole, direction: usize) -> Option<Hole> {
        let (pivot, distance) = self.pivot(from, direction)?;
        (0..distance)
            .try_fold(pivot, |at, _| self.next(at, direction).filter(|&landing| self.free(landing)))
    }
}

/// The holes of points that are neither the start nor the goal of a seat.
fn foreign(board: &Board, seat: Seat) -> HoleSet {
    let start = board.start_point(seat);
    let others =
        Point::ALL.into_iter().filter(|&point| point != start && point != start.opposite());
    others.fold(HoleSet::EMPTY, |all, point| all | board.star().point(point))
}

impl Walk {
    /// As the rules have it.
    pub const RIGHT: Self = Self {
        next,
        directions: 6,
        hop: |ground, from, direction| ground.right_hop(from, direction),
        most_hops: usize::MAX,
        lifts: true,
        step_after_hops: false,
        hops_after_step: false,
    };

    /// The ground for a marble of the seat to move that starts from a hole.
    pub fn ground<'a>(&'a self, board: &'a Board, position: &Position, from: Hole) -> Ground<'a> {
        let (rules, seat) = (board.rules(), position.turn());
        let mut occupied = position.occupied();
        if self.lifts {
            occupied.remove(from);
        }
        let pivots = match rules.over {
            Over::Any => occupied,
            Over::Others => occupied - position.marbles(seat),
        };
        let reach = if rules.hops == Hops::Long { 6 } else { 1 };
        Ground { board, walk: self, occupied, pivots, reach }
    }

    /// Where chains from `from` come to that go on from the holes of `edge`.
    pub fn chains(&self, ground: &Ground<'_>, seat: Seat, edge: HoleSet) -> HoleSet {
        let board = ground.board;
        let closed = match board.rules().foreign_points {
            ForeignPoints::Private => foreign(board, seat),
            ForeignPoints::Free | ForeignPoints::NoStop => HoleSet::EMPTY,
        };
        let (mut reached, mut edge) = (HoleSet::EMPTY, edge);
        let mut hops = 0;
        while !edge.is_empty() && hops < self.most_hops {
            let lands = edge.into_iter().flat_map(|at| {
                (0..self.directions).filter_map(move |direction| (self.hop)(ground, at, direction))
            });
            edge = lands.collect::<HoleSet>() - reached - closed;
            reached |= edge;
            hops += 1;
        }
        reached
    }

    /// Where a marble of the seat to move may go.
    pub fn ends(&self, board: &Board, position: &Position, from: Hole) -> HoleSet {
        let seat = position.turn();
        let ground = self.ground(board, position, from);
        let around = |hole| {
            let next = (0..self.directions).filter_map(move |at| (self.next)(board, hole, at));
            next.collect::<HoleSet>() - ground.occupied
        };
        let steps = around(from);
        let mut chains = self.chains(&ground, seat, HoleSet::of(from));
        if self.hops_after_step {
            chains |= self.chains(&ground, seat, steps);
        }
        let mut ends = steps | chains;
        if self.step_after_hops {
            ends = chains.into_iter().fold(ends, |ends, hole| ends | around(hole));
        }
        ends.remove(from);
        if board.rules().foreign_points != ForeignPoints::Free {
            ends = ends - foreign(board, seat);
        }
        if board.rules().leave_goal == LeaveGoal::Forbidden && board.goal(seat).contains(from) {
            ends &= board.goal(seat);
        }
        ends
    }

    /// The moves of the seat to move.
    pub fn moves(&self, board: &Board, position: &Position) -> Vec<(Hole, Hole)> {
        let own = position.marbles(position.turn()).into_iter();
        let moves = own.flat_map(|from| {
            self.ends(board, position, from).into_iter().map(move |to| (from, to))
        });
        let hands = board.rules().hand_win == HandWin::Illegal;
        moves.filter(|&(from, to)| !hands || !hands_win(board, position, from, to)).collect()
    }
}

/// Whether a move makes a rival's goal complete.
fn hands_win(board: &Board, position: &Position, from: Hole, to: Hole) -> bool {
    let seat = position.turn();
    let Some(mv) = Move::new(from, to).filter(|mv| !position.occupied().contains(mv.to())) else {
        return false;
    };
    let mut after = *position;
    board.apply(&mut after, mv);
    let mut rivals = board.seats().filter(|&rival| rival != seat);
    rivals.any(|rival| board.complete(&after, rival) && !board.complete(position, rival))
}

/// Lists the moves of a walk.
pub(super) struct Walks(pub(super) Walk);

impl Flaw for Walks {
    fn moves(&mut self, now: &Now<'_>, right: Vec<(Hole, Hole)>) -> Told<Vec<(Hole, Hole)>> {
        Ok(if now.game.over() { right } else { self.0.moves(now.board(), now.position()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canary::flight::accused;

    #[test]
    fn a_right_walk_is_not_accused() {
        assert_eq!(accused(&|| Box::new(Walks(Walk::RIGHT)), 3, 48), None);
    }
}
