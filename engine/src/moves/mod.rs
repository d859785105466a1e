//! Moves: what they are, which are legal, how they go, and how many there are.

mod generate;
mod illegal;
mod mv;
mod path;
mod perft;
pub mod reference;

pub use generate::{MarbleMoves, Moves};
pub use illegal::Illegal;
pub use mv::{Move, MoveKind};
pub use path::Path;
pub use perft::{divide, perft};
