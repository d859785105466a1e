//! `harness hunt --matrix`: the win rules side by side.

use std::io;
use std::time::{Instant, SystemTime};

use engine::rules::{Hops, Rules};
use serde::Serialize;

use super::{Args, Progress, RACES};
use crate::config::{axes, rules_name};
use crate::exit::{Exit, RunError};
use crate::host::{Host, cpus, utc};
use crate::hunt::blocks::{Ended, blocks};
use crate::hunt::matrix::{self, Matrix, Plan};
use crate::hunt::report::cut_short;
use crate::interrupt::Interrupt;
use crate::sink::{SCHEMA, pretty_json};
use crate::suite::Suite;
use crate::text::counted;

/// Plays the games of a matrix.
///
/// # Errors
///
/// If a flag has a value that it does not take: usage. If something cannot be written: data.
pub(super) fn run(args: &Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let rules = args.rules.rules()?;
    let hops = if args.rules.settles("hops") { &[rules.hops][..] } else { Hops::ALL };
    let seats = args.seats(&rules, &RACES);
    if seats.contains(&1) {
        return Err(RunError::usage("--seats: got '1', a matrix takes 2 | 3 | 4 | 6"));
    }
    let plan = Plan::new(args.seed, &rules, &seats, hops);
    let plan = plan.map_err(|error| RunError::usage(format!("--seats: {error}")))?;
    args.ci.prepare()?;
    let (interrupt, begun) = (Interrupt::watch(), Instant::now());
    let started = utc(SystemTime::now());
    let folder = args.folder(&started)?;
    let path = folder.path().to_path_buf();
    let threads = args.threads.map_or_else(cpus, usize::from);
    let run = |ended| Run {
        schema: SCHEMA,
        status: if ended == Some(Ended::Games) { "complete" } else { "partial" },
        seed: args.seed,
        games: args.limits().games,
        seconds_asked: args.time.map(|time| time.as_secs_f64()),
        seats: &seats,
        hops: hops.iter().map(|hops| hops.name()).collect(),
        rules: rules_name(&rules),
        axes: axes(&rules).map(|(axis, value)| format!("{axis}={value}")).collect(),
        threads,
        counts: None,
        started: &started,
        seconds: None,
        host: Host::here(),
    };
    folder.write("run.json", &run(None).json())?;
    let mut matrix = Matrix::default();
    let mut broken = 0_u64;
    let mut progress = Progress::new(args.quiet);
    let ended = blocks(
        args.limits(),
        threads,
        interrupt,
        |game| plan.play(game),
        |compared| {
            matrix.add(compared.key, &compared.judged);
            broken += u64::from(compared.differs.is_some());
            progress.game(broken);
            Ok(())
        },
    )?;
    let elapsed = begun.elapsed();
    let run = Run {
        counts: Some(Counts { games: matrix.games(), broken }),
        seconds: Some(elapsed.as_secs_f64()),
        ..run(Some(ended))
    };
    folder.write("run.json", &run.json())?;
    let texts: Vec<String> = seats.iter().map(u8::to_string).collect();
    let (games, seats) = (matrix.games(), texts.join(","));
    let flags = rules_flags(&rules);
    let command = format!(
        "harness hunt --matrix --games {games} --seats {seats} --seed {}{flags}",
        args.seed
    );
    folder.write("matrix.csv", &matrix::report::csv(&matrix))?;
    let page = matrix::report::markdown(&matrix, &rules, &command);
    folder.write("matrix.md", page.as_bytes())?;
    if !args.quiet {
        out.write_all(page.as_bytes())?;
        if let Some(why) = cut_short(ended) {
            writeln!(out, "partial   {why}")?;
        }
        writeln!(out, "reports   {}", path.display())?;
    }
    if broken > 0 {
        let games = counted(broken, "game");
        writeln!(
            out,
            "violation win-predicate: {games} in which the fast and the slow one differ"
        )?;
    }
    let mut suite = Suite::new("hunt");
    match broken {
        0 => suite.pass("win-predicate"),
        _ => {
            suite.fail("win-predicate", format!("fast and slow differ in {broken} games"), command)
        }
    }
    args.ci.tell(out, &suite, &page, elapsed, args.quiet)?;
    Ok(match ended {
        Ended::Interrupted => Exit::Interrupted,
        _ if broken > 0 => Exit::Violation,
        _ => Exit::Held,
    })
}

/// The flags for the axes of `rules` that a matrix does not vary and that are not at their defaults.
fn rules_flags(rules: &Rules) -> String {
    let told = axes(rules).filter(|(axis, value)| {
        let varied = ["hops", "win", "seats"].contains(axis);
        !varied && Rules::default().get(axis).as_ref() != Ok(value)
    });
    told.map(|(axis, value)| format!(" --{axis} {value}")).collect()
}

/// `run.json` of a matrix.
#[derive(Serialize)]
struct Run<'a> {
    schema: u32,
    status: &'a str,
    seed: u64,
    games: Option<u64>,
    seconds_asked: Option<f64>,
    seats: &'a [u8],
    hops: Vec<&'static str>,
    rules: String,
    axes: Vec<String>,
    threads: usize,
    counts: Option<Counts>,
    started: &'a str,
    seconds: Option<f64>,
    host: Host,
}

#[derive(Serialize)]
struct Counts {
    games: u64,
    /// Games in which the fast and the slow predicate of a rule differed.
    broken: u64,
}

impl Run<'_> {
    fn json(&self) -> Vec<u8> {
        pretty_json(self)
    }
}
