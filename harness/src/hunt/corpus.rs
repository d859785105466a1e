//! The failures of a hunt, made small and kept once each.

use std::collections::{BTreeMap, BTreeSet};

use super::known::Known;
use super::quarry::Quarry;
use super::shape::shape;
use super::start::Start;
use crate::case::{Case, Expect};
use crate::check::Violation;
use crate::shrink::{Form, shrink_case};
use crate::subject::Subjects;
use crate::text;

/// Shrinking stops for an invariant after so many times the cases that are kept of it: by then the
/// rest would be the same again.
const TRIES: usize = 3;

/// What became of one invariant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Games in which it did not hold, those accepted aside.
    pub games: u64,
    /// Games in which it did not hold and that is accepted.
    pub accepted: u64,
    /// The first game in which it did not hold.
    pub first: u64,
    /// Its cases, each of its own shape.
    pub kept: Vec<Kept>,
    /// Failures that were made small.
    shrunk: usize,
}

/// A failure that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Name of its file.
    pub file: String,
    /// The failure, made small.
    pub case: Case,
    /// The game as it was played, up to the failure.
    pub whole: Case,
}

/// What a violation is to a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sighting {
    /// Whether it is accepted.
    pub known: bool,
    /// The file of its case, if it is kept.
    pub file: Option<String>,
}

/// All failures of a hunt.
#[derive(Clone, Debug)]
pub struct Corpus {
    keep: usize,
    known: Vec<(Known, u64)>,
    findings: BTreeMap<&'static str, Finding>,
    shapes: BTreeSet<String>,
    files: usize,
}

impl Corpus {
    /// A corpus that keeps up to `keep` cases of each invariant.
    pub fn new(keep: usize, known: Vec<Known>) -> Self {
        let known = known.into_iter().map(|known| (known, 0)).collect();
        Self { keep, known, findings: BTreeMap::new(), shapes: BTreeSet::new(), files: 0 }
    }

    /// Adds what did not hold in a game, in order; `subjects` makes the engine that it did not hold in.
    pub fn add(&mut self, quarry: &Quarry, subjects: &Subjects<'_>) -> Vec<Sighting> {
        let add = |violation| self.add_one(quarry, violation, subjects);
        quarry.violations.iter().map(add).collect()
    }

    fn add_one(
        &mut self,
        quarry: &Quarry,
        violation: &Violation,
        subjects: &Subjects<'_>,
    ) -> Sighting {
        let id = violation.invariant;
        let finding = self.findings.entry(id).or_default();
        if finding.games + finding.accepted == 0 {
            finding.first = quarry.game;
        }
        let accepting = self.known.iter_mut().find(|(known, _)| known.accepts(id, &quarry.rules));
        if let Some((_, hits)) = accepting {
            *hits += 1;
            finding.accepted += 1;
            return Sighting { known: true, file: None };
        }
        finding.games += 1;
        if finding.kept.len() >= self.keep || finding.shrunk >= TRIES * self.keep {
            return Sighting::default();
        }
        finding.shrunk += 1;
        let whole = whole(quarry, violation);
        // What a bot did does not show when its moves are played again: it is kept as it is.
        let bare = Case { about: String::new(), ..whole.clone() };
        let case = shrink_case(&bare, Form::Position, subjects).unwrap_or_else(|| whole.clone());
        if !self.shapes.insert(shape(&case)) {
            return Sighting::default();
        }
        self.files += 1;
        let file = format!("{:04}-{id}.case", self.files);
        finding.kept.push(Kept { file: file.clone(), case, whole });
        Sighting { known: false, file: Some(file) }
    }

    /// What did not hold, by invariant.
    pub fn findings(&self) -> &BTreeMap<&'static str, Finding> {
        &self.findings
    }

    /// Games in which something did not hold that is not accepted, counted for each invariant.
    pub fn violations(&self) -> u64 {
        self.findings.values().map(|finding| finding.games).sum()
    }

    /// The accepted findings, each with how often it was seen.
    pub fn known(&self) -> &[(Known, u64)] {
        &self.known
    }

    /// What is kept in a file of this name.
    pub fn kept(&self, file: &str) -> Option<&Kept> {
        let mut kept = self.findings.values().flat_map(|finding| &finding.kept);
        kept.find(|kept| kept.file == file)
    }
}

/// A violation as a case: the whole game up to it.
fn whole(quarry: &Quarry, violation: &Violation) -> Case {
    let before = quarry.setup.as_ref().map_or(0, |setup| setup.ply);
    let plies = violation.ply.saturating_sub(before) as usize;
    let moves = quarry.log.iter().copied().take(plies).collect();
    let from = match quarry.start {
        Start::Opening => "the opening".to_string(),
        start => format!("a {start} start"),
    };
    let players = quarry.players.join(" ");
    Case {
        about: violation.message.clone(),
        invariant: Some(violation.invariant.to_string()),
        expect: vec![Expect::Holds],
        game: Some(quarry.game),
        origin: format!(
            "a hunt: {players} from {from}, failing after {}",
            text::plies(plies as u64)
        ),
        ..Case::new(&quarry.rules, quarry.setup.clone(), moves)
    }
}
