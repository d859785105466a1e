//! What the tests of the solver share.

mod published;
mod second;
mod slow;
mod states;
mod symmetry;
mod work;

use std::collections::BTreeSet;

use engine::Game;
use engine::rules::{Board, Rules, Seat, Win};
use engine::star::Cube;

use super::answers::Answers;
use super::field::{Field, State};
use super::force::{Forced, Question};
use super::job::{Job, Stage, Subject};
use super::reach::Reach;
use super::space::{Ending, Fate, Space};
use super::*;
use crate::case::Case;
use slow::{Graph, Layout, Reading};

fn rules(preset: &str, axes: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::preset(preset).unwrap();
    for (axis, value) in axes {
        rules.set(axis, value).unwrap();
    }
    rules
}

fn liou() -> Rules {
    rules("liou-3p", &[("arm", "1")])
}

fn rhombus(win: &str) -> Rules {
    rules("sturtevant-2p", &[("arm", "1"), ("marbles", "3"), ("win", win)])
}

fn prove(rules: Rules) -> Result<Proof, Unproved> {
    let job = Job { progress: &|_| (), stop: &|| false, folder: None };
    Task { rules, counted: None, large: false }.prove(&job)
}

/// A space with its states that can be reached and its answers.
struct Solved {
    space: Space,
    reach: Reach,
    answers: Answers,
}

fn space(rules: &Rules) -> Space {
    Space::new(Field::new(&Board::new(rules).unwrap()).unwrap()).unwrap()
}

fn solve(rules: &Rules) -> Solved {
    solve_space(space(rules))
}

/// Every seat asked for itself, although they are alike.
fn solve_apart(rules: &Rules) -> Solved {
    let field = Field::new(&Board::new(rules).unwrap()).unwrap();
    solve_space(Space::new(field.forget_symmetry()).unwrap())
}

fn solve_space(space: Space) -> Solved {
    let job = Job { progress: &|_| (), stop: &|| false, folder: None };
    let subject = Subject { rules: String::new(), states: space.len() };
    let stage = || Stage::new(&job, &subject, String::new());
    let reach = Reach::explore(&space, stage()).unwrap();
    let solve = |_, question: &_| Forced::solve(&space, question, stage());
    let answers = Answers::find(&space, solve).unwrap();
    Solved { space, reach, answers }
}
