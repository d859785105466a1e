//! `harness rules`: the presets, and rules as files.

use std::io;
use std::path::PathBuf;

use engine::rules::{PRESETS, Rules};
use serde_json::{Map, Value, json};

use crate::exit::{Exit, RunError};
use crate::rules_file::{self, Named, Note, Unnamed};

/// Lists the presets, shows one as a file, or checks files of rules
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

/// What is done.
#[derive(Debug, clap::Subcommand)]
enum What {
    /// Lists the presets: name, what it is, and the axes in which it differs from the default
    List {
        /// As JSON: an object each, with `name`, `about` and `differs`, an axis a key
        #[arg(long)]
        json: bool,
    },
    /// Shows rules as TOML that reads back the same: a preset, or a file in either form
    Show {
        /// A preset, or a rules file (a path with a dot or a slash in it), and in the same word axes
        /// that depart from it: 'hub win=all-own'
        #[arg(value_name = "NAME|FILE")]
        name: String,
    },
    /// Checks files of rules, TOML or Markdown with YAML front matter, and says all that is wrong
    /// with each, by line
    ///
    /// It ends with 3 if something is wrong. What is only warned of is shown, and ends with 0.
    Check {
        /// The files
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// Takes warnings for errors
        #[arg(long)]
        strict: bool,
    },
}

/// Does it; what was asked for goes to `out`.
///
/// # Errors
///
/// If there is no such preset, a file to be shown is damaged, or the output is gone.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    match args.what {
        What::List { json: true } => {
            let presets: Vec<Value> = PRESETS.iter().map(preset_json).collect();
            writeln!(out, "{:#}", Value::from(presets))?;
        }
        What::List { json: false } => list(out)?,
        What::Show { name } => show(&name, out)?,
        What::Check { files, strict } => return check(&files, strict, out),
    }
    Ok(Exit::Held)
}

type Preset = (&'static str, &'static [(&'static str, &'static str)]);

fn about(preset: &str) -> &'static str {
    Rules::about(preset).expect("every preset has a sentence")
}

fn preset_json((name, axes): &Preset) -> Value {
    let differs: Map<String, Value> =
        axes.iter().map(|&(axis, value)| (axis.to_string(), value.into())).collect();
    json!({ "name": name, "about": about(name), "differs": differs })
}

fn list(out: &mut dyn io::Write) -> io::Result<()> {
    let width = PRESETS.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, axes) in PRESETS {
        writeln!(out, "{name:width$}  {}", about(name))?;
        let differs: Vec<String> =
            axes.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        let differs = if differs.is_empty() {
            "every axis at its default".to_string()
        } else {
            differs.join(" ")
        };
        writeln!(out, "{:width$}  {differs}", "")?;
    }
    Ok(())
}

fn show(name: &str, out: &mut dyn io::Write) -> Result<(), RunError> {
    let Named { rules, title, .. } = rules_file::named(name).map_err(|unnamed| match unnamed {
        Unnamed::Words(error) => RunError::usage(error),
        Unnamed::File(error) => RunError::data(error),
    })?;
    let text = match title {
        Some(title) => rules_file::table(&title, &rules),
        None => rules_file::write(&rules),
    };
    write!(out, "{text}")?;
    Ok(())
}

fn check(files: &[PathBuf], strict: bool, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let mut exit = Exit::Held;
    for file in files {
        let name = file.display();
        let mut say = |kind: &str, note: &Note| match note.line {
            Some(line) => writeln!(out, "{name}:{line}: {kind}: {}", note.says),
            None => writeln!(out, "{name}: {kind}: {}", note.says),
        };
        let reading = match rules_file::open(file) {
            Ok(reading) => reading,
            Err(error) => {
                writeln!(out, "{name}: error: {error}")?;
                exit = Exit::Data;
                continue;
            }
        };
        for error in &reading.errors {
            say("error", error)?;
        }
        for warning in &reading.warnings {
            say(if strict { "error" } else { "warning" }, warning)?;
        }
        let is_wrong = strict && !reading.warnings.is_empty();
        match reading.rules() {
            Ok(rules) if !is_wrong => {
                writeln!(out, "{name}: reads as {}", crate::config::rules_name(&rules))?;
            }
            _ => exit = Exit::Data,
        }
    }
    Ok(exit)
}
