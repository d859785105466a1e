//! Where the games of a hunt begin: the opening, or positions that play seldom comes to.

use std::fmt;

use engine::dice::{below, shuffle};
use engine::notation::{Resigned, Setup};
use engine::rules::{AfterWin, Board, BySeat, Seat};
use engine::star::{Hole, HoleSet};
use engine::{Game, Position};
use rand::Rng;

/// A kind of point to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    /// The opening.
    Opening,
    /// Marbles anywhere, some of them lifted at times.
    Scattered,
    /// Goals that lack one to three of their marbles, which are near.
    NearlyHome,
    /// The same, with rivals' marbles in the goals.
    Parked,
    /// Homes with everything before them taken.
    Jammed,
    /// Each goal full of own marbles but for its tip, where a rival sits that never left.
    Locked,
    /// The opening, but that one goal lacks a marble and its owner stands before the gap.
    Gap,
    /// A goal full but for one hole, its owner before that; in another a rival sits and holds out a
    /// marble that stands before it.
    HeldOut,
}

impl Start {
    /// Every kind, in the order of reports.
    pub const ALL: [Self; 8] = [
        Self::Opening,
        Self::Scattered,
        Self::NearlyHome,
        Self::Parked,
        Self::Jammed,
        Self::Locked,
        Self::Gap,
        Self::HeldOut,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Scattered => "scattered",
            Self::NearlyHome => "nearly-home",
            Self::Parked => "parked",
            Self::Jammed => "jammed",
            Self::Locked => "locked",
            Self::Gap => "gap",
            Self::HeldOut => "held-out",
        }
    }

    /// Draws a point of this kind; none for the opening, or if there is none on this board.
    ///
    /// Nobody is home in it at that moment, and a game can go on from it.
    pub fn draw(self, board: &Board, rng: &mut impl Rng) -> Option<Setup> {
        let mut setup = (0..8).find_map(|_| {
            let mut table = Table { board, position: board.empty(), rng: &mut *rng };
            table.lay(self)?;
            let seats: Vec<Seat> = board.seats().collect();
            let turn = seats[below(table.rng, seats.len() as u64) as usize];
            table.position.set_turn(turn);
            let mut position = table.position;
            board.adopt(&mut position);
            let nobody = board.winners(&position).next().is_none();
            nobody.then(|| Setup::from(table.position))
        })?;
        if board.rules().after_win == AfterWin::Places && below(rng, 8) == 0 {
            setup.places = some_done(board, &setup.position, rng);
        }
        Game::resume(board, &setup).is_ok().then_some(setup)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One or two seats that are done already; the one to move is not.
fn some_done(
    board: &Board,
    position: &Position,
    rng: &mut impl Rng,
) -> Option<BySeat<Resigned<u8>>> {
    let mut rest: Vec<Seat> = board.seats().filter(|&seat| seat != position.turn()).collect();
    shuffle(rng, &mut rest);
    // Two must be left to race.
    let done = rest.get(..rest.len().checked_sub(1)?.min(2))?;
    let mut places = BySeat::default();
    let mut next = 1;
    for &seat in done {
        places[seat] = if below(rng, 4) == 0 { Resigned::Yes } else { Resigned::No(next) };
        next += u8::from(places[seat] != Resigned::Yes);
    }
    (!done.is_empty()).then_some(places)
}

/// A position that is being laid out.
struct Table<'a, R> {
    board: &'a Board,
    position: Position,
    rng: &'a mut R,
}

impl<R: Rng> Table<'_, R> {
    fn lay(&mut self, start: Start) -> Option<()> {
        match start {
            Start::Opening => return None,
            Start::Scattered => self.scatter(),
            Start::NearlyHome => self.nearly_home(),
            Start::Parked => self.park(),
            Start::Jammed => self.jam(),
            Start::Locked => self.lock()?,
            Start::Gap => self.open_gap()?,
            Start::HeldOut => self.hold_out()?,
        }
        Some(())
    }

    fn draw(&mut self, bound: usize) -> usize {
        below(self.rng, bound as u64) as usize
    }

    fn pick(&mut self, holes: HoleSet) -> Option<Hole> {
        match holes.len() {
            0 => None,
            count => holes.nth(self.draw(count)),
        }
    }

    fn free(&self) -> HoleSet {
        self.board.star().holes() - self.position.occupied()
    }

    /// Marbles of `seat` that are still in the box.
    fn left(&self, seat: Seat) -> usize {
        self.board.marbles_each() - self.position.marbles(seat).len()
    }

    /// Puts up to `count` marbles of `seat` into random free holes of `holes`.
    fn put(&mut self, seat: Seat, holes: HoleSet, count: usize) {
        for _ in 0..count.min(self.left(seat)) {
            if let Some(hole) = self.pick(holes & self.free()) {
                self.position.put(seat, hole);
            }
        }
    }

    /// Puts the marbles that are left anywhere.
    fn put_rest(&mut self) {
        for seat in self.board.seats() {
            self.put(seat, self.board.star().holes(), self.board.marbles_each());
        }
    }

    /// Holes within `distance` of the tip of the goal of `seat`.
    fn near(&self, seat: Seat, distance: u8) -> HoleSet {
        let holes = self.board.star().holes().into_iter();
        holes.filter(|&hole| self.board.distance(seat, hole) <= distance).collect()
    }

    fn scatter(&mut self) {
        let fewer = self.draw(4) == 0;
        for seat in self.board.seats() {
            let each = self.board.marbles_each();
            let count = if fewer { 1 + self.draw(each) } else { each };
            self.put(seat, self.board.star().holes(), count);
        }
    }

    fn nearly_home(&mut self) {
        for seat in self.board.seats() {
            let outside = (1 + self.draw(3)).min(self.board.marbles_each());
            let goal = self.board.goal(seat);
            // The deepest first, as a player would, or in any way.
            if self.draw(2) == 0 {
                let mut holes: Vec<Hole> = goal.into_iter().collect();
                holes.sort_by_key(|&hole| self.board.distance(seat, hole));
                holes.truncate(goal.len() - outside);
                for hole in holes {
                    self.position.put(seat, hole);
                }
            } else {
                self.put(seat, goal, goal.len() - outside);
            }
        }
        for seat in self.board.seats() {
            let depth = 2 * self.board.star().arm() + 2;
            let near = self.near(seat, depth) - self.board.goal(seat);
            self.put(seat, near, self.board.marbles_each());
        }
        self.put_rest();
    }

    fn park(&mut self) {
        self.nearly_home();
        for seat in self.board.seats() {
            for _ in 0..self.draw(3) {
                let Some(hole) = self.pick(self.board.goal(seat)) else { continue };
                let rivals: Vec<Seat> = self.board.seats().filter(|&rival| rival != seat).collect();
                if rivals.is_empty() {
                    continue;
                }
                let rival = rivals[self.draw(rivals.len())];
                let outside = self.position.marbles(rival) - self.board.goal(rival);
                let Some(from) = self.pick(outside) else { continue };
                let before = self.position.lift(hole);
                self.position.lift(from);
                self.position.put(rival, hole);
                if let Some(owner) = before.filter(|_| hole != from) {
                    self.put(owner, self.board.star().holes(), 1);
                }
            }
        }
        self.put_rest();
    }

    fn jam(&mut self) {
        let seats: Vec<Seat> = self.board.seats().collect();
        let jammed = seats[self.draw(seats.len())];
        let home = self.board.home(jammed);
        for hole in home {
            self.position.put(jammed, hole);
        }
        // What a step and a hop out of the home can reach.
        let star = self.board.star();
        let around =
            |holes: HoleSet| holes.into_iter().fold(holes, |all, hole| all | star.neighbours(hole));
        let first = around(home);
        let second = around(first);
        for ring in [first, second] {
            for &rival in seats.iter().filter(|&&rival| rival != jammed) {
                self.put(rival, ring, self.board.marbles_each());
            }
        }
        self.put_rest();
    }

    fn lock(&mut self) -> Option<()> {
        let across = |seat: Seat| {
            let mut rivals = self.board.seats();
            rivals.find(|&rival| self.board.home(rival) == self.board.goal(seat))
        };
        let pairs: Vec<(Seat, Seat)> =
            self.board.seats().filter_map(|seat| Some((seat, across(seat)?))).collect();
        if pairs.is_empty() {
            return None;
        }
        for (seat, rival) in pairs {
            let tip = self.board.tip(seat);
            self.position.put(rival, tip);
            for hole in self.board.goal(seat) - HoleSet::of(tip) {
                self.position.put(seat, hole);
            }
        }
        self.put_rest();
        Some(())
    }

    fn open_gap(&mut self) -> Option<()> {
        for seat in self.board.seats() {
            for hole in self.board.home(seat) {
                self.position.put(seat, hole);
            }
        }
        let seats: Vec<Seat> = self.board.seats().collect();
        let seat = seats[self.draw(seats.len())];
        let goal = self.board.goal(seat);
        let gap = self.pick(self.rim(goal) & self.position.occupied())?;
        let owner = self.position.lift(gap)?;
        let runner = self.pick(self.board.home(seat) & self.position.marbles(seat))?;
        self.position.lift(runner);
        let before = self.pick((self.board.star().neighbours(gap) - goal) & self.free())?;
        self.position.put(seat, before);
        self.put(owner, self.board.star().holes() - goal - self.board.home(owner), 1);
        Some(())
    }

    fn hold_out(&mut self) -> Option<()> {
        let mut seats: Vec<Seat> = self.board.seats().collect();
        let seat = seats.swap_remove(self.draw(seats.len()));
        let (goal, star) = (self.board.goal(seat), self.board.star());
        let gap = self.pick(self.rim(goal))?;
        let held = self.pick(self.rim(goal) - HoleSet::of(gap))?;
        let rival = (!seats.is_empty()).then(|| seats[self.draw(seats.len())])?;
        self.position.put(rival, held);
        for hole in goal - HoleSet::of(gap) - HoleSet::of(held) {
            self.position.put(seat, hole);
        }
        for hole in [gap, held] {
            self.put(seat, star.neighbours(hole) - goal, 1);
        }
        for seat in self.board.seats() {
            self.put(seat, star.holes() - goal, self.board.marbles_each());
        }
        Some(())
    }

    /// The holes of a goal that a step from outside can reach.
    fn rim(&self, goal: HoleSet) -> HoleSet {
        let star = self.board.star();
        goal.into_iter().filter(|&hole| !star.neighbours(hole).is_subset(goal)).collect()
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn every_kind_is_laid_on_every_board() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for (seats, arm) in [("2", "4"), ("3", "4"), ("4", "3"), ("6", "4"), ("2", "1"), ("6", "2")]
        {
            let mut rules = Rules::default();
            rules.set("seats", seats).unwrap();
            rules.set("arm", arm).unwrap();
            rules.set("after-win", "places").unwrap();
            let board = Board::new(&rules).unwrap();
            for start in Start::ALL {
                let mut laid = 0;
                for _ in 0..50 {
                    let Some(setup) = start.draw(&board, &mut rng) else { continue };
                    laid += 1;
                    let text = setup.to_string();
                    assert_eq!(text.parse::<Setup>().as_ref(), Ok(&setup), "{start}: {text}");
                    assert_eq!(board.winners(&setup.position).next(), None, "{start}: {text}");
                    for seat in board.seats() {
                        let marbles = setup.position.marbles(seat).len();
                        let full = start != Start::Scattered;
                        assert!((1..=board.marbles_each()).contains(&marbles), "{start}: {text}");
                        assert!(!full || marbles == board.marbles_each(), "{start}: {text}");
                    }
                }
                // With three seats nobody starts in another's goal; a goal of one hole holds
                // nobody out.
                let none = start == Start::Opening
                    || seats == "3" && matches!(start, Start::Locked | Start::Gap)
                    || arm == "1" && start == Start::HeldOut;
                assert_eq!(laid == 0, none, "{start} with {seats} seats, arm {arm}");
            }
        }
    }

    #[test]
    fn a_jam_leaves_a_seat_without_a_move() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut rules = Rules::default();
        rules.set("seats", "3").unwrap();
        let board = Board::new(&rules).unwrap();
        let stuck = (0..100)
            .filter_map(|_| Start::Jammed.draw(&board, &mut rng))
            .filter(|setup| {
                board.seats().any(|seat| board.moves_of(&setup.position, seat).is_empty())
            })
            .count();
        assert!(stuck > 50, "{stuck}");
    }
}
