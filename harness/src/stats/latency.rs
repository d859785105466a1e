//! How much work and time the searching bots took for a move.

use hdrhistogram::Histogram;

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

/// The work of every searching bot, by seat count and bot. Each thread has its own; they are merged
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
    fn no_quantile_is_past_the_exact_maximum() {
        let mut work = Work::default();
        work.add(1_234_567, 7_654_321);
        assert_eq!(work.nodes(0.99), 1_234_567);
        assert_eq!(work.us(1.0), 7_654.321);
        assert_eq!(work.us_max(), 7_654.321);
    }
}
