//! A whole hunt: its games on several threads, and what they add up to.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::blocks::{Ended, Limits, blocks};
use super::corpus::{Corpus, Sighting};
use super::coverage::Coverage;
use super::known::Known;
use super::quarry::{Quarry, hunt};
use super::swarm::Swarm;
use crate::check::Level;
use crate::exit::RunError;
use crate::interrupt::Interrupt;
use crate::subject::Subjects;

/// What is hunted, and how.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// What is drawn.
    pub swarm: Swarm,
    /// How much is checked.
    pub level: Level,
    /// How long it goes on.
    pub limits: Limits,
    /// How many threads play; no game is changed by it.
    pub threads: usize,
    /// What is accepted.
    pub known: Vec<Known>,
    /// Cases that are kept of each invariant.
    pub keep: usize,
}

/// What a hunt came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Games played, or skipped for their rules.
    pub games: u64,
    /// Those whose rules the engine under test does not play.
    pub skipped: u64,
    /// Plies played.
    pub plies: u64,
    /// How games ended, by name.
    pub ends: BTreeMap<&'static str, u64>,
    /// What capped games were stuck in, by name.
    pub stuck: BTreeMap<&'static str, u64>,
    /// The goals that were reached.
    pub coverage: Coverage,
    /// What did not hold.
    pub corpus: Corpus,
    /// Why it ended.
    pub ended: Ended,
    /// How long it took.
    pub elapsed: Duration,
}

impl Hunt {
    /// Hunts the engine that `subjects` makes; `tell` is given every game in order, with what each
    /// of its violations is to the corpus.
    ///
    /// All but the number of games that a time allows is a function of the hunt and the engine.
    ///
    /// # Errors
    ///
    /// What `tell` returns, or if no threads can be had.
    pub fn run(
        &self,
        subjects: &Subjects<'_>,
        interrupt: &Interrupt,
        mut tell: impl FnMut(&Quarry, &[Sighting], &Corpus) -> Result<(), RunError>,
    ) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let mut outcome = Outcome {
            games: 0,
            skipped: 0,
            plies: 0,
            ends: BTreeMap::new(),
            stuck: BTreeMap::new(),
            coverage: Coverage::default(),
            corpus: Corpus::new(self.keep, self.known.clone()),
            ended: Ended::Games,
            elapsed: Duration::ZERO,
        };
        let play = |game| hunt(&self.swarm, game, self.level, subjects);
        outcome.ended = blocks(self.limits, self.threads, interrupt, play, |quarry: Quarry| {
            let sightings = outcome.corpus.add(&quarry, subjects);
            outcome.games += 1;
            outcome.plies += u64::from(quarry.plies);
            outcome.skipped += u64::from(quarry.is_skipped());
            if let Some(end) = quarry.end {
                *outcome.ends.entry(end.name()).or_default() += 1;
            }
            if let Some(stuck) = quarry.stuck {
                *outcome.stuck.entry(stuck.cause.name()).or_default() += 1;
            }
            outcome.coverage.add(&quarry.reached);
            tell(&quarry, &sightings, &outcome.corpus)
        })?;
        outcome.elapsed = start.elapsed();
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::natives;

    fn hunted(swarm: Swarm, games: u64, threads: usize) -> (Outcome, Vec<Quarry>) {
        let hunt = Hunt {
            swarm,
            level: Level::Sample,
            limits: Limits { games: Some(games), time: None },
            threads,
            known: Vec::new(),
            keep: 2,
        };
        let mut quarries = Vec::new();
        let outcome = hunt.run(&natives, &Interrupt::new(), |quarry, _, _| {
            quarries.push(quarry.clone());
            Ok(())
        });
        (outcome.unwrap(), quarries)
    }

    #[test]
    fn our_engine_is_accused_of_nothing() {
        let (outcome, _) = hunted(Swarm::everything(5), 192, 2);
        let told = |(id, finding): (&&'static str, &crate::hunt::corpus::Finding)| {
            (*id, finding.games, finding.kept[0].case.about.clone())
        };
        let findings: Vec<_> = outcome.corpus.findings().iter().map(told).collect();
        assert_eq!(findings, []);
        assert_eq!((outcome.games, outcome.skipped), (192, 0));
    }

    #[test]
    fn games_are_the_same_on_one_thread_and_two() {
        let (one, games) = hunted(Swarm::everything(9), 96, 1);
        let (two, again) = hunted(Swarm::everything(9), 96, 2);
        assert_eq!(games, again);
        assert_eq!((one.plies, one.ends, one.coverage), (two.plies, two.ends, two.coverage));
    }

    #[test]
    fn a_broken_win_rule_is_found_from_the_opening_with_two_seats() {
        let mut swarm = Swarm::everything(1);
        swarm.rules.set("win", "any-own").unwrap();
        swarm.rules.set("cap", "60").unwrap();
        swarm.drawn = Vec::new();
        swarm.seats = vec![2];
        swarm.starts = vec![super::super::start::Start::Opening];
        let (outcome, games) = hunted(swarm, 256, 2);
        let found: Vec<_> = outcome.corpus.findings().keys().copied().collect();
        assert_eq!(found, ["no-winner-at-home"]);
        let first = games.iter().find(|quarry| !quarry.violations.is_empty()).unwrap();
        assert!(first.setup.is_none() && !first.log.is_empty());
    }
}
