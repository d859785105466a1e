//! What became of each fault, as a table and as a file.

use std::io;

use engine::rules::Board;

use super::flight::{Flight, Flown, Outcome};
use crate::exit::RunError;
use crate::host::Host;
use crate::sink::{SCHEMA, pretty_json};
use crate::suite::Suite;
use crate::text::{counted, grouped};

/// What is said of a fault that an interrupt came before.
const UNTRIED: &str = "not tried (interrupted)";

/// Plies of the smallest game that shows it, and marbles on the board at its start.
fn size(flown: &Flown) -> Option<(usize, Option<usize>)> {
    let least = flown.caught.as_ref()?.least.as_ref()?;
    let marbles = match &least.start {
        Some(start) => Some(start.position.occupied().len()),
        None => Board::new(&least.rules).ok().map(|board| board.start().occupied().len()),
    };
    Some((least.moves.len(), marbles))
}

/// The axes that a fault is planted under, apart by blanks.
pub fn under(flown: &super::Fault) -> String {
    let axes: Vec<String> =
        flown.under.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
    axes.join(" ")
}

/// Writes the table and what it comes to.
///
/// # Errors
///
/// If `out` takes no more.
pub fn table(out: &mut dyn io::Write, outcome: &Outcome) -> io::Result<()> {
    let ids = outcome.flown.iter().map(|flown| flown.fault.id.len()).max().unwrap_or(0).max(5);
    let by = |flown: &Flown| flown.caught.as_ref().map_or("", |caught| caught.invariant);
    let width = outcome.flown.iter().map(|flown| by(flown).len()).max().unwrap_or(0).max(2);
    writeln!(out, "{:ids$}  kind   caught  {:width$}  games  plies  marbles", "fault", "by")?;
    for flown in &outcome.flown {
        let caught = match (&flown.caught, flown.tried) {
            (Some(_), _) => "yes",
            (None, true) => "NO",
            (None, false) => "-",
        };
        let games = flown.caught.as_ref().map_or(String::new(), |caught| grouped(caught.games));
        let number = |number: Option<usize>| number.map_or("-".to_string(), |n| n.to_string());
        let (plies, marbles) = match size(flown) {
            Some((plies, marbles)) => (number(Some(plies)), number(marbles)),
            None => (number(None), number(None)),
        };
        writeln!(
            out,
            "{:ids$}  {:5}  {caught:6}  {:width$}  {games:>5}  {plies:>5}  {marbles:>7}",
            flown.fault.id,
            flown.fault.kind,
            by(flown)
        )?;
    }
    let all = outcome.flown.len();
    let untried = match outcome.untried() as u64 {
        0 => String::new(),
        untried => format!(", {} {UNTRIED}", grouped(untried)),
    };
    let caught = outcome.caught();
    writeln!(out, "\ncaught    {caught} of {}{untried}", counted(all as u64, "fault"))?;
    let games = counted(outcome.clean.games, "game");
    match outcome.clean.accused.as_slice() {
        [] => {
            let cut = if outcome.interrupted { " (interrupted)" } else { "" };
            writeln!(out, "clean     not accused in {games}{cut}")?;
        }
        accused => {
            for (invariant, message) in accused {
                writeln!(out, "clean     ACCUSED of {invariant}: {message}")?;
            }
        }
    }
    Ok(())
}

/// The same as tests: each fault was caught, and the engine without one was not accused.
pub fn suite(outcome: &Outcome) -> Suite {
    let mut suite = Suite::new("canary");
    for Flown { fault, caught, tried } in &outcome.flown {
        match caught {
            Some(_) => suite.pass(fault.id),
            None if !tried => suite.skip(fault.id, UNTRIED),
            None => suite.fail(fault.id, format!("went unseen: {}", fault.says), under(fault)),
        }
    }
    match (outcome.clean.accused.is_empty(), outcome.interrupted) {
        (true, false) => suite.pass("clean"),
        (true, true) => suite.skip("clean", UNTRIED),
        (false, _) => {}
    }
    for (invariant, message) in &outcome.clean.accused {
        suite.fail("clean", format!("accused of {invariant}"), message);
    }
    suite
}

/// What was asked, and what it came to.
pub fn json(flight: &Flight, outcome: &Outcome, started: &str) -> Vec<u8> {
    let run = serde_json::json!({
        "schema": SCHEMA,
        "command": "canary",
        "status": if outcome.interrupted { "partial" } else { "complete" },
        "seed": flight.seed,
        "games_each": flight.games,
        "threads": flight.threads,
        "counts": {
            "faults": outcome.flown.len(),
            "unseen": outcome.unseen().count(),
            "untried": outcome.untried(),
            "clean_games": outcome.clean.games,
            "accusations": outcome.clean.accused.len(),
        },
        "started": started,
        "host": Host::here(),
    });
    pretty_json(&run)
}

/// The same as a file, a row a fault.
///
/// # Errors
///
/// If it cannot be put together: data.
pub fn csv(outcome: &Outcome) -> Result<Vec<u8>, RunError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = [
        "fault",
        "kind",
        "under",
        "caught",
        "invariant",
        "games",
        "plies",
        "marbles",
        "says",
        "saw",
    ];
    writer.write_record(header).map_err(RunError::data)?;
    for flown in &outcome.flown {
        let caught = flown.caught.as_ref();
        let number = |number: Option<usize>| number.map_or(String::new(), |n| n.to_string());
        writer
            .write_record([
                flown.fault.id,
                &flown.fault.kind.to_string(),
                &under(flown.fault),
                match (caught, flown.tried) {
                    (Some(_), _) => "true",
                    (None, true) => "false",
                    (None, false) => "",
                },
                caught.map_or("", |caught| caught.invariant),
                &caught.map_or(String::new(), |caught| caught.games.to_string()),
                &number(size(flown).map(|(plies, _)| plies)),
                &number(size(flown).and_then(|(_, marbles)| marbles)),
                flown.fault.says,
                caught.map_or("", |caught| &caught.message),
            ])
            .map_err(RunError::data)?;
    }
    writer.into_inner().map_err(RunError::data)
}
