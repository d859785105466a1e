//! Turns, places and endings, most of them on the 13-hole star:
//!
//! ```text
//! a      .           seats of 2: a1 to e1, e1 to a1
//! b   . . . .        seats of 3: a1 to e1, d4 to b1, d1 to b4
//! c    . . .
//! d   . . . .
//! e      .
//! ```

use alloc::string::ToString;
use alloc::vec::Vec;

use super::*;
use crate::moves::Illegal;
use crate::rules::Rules;

fn board(axes: &[(&str, &str)]) -> Board {
    let mut rules = Rules { arm: Some(1), ..Rules::default() };
    for (axis, value) in axes {
        rules.set(axis, value).unwrap();
    }
    Board::new(&rules).unwrap()
}

fn resume<'b>(board: &'b Board, text: &str) -> Game<'b> {
    Game::resume(board, &text.parse().unwrap()).unwrap()
}

/// Plays what the texts say; gives back the proof of the last ply.
fn play(game: &mut Game<'_>, texts: &str) -> Played {
    let mut last = None;
    for text in texts.split_whitespace() {
        let what = game.board().read_move(game.position(), text).unwrap();
        last = Some(game.act(what).unwrap());
    }
    last.unwrap()
}

fn places(game: &Game<'_>) -> Vec<Option<u8>> {
    let of_all: Vec<_> = game.board().seats().map(|seat| game.places()[seat]).collect();
    let nobody = &game.places().0[of_all.len()..];
    assert!(nobody.iter().all(Option::is_none), "a seat that does not play has no place");
    assert!(game.board().seats().map(|seat| game.place_of(seat)).eq(of_all.iter().copied()));
    of_all
}

const SEATS: [Seat; 6] = Seat::ALL;

/// Seats 0 and 1 stand in their goals, and seat 2 is a step from its own.
const NEARLY: &str = "[1]/1[1]2[1]/[3]/[4]/0 2 3 1";

#[test]
fn at_the_cap_racing_seats_share_the_better_place() {
    let board = board(&[("seats", "3"), ("cap", "2total")]);
    let mut game = Game::new(&board);
    assert_eq!(places(&game), [None, None, None]);
    play(&mut game, "a1-b2 d4-d3");
    assert_eq!(game.end(), Some(End::Cap));
    assert_eq!(places(&game), [Some(1), Some(1), Some(3)]);
    assert_eq!(game.winner(), None);
    assert_eq!(game.turn(), None);
    assert_eq!(game.moves().len(), 0);
    assert!(game.moves().is_empty());
}

#[test]
fn a_cap_counts_plies_a_seat_or_in_all() {
    for (cap, plies) in [("2", 4), ("3total", 3)] {
        let board = board(&[("seats", "2"), ("cap", cap)]);
        let mut game = Game::new(&board);
        assert_eq!(game.cap(), plies);
        while !game.over() {
            let forth = game.moves().nth(0).unwrap();
            game.play(forth).unwrap();
        }
        assert_eq!((game.ply(), game.end()), (plies, Some(End::Cap)));
    }
}

#[test]
fn a_win_on_the_last_ply_is_a_win() {
    let board = board(&[("seats", "2"), ("cap", "1total")]);
    let mut game = resume(&board, "[1]/[4]/[3]/[1]0[2]/[1] 0 2 1");
    play(&mut game, "d2-e1");
    assert_eq!((game.end(), game.winner()), (Some(End::Home), Some(SEATS[0])));
}

#[test]
fn the_mover_comes_home_first_and_the_others_clockwise_after_it() {
    for after_win in ["places", "stop"] {
        let board = board(&[("seats", "3"), ("after-win", after_win)]);
        let mut game = resume(&board, NEARLY);
        assert!(game.home_complete(SEATS[0]) && !game.finished(SEATS[0]));
        play(&mut game, "b3-b4");
        assert_eq!(places(&game), [Some(2), Some(3), Some(1)]);
        assert_eq!(game.winner(), Some(SEATS[2]));
        assert_eq!(game.end(), Some(End::Home));
        assert_eq!(game.left_at_home(), Some(0));
    }
}

#[test]
fn a_move_may_bring_others_home_and_not_the_mover() {
    let board = board(&[("seats", "3")]);
    let mut game = resume(&board, NEARLY);
    play(&mut game, "b3-c3");
    assert_eq!(places(&game), [Some(1), Some(2), Some(3)]);
    assert_eq!(game.winner(), Some(SEATS[0]));
}

#[test]
fn with_the_mover_alone_tested_nobody_else_comes_home() {
    let board = board(&[("seats", "3"), ("win-tested", "mover"), ("after-win", "places")]);
    let mut game = resume(&board, NEARLY);
    play(&mut game, "b3-b4");
    assert_eq!(places(&game), [None, None, Some(1)]);
    assert!(game.home_complete(SEATS[0]) && !game.finished(SEATS[0]));
}

#[test]
fn places_go_on_until_one_seat_is_left() {
    let board = board(&[("seats", "3"), ("after-win", "places"), ("win-tested", "mover")]);
    let mut game = resume(&board, "[1]/[1]1[2]/0[1]2/[4]/[1] 0 3 1");
    play(&mut game, "c1-d2 b2-b1");
    assert_eq!(places(&game), [None, Some(1), None]);
    assert_eq!((game.winner(), game.over()), (Some(SEATS[1]), false));
    assert_eq!(game.standing(SEATS[1]), Standing::Home(1));
    // The seat that is home has no more turns.
    play(&mut game, "c3-c2 d2-d3 c2-c3 d3-e1");
    assert_eq!((game.end(), game.winner()), (Some(End::Home), Some(SEATS[1])));
    assert_eq!(places(&game), [Some(2), Some(1), Some(3)]);
}

#[test]
fn a_stop_ends_the_game_and_ranks_the_rest_by_distance() {
    let board = board(&[("seats", "3")]);
    let mut game = resume(&board, "[1]/[1]1[2]/[3]/[1]02[1]/[1] 1 3 1");
    play(&mut game, "b2-b1");
    assert_eq!((game.end(), game.winner()), (Some(End::Home), Some(SEATS[1])));
    assert_eq!(places(&game), [Some(2), Some(1), Some(3)]);
}

/// On the 37-hole star the goal of seat 0 is h1, h2 and i1.
#[test]
fn home_is_sticky_and_says_how_it_came_about() {
    let board = board(&[("arm", "2"), ("seats", "3"), ("win", "any-own"), ("after-win", "places")]);
    let text = "0/[2]/[7]/[6]/[5]/[6]/[2]0[4]/[1]1/0 0 3 3";
    let mut game = resume(&board, text);
    play(&mut game, "g3-h1");
    assert_eq!(game.standing(SEATS[0]), Standing::Home(1));
    assert_eq!(game.left_at_home(), Some(1));
    play(&mut game, "h2-g5");
    assert!(game.finished(SEATS[0]) && !game.home_complete(SEATS[0]));
    assert_eq!(places(&game), [Some(1), None, None]);
    game.resign().unwrap();
    assert_eq!(game.end(), Some(End::BlockedHome));
    assert_eq!(places(&game), [Some(1), Some(2), Some(3)]);
}

#[test]
fn a_move_that_hands_a_rival_its_win_may_be_illegal() {
    // The goal of seat 1 is a1, b1 and b2: c3-b1 fills it.
    let text = "1/[1]0/[2]0[4]/[6]/[5]/[6]/[7]/[2]/[1] 0 2 3";
    let illegal =
        board(&[("arm", "2"), ("seats", "2"), ("win", "any-own"), ("hand-win", "illegal")]);
    let mut game = resume(&illegal, text);
    let star = illegal.star();
    let handing =
        Move::new(star.hole_named("c3").unwrap(), star.hole_named("b1").unwrap()).unwrap();
    assert!(!game.moves().contains(handing));
    let refusal = game.play(handing).unwrap_err();
    assert_eq!(refusal, Refusal::Illegal(handing, Illegal::HandsWin));
    let says = "the move is not legal: it would make a rival's goal complete";
    assert_eq!(refusal.to_string(), says);
    let allowed = board(&[("arm", "2"), ("seats", "2"), ("win", "any-own")]);
    let mut game = resume(&allowed, text);
    assert_eq!(game.moves().len(), resume(&illegal, text).moves().len() + 1);
    game.play(handing).unwrap();
    assert_eq!((game.winner(), game.end()), (Some(SEATS[1]), Some(End::BlockedHome)));
}

/// Both stand in their goals and may not leave them.
const LOCKED: &str = "1/[4]/[3]/[4]/0 0 2 1";

#[test]
fn when_all_have_passed_in_a_row_it_is_a_deadlock() {
    let board = board(&[("seats", "2"), ("leave-goal", "forbidden")]);
    let mut game = resume(&board, LOCKED);
    assert!(game.can_pass() && game.moves().is_empty());
    let passed = game.pass().unwrap();
    assert_eq!((game.over(), game.ply(), game.passes()), (false, 1, 1));
    assert_eq!(game.turn(), Some(SEATS[1]));
    game.pass().unwrap();
    assert_eq!((game.end(), game.ply(), game.winner()), (Some(End::Deadlock), 2, None));
    assert_eq!(places(&game), [Some(1), Some(1)]);
    assert!(!game.can_pass());
    assert_eq!(game.unplay(passed), Err(Refusal::OutOfOrder));
}

#[test]
fn the_log_tells_a_pass_from_giving_up() {
    let board = board(&[("seats", "3"), ("leave-goal", "forbidden")]);
    let mut game = resume(&board, "[1]/1[2]2/[3]/[4]/0 0 3 1");
    play(&mut game, "pass resign");
    let log: Vec<_> = game.log().collect();
    assert_eq!(log, [(SEATS[0], MoveText::Pass), (SEATS[1], MoveText::Resign)]);
}

#[test]
fn a_move_breaks_a_row_of_passes() {
    let board = board(&[("seats", "3"), ("leave-goal", "forbidden"), ("win-tested", "mover")]);
    let mut game = resume(&board, "[1]/1[2]2/0[2]/[4]/[1] 1 3 1");
    play(&mut game, "pass pass c1-d2 pass pass");
    assert_eq!((game.over(), game.passes()), (false, 2));
    play(&mut game, "d2-c1 pass");
    assert_eq!(game.passes(), 1);
}

#[test]
fn the_last_racing_seats_pass_is_enough_after_the_others_left() {
    let board = board(&[("seats", "3"), ("leave-goal", "forbidden")]);
    let mut game = resume(&board, "[1]/1[2]2/[3]/[4]/0 0 3 1");
    play(&mut game, "pass pass resign");
    assert_eq!(game.end(), Some(End::Deadlock));
    assert_eq!(places(&game), [Some(1), Some(1), Some(3)]);
}

#[test]
fn a_seat_that_can_move_may_not_pass() {
    let normal = board(&[("seats", "2")]);
    let mut game = Game::new(&normal);
    assert!(!game.can_pass());
    assert_eq!(game.pass(), Err(Refusal::CanMove(SEATS[0])));
    for no_move in ["skip", "lose"] {
        let board = board(&[("seats", "2"), ("no-move", no_move)]);
        assert_eq!(Game::new(&board).pass(), Err(Refusal::NoPass));
    }
}

/// The marble of seat 0 holds the home of seat 1, which waits in its goal for it to be empty.
#[test]
fn a_seat_whose_every_move_hands_a_win_has_to_pass() {
    let axes = [("seats", "2"), ("win", "empty-home")];
    let illegal = board(&[&axes[..], &[("hand-win", "illegal")]].concat());
    assert!(resume(&illegal, LOCKED).can_pass());
    assert!(!resume(&board(&axes), LOCKED).can_pass());
}

#[test]
fn a_seat_without_a_move_is_skipped_without_a_ply() {
    let board = board(&[("seats", "2"), ("leave-goal", "forbidden"), ("no-move", "skip")]);
    let game = resume(&board, LOCKED);
    assert_eq!((game.end(), game.ply()), (Some(End::Deadlock), 0));
    let mut game = resume(&board, "[1]/[1]1[2]/[3]/[4]/0 0 2 1");
    assert_eq!((game.turn(), game.ply()), (Some(SEATS[1]), 0));
    let played = play(&mut game, "b2-c1");
    assert_eq!((game.turn(), game.ply()), (None, 1));
    // Seat 0 was home all along, and its win was not tested before.
    assert_eq!(game.winner(), Some(SEATS[0]));
    game.unplay(played).unwrap();
    assert_eq!(game.turn(), Some(SEATS[1]));
}

#[test]
fn a_seat_without_a_move_loses() {
    let axes = [("leave-goal", "forbidden"), ("no-move", "lose"), ("win-tested", "mover")];
    let two = board(&[&axes[..], &[("seats", "2")]].concat());
    let game = resume(&two, LOCKED);
    assert_eq!((game.end(), game.ply(), game.winner()), (Some(End::NoMove), 0, Some(SEATS[1])));
    assert_eq!(places(&game), [Some(2), Some(1)]);
    // Seat 2 can move; the two that cannot lose one after the other as their turns come.
    let three = board(&[&axes[..], &[("seats", "3")]].concat());
    let mut game = resume(&three, "[1]/1[1]2[1]/[3]/[4]/0 2 3 1");
    assert_eq!(game.turn(), Some(SEATS[2]));
    let played = play(&mut game, "b3-c3");
    assert_eq!((game.end(), game.winner()), (Some(End::NoMove), Some(SEATS[2])));
    assert_eq!(game.standing(SEATS[0]), Standing::Out(1));
    assert_eq!(places(&game), [Some(3), Some(2), Some(1)]);
    game.unplay(played).unwrap();
    assert_eq!(game.standing(SEATS[0]), Standing::Racing);
    // A lone crossing has nobody left to win it.
    let alone = board(&[&axes[..], &[("seats", "1")]].concat());
    let game = resume(&alone, "[1]/[4]/[3]/[4]/0 0 1 1");
    assert_eq!((game.end(), game.winner()), (Some(End::NoMove), None));
}

#[test]
fn a_position_that_comes_as_often_as_allowed_is_a_draw() {
    for (times, plies) in [("2", 4), ("3", 8)] {
        let board = board(&[("seats", "2"), ("repetition", times)]);
        let mut game = Game::new(&board);
        let mut proofs = Vec::new();
        while !game.over() {
            for text in ["a1-b2", "e1-d2", "b2-a1", "d2-e1"] {
                proofs.push(play(&mut game, text));
            }
        }
        assert_eq!((game.end(), game.ply()), (Some(End::Repetition), plies), "{times}");
        assert_eq!((game.winner(), places(&game)), (None, [Some(1), Some(1)].to_vec()));
        // What is taken back has not come.
        game.unplay(proofs.pop().unwrap()).unwrap();
        assert!(!game.over());
        play(&mut game, "d2-d3");
        assert!(!game.over());
    }
}

#[test]
fn the_same_marbles_with_another_seat_to_move_are_another_position() {
    let board = board(&[("seats", "3"), ("repetition", "2"), ("leave-goal", "forbidden")]);
    // Seat 1 passes, so that seat 2 takes two plies to bring the marbles back.
    let mut game = resume(&board, "[1]/1[3]/[3]/2[3]/0 0 3 1");
    play(&mut game, "pass pass");
    assert!(!game.over(), "the marbles came three times, and each seat to move once");
}

#[test]
fn who_resigns_later_is_ahead_and_marbles_stay() {
    let board = board(&[("seats", "3")]);
    let mut game = Game::new(&board);
    let start = *game.position();
    let first = game.resign().unwrap();
    assert_eq!((game.standing(SEATS[0]), game.ply()), (Standing::Out(1), 1));
    assert_eq!(game.turn(), Some(SEATS[1]));
    game.unplay(first).unwrap();
    play(&mut game, "a1-b2 resign");
    assert_eq!(places(&game), [None, None, None]);
    // Turns pass over the seat that has resigned.
    play(&mut game, "d1-d2");
    assert_eq!(game.turn(), Some(SEATS[0]));
    play(&mut game, "resign");
    assert_eq!((game.end(), game.winner()), (Some(End::Resigned), Some(SEATS[2])));
    assert_eq!(places(&game), [Some(2), Some(3), Some(1)]);
    assert_eq!(game.position().marbles(SEATS[1]), start.marbles(SEATS[1]));
}

#[test]
fn a_seat_that_has_resigned_comes_home_no_more() {
    let board = board(&[("seats", "3"), ("after-win", "places")]);
    // Seat 0 gives up in its goal.
    let mut game = resume(&board, &NEARLY.replace(" 2 3 1", " 0 3 1"));
    play(&mut game, "resign b1-b2");
    assert_eq!(game.standing(SEATS[0]), Standing::Out(1));
    assert!(game.home_complete(SEATS[0]) && !game.finished(SEATS[0]));
}

#[test]
fn an_engine_that_forfeits_is_out_as_if_it_had_resigned() {
    let board = board(&[("seats", "2")]);
    let mut game = Game::new(&board);
    game.forfeit().unwrap();
    assert_eq!((game.end(), game.winner()), (Some(End::Forfeit), Some(SEATS[1])));
    assert_eq!(places(&game), [Some(2), Some(1)]);
}

#[test]
fn a_lone_crossing_ends_at_home() {
    let board = board(&[("seats", "1")]);
    let mut game = Game::new(&board);
    play(&mut game, "a1-b2 b2-c2 c2-d2 d2-e1");
    assert_eq!((game.end(), game.winner()), (Some(End::Home), Some(SEATS[0])));
    assert_eq!(places(&game), [Some(1)]);
    let mut game = Game::new(&board);
    game.resign().unwrap();
    assert_eq!((game.end(), game.winner()), (Some(End::Resigned), None));
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let board = board(&[("seats", "2"), ("foreign-points", "no-stop"), ("cap", "2total")]);
    let mut game = resume(&board, "[1]/[1]0[2]/[3]/[1]1[2]/[1] 0 2 1");
    let star = board.star();
    let mv = |from: &str, to: &str| {
        Move::new(star.hole_named(from).unwrap(), star.hole_named(to).unwrap()).unwrap()
    };
    let mut codes = Vec::new();
    for (from, to, says) in [
        ("d2", "c1", "the seat to move has no marble there"),
        ("c1", "c2", "the seat to move has no marble there"),
        ("b2", "d2", "the move is not legal: a marble is there already"),
        (
            "b2",
            "b1",
            "the move is not legal: no move may end in a point that is not the seat's own",
        ),
        ("b2", "c3", "the move is not legal: no step or chain leads there"),
    ] {
        let before = (*game.position(), game.setup(), game.log().len());
        let refusal = game.play(mv(from, to)).unwrap_err();
        assert_eq!(refusal.to_string(), says, "{from}-{to}");
        codes.push(refusal.code());
        assert_eq!((*game.position(), game.setup(), game.log().len()), before);
    }
    assert_eq!(codes, ["no-marble", "no-marble", "taken", "foreign-point", "no-way"]);
    // A hole of a larger star is nowhere on this one.
    let off = Move::new(star.hole_named("b2").unwrap(), crate::star::Hole::at(100)).unwrap();
    assert_eq!(game.play(off), Err(Refusal::Illegal(off, Illegal::NoWay)));
    play(&mut game, "b2-b3 d2-d3");
    let over = Refusal::Over(End::Cap);
    assert_eq!(game.play(mv("b3", "b2")), Err(over));
    assert_eq!((game.pass(), game.resign(), game.forfeit()), (Err(over), Err(over), Err(over)));
    assert_eq!((over.to_string().as_str(), over.code()), ("the game is over: cap", "over"));
}

/// The same game by the short way and by the one that asks.
#[test]
fn a_move_picked_and_played_without_asking_is_the_one_that_was_listed() {
    for axes in [
        &[("seats", "3"), ("arm", "2"), ("win", "natives"), ("cap", "60")][..],
        &[("seats", "2"), ("arm", "1"), ("hops", "long"), ("repetition", "3")],
        &[("seats", "2"), ("arm", "4"), ("foreign-points", "no-stop"), ("cap", "40")],
    ] {
        let board = board(axes);
        let (mut quick, mut slow) = (Game::new(&board), Game::new(&board));
        let mut step = 0;
        while !slow.over() {
            step += 7;
            let moves = slow.moves();
            let mv = quick.pick(|count| {
                assert_eq!(count, moves.len());
                step % count
            });
            match mv {
                Some(mv) => {
                    assert_eq!(moves.nth(step % moves.len()), Some(mv));
                    assert_eq!(quick.play_unchecked(mv), slow.play(mv));
                }
                None => {
                    assert!(moves.is_empty());
                    assert_eq!(quick.pass(), slow.pass());
                }
            }
            assert_eq!(quick.setup(), slow.setup());
        }
        assert_eq!((quick.end(), quick.log().len()), (slow.end(), slow.log().len()));
        let over = Refusal::Over(slow.end().unwrap());
        let (_, last) = slow.log().next_back().unwrap();
        let MoveText::Move(last) = last else { unreachable!("random play is never stuck here") };
        assert_eq!(quick.play_unchecked(last.reversed()), Err(over));
        assert_eq!(quick.pick(|_| unreachable!("it is over")), None);
    }
}

#[test]
#[should_panic(expected = "not in the list of moves")]
#[cfg(debug_assertions)]
fn a_move_that_was_not_listed_is_noticed_where_debugging_is_on() {
    let board = board(&[("seats", "2")]);
    let mut game = Game::new(&board);
    let mv = game.moves().nth(0).unwrap();
    let _ = game.play_unchecked(mv.reversed());
}

#[test]
fn a_marble_may_not_leave_its_goal_and_hears_so() {
    let board = board(&[("arm", "2"), ("seats", "2"), ("leave-goal", "forbidden")]);
    let mut game = resume(&board, "[1]/[2]/[7]/[6]/[5]/[6]/[7]/0[1]/[1] 0 2 3");
    let star = board.star();
    let mv =
        |to: &str| Move::new(star.hole_named("h1").unwrap(), star.hole_named(to).unwrap()).unwrap();
    assert_eq!(game.play(mv("g3")), Err(Refusal::Illegal(mv("g3"), Illegal::LeavesGoal)));
    assert_eq!(game.moves().iter().collect::<Vec<_>>(), [mv("h2"), mv("i1")]);
}

#[test]
fn only_the_last_ply_can_be_taken_back() {
    let board = board(&[("seats", "2")]);
    let mut game = Game::new(&board);
    let first = play(&mut game, "a1-b2");
    let second = play(&mut game, "e1-d2");
    assert_eq!(game.unplay(first), Err(Refusal::OutOfOrder));
    game.unplay(second).unwrap();
    assert_eq!(game.unplay(second), Err(Refusal::OutOfOrder));
    let other = play(&mut game, "e1-d3");
    assert_eq!(game.unplay(second), Err(Refusal::OutOfOrder), "another move was played instead");
    game.unplay(other).unwrap();
    game.unplay(first).unwrap();
    assert_eq!((game.ply(), *game.position()), (0, board.start()));
    assert_eq!(game.unplay(first), Err(Refusal::OutOfOrder));
}

#[test]
fn a_finished_game_is_finished_when_it_is_resumed() {
    let stop = board(&[("seats", "3")]);
    for text in [
        "[1]/1[3]/[3]/[1]02[1]/[1] 0 3 1 ; ply=9 places=0,1,0",
        "[1]/1[3]/[3]/[1]02[1]/[1] 1 3 1 ; ply=9 places=0,1,0",
        "[1]/[4]/[1]1[1]/[1]02[1]/[1] 2 3 1 ; ply=9 places=r,r,0",
        "[1]/[4]/[1]1[1]/[1]02[1]/[1] 2 3 1 ; ply=9 places=r,r,r",
        "[1]/[4]/[1]1[1]/[1]02[1]/[1] 2 3 1 ; ply=9 cap=3",
    ] {
        let game = resume(&stop, text);
        assert!(game.over() && game.moves().is_empty(), "{text}");
        assert_eq!(game.setup().to_string(), text);
    }
    let game = resume(&stop, "[1]/1[3]/[3]/[1]02[1]/[1] 0 3 1 ; ply=9 places=0,1,0");
    assert_eq!((game.end(), game.winner()), (Some(End::Home), Some(SEATS[1])));
    assert_eq!(game.left_at_home(), None, "nobody saw it come home");
    assert_eq!(places(&game), [Some(2), Some(1), Some(3)]);
}

#[test]
fn a_seat_that_was_home_before_the_game_was_resumed_has_won_it() {
    let board = board(&[("seats", "3"), ("after-win", "places")]);
    let mut game = resume(&board, "[1]/1[3]/[3]/[1]02[1]/[1] 0 3 1 ; places=0,1,0");
    assert_eq!((game.winner(), game.over()), (Some(SEATS[1]), false));
    play(&mut game, "d2-e1");
    assert_eq!((game.end(), game.winner()), (Some(End::Home), Some(SEATS[1])));
    assert_eq!(places(&game), [Some(2), Some(1), Some(3)]);
    // Seats that had resigned are behind those that resign now.
    let mut game = resume(&board, "[1]/[1]1[2]/[3]/[1]02[1]/[1] 0 3 1 ; places=0,r,0");
    game.resign().unwrap();
    assert_eq!(places(&game), [Some(2), Some(3), Some(1)]);
}

#[test]
fn the_cap_of_a_resumed_game_is_kept_as_it_was_given() {
    let board = board(&[("seats", "2")]);
    for cap in ["1000000", "7total", "9"] {
        let text = alloc::format!("0/[4]/[3]/[4]/1 0 2 1 ; cap={cap}");
        let again = resume(&board, &text).setup().to_string();
        assert_eq!(again, text);
        again.parse::<Setup>().unwrap();
    }
}

#[test]
fn misfits_say_what_does_not_fit() {
    let board = board(&[("seats", "3"), ("after-win", "places")]);
    let full = "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";
    for (text, says) in [
        (full, "the position is on a star of arm 4, and the rules are for arm 1"),
        ("0/[4]/[3]/[4]/1 0 2 1", "the position is of 2 seats, and the rules are for 3"),
        ("0/[4]/[3]/[4]/1 0 3 3", "the position is of 3 marbles a seat, and the rules are for 1"),
        (
            "0/[4]/[3]/[4]/1 1 3 1 ; places=0,1,0",
            "seat 1 is to move, and it is done while others race",
        ),
        (
            "0/[4]/[3]/[4]/1 2 3 1 ; places=0,0,r",
            "seat 2 is to move, and it is done while others race",
        ),
    ] {
        let misfit = Game::resume(&board, &text.parse().unwrap()).unwrap_err();
        assert_eq!(misfit.to_string(), says);
    }
}

/// Seat 1 hops from n2 to n4: by l7, outside its start, or over a marble in n3, inside it.
#[test]
fn a_native_that_hops_out_and_back_is_none() {
    let axes = [("arm", "4"), ("seats", "2"), ("win", "natives"), ("over", "others")];
    let board = board(&axes);
    for (row, native) in [("[1]1[2]", false), ("[1]10[1]", true)] {
        let text = alloc::format!(
            "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[6]00[5]/{row}/[3]/[2]/[1] 1 2 10"
        );
        let mut game = Game::resume(&board, &text.parse().unwrap()).unwrap();
        let what = board.read_move(game.position(), "n2-n4").unwrap();
        let mut slow = *game.position();
        let played = game.act(what).unwrap();
        let natives = game.position().natives().unwrap();
        assert_eq!(natives.contains(board.star().hole_named("n4").unwrap()), native, "{text}");
        game.unplay(played).unwrap();
        board.adopt(&mut slow);
        assert_eq!(*game.position(), slow);
    }
}

#[test]
fn natives_are_written_only_where_they_are_not_what_they_seem() {
    let board = board(&[("arm", "2"), ("seats", "2"), ("win", "natives")]);
    let mut game = Game::new(&board);
    assert_eq!(game.setup().to_string(), board.start().to_string());
    let start = game.setup();
    // The marble that comes back to b2 has been outside.
    let mut proofs = Vec::new();
    for text in ["b2-c4", "h1-g3", "c4-b2", "g3-h1"] {
        proofs.push(play(&mut game, text));
    }
    assert!(game.setup().to_string().ends_with(" ; ply=4 natives=a1,b1,h2,i1"));
    let again = resume(&board, &game.setup().to_string());
    assert_eq!(again.position(), game.position());
    while let Some(proof) = proofs.pop() {
        game.unplay(proof).unwrap();
    }
    assert_eq!(game.setup(), start);
    // A marble outside its start is no native, whatever the text says; all others are named, or none.
    let text = "0/0[1]/[2]0[4]/[6]/[5]/[6]/[7]/[1]1/1 0 2 3 ; natives=";
    for (named, kept) in [("a1,b1,c3,h2,i1", ""), ("a1,c3,h2", " ; natives=a1,h2")] {
        let again = resume(&board, &alloc::format!("{text}{named}")).setup().to_string();
        assert_eq!(again, alloc::format!("{}{kept}", &text[..text.len() - 11]));
    }
}

#[test]
fn every_end_has_its_own_name() {
    let names: Vec<&str> = End::ALL.iter().map(|end| end.name()).collect();
    let documented = "home blocked-home cap deadlock repetition no-move resigned forfeit void";
    assert_eq!(names.join(" "), documented);
}
