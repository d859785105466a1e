//! The fit of strengths by Newton's method.
//!
//! The same model and the same maximum as [`strength::fit`](super::strength::fit), which creeps
//! where a bot wins nearly all its games: there it takes tens of thousands of rounds, here ten. An
//! interval takes hundreds of fits.

use super::strength::{ELO, PRIOR, Ranking, Strengths};

/// Steps after which a fit that still moves is taken as it is.
const MAX_STEPS: usize = 100;

/// Elo points below which a step ends the fit.
const STILL: f64 = 1e-7;

/// Fits strengths of bots and worths of seats to rankings that came up `weights` times each, from
/// `start` on. Each two bots, and each two seats, are taken to have come in either order half a time beside what
/// was played.
///
/// # Panics
///
/// If a ranking has a bot or a seat that `start` has not.
pub fn refit(rankings: &[Ranking], weights: &[f64], start: &Strengths) -> Strengths {
    let games = Games { rankings, weights, bots: start.bots.len(), seats: start.seats.len() };
    let mut logs: Vec<f64> = start.bots.iter().chain(&start.seats).map(|elo| elo / ELO).collect();
    let mut height = games.height(&logs);
    for _ in 0..MAX_STEPS {
        let (slope, bend) = games.slope_and_bend(&logs);
        let Some(step) = solve(bend, slope) else { break };
        let mut part = 1.0;
        let (next, reached) = loop {
            let next: Vec<f64> =
                logs.iter().zip(&step).map(|(log, step)| log + part * step).collect();
            let reached = games.height(&next);
            // Close to the top nothing but rounding differs.
            if reached >= height - 1e-9 * height.abs() || part < 1e-6 {
                break (next, reached);
            }
            part /= 2.0;
        };
        (logs, height) = (next, reached);
        if step.iter().all(|step| (part * step * ELO).abs() < STILL) {
            break;
        }
    }
    let (bots, seats) = logs.split_at(games.bots);
    Strengths { bots: centred(bots), seats: centred(seats) }
}

/// Rankings, how often each came up, and how many bots and seats there are.
struct Games<'a> {
    rankings: &'a [Ranking],
    weights: &'a [f64],
    bots: usize,
    seats: usize,
}

impl Games<'_> {
    /// Calls `take` with every choice: its weight, who was chosen and who was left, each as
    /// the numbers of bot and seat in the row of unknowns.
    fn choices(&self, mut take: impl FnMut(f64, [usize; 2], &[[usize; 2]])) {
        let mut left = Vec::new();
        for (game, &weight) in self.rankings.iter().zip(self.weights) {
            if weight == 0.0 {
                continue;
            }
            let unknowns = |seat: usize| [game.bots[seat], self.bots + seat];
            for (chosen, &place) in game.places.iter().enumerate() {
                left.clear();
                left.extend(
                    (0..game.places.len()).filter(|&seat| game.places[seat] >= place).map(unknowns),
                );
                // Who is left at the end is not chosen.
                if left.len() > 1 {
                    take(weight, unknowns(chosen), &left);
                }
            }
        }
    }

    /// Calls `take` with every two unknowns of a kind.
    fn pairs(&self, mut take: impl FnMut(usize, usize)) {
        for group in [0..self.bots, self.bots..self.bots + self.seats] {
            for one in group.clone() {
                (one + 1..group.end).for_each(|other| take(one, other));
            }
        }
    }

    /// The log-likelihood. It does not change when all bots, or all seats, do: their sums are held at 0.
    fn height(&self, logs: &[f64]) -> f64 {
        let mut height = 0.0;
        self.choices(|weight, chosen, left| {
            let log = |unknowns: &[usize; 2]| logs[unknowns[0]] + logs[unknowns[1]];
            let rest: f64 = left.iter().map(|unknowns| (log(unknowns) - log(&chosen)).exp()).sum();
            height -= weight * rest.ln();
        });
        self.pairs(|one, other| {
            let gap = logs[one] - logs[other];
            height -= PRIOR * (gap.exp().ln_1p() + (-gap).exp().ln_1p());
        });
        let (bots, seats) = logs.split_at(self.bots);
        [bots, seats]
            .iter()
            .fold(height, |height, logs| height - logs.iter().sum::<f64>().powi(2) / 2.0)
    }

    /// Its first derivatives, and its second ones with their sign turned.
    fn slope_and_bend(&self, logs: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let all = logs.len();
        let (mut slope, mut bend) = (vec![0.0; all], vec![vec![0.0; all]; all]);
        let mut mean = vec![0.0; all];
        self.choices(|weight, chosen, left| {
            let log = |unknowns: &[usize; 2]| logs[unknowns[0]] + logs[unknowns[1]];
            let rest: f64 = left.iter().map(|unknowns| (log(unknowns) - log(&chosen)).exp()).sum();
            mean.fill(0.0);
            for unknowns in left {
                let share = (log(unknowns) - log(&chosen)).exp() / rest;
                for &one in unknowns {
                    mean[one] += share;
                    unknowns.iter().for_each(|&other| bend[one][other] += weight * share);
                }
            }
            chosen.iter().for_each(|&one| slope[one] += weight);
            for one in (0..all).filter(|&one| mean[one] != 0.0) {
                slope[one] -= weight * mean[one];
                for other in 0..all {
                    bend[one][other] -= weight * mean[one] * mean[other];
                }
            }
        });
        self.pairs(|one, other| {
            let share = 1.0 / (1.0 + (logs[other] - logs[one]).exp());
            slope[one] += PRIOR * (1.0 - 2.0 * share);
            slope[other] -= PRIOR * (1.0 - 2.0 * share);
            let curve = 2.0 * PRIOR * share * (1.0 - share);
            for (row, column, sign) in
                [(one, one, 1.0), (other, other, 1.0), (one, other, -1.0), (other, one, -1.0)]
            {
                bend[row][column] += sign * curve;
            }
        });
        for group in [0..self.bots, self.bots..all] {
            let sum: f64 = logs[group.clone()].iter().sum();
            for one in group.clone() {
                slope[one] -= sum;
                group.clone().for_each(|other| bend[one][other] += 1.0);
            }
        }
        (slope, bend)
    }
}

/// Solves a system of linear equations by elimination; none if it has no single solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let largest = |&one: &usize, &other: &usize| {
            matrix[one][column].abs().total_cmp(&matrix[other][column].abs())
        };
        let pivot = (column..size).max_by(largest)?;
        if matrix[pivot][column].abs() < 1e-300 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..size {
            let (above, below) = matrix.split_at_mut(row);
            let (above, below) = (&above[column], &mut below[0]);
            let factor = below[column] / above[column];
            below.iter_mut().zip(above).skip(column).for_each(|(own, over)| *own -= factor * over);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

/// In Elo points, their mean at 0.
fn centred(logs: &[f64]) -> Vec<f64> {
    let mean = logs.iter().sum::<f64>() / logs.len().max(1) as f64;
    logs.iter().map(|log| ELO * (log - mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bots in both orders have a closed form, also where one of them won every game.
    #[test]
    fn a_bot_that_always_won_is_where_the_prior_puts_it() {
        let game = |bots: [usize; 2], places: [u8; 2]| Ranking {
            bots: bots.to_vec(),
            places: places.to_vec(),
        };
        let rankings = [game([0, 1], [1, 2]), game([1, 0], [2, 1])];
        let fitted = refit(&rankings, &[300.0, 300.0], &Strengths::equal(2, 2));
        let elo = ELO * (600.5_f64 / 0.5).ln();
        assert!((fitted.bots[0] - fitted.bots[1] - elo).abs() < 1e-6, "{fitted:?}");
        assert!(fitted.seats[0].abs() < 1e-6);
    }

    #[test]
    fn ties_hold_bots_together_and_nothing_played_leaves_them_equal() {
        let tied = Ranking { bots: vec![0, 1, 2], places: vec![1, 1, 3] };
        let turned = |turn: usize| {
            let mut ranking = tied.clone();
            ranking.bots.rotate_left(turn);
            ranking.places.rotate_left(turn);
            ranking
        };
        let fitted = refit(&[turned(0), turned(1), turned(2)], &[20.0; 3], &Strengths::equal(3, 3));
        assert!((fitted.bots[0] - fitted.bots[1]).abs() < 1e-6, "{fitted:?}");
        assert!(fitted.bots[1] > fitted.bots[2] + 100.0);
        assert_eq!(refit(&[], &[], &Strengths::equal(2, 3)), Strengths::equal(2, 3));
    }

    #[test]
    fn systems_are_solved() {
        let matrix = vec![vec![0.0, 2.0, 1.0], vec![1.0, 1.0, 0.0], vec![3.0, 0.0, 1.0]];
        let solved = solve(matrix, vec![7.0, 3.0, 6.0]).unwrap();
        assert!(solved.iter().zip([1.0, 2.0, 3.0]).all(|(own, is)| (own - is).abs() < 1e-12));
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![2.0, 2.0]], vec![1.0, 2.0]), None);
    }
}
