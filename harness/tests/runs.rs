//! Runs that are played in parts, on the command line: in shards that are merged, and after ends of
//! every kind.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use harness::journal::{self, Journal};
use harness::run_file::RunFile;
use harness::sink::Folder;
use tempfile::TempDir;

/// A folder to work in.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(args.split_whitespace()).current_dir(self.0.path());
        command.env_remove("GITHUB_STEP_SUMMARY");
        command
    }

    /// Runs the program; it must end with `code`.
    #[track_caller]
    fn run(&self, args: &str, code: i32) -> Said {
        Said::of(self.command(args).output().expect("the program starts"), code)
    }

    fn start(&self, args: &str) -> Child {
        let mut command = self.command(args);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        child.expect("the program starts")
    }

    fn read(&self, name: &str) -> Vec<u8> {
        let path = self.path(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("UTF-8")
    }

    fn json(&self, folder: &str) -> serde_json::Value {
        serde_json::from_slice(&self.read(&format!("{folder}/run.json"))).expect("JSON")
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("the folder can be read");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a plain name");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }

    /// Every file that may not differ is the same in both folders.
    #[track_caller]
    fn same(&self, own: &str, other: &str) {
        assert_eq!(self.names(own), self.names(other));
        let mut compared = 0;
        for name in self.names(own) {
            if !["run.json", "latency.csv", "histograms.json"].contains(&name.as_str()) {
                let (own, other) = (format!("{own}/{name}"), format!("{other}/{name}"));
                assert!(self.read(&own) == self.read(&other), "{own} differs from {other}");
                compared += 1;
            }
        }
        assert!(compared >= 3, "{compared} files");
        assert_eq!(self.nodes(own), self.nodes(other));
        assert_eq!(self.histograms(own), self.histograms(other));
        let counts = |folder| self.json(folder)["counts"].clone();
        assert_eq!(counts(own), counts(other));
        let fingerprint = |folder| self.json(folder)["fingerprint"].clone();
        assert_eq!(fingerprint(own), fingerprint(other));
    }

    /// What `histograms.json` says without a clock; null if there is none.
    fn histograms(&self, folder: &str) -> serde_json::Value {
        let text = fs::read(self.path(folder).join("histograms.json")).unwrap_or(b"null".to_vec());
        let mut all: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        for bot in all["latency"].as_array_mut().into_iter().flatten() {
            bot["ns"].take();
        }
        all
    }

    /// What `latency.csv` says without a clock.
    fn nodes(&self, folder: &str) -> Vec<String> {
        let text = self.text(&format!("{folder}/latency.csv"));
        let nodes = |line: &str| {
            let fields: Vec<&str> = line.split(',').collect();
            fields[..fields.len() - 4].join(",")
        };
        text.lines().map(nodes).collect()
    }
}

/// What a call came to.
struct Said {
    out: String,
    err: String,
}

impl Said {
    #[track_caller]
    fn of(output: Output, code: i32) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(code), "{out}{err}");
        Self { out, err }
    }

    #[track_caller]
    fn complaint(self, part: &str) -> Self {
        assert!(self.err.contains(part), "{part:?} is not in {:?}", self.err);
        self
    }
}

#[test]
fn what_a_shard_and_a_merge_print_is_golden() {
    let desk = Desk::new();
    let flags =
        "--games 14 --seats 2,3 --bots random,forward --seed 7 --threads 1 --progress never";
    let first = desk.run(&format!("{flags} --shard 1/2 --out part1"), 0);
    common::golden("shard.txt", &common::steady(&first.out));
    desk.run(&format!("{flags} --shard 2/2 --out part2"), 0);
    let merged = desk.run("merge part1 part2 --out merged", 0);
    common::golden("merge.txt", &common::steady(&merged.out));
    common::golden(
        "histograms.json",
        &desk
            .text("part1/histograms.json")
            .replace(desk.json("part1")["fingerprint"].as_str().expect("text"), "FINGERPRINT"),
    );
    // The tables of one machine have golden files of their own.
    common::golden("games.csv", &desk.text("merged/games.csv"));
    common::golden("win_rates.csv", &desk.text("merged/win_rates.csv"));
}

const FLAGS: &str = "--games 70 --seats 2,3 --bots random,forward,easy --arm 2 --seed 7 --quiet";

#[test]
fn shards_together_are_the_run_and_their_merge_gives_its_files() {
    for (flags, code, rows) in [
        (FLAGS, 0, "games.csv"),
        (
            "--games 30 --rules game-sternhalma --seats 6 --bots random --seed 1 --quiet",
            1,
            "games.csv",
        ),
        (
            "--games 41 --seats 4,2 --bots random,easy --arm 1 --compress always --quiet",
            0,
            "games.csv.zst",
        ),
    ] {
        let desk = Desk::new();
        desk.run(&format!("{flags} --out whole --threads 2"), code);
        assert!(desk.names("whole").contains(&rows.to_string()));
        let mut union = Vec::new();
        for (number, threads) in [(1, 1), (2, 3), (3, 2)] {
            // Of a few violations some shards may have none.
            let command = desk.command(&format!(
                "{flags} --shard {number}/3 --out part{number} --threads {threads}"
            ));
            let output = { command }.output().expect("the program starts");
            assert!([0, code].contains(&output.status.code().expect("it ends")));
            assert!(desk.names(&format!("part{number}")).contains(&"histograms.json".to_string()));
            if rows == "games.csv" {
                let text = desk.text(&format!("part{number}/games.csv"));
                union.extend(text.lines().skip(1).map(str::to_string));
            }
            let run = desk.json(&format!("part{number}"));
            assert_eq!(run["shard"], format!("{number}/3"));
            assert_eq!(run["games_file"], rows);
            assert_eq!(run["planned"], run["counts"]["games"]);
            assert_eq!(run["fingerprint"], desk.json("whole")["fingerprint"]);
        }
        if rows == "games.csv" {
            union
                .sort_by_key(|row| row.split(',').next().and_then(|game| game.parse::<u64>().ok()));
            let whole = desk.text("whole/games.csv");
            assert!(whole.lines().skip(1).eq(&union));
        }
        desk.run("merge part3 part1 part2 --quiet --out merged", code);
        desk.same("merged", "whole");
        assert_eq!(desk.json("merged")["merged"], 3);
        assert_eq!(desk.json("merged")["status"], "complete");
    }
}

#[test]
fn compressed_rows_are_the_rows() {
    let desk = Desk::new();
    desk.run(&format!("{FLAGS} --out plain --compress never"), 0);
    desk.run(&format!("{FLAGS} --out packed --compress always"), 0);
    let rows = zstd::decode_all(&desk.read("packed/games.csv.zst")[..]).expect("it unpacks");
    assert!(rows == desk.read("plain/games.csv"));
    let run = desk.json("packed");
    assert_eq!(run["games_file"], "games.csv.zst");
    assert_eq!(run["options"]["compress"], "always");
}

#[test]
fn shards_are_counted_from_one_and_none_is_empty() {
    let desk = Desk::new();
    for bad in ["0/8", "9/8", "1/0", "-1/8", "8", "a/b"] {
        let said = desk.run(&format!("--games 100 --seats 2 --shard {bad}"), 2);
        said.complaint("--shard").complaint("counted from 1");
    }
    // Two seats among two bots: blocks of two games.
    desk.run("--games 10 --seats 2 --bots random,forward --shard 1/6", 2)
        .complaint("--shard: got 1/6")
        .complaint("5 blocks");
    assert!(fs::read_dir(desk.0.path()).expect("a folder").next().is_none());
    let said = desk.run("--games 10 --seats 2 --bots random,forward --shard 5/5 --out last", 0);
    assert!(
        said.out.contains("shard     5/5, counted from 1: 2 games in 1 of 5 blocks"),
        "{}",
        said.out
    );
    assert_eq!(desk.text("last/games.csv").lines().nth(1).map(|row| &row[..2]), Some("8,"));
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a file can be copied");
    }
}

#[test]
fn a_merge_refuses_what_is_not_one_whole_run_and_names_it() {
    let desk = Desk::new();
    let part = |name: &str, flags: &str| {
        desk.run(
            &format!(
                "--games 24 --seats 2 --bots random,forward --arm 1 --quiet {flags} --out {name}"
            ),
            0,
        );
    };
    part("a", "--shard 1/2");
    part("b", "--shard 2/2");
    part("b4", "--shard 2/4");
    part("seed", "--shard 2/2 --seed 2");
    part("cap", "--shard 2/2 --cap 50");
    part("check", "--shard 2/2 --check all");
    part("whole", "");
    copy(&desk.path("b"), &desk.path("again"));
    for (folders, parts) in [
        ("a", &["shard 2/2 is missing"][..]),
        ("a b again", &["shard 2/2 is doubled: b, again"]),
        ("a a b", &["shard 1/2 is doubled: a, a"]),
        ("a b4", &["b4: it is shard 2/4, and a is one of 2", "shard 2/2 is missing"]),
        ("a seed", &["seed: another run: its --seed is 2, and in a it is 1"]),
        ("a cap", &["cap: another run: its --cap is 50, and in a it is 1000"]),
        ("a check", &["check: another run: its --check is all, and in a it is sample"]),
        ("a b whole", &["whole: this is a whole run and no shard"]),
        ("a nobody", &["nobody: there is no run.json"]),
    ] {
        let said = desk.run(&format!("merge {folders} --out merged"), 3);
        for part in parts {
            assert!(said.err.contains(part), "{folders}: {part:?} is not in {:?}", said.err);
        }
        assert!(!desk.path("merged").exists(), "{folders}");
    }
    desk.run("merge a b", 2).complaint("--out");
    desk.run("merge --out merged", 2).complaint("DIR");
    desk.run("merge a b --out whole", 3).complaint("whole exists already");

    // Any byte of any file.
    for name in desk.names("b") {
        let path = desk.path("again").join(&name);
        let sound = fs::read(&path).expect("a file");
        let mut damaged = sound.clone();
        match damaged.len() / 2 {
            0 => damaged.push(b' '),
            middle => damaged[middle] ^= 1,
        }
        fs::write(&path, &damaged).expect("it can be written");
        // A changed time in run.json is no damage that anybody could see.
        if name == "run.json" {
            let text = String::from_utf8(sound.clone()).expect("UTF-8");
            fs::write(&path, text.replace("\"seed\": 1", "\"seed\": 3"))
                .expect("it can be written");
        }
        let said = desk.run("merge a again --out merged", 3);
        assert!(said.err.contains(&format!("again/{name}: ")), "{name}: {}", said.err);
        if name == "run.json" {
            assert!(said.err.contains("its fingerprint does not fit"), "{}", said.err);
        } else {
            fs::remove_file(&path).expect("it can be removed");
            desk.run("merge a again --out merged", 3)
                .complaint(&format!("cannot read again/{name}"));
        }
        fs::write(&path, &sound).expect("it can be written");
        assert!(!desk.path("merged").exists(), "{name}");
    }
    desk.run("merge again a --out merged --quiet", 0);
    desk.same("merged", "whole");
}

/// A run of some seconds, so that there is time to end it.
const LONG: &str = "--games 1000000 --seats 2,3 --bots random,forward,easy --seed 5 --threads 2";

/// Waits until a run has written so many bytes of rows.
fn wait_for_rows(desk: &Desk, folder: &str, bytes: u64) {
    let rows = desk.path(folder).join("games.csv.tmp");
    let finished = desk.path(folder).join("games.csv");
    while !finished.exists() && fs::metadata(&rows).map_or(0, |rows| rows.len()) < bytes {
        sleep(Duration::from_millis(5));
    }
}

fn kill(mut child: Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let killed = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_where_it_ended() {
    let desk = Desk::new();
    let flags = "--seats 3,2 --bots forward,easy --seed 5 --compress never";
    // Nothing says when a signal arrives: a run that was over by then makes room for a longer one.
    let stopped = [3_000, 12_000, 48_000].into_iter().find_map(|games| {
        let _ = fs::remove_dir_all(desk.path("run"));
        let child = desk.start(&format!("--games {games} {flags} --threads 1 --out run"));
        wait_for_rows(&desk, "run", 500);
        signal(&child, "-INT");
        let output = child.wait_with_output().expect("it ends");
        (output.status.code() != Some(0)).then(|| (games, Said::of(output, 130)))
    });
    let (games, said) = stopped.expect("a run that is still going when the signal comes");
    desk.run(&format!("--games {games} {flags} --quiet --out whole"), 0);
    assert!(said.out.contains("--resume run"), "{}", said.out);
    let run = desk.json("run");
    assert_eq!((&run["status"], &run["stopped"]), (&"partial".into(), &"interrupted".into()));
    assert!(desk.names("run").contains(&journal::NAME.to_string()));
    let played = run["counts"]["games"].as_u64().expect("a number");
    assert!((1..games).contains(&played), "{played}");

    // What was not so is refused, flag by flag; what was so is not.
    let all = format!(
        "--games {games} {flags} --opening 2 --rules standard --cap 1000 --win vacated --check sample"
    );
    let other = "--games: got 301, and the run in run has ".to_owned() + &games.to_string();
    for (changed, part) in [
        ("--games 301", other.as_str()),
        ("--seats 2,3", "--seats: got 2,3, and the run in run has 3,2"),
        ("--bots easy,forward", "--bots: got easy,forward, and"),
        ("--seed 6", "--seed: got 6, and"),
        ("--opening 1", "--opening: got 1, and"),
        ("--rules hub", "--hops: got long, and"),
        ("--win all-own", "--win: got all-own, and"),
        ("--cap 200total", "--cap: got 200total, and"),
        ("--engine-limit 7", "--engine-limit: got 7, and"),
        ("--check all", "--check: got all, and"),
        ("--fail-fast", "--fail-fast: got true, and"),
        ("--shard 1/2", "--shard: got 1/2, and the run in run has nothing"),
        ("--compress always", "--compress: got always, and"),
        ("--out other", "--out"),
    ] {
        desk.run(&format!("--resume run {changed}"), 2).complaint(part);
    }
    let said = desk.run(&format!("--resume run {all} --threads 2"), 0);
    let grouped = format!("{},000 games", games / 1000);
    assert!(said.out.contains(&format!("played      {grouped}")), "{}", said.out);
    desk.same("run", "whole");
    assert_eq!(desk.json("run")["sessions"], 2);
    let said = desk.run("--resume run", 0);
    assert_eq!(
        said.out,
        format!("run is complete: {grouped}, 0 violations\n44 passed, 0 failed\n")
    );
    desk.run("--resume nobody", 3).complaint("nobody: there is no run.json");
}

#[test]
fn a_run_whose_time_is_up_is_partial_and_goes_on() {
    let desk = Desk::new();
    let said = desk.run(&format!("{LONG} --compress always --out run --time-budget 1s"), 0);
    assert!(said.out.contains("(the time was up)"), "{}", said.out);
    let played = |games: &serde_json::Value| games["counts"]["games"].as_u64().expect("a number");
    let first = desk.json("run");
    assert_eq!((&first["status"], &first["stopped"]), (&"partial".into(), &"time-budget".into()));
    assert_eq!(played(&first) % 6, 0, "three bots at two seats: blocks of six games");
    desk.run("--resume run --time-budget 1s --quiet", 0);
    let second = desk.json("run");
    assert!(played(&second) > played(&first));
    let rows = zstd::decode_all(&desk.read("run/games.csv.zst")[..]).expect("it unpacks");
    let rows = String::from_utf8(rows).expect("UTF-8");
    assert_eq!(rows.lines().count() as u64, played(&second) + 1);
    let shorter = LONG.replace("1000000", &played(&second).to_string()).replace("2,3", "2");
    desk.run(&format!("{shorter} --out shorter --quiet --compress never"), 0);
    assert!(rows == desk.text("shorter/games.csv"));
    desk.run("--time-budget 10", 2).complaint("--time-budget");
}

#[test]
fn a_damaged_tail_is_cut_and_said() {
    let desk = Desk::new();
    desk.run(&format!("{FLAGS} --out whole"), 0);
    let child = desk.start(&format!("{LONG} --compress never --out long"));
    wait_for_rows(&desk, "long", 2000);
    kill(child);
    // The journal of a run that was killed, torn at several places and with bytes changed.
    let journal = |folder: &str| desk.path(folder).join(journal::NAME);
    let whole = fs::read(journal("long")).expect("a journal");
    let games = |folder: &str| {
        let run = RunFile::read(&desk.path(folder)).expect("a run");
        let folder = Folder::again(&desk.path(folder));
        Journal::resume(&folder, &run.config, &run.options).expect("a journal").1
    };
    let (all, mut seen) = (games("long").games, Vec::new());
    assert!(all > 0);
    for (index, len) in [0, 5, 40, whole.len() / 2, whole.len() - 1].into_iter().enumerate() {
        let name = format!("torn{index}");
        copy(&desk.path("long"), &desk.path(&name));
        fs::write(journal(&name), &whole[..len]).expect("it can be written");
        let said = desk.run(&format!("--resume {name} --time-budget 1s --quiet"), 0);
        assert_eq!(said.err.contains("were damaged and are cut"), len > 0, "{len}: {}", said.err);
        seen.push(desk.json(&name)["counts"]["games"].as_u64().expect("a number"));
        let rows = desk.text(&format!("{name}/games.csv"));
        assert_eq!(rows.lines().count() as u64 - 1, seen[index]);
        assert!(
            rows.lines().skip(1).zip(0..).all(|(row, game)| row.starts_with(&format!("{game},")))
        );
    }
    copy(&desk.path("long"), &desk.path("other"));
    let child =
        desk.start(&format!("{} --compress never --out another", LONG.replace("seed 5", "seed 6")));
    wait_for_rows(&desk, "another", 1000);
    kill(child);
    fs::copy(journal("another"), journal("other")).expect("a file can be copied");
    desk.run("--resume other", 3).complaint("this is the journal of another run");
}

/// A limit on the size of files stands in for a full disk: the system refuses to write on.
#[cfg(unix)]
#[test]
fn after_a_full_disk_nothing_finished_is_lost() {
    let flags = "--games 300 --seats 2 --bots forward,easy --arm 2 --seed 5 --quiet";
    let desk = Desk::new();
    desk.run(&format!("{flags} --out whole"), 0);
    for (blocks, shard) in [(1, ""), (2, ""), (8, ""), (16, "--shard 1/1")] {
        let name = format!("run{blocks}");
        let program = env!("CARGO_BIN_EXE_harness");
        let limited = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {program} {flags} {shard} --out {name}"
        );
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &limited]).current_dir(desk.0.path()).output();
        let said = Said::of(output.expect("a shell"), 3);
        if desk.path(&name).join("run.json").exists() {
            said.complaint(&format!("cannot write {name}/")).complaint(&format!("--resume {name}"));
            desk.run(&format!("--resume {name} --quiet"), 0);
        } else {
            // Not even that had room: nothing was played either.
            said.complaint(&format!("cannot write {name}/run.json"));
            continue;
        }
        if shard.is_empty() {
            desk.same(&name, "whole");
        } else {
            desk.run(&format!("merge {name} --quiet --out merged"), 0);
            desk.same("merged", "whole");
        }
    }
}

/// Kills a run at moments that follow from `seed` until so many kills were done, and lets it go on
/// every time. Gives the number of runs that came to their end in between.
#[cfg(unix)]
fn killed(kills: u32, mut seed: u64) -> u32 {
    let desk = Desk::new();
    let flags = "--games 480 --seats 2,3 --bots forward,easy,random --seed 9 --threads 2 --quiet";
    let start = Instant::now();
    desk.run(&format!("{flags} --out whole"), 0);
    // Some kills a run, however fast this machine is.
    let longest = (start.elapsed().as_millis() as u64 / 3).max(50);
    desk.run(&format!("{flags} --out wholeshard --shard 2/3"), 0);
    let mut ended = 0;
    let mut done = 0;
    while done < kills || desk.path("run").exists() {
        let shard = if ended % 3 == 2 { "--shard 2/3" } else { "" };
        let begun = desk.path("run/run.json").exists();
        let mut child = if begun {
            desk.start("--resume run --quiet")
        } else {
            // It was killed before it had begun: nothing is there to go on with.
            let _ = fs::remove_dir_all(desk.path("run"));
            desk.start(&format!("{flags} {shard} --out run"))
        };
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if done < kills {
            sleep(Duration::from_millis((seed >> 33) % longest));
            child.kill().expect("it can be killed");
        }
        let output = child.wait_with_output().expect("it ends");
        if output.status.code().is_some() {
            Said::of(output, 0);
            desk.same("run", if shard.is_empty() { "whole" } else { "wholeshard" });
            fs::remove_dir_all(desk.path("run")).expect("it can be removed");
            ended += 1;
            continue;
        }
        done += 1;
        // Whatever rows there are of it were in the journal before, and no journal lost more than
        // what it was just writing.
        if let Ok(run) = RunFile::read(&desk.path("run")) {
            let rows = fs::read(desk.path("run/games.csv.tmp")).unwrap_or_default();
            let rows = rows.iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1);
            let folder = Folder::again(&desk.path("run"));
            if !run.is_complete() {
                let past = Journal::resume(&folder, &run.config, &run.options);
                let past = past.expect("a journal").1;
                assert!(past.games >= rows as u64, "{} games, {rows} rows", past.games);
            }
        }
    }
    ended
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on_where_it_ended() {
    assert!(killed(6, 1) > 0);
}

/// `just kill-test`.
#[cfg(unix)]
#[test]
#[ignore = "takes minutes"]
fn a_run_that_is_killed_two_hundred_times_goes_on_where_it_ended() {
    let ended = killed(200, 2);
    println!("200 kills, {ended} runs with the very files of an undisturbed one");
    assert!(ended > 10);
}

#[test]
fn a_complete_run_is_told_again() {
    let desk = Desk::new();
    desk.run("--games 60 --seats 6 --bots random --win any-own --seed 1 --out run --quiet", 1);
    let said = desk.run("--resume run --junit again.xml", 1);
    assert!(said.out.starts_with("run is complete: 60 games, "), "{}", said.out);
    assert!(said.out.ends_with(" passed, 1 failed\n"), "{}", said.out);
    let xml = desk.text("again.xml");
    assert!(xml.contains("name=\"no-winner-at-home\"") && xml.contains("harness replay"), "{xml}");
}

#[test]
fn a_folder_of_another_command_is_no_run_to_go_on_with() {
    let desk = Desk::new();
    desk.run("match forward random --seats 2 --games 8 --arm 2 --quiet --out match", 0);
    let games = desk.read("match/games.csv");
    for call in ["--resume match", "merge match --out merged"] {
        desk.run(call, 3).complaint("match/run.json: harness match wrote it, and only folders of");
    }
    assert!(desk.read("match/games.csv") == games);
    desk.run("hunt --games 2 --seats 2 --players random --draw none --cap 10 --out hunt", 0);
    desk.run("--resume hunt", 3).complaint("hunt/run.json: only folders of the main run");
}
