//! Means over blocks of games, and how sure a change of one is.

use std::collections::BTreeMap;

use super::folder::BlockOf;
use crate::stats::wilson_95_of;

/// The 0.975 quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// A sum over a count, kept by block: wins over appearances, plies over games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratio {
    sum: f64,
    count: f64,
    blocks: BTreeMap<BlockOf, (f64, f64)>,
}

/// A change and its 95% interval; none where there is too little to tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// By how much.
    pub by: f64,
    /// The interval's ends.
    pub interval: Option<(f64, f64)>,
}

impl Ratio {
    /// Adds one observation to a block.
    pub fn add(&mut self, block: BlockOf, value: f64) {
        self.sum += value;
        self.count += 1.0;
        let sums = self.blocks.entry(block).or_default();
        sums.0 += value;
        sums.1 += 1.0;
    }

    /// The mean; none without observations.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }

    /// How much each block pulls at the mean.
    fn pulls(&self) -> BTreeMap<BlockOf, f64> {
        let mean = self.sum / self.count;
        let pull = |(sum, count): &(f64, f64)| (sum - mean * count) / self.count;
        self.blocks.iter().map(|(&block, sums)| (block, pull(sums))).collect()
    }

    /// What small numbers of blocks make of a variance.
    fn few(&self) -> f64 {
        let blocks = self.blocks.len() as f64;
        blocks / (blocks - 1.0)
    }

    /// How the mean changed from `old`. Blocks are taken to be independent, and in runs that are `paired`
    /// a block is compared with itself.
    ///
    /// A share that is the same in every block has no spread to go by: its interval is then Newcombe's
    /// (1998, method 10), with as many trials as there are blocks.
    pub fn change_from(&self, old: &Self, paired: bool, is_share: bool) -> Option<Change> {
        let (before, after) = (old.mean()?, self.mean()?);
        let by = after - before;
        let Some(error) = self.error(old, 1.0, 1.0, paired) else {
            return Some(Change { by, interval: None });
        };
        let interval = if is_share && error == 0.0 && by != 0.0 {
            newcombe((before, old.blocks.len() as f64), (after, self.blocks.len() as f64))
        } else {
            (by - Z_95 * error, by + Z_95 * error)
        };
        Some(Change { by, interval: Some(interval) })
    }

    /// The same in parts of the old mean, which must be positive: 0.1 is a tenth more.
    pub fn growth_from(&self, old: &Self, paired: bool) -> Option<Change> {
        let (before, after) = (old.mean()?, self.mean()?);
        if before <= 0.0 || after <= 0.0 {
            return None;
        }
        let log = (after / before).ln();
        let interval = self.error(old, 1.0 / before, 1.0 / after, paired).map(|error| {
            let end = |side: f64| (log + side * Z_95 * error).exp() - 1.0;
            (end(-1.0), end(1.0))
        });
        Some(Change { by: after / before - 1.0, interval })
    }

    /// The standard error of the change of two means, each times a scale; none below two blocks.
    fn error(&self, old: &Self, old_scale: f64, scale: f64, paired: bool) -> Option<f64> {
        if self.blocks.len() < 2 || old.blocks.len() < 2 {
            return None;
        }
        let squares =
            |pulls: &mut dyn Iterator<Item = f64>| pulls.map(|pull| pull * pull).sum::<f64>();
        let (before, after) = (old.pulls(), self.pulls());
        let variance = if paired {
            let both = after.keys().chain(before.keys().filter(|block| !after.contains_key(block)));
            let pull =
                |pulls: &BTreeMap<BlockOf, f64>, block| pulls.get(block).copied().unwrap_or(0.0);
            let mut pulls =
                both.map(|block| pull(&after, block) * scale - pull(&before, block) * old_scale);
            squares(&mut pulls) * self.few()
        } else {
            squares(&mut after.values().map(|pull| pull * scale)) * self.few()
                + squares(&mut before.values().map(|pull| pull * old_scale)) * old.few()
        };
        Some(variance.sqrt())
    }
}

/// Newcombe's interval for the change of a share, each given with its trials.
fn newcombe((before, old_trials): (f64, f64), (after, trials): (f64, f64)) -> (f64, f64) {
    let (old_low, old_high) = wilson_95_of(before * old_trials, old_trials);
    let (low, high) = wilson_95_of(after * trials, trials);
    let by = after - before;
    let below = ((after - low).powi(2) + (old_high - before).powi(2)).sqrt();
    let above = ((high - after).powi(2) + (before - old_low).powi(2)).sqrt();
    (by - below, by + above)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(blocks: &[&[f64]]) -> Ratio {
        let mut ratio = Ratio::default();
        for (number, block) in blocks.iter().enumerate() {
            block.iter().for_each(|&value| ratio.add((2, number as u64), value));
        }
        ratio
    }

    /// Known values: Newcombe (1998), table II, method 10.
    #[test]
    fn newcombes_intervals_are_the_published_ones() {
        for (one, other, low, high) in [
            ((56.0 / 70.0, 70.0), (48.0 / 80.0, 80.0), 0.0524, 0.3339),
            ((9.0 / 10.0, 10.0), (3.0 / 10.0, 10.0), 0.1705, 0.8090),
            ((10.0 / 10.0, 10.0), (0.0, 20.0), 0.6791, 1.0),
        ] {
            let (got_low, got_high) = newcombe(other, one);
            assert!(
                (got_low - low).abs() < 1e-4 && (got_high - high).abs() < 1e-4,
                "{got_low} {got_high}"
            );
        }
    }

    /// Blocks of one: the error is that of two independent means.
    #[test]
    fn the_error_of_blocks_of_one_is_the_plain_one() {
        let old = ratio(&[&[1.0], &[2.0], &[3.0], &[6.0]]);
        let new = ratio(&[&[2.0], &[4.0], &[9.0]]);
        let Change { by, interval } = new.change_from(&old, false, false).unwrap();
        // Variances 14/3 and 13, of 4 and 3.
        let error = (14.0_f64 / 3.0 / 4.0 + 13.0 / 3.0).sqrt();
        let (low, high) = interval.unwrap();
        assert!((by - 2.0).abs() < 1e-12);
        assert!((high - low - 2.0 * Z_95 * error).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn a_block_compared_with_itself_has_no_spread() {
        let old = ratio(&[&[1.0, 3.0], &[10.0, 12.0], &[5.0, 5.0]]);
        let new = ratio(&[&[2.0, 4.0], &[11.0, 13.0], &[6.0, 6.0]]);
        let Change { by, interval } = new.change_from(&old, true, false).unwrap();
        let (low, high) = interval.unwrap();
        assert!((by - 1.0).abs() < 1e-12 && (high - low).abs() < 1e-12, "{low} {high}");
        let (low, high) = new.change_from(&old, false, false).unwrap().interval.unwrap();
        assert!(high - low > 5.0);
    }

    #[test]
    fn one_block_tells_nothing_and_shares_without_spread_little() {
        let one = ratio(&[&[1.0, 0.0]]);
        assert_eq!(one.change_from(&one, true, true).unwrap().interval, None);
        let (none, all) = (ratio(&[&[0.0], &[0.0]]), ratio(&[&[1.0], &[1.0]]));
        let (low, high) = all.change_from(&none, true, true).unwrap().interval.unwrap();
        assert!(low < 0.1 && high > 0.99, "{low} {high}");
        assert_eq!(all.change_from(&all, true, true).unwrap().interval, Some((0.0, 0.0)));
        assert_eq!(Ratio::default().change_from(&all, true, true), None);
    }

    #[test]
    fn growth_is_in_parts_of_the_old_mean() {
        let (old, new) = (ratio(&[&[100.0], &[100.0]]), ratio(&[&[110.0], &[110.0]]));
        let Change { by, interval } = new.growth_from(&old, false).unwrap();
        assert!((by - 0.1).abs() < 1e-12 && (interval.unwrap().0 - 0.1).abs() < 1e-12);
    }
}
