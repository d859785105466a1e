//! The legal moves, fast: every marble's chains flooded side by side in hop lanes.

use super::{Move, MoveKind};
use crate::position::{MAX_MARBLES, Position};
use crate::rules::{Board, HandWin, Hops, Seat};
use crate::star::lanes::{Edges, Flood, Lanes, MAX_DISTANCE, Sight};
use crate::star::{Hole, HoleSet, Star};

/// Where one marble can go.
#[derive(Clone, Copy, Debug)]
pub struct MarbleMoves {
    star: &'static Star,
    from: Hole,
    steps: u64,
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
        self.star.neighbours(self.from).unfold(self.steps)
    }

    /// Where its chains can end.
    #[inline]
    pub fn chains(&self) -> HoleSet {
        self.star.lane_holes(self.star.class(self.from), self.chains)
    }

    /// Calls `each` with every hole that it can step into, of `holes`, folded.
    #[inline(always)]
    pub(crate) fn for_each_step(&self, holes: u64, mut each: impl FnMut(Hole)) {
        let mut steps = self.steps & holes;
        let base = self.star.first_neighbour(self.from);
        while steps != 0 {
            // The bit is the number modulo 64, and all neighbours are within 64 of the first.
            let bit = steps.trailing_zeros();
            each(Hole::at((base + (bit.wrapping_sub(base) & 63)) as usize));
            steps &= steps - 1;
        }
    }

    /// Where its chains can end, in the lane of its class.
    #[inline(always)]
    pub(crate) fn chain_lane(&self) -> u64 {
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
        self.steps() | self.chains()
    }

    /// Number of its moves.
    #[inline]
    pub fn len(&self) -> usize {
        (self.steps.count_ones() + self.chains.count_ones()) as usize
    }

    /// Whether it is stuck.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.steps | self.chains == 0
    }
}

/// The legal moves of one seat, by marble; listed by hole, then by destination.
#[derive(Clone)]
pub struct Moves {
    star: &'static Star,
    count: usize,
    from: [Hole; MAX_MARBLES],
    /// Where each marble can step: the two words of a hole set, one over the other. The neighbours
    /// of a hole lie within 27 numbers, so no two share a bit.
    steps: [u64; MAX_MARBLES],
    /// Where chains of each marble can end, in the lane of its class.
    chains: [u64; MAX_MARBLES],
}

impl Moves {
    /// No moves.
    pub fn none() -> Self {
        Self::stuck(Star::full(), HoleSet::EMPTY)
    }

    #[inline(always)]
    fn stuck(star: &'static Star, own: HoleSet) -> Self {
        let mut moves = Self {
            star,
            count: 0,
            from: [Hole::at(0); MAX_MARBLES],
            steps: [0; MAX_MARBLES],
            chains: [0; MAX_MARBLES],
        };
        for from in own {
            moves.from[moves.count] = from;
            moves.count += 1;
        }
        moves
    }

    #[inline]
    fn marble(&self, marble: usize) -> MarbleMoves {
        MarbleMoves {
            star: self.star,
            from: self.from[marble],
            steps: self.steps[marble],
            chains: self.chains[marble],
        }
    }

    /// The seat's marbles, by hole, with where each can go.
    #[inline]
    pub fn marbles(&self) -> impl ExactSizeIterator<Item = MarbleMoves> + '_ {
        (0..self.count).map(|marble| self.marble(marble))
    }

    /// Number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        // One count of all bits, side by side in vector code: every marble adds to eight sums of a
        // byte each, which hold 15 marbles' 16 at most.
        const LOW_FOURS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let mut sums = 0_u64;
        for marble in 0..MAX_MARBLES {
            let steps = ones_in_fours(self.steps[marble]);
            let fours = steps.wrapping_add(ones_in_fours(self.chains[marble]));
            let (low, high) = (fours & LOW_FOURS, fours >> 4 & LOW_FOURS);
            sums = sums.wrapping_add(low).wrapping_add(high);
        }
        let pairs = (sums & 0x00ff_00ff_00ff_00ff) + ((sums >> 8) & 0x00ff_00ff_00ff_00ff);
        (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.marbles().all(|marble| marble.is_empty())
    }

    /// Every move, by hole, then by destination.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.marbles().flat_map(|marble| {
            marble.ends().into_iter().map(move |to| Move::between(marble.from, to))
        })
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

    fn drop(&mut self, marble: usize, to: Hole) {
        let (from, lane) = (self.from[marble], self.star.lane_bit(to));
        if usize::from(lane.class) == self.star.class(from) {
            self.chains[marble] &= !lane.word();
        } else {
            self.steps[marble] &= !HoleSet::of(to).folded();
        }
    }

    /// Whether `mv` is among them.
    pub fn contains(&self, mv: Move) -> bool {
        let marble = self.marbles().find(|marble| marble.from == mv.from());
        marble.is_some_and(|marble| marble.ends().contains(mv.to()))
    }
}

/// Bits set in each four bits of a word.
#[inline(always)]
const fn ones_in_fours(word: u64) -> u64 {
    // Sums that cannot overflow, and say so: a check would keep the compiler from vector code.
    let pairs = word.wrapping_sub((word >> 1) & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333).wrapping_add((pairs >> 2) & 0x3333_3333_3333_3333)
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
        let few = position.marbles(seat).len() <= 10;
        let mut moves = match (self.rules().hops, few) {
            (Hops::Adjacent, true) => self.flooded::<1, 10>(position, seat),
            (Hops::Adjacent, false) => self.flooded::<1, MAX_MARBLES>(position, seat),
            (Hops::Long, true) => self.flooded::<MAX_DISTANCE, 10>(position, seat),
            (Hops::Long, false) => self.flooded::<MAX_DISTANCE, MAX_MARBLES>(position, seat),
        };
        if self.rules().hand_win == HandWin::Illegal {
            self.drop_hand_wins(position, seat, &mut moves);
        }
        moves
    }

    /// The moves of at most `N` marbles, hops going as far as distance `D`: short hops are long
    /// ones that end at 1.
    #[inline(always)]
    fn flooded<const D: usize, const N: usize>(&self, position: &Position, seat: Seat) -> Moves {
        let mut moves = Moves::stuck(self.star(), position.marbles(seat));
        let (occupied, pivots) = (position.lanes(), self.pivots(position, seat));
        let sight = [
            Sight::new::<D>(occupied, &pivots, 0),
            Sight::new::<D>(occupied, &pivots, 1),
            Sight::new::<D>(occupied, &pivots, 2),
            Sight::new::<D>(occupied, &pivots, 3),
        ];
        // Nothing stands in its own way at distance 1, so there a class shares its edges.
        let shared: [Edges<D>; 4] = core::array::from_fn(|class| {
            if D == 1 { sight[class].edges(self.star().edges(class), 0) } else { [[0; D]; 3] }
        });
        let landing = self.free(position, seat);
        let mut flood = Flood::<D, N>::new();
        for marble in 0..moves.count.min(N) {
            let lane = self.star().lane_bit(moves.from[marble]);
            let class = usize::from(lane.class);
            if D == 1 {
                flood.add(marble, lane.word(), landing[class], &shared[class]);
            } else {
                let edges = sight[class].edges(self.star().edges(class), lane.word());
                flood.add(marble, lane.word(), landing[class], &edges);
            }
        }
        for (marble, &reach) in flood.reach().iter().enumerate().take(moves.count) {
            self.finish(position, seat, &mut moves, marble, reach);
        }
        moves
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

    /// Where the chains of the marble in `from` can touch down.
    #[inline(always)]
    fn chains<const D: usize>(&self, position: &Position, seat: Seat, from: Hole) -> u64 {
        let lane = self.star().lane_bit(from);
        let class = usize::from(lane.class);
        let sight = Sight::new::<D>(position.lanes(), &self.pivots(position, seat), class);
        let edges = sight.edges::<D>(self.star().edges(class), lane.word());
        let mut flood = Flood::<D, 1>::new();
        flood.add(0, lane.word(), self.free(position, seat)[class], &edges);
        flood.reach()[0]
    }

    /// Keeps the touch-downs that may be the end of a move, and adds the steps.
    #[inline(always)]
    fn finish(
        &self,
        position: &Position,
        seat: Seat,
        moves: &mut Moves,
        marble: usize,
        reach: u64,
    ) {
        let from = moves.from[marble];
        let (ends, lane_ends) = self.ends(seat, from);
        moves.chains[marble] = reach & lane_ends[self.star().class(from)];
        moves.steps[marble] =
            ((self.star().neighbours(from) & ends) - position.occupied()).folded();
    }

    /// Where a marble of `seat` in `from` can go in one move, whatever it hands to rivals.
    pub(crate) fn reach_of(&self, position: &Position, seat: Seat, from: Hole) -> HoleSet {
        let chains = match self.rules().hops {
            Hops::Adjacent => self.chains::<1>(position, seat, from),
            Hops::Long => self.chains::<MAX_DISTANCE>(position, seat, from),
        };
        let mut moves = Moves::stuck(self.star(), HoleSet::of(from));
        self.finish(position, seat, &mut moves, 0, chains);
        moves.marble(0).ends()
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
        for marble in 0..moves.count {
            let from = moves.from[marble];
            for to in moves.marble(marble).ends() {
                if self.hands_win(position, seat, Move::between(from, to)) {
                    moves.drop(marble, to);
                }
            }
        }
    }
}
