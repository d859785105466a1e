//! Hostile bots: they play to bring rules and rivals into trouble, not to win.

use core::fmt;

use rand::Rng;

use super::random_move;
use crate::Game;
use crate::dice::below;
use crate::moves::Move;
use crate::notation::MoveText;
use crate::rules::{Board, Seat};
use crate::star::{Hole, HoleSet};

/// A habit that serves nobody. Where a habit leaves several moves, each is as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adversary {
    /// Runs for its goal, but never takes its last [`Adversary::LAST`] marbles out of its home
    /// while it has another move.
    Squatter,
    /// Takes its marbles into rivals' goals, as deep as they go, and leaves them there.
    Spoiler,
    /// Takes back its own last move, again and again.
    Shuffler,
    /// Takes its marbles to the outermost row of a rival's goal and the holes before it, and leaves
    /// them there.
    Hoarder,
}

impl Adversary {
    /// Every adversary.
    pub const ALL: [Self; 4] = [Self::Squatter, Self::Spoiler, Self::Shuffler, Self::Hoarder];

    /// Marbles that a squatter keeps at home.
    pub const LAST: usize = 2;

    /// Its name on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squatter => "squatter",
            Self::Spoiler => "spoiler",
            Self::Shuffler => "shuffler",
            Self::Hoarder => "hoarder",
        }
    }

    /// The adversary with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|adversary| adversary.name() == name)
    }

    pub(super) fn choose(self, game: &Game<'_>, rng: &mut impl Rng) -> Option<Move> {
        let seat = game.turn()?;
        let board = game.board();
        match self {
            Self::Shuffler => {
                let last = game.log().rev().find_map(|(mover, what)| match what {
                    MoveText::Move(mv) if mover == seat => Some(mv.reversed()),
                    _ => None,
                });
                let back = last.filter(|&mv| board.is_legal(game.position(), mv));
                back.or_else(|| random_move(game, rng))
            }
            Self::Squatter => {
                let home = board.home(seat);
                let few = (game.position().marbles(seat) & home).len() <= Self::LAST;
                let distance = |hole| i32::from(board.distance(seat, hole));
                most(game, rng, |mv| {
                    if few && home.contains(mv.from()) && !home.contains(mv.to()) {
                        return i32::MIN;
                    }
                    distance(mv.from()) - distance(mv.to())
                })
            }
            Self::Spoiler => {
                let goals = spoilt(board, seat);
                let nearest = |hole| {
                    let depths = goals.clone().map(|rival| i32::from(board.distance(rival, hole)));
                    depths.min().unwrap_or(0)
                };
                let parked = |hole| goals.clone().any(|rival| board.goal(rival).contains(hole));
                most(game, rng, |mv| keep(&parked, mv, nearest(mv.from()) - nearest(mv.to())))
            }
            Self::Hoarder => {
                let Some(rival) = spoilt(board, seat).next() else { return random_move(game, rng) };
                let edge = board.goal_depth();
                let front: HoleSet = board
                    .star()
                    .holes()
                    .into_iter()
                    .filter(|&hole| (edge - 1..=edge).contains(&board.distance(rival, hole)))
                    .collect();
                let free = front - game.position().occupied();
                let star = board.star();
                let nearest = |hole: Hole| {
                    let way = |end| i32::from(star.cube(hole).distance(star.cube(end)));
                    free.into_iter().map(way).min().unwrap_or(0)
                };
                let parked = |hole| front.contains(hole);
                most(game, rng, |mv| keep(&parked, mv, nearest(mv.from()) - nearest(mv.to())))
            }
        }
    }
}

impl fmt::Display for Adversary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// `wish`, unless the move takes away a marble that is where it should be.
fn keep(parked: &impl Fn(Hole) -> bool, mv: Move, wish: i32) -> i32 {
    if parked(mv.from()) && !parked(mv.to()) { i32::MIN } else { wish }
}

/// The rivals whose goals are worth spoiling: not the one that is going to the seat's own home,
/// unless there is no other, nor one that shares the seat's goal.
fn spoilt(board: &Board, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
    let count = board.seat_count();
    let elsewhere = move |rival: &Seat| board.goal(*rival) != board.home(seat);
    let rivals = (1..count).map(move |step| (0..step).fold(seat, |seat, _| seat.after(count)));
    let any = rivals.clone().any(|rival| elsewhere(&rival));
    rivals.filter(move |rival| !any || elsewhere(rival))
}

/// One of the moves that `wish` likes most.
fn most(game: &Game<'_>, rng: &mut impl Rng, wish: impl Fn(Move) -> i32) -> Option<Move> {
    let moves = game.moves();
    let best = moves.iter().map(&wish).max()?;
    let count = moves.iter().filter(|&mv| wish(mv) == best).count();
    moves.iter().filter(|&mv| wish(mv) == best).nth(below(rng, count as u64) as usize)
}
