//! Players, from weakest to strongest all values of one parameter set; and hostile ones, for hunting.

mod adversary;
mod bot;
mod parameters;

pub use self::adversary::Adversary;
pub use self::bot::{Bot, BotError, NAMES};
pub use self::parameters::{Noise, Parameters};

use rand::Rng;

use self::bot::Kind;
use crate::Game;
use crate::dice::below;
use crate::moves::Move;
use crate::rules::Seat;
use crate::search::{Found, Searcher, Stop};

/// A bot in one seat of one game.
#[derive(Clone, Debug)]
pub struct Player {
    bot: Bot,
    seat: Seat,
    searcher: Searcher,
}

/// What a bot decided, and the work it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Positions looked at; 0 if it did not search.
    pub nodes: u64,
    /// Plies looked ahead; 0 if it did not search.
    pub depth: u32,
    /// What the search thinks of it; 0 if it did not search.
    pub score: i32,
}

impl Choice {
    fn unsearched(mv: Move) -> Self {
        Self { mv, nodes: 0, depth: 0, score: 0 }
    }
}

impl Player {
    /// The bot takes a seat.
    pub fn new(bot: &Bot, seat: Seat) -> Self {
        Self { bot: bot.clone(), seat, searcher: Searcher::new() }
    }

    /// Its move in a game in which it is to move; none if it has no legal one.
    ///
    /// The same game and the same random words give the same move.
    ///
    /// # Panics
    ///
    /// If another seat is to move.
    pub fn choose(&mut self, game: &Game<'_>, rng: &mut impl Rng) -> Option<Choice> {
        self.choose_until(game, rng, None)
    }

    /// The same, but that a search ends early once `stop` says so, which it is asked at every node.
    ///
    /// # Panics
    ///
    /// If another seat is to move.
    pub fn choose_until(
        &mut self,
        game: &Game<'_>,
        rng: &mut impl Rng,
        stop: Option<Stop<'_>>,
    ) -> Option<Choice> {
        let seat = game.turn()?;
        assert_eq!(seat, self.seat, "it is another seat's turn");
        match self.bot.kind() {
            Kind::Hostile(adversary) => adversary.choose(game, rng).map(Choice::unsearched),
            Kind::Search(parameters) => {
                if parameters.noise.strikes(rng) {
                    random_move(game, rng).map(Choice::unsearched)
                } else if parameters.depth == 0 {
                    random_forward(game, rng).map(Choice::unsearched)
                } else {
                    let seed = rng.next_u64();
                    let settings = parameters.settings();
                    let found = self.searcher.search(game, &settings, seed, stop);
                    let Found { nodes, depth, score, .. } = found;
                    found.mv.map(|mv| Choice { mv, nodes, depth, score })
                }
            }
        }
    }
}

/// Any legal move, each as likely; none if the seat to move has none, or the game is over.
pub fn random_move(game: &Game<'_>, rng: &mut impl Rng) -> Option<Move> {
    game.pick(|count| below(rng, count as u64) as usize)
}

/// Any of the moves that bring a marble nearer to the tip of its goal, each as likely; of all
/// moves, if none does. None if the seat to move has none, or the game is over.
pub fn random_forward(game: &Game<'_>, rng: &mut impl Rng) -> Option<Move> {
    let (moves, board, seat) = (game.moves(), game.board(), game.turn()?);
    let gains = |mv: &Move| board.distance(seat, mv.to()) < board.distance(seat, mv.from());
    let count = moves.iter().filter(gains).count();
    if count == 0 {
        return random_move(game, rng);
    }
    moves.iter().filter(gains).nth(below(rng, count as u64) as usize)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::vec::Vec;

    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::rules::{Board, Rules};

    fn board(seats: u8) -> Board {
        Board::new(&Rules::default().with_seats(seats).unwrap()).unwrap()
    }

    /// The moves of a game in which every seat is played by the bot of this name.
    fn played<'b>(board: &'b Board, name: &str, seed: u64, plies: u32) -> Game<'b> {
        let bot = Bot::named(name).unwrap();
        let mut players: Vec<Player> = board.seats().map(|seat| Player::new(&bot, seat)).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(board);
        while let Some(seat) = game.turn()
            && game.ply() < plies
        {
            let choice = players[seat.index()].choose(&game, &mut rng).unwrap();
            assert!(game.moves().contains(choice.mv), "{name}: {choice:?}");
            game.play(choice.mv).unwrap();
        }
        game
    }

    #[test]
    fn every_bot_plays_legal_moves_and_the_same_ones_for_the_same_words() {
        for name in NAMES.into_iter().chain(["hard:mode=max-n", "search:mode=best-reply,depth=3"]) {
            for seats in [1, 2, 3, 4, 6] {
                let board = board(seats);
                let game = played(&board, name, 5, 60);
                assert!(game.log().eq(played(&board, name, 5, 60).log()), "{name}");
            }
        }
    }

    #[test]
    fn a_bot_that_may_not_move_chooses_nothing() {
        let text =
            "1/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/[4]/1[1]1/11/0 0 2 10";
        let setup: crate::notation::Setup = text.parse().unwrap();
        let board = board(2);
        let game = Game::resume(&board, &setup).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for name in NAMES {
            let mut player = Player::new(&Bot::named(name).unwrap(), Seat::ALL[0]);
            assert_eq!(player.choose(&game, &mut rng), None, "{name}");
        }
    }

    #[test]
    fn a_random_move_is_legal_and_none_is_drawn_when_the_game_is_over() {
        let board = board(2);
        let mut game = Game::new(&board);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..50 {
            assert!(game.moves().contains(random_move(&game, &mut rng).unwrap()));
            let mv = random_forward(&game, &mut rng).unwrap();
            let seat = game.turn().unwrap();
            assert!(board.distance(seat, mv.to()) < board.distance(seat, mv.from()));
            game.play(mv).unwrap();
        }
        game.resign().unwrap();
        assert_eq!((random_move(&game, &mut rng), random_forward(&game, &mut rng)), (None, None));
    }

    #[test]
    fn random_plays_every_move_and_forward_every_one_that_gains_ground() {
        let board = board(2);
        let game = Game::new(&board);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut chosen = |name: &str| -> BTreeSet<Move> {
            let mut player = Player::new(&Bot::named(name).unwrap(), Seat::ALL[0]);
            (0..500).map(|_| player.choose(&game, &mut rng).unwrap().mv).collect()
        };
        let seat = Seat::ALL[0];
        let gains = |mv: &Move| board.distance(seat, mv.to()) < board.distance(seat, mv.from());
        assert_eq!(chosen("random"), game.moves().iter().collect());
        assert_eq!(chosen("forward"), game.moves().iter().filter(gains).collect());
        assert_eq!(chosen("hard:noise=1"), game.moves().iter().collect());
    }

    #[test]
    fn noise_strikes_as_often_as_it_says() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let noise = Noise::millionths(250_000).unwrap();
        let strikes = (0..40_000).filter(|_| noise.strikes(&mut rng)).count();
        assert!((9_600..10_400).contains(&strikes), "{strikes}");
        assert_eq!(Noise::millionths(1_000_001), None);
    }

    #[test]
    fn a_squatter_keeps_its_last_marbles_at_home() {
        let board = board(4);
        let game = played(&board, "squatter", 2, 400);
        for seat in board.seats() {
            let left = (game.position().marbles(seat) & board.home(seat)).len();
            assert!(left >= Adversary::LAST, "{left}");
            assert!(game.distance_left(seat) < 60);
        }
    }

    #[test]
    fn a_shuffler_takes_back_what_it_did() {
        let board = board(2);
        let game = played(&board, "shuffler", 2, 40);
        let moves: Vec<_> = game.log().collect();
        assert!(moves.iter().zip(&moves[4..]).all(|(before, after)| before == after));
        assert_ne!(moves[0], moves[2]);
    }

    #[test]
    fn a_spoiler_parks_in_the_goals_of_rivals_and_a_hoarder_before_them() {
        let board = board(3);
        let game = played(&board, "spoiler", 2, 600);
        let foreign = |seat: Seat| {
            (board.goal(seat) & game.position().occupied()) - game.position().marbles(seat)
        };
        let parked: usize = board.seats().map(|seat| foreign(seat).len()).sum();
        assert!(parked >= 20, "{parked}");
        let game = played(&board, "hoarder", 2, 600);
        let edge = board.goal_depth();
        for seat in board.seats() {
            let near = |hole: &crate::star::Hole| board.distance(seat, *hole) <= edge;
            let before = board.star().holes().into_iter().filter(near);
            let taken =
                before.filter(|&hole| game.position().at(hole).is_some_and(|owner| owner != seat));
            assert!(taken.count() >= 6);
        }
    }
}
