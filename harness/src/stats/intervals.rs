//! Intervals for shares.

/// The 0.975 quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// The 95% interval of Wilson (1927) for the share behind `hits` of `trials`, both from 0 to 1; the
/// whole of it without trials.
///
/// It takes the trials to be independent.
pub fn wilson_95(hits: u64, trials: u64) -> (f64, f64) {
    wilson_95_of(hits as f64, trials as f64)
}

/// The same, where a trial may be hit in part, as a draw is half a win.
pub fn wilson_95_of(hits: f64, trials: f64) -> (f64, f64) {
    if trials == 0.0 {
        return (0.0, 1.0);
    }
    let share = hits / trials;
    let z2 = Z_95 * Z_95;
    let middle = share + z2 / (2.0 * trials);
    let half = Z_95 * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + z2 / trials;
    // The ends are exact for none and all; rounding must not say otherwise.
    let low = if hits == 0.0 { 0.0 } else { (middle - half) / scale };
    let high = if hits == trials { 1.0 } else { (middle + half) / scale };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known values: Newcombe (1998), table I, method 3.
    #[test]
    fn wilson_gives_the_published_intervals() {
        for (hits, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (got_low, got_high) = wilson_95(hits, trials);
            assert!((got_low - low).abs() < 5e-5, "{hits} of {trials}: {got_low}");
            assert!((got_high - high).abs() < 5e-5, "{hits} of {trials}: {got_high}");
        }
    }

    #[test]
    fn none_and_all_reach_the_ends() {
        assert_eq!(wilson_95(0, 7).0, 0.0);
        assert_eq!(wilson_95(7, 7).1, 1.0);
        assert_eq!(wilson_95(0, 0), (0.0, 1.0));
    }
}
