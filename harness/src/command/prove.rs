//! `harness prove`: small stars, exactly.

use std::cell::Cell;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::rules::{Rules, Win};

use crate::exit::{Exit, RunError};
use crate::interrupt::Interrupt;
use crate::prove::{Counted, Job, Progress, Proof, Task, Unproved, markdown, plain};
use crate::rules_args::RulesArgs;
use crate::sink::{Folder, Show};
use crate::text::{counted, grouped, shell_path};

/// Time between two lines of progress.
const LINES: Duration = Duration::from_secs(5);

/// Visits every state of a small star, and tells what follows about the win rule.
///
/// It tells whether a seat can win with marbles at home, or thin, with marbles more than one move
/// from its goal; whether its rivals can keep a seat from ever coming home; whether nobody can move;
/// each with a shortest line to it. And it tells who can force what, in how many states, and what the
/// start is worth. Nothing is sampled.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Number of seats: 2 or 3 [default: that of the rules, or 2]
    #[arg(long, value_name = "COUNT")]
    seats: Option<u8>,
    /// Prove each win rule in turn, and print one table of them
    #[arg(long, conflicts_with = "win")]
    every_win: bool,
    /// Which states are counted [default: all placements where the rules make some illegal, else
    /// those that can be reached]
    #[arg(long, value_enum, value_name = "STATES")]
    space: Option<Counted>,
    /// Try it even where the arithmetic says that it takes days
    #[arg(long)]
    large: bool,
    /// Folder of checkpoints: they are kept there, and gone on from if there are any
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// New folder for the proof as JSON and for a case file for each line
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// When to tell how far the work has come: auto and always, a line every few seconds; never,
    /// nothing
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, hide_possible_values = true)]
    progress: Show,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Proves it.
///
/// # Errors
///
/// If the rules are not such as are proved, or files cannot be read or written.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let base = args.rules()?;
    let wins: Vec<Win> = if args.every_win { Win::ALL.to_vec() } else { vec![base.win] };
    let interrupt = Interrupt::watch();
    let folder = args.out.as_deref().map(Folder::create).transpose()?;
    let shown = Cell::new(Instant::now());
    let progress = |progress: &Progress<'_>| {
        if args.progress != Show::Never && shown.get().elapsed() >= LINES {
            shown.set(Instant::now());
            tell(progress);
        }
    };
    let mut proofs = Vec::new();
    for win in wins {
        let task = Task { rules: Rules { win, ..base }, counted: args.space, large: args.large };
        let job = Job {
            progress: &progress,
            stop: &|| interrupt.count() > 0,
            folder: args.resume.as_deref().map(|folder| folder.join(win.name())),
        };
        match task.prove(&job) {
            Ok(proof) => proofs.push(proof),
            Err(Unproved::Interrupted) => {
                let kept = !proofs.is_empty() || job.folder.as_deref().is_some_and(keeps_any);
                // Best effort: the exit code tells it too.
                let _ = writeln!(io::stderr(), "{}", interrupted(args.resume.as_deref(), kept));
                return Ok(Exit::Interrupted);
            }
            Err(unproved) => return Err(refusal(&unproved)),
        }
    }
    if let Some(folder) = &folder {
        write(folder, &proofs)?;
    }
    match (args.json, args.every_win) {
        (true, true) => writeln!(out, "{}", json(&proofs))?,
        (true, false) => writeln!(out, "{}", json(&proofs[0]))?,
        (false, true) => write!(out, "{}", markdown(&proofs))?,
        (false, false) => write!(out, "{}", plain(&proofs[0]))?,
    }
    Ok(Exit::Held)
}

impl Args {
    fn rules(&self) -> Result<Rules, RunError> {
        let rules = self.rules.rules()?;
        let seats = self.seats.or(rules.seats).unwrap_or(2);
        let rules = rules
            .with_seats(seats)
            .map_err(|error| RunError::usage(format!("--seats: {error}")))?;
        Ok(Rules { arm: rules.arm.or(Some(1)), ..rules })
    }
}

/// Whether there is a checkpoint in a folder.
fn keeps_any(folder: &Path) -> bool {
    let mut files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.any(|file| file.path().extension().is_some_and(|kind| kind == "checkpoint"))
}

/// What an interrupt leaves in the folder of checkpoints, if there is one; `kept` is whether any is
/// in it.
fn interrupted(folder: Option<&Path>, kept: bool) -> String {
    match folder {
        Some(folder) if kept => {
            format!("interrupted: --resume {} goes on from the last checkpoint", shell_path(folder))
        }
        Some(folder) => {
            format!("interrupted before a checkpoint was written to {}", folder.display())
        }
        None => "interrupted, and no checkpoint kept".to_string(),
    }
}

/// A line on standard error. Progress is no result: a proof does not end for want of somebody to
/// watch it.
fn tell(progress: &Progress<'_>) {
    let _ = writeln!(
        io::stderr(),
        "{} of {}: {}, {} at ply {}",
        grouped(progress.found),
        counted(progress.states, "state"),
        progress.stage,
        grouped(progress.new),
        progress.plies,
    );
}

fn refusal(unproved: &Unproved) -> RunError {
    match unproved {
        Unproved::TooLarge(_) => {
            RunError::usage(format!("{unproved}: it is not tried without --large"))
        }
        Unproved::Checkpoint(_) | Unproved::NoRoom | Unproved::NoMemory(..) | Unproved::TooDeep => {
            RunError::data(unproved)
        }
        _ => RunError::usage(unproved),
    }
}

fn json(proofs: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string_pretty(proofs).expect("a proof is plain data")
}

/// Writes a JSON file for each proof, and a case for each line.
fn write(folder: &Folder, proofs: &[Proof]) -> Result<(), RunError> {
    for proof in proofs {
        folder.write(&format!("{}.json", proof.win), json(proof).as_bytes())?;
        for line in &proof.lines {
            let name = format!("{}-{}.case", proof.win, line.name.replace('_', "-"));
            folder.write(&name, line.case.write().as_bytes())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_checkpoint_is_gone_on_from() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!keeps_any(&folder.path().join("none")));
        fs::write(folder.path().join(".tmpWdOQ3a"), "half").unwrap();
        assert!(!keeps_any(folder.path()));
        fs::write(folder.path().join("reach.checkpoint"), "whole").unwrap();
        assert!(keeps_any(folder.path()));
        let says = |kept| interrupted(Some(Path::new("kept")), kept);
        assert_eq!(says(true), "interrupted: --resume kept goes on from the last checkpoint");
        assert_eq!(says(false), "interrupted before a checkpoint was written to kept");
    }
}
