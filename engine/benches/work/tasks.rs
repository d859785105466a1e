//! What is done to them.

use core::hint::black_box;

use engine::Game;
use engine::dice::below;
use engine::moves::perft;
use engine::notation::Setup;
use engine::rules::{Board, Hops, Rules};
use engine::search::{Evaluation, Searcher, Settings, Weights};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::positions::{MidGame, listed, mid_game};
use super::{Task, Workload};

/// Every piece of work of the engine.
#[rustfmt::skip]
pub(crate) const WORKLOADS: &[Workload] = &[
    Workload { name: "moves/corpus/short", unit: "position", ready: || moves(listed(Hops::Adjacent)) },
    Workload { name: "moves/corpus/long", unit: "position", ready: || moves(listed(Hops::Long)) },
    Workload { name: "moves/mid-game/short", unit: "position", ready: || moves(two_seats("standard")) },
    Workload { name: "moves/mid-game/long", unit: "position", ready: || moves(two_seats("hub")) },
    Workload { name: "perft/2-seats/short", unit: "leaf", ready: || leaves("standard", 2, 4) },
    Workload { name: "perft/2-seats/long", unit: "leaf", ready: || leaves("hub", 2, 4) },
    Workload { name: "perft/6-seats/short", unit: "leaf", ready: || leaves("standard", 6, 4) },
    Workload { name: "playout/2-seats", unit: "ply", ready: || playouts("openspiel", 2) },
    Workload { name: "playout/3-seats", unit: "ply", ready: || playouts("openspiel", 3) },
    Workload { name: "playout/4-seats", unit: "ply", ready: || playouts("openspiel", 4) },
    Workload { name: "playout/4-seats/standard", unit: "ply", ready: || playouts("standard", 4) },
    Workload { name: "playout/6-seats", unit: "ply", ready: || playouts("openspiel", 6) },
    Workload { name: "playout/2-seats/long", unit: "ply", ready: || playouts("hub", 2) },
    Workload { name: "evaluation/anew", unit: "position", ready: evaluations },
    Workload { name: "evaluation/kept-up", unit: "ply", ready: kept_up },
    Workload { name: "search/hard/2-seats", unit: "search", ready: || searches("hub", 2, 2, 12) },
    Workload { name: "search/hard/4-seats", unit: "search", ready: || searches("hub", 4, 2, 12) },
    Workload { name: "search/hard/6-seats", unit: "search", ready: || searches("hub", 6, 2, 12) },
    Workload { name: "search/coach/2-seats", unit: "search", ready: || searches("hub", 2, 3, 16) },
    Workload { name: "search/coach/2-seats/short", unit: "search", ready: || searches("standard", 2, 3, 16) },
    Workload { name: "search/coach/4-seats", unit: "search", ready: || searches("hub", 4, 3, 16) },
    Workload { name: "search/coach/6-seats", unit: "search", ready: || searches("hub", 6, 3, 16) },
    Workload { name: "search/depth-4/2-seats", unit: "search", ready: || searches("hub", 2, 4, 16) },
    Workload { name: "notation/read", unit: "position", ready: read },
    Workload { name: "notation/write", unit: "position", ready: write },
];

fn two_seats(rules: &'static str) -> Vec<Game<'static>> {
    mid_game(MidGame { rules, seats: 2, every: 1, games: 8 })
}

fn moves(games: Vec<Game<'static>>) -> Task {
    Box::new(move || {
        for game in &games {
            black_box(game.board().moves(game.position()).len());
        }
        games.len() as u64
    })
}

fn board(rules: &str, seats: u8) -> Board {
    let rules = Rules::preset(rules).expect("a preset");
    Board::new(&rules.with_seats(seats).expect("a seat count")).expect("rules that fit")
}

fn leaves(rules: &str, seats: u8, depth: u32) -> Task {
    let board = board(rules, seats);
    Box::new(move || perft(&board, &board.start(), depth))
}

/// Plays random moves from the opening to the game's end, and says how many.
pub(crate) fn playout(board: &Board, rng: &mut ChaCha8Rng) -> u64 {
    let mut game = Game::new(board);
    while !game.over() {
        match game.pick(|count| below(rng, count as u64) as usize) {
            Some(mv) => game.play_unchecked(mv).expect("a game under way"),
            None => game.pass().expect("no move"),
        };
    }
    u64::from(game.ply())
}

fn playouts(rules: &str, seats: u8) -> Task {
    let board = board(rules, seats);
    Box::new(move || {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        (0..4).map(|_| playout(&board, &mut rng)).sum()
    })
}

fn evaluations() -> Task {
    let games = two_seats("standard");
    let weights = Weights::default();
    Box::new(move || {
        for game in &games {
            let (board, seat) = (game.board(), game.position().turn());
            let evaluation = Evaluation::of(board, black_box(game.position()));
            black_box(evaluation.value(board, &weights, seat));
        }
        games.len() as u64
    })
}

fn kept_up() -> Task {
    let mut work = Vec::new();
    for game in two_seats("standard") {
        let (board, seat) = (game.board(), game.position().turn());
        let evaluation = Evaluation::of(board, game.position());
        work.extend(game.moves().iter().map(|mv| (board, seat, evaluation, mv)));
    }
    let weights = Weights::default();
    Box::new(move || {
        for (board, seat, evaluation, mv) in &work {
            let mut after = *evaluation;
            after.play(board, *seat, *mv);
            black_box(after.value(board, &weights, *seat));
        }
        work.len() as u64
    })
}

fn searches(rules: &'static str, seats: u8, depth: u32, width: u32) -> Task {
    let every = if depth > 3 { 8 } else { 4 };
    let games = mid_game(MidGame { rules, seats, every, games: 2 });
    let settings = Settings::new(depth, width);
    let mut searcher = Searcher::new();
    Box::new(move || {
        for game in &games {
            black_box(searcher.search(game, &settings, 1, None));
        }
        games.len() as u64
    })
}

fn texts() -> Vec<String> {
    let games =
        [2, 3, 6].map(|seats| mid_game(MidGame { rules: "standard", seats, every: 8, games: 2 }));
    games.iter().flatten().map(|game| game.setup().to_string()).collect()
}

fn read() -> Task {
    let texts = texts();
    Box::new(move || {
        for text in &texts {
            black_box(text.parse::<Setup>().expect("a position"));
        }
        texts.len() as u64
    })
}

fn write() -> Task {
    let setups: Vec<Setup> = texts().iter().map(|text| text.parse().expect("a position")).collect();
    Box::new(move || {
        for setup in &setups {
            black_box(setup.to_string());
        }
        setups.len() as u64
    })
}
