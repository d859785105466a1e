//! The flags that say which rules are played.

use engine::rules::Rules;

use crate::exit::RunError;

/// Which rules are played.
#[derive(Clone, Debug, clap::Args)]
pub struct RulesArgs {
    /// A preset.
    #[arg(long, value_name = "PRESET", default_value = "standard")]
    rules: String,
}

impl RulesArgs {
    /// The rules.
    ///
    /// # Errors
    ///
    /// If there are no such rules: usage.
    pub fn rules(&self) -> Result<Rules, RunError> {
        Rules::preset(&self.rules).map_err(|error| RunError::usage(format!("--rules: {error}")))
    }
}
