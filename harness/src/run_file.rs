//! The `run.json` of a folder, read back.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum as _;
use serde::Deserialize;
use serde_json::Value;

use crate::check::Level;
use crate::config::{Compress, Config, Options};
use crate::config_file;
use crate::exit::RunError;
use crate::host::Host;
use crate::sink::{Mark, SCHEMA};

/// What it says about a run.
#[derive(Clone, Debug)]
pub struct RunFile {
    /// The folder that it is in.
    pub folder: PathBuf,
    /// `complete`, `partial` or `failed`.
    pub status: String,
    /// What is played.
    pub config: Config,
    /// How the run went about it.
    pub options: Options,
    /// Number of games that were to be played.
    pub planned: u64,
    /// Games in its tables; none while the run goes on, or when it was killed.
    pub games: Option<u64>,
    /// What did not hold, likewise.
    pub violations: Option<u64>,
    /// The finished files beside it, by name.
    pub files: BTreeMap<String, Mark>,
    /// When the first session of the run began, in UTC.
    pub started: String,
    /// Sessions so far.
    pub sessions: u64,
    /// How long it took, if it is over.
    pub elapsed: Option<Duration>,
    /// Shards that it was merged of, if it was.
    pub merged: Option<u64>,
    /// The commit that the program was built from, if that was known.
    pub commit: Option<String>,
}

#[derive(Deserialize)]
struct Written {
    schema: u32,
    status: String,
    fingerprint: String,
    config: Value,
    options: WrittenOptions,
    shard: Option<String>,
    merged: Option<u64>,
    planned: u64,
    counts: Option<WrittenCounts>,
    files: BTreeMap<String, Mark>,
    started: String,
    sessions: u64,
    seconds: Option<f64>,
    host: WrittenHost,
}

#[derive(Deserialize)]
struct WrittenOptions {
    threads: usize,
    check: String,
    fail_fast: bool,
    compress: String,
}

#[derive(Deserialize)]
struct WrittenCounts {
    games: u64,
    violations: u64,
}

#[derive(Deserialize)]
struct WrittenHost {
    version: String,
    commit: Option<String>,
}

impl RunFile {
    /// Reads the one in `folder`.
    ///
    /// # Errors
    ///
    /// If there is none, or it is damaged, or another version of the program wrote it: data.
    pub fn read(folder: &Path) -> Result<Self, RunError> {
        let path = folder.join("run.json");
        let text = fs::read(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => RunError::data(format!(
                "{}: there is no run.json in it, so no run was begun there",
                folder.display()
            )),
            _ => RunError::data(format!("cannot read {}: {error}", path.display())),
        })?;
        Self::parse(folder, &text)
            .map_err(|why| RunError::data(format!("{}: {why}", path.display())))
    }

    fn parse(folder: &Path, text: &[u8]) -> Result<Self, String> {
        let damaged = |error: serde_json::Error| format!("it is damaged: {error}");
        let any: Value = serde_json::from_slice(text).map_err(damaged)?;
        if any["schema"] != SCHEMA {
            return Err(format!("its schema is {}, and {SCHEMA} is read", any["schema"]));
        }
        if let Some(command) = any["command"].as_str() {
            return Err(format!(
                "harness {command} wrote it, and only folders of the main run are taken here"
            ));
        }
        if any.get("fingerprint").is_none() && any.get("planned").is_none() {
            return Err("only folders of the main run are taken here, and this is none".to_string());
        }
        // Read as text again, so that an error can say where.
        let run: Written = serde_json::from_slice(text).map_err(damaged)?;
        debug_assert_eq!(run.schema, SCHEMA);
        let config = config_file::read(&run.config)
            .map_err(|error| format!("its configuration is damaged: {error}"))?;
        if config.fingerprint() != run.fingerprint {
            let here = Host::here().version;
            return Err(match run.host.version == here {
                true => "its fingerprint does not fit its configuration".to_string(),
                false => format!(
                    "version {} of the program wrote it, and this is {here}: it may play other games",
                    run.host.version
                ),
            });
        }
        let options = Options {
            shard: run.shard.map(|shard| shard.parse()).transpose()?,
            threads: run.options.threads.max(1),
            check: Level::from_str(&run.options.check, false)?,
            fail_fast: run.options.fail_fast,
            compress: Compress::from_str(&run.options.compress, false)?,
            time_budget: None,
        };
        Ok(Self {
            folder: folder.to_path_buf(),
            status: run.status,
            planned: run.planned,
            games: run.counts.as_ref().map(|counts| counts.games),
            violations: run.counts.as_ref().map(|counts| counts.violations),
            config,
            options,
            files: run.files,
            started: run.started,
            sessions: run.sessions,
            elapsed: run.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            merged: run.merged,
            commit: run.host.commit,
        })
    }

    /// Whether every game was played.
    pub fn is_complete(&self) -> bool {
        self.status == "complete"
    }

    /// That the program is built from the same commit as the one that wrote it, as far as that is
    /// known.
    ///
    /// # Errors
    ///
    /// If it is not: data.
    pub fn same_build(&self) -> Result<(), RunError> {
        match (&self.commit, Host::here().commit) {
            (Some(theirs), Some(here)) if theirs != here => Err(RunError::data(format!(
                "{}: a program built from commit {theirs} wrote it, and this one is built from \
                 {here}: it may play other games",
                self.folder.display()
            ))),
            _ => Ok(()),
        }
    }
}
