//! The star as one set of rules uses it.

use super::rules::marble_counts;
use super::{BySeat, ForeignPoints, LeaveGoal, Over, Rules, RulesError, Seat, Win};
use crate::moves::Move;
use crate::position::{Position, Undo};
use crate::star::lanes::Lanes;
use crate::star::{Hole, HoleSet, Point, Star};

/// Rules made ready for play: who starts where and goes where, and what each seat may land on.
///
/// It never changes, and any number of games and searches can share it.
#[derive(Clone, Debug)]
pub struct Board {
    rules: Rules,
    star: &'static Star,
    seats: usize,
    marbles: usize,
    points: [Point; 6],
    start: BySeat<HoleSet>,
    goal: BySeat<HoleSet>,
    tip: BySeat<Hole>,
    /// Where a chain may touch down, by hop class.
    landing: BySeat<Lanes>,
    /// Where a move may end.
    stop: BySeat<HoleSet>,
    stop_lanes: BySeat<Lanes>,
    goal_lanes: BySeat<Lanes>,
    /// Cube distance to the goal's tip, by seat and hole.
    to_tip: BySeat<[u8; crate::star::MAX_HOLES]>,
    /// Marbles that the goal needs of each hop class.
    goal_classes: BySeat<[u8; 4]>,
    /// Cube distance to the goal's tip, by seat, hop class and bit of its lane.
    lane_to_tip: BySeat<[[u8; 64]; 4]>,
    /// By seat and hole: the neighbours that are nearer to the goal's tip, folded.
    nearer: BySeat<[u64; crate::star::MAX_HOLES]>,
}

impl Board {
    /// The board for `rules`, whose number of seats must be set.
    ///
    /// # Errors
    ///
    /// If the rules leave the seats open, an axis has a value that it does not take, or seats,
    /// marbles, star and layout do not fit together.
    pub fn new(rules: &Rules) -> Result<Self, RulesError> {
        rules.check()?;
        let seats = rules.seats.ok_or(RulesError::NoSeats)?;
        let arm = rules.arm.unwrap_or(4);
        let star = Star::of(arm).expect("rules take no other arm");
        let (point, front) = marble_counts(arm);
        let marbles = rules.marbles.unwrap_or(point);
        if marbles != point && (marbles != front || seats > 3) {
            return Err(RulesError::Marbles { got: marbles, arm, seats });
        }
        let points = rules.layouts.of(seats);
        let zone = |point| {
            if marbles == front { star.point(point) | star.front(point) } else { star.point(point) }
        };
        let playing = |seat: Seat| seat.index() < usize::from(seats);
        let by_seat =
            |zone: &dyn Fn(Point) -> HoleSet| {
                BySeat::from_fn(|seat| {
                    if playing(seat) { zone(points[seat.index()]) } else { HoleSet::EMPTY }
                })
            };
        let start = by_seat(&zone);
        let goal = by_seat(&|point| zone(point.opposite()));
        let mut taken = HoleSet::EMPTY;
        for start in start.0 {
            if !taken.is_disjoint(start) {
                return Err(RulesError::Overlap);
            }
            taken |= start;
        }
        let own = BySeat::from_fn(|seat| {
            let point = points[seat.index()];
            star.point(point) | star.point(point.opposite())
        });
        let all_points = Point::ALL.iter().fold(HoleSet::EMPTY, |all, &at| all | star.point(at));
        let native = BySeat::from_fn(|seat| star.holes() - (all_points - own[seat]));
        let everywhere = BySeat([star.holes(); Seat::MAX]);
        let (landing, stop) = match rules.foreign_points {
            ForeignPoints::Free => (everywhere, everywhere),
            ForeignPoints::NoStop => (everywhere, native),
            ForeignPoints::Private => (native, native),
        };
        let lanes = |sets: BySeat<HoleSet>| BySeat(sets.0.map(|set| star.lanes(set)));
        let tip = BySeat::from_fn(|seat| star.tip(points[seat.index()].opposite()));
        let to_tip: BySeat<[u8; crate::star::MAX_HOLES]> = BySeat::from_fn(|seat| {
            let tip = star.cube(tip[seat]);
            let mut distances = [0; crate::star::MAX_HOLES];
            for hole in star.holes() {
                distances[hole.index()] = star.cube(hole).distance(tip);
            }
            distances
        });
        Ok(Self {
            rules: *rules,
            star,
            seats: usize::from(seats),
            marbles: usize::from(marbles),
            points,
            start,
            goal,
            tip,
            landing: lanes(landing),
            stop,
            stop_lanes: lanes(stop),
            goal_lanes: lanes(goal),
            to_tip,
            goal_classes: BySeat::from_fn(|seat| {
                let mut classes = [0; 4];
                goal[seat].into_iter().for_each(|hole| classes[star.class(hole)] += 1);
                classes
            }),
            lane_to_tip: BySeat::from_fn(|seat| {
                let mut distances = [[0; 64]; 4];
                for hole in star.holes() {
                    let lane = star.lane_bit(hole);
                    distances[usize::from(lane.class)][usize::from(lane.bit)] =
                        to_tip[seat][hole.index()];
                }
                distances
            }),
            nearer: BySeat::from_fn(|seat| {
                let mut nearer = [0; crate::star::MAX_HOLES];
                for hole in star.holes() {
                    let from = to_tip[seat][hole.index()];
                    let is_nearer = |next: &Hole| to_tip[seat][next.index()] < from;
                    let steps = star.neighbours(hole).into_iter().filter(is_nearer);
                    nearer[hole.index()] = steps.collect::<HoleSet>().folded();
                }
                nearer
            }),
        })
    }

    /// The rules it was made for.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The star.
    #[inline]
    pub fn star(&self) -> &'static Star {
        self.star
    }

    /// Number of seats.
    #[inline]
    pub fn seat_count(&self) -> usize {
        self.seats
    }

    /// The seats, in turn order.
    pub fn seats(
        &self,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        Seat::first_n(self.seats)
    }

    /// Marbles a seat.
    pub fn marbles_each(&self) -> usize {
        self.marbles
    }

    /// The point that `seat` starts in.
    pub fn start_point(&self, seat: Seat) -> Point {
        self.points[seat.index()]
    }

    /// Where `seat` starts: its home.
    #[inline]
    pub fn home(&self, seat: Seat) -> HoleSet {
        self.start[seat]
    }

    /// Where `seat` is going.
    #[inline]
    pub fn goal(&self, seat: Seat) -> HoleSet {
        self.goal[seat]
    }

    /// The outermost hole of the goal of `seat`.
    #[inline]
    pub fn tip(&self, seat: Seat) -> Hole {
        self.tip[seat]
    }

    /// Cube distance from `hole` to the tip of the goal of `seat`.
    #[inline]
    pub fn distance(&self, seat: Seat, hole: Hole) -> u8 {
        self.to_tip[seat][hole.index()]
    }

    /// [`distance`](Self::distance) of every hole. The goal is what is nearer than
    /// [`goal_depth`](Self::goal_depth).
    #[inline]
    pub(crate) fn distances(&self, seat: Seat) -> &[u8; crate::star::MAX_HOLES] {
        &self.to_tip[seat]
    }

    /// The neighbours of `hole` that are nearer to the tip of the goal of `seat`,
    /// [folded](HoleSet::folded).
    #[inline]
    pub(crate) fn nearer(&self, seat: Seat, hole: Hole) -> u64 {
        self.nearer[seat][hole.index()]
    }

    /// The goal of `seat`, by hop class.
    #[inline]
    pub(crate) fn goal_lanes(&self, seat: Seat) -> &Lanes {
        &self.goal_lanes[seat]
    }

    /// Rows of holes in a goal, the tip the first.
    #[inline]
    pub(crate) fn goal_depth(&self) -> u8 {
        self.star.arm() + u8::from(self.marbles != usize::from(marble_counts(self.star.arm()).0))
    }

    /// [`distance`](Self::distance) by hop class and bit of its lane.
    #[inline]
    pub(crate) fn lane_distances(&self, seat: Seat) -> &[[u8; 64]; 4] {
        &self.lane_to_tip[seat]
    }

    /// Marbles that the goal of `seat` needs of each hop class.
    #[inline]
    pub(crate) fn goal_classes(&self, seat: Seat) -> &[u8; 4] {
        &self.goal_classes[seat]
    }

    /// How far `seat` still has to go: the distances of its marbles to the tip of its goal, less
    /// what they add up to when the goal is full, or as deep in it as so few can be.
    pub fn distance_left(&self, position: &Position, seat: Seat) -> usize {
        let (marbles, count) = (position.marbles(seat).into_iter(), position.marbles(seat).len());
        let sum: usize = marbles.map(|hole| usize::from(self.distance(seat, hole))).sum();
        sum - least_distance(count)
    }

    /// Where a chain of `seat` may touch down, by hop class.
    #[inline]
    pub(crate) fn landing(&self, seat: Seat) -> &Lanes {
        &self.landing[seat]
    }

    /// Where a move of `seat` may end, but for what holds of marbles in the goal alone.
    #[inline]
    pub(crate) fn stop(&self, seat: Seat) -> HoleSet {
        self.stop[seat]
    }

    /// Whether there are holes in which a chain may touch down and not end.
    #[inline]
    pub(crate) fn restricts_ends(&self) -> bool {
        self.rules.leave_goal == LeaveGoal::Forbidden
            || self.rules.foreign_points == ForeignPoints::NoStop
    }

    /// Where a move of the marble in `from` may end: holes, and by hop class.
    #[inline]
    pub(crate) fn ends(&self, seat: Seat, from: Hole) -> (HoleSet, &Lanes) {
        if self.rules.leave_goal == LeaveGoal::Forbidden && self.goal[seat].contains(from) {
            (self.goal[seat], &self.goal_lanes[seat])
        } else {
            (self.stop[seat], &self.stop_lanes[seat])
        }
    }

    /// What marbles of `seat` may hop over, by hop class.
    #[inline]
    pub(crate) fn pivots(&self, position: &Position, seat: Seat) -> Lanes {
        let mut pivots = *position.lanes();
        if self.rules.over == Over::Others {
            for (pivot, own) in pivots.iter_mut().zip(self.star.lanes(position.marbles(seat))) {
                *pivot ^= own;
            }
        }
        pivots
    }

    /// The position that a game starts from.
    pub fn start(&self) -> Position {
        let mut position = self.empty();
        for seat in self.seats() {
            for hole in self.start[seat] {
                position.put(seat, hole);
            }
        }
        self.adopt(&mut position);
        position
    }

    /// A position of this shape without marbles.
    pub fn empty(&self) -> Position {
        Position::empty(self.star, self.seats, self.marbles)
    }

    /// Whether `position` is on this star, with as many seats and marbles.
    pub fn fits(&self, position: &Position) -> bool {
        position.star() == self.star
            && position.seat_count() == self.seats
            && position.marbles_each() == self.marbles
    }

    /// Gives `position` what these rules keep beside the marbles: natives, which are taken to be
    /// the marbles in their own start unless it says otherwise.
    pub fn adopt(&self, position: &mut Position) {
        let natives = (self.rules.win == Win::Natives).then(|| {
            let mut natives = HoleSet::EMPTY;
            for seat in self.seats() {
                natives |= position.marbles(seat) & self.start[seat];
            }
            position.natives().map_or(natives, |known| known & natives)
        });
        position.set_natives(natives);
    }

    /// Moves a marble of the seat to move and leaves the turn as it is.
    ///
    /// Meant for moves that this board listed: legality is not looked at.
    #[inline]
    pub fn apply(&self, position: &mut Position, mv: Move) -> Undo {
        // A position that was not adopted may call a marble native outside its start.
        let native = position.natives().is_some_and(|natives| natives.contains(mv.from()))
            && self.start[position.turn()].contains(mv.from());
        let stays_home = native && self.stays_home(position, mv);
        position.apply(mv, stays_home)
    }

    /// Whether a marble of the seat to move can make a legal move without landing outside its
    /// start. A move is its two ends, so of several ways the one that stays counts.
    fn stays_home(&self, position: &Position, mv: Move) -> bool {
        let seat = position.turn();
        let start = self.start[seat];
        if self.star.neighbours(mv.from()).contains(mv.to()) {
            return start.contains(mv.to());
        }
        let mut reached = HoleSet::of(mv.from());
        let mut edge = reached;
        while !edge.is_empty() {
            let hops = edge.into_iter().flat_map(|at| self.hops(position, seat, mv.from(), at));
            let landings: HoleSet = hops.map(|(_, landing)| landing).collect();
            edge = (landings & start) - reached;
            reached |= edge;
        }
        reached.contains(mv.to())
    }

    /// Takes back the last [`apply`](Self::apply); the turn must be what it was then.
    #[inline]
    pub fn take_back(&self, position: &mut Position, undo: Undo) {
        position.take_back(undo);
    }
}

/// The least that the distances of so many marbles to a tip can add up to.
fn least_distance(marbles: usize) -> usize {
    // There are `distance + 1` holes at each distance.
    let rows = (0..).flat_map(|distance| core::iter::repeat_n(distance, distance + 1));
    rows.take(marbles).sum()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::rules::Cap;

    fn board(axes: &[(&str, &str)]) -> Result<Board, RulesError> {
        let mut rules = Rules::default();
        for (axis, value) in axes {
            rules.set(axis, value).unwrap();
        }
        Board::new(&rules)
    }

    #[test]
    fn goals_start_full_with_two_four_and_six_seats_and_empty_with_three() {
        for (seats, full) in [("2", true), ("3", false), ("4", true), ("6", true)] {
            let board = board(&[("seats", seats)]).unwrap();
            let start = board.start();
            for seat in board.seats() {
                let there = board.goal(seat) & start.occupied();
                assert_eq!(there, if full { board.goal(seat) } else { HoleSet::EMPTY });
                assert_eq!(board.home(seat), start.marbles(seat));
            }
        }
    }

    /// Why five seats are refused: one goal alone starts empty.
    #[test]
    fn with_five_seats_one_racer_would_have_an_empty_goal() {
        let star = Star::full();
        for left_out in Point::ALL {
            let taken = Point::ALL.iter().filter(|&&point| point != left_out);
            let empty_goals = taken.filter(|point| point.opposite() == left_out).count();
            assert_eq!(empty_goals, 1);
            assert!(!star.point(left_out).is_empty());
        }
    }

    #[test]
    fn marbles_fit_the_star_and_the_seats() {
        for (arm, point, front) in
            [("1", "1", "3"), ("2", "3", "6"), ("3", "6", "10"), ("4", "10", "15")]
        {
            for seats in ["1", "2", "3", "4", "6"] {
                for marbles in [point, front] {
                    let board = board(&[("seats", seats), ("arm", arm), ("marbles", marbles)]);
                    let fits = marbles == point || seats < "4";
                    assert_eq!(board.is_ok(), fits, "{arm} {seats} {marbles}");
                    if let Err(error) = &board {
                        assert!(matches!(error, RulesError::Marbles { .. }), "{error}");
                    }
                    if let Ok(board) = board {
                        let start = board.start();
                        assert!(
                            board
                                .seats()
                                .all(|seat| start.marbles(seat).len() == board.marbles_each())
                        );
                    }
                }
            }
        }
        assert!(board(&[("seats", "2"), ("marbles", "11")]).is_err());
        assert_eq!(board(&[]).unwrap_err(), RulesError::NoSeats);
        let crowded = board(&[("seats", "2"), ("marbles", "15"), ("layout", "0,1")]);
        assert_eq!(crowded.unwrap_err(), RulesError::Overlap);
    }

    /// The fields of the rules can be written past the readers.
    #[test]
    fn rules_that_no_reader_takes_make_no_board() {
        let good = Rules::default().with_seats(2).unwrap();
        assert_eq!(
            Board::new(&Rules { seats: Some(5), ..good }).unwrap_err(),
            RulesError::FiveSeats
        );
        for wrong in [
            Rules { seats: Some(7), ..good },
            Rules { seats: Some(0), ..good },
            Rules { arm: Some(5), ..good },
            Rules { arm: Some(0), ..good },
            Rules { marbles: Some(16), ..good },
            Rules { repetition: Some(1), ..good },
            Rules { cap: Cap::PerSeat(0), ..good },
        ] {
            let refused = Board::new(&wrong).unwrap_err();
            assert!(matches!(refused, RulesError::Value { .. }), "{wrong:?}: {refused}");
        }
    }

    /// A sweep of 600,000 positions came upon this one.
    #[test]
    fn a_marble_called_native_outside_its_start_is_not_made_one_by_moving() {
        let axes = [("arm", "1"), ("marbles", "3"), ("win", "natives"), ("hand-win", "illegal")];
        let more = [("seats", "2"), ("foreign-points", "no-stop"), ("leave-goal", "forbidden")];
        let board = board(&[axes.as_slice(), more.as_slice()].concat()).unwrap();
        let text = "[1]/01[2]/1[2]/[1]10[1]/[1] 1 2 3 ; natives=b1,b2,c1,d2,d3";
        let position = text.parse::<crate::notation::Setup>().unwrap().position;
        let listed: Vec<Move> = board.moves(&position).iter().collect();
        assert_eq!(listed, crate::moves::reference::legal(&board, &position));
        assert_eq!(listed.len(), 8);
    }

    #[test]
    fn a_position_fits_the_boards_of_its_star_seats_and_marbles() {
        let one = board(&[("seats", "2")]).unwrap();
        assert!(one.fits(&one.start()));
        for other in [
            [("seats", "3"), ("arm", "4"), ("marbles", "10")],
            [("seats", "2"), ("arm", "4"), ("marbles", "15")],
            // As many marbles, on another star.
            [("seats", "2"), ("arm", "3"), ("marbles", "10")],
        ] {
            assert!(!one.fits(&board(&other).unwrap().start()), "{other:?}");
        }
    }

    #[test]
    fn distance_left_is_zero_at_home_alone() {
        for seats in ["1", "2", "3", "4", "6"] {
            let board = board(&[("seats", seats)]).unwrap();
            let mut position = board.empty();
            let seat = Seat::ALL[0];
            // The deeper holes first: however few there are, they are as far as they can be.
            let mut goal: Vec<Hole> = board.goal(seat).into_iter().collect();
            goal.sort_by_key(|&hole| board.distance(seat, hole));
            for hole in goal {
                assert_eq!(board.distance_left(&position, seat), 0);
                assert!(position.put(seat, hole));
            }
            assert_eq!(board.distance_left(&position, seat), 0);
            position.lift(board.tip(seat));
            assert_eq!(board.distance_left(&position, seat), 3);
            assert_eq!(board.distance_left(&board.start(), seat), 120);
        }
    }
}
