//! What tells whether a finished file is still as it was written.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use crate::exit::RunError;

/// Length and checksum of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Bytes.
    pub bytes: u64,
    /// XXH3 of all of them, 64 bits, in hexadecimal digits.
    pub xxh3: String,
}

impl Mark {
    /// That of a file as it is.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let (mut bytes, mut sum) = (0, Xxh3Default::new());
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                read => {
                    bytes += read as u64;
                    sum.update(&buffer[..read]);
                }
            }
        }
        Ok(Self { bytes, xxh3: format!("{:016x}", sum.digest()) })
    }

    /// That a file is still as this says.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is another one: data, with the file's name.
    pub fn hold(&self, path: &Path) -> Result<(), RunError> {
        let shown = path.display();
        match Self::of(path) {
            Err(error) => Err(RunError::data(format!("cannot read {shown}: {error}"))),
            Ok(mark) if mark != *self => Err(RunError::data(format!(
                "{shown}: it is damaged: {} bytes with checksum {}, and run.json says {} with {}",
                mark.bytes, mark.xxh3, self.bytes, self.xxh3
            ))),
            Ok(_) => Ok(()),
        }
    }
}
