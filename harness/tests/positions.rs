//! The commands that look at one position: every row of the vectors, and every way to ask wrongly.

mod common;

use common::within as run;
use harness::exit::Exit;

fn held(line: &[&str]) -> String {
    let (out, exit) = run(line).unwrap_or_else(|error| panic!("{line:?}: {error}"));
    assert_eq!(exit, Exit::Held);
    out
}

/// Rows of a vector file, each value under the name of its column.
fn rows(text: &'static str) -> Vec<Vec<(&'static str, &'static str)>> {
    let mut lines = text.lines();
    let columns: Vec<_> = lines.next().expect("a header").split('\t').collect();
    lines.map(|line| columns.iter().copied().zip(line.split('\t')).collect()).collect()
}

fn value<'a>(row: &[(&str, &'a str)], column: &str) -> &'a str {
    row.iter().find(|(name, _)| *name == column).expect("the column is there").1
}

/// The command for a row: its position, and a flag for each axis that it names.
fn asked<'a>(
    command: &'a str,
    row: &[(&'a str, &'a str)],
    flags: &'a mut Vec<String>,
) -> Vec<&'a str> {
    for (column, value) in row {
        if ["hops", "over", "foreign_points", "leave_goal", "win"].contains(column) {
            flags.push(format!("--{}={value}", column.replace('_', "-")));
        }
    }
    let mut line = vec![command, "--position", value(row, "position")];
    line.extend(flags.iter().map(String::as_str));
    line
}

#[test]
fn moves_are_the_listed_ones_in_their_order() {
    let rows = rows(include_str!("../../corpora/vectors/moves.tsv"));
    assert_eq!(rows.len(), 120);
    for row in rows {
        let mut flags = Vec::new();
        let out = held(&asked("moves", &row, &mut flags));
        assert!(out.lines().eq(value(&row, "moves").split_whitespace()), "{row:?}");
    }
}

#[test]
fn perft_counts_stand_alone_on_the_last_line() {
    let rows = rows(include_str!("../../corpora/vectors/perft.tsv"));
    assert_eq!(rows.len(), 56);
    for row in rows {
        let mut flags = Vec::new();
        let mut line = asked("perft", &row, &mut flags);
        line.extend(["--depth", value(&row, "depth")]);
        assert_eq!(held(&line), format!("{}\n", value(&row, "count")), "{row:?}");
        line.push("--divide");
        assert_eq!(held(&line).lines().last(), Some(value(&row, "count")), "{row:?}");
    }
}

#[test]
fn wins_are_the_listed_ones() {
    let rows = rows(include_str!("../../corpora/vectors/wins.tsv"));
    assert_eq!(rows.len(), 60);
    for row in rows {
        for rule in ["all-own", "any-own", "vacated"] {
            let out = held(&["wins", "--position", value(&row, "position"), "--win", rule]);
            let seats: Vec<&str> = out.lines().collect();
            let listed = value(&row, rule);
            let listed: Vec<&str> = listed.split([',', ' ']).filter(|seat| *seat != "-").collect();
            assert_eq!(seats, listed, "{rule}: {row:?}");
        }
    }
}

#[test]
fn verdicts_are_the_listed_ones() {
    let rows = rows(include_str!("../../corpora/vectors/coach.tsv"));
    assert_eq!(rows.len(), 48);
    for row in rows {
        let mut flags = Vec::new();
        let mut line = asked("coach", &row, &mut flags);
        line.extend(["--move", value(&row, "move"), "--json"]);
        let advice: serde_json::Value = serde_json::from_str(&held(&line)).unwrap();
        assert_eq!(advice["verdict"], value(&row, "verdict"), "{row:?}");
        assert_eq!(advice["proof"].is_null(), advice["verdict"] == "fine", "{row:?}");
        assert!(advice["suggestion"].is_string() && advice["nodes"].as_u64() > Some(0));
    }
}

#[test]
fn the_coach_refuses_what_is_no_move() {
    for played in ["a1-a2", "a1", "pass", "b1-b2", "zz"] {
        let error = run(&["coach", "--position", START, "--move", played]).unwrap_err();
        assert!(error.starts_with("3: --move: "), "{error}");
    }
    let out = held(&["coach", "--position", START]);
    assert!(out.contains("\nverdict     fine\nproof       none\n"), "{out}");
}

#[test]
fn the_coach_looks_as_far_as_its_nodes_allow() {
    let depth = |nodes: &[&str]| {
        let line = [&["coach", "--json", "--position", START][..], nodes].concat();
        let advice: serde_json::Value = serde_json::from_str(&held(&line)).unwrap();
        advice["depth"].as_u64().unwrap()
    };
    assert_eq!(depth(&[]), 3);
    assert_eq!(depth(&["--nodes", "1"]), 1);
    assert!(depth(&["--nodes", "20000"]) > 3);
    for nodes in ["0", "-1", "many"] {
        let error = run(&["coach", "--position", START, &format!("--nodes={nodes}")]).unwrap_err();
        assert!(error.starts_with("2: ") && error.contains("--nodes"), "{error}");
    }
}

#[test]
fn invariants_are_listed_a_line_each() {
    let out = held(&["invariants"]);
    let ids: Vec<&str> = out.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    let known: Vec<&str> = harness::check::Invariant::ALL.iter().map(|known| known.id()).collect();
    assert_eq!(ids, known);
    assert!(ids.contains(&"no-winner-at-home") && ids.len() >= 30, "{ids:?}");
}

const START: &str =
    "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";

/// After the move of the thin-win example, and one marble put back home.
const NEARLY: &str =
    "0/[2]/[3]/[4]/[13]/[12]/[11]/[10]/00000000[1]/[10]/[11]/[12]/[13]/0111/111/11/1 1 2 10";

#[test]
fn what_is_missing_is_said_in_words() {
    let out = held(&["wins", "--position", NEARLY, "--explain"]);
    let first = out.lines().next().unwrap();
    assert!(
        first.contains("get out of your own house before you can claim a blocked win"),
        "{out}"
    );
    assert_eq!(held(&["wins", "--position", NEARLY, "--win", "any-own"]), "0\n");
    assert_eq!(held(&["wins", "--position", NEARLY]), "");
    let out = held(&["wins", "--position", NEARLY, "--win", "any-own", "--explain"]);
    assert!(out.starts_with("seat 0: home\n"), "{out}");
}

#[test]
fn a_position_is_drawn_as_a_star() {
    let out = held(&["show", "--position", START]);
    assert!(out.starts_with("a             0\nb            0 0\n"), "{out}");
    assert!(
        out.contains("\nseat 0 to move, of 2\nseat 0: goes to S, distance left 120\n"),
        "{out}"
    );
}

#[test]
fn what_cannot_be_meant_is_usage() {
    for (flags, says) in [
        (&["--hops", "far"][..], "2: --hops: got 'far', takes adjacent | long"),
        (&["--win", "some-own"], "2: --win: got 'some-own', takes vacated | all-own"),
        (&["--cap", "0"], "2: --cap: got '0', takes plies a seat"),
        (&["--rules", "best"], "2: --rules: unknown preset 'best': the presets are standard | hub"),
        (&["--rules", "liou-3p"], "2: seats: the rules are for 3, and the position has 2"),
        (&["--arm", "2"], "2: arm: the rules are for 2, and the position has 4"),
        (&["--marbles", "15"], "2: marbles: the rules are for 15, and the position has 10"),
        (&["--repetition", "1"], "2: --repetition: got '1', takes none | a number from 2"),
        (&["--repetition", "-1"], "2: --repetition: got '-1', takes none | a number from 2"),
        (&["--layout", "0,0"], "2: --layout: got '0,0', takes clockwise"),
        (&["--hop", "long"], "2: error: unexpected argument '--hop'"),
        (&["--hops"], "2: error: a value is required for '--hops"),
    ] {
        for command in ["moves", "wins", "show"] {
            let line = [&[command, "--position", START], flags].concat();
            let error = run(&line).unwrap_err();
            assert!(error.starts_with(says), "{flags:?}: {error}");
        }
    }
    assert!(run(&["moves"]).unwrap_err().starts_with("2: "));
    let depths: [&[&str]; 4] = [&[], &["--depth", "-1"], &["--depth", "x"], &["--depth", "65"]];
    for depth in depths {
        let line = [&["perft", "--position", START], depth].concat();
        assert!(run(&line).unwrap_err().starts_with("2: "), "{depth:?}");
    }
}

#[test]
fn what_is_no_position_or_rules_file_is_bad_data() {
    for position in
        ["", "nonsense", "0/0 0 2 10", &START.replace("[9]", "[8]"), "--", &"0".repeat(9999)]
    {
        let error = run(&["moves", "--position", position]).unwrap_err();
        assert!(error.starts_with("3: --position: "), "{position}: {error}");
    }
    let all = run(&["show", "--position", "0x/0/0 7 5 3 ; way=1"]).unwrap_err();
    for code in ["letter: ", "rows: ", "seat: ", "game: "] {
        assert!(all.contains(code), "{all}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.toml");
    let file = file.to_str().unwrap();
    for (text, says) in [
        (None, "No such file"),
        (Some("hop = 'long'"), "line 1: unknown axis 'hop'"),
        (Some("hops 'long'"), "line 1: "),
        (Some("preset = 'liou'"), "line 1: unknown preset 'liou'"),
    ] {
        if let Some(text) = text {
            std::fs::write(file, text).unwrap();
        }
        let error = run(&["moves", "--position", START, "--rules", file]).unwrap_err();
        assert!(error.starts_with("3: rules file ") && error.contains(says), "{error}");
    }
    std::fs::write(file, "preset = \"hub\"\n").unwrap();
    let long = held(&["perft", "--position", START, "--depth", "3", "--rules", file]);
    assert_eq!(long, "5348\n");
}
