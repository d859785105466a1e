//! A case, move by move.

use std::io;
use std::path::Path;

use engine::notation::{MoveText, Picture};
use engine::{Game, Standing};

use crate::case::{Case, RecordError};
use crate::exit::{Exit, RunError};
use crate::subject::natives;

/// Plays a case again and shows it; ends with 1 if it still fails.
///
/// # Errors
///
/// If the file cannot be read or is damaged: data, with the line.
pub(super) fn run(path: &Path, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let case = read(path)?;
    let (board, tried) = (case.board(), case.try_again(&natives));
    if !case.about.is_empty() {
        writeln!(out, "{}", case.about)?;
    }
    writeln!(out, "{}", case.rules_text())?;
    writeln!(out)?;
    if let Some(mut game) = case.game_on(&board) {
        writeln!(out, "start  {}", game.setup())?;
        for &what in &case.moves {
            let (seat, did) = (game.position().turn(), text(&game, what));
            if let Err(refusal) = game.act(what) {
                writeln!(out, "       seat {seat}  {did}  is refused: {refusal}")?;
                break;
            }
            writeln!(out, "{:>5}  seat {seat}  {did}", game.ply())?;
        }
        for seat in board.seats() {
            if let Standing::Home(place) = game.standing(seat) {
                writeln!(out, "seat {seat} is home, place {place}")?;
            }
        }
        writeln!(out, "\n{}", Picture(game.position()))?;
        let winner = game.winner().map_or("nobody".to_string(), |seat| format!("seat {seat}"));
        let end = game.end().map_or("none yet", |end| end.name());
        let plies = crate::text::plies(game.ply().into());
        writeln!(out, "end {end}, after {plies}; won by {winner}")?;
    }
    for found in &tried.violations {
        let (id, ply, message) = (found.invariant, found.ply, &found.message);
        writeln!(out, "violation of {id} after ply {ply}: {message}")?;
    }
    for wrong in &tried.wrong {
        writeln!(out, "wrong: {wrong}")?;
    }
    writeln!(out, "{}", if tried.fails() { "it fails" } else { "it does not fail" })?;
    Ok(if tried.fails() { Exit::Violation } else { Exit::Held })
}

/// Reads a case from a file, or from standard input for `-`.
///
/// # Errors
///
/// If it cannot be read or is damaged: data, with the line.
pub(crate) fn read(path: &Path) -> Result<Case, RunError> {
    let bytes = crate::case::read_file(path)?;
    let damaged = |error: RecordError| RunError::data(format!("{}: {error}", path.display()));
    Case::read(&bytes).map_err(damaged)
}

fn text(game: &Game<'_>, what: MoveText) -> String {
    match what {
        MoveText::Pass => "pass".to_string(),
        MoveText::Resign => "resign".to_string(),
        MoveText::Move(mv) => game.board().path_text(game.position(), mv),
    }
}
