//! The published counts, and the solver against the engine and against a second solver.

use std::collections::BTreeSet;

use engine::Game;
use engine::rules::{Board, Rules, Seat, Win};
use engine::star::Cube;

use super::answers::Answers;
use super::field::{Field, State};
use super::force::{Forced, Question};
use super::job::{Job, Stage, Subject};
use super::reach::Reach;
use super::slow::{Graph, Layout, Reading};
use super::space::{Ending, Fate, Space};
use super::*;
use crate::case::Case;

fn rules(preset: &str, axes: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::preset(preset).unwrap();
    for (axis, value) in axes {
        rules.set(axis, value).unwrap();
    }
    rules
}

fn liou() -> Rules {
    rules("liou-3p", &[("arm", "1")])
}

fn rhombus(win: &str) -> Rules {
    rules("sturtevant-2p", &[("arm", "1"), ("marbles", "3"), ("win", win)])
}

fn prove(rules: Rules) -> Result<Proof, Unproved> {
    let job = Job { progress: &|_| (), stop: &|| false, folder: None };
    Task { rules, counted: None, large: false }.prove(&job)
}

/// A space with its states that can be reached and its answers.
struct Solved {
    space: Space,
    reach: Reach,
    answers: Answers,
}

fn space(rules: &Rules) -> Space {
    Space::new(Field::new(&Board::new(rules).unwrap()).unwrap()).unwrap()
}

fn solve(rules: &Rules) -> Solved {
    solve_space(space(rules))
}

/// Every seat asked for itself, although they are alike.
fn solve_apart(rules: &Rules) -> Solved {
    let field = Field::new(&Board::new(rules).unwrap()).unwrap();
    solve_space(Space::new(field.forget_symmetry()).unwrap())
}

fn solve_space(space: Space) -> Solved {
    let job = Job { progress: &|_| (), stop: &|| false, folder: None };
    let subject = Subject { rules: String::new(), states: space.len() };
    let stage = || Stage::new(&job, &subject, String::new());
    let reach = Reach::explore(&space, stage()).unwrap();
    let solve = |_, question: &_| Forced::solve(&space, question, stage());
    let answers = Answers::find(&space, solve).unwrap();
    Solved { space, reach, answers }
}

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

#[test]
fn counting_formulas_give_the_published_numbers() {
    assert_eq!(3 * placements(7, &[2; 3], 1), 1662);
    assert_eq!(3 * placements(19, &[6; 3], 3), 14_841_300_390);
    assert_eq!(3 * placements(37, &[12; 3], 6), 1_300_023_027_202_861_390_968);
    assert_eq!(2 * placements(25, &[0; 2], 3), 7_084_000);
    assert_eq!(2 * placements(37, &[0; 2], 3), 92_991_360);
    let three = space(&rules("liou-3p", &[("arm", "2")]));
    assert_eq!(three.len(), 14_841_300_390);
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

#[test]
fn new_states_on_37_holes_come_out_as_published() {
    let space = space(&rules("liou-3p", &[("arm", "2")]));
    let mut seen = BTreeSet::from([space.index(&space.start())]);
    let mut frontier = seen.clone();
    let mut counts = vec![1];
    for _ in 0..7 {
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
    assert_eq!(counts, [1, 6, 36, 216, 1188, 6582, 36_574, 124_074]);
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
}

#[test]
fn lines_play_through_to_what_they_show() {
    let proof = prove(rules(
        "standard",
        &[("arm", "1"), ("seats", "2"), ("marbles", "3"), ("win", "any-own")],
    ));
    let proof = proof.unwrap();
    let line = proof.lines.iter().find(|line| line.name == "marble_at_home").unwrap();
    let case = Case::read(line.case.write().as_bytes()).unwrap();
    assert_eq!(case, line.case);
    let board = case.board();
    let mut game = case.game_on(&board).unwrap();
    for &what in &case.moves {
        game.act(what).unwrap();
    }
    let finding = &proof.properties["marble_at_home"];
    assert_eq!(Some(game.ply()), finding.shortest);
    let winner = game.winner().unwrap();
    assert_eq!((Some(winner.index()), Some(Some(winner))), (finding.seat, case.claim.winner));
    assert!(!(board.home(winner) & game.position().marbles(winner)).is_empty());
}

/// The shortest line is as long as a game played breadth first by the engine needs to be.
#[test]
fn shortest_lines_are_shortest() {
    let rules =
        rules("standard", &[("arm", "1"), ("seats", "2"), ("marbles", "3"), ("win", "any-own")]);
    let board = Board::new(&rules).unwrap();
    let mut layer = vec![Game::new(&board).position().to_owned()];
    let mut seen: BTreeSet<String> = layer.iter().map(ToString::to_string).collect();
    let early = |game: &Game<'_>| game.left_at_home().is_some_and(|left| left > 0);
    let mut plies = 0;
    'search: loop {
        plies += 1;
        let mut next = Vec::new();
        for position in &layer {
            for mv in board.moves(position).iter() {
                let mut game = Game::resume(&board, &(*position).into()).unwrap();
                game.play(mv).unwrap();
                if early(&game) {
                    break 'search;
                }
                if !game.over() && seen.insert(game.position().to_string()) {
                    next.push(*game.position());
                }
            }
        }
        assert!(!next.is_empty());
        layer = next;
    }
    let proof = prove(rules).unwrap();
    assert_eq!(proof.properties["marble_at_home"].shortest, Some(plies));
}

#[test]
fn stopped_work_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let rules = rhombus("any-own");
    let whole = prove(rules).unwrap();
    let task = Task { rules, counted: None, large: false };
    // Each time it is let go on for a few rounds longer, and stopped in the midst of a stage.
    let mut interrupted = 0;
    for limit in [3, 20, 30, 45, usize::MAX] {
        let rounds = std::sync::atomic::AtomicUsize::new(0);
        let told = |_: &Progress<'_>| {
            rounds.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let stop = || rounds.load(std::sync::atomic::Ordering::Relaxed) >= limit;
        let job = Job { progress: &told, stop: &stop, folder: Some(folder.path().into()) };
        match task.prove(&job) {
            Err(Unproved::Interrupted) => interrupted += 1,
            proof => assert_eq!(proof.unwrap(), whole),
        }
    }
    assert!(interrupted > 0 && interrupted < 5);
    let job = Job { progress: &|_| (), stop: &|| false, folder: Some(folder.path().into()) };
    let other = Task { rules: rhombus("all-own"), ..task };
    assert!(matches!(other.prove(&job), Err(Unproved::Checkpoint(_))));
}

#[test]
fn what_is_not_proved_is_refused_by_name() {
    for (axes, named) in [
        (&[("arm", "3"), ("seats", "2")][..], "--arm: got '3'"),
        (&[("arm", "1"), ("seats", "4")], "--seats: got '4'"),
        (&[("arm", "1"), ("seats", "3"), ("no-move", "lose")], "--no-move: got 'lose'"),
        (
            &[("arm", "1"), ("seats", "3"), ("layout", "0,3,2"), ("foreign-points", "private")],
            "--layout",
        ),
    ] {
        let error = prove(rules("standard", axes)).unwrap_err().to_string();
        assert!(error.starts_with(named), "{error}");
    }
}
