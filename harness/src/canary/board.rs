//! Faults in the board: holes, links, homes and goals.

use engine::rules::{Board, Rules, Seat};
use engine::star::{Cube, Hole};

use super::fault::faults;
use super::flaw::{Flaw, Holds, Plays, Told};
use super::walk::{Walk, Walks, next};

faults! { Board;
    "hole-missing" "The hole in the centre is missing."
        [] Engine || links(|board, hole, direction| {
            let centre = board.star().len() / 2;
            next(board, hole, direction).filter(|to| to.index() != centre && hole.index() != centre)
        });
    "row-shifted" "The links of one row are shifted by a column."
        [] Engine || links(|board, hole, direction| {
            let there = next(board, hole, direction);
            let shifted = board.star().row(hole) == board.star().rows() / 2 && direction % 3 != 0;
            there.and_then(|there| if shifted { next(board, there, 0) } else { Some(there) })
        });
    "eight-neighbours" "A hole has eight neighbours, as on a square board."
        [] Engine || Box::new(Walks(Walk {
            directions: 8,
            next: |board, hole, direction| {
                let up = match direction {
                    6 => -1,
                    7 => 1,
                    _ => return next(board, hole, direction),
                };
                let place = board.star().cube(hole);
                board.star().hole_at(Cube::new(place.x - up, place.y + 2 * up))
            },
            ..Walk::RIGHT
        }));
    "fifty-wrong-links" "About fifty links of a typed-out table lead one hole too far."
        ["arm" = "4"] Engine || links(|board, hole, direction| {
            let there = next(board, hole, direction)?;
            let wrong = (hole.index() * 6 + direction) % 14 == 5;
            if wrong { Hole::new((there.index() + 1) % board.star().len()) } else { Some(there) }
        });
    "links-of-empty-holes" "Links lead only to holes that were empty at the start."
        [] Engine || links(|board, hole, direction| {
            let taken = |to: &Hole| board.seats().any(|seat| board.home(seat).contains(*to));
            next(board, hole, direction).filter(|to| !taken(to))
        });
    "bottom-tip-cut-off" "The bottom tip cannot be reached."
        [] Engine || links(|board, hole, direction| {
            next(board, hole, direction).filter(|to| to.index() + 1 != board.star().len())
        });
    "one-way-link" "One link leads one way only."
        [] Engine || links(|board, hole, direction| {
            let middle = board.star().len() / 2;
            next(board, hole, direction).filter(|_| hole.index() != middle || direction != 2)
        });
    "goals-one-point-off" "Goals are one point off: the seats are placed as if they went there."
        ["layout" = "clockwise", "seats" = "3"] Engine || layout("1,3,5");
    "goals-off-for-four" "Homes and goals are off with four seats only."
        ["layout" = "clockwise", "seats" = "4"] Engine || layout("0,2,3,5");
    "pair-and-single" "Three seats are placed as a pair and a single."
        ["layout" = "clockwise", "seats" = "3"] Engine || layout("0,3,1");
    "points-relabelled" "Points are counted anticlockwise, and every count still agrees."
        ["layout" = "clockwise", "seats" = "6"] Engine || layout("0,5,4,3,2,1");
    "five-seats" "Five seats are accepted."
        [] Engine || Box::new(AcceptsFive);
    "marble-in-the-wrong-point" "In the opening one marble stands a hole off its home."
        [] Engine || Box::new(Holds(|now, mut right| {
            if now.last.is_none() && right.ply == 0 && right.position == now.board().start() {
                let seat = Seat::ALL[0];
                let empty = now.board().star().holes() - now.occupied();
                let marble = now.own(seat).first();
                if let (Some(marble), Some(hole)) = (marble, empty.first()) {
                    right.position.lift(marble);
                    right.position.put(seat, hole);
                }
            }
            right
        }));
    "fewer-marbles" "Every seat has one marble too few, in the opening and after it."
        [] Engine || Box::new(Holds(|now, mut right| {
            for seat in now.board().seats() {
                if let Some(hole) = right.position.marbles(seat).first() {
                    right.position.lift(hole);
                }
            }
            right
        }));
}

fn links(next: fn(&Board, Hole, usize) -> Option<Hole>) -> Box<dyn Flaw> {
    Box::new(Walks(Walk { next, ..Walk::RIGHT }))
}

/// Places the seats so, and shows it where the opening is the engine's own.
macro_rules! layouts {
    ($($points:literal),*) => {
        fn layout(points: &str) -> Box<dyn Flaw> {
            match points {
                $($points => Box::new(Plays(|rules| {
                    rules.set("layout", $points).expect("a layout of different points");
                })),)*
                _ => unreachable!("the layouts are listed"),
            }
        }
    };
}

layouts!("1,3,5", "0,2,3,5", "0,3,1", "0,5,4,3,2,1");

/// Takes five seats for six.
struct AcceptsFive;

impl Flaw for AcceptsFive {
    fn set_up(&mut self, rules: &mut Rules, _: &mut Option<engine::notation::Setup>) -> Told<()> {
        if rules.seats == Some(5) {
            rules.seats = Some(6);
        }
        Ok(())
    }
}
