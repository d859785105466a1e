//! The flags that say which position is looked at.

use engine::notation::Setup;
use engine::rules::Board;

use crate::exit::RunError;
use crate::rules_args::RulesArgs;

/// Which position is looked at, and under which rules.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct PositionArgs {
    /// The position, one line of text: rows from the top, seat to move, seats, marbles a seat
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    rules: RulesArgs,
}

impl PositionArgs {
    /// The position, and the board for it.
    ///
    /// # Errors
    ///
    /// If the text is no position: data. If the rules are none, or not for it: as [`RulesArgs`] says.
    pub fn read(&self) -> Result<(Board, Setup), RunError> {
        let setup: Setup = self
            .position
            .parse()
            .map_err(|error| RunError::data(format!("--position: {error}")))?;
        let board = self.rules.board_for(&setup.position)?;
        let mut setup = setup;
        board.adopt(&mut setup.position);
        Ok((board, setup))
    }
}
