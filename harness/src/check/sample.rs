//! Which plies the costly checks look at.

/// The costly checks look at one ply in so many.
pub const SAMPLED: u64 = 1024;

/// How much is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Level {
    /// Everything, after every ply.
    All,
    /// The cheap checks after every ply, the costly ones on a seeded sample.
    #[default]
    Sample,
    /// Nothing.
    Off,
}

/// One round of SplitMix64: a fixed scrambling of 64 bits (Steele, Lea and Flood 2014).
#[inline]
pub(super) const fn scramble(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Picks plies by seed, game and ply alone, so that a replay looks at the same ones.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    level: Level,
    game: u64,
}

/// Numbers for the choices within one look, such as which move to try.
#[derive(Clone, Copy, Debug)]
pub struct Lot {
    number: u64,
    /// Whether all checks are to be made, however dear.
    all: bool,
}

impl Sample {
    /// The sample of game `number` of a run with `seed`.
    pub fn new(level: Level, seed: u64, number: u64) -> Self {
        Self { level, game: scramble(scramble(seed) ^ number) }
    }

    /// How much is checked.
    pub fn level(self) -> Level {
        self.level
    }

    /// Whether the costly checks look at `ply`; with what, if so.
    #[inline]
    pub fn looks(self, ply: u32) -> Option<Lot> {
        let lot = scramble(self.game ^ u64::from(ply));
        let picked = match self.level {
            Level::All => true,
            Level::Sample => lot.is_multiple_of(SAMPLED),
            Level::Off => false,
        };
        picked.then_some(Lot { number: scramble(lot), all: self.level == Level::All })
    }

    /// Whether the costly checks look at the end of the game: of one game in 16.
    pub fn looks_at_end(self) -> bool {
        self.level == Level::All || self.level == Level::Sample && self.game.is_multiple_of(16)
    }
}

impl Lot {
    /// A number below `bound`, which is not 0; not quite even, and that does not matter here.
    pub fn below(&mut self, bound: usize) -> usize {
        self.number = scramble(self.number);
        (self.number % bound as u64) as usize
    }

    /// Whether the turn has come of a check that is made in one look of so many.
    pub fn falls(&mut self, looks: usize) -> bool {
        self.all || self.below(looks) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of SplitMix64 from seed 0.
    #[test]
    fn scrambling_is_the_published_one() {
        let numbers = (0..3).map(|n: u64| scramble(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let published = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert!(numbers.eq(published));
    }

    #[test]
    fn one_end_in_16_is_looked_at() {
        let looked = |level| {
            (0..16_000).filter(|&number| Sample::new(level, 7, number).looks_at_end()).count()
        };
        assert!((900..1100).contains(&looked(Level::Sample)), "{}", looked(Level::Sample));
        assert_eq!((looked(Level::All), looked(Level::Off)), (16_000, 0));
        assert_eq!(Sample::new(Level::Off, 7, 1).level(), Level::Off);
    }

    /// A dear check is made in one look of so many, or in all of them.
    #[test]
    fn a_lot_falls_once_in_so_many() {
        for (all, takes) in [(true, 3000..3001), (false, 900..1100)] {
            let mut lot = Lot { number: 5, all };
            let fell = (0..3000).filter(|_| lot.falls(3)).count();
            assert!(takes.contains(&fell), "{fell}");
        }
        let mut lot = Lot { number: 5, all: false };
        let mut drawn = [0; 3];
        (0..3000).for_each(|_| drawn[lot.below(3)] += 1);
        assert!(drawn.iter().all(|count| (900..1100).contains(count)), "{drawn:?}");
        let sampled = Sample::new(Level::Sample, 7, 3);
        assert!((0..100_000).filter_map(|ply| sampled.looks(ply)).all(|lot| !lot.all));
        assert!(Sample::new(Level::All, 7, 3).looks(0).is_some_and(|lot| lot.all));
    }

    #[test]
    fn one_ply_in_so_many_is_looked_at_and_the_same_ones_again() {
        let looked = |number| -> Vec<u32> {
            let sample = Sample::new(Level::Sample, 7, number);
            (0..100_000).filter(|&ply| sample.looks(ply).is_some()).collect()
        };
        let plies = looked(3);
        assert!((70..130).contains(&plies.len()), "{}", plies.len());
        assert_eq!(plies, looked(3));
        assert_ne!(plies, looked(4));
        let all =
            |level| (0..100).filter(|&ply| Sample::new(level, 1, 1).looks(ply).is_some()).count();
        assert_eq!((all(Level::All), all(Level::Off)), (100, 0));
    }
}
