//! What must hold on one board, made ready.

use engine::Position;
use engine::moves::reference;
use engine::rules::{Board, BySeat, Rules, Seat, Win};
use engine::star::{Hole, HoleSet, MAX_HOLES};

use super::chart::Chart;
use super::keys::Keys;
use super::{Invariant, Invariants, Terrain, View};

/// The laws of one board: it never changes, and the checkers of any number of games share it.
#[derive(Clone, Debug)]
pub struct Laws<'b> {
    board: &'b Board,
    /// The board worked out a second time.
    pub(super) terrain: Terrain,
    pub(super) keys: Keys,
    pub(super) symmetries: Vec<Symmetry>,
    invariants: Invariants,
    /// What the board itself breaks, with what was seen.
    broken: Vec<(Invariant, String)>,
}

/// A way of turning or mirroring the star that takes the seats' starts onto themselves.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// By hole: where it goes.
    holes: [Hole; MAX_HOLES],
    /// By seat: the seat that starts where its start goes.
    seats: BySeat<Seat>,
}

impl Symmetry {
    /// Where a hole goes.
    #[inline]
    pub fn hole(&self, hole: Hole) -> Hole {
        self.holes[hole.index()]
    }

    /// Where holes go.
    pub fn holes(&self, holes: HoleSet) -> HoleSet {
        holes.into_iter().map(|hole| self.hole(hole)).collect()
    }

    /// The seat whose start is where this seat's start goes.
    #[inline]
    pub fn seat(&self, seat: Seat) -> Seat {
        self.seats[seat]
    }

    /// Every one but the one that changes nothing.
    fn all(terrain: &Terrain) -> Vec<Self> {
        let starts = terrain.start_points();
        let mut found = Vec::new();
        for (turns, mirrored) in (0..6).flat_map(|turns| [(turns, false), (turns, true)]) {
            // The mirror keeps points 0 and 3 and swaps those at their sides.
            let point = |at: usize| (if mirrored { 6 - at } else { at } + turns) % 6;
            let seat = |start: &usize| starts.iter().position(|&other| other == point(*start));
            let seats: Option<Vec<usize>> = starts.iter().map(seat).collect();
            if let Some(seats) = seats
                && (turns, mirrored) != (0, false)
            {
                let mut holes = [Hole::new(0).expect("every star has a tip"); MAX_HOLES];
                for hole in terrain.holes() {
                    holes[hole.index()] = terrain.turned(hole, turns, mirrored);
                }
                let seats = BySeat::from_fn(|seat| {
                    seats.get(seat.index()).map_or(seat, |&to| Seat::ALL[to])
                });
                found.push(Self { holes, seats });
            }
        }
        found
    }
}

impl<'b> Laws<'b> {
    /// The laws of `board`. Its own tables are checked now, and told in every game.
    pub fn new(board: &'b Board) -> Self {
        let arm = board.star().arm();
        let terrain = Terrain::new(board.rules(), arm, board.seat_count(), board.marbles_each());
        let invariants = Invariants::of(board);
        let keys = Keys::of(board);
        let mut broken = Vec::new();
        let charted = Chart::of(board).check(arm, &terrain);
        for (invariant, held) in charted.into_iter().chain([(Invariant::KeysDiffer, keys.differ())])
        {
            if let Err(message) = held
                && invariants.contains(invariant)
            {
                broken.push((invariant, message));
            }
        }
        let symmetries = Symmetry::all(&terrain);
        Self { board, terrain, keys, symmetries, invariants, broken }
    }

    /// The board that they are for.
    #[inline]
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// The rules that they are for.
    #[inline]
    pub fn rules(&self) -> &'b Rules {
        self.board.rules()
    }

    /// What is a law here.
    #[inline]
    pub fn invariants(&self) -> Invariants {
        self.invariants
    }

    /// What the board itself breaks.
    pub(super) fn broken(&self) -> &[(Invariant, String)] {
        &self.broken
    }

    /// The seats, in turn order.
    #[inline]
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::ALL.iter().take(self.board.seat_count()).copied()
    }

    /// Number of seats.
    #[inline]
    pub(super) fn seat_count(&self) -> usize {
        self.board.seat_count()
    }

    /// The position that a view shows, with `seat` to move.
    pub(super) fn position(&self, view: &View, natives: HoleSet, seat: Seat) -> Position {
        let mut position = self.board.empty();
        for owner in self.seats() {
            for hole in view.marbles[owner] {
                position.put(owner, hole);
            }
        }
        if self.rules().win == Win::Natives {
            position.set_natives(Some(natives));
        }
        position.set_turn(seat);
        position
    }

    /// Whether a seat would have no move, asked of the slow generator.
    #[cold]
    pub(super) fn stuck(&self, view: &View, natives: HoleSet, seat: Seat) -> bool {
        reference::legal(self.board, &self.position(view, natives, seat)).is_empty()
    }

    /// Whether a seat is home: the rules' win predicate written down a second time.
    ///
    /// `occupied` is every marble, `natives` the holes of marbles that never landed outside their start.
    #[inline]
    pub(super) fn is_home(
        &self,
        view: &View,
        occupied: HoleSet,
        natives: HoleSet,
        seat: Seat,
    ) -> bool {
        let goal = self.terrain.goal(seat);
        // Nearly every goal has an empty hole nearly always.
        goal.is_subset(occupied) && self.is_home_where_full(view, occupied, natives, seat)
    }

    fn is_home_where_full(
        &self,
        view: &View,
        occupied: HoleSet,
        natives: HoleSet,
        seat: Seat,
    ) -> bool {
        let (goal, home) = (self.terrain.goal(seat), self.terrain.home(seat));
        let own = view.marbles[seat];
        let own_in_goal = own & goal;
        match self.rules().win {
            Win::AllOwn => own_in_goal == goal,
            _ if own_in_goal.is_empty() => false,
            Win::AnyOwn => true,
            Win::Vacated => (own & home).is_empty(),
            Win::EmptyHome => (occupied & home).is_empty(),
            Win::Natives => {
                let rivals = self.seats().filter(|&rival| rival != seat);
                let stayed = rivals
                    .fold(HoleSet::EMPTY, |stayed, rival| stayed | view.marbles[rival] & natives);
                goal.is_subset(own | stayed)
            }
            Win::LockedOut => {
                (own & home).is_empty()
                    && reference::complete(
                        Win::LockedOut,
                        self.board,
                        &self.position(view, natives, seat),
                        seat,
                    )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Game;

    use super::*;
    use crate::check::{Checker, Level};

    #[test]
    fn symmetries_are_all_but_the_one_that_changes_nothing() {
        for (seats, layout, number) in
            [(2, "clockwise", 3), (3, "clockwise", 5), (6, "clockwise", 11), (3, "0,1,3", 0)]
        {
            let mut rules = Rules::default().with_seats(seats).unwrap();
            rules.set("layout", layout).unwrap();
            let board = Board::new(&rules).unwrap();
            let laws = Laws::new(&board);
            assert_eq!(laws.symmetries.len(), number, "{seats} {layout}");
        }
    }

    #[test]
    fn natives_are_kept_where_the_rules_ask_for_them() {
        for win in [Win::Natives, Win::Vacated] {
            let rules = Rules { win, ..Rules::default() }.with_seats(2).unwrap();
            let board = Board::new(&rules).unwrap();
            let view = View::of(&Game::new(&board));
            let natives = view.marbles[Seat::ALL[1]];
            let position = Laws::new(&board).position(&view, natives, Seat::ALL[1]);
            assert_eq!(position.natives(), (win == Win::Natives).then_some(natives));
            assert_eq!((position.turn(), position.occupied()), (Seat::ALL[1], view.occupied()));
        }
    }

    #[test]
    fn what_the_board_itself_breaks_is_told_in_every_game() {
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let mut laws = Laws::new(&board);
        laws.broken.push((Invariant::BoardLinks, "seen".to_string()));
        let mut checker = Checker::new(&laws, Level::Sample, 1);
        for number in 0..2 {
            checker.start(&Game::new(&board), number);
            let ids: Vec<&str> = checker.violations().iter().map(|found| found.invariant).collect();
            assert_eq!(ids, ["board-links"]);
        }
    }
}
