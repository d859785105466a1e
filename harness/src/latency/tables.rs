//! What was measured, as tables.

use serde::Serialize;

use super::ahead::Depths;
use super::corpus::{Corpus, Entry};
use super::device::{Band, Device, Verdict};
use super::measure::Times;
use super::thinker::{Thinker, Work};
use crate::sink::row;

/// Columns of `coach_latency.csv`.
pub const LATENCY: &str = "thinker,rules,seats,positions,calls,nodes_p50,nodes_p90,nodes_p99,\
    nodes_max,nodes,moves,evaluations,us_p50,us_p90,us_p99,us_max,us_middle,us_worst,worst_position\n";

/// Columns of `coach_positions.csv`.
pub const POSITIONS: &str =
    "thinker,position,rules,seats,phase,kept,nodes,moves,evaluations,us_min,us_median\n";

/// Columns of `devices.csv`.
pub const DEVICES: &str =
    "device,how,thinker,worst_here_ms,ms_low,ms_median,ms_high,budget_ms,verdict\n";

/// Columns of `coach_ahead.csv`.
pub const AHEAD: &str =
    "device,how,budget_ms,rules,seats,nodes,depth,turns,at_least,depth_low,depth_high\n";

/// Everything about one thinker: its work by position and its times.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Its name.
    pub thinker: String,
    /// Whether it is the Coach.
    pub is_coach: bool,
    /// Whether it searches.
    pub searches: bool,
    /// By position.
    pub work: Vec<Work>,
    /// By position.
    pub times: Times,
}

impl Thought {
    /// Of a thinker.
    pub fn new(thinker: &Thinker, work: Vec<Work>, times: Times) -> Self {
        let name = thinker.name().to_string();
        let (is_coach, searches) = (thinker.is_coach(), thinker.searches());
        Self { thinker: name, is_coach, searches, work, times }
    }

    /// All its work.
    pub fn total(&self) -> Work {
        self.work.iter().fold(Work::default(), |total, &work| total.plus(work))
    }

    /// The same, in the positions that `keep` says.
    #[must_use]
    pub fn only(&self, mut keep: impl FnMut(usize) -> bool) -> Self {
        let kept: Vec<usize> = (0..self.work.len()).filter(|&index| keep(index)).collect();
        let work = kept.iter().map(|&index| self.work[index]).collect();
        let times = self.times.only(|index| kept.contains(&index));
        Self { work, times, ..self.clone() }
    }

    /// The nodes that a share of the decisions, from 0 to 1, did not exceed.
    pub fn nodes(&self, share: f64) -> u64 {
        let mut nodes: Vec<u64> = self.work.iter().map(|work| work.nodes).collect();
        nodes.sort_unstable();
        let rank = (share * nodes.len() as f64).ceil() as usize;
        nodes.get(rank.saturating_sub(1)).copied().unwrap_or(0)
    }
}

/// The worst case of one thinker on one device, against its budget.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The device's name.
    pub device: String,
    /// `measured`, or `estimated`.
    pub how: &'static str,
    /// Who thinks.
    pub thinker: String,
    /// The worst case here.
    pub worst_here_ms: f64,
    /// The worst case there.
    pub ms: Band,
    /// The budget.
    pub budget_ms: f64,
    /// Whether it fits.
    pub verdict: Verdict,
}

fn decimals(value: f64) -> String {
    format!("{value:.3}")
}

/// `coach_latency.csv`: for each thinker a row over all positions, one for each rules, and one for
/// each rules and number of seats.
pub fn latency_csv(corpus: &Corpus, thoughts: &[Thought]) -> Vec<u8> {
    let mut table = LATENCY.as_bytes().to_vec();
    for thought in thoughts {
        for (rules, seats) in groups(corpus) {
            let is_in = |entry: &Entry| {
                rules.as_ref().is_none_or(|rules| *rules == entry.rules)
                    && seats.is_none_or(|seats| seats == entry.seats())
            };
            let kept: Vec<&Entry> = corpus.entries().iter().filter(|entry| is_in(entry)).collect();
            let here = thought.only(|index| is_in(&corpus.entries()[index]));
            let histogram = here.times.histogram();
            let us = |share| {
                let ns = histogram.value_at_quantile(share).min(here.times.max());
                decimals(ns as f64 / 1e3)
            };
            let worst = here.times.worst();
            let known = |value: u64| thought.searches.then_some(value);
            let total = here.total();
            let nodes = [0.5, 0.9, 0.99, 1.0].map(|share| known(here.nodes(share)));
            table.extend(row((
                (&thought.thinker, rules.as_deref().unwrap_or("all")),
                seats.map_or("all".to_string(), |seats| seats.to_string()),
                (kept.len(), here.times.calls(), nodes),
                [total.nodes, total.moves, total.evaluations].map(known),
                ([0.5, 0.9, 0.99].map(us), decimals(here.times.max() as f64 / 1e3)),
                here.times.middle().map(|ns| decimals(ns as f64 / 1e3)),
                worst.map(|(_, ns)| decimals(ns as f64 / 1e3)),
                worst.map(|(index, _)| &kept[index].id),
            )));
        }
    }
    table
}

/// All, each rules, and each rules and number of seats, in the order of the corpus.
fn groups(corpus: &Corpus) -> Vec<(Option<String>, Option<usize>)> {
    let mut groups = vec![(None, None)];
    let mut add = |group| {
        if !groups.contains(&group) {
            groups.push(group);
        }
    };
    corpus.entries().iter().for_each(|entry| add((Some(entry.rules.clone()), None)));
    corpus.entries().iter().for_each(|entry| add((Some(entry.rules.clone()), Some(entry.seats()))));
    groups
}

/// `coach_positions.csv`: a row for each thinker and position.
pub fn positions_csv(corpus: &Corpus, thoughts: &[Thought]) -> Vec<u8> {
    let mut table = POSITIONS.as_bytes().to_vec();
    for thought in thoughts {
        let known = |value: u64| thought.searches.then_some(value);
        let times = thought.times.rows().zip(&thought.work);
        for (entry, (times, work)) in corpus.entries().iter().zip(times) {
            let mut sorted = times.to_vec();
            sorted.sort_unstable();
            let us = |at: usize| sorted.get(at).map(|&ns| decimals(ns as f64 / 1e3));
            let middle = sorted.len().saturating_sub(1) / 2;
            table.extend(row((
                (&thought.thinker, &entry.id, &entry.rules, entry.seats()),
                (entry.phase.name(), entry.kept.name()),
                [work.nodes, work.moves, work.evaluations].map(known),
                (us(0), us(middle)),
            )));
        }
    }
    table
}

/// `devices.csv`: a row for each device and thinker.
pub fn devices_csv(judged: &[Judged]) -> Vec<u8> {
    let mut table = DEVICES.as_bytes().to_vec();
    for judged in judged {
        let Judged { device, how, thinker, worst_here_ms, ms, budget_ms, verdict } = judged;
        table.extend(row((
            (device, how, thinker, decimals(*worst_here_ms)),
            [ms.low, ms.median, ms.high].map(decimals),
            (budget_ms, verdict.name()),
        )));
    }
    table
}

/// How far the Coach sees in a budget on one device.
#[derive(Clone, Debug, Serialize)]
pub struct Seen {
    /// The device's name.
    pub device: String,
    /// `measured`, or `estimated`.
    pub how: &'static str,
    /// The budget.
    pub budget_ms: f64,
    /// The preset whose rules are played.
    pub rules: String,
    /// Number of seats.
    pub seats: usize,
    /// Nodes that the budget buys, by the median.
    pub nodes: u64,
    /// Plies that these nodes finish.
    pub depth: u32,
    /// The seat's own plies among them.
    pub turns: u32,
    /// Whether it may be more: the looking ahead was cut short.
    pub at_least: bool,
    /// Plies if the device is as slow as the band allows.
    pub depth_low: u32,
    /// Plies if it is as fast.
    pub depth_high: u32,
}

/// How far the Coach sees on a device that takes `factor` times as long as this host.
pub fn seen(ahead: &[Depths], device: &Device, factor: Band, budget_ms: f64) -> Vec<Seen> {
    let see = |depths: &Depths| {
        let nodes = |factor: f64| (budget_ms * 1e3 / (depths.us_per_node * factor)) as u64;
        let (depth, at_least) = depths.within(nodes(factor.median));
        Seen {
            device: device.name.clone(),
            how: device.how(),
            budget_ms,
            rules: depths.rules.clone(),
            seats: depths.seats,
            nodes: nodes(factor.median),
            depth,
            turns: depths.turns(depth),
            at_least,
            depth_low: depths.within(nodes(factor.high)).0,
            depth_high: depths.within(nodes(factor.low)).0,
        }
    };
    ahead.iter().map(see).collect()
}

/// `coach_ahead.csv`: a row for each device, rules and number of seats.
pub fn ahead_csv(seen: &[Seen]) -> Vec<u8> {
    let mut table = AHEAD.as_bytes().to_vec();
    for seen in seen {
        table.extend(row((
            (&seen.device, seen.how, seen.budget_ms, &seen.rules, seen.seats),
            (seen.nodes, seen.depth, seen.turns, u8::from(seen.at_least)),
            (seen.depth_low, seen.depth_high),
        )));
    }
    table
}
