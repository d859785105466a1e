//! What tells one bot from another.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use rand::Rng;

use super::BotError;
use crate::dice::below;
use crate::rules::{listed, number};
use crate::search::{Mode, Settings, Weights};

/// The parameters of every bot that is not hostile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameters {
    /// Plies that it looks ahead; at 0 it plays any move that gains ground.
    pub depth: u32,
    /// Beam width.
    pub width: u32,
    /// Nodes that it may spend on a move; none is no bound.
    pub nodes: Option<u64>,
    /// How often it plays just any move.
    pub noise: Noise,
    /// What it takes the rivals to want.
    pub mode: Mode,
    /// What the terms of the evaluator cost.
    pub weights: Weights,
}

/// The probability that a ply is played without thought: any legal move, each as likely. In
/// millionths, so that it is drawn and written exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Noise(u32);

impl Noise {
    /// Every ply.
    pub const ALWAYS: Self = Self(1_000_000);

    /// No ply.
    pub const NEVER: Self = Self(0);

    /// So many plies of a million.
    pub const fn millionths(plies: u32) -> Option<Self> {
        if plies <= Self::ALWAYS.0 { Some(Self(plies)) } else { None }
    }

    /// Reads a number from 0 to 1 with at most six digits behind the point.
    fn named(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        if part.len() > 6 || whole.len() > 1 {
            return None;
        }
        let scale = 10_u32.pow(6 - part.len() as u32);
        Self::millionths(number(whole)? * Self::ALWAYS.0 + number(part)? * scale)
    }

    /// Whether it strikes this time. Without noise, or with nothing else, nothing is drawn.
    pub(super) fn strikes(self, rng: &mut impl Rng) -> bool {
        match self {
            Self::NEVER => false,
            Self::ALWAYS => true,
            Self(plies) => below(rng, u64::from(Self::ALWAYS.0)) < u64::from(plies),
        }
    }
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / Self::ALWAYS.0, self.0 % Self::ALWAYS.0) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) => write!(f, "{whole}.{}", format!("{part:06}").trim_end_matches('0')),
        }
    }
}

/// Every key, in the order in which they are written.
const KEYS: [&str; 9] =
    ["depth", "width", "nodes", "noise", "mode", "distance", "straggler", "classes", "blocking"];

/// The widest beam.
const MAX_WIDTH: u32 = 1000;

impl Parameters {
    /// Uniform over all moves.
    pub(super) fn random() -> Self {
        Self { depth: 0, noise: Noise::ALWAYS, ..Self::hard() }
    }

    /// Uniform over the moves that gain ground.
    pub(super) fn forward() -> Self {
        Self { depth: 0, ..Self::hard() }
    }

    pub(super) fn easy() -> Self {
        Self { depth: 1, noise: Noise(300_000), ..Self::hard() }
    }

    pub(super) fn normal() -> Self {
        Self { depth: 1, noise: Noise(80_000), ..Self::hard() }
    }

    pub(super) fn hard() -> Self {
        Self {
            depth: 2,
            width: 12,
            nodes: None,
            noise: Noise::NEVER,
            mode: Mode::Paranoid,
            weights: Weights::default(),
        }
    }

    /// How it searches, when it does.
    pub fn settings(&self) -> Settings {
        let &Self { depth, width, nodes, mode, weights, .. } = self;
        Settings { depth, width, nodes, mode, weights }
    }

    fn get(&self, key: &str) -> String {
        match key {
            "depth" => self.depth.to_string(),
            "width" => self.width.to_string(),
            "nodes" => self.nodes.map_or_else(|| "none".to_string(), |nodes| nodes.to_string()),
            "noise" => self.noise.to_string(),
            "mode" => self.mode.to_string(),
            "distance" => self.weights.distance.to_string(),
            "straggler" => self.weights.straggler.to_string(),
            "classes" => self.weights.classes.to_string(),
            _ => self.weights.blocking.to_string(),
        }
    }

    /// Sets one parameter by name; `bot` is whose, for messages.
    pub(super) fn set(&mut self, bot: &str, key: &str, value: &str) -> Result<(), BotError> {
        let refuse = |takes: String| Err(BotError::new(key, value, takes));
        let within = |least: u32, most: u32| {
            number(value).filter(|number| (least..=most).contains(number)).ok_or_else(|| {
                BotError::new(key, value, format!("a number from {least} to {most}"))
            })
        };
        let weight = || within(0, Weights::MAX as u32).map(|weight| weight as i32);
        match key {
            "depth" => self.depth = within(0, Settings::MAX_DEPTH)?,
            "width" => self.width = within(1, MAX_WIDTH)?,
            "nodes" => {
                self.nodes = match (value, number(value)) {
                    ("none", _) => None,
                    (_, Some(nodes @ 1..)) => Some(u64::from(nodes)),
                    _ => return refuse("none | a number from 1 to 999999999".to_string()),
                }
            }
            "noise" => match Noise::named(value) {
                Some(noise) => self.noise = noise,
                None => {
                    return refuse("a number from 0 to 1, such as 0.1, to six digits".to_string());
                }
            },
            "mode" => match Mode::named(value) {
                Some(mode) => self.mode = mode,
                None => return refuse(listed(Mode::ALL.into_iter().map(Mode::name))),
            },
            "distance" => self.weights.distance = weight()?,
            "straggler" => self.weights.straggler = weight()?,
            "classes" => self.weights.classes = weight()?,
            "blocking" => self.weights.blocking = weight()?,
            _ => return Err(BotError::new(bot, key, listed(KEYS.into_iter()))),
        }
        Ok(())
    }

    /// `key=value` for what differs from `base`, apart by commas.
    pub(super) fn changes(&self, base: &Self) -> String {
        let mut text = String::new();
        for key in KEYS {
            let value = self.get(key);
            if value != base.get(key) {
                let mark = if text.is_empty() { "" } else { "," };
                text.push_str(&format!("{mark}{key}={value}"));
            }
        }
        text
    }
}
