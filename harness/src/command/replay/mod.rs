//! `harness replay`: a case or one game of a run, move by move.

use std::io;
use std::path::PathBuf;

use engine::bots::Bot;
use engine::moves::Move;
use engine::notation::{MoveText, Picture};
use engine::rules::Seat;
use engine::{End, Game, Position, Standing};

use crate::case::{Case, Claim};
use crate::check::{Laws, Level};
use crate::command::play::start_engines;
use crate::config::Config;
use crate::event::Record;
use crate::exit::{Exit, RunError};
use crate::game_args::GameArgs;
use crate::interrupt::Interrupt;
use crate::plan::Planned;
use crate::playout::{EngineFailure, Notes, Observer};
use crate::referee::{Referee, boards};
use crate::sink::write_new;

mod file;

pub(crate) use file::read;

/// Plays a case or one game of a run again and shows it move by move, with the board at the end.
///
/// A case is a FILE, and takes no other flags: it ends with 1 if the case still fails, with 0 if not.
/// A game of a run is --game with the flags of the run, and ends as that game did: with 1 if something did not hold.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// A case, as a hunt writes them; - reads standard input
    #[arg(value_name = "FILE", exclusive = true)]
    file: Option<PathBuf>,
    /// Number of the game, from 0
    #[arg(long, value_name = "I", required_unless_present = "file", allow_negative_numbers = true)]
    game: Option<u64>,
    #[command(flatten)]
    games: GameArgs,
    /// How much is checked; no game is changed by it
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::All)]
    check: Level,
    /// A new file for the game, as harness judge reads them: its rules, its moves, and how it came out
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// Plays it.
///
/// # Errors
///
/// If there is no such game, or the case cannot be read.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    if let Some(path) = &args.file {
        return file::run(path, out);
    }
    let config = args.games.config()?;
    let number = args.game.unwrap_or_default();
    if number >= config.games {
        return Err(RunError::usage(format!(
            "--game: got {number}, takes a number below that of --games, {}",
            config.games
        )));
    }
    start_engines(&config)?;
    let boards = boards(&config)?;
    let laws: Vec<Laws<'_>> = boards.iter().map(Laws::new).collect();
    let mut referee = Referee::new(&config, &laws, args.check);
    let planned = config.plan().game(number);
    writeln!(out, "game {} of seed {}, at {} seats", planned.game, config.seed, planned.seats)?;
    for (seat, &bot) in planned.bots().iter().enumerate() {
        writeln!(out, "seat {seat}: {}", config.bots[bot].name())?;
    }
    writeln!(out)?;
    let mut watch =
        Script { config: &config, planned, lines: Vec::new(), moves: Vec::new(), last: None };
    let record = referee.play(planned, &mut watch, &mut Notes::default(), &Interrupt::new());
    let record = record.expect("nobody interrupts it");
    for line in &watch.lines {
        writeln!(out, "{line}")?;
    }
    if let Some(position) = watch.last {
        writeln!(out, "\n{}", Picture(&position))?;
    }
    ending(out, &record)?;
    if let Some(path) = &args.record {
        let rules = config.rules.with_seats(planned.seats as u8).map_err(RunError::usage)?;
        let mut case = Case::new(&rules, None, watch.moves);
        case.origin = format!("game {} of seed {}", planned.game, config.seed);
        // A game that was broken off came out in no way.
        if record.end != End::Void {
            case.claim = Claim {
                winner: Some(record.winner),
                places: Some(record.places),
                end: Some(Some(record.end)),
            };
        }
        write_new(path, case.write().as_bytes())?;
    }
    Ok(if record.findings.is_empty() { Exit::Held } else { Exit::Violation })
}

/// Writes a game down as it is played.
struct Script<'c> {
    config: &'c Config,
    planned: Planned,
    lines: Vec<String>,
    moves: Vec<MoveText>,
    last: Option<Position>,
}

impl Observer for Script<'_> {
    fn start(&mut self, _: &Planned, game: &Game<'_>) {
        self.lines.push(format!("start  {}", game.setup()));
        self.last = Some(*game.position());
    }

    fn choice(&mut self, _: &Bot, _: &Game<'_>, _: Move) {}

    fn ply(&mut self, before: &Position, seat: Seat, what: MoveText, after: &Game<'_>) {
        let board = after.board();
        let did = match what {
            MoveText::Move(mv) => board.path_text(before, mv),
            MoveText::Pass => "pass".to_string(),
            MoveText::Resign => "resign".to_string(),
        };
        let opening =
            u64::from(after.ply()) <= u64::from(self.config.opening) * board.seat_count() as u64;
        let who = match self.planned.bots()[seat.index()] {
            _ if opening => "opening",
            bot => self.config.bots[bot].name(),
        };
        self.moves.push(what);
        self.lines.push(format!("{:>5}  seat {seat}  {did}  ({who})", after.ply()));
        self.last = Some(*after.position());
    }

    fn finish(&mut self, game: &Game<'_>) {
        for seat in game.board().seats() {
            if let Standing::Home(place) = game.standing(seat) {
                self.lines.push(format!("seat {seat} is home, place {place}"));
            }
        }
    }
}

fn ending(out: &mut dyn io::Write, record: &Record) -> io::Result<()> {
    let places: Vec<String> = record.places.0[..record.planned.seats]
        .iter()
        .map(|place| place.map_or("-".to_string(), |place| place.to_string()))
        .collect();
    let winner = record.winner.map_or("nobody".to_string(), |seat| format!("seat {seat}"));
    writeln!(
        out,
        "end {}, after {} plies; won by {winner}; places {}",
        record.end,
        record.plies,
        places.join(" ")
    )?;
    for EngineFailure { ply, seat, message, .. } in &record.failures {
        writeln!(out, "the engine in seat {seat} failed after ply {ply}: {message}")?;
    }
    for finding in &record.findings {
        writeln!(
            out,
            "violation of {} after ply {}: {}",
            finding.invariant, finding.ply, finding.message
        )?;
        if let Some(position) = &finding.position {
            writeln!(out, "  {position}")?;
        }
    }
    Ok(())
}
