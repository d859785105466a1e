//! Tests of comparisons, on folders written for them.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::changes::{Changes, Judged};
use super::folder::RunFolder;
use super::limits::{Limit, Limits};

const LIMITS: Limits = Limits {
    win_rate: Limit(Some(5.0)),
    place: Limit(Some(0.25)),
    length: Limit(Some(10.0)),
    unwon: Limit(Some(2.0)),
    violations: Limit(Some(0.0)),
    nodes: Limit(Some(10.0)),
    latency: Limit(Some(100.0)),
};

/// A run of two bots at two seats, `wins[game]` whether the first of them won.
struct Run {
    seed: u64,
    wins: Vec<bool>,
    plies: u64,
    capped: usize,
    violations: u64,
    latency: &'static str,
}

const LATENCY: &str = "seats,bot,mode,depth,width,calls,nodes_p50,nodes_p99,nodes_max,us_p50,us_p90,us_p99,us_max\n\
    2,ours,max-n,2,12,100,50,90,99,10.5,11,12,90\n";

fn usual() -> Run {
    // The first bot wins two games of three, whatever its seat.
    let wins = (0..240).map(|game| game % 3 != 0).collect();
    Run { seed: 1, wins, plies: 100, capped: 0, violations: 0, latency: LATENCY }
}

impl Run {
    fn write(&self, folder: &Path) {
        fs::create_dir(folder).unwrap();
        let mut games = String::from(
            "game,seed,seats,rules,bot0,bot1,winner,end,plies,place0,place1,violations\n",
        );
        for (game, &won) in self.wins.iter().enumerate() {
            let (mut seats, mut winner) = (["ours", "theirs"], u8::from(!won));
            if game % 2 == 1 {
                seats.reverse();
                winner = 1 - winner;
            }
            let capped = game < self.capped;
            let places = if winner == 0 { "1,2" } else { "2,1" };
            let won = if capped { String::new() } else { winner.to_string() };
            let end = if capped { "cap" } else { "home" };
            let plies = self.plies + game as u64 % 7;
            games.push_str(&format!(
                "{game},{},2,standard,{},{},{won},{end},{plies},{places},0\n",
                self.seed, seats[0], seats[1]
            ));
        }
        fs::write(folder.join("games.csv"), games).unwrap();
        fs::write(folder.join("latency.csv"), self.latency).unwrap();
        let run = serde_json::json!({
            "schema": 1, "status": "complete",
            "config": {"games": self.wins.len(), "seats": [2], "bots": ["ours", "theirs"], "seed": self.seed,
                "opening": 2, "rules": {"hops": "adjacent", "win": "vacated"}},
            "options": {"threads": 2, "check": "sample"},
            "counts": {"games": self.wins.len(), "by_invariant": {"no-panic": self.violations}},
            "host": {"cpu": "one", "profile": "debug", "commit": format!("{}", self.seed)},
        });
        fs::write(folder.join("run.json"), run.to_string()).unwrap();
    }
}

fn compare(old: &Run, new: &Run) -> Changes {
    let above = TempDir::new().unwrap();
    let [before, after] = ["old", "new"].map(|name| above.path().join(name));
    old.write(&before);
    new.write(&after);
    let read = |path: &Path| RunFolder::read(path).unwrap();
    Changes::between(&read(&before), &read(&after), &LIMITS).unwrap()
}

/// What and of what the regressions are.
fn regressions(changes: &Changes) -> Vec<String> {
    changes.regressions().map(|figure| format!("{} of {}", figure.what, figure.of)).collect()
}

#[test]
fn the_very_same_games_are_told_so_and_change_nothing() {
    let changes = compare(&usual(), &usual());
    assert_eq!(changes.games, Some((0, 240, None)));
    assert!(
        changes.paired && changes.config.is_empty() && changes.lacking.is_empty(),
        "{changes:?}"
    );
    assert!(changes.figures.iter().all(|figure| figure.change.by == 0.0));
    assert!(changes.figures.iter().all(|figure| figure.judged != Judged::Regressed));
    assert!(changes.figures.len() > 10);
}

#[test]
fn each_figure_past_its_limit_is_a_regression_and_no_other() {
    let mut fewer = usual();
    fewer.wins = (0..240).map(|game| game % 6 == 0).collect();
    let changes = compare(&usual(), &fewer);
    assert_eq!(regressions(&changes), ["win rate of ours, 2 seats", "mean place of ours, 2 seats"]);
    let longer = Run { plies: 115, ..usual() };
    assert_eq!(regressions(&compare(&usual(), &longer)), ["length of 2 seats"]);
    assert_eq!(regressions(&compare(&longer, &usual())), [""; 0]);
    let violated = Run { violations: 1, ..usual() };
    assert_eq!(regressions(&compare(&usual(), &violated)), ["violations of no-panic"]);
    let wider = LATENCY.replace(",50,90,", ",56,90,").leak();
    let changes = compare(&usual(), &Run { latency: wider, ..usual() });
    assert_eq!(regressions(&changes), ["nodes_p50 of ours, 2 seats"]);
    let slower = LATENCY.replace(",10.5,", ",21.1,").leak();
    let changes = compare(&usual(), &Run { latency: slower, ..usual() });
    assert_eq!(regressions(&changes), ["us_p50 of ours, 2 seats"]);
    let capped = compare(&usual(), &Run { capped: 30, ..usual() });
    assert!(regressions(&capped).contains(&"nobody won of 2 seats".to_string()), "{capped:?}");
}

#[test]
fn a_small_change_is_none_however_sure_and_a_large_one_neither_unless_it_is_sure() {
    let mut few = usual();
    few.wins[1] = false;
    let changes = compare(&usual(), &few);
    assert_eq!(changes.games, Some((1, 240, Some((2, 1)))));
    assert_eq!(regressions(&changes), [""; 0]);
    let short = |wins: [bool; 4]| Run { wins: wins.to_vec(), ..usual() };
    let changes = compare(&short([true, true, true, false]), &short([true, false, true, false]));
    assert_eq!(regressions(&changes), [""; 0], "four games tell nothing");
}

#[test]
fn other_seeds_are_two_samples_and_told() {
    let changes = compare(&usual(), &Run { seed: 2, ..usual() });
    assert!(!changes.paired);
    let seed = ("seed".to_string(), "1".to_string(), "2".to_string());
    assert!(changes.config.contains(&seed), "{:?}", changes.config);
    let rate = &changes.figures[0];
    let (low, high) = rate.change.interval.unwrap();
    assert!(low < -0.05 && high > 0.05, "{rate:?}");
}

#[test]
fn what_is_damaged_is_named_with_its_line() {
    let damage = |file: &str, damage: &dyn Fn(&str) -> String| {
        let above = TempDir::new().unwrap();
        let folder = above.path().join("run");
        usual().write(&folder);
        let text = fs::read_to_string(folder.join(file)).unwrap();
        fs::write(folder.join(file), damage(&text)).unwrap();
        match RunFolder::read(&folder) {
            Err(error) => error.message().replace(&format!("{}/", folder.display()), ""),
            Ok(run) => Changes::between(&run, &run, &LIMITS).unwrap_err().message().to_string(),
        }
    };
    let with = |file, from: &'static str, to: &'static str| {
        damage(file, &move |text: &str| text.replacen(from, to, 1))
    };
    for (said, part) in [
        (
            with("games.csv", "home,100", "home,x"),
            "games.csv: line 2: plies: got 'x', takes a number",
        ),
        (
            with("games.csv", "3,1,2,standard,theirs", "3,1,9,standard,theirs"),
            "games.csv: line 5: seats: got 9",
        ),
        (
            with("games.csv", ",home,103,", ",home,103,7,"),
            "games.csv: line 5: got 13 fields, takes 12",
        ),
        (
            with("games.csv", "game,seed,seats", "game,seed,chairs"),
            "games.csv: line 1: there is no column 'seats'",
        ),
        (
            damage("games.csv", &|text| text[..text.len() - 1].into()),
            "games.csv: line 241: it is cut off",
        ),
        (
            damage("games.csv", &|text| {
                text.lines().take(41).map(|line| format!("{line}\n")).collect()
            }),
            "line 41: the table ends after 40 games, and run.json counts 240",
        ),
        (damage("games.csv", &|_| String::new()), "games.csv: line 1: there is no header row"),
        (damage("run.json", &|text| text[..40].into()), "run.json: line 1: column 40: damaged"),
        (damage("run.json", &|_| "[]\n".into()), "run.json: line 1: it holds no object"),
        (
            with("latency.csv", "max-n,2,12,100,50", "max-n,2,12,100,fifty"),
            "latency.csv: line 2: nodes_p50: got 'fifty'",
        ),
    ] {
        assert!(said.contains(part), "{part:?} is not in {said:?}");
    }
    let nothing = TempDir::new().unwrap();
    let said = RunFolder::read(nothing.path()).unwrap_err();
    assert!(said.message().contains("run.json: No such file"), "{said}");
}

#[test]
fn what_an_old_run_lacks_is_told_and_the_rest_compared() {
    let above = TempDir::new().unwrap();
    let [before, after] = ["old", "new"].map(|name| above.path().join(name));
    usual().write(&before);
    usual().write(&after);
    let games = fs::read_to_string(before.join("games.csv")).unwrap();
    let narrow = games.lines().map(|line| format!("{}\n", line.rsplit_once(',').unwrap().0));
    fs::write(before.join("games.csv"), narrow.collect::<String>()).unwrap();
    fs::remove_file(before.join("latency.csv")).unwrap();
    fs::write(before.join("run.json"), "{}").unwrap();
    let read = |path: &Path| RunFolder::read(path).unwrap();
    let changes = Changes::between(&read(&before), &read(&after), &LIMITS).unwrap();
    for part in [
        "no column 'violations'",
        "OLD has no latency.csv",
        "run.json has no status",
        "violations are told",
    ] {
        assert!(
            changes.lacking.iter().any(|told| told.contains(part)),
            "{part}: {:?}",
            changes.lacking
        );
    }
    assert!(changes.figures.iter().any(|figure| figure.what == "win rate"));
    fs::remove_file(after.join("games.csv")).unwrap();
    let said = Changes::between(&read(&before), &read(&after), &LIMITS).unwrap_err();
    assert!(said.message().contains("new/games.csv: missing"), "{said}");
}

#[test]
fn limits_are_read() {
    assert_eq!(Limit::read("off"), Ok(Limit(None)));
    assert_eq!(Limit::read("2.5"), Ok(Limit(Some(2.5))));
    for bad in ["", "-1", "nan", "inf", "5%", "on"] {
        assert!(Limit::read(bad).is_err(), "{bad}");
    }
}
