//! Published numbers of the small stars, where every position can be visited: they hold together
//! movement, turns, ends and places.

use std::collections::{HashMap, HashSet};

use engine::notation::Setup;
use engine::rules::{Board, Rules, Seat};
use engine::{Game, Position};
use tests::board;

/// The positions that a game goes to from `position`, and whether it is over in each.
fn children<'b>(board: &'b Board, position: &Position) -> Vec<(Position, Option<Game<'b>>)> {
    let game = Game::resume(board, &Setup::from(*position)).expect("a position of this board");
    let moves: Vec<_> = game.moves().iter().collect();
    let play = |mv| {
        let mut game = game.clone();
        game.play(mv).expect("a legal move");
        (*game.position(), game.over().then_some(game))
    };
    moves.into_iter().map(play).collect()
}

/// New positions by the depth at which they are first reached, and how many of all end the game.
fn reachable(board: &Board, depth: usize) -> (Vec<usize>, usize) {
    let mut seen = HashSet::from([board.start().key()]);
    let (mut by_depth, mut ends) = (vec![1], 0);
    let mut wave = vec![board.start()];
    for _ in 0..depth {
        let mut next = Vec::new();
        let mut new = 0;
        for (position, over) in wave.iter().flat_map(|position| children(board, position)) {
            if seen.insert(position.key()) {
                new += 1;
                match over {
                    Some(_) => ends += 1,
                    None => next.push(position),
                }
            }
        }
        if new == 0 {
            break;
        }
        by_depth.push(new);
        wave = next;
    }
    (by_depth, ends)
}

fn liou(arm: u8) -> Rules {
    Rules { arm: Some(arm), ..Rules::preset("liou-3p").expect("a preset") }
}

#[test]
fn three_seats_on_13_holes_reach_1245_positions() {
    let board = Board::new(&liou(1)).expect("rules that fit together");
    let (by_depth, ends) = reachable(&board, usize::MAX);
    assert_eq!(by_depth, [1, 2, 4, 8, 20, 53, 143, 261, 324, 256, 132, 34, 7]);
    assert_eq!((by_depth.iter().sum::<usize>(), ends), (1_245, 171));
    // Another reading of the points shows.
    let mut free = liou(1);
    free.set("foreign-points", "free").expect("an axis");
    let (by_depth, _) = reachable(&Board::new(&free).expect("as before"), usize::MAX);
    assert_eq!(by_depth.iter().sum::<usize>(), 4_389);
}

#[test]
fn three_seats_on_37_holes_spread_as_published() {
    let board = Board::new(&liou(2)).expect("rules that fit together");
    let (by_depth, _) = reachable(&board, 6);
    assert_eq!(by_depth, [1, 6, 36, 216, 1_188, 6_582, 36_574]);
}

/// Fewest moves of one seat alone from its home to its goal.
fn crossing(arm: &str, hops: &str, foreign_points: &str) -> usize {
    let points = ("foreign-points", foreign_points);
    let board = board(&[("seats", "1"), ("arm", arm), ("hops", hops), points]);
    let mut seen = HashSet::from([board.start().key()]);
    let mut wave = vec![board.start()];
    for moves in 1.. {
        let mut next = Vec::new();
        for (position, over) in wave.iter().flat_map(|position| children(&board, position)) {
            if over.is_some() {
                return moves;
            }
            if seen.insert(position.key()) {
                next.push(position);
            }
        }
        wave = next;
    }
    unreachable!("a lone seat gets across")
}

#[test]
fn lone_crossings_are_as_short_as_published() {
    assert_eq!(crossing("1", "adjacent", "free"), 4);
    assert_eq!(crossing("2", "adjacent", "free"), 11);
    assert_eq!(crossing("2", "adjacent", "private"), 11);
    // The number usually given for long hops keeps to the seat's own lane.
    assert_eq!(crossing("2", "long", "private"), 10);
    assert_eq!(crossing("2", "long", "free"), 8);
}

/// Plies in which the first player forces a win from the start, if it does: solved backwards from
/// the ends, round by round, over every position that can be reached. What is never settled is a
/// draw, as a repetition is one.
fn forced_win(board: &Board) -> Option<usize> {
    let mut moves: HashMap<u64, Vec<u64>> = HashMap::new();
    // By key: plies to the end, and whether the seat to move wins it.
    let mut settled: HashMap<u64, (usize, bool)> = HashMap::new();
    let mut queue = vec![board.start()];
    while let Some(position) = queue.pop() {
        if moves.contains_key(&position.key()) {
            continue;
        }
        let children = children(board, &position);
        moves.insert(position.key(), children.iter().map(|(child, _)| child.key()).collect());
        for (child, over) in children {
            match over {
                Some(game) => {
                    // An end is lost for the seat that would move next.
                    let next = position.turn().after(2);
                    assert_ne!(game.winner(), Some(next), "no move hands the rival a win");
                    assert_eq!(game.winner(), Some(position.turn()));
                    settled.insert(child.key(), (0, false));
                }
                None => queue.push(child),
            }
        }
    }
    for plies in 1.. {
        let decided = |key: &u64| settled.get(key).filter(|&&(after, _)| after < plies);
        let judge = |children: &Vec<u64>| {
            let wins = children.iter().any(|child| decided(child).is_some_and(|&(_, wins)| !wins));
            let lost = children.iter().all(|child| decided(child).is_some_and(|&(_, wins)| wins));
            (wins || lost).then_some((plies, wins))
        };
        let open = moves.iter().filter(|(key, _)| !settled.contains_key(key));
        let new: Vec<_> =
            open.filter_map(|(&key, children)| Some((key, judge(children)?))).collect();
        if new.is_empty() {
            break;
        }
        settled.extend(new);
    }
    let &(plies, wins) = settled.get(&board.start().key())?;
    assert!(wins, "the second player cannot be the one who wins");
    Some(plies)
}

/// Two seats with three marbles each on the 3 by 3 rhombus that private points leave them.
#[test]
fn the_first_player_wins_the_smallest_rhombus_in_seven_plies() {
    let mut rules = Rules::preset("sturtevant-2p").expect("a preset");
    (rules.arm, rules.marbles) = (Some(1), Some(3));
    let any_own = Board::new(&rules).expect("rules that fit together");
    assert_eq!(forced_win(&any_own), Some(7));
    rules.set("win", "all-own").expect("an axis");
    let all_own = Board::new(&rules).expect("rules that fit together");
    assert_eq!(forced_win(&all_own), None);
    assert_eq!(all_own.start().turn(), Seat::ALL[0]);
}
