//! Numbers and durations as people read them, and words as shells do.

use std::path::Path;
use std::time::Duration;

/// `text` as one word for a shell.
pub(crate) fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:=/+".contains(c);
    // Where folders are apart by these, nothing needs to be said of them.
    let plain = |c: char| plain(c) || (cfg!(windows) && c == '\\');
    if !text.is_empty() && text.chars().all(plain) {
        text.to_string()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// A path as one word for a shell.
pub(crate) fn shell_path(path: &Path) -> String {
    shell_word(&path.display().to_string())
}

/// A whole number with its thousands apart: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of a thing: `1 game`, `1,000 games`.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// So many plies: `1 ply`, `1,000 plies`.
pub(crate) fn plies(number: u64) -> String {
    if number == 1 { "1 ply".to_string() } else { format!("{} plies", grouped(number)) }
}

/// A rate a second, to the whole number from ten on and to three digits below.
pub(crate) fn rate(count: u64, elapsed: Duration) -> String {
    let rate = count as f64 / elapsed.as_secs_f64().max(1e-9);
    if rate >= 10.0 { grouped(rate.round() as u64) } else { format!("{rate:.2}") }
}

/// A duration to come, to the second: nobody can tell it closer.
pub(crate) fn left(duration: Duration) -> String {
    let seconds = duration.as_secs_f64().ceil() as u64;
    if seconds < 60 { format!("{seconds} s") } else { lasting(Duration::from_secs(seconds)) }
}

/// A duration, in the two units that say most: `0.42 s`, `12.3 s`, `3 min 20 s`, `2 h 5 min`.
pub(crate) fn lasting(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..10 => format!("{:.2} s", duration.as_secs_f64()),
        10..60 => format!("{:.1} s", duration.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", grouped(seconds / 3600), seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        let numbers = [0, 7, 999, 1000, 12_345, 123_456, 1_234_567];
        let texts = ["0", "7", "999", "1,000", "12,345", "123,456", "1,234,567"];
        assert_eq!(numbers.map(grouped), texts);
        assert_eq!(counted(1, "game"), "1 game");
        assert_eq!(counted(2000, "game"), "2,000 games");
    }

    #[test]
    fn rates_and_durations_keep_what_matters() {
        let seconds = Duration::from_secs_f64;
        assert_eq!(rate(10_000, seconds(2.5)), "4,000");
        assert_eq!(rate(5, seconds(2.0)), "2.50");
        assert_eq!(lasting(seconds(0.424)), "0.42 s");
        assert_eq!(lasting(seconds(12.34)), "12.3 s");
        assert_eq!(lasting(seconds(200.9)), "3 min 20 s");
        assert_eq!(lasting(seconds(7530.0)), "2 h 5 min");
    }
}
