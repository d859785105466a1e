//! Players, from weakest to strongest, all values of one parameter set.

use alloc::string::{String, ToString};
use core::fmt;

use rand::Rng;

use crate::Game;
use crate::dice::below;
use crate::moves::Move;
use crate::rules::Seat;

/// A bot as written on a command line: data, shared by every game that it plays in.
#[derive(Clone, Debug, PartialEq)]
pub struct Bot {
    name: String,
}

/// Why a text names no bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotError(String);

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for BotError {}

impl Bot {
    /// The bot of this name.
    ///
    /// # Errors
    ///
    /// If there is none; the message says what there is.
    pub fn named(text: &str) -> Result<Self, BotError> {
        Ok(Self { name: text.to_string() })
    }

    /// As it is written: reads back as the same bot.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its search mode for reports; empty for a bot that does not search.
    pub fn mode(&self) -> &'static str {
        ""
    }

    /// Plies that it looks ahead, if it searches.
    pub fn depth(&self) -> Option<u32> {
        None
    }

    /// Moves that it keeps a ply, if it searches.
    pub fn width(&self) -> Option<u32> {
        None
    }
}

/// A bot in one seat of one game, with what it remembers of it.
#[derive(Clone, Debug)]
pub struct Player {
    #[expect(dead_code, reason = "for now")]
    bot: Bot,
    #[expect(dead_code, reason = "for now")]
    seat: Seat,
}

/// What a bot decided, and the work it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Positions looked at; 0 for a bot that does not search.
    pub nodes: u64,
}

impl Player {
    /// The bot takes a seat.
    pub fn new(bot: &Bot, seat: Seat) -> Self {
        Self { bot: bot.clone(), seat }
    }

    /// Its move in a game in which it is to move; none if it has no legal one.
    pub fn choose(&mut self, game: &Game<'_>, rng: &mut impl Rng) -> Option<Choice> {
        let moves = game.moves();
        let count = moves.len();
        if count == 0 {
            return None;
        }
        let mv = moves.nth(below(rng, count as u64) as usize)?;
        Some(Choice { mv, nodes: 0 })
    }
}
