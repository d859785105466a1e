//! The star turned and mirrored.

use super::*;

/// Left and right exchanged, with seats 1 and 2.
fn mirrored(space: &Space, state: &State) -> State {
    let (board, position) = (space.field().board(), space.field().position(state));
    let star = board.star();
    let seat = |seat: usize| Seat::ALL[(3 - seat) % 3];
    let mut image = board.empty();
    for of in board.seats() {
        for hole in position.marbles(of) {
            let place = star.cube(hole);
            image.put(seat(of.index()), star.hole_at(Cube::new(place.z(), place.y)).unwrap());
        }
    }
    image.set_turn(seat(state.turn));
    space.field().state(&image)
}

#[test]
fn rotation_keeps_values_and_reflection_does_not() {
    let Solved { space, reach, answers } = solve_apart(&liou());
    let turns = Space::new(Field::new(space.field().board()).unwrap()).unwrap();
    let mut differ = 0;
    for index in (0..space.len()).filter(|&index| reach.depth(index).is_some()) {
        let state = space.state(index);
        let turned = space.index(&turns.field().turned(&state));
        let mirrored = space.index(&mirrored(&space, &state));
        for seat in 0..3 {
            let [next, across] = [(seat + 1) % 3, (3 - seat) % 3];
            assert_eq!(answers.forces(seat, index), answers.forces(next, turned));
            assert_eq!(answers.forced_out(seat, index), answers.forced_out(next, turned));
            differ += u32::from(answers.forces(seat, index) != answers.forces(across, mirrored));
        }
    }
    assert!(differ > 0, "turn order runs one way round");
}

#[test]
fn an_answer_turned_is_the_answer_for_the_next_seat() {
    for axes in [
        &[("seats", "3"), ("foreign-points", "private")][..],
        &[("seats", "3"), ("win", "natives"), ("no-move", "skip")],
        &[("seats", "2"), ("marbles", "3"), ("hand-win", "illegal"), ("hops", "long")],
        // Won by the second seat from the start.
        &[("seats", "2"), ("marbles", "3"), ("win", "any-own")],
    ] {
        let mut rules = rules("standard", axes);
        rules.set("arm", "1").unwrap();
        let (turned, apart) = (solve(&rules), solve_apart(&rules));
        assert!(turned.space.field().is_symmetric() && !apart.space.field().is_symmetric());
        let seats = turned.space.field().seats();
        let control = |solved: &Solved| solved.answers.start(&solved.space);
        assert_eq!(control(&turned), control(&apart));
        for index in 0..turned.space.len() {
            let all = |answers: &Answers| -> Vec<bool> {
                let by_seat = (0..seats).flat_map(|seat| {
                    [
                        answers.forces(seat, index),
                        answers.forced_out(seat, index),
                        answers.vetoed(seat, index),
                        answers.can_draw(seat, index),
                    ]
                });
                let pairs = answers.pairs().map(|(helper, of)| answers.pair(helper, of, index));
                by_seat.chain(pairs).collect()
            };
            assert_eq!(all(&turned.answers), all(&apart.answers), "{index} under {axes:?}");
        }
    }
}
