//! The reader of rules files, in both forms: rules that read back the same and make a board or an
//! error, or errors.

#![no_main]

use std::path::Path;

use engine::rules::Board;
use harness::rules_file::{Reading, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // What begins as a page is read as one.
    let reading = Reading::of(Path::new("rules"), text);
    match reading.rules() {
        Ok(rules) => {
            assert_eq!(Reading::of_toml(&write(&rules)).rules(), Ok(rules));
            assert_eq!(rules.check(), Ok(()));
            let made = rules.seats.map(|_| Board::new(&rules));
            if let Some(Err(error)) = made {
                assert!(!error.to_string().is_empty());
            }
        }
        Err(error) => assert!(!error.is_empty()),
    }
});
