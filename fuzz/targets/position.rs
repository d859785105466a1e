//! The position reader: any text is a position that reads back the same, or an error with words.

#![no_main]

use engine::notation::Setup;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Setup>() {
        Ok(setup) => {
            assert_eq!(setup.position.check(), Ok(()));
            assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(&setup));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
