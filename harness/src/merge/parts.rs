//! The folders of a merge, and all that can be wrong with them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::check::Alarms;
use crate::config::{Compress, Config, Options};
use crate::exit::RunError;
use crate::run_file::RunFile;
use crate::sink::{WORK, Work, games_file};
use crate::stats::Latency;
use crate::text::shell_path;

/// The shards of one run: all of them, whole, and in their order.
#[derive(Debug)]
pub struct Parts {
    pub(super) shards: Vec<RunFile>,
    /// Of all of them together.
    pub(super) work: PartWork,
}

/// What shards know beyond their tables.
#[derive(Debug)]
pub(super) struct PartWork {
    pub(super) latency: Latency,
    pub(super) alarms: Alarms,
}

impl Parts {
    /// The configuration of the run.
    pub fn config(&self) -> &Config {
        &self.shards[0].config
    }

    /// What the shards have in common of how they went about it.
    pub fn options(&self) -> Options {
        let first = &self.shards[0].options;
        let alike = self.shards.iter().all(|shard| shard.options.compress == first.compress);
        Options {
            threads: first.threads,
            check: first.check,
            compress: if alike { first.compress } else { Compress::Auto },
            ..Options::default()
        }
    }

    /// When the first of them began.
    pub(super) fn started(&self) -> String {
        let started = self.shards.iter().map(|shard| shard.started.as_str());
        started.min().unwrap_or_default().to_string()
    }
}

/// Reads the folders, in whatever order they are.
///
/// # Errors
///
/// If they are not all the shards of one run, each whole and once: data, with everything that is
/// wrong, folder by folder.
pub fn gather(folders: &[PathBuf]) -> Result<Parts, RunError> {
    let mut wrong = Vec::new();
    let mut shards = Vec::new();
    for folder in folders {
        match RunFile::read(folder) {
            Ok(run) => shards.push(run),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    let first = shards.iter().find(|run| run.options.shard.is_some());
    for run in &shards {
        let mixed = first.and_then(|first| alien(first, run));
        match mixed.or_else(|| unfinished(run)) {
            Some(why) => wrong.push(format!("{}: {why}", run.folder.display())),
            None => wrong.extend(damaged(run)),
        }
    }
    if let Some(of) = first.and_then(|run| run.options.shard).map(|shard| shard.of()) {
        wrong.extend(uncounted(&shards, of));
    }
    if wrong.is_empty() && shards.is_empty() {
        wrong.push("no folders".to_string());
    }
    shards.sort_by_key(|run| run.options.shard);
    match &wrong[..] {
        [] => {}
        [one] => return Err(RunError::data(one)),
        many => {
            let all = many.join("\n  ");
            return Err(RunError::data(format!("nothing is merged:\n  {all}")));
        }
    }
    // One after another: of a thousand shards the histograms would take some gigabytes.
    let mut all = PartWork { latency: Latency::new(&shards[0].config), alarms: Alarms::default() };
    for run in &shards {
        let part = work(run).map_err(RunError::data)?;
        all.latency.merge(&part.latency);
        all.alarms.merge(&part.alarms);
    }
    Ok(Parts { shards, work: all })
}

/// Why a folder is not of the run that `first` is of.
fn alien(first: &RunFile, run: &RunFile) -> Option<String> {
    let there = first.folder.display();
    let Some(shard) = run.options.shard else {
        return Some("this is a whole run and no shard".to_string());
    };
    if let Some((flag, own, other)) = run.config.difference(&first.config) {
        return Some(format!("another run: its --{flag} is {own}, and in {there} it is {other}"));
    }
    if run.config.fingerprint() != first.config.fingerprint() {
        return Some(format!("another run: its fingerprint is not that in {there}"));
    }
    if run.options.check != first.options.check {
        let (own, other) = (run.options.check_name(), first.options.check_name());
        return Some(format!("another run: its --check is {own}, and in {there} it is {other}"));
    }
    if run.commit != first.commit {
        let built = |run: &RunFile| run.commit.clone().unwrap_or("no known commit".to_string());
        return Some(format!(
            "its program was built from {}, and that of {there} from {}",
            built(run),
            built(first)
        ));
    }
    let of = first.options.shard.map_or(0, |shard| shard.of());
    (shard.of() != of).then(|| format!("it is shard {shard}, and {there} is one of {of}"))
}

/// Why a shard is not whole.
fn unfinished(run: &RunFile) -> Option<String> {
    let shard = run.options.shard.map(|shard| shard.to_string()).unwrap_or_default();
    let games = run.games.map_or("it was killed, or is still at work".to_string(), |games| {
        format!("{games} of {} games", run.planned)
    });
    let folder = shell_path(&run.folder);
    (!run.is_complete()).then(|| {
        format!("shard {shard} is {}, {games}: harness --resume {folder} goes on", run.status)
    })
}

/// The files that are not as they were written.
fn damaged(run: &RunFile) -> Vec<String> {
    let mut names = vec![games_file(&run.config, &run.options), "violations.jsonl"];
    names.extend(["win_rates.csv", "latency.csv", WORK]);
    names.extend(run.config.has_engines().then_some("engines.csv"));
    let wrong = |name: &str| {
        let path = run.folder.join(name);
        match run.files.get(name) {
            None => Some(format!("{}: run.json does not know it", path.display())),
            Some(mark) => mark.hold(&path).err().map(|error| error.to_string()),
        }
    };
    names.into_iter().filter_map(wrong).collect()
}

/// The shards of `of` that are missing, and those that are there more than once.
fn uncounted(shards: &[RunFile], of: u32) -> Vec<String> {
    let folders = |number: u32| -> Vec<String> {
        let own = shards.iter().filter(|run| {
            run.options.shard.is_some_and(|shard| (shard.number(), shard.of()) == (number, of))
        });
        own.map(|run| run.folder.display().to_string()).collect()
    };
    let (mut wrong, mut missing) = (Vec::new(), Vec::new());
    for number in 1..=of {
        match &folders(number)[..] {
            [] => missing.push(format!("{number}/{of}")),
            [_] => {}
            many => wrong.push(format!("shard {number}/{of} is doubled: {}", many.join(", "))),
        }
    }
    match &missing[..] {
        [] => {}
        [one] => wrong.push(format!("shard {one} is missing")),
        many => wrong.push(format!("shards {} are missing", many.join(", "))),
    }
    wrong
}

fn work(run: &RunFile) -> Result<PartWork, String> {
    let path: &Path = &run.folder.join(WORK);
    let read = || {
        let text = fs::read(path).map_err(|error| error.to_string())?;
        let work: Work = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        let latency =
            work.latency(&run.config).filter(|_| work.fingerprint == run.config.fingerprint());
        let latency = latency.ok_or("it is of another run")?;
        Ok(PartWork { latency, alarms: work.alarms })
    };
    read().map_err(|why: String| format!("{}: {why}", path.display()))
}
