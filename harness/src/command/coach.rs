//! `harness coach`: what the Coach suggests, and what it can prove of a move.

use std::io;

use engine::Game;
use engine::coach::{Coach, Verdict, verdict};
use engine::moves::Move;
use engine::notation::MoveText;
use serde::Serialize;

use crate::exit::{Exit, RunError};
use crate::position_args::PositionArgs;

/// Prints the Coach's suggestion and its verdict on a move, with the move that proves a fault
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The move to judge; none is the suggestion itself
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    played: Option<String>,
    /// Look as far ahead as so many nodes allow, depth by depth, in place of 3 plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Print one object with the keys suggestion, verdict, proof, nodes and depth
    #[arg(long)]
    json: bool,
}

/// What the Coach says; a move is written by its landings.
#[derive(Debug, Serialize)]
struct Advice {
    suggestion: Option<String>,
    verdict: &'static str,
    proof: Option<String>,
    nodes: u64,
    depth: u32,
}

/// Writes the advice to `out`.
///
/// # Errors
///
/// If the position is none, or its seat to move is done, or the move is not legal in it: data. If
/// the rules are none: usage.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let (board, setup) = args.position.read()?;
    let game = Game::resume(&board, &setup)
        .map_err(|error| RunError::data(format!("--position: {error}")))?;
    let position = game.position();
    let mut coach = args.nodes.map_or_else(Coach::new, Coach::within);
    let found = coach.suggest(&game, 0, None);
    let played = match &args.played {
        None => found.mv,
        Some(text) => match board.read_move(position, text) {
            Ok(MoveText::Move(mv)) => Some(mv),
            Ok(MoveText::Pass | MoveText::Resign) => {
                return Err(RunError::data(format!("--move: '{text}' moves no marble")));
            }
            Err(error) => return Err(RunError::data(format!("--move: {error}"))),
        },
    };
    let verdict = played.and_then(|mv| verdict(&board, position, mv)).unwrap_or(Verdict::Fine);
    let text = |mv: Move| board.path_text(position, mv);
    let advice = Advice {
        suggestion: found.mv.map(text),
        verdict: verdict.name(),
        proof: verdict.proof().map(text),
        nodes: found.nodes,
        depth: found.depth,
    };
    if args.json {
        let json = serde_json::to_string(&advice).expect("text and numbers have a form in JSON");
        writeln!(out, "{json}")?;
        return Ok(Exit::Held);
    }
    let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_string());
    writeln!(out, "suggestion  {}", or_none(&advice.suggestion))?;
    if let Some(mv) = played.filter(|_| args.played.is_some()) {
        writeln!(out, "played      {}", text(mv))?;
    }
    writeln!(out, "verdict     {}", advice.verdict)?;
    writeln!(out, "proof       {}", or_none(&advice.proof))?;
    writeln!(out, "nodes       {}", advice.nodes)?;
    writeln!(out, "depth       {}", advice.depth)?;
    Ok(Exit::Held)
}
