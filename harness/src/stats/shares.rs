//! Pearson's test of equal shares.

/// The chance of counts at least as unequal as these if every one were as likely: Pearson's chi-square
/// test. None if there is nothing to compare.
pub fn equal_shares(counts: &[u64]) -> Option<f64> {
    let total: u64 = counts.iter().sum();
    if total == 0 || counts.len() < 2 {
        return None;
    }
    let expected = total as f64 / counts.len() as f64;
    let statistic: f64 =
        counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    Some(chi_square_above(statistic, counts.len() - 1))
}

/// The chance that chi-square of so many degrees of freedom, 1 or more, is above `x`.
///
/// By the recurrence of the incomplete gamma function from the exponential (even) or the
/// error function (odd).
fn chi_square_above(x: f64, degrees: usize) -> f64 {
    let half = x / 2.0;
    let (mut shape, mut chance) = match degrees % 2 {
        0 => (1.0, (-half).exp()),
        _ => (0.5, libm::erfc(half.sqrt())),
    };
    // The next term: half^shape e^-half / gamma(shape + 1).
    let mut term = (-half).exp() * half.powf(shape) / libm::tgamma(shape + 1.0);
    while shape + 0.5 < degrees as f64 / 2.0 {
        chance += term;
        shape += 1.0;
        term *= half / (shape);
    }
    chance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_compare_has_no_chance_and_equal_counts_are_certain() {
        assert_eq!((equal_shares(&[0, 0]), equal_shares(&[7])), (None, None));
        for seats in [2, 3, 4, 6] {
            assert_eq!(equal_shares(&vec![9; seats]), Some(1.0));
        }
    }
}
