//! A failing game made small: the least that still fails the same invariant.
//!
//! There are two forms. In the *position* form a game starts as late as it can, with the marbles
//! that matter alone; in the *opening* form it starts where it did and has as few plies as can be
//! found. Each is a fixpoint of passes that depend on nothing but the game, so the result of a
//! result is itself; a pass takes over only what is smaller and was tried and fails.
//!
//! - [`shrink_case`]: a case made small, with all that belongs to it; [`shrink`], for any game and [`Oracle`],
//!   which says whether a game fails.
//! - `position`: cuts the prefix, lifts marbles, makes rules plain.
//! - `line`: deletes plies and makes what is left legal again.
//! - `picture`, `ground`, `reach`: what the failure looks like, and a search for another way to it that gets
//!   out of where deletions are stuck.

mod finding;
mod ground;
mod line;
mod oracle;
mod picture;
mod position;
mod reach;

pub use finding::shrink_case;
pub use oracle::{Line, Oracle, TrialOracle};

/// What a shrunk game starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// A position: as late as it can, with as few marbles.
    Position,
    /// Where it started, as a rule the opening: with as few plies.
    Opening,
}

/// The smallest game found that fails as `line` does; none if that does not fail.
pub fn shrink(line: &Line, form: Form, oracle: &mut dyn Oracle) -> Option<Line> {
    let mut best = line.clone().failing(oracle)?;
    let pass = match form {
        Form::Position => position::smaller,
        Form::Opening => shorter,
    };
    while let Some(smaller) = pass(&best, oracle) {
        best = smaller;
    }
    Some(best)
}

/// One round of everything that makes a game from its own start shorter.
fn shorter(line: &Line, oracle: &mut dyn Oracle) -> Option<Line> {
    if let Some(shallow) = reach::shallow(line, oracle) {
        return Some(shallow);
    }
    let plainer = position::plainer(line, oracle);
    let line = plainer.as_ref().unwrap_or(line);
    let failure = shrink(line, Form::Position, oracle)?;
    let reached = reach::reach(line, &failure, oracle);
    reached.or_else(|| line::shorter(line, oracle)).or(plainer)
}

#[cfg(test)]
mod tests;
