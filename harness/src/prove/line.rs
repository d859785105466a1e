//! A line of play through states, as a case.

use engine::Game;
use engine::notation::MoveText;
use engine::rules::{AXES, Rules};

use super::field::State;
use super::space::{Ending, Fate, Space};
use crate::case::{Case, Expect};

/// A shortest line of play from the start to a state that shows something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it shows, fit for a file name.
    pub name: &'static str,
    /// The line, with how the game stands at its end.
    pub case: Case,
}

impl Line {
    /// The line through these states, which lead from one to the next by a move or a pass.
    ///
    /// # Panics
    ///
    /// If the engine's own game does not come through it to the last state.
    pub(super) fn through(
        space: &Space,
        states: &[State],
        name: &'static str,
        about: String,
    ) -> Self {
        let board = space.field().board();
        let mut game = Game::new(board);
        let mut moves = Vec::new();
        let mut play = |game: &mut Game<'_>, what| {
            game.act(what).unwrap_or_else(|refusal| panic!("{name}: {what:?}: {refusal}"));
            moves.push(what);
        };
        for (before, after) in states.iter().zip(&states[1..]) {
            play(&mut game, ply(space, before, after));
        }
        let last = &states[states.len() - 1];
        assert_eq!(space.field().state(game.position()).placement, last.placement, "{name}");
        if space.fate(last, Ending::First) == Fate::Deadlock {
            // The game is over once everybody has passed.
            while !game.over() {
                play(&mut game, MoveText::Pass);
            }
        }
        let mut case = Case::new(board.rules(), None, moves);
        case.about = about;
        case.origin = "proved by visiting every state".to_string();
        case.claim.winner = Some(game.winner());
        case.claim.end = Some(game.end());
        case.expect.push(Expect::Turn(game.turn()));
        Self { name, case }
    }
}

/// What is played between two states.
fn ply(space: &Space, before: &State, after: &State) -> MoveText {
    let seat = before.turn;
    let (from, to) = (before.placement.marbles[seat], after.placement.marbles[seat]);
    if from == to {
        return MoveText::Pass;
    }
    let hole = |set: u64| set.trailing_zeros();
    MoveText::Move(space.field().mv(hole(from & !to), hole(to & !from)))
}

/// The axes in which `rules` differ from the defaults, and their values.
pub(super) fn axes(rules: &Rules) -> impl Iterator<Item = (&'static str, String)> {
    let value = |rules: &Rules, axis| rules.get(axis).expect("a listed axis has a value");
    let all = AXES.iter().map(move |axis| (axis.name, value(rules, axis.name)));
    all.filter(move |(axis, text)| *text != value(&Rules::default(), axis))
}
