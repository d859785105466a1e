//! `harness cross`, run as a program, and the crossings of the corpus. `BLESS=1` rewrites the golden
//! files.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{called, folder, golden, printed};
use serde_json::Value;
use tempfile::TempDir;

fn json(folder: &TempDir, args: &str) -> Value {
    serde_json::from_str(&printed(folder, args)).expect("JSON")
}

#[test]
fn bots_are_measured_whatever_the_threads() {
    let folder = folder();
    let args = "cross --bot random,forward,hard --arm 2 --cap 60 --games 12 --seed 5 \
                --progress never";
    golden("cross.txt", &printed(&folder, &format!("{args} --threads 1 --out one")));
    let two = printed(&folder, &format!("{args} --threads 2 --check all --out two --json"));
    let file = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a table");
    golden("cross.csv", &file("one/cross.csv"));
    assert_eq!(file("one/cross.csv"), file("two/cross.csv"));
    let rows: Value = serde_json::from_str(&two).expect("JSON");
    assert_eq!((&rows[0]["bot"], &rows[0]["games"]), (&"random".into(), &12.into()));
    assert_eq!(rows[2]["crossed"], 12);
    assert_eq!(rows[2]["rules"], "standard+cap=60+arm=2");
}

#[test]
fn an_opening_is_the_same_for_every_bot_and_counts() {
    let folder = folder();
    let args = "cross --bot hard,hard:width=1000 --arm 1 --games 5 --opening 3 --progress never";
    let rows = json(&folder, &format!("{args} --json"));
    for row in rows.as_array().expect("a list") {
        assert!(row["min_moves"].as_u64().is_some_and(|moves| moves >= 4), "{row}");
    }
}

#[test]
fn small_stars_are_solved_exactly() {
    for (axes, moves) in [
        ("--arm 1", 4),
        ("--arm 2", 11),
        ("--arm 2 --hops long", 8),
        ("--arm 2 --hops long --foreign-points private", 10),
    ] {
        let solved = json(&folder(), &format!("cross --solve --json {axes}"));
        assert_eq!((&solved["moves"], &solved["exact"]), (&moves.into(), &true.into()), "{axes}");
        assert_eq!(solved["line"].as_array().map(Vec::len), Some(moves));
    }
    golden("cross-solve.txt", &printed(&folder(), "cross --solve --arm 2"));
}

#[test]
fn ten_marbles_cross_in_27_moves() {
    let folder = folder();
    let solved = json(&folder, "cross --solve --width 1000 --json --out found");
    assert_eq!((&solved["moves"], &solved["exact"]), (&27.into(), &false.into()));
    assert_eq!((&solved["holes"], &solved["marbles"]), (&121.into(), &10.into()));
    let said = printed(&folder, "judge found/crossing.case");
    assert!(said.contains("stands"), "{said}");
}

/// Every crossing of the corpus stands, in as many moves as its name says; those that are exact come
/// out of the solver again.
#[test]
fn crossings_of_the_corpus_are_replayed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/crossings");
    let mut files: Vec<PathBuf> = fs::read_dir(corpus)
        .expect("the corpus")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let mut counts = Vec::new();
    for path in &files {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let named = name.rsplit_once('-').and_then(|(_, count)| count.parse().ok());
        let case = harness::case::Case::read(&fs::read(path).expect("a case")).expect(name);
        assert_eq!(Some(case.moves.len()), named, "{name}");
        assert_eq!(case.claim.end, Some(Some(engine::End::Home)), "{name}");
        let said = printed(&folder(), &format!("judge {}", path.display()));
        assert!(said.contains("stands"), "{name}: {said}");
        if case.rules.arm.is_some_and(|arm| arm <= 2) {
            let shortest = harness::cross::shortest(&case.rules, 10_000, || false);
            assert_eq!(shortest.map(|crossing| crossing.moves), Ok(case.moves.len()), "{name}");
        }
        counts.push(case.moves.len());
    }
    assert_eq!(counts, [27, 20, 4, 11, 8, 10, 17]);
}

#[test]
fn what_cannot_be_crossed_is_refused() {
    let folder = folder();
    for (args, code, why) in [
        ("--bot nobody", 2, "--bot: got 'nobody'"),
        ("--bot hard,hard", 2, "it is listed twice"),
        ("--games 0", 4, "nothing to play"),
        ("--rules liou-3p", 2, "these rules are for 3"),
        ("--arm 5", 2, "--arm: got '5'"),
        ("--marbles 7", 2, "7"),
        ("--solve --games 3", 2, "cannot be used with"),
        ("--solve --width 0", 2, "--width"),
        ("--width 5", 2, "--solve"),
        ("--solve --arm 1 --out .", 3, "exists already"),
        ("--bot forward --arm 1 --games 1 --out .", 3, "exists already"),
    ] {
        let output = called(&folder, &format!("cross {args}"));
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args}: {err}");
        assert!(err.contains(why), "{args}: {err}");
    }
}
