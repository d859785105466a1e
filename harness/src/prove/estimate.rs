//! What a proof would take.

use std::fmt;
use std::time::Instant;

use super::space::{Ending, Fate, Space};
use crate::text::grouped;

/// States that are looked at to measure the rate.
const SAMPLE: u64 = 20_000;

/// What solving a space would take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Placements by turn.
    pub states: u64,
    /// Bytes of all tables that the solver holds at once.
    pub table_bytes: u64,
    /// Searches over the whole space.
    pub searches: u64,
    /// States a second, on all threads, measured on a sample of this very space.
    pub states_per_s: f64,
}

impl Estimate {
    /// Bytes of one table of values, at 2 bits a state.
    pub fn value_bytes(&self) -> u64 {
        self.states.div_ceil(4)
    }

    /// Hours that all the searches would take.
    pub fn hours(&self) -> f64 {
        self.states as f64 * self.searches as f64 / self.states_per_s / 3600.0
    }

    /// Estimates by looking at a sample of states the way a search does: back and forth.
    pub(super) fn measure(space: &Space, searches: u64, table_bytes: u64) -> Self {
        let began = Instant::now();
        let mut sum = 0;
        for sample in 0..SAMPLE {
            let state = space.state(scramble(sample) % space.len());
            space.every_before(&state, |before, _| {
                sum ^= space.index(before);
                false
            });
            if space.fate(&state, Ending::First) == Fate::Open {
                space.every_next(&state, |after| {
                    sum ^= space.index(after);
                    true
                });
            }
        }
        std::hint::black_box(sum);
        let rate = SAMPLE as f64 / began.elapsed().as_secs_f64().max(1e-9);
        let states_per_s = rate * rayon::current_num_threads() as f64;
        Self { states: space.len(), table_bytes, searches, states_per_s }
    }
}

/// One step of SplitMix64, to spread the sample.
fn scramble(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        write!(
            f,
            "{} states: at 2 bits a state a table of values takes {} bytes ({:.2} GiB), all tables of the \
             solver {:.1} GiB, and {} searches at the measured {} states/s {:.1} hours",
            grouped(self.states),
            grouped(self.value_bytes()),
            gib(self.value_bytes()),
            gib(self.table_bytes),
            self.searches,
            grouped(self.states_per_s as u64),
            self.hours(),
        )
    }
}
