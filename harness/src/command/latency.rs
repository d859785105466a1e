//! `harness latency`: how much work and time a decision takes, here and on other devices.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use crate::ci_args::CiArgs;
use crate::contender::names;
use crate::exit::{Exit, RunError};
use crate::host::{Host, utc};
use crate::interrupt::Interrupt;
use crate::latency::ahead::look_ahead;
use crate::latency::corpus::Corpus;
use crate::latency::counts::{COUNTED, Counts};
use crate::latency::device::{Band, Device, Verdict, reference};
use crate::latency::find::find;
use crate::latency::measure::{held, measure};
use crate::latency::report::{DEEPER, Plan, Report};
use crate::latency::summary::{aligned, plain, range};
use crate::latency::tables::{Judged, Thought};
use crate::latency::thinker::Thinker;
use crate::sink::{Folder, replace};
use crate::suite::{Suite, block};
use crate::text::{counted, grouped};

/// Who is measured beside the Coach, unless others are named.
const BOTS: &str = "random,forward,easy,normal,hard,squatter,spoiler,shuffler,hoarder";

/// The files of a corpus.
const POSITIONS_FILE: &str = "positions.tsv";
const COUNTS_FILE: &str = "counts.tsv";

/// Where the committed corpus is, from the root of the repository.
const CORPUS: &str = "corpora/latency";

/// Changes that are told one by one.
const TOLD: usize = 20;

/// Measures the Coach and the bots: exact work, and time on one thread, here and by estimate on devices.
///
/// The work in the committed positions is committed too: a change of any count ends with 6. Worst
/// cases on each device are held against a budget: 1 if one does not fit, 5 if one may not.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Folder with positions.tsv and counts.tsv [default: the committed ones]
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Look at so many of the positions only, evenly spread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Who is measured beside the Coach, apart by commas; their noise is off
    #[arg(long, value_name = "BOT", default_values_t = [BOTS.to_string(), DEEPER.to_string()])]
    bots: Vec<String>,
    /// How often each decision is measured; the least time in a position counts for its worst case
    #[arg(long, short = 'k', value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    repeat: u32,
    /// Milliseconds that the Coach may take
    #[arg(long, value_name = "MS", default_value_t = 300.0, allow_negative_numbers = true, value_parser = milliseconds)]
    budget_ms: f64,
    /// Milliseconds that a bot may take
    #[arg(long, value_name = "MS", default_value_t = 1000.0, allow_negative_numbers = true, value_parser = milliseconds)]
    bot_budget_ms: f64,
    /// A device's profile; several may be given [default: those of devices/]
    #[arg(long, value_name = "FILE")]
    device: Vec<PathBuf>,
    /// Nodes that the Coach looks ahead at most, to tell how far a budget takes it
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    ahead: u64,
    /// New folder for the tables, histograms, picture and run.json
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Count the work, without a clock, and hold it against the committed counts
    #[arg(long, conflicts_with_all = ["out", "device", "calibrate", "desktop_ms", "find"])]
    counts: bool,
    /// Count the work, and commit it: writes counts.tsv into the corpus
    #[arg(long, conflicts_with_all = ["positions", "out", "device", "calibrate", "desktop_ms", "find"])]
    bless: bool,
    /// Print this machine's row for a profile, [[measured]], and nothing else
    #[arg(long, conflicts_with_all = ["out", "desktop_ms", "find"])]
    calibrate: bool,
    /// Measure nothing: say what worst cases on a desktop come to on the devices
    #[arg(long, value_name = "MS", value_delimiter = ',', allow_negative_numbers = true, value_parser = milliseconds, conflicts_with_all = ["out", "find"])]
    desktop_ms: Vec<f64>,
    /// Find the positions of a corpus anew by play, and write them into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    find: Option<PathBuf>,
    /// Seed of the games in which positions are found
    #[arg(long, value_name = "S", default_value_t = 1, requires = "find")]
    seed: u64,
    /// Games at each number of seats under short hops and long ones, in which positions are found
    #[arg(long, value_name = "N", default_value_t = 48, requires = "find", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    #[command(flatten)]
    ci: CiArgs,
}

pub(super) fn milliseconds(text: &str) -> Result<f64, String> {
    let ms = text.parse().ok().filter(|ms: &f64| ms.is_finite() && *ms > 0.0);
    ms.ok_or_else(|| "takes milliseconds above 0".to_string())
}

/// Measures.
///
/// # Errors
///
/// If a flag has a value that it does not take: usage. If a file cannot be read or written: data.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    args.ci.prepare()?;
    if let Some(folder) = &args.find {
        return glean(&args, folder, out);
    }
    if !args.desktop_ms.is_empty() {
        return feed(&args, out);
    }
    if args.calibrate {
        return calibrate(&args, out);
    }
    if args.bless || args.counts {
        return count(&args, out);
    }
    clock(&args, out)
}

impl Args {
    fn corpus(&self) -> Result<Corpus, RunError> {
        let mut corpus = match &self.corpus {
            None => Corpus::built_in(),
            Some(folder) => {
                let path = folder.join(POSITIONS_FILE);
                let text = read(&path)?;
                Corpus::read(&text).map_err(|error| bad(&path, &error))?
            }
        };
        if let Some(positions) = self.positions {
            corpus.thin(positions as usize);
        }
        if corpus.entries().is_empty() {
            return Err(RunError::nothing("--corpus: it has no positions"));
        }
        Ok(corpus)
    }

    fn committed(&self) -> Result<Counts, RunError> {
        let Some(folder) = &self.corpus else { return Ok(Counts::built_in()) };
        let path = folder.join(COUNTS_FILE);
        Counts::read(&read(&path)?).map_err(|error| bad(&path, &error))
    }

    fn thinkers(&self) -> Result<Vec<Thinker>, RunError> {
        let mut thinkers = vec![Thinker::named(Thinker::COACH).expect("the Coach has its name")];
        for name in self.bots.iter().flat_map(|list| names(list)) {
            let refuse = |why: String| {
                RunError::usage(format!("--bots: got '{}': {why}", name.escape_debug()))
            };
            let thinker = Thinker::named(&name).map_err(refuse)?;
            if thinkers.iter().all(|other| other.name() != thinker.name()) {
                thinkers.push(thinker);
            }
        }
        Ok(thinkers)
    }

    /// Tells continuous integration what was asked, with `page` as it was printed.
    fn tell(
        &self,
        out: &mut dyn io::Write,
        suite: &Suite,
        page: &str,
        begun: Instant,
    ) -> Result<(), RunError> {
        self.ci.tell(out, suite, &block(page), begun.elapsed(), false)
    }
}

/// Adds the test that a worst case fits its budget; one that may not fit has not passed.
fn ask(suite: &mut Suite, name: String, ms: Band, budget_ms: f64) {
    match ms.verdict(budget_ms) {
        Verdict::Pass => suite.pass(name),
        verdict => {
            let span = range(ms.low, ms.high);
            suite.fail(name, format!("{verdict}: {span} ms, and it may take {budget_ms}"), "");
        }
    }
}

/// The devices of these profiles, or those that come with the program if there are none.
pub(super) fn devices(profiles: &[PathBuf]) -> Result<Vec<Device>, RunError> {
    if profiles.is_empty() {
        return Ok(Device::built_in());
    }
    let device = |path: &PathBuf| Device::read(&read(path)?).map_err(|error| bad(path, &error));
    profiles.iter().map(device).collect()
}

fn read(path: &Path) -> Result<String, RunError> {
    std::fs::read_to_string(path)
        .map_err(|error| RunError::data(format!("{}: {error}", path.display())))
}

fn bad(path: &Path, error: &str) -> RunError {
    RunError::data(format!("{}: {error}", path.display()))
}

fn exit(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Pass => Exit::Held,
        Verdict::Fail => Exit::Violation,
        Verdict::Inconclusive => Exit::Inconclusive,
    }
}

/// Finds a corpus by play.
fn glean(args: &Args, folder: &Path, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let entries = find(args.seed, args.games);
    let Args { seed, games, .. } = args;
    let remark = format!("Found by: harness latency --find DIR --seed {seed} --games {games}");
    let text = Corpus::write(&entries, &remark);
    let path = folder.join(POSITIONS_FILE);
    std::fs::create_dir_all(folder).map_err(|error| bad(folder, &error.to_string()))?;
    replace(&path, text.as_bytes())?;
    let found = counted(entries.len() as u64, "position");
    writeln!(out, "{found} written to {}", path.display())?;
    Ok(Exit::Held)
}

/// What published or measured times on a desktop come to.
fn feed(args: &Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let (begun, mut suite) = (Instant::now(), Suite::new("latency"));
    let mut worst = Verdict::Pass;
    let mut table = plain(&["device", "", "median ms", "90%", "budget", "verdict"]);
    for device in devices(&args.device)? {
        let ms = device.from_desktop(&args.desktop_ms);
        let verdict = ms.verdict(args.budget_ms);
        ask(&mut suite, device.name.clone(), ms, args.budget_ms);
        worst = match (worst, verdict) {
            (Verdict::Fail, _) | (_, Verdict::Fail) => Verdict::Fail,
            (Verdict::Pass, verdict) => verdict,
            (worst, _) => worst,
        };
        table.add_row([
            device.name.clone(),
            "estimated".to_string(),
            format!("{:.1}", ms.median),
            range(ms.low, ms.high),
            args.budget_ms.to_string(),
            verdict.to_string(),
        ]);
    }
    let page = format!("{}\n", aligned(table, &[0, 1, 5]).trim_fmt());
    write!(out, "{page}")?;
    args.tell(out, &suite, &page, begun)?;
    Ok(exit(worst))
}

/// This machine's row for a profile.
fn calibrate(args: &Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let measured = measure(&[], &mut [], args.repeat as usize, &|| false);
    let host = Host::here();
    let commit = host.commit.map_or(String::new(), |commit| format!(", commit {commit}"));
    let machine = format!(
        "{}, {}, {} build{commit}",
        host.cpu.unwrap_or_default(),
        host.target,
        if host.checked { "checking" } else { host.profile },
    );
    let date = utc(SystemTime::now());
    writeln!(out, "[[measured]]")?;
    writeln!(out, "us = {:.2}", measured.calibration.us)?;
    writeln!(out, "spread = {:.3}", measured.calibration.spread)?;
    writeln!(out, "machine = {machine:?}")?;
    writeln!(out, "date = {:?}", &date[..10])?;
    Ok(Exit::Held)
}

/// Counts the work, and holds it against what is committed.
fn count(args: &Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let begun = Instant::now();
    let place = args.corpus.clone().unwrap_or_else(|| PathBuf::from(CORPUS));
    let corpus = match args.bless {
        true => Args { corpus: Some(place.clone()), ..args.clone() }.corpus()?,
        false => args.corpus()?,
    };
    let mut thinkers = COUNTED.map(|name| Thinker::named(name).expect("a counted thinker"));
    let counts = Counts::of(&corpus, &mut thinkers);
    let mut table = plain(&["thinker", "decisions", "nodes", "moves", "evaluations"]);
    for thinker in COUNTED {
        let (calls, work) = counts.total(thinker);
        let numbers = [calls, work.nodes, work.moves, work.evaluations].map(grouped);
        table.add_row([&[thinker.to_string()], &numbers[..]].concat());
    }
    let page = format!("{}\n", aligned(table, &[0]).trim_fmt());
    write!(out, "{page}")?;
    if args.bless {
        let path = place.join(COUNTS_FILE);
        replace(&path, counts.write().as_bytes())?;
        writeln!(out, "written to {}", path.display())?;
        return Ok(Exit::Held);
    }
    let changes = counts.changes(&args.committed()?);
    let mut suite = Suite::new("latency");
    compare(out, &mut suite, &changes, counts.len())?;
    args.tell(out, &suite, &page, begun)?;
    Ok(if changes.is_empty() { Exit::Held } else { Exit::Changed })
}

/// Tells whether the work is as committed, which is a test.
fn compare(
    out: &mut dyn io::Write,
    suite: &mut Suite,
    changes: &[String],
    of: usize,
) -> io::Result<()> {
    const TEST: &str = "counts as committed";
    if changes.is_empty() {
        suite.pass(TEST);
        return writeln!(out, "counts      as committed");
    }
    let (changed, of) = (grouped(changes.len() as u64), grouped(of as u64));
    let message = format!("{changed} of {of} decisions are not as committed");
    suite.fail(TEST, &message, changes.iter().take(TOLD).cloned().collect::<Vec<_>>().join("\n"));
    writeln!(out, "counts      {message}:")?;
    for change in changes.iter().take(TOLD) {
        writeln!(out, "  {change}")?;
    }
    if changes.len() > TOLD {
        writeln!(out, "  and {} more", grouped((changes.len() - TOLD) as u64))?;
    }
    writeln!(out, "  a change that is meant is written with --bless and explained in the changelog")
}

/// Measures time.
fn clock(args: &Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let (begun, mut suite) = (Instant::now(), Suite::new("latency"));
    let (corpus, mut thinkers) = (args.corpus()?, args.thinkers()?);
    let devices = devices(&args.device)?;
    let committed = args.committed()?;
    let folder = args.out.as_deref().map(Folder::create).transpose()?;
    let interrupt = Interrupt::watch();
    let started = utc(SystemTime::now());
    let counts = Counts::of(&corpus, &mut thinkers);
    let changes = counts.changes(&committed);
    let repeat = args.repeat as usize;
    let measured = measure(&corpus.games(), &mut thinkers, repeat, &|| interrupt.count() > 0);
    let ahead = held(|_| look_ahead(args.ahead));
    let thoughts: Vec<Thought> = thinkers
        .iter()
        .zip(&measured.times)
        .map(|(thinker, times)| {
            let work = counts.of_thinker(thinker.name(), corpus.entries().len());
            Thought::new(thinker, work, times.clone())
        })
        .collect();
    let reference = reference();
    let devices: Vec<_> = devices
        .into_iter()
        .map(|device| {
            let factor = device.factor(&measured.calibration, &reference);
            (device, factor)
        })
        .collect();
    let (budget_ms, bot_budget_ms) = (args.budget_ms, args.bot_budget_ms);
    let plan = Plan { repeat, budget_ms, bot_budget_ms };
    let report = Report::new(&plan, &corpus, &measured, &thoughts, &reference, &devices, &ahead);
    let mut page = Vec::new();
    report.summary(&mut page)?;
    out.write_all(&page)?;
    compare(out, &mut suite, &changes, counts.len())?;
    for Judged { device, thinker, ms, budget_ms, .. } in report.judged() {
        ask(&mut suite, format!("{thinker} on {device}"), *ms, *budget_ms);
    }
    if let Some(folder) = folder {
        report.write(&folder, &started, &changes)?;
        writeln!(out, "reports     {}", folder.path().display())?;
    }
    args.tell(out, &suite, &String::from_utf8_lossy(&page), begun)?;
    Ok(if !changes.is_empty() {
        Exit::Changed
    } else if interrupt.count() > 0 {
        Exit::Interrupted
    } else {
        exit(report.verdict())
    })
}
