//! The flags that say which games are played.

use engine::rules::{Rules, RulesError};

use crate::config::Config;
use crate::contender::{Contender, names};
use crate::exit::RunError;
use crate::given::Given;
use crate::plan::{MAX_BOTS, Seating};
use crate::rules_args::RulesArgs;
use crate::ugi::engine_args::EngineArgs;

/// The seats that a race can have.
const RACES: [u8; 4] = [2, 3, 4, 6];

/// Which games are played.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// Number of games in all, split evenly over the seat counts; the first gets the remainder
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(..=1_000_000_000_000))]
    games: u64,
    /// Number of seats: 2, 3, 4, 6 or all; several may be given, apart by commas or by repeating
    /// the flag. All, if the rules do not say [default: all]
    #[arg(long, value_name = "COUNT", value_delimiter = ',', allow_negative_numbers = true, value_parser = seat_counts)]
    seats: Vec<SeatCounts>,
    /// Who plays, apart by commas: every bot sits in every seat and meets every other equally often.
    /// cmd:COMMAND is an external engine that speaks UGI
    #[arg(long, alias = "bot", value_name = "BOT", default_value = "random,easy,normal,hard")]
    bots: Vec<String>,
    /// What every random draw comes from
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// Random plies a seat at the start, the same in every game of a block, so that rotations of the
    /// bots around the star compare like with like; 0 lets the bots play from the start
    #[arg(long, value_name = "PLIES", default_value_t = 2, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(..=1000))]
    opening: u32,
    /// Which seatings a block has
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    seating: Seating,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    engines: EngineArgs,
}

/// What one value of `--seats` stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatCounts(Vec<u8>);

pub(crate) fn seat_counts(text: &str) -> Result<SeatCounts, String> {
    match text {
        "all" => Ok(SeatCounts(RACES.to_vec())),
        "5" => Err(RulesError::FiveSeats.to_string()),
        _ => RACES
            .into_iter()
            .find(|seats| seats.to_string() == text)
            .map(|seats| SeatCounts(vec![seats]))
            .ok_or_else(|| "takes 2 | 3 | 4 | 6 | all".to_string()),
    }
}

/// The seat counts that were asked for, each once; if none was, those that the rules are for.
pub(crate) fn seats_of(asked: &[SeatCounts], rules: &Rules) -> Vec<u8> {
    let mut seats: Vec<u8> = Vec::new();
    for &count in asked.iter().flat_map(|counts| &counts.0) {
        if !seats.contains(&count) {
            seats.push(count);
        }
    }
    match rules.seats {
        _ if !seats.is_empty() => seats,
        Some(fixed) => vec![fixed],
        None => RACES.to_vec(),
    }
}

impl GameArgs {
    /// The checked configuration.
    ///
    /// # Errors
    ///
    /// If a flag has a value that it does not take, or they do not fit together: usage. If a rules
    /// file cannot be read: data.
    pub fn config(&self) -> Result<Config, RunError> {
        let rules = self.rules.rules()?;
        let config = Config {
            games: self.games,
            seats: seats_of(&self.seats, &rules),
            bots: bots("--bots", &self.bots)?,
            seed: self.seed,
            rules,
            opening: self.opening,
            engines: self.engines.engines(),
            seating: self.seating,
        };
        for &seats in &config.seats {
            config.board(seats).map_err(|error| RunError::usage(format!("--seats: {error}")))?;
        }
        Ok(config)
    }
}

/// A flag that says something else than a configuration that it is held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Its name.
    pub flag: String,
    /// What it says.
    pub got: String,
    /// What the configuration says.
    pub has: String,
}

impl GameArgs {
    /// The first flag that was given and says something else than `config`.
    ///
    /// # Errors
    ///
    /// As [`config`](Self::config).
    pub fn changed(&self, given: &Given, config: &Config) -> Result<Option<Changed>, RunError> {
        let mut wanted = config.clone();
        if given.has("rules") {
            wanted.rules = self.rules.rules()?;
        } else {
            self.rules.set(&mut wanted.rules)?;
        }
        if given.has("games") {
            wanted.games = self.games;
        }
        if given.has("seats") {
            wanted.seats = seats_of(&self.seats, &wanted.rules);
        }
        if given.has("bots") {
            wanted.bots = bots("--bots", &self.bots)?;
        }
        if given.has("seed") {
            wanted.seed = self.seed;
        }
        if given.has("opening") {
            wanted.opening = self.opening;
        }
        if given.has("seating") {
            wanted.seating = self.seating;
        }
        for (flag, value) in self.engines.engines().pairs() {
            if given.has(&flag.replace('-', "_")) {
                wanted.engines.set(flag, &value).map_err(RunError::usage)?;
            }
        }
        let (other, own) = (&wanted.engines.pairs(), &config.engines.pairs());
        let engines = other.iter().zip(own).find(|(got, has)| got != has);
        let difference = wanted.difference(config).or_else(|| {
            engines.map(|(got, has)| (got.0.to_string(), got.1.clone(), has.1.clone()))
        });
        Ok(difference.map(|(flag, got, has)| Changed { flag, got, has }))
    }
}

/// The bots of the lists given by `flag`, each once.
pub(crate) fn bots(flag: &str, lists: &[String]) -> Result<Vec<Contender>, RunError> {
    let mut bots: Vec<Contender> = Vec::new();
    for name in lists.iter().flat_map(|list| names(list)) {
        let refuse = |why: &dyn std::fmt::Display| {
            RunError::usage(format!("{flag}: got '{}': {why}", name.escape_debug()))
        };
        let bot = Contender::named(&name).map_err(|error| refuse(&error))?;
        if bots.iter().any(|other| other.name() == bot.name()) {
            return Err(refuse(&"it is listed twice, and seats are shared evenly among the list"));
        }
        bots.push(bot);
    }
    match bots.len() {
        1..=MAX_BOTS => Ok(bots),
        many => Err(RunError::usage(format!("{flag}: got {many} bots, takes 1 to {MAX_BOTS}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seat_counts_are_read() {
        assert_eq!(seat_counts("all").unwrap().0, [2, 3, 4, 6]);
        assert_eq!(seat_counts("3").unwrap().0, [3]);
        for bad in ["1", "7", "04", "+4", "", "ALL", "5"] {
            assert!(seat_counts(bad).is_err(), "{bad}");
        }
        assert!(seat_counts("5").unwrap_err().contains("one point stays empty"));
    }

    #[test]
    fn a_bot_is_listed_once() {
        let list = |text: &str| bots("--bots", &[text.to_string()]);
        assert_eq!(list("random,hard").unwrap().len(), 2);
        assert!(list("hard,random,hard").unwrap_err().message().contains("'hard'"));
    }
}
