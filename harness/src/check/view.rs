//! What an engine says of a game, as the checks take it.

use std::fmt;

use engine::notation::MoveText;
use engine::rules::{BySeat, Seat};
use engine::star::HoleSet;
use engine::{End, Game, Standing};

/// What a game says of itself at one moment.
///
/// The checks are functions of such views and of what was done between two of them, so they serve
/// any engine that can say this much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The marbles of each seat.
    pub marbles: BySeat<HoleSet>,
    /// The seat to move, or that would be if the game were not over.
    pub turn: Seat,
    /// Plies played.
    pub ply: u32,
    /// Where each seat stands.
    pub standings: Standings,
    /// The seat that won, if one has.
    pub winner: Option<Seat>,
    /// How the game ended, if it has.
    pub end: Option<End>,
    /// The position's number.
    pub key: u64,
}

impl View {
    /// What `game` says.
    #[inline]
    pub fn of(game: &Game<'_>) -> Self {
        let position = game.position();
        Self {
            marbles: BySeat(Seat::ALL.map(|seat| position.marbles(seat))),
            turn: position.turn(),
            ply: game.ply(),
            standings: Standings::new(|seat| game.standing(seat)),
            winner: game.winner(),
            end: game.end(),
            key: position.key(),
        }
    }

    /// Every marble.
    #[inline]
    pub fn occupied(&self) -> HoleSet {
        self.marbles.0.iter().fold(HoleSet::EMPTY, |all, &own| all | own)
    }

    /// Whether a seat is still on its way.
    #[inline]
    pub fn races(&self, seat: Seat) -> bool {
        self.standings.byte(seat) == 0
    }

    /// Whether a seat has come home.
    #[inline]
    pub fn is_home(&self, seat: Seat) -> bool {
        matches!(self.standings.byte(seat), 1..OUT)
    }
}

/// Where each seat stands, in one word: they are compared after every ply and hardly ever change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Standings(u64);

/// Marks a seat that is out, in its byte.
const OUT: u8 = 0x80;

impl Standings {
    /// Every seat races.
    pub const RACING: Self = Self(0);

    /// Where each seat stands, as `of` says.
    #[inline]
    pub fn new(of: impl Fn(Seat) -> Standing) -> Self {
        if Seat::ALL.iter().all(|&seat| of(seat) == Standing::Racing) {
            return Self::RACING;
        }
        let byte = |seat| match of(seat) {
            Standing::Racing => 0,
            Standing::Home(place) => place,
            Standing::Out(order) => OUT | order,
        };
        let bytes = Seat::ALL.map(byte);
        Self(bytes.into_iter().rev().fold(0, |word, byte| word << 8 | u64::from(byte)))
    }

    /// Where `seat` stands.
    pub fn of(self, seat: Seat) -> Standing {
        match self.byte(seat) {
            0 => Standing::Racing,
            place @ 1..OUT => Standing::Home(place),
            order => Standing::Out(order - OUT),
        }
    }

    #[inline]
    fn byte(self, seat: Seat) -> u8 {
        (self.0 >> (8 * seat.index())) as u8
    }
}

impl fmt::Debug for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(Seat::ALL.map(|seat| self.of(seat))).finish()
    }
}

/// One seat's turn: what stood before it, what it did, and what stands after it.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// Before it.
    pub before: &'a View,
    /// Whose turn it was.
    pub seat: Seat,
    /// What it did.
    pub what: MoveText,
    /// After it.
    pub after: &'a View,
    /// Every marble after it.
    pub(super) occupied: HoleSet,
    /// Whether a seat stands otherwise after it, which is rare.
    pub(super) standings_changed: bool,
}

impl<'a> Turn<'a> {
    /// A turn between two views.
    #[inline]
    pub fn new(before: &'a View, seat: Seat, what: MoveText, after: &'a View) -> Self {
        let standings_changed = before.standings != after.standings;
        Self { before, seat, what, after, occupied: after.occupied(), standings_changed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{START, laws};

    #[test]
    fn a_hole_with_two_marbles_is_taken() {
        let (laws, setup) = laws(&[], START);
        let mut view = View::of(&Game::resume(laws.board(), &setup).unwrap());
        view.marbles.0[1] = view.marbles.0[0];
        assert_eq!(view.occupied(), view.marbles.0[0]);
    }

    #[test]
    fn standings_are_told_one_by_one() {
        let all = [
            Standing::Racing,
            Standing::Home(2),
            Standing::Out(0),
            Standing::Out(3),
            Standing::Home(1),
            Standing::Racing,
        ];
        let standings = Standings::new(|seat| all[seat.index()]);
        assert_eq!(Seat::ALL.map(|seat| standings.of(seat)), all);
        assert_eq!(format!("{standings:?}"), format!("{all:?}"));
    }
}
