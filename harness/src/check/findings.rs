//! What did not hold.

use super::{Invariant, Invariants};

/// What a check says: that it holds, or what was seen.
pub type Held = Result<(), String>;

/// Something that must always hold and did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What must hold, by id.
    pub invariant: &'static str,
    /// Plies played when it did not.
    pub ply: u32,
    /// What was seen.
    pub message: String,
}

/// What did not hold in one game: for each invariant the first time.
#[derive(Clone, Debug)]
pub struct Findings {
    laws: Invariants,
    broken: Invariants,
    /// Plies played up to now.
    pub ply: u32,
    list: Vec<Violation>,
}

impl Findings {
    /// Nothing yet; only `laws` are asked about.
    pub fn new(laws: Invariants) -> Self {
        Self { laws, broken: Invariants::default(), ply: 0, list: Vec::new() }
    }

    /// Asks about an invariant, if it is a law here.
    #[inline]
    pub fn ask(&mut self, invariant: Invariant, check: impl FnOnce() -> Held) {
        if self.laws.contains(invariant)
            && let Err(message) = check()
        {
            self.add(invariant, message);
        }
    }

    #[cold]
    fn add(&mut self, invariant: Invariant, message: String) {
        if self.broken.insert(invariant) {
            self.list.push(Violation { invariant: invariant.id(), ply: self.ply, message });
        }
    }

    /// What did not hold, in the order seen.
    pub fn list(&self) -> &[Violation] {
        &self.list
    }

    /// Starts anew.
    pub fn clear(&mut self) {
        self.broken = Invariants::default();
        self.list.clear();
    }
}
