use engine::Game;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules, Seat, Win};
use engine::star::{Hole, Star};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;
use crate::case::Case;
use crate::subject::{NativeSubject, Subject, SubjectError, natives};

/// Shrinks a game and holds the result against the laws.
fn lawful(line: &Line, form: Form, oracle: &mut dyn Oracle) -> Line {
    let small = shrink(line, form, oracle).expect("it fails");
    assert_eq!(oracle.fails(&small), Some(small.moves.len()), "it fails, at its end: {small:?}");
    assert!(small.moves.len() <= line.moves.len());
    let again = shrink(&small, form, oracle).expect("it still fails");
    assert_eq!(again, small, "what is shrunk is as small as it gets");
    small
}

/// Fails when a marble of any seat comes to one hole.
struct Visit {
    hole: Hole,
}

impl Oracle for Visit {
    fn fails(&mut self, line: &Line) -> Option<usize> {
        let board = Board::new(&line.rules).ok()?;
        let mut game = line.game(&board)?;
        for (ply, &what) in (1..).zip(&line.moves) {
            game.act(what).ok()?;
            if let MoveText::Move(mv) = what
                && mv.to() == self.hole
            {
                return Some(ply);
            }
        }
        None
    }
}

fn random_line(rules: &Rules, seed: u64, plies: usize) -> Line {
    let board = Board::new(rules).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(&board);
    while game.ply() < plies as u32 && !game.over() {
        let moves = game.moves();
        let index = engine::dice::below(&mut rng, moves.len() as u64) as usize;
        game.play(moves.nth(index).unwrap()).unwrap();
    }
    Line { rules: *rules, start: None, moves: game.log().map(|(_, what)| what).collect() }
}

#[test]
fn a_marble_comes_to_the_centre_by_the_shortest_way() {
    let rules = Rules { seats: Some(3), ..Rules::default() };
    let hole = Star::full().hole_named("i5").unwrap();
    let line = random_line(&rules, 5, 400);
    let mut oracle = Visit { hole };
    let late = lawful(&line, Form::Position, &mut oracle);
    let marbles = late.start.unwrap().position.occupied();
    assert_eq!(marbles.len(), 1, "{marbles:?}");
    let small = lawful(&line, Form::Opening, &mut oracle);
    assert!(small.moves.len() <= 13, "{} plies", small.moves.len());
}

/// Fails at a ply, whatever is played.
struct Late {
    ply: usize,
}

impl Oracle for Late {
    fn fails(&mut self, line: &Line) -> Option<usize> {
        let before = line.start.as_ref().map_or(0, |setup| setup.ply as usize);
        let ply = self.ply.checked_sub(before)?;
        (line.moves.len() >= ply && line.rules.win == Win::Natives).then_some(ply)
    }
}

#[test]
fn what_hangs_on_the_ply_keeps_its_plies_and_loses_the_rest() {
    let mut rules = Rules { seats: Some(2), win: Win::Natives, ..Rules::default() };
    for (axis, value) in [("hops", "long"), ("after-win", "places"), ("no-move", "skip")] {
        rules.set(axis, value).unwrap();
    }
    let line = random_line(&rules, 3, 60);
    let mut oracle = Late { ply: 40 };
    let small = lawful(&line, Form::Opening, &mut oracle);
    assert_eq!(small.moves.len(), 40);
    let plain = Rules { win: Win::Natives, seats: Some(2), ..Rules::default() };
    assert_eq!(small.rules, Rules { cap: small.rules.cap, ..plain });
    let late = lawful(&line, Form::Position, &mut oracle);
    assert_eq!(late.moves.len(), 0);
    assert_eq!(late.start.unwrap().ply, 40);
}

#[test]
fn what_does_not_fail_is_not_shrunk() {
    let rules = Rules { seats: Some(2), ..Rules::default() };
    let line = random_line(&rules, 1, 20);
    assert!(TrialOracle::new(&line, "no-winner-at-home", &natives).is_none());
    let mut case = Case::new(&line.rules, line.start.clone(), line.moves.clone());
    case.invariant = Some("no-winner-at-home".to_string());
    for form in [Form::Position, Form::Opening] {
        assert_eq!(shrink_case(&case, form, &natives), None);
    }
}

/// Our own engine, but for a marble in one hole, which it cannot bear.
struct Fragile {
    inner: NativeSubject,
    hole: Hole,
}

impl Subject for Fragile {
    fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError> {
        self.inner.set_up(rules, from)
    }

    fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError> {
        self.inner.moves()
    }

    fn turn(&mut self) -> Result<Option<Seat>, SubjectError> {
        self.inner.turn()
    }

    fn play(&mut self, what: MoveText) -> Result<(), SubjectError> {
        if let MoveText::Move(mv) = what {
            assert_ne!(mv.to(), self.hole, "a marble comes to this hole");
        }
        self.inner.play(what)
    }

    fn winner(&mut self) -> Result<Option<Seat>, SubjectError> {
        self.inner.winner()
    }
}

#[test]
fn a_panic_is_shrunk_like_any_failure() {
    let hole = Star::full().hole_named("i5").unwrap();
    let line = random_line(&Rules { seats: Some(2), ..Rules::default() }, 5, 300);
    let mut case = Case::new(&line.rules, None, line.moves);
    case.invariant = Some("no-panic".to_string());
    let fragile =
        || -> Box<dyn Subject> { Box::new(Fragile { inner: NativeSubject::default(), hole }) };
    let small = shrink_case(&case, Form::Position, &fragile).expect("it fails");
    assert_eq!(small.moves.len(), 1);
    assert_eq!(small.start.unwrap().position.occupied().len(), 1);
    assert!(small.about.contains("a marble comes to this hole"), "{}", small.about);
    assert_eq!(shrink_case(&case, Form::Position, &natives), None);
}
