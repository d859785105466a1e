//! Positions to try a search in: of games among strong, weak and hostile bots, none twice.

use std::collections::BTreeSet;

use engine::Game;
use engine::bots::{Bot, Player};
use engine::dice::below;
use engine::moves::Move;
use engine::notation::Setup;
use engine::rules::Board;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use rayon::prelude::*;

use crate::latency::find::PLAYERS;

/// Games that are played at once.
const BATCH: u64 = 32;

/// Games without a new position after which there are none to be found.
const DRY: u64 = 64 * BATCH;

/// Plies of each seat at which a game ends: hostile bots would play to the cap.
const PLIES: u32 = 150;

/// A position, and what was played in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The game that it is of: the games of a seat count are numbered from 0.
    pub game: u64,
    /// The position.
    pub setup: Setup,
    /// The move that was made, and by whom: a place in [`PLAYERS`].
    pub played: (Move, usize),
}

/// So many different positions with a choice in them, in the order of their games; fewer if play
/// comes to no more.
///
/// # Panics
///
/// If the engine does.
pub fn sample(board: &Board, seed: u64, count: usize) -> Vec<Sample> {
    let (mut samples, mut seen) = (Vec::new(), BTreeSet::new());
    let (mut next, mut dry) = (0, 0);
    while samples.len() < count && dry < DRY {
        let batch: Vec<Vec<Sample>> =
            (next..next + BATCH).into_par_iter().map(|game| glean(board, seed, game)).collect();
        next += BATCH;
        dry += BATCH;
        for sample in batch.into_iter().flatten() {
            if samples.len() < count && seen.insert(sample.setup.position.key()) {
                samples.push(sample);
                dry = 0;
            }
        }
    }
    samples
}

/// Every few positions of one game.
fn glean(board: &Board, seed: u64, number: u64) -> Vec<Sample> {
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    words.set_stream(number << 3 | board.seat_count() as u64);
    let mut draw = |bound: usize| below(&mut words, bound as u64) as usize;
    let who: Vec<usize> = board.seats().map(|_| draw(PLAYERS.len())).collect();
    let stride = 5 + draw(8);
    let bots = who.iter().map(|&who| Bot::named(PLAYERS[who]).expect("a listed player"));
    let mut players: Vec<Player> =
        board.seats().zip(bots).map(|(seat, bot)| Player::new(&bot, seat)).collect();
    let mut game = Game::new(board);
    let mut samples = Vec::new();
    let seats = board.seat_count() as u32;
    while let Some(seat) = game.turn()
        && game.ply() < PLIES * seats
    {
        let moves = game.moves();
        let mv = if game.ply() < 2 * seats {
            moves.nth(below(&mut words, moves.len().max(1) as u64) as usize)
        } else {
            players[seat.index()].choose(&game, &mut words).map(|choice| choice.mv)
        };
        let Some(mv) = mv else {
            game.pass().expect("a seat without a move passes");
            continue;
        };
        if (game.ply() as usize).is_multiple_of(stride) && moves.len() > 1 {
            let played = (mv, who[seat.index()]);
            samples.push(Sample { game: number, setup: game.setup(), played });
        }
        game.play(mv).expect("players move by the rules");
    }
    samples
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;

    #[test]
    fn samples_follow_from_the_seed_and_are_all_different() {
        let board = Board::new(&Rules::preset("hub").unwrap().with_seats(3).unwrap()).unwrap();
        let samples = sample(&board, 1, 300);
        assert_eq!(samples.len(), 300);
        assert_eq!(sample(&board, 1, 300), samples);
        assert_eq!(sample(&board, 1, 100), samples[..100]);
        let texts: BTreeSet<String> =
            samples.iter().map(|sample| sample.setup.position.to_string()).collect();
        assert_eq!(texts.len(), 300);
        for sample in &samples {
            let game = Game::resume(&board, &sample.setup).unwrap();
            assert!(game.moves().contains(sample.played.0) && game.moves().len() > 1);
        }
    }
}
