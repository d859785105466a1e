//! Games as files: findings, regressions and games that somebody recorded, in one text form.

#[expect(clippy::module_inception, reason = "the case is this module's main noun")]
mod case;
mod expect;
mod record;
mod tried;

pub use case::Case;
pub use expect::{Claim, Expect};
pub use record::{Field, MAX_LEN, Record, RecordError, Word};
pub use tried::Tried;

use std::io::Read as _;
use std::path::Path;

use crate::exit::RunError;

/// The bytes of a file, or of standard input for `-`; no more than a record may have, and one.
///
/// # Errors
///
/// If it cannot be read.
pub fn read_file(path: &Path) -> Result<Vec<u8>, RunError> {
    let unreadable = |error| RunError::data(format!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let limit = MAX_LEN as u64 + 1;
    if path == Path::new("-") {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(limit).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    Ok(bytes)
}
