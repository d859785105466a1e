//! Who plays in a hunt: the bots, and two habits that leave half of the moves unused.

use engine::Game;
use engine::bots::{Bot, Player};
use engine::dice::below;
use engine::moves::{Move, MoveKind};
use engine::rules::Seat;
use rand::Rng;

/// Bots by the name of their kind, from the most sensible to the most hostile.
///
/// `walker` makes steps and `hopper` chains, at random, while it has any: with them a game can do
/// without one half of the generator.
pub const NAMES: [&str; 11] = [
    "hard", "normal", "easy", "forward", "random", "walker", "hopper", "squatter", "spoiler",
    "shuffler", "hoarder",
];

/// Those of [`NAMES`] that play to bring rules and rivals into trouble.
pub const HOSTILE: [&str; 4] = ["squatter", "spoiler", "shuffler", "hoarder"];

/// A player in one seat of one game.
#[derive(Clone, Debug)]
pub enum Actor {
    /// A bot of the engine, with how it plays.
    Bot(Bot, Box<Player>),
    /// Random moves of one kind, while there are any.
    Kind(MoveKind),
}

impl Actor {
    /// The player of this name.
    ///
    /// # Panics
    ///
    /// If the name is not one of [`NAMES`].
    pub fn new(name: &str, seat: Seat) -> Self {
        match name {
            "walker" => Self::Kind(MoveKind::Step),
            "hopper" => Self::Kind(MoveKind::Chain),
            _ => {
                let bot = Bot::named(name).expect("every other name is a bot's");
                let player = Box::new(Player::new(&bot, seat));
                Self::Bot(bot, player)
            }
        }
    }

    /// The bot that it is, if it is one.
    pub fn bot(&self) -> Option<&Bot> {
        match self {
            Self::Bot(bot, _) => Some(bot),
            Self::Kind(_) => None,
        }
    }

    /// Its move; none if it has no legal one.
    pub fn choose(&mut self, game: &Game<'_>, rng: &mut impl Rng) -> Option<Move> {
        match self {
            Self::Bot(_, player) => player.choose(game, rng).map(|choice| choice.mv),
            Self::Kind(kind) => {
                let (moves, board) = (game.moves(), game.board());
                let likes = |mv: &Move| board.kind(*mv) == *kind;
                match moves.iter().filter(likes).count() {
                    0 if moves.is_empty() => None,
                    0 => moves.nth(below(rng, moves.len() as u64) as usize),
                    count => moves.iter().filter(likes).nth(below(rng, count as u64) as usize),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::{Board, Rules};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn every_name_plays() {
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        assert!(HOSTILE.iter().all(|name| NAMES.contains(name)));
        for name in NAMES {
            let mut game = Game::new(&board);
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut actors = [0, 1].map(|seat| Actor::new(name, Seat::ALL[seat]));
            for _ in 0..40 {
                let Some(seat) = game.turn() else { break };
                let mv = actors[seat.index()].choose(&game, &mut rng).unwrap();
                let kind = board.kind(mv);
                let only = game.moves().iter().all(|other| board.kind(other) == kind);
                match name {
                    "walker" => assert!(only || kind == MoveKind::Step),
                    "hopper" => assert!(only || kind == MoveKind::Chain),
                    _ => {}
                }
                game.play(mv).unwrap();
            }
        }
    }
}
