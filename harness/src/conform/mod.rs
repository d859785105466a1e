//! Holds an engine against rules: in position after position its moves, turn, winner and end are
//! compared with ours, until one differs.
//!
//! An engine in Rust implements [`Subject`] and is handed to [`assert_conforms`] in its own tests;
//! one in any other language speaks UGI and is tried by `harness conform`.
//!
//! ```
//! use engine::Position;
//! use engine::moves::reference;
//! use engine::notation::{MoveText, Setup};
//! use engine::rules::{Board, Rules, Seat};
//! use engine::star::Hole;
//! use harness::conform::assert_conforms;
//! use harness::subject::{Subject, SubjectError};
//!
//! /// Somebody's engine: here a few lines around our slow reference, where yours would be.
//! struct MyGame {
//!     board: Board,
//!     position: Position,
//!     winner: Option<Seat>,
//! }
//!
//! impl Subject for MyGame {
//!     fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError> {
//!         self.board = Board::new(rules).map_err(|error| SubjectError::Refused(error.to_string()))?;
//!         // An engine that cannot be set up in a position says `Err(SubjectError::Unsupported)`.
//!         self.position = from.map_or(self.board.start(), |setup| setup.position);
//!         self.winner = None;
//!         Ok(())
//!     }
//!
//!     fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError> {
//!         let moves = match self.winner {
//!             Some(_) => Vec::new(),
//!             None => reference::legal(&self.board, &self.position),
//!         };
//!         Ok(moves.into_iter().map(|mv| (mv.from(), mv.to())).collect())
//!     }
//!
//!     fn turn(&mut self) -> Result<Option<Seat>, SubjectError> {
//!         Ok(Some(self.position.turn()).filter(|_| self.winner.is_none()))
//!     }
//!
//!     fn play(&mut self, what: MoveText) -> Result<(), SubjectError> {
//!         if self.winner.is_some() {
//!             return Err(SubjectError::Refused("the game is over".to_string()));
//!         }
//!         let mover = self.position.turn();
//!         if let MoveText::Move(mv) = what {
//!             self.position.lift(mv.from());
//!             self.position.put(mover, mv.to());
//!             let win = self.board.rules().win;
//!             let home = |&seat: &Seat| reference::complete(win, &self.board, &self.position, seat);
//!             self.winner = Some(mover).filter(home).or(self.board.seats().find(home));
//!         }
//!         self.position.set_turn(mover.after(self.board.seat_count()));
//!         Ok(())
//!     }
//!
//!     fn winner(&mut self) -> Result<Option<Seat>, SubjectError> {
//!         Ok(self.winner)
//!     }
//! }
//!
//! // In the tests of the engine:
//! let rules = Rules::preset("standard")?.with_seats(3)?;
//! let board = Board::new(&rules)?;
//! let mut mine = MyGame { position: board.start(), winner: None, board };
//! assert_conforms(&mut mine, &rules, 500);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod covered;
mod smallest;
mod telling;
#[cfg(test)]
mod tests;

use std::fmt;

use engine::dice::below;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Cap, Rules, RulesError};
use engine::{End, Game};
use rand::Rng as _;
use rand_chacha::ChaCha8Rng;

pub use self::covered::Covered;
use self::smallest::smallest;
pub use self::telling::telling;
use crate::case::Case;
use crate::check::{Level, Violation};
use crate::hunt::player::{Actor, NAMES};
use crate::hunt::start::Start;
use crate::interrupt::Interrupt;
use crate::plan::Stream;
use crate::shrink::Form;
use crate::subject::{Subject, SubjectError};
use crate::trial::{Config, Trial, Watch, replay};

/// What is said of rules rather than of an engine that keeps to them.
const OF_THE_RULES: [&str; 2] = ["no-winner-at-home", "all-own-in-goal"];

/// Plies that are played on from a drawn position, at most.
const PLIES: u64 = 12;

/// How an engine fared.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was compared up to the first divergence, or in all.
    pub covered: Covered,
    /// The first divergence, made small, if there was one.
    pub divergence: Option<Divergence>,
}

/// Where an engine and the rules part.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The game that shows it: its last ply, or its start, is where they part.
    pub case: Case,
    /// What must hold and does not; the first of `invariants`.
    pub violation: Violation,
    /// The ids of all that did not hold.
    pub invariants: Vec<&'static str>,
}

/// Holds an engine against rules, whose number of seats must be set, in at least so many positions.
///
/// The positions follow from `seed` and the rules alone, and are hunted rather than met: openings
/// and games of all sorts of players, marbles scattered, homes jammed, goals nearly full, parked in
/// and blocked; and moves that bring somebody home by any rule are played more often than others.
/// An engine that cannot be set up in a position is held against games from the opening.
///
/// # Errors
///
/// If there is no board for the rules.
pub fn conform(
    subject: &mut dyn Subject,
    rules: &Rules,
    positions: u64,
    seed: u64,
) -> Result<Outcome, RulesError> {
    conform_until(subject, rules, positions, seed, &Interrupt::new())
}

/// The same, but that it ends early when it is interrupted, with what was compared until then.
///
/// # Errors
///
/// If there is no board for the rules.
pub fn conform_until(
    subject: &mut dyn Subject,
    rules: &Rules,
    positions: u64,
    seed: u64,
    interrupt: &Interrupt,
) -> Result<Outcome, RulesError> {
    let board = Board::new(rules)?;
    let takes_positions = takes_positions(subject, &board);
    let mut covered = Covered::new(board.seat_count(), takes_positions);
    for game in 0.. {
        if covered.positions >= positions || interrupt.count() > 0 {
            break;
        }
        let mut rng = Stream::Game.of(seed, game);
        let start = if takes_positions {
            Start::ALL[(game % Start::ALL.len() as u64) as usize]
        } else {
            Start::Opening
        };
        let from = match start {
            Start::Opening => None,
            _ => match start.draw(&board, &mut rng) {
                Some(setup) => Some(near_the_cap(&board, setup, &mut rng)),
                None => continue,
            },
        };
        let Some((plies, violations)) =
            try_one(subject, &board, from.as_ref(), start, &mut rng, &mut covered, interrupt)
        else {
            continue;
        };
        if let Some(divergence) = divergence(&board, from, plies, violations) {
            let form = if takes_positions { Form::Position } else { Form::Opening };
            let mut divergence = smallest(subject, &board, form, divergence);
            divergence.case.seed = Some(seed);
            divergence.case.game = Some(game);
            return Ok(Outcome { covered, divergence: Some(divergence) });
        }
    }
    Ok(Outcome { covered, divergence: None })
}

/// Whether an engine can be set up in a position; one that fails at it can.
fn takes_positions(subject: &mut dyn Subject, board: &Board) -> bool {
    let setup = Setup::from(board.start());
    subject.set_up(board.rules(), Some(&setup)) != Err(SubjectError::Unsupported)
}

/// Moves a few positions close to the cap, where the rules set one of their own.
fn near_the_cap(board: &Board, mut setup: Setup, rng: &mut ChaCha8Rng) -> Setup {
    let cap = board.rules().cap;
    if cap != Cap::default() && below(rng, 16) == 0 {
        let left = 1 + below(rng, 4) as u32;
        setup.ply = cap.plies(board.seat_count()).saturating_sub(left);
    }
    setup
}

/// Plays one game beside the engine's; none if the engine cannot be set up so.
fn try_one(
    subject: &mut dyn Subject,
    board: &Board,
    from: Option<&Setup>,
    start: Start,
    rng: &mut ChaCha8Rng,
    covered: &mut Covered,
    interrupt: &Interrupt,
) -> Option<(Vec<MoveText>, Vec<Violation>)> {
    let config = Config { level: Level::Sample, sample_seed: rng.next_u64() };
    let takes_positions = covered.takes_positions;
    let mut trial = Trial::start(board, from, subject, config).ok()?;
    let mut actors: Vec<Actor> = board
        .seats()
        .map(|seat| Actor::new(NAMES[below(rng, NAMES.len() as u64) as usize], seat))
        .collect();
    let most = match from {
        Some(_) => below(rng, PLIES + 1),
        // Long enough for good players to finish, at times.
        None if takes_positions => 1 << below(rng, 8),
        None => 1 << below(rng, 10),
    };
    let mut plies = Vec::new();
    covered.game(start);
    covered.position(trial.game());
    while (plies.len() as u64) < most
        && trial.goes_on()
        && trial.violations().is_empty()
        && interrupt.count() == 0
    {
        let game = trial.game();
        let what = match next(game, &mut actors, rng) {
            Some(mv) => MoveText::Move(mv),
            None => MoveText::Pass,
        };
        trial.play(what).expect("a legal move, or a pass that is due");
        plies.push(what);
        covered.position(trial.game());
    }
    covered.end(trial.game());
    Some((plies, trial.finish()))
}

/// A move that tells rules apart, if there is one, three times of four; what an actor plays
/// otherwise.
fn next(
    game: &Game<'_>,
    actors: &mut [Actor],
    rng: &mut ChaCha8Rng,
) -> Option<engine::moves::Move> {
    if below(rng, 4) > 0 {
        let telling = telling(game);
        if !telling.is_empty() {
            return Some(telling[below(rng, telling.len() as u64) as usize]);
        }
    }
    let seat = game.turn()?;
    actors[seat.index()].choose(game, rng)
}

/// The divergence that violations tell of, if any is one.
fn divergence(
    board: &Board,
    from: Option<Setup>,
    plies: Vec<MoveText>,
    violations: Vec<Violation>,
) -> Option<Divergence> {
    let violations: Vec<Violation> = diverging(violations);
    let violation = violations.first()?.clone();
    let start_ply = from.as_ref().map_or(0, |setup| setup.ply);
    let mut case = Case::new(board.rules(), from, plies);
    case.moves.truncate((violation.ply - start_ply) as usize);
    case.invariant = Some(violation.invariant.to_string());
    case.about = violation.message.clone();
    let invariants = violations.iter().map(|violation| violation.invariant).collect();
    Some(Divergence { case, violation, invariants })
}

fn diverging(violations: Vec<Violation>) -> Vec<Violation> {
    let of_the_engine = |violation: &Violation| !OF_THE_RULES.contains(&violation.invariant);
    violations.into_iter().filter(of_the_engine).collect()
}

/// What an engine gets wrong in a case; nothing if the case is no game, or it gets all of it right.
pub fn wrong_in(subject: &mut dyn Subject, case: &Case) -> Vec<Violation> {
    compared(subject, &case.board(), case.start.as_ref(), &case.moves)
}

/// What an engine gets wrong in a game; nothing if it is none.
fn compared(
    subject: &mut dyn Subject,
    board: &Board,
    from: Option<&Setup>,
    plies: &[MoveText],
) -> Vec<Violation> {
    let config = Config { level: Level::All, sample_seed: 0 };
    let watch = Watch { config, checks: false };
    diverging(replay(board, from, plies, subject, watch).unwrap_or_default())
}

/// Panics with the divergence if an engine departs from the rules in one of so many positions.
///
/// # Panics
///
/// If it does, or if there is no board for the rules.
pub fn assert_conforms(subject: &mut dyn Subject, rules: &Rules, positions: u64) {
    let outcome = conform(subject, rules, positions, 1).expect("rules with a board");
    if let Some(divergence) = outcome.divergence {
        panic!("{divergence}");
    }
}

impl fmt::Display for Divergence {
    /// The board drawn, what differs, and the case.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.case.board();
        if let Some(mut game) = self.case.game_on(&board) {
            for &what in &self.case.moves {
                if game.act(what).is_err() {
                    break;
                }
            }
            write!(f, "{}", engine::notation::Picture(game.position()))?;
            let turn = match (game.turn(), game.end()) {
                (Some(seat), _) => format!("seat {seat} to move"),
                (None, Some(end @ (End::Home | End::BlockedHome))) => {
                    let winner = game.winner().map_or_else(String::new, |seat| seat.to_string());
                    format!("the game is over: seat {winner} has won ({end})")
                }
                (None, end) => format!("the game is over: {}", end.map_or("", End::name)),
            };
            writeln!(f, "after {} plies, {turn}", game.ply())?;
        }
        writeln!(f, "{}: {}", self.violation.invariant, self.violation.message)?;
        if self.invariants.len() > 1 {
            writeln!(f, "with it: {}", self.invariants[1..].join(", "))?;
        }
        write!(f, "\n{}", self.case.write())
    }
}
