//! Who is measured: the Coach, and each bot.

use engine::Game;
use engine::bots::{Bot, Player};
use engine::coach::Coach;
use engine::search::{Found, Searcher, Settings};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

/// The exact work of one decision; of one that is not searched, none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Positions looked at.
    pub nodes: u64,
    /// Moves listed.
    pub moves: u64,
    /// Moves scored by the evaluator.
    pub evaluations: u64,
}

impl Work {
    fn of(found: &Found) -> Self {
        let &Found { nodes, moves, evaluations, .. } = found;
        Self { nodes, moves, evaluations }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            moves: self.moves + other.moves,
            evaluations: self.evaluations + other.evaluations,
        }
    }
}

/// Somebody who decides, as named: `coach`, `coach:nodes=N`, or a bot. Noise is off: a ply without
/// thought takes no time.
#[derive(Clone, Debug)]
pub struct Thinker {
    name: String,
    mind: Mind,
}

#[derive(Clone, Debug)]
enum Mind {
    Coach(Box<Coach>),
    Search(Box<(Searcher, Settings)>),
    Habit(Bot),
}

impl Thinker {
    /// The Coach.
    pub const COACH: &str = "coach";

    /// The one with this name.
    ///
    /// # Errors
    ///
    /// If there is none; the message says what was not understood.
    pub fn named(name: &str) -> Result<Self, String> {
        let mind = if name == Self::COACH {
            Mind::Coach(Box::new(Coach::new()))
        } else if let Some(nodes) = name.strip_prefix("coach:nodes=") {
            let nodes = nodes.parse().ok().filter(|&nodes| nodes > 0);
            let nodes = nodes.ok_or(format!("nodes: got '{name}', takes a number from 1"))?;
            Mind::Coach(Box::new(Coach::within(nodes)))
        } else {
            let bot = Bot::named(name).map_err(|error| error.to_string())?;
            match (bot.parameters(), bot.depth()) {
                (Some(parameters), Some(_)) => {
                    Mind::Search(Box::new((Searcher::new(), parameters.settings())))
                }
                _ => Mind::Habit(bot),
            }
        };
        Ok(Self { name: name.to_string(), mind })
    }

    /// As it was named.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is the Coach, however far it looks.
    pub fn is_coach(&self) -> bool {
        matches!(self.mind, Mind::Coach(_))
    }

    /// Whether it searches: only then is there work to count.
    pub fn searches(&self) -> bool {
        !matches!(self.mind, Mind::Habit(_))
    }

    /// Decides; the same game and the same words give the same decision.
    pub fn think(&mut self, game: &Game<'_>, words: &mut ChaCha8Rng) -> Work {
        match &mut self.mind {
            Mind::Coach(coach) => Work::of(&coach.suggest(game, 0, None)),
            Mind::Search(mind) => {
                let (searcher, settings) = mind.as_mut();
                Work::of(&searcher.search(game, settings, 0, None))
            }
            Mind::Habit(bot) => {
                let mut player = Player::new(bot, game.position().turn());
                std::hint::black_box(player.choose(game, words));
                Work::default()
            }
        }
    }

    /// The words that a decision draws from, the same for each.
    pub fn words() -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(0)
    }
}
