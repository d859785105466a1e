//! The solver against a second one, on every state.

use super::*;

#[test]
fn the_slow_solver_tells_the_readings_apart() {
    let base = Reading::liou;
    let controls = |reading: Reading| {
        let start = reading.start();
        reading.explore([start]).controls(3)
    };
    assert_eq!(controls(base()), [171, 834, 240]);
    assert_eq!(controls(Reading { chains_close: true, ..base() })[1..], [816, 258]);
    assert_eq!(controls(Reading { voluntary_pass: true, ..base() })[1..], [789, 285]);
    assert_eq!(controls(Reading { hop_abroad: true, ..base() })[1..], [837, 237]);
    assert_eq!(controls(Reading { chains: false, ..base() })[1..], [873, 201]);
    let free = Reading { stop_abroad: true, hop_abroad: true, ..base() };
    assert_eq!(controls(free).iter().sum::<usize>(), 4389);
    assert_eq!(controls(Reading { play_on: true, ..base() }).iter().sum::<usize>(), 1662);
}

/// The state of a layout of the slow solver.
fn state(space: &Space, (marbles, turn): &Layout) -> State {
    let board = space.field().board();
    let mut position = board.empty();
    for (seat, holes) in board.seats().zip(marbles) {
        for &(x, y) in holes {
            position.put(seat, board.star().hole_at(Cube::new(x, y)).unwrap());
        }
    }
    position.set_turn(Seat::ALL[*turn]);
    space.field().state(&position)
}

fn agree(
    solved: &Solved,
    graph: &Graph,
    question: (&[usize], &[usize]),
    fast: &dyn Fn(u64) -> bool,
) {
    let slow = graph.forced(question.0, question.1);
    for layout in graph.winners.keys() {
        let index = solved.space.index(&state(&solved.space, layout));
        assert_eq!(fast(index), slow.contains_key(layout), "{question:?} {layout:?}");
    }
}

#[test]
fn the_slow_solver_agrees_on_every_state_of_three_seats() {
    let solved = solve_apart(&liou());
    let reading = Reading::liou();
    let graph = reading.explore([reading.start()]);
    let reached: BTreeSet<u64> = graph
        .winners
        .keys()
        .map(|layout| solved.space.index(&state(&solved.space, layout)))
        .collect();
    let fast = (0..solved.space.len()).filter(|&index| solved.reach.depth(index).is_some());
    assert_eq!(fast.collect::<BTreeSet<u64>>(), reached);
    let answers = &solved.answers;
    for seat in 0..3 {
        let others: Vec<usize> = (0..3).filter(|&other| other != seat).collect();
        agree(&solved, &graph, (&[seat], &[seat]), &|index| answers.forces(seat, index));
        agree(&solved, &graph, (&others, &others), &|index| answers.forced_out(seat, index));
        agree(&solved, &graph, (&others, &[0, 1, 2]), &|index| {
            let state = solved.space.state(index);
            let over = solved.space.fate(&state, Ending::First) != Fate::Open;
            over || !answers.can_draw(seat, index)
        });
        for &helper in &others {
            let by = [helper, seat];
            agree(&solved, &graph, (&by, &[seat]), &|index| answers.pair(helper, seat, index));
        }
    }
}

#[test]
fn the_slow_solver_agrees_on_every_placement_of_the_small_rhombus() {
    let solved = solve_apart(&rhombus("any-own"));
    let reading = Reading::sturtevant();
    let open = |&index: &u64| {
        let state = solved.space.state(index);
        solved.space.fate(&state, Ending::First) != Fate::Illegal
    };
    let star = solved.space.field().board().star();
    let layouts = (0..solved.space.len()).filter(open).map(|index| {
        let position = solved.space.field().position(&solved.space.state(index));
        let marbles = position.seats().map(|seat| {
            let places = position.marbles(seat).into_iter().map(|hole| star.cube(hole));
            let mut places: Vec<_> = places.map(|place| (place.x, place.y)).collect();
            places.sort_unstable();
            places
        });
        (marbles.collect(), position.turn().index())
    });
    let graph = reading.explore(layouts);
    assert_eq!(graph.winners.len() as u64, (0..solved.space.len()).filter(open).count() as u64);
    for seat in 0..2 {
        let forces = |index| solved.answers.forces(seat, index);
        agree(&solved, &graph, (&[seat], &[seat]), &forces);
    }
    let first = graph.forced(&[0], &[0]);
    assert_eq!(first.get(&reading.start()), Some(&7));
}
