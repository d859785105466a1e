//! `harness tune`: a small grid, whole. No test asks how long anything took.

mod common;

use std::fs;
use std::path::Path;

use common::{golden, within};
use harness::exit::Exit;

fn run(line: &str, out: &Path) -> Result<(String, Exit), String> {
    let args = ["tune"].into_iter().chain(line.split_whitespace());
    within(&args.chain(["--out", out.to_str().unwrap()]).collect::<Vec<_>>())
}

const SMALL: &str =
    "--rules hub --seats 2,3 --positions 61 --depths 1..2 --widths 4,8 --reference 4x12 --seed 7";

#[test]
fn a_grid_is_tried_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (text, exit) = run(&format!("{SMALL} --timed 0 --threads 2"), &at("run")).unwrap();
    assert_eq!(exit, Exit::Held);
    let text: Vec<&str> = text.lines().filter(|line| !line.starts_with("reports ")).collect();
    golden("tune.txt", &format!("{}\n", text.join("\n")));
    let file = |run: &str, name: &str| fs::read_to_string(at(run).join(name)).unwrap();
    for name in ["tuning.csv", "verdicts.csv"] {
        golden(name, &file("run", name));
    }
    assert_eq!(file("run", "tuning_latency.csv").lines().count(), 1);
    let json: serde_json::Value = serde_json::from_str(&file("run", "run.json")).unwrap();
    assert_eq!((&json["status"], &json["positions"]), (&"complete".into(), &61.into()));
    assert!(!json["front"].as_array().unwrap().is_empty());
    // Neither threads nor times change what is counted.
    let (text, _) = run(&format!("{SMALL} --timed 4 -k 1 --threads 1"), &at("again")).unwrap();
    assert!(text.contains("low-end-phone (estimated)"), "{text}");
    for name in ["tuning.csv", "verdicts.csv"] {
        assert_eq!(file("again", name), file("run", name));
    }
    let times = file("again", "tuning_latency.csv");
    assert_eq!(times.lines().count(), 1 + 4 * 4);
    assert!(times.starts_with("depth,width,device,how,us_p50,"));
    let error = run(&format!("{SMALL} --timed 0"), &at("run")).unwrap_err();
    assert!(error.starts_with("3: --out: "), "{error}");
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (line, says) in [
        ("--depths 0", "2: error: invalid value '0' for '--depths"),
        ("--depths 4..1", "2: error: invalid value '4..1' for '--depths"),
        ("--depths 17", "2: error: invalid value '17' for '--depths"),
        ("--widths 8,x", "2: error: invalid value 'x' for '--widths"),
        ("--reference 6", "2: error: invalid value '6' for '--reference"),
        ("--seats 5", "2: error: invalid value '5' for '--seats"),
        ("--rules liou-3p --seats 4", "2: --seats: "),
        ("--device none.toml", "3: none.toml: "),
        ("--positions 0", "4: --positions: "),
    ] {
        let error = run(line, &folder.path().join("run")).unwrap_err();
        assert!(error.starts_with(says), "{line}: {error}");
        assert!(!folder.path().join("run").exists(), "{line}");
    }
}
