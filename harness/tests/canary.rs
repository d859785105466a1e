//! `harness canary`, run as a program: every planted fault, and what it says of one that goes unseen.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn canary(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.arg("canary").args(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}

/// A run into a new folder that must end with `code`: its canary.csv and what it printed.
fn flown(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    let out = folder.join("out");
    let output = canary(&[args, &["--out", out.to_str().unwrap()]].concat());
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{said}{errors}");
    let csv = fs::read_to_string(out.join("canary.csv")).unwrap();
    (csv, said.to_string())
}

#[test]
fn every_planted_fault_is_caught_and_the_clean_engine_is_not_accused() {
    let folder = tempfile::tempdir().unwrap();
    let (csv, said) = flown(folder.path(), &[], 0);
    let list = canary(&["--list"]);
    let faults = text(&list.stdout).lines().count();
    assert!(faults >= 70, "{faults}");
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(csv.as_bytes()).records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), faults);
    for row in &rows {
        assert_eq!(&row[3], "true", "{row:?}");
        let shares = row[4].ends_with("-alarm");
        assert_eq!(row[6].is_empty(), shares, "what is seen in one game is made small: {row:?}");
    }
    let hung: Vec<&str> = rows
        .iter()
        .filter(|row| row[9].contains("in time"))
        .map(|row| row.get(0).unwrap())
        .collect();
    assert_eq!(hung, ["ring-hangs", "slow-when-cold"]);
    let overflown = rows.iter().find(|row| &row[0] == "ring-overflows").unwrap();
    assert!(overflown[9].contains("it died"), "{overflown:?}");
    assert!(said.contains("clean     not accused in "), "{said}");
}

#[test]
fn a_fault_that_goes_unseen_is_told_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let (csv, said) = flown(folder.path(), &["harmless", "no-chains", "--games", "3"], 1);
    assert!(csv.contains("\nharmless,state,,false,,,,,"), "{csv}");
    assert!(csv.contains("\nno-chains,moves,,true,legal-set,1,0,2,"), "{csv}");
    assert!(said.contains("caught    1 of 2 faults"), "{said}");
}

#[test]
fn what_is_found_is_the_same_on_one_thread_and_two() {
    let faults = ["nine-at-home", "hops-over-itself", "blocked-seat-crashes", "key-drifts"];
    let run = |threads| {
        let folder = tempfile::tempdir().unwrap();
        flown(folder.path(), &[&faults[..], &["--threads", threads, "--seed", "5"]].concat(), 0).0
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn what_it_cannot_do_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path().to_str().unwrap();
    for (args, code, says) in [
        (&["nobody"][..], 2, "NAME: got 'nobody', takes a fault of harness canary --list"),
        (&["no-chains", "--games", "0"], 4, "--games: got 0"),
        (&["no-chains", "--out", there], 3, "exists already"),
        (&["--threads", "0"], 2, "--threads"),
    ] {
        let output = canary(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert!(text(&output.stderr).contains(says), "{args:?}: {}", text(&output.stderr));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_canary_fails_nothing_that_it_did_not_try() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    // Nobody ever catches the first.
    command.args(["canary", "harmless", "no-chains", "--games", "1000000000", "--threads", "1"]);
    command.args(["--out", "out", "--junit", "junit.xml"]).current_dir(&folder);
    command.env_remove("GITHUB_STEP_SUMMARY").stdout(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    while !folder.path().join("out").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("caught    0 of 2 faults, 2 not tried (interrupted)\n"), "{said}");
    assert!(said.ends_with("0 passed, 0 failed, 3 not tried\n") && !said.contains("NO"), "{said}");
    let csv = fs::read_to_string(folder.path().join("out/canary.csv")).unwrap();
    assert!(csv.contains("\nharmless,state,,,,,,,"), "{csv}");
    let xml = fs::read_to_string(folder.path().join("junit.xml")).unwrap();
    assert_eq!(xml.matches("<skipped message=\"not tried (interrupted)\"").count(), 3, "{xml}");
    assert!(!xml.contains("<failure"), "{xml}");
}
