//! `harness hunt`, run as a program. `BLESS=1` rewrites the golden files.

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{Said, golden, harness, names};
use serde_json::Value;

/// What a hunt prints, without times and speeds.
fn steady(text: &str) -> String {
    let line = |line: &str| match line.split_once(" plies in ") {
        Some((before, _)) => format!("{before} plies in TIME\n"),
        None if line.starts_with("last ") || line.starts_with("held ") => String::new(),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn run_json(said: &Said, folder: &str) -> Value {
    serde_json::from_str(&said.file(&format!("{folder}/run.json"))).expect("JSON")
}

/// A broken rule at small cost: six seats that move at random on a small star.
const BROKEN: &str = "hunt --win any-own --draw none --seats 6 --players random --starts opening \
    --arm 2 --cap 40 --games 24 --seed 3 --keep 2";

#[test]
fn a_hunt_tells_what_broke_and_keeps_it() {
    let said = harness(&format!("{BROKEN} --threads 2 --out run")).run().code(1);
    golden("hunt.txt", &steady(&said.out));
    for file in ["hunt.csv", "coverage.csv", "violations.jsonl"] {
        golden(&format!("hunt-{file}"), &said.file(&format!("run/{file}")));
    }
    golden("hunt.case", &said.file("run/cases/0001-no-winner-at-home.case"));
    let run = said.folder.path().join("run");
    let files = ["cases", "coverage.csv", "hunt.csv", "run.json", "violations.jsonl", "whole"];
    assert_eq!(names(&run), files);
    let kept = ["0001-no-winner-at-home.case", "0002-no-winner-at-home.case"];
    assert_eq!(names(&run.join("cases")), kept);
    assert_eq!(names(&run.join("whole")), kept);
    let json = run_json(&said, "run");
    assert_eq!((&json["status"], &json["counts"]["games"]), (&"complete".into(), &24.into()));
    // The line that it prints plays the case again, which still fails; so does the whole game.
    let line = said.out.lines().find(|line| line.contains("harness replay")).expect("a line");
    let path = line.split_whitespace().last().expect("a file");
    for path in [path.to_string(), path.replace("cases", "whole")] {
        let mut replay = harness(&format!("replay {path}"));
        replay.command.current_dir(&said.folder);
        replay.run().code(1);
    }
    // And no thread changes anything.
    let again = harness(&format!("{BROKEN} --threads 1 --quiet --out run")).run().code(1);
    for file in ["hunt.csv", "coverage.csv", "violations.jsonl"] {
        let file = format!("run/{file}");
        assert_eq!(again.file(&file), said.file(&file), "{file}");
    }
}

#[test]
fn accepted_findings_fail_no_run_and_are_shown() {
    let list = "\
[[known]]
invariant = 'no-winner-at-home'
why = 'the game means to play any-own'
win = 'any-own'

[[known]]
invariant = 'cap'
why = 'it was so once'
";
    let said = harness(&format!("{BROKEN} --known list.toml --out run"));
    let said = said.file("list.toml", list).run().code(0);
    let known: Vec<&str> = said.out.lines().filter(|line| line.starts_with("known")).collect();
    assert_eq!(known.len(), 2, "{}", said.out);
    assert!(known[0].contains("no-winner-at-home: ") && known[0].contains(" games ("));
    assert_eq!(known[1], "known     cap: no longer occurs (it was so once)");
    let json = run_json(&said, "run");
    assert_eq!(json["counts"]["violations"], 0);
    assert!(json["counts"]["known"].as_u64() > Some(0));
    assert!(said.file("run/violations.jsonl").contains("\"known\":true"));
    assert!(!said.folder.path().join("run/cases").exists(), "what is accepted is not kept");
    // Accepted under other rules, it is not accepted here.
    let other = list.replace("any-own'\n\n", "natives'\n\n");
    let said = harness(&format!("{BROKEN} --quiet --known list.toml --out run"));
    let said = said.file("list.toml", other).run().code(1);
    assert!(said.out.contains("no longer occurs (the game means"), "{}", said.out);
    for (bad, says) in [
        ("[[known]]\ninvariant = 'cap'\n", "list.toml: TOML parse error"),
        ("[[known]]\ninvariant = 'hat'\nwhy = ''\n", "list.toml: known 'hat': no invariant"),
        ("[[known]]\ninvariant = 'cap'\nwhy = ''\nwine = 'red'\n", "list.toml: known 'cap': "),
    ] {
        let call = harness(&format!("{BROKEN} --known list.toml --out run"));
        call.file("list.toml", bad).run().code(3).complaint(says);
    }
}

#[test]
fn a_run_that_reached_too_little_is_inconclusive() {
    let args =
        "hunt --games 8 --cap 20 --draw none --seats 2 --players forward --starts opening --quiet";
    let said = harness(&format!("{args} --require-coverage goals.txt --out run"));
    let goals = "bot-forward # it plays\nend-cap, hops-adjacent\nhops-long\nplace-6\n";
    let said = said.file("goals.txt", goals).run().code(5);
    assert!(said.out.contains("not reached, and required: hops-long, place-6\n"), "{}", said.out);
    let reached =
        harness(&format!("{args} --require-coverage bot-forward,start-opening --out run"));
    reached.run().code(0);
    for (goals, code, says) in [
        ("bot-forwards", 2, "no such goal: bot-forwards; the goals are blocked-seat, pass"),
        (",", 2, "--require-coverage: no goal is named"),
        ("no/such.txt", 3, "no/such.txt: "),
    ] {
        let call = harness(&format!("{args} --require-coverage {goals} --out run"));
        call.run().code(code).complaint(says);
    }
    for (goals, says) in [
        ("# early\nbot-forward\nend-cap,end-hat\n", "goals.txt: line 3: no such goal: end-hat;"),
        ("# none yet\n\n", "goals.txt: no goal is named"),
        ("", "goals.txt: no goal is named"),
    ] {
        let call = harness(&format!("{args} --require-coverage goals.txt --out run"));
        let said = call.file("goals.txt", goals).run().code(3).complaint(says);
        assert!(!said.folder.path().join("run").exists(), "{goals}");
    }
    let mut empty = harness(&format!("{args} --out run"));
    empty.command.args(["--require-coverage", ""]);
    empty.run().code(2).complaint("--require-coverage: no goal is named");
}

/// The list that CI asks for is reached by what CI runs.
#[test]
fn the_committed_coverage_is_made_of_goals() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/coverage.txt");
    let text = std::fs::read_to_string(path).expect("the list is there");
    let required = harness::hunt::coverage::read_goals_file(&text).expect("they are goals");
    assert!(required.len() >= 90, "{}", required.len());
}

#[test]
fn time_is_up_after_a_whole_block() {
    let args = "hunt --for 1s --draw none --arm 1 --seats 2 --players random,forward --cap 10";
    let said = harness(&format!("{args} --out run")).run().code(0);
    let json = run_json(&said, "run");
    assert_eq!(json["status"], "partial");
    assert_eq!((&json["games"], &json["seconds_asked"]), (&Value::Null, &1.0.into()));
    let games = json["counts"]["games"].as_u64().expect("a number");
    assert!(games > 0 && games.is_multiple_of(64), "{games}");
    assert_eq!(said.file("run/hunt.csv").lines().count() as u64, 1 + games);
    assert!(said.out.contains("partial   its time was up"), "{}", said.out);
}

#[test]
fn a_hunt_that_is_interrupted_keeps_whole_games() {
    let mut call = harness("hunt --for 1h --seats 2 --players random --out run");
    let child = call.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the program starts");
    let started = call.folder.path().join("run/run.json");
    while !started.exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let run = call.folder.path().join("run");
    let text = std::fs::read_to_string(run.join("run.json")).expect("a report");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["status"], "partial");
    let rows = std::fs::read_to_string(run.join("hunt.csv")).expect("rows");
    assert_eq!(json["counts"]["games"], rows.lines().count() - 1);
}

#[test]
fn a_matrix_is_a_table_for_each_pair_of_rules() {
    let args = "hunt --matrix --games 48 --cap 60 --seed 2 --out run";
    let said = harness(&format!("{args} --threads 2")).run().code(0);
    let run = said.folder.path().join("run");
    assert_eq!(names(&run), ["matrix.csv", "matrix.md", "run.json"]);
    let json = run_json(&said, "run");
    assert_eq!((&json["status"], &json["counts"]["games"]), (&"complete".into(), &48.into()));
    let text = said.file("run/matrix.csv");
    assert!(text.starts_with(harness::hunt::matrix::report::COLUMNS));
    // Each kind of game comes equally often, and shares are of them.
    let mut kinds = BTreeSet::new();
    for row in text.lines().skip(1) {
        let row: Vec<&str> = row.split(',').collect();
        let [seats, hops, cast, measure, _, against, games, count, share, first, median, _] =
            row[..]
        else {
            panic!("{row:?}")
        };
        kinds.insert((seats, hops, cast));
        assert_eq!(games, "2", "{row:?}");
        let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{row:?}"));
        assert_eq!(number(share), number(count) / 2.0, "{row:?}");
        assert!(number(first) <= number(median) && number(median) <= 60.0 * 6.0, "{row:?}");
        assert_eq!(against.is_empty(), measure != "disagree", "{row:?}");
    }
    assert_eq!(kinds.len(), 4 * 2 * 3);
    let again = harness(&format!("{args} --threads 1 --quiet")).run().code(0);
    assert_eq!(again.file("run/matrix.csv"), text);
    harness("hunt --matrix --players hard").run().code(2).complaint("--players");
}

/// The casts of a matrix have rivals in them.
#[test]
fn a_matrix_is_not_made_of_lone_seats() {
    for given in ["--seats 1", "--seats 2,1", "--rules hub+seats=1"] {
        let said = harness(&format!("hunt --matrix --games 8 {given} --out run")).run().code(2);
        let said = said.complaint("--seats: got '1', a matrix takes 2 | 3 | 4 | 6");
        assert!(!said.folder.path().join("run").exists(), "{given}");
    }
}

#[test]
fn flags_of_a_hunt_are_checked() {
    for (args, code, says) in [
        ("--games 0", 4, "--games: got 0"),
        ("--for 60", 2, "takes seconds, minutes or hours"),
        ("--seats 5", 2, "one point stays empty"),
        ("--players ghost", 2, "--players: got 'ghost'"),
        ("--starts middle", 2, "--starts: got 'middle'"),
        ("--draw wine", 2, "--draw: got 'wine'"),
        ("--known nowhere.toml", 3, "nowhere.toml: "),
    ] {
        harness(&format!("hunt {args}")).run().code(code).complaint(says);
    }
    let taken = harness("hunt --games 1 --out run").file("run", "mine").run().code(3);
    assert_eq!(taken.complaint("run exists already").file("run"), "mine");
}

/// Every file that a hunt writes is explained, with every column and key.
#[test]
fn columns_are_explained() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/README.md");
    let readme = std::fs::read_to_string(readme).expect("the reports have a README");
    let hunts = readme.split_once("# Reports of a hunt").expect("a chapter on hunts").1;
    let csv = |columns: &str| columns.trim().split(',').map(String::from).collect::<Vec<_>>();
    let mut words = csv(harness::hunt::report::COLUMNS);
    words.extend(csv(harness::hunt::matrix::report::COLUMNS));
    words.extend(csv("goal,hits,games,games_to_first_hit,known,case"));
    words.extend(harness::hunt::stuck::Cause::ALL.map(|cause| cause.name().to_string()));
    for word in words {
        let told = |word: &str| hunts.contains(&format!("`{word}`"));
        let of_a_row = word.starts_with("player") && told("player0");
        assert!(told(&word) || of_a_row, "{word} is not explained");
    }
}
