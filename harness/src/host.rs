//! What the program was built with and runs on, for reports.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// Version of the program and of its engine, which go together.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The build and the machine. None of it changes a game.
#[derive(Clone, Debug, Serialize)]
pub struct Host {
    /// Version of the program and of its engine.
    pub version: &'static str,
    /// The commit that it was built from; none outside a repository.
    pub commit: Option<&'static str>,
    /// The compiler.
    pub compiler: &'static str,
    /// The build profile's family, `debug` or `release`.
    pub profile: &'static str,
    /// Whether the build checks its own assertions and overflows.
    pub checked: bool,
    /// Operating system and processor family.
    pub target: String,
    /// The processor's own name; none where it cannot be read.
    pub cpu: Option<String>,
    /// Processors that the program may use.
    pub cpus: usize,
}

impl Host {
    /// This one.
    pub fn here() -> Self {
        Self {
            version: VERSION,
            commit: Some(env!("HARNESS_COMMIT")).filter(|commit| !commit.is_empty()),
            compiler: env!("HARNESS_COMPILER"),
            profile: env!("HARNESS_PROFILE"),
            checked: cfg!(debug_assertions),
            target: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: cpu(),
            cpus: cpus(),
        }
    }
}

/// Processors that the program may use; 1 if nobody can say.
pub fn cpus() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Bytes of memory that can be had without swapping; none where nobody says.
pub fn memory_free() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim().to_string())
}

/// A moment in UTC, to the second: `2026-11-29T08:00:00Z`.
pub fn utc(moment: SystemTime) -> String {
    let since = moment.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (days, second) = (since / 86_400, since % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
}

/// Year, month and day of a day counted from 1970, by the Gregorian calendar. Years are counted
/// from March in 400-year cycles, so that the leap day comes last (Hinnant, "chrono-compatible
/// low-level date algorithms").
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (carry, month) = if month < 10 { (0, month + 3) } else { (1, month - 9) };
    (cycle * 400 + year + carry, month, date)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known values from the `date` program.
    #[test]
    fn moments_are_written_in_utc() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_795_939_200, "2026-11-29T08:00:00Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn the_build_is_known() {
        let host = Host::here();
        assert!(host.compiler.starts_with("rustc "), "{}", host.compiler);
        assert!(host.cpus > 0);
    }
}
