//! The reader of rules files: rules that read back the same and make a board or an error, or an error.

#![no_main]

use engine::rules::Board;
use harness::rules_file::{parse, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match parse(text) {
        Ok(rules) => {
            assert_eq!(parse(&write(&rules)), Ok(rules));
            assert_eq!(rules.check(), Ok(()));
            let made = rules.seats.map(|_| Board::new(&rules));
            if let Some(Err(error)) = made {
                assert!(!error.to_string().is_empty());
            }
        }
        Err(error) => assert!(error.starts_with("line "), "{error}"),
    }
});
