//! What a hunt leaves behind: its folder, and what a person reads.

use std::io;

use engine::rules::Seat;
use serde::Serialize;

use super::blocks::Ended;
use super::corpus::{Corpus, Kept, Sighting};
use super::quarry::Quarry;
use super::run::{Hunt, Outcome};
use crate::case::Case;
use crate::check::{Asked, Invariant, Invariants, Level};
use crate::config::{axes, rules_name};
use crate::exit::RunError;
use crate::host::Host;
use crate::sink::{Draft, Folder, SCHEMA, pretty_json};
use crate::suite::Suite;
use crate::text::{counted, grouped, lasting, plies, rate, shell_path};

/// Columns of `hunt.csv`.
pub const COLUMNS: &str = "game,seed,seats,rules,start,player0,player1,player2,player3,player4,\
    player5,winner,end,plies,stuck,stuck_seat,cycle,violations\n";

/// The files of a hunt, as they grow.
#[derive(Debug)]
pub struct Reports<'h> {
    folder: Folder,
    hunt: &'h Hunt,
    started: String,
    games: Draft,
    violations: Draft,
    /// Made with the first case.
    cases: Option<(Folder, Folder)>,
}

impl<'h> Reports<'h> {
    /// Begins the files in a new folder. Until the hunt is over `run.json` says that it is partial.
    ///
    /// # Errors
    ///
    /// If they cannot be made: data.
    pub fn begin(folder: Folder, hunt: &'h Hunt, started: String) -> Result<Self, RunError> {
        let mut games = folder.draft("hunt.csv")?;
        games.add(COLUMNS.as_bytes())?;
        let violations = folder.draft("violations.jsonl")?;
        folder.write("run.json", &run_json(hunt, &started, None))?;
        Ok(Self { folder, hunt, started, games, violations, cases: None })
    }

    /// Adds a game, and the cases that were kept of it.
    ///
    /// # Errors
    ///
    /// If something cannot be written: data.
    pub fn add(
        &mut self,
        quarry: &Quarry,
        sightings: &[Sighting],
        corpus: &Corpus,
    ) -> Result<(), RunError> {
        self.games.add(&self.row(quarry))?;
        for (violation, sighting) in quarry.violations.iter().zip(sightings) {
            let line = Line {
                game: quarry.game,
                seed: self.hunt.swarm.seed,
                seats: quarry.players.len(),
                rules: rules_name(&quarry.rules),
                start: quarry.start.name(),
                players: &quarry.players,
                invariant: violation.invariant,
                ply: violation.ply,
                message: &violation.message,
                known: sighting.known,
                case: sighting.file.as_deref(),
            };
            let mut line = serde_json::to_vec(&line).expect("plain values can be written");
            line.push(b'\n');
            self.violations.add(&line)?;
            if let Some(file) = &sighting.file
                && let Some(kept) = corpus.kept(file)
            {
                let seed = Some(self.hunt.swarm.seed);
                let text = |case: &Case| Case { seed, ..case.clone() }.write();
                let (small, whole) = (text(&kept.case), text(&kept.whole));
                let (cases, wholes) = self.cases()?;
                cases.write(file, small.as_bytes())?;
                wholes.write(file, whole.as_bytes())?;
            }
        }
        Ok(())
    }

    /// The folders of cases, small and whole.
    fn cases(&mut self) -> Result<&(Folder, Folder), RunError> {
        if self.cases.is_none() {
            let made = |name| Folder::create(&self.folder.path().join(name));
            self.cases = Some((made("cases")?, made("whole")?));
        }
        Ok(self.cases.as_ref().expect("they were just made"))
    }

    fn row(&self, quarry: &Quarry) -> Vec<u8> {
        let players: [Option<&str>; Seat::MAX] =
            std::array::from_fn(|seat| quarry.players.get(seat).copied());
        let stuck = quarry.stuck;
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let row = (
            quarry.game,
            self.hunt.swarm.seed,
            quarry.players.len(),
            rules_name(&quarry.rules),
            quarry.start.name(),
            players,
            quarry.winner.map(Seat::index),
            quarry.end.map(|end| end.name()),
            quarry.plies,
            stuck.map(|stuck| stuck.cause.name()),
            stuck.and_then(|stuck| stuck.seat).map(Seat::index),
            stuck.and_then(|stuck| stuck.cycle),
            quarry.violations.len(),
        );
        writer.serialize(row).expect("flat values make a row");
        writer.into_inner().expect("memory takes everything")
    }

    /// Ends the files.
    ///
    /// # Errors
    ///
    /// If not all could be written: data.
    pub fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        let run = run_json(self.hunt, &self.started, Some(outcome));
        [
            self.games.finish(),
            self.violations.finish(),
            self.folder.write("coverage.csv", &outcome.coverage.csv()),
            self.folder.write("run.json", &run),
        ]
        .into_iter()
        .fold(Ok(()), Result::and)
    }
}

#[derive(Serialize)]
struct Line<'a> {
    game: u64,
    seed: u64,
    seats: usize,
    rules: String,
    start: &'a str,
    players: &'a [&'static str],
    invariant: &'a str,
    ply: u32,
    message: &'a str,
    known: bool,
    case: Option<&'a str>,
}

#[derive(Serialize)]
struct Run<'a> {
    schema: u32,
    status: &'a str,
    seed: u64,
    games: Option<u64>,
    seconds_asked: Option<f64>,
    seats: &'a [u8],
    rules: String,
    axes: Vec<String>,
    drawn: &'a [&'static str],
    players: &'a [&'static str],
    starts: Vec<&'static str>,
    threads: usize,
    counts: Option<Counts>,
    started: &'a str,
    seconds: Option<f64>,
    host: Host,
}

#[derive(Serialize)]
struct Counts {
    games: u64,
    skipped: u64,
    plies: u64,
    ends: std::collections::BTreeMap<&'static str, u64>,
    stuck: std::collections::BTreeMap<&'static str, u64>,
    violations: u64,
    by_invariant: std::collections::BTreeMap<&'static str, u64>,
    known: u64,
}

impl Counts {
    fn of(outcome: &Outcome) -> Self {
        let findings = outcome.corpus.findings();
        Self {
            games: outcome.games,
            skipped: outcome.skipped,
            plies: outcome.plies,
            ends: outcome.ends.clone(),
            stuck: outcome.stuck.clone(),
            violations: outcome.corpus.violations(),
            by_invariant: findings.iter().map(|(&id, finding)| (id, finding.games)).collect(),
            known: findings.values().map(|finding| finding.accepted).sum(),
        }
    }
}

fn run_json(hunt: &Hunt, started: &str, outcome: Option<&Outcome>) -> Vec<u8> {
    let swarm = &hunt.swarm;
    let complete = outcome.is_some_and(|outcome| outcome.ended == Ended::Games);
    let run = Run {
        schema: SCHEMA,
        status: if complete { "complete" } else { "partial" },
        seed: swarm.seed,
        games: hunt.limits.games,
        seconds_asked: hunt.limits.time.map(|time| time.as_secs_f64()),
        seats: &swarm.seats,
        rules: rules_name(&swarm.rules),
        axes: axes(&swarm.rules).map(|(axis, value)| format!("{axis}={value}")).collect(),
        drawn: &swarm.drawn,
        players: &swarm.players,
        starts: swarm.starts.iter().map(|start| start.name()).collect(),
        threads: hunt.threads,
        counts: outcome.map(Counts::of),
        started,
        seconds: outcome.map(|outcome| outcome.elapsed.as_secs_f64()),
        host: Host::here(),
    };
    pretty_json(&run)
}

/// Says what is about to be hunted.
///
/// # Errors
///
/// If `out` takes no more.
pub fn header(out: &mut dyn io::Write, hunt: &Hunt, folder: &std::path::Path) -> io::Result<()> {
    let swarm = &hunt.swarm;
    let starts: Vec<&str> = swarm.starts.iter().map(|start| start.name()).collect();
    let seats: Vec<String> = swarm.seats.iter().map(u8::to_string).collect();
    let drawn = if swarm.drawn.is_empty() { "nothing".to_string() } else { swarm.drawn.join(", ") };
    let limits = match (hunt.limits.games, hunt.limits.time) {
        (Some(games), None) => counted(games, "game"),
        (Some(games), Some(time)) => format!("{} or {}", counted(games, "game"), lasting(time)),
        (None, Some(time)) => lasting(time),
        (None, None) => "until it is interrupted".to_string(),
    };
    writeln!(out, "seed      {}", swarm.seed)?;
    writeln!(out, "hunt      {limits} at {} seats", seats.join(", "))?;
    writeln!(out, "players   {}", swarm.players.join(", "))?;
    writeln!(out, "starts    {}", starts.join(", "))?;
    writeln!(out, "rules     {}", rules_name(&swarm.rules))?;
    writeln!(out, "drawn     {drawn}")?;
    writeln!(out, "threads   {}", hunt.threads)?;
    writeln!(out, "reports   {}", folder.display())?;
    writeln!(out)
}

/// Says how it went; what went wrong alone if `quiet`. `lacking` is what should have been reached.
///
/// # Errors
///
/// If `out` takes no more.
pub fn summary(
    out: &mut dyn io::Write,
    outcome: &Outcome,
    lacking: &[&str],
    folder: &std::path::Path,
    quiet: bool,
) -> io::Result<()> {
    if !quiet {
        let games = counted(outcome.games, "game");
        let plies = grouped(outcome.plies);
        let speed = rate(outcome.games, outcome.elapsed);
        let time = lasting(outcome.elapsed);
        writeln!(out, "{games}, {plies} plies in {time}: {speed} games/s")?;
        if outcome.skipped > 0 {
            writeln!(out, "skipped for their rules: {}", counted(outcome.skipped, "game"))?;
        }
        if let Some(why) = cut_short(outcome.ended) {
            writeln!(out, "partial   {why}")?;
        }
        counts(out, "ended", outcome.ends.iter())?;
        counts(out, "stuck", outcome.stuck.iter())?;
        let goals = super::coverage::goals();
        let reached = goals.iter().filter(|goal| outcome.coverage.hits(goal).is_some()).count();
        writeln!(out, "reached   {reached} of {} goals", goals.len())?;
    }
    for (id, finding) in outcome.corpus.findings().iter().filter(|(_, finding)| finding.games > 0) {
        let games = counted(finding.games, "game");
        writeln!(out, "violation {id}: {games}, the first number {}", finding.first)?;
        for kept in &finding.kept {
            let (case, file) = (&kept.case, folder.join("cases").join(&kept.file));
            let (plies, rules) = (plies(case.moves.len() as u64), case.rules_text());
            writeln!(out, "  {} after {plies}: {rules}", case.about)?;
            writeln!(out, "  harness replay {}", shell_path(&file))?;
        }
    }
    for (known, hits) in outcome.corpus.known() {
        let id = &known.invariant;
        match hits {
            0 => writeln!(out, "known     {id}: no longer occurs ({})", known.why)?,
            _ => writeln!(out, "known     {id}: {} ({})", counted(*hits, "game"), known.why)?,
        }
    }
    if !lacking.is_empty() {
        writeln!(out, "not reached, and required: {}", lacking.join(", "))?;
    }
    if !quiet {
        writeln!(out, "reports   {}", folder.display())?;
    }
    Ok(())
}

/// What was asked in a hunt: a test for each invariant of `laws`, which are those of its games, and
/// for each goal of `required`.
pub fn suite(
    hunt: &Hunt,
    outcome: &Outcome,
    laws: Invariants,
    required: &[String],
    folder: &std::path::Path,
) -> Suite {
    let mut suite = Suite::new("hunt");
    let findings = outcome.corpus.findings();
    for &invariant in Invariant::ALL {
        let id = invariant.id();
        // Nobody of ours decides here, and no share is taken over a run.
        let asked = match invariant.asked() {
            Asked::Always | Asked::Subject => true,
            Asked::Choice | Asked::Run => false,
            _ => hunt.level != Level::Off && laws.contains(invariant),
        };
        match findings.get(id).filter(|finding| finding.games > 0) {
            Some(finding) => {
                let games = counted(finding.games, "game");
                let message = format!("{games}, the first number {}", finding.first);
                let replay = |kept: &Kept| {
                    format!("harness replay {}", shell_path(&folder.join("cases").join(&kept.file)))
                };
                let kept: Vec<String> = finding.kept.iter().map(replay).collect();
                suite.fail(id, message, kept.join("\n"));
            }
            None if asked => suite.pass(id),
            None => {}
        }
    }
    for goal in required {
        match outcome.coverage.hits(goal) {
            Some(_) => suite.pass(format!("reached {goal}")),
            None => suite.fail(format!("reached {goal}"), "required, and not reached", ""),
        }
    }
    suite
}

/// What a hunt came to, as Markdown.
pub fn page(hunt: &Hunt, outcome: &Outcome) -> String {
    let list = |counts: &std::collections::BTreeMap<&'static str, u64>| {
        let texts = counts.iter().map(|(name, games)| format!("{name} {}", grouped(*games)));
        texts.collect::<Vec<_>>().join(", ")
    };
    format!(
        "{} of seed {}, {} plies; ended: {}.\n",
        counted(outcome.games, "game"),
        hunt.swarm.seed,
        grouped(outcome.plies),
        list(&outcome.ends),
    )
}

/// Why a hunt is partial, if it is.
pub fn cut_short(ended: Ended) -> Option<&'static str> {
    match ended {
        Ended::Games => None,
        Ended::Time => Some("its time was up, after a whole block of games"),
        Ended::Interrupted => Some("it was interrupted, after a whole block of games"),
    }
}

fn counts<'a>(
    out: &mut dyn io::Write,
    what: &str,
    counts: impl Iterator<Item = (&'a &'static str, &'a u64)>,
) -> io::Result<()> {
    let texts: Vec<String> =
        counts.map(|(name, games)| format!("{name} {}", grouped(*games))).collect();
    if texts.is_empty() { Ok(()) } else { writeln!(out, "{what:9} {}", texts.join(", ")) }
}
