//! A case made small.

use super::{Form, Line, TrialOracle, shrink};
use crate::case::{Case, Claim, Expect};
use crate::subject::Subjects;

/// The smallest case found that fails the same invariant as `case` in the engine that `subjects`
/// makes, tried again in a new one; none if `case` names no invariant, or that holds in it.
///
/// What somebody claimed or expected of the longer game is left out, as it is no longer about it.
/// A case without a sentence about it gets what was seen.
///
/// ```
/// use harness::case::Case;
/// use harness::shrink::{Form, shrink_case};
/// let text = "\
/// invariant: no-winner-at-home
/// win: any-own
/// start: 0/00/000/[1]000/[13]/[12]/[5]1[5]/[10]/[9]/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10
/// moves: m5-n1
/// ";
/// let case = Case::read(text.as_bytes())?;
/// let small = shrink_case(&case, Form::Position, &harness::subject::natives).expect("it fails");
/// assert_eq!(small.moves.len(), 1);
/// assert_eq!(small.start.unwrap().position.occupied().len(), 11);
/// # Ok::<(), harness::case::RecordError>(())
/// ```
pub fn shrink_case(case: &Case, form: Form, subjects: &Subjects<'_>) -> Option<Case> {
    let invariant = case.invariant.as_deref()?;
    let line = Line::of(case);
    let mut oracle = TrialOracle::new(&line, invariant, subjects)?;
    let small = shrink(&line, form, &mut oracle)?;
    let seen = TrialOracle::new(&small, invariant, subjects)?.violation(&small)?;
    let mut expect = case.expect.clone();
    expect.retain(|expect| matches!(expect, Expect::Holds | Expect::Fails));
    let about = if case.about.is_empty() { seen.message } else { case.about.clone() };
    let Line { rules, start, moves } = small;
    Some(Case { about, rules, start, moves, claim: Claim::default(), expect, ..case.clone() })
}

impl Line {
    /// The game of a case.
    pub fn of(case: &Case) -> Self {
        Self { rules: case.rules, start: case.start.clone(), moves: case.moves.clone() }
    }
}
