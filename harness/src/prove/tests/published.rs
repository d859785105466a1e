//! The published counts, and what follows from the rules alone.

use super::*;

#[test]
fn three_seats_on_13_holes_come_out_as_published() {
    let proof = prove(liou()).unwrap();
    assert_eq!((proof.space, proof.states, proof.reachable), (Counted::Reachable, 1245, 1245));
    assert_eq!((proof.terminal, proof.solo_win, proof.kingmaker), (171, 834, 240));
    assert_eq!((proof.draw, proof.illegal), (0, 0));
    assert_eq!(proof.per_seat, [Values { win: 335, loss: 910, draw: 0, illegal: 0 }; 3]);
    assert_eq!(proof.new_by_depth, [1, 2, 4, 8, 20, 53, 143, 261, 324, 256, 132, 34, 7]);
    assert_eq!((proof.start, proof.start_plies), ("kingmaker", None));
    let forcing = proof.forcing.unwrap();
    assert_eq!(forcing.own_win_at_start, [false; 3]);
    assert_eq!(forcing.third_out_at_start, [true; 3]);
    assert_eq!(forcing.draw_at_start, [false; 3]);
    assert_eq!(forcing.pair_wins_at_start.len(), 6);
    assert!(forcing.pair_wins_at_start.values().all(|&forced| forced));
    assert_eq!(proof.placements, 1662);
}

#[test]
fn other_readings_give_other_counts() {
    let proof = prove(rules("liou-3p", &[("arm", "1"), ("foreign-points", "no-stop")])).unwrap();
    assert_eq!((proof.terminal, proof.solo_win, proof.kingmaker), (171, 837, 237));
    let proof = prove(rules("liou-3p", &[("arm", "1"), ("foreign-points", "free")])).unwrap();
    assert_eq!(proof.reachable, 4389);
}

#[test]
fn the_rhombus_of_25_holes_is_won_in_29_plies() {
    let space = space(&rules("sturtevant-2p", &[("arm", "2")]));
    assert_eq!(space.len(), 7_084_000);
    let job = Job { progress: &|_| (), stop: &|| false, folder: None };
    let subject = Subject { rules: String::new(), states: space.len() };
    let by = [true, false, false];
    let question = Question { by, winners: by, ending: Ending::First };
    let stage = Stage::new(&job, &subject, String::new());
    let first = Forced::solve(&space, &question, stage).unwrap();
    assert_eq!(first.start(), Some(29));
}

#[test]
fn the_rhombus_of_9_holes_is_won_in_7_plies_and_drawn_under_all_own() {
    let proof = prove(rhombus("any-own")).unwrap();
    assert_eq!((proof.states, proof.start, proof.start_plies), (3360, "win", Some(7)));
    add_up(&proof);
    let proof = prove(rhombus("all-own")).unwrap();
    assert_eq!((proof.states, proof.start, proof.start_plies), (3360, "draw", None));
    add_up(&proof);
}

/// Every state has one control, and to every seat one value.
fn add_up(proof: &Proof) {
    let controls = proof.terminal + proof.solo_win + proof.kingmaker + proof.draw;
    assert_eq!(controls, proof.states, "{:?}", proof.rules);
    for values in proof.per_seat.iter().chain([&proof.to_move]) {
        assert_eq!(values.win + values.loss + values.draw + values.illegal, proof.states);
        assert_eq!(values.illegal, proof.illegal);
    }
    assert_eq!(proof.new_by_depth.iter().sum::<u64>(), proof.reachable);
    // What one of two seats wins the other loses.
    if let [first, second] = &proof.per_seat[..] {
        assert_eq!((first.win, first.draw), (second.loss, proof.draw));
        assert_eq!((second.win, second.draw), (first.loss, proof.draw));
    }
}

#[test]
fn sums_add_up_under_every_win_rule() {
    for win in Win::ALL {
        for (seats, marbles) in [("2", "1"), ("2", "3"), ("3", "1")] {
            let axes = [("arm", "1"), ("seats", seats), ("marbles", marbles), ("win", win.name())];
            add_up(&prove(rules("standard", &axes)).unwrap());
        }
    }
}

#[test]
fn counting_formulas_give_the_published_numbers() {
    assert_eq!(3 * placements(7, &[2; 3], 1), 1662);
    assert_eq!(3 * placements(19, &[6; 3], 3), 14_841_300_390);
    assert_eq!(3 * placements(37, &[12; 3], 6), 1_300_023_027_202_861_390_968);
    assert_eq!(2 * placements(25, &[0; 2], 3), 7_084_000);
    assert_eq!(2 * placements(37, &[0; 2], 3), 92_991_360);
    let three = space(&rules("liou-3p", &[("arm", "2")]));
    assert_eq!(three.len(), 14_841_300_390);
    // One shared hole, which both seats cannot have.
    assert_eq!(placements(1, &[2; 2], 2), 1 + 2 + 2);
}

/// Full goals by formula: one seat's marbles are fixed, the others' are anywhere they may be.
#[test]
fn full_goals_on_37_holes_are_the_published_numbers() {
    // The goal of a seat is its own; what the two others may hold is not touched by it.
    let one = 3 * 3 * placements(19, &[6; 2], 3);
    let two = 3 * 3 * placements(19, &[6], 3);
    let three = 3;
    assert_eq!(one - two + three, 35_368_617);
    assert_eq!(two - 2 * three, 20_694);
}

/// The same formula on 13 holes, where the solver counts them state by state.
#[test]
fn full_goals_on_13_holes_are_what_the_formula_says() {
    let job = Job { progress: &|_| (), stop: &|| false, folder: None };
    let task = Task { rules: liou(), counted: Some(Counted::Placements), large: false };
    let proof = task.prove(&job).unwrap();
    let (one, two, three) = (9 * placements(7, &[2; 2], 1), 9 * placements(7, &[2], 1), 3);
    assert_eq!(proof.states, 1662);
    assert_eq!(u128::from(proof.terminal), one - two + three);
    assert_eq!(u128::from(proof.illegal), two - 2 * three);
    add_up(&proof);
}

#[test]
fn new_states_on_37_holes_come_out_as_published() {
    let space = space(&rules("liou-3p", &[("arm", "2")]));
    let mut seen = BTreeSet::from([space.index(&space.start())]);
    let mut frontier = seen.clone();
    let mut counts = vec![1];
    for _ in 0..8 {
        let mut next = BTreeSet::new();
        for &index in &frontier {
            space.every_next(&space.state(index), |after| {
                let index = space.index(&space.settled(*after));
                if seen.insert(index) {
                    next.insert(index);
                }
                true
            });
        }
        counts.push(next.len());
        frontier = next;
    }
    assert_eq!(counts, [1, 6, 36, 216, 1188, 6582, 36_574, 124_074, 463_250]);
}

#[test]
fn three_seats_on_37_holes_are_refused_with_the_arithmetic() {
    let Err(Unproved::TooLarge(estimate)) = prove(rules("liou-3p", &[("arm", "2")])) else {
        panic!("it is refused")
    };
    assert_eq!(estimate.states, 14_841_300_390);
    assert_eq!(estimate.value_bytes(), 3_710_325_098);
    assert!(estimate.hours() > 0.0);
    let text = estimate.to_string();
    assert!(text.starts_with("14,841,300,390 states: at 2 bits a state"), "{text}");
    let short = Unproved::NoMemory(estimate, 3 << 29).to_string();
    assert_eq!(short, format!("{text}; 1.5 GiB of memory are free"));
}
