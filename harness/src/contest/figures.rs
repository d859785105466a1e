//! What the blocks of a match add up to, with intervals.

use rand_chacha::ChaCha8Rng;

use super::book::{Book, score};
use crate::stats::bootstrap::{Interval, bootstrap};
use crate::stats::newton::refit;
use crate::stats::strength::{Ranking, Strengths};
use crate::stats::wilson_95_of;

/// How often blocks are drawn anew for the intervals.
pub const ROUNDS: usize = 400;

/// A figure and its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The figure itself.
    pub value: f64,
    /// Where it may lie.
    pub interval: Interval,
}

/// What is said of a bot, or of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Appearances: seats of games.
    pub appearances: u64,
    /// Those that won.
    pub wins: u64,
    /// Share of the appearances that won.
    pub share: Figure,
    /// Mean place, from 1.
    pub place: Figure,
    /// Strength, or worth, on the scale of Elo; the mean is 0.
    pub elo: Figure,
}

/// What is said of a bot beside another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The bot.
    pub bot: usize,
    /// The other.
    pub rival: usize,
    /// How often a seat of the one was ahead of, level with and behind a seat of the other.
    pub counts: [u64; 3],
    /// Share of the points.
    pub score: Figure,
}

/// All figures of a match at one number of seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// By bot.
    pub bots: Vec<Row>,
    /// By seat.
    pub seats: Vec<Row>,
    /// Every two bots, in the order of the list.
    pub pairs: Vec<Pair>,
}

/// Sums over games: appearances, wins and places.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    appearances: f64,
    wins: f64,
    places: f64,
}

impl Figures {
    /// Those of the whole blocks of `book`; none without any. The intervals follow from `rng`.
    pub fn of(book: &Book, rng: &mut ChaCha8Rng) -> Option<Self> {
        let numbers: Vec<usize> = (0..book.blocks.len()).collect();
        let rankings: Vec<Ranking> = book.kinds.iter().map(|kind| kind.ranking()).collect();
        let pairs = pairs(book.bots);
        let met: Vec<Met> = pairs.iter().map(|&(bot, rival)| Met::of(book, bot, rival)).collect();
        let all = weights(book, &numbers);
        let strengths = refit(&rankings, &all, &Strengths::equal(book.bots, book.seats));
        let (bots, seats) = sums(book, &all);
        let values = flat(&bots, &seats, &strengths, &all, &met);
        let intervals = bootstrap(&numbers, ROUNDS, 0.95, rng, |drawn| {
            let drawn = weights(book, drawn);
            let (bots, seats) = sums(book, &drawn);
            let strengths = refit(&rankings, &drawn, &strengths);
            flat(&bots, &seats, &strengths, &drawn, &met)
        });
        if intervals.is_empty() {
            return None;
        }
        let trials = numbers.len() as f64;
        let mut figures =
            values.into_iter().zip(intervals).map(|(value, interval)| Figure { value, interval });
        let mut rows = |sums: &[Sums]| -> Vec<Row> {
            let rows = sums.iter().map(|sums| Row {
                appearances: sums.appearances as u64,
                wins: sums.wins as u64,
                // One seat of a game can win.
                share: share(
                    figures.next().expect("a share"),
                    book.games as f64 / sums.appearances.max(1.0),
                    trials,
                ),
                place: figures.next().expect("a place"),
                elo: figures.next().expect("a strength"),
            });
            rows.collect()
        };
        let (bots, seats) = (rows(&bots), rows(&seats));
        let pairs = pairs.iter().zip(&met).map(|(&(bot, rival), met)| {
            let score = share(figures.next().expect("a score"), 1.0, trials);
            Pair { bot, rival, counts: met.counts(&all).map(|count| count as u64), score }
        });
        let pairs = pairs.collect();
        Some(Self { bots, seats, pairs })
    }
}

/// All or nothing in every block leaves no spread to draw from: the interval is then that of as many
/// independent trials as there are blocks. `most` is what all is.
fn share(figure: Figure, most: f64, trials: f64) -> Figure {
    let Interval { low, high } = figure.interval;
    let whole = figure.value / most;
    if low < high || (1e-9..1.0 - 1e-9).contains(&whole) {
        return figure;
    }
    let (low, high) = wilson_95_of(whole.round() * trials, trials);
    Figure { interval: Interval { low: most * low, high: most * high }, ..figure }
}

/// Every two bots.
pub fn pairs(bots: usize) -> Vec<(usize, usize)> {
    (0..bots).flat_map(|bot| (bot + 1..bots).map(move |rival| (bot, rival))).collect()
}

/// How often each kind of game comes up in the blocks of these numbers.
fn weights(book: &Book, blocks: &[usize]) -> Vec<f64> {
    let mut weights = vec![0.0; book.kinds.len()];
    for &(kind, count) in blocks.iter().flat_map(|&block| &book.blocks[block].0) {
        weights[kind] += f64::from(count);
    }
    weights
}

/// By bot, and by seat.
fn sums(book: &Book, weights: &[f64]) -> (Vec<Sums>, Vec<Sums>) {
    let mut bots = vec![Sums::default(); book.bots];
    let mut seats = vec![Sums::default(); book.seats];
    for (kind, &weight) in book.kinds.iter().zip(weights) {
        for (seat, (&bot, &place)) in kind.bots.iter().zip(&kind.places).enumerate() {
            for sums in [&mut bots[bot], &mut seats[seat]] {
                sums.appearances += weight;
                sums.wins += if kind.winner == Some(seat) { weight } else { 0.0 };
                sums.places += weight * f64::from(place);
            }
        }
    }
    (bots, seats)
}

/// Where two bots met: kinds of games, and how often the one was ahead, level and behind in each.
struct Met(Vec<(usize, [f64; 3])>);

impl Met {
    fn of(book: &Book, bot: usize, rival: usize) -> Self {
        let counts = book.kinds.iter().map(|kind| kind.against(bot, rival)).enumerate();
        let met = counts.filter(|(_, counts)| counts.iter().sum::<u64>() > 0);
        Self(met.map(|(kind, counts)| (kind, counts.map(|count| count as f64))).collect())
    }

    /// Over all games.
    fn counts(&self, weights: &[f64]) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for &(kind, counts) in &self.0 {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += weights[kind] * count);
        }
        sums
    }
}

/// All figures in one row: share, place and strength of each bot and of each seat, then the scores.
fn flat(
    bots: &[Sums],
    seats: &[Sums],
    strengths: &Strengths,
    weights: &[f64],
    met: &[Met],
) -> Vec<f64> {
    let elos = strengths.bots.iter().chain(&strengths.seats);
    let rows = bots.iter().chain(seats).zip(elos);
    let mut flat: Vec<f64> = rows
        .flat_map(|(sums, &elo)| {
            let games = sums.appearances.max(1.0);
            [sums.wins / games, sums.places / games, elo]
        })
        .collect();
    flat.extend(met.iter().map(|met| score(met.counts(weights)).unwrap_or(0.5)));
    flat
}
