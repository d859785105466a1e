//! `harness report`, run as a program on real folders.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A folder with a run in `DIR/name`.
fn made(folder: &TempDir, name: &str, args: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(args.split_whitespace()).args(["--out", name, "--quiet"]);
    let output = command.current_dir(folder).output().expect("the program starts");
    assert!(folder.path().join(name).join("run.json").exists(), "{output:?}");
}

/// Exit code and standard error of `harness report`.
fn report(folder: &Path, args: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.arg("report").args(args.split_whitespace()).current_dir(folder);
    let output = command.output().expect("the program starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn page(folder: &Path, name: &str) -> String {
    assert_eq!(report(folder, name), (Some(0), String::new()));
    let page = fs::read_to_string(folder.join(name).join("report.html")).expect("it was written");
    for outside in ["http", "<script", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    page
}

#[track_caller]
fn holds(page: &str, sections: &[&str]) {
    for section in sections {
        assert!(page.contains(&format!("<section id=\"{section}\">")), "{section} is missing");
    }
}

#[test]
fn a_run_is_a_page() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path();
    made(&folder, "run", "--games 24 --seats 2,3 --bots random,easy --cap 200total");
    let first = page(path, "run");
    holds(&first, &["win-rates", "places", "lengths", "ends", "latency", "violations"]);
    assert!(first.contains("None: all that was checked held."));
    assert!(first.contains("prefers-color-scheme: dark") && first.contains("name=\"viewport\""));
    assert_eq!(first.matches("<svg").count(), first.matches("</svg>").count());
    assert!(!first.contains("not complete") && !first.contains("Missing"));

    // The page that is there is kept, and another is the same.
    let (code, said) = report(path, "run");
    assert_eq!(code, Some(3));
    assert!(said.contains("report.html exists already"), "{said}");
    assert_eq!(report(path, "run --out again.html").0, Some(0));
    let again = fs::read_to_string(path.join("again.html")).expect("it was written");
    assert!(first == again);
    fs::write(path.join("again.html"), "old").expect("it can be written");
    assert_eq!(report(path, "run --out again.html --force").0, Some(0));
    assert!(fs::read_to_string(path.join("again.html")).expect("it is there") == first);
    assert!(!path.join("again.html.tmp").exists());

    // Names are escaped, in tables and pictures.
    let rates = path.join("run/win_rates.csv");
    let text = fs::read_to_string(&rates).expect("a run has it");
    fs::write(&rates, text.replace("easy", "cmd:<b>&")).expect("it can be written");
    assert_eq!(report(path, "run --force").0, Some(0));
    let page = fs::read_to_string(path.join("run/report.html")).expect("it was written");
    assert!(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>"));

    // What is missing is said.
    fs::remove_file(&rates).expect("it is there");
    assert_eq!(report(path, "run --force").0, Some(0));
    let page = fs::read_to_string(path.join("run/report.html")).expect("it was written");
    assert!(page.contains("Missing: win_rates.csv") && !page.contains("id=\"win-rates\""));

    // What is damaged is named, with its line.
    fs::write(&rates, "seats,bot\n2\n").expect("it can be written");
    let (code, said) = report(path, "run --force");
    assert_eq!(code, Some(3));
    assert!(said.contains("win_rates.csv: line 2: got 1 fields, takes 2"), "{said}");
    fs::remove_file(&rates).expect("it is there");
    fs::write(path.join("run/violations.jsonl"), "{\"game\":1}\n{\n").expect("it can be written");
    let (code, said) = report(path, "run --force");
    assert_eq!(code, Some(3));
    assert!(said.contains("violations.jsonl: line 2: damaged"), "{said}");
}

#[test]
fn a_partial_run_says_so() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("old");
    fs::create_dir(&path).expect("a folder can be made");
    fs::write(path.join("run.json"), "{\"status\":\"partial\",\"stopped\":\"interrupted\"}\n")
        .expect("it can be written");
    fs::write(path.join("games.csv"), "game,seats,plies\n0,2,40\n").expect("it can be written");
    let page = page(folder.path(), "old");
    assert!(page.contains("not complete (partial: interrupted)"));
    assert!(page.contains("column winner of the games"));
    holds(&page, &["lengths"]);
}

#[test]
fn a_hunt_is_a_page_with_boards() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    made(&folder, "hunt", "hunt --games 24 --win any-own --arm 2");
    let page = page(folder.path(), "hunt");
    holds(&page, &["violations", "lengths", "ends", "coverage"]);
    assert!(page.contains("no-winner-at-home") && page.contains("class=\"board\""));
    assert!(page.contains("<g class=\"s0\"><circle") && page.contains("<g class=\"s1\"><polygon"));
}

#[test]
fn a_matrix_is_a_page() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    made(&folder, "matrix", "hunt --matrix --games 8 --arm 1 --cap 60total");
    holds(&page(folder.path(), "matrix"), &["matrix"]);
}

#[test]
fn tuning_and_devices_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("tune");
    fs::create_dir(&path).expect("a folder can be made");
    let tables = [
        (
            "tuning.csv",
            "rules,seats,depth,width,positions,regret_mean,regret_lo,regret_hi,nodes_mean,from_width,changed,changed_share,changed_lo,changed_hi,pareto\n\
             hub,2,1,4,900,0.9,0.8,1,5,,,,,,1\nhub,2,2,4,900,0.5,0.4,0.6,30,,,,,,1\n\
             hub,2,2,8,900,0.5,0.4,0.6,31,4,45,0.05,0.038,0.066,0\n",
        ),
        (
            "coach_ahead.csv",
            "device,how,budget_ms,rules,seats,nodes,depth,turns,at_least,depth_low,depth_high\n\
             phone,estimated,300.0,hub,2,9000,6,3,1,5,7\nphone,estimated,300.0,hub,6,9000,5,1,0,5,6\n\
             desktop,estimated,300.0,standard,6,90000,6,1,0,6,7\n",
        ),
        (
            "coach_latency.csv",
            "thinker,rules,seats,us_p50,us_p90,us_p99,us_worst\ncoach,all,all,10,20,30,40\n",
        ),
        (
            "devices.csv",
            "device,how,thinker,worst_here_ms,ms_low,ms_median,ms_high,budget_ms,verdict\nphone,estimated,coach,0.04,0.2,0.4,0.8,100,pass\n",
        ),
    ];
    for (name, text) in tables {
        fs::write(path.join(name), text).expect("it can be written");
    }
    let page = page(folder.path(), "tune");
    holds(&page, &["tuning", "latency"]);
    assert!(page.contains(">1×4</text>") && page.contains("Missing: run.json"));
    assert!(page.contains("1×4: 0.900 (0.800 to 1.00)") && page.contains(">budget: 100 ms<"));
    let widened = "<td>4 to 8</td><td>45 of 900</td><td>5.0%</td><td>3.8 to 6.6</td>";
    assert!(page.contains(widened) && page.contains("<td>2 of 166</td>"), "{page}");
    assert!(page.contains("How far 300 ms take a Coach that looks depth by depth"), "{page}");
    let far = [
        "<td>phone</td><td>estimated</td><td>hub</td><td>6+ plies, 3 turns</td><td>5 plies, 1 turn</td>",
        "<td>desktop</td><td>estimated</td><td>standard</td><td></td><td>6 plies, 1 turn</td>",
    ];
    assert!(far.iter().all(|row| page.contains(row)), "{page}");
}

#[test]
fn a_folder_of_no_run_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("notes.txt"), "nothing").expect("it can be written");
    for (args, part) in [(".", "the folder of no run"), ("nowhere", "it is no folder")] {
        let (code, said) = report(folder.path(), args);
        assert_eq!(code, Some(3));
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(report(folder.path(), "").0, Some(2));
    assert!(!folder.path().join("report.html").exists());
}
