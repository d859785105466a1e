//! `harness seats`: what a seat is worth.

use std::io;

use super::contest::{RunArgs, Telling};
use crate::config::Config;
use crate::contest::report::{seats_csv, seats_text};
use crate::exit::{Exit, RunError};
use crate::game_args::{SeatCounts, bots, seat_counts, seats_of};
use crate::plan::Seating;

/// Measures what each seat is worth, and what moving first is: a bot plays against itself.
///
/// For each bot and number of seats: win share, mean place and worth of each seat, each with an interval of 95%,
/// and the chance of shares as unequal if all seats were alike.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Which bots, apart by commas: each plays in all seats
    #[arg(long, value_name = "BOT", default_value = "normal,hard")]
    bots: Vec<String>,
    /// Number of games of each bot, split evenly over the seat counts
    #[arg(long, value_name = "N", default_value_t = 4000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    games: u64,
    /// Number of seats: 2, 3, 4, 6 or all; several may be given, apart by commas or by repeating
    /// the flag [default: all, if the rules do not say]
    #[arg(long, value_name = "COUNT", value_delimiter = ',', allow_negative_numbers = true, value_parser = seat_counts)]
    seats: Vec<SeatCounts>,
    #[command(flatten)]
    run: RunArgs,
}

/// Measures it.
///
/// # Errors
///
/// If the games cannot be played or the reports cannot be written.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let rules = args.run.rules.rules()?;
    let config = Config {
        games: args.games,
        seats: seats_of(&args.seats, &rules),
        bots: bots("--bots", &args.bots)?,
        seed: args.run.seed,
        rules,
        opening: args.run.opening,
        engines: args.run.engines.engines(),
        seating: Seating::Rotations,
    };
    let counts = config.seats.len() as u64;
    if (1..counts).contains(&config.games) {
        return Err(RunError::usage(format!(
            "--games: got {}, takes {counts} or more: one for each number of seats",
            config.games
        )));
    }
    let legs: Vec<Config> = config
        .bots
        .iter()
        .flat_map(|bot| {
            config.seats.iter().map(|&seats| Config {
                bots: vec![bot.clone()],
                seats: vec![seats],
                games: config.games / counts,
                ..config.clone()
            })
        })
        .collect();
    let telling = Telling {
        command: "seats",
        sprt: None,
        tables: &|series| vec![("seats.csv", seats_csv(series))],
        text: &|out, series| seats_text(out, series),
    };
    args.run.play(out, &config, &legs, &telling).map(|(exit, _)| exit)
}
