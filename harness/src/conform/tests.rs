use engine::rules::{PRESETS, Seat};
use engine::star::Hole;

use super::*;
use crate::subject::NativeSubject;

/// Our engine, playing rules with one axis changed.
struct Misled {
    inner: NativeSubject,
    axis: &'static str,
    value: &'static str,
    takes_positions: bool,
}

impl Subject for Misled {
    fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError> {
        if from.is_some() && !self.takes_positions {
            return Err(SubjectError::Unsupported);
        }
        let mut rules = *rules;
        rules.set(self.axis, self.value).unwrap();
        self.inner.set_up(&rules, from)
    }
    fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError> {
        self.inner.moves()
    }
    fn turn(&mut self) -> Result<Option<Seat>, SubjectError> {
        self.inner.turn()
    }
    fn play(&mut self, what: MoveText) -> Result<(), SubjectError> {
        self.inner.play(what)
    }
    fn winner(&mut self) -> Result<Option<Seat>, SubjectError> {
        self.inner.winner()
    }
}

fn misled(axis: &'static str, value: &'static str) -> Misled {
    Misled { inner: NativeSubject::default(), axis, value, takes_positions: true }
}

#[test]
fn our_engine_conforms_to_every_preset() {
    for (name, _) in PRESETS {
        let rules = Rules::preset(name).unwrap();
        for seats in rules.seats.map_or(vec![2, 3, 4, 6], |seats| vec![seats]) {
            let rules = rules.with_seats(seats).unwrap();
            assert_conforms(&mut NativeSubject::default(), &rules, 400);
        }
    }
}

#[test]
fn a_rule_that_is_otherwise_diverges_whichever_it_is() {
    for (preset, seats, axis, value, invariants) in [
        ("standard", 2, "hops", "long", &["legal-set"][..]),
        ("standard", 2, "over", "others", &["legal-set"]),
        ("standard", 3, "foreign-points", "no-stop", &["legal-set"]),
        ("standard", 3, "foreign-points", "private", &["legal-set"]),
        ("standard", 2, "leave-goal", "forbidden", &["legal-set"]),
        ("standard", 2, "win", "all-own", &["win-declared"]),
        ("standard", 2, "win", "any-own", &["win-declared"]),
        ("standard", 4, "win", "empty-home", &["win-declared"]),
        ("standard", 2, "win", "natives", &["win-declared"]),
        ("standard", 2, "win", "locked-out", &["win-declared"]),
        ("standard", 4, "win-tested", "mover", &["win-declared"]),
        ("game-sternhalma", 2, "hand-win", "illegal", &["legal-set"]),
        ("standard", 3, "after-win", "places", &["turn-order", "over-offers-no-move"]),
        ("game-sternhalma", 3, "after-win", "stop", &["turn-order"]),
        ("standard", 3, "no-move", "skip", &["turn-order"]),
        ("standard", 3, "no-move", "lose", &["turn-order"]),
        ("openspiel", 2, "cap", "1000", &["over-offers-no-move"]),
    ] {
        let rules = Rules::preset(preset).unwrap().with_seats(seats).unwrap();
        let outcome = conform(&mut misled(axis, value), &rules, 20_000, 1).unwrap();
        let divergence = outcome.divergence.unwrap_or_else(|| panic!("{axis}={value} conforms"));
        let invariant = divergence.violation.invariant;
        assert!(invariants.contains(&invariant), "{axis}={value}: {divergence}");
        // A ply or two and the marbles that it takes: a seat without a move takes most.
        let most = if axis == "no-move" { 24 } else { 13 };
        let marbles = divergence.case.start.as_ref().map(|start| start.position.occupied().len());
        assert!(divergence.case.moves.len() <= 2, "{axis}={value}: {divergence}");
        assert!(marbles.is_some_and(|marbles| marbles <= most), "{axis}={value}: {divergence}");
        // The case shows it again, and our own engine gets it right.
        let again = wrong_in(&mut misled(axis, value), &divergence.case);
        assert_eq!(again.first().map(|wrong| wrong.invariant), Some(invariant), "{divergence}");
        assert_eq!(wrong_in(&mut NativeSubject::default(), &divergence.case), []);
    }
}

#[test]
fn an_engine_that_takes_no_positions_is_played_from_the_opening() {
    let rules = Rules::default().with_seats(2).unwrap();
    let mut subject = Misled { takes_positions: false, ..misled("hops", "adjacent") };
    let outcome = conform(&mut subject, &rules, 2000, 1).unwrap();
    assert!(outcome.divergence.is_none() && !outcome.covered.takes_positions);
    assert!(outcome.covered.starts.keys().all(|&start| start == Start::Opening));
    let mut subject = Misled { takes_positions: false, ..misled("win", "all-own") };
    let outcome = conform(&mut subject, &rules, 50_000, 1).unwrap();
    let divergence = outcome.divergence.expect("players block each other's goals");
    assert_eq!(divergence.violation.invariant, "win-declared");
}

#[test]
fn the_same_seed_compares_the_same() {
    let rules = Rules::default().with_seats(4).unwrap();
    let run = |seed| conform(&mut NativeSubject::default(), &rules, 500, seed).unwrap().covered;
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}
