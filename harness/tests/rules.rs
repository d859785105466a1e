//! `harness rules`, and rules files wherever `--rules` takes them.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{CommandFactory as _, Parser as _};
use engine::rules::{AXES, PRESETS, Rules};
use harness::args::CommandLine;

const START: &str =
    "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";

/// What a command line prints, and the code that it ends with; an error is what it prints.
fn run(line: &[&str]) -> (String, u8) {
    let args = CommandLine::try_parse_from([&["harness"], line].concat());
    let args = match args {
        Ok(args) => args,
        Err(error) => return (error.to_string(), error.exit_code() as u8),
    };
    let mut out = Vec::new();
    match args.run(&mut out) {
        Ok(exit) => (String::from_utf8(out).expect("output is text"), exit as u8),
        Err(error) => (error.to_string(), error.exit() as u8),
    }
}

fn corpora(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/rules").join(file)
}

fn path(file: &str) -> String {
    corpora(file).to_str().expect("a path in plain letters").to_string()
}

#[test]
fn the_list_has_every_preset_with_its_sentence_and_what_differs() {
    let (text, code) = run(&["rules", "list"]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2 * PRESETS.len());
    for ((name, axes), lines) in PRESETS.iter().zip(lines.chunks(2)) {
        assert!(lines[0].starts_with(name) && lines[0].ends_with(Rules::about(name).unwrap()));
        for (axis, value) in *axes {
            assert!(lines[1].contains(&format!("{axis}={value}")), "{name}: {}", lines[1]);
        }
    }
    let (json, code) = run(&["rules", "list", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, json.as_array().unwrap().len()), (0, PRESETS.len()));
    assert_eq!(json[1]["name"], "hub");
    assert_eq!(json[1]["differs"]["hops"], "long");
}

#[test]
fn what_is_shown_is_the_file_and_reads_back() {
    for (name, _) in PRESETS {
        let (shown, code) = run(&["rules", "show", name]);
        let file = fs::read_to_string(corpora(&format!("{name}.toml"))).unwrap();
        assert_eq!((shown, code), (file, 0), "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.toml");
    for page in ["duel.md", "long-leap.md", "neighbours.md", "fifteen.md"] {
        let (shown, code) = run(&["rules", "show", &path(page)]);
        assert_eq!(code, 0, "{page}: {shown}");
        fs::write(&copy, &shown).unwrap();
        assert_eq!(
            run(&["rules", "show", copy.to_str().unwrap()]).0,
            shown.split_once('\n').unwrap().1
        );
    }
    assert_eq!(run(&["rules", "show", "best"]).1, 2);
    assert_eq!(run(&["rules", "show", "./none.toml"]).1, 3);
    let (error, code) = run(&["rules", "show", &path("bad/unknown-win.md")]);
    assert!(code == 3 && error.contains("line 8: win: got 'capture the king'"), "{error}");
}

#[test]
fn a_check_names_file_and_line_of_all_that_is_wrong() {
    let good = path("duel.md");
    assert_eq!(run(&["rules", "check", &good]), (format!("{good}: reads as standard-2p\n"), 0));
    let bad = path("bad/unknown-special.md");
    let (text, code) = run(&["rules", "check", &bad, &good, "./none.md"]);
    assert_eq!(code, 3);
    assert!(text.contains(&format!("{bad}:9: error: special: got 'roll dice', takes none | ")));
    assert!(
        text.contains(&format!("{good}: reads as ")) && text.contains("./none.md: error: No such")
    );
    // What is warned of is shown, and wrong only where that is asked for.
    let camp = path("camp-in-the-body.md");
    let (text, code) = run(&["rules", "check", &camp]);
    assert_eq!(code, 0);
    assert!(
        text.contains(&format!("{camp}:17: warning: a camp rule")) && text.contains("--leave-goal")
    );
    let (text, code) = run(&["rules", "check", "--strict", &camp]);
    assert!(code == 3 && text.contains(":17: error: a camp rule") && !text.contains("reads as"));
    let folder = tempfile::tempdir().unwrap();
    let many = folder.path().join("many.toml");
    fs::write(&many, "hop = 1\nwin = 'all'\nseats = 5\n").unwrap();
    let (text, code) = run(&["rules", "check", many.to_str().unwrap()]);
    assert_eq!((text.matches("error: ").count(), code), (3, 3), "{text}");
    for line in [&["rules"][..], &["rules", "check"], &["rules", "show"], &["rules", "sing"]] {
        assert_eq!(run(line).1, 2, "{line:?}");
    }
}

/// A page is taken wherever a preset is.
#[test]
fn every_command_plays_by_a_page() {
    let duel = path("duel.md");
    let listed = |rules: &str, position: &str| {
        let (text, code) = run(&["moves", "--position", position, "--rules", rules]);
        assert_eq!(code, 0, "{text}");
        text
    };
    assert_eq!(listed(&duel, START).lines().count(), 14);
    // Nobody moves out of a goal by the duel's rules.
    let locked = "0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
    assert_eq!(listed(&duel, locked), "");
    assert_eq!(listed("standard", locked).lines().count(), 14);
    let (text, code) = run(&["wins", "--position", locked, "--rules", &duel]);
    assert_eq!(code, 0, "{text}");
    let (text, code) = run(&["moves", "--position", START, "--rules", &path("bad/grid.md")]);
    assert!(code == 3 && text.contains("bad/grid.md: line 12: engine.topology.type"), "{text}");
    // A page for another star does not fit.
    let (text, code) = run(&["show", "--position", START, "--rules", &path("neighbours.md")]);
    assert!(code == 2 && text.contains("arm"), "{text}");
    let prove = ["prove", "--arm", "1", "--seats", "2", "--rules", &duel];
    let (text, code) = run(&prove);
    assert_eq!(code, 0, "{text}");
}

/// A preset with axes behind it, in one word, is taken wherever a preset is, and so is a page.
#[test]
fn axes_depart_from_a_preset_or_a_file_in_one_word() {
    let (shown, code) = run(&["rules", "show", "hub win=all-own"]);
    assert_eq!((shown.as_str(), code), ("hops = \"long\"\nwin = \"all-own\"\n", 0));
    let page = format!("{} cap=400 leave-goal=allowed", path("duel.md"));
    let (shown, code) = run(&["rules", "show", &page]);
    assert!(code == 0 && shown.contains("cap = 400\n") && !shown.contains("leave-goal"), "{shown}");
    let moves = |line: &[&str]| {
        let (text, code) = run(&[&["moves", "--position", START], line].concat());
        assert_eq!(code, 0, "{text}");
        text.lines().count()
    };
    let middle = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
    let long = ["--position", middle, "--rules", "standard+hops=long"];
    let (listed, code) = run(&[&["moves"], &long[..]].concat());
    assert_eq!((listed, code), run(&["moves", "--position", middle, "--rules", "hub"]));
    assert_ne!(run(&[&["moves"], &long[..]].concat()), run(&["moves", "--position", middle]));
    // A flag has the last word.
    assert_eq!(moves(&["--rules", "hub over=others", "--over", "any"]), 14);
    assert_eq!(moves(&["--rules", "hub over=others"]), 8);
    for (rules, says) in [
        ("hubs", "--rules: unknown preset 'hubs': the presets are standard | hub"),
        ("hub wins=vacated", "--rules: unknown axis 'wins': the axes are hops | over"),
        ("hub win=thin", "--rules: win: got 'thin', takes vacated | all-own"),
        ("hub win", "--rules: 'win' is no axis=value: the axes are hops | over"),
    ] {
        let (text, code) = run(&["moves", "--position", START, "--rules", rules]);
        assert!(code == 2 && text.contains(says), "{text}");
    }
}

/// Whatever plays by rules takes them, by name and axis by axis; what reads games finds them there.
#[test]
fn every_command_that_plays_by_rules_takes_them() {
    let command = CommandLine::command();
    let mut without = Vec::new();
    for command in command.get_subcommands() {
        let flags: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
        let axes = AXES.iter().filter(|axis| axis.name != "seats");
        match flags.contains(&"rules") {
            true => assert!(
                axes.clone().all(|axis| flags.contains(&axis.name)),
                "{}",
                command.get_name()
            ),
            false => without.push(command.get_name()),
        }
    }
    without.sort_unstable();
    assert_eq!(without, WITHOUT_RULES);
}

/// Commands that read games, runs or engines with rules of their own, or need none.
const WITHOUT_RULES: [&str; 10] = [
    "canary",
    "compare",
    "infer",
    "invariants",
    "latency",
    "merge",
    "report",
    "rules",
    "shrink",
    "star",
];
