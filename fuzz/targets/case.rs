//! The case reader: a case that is written reads back the same, and can be played.

#![no_main]

use harness::case::Case;
use libfuzzer_sys::fuzz_target;

/// Moves that are played, at most: what comes later is played like the rest.
const PLIES: usize = 64;

fuzz_target!(|bytes: &[u8]| {
    match Case::read(bytes) {
        Ok(case) => {
            assert_eq!(Case::read(case.write().as_bytes()).as_ref(), Ok(&case));
            let board = case.board();
            let Some(mut game) = case.game_on(&board) else { return };
            for &what in case.moves.iter().take(PLIES) {
                if game.act(what).is_err() {
                    break;
                }
            }
            assert_eq!(game.position().check(), Ok(()));
        }
        Err(error) => assert!(!error.what().is_empty() && error.line() > 0),
    }
});
