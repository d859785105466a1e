//! Laws of the moves: the fast generator against the slow one, and against itself.

use std::collections::{BTreeMap, BTreeSet};

use engine::Position;
use engine::moves::{Move, MoveKind, reference};
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, ForeignPoints, LeaveGoal};
use engine::star::{Cube, Direction, Hole, HoleSet, Star};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tests::{Setting, board, cases, position};

/// Rare shapes (a marble with more than 32 landings, a position with 128 moves) were missed by a
/// tenth of this.
#[test]
fn every_move_of_200_000_positions_is_the_references() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut most, mut farthest, mut stuck, mut moves) = (0, 0, 0, 0);
    for _ in 0..200_000 {
        let Setting { board, position } = Setting::drawn(&mut rng);
        let fast = board.moves(&position);
        let slow = reference::legal(&board, &position);
        assert!(fast.iter().eq(slow.iter().copied()), "{:?}", Setting { board, position });
        assert_eq!(fast.len(), slow.len());
        assert_eq!(board.can_move(&position), !slow.is_empty());
        most = most.max(slow.len());
        farthest = farthest.max(fast.marbles().map(|marble| marble.len()).max().unwrap_or(0));
        stuck += usize::from(slow.is_empty());
        moves += slow.len();
    }
    // The sweep has been where it matters.
    assert!(most >= 256 && farthest > 32, "{most} {farthest}");
    assert!(stuck > 1_000 && moves > 4_000_000, "{stuck} {moves}");
}

/// `steps` and `hops` put together as the rules say: the second way to the same moves.
fn by_single_hops(
    board: &Board,
    position: &Position,
    from: Hole,
) -> (BTreeSet<Hole>, BTreeSet<Hole>) {
    let seat = position.turn();
    let steps = board.steps(position, seat, from).map(|(_, to)| to).collect();
    let mut landed = BTreeSet::new();
    let mut queue = vec![from];
    while let Some(at) = queue.pop() {
        for (_, landing) in board.hops(position, seat, from, at) {
            if landed.insert(landing) {
                queue.push(landing);
            }
        }
    }
    (steps, landed)
}

/// Fewest hops of a chain to each hole, breadth first over `hops`.
fn fewest_hops(board: &Board, position: &Position, mv: Move) -> Option<usize> {
    let (seat, from) = (position.turn(), mv.from());
    let mut reached = BTreeSet::from([from]);
    let mut wave = vec![from];
    for hops in 1.. {
        let next = wave.iter().flat_map(|&at| board.hops(position, seat, from, at));
        wave = next.map(|(_, landing)| landing).filter(|&hole| reached.insert(hole)).collect();
        if wave.is_empty() || wave.contains(&mv.to()) {
            return (!wave.is_empty()).then_some(hops);
        }
    }
    None
}

proptest! {
    #![proptest_config(cases(300))]

    /// Asked one by one, every pair of holes is legal if and only if it is listed.
    #[test]
    fn legal_is_what_is_listed(setting in Setting::any()) {
        let Setting { board, position } = &setting;
        let listed: BTreeSet<Move> = reference::legal(board, position).into_iter().collect();
        let moves = board.moves(position);
        for mv in setting.pairs() {
            prop_assert_eq!(board.is_legal(position, mv), listed.contains(&mv), "{:?}", mv);
            prop_assert_eq!(moves.contains(mv), listed.contains(&mv), "{:?}", mv);
            let own = position.marbles(position.turn()).contains(mv.from());
            if own {
                prop_assert_eq!(board.illegal(position, mv).is_none(), listed.contains(&mv));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn every_way_into_the_list_agrees(setting in Setting::any()) {
        let Setting { board, position } = setting;
        let moves = board.moves(&position);
        let listed: Vec<Move> = moves.iter().collect();
        prop_assert!(listed.is_sorted_by(|one, next| one < next), "by hole, then by destination");
        prop_assert_eq!(moves.len(), listed.len());
        prop_assert_eq!(moves.is_empty(), listed.is_empty());
        for (n, &mv) in listed.iter().enumerate() {
            prop_assert_eq!(moves.nth(n), Some(mv));
            prop_assert_eq!(moves.pick(|_| n), Some(mv));
        }
        prop_assert_eq!(moves.nth(listed.len()), None);
        prop_assert_eq!(moves.pick(|count| count), None);
        prop_assert_eq!(board.can_move(&position), !listed.is_empty());
        let mut by_marble = Vec::new();
        for marble in moves.marbles() {
            prop_assert!(marble.steps().is_disjoint(marble.chains()));
            prop_assert_eq!(marble.ends(), marble.steps() | marble.chains());
            prop_assert_eq!(marble.len(), marble.ends().len());
            prop_assert_eq!(marble.is_empty(), marble.ends().is_empty());
            by_marble.extend(marble.ends().into_iter().filter_map(|to| Move::new(marble.from(), to)));
        }
        prop_assert_eq!(by_marble, listed);
        prop_assert!(moves.marbles().map(|marble| marble.from()).eq(position.marbles(position.turn())));
    }

    #[test]
    fn another_seats_moves_are_those_it_would_have_in_its_turn(setting in Setting::any()) {
        let Setting { board, position } = setting;
        for seat in board.seats() {
            let mut turned = position;
            turned.set_turn(seat);
            prop_assert!(board.moves_of(&position, seat).iter().eq(board.moves(&turned).iter()));
        }
    }

    #[test]
    fn single_steps_and_hops_add_up_to_the_moves(setting in Setting::any()) {
        let Setting { board, position } = setting;
        let (rules, seat) = (board.rules(), position.turn());
        for marble in board.moves(&position).marbles() {
            let from = marble.from();
            let (steps, landed) = by_single_hops(&board, &position, from);
            let reach: BTreeSet<Hole> = board.reach(&position, seat, from).into_iter().collect();
            // Where no restriction picks among the landings, reach is all of them.
            let picked = rules.foreign_points == ForeignPoints::NoStop
                || rules.leave_goal == LeaveGoal::Forbidden && board.goal(seat).contains(from);
            let both: BTreeSet<Hole> = steps.union(&landed).copied().collect();
            prop_assert!(reach.is_subset(&both));
            prop_assert!(picked || reach == both);
            prop_assert!(steps.is_subset(&reach), "a step listed is a legal end");
            prop_assert!(marble.ends().into_iter().all(|to| reach.contains(&to)));
            let order = |holes: Vec<Direction>| holes.is_sorted_by(|one, next| one < next);
            prop_assert!(order(board.steps(&position, seat, from).map(|(way, _)| way).collect()));
            prop_assert!(order(board.hops(&position, seat, from, from).map(|(way, _)| way).collect()));
        }
        for hole in board.star().holes() - position.marbles(seat) {
            prop_assert!(board.reach(&position, seat, hole).is_empty(), "no marble of the seat");
        }
    }

    #[test]
    fn a_chain_keeps_its_class_and_a_step_does_not(setting in Setting::any()) {
        let Setting { board, position } = setting;
        let class = |hole| {
            let Cube { x, y } = board.star().cube(hole);
            (x.rem_euclid(2), y.rem_euclid(2))
        };
        for mv in board.moves(&position).iter() {
            let kept = class(mv.from()) == class(mv.to());
            prop_assert_eq!(kept, board.kind(mv) == MoveKind::Chain, "{:?}", mv);
        }
        for marble in board.moves(&position).marbles() {
            prop_assert!(marble.chains().into_iter().all(|to| class(to) == class(marble.from())));
        }
    }

    /// A path touches what its kind says, every hop of it can be made, and none is shorter; and its
    /// text reads back as the move.
    #[test]
    fn the_shown_path_is_a_shortest_one_and_reads_back(setting in Setting::any()) {
        let Setting { board, position } = setting;
        let (star, seat) = (board.star(), position.turn());
        for mv in board.moves(&position).iter() {
            let path = board.path(&position, mv).expect("a legal move has a path");
            let touched = path.holes();
            prop_assert_eq!((touched[0], touched[touched.len() - 1]), (mv.from(), mv.to()));
            prop_assert_eq!(path.len(), touched.len() - 1);
            let text = board.path_text(&position, mv);
            if board.kind(mv) == MoveKind::Step {
                prop_assert_eq!(path.len(), 1);
                prop_assert!(board.steps(&position, seat, mv.from()).any(|(_, to)| to == mv.to()));
                prop_assert_eq!(&text, &star.move_text(mv));
            } else {
                for hop in touched.windows(2) {
                    let mut hops = board.hops(&position, seat, mv.from(), hop[0]);
                    prop_assert!(hops.any(|(_, landing)| landing == hop[1]));
                }
                prop_assert_eq!(fewest_hops(&board, &position, mv), Some(path.len()));
                let names: Vec<String> = touched.iter().map(|&hole| star.name(hole)).collect();
                prop_assert_eq!(&text, &names.join(":"));
            }
            for text in [text, star.move_text(mv)] {
                prop_assert_eq!(board.read_move(&position, &text), Ok(MoveText::Move(mv)), "{}", text);
            }
        }
    }

    /// Any move can be taken back by a move of the same marble, where nothing but marbles keeps it
    /// from anywhere.
    #[test]
    fn a_move_can_be_taken_back(setting in Setting::any()) {
        let Setting { board, mut position } = setting;
        let mut rules = *board.rules();
        for axis in ["foreign-points", "leave-goal", "hand-win"] {
            rules.set(axis, if axis == "foreign-points" { "free" } else { "allowed" }).expect("an axis");
        }
        let board = Board::new(&rules).expect("as before");
        for mv in board.moves(&position).iter() {
            let undo = board.apply(&mut position, mv);
            prop_assert!(board.is_legal(&position, mv.reversed()), "{:?}", mv);
            board.take_back(&mut position, undo);
        }
    }

    /// Turning or mirroring the board and the seats with it turns and mirrors everything.
    #[test]
    fn symmetries_of_the_star_commute_with_the_rules(setting in Setting::any(), way in 0..12_u8) {
        let Setting { board, position } = setting;
        let image = Image { star: board.star(), turns: way % 6, mirrored: way >= 6 };
        let mut rules = *board.rules();
        let points = board.seats().map(|seat| image.point(board.start_point(seat).index()));
        let layout: Vec<String> = points.map(|point| point.to_string()).collect();
        rules.set("layout", &layout.join(",")).expect("a layout");
        let there = Board::new(&rules).expect("as before");
        let mut turned = there.empty();
        for seat in board.seats() {
            prop_assert_eq!(there.home(seat), image.set(board.home(seat)));
            prop_assert_eq!(there.goal(seat), image.set(board.goal(seat)));
            prop_assert_eq!(there.tip(seat), image.hole(board.tip(seat)));
            for hole in position.marbles(seat) {
                prop_assert!(turned.put(seat, image.hole(hole)));
            }
        }
        turned.set_turn(position.turn());
        turned.set_natives(position.natives().map(|natives| image.set(natives)));
        let moved = |mv: Move| Move::new(image.hole(mv.from()), image.hole(mv.to()));
        let images: BTreeSet<Move> = board.moves(&position).iter().filter_map(moved).collect();
        let moves: BTreeSet<Move> = there.moves(&turned).iter().collect();
        prop_assert_eq!(images, moves);
        for seat in board.seats() {
            prop_assert_eq!(board.complete(&position, seat), there.complete(&turned, seat));
            prop_assert_eq!(board.missing(&position, seat), there.missing(&turned, seat));
            prop_assert_eq!(board.distance_left(&position, seat), there.distance_left(&turned, seat));
        }
    }

    /// Applying a move and taking it back restores all of the position, and what is kept up with
    /// every change is what it would be anew.
    #[test]
    fn what_is_applied_is_taken_back(setting in Setting::any()) {
        let Setting { board, mut position } = setting;
        prop_assert_eq!(position.check(), Ok(()));
        let before = position;
        for mv in board.moves(&before).iter() {
            let undo = board.apply(&mut position, mv);
            prop_assert_eq!(position.check(), Ok(()));
            prop_assert_ne!(position.key(), before.key());
            let seat = before.turn();
            let both = HoleSet::of(mv.from()) | HoleSet::of(mv.to());
            prop_assert_eq!(position.marbles(seat) ^ before.marbles(seat), both);
            prop_assert_eq!(position.occupied() ^ before.occupied(), both);
            let own_key = before.own_key(seat) ^ position.own_key(seat);
            prop_assert!(own_key != 0 && board.seats().filter(|&other| other != seat)
                .all(|other| before.own_key(other) == position.own_key(other)));
            board.take_back(&mut position, undo);
            prop_assert_eq!(position, before);
        }
    }
}

/// A symmetry of the star: so many sixths of a turn clockwise, and then perhaps left and right
/// exchanged.
struct Image {
    star: &'static Star,
    turns: u8,
    mirrored: bool,
}

impl Image {
    fn hole(&self, hole: Hole) -> Hole {
        let mut place = self.star.cube(hole);
        for _ in 0..self.turns {
            place = place.turned();
        }
        if self.mirrored {
            place = Cube::new(place.z(), place.y);
        }
        self.star.hole_at(place).expect("a star is symmetric")
    }

    fn set(&self, holes: HoleSet) -> HoleSet {
        holes.into_iter().map(|hole| self.hole(hole)).collect()
    }

    fn point(&self, point: usize) -> usize {
        let turned = (point + usize::from(self.turns)) % 6;
        if self.mirrored { (6 - turned) % 6 } else { turned }
    }
}

/// Where the marble in `from` can go, with names in order.
fn ends(board: &Board, position: &Position, from: &str) -> String {
    let star = board.star();
    let from = star.hole_named(from).expect("a hole");
    let slow = reference::legal(board, position).into_iter().filter(|mv| mv.from() == from);
    let slow: HoleSet = slow.map(|mv| mv.to()).collect();
    let fast = board.moves(position).marbles().find(|marble| marble.from() == from);
    assert_eq!(fast.expect("a marble").ends(), slow);
    star.names(slow)
}

fn both_hops() -> [Board; 2] {
    ["adjacent", "long"].map(|hops| board(&[("seats", "2"), ("hops", hops)]))
}

#[test]
fn a_chain_round_a_ring_ends_and_does_not_come_back() {
    let ring = position(
        "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]01[3]/[5]11[3]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10",
    );
    let [short, _] = both_hops();
    assert_eq!(ends(&short, &ring, "i5"), "h5,h6,i4,i7,j5,k7");
}

#[test]
fn the_hole_that_a_marble_left_is_empty() {
    let text = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]0[4]/[5]11[3]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";
    let [_, long] = both_hops();
    assert_eq!(ends(&long, &position(text), "i5"), "h5,h6,i4,i6,i7,j5,k7");
}

/// Over a whole row of thirteen holes, there and back.
#[test]
fn a_long_hop_may_be_as_long_as_the_longest_line() {
    let text =
        "[1]/[2]/[3]/[4]/0[5]1[6]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";
    let [short, long] = both_hops();
    let position = position(text);
    assert_eq!(ends(&long, &position, "e1"), "e2,e13,f1");
    assert_eq!(ends(&short, &position, "e1"), "e2,f1");
    let Ok(MoveText::Move(over)) = long.read_move(&position, "e1:e13") else { panic!("a hop") };
    assert_eq!(long.path_text(&position, over), "e1:e13");
}

#[test]
fn nothing_hops_over_two() {
    let wall = position(
        "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]011[2]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10",
    );
    for board in both_hops() {
        assert_eq!(ends(&board, &wall, "i5"), "h5,h6,i4,j5,j6");
    }
}

#[test]
fn two_ways_to_a_hole_are_one_move() {
    let text = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]01[3]/[5]1[1]1[2]/[7]1[3]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";
    let (two_ways, [short, _]) = (position(text), both_hops());
    let there = short.star().hole_named("k9").expect("a hole");
    let moves = short.moves(&two_ways);
    assert_eq!(moves.iter().filter(|mv| mv.to() == there).count(), 1);
    // The path shown is the one whose first hop has the lower direction, and the other is taken too.
    let mv = moves.iter().find(|mv| mv.to() == there).expect("a move");
    assert_eq!(short.path_text(&two_ways, mv), "i5:i7:k9");
    for way in ["i5:i7:k9", "i5:k7:k9", "i5-k9"] {
        assert_eq!(short.read_move(&two_ways, way), Ok(MoveText::Move(mv)));
    }
    let bent = short.read_move(&two_ways, "i5:k9").expect_err("no hop goes so far");
    assert_eq!(bent.to_string(), "no way leads from i5 to k9");
}

#[test]
fn locked_goals_have_no_move_and_open_ones_fourteen() {
    let text = "0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
    for (leave_goal, count) in [("allowed", 14), ("forbidden", 0)] {
        let board = board(&[("seats", "2"), ("leave-goal", leave_goal)]);
        for seat in board.seats() {
            assert_eq!(board.moves_of(&position(text), seat).len(), count, "{leave_goal} {seat}");
        }
    }
}

/// A marble in its goal may pass outside on its way to another hole of the goal.
#[test]
fn a_chain_from_goal_to_goal_may_pass_outside() {
    // n1 hops over m6 out to l6, and over m7 back in to n3.
    let text =
        "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[5]11[6]/0[3]/[3]/[2]/[1] 0 2 10";
    for (leave_goal, named) in [("allowed", "l6,m5,n2,n3,o1"), ("forbidden", "n2,n3,o1")] {
        let board = board(&[("seats", "2"), ("leave-goal", leave_goal)]);
        let position = position(text);
        assert_eq!(ends(&board, &position, "n1"), named);
        let back_in = board.read_move(&position, "n1:l6:n3").expect("a way by what it passes");
        assert_eq!(board.read_move(&position, "n1-n3"), Ok(back_in));
    }
}

/// A foreign point may be passed through under `no-stop`, and not under `private`.
#[test]
fn foreign_points_are_passed_or_not() {
    // From e9 over e10 into the right point to e11, and over f10 out again to g9.
    let text =
        "[1]/[2]/[3]/[4]/[8]01[3]/[9]1[2]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";
    let position = position(text);
    for (foreign, named) in
        [("free", "d4,e8,e11,f8,f9,g9"), ("no-stop", "d4,e8,f8,f9,g9"), ("private", "d4,e8,f8,f9")]
    {
        let board = board(&[("seats", "2"), ("foreign-points", foreign)]);
        assert_eq!(ends(&board, &position, "e9"), named, "{foreign}");
    }
}

#[test]
fn only_other_seats_marbles_may_be_hopped_over() {
    // i4 has an own marble two holes to its right at i6, and a rival's below at j5.
    let text = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[3]0[1]0[3]/[4]1[5]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";
    let position = position(text);
    for (over, hops, from_i4, from_i6) in [
        ("any", "adjacent", "h4,h5,i3,i5,j4,k6", "h6,h7,i5,i7,j6,j7"),
        ("others", "adjacent", "h4,h5,i3,i5,j4,k6", "h6,h7,i5,i7,j6,j7"),
        ("any", "long", "g8,h4,h5,i3,i5,i8,j4,k6", "h6,h7,i2,i5,i7,j6,j7"),
        ("others", "long", "h4,h5,i3,i5,j4,k6", "h6,h7,i5,i7,j6,j7"),
    ] {
        let board = board(&[("seats", "2"), ("over", over), ("hops", hops)]);
        assert_eq!(ends(&board, &position, "i4"), from_i4, "{over} {hops}");
        assert_eq!(ends(&board, &position, "i6"), from_i6, "{over} {hops}");
    }
}

#[test]
fn positions_that_differ_have_different_keys() {
    let mut texts = BTreeMap::new();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..3_000 {
        let Setting { board, mut position } = Setting::drawn(&mut rng);
        for seat in board.seats() {
            position.set_turn(seat);
            assert_eq!(position.key(), position.key_anew());
            let text = Setup::from(position).to_string();
            let known = texts.entry(position.key()).or_insert_with(|| text.clone());
            assert_eq!(*known, text);
        }
    }
    assert!(texts.len() > 5_000, "{}", texts.len());
}
