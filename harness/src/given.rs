//! The flags that stand on a command line, as against those that have their default value.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, FromArgMatches};

/// The ids of the arguments that were given. It takes no flag of its own.
#[derive(Clone, Debug, Default)]
pub struct Given(Vec<String>);

impl Given {
    /// Whether a flag was given, by its id: its name, with `_` for `-`, or for the axes of the rules
    /// its name.
    pub fn has(&self, id: &str) -> bool {
        self.0.iter().any(|given| given == id)
    }
}

impl clap::Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let typed = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let ids = matches.ids().map(clap::Id::as_str).filter(typed);
        Ok(Self(ids.map(str::to_string).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
