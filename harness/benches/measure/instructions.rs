//! Instruction counts: the same on a busy machine as on an idle one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use harness::host::Host;
use serde::{Deserialize, Serialize};

use super::work::{Task, Workload};

/// How far a count may be from the committed one, in parts of 1,000.
const TOLERANCE: u64 = 10;

/// The committed counts.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Baseline {
    /// The compiler that they hold for: another one makes other instructions.
    compiler: String,
    /// Processor family and system.
    target: String,
    /// By piece of work: instructions that doing it once takes, and what it counts.
    work: BTreeMap<String, Count>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Count {
    instructions: u64,
    units: u64,
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.toml")
}

fn here() -> (String, String) {
    let Host { compiler, target, .. } = Host::here();
    (compiler.to_string(), target)
}

/// Does the work; callgrind is told to count in here alone.
#[inline(never)]
pub(crate) fn watched(task: &mut Task) -> u64 {
    std::hint::black_box(task())
}

/// Counts one piece of work in a process of its own.
fn count(work: &Workload) -> Result<Count, String> {
    let this = std::env::current_exe().map_err(|error| format!("no path to this: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(["--collect-atstart=no", "--toggle-collect=*::watched*"])
        .arg(this)
        .args(["once", work.name])
        .output();
    let output = output.map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let collected =
        said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    let units = String::from_utf8_lossy(&output.stdout).trim().parse();
    match (output.status.success(), collected, units) {
        (true, Some(instructions), Ok(units)) if instructions > 0 => {
            Ok(Count { instructions, units })
        }
        _ => Err(format!("{}: callgrind said: {said}", work.name)),
    }
}

fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Counts, and compares with what is committed; whether all is within the tolerance.
///
/// # Errors
///
/// If something cannot be counted, or the committed counts cannot be read.
pub(crate) fn compare(works: &[Workload]) -> Result<bool, String> {
    if !has_valgrind() {
        println!("skipped: there is no valgrind here, and instructions are counted under it");
        return Ok(true);
    }
    let text = std::fs::read_to_string(file())
        .map_err(|error| format!("{}: {error}", file().display()))?;
    let baseline: Baseline =
        toml::from_str(&text).map_err(|error| format!("{}: {error}", file().display()))?;
    let (compiler, target) = here();
    let same = (&compiler, &target) == (&baseline.compiler, &baseline.target);
    if !same {
        println!(
            "skipped: the committed counts are those of {} on {}, and this is {compiler} on {target}; \
             shown, not judged",
            baseline.compiler, baseline.target
        );
    }
    println!("{:30} {:>14} {:>14} {:>8} {:>12}", "work", "committed", "now", "change", "a unit");
    let mut held = true;
    for work in works {
        let now = count(work)?;
        let committed = baseline.work.get(work.name);
        let within = committed.is_some_and(|committed| {
            let off = now.instructions.abs_diff(committed.instructions);
            off * 1000 <= committed.instructions * TOLERANCE && now.units == committed.units
        });
        let (before, change) = match committed {
            Some(committed) => {
                let ratio = now.instructions as f64 / committed.instructions as f64;
                (committed.instructions.to_string(), format!("{:+.2}%", 100.0 * (ratio - 1.0)))
            }
            None => (String::new(), "new".to_string()),
        };
        let each = now.instructions as f64 / now.units as f64;
        let mark = if within || !same { "" } else { "  <- off" };
        println!(
            "{:30} {before:>14} {:>14} {change:>8} {each:>12.1}{mark}",
            work.name, now.instructions
        );
        held &= within || !same;
    }
    if !held {
        println!(
            "\nSome counts are more than {}% off. If that is meant, `just bench-instructions-rewrite` \
             writes them down anew; say in the commit what changed them.",
            TOLERANCE / 10
        );
    }
    Ok(held)
}

/// Counts everything and commits it to the file.
///
/// # Errors
///
/// If something cannot be counted or the file cannot be written.
pub(crate) fn rewrite(works: &[Workload]) -> Result<bool, String> {
    let (compiler, target) = here();
    let mut baseline = Baseline { compiler, target, work: BTreeMap::new() };
    for work in works {
        let count = count(work)?;
        println!("{:30} {:>14}", work.name, count.instructions);
        baseline.work.insert(work.name.to_string(), count);
    }
    let head = "# Instructions under callgrind, in the release profile, by piece of work.\n\
                # `just bench-instructions` compares, `just bench-instructions-rewrite` writes this file.\n\n";
    let body = toml::to_string(&baseline).map_err(|error| error.to_string())?;
    std::fs::write(file(), format!("{head}{body}")).map_err(|error| error.to_string())?;
    Ok(true)
}
