//! The work that speed is measured by: each piece has a name, and is the same every time it is done.
//!
//! Wall time (`engine.rs`), instruction counts and the comparison with peers (both in the harness's
//! benches) all measure these.

pub(crate) mod positions;
pub(crate) mod tasks;

/// A piece of work that can be asked for by name.
#[derive(Clone, Copy)]
pub(crate) struct Workload {
    /// What it is called everywhere.
    pub(crate) name: &'static str,
    /// What it counts.
    pub(crate) unit: &'static str,
    /// Gets it ready, which is not measured.
    pub(crate) ready: fn() -> Task,
}

/// Does the work once and says how many units that were. What it works on is its own, so that
/// doing it again is the same work.
pub(crate) type Task = Box<dyn FnMut() -> u64>;
