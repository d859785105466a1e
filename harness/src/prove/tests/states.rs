//! States against the engine's own positions.

use super::*;

/// Rules that reach into every axis that the field knows.
fn many_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for (seats, marbles) in [("2", "1"), ("2", "3"), ("3", "1")] {
        for win in Win::ALL {
            all.push(rules(
                "standard",
                &[("seats", seats), ("marbles", marbles), ("win", win.name())],
            ));
        }
        for (axis, value) in [
            ("hops", "long"),
            ("over", "others"),
            ("foreign-points", "no-stop"),
            ("foreign-points", "private"),
            ("leave-goal", "forbidden"),
            ("hand-win", "illegal"),
            ("no-move", "skip"),
        ] {
            for win in ["any-own", "natives", "locked-out"] {
                let axes = [("seats", seats), ("marbles", marbles), ("win", win), (axis, value)];
                all.push(rules("standard", &axes));
            }
        }
    }
    all
}

/// The moves and wins of one state, by the engine's board.
fn same_as_engine(space: &Space, state: &State) {
    let field = space.field();
    let board = field.board();
    let position = field.position(state);
    assert_eq!(field.state(&position), *state);
    let mut moves = Vec::new();
    field.every_move(&state.placement, state.turn, |from, to, after| {
        let mut applied = position;
        board.apply(&mut applied, field.mv(from, to));
        applied.set_turn(position.turn());
        assert_eq!(field.state(&applied).placement, after);
        moves.push(field.mv(from, to));
        true
    });
    moves.sort_unstable();
    assert!(board.moves(&position).iter().eq(moves), "{position:?} under {:?}", board.rules());
    assert_eq!(board.can_move(&position), field.can_move(&state.placement, state.turn));
    for seat in board.seats() {
        let complete = field.complete(&state.placement, seat.index());
        assert_eq!(
            board.complete(&position, seat),
            complete,
            "{position:?} under {:?}",
            board.rules()
        );
    }
}

#[test]
fn the_field_is_the_engines_board_on_every_state_of_13_holes() {
    for mut rules in many_rules() {
        rules.set("arm", "1").unwrap();
        let space = space(&rules);
        // The states of three marbles are many, and near ones alike.
        let stride = if space.len() > 10_000 { 7 } else { 1 };
        for index in (0..space.len()).step_by(stride) {
            same_as_engine(&space, &space.state(index));
        }
    }
}

#[test]
fn the_field_is_the_engines_board_on_a_sample_of_37_holes() {
    for mut rules in many_rules() {
        rules.set("arm", "2").unwrap();
        rules.set("marbles", "3").unwrap();
        let space = space(&rules);
        let stride = space.len() / 1000 + 1;
        for index in (0..space.len()).step_by(stride as usize) {
            same_as_engine(&space, &space.state(index));
        }
    }
}

#[test]
fn every_state_has_its_own_number() {
    for mut rules in many_rules() {
        for arm in ["1", "2"] {
            rules.set("arm", arm).unwrap();
            if arm == "2" {
                rules.set("marbles", "3").unwrap();
            }
            let space = space(&rules);
            let stride = space.len() / 20_000 + 1;
            for index in (0..space.len()).step_by(stride as usize) {
                assert_eq!(space.index(&space.state(index)), index);
            }
        }
    }
}

#[test]
fn what_leads_to_a_state_is_what_it_is_led_to_from() {
    for mut rules in many_rules() {
        rules.set("arm", "1").unwrap();
        let space = space(&rules);
        let (mut forth, mut back) = (BTreeSet::new(), BTreeSet::new());
        let stride = if space.len() > 10_000 { 13 } else { 1 };
        let sampled = |index: u64| index.is_multiple_of(stride);
        for index in 0..space.len() {
            let state = space.state(index);
            space.every_next(&state, |after| {
                let after = space.index(after);
                if sampled(after) {
                    forth.insert((index, after));
                }
                true
            });
            if sampled(index) {
                space.every_before(&state, |before, _| {
                    back.insert((space.index(before), index));
                    false
                });
            }
        }
        assert!(!back.is_empty());
        assert_eq!(forth, back, "{rules:?}");
    }
}
