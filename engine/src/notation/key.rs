//! Keys as text.

use core::fmt;
use core::str::FromStr;

/// A key as 16 hexadecimal digits: many languages' numbers do not hold 64 bits.
///
/// ```
/// use engine::notation::KeyText;
/// assert_eq!(KeyText(0x2a).to_string(), "000000000000002a");
/// assert_eq!("000000000000002a".parse(), Ok(KeyText(42)));
/// assert!("2a".parse::<KeyText>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyText(pub u64);

impl fmt::Display for KeyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A text that is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyError;

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key is 16 hexadecimal digits, the letters small")
    }
}

impl core::error::Error for KeyError {}

impl FromStr for KeyText {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 16 || !text.bytes().all(is_digit) {
            return Err(KeyError);
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_| KeyError)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn sixteen_digits_are_a_key_and_nothing_else_is() {
        for key in [0, 1, 0x0123_4567_89ab_cdef, u64::MAX, 1 << 63] {
            let text = KeyText(key).to_string();
            assert_eq!(text.len(), 16);
            assert_eq!(text.parse(), Ok(KeyText(key)));
        }
        for text in [
            "",
            "0",
            "00000000000000000",
            "000000000000000g",
            "+00000000000002a",
            "000000000000002A",
            "00000000000000é",
        ] {
            assert_eq!(text.parse::<KeyText>(), Err(KeyError), "{text}");
        }
        assert_eq!(KeyError.to_string(), "a key is 16 hexadecimal digits, the letters small");
    }
}
