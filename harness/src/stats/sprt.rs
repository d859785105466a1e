//! The sequential probability ratio test, on scores of blocks.

/// What is tested: that a strength difference is `elo0`, against that it is `elo1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo of the null hypothesis.
    pub elo0: f64,
    /// Elo of the alternative.
    pub elo1: f64,
    /// Chance of accepting the alternative when the null hypothesis is true.
    pub alpha: f64,
    /// Chance of accepting the null hypothesis when the alternative is true.
    pub beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Neither hypothesis yet.
    Open,
    /// The null hypothesis: no better than `elo0`.
    Null,
    /// The alternative: as good as `elo1`.
    Alternative,
}

impl Decision {
    /// A word for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "inconclusive",
            Self::Null => "H0",
            Self::Alternative => "H1",
        }
    }
}

/// The share of the points that an Elo difference stands for.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference that a share of the points, within (0, 1), stands for.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Sprt {
    /// The bounds that the log-likelihood ratio has to leave: (lower, upper), Wald's.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the alternative to the null hypothesis, from how often each
    /// block score, from 0 to 1, was seen.
    ///
    /// Generalised: each hypothesis fixes the mean alone, and the rest of the distribution is the
    /// likeliest under it (Van den Bergh, "A practical introduction to the GSPRT"). Every score in
    /// the list takes part, also one that was not seen, as if it had been seen a thousandth of a
    /// time: so blocks that all score the same, whose variance is 0, decide nothing at once.
    pub fn log_likelihood_ratio(&self, seen: &[(f64, u64)]) -> f64 {
        let blocks: u64 = seen.iter().map(|&(_, count)| count).sum();
        if blocks == 0 {
            return 0.0;
        }
        let weights: Vec<(f64, f64)> =
            seen.iter().map(|&(score, count)| (score, (count as f64).max(1e-3))).collect();
        let total: f64 = weights.iter().map(|&(_, weight)| weight).sum();
        let tilt0 = tilt(&weights, expected_score(self.elo0));
        let tilt1 = tilt(&weights, expected_score(self.elo1));
        let (Some((mean0, tilt0)), Some((mean1, tilt1))) = (tilt0, tilt1) else {
            return 0.0;
        };
        let ratio: f64 = weights
            .iter()
            .map(|&(score, weight)| {
                let under0 = 1.0 + tilt0 * (score - mean0);
                let under1 = 1.0 + tilt1 * (score - mean1);
                weight / total * (under0 / under1).ln()
            })
            .sum();
        ratio * blocks as f64
    }

    /// What to make of a log-likelihood ratio.
    pub fn decide(&self, ratio: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Decision::Alternative
        } else if ratio <= lower {
            Decision::Null
        } else {
            Decision::Open
        }
    }
}

/// The likeliest distribution on the seen scores whose mean is `mean` gives each score its weight
/// over `1 + t (score - mean)`; this finds `t`. None if all scores lie on one side of the mean.
fn tilt(weights: &[(f64, f64)], mean: f64) -> Option<(f64, f64)> {
    let above = weights.iter().map(|&(score, _)| score - mean).fold(f64::MIN, f64::max);
    let below = weights.iter().map(|&(score, _)| score - mean).fold(f64::MAX, f64::min);
    if above <= 0.0 || below >= 0.0 {
        return None;
    }
    // The sum falls as t grows, from infinity to minus infinity between these two poles.
    let (mut low, mut high) = (-1.0 / above, -1.0 / below);
    for _ in 0..200 {
        let t = f64::midpoint(low, high);
        let sum: f64 = weights
            .iter()
            .map(|&(score, weight)| weight * (score - mean) / (1.0 + t * (score - mean)))
            .sum();
        if sum > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    Some((mean, f64::midpoint(low, high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = TEST.bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12);
        assert!((lower + 19_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((expected_score(0.0) - 0.5).abs() < 1e-12);
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((elo_of_score(expected_score(37.0)) - 37.0).abs() < 1e-9);
    }

    /// Two scores alone leave no freedom: the ratio is the plain one of a coin.
    #[test]
    fn two_scores_give_the_binomial_ratio() {
        let ratio = TEST.log_likelihood_ratio(&[(0.0, 480), (1.0, 520)]);
        let (p0, p1) = (expected_score(0.0), expected_score(10.0));
        let plain = 520.0 * (p1 / p0).ln() + 480.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        assert!((ratio - plain).abs() < 1e-9, "{ratio} {plain}");
    }

    /// Published: the tests of fastchess (`app/tests/sprt_test.cpp` at 0cbac49), logistic Elo, of
    /// games and of pairs of games, to the two digits that they give.
    #[test]
    fn agrees_with_published_ratios() {
        for (elo0, elo1, counts, published) in [
            (0.5, 2.5, &[21_184, 40_708, 21_404][..], -1.57),
            (0.0, 2.0, &[57_030, 106_593, 57_433], -2.59),
            (0.5, 2.5, &[223, 9863, 21_279, 10_037, 246], -3.07),
            (0.0, 2.0, &[871, 26_175, 55_983, 26_678, 821], -4.98),
        ] {
            let step = 1.0 / (counts.len() - 1) as f64;
            let seen: Vec<(f64, u64)> =
                counts.iter().enumerate().map(|(n, &count)| (n as f64 * step, count)).collect();
            let ratio = Sprt { elo0, elo1, ..TEST }.log_likelihood_ratio(&seen);
            assert!((ratio - published).abs() < 0.01, "{ratio} {published}");
        }
    }

    /// For many blocks the ratio tends to the normal one.
    #[test]
    fn many_scores_give_nearly_the_normal_ratio() {
        let seen = [(0.0, 1000), (0.25, 2400), (0.5, 3400), (0.75, 2600), (1.0, 1100)];
        let blocks: f64 = seen.iter().map(|&(_, count)| count as f64).sum();
        let mean = seen.iter().map(|&(s, c)| s * c as f64).sum::<f64>() / blocks;
        let variance =
            seen.iter().map(|&(s, c)| (s - mean).powi(2) * c as f64).sum::<f64>() / blocks;
        let (s0, s1) = (expected_score(0.0), expected_score(10.0));
        let normal = blocks * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = TEST.log_likelihood_ratio(&seen);
        assert!((ratio / normal - 1.0).abs() < 0.01, "{ratio} {normal}");
        assert_eq!(TEST.decide(ratio), Decision::Alternative);
    }

    #[test]
    fn blocks_that_all_score_the_same_decide_nothing_at_once() {
        let ratio = TEST.log_likelihood_ratio(&[(0.0, 0), (0.5, 40), (1.0, 0)]);
        assert!(ratio.is_finite());
        assert_eq!(TEST.decide(ratio), Decision::Open);
        assert_eq!(TEST.log_likelihood_ratio(&[]), 0.0);
        assert_eq!(TEST.log_likelihood_ratio(&[(0.5, 10)]), 0.0);
    }

    #[test]
    fn even_play_ends_at_the_null_hypothesis() {
        let ratio = TEST.log_likelihood_ratio(&[(0.0, 5000), (0.5, 10_000), (1.0, 5000)]);
        assert_eq!(TEST.decide(ratio), Decision::Null);
    }
}
