//! What was measured: judged, written and told.

use std::io;

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::ahead::Depths;
use super::corpus::Corpus;
use super::curve;
use super::device::{Band, Calibrated, Device, Verdict};
use super::measure::Measured;
use super::tables::{
    Judged, Seen, Thought, ahead_csv, devices_csv, latency_csv, positions_csv, seen,
};
use super::thinker::Thinker;
use crate::exit::RunError;
use crate::host::Host;
use crate::sink::{Folder, SCHEMA};
use crate::text::grouped;

/// The bot that the Coach's work is compared with.
const HARD: &str = "hard";

/// The search one ply deeper than the Coach's.
pub const DEEPER: &str = "search:depth=4,width=16";

/// What a measurement was asked to be.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// Times that each decision is measured.
    pub repeat: usize,
    /// Milliseconds that the Coach may take.
    pub budget_ms: f64,
    /// Milliseconds that a bot may take.
    pub bot_budget_ms: f64,
}

/// A measurement, and what follows from it.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    plan: &'a Plan,
    corpus: &'a Corpus,
    measured: &'a Measured,
    thoughts: &'a [Thought],
    reference: &'a Calibrated,
    devices: &'a [(Device, Band)],
    ahead: &'a [Depths],
    judged: Vec<Judged>,
    seen: Vec<Seen>,
    beside: Vec<Beside>,
    ratio: Option<Ratio>,
}

/// Our worst case beside a published one, under the rules that it was published for.
#[derive(Clone, Debug, Serialize)]
struct Beside {
    depth: u32,
    thinker: String,
    here_ms: f64,
    device: String,
    estimated_ms: Band,
    published_desktop_ms: [f64; 2],
    published_device_ms: [f64; 2],
    /// The published desktop figures through the same profile, and against the same budget.
    recomputed_ms: Band,
    recomputed: Verdict,
}

/// The Coach's work over that of `hard`, all positions of the published rules together.
#[derive(Clone, Copy, Debug, Serialize)]
struct Ratio {
    nodes: f64,
    moves: f64,
    evaluations: f64,
    time: f64,
}

impl<'a> Report<'a> {
    /// Judges what was measured. Devices come with how many times as long they take as this host.
    pub fn new(
        plan: &'a Plan,
        corpus: &'a Corpus,
        measured: &'a Measured,
        thoughts: &'a [Thought],
        reference: &'a Calibrated,
        devices: &'a [(Device, Band)],
        ahead: &'a [Depths],
    ) -> Self {
        let budget = |is_coach| if is_coach { plan.budget_ms } else { plan.bot_budget_ms };
        let mut judged = Vec::new();
        for (device, factor) in devices {
            for thought in thoughts {
                let worst_here_ms = thought.times.worst().map_or(0.0, |(_, ns)| ns as f64 / 1e6);
                let (ms, budget_ms) =
                    (Band::exactly(worst_here_ms).times(*factor), budget(thought.is_coach));
                judged.push(Judged {
                    device: device.name.clone(),
                    how: device.how(),
                    thinker: thought.thinker.clone(),
                    worst_here_ms,
                    ms,
                    budget_ms,
                    verdict: ms.verdict(budget_ms),
                });
            }
        }
        let seen = devices
            .iter()
            .flat_map(|(device, factor)| seen(ahead, device, *factor, plan.budget_ms))
            .collect();
        let is_hub = |index: usize| corpus.entries()[index].rules == "hub";
        let hub: Vec<Thought> = thoughts.iter().map(|thought| thought.only(is_hub)).collect();
        let beside = devices.iter().flat_map(|(device, factor)| {
            let line = |published| beside(device, *factor, published, &hub, plan.budget_ms);
            device.published.iter().filter_map(line)
        });
        let (beside, ratio) = (beside.collect(), ratio(&hub));
        Self {
            plan,
            corpus,
            measured,
            thoughts,
            reference,
            devices,
            ahead,
            judged,
            seen,
            beside,
            ratio,
        }
    }

    /// The worst verdict of all.
    pub fn verdict(&self) -> Verdict {
        let any = |verdict| self.judged.iter().any(|judged| judged.verdict == verdict);
        [Verdict::Fail, Verdict::Inconclusive]
            .into_iter()
            .find(|&verdict| any(verdict))
            .unwrap_or(Verdict::Pass)
    }

    /// Writes it all.
    ///
    /// # Errors
    ///
    /// If something cannot be written: data.
    pub fn write(
        &self,
        folder: &Folder,
        started: &str,
        changes: &[String],
    ) -> Result<(), RunError> {
        folder.write("coach_latency.csv", &latency_csv(self.corpus, self.thoughts))?;
        folder.write("coach_positions.csv", &positions_csv(self.corpus, self.thoughts))?;
        folder.write("devices.csv", &devices_csv(&self.judged))?;
        folder.write("coach_ahead.csv", &ahead_csv(&self.seen))?;
        for thought in self.thoughts {
            let text = curve::hgrm(&thought.times.histogram());
            folder.write(&hgrm_name(&thought.thinker), text.as_bytes())?;
        }
        folder.write("coach_latency.svg", self.picture().as_bytes())?;
        folder.write("run.json", &self.json(started, changes))
    }

    fn picture(&self) -> String {
        let searching = self.thoughts.iter().filter(|thought| thought.searches);
        let curves: Vec<_> = searching
            .map(|thought| (thought.thinker.as_str(), thought.times.histogram()))
            .collect();
        let levels: Vec<(f64, String)> = self
            .devices
            .iter()
            .map(|(device, factor)| {
                let label = format!(
                    "here, what is {} ms on {} ({})",
                    self.plan.budget_ms,
                    device.name,
                    device.how()
                );
                (1e3 * self.plan.budget_ms / factor.median, label)
            })
            .collect();
        curve::svg("Time for a decision, on this machine", &curves, &levels)
    }

    fn json(&self, started: &str, changes: &[String]) -> Vec<u8> {
        let totals: serde_json::Map<String, serde_json::Value> = self
            .thoughts
            .iter()
            .filter(|thought| thought.searches)
            .map(|thought| {
                let total = thought.total();
                let counts = serde_json::json!({
                    "nodes": total.nodes, "moves": total.moves, "evaluations": total.evaluations,
                });
                (thought.thinker.clone(), counts)
            })
            .collect();
        let depths = self.ahead.iter().map(|depths| {
            serde_json::json!({
                "position": depths.position, "seats": depths.seats, "nodes": depths.nodes,
                "us_per_node": depths.us_per_node,
            })
        });
        let (calibration, reference) = (&self.measured.calibration, self.reference);
        let json = serde_json::json!({
            "schema": SCHEMA,
            "command": "latency",
            "started": started,
            "host": Host::here(),
            "config": self.plan,
            "positions": self.corpus.entries().len(),
            "cpu": self.measured.cpu,
            "calibration": {
                "us": calibration.us,
                "spread": calibration.spread,
                "reference_us": reference.us,
                "speed": reference.us / calibration.us,
            },
            "counts": totals,
            "changes": changes,
            "verdict": self.verdict(),
            "devices": self.judged,
            "beside": self.beside,
            "ratio": self.ratio,
            "ahead": {
                "depths": depths.collect::<Vec<_>>(),
                "devices": self.seen,
            },
        });
        let mut bytes = serde_json::to_vec_pretty(&json).expect("plain values have a form");
        bytes.push(b'\n');
        bytes
    }

    /// Tells it to a person.
    ///
    /// # Errors
    ///
    /// If `out` takes no more.
    pub fn summary(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let (plan, calibration) = (self.plan, &self.measured.calibration);
        let cpu = self.measured.cpu.map_or("any processor".to_string(), |cpu| format!("cpu {cpu}"));
        let positions = self.corpus.entries().len();
        writeln!(out, "positions   {positions}, {} times each, one thread on {cpu}", plan.repeat)?;
        writeln!(
            out,
            "calibration {:.1} µs a suggestion, unsteady by {:.0}%; the desktop takes {:.1} µs: this host is {:.2} times as fast",
            calibration.us,
            100.0 * (calibration.spread - 1.0),
            self.reference.us,
            self.reference.us / calibration.us
        )?;
        writeln!(
            out,
            "\nall calls, and the worst case: the position whose least time is the greatest"
        )?;
        writeln!(out, "{}\n", self.times().trim_fmt())?;
        let (coach, bots) = (plan.budget_ms, plan.bot_budget_ms);
        writeln!(out, "worst cases there, in ms; the Coach may take {coach}, a bot {bots}")?;
        writeln!(out, "{}\n", self.worst().trim_fmt())?;
        writeln!(
            out,
            "how far {coach} ms take a Coach that looks depth by depth: plies (own turns)"
        )?;
        writeln!(out, "{}", self.far().trim_fmt())?;
        if !self.beside.is_empty() {
            writeln!(out, "\nbeside what is published, worst cases under hub rules in ms")?;
            writeln!(out, "{}", self.published().trim_fmt())?;
        }
        if let Some(Ratio { nodes, moves, evaluations, time }) = self.ratio {
            writeln!(
                out,
                "\nthe Coach's work to that of {HARD}, hub rules: nodes {nodes:.1}, moves {moves:.1}, evaluations {evaluations:.1}, time {time:.1}; published: roughly 16"
            )?;
        }
        writeln!(out, "verdict     {}", self.verdict())
    }

    fn times(&self) -> Table {
        let mut table = plain(&[
            "thinker",
            "nodes p50",
            "max",
            "moves",
            "evaluations",
            "µs p50",
            "p90",
            "p99",
            "max",
            "worst",
            "in",
        ]);
        for thought in self.thoughts {
            let histogram = thought.times.histogram();
            let us = |share| micros(histogram.value_at_quantile(share).min(thought.times.max()));
            let worst = thought.times.worst();
            let total = thought.total();
            let known = |value: u64| if thought.searches { grouped(value) } else { String::new() };
            table.add_row([
                thought.thinker.clone(),
                known(thought.nodes(0.5)),
                known(thought.nodes(1.0)),
                known(total.moves),
                known(total.evaluations),
                us(0.5),
                us(0.9),
                us(0.99),
                micros(thought.times.max()),
                worst.map_or(String::new(), |(_, ns)| micros(ns)),
                worst.map_or(String::new(), |(at, _)| self.corpus.entries()[at].id.clone()),
            ]);
        }
        aligned(table, &[0, 10])
    }

    fn worst(&self) -> Table {
        let mut table = plain(&["device", "", "thinker", "median", "90%", "verdict"]);
        // Of the bots only what takes longest: nothing else can fail before it does.
        for (device, _) in self.devices {
            let here = self.judged.iter().filter(|judged| judged.device == device.name);
            let longest = |judged: &&Judged| judged.thinker != Thinker::COACH;
            let slower = |a: &&Judged, b: &&Judged| a.ms.median.total_cmp(&b.ms.median);
            let bot = here.clone().filter(longest).max_by(slower);
            let coach = here.filter(|judged| judged.thinker == Thinker::COACH);
            for judged in coach.chain(bot) {
                let Judged { device, how, thinker, ms, verdict, .. } = judged;
                table.add_row([
                    device.clone(),
                    (*how).to_string(),
                    thinker.clone(),
                    millis(ms.median),
                    range(ms.low, ms.high),
                    verdict.to_string(),
                ]);
            }
        }
        aligned(table, &[0, 1, 2, 5])
    }

    fn far(&self) -> Table {
        let mut seats: Vec<usize> = self.seen.iter().map(|seen| seen.seats).collect();
        seats.sort_unstable();
        seats.dedup();
        let heads: Vec<String> = seats.iter().map(|seats| format!("{seats} seats")).collect();
        let mut header = vec!["device", "", "nodes"];
        header.extend(heads.iter().map(String::as_str));
        let mut table = plain(&header);
        for (device, _) in self.devices {
            let here = self.seen.iter().filter(|seen| seen.device == device.name);
            let nodes = here.clone().map(|seen| seen.nodes).min().unwrap_or(0);
            let mut cells = vec![device.name.clone(), device.how().to_string(), grouped(nodes)];
            for &seats in &seats {
                // The lesser of the rules that were looked at.
                let least = here.clone().filter(|seen| seen.seats == seats);
                let least = least.min_by_key(|seen| (seen.depth, seen.at_least));
                cells.push(least.map_or(String::new(), |seen| {
                    let more = if seen.at_least { "or more " } else { "" };
                    format!("{} {more}({})", seen.depth, seen.turns)
                }));
            }
            table.add_row(cells);
        }
        aligned(table, &[0, 1])
    }

    fn published(&self) -> Table {
        let mut table = plain(&[
            "",
            "ours here",
            "ours on",
            "",
            "theirs on a desktop",
            "theirs there",
            "recomputed",
            "verdict",
        ]);
        for beside in &self.beside {
            let [desktop, device] = [beside.published_desktop_ms, beside.published_device_ms];
            let both =
                |[low, high]: [f64; 2]| if low < high { range(low, high) } else { millis(low) };
            table.add_row([
                format!("depth {}", beside.depth),
                millis(beside.here_ms),
                beside.device.clone(),
                range(beside.estimated_ms.low, beside.estimated_ms.high),
                both(desktop),
                both(device),
                range(beside.recomputed_ms.low, beside.recomputed_ms.high),
                beside.recomputed.to_string(),
            ]);
        }
        aligned(table, &[0, 2, 7])
    }
}

/// The name of a thinker's histogram: what is no letter or digit in a bot's name becomes `-`.
fn hgrm_name(thinker: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    format!("{}_latency.hgrm", thinker.chars().map(plain).collect::<String>())
}

fn beside(
    device: &Device,
    factor: Band,
    published: &super::device::Published,
    hub: &[Thought],
    budget_ms: f64,
) -> Option<Beside> {
    let thinker = if published.depth == 3 { Thinker::COACH } else { DEEPER };
    let thought = hub.iter().find(|thought| thought.thinker == thinker)?;
    let here_ms = thought.times.worst()?.1 as f64 / 1e6;
    let recomputed_ms = device.from_desktop(&published.desktop_ms);
    Some(Beside {
        depth: published.depth,
        thinker: thinker.to_string(),
        here_ms,
        device: device.name.clone(),
        estimated_ms: Band::exactly(here_ms).times(factor),
        published_desktop_ms: published.desktop_ms,
        published_device_ms: published.device_ms,
        recomputed_ms,
        recomputed: recomputed_ms.verdict(budget_ms),
    })
}

fn ratio(hub: &[Thought]) -> Option<Ratio> {
    let named = |name| hub.iter().find(|thought| thought.thinker == name);
    let (coach, hard) = (named(Thinker::COACH)?, named(HARD)?);
    let over = |a: u64, b: u64| a as f64 / b.max(1) as f64;
    let (more, less) = (coach.total(), hard.total());
    (less.nodes > 0).then(|| Ratio {
        nodes: over(more.nodes, less.nodes),
        moves: over(more.moves, less.moves),
        evaluations: over(more.evaluations, less.evaluations),
        time: over(coach.times.total(), hard.times.total()),
    })
}

/// A table without lines.
pub fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    table
}

/// The same with numbers to the right: all columns but those of words.
pub fn aligned(mut table: Table, words: &[usize]) -> Table {
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if !words.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn micros(ns: u64) -> String {
    let us = ns as f64 / 1e3;
    if us < 100.0 { format!("{us:.2}") } else { grouped(us.round() as u64) }
}

fn millis(ms: f64) -> String {
    match ms {
        ms if ms >= 100.0 => grouped(ms.round() as u64),
        ms if ms >= 1.0 => format!("{ms:.1}"),
        ms => format!("{ms:.3}"),
    }
}

/// A range of milliseconds.
pub fn range(low: f64, high: f64) -> String {
    format!("{} to {}", millis(low), millis(high))
}
