//! The sequential test of one bot against another.

use std::collections::BTreeMap;

use crate::stats::sprt::{Decision, Sprt};

/// The test of one pair: whether `bot` is stronger than `rival` by `elo0` or by `elo1`.
///
/// The sample is the block, its score the share of the points. The first decision stands: what the
/// blocks after it show changes it no more.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The bot.
    pub bot: usize,
    /// The other.
    pub rival: usize,
    /// Blocks up to the decision, or in all.
    pub blocks: u64,
    /// The log-likelihood ratio at the decision, or in the end.
    pub ratio: f64,
    /// What was decided.
    pub decision: Decision,
    sprt: Sprt,
    /// How often each score was seen, by its bits: scores from 0 to 1 are in the order of their bits.
    seen: BTreeMap<u64, u64>,
}

impl Test {
    /// Of no blocks yet.
    pub fn new(sprt: Sprt, bot: usize, rival: usize) -> Self {
        // A score that no block had takes part as well: a match whose blocks are all alike has no
        // variance, and must not be decided by that.
        let seen = [0.0_f64, 0.5, 1.0].map(|score| (score.to_bits(), 0)).into();
        Self { bot, rival, blocks: 0, ratio: 0.0, decision: Decision::Open, sprt, seen }
    }

    /// Adds a block.
    pub fn add(&mut self, score: f64) {
        if self.decision != Decision::Open {
            return;
        }
        self.blocks += 1;
        *self.seen.entry(score.to_bits()).or_default() += 1;
        let seen: Vec<(f64, u64)> =
            self.seen.iter().map(|(&bits, &count)| (f64::from_bits(bits), count)).collect();
        self.ratio = self.sprt.log_likelihood_ratio(&seen);
        self.decision = self.sprt.decide(self.ratio);
    }
}

/// A test as a flag has it: `elo0=0,elo1=10,alpha=.05,beta=.05`, each with this default.
///
/// # Errors
///
/// If it is not well formed, or no test: the message says what is taken.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    let mut given: Vec<&str> = Vec::new();
    for part in text.split(',') {
        let (key, value) = part.split_once('=').ok_or(
            "takes elo0=E,elo1=E,alpha=P,beta=P, each with a default: 0, 10, 0.05 and 0.05",
        )?;
        let field = match key {
            "elo0" => &mut sprt.elo0,
            "elo1" => &mut sprt.elo1,
            "alpha" => &mut sprt.alpha,
            "beta" => &mut sprt.beta,
            _ => return Err(format!("{key} is not one of elo0, elo1, alpha, beta")),
        };
        if given.contains(&key) {
            return Err(format!("{key} is given twice"));
        }
        given.push(key);
        let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
        *field = number.ok_or_else(|| format!("{key}: got '{value}', takes a number"))?;
    }
    for (key, elo) in [("elo0", sprt.elo0), ("elo1", sprt.elo1)] {
        if elo.abs() > 1000.0 {
            return Err(format!("{key}: got {elo}, takes -1000 to 1000"));
        }
    }
    for (key, chance) in [("alpha", sprt.alpha), ("beta", sprt.beta)] {
        if !(1e-9..0.5).contains(&chance) {
            return Err(format!("{key}: got {chance}, takes a chance above 0 and below 0.5"));
        }
    }
    if sprt.elo1 <= sprt.elo0 {
        return Err(format!("elo1: got {}, takes more than elo0, {}", sprt.elo1, sprt.elo0));
    }
    Ok(sprt)
}
