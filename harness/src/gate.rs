//! Gives the games of a run out to its threads.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, PoisonError};

use crate::shard::Share;

/// Games that may be under way or waiting for their turn at a time: what bounds the memory of a run.
pub(crate) const WINDOW: u64 = 1024;

/// Gives out the numbers of games in order, not too far ahead of the games handed over.
pub(crate) struct Gate {
    share: Share,
    state: Mutex<Progress>,
    changed: Condvar,
}

struct Progress {
    /// The next game to give out.
    next: Option<u64>,
    /// Games before that one, and of them those handed over.
    given: u64,
    handed_over: u64,
    /// Games from `next` on that an earlier session has played.
    played: BTreeSet<u64>,
    /// Games from here on are not given out.
    end: u64,
}

impl Progress {
    /// Whether the next game has to wait for those before it.
    fn is_far_ahead(&self) -> bool {
        self.next().is_some() && self.given >= self.handed_over + WINDOW
    }

    fn next(&self) -> Option<u64> {
        self.next.filter(|&next| next < self.end)
    }
}

impl Gate {
    pub(crate) fn new(share: Share) -> Self {
        let next = share.first();
        let state =
            Progress { next, given: 0, handed_over: 0, played: BTreeSet::new(), end: u64::MAX };
        Self { share, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Goes on where an earlier session ended: so many games are handed over, `next` is the one after
    /// them, and of those from there on some are `played`.
    pub(crate) fn begin(&self, handed_over: u64, next: Option<u64>, played: BTreeSet<u64>) {
        self.change(|state| {
            *state = Progress { next, given: handed_over, handed_over, played, end: state.end };
        });
    }

    /// The next game to play; none when there is none left.
    pub(crate) fn next(&self) -> Option<u64> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let waited = self.changed.wait_while(state, |state| state.is_far_ahead());
            state = waited.unwrap_or_else(PoisonError::into_inner);
            let game = state.next()?;
            state.next = self.share.after(game);
            state.given += 1;
            if !state.played.remove(&game) {
                return Some(game);
            }
        }
    }

    pub(crate) fn handed_over(&self, games: u64) {
        self.change(|state| state.handed_over = games);
    }

    /// Gives out no more games.
    pub(crate) fn close(&self) {
        self.change(|state| state.end = 0);
    }

    /// Gives out no more games than those of the blocks that are begun.
    pub(crate) fn close_after_block(&self) {
        self.change(|state| {
            // A game that is the first of its block begins it.
            let begun = |game: u64| Some(self.share.block(game)).filter(|block| block.start < game);
            let block = state.next.and_then(begun);
            state.end = state.end.min(block.map_or(0, |block| block.end));
        });
    }

    fn change(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_begins_too_far_ahead_of_those_handed_over() {
        let progress = |given, handed_over, end| Progress {
            next: Some(given),
            given,
            handed_over,
            played: BTreeSet::new(),
            end,
        };
        assert!(!progress(WINDOW - 1, 0, u64::MAX).is_far_ahead());
        assert!(progress(WINDOW, 0, u64::MAX).is_far_ahead());
        assert!(!progress(WINDOW, 1, u64::MAX).is_far_ahead());
        assert!(!progress(WINDOW, 0, WINDOW).is_far_ahead(), "none is left to wait for");
    }
}
