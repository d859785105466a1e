//! The flags that say how external engines are treated.

use std::time::Duration;

use super::external::Limits;

/// How long external engines are waited for.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LimitsArgs {
    /// Milliseconds that an external engine has to start
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    engine_start: u64,
    /// Milliseconds that an external engine has for a move or any other answer
    #[arg(long, value_name = "MS", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    engine_limit: u64,
}

impl LimitsArgs {
    /// The limits.
    pub fn limits(&self) -> Limits {
        Limits {
            start: Duration::from_millis(self.engine_start),
            answer: Duration::from_millis(self.engine_limit),
            ..Limits::default()
        }
    }
}
