//! Win rules: the fast predicate against the slow one, against each other, and on known positions.

use engine::moves::reference;
use engine::notation::MoveText;
use engine::rules::{Board, Missing, Win};
use engine::{End, Game, Position};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tests::{Setting, board, cases, position};

#[test]
fn every_win_of_30_000_positions_is_the_references() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut homes = [0; Win::ALL.len()];
    for _ in 0..30_000 {
        let setting = Setting::drawn(&mut rng);
        let Setting { board, position } = &setting;
        for (win, homes) in Win::ALL.iter().zip(&mut homes) {
            let mut own = *board.rules();
            own.win = *win;
            let own = Board::new(&own).expect("as before");
            for seat in board.seats() {
                let slow = reference::complete(*win, board, position, seat);
                assert_eq!(board.complete_by(*win, position, seat), slow, "{win}: {setting:?}");
                assert_eq!(own.complete(position, seat), slow);
                assert_eq!(own.missing(position, seat).is_empty(), slow, "{win}: {setting:?}");
                *homes += usize::from(slow);
            }
            assert!(
                own.winners(position).eq(own.seats().filter(|&seat| own.complete(position, seat)))
            );
        }
    }
    // The sweep has seen every rule say both.
    assert!(homes.iter().all(|&homes| homes > 500), "{homes:?}");
}

proptest! {
    #![proptest_config(cases(5_000))]

    /// What the rules' own sentences imply about one another.
    #[test]
    fn stricter_rules_win_less(setting in Setting::any()) {
        let Setting { board, position } = setting;
        for seat in board.seats() {
            let home = |win| board.complete_by(win, &position, seat);
            let implies = |one: Win, other: Win| !home(one) || home(other);
            prop_assert!(Win::ALL.iter().all(|&win| implies(win, Win::AnyOwn)));
            prop_assert!(implies(Win::EmptyHome, Win::Vacated));
            prop_assert!(implies(Win::LockedOut, Win::Vacated));
            prop_assert!(implies(Win::AllOwn, Win::Natives));
            // A goal all own leaves no marble anywhere else.
            prop_assert!(implies(Win::AllOwn, Win::LockedOut));
        }
    }
}

/// Who is home under each rule once `mv` has been played.
fn after(board: &Board, before: &str, mv: &str) -> Vec<(Win, Vec<usize>)> {
    let mut position = position(before);
    let Ok(MoveText::Move(mv)) = board.read_move(&position, mv) else { panic!("{mv} in {before}") };
    board.apply(&mut position, mv);
    homes(board, &position)
}

fn homes(board: &Board, position: &Position) -> Vec<(Win, Vec<usize>)> {
    let seats = |win| {
        let home = board.seats().filter(|&seat| board.complete_by(win, position, seat));
        (win, home.map(|seat| seat.index()).collect::<Vec<_>>())
    };
    let homes: Vec<_> = Win::ALL.iter().copied().map(seats).collect();
    for (win, seats) in &homes {
        for seat in board.seats() {
            let slow = reference::complete(*win, board, position, seat);
            assert_eq!(seats.contains(&seat.index()), slow, "{win}");
        }
    }
    homes
}

const NOBODY: &[usize] = &[];

/// Nine marbles are parked in the middle, the home is empty, and one marble stands in the goal.
#[test]
fn a_thin_win_is_one_for_those_who_count_the_home_alone() {
    let text = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
    let board = board(&[("seats", "2")]);
    assert!(homes(&board, &position(text)).iter().all(|(_, seats)| seats.is_empty()));
    for (win, seats) in after(&board, text, "m5-n1") {
        let thin = matches!(win, Win::AnyOwn | Win::Vacated | Win::EmptyHome | Win::Natives);
        assert_eq!(seats, if thin { &[0] } else { NOBODY }, "{win}");
    }
    let mut game = Game::resume(&board, &text.parse().expect("a position")).expect("it fits");
    let Ok(what) = board.read_move(game.position(), "m5-n1") else { panic!("a move") };
    game.act(what).expect("a legal move");
    assert_eq!(game.end(), Some(End::BlockedHome));
    assert_eq!(game.left_at_home(), Some(0));
}

/// Nine marbles are home, and the last hole of the goal is the rival's.
#[test]
fn a_parked_marble_denies_all_own_for_ever() {
    let text =
        "[1]/11/111/1111/[13]/[12]/[11]/[10]/[4]0[4]/[10]/[11]/[12]/[4]0[8]/[1]000/000/00/1 0 2 10";
    let board = board(&[("seats", "2")]);
    for (win, seats) in after(&board, text, "m5-n1") {
        // `empty-home` has the veto back: the rival sits in its own goal, which is this home. The
        // marble in the middle could not go into the goal even if q1 were free.
        let held = matches!(win, Win::AllOwn | Win::EmptyHome | Win::LockedOut);
        assert_eq!(seats, if held { NOBODY } else { &[0] }, "{win}");
    }
}

/// Each stands in the other's way, all but one marble at home.
#[test]
fn a_mirror_lock_is_won_by_both_or_nobody() {
    let text = "0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
    let board = board(&[("seats", "2")]);
    for (win, seats) in homes(&board, &position(text)) {
        let both = matches!(win, Win::AnyOwn | Win::Natives);
        assert_eq!(seats, if both { &[0, 1] } else { NOBODY }, "{win}");
    }
}

/// Seat 0 with all marbles but one at home has "won" by the rules that do not look there.
#[test]
fn nine_at_home_win_by_any_own_and_natives_alone() {
    let text =
        "[1]/00/000/0000/[13]/[12]/[11]/[10]/[4]1[4]/[10]/[11]/[12]/[13]/0111/111/11/1 0 2 10";
    let board = board(&[("seats", "2")]);
    for (win, seats) in homes(&board, &position(text)) {
        let broken = matches!(win, Win::AnyOwn | Win::Natives);
        assert_eq!(seats, if broken { &[0] } else { NOBODY }, "{win}");
    }
    let vacated = board.missing(&position(text), board.seats().next().expect("a seat"));
    assert_eq!(vacated, [Missing::AtHome(9)]);
    let says = vacated[0].to_string();
    assert!(
        says.starts_with("get out of your own house before you can claim a blocked win"),
        "{says}"
    );
}

/// A native that goes out and comes back is one no more.
#[test]
fn natives_are_marbles_that_never_landed_outside() {
    let board = board(&[("seats", "2"), ("win", "natives"), ("arm", "2")]);
    let start = position("[1]/[1]0/[2]0[4]/[6]/[5]/[6]/[2]0[4]/11/1 1 2 3");
    let seat = start.turn().after(2);
    for (out_and_back, wins) in [(false, true), (true, false)] {
        let mut position = start;
        board.adopt(&mut position);
        let play = |position: &mut Position, text: &str| {
            let Ok(MoveText::Move(mv)) = board.read_move(position, text) else { panic!("{text}") };
            board.apply(position, mv);
            position.set_turn(position.turn().after(2));
        };
        play(&mut position, "h1-g4");
        play(&mut position, "g3-h1");
        if out_and_back {
            play(&mut position, "h2-g5");
            play(&mut position, "b2-a1");
            play(&mut position, "g5-h2");
            play(&mut position, "a1-b2");
        }
        assert_eq!(board.complete(&position, seat), wins);
        assert_eq!(reference::complete(Win::Natives, &board, &position, seat), wins);
    }
}

/// What is still missing is named, all of it.
#[test]
fn what_is_missing_is_named() {
    let text = "1/1[1]/[2]0[4]/[6]/[5]/[6]/[2]0[4]/[1]1/[1] 0 2 3";
    let position = position(text);
    for (win, missing) in [
        ("all-own", &[Missing::Empty(2), Missing::Foreign(1)][..]),
        ("any-own", &[Missing::Empty(2), Missing::NoOwn]),
        ("vacated", &[Missing::Empty(2), Missing::NoOwn]),
        ("empty-home", &[Missing::Empty(2), Missing::NoOwn, Missing::ForeignAtHome(2)]),
        ("natives", &[Missing::Empty(2), Missing::NoOwn]),
        ("locked-out", &[Missing::Empty(2), Missing::NoOwn, Missing::FarAway(1)]),
    ] {
        let board = board(&[("seats", "2"), ("arm", "2"), ("win", win)]);
        let seat = position.turn();
        assert_eq!(board.missing(&position, seat), missing, "{win}");
        assert!(missing.iter().all(|missing| !missing.to_string().is_empty()));
    }
}

/// Locked out is about the foreign marbles in the goal alone: the others stay where they stand.
#[test]
fn locked_out_lifts_only_the_foreign_marbles_in_the_goal() {
    for (text, home) in [
        // g4 is a step from h2, once that is lifted.
        ("[1]/[2]/[7]/[6]/[5]/[6]/[3]0[3]/01/1 0 2 3", true),
        // f3 is two steps away.
        ("[1]/[2]/[7]/[6]/[5]/[2]0[3]/[7]/01/1 0 2 3", false),
        // f4 hops over the rival's g4 into h1, once that is lifted; g4 is not lifted.
        ("[1]/[2]/[7]/[6]/[5]/[3]0[2]/[3]1[3]/10/1 0 2 3", true),
        // f3 hops over g4, which is its own, into h2, once that is lifted.
        ("[1]/[2]/[7]/[6]/[5]/[2]0[3]/[3]0[3]/01/1 0 2 3", true),
        // The same, and h2 is its own, which is not lifted.
        ("[1]/[2]/[7]/[6]/[5]/[2]0[3]/[3]0[3]/10/1 0 2 3", false),
    ] {
        let board = board(&[("seats", "2"), ("arm", "2"), ("win", "locked-out")]);
        let position = position(text);
        assert_eq!(board.complete(&position, position.turn()), home, "{text}");
        assert_eq!(reference::complete(Win::LockedOut, &board, &position, position.turn()), home);
    }
}

/// At the start nobody is home, whatever the rule.
#[test]
fn nobody_has_won_at_the_start() {
    for seats in ["1", "2", "3", "4", "6"] {
        for arm in ["1", "2", "3", "4"] {
            let board = board(&[("seats", seats), ("arm", arm)]);
            assert!(homes(&board, &board.start()).iter().all(|(_, home)| home.is_empty()));
        }
    }
}
