//! The legal moves, fast: every marble's chains flooded side by side in hop lanes.

use super::{Move, MoveKind};
use crate::position::Position;
use crate::rules::{Board, HandWin, Hops, Seat};
use crate::star::lanes::{self, Edges, Lanes, MAX_DISTANCE};
use crate::star::{Hole, HoleSet, Star};

/// Most marbles a seat can have.
const MAX_MARBLES: usize = 15;

/// Where one marble can go.
#[derive(Clone, Copy)]
pub struct MarbleMoves {
    star: &'static Star,
    from: Hole,
    steps: HoleSet,
    /// Ends of chains, in the lane of the marble's class.
    chains: u64,
}

impl MarbleMoves {
    /// The hole it stands in.
    #[inline]
    pub fn from(&self) -> Hole {
        self.from
    }

    /// Where it can step.
    #[inline]
    pub fn steps(&self) -> HoleSet {
        self.steps
    }

    /// Where its chains can end.
    #[inline]
    pub fn chains(&self) -> HoleSet {
        self.star.lane_holes(self.star.class(self.from), self.chains)
    }

    #[inline]
    pub(crate) fn chain_bits(&self) -> u64 {
        self.chains
    }

    /// Calls `each` with every end of its chains, lowest first.
    #[inline(always)]
    pub(crate) fn for_each_chain(&self, mut each: impl FnMut(Hole)) {
        let holes = self.star.lane(self.star.class(self.from));
        let mut chains = self.chains;
        while chains != 0 {
            each(Hole::at(usize::from(holes[chains.trailing_zeros() as usize])));
            chains &= chains - 1;
        }
    }

    /// Where its moves can end: steps and chains never end in the same hole, as a hop keeps the
    /// class and a step leaves it.
    #[inline]
    pub fn ends(&self) -> HoleSet {
        self.steps | self.chains()
    }

    /// Number of its moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.steps.len() + self.chains.count_ones() as usize
    }

    /// Whether it is stuck.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.chains == 0
    }
}

/// The legal moves of one seat, by marble; listed by hole, then by destination.
#[derive(Clone)]
pub struct Moves {
    marbles: [MarbleMoves; MAX_MARBLES],
    count: usize,
}

impl Moves {
    /// No moves.
    pub fn none() -> Self {
        Self::stuck(Star::full(), HoleSet::EMPTY)
    }

    #[inline]
    fn stuck(star: &'static Star, own: HoleSet) -> Self {
        let nothing = MarbleMoves { star, from: Hole::at(0), steps: HoleSet::EMPTY, chains: 0 };
        let mut moves = Self { marbles: [nothing; MAX_MARBLES], count: 0 };
        for from in own {
            moves.marbles[moves.count].from = from;
            moves.count += 1;
        }
        moves
    }

    /// The seat's marbles, by hole, with where each can go.
    #[inline]
    pub fn marbles(&self) -> &[MarbleMoves] {
        &self.marbles[..self.count]
    }

    /// Number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.marbles().iter().map(MarbleMoves::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.marbles().iter().all(MarbleMoves::is_empty)
    }

    /// Every move, by hole, then by destination.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.marbles()
            .iter()
            .flat_map(|marble| marble.ends().into_iter().map(|to| Move::between(marble.from, to)))
    }

    /// The move with `n` before it in that order.
    #[inline]
    pub fn nth(&self, mut n: usize) -> Option<Move> {
        for marble in self.marbles() {
            let len = marble.len();
            if n < len {
                return marble.ends().nth(n).map(|to| Move::between(marble.from, to));
            }
            n -= len;
        }
        None
    }

    /// Whether `mv` is among them.
    pub fn contains(&self, mv: Move) -> bool {
        let marble = self.marbles().iter().find(|marble| marble.from == mv.from());
        marble.is_some_and(|marble| marble.ends().contains(mv.to()))
    }
}

impl core::fmt::Debug for Moves {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Board {
    /// The legal moves of the seat to move. A position offers them whether or not a seat is home.
    #[inline]
    pub fn moves(&self, position: &Position) -> Moves {
        self.moves_of(position, position.turn())
    }

    /// The legal moves that `seat` would have, were it to move.
    #[inline]
    pub fn moves_of(&self, position: &Position, seat: Seat) -> Moves {
        let mut moves = Moves::stuck(self.star(), position.marbles(seat));
        match (self.rules().hops, moves.count) {
            (Hops::Adjacent, 0..=10) => self.short_moves::<10>(position, seat, &mut moves),
            (Hops::Adjacent, _) => self.short_moves::<MAX_MARBLES>(position, seat, &mut moves),
            (Hops::Long, _) => self.long_moves(position, seat, &mut moves),
        }
        if self.rules().hand_win == HandWin::Illegal {
            self.drop_hand_wins(position, seat, &mut moves);
        }
        moves
    }

    #[inline]
    fn short_moves<const N: usize>(&self, position: &Position, seat: Seat, moves: &mut Moves) {
        let pivots = self.pivots(position, seat);
        let class_edges: [Edges<1>; 4] = core::array::from_fn(|class| {
            lanes::edges(position.lanes(), &pivots, self.star().edges(class), class)
        });
        let landing = self.free(position, seat);
        let (mut from, mut edges, mut reach) = ([0; N], [[0; N]; 3], [0; N]);
        for (marble, moves) in moves.marbles().iter().enumerate() {
            let lane = self.star().lane_bit(moves.from);
            let class = usize::from(lane.class);
            from[marble] = lane.word();
            reach[marble] = landing[class];
            for axis in 0..3 {
                edges[axis][marble] = class_edges[class][axis][0];
            }
        }
        lanes::flood_all(&from, &edges, &mut reach);
        for (marble, &reach) in moves.marbles[..moves.count].iter_mut().zip(&reach) {
            self.finish(position, seat, marble, reach);
        }
    }

    fn long_moves(&self, position: &Position, seat: Seat, moves: &mut Moves) {
        let landing = self.free(position, seat);
        for marble in &mut moves.marbles[..moves.count] {
            let reach = self.chains::<MAX_DISTANCE>(position, seat, marble.from, &landing);
            self.finish(position, seat, marble, reach);
        }
    }

    /// Where chains may touch down at this moment.
    #[inline]
    fn free(&self, position: &Position, seat: Seat) -> Lanes {
        let mut free = *self.landing(seat);
        for (free, occupied) in free.iter_mut().zip(position.lanes()) {
            *free &= !occupied;
        }
        free
    }

    /// Where the chains of the marble in `from`, itself lifted, can touch down.
    #[inline(always)]
    fn chains<const D: usize>(
        &self,
        position: &Position,
        seat: Seat,
        from: Hole,
        free: &Lanes,
    ) -> u64 {
        let lane = self.star().lane_bit(from);
        let class = usize::from(lane.class);
        let (mut occupied, mut pivots) = (*position.lanes(), self.pivots(position, seat));
        occupied[class] &= !lane.word();
        pivots[class] &= !lane.word();
        let edges = lanes::edges::<D>(&occupied, &pivots, self.star().edges(class), class);
        lanes::flood(lane.word(), &edges, free[class])
    }

    /// Keeps the touch-downs that may be the end of a move, and adds the steps.
    #[inline]
    fn finish(&self, position: &Position, seat: Seat, marble: &mut MarbleMoves, reach: u64) {
        let (ends, lane_ends) = self.ends(seat, marble.from);
        marble.chains = reach & lane_ends[self.star().class(marble.from)];
        marble.steps = (self.star().neighbours(marble.from) & ends) - position.occupied();
    }

    /// Where a marble of `seat` in `from` can go in one move, whatever it hands to rivals.
    pub(crate) fn reach_of(&self, position: &Position, seat: Seat, from: Hole) -> HoleSet {
        let free = self.free(position, seat);
        let chains = match self.rules().hops {
            Hops::Adjacent => self.chains::<1>(position, seat, from, &free),
            Hops::Long => self.chains::<MAX_DISTANCE>(position, seat, from, &free),
        };
        let mut marble = MarbleMoves { star: self.star(), from, steps: HoleSet::EMPTY, chains: 0 };
        self.finish(position, seat, &mut marble, chains);
        marble.ends()
    }

    /// Whether the seat to move may play `mv`.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let seat = position.turn();
        position.marbles(seat).contains(mv.from())
            && self.reach_of(position, seat, mv.from()).contains(mv.to())
            && (self.rules().hand_win == HandWin::Allowed || !self.hands_win(position, seat, mv))
    }

    /// Whether the seat to move has a legal move.
    pub fn can_move(&self, position: &Position) -> bool {
        // Nearly always some marble can step; the whole list is for when none can.
        let seat = position.turn();
        let steps =
            |from| (self.star().neighbours(from) & self.ends(seat, from).0) - position.occupied();
        let free_to_step = self.rules().hand_win == HandWin::Allowed
            && position.marbles(seat).into_iter().any(|from| !steps(from).is_empty());
        free_to_step || !self.moves(position).is_empty()
    }

    /// How `mv` goes, if it is a legal shape: to a neighbour it is a step.
    pub fn kind(&self, mv: Move) -> MoveKind {
        if self.star().neighbours(mv.from()).contains(mv.to()) {
            MoveKind::Step
        } else {
            MoveKind::Chain
        }
    }

    /// Whether `mv` makes the goal of a rival of `seat` complete that was not.
    fn hands_win(&self, position: &Position, seat: Seat, mv: Move) -> bool {
        let mut after = *position;
        after.set_turn(seat);
        self.apply(&mut after, mv);
        self.seats().any(|rival| {
            rival != seat && self.complete(&after, rival) && !self.complete(position, rival)
        })
    }

    fn drop_hand_wins(&self, position: &Position, seat: Seat, moves: &mut Moves) {
        for marble in &mut moves.marbles[..moves.count] {
            for to in marble.ends() {
                if self.hands_win(position, seat, Move::between(marble.from, to)) {
                    marble.steps.remove(to);
                    let lane = self.star().lane_bit(to);
                    if usize::from(lane.class) == self.star().class(marble.from) {
                        marble.chains &= !lane.word();
                    }
                }
            }
        }
    }
}
