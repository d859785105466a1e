//! The whole page.

use std::path::Path;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, context};
use serde_json::Value;

use super::coverage::coverage;
use super::findings::{findings, plain};
use super::games::{ends, lengths, places};
use super::matrix::matrix;
use super::rates::{seats, strengths, win_rates};
use super::section::{Section, short};
use super::tables::others;
use super::times::latency;
use super::tuning::tuning;
use crate::compare::folder::{read_games, read_run};
use crate::exit::RunError;

/// The template.
const TEMPLATE: &str = include_str!("report.html");

/// Makes the page of a folder: the same bytes whenever the folder is the same.
///
/// # Errors
///
/// If the folder is that of no run, or a file in it is damaged: data, with file and line.
pub fn page(folder: &Path) -> Result<String, RunError> {
    if !folder.is_dir() {
        return Err(RunError::data(format!("{}: it is no folder", folder.display())));
    }
    let path = folder.join("run.json");
    let run = if path.exists() { read_run(&path)? } else { Value::Null };
    let (games, _) = read_games(folder, &run)?;
    let mut missing = missing(folder, &run);
    let games = games.map(|(games, lacks)| {
        missing.extend(lacks.iter().map(|column| format!("column {column} of the games")));
        games.into_iter().map(|(_, game)| game).collect::<Vec<_>>()
    });
    let of_games = |make: fn(&[_]) -> Option<Section>| games.as_deref().and_then(make);
    let sections = [
        findings(folder)?,
        win_rates(folder)?,
        strengths(folder)?,
        seats(folder)?,
        of_games(places),
        of_games(lengths),
        of_games(ends),
        latency(folder)?,
        tuning(folder)?,
        matrix(folder)?,
        coverage(folder)?,
    ];
    let sections = sections.into_iter().flatten().chain(others(folder)?);
    let mut sections: Vec<Section> = sections.collect();
    if sections.is_empty() && run.is_null() {
        return Err(RunError::data(format!(
            "{}: it is the folder of no run: it has no run.json and no table that a run writes",
            folder.display()
        )));
    }
    // What is found stands first, that nothing was found last.
    if sections.first().is_some_and(|first| {
        first.id == "violations" && first.tables.is_empty() && first.figures.is_empty()
    }) {
        sections.rotate_left(1);
    }
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let made = environment.add_template("report.html", TEMPLATE).and_then(|()| {
        environment.get_template("report.html")?.render(context! {
            title => Serde(title(folder, &run)),
            partial => Serde(partial(&run)),
            missing => Serde(missing),
            facts => Serde(facts(&run)),
            all => Serde(flat(&run)),
            sections => Serde(sections),
        })
    });
    made.map_err(|error| RunError::data(format!("the page cannot be made: {error}")))
}

fn title(folder: &Path, run: &Value) -> String {
    let command = match run["command"].as_str() {
        Some(command) => command.to_string(),
        None if folder.join("matrix.csv").exists() => "hunt --matrix".to_string(),
        None if folder.join("hunt.csv").exists() || run.get("drawn").is_some() => {
            "hunt".to_string()
        }
        None if run.is_null() => "run".to_string(),
        None => "play".to_string(),
    };
    let command = command.trim_start_matches("harness ");
    match seed(run) {
        Some(seed) => format!("harness {command}, seed {seed}"),
        None => format!("harness {command}"),
    }
}

fn seed(run: &Value) -> Option<String> {
    let seed = [run.pointer("/config/seed"), run.get("seed")];
    seed.into_iter().flatten().find(|seed| !seed.is_null()).map(plain)
}

/// What is to be said of a run that is not complete.
fn partial(run: &Value) -> Option<String> {
    match (run["status"].as_str(), run["stopped"].as_str()) {
        (Some("complete") | None, _) => None,
        (Some(status), Some(why)) => Some(format!("{status}: {why}")),
        (Some(status), None) => Some(status.to_string()),
    }
}

/// Files that run.json names and that are gone.
fn missing(folder: &Path, run: &Value) -> Vec<String> {
    if run.is_null() {
        return vec!["run.json".to_string()];
    }
    let mut names: Vec<&str> = Vec::new();
    names.extend(run["games_file"].as_str());
    names.extend(run["files"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()));
    names.sort_unstable();
    names.dedup();
    names.retain(|name| !folder.join(name).exists());
    names.into_iter().map(String::from).collect()
}

/// What is worth knowing of a run at first sight: name and value.
fn facts(run: &Value) -> Vec<(&'static str, String)> {
    let keys: [(&str, &[&str]); 16] = [
        ("status", &["/status"]),
        ("seed", &["/config/seed", "/seed"]),
        ("rules", &["/rules", "/config/rules"]),
        ("seats", &["/config/seats", "/seats"]),
        ("bots", &["/config/bots"]),
        ("players", &["/players"]),
        ("starts", &["/starts"]),
        ("positions", &["/positions"]),
        ("games planned", &["/planned"]),
        ("games", &["/counts/games"]),
        ("plies", &["/counts/plies"]),
        ("violations", &["/counts/violations"]),
        ("verdict", &["/verdict"]),
        ("started", &["/started"]),
        ("version", &["/host/version"]),
        ("commit", &["/host/commit"]),
    ];
    let mut facts = Vec::new();
    for (name, places) in keys {
        let told = places.iter().filter_map(|place| run.pointer(place));
        let told = told.filter(|value| !value.is_null() && !value.is_object()).map(plain).next();
        facts.extend(told.filter(|told| !told.is_empty()).map(|told| (name, told)));
    }
    facts
}

/// All of a run.json, its keys apart by dots.
fn flat(run: &Value) -> Vec<(String, String)> {
    fn go(at: String, value: &Value, told: &mut Vec<(String, String)>) {
        let below = |key: &str| if at.is_empty() { key.to_string() } else { format!("{at}.{key}") };
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| go(below(key), value, told)),
            Value::Array(all) if all.iter().any(|value| value.is_object() || value.is_array()) => {
                all.iter()
                    .enumerate()
                    .for_each(|(index, value)| go(below(&index.to_string()), value, told));
            }
            value => told.push((at, short(&plain(value)))),
        }
    }
    let mut told = Vec::new();
    if !run.is_null() {
        go(String::new(), run, &mut told);
    }
    told
}
