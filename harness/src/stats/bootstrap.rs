//! Intervals by drawing blocks anew.

use engine::dice::below;
use rand::Rng;

/// An interval, of the share that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Intervals of several figures at once: `figures` is asked `rounds` times for its figures on as
/// many blocks as there are, drawn with replacement, and the middle `share` of each is kept.
///
/// Blocks, not games, are what is drawn, as the games of a block share their opening.
pub fn bootstrap<T: Clone>(
    blocks: &[T],
    rounds: usize,
    share: f64,
    rng: &mut impl Rng,
    mut figures: impl FnMut(&[T]) -> Vec<f64>,
) -> Vec<Interval> {
    if blocks.is_empty() {
        return Vec::new();
    }
    let mut drawn = blocks.to_vec();
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for _ in 0..rounds {
        for block in &mut drawn {
            block.clone_from(&blocks[below(rng, blocks.len() as u64) as usize]);
        }
        for (column, figure) in figures(&drawn).into_iter().enumerate() {
            if columns.len() <= column {
                columns.push(Vec::with_capacity(rounds));
            }
            columns[column].push(figure);
        }
    }
    columns.into_iter().map(|column| middle(column, share)).collect()
}

/// The middle `share` of some figures.
fn middle(mut figures: Vec<f64>, share: f64) -> Interval {
    figures.sort_by(f64::total_cmp);
    let cut = |part: f64| {
        let at = (part * (figures.len() - 1) as f64).round() as usize;
        figures[at.min(figures.len() - 1)]
    };
    Interval { low: cut((1.0 - share) / 2.0), high: cut(f64::midpoint(1.0, share)) }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng as _;

    use super::*;

    fn mean(blocks: &[f64]) -> Vec<f64> {
        vec![blocks.iter().sum::<f64>() / blocks.len() as f64]
    }

    /// 400 coins: the interval of their mean is about two standard errors, 0.025 each, either way.
    #[test]
    fn the_interval_of_a_mean_is_two_standard_errors_wide() {
        let coins: Vec<f64> = (0..400).map(|coin| f64::from(coin % 2)).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let intervals = bootstrap(&coins, 2000, 0.95, &mut rng, mean);
        let Interval { low, high } = intervals[0];
        assert!((low - 0.451).abs() < 0.006 && (high - 0.549).abs() < 0.006, "{low} {high}");
    }

    #[test]
    fn equal_blocks_have_no_spread_and_none_have_no_interval() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let intervals = bootstrap(&[0.5; 10], 100, 0.95, &mut rng, mean);
        assert_eq!(intervals, [Interval { low: 0.5, high: 0.5 }]);
        assert!(bootstrap(&[], 100, 0.95, &mut rng, mean).is_empty());
    }
}
