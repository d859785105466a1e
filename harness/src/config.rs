//! What is to be played, as checked plain data.

use std::fmt::Write as _;
use std::time::Duration;

use engine::rules::{AXES, Board, PRESETS, Rules, RulesError};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use xxhash_rust::xxh3::xxh3_128;

use crate::check::Level;
use crate::contender::Contender;
use crate::host::VERSION;
use crate::plan::{Plan, Seating};
use crate::shard::{Shard, Share};
use crate::text::shell_word;
use crate::ugi::engines::Engines;

/// Everything that a game follows from, beside its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Number of games, over all seat counts.
    pub games: u64,
    /// The seat counts, in the order in which they are played; none twice.
    pub seats: Vec<u8>,
    /// Who plays, none twice; at most [`MAX_BOTS`](crate::plan::MAX_BOTS).
    pub bots: Vec<Contender>,
    /// What every draw comes from.
    pub seed: u64,
    /// The rules, with the number of seats left open unless they fix it.
    pub rules: Rules,
    /// Plies a seat that are drawn at random at the start, the same in every game of a block.
    pub opening: u32,
    /// How external engines are treated.
    pub engines: Engines,
    /// Which seatings a block has.
    pub seating: Seating,
}

impl Config {
    /// The plan of the games.
    pub fn plan(&self) -> Plan {
        Plan::new(self.seed, self.games, &self.seats, self.bots.len()).seated(self.seating)
    }

    /// The games of the plan that a shard plays; all of them without one.
    pub fn share(&self, shard: Option<Shard>) -> Share {
        Share::new(self.plan(), shard)
    }

    /// The board for one number of seats.
    ///
    /// # Errors
    ///
    /// If the rules do not fit that number.
    pub fn board(&self, seats: u8) -> Result<Board, RulesError> {
        Board::new(&self.rules.with_seats(seats)?)
    }

    /// Whether an external engine plays.
    pub fn has_engines(&self) -> bool {
        self.bots.iter().any(|contender| contender.command().is_some())
    }

    /// Sixteen bytes, as text, that tell this configuration from every other: all that decides the
    /// games, the version of the program included, and nothing else.
    pub fn fingerprint(&self) -> String {
        let config = serde_json::to_string(self).expect("plain values can be written");
        format!("{:032x}", xxh3_128(format!("{VERSION}\n{config}").as_bytes()))
    }

    /// The first flag in which another configuration differs from this one: its name, what it is
    /// here and what it is there; none if all are the same.
    pub fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let pairs = self.pairs().into_iter().zip(other.pairs());
        let mut differing = pairs.filter(|(own, others)| own != others);
        differing.next().map(|((flag, own), (_, others))| (flag.to_string(), own, others))
    }

    /// Every flag that decides the games, with its value.
    fn pairs(&self) -> Vec<(&'static str, String)> {
        let listed = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
        let mut pairs = vec![
            ("games", self.games.to_string()),
            ("seats", listed(&mut self.seats.iter().map(u8::to_string))),
            ("bots", listed(&mut self.bots.iter().map(|bot| bot.name().to_string()))),
            ("seed", self.seed.to_string()),
            ("opening", self.opening.to_string()),
            ("seating", self.seating.name().to_string()),
        ];
        // The number of seats that rules fix has the flag of those that are played.
        pairs.extend(AXES.iter().map(|axis| {
            let name = if axis.name == "seats" { "rules" } else { axis.name };
            (name, self.rules.get(axis.name).expect("a listed axis has a value"))
        }));
        if self.has_engines() {
            pairs.extend(self.engines.pairs());
        }
        pairs
    }

    /// The command and its flags that play one of the games again.
    pub fn replay(&self, game: u64) -> String {
        format!("replay --game {game} {}", self.flags())
    }

    /// The flags that say all this on a command line.
    pub fn flags(&self) -> String {
        let listed = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
        let seats = listed(&mut self.seats.iter().map(u8::to_string));
        let bots = listed(&mut self.bots.iter().map(|bot| bot.name().to_string()));
        let mut flags = format!("--seed {} --games {} --seats {seats}", self.seed, self.games);
        write!(flags, " --bots {} --opening {}", shell_word(&bots), self.opening)
            .expect("a string");
        let (preset, differing) = nearest_preset(&self.rules);
        write!(flags, " --rules {preset}").expect("a string");
        for (axis, value) in differing {
            write!(flags, " --{axis} {}", shell_word(&value)).expect("a string");
        }
        if self.seating != Seating::default() {
            write!(flags, " --seating {}", self.seating.name()).expect("a string");
        }
        for (flag, value) in self.engines.flags() {
            write!(flags, " --{flag} {}", shell_word(&value)).expect("a string");
        }
        flags
    }
}

/// As it stands in `run.json`: every axis of the rules by name, the open ones left out.
impl Serialize for Config {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bots: Vec<&str> = self.bots.iter().map(Contender::name).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("games", &self.games)?;
        map.serialize_entry("seats", &self.seats)?;
        map.serialize_entry("bots", &bots)?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("opening", &self.opening)?;
        if self.seating != Seating::default() {
            map.serialize_entry("seating", self.seating.name())?;
        }
        map.serialize_entry("rules", &AxesOf(&self.rules))?;
        if self.has_engines() {
            map.serialize_entry("engines", &self.engines)?;
        }
        map.end()
    }
}

struct AxesOf<'a>(&'a Rules);

impl Serialize for AxesOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(axes(self.0))
    }
}

/// Every axis that is settled, with its value.
pub fn axes(rules: &Rules) -> impl Iterator<Item = (&'static str, String)> + '_ {
    let value = |axis| rules.get(axis).expect("a listed axis has a value");
    AXES.iter()
        .map(move |axis| (axis.name, value(axis.name)))
        .filter(|(_, value)| !value.is_empty())
}

/// A short name for the rules of a game at one number of seats: a preset, and after `+` each axis
/// in which they differ from it.
///
/// It follows from the rules alone: however they were written, the same rules have the same name.
pub fn rules_name(rules: &Rules) -> String {
    let (preset, differing) = nearest_preset(rules);
    let axes = differing.into_iter().map(|(axis, value)| format!("+{axis}={value}"));
    format!("{preset}{}", axes.collect::<String>())
}

/// The preset that differs in the fewest axes, the first of equals, and those axes. The number of
/// seats is told elsewhere: no preset for another number is taken. The full star goes without
/// saying.
fn nearest_preset(rules: &Rules) -> (&'static str, Vec<(&'static str, String)>) {
    let rules = &Rules { arm: rules.arm.filter(|&arm| arm != 4), ..*rules };
    let differing = |preset: &'static str| {
        let mut preset_rules = Rules::preset(preset).expect("a listed preset");
        if preset_rules.seats.is_some_and(|seats| rules.seats != Some(seats)) {
            return None;
        }
        preset_rules.seats = rules.seats;
        let theirs: Vec<_> = axes(&preset_rules).collect();
        let other = axes(rules).filter(|axis| !theirs.contains(axis));
        Some((preset, other.collect::<Vec<_>>()))
    };
    let presets = PRESETS.iter().filter_map(|&(preset, _)| differing(preset));
    presets.min_by_key(|(_, differing)| differing.len()).expect("one preset is open to any seats")
}

/// How a run goes about it; no part of it changes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The part of the run that is played; none is the whole.
    pub shard: Option<Shard>,
    /// How many threads play; at least 1.
    pub threads: usize,
    /// How much is checked.
    pub check: Level,
    /// Whether the run stops after the first game with a violation.
    pub fail_fast: bool,
    /// Whether the rows of games are compressed.
    pub compress: Compress,
    /// How long it goes on, to the end of a block; without end if none.
    pub time_budget: Option<Duration>,
}

impl Default for Options {
    /// The whole run, on one thread, checked on a sample.
    fn default() -> Self {
        Self {
            shard: None,
            threads: 1,
            check: Level::default(),
            fail_fast: false,
            compress: Compress::default(),
            time_budget: None,
        }
    }
}

/// When the rows of games are compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Compress {
    /// Of a run of more than 1,000,000 games, more than a spreadsheet takes
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Compress {
    /// The most games of a run whose rows are plain text unless it is asked otherwise: about 100 MB,
    /// and the most rows that a spreadsheet takes.
    pub const PLAIN: u64 = 1_000_000;

    /// Whether the rows of a run of `games` games, all its shards together, are compressed.
    pub fn applies(self, games: u64) -> bool {
        match self {
            Self::Auto => games > Self::PLAIN,
            Self::Always => true,
            Self::Never => false,
        }
    }

    /// Its name, as flags have it.
    pub fn name(self) -> String {
        name_of(self)
    }
}

fn name_of(value: impl clap::ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_string())
}

impl Options {
    /// The name of what is checked, as flags have it.
    pub fn check_name(&self) -> String {
        name_of(self.check)
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("threads", &self.threads)?;
        map.serialize_entry("check", &self.check_name())?;
        map.serialize_entry("fail_fast", &self.fail_fast)?;
        map.serialize_entry("compress", &self.compress.name())?;
        map.serialize_entry("time_budget", &self.time_budget.map(|time| time.as_secs()))?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(preset: &str, changes: &[(&str, &str)]) -> Rules {
        let mut rules = Rules::preset(preset).unwrap();
        for (axis, value) in changes {
            rules.set(axis, value).unwrap();
        }
        rules
    }

    #[test]
    fn rules_are_named_by_what_they_are() {
        for (preset, changes, name) in [
            ("standard", &[][..], "standard"),
            ("standard", &[("hops", "long")], "hub"),
            ("hub", &[("win", "any-own")], "hub+win=any-own"),
            ("standard", &[("win", "any-own"), ("after-win", "places")], "game-sternhalma"),
            ("standard", &[("cap", "5"), ("arm", "2")], "standard+cap=5+arm=2"),
            ("hub", &[("arm", "4")], "hub"),
            ("standard-2p", &[], "standard-2p"),
            ("standard-2p", &[("seats", "4")], "standard+leave-goal=forbidden+win=all-own"),
        ] {
            assert_eq!(rules_name(&rules(preset, changes)), name);
        }
    }

    #[test]
    fn every_preset_is_named_for_itself() {
        for (preset, _) in PRESETS {
            assert_eq!(rules_name(&rules(preset, &[])), *preset);
        }
    }

    #[test]
    fn flags_are_one_line_for_a_shell() {
        let config = Config {
            games: 8,
            seats: vec![2, 4],
            bots: vec![Contender::named("random").unwrap()],
            seed: 7,
            rules: rules("hub", &[("win", "any-own")]),
            opening: 2,
            engines: Engines::default(),
            seating: Seating::default(),
        };
        assert_eq!(
            config.flags(),
            "--seed 7 --games 8 --seats 2,4 --bots random --opening 2 --rules hub --win any-own"
        );
        assert_eq!(shell_word("cmd:node it's.mjs"), r"'cmd:node it'\''s.mjs'");
    }
}
