//! The wish of the user, or of the system, that a run ends early.

use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

/// Counts the interrupts so far.
#[derive(Debug, Default)]
pub struct Interrupt(AtomicU32);

static SIGNALS: Interrupt = Interrupt::new();

impl Interrupt {
    /// No interrupt yet.
    pub const fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// The interrupts of this process: Ctrl-C, and a request to terminate. From the first call on
    /// they are counted and no longer end the process.
    pub fn watch() -> &'static Self {
        static WATCHING: Once = Once::new();
        WATCHING.call_once(|| {
            // Without a handler an interrupt ends the process, as it would have without us.
            let _ = ctrlc::set_handler(|| SIGNALS.raise());
        });
        &SIGNALS
    }

    /// Interrupts.
    pub fn raise(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How often it was interrupted.
    pub fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}
