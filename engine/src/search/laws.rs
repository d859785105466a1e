//! What must hold of the evaluator and the search, beside that the slow search finds the same.

use alloc::format;

use proptest::prelude::*;

use super::gains::Gains;
use super::race::Race;
use super::reference::{RULES, board, rng, some_game, weights};
use super::*;
use crate::dice::below;
use crate::rules::{Board, BySeat, Seat};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// What the values of all seats, each times its share, add up to.
fn weighed(board: &Board, game: &Game<'_>, weights: &Weights, shares: &BySeat<i32>) -> i32 {
    let value = |seat| Terms::of(board, game.position(), seat).value(weights);
    board.seats().map(|seat| shares[seat] * value(seat)).sum()
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn terms_that_are_kept_up_equal_their_recomputation(
        rules in 0..RULES.len(),
        seed in any::<u64>(),
        late in any::<bool>(),
    ) {
        let board = board(RULES[rules]);
        let mut game = some_game(&board, seed, 0, late);
        let mut evaluation = Evaluation::of(&board, game.position());
        let mut rng = rng(seed);
        for _ in 0..60 {
            let Some(seat) = game.turn() else { break };
            let moves = game.moves();
            let Some(count) = core::num::NonZeroUsize::new(moves.len()) else { break };
            let mv = moves.nth(below(&mut rng, count.get() as u64) as usize).unwrap();
            let before = evaluation;
            game.play(mv).unwrap();
            evaluation.play(&board, seat, mv);
            prop_assert_eq!(evaluation, Evaluation::of(&board, game.position()));
            for seat in board.seats() {
                let terms = Terms::of(&board, game.position(), seat);
                prop_assert_eq!(evaluation.terms(&board, seat), terms);
            }
            let mut back = evaluation;
            back.play(&board, seat, mv.reversed());
            prop_assert_eq!(back, before);
        }
    }

    #[test]
    fn a_gain_is_what_the_move_changes(
        rules in 0..RULES.len(),
        seed in any::<u64>(),
        wild in 0_u32..20,
        late in any::<bool>(),
        weights in weights(),
        shares in prop::array::uniform6(-5_i32..=5),
    ) {
        let board = board(RULES[rules]);
        let game = some_game(&board, seed, wild, late);
        let Some(mover) = game.turn() else { return Ok(()) };
        let mut shares = BySeat(shares);
        shares[mover] = shares[mover].abs().max(1);
        let evaluation = Evaluation::of(&board, game.position());
        let gains = Gains::new(&board, &evaluation, &weights, &shares, mover);
        let before = weighed(&board, &game, &weights, &shares);
        let moves = game.moves();
        let mut gained = alloc::vec::Vec::new();
        gains.for_each(&moves, |gain, mv| gained.push((gain, mv)));
        prop_assert_eq!(gained.len(), moves.len());
        for &(gain, mv) in &gained {
            let mut after = game.clone();
            after.play(mv).unwrap();
            prop_assert_eq!(gain, weighed(&board, &after, &weights, &shares) - before);
        }
        let most = gained.iter().map(|&(gain, _)| gain).max();
        let best = gains.best(&moves).0;
        prop_assert_eq!(best.map(|(gain, _)| gain), most);
        prop_assert!(best.is_none_or(|best| gained.contains(&best)));
        prop_assert!(gained.iter().all(|&(gain, mv)| gains.of(mv) == gain));
    }

    #[test]
    fn no_arrival_is_missed(
        rules in 0..RULES.len(),
        seed in any::<u64>(),
        wild in 0_u32..3,
    ) {
        let board = board(RULES[rules]);
        let game = some_game(&board, seed, wild, true);
        let Some(mover) = game.turn() else { return Ok(()) };
        let races = |&seat: &Seat| game.standing(seat) == Standing::Racing;
        let race = Race::of(race::Seats::of(board.seats().filter(races)));
        let arrivals = race.arrivals(&board, game.position(), mover);
        let moves = game.moves();
        for mv in moves.iter() {
            let mut after = game.clone();
            after.play(mv).unwrap();
            let arrived = board.seats().any(|seat| after.finished(seat) && !game.finished(seat));
            prop_assert!(arrivals.include(mv) || !arrived, "{:?}", mv);
            prop_assert!(!arrivals.include(mv) || arrivals.include_any(&moves));
            prop_assert!(!arrivals.include(mv) || !arrivals.is_none());
        }
    }

    #[test]
    fn with_two_seats_all_modes_find_the_same(
        rules in 0..8_usize,
        seed in any::<u64>(),
        wild in 0_u32..20,
        late in any::<bool>(),
        depth in 1_u32..=4,
        width in 1_u32..=12,
        weights in weights(),
    ) {
        let board = board(RULES[rules]);
        prop_assert_eq!(board.seat_count(), 2);
        let game = some_game(&board, seed, wild, late);
        let found = Mode::ALL.map(|mode| {
            let settings = Settings { mode, weights, ..Settings::new(depth, width) };
            let found = Searcher::new().search(&game, &settings, seed, None);
            (found.mv, found.score, found.depth)
        });
        prop_assert_eq!(found[0], found[1]);
        prop_assert_eq!(found[0], found[2]);
    }

    #[test]
    fn a_win_in_one_is_taken(
        rules in 0..RULES.len(),
        seed in any::<u64>(),
        wild in 0_u32..2,
        depth in 1_u32..=3,
        width in 1_u32..=12,
        mode in 0..Mode::ALL.len(),
    ) {
        let board = board(RULES[rules]);
        let game = some_game(&board, seed, wild, true);
        let wins = |mv: Move| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            after.winner() == game.turn()
        };
        let settings = Settings { mode: Mode::ALL[mode], ..Settings::new(depth, width) };
        let found = Searcher::new().search(&game, &settings, seed, None);
        if game.moves().iter().any(wins) {
            prop_assert!(wins(found.mv.unwrap()));
            prop_assert_eq!(found.score, WIN - 1);
        }
    }

    #[test]
    fn past_its_nodes_a_search_keeps_the_last_depth_that_it_finished(
        seats in prop::sample::select(&["2", "3", "4", "6"][..]),
        seed in any::<u64>(),
        nodes in 1_u64..500,
        mode in 0..Mode::ALL.len(),
    ) {
        let board = board(&[("seats", seats)]);
        let game = some_game(&board, seed, 12, false);
        let settings = Settings { mode: Mode::ALL[mode], ..Settings::new(3, 8) };
        let mut searcher = Searcher::new();
        let bounded = Settings { nodes: Some(nodes), ..settings };
        let found = searcher.search(&game, &bounded, seed, None);
        prop_assert!(found.nodes <= nodes);
        let unbounded = Settings { depth: found.depth, ..settings };
        let whole = searcher.search(&game, &unbounded, seed, None);
        prop_assert_eq!(found.stopped, found.depth < 3);
        prop_assert_eq!((found.mv, found.score), (whole.mv, whole.score));
        // Depth by depth or at once: it finds the same.
        let deep = searcher.search(&game, &settings, seed, None);
        let slowly = searcher.search(&game, &settings, seed, Some(&mut || false));
        prop_assert_eq!((deep.mv, deep.score, deep.depth), (slowly.mv, slowly.score, slowly.depth));
        prop_assert!(!whole.stopped);
        // A caller that stops it at once gets the first ply, which is looked at whole.
        let stopped = searcher.search(&game, &settings, seed, Some(&mut || true));
        let first = searcher.search(&game, &Settings { depth: 1, ..settings }, seed, None);
        prop_assert!(stopped.stopped);
        prop_assert_eq!((stopped.mv, stopped.depth), (first.mv, 1));
        prop_assert_eq!(first.moves, game.moves().len() as u64);
    }

    #[test]
    fn what_a_search_remembers_changes_nothing(
        rules in 0..RULES.len(),
        seed in any::<u64>(),
        wild in 0_u32..12,
        late in any::<bool>(),
        depth in 4_u32..=6,
        width in 1_u32..=4,
        mode in 0..Mode::ALL.len(),
    ) {
        let board = board(RULES[rules]);
        let game = some_game(&board, seed, wild, late);
        let settings = Settings { mode: Mode::ALL[mode], ..Settings::new(depth, width) };
        let mut searcher = Searcher::new();
        let plain = searcher.search(&game, &settings, seed, None);
        // Bounded, though not in effect: depth by depth, with a table. Another search leaves it full.
        let bounded = Settings { nodes: Some(u64::MAX), ..settings };
        for seed in [seed ^ 1, seed] {
            let found = searcher.search(&game, &bounded, seed, None);
            prop_assert_eq!(found, Searcher::new().search(&game, &bounded, seed, None));
            if plain.mv.is_some() {
                prop_assert_eq!(found.score, searcher.value(&game, &settings, found.mv.unwrap()).unwrap());
            }
        }
        let found = searcher.search(&game, &bounded, seed, None);
        prop_assert_eq!((found.mv, found.score), (plain.mv, plain.score));
    }

    #[test]
    fn a_seed_decides_between_equals_alone(
        seed in any::<u64>(),
        other in any::<u64>(),
        wild in 0_u32..20,
        depth in 1_u32..=3,
    ) {
        let board = board(&[("seats", "2")]);
        let game = some_game(&board, seed, wild, false);
        // Wide enough that nothing is cut.
        let settings = Settings::new(depth.min(2), 1000);
        let mut searcher = Searcher::new();
        let mut find = |seed| searcher.search(&game, &settings, seed, None);
        prop_assert_eq!(find(seed), find(seed));
        prop_assert_eq!(find(seed).score, find(other).score);
    }
}

/// In max-n a rival that looks further may find better than to let a win happen.
#[test]
fn a_win_that_a_deeper_rival_avoids_is_none() {
    let board = board(RULES[10]);
    let game = some_game(&board, 6_166_432_688_658_162_072, 11, false);
    let settings = Settings { mode: Mode::MaxN, ..Settings::new(6, 3) };
    let bounded = Settings { nodes: Some(u64::MAX), ..settings };
    let mut searcher = Searcher::new();
    let plain = searcher.search(&game, &settings, 1, None);
    let found = searcher.search(&game, &bounded, 1, None);
    assert_eq!((found.mv, found.score), (plain.mv, plain.score));
}

/// Both seats have come far; the first can only wait.
#[test]
fn a_seat_that_waits_does_not_go_back_to_the_same_set_up_for_ever() {
    let board = board(&[("seats", "2")]);
    let mut game = some_game(&board, 1, 0, false);
    let mut searcher = Searcher::new();
    let settings = Settings { weights: Weights::default(), ..Settings::new(1, 12) };
    // Seat 1 takes a marble back and forth; seat 0 is told that it may not gain by any move.
    let mut seen = std::collections::BTreeMap::<u64, u32>::new();
    let flat = Settings {
        weights: Weights { distance: 0, straggler: 0, classes: 0, blocking: 0 },
        ..settings
    };
    for _ in 0..30 {
        let found = searcher.search(&game, &flat, 7, None);
        game.play(found.mv.unwrap()).unwrap();
        *seen.entry(game.position().own_key(Seat::ALL[0])).or_default() += 1;
        let found = searcher.search(&game, &settings, 7, None);
        game.play(found.mv.unwrap()).unwrap();
    }
    assert!(seen.values().all(|&times| times == 1), "{seen:?}");
}

fn resume<'b>(board: &'b Board, text: &str) -> Game<'b> {
    let setup: crate::notation::Setup = text.parse().unwrap();
    Game::resume(board, &setup).unwrap()
}

#[test]
fn one_move_or_none_is_no_trouble() {
    let board = board(&[("seats", "2")]);
    for (marbles, moves) in [("[1]", 2), ("1[1]1", 0)] {
        let rows = "1/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/[4]";
        let rest = if moves == 0 { marbles } else { "[3]" };
        let game = resume(&board, &format!("{rows}/{rest}/11/0 0 2 10"));
        assert_eq!(game.moves().len(), moves);
        for mode in Mode::ALL {
            let settings = Settings { mode, ..Settings::new(3, 16) };
            let found = Searcher::new().search(&game, &settings, 0, None);
            assert_eq!(
                (found.mv.is_some(), found.depth),
                (moves > 0, if moves > 0 { 3 } else { 0 })
            );
        }
    }
}

/// Seat 1 is locked in at the top; seat 0 moves elsewhere.
const LOCKED: &str =
    "1/00/0[1]0/[4]/[13]/[12]/[11]/[10]/[4]0[4]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";

#[test]
fn a_rival_without_a_move_passes_or_loses() {
    for (no_move, won) in [("pass", false), ("skip", false), ("lose", true)] {
        let board = board(&[("seats", "2"), ("no-move", no_move)]);
        let game = resume(&board, LOCKED);
        for mode in Mode::ALL {
            let settings = Settings { mode, ..Settings::new(3, 1000) };
            let found = Searcher::new().search(&game, &settings, 0, None);
            if won {
                assert_eq!(found.score, WIN - 2, "{mode}");
                continue;
            }
            // Two moves of its own are looked at, and none of the rival's.
            let settings = Settings { depth: 1, ..settings };
            let first = Searcher::new().search(&game, &settings, 0, None);
            assert!(found.score > first.score && !found.is_won(), "{no_move} {mode}");
        }
    }
}

/// A position that comes again is a draw: what a seat far behind goes for, and one ahead avoids.
#[test]
fn a_repetition_is_a_draw() {
    for (repetition, drawn) in [("2", true), ("none", false)] {
        let board = board(&[("seats", "2"), ("repetition", repetition)]);
        // Seat 0 is nearly home, and seat 1 has all to do.
        let rows = "[1]/[2]/[3]/[4]/[6]1[6]/11111[7]/1111[7]/[10]/[9]/[10]/[11]/[8]0[3]/[8]0[4]/[1]0[1]0/000/00/0";
        let mut game = resume(&board, &format!("{rows} 0 2 10"));
        for text in ["n2-n1", "e7-e6", "n1-n2"] {
            let crate::notation::MoveText::Move(mv) =
                board.read_move(game.position(), text).unwrap()
            else {
                panic!("{text}")
            };
            game.play(mv).unwrap();
        }
        for mode in Mode::ALL {
            let settings = Settings { mode, ..Settings::new(2, 16) };
            let found = Searcher::new().search(&game, &settings, 0, None);
            let back = board.star().move_text(found.mv.unwrap()) == "e6-e7";
            assert_eq!((back, found.score == 0), (drawn, drawn), "{mode}: {found:?}");
        }
    }
}
