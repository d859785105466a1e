//! A small star in single words.
//!
//! With [`moves`](super::moves) and [`home`](super::home) it says again what [`Board`] says, for stars whose holes fit one word and up to three seats, at
//! the speed that visiting every state takes; the tests hold it to the board.

use engine::Position;
use engine::moves::Move;
use engine::rules::{Board, ForeignPoints, Rules, Seat, Win};
use engine::star::{Hole, HoleSet, Point};

use super::moves::Jump;

/// Most seats that are proved for.
pub(super) const SEATS: usize = 3;

/// Where the marbles of every seat are, a bit a hole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Placement {
    pub(super) marbles: [u64; SEATS],
    /// Holes of marbles that never landed outside their start; none under rules that do not ask.
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
    pub(super) rules: Rules,
    pub(super) seats: usize,
    /// The star's holes in this order.
    order: Vec<Hole>,
    /// By the star's number of a hole.
    bits: Vec<u64>,
    /// The turn of the star that takes each seat's start to the next one's, if there is one, by hole.
    turn: Option<Vec<u64>>,
    /// By hole.
    pub(super) neighbours: Vec<u64>,
    /// By hole.
    pub(super) jumps: Vec<Vec<Jump>>,
    pub(super) home: [u64; SEATS],
    pub(super) goal: [u64; SEATS],
    /// Where marbles of a seat can ever rest.
    pub(super) region: [u64; SEATS],
    /// Where marbles of every seat can.
    shared: u64,
    /// Where a chain may touch down.
    pub(super) landing: [u64; SEATS],
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
            jumps: order.iter().map(|&hole| Jump::all(star, rules.hops, hole, &bits)).collect(),
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

    /// The move between two holes.
    pub(super) fn mv(&self, from: u32, to: u32) -> Move {
        let hole = |at: u32| self.order[at as usize];
        Move::new(hole(from), hole(to)).expect("a move goes somewhere")
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
