//! `harness tune`: depth and width of the search, on positions.

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use engine::Game;
use engine::rules::Board;
use engine::search::Settings;

use super::latency::{devices, milliseconds};
use crate::config::rules_name;
use crate::exit::{Exit, RunError};
use crate::game_args::{SeatCounts, seat_counts, seats_of};
use crate::host::{cpus, utc};
use crate::interrupt::Interrupt;
use crate::latency::device::reference;
use crate::latency::measure::measure;
use crate::latency::thinker::Thinker;
use crate::rules_args::RulesArgs;
use crate::sink::Folder;
use crate::tune::grid::{Shape, grid, try_all};
use crate::tune::report::{Plan, Report, timed};
use crate::tune::sample::{Sample, sample};
use crate::tune::table::lines;

/// Tries searches of many depths and widths in positions, against one much deeper and wider.
///
/// How often each plays the reference's move, how much its moves lose by the reference's score, the
/// nodes it takes, the moves that the next width changes, and the time, here and on devices. Nodes and
/// moves are counted on all threads and follow from the seed; times are of one thread.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Depths in plies, apart by commas; 1..4 is from 1 to 4
    #[arg(long, value_name = "PLIES", value_delimiter = ',', default_value = "1..4", value_parser = depths)]
    depths: Vec<Numbers>,
    /// Beam widths, apart by commas
    #[arg(long, value_name = "MOVES", value_delimiter = ',', default_value = "4,8,12,16,24", value_parser = widths)]
    widths: Vec<Numbers>,
    /// Different positions in all, split evenly over the seat counts
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    positions: u32,
    /// Number of seats: 2, 3, 4, 6 or all, apart by commas [default: all, if the rules do not say]
    #[arg(long, value_name = "COUNT", value_delimiter = ',', value_parser = seat_counts)]
    seats: Vec<SeatCounts>,
    /// What the positions are drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The search that all are held against: depth, x, width
    #[arg(long, value_name = "PLIESxMOVES", default_value = "5x32", value_parser = shape)]
    reference: Shape,
    /// Positions that are timed, evenly spread; 0 for no times
    #[arg(long, value_name = "N", default_value_t = 200)]
    timed: u32,
    /// How often each is timed; the least time in a position counts for the worst case
    #[arg(long, short = 'k', value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    repeat: u32,
    /// Milliseconds that a decision may take
    #[arg(long, value_name = "MS", default_value_t = 300.0, allow_negative_numbers = true, value_parser = milliseconds)]
    budget_ms: f64,
    /// A device's profile; several may be given [default: those of devices/]
    #[arg(long, value_name = "FILE")]
    device: Vec<PathBuf>,
    /// How many threads count [default: as many as there are processors]; no result is changed by it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// New folder for the tables and run.json
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
}

/// What one value of a list of numbers stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers(Vec<u32>);

fn depths(text: &str) -> Result<Numbers, String> {
    numbers(text, Settings::MAX_DEPTH)
}

fn widths(text: &str) -> Result<Numbers, String> {
    numbers(text, 1000)
}

fn numbers(text: &str, most: u32) -> Result<Numbers, String> {
    let number = |text: &str| text.parse().ok().filter(|number| (1..=most).contains(number));
    let range = match text.split_once("..") {
        None => number(text).map(|number| (number, number)),
        Some((first, last)) => number(first).zip(number(last.trim_start_matches('='))),
    };
    match range {
        Some((first, last)) if first <= last => Ok(Numbers((first..=last).collect())),
        _ => Err(format!("takes numbers from 1 to {most}, or ranges such as 1..4")),
    }
}

fn shape(text: &str) -> Result<Shape, String> {
    let one = |text, most| Some(numbers(text, most).ok()?.0).filter(|list| list.len() == 1);
    let shape = text.split_once('x').and_then(|(depth, width)| {
        let (depth, width) = (one(depth, Settings::MAX_DEPTH)?, one(width, 1000)?);
        Some(Shape { depth: depth[0], width: width[0] })
    });
    shape.ok_or_else(|| "takes a depth and a width, such as 5x32".to_string())
}

/// Tries them.
///
/// # Errors
///
/// If a flag has a value that it does not take: usage. If a file cannot be read or written: data.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let rules = args.rules.rules()?;
    let seats = seats_of(&args.seats, &rules);
    let usage = |error| RunError::usage(format!("--seats: {error}"));
    let boards: Result<Vec<Board>, _> =
        seats.iter().map(|&seats| Board::new(&rules.with_seats(seats)?)).collect();
    let boards = boards.map_err(usage)?;
    let flat = |lists: &[Numbers]| lists.iter().flat_map(|list| list.0.clone()).collect::<Vec<_>>();
    let shapes = grid(&flat(&args.depths), &flat(&args.widths));
    let devices = devices(&args.device)?;
    if args.positions == 0 {
        return Err(RunError::nothing("--positions: got 0, so there was nothing to try"));
    }
    let folder = args.out.as_deref().map(Folder::create).transpose()?;
    let started = utc(SystemTime::now());
    let interrupt = Interrupt::watch();
    let stop = || interrupt.count() > 0;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or_else(cpus, usize::from))
        .build()
        .map_err(|error| RunError::data(format!("cannot start threads: {error}")))?;
    let (mut trials, mut samples) = (Vec::new(), Vec::new());
    for (index, board) in boards.iter().enumerate() {
        // The first seat counts have one more each where it does not come out even.
        let (each, over) =
            (args.positions as usize / boards.len(), args.positions as usize % boards.len());
        let count = each + usize::from(index < over);
        let here = pool.install(|| sample(board, args.seed, count));
        let tried = pool.install(|| try_all(board, &here, &shapes, args.reference, &stop));
        trials.push((board.seat_count(), tried));
        samples.push(here);
    }
    let lines = lines(&shapes, &trials);
    if lines.is_empty() {
        return Ok(if stop() { Exit::Interrupted } else { Exit::Nothing });
    }
    let games = spread(&boards, &samples, args.timed as usize);
    let mut thinkers: Vec<Thinker> = if games.is_empty() {
        Vec::new()
    } else {
        let thinker = |shape: &Shape| Thinker::named(&shape.bot()).expect("a shape is a bot");
        shapes.iter().map(thinker).collect()
    };
    let measured = measure(&games, &mut thinkers, args.repeat as usize, &stop);
    let reference_us = reference();
    let devices: Vec<_> = devices
        .into_iter()
        .map(|device| {
            let factor = device.factor(&measured.calibration, &reference_us);
            (device, factor)
        })
        .collect();
    let plan = Plan {
        rules: rules_name(&rules),
        seats,
        positions: args.positions as usize,
        seed: args.seed,
        reference: args.reference,
        timed: games.len(),
        repeat: args.repeat as usize,
        budget_ms: args.budget_ms,
    };
    let timed = timed(&plan, &shapes, &measured, &devices);
    let report = Report {
        plan: &plan,
        calibration: measured.calibration,
        trials: &trials,
        lines: &lines,
        timed: &timed,
        is_whole: !stop(),
    };
    report.summary(out)?;
    if let Some(folder) = folder {
        report.write(&folder, &started)?;
        writeln!(out, "reports     {}", folder.path().display())?;
    }
    Ok(if stop() { Exit::Interrupted } else { Exit::Held })
}

/// About so many games that stand in the samples of each board, evenly spread over them.
fn spread<'b>(boards: &'b [Board], samples: &[Vec<Sample>], count: usize) -> Vec<Game<'b>> {
    let each = count.div_ceil(boards.len());
    let games = boards.iter().zip(samples).flat_map(|(board, samples)| {
        let stride = (samples.len() / each.max(1)).max(1);
        let chosen = samples.iter().step_by(stride).take(each);
        chosen.map(|sample| Game::resume(board, &sample.setup).expect("it stands in a game"))
    });
    games.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_numbers_and_ranges() {
        assert_eq!(depths("3"), Ok(Numbers(vec![3])));
        assert_eq!(depths("1..4"), Ok(Numbers(vec![1, 2, 3, 4])));
        assert_eq!(depths("2..=3"), Ok(Numbers(vec![2, 3])));
        assert_eq!(widths("1000"), Ok(Numbers(vec![1000])));
        for bad in ["", "0", "17", "4..1", "1..", "..4", "1-4", "a", "1..17"] {
            assert!(depths(bad).unwrap_err().contains("from 1 to 16"), "{bad}");
        }
        assert_eq!(shape("6x32"), Ok(Shape { depth: 6, width: 32 }));
        for bad in ["", "6", "x", "6x", "0x4", "6x1001", "1..2x4", "6x32x1"] {
            assert!(shape(bad).is_err(), "{bad}");
        }
    }
}
