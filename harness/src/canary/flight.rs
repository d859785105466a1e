//! Every fault hunted, and the engine without one.

use std::path::PathBuf;
use std::time::Duration;

use engine::rules::{Board, Rules};
use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelIterator as _, IntoParallelRefIterator as _,
    ParallelIterator as _,
};

use super::fault::{Fault, Harmless, Kind, Plant, catalogue};
use super::flaw::{Broken, Flaw};
use super::watch::{Chooser, Nest, Right, WatchOracle, watch};
use crate::check::{Level, Violation};
use crate::exit::{Exit, RunError};
use crate::hunt::quarry::hunt;
use crate::hunt::swarm::Swarm;
use crate::interrupt::Interrupt;
use crate::shrink::{Form, Line, TrialOracle, shrink};
use crate::subject::{Subject, Subjects};
use crate::ugi::external::Limits;
use crate::ugi::subject::ExternalSubject;

/// Plies a seat after which games are cut short, unless rules are drawn or planted that say
/// otherwise: what is wrong shows early, or in the next game.
const CAP: &str = "60";

/// Games of an engine without a fault under each of the rule sets that faults are planted under.
const CLEAN: u64 = 8;

/// How long a process of our own is waited for: it has nothing to do but answer.
const PATIENCE: Limits = Limits {
    start: Duration::from_secs(10),
    answer: Duration::from_secs(1),
    grace: Duration::ZERO,
};

/// The same, while a failure is made small: most of what is tried is late.
const IMPATIENCE: Limits = Limits { answer: Duration::from_millis(300), ..PATIENCE };

/// How faults are hunted.
#[derive(Clone, Debug)]
pub struct Flight {
    /// What every draw comes from.
    pub seed: u64,
    /// Games for each fault, at most.
    pub games: u64,
    /// How many threads hunt; nothing that is found is changed by it.
    pub threads: usize,
    /// The program that serves an engine in a process of its own.
    pub program: PathBuf,
}

/// How a fault was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// What did not hold first.
    pub invariant: &'static str,
    /// Games played up to then, that one included.
    pub games: u64,
    /// What was seen.
    pub message: String,
    /// The smallest game that shows it, from a position; none if it shows in many games only.
    pub least: Option<Line>,
}

/// A fault, and what became of it.
#[derive(Clone, Debug)]
pub struct Flown {
    /// The fault.
    pub fault: &'static Fault,
    /// How it was caught, if it was.
    pub caught: Option<Sighting>,
    /// Whether it was hunted until it was caught or all its games were played; an interrupt may
    /// come before.
    pub tried: bool,
}

/// What became of the engine without a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clean {
    /// Games that it was hunted in.
    pub games: u64,
    /// What it was accused of.
    pub accused: Vec<(&'static str, String)>,
}

/// What all of it came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Each fault, in the order of the catalogue.
    pub flown: Vec<Flown>,
    /// The engine without a fault.
    pub clean: Clean,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

impl Outcome {
    /// Faults that were tried and not caught.
    pub fn unseen(&self) -> impl Iterator<Item = &'static Fault> {
        let unseen = |flown: &&Flown| flown.tried && flown.caught.is_none();
        self.flown.iter().filter(unseen).map(|flown| flown.fault)
    }

    /// How many faults were caught.
    pub fn caught(&self) -> usize {
        self.flown.iter().filter(|flown| flown.caught.is_some()).count()
    }

    /// How many faults were not tried.
    pub fn untried(&self) -> usize {
        self.flown.iter().filter(|flown| !flown.tried).count()
    }

    /// The code to end with: held only if each fault was caught and nothing else was accused.
    pub fn exit(&self) -> Exit {
        if self.interrupted {
            Exit::Interrupted
        } else if self.unseen().next().is_some() || !self.clean.accused.is_empty() {
            Exit::Violation
        } else {
            Exit::Held
        }
    }
}

/// What is drawn for games under these axes.
fn swarm(seed: u64, under: &[(&str, &str)]) -> Swarm {
    let mut swarm = Swarm::everything(seed);
    let mut rules = Rules::default();
    for (axis, value) in [("cap", CAP)].iter().chain(under) {
        rules.set(axis, value).expect("the catalogue's rules are rules");
    }
    swarm.rules = rules;
    swarm.drawn.retain(|drawn| under.iter().all(|(axis, _)| axis != drawn));
    swarm
        .seats
        .retain(|&seats| rules.with_seats(seats).is_ok_and(|rules| Board::new(&rules).is_ok()));
    swarm
}

/// The axes that a fault is planted under.
type Under = &'static [(&'static str, &'static str)];

/// The rule sets that faults of bots, or of engines, are planted under, each once.
fn sets(bots: bool) -> Vec<Under> {
    let faults = catalogue().filter(|fault| (fault.kind == Kind::Bots) == bots);
    let mut sets: Vec<Under> = faults.map(|fault| fault.under).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// Games that the slowest fault of bots, or of engines, took, under one rule set or any.
fn needed(flown: &[Flown], bots: bool, under: Option<Under>) -> u64 {
    let alike = |flown: &&Flown| {
        (flown.fault.kind == Kind::Bots) == bots
            && under.is_none_or(|under| flown.fault.under == under)
    };
    let games = flown.iter().filter(alike).filter_map(|flown| Some(flown.caught.as_ref()?.games));
    games.max().unwrap_or(0).max(CLEAN)
}

/// Makes an engine with a flaw.
type Makes<'s> = &'s (dyn Fn() -> Box<dyn Flaw> + Sync);

/// The first game in which an engine is accused, with what of; none in so many games.
fn accusing(
    subjects: &Subjects<'_>,
    swarm: &Swarm,
    games: std::ops::Range<u64>,
    interrupt: &Interrupt,
) -> Option<(u64, Violation, Line)> {
    games.take_while(|_| interrupt.count() == 0).find_map(|game| {
        let quarry = hunt(swarm, game, Level::Sample, subjects);
        let violation = quarry.violations.first()?.clone();
        let mut moves = quarry.log;
        let before = quarry.setup.as_ref().map_or(0, |setup| setup.ply);
        moves.truncate(violation.ply.saturating_sub(before) as usize);
        Some((game, violation, Line { rules: quarry.rules, start: quarry.setup, moves }))
    })
}

/// What an engine with a flaw is accused of in so many games of everything.
#[cfg(test)]
pub(super) fn accused(makes: Makes<'_>, seed: u64, games: u64) -> Option<(u64, Violation)> {
    let subjects = || -> Box<dyn Subject> { Box::new(Broken::new(makes())) };
    let found = accusing(&subjects, &swarm(seed, &[]), 0..games, &Interrupt::new());
    found.map(|(game, violation, _)| (game, violation))
}

impl Flight {
    /// Hunts each of `faults` and the engine without a fault, or what `clean` makes in its place;
    /// `tell` is called after each fault.
    ///
    /// # Errors
    ///
    /// If no threads can be had.
    pub fn run(
        &self,
        faults: &[&'static Fault],
        clean: Makes<'_>,
        interrupt: &Interrupt,
        tell: &(dyn Fn(&Flown) + Sync),
    ) -> Result<Outcome, RunError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool =
            pool.map_err(|error| RunError::data(format!("cannot start threads: {error}")))?;
        let fly = |&fault: &&'static Fault| {
            let caught = self.hunt(fault, interrupt);
            let tried = caught.is_some() || interrupt.count() == 0;
            let flown = Flown { fault, caught, tried };
            tell(&flown);
            flown
        };
        Ok(pool.install(|| {
            // One at a time: some take as long as many others.
            let flown: Vec<Flown> = faults.par_iter().with_max_len(1).map(fly).collect();
            let clean = self.clean(clean, &flown, interrupt);
            Outcome { flown, clean, interrupted: interrupt.count() > 0 }
        }))
    }

    /// Hunts a fault until it is caught.
    fn hunt(&self, fault: &Fault, interrupt: &Interrupt) -> Option<Sighting> {
        let swarm = swarm(self.seed, fault.under);
        match fault.plant {
            Plant::Engine(flaw) => {
                let subjects = || -> Box<dyn Subject> { Box::new(Broken::new(flaw())) };
                self.hunt_engine(&subjects, &subjects, &swarm, interrupt)
            }
            Plant::Apart(_) => {
                let patient = || self.serves(fault, PATIENCE);
                let impatient = || self.serves(fault, IMPATIENCE);
                self.hunt_engine(&patient, &impatient, &swarm, interrupt)
            }
            Plant::Bot(hatch) => self.watch(Nest { hatch, in_thread: false }, &swarm, interrupt),
            Plant::Thread(hatch) => self.watch(Nest { hatch, in_thread: true }, &swarm, interrupt),
        }
    }

    /// The engine with a fault in a process of its own.
    fn serves(&self, fault: &Fault, limits: Limits) -> Box<dyn Subject> {
        let program = self.program.to_string_lossy().replace('\'', r"'\''");
        let command = format!("exec '{program}' canary --serve {}", fault.id);
        Box::new(ExternalSubject::new(&command, limits))
    }

    fn hunt_engine(
        &self,
        subjects: &Subjects<'_>,
        shrinks: &Subjects<'_>,
        swarm: &Swarm,
        interrupt: &Interrupt,
    ) -> Option<Sighting> {
        let found = accusing(subjects, swarm, 0..self.games, interrupt);
        let (game, violation, line) = found?;
        let least = TrialOracle::new(&line, violation.invariant, shrinks)
            .and_then(|mut oracle| shrink(&line, Form::Position, &mut oracle));
        Some(sighting(game, violation, Some(least.unwrap_or(line))))
    }

    fn watch(&self, nest: Nest, swarm: &Swarm, interrupt: &Interrupt) -> Option<Sighting> {
        let (game, seen) = watch(nest, swarm, self.games, interrupt)?;
        let mut oracle = WatchOracle { nest, invariant: seen.violation.invariant };
        let small = |line: Line| shrink(&line, Form::Position, &mut oracle).unwrap_or(line);
        Some(sighting(game, seen.violation, seen.line.map(small)))
    }

    /// Hunts the engine without a fault, and watches the bot without one: each under all that is
    /// drawn and under every rule set that such faults are planted under, in at least as many games
    /// as the slowest of `flown` took.
    fn clean(&self, makes: Makes<'_>, flown: &[Flown], interrupt: &Interrupt) -> Clean {
        let subjects = || -> Box<dyn Subject> { Box::new(Broken::new(makes())) };
        let hatch = |bot: &_, seat| -> Box<dyn Chooser> { Box::new(Right::new(bot, seat)) };
        let nest = Nest { hatch, in_thread: false };
        let engines = sets(false).into_iter().flat_map(|under| {
            let games = if under.is_empty() { needed(flown, false, None) } else { CLEAN };
            // In pieces, so that every thread has one.
            (0..games).step_by(8).map(move |from| (under, from..games.min(from + 8), false))
        });
        let bots = sets(true).into_iter().map(|under| {
            // Shares are of many games, and not to be taken to pieces.
            (under, 0..needed(flown, true, Some(under)), true)
        });
        let hunts: Vec<_> = bots.chain(engines).collect();
        let hunt = |(under, games, bots): (Under, std::ops::Range<u64>, bool)| {
            let (swarm, count) = (swarm(self.seed, under), games.end - games.start);
            let found = if bots {
                watch(nest, &swarm, count, interrupt).map(|(_, seen)| seen.violation)
            } else {
                accusing(&subjects, &swarm, games, interrupt).map(|(_, violation, _)| violation)
            };
            // An interrupt cuts games short that then were not all played.
            (if interrupt.count() == 0 { count } else { 0 }, found)
        };
        let hunted: Vec<(u64, Option<Violation>)> =
            hunts.into_par_iter().with_max_len(1).map(hunt).collect();
        let mut clean = Clean::default();
        for (games, found) in hunted {
            clean.games += games;
            clean.accused.extend(found.map(|found| (found.invariant, found.message)));
        }
        clean
    }

    /// What makes an engine without a fault.
    pub fn faultless() -> Box<dyn Flaw> {
        Box::new(Harmless)
    }
}

/// What was seen in a game, with the smallest that shows it.
fn sighting(game: u64, violation: Violation, least: Option<Line>) -> Sighting {
    let Violation { invariant, message, .. } = violation;
    Sighting { invariant, games: game + 1, message, least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canary::fault::named;
    use crate::canary::report::{suite, table};

    fn flown(faults: &[&'static Fault], clean: Makes<'_>) -> Outcome {
        let flight = Flight { seed: 1, games: 8, threads: 1, program: PathBuf::new() };
        flight.run(faults, clean, &Interrupt::new(), &|_| {}).unwrap()
    }

    #[test]
    fn a_fault_that_is_caught_and_an_engine_that_is_not_accused_hold() {
        let outcome = flown(&[named("no-chains").unwrap()], &Flight::faultless);
        let caught = outcome.flown[0].caught.as_ref().unwrap();
        assert_eq!((caught.invariant, caught.games), ("legal-set", 1));
        assert!(caught.least.as_ref().unwrap().moves.is_empty());
        assert_eq!((outcome.clean.accused.len(), outcome.exit()), (0, Exit::Held));
    }

    #[test]
    fn a_fault_that_goes_unseen_is_told() {
        let outcome = flown(&[named("harmless").unwrap()], &Flight::faultless);
        let unseen: Vec<&str> = outcome.unseen().map(|fault| fault.id).collect();
        assert_eq!((unseen, outcome.exit()), (vec!["harmless"], Exit::Violation));
    }

    #[test]
    fn a_fault_after_an_interrupt_is_neither_caught_nor_unseen() {
        let flight = Flight { seed: 1, games: 8, threads: 1, program: PathBuf::new() };
        let faults = ["no-chains", "harmless", "key-drifts"].map(|id| named(id).unwrap());
        let interrupt = Interrupt::new();
        let tell = |_: &Flown| interrupt.raise();
        let outcome = flight.run(&faults, &Flight::faultless, &interrupt, &tell).unwrap();
        let told = (outcome.caught(), outcome.unseen().count(), outcome.untried());
        assert_eq!((told, outcome.exit()), ((1, 0, 2), Exit::Interrupted));
        assert_eq!(outcome.clean, Clean::default());
        assert_eq!(suite(&outcome).to_string(), "1 passed, 0 failed, 3 not tried");
        let mut page = Vec::new();
        table(&mut page, &outcome).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains("caught    1 of 3 faults, 2 not tried (interrupted)\n"), "{page}");
        assert!(page.contains("clean     not accused in 0 games (interrupted)\n"), "{page}");
        assert!(!page.contains("NO"), "{page}");
    }

    #[test]
    fn an_engine_without_a_fault_that_is_accused_is_told() {
        let Plant::Engine(spoiled) = named("no-chains").unwrap().plant else { unreachable!() };
        let outcome = flown(&[named("no-chains").unwrap()], &spoiled);
        assert_eq!((outcome.clean.accused[0].0, outcome.exit()), ("legal-set", Exit::Violation));
    }
}
