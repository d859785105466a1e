//! Published counts of move sequences, and that the fast, the slow and the divided count agree.

use engine::Position;
use engine::moves::{Move, divide, perft, reference};
use engine::rules::{Board, Rules};
use engine::star::Hole;
use proptest::prelude::*;
use tests::{Setting, board, cases, position};

/// From the start on the full star, ten marbles a seat: seats, hops, and the counts from depth 1.
const PUBLISHED: [(&str, &str, &[u64]); 9] = [
    ("1", "adjacent", &[14, 340, 9_378, 295_802, 10_244_310]),
    ("2", "adjacent", &[14, 196, 4_760, 115_600, 3_188_520, 87_946_884]),
    ("3", "adjacent", &[14, 196, 2_744, 66_640, 1_618_400, 39_304_000]),
    ("4", "adjacent", &[14, 199, 2_786, 39_601, 958_384, 23_511_253]),
    ("6", "adjacent", &[14, 199, 2_828, 40_189, 571_130, 8_236_954]),
    ("2", "long", &[14, 196, 5_348, 145_924, 4_645_174, 147_920_342]),
    ("3", "long", &[14, 196, 2_744, 75_520, 2_074_711, 56_930_978]),
    ("4", "long", &[14, 220, 3_080, 48_504, 1_371_664, 38_398_435]),
    ("6", "long", &[14, 208, 3_117, 46_756, 701_556, 11_291_306]),
];

fn check(depths: std::ops::RangeInclusive<usize>, count: impl Fn(&Board, &Position, u32) -> u64) {
    for (seats, hops, counts) in PUBLISHED {
        let board = board(&[("seats", seats), ("hops", hops)]);
        for (depth, &published) in (1..).zip(counts).filter(|(depth, _)| depths.contains(depth)) {
            let counted = count(&board, &board.start(), depth as u32);
            assert_eq!(counted, published, "{seats} seats, {hops}, depth {depth}");
        }
    }
}

#[test]
fn counts_from_the_start_are_the_published_ones() {
    check(1..=5, perft);
}

#[test]
#[ignore = "400 million sequences: `just deep`"]
fn counts_at_depth_six_are_the_published_ones() {
    check(6..=6, perft);
}

#[test]
fn the_slow_count_is_the_published_one_too() {
    check(1..=3, reference::perft);
}

#[test]
fn a_count_by_first_move_adds_up() {
    check(3..=4, |board, position, depth| {
        let parts = divide(board, position, depth);
        assert!(parts.iter().map(|&(mv, _)| mv).eq(board.moves(position).iter()));
        parts.iter().map(|(_, count)| count).sum()
    });
}

/// Private points, all-own, and a seat without a move is skipped: to these depths none is.
#[test]
fn counts_on_the_small_stars_are_the_published_ones() {
    for (arm, counts) in
        [(1, &[2, 4, 8, 28, 98, 352, 1_181, 3_648][..]), (2, &[6, 36, 216, 2_232, 23_136, 240_648])]
    {
        let rules = Rules { arm: Some(arm), ..Rules::preset("liou-3p").expect("a preset") };
        let board = Board::new(&rules).expect("rules that fit together");
        for (depth, &published) in (1..).zip(counts) {
            assert_eq!(perft(&board, &board.start(), depth), published, "arm {arm}, depth {depth}");
        }
        assert_eq!(reference::perft(&board, &board.start(), 4), counts[3]);
    }
}

/// Ways of a marble without touching a hole twice, by where they end.
fn ways(board: &Board, position: &Position, from: Hole) -> Vec<Move> {
    fn hop_on(board: &Board, position: &Position, touched: &mut Vec<Hole>, ways: &mut Vec<Move>) {
        let (from, at) = (touched[0], touched[touched.len() - 1]);
        for (_, landing) in board.hops(position, position.turn(), from, at) {
            if !touched.contains(&landing) {
                ways.extend(Move::new(from, landing));
                touched.push(landing);
                hop_on(board, position, touched, ways);
                touched.pop();
            }
        }
    }
    let steps = board.steps(position, position.turn(), from);
    let mut ways: Vec<Move> = steps.filter_map(|(_, to)| Move::new(from, to)).collect();
    hop_on(board, position, &mut vec![from], &mut ways);
    ways
}

fn perft_by_way(board: &Board, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let marbles = position.marbles(position.turn()).into_iter();
    let played = |mv| {
        let mut after = *position;
        board.apply(&mut after, mv);
        after.set_turn(position.turn().after(board.seat_count()));
        perft_by_way(board, &after, depth - 1)
    };
    marbles.flat_map(|from| ways(board, position, from)).map(played).sum()
}

/// The usual mistake, made on purpose: its number is another.
#[test]
fn counting_chains_by_their_way_would_show() {
    let board = board(&[("seats", "2")]);
    assert_eq!(perft_by_way(&board, &board.start(), 2), 196);
    assert_eq!(perft_by_way(&board, &board.start(), 3), 4_928);
    assert_eq!(perft(&board, &board.start(), 3), 4_760);
}

/// Both goals are full of the rival's marbles but for one own: with `any-own` both have won.
#[test]
fn a_position_that_is_won_goes_no_further() {
    let text = "0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
    for (win, counts) in [("vacated", [1, 14, 204]), ("any-own", [1, 0, 0])] {
        let board = board(&[("seats", "2"), ("win", win)]);
        for (depth, count) in (0..).zip(counts) {
            assert_eq!(perft(&board, &position(text), depth), count, "{win} {depth}");
            assert_eq!(reference::perft(&board, &position(text), depth), count, "{win} {depth}");
        }
        assert_eq!(divide(&board, &position(text), 1).len(), counts[1] as usize);
        assert!(divide(&board, &position(text), 0).is_empty());
    }
}

#[test]
fn a_seat_without_a_move_contributes_nothing() {
    let board = board(&[("seats", "2"), ("arm", "1"), ("leave-goal", "forbidden")]);
    let stuck = position("1/[4]/[1]0[1]/[4]/[1] 1 2 1");
    assert_eq!(perft(&board, &stuck, 0), 1);
    assert_eq!(perft(&board, &stuck, 1), 0);
}

/// Seat 1 may go out of its home and come back, and then its marble is native no more: what the
/// count starts from says nothing of natives, and yet it keeps them.
#[test]
fn natives_are_kept_while_counting() {
    let text = "[1]/[2]/[7]/[6]/[5]/[6]/[2]0[4]/[1]1/0 1 2 3";
    let board = board(&[("seats", "2"), ("arm", "2"), ("win", "natives")]);
    for depth in 0..=6 {
        let count = perft(&board, &position(text), depth);
        assert_eq!(reference::perft(&board, &position(text), depth), count, "depth {depth}");
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn fast_slow_and_divided_counts_agree(setting in Setting::any(), depth in 0..3_u32) {
        let Setting { board, position } = setting;
        // Few enough for the slow one.
        prop_assume!(board.moves(&position).len() < 40);
        let count = perft(&board, &position, depth);
        prop_assert_eq!(reference::perft(&board, &position, depth), count);
        if depth > 0 {
            let parts = divide(&board, &position, depth);
            prop_assert_eq!(parts.iter().map(|(_, part)| part).sum::<u64>(), count);
        }
    }
}
