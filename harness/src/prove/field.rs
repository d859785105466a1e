//! A small star in single words: what moves where, and who is home.
//!
//! It says again what [`Board`] says, for stars whose holes fit one word and up to three seats, at
//! the speed that visiting every state takes; the tests hold it to the board.

use engine::Position;
use engine::moves::Move;
use engine::rules::{Board, ForeignPoints, HandWin, Hops, LeaveGoal, Over, Rules, Seat, Win};
use engine::star::{Direction, Hole, HoleSet, Point, Star};

/// Most seats that are proved for.
pub(super) const SEATS: usize = 3;

/// Longest hop over a marble, in holes: lines of the 37-hole star have nine holes.
const MAX_DISTANCE: usize = 4;

/// Where the marbles of every seat are, a bit a hole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Placement {
    pub(super) marbles: [u64; SEATS],
    /// Holes of marbles that never ended a move outside their start; 0 under rules that do not ask.
    pub(super) natives: u64,
}

impl Placement {
    pub(super) fn occupied(&self) -> u64 {
        self.marbles[0] | self.marbles[1] | self.marbles[2]
    }
}

/// A placement and the seat to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) placement: Placement,
    pub(super) turn: usize,
}

/// One hop: what it asks for and where it lands.
#[derive(Clone, Copy)]
struct Jump {
    /// Every hole passed, the one hopped over and the landing.
    line: u64,
    over: u64,
    landing: u64,
}

/// The holes of a word, lowest first.
pub(super) fn holes(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let hole = set.trailing_zeros();
            set &= set - 1;
            hole
        })
    })
}

/// One set of rules on a small star.
///
/// Holes are numbered anew: those that every seat may rest in come first, then the ones that are
/// seat 0's own, then seat 1's and seat 2's, so that each of these zones is a run.
pub(super) struct Field {
    board: Board,
    rules: Rules,
    seats: usize,
    /// The star's holes in this order.
    order: Vec<Hole>,
    /// By the star's number of a hole.
    bits: Vec<u64>,
    /// The turn of the star that takes each seat's start to the next one's, if there is one, by hole.
    turn: Option<Vec<u64>>,
    neighbours: Vec<u64>,
    jumps: Vec<Vec<Jump>>,
    home: [u64; SEATS],
    goal: [u64; SEATS],
    /// Where marbles of a seat can ever rest.
    region: [u64; SEATS],
    /// Where marbles of every seat can.
    shared: u64,
    /// Where a chain may touch down.
    landing: [u64; SEATS],
}

impl Field {
    /// The field of `board`; none if two of three seats share holes that the third may not rest in.
    ///
    /// # Panics
    ///
    /// If the star has more than 37 holes or the board seats more than three.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let (star, rules, seats) = (board.star(), *board.rules(), board.seat_count());
        assert!(star.len() <= 37 && seats <= SEATS, "the board is a small one");
        let foreign = |seat: Seat| {
            let start = board.start_point(seat);
            let foreign = Point::ALL.iter().filter(|&&at| at != start && at != start.opposite());
            foreign.fold(HoleSet::EMPTY, |foreign, &point| foreign | star.point(point))
        };
        let native = |seat| star.holes() - foreign(seat);
        let rests = |seat| match rules.foreign_points {
            ForeignPoints::Free => star.holes(),
            ForeignPoints::NoStop | ForeignPoints::Private => native(seat),
        };
        let lands = |seat| match rules.foreign_points {
            ForeignPoints::Free | ForeignPoints::NoStop => star.holes(),
            ForeignPoints::Private => native(seat),
        };
        let common = board.seats().fold(star.holes(), |common, seat| common & rests(seat));
        let mut order: Vec<Hole> = common.into_iter().collect();
        let mut taken = common;
        for seat in board.seats() {
            let own = rests(seat) - common;
            if !own.is_disjoint(taken) {
                return None;
            }
            order.extend(own);
            taken |= own;
        }
        order.extend(star.holes() - taken);
        let mut bits = vec![0; star.len()];
        for (at, hole) in order.iter().enumerate() {
            bits[hole.index()] = 1 << at;
        }
        let word = |set: HoleSet| set.into_iter().fold(0, |word, hole| word | bits[hole.index()]);
        let by_seat = |of: &dyn Fn(Seat) -> HoleSet| {
            std::array::from_fn(|at| if at < seats { word(of(Seat::ALL[at])) } else { 0 })
        };
        Some(Self {
            neighbours: order.iter().map(|&hole| word(star.neighbours(hole))).collect(),
            jumps: order.iter().map(|&hole| jumps(star, rules.hops, hole, &bits)).collect(),
            home: by_seat(&|seat| board.home(seat)),
            goal: by_seat(&|seat| board.goal(seat)),
            region: by_seat(&rests),
            shared: word(common),
            landing: by_seat(&lands),
            turn: turn(board)
                .map(|turn| order.iter().map(|&hole| bits[turn(hole).index()]).collect()),
            board: board.clone(),
            rules,
            seats,
            order,
            bits,
        })
    }

    /// Takes the seats for unlike, so that each has to be asked for itself.
    #[cfg(test)]
    pub(super) fn forget_symmetry(mut self) -> Self {
        self.turn = None;
        self
    }

    /// Whether turning the star takes each seat to the next one.
    pub(super) fn is_symmetric(&self) -> bool {
        self.turn.is_some()
    }

    /// The state with the star turned so that each seat plays what the one before it did.
    ///
    /// # Panics
    ///
    /// If there is no such turn.
    pub(super) fn turned(&self, state: &State) -> State {
        let turn = self.turn.as_ref().expect("the seats are alike");
        let image = |set: u64| holes(set).fold(0, |image, hole| image | turn[hole as usize]);
        let mut placement = Placement::default();
        for seat in 0..self.seats {
            placement.marbles[self.after(seat)] = image(state.placement.marbles[seat]);
        }
        placement.natives = image(state.placement.natives);
        State { placement, turn: self.after(state.turn) }
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    pub(super) fn home(&self, seat: usize) -> u64 {
        self.home[seat]
    }

    /// Where marbles of every seat can rest.
    pub(super) fn shared_region(&self) -> u64 {
        self.shared
    }

    /// Where marbles of this seat alone can rest.
    pub(super) fn own_region(&self, seat: usize) -> u64 {
        self.region[seat] & !self.shared
    }

    fn word(&self, set: HoleSet) -> u64 {
        set.into_iter().fold(0, |word, hole| word | self.bits[hole.index()])
    }

    fn hole_set(&self, word: u64) -> HoleSet {
        holes(word).map(|at| self.order[at as usize]).collect()
    }

    /// Whether the rules ask for natives, which then are part of a state.
    pub(super) fn keeps_natives(&self) -> bool {
        self.rules.win == Win::Natives
    }

    pub(super) fn after(&self, seat: usize) -> usize {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    pub(super) fn before(&self, seat: usize) -> usize {
        if seat == 0 { self.seats - 1 } else { seat - 1 }
    }

    /// The state of a position.
    pub(super) fn state(&self, position: &Position) -> State {
        let mut placement = Placement::default();
        for seat in self.board.seats() {
            placement.marbles[seat.index()] = self.word(position.marbles(seat));
        }
        placement.natives = position.natives().map_or(0, |natives| self.word(natives));
        State { placement, turn: position.turn().index() }
    }

    /// The position of a state.
    pub(super) fn position(&self, state: &State) -> Position {
        let mut position = self.board.empty();
        for seat in self.board.seats() {
            for hole in self.hole_set(state.placement.marbles[seat.index()]) {
                position.put(seat, hole);
            }
        }
        if self.keeps_natives() {
            position.set_natives(Some(self.hole_set(state.placement.natives)));
        }
        position.set_turn(Seat::ALL[state.turn]);
        position
    }

    /// Touch-downs of the chains of a marble that stands in `from`, itself lifted.
    fn chains(&self, placement: &Placement, seat: usize, from: u64, landing: u64) -> u64 {
        let occupied = placement.occupied() & !from;
        let own = match self.rules.over {
            Over::Any => 0,
            Over::Others => placement.marbles[seat],
        };
        // Marbles of its own on a line make it one that no single foreign marble lies on.
        let (mut reached, mut fresh) = (from, from);
        while fresh != 0 {
            let at = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            for jump in &self.jumps[at] {
                let open = occupied & jump.line == jump.over && own & jump.over == 0;
                let lands = if open { jump.landing & landing & !reached } else { 0 };
                reached |= lands;
                fresh |= lands;
            }
        }
        reached & !from
    }

    /// Where the marble of `seat` in `from` can go in one move, whatever it hands to rivals.
    pub(super) fn ends(&self, placement: &Placement, seat: usize, from: u32) -> u64 {
        let at = 1 << from;
        let steps = self.neighbours[from as usize] & !placement.occupied();
        let chains = self.chains(placement, seat, at, self.landing[seat]);
        (steps | chains) & self.stops(seat, at)
    }

    fn stops(&self, seat: usize, from: u64) -> u64 {
        let stays = self.rules.leave_goal == LeaveGoal::Forbidden;
        if stays && self.goal[seat] & from != 0 { self.goal[seat] } else { self.region[seat] }
    }

    /// Where the marble of `seat` in `to` can have come from in one move, whatever it handed to
    /// rivals: hops and steps go both ways, and where they may end does not.
    fn origins(&self, placement: &Placement, seat: usize, to: u32) -> u64 {
        let at = 1 << to;
        let steps = self.neighbours[to as usize] & !placement.occupied();
        let chains = self.chains(placement, seat, at, self.landing[seat]);
        let mut origins = (steps | chains) & self.region[seat];
        let stays = self.rules.leave_goal == LeaveGoal::Forbidden;
        if stays && self.goal[seat] & at == 0 {
            origins &= !self.goal[seat];
        }
        origins
    }

    /// The placement after a move.
    fn moved(&self, placement: &Placement, seat: usize, from: u32, to: u32) -> Placement {
        let mut after = *placement;
        after.marbles[seat] ^= 1 << from | 1 << to;
        if after.natives >> from & 1 != 0 {
            after.natives &= !(1 << from);
            after.natives |= (1 << to) & self.home[seat];
        }
        after
    }

    /// Whether a move of `seat` from one placement to another makes the goal of a rival complete.
    fn hands_win(&self, before: &Placement, after: &Placement, seat: usize) -> bool {
        let rivals = (0..self.seats).filter(|&rival| rival != seat);
        self.rules.hand_win == HandWin::Illegal
            && rivals
                .into_iter()
                .any(|rival| self.complete(after, rival) && !self.complete(before, rival))
    }

    /// Visits every legal move of `seat` until `visit` says no; whether it never did.
    #[inline]
    pub(super) fn every_move(
        &self,
        placement: &Placement,
        seat: usize,
        mut visit: impl FnMut(u32, u32, Placement) -> bool,
    ) -> bool {
        holes(placement.marbles[seat]).all(|from| {
            holes(self.ends(placement, seat, from)).all(|to| {
                let after = self.moved(placement, seat, from, to);
                self.hands_win(placement, &after, seat) || visit(from, to, after)
            })
        })
    }

    /// Visits every placement from which a legal move of `seat` leads to this one.
    #[inline]
    pub(super) fn every_origin(
        &self,
        placement: &Placement,
        seat: usize,
        mut visit: impl FnMut(Placement),
    ) {
        for to in holes(placement.marbles[seat]) {
            let (here, home) = (1 << to, self.home[seat]);
            for from in holes(self.origins(placement, seat, to)) {
                let mut before = *placement;
                before.marbles[seat] ^= 1 << from | here;
                let native = placement.natives & here != 0;
                before.natives &= !here;
                // A marble that is native now was so before; one that is not may have become so by
                // leaving home with this move.
                let (was_foreign, was_native) = if native {
                    (false, home >> from & 1 != 0)
                } else {
                    (true, self.keeps_natives() && home >> from & 1 != 0 && home & here == 0)
                };
                if was_foreign && !self.hands_win(&before, placement, seat) {
                    visit(before);
                }
                if was_native {
                    before.natives |= 1 << from;
                    if !self.hands_win(&before, placement, seat) {
                        visit(before);
                    }
                }
            }
        }
    }

    /// Whether `seat` has a legal move.
    pub(super) fn can_move(&self, placement: &Placement, seat: usize) -> bool {
        let free = !placement.occupied();
        let step =
            |from| self.neighbours[from as usize] & free & self.stops(seat, 1u64 << from) != 0;
        (self.rules.hand_win == HandWin::Allowed && holes(placement.marbles[seat]).any(step))
            || !self.every_move(placement, seat, |_, _, _| false)
    }

    /// Whether `seat` is home at this moment.
    #[inline]
    pub(super) fn complete(&self, placement: &Placement, seat: usize) -> bool {
        let (goal, own, occupied) =
            (self.goal[seat], placement.marbles[seat], placement.occupied());
        if occupied & goal != goal || own & goal == 0 {
            return false;
        }
        match self.rules.win {
            Win::AllOwn => own & goal == goal,
            Win::AnyOwn => true,
            Win::Vacated => own & self.home[seat] == 0,
            Win::EmptyHome => occupied & self.home[seat] == 0,
            Win::Natives => goal & occupied & !own & !self.true_natives(placement) == 0,
            Win::LockedOut => own & self.home[seat] == 0 && self.far_away(placement, seat) == 0,
        }
    }

    /// The natives that do stand in their own homes.
    fn true_natives(&self, placement: &Placement) -> u64 {
        let at_home = |seat: usize| placement.marbles[seat] & self.home[seat];
        placement.natives & (at_home(0) | at_home(1) | at_home(2))
    }

    /// The placement without the marbles that are in the goal of `seat` and not its own.
    fn freed(&self, placement: &Placement, seat: usize) -> Placement {
        let mut freed = *placement;
        for rival in (0..self.seats).filter(|&rival| rival != seat) {
            freed.marbles[rival] &= !self.goal[seat];
        }
        freed
    }

    /// Marbles of `seat` outside its goal that could not enter it in one move if it were free of
    /// foreign ones.
    pub(super) fn far_away(&self, placement: &Placement, seat: usize) -> u64 {
        let goal = self.goal[seat];
        let outside = placement.marbles[seat] & !goal;
        if outside == 0 {
            return 0;
        }
        let freed = self.freed(placement, seat);
        holes(outside)
            .filter(|&from| self.ends(&freed, seat, from) & goal == 0)
            .fold(0, |far, from| far | 1 << from)
    }

    /// Own marbles of `seat` that are at home.
    pub(super) fn at_home(&self, placement: &Placement, seat: usize) -> u64 {
        placement.marbles[seat] & self.home[seat]
    }

    /// The move between two holes.
    pub(super) fn mv(&self, from: u32, to: u32) -> Move {
        let hole = |at: u32| self.order[at as usize];
        Move::new(hole(from), hole(to)).expect("a move goes somewhere")
    }
}

/// The turn of the star that takes the start of each seat to that of the next one, if there is one.
fn turn(board: &Board) -> Option<impl Fn(Hole) -> Hole> {
    let star = board.star();
    let turned = move |hole, sixths| (0..sixths).fold(hole, |hole, _| star.turned(hole));
    let seats: Vec<Seat> = board.seats().collect();
    let fits = |&sixths: &usize| {
        seats.iter().all(|&seat| {
            let image: HoleSet =
                board.home(seat).into_iter().map(|hole| turned(hole, sixths)).collect();
            image == board.home(seat.after(seats.len()))
        })
    };
    let sixths = (1..6).find(fits)?;
    Some(move |hole| turned(hole, sixths))
}

/// Every hop from `from` that some set of marbles allows: short ones are long ones of distance 1.
fn jumps(star: &Star, hops: Hops, from: Hole, bits: &[u64]) -> Vec<Jump> {
    let reach = match hops {
        Hops::Adjacent => 1,
        Hops::Long => MAX_DISTANCE,
    };
    let mut jumps = Vec::new();
    for direction in Direction::ALL {
        let line: Vec<u64> =
            std::iter::successors(star.next(from, direction), |&hole| star.next(hole, direction))
                .map(|hole| bits[hole.index()])
                .collect();
        for distance in 1..=reach.min(line.len() / 2) {
            jumps.push(Jump {
                line: line[..2 * distance].iter().sum(),
                over: line[distance - 1],
                landing: line[2 * distance - 1],
            });
        }
    }
    jumps
}
