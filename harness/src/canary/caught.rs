//! Panics of broken engines, which are told and go no further.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::referee::panic_text;

thread_local! {
    /// Whether a panic in this thread is expected, and not written to standard error.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// What `run` comes to, or the words of its panic; what is written about other panics stays.
pub(super) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !EXPECTED.get() {
                usual(info);
            }
        }));
    });
    let outer = EXPECTED.replace(true);
    let came = catch_unwind(AssertUnwindSafe(run));
    EXPECTED.set(outer);
    came.map_err(|panic| panic_text(&*panic))
}
