//! Which bot sits where in which game.
//!
//! A run plays its seat counts one after another. Within a seat count games come in **blocks**: one
//! opening, and every way of choosing who plays, each in every rotation around the star. So over a
//! block every bot sits in every seat equally often and meets every other bot equally often, and
//! what differs between its games is the seating and not the luck of the opening.
//!
//! A **table** is the part of a block with the same bots in the same order: as many games as seats,
//! each rotated one seat on. When the bots do not divide the seats, every choice of the bots that
//! sit once more gets a table; the order around a table is drawn from the seed, so that nobody
//! always follows the same rival.

use std::ops::Range;

use engine::dice::shuffle;
use engine::rules::Seat;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

/// Most bots that a plan seats.
pub const MAX_BOTS: usize = 64;

/// What a stream of random words is for: every game, block and table has its own of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// What happens in a game, by game.
    Game,
    /// The opening of a block, by its first game.
    Opening,
    /// The order around a table, by its first game.
    Table,
    /// The blocks that are drawn anew for intervals, by number of seats.
    Resample,
}

impl Stream {
    /// The stream of game `game` under `seed`, from its beginning.
    pub fn of(self, seed: u64, game: u64) -> ChaCha8Rng {
        debug_assert!(game < 1 << 62, "game numbers leave room for the kind");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream((self as u64) << 62 | game);
        rng.set_word_pos(0);
        rng
    }
}

/// Which seatings a block has, of all ways of sharing its seats evenly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Seating {
    /// For each choice of bots one order around the star, drawn from the seed, in every rotation
    #[default]
    Rotations,
    /// Every one
    Every,
}

impl Seating {
    /// Its name, as flags have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotations => "rotations",
            Self::Every => "every",
        }
    }
}

/// The games of a run, by number from 0.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: u64,
    bots: usize,
    seating: Seating,
    parts: Vec<Part>,
}

/// The games at one number of seats.
#[derive(Clone, Copy, Debug)]
struct Part {
    seats: usize,
    first: u64,
    games: u64,
}

/// A game as planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its number.
    pub game: u64,
    /// Number of seats.
    pub seats: usize,
    /// First game of its block, which names the block's opening.
    pub block: u64,
    bots: [usize; Seat::MAX],
}

impl Planned {
    /// The bot in each seat, by its place in the list of bots.
    pub fn bots(&self) -> &[usize] {
        &self.bots[..self.seats]
    }
}

impl Plan {
    /// A plan of `games` games split evenly over `seats`, the remainder to the first of them, among
    /// `bots` bots.
    ///
    /// # Panics
    ///
    /// If there are no seats, or not 1 to [`MAX_BOTS`] bots, or a number of seats is not 1 to 6.
    pub fn new(seed: u64, games: u64, seats: &[u8], bots: usize) -> Self {
        assert!((1..=MAX_BOTS).contains(&bots), "{bots} bots");
        assert!(!seats.is_empty(), "no seats");
        let (each, rest) = (games / seats.len() as u64, games % seats.len() as u64);
        let mut first = 0;
        let mut parts = Vec::with_capacity(seats.len());
        for (index, &seats) in seats.iter().enumerate() {
            assert!((1..=Seat::MAX).contains(&usize::from(seats)), "{seats} seats");
            let games = each + if index == 0 { rest } else { 0 };
            parts.push(Part { seats: usize::from(seats), first, games });
            first += games;
        }
        Self { seed, bots, seating: Seating::default(), parts }
    }

    /// The same with other seatings in a block.
    pub fn seated(mut self, seating: Seating) -> Self {
        self.seating = seating;
        self
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.parts.iter().map(|part| part.games).sum()
    }

    /// Games in a block at that many seats.
    pub fn block_len(&self, seats: usize) -> u64 {
        // With one bot every seating is the same game.
        if self.bots == 1 { 1 } else { choose(self.bots, seats % self.bots) * self.orders(seats) }
    }

    /// Games of a block with the same bots.
    fn orders(&self, seats: usize) -> u64 {
        match self.seating {
            Seating::Rotations => seats as u64,
            Seating::Every => {
                let (often, more) = (seats / self.bots, seats % self.bots);
                let counts = (0..self.bots.min(seats)).map(|bot| often + usize::from(bot < more));
                arrangements(&counts.collect::<Vec<_>>())
            }
        }
    }

    /// Number of blocks, those cut short by the end of their part included.
    pub fn blocks(&self) -> u64 {
        self.parts.iter().map(|part| self.blocks_of(part)).sum()
    }

    fn blocks_of(&self, part: &Part) -> u64 {
        part.games.div_ceil(self.block_len(part.seats))
    }

    /// The games of a block, by the block's index from 0 over all parts; none if there are not so
    /// many blocks.
    pub fn block(&self, mut index: u64) -> Option<Range<u64>> {
        for part in &self.parts {
            let (blocks, len) = (self.blocks_of(part), self.block_len(part.seats));
            if index < blocks {
                let start = index * len;
                return Some(part.first + start..part.first + part.games.min(start + len));
            }
            index -= blocks;
        }
        None
    }

    /// Number of games in every `step`-th block from block `first` on.
    pub fn games_of_every(&self, first: u64, step: u64) -> u64 {
        let (mut games, mut before) = (0, 0);
        for part in &self.parts {
            let (blocks, len) = (self.blocks_of(part), self.block_len(part.seats));
            // Of the blocks below a bound.
            let taken = |bound: u64| bound.saturating_sub(first).div_ceil(step);
            games += (taken(before + blocks) - taken(before)) * len;
            // The last block of a part may be short.
            if let Some(last) = (before + blocks).checked_sub(1).filter(|_| blocks > 0)
                && last >= first
                && (last - first).is_multiple_of(step)
            {
                games -= blocks * len - part.games;
            }
            before += blocks;
        }
        games
    }

    /// The index of the block that a planned game is in.
    ///
    /// # Panics
    ///
    /// If there are not so many games.
    pub fn block_of(&self, game: u64) -> u64 {
        let mut before = 0;
        for part in &self.parts {
            if game < part.first + part.games {
                return before + (game - part.first) / self.block_len(part.seats);
            }
            before += self.blocks_of(part);
        }
        panic!("game {game} is not planned")
    }

    /// Game `game`.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    pub fn game(&self, game: u64) -> Planned {
        let holds = |part: &&Part| (part.first..part.first + part.games).contains(&game);
        let part = self.parts.iter().find(holds).expect("a planned game");
        let seats = part.seats;
        let within = game - part.first;
        let block = game - within % self.block_len(seats);
        let orders = self.orders(seats);
        let (order, table) = (within % orders, within / orders);
        let tables = choose(self.bots, seats % self.bots);
        let mut around = [0; Seat::MAX];
        let often = self.bots * (seats / self.bots);
        for (place, bot) in around[..often].iter_mut().enumerate() {
            *bot = place % self.bots;
        }
        subset(self.bots, table % tables, &mut around[often..seats]);
        match self.seating {
            Seating::Rotations => {
                let mut drawn = Stream::Table.of(self.seed, game - order);
                shuffle(&mut drawn, &mut around[..seats]);
                around[..seats].rotate_right(order as usize);
            }
            Seating::Every => arrange(&mut around[..seats], order),
        }
        Planned { game, seats, block, bots: around }
    }
}

/// Number of ways to choose `r` of `n`, for `r` at most 6 and `n` at most [`MAX_BOTS`].
fn choose(n: usize, r: usize) -> u64 {
    (0..r as u64).fold(1, |ways, i| ways * (n as u64 - i) / (i + 1))
}

/// Number of different orders of things of several sorts, so many of each; 720 at the most, of six.
fn arrangements(counts: &[usize]) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    counts.iter().fold(factorial(counts.iter().sum()), |orders, &count| orders / factorial(count))
}

/// Puts `items` into the order that has `rank` different orders before it in dictionary order.
fn arrange(items: &mut [usize], mut rank: u64) {
    items.sort_unstable();
    for place in 0..items.len() {
        let rest = &mut items[place..];
        for next in 0..rest.len() {
            if next > 0 && rest[next] == rest[next - 1] {
                continue;
            }
            // Takes `next` to the front, the others staying in order.
            rest[..=next].rotate_right(1);
            let counts: Vec<usize> =
                rest[1..].chunk_by(|one, other| one == other).map(<[usize]>::len).collect();
            let starting_here = arrangements(&counts);
            if rank < starting_here {
                break;
            }
            rank -= starting_here;
            rest[..=next].rotate_left(1);
        }
    }
}

/// The choice from 0 to `n` - 1 that has `rank` choices before it in dictionary order.
fn subset(n: usize, mut rank: u64, chosen: &mut [usize]) {
    let size = chosen.len();
    let mut next = 0;
    for (place, item) in chosen.iter_mut().enumerate() {
        loop {
            let starting_here = choose(n - next - 1, size - place - 1);
            if rank < starting_here {
                break;
            }
            rank -= starting_here;
            next += 1;
        }
        *item = next;
        next += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// How often each bot sat in each seat, and met each other bot.
    #[derive(Default)]
    struct Count {
        sat: Vec<[u64; 6]>,
        met: Vec<Vec<u64>>,
    }

    impl Count {
        fn new(bots: usize) -> Self {
            Self { sat: vec![[0; 6]; bots], met: vec![vec![0; bots]; bots] }
        }

        fn add(&mut self, planned: &Planned) {
            for (seat, &bot) in planned.bots().iter().enumerate() {
                self.sat[bot][seat] += 1;
                for &rival in planned.bots() {
                    self.met[bot][rival] += u64::from(bot != rival);
                }
            }
        }

        /// The least and the most that a bot sat in a seat, and that two bots met.
        fn spread(&self, seats: usize) -> [(u64, u64); 2] {
            let sat = self.sat.iter().flat_map(|sat| &sat[..seats]).copied();
            let met = self.met.iter().enumerate().flat_map(|(bot, met)| {
                met.iter().enumerate().filter(move |&(rival, _)| rival != bot).map(|(_, &met)| met)
            });
            let spread =
                |counts: Vec<u64>| (*counts.iter().min().unwrap(), *counts.iter().max().unwrap());
            let met: Vec<u64> = met.collect();
            [spread(sat.collect()), if met.is_empty() { (0, 0) } else { spread(met) }]
        }
    }

    fn seat_counts() -> impl Strategy<Value = u8> {
        prop::sample::select(vec![2, 3, 4, 6])
    }

    proptest! {
        #[test]
        fn a_block_is_balanced_and_so_is_a_run_to_within_one(
            seed: u64, seats in seat_counts(), bots in 1_usize..=9, games in 1_u64..3000,
        ) {
            let plan = Plan::new(seed, games, &[seats], bots);
            let seats = usize::from(seats);
            let block = plan.block_len(seats);
            let mut counts = Count::new(bots);
            for game in 0..games {
                let planned = plan.game(game);
                counts.add(&planned);
                prop_assert_eq!(planned.block, game / block * block);
                if (game + 1) % block == 0 {
                    for (least, most) in counts.spread(seats) {
                        prop_assert_eq!(least, most);
                    }
                }
            }
            let in_block = block / bots as u64 * (seats * seats) as u64;
            for (least, most) in counts.spread(seats) {
                prop_assert!(most - least <= in_block);
            }
        }

        #[test]
        fn bots_repeat_evenly_and_nobody_plays_alone(
            seed: u64, seats in seat_counts(), bots in 1_usize..=9, game in 0_u64..100_000,
        ) {
            let plan = Plan::new(seed, 100_000, &[seats], bots);
            let planned = plan.game(game);
            let seats = usize::from(seats);
            for bot in 0..bots {
                let sits = planned.bots().iter().filter(|&&other| other == bot).count();
                prop_assert!(sits == seats / bots || sits == seats.div_ceil(bots));
            }
            let first = planned.bots()[0];
            prop_assert!(bots == 1 || planned.bots().iter().any(|&bot| bot != first));
        }
    }

    #[test]
    fn games_split_evenly_and_the_remainder_goes_to_the_first() {
        let plan = Plan::new(1, 11, &[2, 3, 4, 6], 4);
        let seats: Vec<usize> = (0..11).map(|game| plan.game(game).seats).collect();
        assert_eq!(seats, [2, 2, 2, 2, 2, 3, 3, 4, 4, 6, 6]);
        assert_eq!(plan.games(), 11);
    }

    #[test]
    fn blocks_are_as_small_as_balance_lets_them_be() {
        let plan = Plan::new(1, 0, &[2], 4);
        assert_eq!([2, 3, 4, 6].map(|seats| plan.block_len(seats)), [12, 12, 4, 36]);
        let two = Plan::new(1, 0, &[2], 2);
        assert_eq!([2, 3, 4, 6].map(|seats| two.block_len(seats)), [2, 6, 4, 6]);
        assert_eq!(Plan::new(1, 0, &[2], 1).block_len(6), 1);
    }

    #[test]
    fn every_seating_comes_up_once_in_a_block() {
        let sizes = |bots| {
            let plan = Plan::new(5, 0, &[2], bots).seated(Seating::Every);
            [2, 3, 4, 6].map(|seats| plan.block_len(seats))
        };
        assert_eq!([1, 2, 3].map(sizes), [[1; 4], [2, 6, 6, 20], [6, 6, 36, 90]]);
        for (bots, seats) in
            [(2, 2), (2, 3), (2, 4), (2, 6), (3, 2), (3, 4), (3, 6), (4, 3), (4, 6), (7, 3)]
        {
            let plan = Plan::new(5, 5000, &[seats], bots).seated(Seating::Every);
            let block = plan.block_len(usize::from(seats));
            let mut seen = std::collections::BTreeSet::new();
            let mut count = Count::new(bots);
            for game in block..2 * block {
                let planned = plan.game(game);
                assert_eq!(planned.block, block);
                count.add(&planned);
                assert!(seen.insert(planned.bots().to_vec()), "{:?} twice", planned.bots());
            }
            for (least, most) in count.spread(usize::from(seats)) {
                assert_eq!(least, most, "{bots} bots at {seats} seats");
            }
        }
    }

    #[test]
    fn a_table_rotates_one_order() {
        let plan = Plan::new(5, 4000, &[4], 4);
        let mut orders = std::collections::BTreeSet::new();
        for table in 0..1000 {
            let mut first = plan.game(4 * table).bots().to_vec();
            for rotation in 1..4 {
                first.rotate_right(1);
                assert_eq!(plan.game(4 * table + rotation).bots(), first);
            }
            orders.insert(first);
        }
        assert_eq!(orders.len(), 24, "every order comes up");
    }

    #[test]
    fn choices_come_in_dictionary_order_without_gaps() {
        let all: Vec<[usize; 2]> = (0..choose(4, 2))
            .map(|rank| {
                let mut chosen = [0; 2];
                subset(4, rank, &mut chosen);
                chosen
            })
            .collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(choose(64, 5), 7_624_512);
        assert_eq!(choose(5, 0), 1);
    }

    #[test]
    fn streams_of_different_kinds_differ() {
        use rand::Rng as _;
        let kinds = [Stream::Game, Stream::Opening, Stream::Table];
        let words = kinds.map(|kind| kind.of(1, 7).next_u64());
        for (index, word) in words.iter().enumerate() {
            assert!(!words[..index].contains(word));
        }
    }
}
