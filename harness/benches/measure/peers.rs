//! The same work beside others, in one run: what counts is the ratio.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use engine::moves::{perft, reference};
use engine::rules::{Board, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::clock::rate;
use super::work::Task;
use super::work::positions::{MidGame, mid_game};
use super::work::tasks::playout;

/// Rounds, in each of which each has its turn.
const ROUNDS: usize = 5;

const TURN: Duration = Duration::from_millis(200);

/// OpenSpiel in its own process.
struct OpenSpiel {
    child: Child,
    ask: Option<ChildStdin>,
    told: BufReader<ChildStdout>,
}

impl OpenSpiel {
    fn start(python: &str) -> Result<Self, String> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/measure/openspiel.py");
        let mut child = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{python}: {error}; `just peers` installs it"))?;
        let (ask, told) = (child.stdin.take(), child.stdout.take().expect("it is piped"));
        Ok(Self { child, ask, told: BufReader::new(told) })
    }

    /// Plies a second of random play.
    fn rate(&mut self, seats: u8, games: u32) -> Result<f64, String> {
        let ask = self.ask.as_mut().expect("it is open until the end");
        writeln!(ask, "{seats} {games}").map_err(|error| format!("openspiel.py: {error}"))?;
        let mut line = String::new();
        self.told.read_line(&mut line).map_err(|error| format!("openspiel.py: {error}"))?;
        let mut numbers = line.split_whitespace().map(str::parse::<f64>);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(plies)), Some(Ok(seconds))) => Ok(plies / seconds),
            _ => Err("openspiel.py ended; `just peers` installs what it needs".to_string()),
        }
    }
}

impl Drop for OpenSpiel {
    fn drop(&mut self) {
        // It ends when it is asked no more.
        self.ask = None;
        let _ = self.child.wait();
    }
}

fn board(rules: &str, seats: u8) -> Board {
    let rules = Rules::preset(rules).expect("a preset");
    Board::new(&rules.with_seats(seats).expect("a seat count")).expect("rules that fit")
}

/// Prints the ratios; `args` may name the Python that OpenSpiel is installed for.
///
/// # Errors
///
/// If OpenSpiel cannot be asked.
pub(crate) fn compare(args: &[String]) -> Result<bool, String> {
    println!(
        "{:34} {:>14} {:>14} {:>8}",
        "work, a second of processor time", "engine", "peer", "ratio"
    );
    match args {
        [] => println!("OpenSpiel skipped: no Python was named; `just bench-peers` names it"),
        [python, ..] => {
            let mut openspiel = OpenSpiel::start(python)?;
            // Its own first games load it.
            openspiel.rate(2, 10)?;
            for seats in [2, 3, 4, 6] {
                let board = board("openspiel", seats);
                let mut rng = ChaCha8Rng::seed_from_u64(1);
                let mut ours: Task =
                    Box::new(move || (0..10).map(|_| playout(&board, &mut rng)).sum());
                let name = format!("random plies, {seats} seats / OpenSpiel");
                beside(&name, &mut ours, |_| openspiel.rate(seats, 150))?;
            }
        }
    }
    for rules in ["standard", "hub"] {
        let games = mid_game(MidGame { rules, seats: 2, every: 4, games: 2 });
        let same = games.clone();
        let mut fast: Task = Box::new(move || {
            games.iter().map(|game| game.board().moves(game.position()).len()).sum::<usize>() as u64
        });
        let mut slow: Task = Box::new(move || {
            let listed =
                same.iter().map(|game| reference::legal(game.board(), game.position()).len());
            listed.sum::<usize>() as u64
        });
        let name = format!("moves, {rules} / reference");
        beside(&name, &mut fast, |turn| Ok(rate(&mut slow, turn)))?;
        let (one, two) = (board(rules, 2), board(rules, 2));
        let mut fast: Task = Box::new(move || perft(&one, &one.start(), 5));
        let mut slow: Task = Box::new(move || reference::perft(&two, &two.start(), 3));
        let name = format!("perft leaves, {rules} / reference");
        beside(&name, &mut fast, |turn| Ok(rate(&mut slow, turn)))?;
    }
    Ok(true)
}

/// Measures two in turn and prints the median of the rounds' ratios, with the median of each.
fn beside(
    name: &str,
    ours: &mut Task,
    mut theirs: impl FnMut(Duration) -> Result<f64, String>,
) -> Result<(), String> {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push((rate(ours, TURN), theirs(TURN)?));
    }
    let median = |of: fn(&(f64, f64)) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let ratio = median(|(ours, theirs)| ours / theirs);
    println!(
        "{name:34} {:>14.0} {:>14.0} {ratio:>8.2}",
        median(|round| round.0),
        median(|round| round.1)
    );
    Ok(())
}
