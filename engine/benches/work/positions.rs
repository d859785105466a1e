//! Positions to work on.

use engine::Game;
use engine::bots::{Bot, Player};
use engine::notation::Setup;
use engine::rules::{AXES, Board, Hops, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

/// The corpus of positions, each under rules of its own: a header, then a position a row.
const LISTED: &str = include_str!("../../../corpora/vectors/moves.tsv");

/// The positions of the corpus with these hops, set up on their boards. Boards are never freed.
pub(crate) fn listed(hops: Hops) -> Vec<Game<'static>> {
    let mut lines = LISTED.lines();
    let columns: Vec<&str> = lines.next().expect("a header").split('\t').collect();
    let games = lines.map(|line| {
        let mut rules = Rules::default();
        let mut setup = None;
        for (column, value) in columns.iter().zip(line.split('\t')) {
            let axis = column.replace('_', "-");
            if *column == "position" {
                setup = Some(value.parse::<Setup>().expect("a position"));
            } else if AXES.iter().any(|known| known.name == axis) {
                rules.set(&axis, value).expect("a value of the axis");
            }
        }
        let setup = setup.expect("a position in each row");
        rules.seats = Some(setup.position.seat_count() as u8);
        rules.arm = Some(setup.position.star().arm());
        rules.marbles = Some(setup.position.marbles_each() as u8);
        resumed(&rules, &setup)
    });
    games.filter(|game| game.board().rules().hops == hops).collect()
}

/// Which positions out of games between bots.
#[derive(Clone, Copy)]
pub(crate) struct MidGame {
    pub(crate) rules: &'static str,
    pub(crate) seats: u8,
    /// Rounds between positions of one game.
    pub(crate) every: u32,
    pub(crate) games: u64,
}

/// Positions out of games of `easy`, from the opening on until a game is over.
pub(crate) fn mid_game(wanted: MidGame) -> Vec<Game<'static>> {
    let rules = Rules::preset(wanted.rules).expect("a preset");
    let rules = rules.with_seats(wanted.seats).expect("a seat count");
    let board: &Board = Box::leak(Box::new(Board::new(&rules).expect("rules that fit")));
    let bot = Bot::named("easy").expect("a bot");
    let mut positions = Vec::new();
    for seed in 0..wanted.games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut players: Vec<Player> = board.seats().map(|seat| Player::new(&bot, seat)).collect();
        let mut game = Game::new(board);
        while let Some(seat) = game.turn() {
            // One ply more than whole rounds, so that every seat comes to be to move.
            if game.ply() % (wanted.every * u32::from(wanted.seats) + 1) == 1 {
                positions.push(Game::resume(board, &game.setup()).expect("a game under way"));
            }
            match players[seat.index()].choose(&game, &mut rng) {
                Some(choice) => game.play(choice.mv).expect("a legal move"),
                None => game.pass().expect("no move"),
            };
        }
    }
    positions
}

fn resumed(rules: &Rules, setup: &Setup) -> Game<'static> {
    let board = Box::leak(Box::new(Board::new(rules).expect("rules that fit")));
    Game::resume(board, setup).expect("a position of these rules")
}
