//! The `harness` command: reads its arguments, calls the library, and ends with a documented code.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use harness::args::CommandLine;

fn main() -> ExitCode {
    let line = CommandLine::parse();
    // A closed standard error leaves nobody to tell.
    match line.run(&mut io::stdout().lock()) {
        Ok(exit) => exit.into(),
        Err(error) => {
            if !error.message().is_empty() {
                let _ = writeln!(io::stderr(), "error: {error}");
            }
            error.exit().into()
        }
    }
}
