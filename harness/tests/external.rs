//! External engines in the seats of a run, beside our own bots.

use std::path::Path;
use std::process::{Command, Output};

const HARNESS: &str = env!("CARGO_BIN_EXE_harness");

/// Answers all that it has to, but for what `cases` say otherwise.
fn script(cases: &str) -> String {
    format!(
        "cmd:while read -r line; do case \"$line\" in {cases} ugi) echo ugiok;; \
         isready) echo readyok;; quit) exit;; esac; done"
    )
}

fn play(bots: &str, out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(HARNESS);
    command.env_remove("GITHUB_STEP_SUMMARY");
    command.args(["--bot", bots, "--progress", "never", "--out"]).arg(out).args(more);
    command.output().unwrap()
}

fn rows(out: &Path, name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(out.join(name)).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(String::from).collect()).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn our_own_engine_behind_pipes_plays_beside_our_bots_and_games_can_be_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let bots = format!("cmd:{HARNESS} ugi --bot random,normal");
    let mut games = Vec::new();
    for threads in ["1", "3"] {
        let out = folder.path().join(threads);
        let flags = ["--games", "12", "--seats", "2,3", "--threads", threads, "--cap", "60"];
        let run = play(&bots, &out, &flags);
        assert_eq!(run.status.code(), Some(0), "{}{}", text(&run.stdout), text(&run.stderr));
        assert_eq!(rows(&out, "engines.csv").len(), 0);
        games.push(std::fs::read(out.join("games.csv")).unwrap());
    }
    assert!(text(&games[0]).contains(" ugi --bot random,"), "{}", text(&games[0]));
    assert_eq!(games[0], games[1], "the engine follows the seed that it is told");
}

#[test]
fn shards_with_a_failing_engine_merge_into_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let bots = format!("{},random", script("go*) echo bestmove a1-q1;;"));
    let path = |name: &str| folder.path().join(name);
    let flags = ["--games", "12", "--seats", "2,3", "--arm", "2"];
    play(&bots, &path("whole"), &flags);
    for shard in ["1/2", "2/2"] {
        play(&bots, &path(&shard[..1]), &[&flags[..], &["--shard", shard]].concat());
    }
    let mut merge = Command::new(HARNESS);
    merge.arg("merge").args(["1", "2"].map(path)).arg("--out").arg(path("merged"));
    assert_eq!(merge.status().unwrap().code(), Some(0));
    assert!(rows(&path("whole"), "engines.csv").len() >= 12);
    for name in ["games.csv", "engines.csv", "win_rates.csv"] {
        let read = |run| std::fs::read(path(run).join(name)).unwrap();
        assert!(read("merged") == read("whole"), "{name}");
    }
}

#[test]
fn a_failing_engine_forfeits_and_the_others_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let bad = script("go*) echo bestmove a1-q1;;");
    let run = play(&format!("{bad},normal"), &out, &["--games", "10", "--seats", "2,3"]);
    assert_eq!(run.status.code(), Some(0), "{}{}", text(&run.stdout), text(&run.stderr));
    assert!(text(&run.stdout).contains(": illegal-move "), "{}", text(&run.stdout));
    let (games, engines) = (rows(&out, "games.csv"), rows(&out, "engines.csv"));
    assert_eq!(games.len(), 10);
    for game in &games {
        let bots = &game[4..10];
        let failing = bots.iter().filter(|bot| bot.starts_with("cmd:")).count();
        let failed = engines.iter().filter(|row| row[0] == game[0]).count();
        let (winner, end) = (&game[10], &game[11]);
        assert!(failed >= 1 && failed <= failing, "{game:?}");
        if let Ok(winner) = winner.parse::<usize>()
            && failed == failing
        {
            assert_eq!(bots[winner], "normal", "{game:?}");
        }
        if game[2] == "2" {
            assert_eq!(end, "forfeit", "{game:?}");
        }
    }
    // With three seats two bots are left now and then, and race to the end.
    assert!(games.iter().any(|game| game[11] != "forfeit"), "{games:?}");
    // The move is of a marble of seat 0, whoever is asked.
    let known = ["illegal-move", "wrong-seat"];
    assert!(engines.iter().all(|row| known.contains(&row[6].as_str())), "{engines:?}");
}

#[test]
fn a_failing_engine_can_void_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let dies = script("go*) echo 'no idea' >&2; exit 3;;");
    let flags = ["--games", "4", "--seats", "2", "--on-engine-error", "void"];
    let run = play(&format!("{dies},hard"), &out, &flags);
    assert_eq!(run.status.code(), Some(0), "{}{}", text(&run.stdout), text(&run.stderr));
    for game in rows(&out, "games.csv") {
        assert_eq!((game[10].as_str(), game[11].as_str()), ("", "void"), "{game:?}");
    }
    for row in rows(&out, "engines.csv") {
        assert_eq!(row[6], "died");
        assert!(row[7].contains("exit status: 3") && row[8] == "no idea", "{row:?}");
    }
    let run = std::fs::read_to_string(out.join("run.json")).unwrap();
    assert!(run.contains("\"on-engine-error\": \"void\""), "{run}");
}

#[test]
fn an_engine_that_cannot_be_run_is_told_before_anything_else() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let run = play("cmd:no-such-engine-anywhere,hard", &out, &["--games", "4"]);
    assert_eq!(run.status.code(), Some(3));
    assert!(text(&run.stderr).contains("--bots: cmd:no-such-engine-anywhere: died"), "{run:?}");
    assert!(!out.exists());
}

#[test]
fn bad_flags_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (bots, more, says) in [
        ("cmd:,hard", &[][..], "takes a shell command"),
        ("hard", &["--engine-go", "fast"], "--engine-go"),
        ("hard", &["--on-engine-error", "shout"], "--on-engine-error"),
        ("hard", &["--engine-limit", "0"], "--engine-limit"),
    ] {
        let run = play(bots, &folder.path().join("run"), more);
        assert_eq!(run.status.code(), Some(2), "{run:?}");
        assert!(text(&run.stderr).contains(says), "{}", text(&run.stderr));
    }
    for command in ["conform", "infer"] {
        let run = Command::new(HARNESS).args([command, "--engine", "node"]).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{run:?}");
        assert!(text(&run.stderr).contains("takes cmd:"), "{}", text(&run.stderr));
    }
}

#[test]
fn an_engine_that_cannot_be_run_is_named_with_its_flag() {
    for command in ["conform", "infer"] {
        let run = |engine: &str| {
            let flags = [command, "--seats", "2", "--engine", engine, "--engine-start", "200"];
            let run = Command::new(HARNESS).args(flags).output().unwrap();
            assert_eq!(run.status.code(), Some(3), "{run:?}");
            text(&run.stderr)
        };
        let said = run("cmd:exit 7");
        assert!(said.contains("--engine: cmd:exit 7: died: "), "{said}");
        let said = run("cmd:sleep 9");
        assert!(said.contains("--engine: cmd:sleep 9: slow-start: "), "{said}");
        let said = run(&script(""));
        assert!(said.contains(": the engine does not answer 'query moves'"), "{said}");
        assert!(said.starts_with("error: --engine: cmd:"), "{said}");
    }
}

#[test]
fn conform_and_infer_end_with_their_codes() {
    let conform = |engine: &str, more: &[&str]| {
        let mut command = Command::new(HARNESS);
        command.env_remove("GITHUB_STEP_SUMMARY");
        let run = command.args(["conform", "--engine", engine, "--seats", "2"]).args(more).output();
        let run = run.unwrap();
        (run.status.code(), text(&run.stdout) + &text(&run.stderr))
    };
    let ours = format!("cmd:{HARNESS} ugi");
    let (code, said) = conform(&ours, &["--positions", "300"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("\nconforms\n"), "{said}");
    let (code, said) = conform(&ours, &["--positions", "0"]);
    assert_eq!(code, Some(4), "{said}");
    let (code, said) = conform("cmd:exit 7", &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("exit status: 7"), "{said}");
    let (code, said) = conform(&script(""), &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("does not answer 'query moves'"), "{said}");

    // An engine with a mind of its own: it has no options, so it is told no rules.
    let folder = tempfile::tempdir().unwrap();
    let stubborn = folder.path().join("stubborn.sh");
    let filter = format!("{HARNESS} ugi --rules hub | grep --line-buffered -v '^option'");
    std::fs::write(&stubborn, filter).unwrap();
    let engine = format!("cmd:sh {}", stubborn.display());
    let case = folder.path().join("found.case");
    let (code, said) = conform(&engine, &["--case", case.to_str().unwrap()]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("legal-set"), "{said}");
    let written = std::fs::read_to_string(&case).unwrap();
    assert!(said.contains(&written) && written.contains("invariant: legal-set"), "{written}");
    let (code, said) = conform(&engine, &["--rules", "hub", "--positions", "300"]);
    assert_eq!(code, Some(0), "{said}");

    let run = Command::new(HARNESS)
        .args(["infer", "--engine", &engine, "--seats", "2"])
        .output()
        .unwrap();
    let said = text(&run.stdout) + &text(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{said}");
    assert!(said.contains("presets that fit: hub\n"), "{said}");
}
