use std::collections::BTreeSet;

use engine::dice::below;
use engine::rules::{Cap, NoMove, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use engine::End;
use engine::moves::Move;
use engine::rules::Win;
use engine::star::Hole;

use super::*;
use crate::subject::NativeSubject;

/// What a broken subject breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Wins by another rule.
    Wins(Win),
    LastMoveMissing,
    FirstMoveTwice,
    NowhereListed,
    RefusesChains,
    TurnSticks,
    CapLate,
    NoDeadlock,
    PlacesEven,
    AnnouncesAgain,
    UndoKeepsTurn,
    KeyWithoutTurn,
    KeyByIdentity,
    DropsMarble,
    OffersAfterEnd,
    Dies,
}

/// Our engine with one fault.
struct Broken {
    fault: Fault,
    inner: NativeSubject,
    sets: u64,
    plies: u32,
}

impl Broken {
    fn new(fault: Fault) -> Self {
        Self { fault, inner: NativeSubject::default(), sets: 0, plies: 0 }
    }
}

impl Subject for Broken {
    fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError> {
        let mut rules = *rules;
        match self.fault {
            Fault::Wins(win) => rules.win = win,
            Fault::CapLate => rules.cap = Cap::Total(rules.cap.plies(2) + 1),
            Fault::NoDeadlock => rules.no_move = NoMove::Skip,
            _ => {}
        }
        self.sets += 1;
        self.plies = 0;
        self.inner.set_up(&rules, from)
    }

    fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError> {
        let mut moves = self.inner.moves()?;
        match self.fault {
            Fault::LastMoveMissing => drop(moves.pop()),
            Fault::FirstMoveTwice => moves.extend(moves.first().copied()),
            Fault::NowhereListed => moves.extend(moves.first().map(|&(from, _)| (from, from))),
            Fault::OffersAfterEnd if moves.is_empty() => {
                moves.push((Hole::new(0).unwrap(), Hole::new(1).unwrap()));
            }
            _ => {}
        }
        Ok(moves)
    }

    fn turn(&mut self) -> Result<Option<Seat>, SubjectError> {
        let turn = self.inner.turn()?;
        Ok(if self.fault == Fault::TurnSticks { turn.map(|_| Seat::ALL[0]) } else { turn })
    }

    fn play(&mut self, what: MoveText) -> Result<(), SubjectError> {
        self.plies += 1;
        let chain = |mv: Move| mv.from().index().abs_diff(mv.to().index()) == 2;
        match (self.fault, what) {
            (Fault::RefusesChains, MoveText::Move(mv)) if chain(mv) => {
                Err(SubjectError::Refused("no chains".to_string()))
            }
            (Fault::Dies, _) if self.plies > 3 => Err(SubjectError::Died("boom".to_string())),
            _ => self.inner.play(what),
        }
    }

    fn winner(&mut self) -> Result<Option<Seat>, SubjectError> {
        self.inner.winner()
    }

    fn end(&mut self) -> Result<Option<End>, SubjectError> {
        self.inner.end()
    }

    fn came_home(&mut self) -> Result<Vec<Seat>, SubjectError> {
        let winner = self.inner.winner()?;
        match (self.fault, winner) {
            (Fault::AnnouncesAgain, Some(winner)) => Ok(vec![winner]),
            _ => self.inner.came_home(),
        }
    }

    fn places(&mut self) -> Result<BySeat<Option<u8>>, SubjectError> {
        let places = self.inner.places()?;
        let even = self.fault == Fault::PlacesEven;
        Ok(if even { BySeat(places.0.map(|place| place.map(|_| 1))) } else { places })
    }

    fn position(&mut self) -> Result<Setup, SubjectError> {
        let mut setup = self.inner.position()?;
        if self.fault == Fault::DropsMarble && self.plies > 2 {
            let hole = setup.position.occupied().first().unwrap();
            setup.position.lift(hole);
        }
        Ok(setup)
    }

    fn key(&mut self) -> Result<u64, SubjectError> {
        let setup = self.inner.position()?;
        Ok(match self.fault {
            Fault::KeyWithoutTurn => {
                let position = &setup.position;
                position.seats().fold(0, |key, seat| key ^ position.own_key(seat))
            }
            Fault::KeyByIdentity => self.inner.key()? ^ self.sets,
            _ => self.inner.key()?,
        })
    }

    fn undo(&mut self) -> Result<(), SubjectError> {
        if self.fault == Fault::UndoKeepsTurn {
            let played = self.inner.position()?.position.turn();
            self.inner.undo()?;
            let mut setup = self.inner.position()?;
            setup.position.set_turn(played);
            return self.inner.set_up(&Rules::default().with_seats(2).unwrap(), Some(&setup));
        }
        self.inner.undo()
    }
}

fn rules(axes: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    axes.iter().for_each(|(axis, value)| rules.set(axis, value).unwrap());
    rules
}

const ALL: Config = Config { level: Level::All, sample_seed: 1 };

/// Uniform random play in a trial.
fn random_game(
    rules: &Rules,
    from: Option<&str>,
    seed: u64,
    subject: &mut dyn Subject,
) -> Vec<Violation> {
    let board = Board::new(rules).unwrap();
    let from: Option<Setup> = from.map(|text| text.parse().unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut trial = Trial::start(&board, from.as_ref(), subject, ALL).unwrap();
    while trial.goes_on() {
        let moves = trial.game().moves();
        let what = match moves.len() {
            0 => MoveText::Pass,
            count => MoveText::Move(moves.nth(below(&mut rng, count as u64) as usize).unwrap()),
        };
        trial.play(what).unwrap();
    }
    trial.finish()
}

fn ids(violations: &[Violation]) -> Vec<&'static str> {
    violations.iter().map(|violation| violation.invariant).collect()
}

#[test]
fn our_engine_is_not_accused() {
    let mut subject = NativeSubject::default();
    for axes in [
        &[("seats", "2"), ("cap", "60")][..],
        &[("seats", "3"), ("cap", "60"), ("hops", "long"), ("after-win", "places")],
        &[("seats", "4"), ("cap", "60"), ("leave-goal", "forbidden"), ("repetition", "2")],
        &[("seats", "6"), ("cap", "60"), ("foreign-points", "private"), ("no-move", "lose")],
        &[("seats", "2"), ("arm", "1"), ("win", "locked-out"), ("no-move", "skip")],
        &[("seats", "3"), ("arm", "1"), ("win", "natives"), ("win-tested", "mover")],
        &[("seats", "6"), ("arm", "1"), ("win", "empty-home"), ("after-win", "places")],
        &[("seats", "1"), ("arm", "2"), ("win", "all-own"), ("hand-win", "illegal")],
    ] {
        for seed in 0..3 {
            let violations = random_game(&rules(axes), None, seed, &mut subject);
            let by_design = rules(axes).win == Win::Natives;
            let unexpected =
                violations.iter().find(|one| !(by_design && one.invariant == "no-winner-at-home"));
            assert_eq!(unexpected, None, "{axes:?}, seed {seed}");
        }
    }
}

/// After m5-n1 seat 0 has filled its goal, with one marble and nine rivals'.
const THIN: &str = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";

/// The same, with nine marbles still at home.
const PREMATURE: &str =
    "0/00/000/[1]000/[13]/[12]/[5]1[5]/[10]/[9]/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";

fn forced(rules: &Rules, from: &str, text: &str, subject: &mut dyn Subject) -> Vec<Violation> {
    let board = Board::new(rules).unwrap();
    let setup: Setup = from.parse().unwrap();
    let what = board.read_move(&setup.position, text).unwrap();
    replay(&board, Some(&setup), &[what], subject, Watch { config: ALL, checks: false }).unwrap()
}

#[test]
fn a_broken_win_rule_is_told_from_a_right_one() {
    let two = rules(&[("seats", "2")]);
    let mut any = Broken::new(Fault::Wins(Win::AnyOwn));
    let found = ids(&forced(&two, PREMATURE, "m5-n1", &mut any));
    assert_eq!(found[..2], ["no-winner-at-home", "win-declared"]);
    let mut all = Broken::new(Fault::Wins(Win::AllOwn));
    assert_eq!(ids(&forced(&two, THIN, "m5-n1", &mut all))[0], "win-declared");
    // The same wins, where the rules ask for them: the first is wrong whatever they say.
    let mut ours = NativeSubject::default();
    let any_own = rules(&[("seats", "2"), ("win", "any-own")]);
    assert_eq!(ids(&forced(&any_own, PREMATURE, "m5-n1", &mut ours)), ["no-winner-at-home"]);
    assert_eq!(ids(&forced(&two, THIN, "m5-n1", &mut ours)), [""; 0]);
}

#[test]
fn each_fault_is_named() {
    let two = rules(&[("seats", "2"), ("cap", "40")]);
    for (fault, id) in [
        (Fault::LastMoveMissing, "legal-set"),
        (Fault::FirstMoveTwice, "legal-set"),
        (Fault::NowhereListed, "legal-set"),
        (Fault::RefusesChains, "subject-answers"),
        (Fault::TurnSticks, "turn-order"),
        (Fault::CapLate, "cap"),
        (Fault::PlacesEven, "places"),
        (Fault::UndoKeepsTurn, "undo-restores"),
        (Fault::KeyWithoutTurn, "key-of-position"),
        (Fault::KeyByIdentity, "key-of-position"),
        (Fault::DropsMarble, "marbles-conserved"),
        (Fault::OffersAfterEnd, "over-offers-no-move"),
        (Fault::Dies, "subject-answers"),
    ] {
        let found = random_game(&two, None, 1, &mut Broken::new(fault));
        assert!(ids(&found).contains(&id), "{fault:?}: {found:?}");
    }
}

#[test]
fn a_deadlock_must_be_one() {
    let locked = "0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
    let axes = [("seats", "2"), ("leave-goal", "forbidden")];
    let found = random_game(&rules(&axes), Some(locked), 1, &mut Broken::new(Fault::NoDeadlock));
    assert_eq!(ids(&found)[0], "deadlock");
    let found = random_game(&rules(&axes), Some(locked), 1, &mut NativeSubject::default());
    assert_eq!(ids(&found), [""; 0]);
}

#[test]
fn a_winner_comes_home_once() {
    let axes = [("seats", "3"), ("arm", "1"), ("after-win", "places")];
    let found: BTreeSet<_> = (0..20)
        .flat_map(|seed| {
            ids(&random_game(&rules(&axes), None, seed, &mut Broken::new(Fault::AnnouncesAgain)))
        })
        .collect();
    assert!(found.contains("win-declared"), "{found:?}");
}
