//! How much of a change is a regression.

/// A number from 0 on, or no limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit(pub Option<f64>);

impl Limit {
    /// A limit as a flag has it.
    ///
    /// # Errors
    ///
    /// If it is neither a number from 0 on nor `off`.
    pub fn read(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(Self(None));
        }
        let number = text.parse::<f64>().ok().filter(|&number| number.is_finite() && number >= 0.0);
        number
            .map(|number| Self(Some(number)))
            .ok_or_else(|| "takes a number from 0 on, or off".into())
    }
}

/// What is a regression: a change for the worse by more than this, the whole of its interval.
#[derive(Clone, Copy, Debug, PartialEq, clap::Args)]
pub struct Limits {
    /// Fall of a bot's win rate, in percentage points
    #[arg(long = "max-win-drop", value_name = "POINTS", default_value = "5", allow_negative_numbers = true, value_parser = Limit::read)]
    pub win_rate: Limit,
    /// Rise of a bot's mean place, in places
    #[arg(long = "max-place-rise", value_name = "PLACES", default_value = "0.25", allow_negative_numbers = true, value_parser = Limit::read)]
    pub place: Limit,
    /// Rise of the mean length of games, in percent
    #[arg(long = "max-length-rise", value_name = "PERCENT", default_value = "10", allow_negative_numbers = true, value_parser = Limit::read)]
    pub length: Limit,
    /// Rise of the share of games that nobody won, in percentage points
    #[arg(long = "max-unwon-rise", value_name = "POINTS", default_value = "2", allow_negative_numbers = true, value_parser = Limit::read)]
    pub unwon: Limit,
    /// More violations of an invariant than before; exact
    #[arg(long = "max-violations-rise", value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = Limit::read)]
    pub violations: Limit,
    /// Rise of the work for a decision, in percent: nodes at the 50th, 90th and 99th percentile, and all
    /// nodes, moves and evaluations of a latency run
    #[arg(long = "max-nodes-rise", value_name = "PERCENT", default_value = "10", allow_negative_numbers = true, value_parser = Limit::read)]
    pub nodes: Limit,
    /// Rise of the time for a decision, in percent: at the 50th and 90th percentile, and the worst case of
    /// a latency run. On another machine or in another profile it is told and not judged
    #[arg(long = "max-latency-rise", value_name = "PERCENT", default_value = "100", allow_negative_numbers = true, value_parser = Limit::read)]
    pub latency: Limit,
}
