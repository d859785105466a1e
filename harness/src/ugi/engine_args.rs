//! The flags that say how external engines are treated.

use std::time::Duration;

use super::ask::Bounds;
use super::engines::{Engines, OnError};
use super::external::Limits;

/// How long external engines are waited for.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LimitsArgs {
    /// Milliseconds that an external engine has to start
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    engine_start: u64,
    /// Milliseconds that an external engine has for a move or any other answer
    #[arg(long, value_name = "MS", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
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

/// How external engines are treated in games.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct EngineArgs {
    #[command(flatten)]
    limits: LimitsArgs,
    /// What an external engine is told for each move, of depth, nodes and movetime
    #[arg(long, value_name = "BOUNDS", default_value = "movetime 100", value_parser = bounds)]
    engine_go: Bounds,
    /// What becomes of a game in which an external engine fails
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    on_engine_error: OnError,
}

fn bounds(text: &str) -> Result<Bounds, String> {
    let bounds = Bounds::read(text).map_err(|error| error.to_string())?;
    if bounds == Bounds::default() || bounds.infinite {
        return Err("takes depth PLIES, nodes N or movetime MS, or several of them".to_string());
    }
    Ok(bounds)
}

impl EngineArgs {
    /// How they are treated.
    pub fn engines(&self) -> Engines {
        Engines {
            limits: self.limits.limits(),
            bounds: self.engine_go,
            on_error: self.on_engine_error,
        }
    }
}
