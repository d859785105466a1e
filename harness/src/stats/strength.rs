//! Strengths of bots from the places they took, all games at once.
//!
//! A batch fit does not depend on the order of the games, as running ratings do.

/// A game's players from best place to worst.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// By seat: the bot, numbered from 0.
    pub bots: Vec<usize>,
    /// By seat: its place from 1; ties share one.
    pub places: Vec<u8>,
}

/// How strong each bot is, and what each seat is worth, on the scale of Elo.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// By bot; their mean is 0.
    pub bots: Vec<f64>,
    /// By seat; their mean is 0.
    pub seats: Vec<f64>,
}

/// Elo points for a factor of e in strength.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Rounds after which a fit that still moves is taken as it is.
const MAX_ROUNDS: usize = 2000;

/// How often, at the least, each pair of bots is taken to have come in either order beside what was
/// played: it keeps the strength of a bot that won or lost everything finite.
pub(super) const PRIOR: f64 = 0.5;

/// Fits the model of Plackett and Luce, a strength a bot times a worth a seat, by minorising and
/// maximising (Hunter 2004): from the best place down, the chance of taking the next place is a
/// player's share of the strength of all that are left. Tied players are taken to have been chosen
/// from the same rest (Breslow's way).
///
/// `seats` is whether seats have a worth of their own; without, all are equal.
pub fn fit(rankings: &[Ranking], bots: usize, seats: bool) -> Strengths {
    let most = rankings.iter().map(|ranking| ranking.bots.len()).max().unwrap_or(0);
    let (mut strength, mut worth) = (vec![1.0; bots], vec![1.0; most]);
    for _ in 0..MAX_ROUNDS {
        let before = (strength.clone(), worth.clone());
        let by_bot = |game: &Ranking, seat: usize| (game.bots[seat], seat);
        improve(rankings, &mut strength, &worth, PRIOR, by_bot);
        if seats {
            let by_seat = |game: &Ranking, seat: usize| (seat, game.bots[seat]);
            improve(rankings, &mut worth, &strength, 0.0, by_seat);
        }
        let moved = |old: &[f64], new: &[f64]| {
            old.iter()
                .zip(new)
                .map(|(old, new): (&f64, &f64)| (new / old).ln().abs())
                .fold(0.0, f64::max)
        };
        if moved(&before.0, &strength).max(moved(&before.1, &worth)) < 1e-9 {
            break;
        }
    }
    Strengths { bots: centred(&strength), seats: centred(&worth) }
}

/// One round for one of the two factors, the other held. `of` gives, for a game's seat, the number
/// of the factor that is improved and of the one that is held.
fn improve(
    rankings: &[Ranking],
    factor: &mut [f64],
    held: &[f64],
    prior: f64,
    of: impl Fn(&Ranking, usize) -> (usize, usize),
) {
    let count = factor.len();
    let mut won = vec![prior * (count as f64 - 1.0); count];
    let mut shared = vec![0.0; count];
    if prior > 0.0 {
        for one in 0..count {
            for other in (0..count).filter(|&other| other != one) {
                shared[one] += 2.0 * prior / (factor[one] + factor[other]);
            }
        }
    }
    for game in rankings {
        let last = game.places.iter().copied().max().unwrap_or(0);
        for chosen in 0..game.bots.len() {
            // Who is left at the end is not chosen.
            if game.places[chosen] == last && is_alone(game, last) {
                continue;
            }
            won[of(game, chosen).0] += 1.0;
            let left = |&seat: &usize| game.places[seat] >= game.places[chosen];
            let rest: f64 = (0..game.bots.len())
                .filter(left)
                .map(|seat| {
                    let (own, other) = of(game, seat);
                    factor[own] * held[other]
                })
                .sum();
            for seat in (0..game.bots.len()).filter(left) {
                let (own, other) = of(game, seat);
                shared[own] += held[other] / rest;
            }
        }
    }
    for (factor, (won, shared)) in factor.iter_mut().zip(won.iter().zip(&shared)) {
        if *shared > 0.0 && *won > 0.0 {
            *factor = won / shared;
        }
    }
    let mean = factor.iter().map(|factor| factor.ln()).sum::<f64>() / count as f64;
    for factor in factor {
        *factor /= mean.exp();
    }
}

impl Strengths {
    /// All alike.
    pub fn equal(bots: usize, seats: usize) -> Self {
        Self { bots: vec![0.0; bots], seats: vec![0.0; seats] }
    }
}

fn is_alone(game: &Ranking, place: u8) -> bool {
    game.places.iter().filter(|&&other| other == place).count() == 1
}

fn centred(factors: &[f64]) -> Vec<f64> {
    let mean = factors.iter().map(|factor| factor.ln()).sum::<f64>() / factors.len().max(1) as f64;
    factors.iter().map(|factor| ELO * (factor.ln() - mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(bots: [usize; 2], times: usize) -> Vec<Ranking> {
        vec![Ranking { bots: bots.to_vec(), places: vec![1, 2] }; times]
    }

    /// Two bots have a closed form: the odds of the games, the prior's half a game each way included.
    #[test]
    fn two_bots_come_out_at_their_odds() {
        let games = [pair([0, 1], 30), pair([1, 0], 10)].concat();
        let strengths = fit(&games, 2, false);
        let elo = 400.0 * (30.5_f64 / 10.5).log10();
        assert!((strengths.bots[0] - strengths.bots[1] - elo).abs() < 1e-6, "{strengths:?}");
    }

    #[test]
    fn a_bot_that_never_lost_is_finite() {
        let strengths = fit(&pair([0, 1], 100), 2, false);
        assert!(strengths.bots[0].is_finite() && strengths.bots[0] > 300.0);
    }

    #[test]
    fn a_seat_that_always_helps_is_worth_it() {
        // Equal bots; seat 0 wins three games of four.
        let mut games = Vec::new();
        for bots in [[0, 1], [1, 0]] {
            for game in 0..40 {
                let places = if game % 4 == 3 { vec![2, 1] } else { vec![1, 2] };
                games.push(Ranking { bots: bots.to_vec(), places });
            }
        }
        let strengths = fit(&games, 2, true);
        assert!(strengths.bots[0].abs() < 1e-6, "{strengths:?}");
        let elo = 400.0 * 3_f64.log10();
        assert!((strengths.seats[0] - strengths.seats[1] - elo).abs() < 1e-6, "{strengths:?}");
    }

    #[test]
    fn ties_hold_bots_together() {
        let games = vec![Ranking { bots: vec![0, 1, 2], places: vec![1, 1, 3] }; 50];
        let strengths = fit(&games, 3, false);
        assert!((strengths.bots[0] - strengths.bots[1]).abs() < 1e-6);
        assert!(strengths.bots[1] > strengths.bots[2] + 100.0);
    }

    #[test]
    fn no_games_give_equal_bots() {
        assert_eq!(fit(&[], 3, true).bots, [0.0; 3]);
    }

    /// 200 rankings of four, drawn by a congruential generator with weights 8, 4, 3, 1; the expected
    /// strengths are those of the Python package choix 0.4 (`mm_rankings`) on the same rankings,
    /// each twice, beside one ranking for each ordered pair: the prior.
    #[test]
    fn agrees_with_an_outside_implementation() {
        let mut state: u64 = 12_345;
        let mut draw = |bound: u64| {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            (state >> 8) % bound
        };
        let weights = [8, 4, 3, 1];
        let mut games = Vec::new();
        for _ in 0..200 {
            let (mut left, mut bots) = (vec![0, 1, 2, 3], Vec::new());
            while !left.is_empty() {
                let mut ticket = draw(left.iter().map(|&bot: &usize| weights[bot]).sum());
                let chosen = left.iter().position(|&bot| {
                    let hit = ticket < weights[bot];
                    ticket = ticket.wrapping_sub(weights[bot]);
                    hit
                });
                bots.push(left.remove(chosen.expect("a ticket is below the sum")));
            }
            games.push(Ranking { bots, places: vec![1, 2, 3, 4] });
        }
        assert_eq!(games[0].bots, [0, 3, 1, 2]);
        let strengths = fit(&games, 4, false);
        let choix = [167.032_595, 39.360_665, -0.682_469, -205.710_791];
        for (ours, theirs) in strengths.bots.iter().zip(choix) {
            assert!((ours - theirs).abs() < 1e-4, "{:?}", strengths.bots);
        }
    }
}
