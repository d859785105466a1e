//! `harness prove`: small stars, exactly.

use std::io::{self, Write as _};
use std::path::PathBuf;

use engine::rules::{Rules, Win};

use crate::exit::{Exit, RunError};
use crate::interrupt::Interrupt;
use crate::prove::{Counted, Job, Progress, Proof, Task, Unproved, markdown, plain};
use crate::rules_args::RulesArgs;
use crate::sink::Folder;
use crate::text::grouped;

/// Visits every state of a small star, and tells what follows about the win rule.
///
/// It tells whether a seat can win with marbles at home, or thin, with marbles more than one move
/// from its goal; whether its rivals can keep a seat from ever coming home; whether nobody can move;
/// each with a shortest line to it. And it tells who can force what, in how many states, and what the
/// start is worth. Nothing is sampled.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    /// Length of a point: 1 (13 holes) or 2 (37 holes)
    #[arg(long, value_name = "N", default_value_t = 1)]
    arm: u8,
    /// Number of seats: 2 or 3 [default: that of the rules, or 2]
    #[arg(long, value_name = "COUNT")]
    seats: Option<u8>,
    /// Marbles a seat [default: a full point]
    #[arg(long, value_name = "COUNT")]
    marbles: Option<u8>,
    /// Win
    #[arg(long)]
    win: Option<String>,
    /// Prove each win rule in turn, and print one table of them
    #[arg(long)]
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
    /// Do not tell how far the work has come
    #[arg(long)]
    quiet: bool,
}

/// Proves it.
///
/// # Errors
///
/// If the rules are not such as are proved, or files cannot be read or written.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let base = args.rules()?;
    let wins: Vec<Win> = if args.every_win { Win::ALL.to_vec() } else { vec![base.win] };
    let folder = args.out.as_deref().map(Folder::create).transpose()?;
    let interrupt = Interrupt::watch();
    let mut proofs = Vec::new();
    for win in wins {
        let rules = Rules { win, ..base };
        let task = Task { rules, counted: args.space, large: args.large };
        let resume = args.resume.as_deref().map(|folder| folder.join(win.name()));
        match task.prove(&args.job(resume, interrupt)) {
            Ok(proof) => proofs.push(proof),
            Err(Unproved::Interrupted) => {
                let kept = args.resume.as_deref().map_or_else(String::new, |folder| {
                    format!("; --resume {} goes on from the last checkpoint", folder.display())
                });
                // Best effort: the exit code tells it too.
                let _ = writeln!(io::stderr(), "interrupted{kept}");
                return Ok(Exit::Interrupted);
            }
            Err(unproved) => return Err(refusal(&unproved)),
        }
    }
    if let Some(folder) = &folder {
        write(folder, &proofs)?;
    }
    if args.json {
        let json = if args.every_win { json(&proofs) } else { json(&proofs[0]) };
        writeln!(out, "{json}")?;
    } else if args.every_win {
        write!(out, "{}", markdown(&proofs))?;
    } else {
        write!(out, "{}", plain(&proofs[0]))?;
    }
    Ok(Exit::Held)
}

impl Args {
    fn rules(&self) -> Result<Rules, RunError> {
        let mut rules = self.rules.rules()?;
        rules = rules
            .with_seats(self.seats.or(rules.seats).unwrap_or(2))
            .map_err(|error| RunError::usage(format!("--seats: {error}")))?;
        rules.arm = Some(self.arm);
        rules.marbles = self.marbles.or(rules.marbles);
        if let Some(win) = &self.win {
            rules.set("win", win).map_err(RunError::usage)?;
        }
        Ok(rules)
    }

    fn job(&self, folder: Option<PathBuf>, interrupt: &'static Interrupt) -> Job<'static> {
        fn nobody(_: &Progress<'_>) {}
        fn stderr(progress: &Progress<'_>) {
            // Progress is no result: a proof does not end for want of somebody to watch it.
            let _ = writeln!(
                io::stderr(),
                "{:10} ply {:3}  {:>12} new  {:>12} of {} states",
                progress.stage,
                progress.plies,
                grouped(progress.new),
                grouped(progress.found),
                grouped(progress.states),
            );
        }
        let progress = if self.quiet { nobody } else { stderr };
        let stop: &(dyn Fn() -> bool + Sync) = Box::leak(Box::new(|| interrupt.count() > 0));
        Job { progress: Box::leak(Box::new(progress)), stop, folder }
    }
}

fn refusal(unproved: &Unproved) -> RunError {
    match unproved {
        Unproved::TooLarge(_) => {
            RunError::usage(format!("{unproved}: it is not tried without --large"))
        }
        Unproved::Checkpoint(_) | Unproved::NoRoom | Unproved::TooDeep => RunError::data(unproved),
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
