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
pub struct Lot(u64);

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
        picked.then_some(Lot(scramble(lot)))
    }

    /// Whether the costly checks look at the end of the game: of one game in 16.
    pub fn looks_at_end(self) -> bool {
        self.level == Level::All || self.level == Level::Sample && self.game.is_multiple_of(16)
    }
}

impl Lot {
    /// A number below `bound`, which is not 0; not quite even, and that does not matter here.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = scramble(self.0);
        (self.0 % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
