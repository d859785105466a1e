//! `harness match`, `seats` and `compare`, run as a program. `BLESS=1` rewrites the golden files.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::golden;
use tempfile::TempDir;

/// A folder, and what the last call of the program in it came to.
struct Called {
    folder: TempDir,
    code: Option<i32>,
    out: String,
    err: String,
}

fn command(folder: &Path, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(args.split_whitespace()).current_dir(folder).env_remove("GITHUB_STEP_SUMMARY");
    command
}

/// Runs the program with arguments apart by spaces, in a folder of its own.
fn harness(args: &str) -> Called {
    Called {
        folder: tempfile::tempdir().unwrap(),
        code: None,
        out: String::new(),
        err: String::new(),
    }
    .then(args)
}

impl Called {
    /// Runs it again in the same folder.
    fn then(self, args: &str) -> Self {
        let output = command(self.folder.path(), args).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(output.stdout), text(output.stderr));
        Self { code: output.status.code(), out, err, ..self }
    }

    #[track_caller]
    fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn complaint(self, part: &str) -> Self {
        assert!(self.err.contains(part), "{part:?} is not in {:?}", self.err);
        self
    }

    fn file(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path().join(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

const MATCH: &str = "match forward random --arm 2 --seats 2,3 --seed 7 --sprt elo1=200";

#[test]
fn a_match_prints_and_writes_the_same_with_any_threads() {
    let said = harness(&format!("{MATCH} --threads 1 --out one")).code(0);
    golden("match.txt", &said.out);
    let files = [
        "games.csv",
        "latency.csv",
        "match.csv",
        "pairs.csv",
        "run.json",
        "seats.csv",
        "violations.jsonl",
        "win_rates.csv",
    ];
    assert_eq!(said.files("one"), files);
    for table in ["match.csv", "pairs.csv", "seats.csv"] {
        golden(&format!("match-{table}"), &said.file(&format!("one/{table}")));
    }
    let run: serde_json::Value = serde_json::from_str(&said.file("one/run.json")).unwrap();
    assert_eq!((&run["command"], &run["status"]), (&"match".into(), &"complete".into()));
    assert_eq!((&run["sprt"]["elo1"], &run["config"]["seating"]), (&200.0.into(), &"every".into()));
    let rows = said.file("one/games.csv").lines().count() as u64 - 1;
    assert_eq!(run["counts"]["games"], rows);
    let two = said.then(&format!("{MATCH} --threads 2 --out two --quiet --check off")).code(0);
    assert_eq!(two.out, "");
    for table in ["games.csv", "match.csv", "pairs.csv", "seats.csv", "win_rates.csv"] {
        assert_eq!(two.file(&format!("one/{table}")), two.file(&format!("two/{table}")), "{table}");
    }
    // A game of the match, played again.
    let game = two
        .file("one/games.csv")
        .lines()
        .nth(3)
        .unwrap()
        .split(',')
        .map(String::from)
        .collect::<Vec<_>>();
    let bound = 50_000;
    let flags =
        format!("--arm 2 --seats 2 --seed 7 --games {bound} --bots forward,random --seating every");
    let replay = two.then(&format!("replay --game 2 {flags}")).code(0);
    assert!(
        replay.out.contains(&format!("end {}, after {} plies", game[11], game[12])),
        "{}",
        replay.out
    );
}

#[test]
fn a_match_that_does_not_decide_is_inconclusive_and_one_without_a_test_is_not() {
    let three = "match forward random easy --arm 2 --seats 3 --games 20 --out";
    let said = harness(&format!("{three} plain")).code(0);
    assert_eq!(said.file("plain/pairs.csv").lines().count(), 4);
    assert_eq!(said.file("plain/games.csv").lines().count(), 19, "three whole blocks of six");
    let said = said.then(&format!("{three} open --sprt elo1=5")).code(5);
    assert!(
        said.out.contains("inconclusive") && said.out.ends_with("1 passed, 3 failed\n"),
        "{}",
        said.out
    );
    said.then("match forward random --games 0 --out none").code(4).complaint("--games: got 0");
}

#[test]
fn an_external_engine_plays_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("cmd:{} ugi --bot forward", env!("CARGO_BIN_EXE_harness"));
    let mut call =
        command(folder.path(), "match forward --arm 2 --games 4 --out run --progress never");
    let output = call.arg(&engine).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(
        fs::read_to_string(folder.path().join("run/match.csv"))
            .unwrap()
            .contains("ugi --bot forward")
    );
}

#[test]
fn what_is_no_match_is_usage_and_named() {
    for (args, parts) in [
        ("match", ["BOT", "required"]),
        ("match hard", ["BOT", "takes two or more"]),
        ("match hard nobody", ["nobody", "takes random"]),
        ("match hard hard", ["hard", "listed twice"]),
        ("match hard easy --sprt elo2=1", ["--sprt", "elo2"]),
        ("match hard easy --sprt elo0=5,elo1=5", ["--sprt", "more than elo0"]),
        ("match hard easy --sprt alpha=0.7", ["--sprt", "below 0.5"]),
        ("match hard easy --seats 5", ["--seats", "one point stays empty"]),
        ("match hard easy --seats 4 --games 5", ["--games: got 5", "6 or more"]),
        ("match hard easy --seating some", ["--seating", "rotations"]),
        ("match hard easy --threads 0", ["--threads", "0"]),
        ("match hard easy --rules standard-2p --seats 4", ["--seats", "for 2"]),
        ("seats --bots nobody", ["--bots", "nobody"]),
        ("seats --games 3", ["--games: got 3", "4 or more"]),
        ("compare one", ["NEW", "required"]),
        ("compare one two --max-win-drop -1", ["--max-win-drop", "off"]),
        ("compare one two --max-nodes-rise 10%", ["--max-nodes-rise", "off"]),
    ] {
        let said = harness(args).code(2);
        parts
            .iter()
            .for_each(|part| assert!(said.err.contains(part), "{args}: {part:?}: {}", said.err));
        assert!(said.files("").is_empty(), "{args}");
    }
    let said = harness("match forward random --arm 2 --games 2 --out run").code(0);
    said.then("match forward random --arm 2 --games 2 --out run")
        .code(3)
        .complaint("run exists already");
}

#[test]
fn seats_are_measured_for_each_bot() {
    let said = harness(
        "seats --bots forward,easy --arm 2 --seats 2,3 --games 80 --seed 3 --threads 2 --out run",
    )
    .code(0);
    golden("seats.txt", &said.out);
    golden("seats.csv", &said.file("run/seats.csv"));
    assert_eq!(said.file("run/games.csv").lines().count(), 161);
    let all = harness("seats --bots forward --arm 2 --games 8 --out run --threads 2").code(0);
    assert_eq!(all.file("run/seats.csv").lines().count(), 1 + 2 + 3 + 4 + 6);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_its_whole_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let mut call = command(folder.path(), "match forward easy --seats 4 --games 1000000 --out run");
    let child = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let rows = folder.path().join("run/games.csv.tmp");
    while fs::metadata(&rows).map_or(0, |rows| rows.len()) < 1500 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let run = fs::read_to_string(folder.path().join("run/run.json")).unwrap();
    let run: serde_json::Value = serde_json::from_str(&run).unwrap();
    assert_eq!(run["status"], "partial");
    let games = fs::read_to_string(folder.path().join("run/games.csv")).unwrap();
    assert_eq!(run["counts"]["games"], games.lines().count() - 1);
    let table = fs::read_to_string(folder.path().join("run/match.csv")).unwrap();
    let counted: u64 = table.lines().nth(1).unwrap().split(',').nth(3).unwrap().parse().unwrap();
    assert!(counted > 0 && counted.is_multiple_of(6), "{table}");
}

const RUN: &str = "--arm 2 --games 60 --seats 2 --quiet";

#[test]
fn runs_are_compared() {
    let said = harness(&format!("{RUN} --bots forward,easy --out old"))
        .code(0)
        .then(&format!("{RUN} --bots forward,easy --out same"))
        .code(0)
        .then("compare old same --max-latency-rise off --junit junit.xml")
        .code(0);
    assert!(said.out.contains("games     the very same: 60 games"), "{}", said.out);
    assert!(said.out.contains("config    the same"), "{}", said.out);
    assert!(said.out.ends_with(" passed, 0 failed\n"), "{}", said.out);
    assert!(said.file("junit.xml").contains("classname=\"harness.compare\""));
    // Another rule, another seed, other bots.
    let said = said
        .then(&format!("{RUN} --bots forward,random --seed 2 --win all-own --out other"))
        .code(0)
        .then("compare old other --max-latency-rise off --max-unwon-rise off --max-win-drop off --max-place-rise off --max-length-rise off")
        .code(0);
    for part in [
        "config    differs: seed: 1 -> 2",
        "config    differs: rules.win: vacated -> all-own",
        "config    differs: bots: forward,easy -> forward,random",
        "lacking   only in OLD: easy at 2 seats",
        "intervals two samples",
    ] {
        assert!(said.out.contains(part), "{part:?} is not in {}", said.out);
    }
    // A run that is much longer.
    let said = said.then("compare old other --quiet").code(1);
    assert!(said.out.contains("regression: length of 2 seats"), "{}", said.out);
    assert!(said.out.lines().last().unwrap().contains("failed"), "{}", said.out);
    said.then("compare old nowhere").code(3).complaint("nowhere/run.json: No such file");
}

#[test]
fn violations_that_nobody_looked_for_are_not_compared() {
    let run = |check: &str| format!("{RUN} --bots forward --check {check} --out {check}");
    let said = harness(&run("all")).code(0).then(&run("off")).code(0);
    let said = said.then("compare off off --max-latency-rise off --junit junit.xml").code(0);
    let row = said.out.lines().find(|line| line.starts_with("violations")).expect("a row");
    assert!(row.ends_with("not compared"), "{row}");
    let told = "lacking   violations are not compared: checks were off in OLD and NEW";
    assert!(said.out.contains(told), "{}", said.out);
    assert!(!said.file("junit.xml").contains("violations"), "{}", said.file("junit.xml"));
    let said = said.then("compare off all --max-latency-rise off").code(0);
    assert!(said.out.contains("checks were off in OLD\n"), "{}", said.out);
    // Who switches checks off does not see what got worse.
    let lost = "compare all off --quiet --max-latency-rise off";
    let said = said.then(&format!("{lost} --junit lost.xml")).code(1);
    assert!(said.out.contains("regression: violations are not compared: OLD was"), "{}", said.out);
    assert!(said.file("lost.xml").contains("checks of NEW"), "{}", said.file("lost.xml"));
    said.then(&format!("{lost} --max-violations-rise off")).code(0);
}

#[test]
fn a_damaged_folder_is_bad_input_with_file_and_line() {
    let said = harness(&format!("{RUN} --bots forward --out old")).code(0);
    let games = said.file("old/games.csv");
    let path = said.folder.path().join("old/games.csv");
    fs::write(&path, games.replacen(",home,", ",home,x,", 1)).unwrap();
    let said = said.then("compare old old").code(3).complaint("old/games.csv: line ");
    fs::write(&path, &games[..games.len() - 7]).unwrap();
    let said = said.then("compare old old").code(3).complaint("old/games.csv: line ");
    fs::remove_file(&path).unwrap();
    fs::remove_file(said.folder.path().join("old/latency.csv")).unwrap();
    said.then("compare old old").code(3).complaint("old: it has none of the files games.csv");
}

#[test]
fn suggested_command_lines_are_quoted_for_a_shell() {
    let folder = tempfile::tempdir().unwrap();
    let call = |args: &str, out: &str| {
        let output = command(folder.path(), args).args(["--out", out]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let said = call("--arm 2 --games 4 --seats 2 --bots forward", "it's mine");
    assert!(said.contains(r" report 'it'\''s mine'"), "{said}");
    let said = call("--games 1000000000 --seats 2 --bots forward --time-budget 1s", "a part");
    assert!(said.contains(" --resume 'a part'"), "{said}");
    let broken = "--win any-own --draw none --seats 6 --players random --starts opening";
    let said = call(&format!("hunt {broken} --arm 2 --cap 40 --games 24 --seed 3"), "h sp");
    assert!(said.contains("  harness replay 'h sp/cases/0001-"), "{said}");
}

#[test]
fn files_are_held_against_their_checksums() {
    let said = harness(&format!("{RUN} --bots forward --out old")).code(0);
    let mut said = said.then("compare old old").code(0);
    let folder = said.folder.path().join("old");
    for name in ["games.csv", "win_rates.csv", "latency.csv", "violations.jsonl"] {
        let path = folder.join(name);
        let text = said.file(&format!("old/{name}"));
        // As long as it was, and as well formed.
        let altered = match name {
            "games.csv" => text.replacen(",home,", ",away,", 1),
            "violations.jsonl" => "{}\n".to_string(),
            "win_rates.csv" => String::new(),
            _ => text.replacen("us_max", "us_mix", 1),
        };
        assert_ne!(altered, text, "{name}");
        fs::write(&path, altered).unwrap();
        said = said.then("compare old old").code(3);
        said = said.complaint(&format!("old/{name}: it is damaged: "));
        fs::remove_file(&path).unwrap();
        said = said.then("compare old old").code(3).complaint(&format!("old/{name}: No such"));
        fs::write(&path, text).unwrap();
    }
    // Older folders have no checksums.
    let mut run: serde_json::Value = serde_json::from_str(&said.file("old/run.json")).unwrap();
    fs::remove_file(folder.join("win_rates.csv")).unwrap();
    run["files"] = 7.into();
    fs::write(folder.join("run.json"), run.to_string()).unwrap();
    said = said.then("compare old old").code(3).complaint("old/run.json: files: damaged");
    run.as_object_mut().unwrap().remove("files");
    fs::write(folder.join("run.json"), run.to_string()).unwrap();
    said.then("compare old old").code(0);
}

#[test]
fn hunts_are_compared() {
    let hunt = "hunt --games 8 --quiet --out";
    let said = harness(&format!("{hunt} old")).then(&format!("{hunt} new --seed 2"));
    let said = said
        .then(
            "compare old new --max-length-rise off --max-unwon-rise off --max-violations-rise off",
        )
        .code(0);
    assert!(said.out.contains("config    differs: seed: 1 -> 2"), "{}", said.out);
    assert!(said.out.contains("ended"), "{}", said.out);
}

#[test]
fn every_column_is_documented() {
    use harness::contest::report::{MATCH, PAIRS, SEATS};
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/README.md");
    let readme = fs::read_to_string(readme).unwrap();
    for column in [MATCH, PAIRS, SEATS].iter().flat_map(|columns| columns.trim().split(',')) {
        assert!(readme.contains(&format!("`{column}`")), "{column} is not in the README");
    }
}
