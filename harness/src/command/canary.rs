//! `harness canary`: tests the tests with engines that are broken on purpose.

use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

use crate::canary::{Fault, Flight, Flown, catalogue, named, report, serve};
use crate::ci_args::CiArgs;
use crate::exit::{Exit, RunError};
use crate::host::{cpus, utc};
use crate::interrupt::Interrupt;
use crate::sink::Folder;
use crate::suite::block;
use crate::text::{counted, lasting};

/// Time between two lines of progress.
const LINES: Duration = Duration::from_secs(5);

/// Plants faults that real programs had, one at a time, and hunts each: all must be caught, and the
/// engine without a fault must not be accused.
///
/// A fault that hangs or overflows its stack runs in a process of its own.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0    every fault was caught, and the engine without a fault was not accused
  1    a fault went unseen, or the engine without a fault was accused
  2    usage: the command line was not understood
  3    bad input or output: an existing folder
  4    nothing was run
  130  interrupted; what was not tried neither passed nor failed")]
pub struct Args {
    /// Faults to plant [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// List the faults: name, kind, what goes wrong, and the rules that it is planted under
    #[arg(long)]
    list: bool,
    /// What every draw comes from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games for each fault, at most
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u64,
    /// How many threads hunt [default: as many as there are processors]; nothing that is found is
    /// changed by it
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// New folder for canary.csv and run.json [default: none is written]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    ci: CiArgs,
    /// Serve an engine with this fault over UGI
    #[arg(long, value_name = "NAME", hide = true)]
    serve: Option<String>,
}

fn fault(name: &str) -> Result<&'static Fault, RunError> {
    named(name).ok_or_else(|| {
        let got = name.escape_debug();
        RunError::usage(format!("NAME: got '{got}', takes a fault of harness canary --list"))
    })
}

/// Hunts them.
///
/// # Errors
///
/// If there is no such fault: usage. If something cannot be read or written: data.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    if let Some(name) = &args.serve {
        serve(fault(name)?, io::stdin().lock(), out)?;
        return Ok(Exit::Held);
    }
    let mut faults = Vec::new();
    for name in &args.names {
        let fault = fault(name)?;
        if !faults.iter().any(|known: &&Fault| known.id == fault.id) {
            faults.push(fault);
        }
    }
    if faults.is_empty() {
        faults = catalogue().collect();
    }
    if args.list {
        return list(&faults, out);
    }
    if args.games == 0 {
        return Err(RunError::nothing("--games: got 0, so there was nothing to play"));
    }
    args.ci.prepare()?;
    let program = std::env::current_exe()
        .map_err(|error| RunError::data(format!("cannot find this program: {error}")))?;
    let threads = args.threads.map_or_else(cpus, usize::from);
    let flight = Flight { seed: args.seed, games: args.games, threads, program };
    let interrupt = Interrupt::watch();
    let folder = args.out.as_deref().map(Folder::create).transpose()?;
    let started = utc(SystemTime::now());
    let progress = Progress::new(faults.len());
    let tell = |flown: &Flown| progress.fault(flown);
    let outcome = flight.run(&faults, &Flight::faultless, interrupt, &tell)?;
    let mut page = Vec::new();
    report::table(&mut page, &outcome)?;
    out.write_all(&page)?;
    writeln!(out, "time      {}", lasting(progress.start.elapsed()))?;
    if let Some(folder) = folder {
        folder.write("canary.csv", &report::csv(&outcome)?)?;
        folder.write("run.json", &report::json(&flight, &outcome, &started))?;
        writeln!(out, "reports   {}", folder.path().display())?;
    }
    let page = block(&String::from_utf8_lossy(&page));
    args.ci.tell(out, &report::suite(&outcome), &page, progress.start.elapsed(), false)?;
    Ok(outcome.exit())
}

fn list(faults: &[&Fault], out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let width = faults.iter().map(|fault| fault.id.len()).max().unwrap_or(0);
    for fault in faults {
        let under = report::under(fault);
        let under = if under.is_empty() { String::new() } else { format!(" ({under})") };
        writeln!(out, "{:width$}  {:5}  {}{under}", fault.id, fault.kind, fault.says)?;
    }
    Ok(Exit::Held)
}

/// A plain line on standard error every few seconds.
struct Progress {
    faults: usize,
    start: Instant,
    /// Faults that are done, and when that was last shown.
    done: Mutex<(usize, Instant)>,
}

impl Progress {
    fn new(faults: usize) -> Self {
        let start = Instant::now();
        Self { faults, start, done: Mutex::new((0, start)) }
    }

    fn fault(&self, flown: &Flown) {
        let Ok(mut done) = self.done.lock() else { return };
        if !flown.tried {
            return;
        }
        done.0 += 1;
        if done.1.elapsed() >= LINES {
            done.1 = Instant::now();
            let of = counted(self.faults as u64, "fault");
            eprintln!("{} of {of}, the last {}", done.0, flown.fault.id);
        }
    }
}
