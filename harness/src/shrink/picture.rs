//! What a failure looks like, seen from the opening, and how far a position is from it.

use engine::Position;
use engine::notation::MoveText;
use engine::rules::{Board, BySeat, Seat};
use engine::star::{Cube, Hole, HoleSet, Point, Star};

use super::ground::{Ground, Ways};
use super::oracle::{Line, Oracle};

/// Most marbles away from the opening that a picture is made of.
const NEEDS: usize = 4;

/// What has to stand where for the game to fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    /// Marbles that are not where the opening has them: each may stand in any one of its holes.
    needs: Vec<(Seat, HoleSet)>,
    /// Holes that are empty here and are not in the opening.
    empty: HoleSet,
    /// Marbles that have to stay where the opening has them, or come back.
    keeps: BySeat<HoleSet>,
}

impl Picture {
    /// The pictures of a failure in the position form, in a game that starts from `opening`; the one
    /// that asks for least first.
    ///
    /// As much of the opening is left in them as the failure bears; none if little is alike.
    pub(super) fn of(failure: &Line, opening: &Position, oracle: &mut dyn Oracle) -> Vec<Self> {
        let Some(whole) = Self::whole(failure, opening, oracle) else { return Vec::new() };
        let Ok(board) = Board::new(&failure.rules) else { return Vec::new() };
        let mut pictures = Vec::new();
        // Who made the last move may not matter: then the marble that the opening has there will do.
        if let Some(&MoveText::Move(last)) = failure.moves.last()
            && let Some(seat) = opening.at(last.to())
            && whole.needs.len() > 1
        {
            let mut less = whole.clone();
            less.needs.retain(|(_, targets)| !targets.contains(last.to()));
            less.keeps[seat].insert(last.to());
            pictures.push(less);
        }
        pictures.push(whole);
        pictures.retain(|picture| picture.needs.len() <= NEEDS);
        pictures.iter_mut().for_each(|picture| picture.widen(&board, opening));
        pictures
    }

    fn whole(failure: &Line, opening: &Position, oracle: &mut dyn Oracle) -> Option<Self> {
        let board = Board::new(&failure.rules).ok()?;
        let mut game = failure.game(&board)?;
        let before = *game.position();
        let mut touched = HoleSet::EMPTY;
        for &what in &failure.moves {
            if let MoveText::Move(mv) = what {
                touched |= HoleSet::of(mv.from()) | HoleSet::of(mv.to());
            }
            game.act(what).ok()?;
        }
        let after = *game.position();
        // What the opening has there is taken over if it still fails then; none if it is too many.
        let mut alike = failure.clone();
        let mut fails_with = |hole: Hole, seat: Seat| {
            let mut line = alike.clone();
            let position = &mut line.start.as_mut()?.position;
            position.lift(hole);
            if position.marbles(seat).len() == position.marbles_each() {
                return None;
            }
            position.put(seat, hole);
            let fails = oracle.fails(&line).is_some();
            if fails {
                alike = line;
            }
            Some(fails)
        };
        let mut picture =
            Self { needs: Vec::new(), empty: HoleSet::EMPTY, keeps: BySeat::default() };
        for hole in board.star().holes() {
            let (there, at_first) = (after.at(hole), opening.at(hole));
            match (there, at_first) {
                (Some(seat), Some(first)) if seat == first => picture.keeps[seat].insert(hole),
                (Some(_), Some(first))
                    if !touched.contains(hole) && fails_with(hole, first) == Some(true) =>
                {
                    picture.keeps[first].insert(hole);
                }
                (Some(seat), _) => picture.needs.push((seat, HoleSet::of(hole))),
                (None, Some(seat)) if !touched.contains(hole) && before.at(hole).is_none() => {
                    if fails_with(hole, seat) == Some(false) {
                        picture.empty.insert(hole);
                    }
                }
                (None, _) => {}
            }
        }
        Some(picture)
    }

    /// Lets a single marble stand in any hole of the home or goal that it has to be in.
    fn widen(&mut self, board: &Board, opening: &Position) {
        let [(_, targets)] = &mut self.needs[..] else { return };
        let zones = board.seats().flat_map(|seat| [board.home(seat), board.goal(seat)]);
        let Some(zone) = { zones }.find(|zone| targets.is_subset(*zone)) else { return };
        for hole in *targets {
            if let Some(seat) = opening.at(hole) {
                self.keeps[seat].insert(hole);
            }
        }
        *targets = zone - self.empty;
    }

    /// The same failure as other seats would have it, itself first: turned and mirrored in every way
    /// that takes starts to starts.
    pub(super) fn images(&self, board: &Board) -> Vec<Self> {
        let mut images = vec![self.clone()];
        for mirrored in [false, true] {
            for turns in 0..6 {
                if let Some(image) = self.image(board, turns, mirrored)
                    && !images.contains(&image)
                {
                    images.push(image);
                }
            }
        }
        images
    }

    fn image(&self, board: &Board, turns: usize, mirrored: bool) -> Option<Self> {
        let star = board.star();
        let point = |point: Point| {
            let index = if mirrored { 6 - point.index() } else { point.index() };
            Point::ALL[(index + turns) % 6]
        };
        let seat = |seat: Seat| {
            let start = point(board.start_point(seat));
            board.seats().find(|&other| board.start_point(other) == start)
        };
        board.seats().all(|other| seat(other).is_some()).then_some(())?;
        let turn = |hole: Hole| (0..turns).fold(hole, |hole, _| star.turned(hole));
        let holes = |holes: HoleSet| -> HoleSet {
            let holes = holes.into_iter();
            holes.map(|hole| turn(if mirrored { mirror(star, hole) } else { hole })).collect()
        };
        let mut keeps = BySeat::default();
        for other in board.seats() {
            keeps[seat(other)?] = holes(self.keeps[other]);
        }
        let needs = self.needs.iter().map(|&(who, targets)| Some((seat(who)?, holes(targets))));
        Some(Self { needs: needs.collect::<Option<_>>()?, empty: holes(self.empty), keeps })
    }

    /// Marbles out of place, beside those that are still on their way: as many plies at the least.
    pub(super) fn amiss(&self, position: &Position) -> u32 {
        let lost = self.lost(position);
        // A lone marble takes the place of one that would have to stay.
        let taken = self.needs.len() == 1 && !lost.is_disjoint(self.needs[0].1);
        (lost.len() + (self.empty & position.occupied()).len() - usize::from(taken)) as u32
    }

    fn lost(&self, position: &Position) -> HoleSet {
        let mut lost = HoleSet::EMPTY;
        for seat in position.seats() {
            lost |= self.keeps[seat] - position.marbles(seat);
        }
        lost
    }

    /// How each of the marbles that are needed may get to where it is needed.
    pub(super) fn ways(&self, ground: &mut Ground<'_>, position: &Position) -> Vec<Ways> {
        let lost = self.lost(position);
        ground.look(position);
        let ways = self.needs.iter().map(|&(seat, targets)| {
            let own = position.marbles(seat) - self.keeps[seat];
            let taken = if self.needs.len() == 1 { targets & lost } else { HoleSet::EMPTY };
            let dear = if taken.is_empty() { HoleSet::EMPTY } else { targets - taken };
            ground.ways(seat, own, targets, dear)
        });
        ways.collect()
    }
}

/// The hole across the vertical line through the middle.
fn mirror(star: &Star, hole: Hole) -> Hole {
    let place = star.cube(hole);
    star.hole_at(Cube::new(place.z(), place.y)).expect("the star is its own mirror image")
}
