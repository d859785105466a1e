//! Everything that is compared.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::folder::{BlockOf, Game, RunFolder, WORK};
use super::limits::{Limit, Limits};
use super::ratio::{Change, Ratio};
use super::sheet::{Row, Sheet};
use crate::exit::RunError;

/// How a figure is shown, and its change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share, whose change is in percentage points.
    Share,
    /// A mean, whose change is in the same unit.
    Mean,
    /// A figure whose change is in percent.
    Grown,
    /// A count.
    Count,
}

/// What was made of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is no regression.
    Held,
    /// It is one.
    Regressed,
    /// There is no limit to it, or nothing to judge it by.
    Told,
    /// Nothing looked for it in one of the runs, or in neither.
    Unchecked,
}

/// One figure in both runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it is.
    pub what: String,
    /// Of what.
    pub of: String,
    /// How it is shown.
    pub unit: Unit,
    /// In the old run.
    pub old: f64,
    /// In the new one.
    pub new: f64,
    /// The change: of shares in parts of 1, of grown figures in parts of the old one.
    pub change: Change,
    /// What it may get worse by at the most.
    pub limit: Option<f64>,
    /// What was made of it.
    pub judged: Judged,
}

/// All that two runs have in common, and what they have not.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// What each of them was asked that the other was not: key, old and new.
    pub config: Vec<(String, String, String)>,
    /// What may matter to times: machine, build, threads.
    pub host: Vec<(String, String, String)>,
    /// How many games differ of those with the same number and bots, how many there are of those,
    /// and the first that differs: seats and number. None without games.
    pub games: Option<(u64, u64, Option<BlockOf>)>,
    /// Numbers of games, old and new.
    pub counts: (u64, u64),
    /// Whether blocks are compared with themselves.
    pub paired: bool,
    /// Whether the old run was checked and the new one was not, which hides what got worse.
    pub lost_checks: bool,
    /// What could not be compared, and why.
    pub lacking: Vec<String>,
    /// The figures.
    pub figures: Vec<Figure>,
}

impl Changes {
    /// Compares two runs.
    ///
    /// # Errors
    ///
    /// If a table is damaged, or they have nothing in common: data.
    pub fn between(old: &RunFolder, new: &RunFolder, limits: &Limits) -> Result<Self, RunError> {
        let mut changes = Self {
            config: differing(&asked(&old.run), &asked(&new.run)),
            host: differing(&hosted(&old.run), &hosted(&new.run)),
            games: None,
            counts: (0, 0),
            paired: false,
            lost_checks: false,
            lacking: Vec::new(),
            figures: Vec::new(),
        };
        for (which, run) in [("OLD", old), ("NEW", new)] {
            match run.told("status").and_then(Value::as_str) {
                Some("complete") => {}
                Some(status) => {
                    changes.lacking.push(format!("{which} is {status}, by its run.json"))
                }
                None if run.games.is_none() => {}
                None => changes.lacking.push(format!("{which}: run.json has no status")),
            }
        }
        if old.is_hunt != new.is_hunt && old.games.is_some() && new.games.is_some() {
            let (old, new) = (old.path.display(), new.path.display());
            return Err(RunError::data(format!(
                "{old} and {new}: one is a hunt and the other is not"
            )));
        }
        match (&old.games, &new.games) {
            (Some((before, old_lacks)), Some((after, new_lacks))) => {
                for (which, lacks) in [("OLD", old_lacks), ("NEW", new_lacks)] {
                    for column in lacks {
                        changes
                            .lacking
                            .push(format!("{which}: the games have no column '{column}'"));
                    }
                }
                changes.games(before, after, limits);
                let lost = |lacks: &[&str], column| lacks.contains(&column);
                let counted = !lost(old_lacks, "violations") && !lost(new_lacks, "violations");
                changes.violations(old, new, counted, limits.violations);
            }
            (None, None) => {}
            (one, _) => {
                let (lacks, has) = if one.is_none() { (old, new) } else { (new, old) };
                let name = if has.is_hunt { "hunt.csv" } else { "games.csv" };
                let path = lacks.path.join(name);
                let has = has.path.display();
                return Err(RunError::data(format!("{}: missing; {has} has one", path.display())));
            }
        }
        for name in WORK {
            match (old.work.get(name), new.work.get(name)) {
                (Some(before), Some(after)) => changes.work(name, before, after, limits)?,
                (None, None) => {}
                (one, _) => {
                    let which = if one.is_none() { "OLD" } else { "NEW" };
                    changes.lacking.push(format!("{which} has no {name}"));
                }
            }
        }
        if changes.figures.is_empty() {
            let (old, new) = (old.path.display(), new.path.display());
            return Err(RunError::data(format!(
                "{old} and {new} have nothing in common to compare"
            )));
        }
        Ok(changes)
    }

    /// Whether anything is a regression.
    pub fn regressed(&self) -> bool {
        self.lost_checks || self.regressions().next().is_some()
    }

    /// Figures that are regressions.
    pub fn regressions(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| figure.judged == Judged::Regressed)
    }

    fn games(&mut self, old: &[(BlockOf, Game)], new: &[(BlockOf, Game)], limits: &Limits) {
        fn key(game: &Game) -> (u8, u64, &[String]) {
            (game.seats, game.number, &game.bots)
        }
        let by_number: BTreeMap<_, &Game> = old.iter().map(|(_, game)| (key(game), game)).collect();
        let (mut same, mut differ, mut first) = (0, 0, None);
        for (_, game) in new {
            let Some(&before) = by_number.get(&key(game)) else { continue };
            same += 1;
            if before != game {
                differ += 1;
                first = first.or(Some((game.seats, game.number)));
            }
        }
        self.games = Some((differ, same, first));
        self.counts = (old.len() as u64, new.len() as u64);
        // A block can be compared with itself where the same bots sat in the same seats of games with
        // the same openings.
        let dealt =
            |key: &str| ["seed", "opening", "seating"].contains(&key) || key.starts_with("rules");
        let alike = !self.config.iter().any(|(key, ..)| dealt(key));
        self.paired = alike && same > 0 && same == self.counts.0 && same == self.counts.1;
        let (before, after) = (Means::of(old), Means::of(new));
        for (which, one, other) in [("OLD", &before, &after), ("NEW", &after, &before)] {
            for (seats, bot) in one.wins.keys().filter(|key| !other.wins.contains_key(key)) {
                self.lacking.push(format!("only in {which}: {bot} at {seats} seats"));
            }
        }
        let at = |(seats, bot): &(u8, String)| format!("{bot}, {seats} seats");
        self.means("win rate", &before.wins, &after.wins, Unit::Share, -1.0, limits.win_rate, at);
        self.means("mean place", &before.places, &after.places, Unit::Mean, 1.0, limits.place, at);
        let at = |seats: &u8| format!("{seats} seats");
        self.means("length", &before.plies, &after.plies, Unit::Grown, 1.0, limits.length, at);
        self.means("nobody won", &before.unwon, &after.unwon, Unit::Share, 1.0, limits.unwon, at);
        let at = |(seats, end): &(u8, String)| format!("{end}, {seats} seats");
        let (old_ends, new_ends) = both_ends(old, new);
        self.means("ended", &old_ends, &new_ends, Unit::Share, 1.0, Limit(None), at);
    }

    /// Compares means by key; `worse` is the sign of a change for the worse.
    #[expect(clippy::too_many_arguments, reason = "a table's row is told whole")]
    fn means<K: Ord>(
        &mut self,
        what: &str,
        old: &BTreeMap<K, Ratio>,
        new: &BTreeMap<K, Ratio>,
        unit: Unit,
        worse: f64,
        limit: Limit,
        of: impl Fn(&K) -> String,
    ) {
        for (key, after) in new {
            let Some(before) = old.get(key) else { continue };
            let change = match unit {
                Unit::Grown => after.growth_from(before, self.paired),
                _ => after.change_from(before, self.paired, unit == Unit::Share),
            };
            let (Some(change), Some(was), Some(is)) = (change, before.mean(), after.mean()) else {
                continue;
            };
            let scale = if unit == Unit::Mean { 1.0 } else { 100.0 };
            let limit = limit.0.filter(|_| change.interval.is_some());
            let regressed = limit.is_some_and(|limit| {
                let (low, high) = change.interval.expect("a limit is kept where there is one");
                let least = if worse > 0.0 { low } else { -high };
                scale * least > limit + 1e-9
            });
            self.figures.push(Figure {
                what: what.to_string(),
                of: of(key),
                unit,
                old: was,
                new: is,
                change,
                limit,
                judged: judged(limit, regressed),
            });
        }
    }

    /// Compares what decisions took: rows with the same keys, columns of nodes and microseconds.
    fn work(
        &mut self,
        name: &str,
        old: &Sheet,
        new: &Sheet,
        limits: &Limits,
    ) -> Result<(), RunError> {
        for (which, sheet, other) in [("OLD", old, new), ("NEW", new, old)] {
            let lacks = sheet.lacks(&COSTS.map(|(column, _)| column));
            for column in lacks.into_iter().filter(|column| other.has(column)) {
                self.lacking.push(format!("{which}: {name} has no column '{column}'"));
            }
        }
        let before: BTreeMap<Vec<&str>, Row<'_>> = old.rows().map(|row| (key(&row), row)).collect();
        for row in new.rows() {
            let key = key(&row);
            let Some(was) = before.get(&key) else { continue };
            for (column, judge) in COSTS {
                let read = |row: &Row<'_>| row.number::<f64>(column);
                let (Some(was), Some(is)) = (read(was)?, read(&row)?) else { continue };
                let limit = match column {
                    _ if !judge => None,
                    _ if !column.starts_with("us") => limits.nodes.0,
                    // Another machine, or another build, takes another time.
                    _ if self.host.iter().any(|(key, ..)| key != "commit") => None,
                    _ => limits.latency.0,
                };
                let by = if was == is { 0.0 } else { is / was - 1.0 };
                let regressed = limit.is_some_and(|limit| 100.0 * by > limit + 1e-9);
                self.figures.push(Figure {
                    what: column.to_string(),
                    of: told(&key),
                    unit: Unit::Grown,
                    old: was,
                    new: is,
                    change: Change { by, interval: None },
                    limit,
                    judged: judged(limit, regressed),
                });
            }
        }
        Ok(())
    }
}

/// Columns of work and time, and whether they are judged: the longest of many times is an accident of
/// the machine, unless it is the worst case of a latency run, the least of several times.
const COSTS: [(&str, bool); 12] = [
    ("nodes_p50", true),
    ("nodes_p90", true),
    ("nodes_p99", true),
    ("nodes_max", false),
    ("nodes", true),
    ("moves", true),
    ("evaluations", true),
    ("us_p50", true),
    ("us_p90", true),
    ("us_p99", false),
    ("us_worst", true),
    ("us_max", false),
];

/// What a row of a table of work is about.
fn key<'s>(row: &Row<'s>) -> Vec<&'s str> {
    ["thinker", "bot", "rules", "seats"].iter().filter_map(|column| row.text(column)).collect()
}

/// The same as text: the bot, and the number of seats.
fn told(key: &[&str]) -> String {
    let number = |part: &&&str| part.parse::<u8>().is_ok();
    let parts = key
        .iter()
        .map(|part| if number(&part) { format!("{part} seats") } else { part.to_string() });
    parts.collect::<Vec<_>>().join(", ")
}

/// What a figure with this limit is.
pub(super) fn judged(limit: Option<f64>, regressed: bool) -> Judged {
    match limit {
        None => Judged::Told,
        Some(_) if regressed => Judged::Regressed,
        Some(_) => Judged::Held,
    }
}

/// Means of the games of a run.
#[derive(Default)]
struct Means {
    wins: BTreeMap<(u8, String), Ratio>,
    places: BTreeMap<(u8, String), Ratio>,
    plies: BTreeMap<u8, Ratio>,
    unwon: BTreeMap<u8, Ratio>,
}

impl Means {
    fn of(games: &[(BlockOf, Game)]) -> Self {
        let mut means = Self::default();
        for &(block, ref game) in games {
            if let Some(plies) = game.plies {
                means.plies.entry(game.seats).or_default().add(block, plies as f64);
            }
            let unwon = f64::from(u8::from(game.winner.is_none()));
            means.unwon.entry(game.seats).or_default().add(block, unwon);
            // A void game counts for nobody.
            if game.end.as_deref() == Some("void") {
                continue;
            }
            for (seat, bot) in game.bots.iter().enumerate() {
                let key = (game.seats, bot.clone());
                let won = f64::from(u8::from(game.winner.map(usize::from) == Some(seat)));
                if let Some(Some(place)) = game.places.get(seat) {
                    let places = means.places.entry(key.clone()).or_default();
                    places.add(block, f64::from(*place));
                }
                means.wins.entry(key).or_default().add(block, won);
            }
        }
        means
    }
}

/// Shares of the ways to end, those that came up in either run in both.
type Ends = BTreeMap<(u8, String), Ratio>;

fn both_ends(old: &[(BlockOf, Game)], new: &[(BlockOf, Game)]) -> (Ends, Ends) {
    let all = || old.iter().chain(new);
    let ends: BTreeSet<&String> = all().filter_map(|(_, game)| game.end.as_ref()).collect();
    let shares = |games: &[(BlockOf, Game)]| {
        let mut shares = Ends::new();
        for &(block, ref game) in games {
            for &end in game.end.iter().flat_map(|_| &ends) {
                let hit = f64::from(u8::from(game.end.as_ref() == Some(end)));
                shares.entry((game.seats, end.clone())).or_default().add(block, hit);
            }
        }
        shares
    };
    let (mut before, mut after) = (shares(old), shares(new));
    let never = |ends: &Ends, key: &(u8, String)| ends.get(key).and_then(Ratio::mean) == Some(0.0);
    let neither: Vec<_> =
        after.keys().filter(|key| never(&before, key) && never(&after, key)).cloned().collect();
    for key in neither {
        before.remove(&key);
        after.remove(&key);
    }
    (before, after)
}

/// What a run was asked, flat, by keys apart by dots.
fn asked(run: &Value) -> BTreeMap<String, String> {
    let mut flat = BTreeMap::new();
    match run.get("config") {
        Some(config) => flatten("", config, &mut flat),
        // A hunt, or another command whose file is flat.
        None => {
            let told =
                ["schema", "status", "counts", "started", "seconds", "host", "threads", "options"];
            for (key, value) in run.as_object().into_iter().flatten() {
                if !told.contains(&key.as_str()) {
                    flatten(key, value, &mut flat);
                }
            }
        }
    }
    for key in ["command", "sprt"] {
        if let Some(value) = run.get(key).filter(|_| run.get("config").is_some()) {
            flatten(key, value, &mut flat);
        }
    }
    if let Some(check) = run.pointer("/options/check") {
        flatten("check", check, &mut flat);
    }
    flat
}

/// What may matter to times.
fn hosted(run: &Value) -> BTreeMap<String, String> {
    let mut flat = BTreeMap::new();
    for key in ["commit", "profile", "checked", "target", "cpu", "cpus"] {
        if let Some(value) = run.pointer(&format!("/host/{key}")) {
            flatten(key, value, &mut flat);
        }
    }
    let threads = run.pointer("/options/threads").or_else(|| run.get("threads"));
    threads.into_iter().for_each(|threads| flatten("threads", threads, &mut flat));
    flat
}

fn flatten(prefix: &str, value: &Value, flat: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                flatten(&key, value, flat);
            }
        }
        Value::String(text) => drop(flat.insert(prefix.to_string(), text.clone())),
        Value::Array(items) => {
            let texts =
                items.iter().map(|item| item.as_str().map_or(item.to_string(), String::from));
            flat.insert(prefix.to_string(), texts.collect::<Vec<_>>().join(","));
        }
        other => drop(flat.insert(prefix.to_string(), other.to_string())),
    }
}

/// Keys whose values differ, with both.
fn differing(
    old: &BTreeMap<String, String>,
    new: &BTreeMap<String, String>,
) -> Vec<(String, String, String)> {
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let told = |values: &BTreeMap<String, String>, key: &str| {
        values.get(key).cloned().unwrap_or_else(|| "nothing".to_string())
    };
    keys.into_iter()
        .filter(|key| old.get(*key) != new.get(*key))
        .map(|key| (key.clone(), told(old, key), told(new, key)))
        .collect()
}
