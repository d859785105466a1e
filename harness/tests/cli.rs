//! The command line, run as a program. `BLESS=1` rewrites the golden files.

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::{golden, harness, names};

const REPORTS: [&str; 5] =
    ["games.csv", "latency.csv", "run.json", "violations.jsonl", "win_rates.csv"];

#[test]
fn a_run_prints_and_writes_what_it_did() {
    let said =
        harness("--games 14 --seats 2,3 --bots random,forward --seed 7 --threads 2 --out run")
            .run()
            .code(0)
            .golden("play.txt");
    assert_eq!(names(&said.folder.path().join("run")), REPORTS);
    for table in ["games.csv", "win_rates.csv", "latency.csv", "violations.jsonl"] {
        golden(table, &said.file(&format!("run/{table}")));
    }
    let run: serde_json::Value = serde_json::from_str(&said.file("run/run.json")).expect("JSON");
    assert_eq!(run["status"], "complete");
    assert_eq!(run["counts"]["games"], 14);
    assert_eq!(run["config"]["rules"]["win"], "vacated");
}

#[test]
fn play_is_what_happens_without_a_command() {
    let args = "--games 4 --seats 2 --bots forward --threads 1 --out run";
    let (bare, named) = (harness(args).run(), harness(&format!("play {args}")).run());
    assert_eq!(bare.file("run/games.csv"), named.code(0).file("run/games.csv"));
}

#[test]
fn games_csv_is_the_same_for_one_thread_and_two_and_however_much_is_checked() {
    let files = ["games.csv", "win_rates.csv", "violations.jsonl"];
    let run = |more: &str| {
        let said = harness(&format!("--games 64 --quiet --out run {more}")).run().code(0);
        files.map(|file| said.file(&format!("run/{file}")))
    };
    let alone = run("--threads 1");
    assert_eq!(alone[0].lines().count(), 65);
    assert_eq!(run("--threads 2"), alone);
    assert_eq!(run("--threads 3 --check all"), alone);
    assert_eq!(run("--check off"), alone);
    assert_ne!(run("--seed 2")[0], alone[0]);
}

#[test]
fn replay_plays_the_game_of_the_run() {
    let flags = "--games 20 --seats 2,4 --bots forward,random --seed 7";
    let said = harness(&format!("{flags} --quiet --out run")).run().code(0);
    let games = said.file("run/games.csv");
    for game in [0, 13] {
        let fields: Vec<&str> = games.lines().nth(game + 1).expect("the game").split(',').collect();
        let (winner, end, plies) = (fields[10], fields[11], fields[12]);
        let won = if winner.is_empty() { "nobody".into() } else { format!("seat {winner}") };
        let replay = harness(&format!("replay --game {game} {flags}")).run().code(0);
        let expected = format!("end {end}, after {plies} plies; won by {won};");
        assert!(replay.out.contains(&expected), "{expected} is not in {}", replay.out);
    }
    let alone = "replay --game 0 --seats 2 --bots forward --seed 7";
    harness(alone).run().code(0).golden("replay.txt");
    harness(&format!("replay --game 20 {flags}"))
        .run()
        .code(2)
        .complaint("--game: got 20, takes a number below that of --games, 20");
}

#[test]
fn an_existing_folder_is_refused_and_left_alone() {
    let call = harness("--games 4 --seats 2 --bots random --out run");
    fs::create_dir(call.folder.path().join("run")).expect("a folder can be made");
    fs::write(call.folder.path().join("run/games.csv"), "mine").expect("a file can be written");
    let said = call.run().code(3).complaint("--out: run exists already");
    assert_eq!(said.file("run/games.csv"), "mine");
    assert_eq!(said.out, "");
}

#[test]
fn a_folder_that_cannot_be_made_is_bad_output() {
    let call = harness("--games 4 --seats 2 --bots random --out file/run");
    fs::write(call.folder.path().join("file"), "").expect("a file can be written");
    call.run().code(3).complaint("file/run");
}

#[test]
fn the_default_folder_is_named_for_the_moment_and_the_seed() {
    let said = harness("--games 2 --seats 2 --bots forward --seed 99").run().code(0);
    let folders = names(&said.folder.path().join("reports"));
    assert_eq!(folders.len(), 1);
    assert!(folders[0].starts_with("20") && folders[0].ends_with("Z-seed99"), "{folders:?}");
}

#[test]
fn five_seats_are_refused_with_the_reason() {
    harness("--seats 5").run().code(2).complaint("one point stays empty");
    harness("--seats 2,5").run().code(2).complaint("one point stays empty");
}

#[test]
fn what_is_no_value_of_a_flag_is_usage_and_named() {
    for (args, parts) in [
        ("--seats 7", ["--seats", "7", "takes 2 | 3 | 4 | 6 | all"]),
        ("--seats 1", ["--seats", "1", "takes 2 | 3 | 4 | 6 | all"]),
        ("--games -1", ["--games", "-1", ""]),
        ("--games 1e4", ["--games", "1e4", ""]),
        ("--seed x", ["--seed", "x", ""]),
        ("--seats -2", ["--seats", "-2", ""]),
        ("--threads 0", ["--threads", "0", "1..=1024"]),
        ("--check some", ["--check", "some", "sample"]),
        ("--progress on", ["--progress", "on", "always"]),
        ("--opening 1001", ["--opening", "1001", ""]),
        ("--bots random,nobody", ["--bots", "nobody", "takes random"]),
        ("--bots random,random", ["--bots", "random", "listed twice"]),
        ("--bots hard:depth=x", ["--bots", "depth", "x"]),
        ("--bots ,", ["--bots", "''", ""]),
        ("--rules nobodys", ["--rules", "nobodys", ""]),
        ("--rules standard-2p --seats 4", ["--seats", "4", "for 2"]),
        ("--speed 9", ["--speed", "", ""]),
        ("fly", ["fly", "", ""]),
        ("replay", ["--game", "", ""]),
    ] {
        let said = harness(args).run().code(2);
        for part in parts {
            assert!(said.err.contains(part), "{args}: {part:?} is not in {:?}", said.err);
        }
        assert!(names(said.folder.path()).is_empty(), "{args}");
    }
}

#[test]
fn no_games_are_nothing_run() {
    let said = harness("--games 0").run().code(4).complaint("--games: got 0");
    assert!(names(said.folder.path()).is_empty());
}

#[test]
fn quiet_prints_nothing_while_all_holds() {
    let said = harness("--games 4 --seats 2 --bots forward --quiet --out run").run().code(0);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
}

#[test]
fn help_tells_the_exit_codes_everywhere() {
    for args in ["--help", "-h", "play --help", "replay -h"] {
        let said = harness(args).run().code(0);
        for code in ["0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "130 "] {
            assert!(said.out.lines().any(|line| line.trim().starts_with(code)), "{args}: {code}");
        }
    }
}

#[test]
fn a_violation_is_told_with_the_line_that_replays_it() {
    let flags = "--rules game-sternhalma --seats 6 --bots random --games 12 --seed 1";
    for (more, all) in [("", true), ("--quiet --fail-fast", false)] {
        let said = harness(&format!("{flags} {more} --out run")).run().code(1);
        assert!(said.out.contains("no-winner-at-home: "), "{}", said.out);
        let mut lines = said.out.lines().map(str::trim);
        let line = lines.find_map(|line| line.strip_prefix("cargo run -p harness -- "));
        let replay = harness(line.expect("a line to paste")).run().code(1);
        assert!(replay.out.contains("violation of no-winner-at-home"), "{}", replay.out);
        let (games, told) = (said.file("run/games.csv"), said.file("run/violations.jsonl"));
        let rows = games.lines().count() - 1;
        assert_eq!(rows == 12, all, "{rows} games");
        let sum =
            games.lines().skip(1).filter_map(|row| row.rsplit(',').next()?.parse::<usize>().ok());
        assert_eq!(sum.sum::<usize>(), told.lines().count());
        let first = told.lines().next().expect("a violation");
        let first: serde_json::Value = serde_json::from_str(first).expect("JSON");
        assert_eq!(first["replay"], format!("harness {}", line.expect("a line to paste")));
        let run: serde_json::Value =
            serde_json::from_str(&said.file("run/run.json")).expect("JSON");
        assert_eq!(run["status"], if all { "complete" } else { "partial" });
        assert_eq!(run["counts"]["violations"], told.lines().count());
    }
}

/// The rows of a run that went on to its end, for one that did not.
fn whole_run(flags: &str) -> String {
    harness(&format!("{flags} --quiet --out run")).run().code(0).file("run/games.csv")
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_valid_report() {
    let flags = "--seats 4 --bots forward,easy --seed 5";
    let mut call = harness(&format!("{flags} --games 1000000 --out run"));
    let child = call.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the program starts");
    let rows = call.folder.path().join("run/games.csv.tmp");
    while fs::metadata(&rows).map_or(0, |rows| rows.len()) < 1000 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let folder = call.folder.path().join("run");
    let mut files = REPORTS.to_vec();
    // What it goes on from.
    files.insert(1, harness::journal::NAME);
    assert_eq!(names(&folder), files);
    let run = fs::read_to_string(folder.join("run.json")).expect("a report");
    let run: serde_json::Value = serde_json::from_str(&run).expect("JSON");
    assert_eq!(run["status"], "partial");
    let games = fs::read_to_string(folder.join("games.csv")).expect("rows");
    let played = games.lines().count() - 1;
    assert_eq!(run["counts"]["games"], played);
    let whole = whole_run(&format!("{flags} --games {played}"));
    assert_eq!(games, whole, "what was played is what a shorter run plays");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(printed.contains("of 1,000,000 (interrupted)"), "{printed}");
}

/// A limit on the size of files stands in for a full disk: the system refuses to write on.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_what_was_finished() {
    let flags = "--games 400 --seats 2 --bots forward --seed 5 --threads 1";
    let mut call = harness("");
    let limited = format!(
        "trap '' XFSZ; ulimit -f 4; exec {} {flags} --out run",
        env!("CARGO_BIN_EXE_harness")
    );
    call.command = {
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited]).current_dir(&call.folder);
        shell
    };
    // Which file meets the limit first is a matter of how fast games end.
    let said = call.run().code(3).complaint("cannot write run/").complaint("what was finished");
    let run: serde_json::Value = serde_json::from_str(&said.file("run/run.json")).expect("JSON");
    assert_eq!(run["status"], "failed");
    assert!(names(&said.folder.path().join("run")).iter().all(|name| !name.ends_with(".tmp")));
    // With room again it goes on to the very table of a run that nothing disturbed.
    let mut call = harness("--resume run");
    call.command.current_dir(&said.folder);
    call.folder = said.folder;
    let said = call.run().code(0);
    assert_eq!(said.file("run/games.csv"), whole_run(flags));
}

#[test]
fn every_column_is_documented() {
    let readme: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../reports/README.md"].iter().collect();
    let readme = fs::read_to_string(readme).expect("the reports have a README");
    for columns in [harness::sink::GAMES, harness::sink::WIN_RATES, harness::sink::LATENCY] {
        for column in columns.trim().split(',') {
            let shown = match column.trim_end_matches(|digit: char| ('1'..='4').contains(&digit)) {
                "bot" | "place" => continue,
                _ => format!("`{column}`"),
            };
            assert!(readme.contains(&shown), "{column} is not in the README");
        }
    }
}

/// Help speaks of no flag that the command lacks.
#[test]
fn help_on_progress_speaks_of_quiet_where_there_is_one() {
    for command in ["play", "match", "seats", "prove", "cross"] {
        let help = harness(&format!("{command} --help")).run().code(0).out;
        assert!(help.contains("--progress"), "{command}");
        let flag = help.lines().any(|line| line.trim_start().starts_with("--quiet"));
        assert_eq!(help.contains("with --quiet"), flag, "{command}: {help}");
    }
}

/// Who asks about all win rules and names one has meant something else.
#[test]
fn all_win_rules_and_one_of_them_do_not_go_together() {
    for call in ["prove --arm 1 --every-win --win natives", "hunt --matrix --games 1 --win natives"]
    {
        let said = harness(call).run().code(2);
        assert!(said.err.contains("--win <"), "{}", said.err);
    }
}
