//! What an engine says of a game, as the checks take it.

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
    pub standing: BySeat<Standing>,
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
            marbles: BySeat::from_fn(|seat| position.marbles(seat)),
            turn: position.turn(),
            ply: game.ply(),
            standing: BySeat::from_fn(|seat| game.standing(seat)),
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
        self.standing[seat] == Standing::Racing
    }

    /// Whether a seat has come home.
    #[inline]
    pub fn is_home(&self, seat: Seat) -> bool {
        matches!(self.standing[seat], Standing::Home(_))
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
}
