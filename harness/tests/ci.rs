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

#[test]
fn a_folder_is_no_file_for_junit() {
    let said = harness("--games 4 --seats 2 --bots forward --out run --junit .");
    assert_eq!((said.code, said.out.as_str()), (Some(3), ""));
}
