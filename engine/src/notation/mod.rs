//! Positions, moves and holes as text, both ways. Reading is total: any string gives a value or an
//! error that says what is wrong with it.

mod draw;
mod hole;
mod key;
mod moves;
mod position;

pub use draw::Picture;
pub use key::{KeyError, KeyText};
pub use moves::{MoveError, MoveText};
pub use position::{Fault, PositionError, Resigned, Setup};
