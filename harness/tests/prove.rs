//! `harness prove`, run as a program. `BLESS=1` rewrites the golden files.

mod common;

use std::fs;
use std::process::{Command, Output, Stdio};

use common::{called, folder, golden, harness};
use serde_json::Value;
use tempfile::TempDir;

fn prove(folder: &TempDir, args: &str) -> Output {
    called(folder, &format!("prove {args}"))
}

#[track_caller]
fn printed(folder: &TempDir, args: &str) -> String {
    common::printed(folder, &format!("prove {args}"))
}

#[test]
fn a_proof_is_told_in_full() {
    golden("prove.txt", &printed(&folder(), "--arm 1 --seats 3 --rules liou-3p"));
}

#[test]
fn every_win_rule_has_its_row() {
    golden("prove.md", &printed(&folder(), "--arm 1 --seats 2 --marbles 3 --every-win"));
}

#[test]
fn json_gives_every_count() {
    let text = printed(&folder(), "--arm 1 --rules liou-3p --json");
    let proof: Value = serde_json::from_str(&text).expect("JSON");
    for (key, value) in [
        ("space", Value::from("reachable")),
        ("reachable", 1245.into()),
        ("terminal", 171.into()),
        ("solo_win", 834.into()),
        ("kingmaker", 240.into()),
        ("draw", 0.into()),
        ("illegal", 0.into()),
        ("start", "kingmaker".into()),
        ("start_plies", Value::Null),
    ] {
        assert_eq!(proof[key], value, "{key}");
    }
    for seat in proof["per_seat"].as_array().expect("a list") {
        assert_eq!((&seat["win"], &seat["loss"]), (&335.into(), &910.into()));
    }
    let (veto, kept) = (&proof["properties"]["veto"], &proof["properties"]["kept_from_winning"]);
    assert_eq!((&veto["possible"], &veto["shortest"]), (&false.into(), &Value::Null));
    assert_eq!((&kept["possible"], &kept["shortest"]), (&true.into(), &0.into()));
    let all = printed(&folder(), "--rules sturtevant-2p --marbles 3 --json");
    let proof: Value = serde_json::from_str(&all).expect("JSON");
    assert_eq!(proof["space"], "placements");
    assert_eq!((&proof["start"], &proof["start_plies"]), (&"win".into(), &7.into()));
}

#[test]
fn lines_and_checkpoints_are_files() {
    let folder = folder();
    let args = "--arm 1 --marbles 3 --win any-own --json --resume kept --out";
    let first = printed(&folder, &format!("{args} first"));
    let case = fs::read_to_string(folder.path().join("first/any-own-marble-at-home.case"));
    assert!(case.expect("the case is there").contains("\nwinner: 1\n"));
    assert!(folder.path().join("kept/any-own/win-0.checkpoint").exists());
    // What was finished is not worked out again, and comes out the same.
    assert_eq!(printed(&folder, &format!("{args} second")), first);
    let json = fs::read_to_string(folder.path().join("second/any-own.json"));
    assert_eq!(json.expect("the proof is there").trim(), first.trim());
    assert_eq!(prove(&folder, &format!("{args} second")).status.code(), Some(3));
    let other = prove(&folder, "--arm 1 --marbles 1 --win any-own --resume kept");
    assert_eq!(other.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&other.stderr).contains("belongs to another proof"));
}

/// A checkpoint with any bit changed, in its header, its sets or its sum, is no ground for a proof.
#[test]
fn a_changed_checkpoint_is_refused() {
    let folder = folder();
    let args = "--arm 1 --marbles 3 --win any-own --resume kept";
    printed(&folder, args);
    for stage in ["reach", "win-0"] {
        let path = folder.path().join(format!("kept/any-own/{stage}.checkpoint"));
        let kept = fs::read(&path).expect("the checkpoint is there");
        let line = kept.iter().position(|&byte| byte == b'\n').expect("a header");
        let rounds = kept.windows(8).position(|text| text == b"rounds\":").expect("rounds") + 9;
        let refused = |bytes: &[u8], why: &str| {
            fs::write(&path, bytes).expect("it is written");
            let output = prove(&folder, args);
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{stage}: {err}");
            assert!(err.contains(&format!("{stage}.checkpoint: {why}")), "{err}");
            assert!(output.stdout.is_empty());
        };
        for at in [rounds, line + 1, line + 40, kept.len() - 9, kept.len() - 1] {
            let mut changed = kept.clone();
            changed[at] ^= 1;
            refused(&changed, "it is not as it was written");
        }
        refused(&kept[..kept.len() - 1], "");
        refused(&[&kept[..], b"0"].concat(), "it is too long");
        fs::write(&path, &kept).expect("it is written");
    }
    printed(&folder, args);
}

#[test]
fn an_interrupt_before_the_first_checkpoint_promises_none() {
    let mut call = harness("prove --arm 2 --seats 2 --resume kept --out proof");
    let child = call.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the program starts");
    while !call.folder.path().join("proof").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("interrupted before a checkpoint was written to kept"), "{err}");
    assert!(!call.folder.path().join("kept").exists());
}

#[test]
fn what_is_not_proved_is_a_usage_error_that_says_why() {
    for (args, why) in [
        ("--arm 3", "--arm: got '3', takes 1 or 2"),
        ("--seats 4", "--seats: got '4', takes 2 or 3"),
        ("--seats 5", "five seats are refused"),
        ("--arm 2 --seats 3 --rules liou-3p", "14,841,300,390 states: at 2 bits a state"),
        ("--arm 2 --seats 3 --rules liou-3p", "not tried without --large"),
        ("--seats 3 --no-move lose", "--no-move: got 'lose'"),
    ] {
        let output = prove(&folder(), args);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {err}");
        assert!(err.contains(why), "{args}: {err}");
    }
}
