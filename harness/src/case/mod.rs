//! Games as files: findings, regressions and games that somebody recorded, in one text form.

#[expect(clippy::module_inception, reason = "the case is this module's main noun")]
mod case;
mod expect;
mod record;

pub use case::Case;
pub use expect::{Claim, Expect};
pub use record::{Field, MAX_LEN, Record, RecordError, Word};
