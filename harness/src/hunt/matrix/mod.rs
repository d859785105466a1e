//! The win rules side by side: every position of every game judged by all of them at once.

pub mod lockstep;
pub mod plan;
pub mod report;
pub mod table;

pub use lockstep::{Judged, Lockstep};
pub use plan::{Compared, Plan};
pub use table::{Cast, Cell, Key, Matrix, Measure};
