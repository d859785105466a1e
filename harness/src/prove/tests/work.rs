//! Lines, checkpoints and refusals.

use super::*;

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
