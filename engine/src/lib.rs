//! Chinese checkers (Stern-Halma) on the six-pointed star: rules as data, fast and obvious.
//!
//! A whole game, played by a search, shown, and taken back:
//!
//! ```
//! use engine::notation::{KeyText, Setup};
//! use engine::rules::{Board, Rules};
//! use engine::search::{Query, Searcher};
//! use engine::{End, Game};
//!
//! // Rules are a value: a preset, and axes by name. A board is rules made ready for play.
//! let mut rules = Rules::preset("hub")?.with_seats(3)?;
//! rules.set("arm", "2")?;
//! let board = Board::new(&rules)?;
//!
//! let mut game = Game::new(&board);
//! let mut searcher = Searcher::new();
//! let mut plies = Vec::new();
//! while let Some(found) = searcher.seek(&game, &Query { seed: game.ply().into(), ..Query::default() }) {
//!     let played = match found.mv {
//!         Some(mv) => {
//!             println!("{} {}", game.position().turn(), board.path_text(game.position(), mv));
//!             game.play(mv)?
//!         }
//!         None => game.pass()?,
//!     };
//!     plies.push(played);
//! }
//! assert!(matches!(game.end(), Some(End::Home | End::BlockedHome)));
//! let winner = game.winner().expect("somebody came home");
//! assert_eq!(game.place_of(winner), Some(1));
//! assert!(game.home_complete(winner) && game.finished(winner));
//!
//! // Everything is text, both ways, and the text says the same again.
//! let text = game.setup().to_string();
//! let again = Game::resume(&board, &text.parse::<Setup>()?)?;
//! let key = |game: &Game<'_>| KeyText(game.position().key()).to_string();
//! assert_eq!((key(&again), key(&again).len()), (key(&game), 16));
//!
//! while let Some(played) = plies.pop() {
//!     game.unplay(played)?;
//! }
//! assert_eq!((*game.position(), game.ply()), (board.start(), 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What there is
//!
//! **The board itself**: [`star`], for points of length 1 to 4, every table derived.
//!
//! - A [`Hole`](star::Hole) by number, its coordinates and back: [`Star::cube`], [`Star::hole_at`]; its
//!   [`row`](Star::row), [`column`](Star::column), and each row's [length](Star::row_len) and
//!   [start](Star::row_start).
//! - What is [next](Star::next) to it in a direction, whether and where another [is](Star::next_to), its
//!   [`neighbours`](Star::neighbours) and [`degree`](Star::degree), all [`pairs`](Star::pairs).
//! - The hole [across](Star::opposite) the centre and [a turn on](Star::turned), its
//!   [`ring`](Star::ring) and hop [`class`](Star::class), the [point](Star::point_of) that it lies in.
//! - A point's [holes](Star::point), [`front`](Star::front) and [`tip`](Star::tip);
//!   [layouts](rules::Layouts::points), the points that seats start in.
//! - [`Star::check`] holds every table against its formulas, inverses and symmetries, and
//!   [counts](star::Counts) it. [`hash`] has the numbers that keys are made of.
//!
//! **Rules as data**: [`rules`].
//!
//! - [`Rules`]: one value with a switch for each way that people play, presets by name, 1, 2, 3, 4 or 6
//!   seats, a point of marbles each, or point and front.
//! - [`Board`]: who starts where and goes where; the [start](Board::start), an [empty](Board::empty)
//!   board, [distances](Board::distance_left), and who is [home](Board::complete), with what is still
//!   [missing](Board::missing).
//!
//! **Marbles**: [`Position`], and [`moves`].
//!
//! - [`at`](Position::at), [`put`](Position::put), [`lift`](Position::lift), whose
//!   [`turn`](Position::turn) it is; the [`key`](Position::key), and the
//!   [`own_key`](Position::own_key) of one seat's marbles alone.
//! - Single [`steps`](Board::steps) and [`hops`](Board::hops), the atoms that moves are made of; where a
//!   marble can [`reach`](Board::reach), by which [`path`](Board::path), and all legal
//!   [moves](Board::moves).
//! - A bare move [done](Board::apply) and [taken back](Board::take_back); sequences of moves
//!   [counted](moves::perft).
//!
//! **Games**: [`Game`].
//!
//! - [`play`](Game::play), [`pass`](Game::pass), [`resign`](Game::resign), [`unplay`](Game::unplay),
//!   with the reason of a [`Refusal`] and its [code](Refusal::code); whether a seat
//!   [has to pass](Game::can_pass).
//! - Who [is home](Game::home_complete) now, who has [`finished`](Game::finished), the
//!   [`places`](Game::places) and the [place of](Game::place_of) a seat, how far it has
//!   [left](Game::distance_left).
//! - Whether it is [`over`](Game::over) and [how](Game::end) it ended, the [`ply`](Game::ply) and the
//!   [`cap`](Game::cap).
//!
//! **Text**: [`notation`], total readers and their writers.
//!
//! - Positions as a [`Setup`](notation::Setup) and drawn as a [`Picture`](notation::Picture). What is
//!   wrong is [named](notation::PositionError::faults) all at once, in the order length, letter, rows,
//!   width, fields, seat, count, game; the [code](notation::PositionError::code) is the first one's.
//! - [Names](Star::name) of holes, [moves](Board::path_text) as they go, and moves
//!   [read](Board::read_move), with the hop that cannot be made; [keys](notation::KeyText) as 16 digits.
//!
//! **Playing**: [`search`], [`bots`], [`coach`].
//!
//! - [`evaluate`](search::evaluate) with [`Weights`](search::Weights), the default ones or others.
//! - [`Searcher::seek`](search::Searcher::seek): depth, width, a budget of nodes,
//!   [mode](search::Mode), weights, a seed, set-ups to avoid. The first ply is looked at whole; past the
//!   budget the best of the last finished depth counts. [`Found`](search::Found) has the move or that
//!   the seat has to pass, the score, the depth, the nodes, and whether it was stopped.
//! - A random move, or a [random forward](bots::random_forward) one, and every [`Bot`](bots::Bot) by name.
//!
//! The engine does no input or output and has no clock, threads or global state. Everything that is
//! fast stands beside something slow and obvious that it is checked against.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod bots;
pub mod coach;
pub mod dice;
mod game;
pub mod hash;
pub mod moves;
pub mod notation;
mod position;
pub mod rules;
pub mod search;
pub mod star;

#[cfg(doc)]
use rules::{Board, Rules};
#[cfg(doc)]
use star::Star;

pub use game::{End, Game, Misfit, Played, Refusal, Standing};
pub use position::{Position, Undo};
