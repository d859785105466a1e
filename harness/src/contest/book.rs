//! The games of a match at one number of seats, kept block by block.

use std::collections::{BTreeMap, BTreeSet};

use engine::End;
use engine::rules::Seat;

use crate::event::Record;
use crate::stats::strength::Ranking;

/// How a game came out: who sat where, and who came in where. Games that came out alike are one kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// By seat: the bot.
    pub bots: Vec<usize>,
    /// By seat: its place from 1; ties share one.
    pub places: Vec<u8>,
    /// The seat that won.
    pub winner: Option<usize>,
}

impl Kind {
    /// Its ranking: a game that nobody won is a draw among all.
    pub fn ranking(&self) -> Ranking {
        let places = match self.winner {
            Some(_) => self.places.clone(),
            None => vec![1; self.places.len()],
        };
        Ranking { bots: self.bots.clone(), places }
    }

    /// What `bot` made against `rival`: of every seat of the one beside every seat of the other, how
    /// many were ahead, level and behind.
    pub fn against(&self, bot: usize, rival: usize) -> [u64; 3] {
        let Ranking { bots, places } = self.ranking();
        let mut counts = [0; 3];
        for one in (0..bots.len()).filter(|&seat| bots[seat] == bot) {
            for other in (0..bots.len()).filter(|&seat| bots[seat] == rival) {
                counts[(places[one].cmp(&places[other]) as i8 + 1) as usize] += 1;
            }
        }
        counts
    }
}

/// A block: how often each kind of game came up in it. Repeated and void games are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block(pub Vec<(usize, u32)>);

/// The games of a match at one number of seats.
#[derive(Clone, Debug)]
pub struct Book {
    /// Number of seats.
    pub seats: usize,
    /// Number of bots.
    pub bots: usize,
    block_len: u64,
    /// Every kind of game, in the order in which they first came up.
    pub kinds: Vec<Kind>,
    numbers: BTreeMap<Kind, usize>,
    /// The whole blocks that had a game that counts.
    pub blocks: Vec<Block>,
    /// Whole blocks, those without a game that counts included.
    pub played: u64,
    /// Games of whole blocks that count.
    pub games: u64,
    /// Games of whole blocks that were the same as an earlier one, move by move, with the same bots in the same seats.
    pub repeats: u64,
    /// Games of whole blocks that were void.
    pub void: u64,
    seen: BTreeSet<u64>,
    open: Open,
}

/// The block that is being played.
#[derive(Clone, Debug, Default)]
struct Open {
    games: u64,
    repeats: u64,
    void: u64,
    kinds: BTreeMap<usize, u32>,
}

impl Book {
    /// Of no games, in blocks of `block_len`.
    pub fn new(seats: usize, bots: usize, block_len: u64) -> Self {
        Self {
            seats,
            bots,
            block_len,
            kinds: Vec::new(),
            numbers: BTreeMap::new(),
            blocks: Vec::new(),
            played: 0,
            games: 0,
            repeats: 0,
            void: 0,
            seen: BTreeSet::new(),
            open: Open::default(),
        }
    }

    /// Adds a game. Returns the block that it made whole, if a game of it counts.
    pub fn add(&mut self, record: &Record) -> Option<&Block> {
        self.open.games += 1;
        if record.end == End::Void {
            self.open.void += 1;
        } else if !self.seen.insert(record.line) {
            self.open.repeats += 1;
        } else {
            let places = &record.places.0[..self.seats];
            let number = self.number(Kind {
                bots: record.planned.bots().to_vec(),
                places: places.iter().map(|place| place.unwrap_or(1)).collect(),
                winner: record.winner.map(Seat::index),
            });
            *self.open.kinds.entry(number).or_default() += 1;
        }
        if self.open.games < self.block_len {
            return None;
        }
        let Open { games, repeats, void, kinds } = std::mem::take(&mut self.open);
        self.played += 1;
        self.repeats += repeats;
        self.void += void;
        self.games += games - repeats - void;
        if kinds.is_empty() {
            return None;
        }
        self.blocks.push(Block(kinds.into_iter().collect()));
        self.blocks.last()
    }

    fn number(&mut self, kind: Kind) -> usize {
        let next = self.kinds.len();
        match self.numbers.entry(kind) {
            std::collections::btree_map::Entry::Occupied(known) => *known.get(),
            std::collections::btree_map::Entry::Vacant(new) => {
                self.kinds.push(new.key().clone());
                *new.insert(next)
            }
        }
    }

    /// What `bot` made of the points against `rival` in a block, from 0 to 1; none if they did not
    /// meet in it.
    pub fn score(&self, block: &Block, bot: usize, rival: usize) -> Option<f64> {
        let mut sums = [0; 3];
        for &(kind, count) in &block.0 {
            let counts = self.kinds[kind].against(bot, rival);
            sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n * u64::from(count));
        }
        score(sums.map(|sum| sum as f64))
    }
}

/// The share of the points: one for each time ahead, half a point for each time level.
pub fn score([ahead, level, behind]: [f64; 3]) -> Option<f64> {
    let all = ahead + level + behind;
    (all > 0.0).then(|| (ahead + level / 2.0) / all)
}
