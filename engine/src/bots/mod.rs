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
use crate::search::{Found, Searcher};

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
        let seat = game.turn()?;
        assert_eq!(seat, self.seat, "it is another seat's turn");
        match self.bot.kind() {
            Kind::Hostile(adversary) => adversary.choose(game, rng).map(Choice::unsearched),
            Kind::Search(parameters) => {
                if parameters.noise.strikes(rng) {
                    any(game, rng).map(Choice::unsearched)
                } else if parameters.depth == 0 {
                    forward(game, rng).map(Choice::unsearched)
                } else {
                    let seed = rng.next_u64();
                    let settings = parameters.settings();
                    let found = self.searcher.search(game, &settings, seed, &mut || false);
                    let Found { nodes, depth, score, .. } = found;
                    found.mv.map(|mv| Choice { mv, nodes, depth, score })
                }
            }
        }
    }
}

/// Any move, each as likely.
fn any(game: &Game<'_>, rng: &mut impl Rng) -> Option<Move> {
    let moves = game.moves();
    let count = moves.len();
    if count == 0 {
        return None;
    }
    moves.nth(below(rng, count as u64) as usize)
}

/// Any of the moves that bring a marble nearer to the tip of its goal, each as likely; of all
/// moves, if none does.
fn forward(game: &Game<'_>, rng: &mut impl Rng) -> Option<Move> {
    let (moves, board, seat) = (game.moves(), game.board(), game.turn()?);
    let gains = |mv: &Move| board.distance(seat, mv.to()) < board.distance(seat, mv.from());
    let count = moves.iter().filter(gains).count();
    if count == 0 {
        return any(game, rng);
    }
    moves.iter().filter(gains).nth(below(rng, count as u64) as usize)
}
