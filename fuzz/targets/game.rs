//! Bytes to a game: the first few draw the rules, the rest the moves. After every ply the fast
//! generator and win rules are held against the slow ones.

#![no_main]

use engine::Game;
use engine::moves::{Move, reference};
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules, Win};
use libfuzzer_sys::fuzz_target;

/// Plies of a game, at most.
const PLIES: usize = 24;

/// An axis and its options.
type Options = (&'static str, &'static [&'static str]);

/// What the first bytes draw from, one each.
const AXES: &[Options] = &[
    ("seats", &["2", "3", "4", "6", "1"]),
    ("arm", &["4", "1", "2", "3"]),
    ("hops", &["adjacent", "long"]),
    ("over", &["any", "others"]),
    ("foreign-points", &["free", "no-stop", "private"]),
    ("leave-goal", &["allowed", "forbidden"]),
    ("win", &["vacated", "all-own", "any-own", "empty-home", "natives", "locked-out"]),
    ("win-tested", &["all", "mover"]),
    ("hand-win", &["allowed", "illegal"]),
    ("after-win", &["stop", "places"]),
    ("no-move", &["pass", "skip", "lose"]),
    ("repetition", &["none", "2", "3"]),
    ("cap", &["1000", "5", "30total"]),
];

/// The fast rules against the slow ones, by these win rules.
fn compare(game: &Game<'_>, wins: &[Win]) {
    let (board, position) = (game.board(), game.position());
    assert_eq!(position.check(), Ok(()));
    if !game.over() {
        let fast: Vec<Move> = game.moves().iter().collect();
        assert_eq!(fast, reference::legal(board, position), "{}", game.setup());
    }
    for &win in wins {
        for seat in board.seats() {
            // Natives are kept only where the rules ask for them.
            if win != Win::Natives || board.rules().win == Win::Natives {
                let slow = reference::complete(win, board, position, seat);
                assert_eq!(board.complete_by(win, position, seat), slow, "{win} {}", game.setup());
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((draws, moves)) = bytes.split_at_checked(AXES.len()) else { return };
    let mut rules = Rules::default();
    for (&draw, (axis, options)) in draws.iter().zip(AXES) {
        rules.set(axis, options[usize::from(draw) % options.len()]).unwrap();
    }
    let Ok(board) = Board::new(&rules) else { return };
    let mut game = Game::new(&board);
    let mut played = Vec::new();
    let own = [rules.win];
    compare(&game, Win::ALL);
    for &draw in moves.iter().take(PLIES) {
        let (legal, before) = (game.moves(), game.setup());
        let what = match legal.len() {
            _ if game.over() => break,
            0 => MoveText::Pass,
            _ if draw == u8::MAX => MoveText::Resign,
            count => MoveText::Move(legal.nth(usize::from(draw) % count).unwrap()),
        };
        let proof = game.act(what).expect("it is legal");
        played.push((proof, before));
        compare(&game, &own);
    }
    compare(&game, Win::ALL);
    let setup = game.setup();
    assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(&setup));
    while let Some((proof, before)) = played.pop() {
        game.unplay(proof).expect("it was the last");
        assert_eq!(game.setup(), before);
    }
});
