//! How much work and time the searching bots took for a move.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::playout::Call;

/// Decisions of one bot at one seat count.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    nodes: Histogram<u64>,
    ns: Histogram<u64>,
    // A histogram knows its greatest value only to a bucket.
    nodes_max: u64,
    ns_max: u64,
}

impl Default for Work {
    /// Of no decisions; values are kept to three digits.
    fn default() -> Self {
        let histogram = || Histogram::new(3).expect("three digits can be kept");
        Self { nodes: histogram(), ns: histogram(), nodes_max: 0, ns_max: 0 }
    }
}

impl Work {
    fn add(&mut self, nodes: u64, ns: u64) {
        self.nodes.record(nodes).expect("a histogram that resizes takes every value");
        self.ns.record(ns).expect("a histogram that resizes takes every value");
        self.nodes_max = self.nodes_max.max(nodes);
        self.ns_max = self.ns_max.max(ns);
    }

    fn merge(&mut self, other: &Self) {
        self.nodes.add(&other.nodes).expect("a histogram that resizes takes every other");
        self.ns.add(&other.ns).expect("a histogram that resizes takes every other");
        self.nodes_max = self.nodes_max.max(other.nodes_max);
        self.ns_max = self.ns_max.max(other.ns_max);
    }

    /// Number of decisions.
    pub fn calls(&self) -> u64 {
        self.nodes.len()
    }

    /// Nodes that a share of decisions, from 0 to 1, did not exceed; never past the maximum.
    pub fn nodes(&self, share: f64) -> u64 {
        self.nodes.value_at_quantile(share).min(self.nodes_max)
    }

    /// The most nodes of a decision, exact.
    pub fn nodes_max(&self) -> u64 {
        self.nodes_max
    }

    /// Microseconds that a share of decisions, from 0 to 1, did not exceed; never past the maximum.
    pub fn us(&self, share: f64) -> f64 {
        self.ns.value_at_quantile(share).min(self.ns_max) as f64 / 1e3
    }

    /// The most microseconds of a decision, exact.
    pub fn us_max(&self) -> f64 {
        self.ns_max as f64 / 1e3
    }
}

/// How often each value came, as a histogram of three digits keeps them, and the greatest one,
/// exact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The greatest value; 0 if there is none.
    pub max: u64,
    /// The greatest value that a bucket holds, and how many are in it; no bucket is empty.
    pub buckets: Vec<(u64, u64)>,
}

impl Counts {
    fn of(histogram: &Histogram<u64>, max: u64) -> Self {
        let buckets = histogram.iter_recorded();
        let buckets = buckets.map(|step| (step.value_iterated_to(), step.count_at_value()));
        Self { max, buckets: buckets.collect() }
    }

    fn histogram(&self) -> Histogram<u64> {
        let mut histogram = Histogram::new(3).expect("three digits can be kept");
        for &(value, count) in &self.buckets {
            histogram.record_n(value, count).expect("a histogram that resizes takes every value");
        }
        histogram
    }
}

/// The work of one bot at one seat count, as files keep it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LatencyCounts {
    /// Number of seats.
    pub seats: u8,
    /// The bot, by name.
    pub bot: String,
    /// Positions looked at for a decision.
    pub nodes: Counts,
    /// Nanoseconds that a decision took.
    pub ns: Counts,
}

/// The work of every searching bot, by seat count and bot. Histograms of parts of a run are merged
/// without loss.
#[derive(Clone, Debug, PartialEq)]
pub struct Latency {
    work: Vec<(u8, Vec<Work>)>,
}

impl Latency {
    /// Of no decisions.
    pub fn new(config: &Config) -> Self {
        let nothing = vec![Work::default(); config.bots.len()];
        Self { work: config.seats.iter().map(|&seats| (seats, nothing.clone())).collect() }
    }

    /// Adds decisions made in a game at a number of seats.
    pub fn add(&mut self, seats: usize, calls: &[Call]) {
        if let Some((_, work)) =
            self.work.iter_mut().find(|(count, _)| usize::from(*count) == seats)
        {
            calls.iter().for_each(|call| work[call.bot].add(call.nodes, call.ns));
        }
    }

    /// Adds all that `other` has seen; both must be of one configuration.
    pub fn merge(&mut self, other: &Self) {
        for ((_, work), (_, more)) in self.work.iter_mut().zip(&other.work) {
            work.iter_mut().zip(more).for_each(|(work, more)| work.merge(more));
        }
    }

    /// All of it, as files keep it.
    pub fn counts(&self, config: &Config) -> Vec<LatencyCounts> {
        let counts = |(seats, bot, work): (u8, usize, &Work)| LatencyCounts {
            seats,
            bot: config.bots[bot].name().to_string(),
            nodes: Counts::of(&work.nodes, work.nodes_max),
            ns: Counts::of(&work.ns, work.ns_max),
        };
        self.work().map(counts).collect()
    }

    /// What [`counts`](Self::counts) gave; none if a bot or a seat count is not in `config`.
    pub fn from_counts(config: &Config, counts: &[LatencyCounts]) -> Option<Self> {
        let mut latency = Self::new(config);
        for LatencyCounts { seats, bot, nodes, ns } in counts {
            let bot = config.bots.iter().position(|other| other.name() == bot)?;
            let (_, work) = latency.work.iter_mut().find(|(count, _)| count == seats)?;
            work[bot].merge(&Work {
                nodes: nodes.histogram(),
                ns: ns.histogram(),
                nodes_max: nodes.max,
                ns_max: ns.max,
            });
        }
        Some(latency)
    }

    /// What has been seen: seat count, bot and work, in that order; those without decisions left out.
    pub fn work(&self) -> impl Iterator<Item = (u8, usize, &Work)> {
        self.work.iter().flat_map(|(seats, work)| {
            let seen = work.iter().enumerate().filter(|(_, work)| work.calls() > 0);
            seen.map(|(bot, work)| (*seats, bot, work))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Contender;

    #[test]
    fn merging_loses_nothing() {
        let calls: Vec<u64> = (0..1000).map(|i| i * i * 37 % 1_000_003).collect();
        let mut whole = Work::default();
        let mut halves = [Work::default(), Work::default()];
        for (index, &value) in calls.iter().enumerate() {
            whole.add(value, 2 * value);
            halves[index % 2].add(value, 2 * value);
        }
        let [mut first, second] = halves;
        first.merge(&second);
        assert_eq!(first.calls(), 1000);
        for share in [0.0, 0.5, 0.9, 0.99, 1.0] {
            assert_eq!(first.nodes(share), whole.nodes(share));
            assert_eq!(first.us(share), whole.us(share));
        }
        assert_eq!(first.nodes_max(), *calls.iter().max().unwrap());
    }

    #[test]
    fn what_files_keep_of_a_histogram_is_all_of_it() {
        let config = Config {
            games: 1,
            seats: vec![2, 4],
            bots: ["random", "easy"].map(|name| Contender::named(name).unwrap()).to_vec(),
            seed: 1,
            rules: Default::default(),
            opening: 0,
            engines: Default::default(),
            seating: Default::default(),
        };
        let mut latency = Latency::new(&config);
        let call = |i: u64| Call { bot: 1, nodes: i * i % 100_003, ns: 1 << (i % 60) };
        let calls: Vec<Call> = (0..500).map(call).collect();
        latency.add(2, &calls[..300]);
        latency.add(4, &calls[300..]);
        let counts = latency.counts(&config);
        assert_eq!(counts.len(), 2);
        let text = serde_json::to_string(&counts).unwrap();
        let counts: Vec<LatencyCounts> = serde_json::from_str(&text).unwrap();
        let read = Latency::from_counts(&config, &counts).unwrap();
        assert_eq!(read.counts(&config), counts);
        for ((_, _, own), (_, _, others)) in latency.work().zip(read.work()) {
            for share in (0..=1000).map(|share| f64::from(share) / 1000.0) {
                assert_eq!(own.nodes(share), others.nodes(share));
                assert_eq!(own.us(share), others.us(share));
            }
        }
        let strange = Config { seats: vec![2], ..config };
        assert_eq!(Latency::from_counts(&strange, &counts), None);
    }

    #[test]
    fn no_quantile_is_past_the_exact_maximum() {
        let mut work = Work::default();
        work.add(1_234_567, 7_654_321);
        assert_eq!(work.nodes(0.99), 1_234_567);
        assert_eq!(work.us(1.0), 7_654.321);
        assert_eq!(work.us_max(), 7_654.321);
    }
}
