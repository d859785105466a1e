//! The flags that say which rules are played: a preset or a file, and one flag an axis.

use std::cell::Cell;
use std::io::{self, Write as _};

use clap::{Arg, ArgMatches, Command, FromArgMatches};
use engine::Position;
use engine::rules::{AXES, Board, Rules};

use crate::exit::RunError;
use crate::rules_file::{self, Named, Note, Unnamed};

/// Which rules are played.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct RulesArgs {
    /// The rules to start from: a preset, or a rules file, TOML or a page
    /// with YAML front matter (a path with a dot or a slash in it)
    #[arg(long, value_name = "PRESET|FILE", default_value = "standard", help_heading = HEADING, long_help = presets())]
    rules: String,
    #[command(flatten)]
    axes: Axes,
    /// Whether what its file warns of was told.
    #[arg(skip)]
    warned: Cell<bool>,
}

/// Where help texts list these flags.
const HEADING: &str = "Rules";

fn presets() -> String {
    let names: Vec<&str> = engine::rules::PRESETS.iter().map(|&(name, _)| name).collect();
    format!(
        "The rules to start from: a preset, or a rules file, TOML or a page with YAML front matter (a path \
         with a dot or a slash in it), and after it, in one word with quotes, axes that depart from it: \
         'hub win=all-own cap=400'. `harness rules` lists, shows and checks them. The presets are {}",
        names.join(", ")
    )
}

/// The axes that were set by a flag, in the order of [`AXES`].
#[derive(Clone, Debug, Default)]
struct Axes(Vec<(&'static str, String)>);

impl clap::Args for Axes {
    fn augment_args(command: Command) -> Command {
        let flags = AXES.iter().filter(|axis| axis.name != "seats").map(|axis| {
            Arg::new(axis.name)
                .long(axis.name)
                .value_name("OPTION")
                .help_heading(HEADING)
                .help(format!("{}: {}", axis.about, (axis.takes)()))
                .allow_hyphen_values(true)
        });
        command.args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Axes {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let flags = AXES.iter().filter(|axis| axis.name != "seats");
        let given = flags.filter_map(|axis| {
            let value = matches.get_one::<String>(axis.name)?;
            Some((axis.name, value.clone()))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl RulesArgs {
    /// The rules.
    ///
    /// # Errors
    ///
    /// If there is no such preset or an axis does not take its value: usage. If a rules file is
    /// damaged or cannot be read: data.
    pub fn rules(&self) -> Result<Rules, RunError> {
        let Named { mut rules, warnings, .. } =
            rules_file::named(&self.rules).map_err(|unnamed| match unnamed {
                Unnamed::Words(error) => RunError::usage(format!("--rules: {error}")),
                Unnamed::File(error) => RunError::data(error),
            })?;
        self.warn(&warnings);
        self.set(&mut rules)?;
        Ok(rules)
    }

    /// Sets the axes that have flags of their own.
    ///
    /// # Errors
    ///
    /// If an axis does not take its value: usage.
    pub fn set(&self, rules: &mut Rules) -> Result<(), RunError> {
        for (axis, value) in &self.axes.0 {
            rules.set(axis, value).map_err(|error| RunError::usage(format!("--{error}")))?;
        }
        Ok(())
    }

    /// Tells on standard error what a rules file may not mean, the first time that it is read.
    fn warn(&self, warnings: &[Note]) {
        if !self.warned.replace(true) {
            for warning in warnings {
                // A closed standard error leaves nobody to tell.
                let _ = writeln!(io::stderr(), "warning: rules file {}: {warning}", self.rules);
            }
        }
    }

    /// Whether an axis is settled: by its flag, or by rules other than the default ones.
    pub fn settles(&self, axis: &str) -> bool {
        self.rules != "standard" || self.axes.0.iter().any(|&(given, _)| given == axis)
    }

    /// The board for a position: the rules say how it is played, the position on which star, by how
    /// many seats and with how many marbles.
    ///
    /// # Errors
    ///
    /// As [`rules`](Self::rules), and if the rules are for another star, number of seats or marbles:
    /// usage.
    pub fn board_for(&self, position: &Position) -> Result<Board, RunError> {
        let shape = Rules {
            seats: Some(position.seat_count() as u8),
            arm: Some(position.star().arm()),
            marbles: Some(position.marbles_each() as u8),
            ..Rules::default()
        };
        Board::new(&self.rules_on(&shape, "position")?).map_err(RunError::usage)
    }

    /// The rules, with the seats, star and marbles of `shape`, which are those of a `what`.
    ///
    /// # Errors
    ///
    /// As [`rules`](Self::rules), and if the rules are for others: usage.
    pub fn rules_on(&self, shape: &Rules, what: &str) -> Result<Rules, RunError> {
        let mut rules = self.rules()?;
        let axes = [
            ("seats", &mut rules.seats, shape.seats),
            ("arm", &mut rules.arm, shape.arm),
            ("marbles", &mut rules.marbles, shape.marbles),
        ];
        for (axis, fixed, has) in axes {
            let Some(has) = has else { continue };
            if let Some(fixed) = fixed.replace(has).filter(|&fixed| fixed != has) {
                return Err(RunError::usage(format!(
                    "{axis}: the rules are for {fixed}, and the {what} has {has}"
                )));
            }
        }
        Ok(rules)
    }
}
