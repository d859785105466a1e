//! The rules once more, slow and obvious: what the fast code is checked against.
//!
//! It shares nothing with the fast code. The star, its points, homes and goals are worked out from
//! cube coordinates at every call, and marbles are walked hole by hole. Only what is written down
//! as data is taken over: the rules, and which marble is in which hole.

use alloc::vec::Vec;

use super::Move;
use crate::position::Position;
use crate::rules::{Board, ForeignPoints, HandWin, Hops, LeaveGoal, Over, Rules, Seat, Win};
use crate::star::{Hole, HoleSet};

/// Every legal move of the seat to move, by hole, then by destination.
pub fn legal(board: &Board, position: &Position) -> Vec<Move> {
    let (scene, seat) = (Scene::new(board, position), position.turn());
    let mut moves = Vec::new();
    for &from in scene.places.iter().filter(|&&place| scene.is_own(seat, place)) {
        for end in scene.ends(seat, from) {
            let mv = Move::new(scene.hole(from), scene.hole(end)).expect("a chain back is no end");
            if board.rules().hand_win == HandWin::Allowed || !hands_win(board, position, mv) {
                moves.push(mv);
            }
        }
    }
    moves.sort_unstable();
    moves
}

/// Whether `seat` is home at this moment, under `win`.
pub fn complete(win: Win, board: &Board, position: &Position, seat: Seat) -> bool {
    Scene::new(board, position).complete(win, seat)
}

/// Number of sequences of `depth` moves; see [`perft`](super::perft).
pub fn perft(board: &Board, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let scene = Scene::new(board, position);
    if board.seats().any(|seat| scene.complete(board.rules().win, seat)) {
        return 0;
    }
    let next = Seat::ALL[(position.turn().index() + 1) % position.seat_count()];
    let after = |mv| {
        let mut after = played(board, position, mv);
        after.set_turn(next);
        perft(board, &after, depth - 1)
    };
    legal(board, position).into_iter().map(after).sum()
}

/// `position` after `mv`, by lifting the marble and putting it down again; the turn stays.
fn played(board: &Board, position: &Position, mv: Move) -> Position {
    let (seat, mut after) = (position.turn(), *position);
    assert_eq!(after.lift(mv.from()), Some(seat));
    assert!(after.put(seat, mv.to()));
    if board.rules().win == Win::Natives {
        let scene = Scene::new(board, position);
        let [from, to] = [mv.from(), mv.to()].map(|hole| scene.places[hole.index()]);
        let mut natives = scene.zone(|place| place != from && scene.is_native(place));
        if scene.is_native(from) && scene.stays_home(seat, from, to) {
            natives.push(to);
        }
        after.set_natives(Some(natives.into_iter().map(|place| scene.hole(place)).collect()));
    }
    after
}

/// Whether a rival's goal is complete after `mv` that was not before.
fn hands_win(board: &Board, position: &Position, mv: Move) -> bool {
    let before = Scene::new(board, position);
    let after = Scene::new(board, &played(board, position, mv));
    let win = board.rules().win;
    board
        .seats()
        .filter(|&rival| rival != position.turn())
        .any(|rival| after.complete(win, rival) && !before.complete(win, rival))
}

fn hole(index: usize) -> Hole {
    Hole::new(index).expect("no star has so many holes")
}

/// Cube coordinates.
type Place = [i32; 3];

/// One step in each direction.
const STEPS: [Place; 6] = [[1, 0, -1], [1, -1, 0], [0, -1, 1], [-1, 0, 1], [-1, 1, 0], [0, 1, -1]];

fn moved(from: Place, step: Place, times: i32) -> Place {
    core::array::from_fn(|axis| from[axis] + times * step[axis])
}

/// A position laid out on the lattice.
#[derive(Clone)]
struct Scene {
    rules: Rules,
    arm: i32,
    /// Whether homes and goals take in the holes in front of the point.
    with_front: bool,
    /// Start points, by seat.
    points: Vec<usize>,
    /// Every place on the star, in reading order.
    places: Vec<Place>,
    /// By row and column, each from -8: off the star, or on it with or without a marble.
    marbles: [[Option<Option<Seat>>; 17]; 17],
    natives: Option<HoleSet>,
}

impl Scene {
    fn new(board: &Board, position: &Position) -> Self {
        let arm = i32::from(position.star().arm());
        let mut places = Vec::new();
        let mut marbles = [[None; 17]; 17];
        for y in -8..=8 {
            for x in -8..=8 {
                let place: Place = [x, y, -x - y];
                if place.iter().all(|&at| at <= arm) || place.iter().all(|&at| at >= -arm) {
                    let here = hole(places.len());
                    let whose =
                        position.seats().find(|&seat| position.marbles(seat).contains(here));
                    marbles[(y + 8) as usize][(x + 8) as usize] = Some(whose);
                    places.push(place);
                }
            }
        }
        let seats = position.seat_count();
        let with_front = position.marbles_each() as i32 == (arm + 1) * (arm + 2) / 2;
        let rules = *board.rules();
        let points = start_points(&rules, seats);
        Self { rules, arm, with_front, points, places, marbles, natives: position.natives() }
    }

    /// None off the star, else whose marble is there.
    fn at(&self, [x, y, _]: Place) -> Option<Option<Seat>> {
        let (row, column) = (usize::try_from(y + 8).ok()?, usize::try_from(x + 8).ok()?);
        *self.marbles.get(row)?.get(column)?
    }

    fn is_own(&self, seat: Seat, place: Place) -> bool {
        self.at(place) == Some(Some(seat))
    }

    fn is_empty(&self, place: Place) -> bool {
        self.at(place) == Some(None)
    }

    fn hole(&self, place: Place) -> Hole {
        hole(self.places.iter().position(|&known| known == place).expect("on the star"))
    }

    /// The places of which `holds` is true.
    fn zone(&self, holds: impl Fn(Place) -> bool) -> Vec<Place> {
        self.places.iter().copied().filter(|&place| holds(place)).collect()
    }

    fn clear(&mut self, [x, y, _]: Place) {
        self.marbles[(y + 8) as usize][(x + 8) as usize] = Some(None);
    }

    fn is_in_point(&self, point: usize, place: Place) -> bool {
        depth(point, place) > self.arm
    }

    /// A point, with the holes in front of it when a seat's marbles fill them too.
    fn is_in_zone(&self, point: usize, place: Place) -> bool {
        let in_front = depth(point, place) == self.arm
            && place.iter().all(|&at| (-self.arm..=self.arm).contains(&at));
        self.is_in_point(point, place) || self.with_front && in_front
    }

    fn is_home(&self, seat: Seat, place: Place) -> bool {
        self.is_in_zone(self.points[seat.index()], place)
    }

    fn is_goal(&self, seat: Seat, place: Place) -> bool {
        self.is_in_zone((self.points[seat.index()] + 3) % 6, place)
    }

    /// Whether the marble there never landed outside its start; one that stands in its start did not
    /// unless the position says so.
    fn is_native(&self, place: Place) -> bool {
        let known = self.natives.is_none_or(|natives| natives.contains(self.hole(place)));
        known && matches!(self.at(place), Some(Some(seat)) if self.is_home(seat, place))
    }

    /// Whether there is a way from one place to another that lands nowhere outside the home of `seat`.
    fn stays_home(&self, seat: Seat, from: Place, to: Place) -> bool {
        let step = STEPS.iter().any(|&step| moved(from, step, 1) == to);
        let mut landed = [from].to_vec();
        let mut next = 0;
        while let Some(&at) = landed.get(next) {
            let hops = STEPS.iter().filter_map(|&step| self.hop(seat, from, at, step));
            let hops: Vec<Place> = hops.filter(|&landing| self.is_home(seat, landing)).collect();
            for landing in hops {
                if !landed.contains(&landing) {
                    landed.push(landing);
                }
            }
            next += 1;
        }
        step && self.is_home(seat, to) || landed.contains(&to)
    }

    fn complete(&self, win: Win, seat: Seat) -> bool {
        let goal: Vec<Place> = self.zone(|place| self.is_goal(seat, place));
        let home: Vec<Place> = self.zone(|place| self.is_home(seat, place));
        let own = |&place: &Place| self.is_own(seat, place);
        let empty = |&place: &Place| self.is_empty(place);

        let full = !goal.iter().any(empty);
        let blocked = full && goal.iter().any(own);
        let vacated = blocked && !home.iter().any(own);
        match win {
            Win::AllOwn => goal.iter().all(own),
            Win::AnyOwn => blocked,
            Win::Vacated => vacated,
            Win::EmptyHome => blocked && home.iter().all(empty),
            Win::Natives => {
                blocked && goal.iter().all(|place| own(place) || self.is_native(*place))
            }
            Win::LockedOut => {
                let mut freed = self.clone();
                for &place in goal.iter().filter(|place| !own(place)) {
                    freed.clear(place);
                }
                let outside = self.zone(|place| own(&place) && !self.is_goal(seat, place));
                vacated
                    && outside.into_iter().all(|place| {
                        freed.ends(seat, place).into_iter().any(|end| self.is_goal(seat, end))
                    })
            }
        }
    }

    fn is_foreign_point(&self, seat: Seat, place: Place) -> bool {
        let start = self.points[seat.index()];
        (0..6)
            .filter(|&point| point != start && point != (start + 3) % 6)
            .any(|point| self.is_in_point(point, place))
    }

    /// Where the marble of `seat` in `from` may end a move.
    fn ends(&self, seat: Seat, from: Place) -> Vec<Place> {
        let mut ends: Vec<Place> = STEPS.iter().map(|&step| moved(from, step, 1)).collect();
        ends.retain(|&place| self.is_empty(place));
        let mut landed = Vec::new();
        self.hop_on(seat, from, from, &mut landed);
        ends.extend(landed);
        ends.retain(|&place| {
            let strays = self.rules.foreign_points != ForeignPoints::Free
                && self.is_foreign_point(seat, place);
            let leaves = self.rules.leave_goal == LeaveGoal::Forbidden
                && self.is_goal(seat, from)
                && !self.is_goal(seat, place);
            !strays && !leaves
        });
        ends
    }

    /// Goes on with the chain that began in `origin` and has come to `at`.
    fn hop_on(&self, seat: Seat, origin: Place, at: Place, landed: &mut Vec<Place>) {
        for step in STEPS {
            let Some(landing) = self.hop(seat, origin, at, step) else { continue };
            let private = self.rules.foreign_points == ForeignPoints::Private
                && self.is_foreign_point(seat, landing);
            if landing != origin && !private && !landed.contains(&landing) {
                landed.push(landing);
                self.hop_on(seat, origin, landing, landed);
            }
        }
    }

    /// One hop from `at` along `step`: out to the first marble, and as far again beyond it.
    fn hop(&self, seat: Seat, origin: Place, at: Place, step: Place) -> Option<Place> {
        // The marble that moves is lifted: its hole is empty.
        let look = |place| if place == origin { Some(None) } else { self.at(place) };
        let mut distance = 1;
        while look(moved(at, step, distance)) == Some(None) {
            distance += 1;
        }
        let pivot = look(moved(at, step, distance))??;
        let far = self.rules.hops == Hops::Adjacent && distance > 1;
        let own = self.rules.over == Over::Others && pivot == seat;
        let mut beyond = distance + 1..=2 * distance;
        let open = beyond.all(|steps| look(moved(at, step, steps)) == Some(None));
        (!far && !own && open).then(|| moved(at, step, 2 * distance))
    }
}

/// How far out `place` lies towards a point, counted clockwise from the top.
fn depth(point: usize, [x, y, z]: Place) -> i32 {
    [-y, x, -z, y, -x, z][point]
}

/// The points that the seats start in, in turn order.
fn start_points(rules: &Rules, seats: usize) -> Vec<usize> {
    let text = rules.get("layout").expect("an axis");
    let listed = text.split('/').map(|points| points.split(',').flat_map(str::parse).collect());
    let clockwise: &[usize] = match seats {
        2 => &[0, 3],
        3 => &[0, 2, 4],
        4 => &[0, 1, 3, 4],
        _ => &[0, 1, 2, 3, 4, 5],
    };
    listed.into_iter().find(|points: &Vec<usize>| points.len() == seats).unwrap_or(clockwise.into())
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::dice::below;
    use crate::rules::Rules;

    /// Seat 1 hops from n2 to n4: by l7, outside its start, or over a marble in n3, inside it.
    #[test]
    fn a_native_that_hops_out_and_back_is_none() {
        let mut rules = Rules { win: Win::Natives, ..Rules::default() };
        rules.set("over", "others").unwrap();
        let board = Board::new(&rules.with_seats(2).unwrap()).unwrap();
        let [from, to] = ["n2", "n4"].map(|name| board.star().hole_named(name).unwrap());
        for (row, native) in [("[1]1[2]", false), ("[1]10[1]", true)] {
            let text = alloc::format!(
                "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[6]00[5]/{row}/[3]/[2]/[1] 1 2 10"
            );
            let position = text.parse::<crate::notation::Setup>().unwrap().position;
            let after = played(&board, &position, Move::between(from, to));
            assert_eq!(after.natives().unwrap().contains(to), native, "{text}");
        }
    }

    /// Marbles that stay at home by any way, and those that come back, are told apart alike.
    #[test]
    fn natives_are_followed_as_the_board_follows_them() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut stayed = 0;
        for (seats, marbles, hops, over) in [
            ("2", "6", "adjacent", "any"),
            ("2", "6", "long", "others"),
            ("3", "6", "long", "any"),
            ("4", "3", "adjacent", "others"),
        ] {
            let mut rules = Rules::default();
            let axes = [("seats", seats), ("marbles", marbles), ("hops", hops), ("over", over)];
            for (axis, value) in [("arm", "2"), ("win", "natives")].iter().chain(&axes) {
                rules.set(axis, value).unwrap();
            }
            let board = Board::new(&rules).unwrap();
            for _ in 0..10 {
                let mut position = board.start();
                for _ in 0..60 {
                    let moves = board.moves(&position);
                    let Some(mv) = moves.pick(|count| below(&mut rng, count as u64) as usize)
                    else {
                        break;
                    };
                    let slow = played(&board, &position, mv);
                    board.apply(&mut position, mv);
                    assert_eq!(position, slow, "{mv:?}");
                    let native = |natives: HoleSet| natives.contains(mv.to());
                    stayed += usize::from(position.natives().is_some_and(native));
                    position.set_turn(position.turn().after(position.seat_count()));
                }
            }
        }
        assert!(stayed > 50, "{stayed}");
    }
}
