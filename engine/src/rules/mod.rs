//! Rules as data, and the board as one set of rules uses it.

mod axes;
mod board;
mod error;
mod presets;
#[expect(clippy::module_inception, reason = "the rules are this module's main noun")]
mod rules;
mod seat;
mod win;

pub use axes::{
    AfterWin, Cap, ForeignPoints, HandWin, Hops, LeaveGoal, NoMove, Over, Win, WinTested,
};
pub(crate) use axes::{listed, number};
pub use board::Board;
pub use error::RulesError;
pub use presets::PRESETS;
pub(crate) use rules::marble_counts;
pub use rules::{AXES, Axis, Layouts, Rules};
pub use seat::{BySeat, Seat};
pub use win::Missing;
