//! The legal moves, fast: every marble's chains flooded side by side in hop lanes.

use core::ops::Range;

use super::{Move, MoveKind};
use crate::position::{MAX_MARBLES, Position};
use crate::rules::{Board, HandWin, Hops, Seat};
use crate::star::lanes::{Flood, Lanes, MAX_DISTANCE, ShortFlood, ShortHops, Standing};
use crate::star::{Hole, HoleSet, Star};

/// Marbles that most seats have: with no more, there is less to go through.
const FEW: usize = 10;

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
        self.steps == 0 && self.chains == 0
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
        Self::none_on(Star::full())
    }

    #[inline(always)]
    pub(crate) fn none_on(star: &'static Star) -> Self {
        Self {
            star,
            count: 0,
            from: [Hole::at(0); MAX_MARBLES],
            steps: [0; MAX_MARBLES],
            chains: [0; MAX_MARBLES],
        }
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
        total(&self.ones())
    }

    /// The number of each marble's moves, spread over the bytes of a word.
    #[inline(always)]
    fn ones(&self) -> [u64; MAX_MARBLES] {
        // All bits side by side, in vector code: steps and chains add to 16 in a byte at most.
        const LOW_FOURS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let mut ones = [0; MAX_MARBLES];
        let mut count = |marbles: Range<usize>| {
            for marble in marbles {
                let steps = ones_in_fours(self.steps[marble]);
                let fours = steps.wrapping_add(ones_in_fours(self.chains[marble]));
                ones[marble] = (fours & LOW_FOURS).wrapping_add(fours >> 4 & LOW_FOURS);
            }
        };
        count(0..FEW);
        if self.count > FEW {
            count(FEW..MAX_MARBLES);
        }
        ones
    }

    /// One of the moves: `index` is told how many there are, and says how many come before it.
    ///
    /// The same as asking for [`len`](Self::len) and [`nth`](Self::nth), in less time. None if there
    /// are no moves, or not so many.
    #[inline]
    pub fn pick(&self, index: impl FnOnce(usize) -> usize) -> Option<Move> {
        let ones = self.ones();
        let count = total(&ones);
        if count == 0 {
            return None;
        }
        let n = index(count);
        // Which marble it is can hardly be predicted, so all are asked and nothing branches.
        let (mut marble, mut before, mut sum) = (0, 0, 0);
        let most = if self.count > FEW { MAX_MARBLES } else { FEW };
        for &ones in &ones[..most] {
            sum += in_all(ones);
            let past = sum <= n;
            marble += usize::from(past);
            before = if past { sum } else { before };
        }
        if n >= count {
            return None;
        }
        let marble = self.marble(marble);
        marble.ends().nth(n - before).map(|to| Move::between(marble.from, to))
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

/// What [`Moves::ones`] of all marbles add up to.
#[inline(always)]
fn total(ones: &[u64; MAX_MARBLES]) -> usize {
    // 15 marbles add up to 240 in a byte at most.
    let sums = ones.iter().fold(0_u64, |sums, &ones| sums.wrapping_add(ones));
    let pairs = (sums & 0x00ff_00ff_00ff_00ff) + ((sums >> 8) & 0x00ff_00ff_00ff_00ff);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
}

/// The sum of the bytes of a word, if it is below 256.
#[inline(always)]
const fn in_all(bytes: u64) -> usize {
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
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
        let mut moves = Moves::none_on(self.star());
        self.list(position, seat, &mut moves);
        moves
    }

    /// Fills an empty list with the legal moves that `seat` would have: what is filled where it
    /// stays need not be copied there.
    pub(crate) fn list(&self, position: &Position, seat: Seat, list: &mut Moves) {
        let few = position.marbles(seat).len() <= FEW;
        match (self.rules().hops, few) {
            (Hops::Adjacent, true) => self.short::<FEW>(position, seat, list),
            (Hops::Adjacent, false) => self.short::<MAX_MARBLES>(position, seat, list),
            (Hops::Long, true) => self.long::<FEW>(position, seat, list),
            (Hops::Long, false) => self.long::<MAX_MARBLES>(position, seat, list),
        }
        if self.restricts_ends() {
            self.keep_ends(position, seat, list);
        }
        if self.rules().hand_win == HandWin::Illegal {
            self.drop_hand_wins(position, seat, list);
        }
    }

    /// Lists the moves of at most `N` marbles under short hops.
    #[inline(never)]
    fn short<const N: usize>(&self, position: &Position, seat: Seat, moves: &mut Moves) {
        let (star, landing) = (self.star(), self.free(position, seat));
        let hops = ShortHops::new(star.all_edges(), &self.pivots(position, seat), landing);
        let open = self.stop(seat) - position.occupied();
        let mut flood = ShortFlood::<N>::new();
        for (marble, from) in position.marbles(seat).into_iter().take(N).enumerate() {
            flood.add(marble, star.lane_bit(from), &hops);
            moves.from[marble] = from;
            moves.count = marble + 1;
        }
        // Apart: the flood reads in pairs what was written one by one, which takes a while to settle.
        for marble in 0..moves.count {
            moves.steps[marble] = (star.neighbours(moves.from[marble]) & open).folded();
        }
        moves.chains[..N].copy_from_slice(&flood.reach());
    }

    /// Lists the moves of at most `N` marbles under long hops.
    #[inline(always)]
    fn long<const N: usize>(&self, position: &Position, seat: Seat, moves: &mut Moves) {
        let star = self.star();
        let (occupied, pivots) = (position.lanes(), self.pivots(position, seat));
        let standing: [Standing<MAX_DISTANCE>; 4] = [
            Standing::new(0, star.edges(0), occupied, &pivots),
            Standing::new(1, star.edges(1), occupied, &pivots),
            Standing::new(2, star.edges(2), occupied, &pivots),
            Standing::new(3, star.edges(3), occupied, &pivots),
        ];
        let landing = self.free(position, seat);
        let open = self.stop(seat) - position.occupied();
        let mut flood = Flood::<MAX_DISTANCE, N>::new();
        for (marble, from) in position.marbles(seat).into_iter().take(N).enumerate() {
            let lane = star.lane_bit(from);
            let (class, origin) = (usize::from(lane.class), lane.word());
            flood.add(marble, origin, landing[class], &standing[class].lifted(origin));
            moves.from[marble] = from;
            moves.steps[marble] = (star.neighbours(from) & open).folded();
            moves.count = marble + 1;
        }
        moves.chains[..N].copy_from_slice(&flood.reach());
    }

    /// Drops what may not be the end of a move.
    #[inline(never)]
    fn keep_ends(&self, position: &Position, seat: Seat, moves: &mut Moves) {
        for marble in 0..moves.count {
            self.finish(position, seat, moves, marble, moves.chains[marble]);
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

    /// Where the chains of the marble in `from` can touch down.
    #[inline(always)]
    fn chains<const D: usize>(&self, position: &Position, seat: Seat, from: Hole) -> u64 {
        let lane = self.star().lane_bit(from);
        let class = usize::from(lane.class);
        let (on_star, pivots) = (self.star().edges(class), self.pivots(position, seat));
        let standing = Standing::<D>::new(class, on_star, position.lanes(), &pivots);
        let mut flood = Flood::<D, 1>::new();
        let landing = self.free(position, seat)[class];
        flood.add(0, lane.word(), landing, &standing.lifted(lane.word()));
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

    /// Where the chains of a marble of `seat` in `from` can touch down, in the lane of its class.
    #[inline]
    fn chains_of(&self, position: &Position, seat: Seat, from: Hole) -> u64 {
        match self.rules().hops {
            Hops::Adjacent => self.chains::<1>(position, seat, from),
            Hops::Long => self.chains::<MAX_DISTANCE>(position, seat, from),
        }
    }

    /// Where a marble of `seat` in `from` can go in one move, whatever it hands to rivals.
    pub(crate) fn reach_of(&self, position: &Position, seat: Seat, from: Hole) -> HoleSet {
        let chains = self.chains_of(position, seat, from);
        let (ends, lane_ends) = self.ends(seat, from);
        let class = self.star().class(from);
        let steps = (self.star().neighbours(from) & ends) - position.occupied();
        steps | self.star().lane_holes(class, chains & lane_ends[class])
    }

    /// Whether the seat to move may play `mv`.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let (seat, star) = (position.turn(), self.star());
        let (ends, _) = self.ends(seat, mv.from());
        if !position.marbles(seat).contains(mv.from())
            || !ends.contains(mv.to())
            || position.occupied().contains(mv.to())
        {
            return false;
        }
        // A step needs no more; only a chain can go farther, and stays in its class.
        let (from, to) = (star.lane_bit(mv.from()), star.lane_bit(mv.to()));
        (star.neighbours(mv.from()).contains(mv.to())
            || from.class == to.class && self.chains_of(position, seat, mv.from()) & to.word() != 0)
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
