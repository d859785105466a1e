//! What the shrinker promises, held against games of 400 plies that broke a rule.

use std::fs;
use std::path::Path;

use engine::Game;
use engine::dice::below;
use engine::notation::MoveText;
use engine::rules::{Board, Rules, Win};
use harness::case::Case;
use harness::check::Level;
use harness::hunt::blocks::Limits;
use harness::hunt::run::Hunt;
use harness::hunt::start::Start;
use harness::hunt::swarm::Swarm;
use harness::interrupt::Interrupt;
use harness::shrink::{Form, shrink_case};
use harness::subject::natives;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The broken rule is shown from the opening in so many plies, by number of seats.
const SHORTEST: [(u8, usize); 3] = [(2, 11), (4, 9), (6, 8)];

/// A recorded game that ends in a premature win under any-own.
fn premature(seats: u8) -> Case {
    let name = format!("../corpora/shrink/premature-win-{seats}-seats.case");
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("it is there");
    let case = Case::read(&bytes).expect("it is a case");
    assert!(case.moves.len() >= 400 && case.rules.seats == Some(seats));
    case
}

/// Shrinks a case and holds the result against the laws of shrinking.
fn lawful(case: &Case, form: Form) -> Case {
    let small = shrink_case(case, form, &natives).expect("it fails");
    let fails = |case: &Case| {
        let found = case.try_again(&natives).violations;
        let own = |id: &str| Some(id) == case.invariant.as_deref();
        found.iter().find(|found| own(found.invariant)).map(|found| found.ply as usize)
    };
    let before = small.start.as_ref().map_or(0, |start| start.ply as usize);
    assert_eq!(fails(&small), Some(before + small.moves.len()), "it fails likewise, at its end");
    assert_eq!(small.invariant, case.invariant);
    assert!(small.moves.len() <= case.moves.len(), "it is never longer");
    // To find that nothing shorter is there takes as long as to find it, so on the full star one of
    // them must do.
    let quick = case.rules.seats == Some(2) || case.rules.arm.is_some();
    if form == Form::Position || quick {
        assert_eq!(shrink_case(&small, form, &natives).as_ref(), Some(&small), "it stays as it is");
    }
    assert_eq!(Case::read(small.write().as_bytes()).as_ref(), Ok(&small), "it can be kept");
    small
}

#[test]
fn a_long_game_to_a_premature_win_comes_to_almost_the_shortest() {
    for (seats, shortest) in SHORTEST {
        let case = premature(seats);
        let small = lawful(&case, Form::Opening);
        assert_eq!(small.start, None, "it is from the opening");
        let plies = small.moves.len();
        assert!(plies <= shortest + 2, "{seats} seats: {plies} plies, {shortest} are known");
        // Nothing shorter is known, and the rules were not changed to make it so.
        assert!(plies >= shortest, "{seats} seats: {plies} plies beat what is published");
        assert_eq!(small.rules.win, case.rules.win);
    }
}

/// A random game on the star of 37 holes that ends in a premature win under any-own.
fn small_star(seats: u8) -> Case {
    let mut rules = Rules { arm: Some(2), win: Win::AnyOwn, ..Rules::default() };
    rules.seats = Some(seats);
    let board = Board::new(&rules).expect("they make a board");
    for seed in 0.. {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(&board);
        while !game.over() {
            let moves = game.moves();
            let mv = moves.nth(below(&mut random, moves.len() as u64) as usize);
            game.act(mv.map_or(MoveText::Pass, MoveText::Move)).expect("it is legal");
        }
        if game.left_at_home().is_some_and(|left| left > 0) && game.ply() >= 40 {
            let moves = game.log().map(|(_, what)| what).collect();
            let mut case = Case::new(&rules, None, moves);
            case.invariant = Some("no-winner-at-home".to_string());
            return case;
        }
    }
    unreachable!("one of so many games is such a one")
}

#[test]
fn on_a_small_star_a_shrunk_game_stays_as_it_is_at_every_number_of_seats() {
    for seats in [2, 3, 4, 6] {
        let case = small_star(seats);
        let small = lawful(&case, Form::Opening);
        assert!(small.start.is_none() && small.moves.len() < 20, "{seats}: {}", small.moves.len());
    }
}

#[test]
fn a_premature_win_is_a_full_goal_and_a_marble_at_home() {
    for (seats, _) in SHORTEST {
        let small = lawful(&premature(seats), Form::Position);
        let marbles = small.start.expect("it starts late").position.occupied().len();
        assert_eq!((small.moves.len(), marbles), (1, 11), "{seats} seats");
    }
}

/// Two seats take hostile bots, which are in the mix.
#[test]
fn a_hunt_finds_the_premature_win_of_two_seats_and_shrinks_it() {
    let mut swarm = Swarm::everything(1);
    swarm.rules.set("win", "any-own").expect("a win rule");
    swarm.rules.set("cap", "60").expect("a cap");
    swarm.drawn = Vec::new();
    swarm.seats = vec![2];
    swarm.starts = vec![Start::Opening];
    let hunt = Hunt {
        swarm,
        level: Level::Sample,
        limits: Limits { games: Some(64), time: None },
        threads: 2,
        known: Vec::new(),
        keep: 1,
    };
    let outcome = hunt.run(&natives, &Interrupt::new(), |_, _, _| Ok(())).expect("it runs");
    let findings = outcome.corpus.findings();
    assert_eq!(findings.keys().copied().collect::<Vec<_>>(), ["no-winner-at-home"]);
    for kept in &findings["no-winner-at-home"].kept {
        assert_eq!(kept.case.moves.len(), 1, "cases are in the position form");
        let small = shrink_case(&kept.whole, Form::Opening, &natives).expect("it fails");
        let plies = small.moves.len();
        assert!(small.start.is_none() && (11..=13).contains(&plies), "{plies} plies");
    }
}
