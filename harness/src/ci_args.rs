//! What a command leaves for continuous integration: the flag, and what is told without one.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::exit::RunError;
use crate::sink::replace;
use crate::suite::Suite;

/// The variable that names the file for a step's summary, where there is one.
pub const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// What continuous integration is told, and where.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct CiArgs {
    /// File for what was asked and whether it held, as JUnit XML; a file of this name is replaced
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

impl CiArgs {
    /// Sees to it that the file can be there at the end: nobody plays for an hour to learn that it
    /// cannot.
    ///
    /// # Errors
    ///
    /// If it cannot: data.
    pub fn prepare(&self) -> Result<(), RunError> {
        let Some(path) = &self.junit else { return Ok(()) };
        let refuse = |why: &dyn std::fmt::Display| {
            RunError::data(format!("--junit {}: {why}", path.display()))
        };
        if path.is_dir() || path.file_name().is_none() {
            return Err(refuse(&"takes the name of a file, and this is a folder"));
        }
        // Nothing is left of the attempt: the folder may be one that the command is to make.
        let above = path.ancestors().skip(1).filter(|at| !at.as_os_str().is_empty());
        let missing: Vec<&Path> = above.take_while(|at| !at.exists()).collect();
        let made = fs::create_dir_all(folder_of(path)).map_err(|error| refuse(&error));
        for folder in missing {
            // What was not made cannot be removed, and the error has been told.
            let _ = fs::remove_dir(folder);
        }
        made
    }

    /// Writes the JUnit file if one was asked for; adds `suite` and the Markdown `page` to the
    /// step's summary if there is one; and prints the last line, unless all passed and only what went
    /// wrong is wanted.
    ///
    /// # Errors
    ///
    /// If something cannot be written: data.
    pub fn tell(
        &self,
        out: &mut dyn io::Write,
        suite: &Suite,
        page: &str,
        elapsed: Duration,
        quiet: bool,
    ) -> Result<(), RunError> {
        if let Some(path) = &self.junit {
            fs::create_dir_all(folder_of(path))?;
            replace(path, suite.junit(elapsed).as_bytes())?;
        }
        if let Some(path) = std::env::var_os(STEP_SUMMARY).filter(|path| !path.is_empty()) {
            let text = format!("{}\n{page}\n", suite.markdown());
            let file = OpenOptions::new().append(true).create(true).open(&path);
            file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| {
                let path = Path::new(&path).display();
                RunError::data(format!("cannot write the step summary {path}: {error}"))
            })?;
        }
        if !quiet || suite.failed() > 0 {
            writeln!(out, "{suite}")?;
        }
        Ok(out.flush()?)
    }
}

/// Where a file is; empty for here.
fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}
