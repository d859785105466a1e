//! Other people's programs, really run: OpenSpiel, magmacrunch, and the JavaScript starter.
//!
//! `just peers` installs the Python packages under `target/peers`. Without them, or without Node, a
//! test says why it is skipped; with `HARNESS_PEERS=required` that is a failure.

use std::path::{Path, PathBuf};
use std::process::Command;

const HARNESS: &str = env!("CARGO_BIN_EXE_harness");

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the repository")
}

/// A command that runs an adapter, or why there is none.
fn engine(program: &Path, probe: &[&str], adapter: &str) -> Result<String, String> {
    let works = Command::new(program).args(probe).output();
    if !works.is_ok_and(|output| output.status.success()) {
        return Err(format!("{} {} fails", program.display(), probe.join(" ")));
    }
    let adapter = repository().join("harness/adapters").join(adapter);
    Ok(format!("cmd:{} {}", program.display(), adapter.display()))
}

fn python(module: &str, adapter: &str) -> Result<String, String> {
    let python: PathBuf = repository().join("target/peers/bin/python");
    engine(&python, &["-c", &format!("import {module}")], adapter)
}

/// Runs a test with an engine, or says why not.
fn with(engine: Result<String, String>, test: impl FnOnce(&str)) {
    match engine {
        Ok(engine) => test(&engine),
        Err(why) => {
            let required =
                std::env::var_os("HARNESS_PEERS").is_some_and(|value| value == "required");
            assert!(!required, "{why}, and HARNESS_PEERS=required");
            eprintln!("skipped, because {why}");
        }
    }
}

/// Exit code and output of a command about an engine.
fn harness(command: &str, engine: &str, more: &[&str]) -> (Option<i32>, String) {
    let run =
        Command::new(HARNESS).args([command, "--engine", engine]).args(more).output().unwrap();
    let said = [run.stdout, run.stderr].concat();
    (run.status.code(), String::from_utf8_lossy(&said).into_owned())
}

fn conforms(engine: &str, rules: &str) {
    // Over 5,000 in all; `just conform-peers` compares as many at each number of seats.
    let (code, said) = harness("conform", engine, &["--rules", rules, "--positions", "1300"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("\nconforms\n"), "{said}");
}

fn is_known_as(engine: &str, preset: &str) {
    let (code, said) = harness("infer", engine, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("presets that fit: {preset}\n")), "{said}");
    assert!(!said.contains("answers that no set of these rules gives"), "{said}");
}

#[test]
fn openspiel_conforms_and_is_known_by_its_rules() {
    with(python("pyspiel", "openspiel.py"), |engine| {
        conforms(engine, "openspiel");
        is_known_as(engine, "openspiel");
    });
}

#[test]
fn magmacrunch_conforms_and_is_known_by_its_rules() {
    with(python("chinese_checkers.rules", "magmacrunch.py"), |engine| {
        conforms(engine, "magmacrunch");
        is_known_as(engine, "magmacrunch");
    });
}

/// Under the standard rules a blocked goal is won: OpenSpiel goes on, for as long as one marble stays.
#[test]
fn the_veto_in_openspiels_rule_is_found_and_small() {
    with(python("pyspiel", "openspiel.py"), |engine| {
        let flags = ["--rules", "standard", "--seats", "2", "--positions", "20000"];
        let (code, said) = harness("conform", engine, &flags);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("invariant: win-declared"), "{said}");
        // The goal is full, with at least one marble of each seat, in one move.
        let start = said.lines().find_map(|line| line.strip_prefix("start: ")).expect("a position");
        let start: engine::notation::Setup = start.parse().expect("a position");
        let marbles = start.position.occupied().len();
        assert!((10..=11).contains(&marbles), "{said}");
    });
}

#[test]
fn the_starter_conforms_to_the_standard_rules() {
    with(engine(Path::new("node"), &["--version"], "starter.mjs"), |engine| {
        conforms(engine, "standard");
        is_known_as(engine, "standard");
        let folder = tempfile::tempdir().unwrap();
        let run = Command::new(HARNESS)
            .args(["--bots", &format!("{engine},forward"), "--games", "8", "--seats", "2,4"])
            .args(["--cap", "100", "--progress", "never", "--out"])
            .arg(folder.path().join("run"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        assert_eq!(run.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&run.stderr));
        assert!(!said.contains("engines  "), "{said}");
    });
}
