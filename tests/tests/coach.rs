//! The Coach's verdicts: every row of the vectors, and what no verdict may rest on.

use engine::Game;
use engine::bots::{Bot, Player};
use engine::coach::{Coach, Verdict, had_chain, verdict};
use engine::moves::{Move, MoveKind};
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules};
use engine::search::{Settings, Terms, Weights};
use rand::Rng as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

fn board_for(setup: &Setup, hops: &str) -> Board {
    let mut rules = Rules::default();
    rules.set("hops", hops).unwrap();
    let position = setup.position;
    rules.seats = Some(position.seat_count() as u8);
    rules.arm = Some(position.star().arm());
    rules.marbles = Some(position.marbles_each() as u8);
    Board::new(&rules).unwrap()
}

fn read(board: &Board, setup: &Setup, text: &str) -> Move {
    match board.read_move(&setup.position, text) {
        Ok(MoveText::Move(mv)) => mv,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn verdicts_are_the_listed_ones() {
    let text = include_str!("../../corpora/vectors/coach.tsv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("position\thops\tmove\tverdict"));
    let mut count = 0;
    for line in lines {
        let values: Vec<&str> = line.split('\t').collect();
        let &[position, hops, mv, expected] = values.as_slice() else { panic!("{line}") };
        let setup: Setup = position.parse().unwrap();
        let board = board_for(&setup, hops);
        let verdict = verdict(&board, &setup.position, read(&board, &setup, mv)).unwrap();
        assert_eq!(verdict.name(), expected, "{line}");
        count += 1;
    }
    assert_eq!(count, 48);
}

/// A score is no fault: one marble could climb from one end of the board nearly to the goal, and
/// another climbs most of the way back in its place. Nothing is provable against that. No other test
/// knows a gap as wide without a fault.
#[test]
fn a_move_that_is_only_scored_far_lower_is_fine() {
    let text = "0/[1]1/[3]/[2]1[1]/[5]1[7]/[6]1[5]/[3]1[7]/[5]1[4]/[2]1[6]/[5]1[4]/[3]1[7]/[3]0[2]1[5]/[13]/[4]/[3]/[2]/[1] 0 2 10";
    let setup: Setup = text.parse().unwrap();
    let board = board_for(&setup, "adjacent");
    let (played, best) = (read(&board, &setup, "l4-d2"), read(&board, &setup, "a1-m7"));
    assert_eq!(board.path(&setup.position, best).unwrap().len(), 6);
    let game = Game::resume(&board, &setup).unwrap();
    assert_eq!(Coach::new().suggest(&game, 0, None).mv, Some(best));
    let value = |mv| {
        let mut after = setup.position;
        board.apply(&mut after, mv);
        Terms::of(&board, &after, setup.position.turn()).value(&Weights::default())
    };
    assert!(value(best) - value(played) > 23 * Weights::default().distance);
    assert_eq!(verdict(&board, &setup.position, played), Some(Verdict::Fine));
}

/// The better chain, or the entry that was declined, is legal and is what it is said to be.
#[test]
fn a_verdict_names_a_move_that_proves_it() {
    let mut faults = [0; 4];
    for seats in [2, 3, 4, 6] {
        let rules = Rules::preset("hub").unwrap().with_seats(seats).unwrap();
        let board = Board::new(&rules).unwrap();
        each_position_of_a_game(&board, "normal", &mut |game, _| {
            let (position, seat) = (game.position(), game.turn().unwrap());
            let ground = |mv: Move| {
                i32::from(board.distance(seat, mv.from()))
                    - i32::from(board.distance(seat, mv.to()))
            };
            let hops = |mv| board.path(position, mv).unwrap().len();
            let enters = |mv: Move| {
                !board.goal(seat).contains(mv.from()) && board.goal(seat).contains(mv.to())
            };
            for mv in game.moves().iter() {
                let found = verdict(&board, position, mv).unwrap();
                let proof = found.proof();
                assert!(proof.is_none_or(|proof| game.moves().contains(proof)));
                let chain = |mv| board.kind(mv) == MoveKind::Chain;
                match found {
                    Verdict::Fine => faults[0] += 1,
                    Verdict::ShorterChain(proof) => {
                        faults[1] += 1;
                        assert!(chain(mv) && chain(proof) && proof.from() == mv.from());
                        assert!(hops(proof) > hops(mv) && ground(proof) > ground(mv));
                    }
                    Verdict::StepWhenChain(proof) => {
                        faults[2] += 1;
                        assert!(!chain(mv) && chain(proof) && proof.from() == mv.from());
                        assert!(ground(proof) > ground(mv) && had_chain(&board, position, mv));
                    }
                    Verdict::DeclinedEntry(proof) => {
                        faults[3] += 1;
                        assert!(enters(proof) && !enters(mv));
                    }
                }
            }
        });
    }
    assert!(faults.iter().all(|&count| count > 100), "{faults:?}");
}

#[test]
fn a_move_that_is_not_legal_has_no_verdict() {
    let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
    let (star, start) = (board.star(), board.start());
    let hole = |name| star.hole_named(name).unwrap();
    assert_eq!(verdict(&board, &start, Move::new(hole("a1"), hole("i5")).unwrap()), None);
}

#[test]
fn as_deep_and_wide_as_hard_the_coach_suggests_what_hard_plays() {
    let mut coach = Coach::with(Settings::new(2, 12));
    for seats in [2, 3, 4, 6] {
        for preset in ["standard", "hub"] {
            let rules = Rules::preset(preset).unwrap().with_seats(seats).unwrap();
            let board = Board::new(&rules).unwrap();
            each_position_of_a_game(&board, "hard", &mut |game, rng| {
                let hard = Bot::named("hard").unwrap();
                let mut player = Player::new(&hard, game.turn().unwrap());
                let seed = rng.clone().next_u64();
                let choice = player.choose(game, rng).unwrap();
                let found = coach.suggest(game, seed, None);
                assert_eq!(
                    (found.mv, found.score, found.nodes),
                    (Some(choice.mv), choice.score, choice.nodes)
                );
            });
        }
    }
}

/// Given nodes in place of a depth, it goes as deep as they last, and finds there what it would find
/// if it had been told to go so deep.
#[test]
fn within_a_number_of_nodes_the_coach_finishes_whole_depths() {
    let mut deepest = 0;
    for seats in [2, 3, 4, 6] {
        let board = Board::new(&Rules::default().with_seats(seats).unwrap()).unwrap();
        each_position_of_a_game(&board, "hard", &mut |game, _| {
            if game.ply() % 16 != 0 {
                return;
            }
            let mut before = 1;
            for nodes in [1, 100, 1000, 10_000] {
                let found = Coach::within(nodes).suggest(game, 0, None);
                assert!(found.nodes <= nodes && found.depth >= before, "{nodes}: {found:?}");
                let told = Settings::new(found.depth, Coach::WIDTH);
                let same = Coach::with(told).suggest(game, 0, None);
                assert_eq!((found.mv, found.score), (same.mv, same.score));
                before = found.depth;
            }
            deepest = deepest.max(before);
        });
    }
    assert!(deepest > 3, "{deepest}");
}

/// Looks at every position of one game among bots of this name.
fn each_position_of_a_game(
    board: &Board,
    name: &str,
    look: &mut dyn FnMut(&Game<'_>, &mut ChaCha8Rng),
) {
    let bot = Bot::named(name).unwrap();
    let mut players: Vec<Player> = board.seats().map(|seat| Player::new(&bot, seat)).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut game = Game::new(board);
    while let Some(seat) = game.turn() {
        look(&game, &mut rng);
        let choice = players[seat.index()].choose(&game, &mut rng).unwrap();
        game.play(choice.mv).unwrap();
    }
}
