//! Engines that misbehave, each in its own way: what they do has a name, and nothing is left of them.

use std::time::{Duration, Instant};

use engine::Game;
use engine::rules::{Board, Rules};
use harness::ugi::ask::Bounds;
use harness::ugi::engines::Engines;
use harness::ugi::external::{External, Limits};
use harness::ugi::failure::Failure;
use harness::ugi::player::Pool;
use harness::ugi::process::MAX_WORDS;

/// A shell engine that answers all that it has to, but for what `cases` say otherwise.
fn script(cases: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in {cases} ugi) echo ugiok;; isready) echo readyok;; \
         go*) echo bestmove d1-e5;; quit) exit;; esac; done"
    )
}

/// Short, so that the tests are; long against what a shell needs.
const LIMITS: Limits = Limits {
    start: Duration::from_secs(20),
    answer: Duration::from_secs(1),
    grace: Duration::from_secs(20),
};

/// For engines that never answer.
const IMPATIENT: Limits = Limits { grace: Duration::from_millis(50), ..LIMITS };

fn board() -> Board {
    Board::new(&Rules::default().with_seats(2).unwrap()).unwrap()
}

fn pool(limits: Limits) -> Pool {
    Pool::new(Engines { limits, ..Engines::default() })
}

/// Lets an engine play the first move of a game.
fn first_move(command: &str, limits: Limits) -> Result<(), Failure> {
    let (board, pool) = (board(), pool(limits));
    let game = Game::new(&board);
    pool.seat(command, &board, 1)?.choose(&game).map(drop)
}

fn failure(cases: &str) -> Failure {
    first_move(&script(cases), LIMITS).unwrap_err()
}

/// Waits until a process is gone, or a zombie that its new parent has yet to collect.
fn is_gone(pid: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(20);
    while Instant::now() < deadline {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
        match stat.as_deref().map(|stat| stat.rsplit(") ").next()) {
            Ok(Some(rest)) if !rest.starts_with('Z') => {}
            _ => return true,
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

#[test]
fn an_engine_that_behaves_plays() {
    assert_eq!(first_move(&script(""), LIMITS), Ok(()));
}

#[test]
fn a_dead_process_tells_how_it_ended_and_its_last_words() {
    let failure = failure("go*) echo 'out of ideas' >&2; exit 7;;");
    assert_eq!(
        failure.to_string(),
        "died: the engine ended: exit status: 7; its last words: out of ideas"
    );
    let failure = first_move("no-such-engine-anywhere", LIMITS).unwrap_err();
    assert_eq!(failure.name(), "died");
    assert!(failure.to_string().contains("not found"), "{failure}");
}

#[test]
fn an_engine_that_closes_its_output_and_goes_on_is_dead_too() {
    let failure = first_move("exec >&-; sleep 1000", LIMITS).unwrap_err();
    assert_eq!(failure.name(), "died");
    assert!(failure.to_string().contains("closed its output"), "{failure}");
}

#[test]
fn a_hang_ends_when_time_runs_out() {
    let mut engine = External::start(&script("go*) sleep 1000;;"), IMPATIENT).unwrap();
    assert_eq!(engine.go(Bounds::default()).unwrap_err().name(), "hang");
    assert!(engine.failed());
}

#[test]
fn a_late_answer_is_told_from_none() {
    assert_eq!(failure("go*) sleep 2; echo bestmove d1-e5;;").name(), "late");
}

#[test]
fn garbage_is_quoted() {
    assert_eq!(failure("go*) echo bestmove;;").to_string(), "garbage: 'bestmove' is no answer");
    assert_eq!(
        failure("go*) echo bestmove d1e5;;").to_string(),
        "garbage: 'bestmove d1e5' is no answer"
    );
    let mute = script("go*) echo I resign;;");
    let failure = first_move(&mute, IMPATIENT).unwrap_err();
    assert_eq!(failure.to_string(), "garbage: 'I resign' is no answer");
}

#[test]
fn chatter_beside_an_answer_is_passed_over() {
    let chatty =
        "go*) echo thinking...; printf '\\377\\n'; echo info depth 3; echo bestmove d1-e5;;";
    assert_eq!(first_move(&script(chatty), LIMITS), Ok(()));
}

#[test]
fn an_illegal_move_and_one_for_another_seat_differ() {
    assert_eq!(failure("go*) echo bestmove d1-d4;;").name(), "illegal-move");
    assert_eq!(failure("go*) echo bestmove n1-m5;;").name(), "wrong-seat");
}

#[test]
fn a_slow_start_is_no_hang() {
    let limits = Limits { start: Duration::from_millis(200), ..LIMITS };
    for command in ["sleep 1000", "echo ugiok; sleep 1000"] {
        let failure = External::start(command, limits).unwrap_err();
        assert_eq!(failure.name(), "slow-start", "{command}");
    }
}

#[test]
fn endless_output_is_cut() {
    let patient = Limits { answer: Duration::from_secs(20), ..LIMITS };
    for command in [&script("go*) yes;;"), &script("go*) yes | tr -d '\\n';;"), "yes"] {
        let failure = first_move(command, patient).unwrap_err();
        assert_eq!(failure.name(), "endless-output", "{command}");
    }
}

#[test]
fn a_move_that_nobody_asked_for_is_no_answer_to_the_next_question() {
    let two = script("go*) printf 'bestmove d1-e5\\nbestmove d2-e6\\n';;");
    let mut engine = External::start(&two, LIMITS).unwrap();
    assert_eq!(engine.go(Bounds::default()).as_deref(), Ok("d1-e5"));
    assert_eq!(engine.go(Bounds::default()).unwrap_err().name(), "unasked");
}

#[test]
fn an_engine_may_say_that_it_cannot() {
    let failure = failure("go*) echo info error no such position;;");
    assert_eq!(failure.to_string(), "refused: the engine says 'no such position'");
}

#[test]
fn standard_error_is_kept_bounded_and_never_blocks() {
    let flood = script("go*) yes complaint | head -c 3000000 >&2; echo bestmove d1-e5;;");
    let patient = Limits { answer: Duration::from_secs(60), ..LIMITS };
    let (board, pool) = (board(), pool(patient));
    let mut player = pool.seat(&flood, &board, 1).unwrap();
    player.choose(&Game::new(&board)).unwrap();
    let words = player.words();
    assert!(words.len() <= MAX_WORDS && words.contains("complaint"), "{}", words.len());
}

#[test]
fn an_engine_that_reads_nothing_does_not_block_us() {
    let mut engine = External::start("echo ugiok; echo readyok; sleep 1000", IMPATIENT).unwrap();
    engine.position(Some("x".repeat(1 << 20)), Vec::new());
    assert_eq!(engine.go(Bounds::default()).unwrap_err().name(), "hang");
}

#[test]
fn nothing_is_left_of_an_engine_whatever_it_has_started() {
    // A child that heeds nothing and another that holds on to the pipes, both told on standard error.
    let started = "(trap '' TERM HUP INT; while :; do sleep 1; done) & echo $! >&2; \
                   sleep 1000 & echo $! >&2; echo $$ >&2; ";
    for ending in ["", "quit) ;;", "quit) sleep 1000;;", "go*) exit 1;;", "go*) sleep 1000;;"] {
        let command = format!("{started}{}", script(ending));
        let mut engine = External::start(&command, IMPATIENT).unwrap();
        let _ = engine.go(Bounds::default());
        let words = engine.words();
        drop(engine);
        assert_eq!(words.lines().count(), 3, "{ending}: {words}");
        for pid in words.lines() {
            assert!(is_gone(pid), "{ending}: {pid} is left");
        }
    }
}

#[test]
fn engines_are_kept_between_games_and_replaced_when_they_fail() {
    let (board, pool) = (board(), pool(LIMITS));
    let game = Game::new(&board);
    // It dies at its third move.
    let third = "go*) n=$((n+1)); [ $n -lt 3 ] || exit 1; echo bestmove d1-e5;;";
    let command = format!("echo $$ >&2; {}", script(third));
    let mut pids = Vec::new();
    let mut failures = Vec::new();
    for _ in 0..6 {
        let mut player = pool.seat(&command, &board, 1).unwrap();
        failures.push(player.choose(&game).is_err());
        pids.push(player.words());
    }
    assert_eq!(failures, [false, false, true, false, false, true]);
    pids.dedup();
    assert_eq!(pids.len(), 2, "{pids:?}");
}
