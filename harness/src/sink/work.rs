//! What a shard knows beyond its tables: the work of its bots as histograms, and what alarms are
//! about.

use serde::{Deserialize, Serialize};

use super::SCHEMA;
use crate::check::Alarms;
use crate::config::Config;
use crate::run::Outcome;
use crate::stats::{Latency, LatencyCounts};

/// Its name in the folder of a shard.
pub const WORK: &str = "histograms.json";

/// What stands in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Work {
    /// Version of its form.
    pub schema: u32,
    /// The configuration's fingerprint.
    pub fingerprint: String,
    /// Histograms of the searching bots' work.
    pub latency: Vec<LatencyCounts>,
    /// What the alarms are about.
    pub alarms: Alarms,
}

/// `histograms.json`.
pub fn work_json(config: &Config, outcome: &Outcome) -> Vec<u8> {
    let work = Work {
        schema: SCHEMA,
        fingerprint: config.fingerprint(),
        latency: outcome.latency.counts(config),
        alarms: outcome.watched.clone(),
    };
    let mut text = serde_json::to_vec(&work).expect("plain values can be written");
    text.push(b'\n');
    text
}

impl Work {
    /// The histograms; none if they are not of `config`.
    pub fn latency(&self, config: &Config) -> Option<Latency> {
        Latency::from_counts(config, &self.latency)
    }
}
