//! What was measured: judged, and written.

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
use crate::sink::{Folder, SCHEMA, pretty_json};

/// The bot that the Coach's work is compared with.
pub(super) const HARD: &str = "hard";

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
    pub(super) plan: &'a Plan,
    pub(super) corpus: &'a Corpus,
    pub(super) measured: &'a Measured,
    pub(super) thoughts: &'a [Thought],
    pub(super) reference: &'a Calibrated,
    pub(super) devices: &'a [(Device, Band)],
    ahead: &'a [Depths],
    pub(super) judged: Vec<Judged>,
    pub(super) seen: Vec<Seen>,
    pub(super) beside: Vec<Beside>,
    pub(super) ratio: Option<Ratio>,
}

/// Our worst case beside a published one, under the rules that it was published for.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Beside {
    pub(super) depth: u32,
    thinker: String,
    pub(super) here_ms: f64,
    pub(super) device: String,
    pub(super) estimated_ms: Band,
    pub(super) published_desktop_ms: [f64; 2],
    pub(super) published_device_ms: [f64; 2],
    /// The published desktop figures through the same profile, and against the same budget.
    pub(super) recomputed_ms: Band,
    pub(super) recomputed: Verdict,
}

/// The Coach's work over that of `hard`, all positions of the published rules together.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Ratio {
    pub(super) nodes: f64,
    pub(super) moves: f64,
    pub(super) evaluations: f64,
    pub(super) time: f64,
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

    /// Each worst case on each device, against its budget.
    pub fn judged(&self) -> &[Judged] {
        &self.judged
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
                let label =
                    format!("{} ms on {} ({})", self.plan.budget_ms, device.name, device.how());
                (1e3 * self.plan.budget_ms / factor.median, label)
            })
            .collect();
        curve::svg(
            "Time for a decision on this machine; dotted, what a device's budget comes to here",
            &curves,
            &levels,
        )
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
        pretty_json(&json)
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
