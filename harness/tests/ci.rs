//! What continuous integration is told: JUnit XML, the step summary, and the last line.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

/// A folder, and what a call of the program in it came to: exit code and standard output.
struct Said {
    folder: TempDir,
    code: Option<i32>,
    out: String,
}

/// Runs the program with arguments apart by spaces, with a step summary.
fn harness(args: &str) -> Said {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(args.split_whitespace()).current_dir(&folder);
    let output = command.env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md")).output();
    let output = output.expect("the program starts");
    let out = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    Said { folder, code: output.status.code(), out }
}

impl Said {
    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_else(|_| panic!("no {name}"))
    }

    fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }

    /// Tests and failures of the JUnit file, which are those of the last line too.
    #[track_caller]
    fn counts(&self) -> (usize, usize) {
        let report = quick_junit::Report::deserialize_from_str(&self.file("ci/junit.xml"));
        let report = report.expect("JUnit XML");
        let line = format!("{} passed, {} failed", report.tests - report.failures, report.failures);
        assert_eq!(self.last_line(), line);
        (report.tests, report.failures)
    }
}

#[test]
fn a_run_that_holds_passes_all_that_it_asked() {
    let said = harness("--games 4 --seats 2 --bots forward --out run --junit ci/junit.xml");
    assert_eq!(said.code, Some(0));
    let (tests, failures) = said.counts();
    assert!(tests > 30 && failures == 0, "{tests} {failures}");
    let page = said.file("summary.md");
    assert!(
        page.contains("### ✅ harness play: ") && page.contains("| 2 | forward | 8 |"),
        "{page}"
    );
    let unchecked = "--games 4 --seats 2 --bots forward --out run --check off --junit ci/junit.xml";
    assert_eq!(harness(unchecked).counts(), (2, 0));
}

#[test]
fn a_violation_is_a_failed_test_with_the_line_that_replays_it() {
    let flags = "--win any-own --seats 6 --bots random --games 12 --out run --quiet";
    let said = harness(&format!("{flags} --junit ci/junit.xml"));
    assert_eq!(said.code, Some(1));
    assert_eq!(said.counts().1, 1);
    let xml = said.file("ci/junit.xml");
    assert!(xml.contains("name=\"no-winner-at-home\" classname=\"harness.play\""), "{xml}");
    assert!(xml.contains("harness replay --game "), "{xml}");
    assert!(said.file("summary.md").contains("- **no-winner-at-home**: "));
}

#[test]
fn a_hunt_and_the_goals_that_it_must_reach_are_tests() {
    let flags =
        "hunt --games 64 --seats 2 --draw none --players forward --starts opening --out run";
    let said = harness(&format!("{flags} --junit ci/junit.xml"));
    assert_eq!(said.code, Some(0), "{}", said.out);
    let (tests, failures) = said.counts();
    assert!(tests > 30 && failures == 0, "{tests} {failures}");
    let required =
        harness(&format!("{flags} --require-coverage end-deadlock --junit ci/junit.xml"));
    assert_eq!(required.code, Some(5), "{}", required.out);
    assert_eq!(required.counts(), (tests + 1, 1));
    assert!(required.file("summary.md").contains("- **reached end-deadlock**: "));
}

#[test]
fn conforming_is_a_test_for_each_number_of_seats() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let engine = format!("cmd:{} ugi", env!("CARGO_BIN_EXE_harness"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(["conform", "--engine", &engine, "--positions", "20", "--seats", "2,3"]);
    command.args(["--junit", "junit.xml"]).current_dir(&folder).env_remove("GITHUB_STEP_SUMMARY");
    let output = command.output().expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(said.ends_with("conforms\n2 passed, 0 failed\n"), "{said}");
    let xml = fs::read_to_string(folder.path().join("junit.xml")).expect("a file");
    assert!(xml.contains("name=\"standard at 3 seats\""), "{xml}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_conform_reports_what_was_compared() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    // What it has answered is written down, so that it is known to be at it.
    let engine = format!("cmd:{} ugi | tee answers", env!("CARGO_BIN_EXE_harness"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(["conform", "--engine", &engine, "--positions", "1000000000", "--seats", "2,3"]);
    command.args(["--junit", "junit.xml"]).current_dir(&folder).env_remove("GITHUB_STEP_SUMMARY");
    let child = command.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
    let answers = folder.path().join("answers");
    while fs::metadata(&answers).map_or(0, |answers| answers.len()) < 50_000 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("\n2 seats: ") && !said.contains("2 seats: 0 "), "{said}");
    assert!(said.ends_with("\n0 passed, 0 failed, 2 not tried\n"), "{said}");
    let xml = fs::read_to_string(folder.path().join("junit.xml")).expect("a file");
    assert!(xml.contains("<skipped message=\"not tried to the end (interrupted)\""), "{xml}");
    assert!(xml.contains("<skipped message=\"not tried (interrupted)\""), "{xml}");
}

/// A game of one step: a record that claims nothing, and stands.
const RECORD: &str = "seats: 2\nmoves: d1-e5\n";

#[test]
fn a_judged_game_is_a_test() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("game"), RECORD).expect("a file can be written");
    let path = folder.path().join("game").display().to_string();
    let said = harness(&format!("judge {path} --junit ci/junit.xml"));
    assert_eq!((said.code, said.counts()), (Some(0), (1, 0)), "{}", said.out);
    assert!(
        said.file("summary.md").contains("### ✅ harness judge: 1 passed, 0 failed\n\n\n- stands")
    );
    let every = harness(&format!("judge {path} --all-rules --junit ci/junit.xml"));
    assert_eq!((every.code, every.counts()), (Some(0), (1, 0)), "{}", every.out);
    fs::write(&path, format!("{RECORD}winner: 1\n")).expect("a file can be written");
    let said = harness(&format!("judge {path} --junit ci/junit.xml"));
    assert_eq!((said.code, said.counts()), (Some(1), (1, 1)), "{}", said.out);
    assert!(said.file("ci/junit.xml").contains("message=\"it does not stand\""));
}

#[test]
fn a_planted_fault_is_a_test_and_so_is_the_engine_without_one() {
    let flags = "canary harmless no-chains --games 3 --out run --junit ci/junit.xml";
    let said = harness(flags);
    assert_eq!((said.code, said.counts()), (Some(1), (3, 1)), "{}", said.out);
    let xml = said.file("ci/junit.xml");
    assert!(xml.contains("name=\"clean\" classname=\"harness.canary\""), "{xml}");
    assert!(said.file("summary.md").contains("- **harmless**: went unseen: "));
    let run: serde_json::Value = serde_json::from_str(&said.file("run/run.json")).expect("JSON");
    assert_eq!((&run["command"], &run["counts"]["unseen"]), (&"canary".into(), &1.into()));
}

#[test]
fn a_budget_is_a_test_for_each_device() {
    let said = harness("latency --desktop-ms 57.6,96.8 --junit ci/junit.xml");
    assert_eq!(said.code, Some(1), "{}", said.out);
    let (tests, failures) = said.counts();
    assert!(tests == 4 && failures > 0, "{}", said.out);
    let fast = harness("latency --desktop-ms 0.1 --junit ci/junit.xml");
    assert_eq!((fast.code, fast.counts()), (Some(0), (4, 0)), "{}", fast.out);
    let measured = "latency --positions 2 -k 1 --bots hard --ahead 100 --junit ci/junit.xml";
    let measured = harness(measured);
    assert_eq!(measured.counts().0, 1 + 2 * 4, "{}", measured.out);
    assert!(measured.file("summary.md").contains("\ncalibration "));
}

#[test]
fn crossings_ask_what_a_run_asks() {
    let flags = "cross --bot forward --arm 1 --games 2 --progress never --junit ci/junit.xml";
    let said = harness(flags);
    assert_eq!(said.code, Some(0), "{}", said.out);
    let (tests, failures) = said.counts();
    assert!(tests > 20 && failures == 0, "{tests} {failures}");
    // JSON alone is printed where JSON is asked for.
    let said = harness(&format!("{flags} --json"));
    assert!(serde_json::from_str::<serde_json::Value>(&said.out).is_ok(), "{}", said.out);
}

#[test]
fn merged_shards_ask_what_the_run_asked() {
    let flags = "--arm 1 --games 8 --seats 2 --bots forward --quiet";
    let folder = tempfile::tempdir().expect("a folder can be made");
    let at = |name: &str| folder.path().join(name).display().to_string();
    for shard in ["1", "2"] {
        let said = harness(&format!("{flags} --shard {shard}/2 --out {}", at(shard)));
        assert_eq!(said.code, Some(0), "{}", said.out);
    }
    let line = format!("merge {} {} --out {} --junit ci/junit.xml", at("1"), at("2"), at("all"));
    let said = harness(&line);
    let (tests, failures) = said.counts();
    assert!(said.code == Some(0) && tests > 30 && failures == 0, "{}", said.out);
    assert!(said.file("ci/junit.xml").contains("classname=\"harness.merge\""));
}

#[test]
fn a_folder_is_no_file_for_junit() {
    let said = harness("--games 4 --seats 2 --bots forward --out run --junit .");
    assert_eq!((said.code, said.out.as_str()), (Some(3), ""));
}

#[test]
fn the_file_may_be_in_the_folder_that_the_run_makes() {
    let said = harness("--games 4 --seats 2 --bots forward --out run --junit run/junit.xml");
    assert_eq!(said.code, Some(0), "{}", said.out);
    assert!(said.file("run/junit.xml").contains("<testsuites"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_pipe_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("target.xml"), "old").expect("it can be written");
    std::os::unix::fs::symlink("target.xml", path("link.xml")).expect("a link can be made");
    let call = |junit: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        let args = format!("--games 4 --seats 2 --bots forward --quiet --out {junit}-run --junit");
        command.args(args.split_whitespace()).arg(junit).current_dir(&folder);
        command
    };
    assert!(call("link.xml").status().expect("it starts").success());
    assert!(path("link.xml").is_symlink());
    assert!(fs::read_to_string(path("target.xml")).expect("XML").contains("<testsuites"));
    let made = Command::new("mkfifo").arg(path("pipe")).status();
    assert!(made.expect("mkfifo is there").success());
    let mut child = call("pipe").spawn().expect("it starts");
    assert!(fs::read_to_string(path("pipe")).expect("XML").contains("<testsuites"));
    assert!(child.wait().expect("it ends").success());
    assert!(!path("pipe").is_file());
}
