//! `harness latency`: committed counts, devices, and the files of a measurement. No test asks how
//! long anything took.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Said, golden, harness};
use harness::latency::device::Device;

/// What a command line prints and ends with, else its exit code and complaint.
fn run(line: &[&str]) -> Result<(String, i32), String> {
    let mut call = harness("latency");
    call.command.args(line);
    let Said { code, out, err, .. } = call.run();
    let code = code.expect("nobody ends it");
    match err.strip_prefix("error: ") {
        Some(error) => Err(format!("{code}: {error}")),
        None => Ok((out, code)),
    }
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The gate: a change that is meant is blessed, here or with `harness latency --bless`, and explained
/// in the changelog.
#[test]
fn the_work_in_the_committed_positions_is_as_committed() {
    let corpus = repository("corpora/latency");
    let corpus = corpus.to_str().unwrap();
    if std::env::var_os("BLESS").is_some() {
        run(&["--bless", "--corpus", corpus]).unwrap();
    }
    let (out, exit) = run(&["--counts", "--corpus", corpus]).unwrap();
    assert_eq!(exit, 0, "{out}");
    golden("latency_counts.txt", &out);
}

#[test]
fn a_count_that_changed_is_named_and_ends_with_6() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let positions = fs::read_to_string(repository("corpora/latency/positions.tsv")).unwrap();
    let lines: Vec<&str> = positions.lines().take(5).collect();
    fs::write(at("positions.tsv"), lines.join("\n")).unwrap();
    let corpus = ["--corpus", folder.path().to_str().unwrap()];
    let counts = |flag| run(&[&[flag], &corpus[..]].concat());
    assert_eq!(counts("--bless").unwrap().1, 0);
    assert_eq!(counts("--counts").unwrap().1, 0);
    let blessed = fs::read_to_string(at("counts.tsv")).unwrap();
    let row = blessed.lines().find(|line| line.contains("\thard\t")).unwrap();
    fs::write(at("counts.tsv"), blessed.replace(row, &format!("{row}0"))).unwrap();
    let (out, exit) = counts("--counts").unwrap();
    let position = row.split('\t').next().unwrap();
    assert_eq!(exit, 6);
    assert!(out.contains(&format!("  {position}, hard: evaluations ")), "{out}");
    assert!(out.contains("1 of 15 decisions are not as committed"), "{out}");
    // A measurement says so too, whatever the time that it took.
    let measured = ["--positions", "3", "-k", "1", "--bots", "hard", "--ahead", "100"];
    assert_eq!(run(&[&measured[..], &corpus].concat()).unwrap().1, 6);
    fs::write(at("counts.tsv"), "nonsense").unwrap();
    assert!(counts("--counts").unwrap_err().starts_with("3: "));
    fs::write(at("positions.tsv"), lines[..2].join("\n")).unwrap();
    assert!(counts("--counts").unwrap_err().starts_with("4: "));
}

/// The published desktop figures: depth 3 fits the cheapest phone's budget and depth 4 does not.
#[test]
fn published_figures_are_judged_without_measuring() {
    let file = repository("devices/hub-cheapest.toml");
    let device = ["--device", file.to_str().unwrap()];
    let fed = |ms: &str, more: &[&str]| run(&[&["--desktop-ms", ms], &device[..], more].concat());
    let (depth_3, exit) = fed("57.6,96.8", &[]).unwrap();
    assert_eq!(exit, 0);
    let (depth_4, exit) = fed("406,683", &[]).unwrap();
    assert_eq!(exit, 1);
    let (between, exit) = fed("96.8", &["--budget-ms", "270"]).unwrap();
    assert_eq!(exit, 5);
    let (all, exit) = run(&["--desktop-ms", "57.6,96.8"]).unwrap();
    assert_eq!(exit, 1);
    golden("latency_devices.txt", &[depth_3, depth_4, between, all].join("\n"));
}

#[test]
fn a_measurement_leaves_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let out = path.to_str().unwrap();
    let flags = ["--positions", "8", "-k", "2", "--bots", "hard,random,search:depth=4,width=16"];
    let line = [&flags[..], &["--ahead", "500", "--out", out]].concat();
    let (text, exit) = run(&line).unwrap();
    assert!([0, 5, 1].contains(&exit), "{text}");
    assert!(text.contains("counts      as committed"), "{text}");
    let mut names: Vec<String> = fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    golden("latency_files.txt", &format!("{}\n", names.join("\n")));
    let file = |name: &str| fs::read_to_string(path.join(name)).unwrap();
    let table = |name: &str| -> Vec<Vec<String>> {
        let text = file(name);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let rows = reader.records().map(|row| row.unwrap().iter().map(String::from).collect());
        rows.collect()
    };
    let headers = ["coach_latency.csv", "coach_positions.csv", "devices.csv", "coach_ahead.csv"]
        .map(|name| format!("{name}\n  {}\n", table(name)[0].join("\n  ")));
    golden("latency_columns.txt", &headers.concat());
    // Who searches has counts, and who does not has none.
    let rows = table("coach_latency.csv");
    assert!(rows.iter().any(|row| row[..5] == ["coach", "all", "all", "8", "16"]));
    assert!(rows[1..].iter().all(|row| row[9].is_empty() == (row[0] == "random")));
    assert_eq!(table("coach_positions.csv").len(), 1 + 8 * 4);
    assert_eq!(table("devices.csv").len(), 1 + 4 * 4);
    assert_eq!(table("coach_ahead.csv").len(), 1 + 4 * 8);
    let json: serde_json::Value = serde_json::from_str(&file("run.json")).unwrap();
    assert_eq!((&json["positions"], &json["changes"]), (&8.into(), &serde_json::json!([])));
    assert!(json["calibration"]["us"].as_f64() > Some(0.0));
    assert!(json["ratio"]["nodes"].as_f64() > Some(1.0));
    assert_eq!(json["beside"].as_array().unwrap().len(), 2);
    assert!(file("coach_latency.svg").starts_with("<svg"));
    assert!(run(&line).unwrap_err().starts_with("3: --out: "));
}

#[test]
fn a_calibration_is_a_row_for_a_profile() {
    let (row, _) = run(&["--calibrate", "-k", "2"]).unwrap();
    let profile = fs::read_to_string(repository("devices/low-end-phone.toml")).unwrap();
    let device = Device::read(&format!("{profile}\n{row}")).unwrap();
    assert!(device.is_measured() && device.measured[0].us > 0.0);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, format!("{profile}\n{row}")).unwrap();
    let line = ["--positions", "2", "-k", "1", "--bots", "random", "--ahead", "100", "--device"];
    let (text, _) = run(&[&line[..], &[file.to_str().unwrap()]].concat()).unwrap();
    assert!(text.contains("low-end-phone  measured"), "{text}");
}

#[test]
fn a_corpus_is_found_by_play() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let corpus = path.to_str().unwrap();
    let (out, _) = run(&["--find", corpus, "--seed", "3", "--games", "1"]).unwrap();
    assert!(out.contains(" positions written to "), "{out}");
    assert_eq!(run(&["--bless", "--corpus", corpus]).unwrap().1, 0);
    assert_eq!(run(&["--counts", "--corpus", corpus]).unwrap().1, 0);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for (line, says) in [
        (&["--bots", "hard,deep"][..], "2: --bots: got 'deep'"),
        (&["--bots", "coach:nodes=0"], "2: --bots: got 'coach:nodes=0'"),
        (&["--budget-ms", "0"], "2: invalid value '0' for '--budget-ms"),
        (&["--budget-ms", "-1"], "2: invalid value '-1' for '--budget-ms"),
        (&["--budget-ms", "inf"], "2: invalid value 'inf'"),
        (&["-k", "0"], "2: invalid value '0' for '--repeat"),
        (&["--positions", "0"], "2: invalid value '0' for '--positions"),
        (&["--desktop-ms", "57,-1"], "2: invalid value '-1' for '--desktop-ms"),
        (&["--counts", "--bless", "--positions", "3"], "2: the argument"),
        (&["--seed", "3"], "2: the following required arguments"),
        (&["--device", "no-such.toml"], "3: no-such.toml: "),
        (&["--corpus", "no-such"], "3: no-such/positions.tsv: "),
    ] {
        let error = run(line).unwrap_err();
        assert!(error.starts_with(says), "{line:?}: {error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.toml");
    fs::write(&file, "name = 'x'\nspeed = 3\n").unwrap();
    let error = run(&["--device", file.to_str().unwrap()]).unwrap_err();
    assert!(error.starts_with("3: ") && error.contains("line 2"), "{error}");
}
