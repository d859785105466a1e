//! A part of a run that one machine plays: every so many blocks one.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::plan::Plan;

/// One of several equal parts of a run, counted from 1: `2/8` is the second of eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Which one it is, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `K/N`, with K from 1 to N.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| digits)
        };
        let read = text
            .split_once('/')
            .and_then(|(number_of, of)| Some(Self { number: number(number_of)?, of: number(of)? }));
        read.filter(|shard| (1..=shard.of).contains(&shard.number)).ok_or_else(|| {
            "takes K/N, the K-th of N shards, with K from 1 to N: shards are counted from 1, so \
             that the first of eight is 1/8 and the last is 8/8"
                .to_string()
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.number, self.of))
    }
}

/// The games of a plan that one shard plays, or all of them.
///
/// Block `b` of the plan, counted from 0 over the whole run, is in shard `b mod N + 1`: each shard
/// has its share of every seat count, and each game is in one shard.
#[derive(Clone, Debug)]
pub struct Share {
    plan: Plan,
    /// Index of its first block.
    first: u64,
    /// From one of its blocks to the next.
    step: u64,
}

impl Share {
    /// The share of `shard` in `plan`; the whole plan without one.
    pub fn new(plan: Plan, shard: Option<Shard>) -> Self {
        let (first, step) =
            shard.map_or((0, 1), |shard| (u64::from(shard.number) - 1, u64::from(shard.of)));
        Self { plan, first, step }
    }

    /// The plan that it is a share of.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Number of its blocks.
    pub fn blocks(&self) -> u64 {
        self.plan.blocks().saturating_sub(self.first).div_ceil(self.step)
    }

    /// Number of its games.
    pub fn games(&self) -> u64 {
        self.plan.games_of_every(self.first, self.step)
    }

    /// Its first game; none if it has none.
    pub fn first(&self) -> Option<u64> {
        self.plan.block(self.first).map(|block| block.start)
    }

    /// Its game after one of its games; none after the last.
    ///
    /// # Panics
    ///
    /// If `game` is not planned.
    pub fn after(&self, game: u64) -> Option<u64> {
        let index = self.plan.block_of(game);
        if game + 1 < self.plan.block(index)?.end {
            return Some(game + 1);
        }
        self.plan.block(index + self.step).map(|block| block.start)
    }

    /// The games of the block that a planned game is in.
    ///
    /// # Panics
    ///
    /// If `game` is not planned.
    pub fn block(&self, game: u64) -> Range<u64> {
        self.plan.block(self.plan.block_of(game)).expect("a block of the plan")
    }

    /// Whether a game is among its own.
    pub fn contains(&self, game: u64) -> bool {
        game < self.plan.games() && self.plan.block_of(game) % self.step == self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        let shard = |text: &str| text.parse::<Shard>();
        assert_eq!(shard("1/8").unwrap().to_string(), "1/8");
        assert_eq!(shard("8/8").map(|shard| (shard.number(), shard.of())), Ok((8, 8)));
        for bad in
            ["0/8", "9/8", "1/0", "0/0", "1", "/", "1/", "/8", "+1/8", "1/8/2", "1 /8", "-1/8", ""]
        {
            assert!(shard(bad).unwrap_err().contains("counted from 1"), "{bad}");
        }
    }

    /// Plans with blocks of many lengths, parts that end inside a block, and parts without games.
    fn plans() -> Vec<Plan> {
        let mut plans = Vec::new();
        for games in [0, 1, 3, 7, 48, 101] {
            for seats in [&[2][..], &[6, 3], &[2, 3, 4, 6]] {
                plans.extend([1, 2, 4, 5].map(|bots| Plan::new(7, games, seats, bots)));
            }
        }
        plans
    }

    #[test]
    fn every_game_is_in_one_shard_and_a_block_in_one_piece() {
        for plan in plans() {
            for of in [1, 2, 3, 8] {
                let mut owner = vec![None; plan.games() as usize];
                for number in 1..=of {
                    let share = Share::new(plan.clone(), Some(Shard { number, of }));
                    let games: Vec<u64> =
                        std::iter::successors(share.first(), |&game| share.after(game)).collect();
                    assert_eq!(share.games(), games.len() as u64);
                    assert!(games.is_sorted(), "{games:?}");
                    for &game in &games {
                        assert!(share.contains(game));
                        assert_eq!(owner[game as usize].replace(number), None);
                    }
                    let blocks: std::collections::BTreeSet<u64> =
                        games.iter().map(|&game| plan.game(game).block).collect();
                    assert_eq!(share.blocks(), blocks.len() as u64);
                }
                for (game, number) in owner.iter().enumerate() {
                    let number = u64::from(number.expect("somebody plays it"));
                    let index = plan.block_of(game as u64);
                    assert_eq!(number, index % u64::from(of) + 1);
                    let block = plan.block(index).unwrap();
                    assert_eq!(block.start, plan.game(game as u64).block);
                    assert!(block.contains(&(game as u64)));
                }
                assert_eq!(plan.block(plan.blocks()), None);
            }
        }
    }

    #[test]
    fn shares_are_even() {
        let plan = Plan::new(1, 4000, &[2, 3, 4, 6], 4);
        let games = |number| Share::new(plan.clone(), Some(Shard { number, of: 8 })).games();
        let games: Vec<u64> = (1..=8).map(games).collect();
        assert_eq!(games.iter().sum::<u64>(), 4000);
        assert!(games.iter().max().unwrap() - games.iter().min().unwrap() <= 48, "{games:?}");
    }
}
