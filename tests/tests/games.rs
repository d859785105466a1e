//! Laws of games: random ones under random rules, watched from outside.

use engine::moves::reference;
use engine::notation::{MoveText, Setup};
use engine::rules::{AfterWin, Board, BySeat, NoMove, Rules, Seat, WinTested};
use engine::{End, Game, Played, Position, Refusal, Standing};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tests::Setting;

const GAMES: u64 = 3_000;
const PLIES: usize = 150;

/// Rules with any value on the axes of turns and ends, and a point to start from.
fn drawn(rng: &mut ChaCha8Rng) -> (Board, Setup) {
    let Setting { board, position } = Setting::drawn(rng);
    let mut rules = *board.rules();
    let mut pick = |axis: &str, options: &[&str]| {
        let option = options[rng.next_u32() as usize % options.len()];
        rules.set(axis, option).expect("an option");
    };
    pick("win-tested", &["all", "mover"]);
    pick("after-win", &["stop", "places", "places"]);
    pick("no-move", &["pass", "pass", "skip", "lose"]);
    pick("repetition", &["none", "none", "2", "3"]);
    pick("cap", &["1000", "20", "3", "50total", "1total"]);
    let board = Board::new(&rules).expect("as before");
    let from_start = rng.next_u32().is_multiple_of(4);
    let start = if from_start { board.start() } else { position };
    (board, Setup::from(start))
}

fn one_of(game: &Game<'_>, rng: &mut ChaCha8Rng) -> MoveText {
    let moves = game.moves();
    match moves.len() {
        _ if rng.next_u32().is_multiple_of(60) => MoveText::Resign,
        0 => MoveText::Pass,
        len => MoveText::Move(moves.nth(rng.next_u32() as usize % len).expect("in range")),
    }
}

/// All that can be seen of a game.
#[derive(Debug, PartialEq)]
struct Seen {
    position: Position,
    setup: Setup,
    turn: Option<Seat>,
    end: Option<End>,
    winner: Option<Seat>,
    left_at_home: Option<usize>,
    standing: BySeat<Standing>,
    places: BySeat<Option<u8>>,
    passes: usize,
    log: Vec<(Seat, MoveText)>,
}

impl Seen {
    fn of(game: &Game<'_>) -> Self {
        Self {
            position: *game.position(),
            setup: game.setup(),
            turn: game.turn(),
            end: game.end(),
            winner: game.winner(),
            left_at_home: game.left_at_home(),
            standing: BySeat::from_fn(|seat| game.standing(seat)),
            places: game.places(),
            passes: game.passes(),
            log: game.log().collect(),
        }
    }

    fn racing(&self, seat: Seat) -> bool {
        self.standing[seat] == Standing::Racing
    }
}

/// Plays random games, and shows each ply to `watch`: the game after it, what was seen before it,
/// what was done and the proof of it. Gives back how often each end came.
fn play_all(
    stream: u64,
    mut watch: impl FnMut(&mut Game<'_>, &Seen, MoveText, Played),
) -> [u32; End::ALL.len()] {
    let mut ends = [0; End::ALL.len()];
    for number in 0..GAMES {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        rng.set_stream(stream);
        let (board, setup) = drawn(&mut rng);
        let mut game = Game::resume(&board, &setup).expect("a setting fits");
        for _ in 0..PLIES {
            if game.over() {
                break;
            }
            let before = Seen::of(&game);
            let what = one_of(&game, &mut rng);
            let played = game.act(what).expect("it was offered");
            watch(&mut game, &before, what, played);
        }
        if let Some(end) = game.end() {
            ends[End::ALL.iter().position(|&known| known == end).expect("listed")] += 1;
        }
    }
    ends
}

fn all(rules: &Rules) -> bool {
    rules.win_tested == WinTested::All
}

#[test]
fn a_ply_changes_what_it_should_and_nothing_else() {
    let ends = play_all(1, |game, before, what, _| {
        let now = Seen::of(game);
        assert_eq!(now.position.check(), Ok(()));
        assert_eq!(game.ply(), before.setup.ply + 1);
        assert_eq!(now.log.len(), before.log.len() + 1);
        let seat = before.turn.expect("it was not over");
        assert_eq!(now.log.last(), Some(&(seat, what)));
        for other in game.board().seats() {
            let (had, has) = (before.position.marbles(other), now.position.marbles(other));
            match what {
                MoveText::Move(mv) if other == seat => {
                    assert_eq!((had - has).into_iter().collect::<Vec<_>>(), [mv.from()]);
                    assert_eq!((has - had).into_iter().collect::<Vec<_>>(), [mv.to()]);
                    assert!(!before.position.occupied().contains(mv.to()));
                }
                _ => assert_eq!(had, has),
            }
            if !before.racing(other) {
                assert_eq!(now.standing[other], before.standing[other], "home and out are sticky");
            }
        }
        let rules = game.board().rules();
        assert_eq!(what == MoveText::Pass, now.passes == before.passes + 1);
        assert!(what != MoveText::Pass || rules.no_move == NoMove::Pass);
        assert!(!matches!(what, MoveText::Move(_)) || now.passes == 0);
    });
    // Every end that a game can come to by itself has come, often enough to have been looked at.
    let [home, blocked, cap, deadlock, repetition, no_move, resigned, ..] = ends;
    for (end, least) in [
        (home, 50),
        (blocked, 50),
        (cap, 200),
        (deadlock, 50),
        (repetition, 10),
        (no_move, 20),
        (resigned, 50),
    ] {
        assert!(end >= least, "{ends:?}");
    }
}

#[test]
fn turns_go_round_past_the_seats_that_are_done() {
    play_all(2, |game, before, _, _| {
        let now = Seen::of(game);
        let Some(turn) = now.turn else { return };
        assert!(now.racing(turn));
        let mut next = before.turn.expect("it was not over");
        loop {
            next = next.after(game.board().seat_count());
            if next == turn {
                break;
            }
            // Who is passed over is done, or has no move and is skipped.
            let skipped = game.board().rules().no_move == NoMove::Skip && {
                let mut asked = now.position;
                asked.set_turn(next);
                reference::legal(game.board(), &asked).is_empty()
            };
            assert!(!now.racing(next) || skipped, "{next} was passed over for {turn}");
        }
        let stuck = game.moves().is_empty();
        assert_eq!(game.can_pass(), stuck);
        assert!(!stuck || game.board().rules().no_move == NoMove::Pass);
    });
}

#[test]
fn who_comes_home_is_who_the_slow_predicate_says() {
    play_all(3, |game, before, what, _| {
        let (now, board) = (Seen::of(game), game.board());
        let mover = before.turn.expect("it was not over");
        let home = |seat| reference::complete(board.rules().win, board, &now.position, seat);
        let mut order = Vec::new();
        let mut seat = mover;
        loop {
            let tested = matches!(what, MoveText::Move(_))
                && before.racing(seat)
                && (seat == mover || all(board.rules()));
            let came = matches!(now.standing[seat], Standing::Home(_)) && before.racing(seat);
            assert_eq!(came, tested && home(seat), "seat {seat}");
            assert_eq!(game.home_complete(seat), home(seat));
            if came {
                order.push(now.places[seat].expect("home has its place"));
            }
            seat = seat.after(board.seat_count());
            if seat == mover {
                break;
            }
        }
        // The mover first, then clockwise, in the places after those taken.
        let taken =
            before.standing.0.iter().filter(|standing| matches!(standing, Standing::Home(_)));
        let first = taken.count() as u8 + 1;
        assert_eq!(order, (first..first + order.len() as u8).collect::<Vec<_>>());
        if let Some(winner) = now.winner.filter(|_| !order.is_empty()) {
            assert_eq!(now.places[winner], Some(1));
            if first == 1 {
                let own = now.position.marbles(winner);
                let how =
                    if board.goal(winner).is_subset(own) { End::Home } else { End::BlockedHome };
                let stops = board.rules().after_win == AfterWin::Stop;
                if stops || matches!(now.end, Some(End::Home | End::BlockedHome)) {
                    assert_eq!(now.end, Some(how));
                }
                assert_eq!(now.left_at_home, Some((own & board.home(winner)).len()));
            }
            assert!(game.over() || board.rules().after_win == AfterWin::Places);
        }
    });
}

#[test]
fn a_game_ends_when_and_how_it_should() {
    play_all(4, |game, _, what, _| {
        let (now, board) = (Seen::of(game), game.board());
        let seats = || board.seats();
        let racing = seats().filter(|&seat| now.racing(seat)).count();
        assert!(game.ply() <= game.cap());
        assert!(game.ply() < game.cap() || game.over());
        // Passes in a row, counted from the log.
        let passes = now.log.iter().rev().filter(|(_, what)| *what != MoveText::Resign);
        let passes = passes.take_while(|(_, what)| *what == MoveText::Pass).count();
        if board.rules().no_move == NoMove::Pass {
            let all_passed =
                passes > 0 && passes >= racing && racing > usize::from(board.seat_count() > 1);
            assert_eq!(now.end == Some(End::Deadlock), all_passed, "{:?}", now.log);
        }
        match now.end {
            None => assert!(racing > usize::from(board.seat_count() > 1)),
            Some(End::Cap) => assert_eq!(game.ply(), game.cap()),
            Some(End::Home | End::BlockedHome) => assert!(now.winner.is_some()),
            Some(End::Resigned) => assert_eq!(what, MoveText::Resign),
            Some(End::NoMove) => assert_eq!(board.rules().no_move, NoMove::Lose),
            Some(End::Deadlock) => assert_ne!(board.rules().no_move, NoMove::Lose),
            Some(End::Repetition) => assert!(board.rules().repetition.is_some()),
            Some(end @ (End::Forfeit | End::Void)) => panic!("{end} comes from outside"),
        }
        if !game.over() {
            assert!(seats().all(|seat| now.places[seat].is_some() == game.finished(seat)));
            return;
        }
        // Places are a permutation up to ties, which share the better one.
        for seat in seats() {
            let place = now.places[seat].expect("all are ranked at the end");
            let ahead = seats().filter(|&rival| now.places[rival] < Some(place)).count();
            assert_eq!(usize::from(place), ahead + 1);
            for rival in seats() {
                let (one, other) = (now.standing[seat], now.standing[rival]);
                let ahead = match (one, other) {
                    (Standing::Home(one), Standing::Home(other)) => one < other,
                    (Standing::Home(_), _) | (Standing::Racing, Standing::Out(_)) => true,
                    (Standing::Racing, Standing::Racing) => {
                        game.distance_left(seat) < game.distance_left(rival)
                    }
                    (Standing::Out(one), Standing::Out(other)) => one > other,
                    _ => false,
                };
                assert_eq!(now.places[seat] < now.places[rival], ahead, "{seat} and {rival}");
            }
        }
        let mut game = game.clone();
        let refused = Err(Refusal::Over(now.end.expect("over")));
        assert!(game.moves().is_empty() && game.turn().is_none() && !game.can_pass());
        assert_eq!((game.pass(), game.resign(), game.forfeit()), (refused, refused, refused));
        if let MoveText::Move(mv) = what {
            assert_eq!(game.play(mv), refused);
        }
    });
}

#[test]
fn repetition_is_counted_as_the_rules_say() {
    let mut texts: Vec<String> = Vec::new();
    play_all(5, |game, before, _, _| {
        let text = |position: &Position| Setup::from(*position).to_string();
        if before.log.is_empty() {
            texts.clear();
            texts.push(text(&before.position));
        }
        texts.push(text(game.position()));
        let seen = texts.iter().filter(|&seen| seen == &texts[texts.len() - 1]).count();
        let Some(times) = game.board().rules().repetition else { return };
        // Another end may come first.
        assert!(seen < times as usize || game.over());
        assert!(game.end() != Some(End::Repetition) || seen == times as usize);
    });
}

#[test]
fn unplay_restores_all_of_a_game() {
    let mut proofs: Vec<Played> = Vec::new();
    let mut start = None;
    play_all(6, |game, before, what, played| {
        if before.log.is_empty() {
            proofs.clear();
            start = Some((before.position, before.setup.clone(), before.standing));
        }
        let now = Seen::of(game);
        for &older in proofs.iter().rev().take(3) {
            assert_eq!(game.unplay(older), Err(Refusal::OutOfOrder));
        }
        assert_eq!(Seen::of(game), now, "a refusal changes nothing");
        assert_eq!(game.unplay(played), Ok(()));
        assert_eq!(Seen::of(game), *before);
        assert_eq!(game.position().check(), Ok(()));
        assert_eq!(game.unplay(played), Err(Refusal::OutOfOrder));
        assert_eq!(game.act(what), Ok(played), "the same ply has the same proof");
        assert_eq!(Seen::of(game), now);
        proofs.push(played);
        // From the end all the way back, on a copy, which leaves the game as it is.
        if game.over() {
            let mut copy = game.clone();
            while let Some(last) = proofs.pop() {
                copy.unplay(last).expect("in order");
            }
            let Seen { position, setup, standing, log, .. } = Seen::of(&copy);
            assert_eq!((Some((position, setup, standing)), log.len()), (start.clone(), 0));
            assert_eq!(Seen::of(game), now);
        }
    });
}

/// A game goes on from its text as it would have without.
#[test]
fn a_game_resumes_from_its_text() {
    play_all(7, |game, before, what, _| {
        let (board, now) = (game.board(), Seen::of(game));
        // What the text does not hold: positions and passes so far.
        if board.rules().repetition.is_some()
            || matches!(now.end, Some(End::Deadlock | End::NoMove))
        {
            return;
        }
        for (seen, follow) in [(&now, None), (before, Some(what))] {
            let text = seen.setup.to_string();
            let setup: Setup = text.parse().expect("what is written reads");
            assert_eq!(setup, seen.setup, "{text}");
            let mut again = Game::resume(board, &setup).expect("it fits");
            let expected = if follow.is_some() { &now } else { seen };
            if let Some(what) = follow {
                again.act(what).expect("it was legal");
            }
            let got = Seen::of(&again);
            assert_eq!(got.position, expected.position, "{text}");
            assert_eq!(got.turn, expected.turn, "{text}");
            assert_eq!(got.winner, expected.winner, "{text}");
            assert_eq!(got.setup, expected.setup, "{text}");
            if matches!(expected.end, None | Some(End::Cap)) {
                assert_eq!(got.end, expected.end, "{text}");
            }
            assert_eq!(got.end.is_some(), expected.end.is_some(), "{text}");
        }
    });
}
