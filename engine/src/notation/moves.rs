//! Moves as text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::moves::{Illegal, Move, MoveKind, Path};
use crate::position::Position;
use crate::rules::Board;
use crate::star::{Hole, Star};

/// What a seat does in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveText {
    /// It moves a marble.
    Move(Move),
    /// It passes.
    Pass,
    /// It gives up.
    Resign,
}

/// Why a text is no move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// It is not of the form `from-to`, `a:b:c`, `pass` or `resign`.
    Form(String),
    /// The star has no hole of this name.
    NoHole(String),
    /// It ends where it began.
    Nowhere(String),
    /// No marble of the seat to move is in this hole.
    NoMarble(String),
    /// This step, hop or chain cannot be made: its two holes.
    Hop(String, String),
    /// It is not legal for another reason.
    Forbidden(String, Illegal),
}

impl MoveError {
    /// A short, stable code; that of the fault, for a move that is not legal.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Form(_) => "form",
            Self::NoHole(_) => "no-hole",
            Self::Nowhere(_) => "nowhere",
            Self::NoMarble(_) => "no-marble",
            Self::Hop(..) => "hop",
            Self::Forbidden(_, why) => why.code(),
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => write!(
                f,
                "'{}' is no move: a move is from-to, from:landing:… , pass or resign",
                text.escape_debug()
            ),
            Self::NoHole(name) => write!(f, "the star has no hole '{}'", name.escape_debug()),
            Self::Nowhere(hole) => write!(f, "a move that ends where it began, in {hole}, is none"),
            Self::NoMarble(hole) => write!(f, "the seat to move has no marble in {hole}"),
            Self::Hop(from, to) => write!(f, "no way leads from {from} to {to}"),
            Self::Forbidden(text, why) => write!(f, "{text} is not legal: {why}"),
        }
    }
}

impl core::error::Error for MoveError {}

impl Star {
    /// `from-to`.
    pub fn move_text(&self, mv: Move) -> String {
        let mut text = self.name(mv.from());
        text.push('-');
        text.push_str(&self.name(mv.to()));
        text
    }
}

impl Board {
    /// How a legal move goes, as text: `e5-f5` a step, `e5:g5:g7` a chain by its landings.
    /// A move that is not legal is given as `from-to`.
    pub fn path_text(&self, position: &Position, mv: Move) -> String {
        let Some(path) = self.path(position, mv) else {
            return self.star().move_text(mv);
        };
        let chain = self.kind(mv) == MoveKind::Chain;
        self.holes_text(&path, if chain { ':' } else { '-' })
    }

    fn holes_text(&self, path: &Path, mark: char) -> String {
        let mut text = String::new();
        for &hole in path.holes() {
            if !text.is_empty() {
                text.push(mark);
            }
            text.push_str(&self.star().name(hole));
        }
        text
    }

    /// Reads what the seat to move does: `from-to` for any legal move, any legal way between two
    /// holes as `from:landing:…:to`, `pass` or `resign`. Whether a pass is due is not looked at.
    ///
    /// # Errors
    ///
    /// If the text has no such form, or its move is not legal; the hop that cannot be made is named.
    pub fn read_move(&self, position: &Position, text: &str) -> Result<MoveText, MoveError> {
        match text {
            "pass" => return Ok(MoveText::Pass),
            "resign" => return Ok(MoveText::Resign),
            _ => {}
        }
        let form = || MoveError::Form(text.chars().take(100).collect());
        let chain = text.contains(':');
        let names: Vec<&str> = text.split(if chain { ':' } else { '-' }).collect();
        if names.len() < 2 || (!chain && names.len() > 2) {
            return Err(form());
        }
        let mut holes = Vec::with_capacity(names.len());
        for name in names {
            let short: String = name.chars().take(20).collect();
            holes.push(self.star().hole_named(name).ok_or(MoveError::NoHole(short))?);
        }
        let name = |hole: Hole| self.star().name(hole);
        let (from, to) = (holes[0], holes[holes.len() - 1]);
        let mv = Move::new(from, to).ok_or_else(|| MoveError::Nowhere(name(from)))?;
        let seat = position.turn();
        if !position.marbles(seat).contains(from) {
            return Err(MoveError::NoMarble(name(from)));
        }
        let step = holes.len() == 2 && self.kind(mv) == MoveKind::Step;
        if chain && !step {
            for hop in holes.windows(2) {
                let (at, landing) = (hop[0], hop[1]);
                let lands = |(_, end): (_, Hole)| end == landing;
                // A chain may come through the hole that it left.
                let back = landing == from && self.hop_back(position, seat, from, at);
                if !(back || self.hops(position, seat, from, at).any(lands)) {
                    return Err(MoveError::Hop(name(at), name(landing)));
                }
            }
        }
        match self.illegal(position, mv) {
            None => Ok(MoveText::Move(mv)),
            Some(Illegal::NoWay) => Err(MoveError::Hop(name(from), name(to))),
            Some(why) => Err(MoveError::Forbidden(text.to_string(), why)),
        }
    }

    /// Whether a chain from `origin` that has come to `at` can hop back into the hole it left: hops
    /// go both ways, so when it could have come from there in one.
    fn hop_back(
        &self,
        position: &Position,
        seat: crate::rules::Seat,
        origin: Hole,
        at: Hole,
    ) -> bool {
        self.lands(seat, origin)
            && self.hops(position, seat, origin, origin).any(|(_, landing)| landing == at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Setup;
    use crate::rules::Rules;

    fn read(text: &str, moves: &[&str]) -> Vec<Result<MoveText, MoveError>> {
        let setup: Setup = text.parse().unwrap();
        let rules = Rules::default().with_seats(setup.position.seat_count() as u8).unwrap();
        let board = Board::new(&rules).unwrap();
        moves.iter().map(|text| board.read_move(&setup.position, text)).collect()
    }

    const RING: &str = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]01[3]/[5]11[3]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";

    #[test]
    fn any_legal_way_between_two_holes_is_the_move() {
        let moves = read(RING, &["i5-k7", "i5:i7:k7", "i5:k7", "i5:i7:k7:i5:k7", "i5-i4", "i5:i4"]);
        assert!(moves.iter().all(Result::is_ok), "{moves:?}");
        assert!(moves[..4].iter().all(|mv| *mv == moves[0]));
    }

    #[test]
    fn what_cannot_be_made_is_named() {
        let name = |text: &str| text.to_string();
        let moves = read(
            RING,
            &["i5", "i5-i6-i7", "", "i5-z9", "i5-i5", "i5:i7:i5", "a1-a2", "i6-i5", "i5-i8"],
        );
        let wrong: Vec<MoveError> = moves.into_iter().map(Result::unwrap_err).collect();
        assert_eq!(wrong[0], MoveError::Form(name("i5")));
        assert_eq!(wrong[1], MoveError::Form(name("i5-i6-i7")));
        assert_eq!(wrong[2], MoveError::Form(name("")));
        assert_eq!(wrong[3], MoveError::NoHole(name("z9")));
        assert_eq!(wrong[4], MoveError::Nowhere(name("i5")));
        assert_eq!(wrong[5], MoveError::Nowhere(name("i5")));
        assert_eq!(wrong[6], MoveError::NoHole(name("a2")));
        assert_eq!(wrong[7], MoveError::NoMarble(name("i6")));
        assert_eq!(wrong[8], MoveError::Hop(name("i5"), name("i8")));
        let moves = read(RING, &["i5:i7:g7", "i5:h5:g5"]);
        let codes: Vec<&str> = wrong.iter().map(MoveError::code).collect();
        let takes =
            ["form", "form", "form", "no-hole", "nowhere", "nowhere", "no-hole", "no-marble"];
        assert_eq!(codes[..8], takes);
        assert_eq!(codes[8], "hop");
        assert_eq!(moves[0], Err(MoveError::Hop(name("i7"), name("g7"))));
        assert_eq!(moves[1], Err(MoveError::Hop(name("i5"), name("h5"))));
        assert_eq!(moves[1].as_ref().unwrap_err().to_string(), "no way leads from i5 to h5");
    }

    #[test]
    fn a_rule_that_forbids_a_move_is_named() {
        let name = |text: &str| text.to_string();
        let setup: Setup = "[1]/[1]0[2]/[3]/[1]1[2]/[1] 0 2 1".parse().unwrap();
        for (foreign, through) in [("no-stop", true), ("private", false)] {
            let mut rules = Rules { arm: Some(1), ..Rules::default() }.with_seats(2).unwrap();
            rules.set("foreign-points", foreign).unwrap();
            let board = Board::new(&rules).unwrap();
            let wrong = |text: &str| board.read_move(&setup.position, text).unwrap_err();
            for text in ["b2-b1", "b2:b1"] {
                assert_eq!(wrong(text), MoveError::Forbidden(name(text), Illegal::ForeignPoint));
                assert_eq!(wrong(text).code(), "foreign-point");
            }
            assert_eq!(wrong("b2-d2"), MoveError::Forbidden(name("b2-d2"), Illegal::Taken));
            assert_eq!(wrong("b2-d3"), MoveError::Hop(name("b2"), name("d3")));
            // Over b3 into the point b4.
            let setup: Setup = "[1]/[1]01[1]/[3]/[4]/[1] 0 2 1".parse().unwrap();
            let hopped = board.read_move(&setup.position, "b2:b4").unwrap_err();
            let hop = MoveError::Hop(name("b2"), name("b4"));
            let stop = MoveError::Forbidden(name("b2:b4"), Illegal::ForeignPoint);
            assert_eq!(hopped, if through { stop } else { hop });
        }
    }

    /// Under private points a chain may not come back into a foreign point that it left, even
    /// though a marble stood there.
    #[test]
    fn a_private_point_takes_no_chain_back() {
        let mut rules = Rules::default().with_seats(2).unwrap();
        let setup: Setup =
            "[1]/[2]/[3]/[4]/[8]10[3]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10"
                .parse()
                .unwrap();
        let board = Board::new(&rules).unwrap();
        let moves = board.moves(&setup.position);
        let listed: Vec<String> = moves.iter().map(|mv| board.star().move_text(mv)).collect();
        assert_eq!(listed.join(" "), "e10-e8 e10-e11 e10-f9 e10-f10");
        assert!(board.read_move(&setup.position, "e10:e8:e10:e8").is_ok());
        rules.set("foreign-points", "private").unwrap();
        let board = Board::new(&rules).unwrap();
        assert!(board.read_move(&setup.position, "e10:e8").is_ok());
        let back = board.read_move(&setup.position, "e10:e8:e10:e8").unwrap_err();
        assert_eq!(back, MoveError::Hop("e8".to_string(), "e10".to_string()));
    }

    #[test]
    fn the_shown_path_is_a_shortest_one() {
        let setup: Setup = RING.parse().unwrap();
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let show = |text| match board.read_move(&setup.position, text) {
            Ok(MoveText::Move(mv)) => board.path_text(&setup.position, mv),
            other => panic!("{other:?}"),
        };
        assert_eq!(show("i5-k7"), "i5:k7");
        assert_eq!(show("i5-h5"), "i5-h5");
        assert_eq!(show("i5:i7"), "i5:i7");
    }
}
