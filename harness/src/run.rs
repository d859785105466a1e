//! Plays the games of a plan on several threads and hands them over in order.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::End;

use crate::check::{Alarms, Laws};
use crate::config::{Config, Options};
use crate::event::{Event, Record};
use crate::exit::RunError;
use crate::interrupt::Interrupt;
use crate::plan::Plan;
use crate::playout::Notes;
use crate::referee::{Referee, boards};
use crate::sink::Sink;
use crate::stats::{Latency, Tally};

/// Games that may be under way or waiting for their turn at a time: what bounds the memory of a run.
const WINDOW: u64 = 1024;

/// The longest that nothing is told.
const TICK: Duration = Duration::from_millis(100);

/// Why a run ended before its plan did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It was interrupted.
    Interrupted,
    /// It was to stop at the first violation, and there was one.
    FailFast,
    /// What it told could not be taken.
    Failed(RunError),
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Wins, places, lengths and ends of the games handed over.
    pub tally: Tally,
    /// What holds of no single game: alarms that went off, by id, with what was seen.
    pub alarms: Vec<(&'static str, String)>,
    /// Work of the searching bots, in all games that were played to their end.
    pub latency: Latency,
    /// Why it did not go through the whole plan; none if it did.
    pub stopped: Option<Stopped>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Outcome {
    /// Everything that did not hold, alarms included.
    pub fn violations(&self) -> u64 {
        self.tally.violations() + self.alarms.len() as u64
    }
}

/// Plays every game of the plan and hands each to `sink`, in the order of the plan.
///
/// What is handed over does not depend on the number of threads. A first interrupt ends the run
/// when the games under way are over, a second one at once.
///
/// # Errors
///
/// If the rules do not fit a seat count, or no threads can be had.
pub fn run(
    config: &Config,
    options: &Options,
    interrupt: &Interrupt,
    sink: &mut dyn Sink,
) -> Result<Outcome, RunError> {
    let start = Instant::now();
    let boards = boards(config)?;
    let laws: Vec<Laws<'_>> = boards.iter().map(Laws::new).collect();
    let plan = config.plan();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|error| RunError::data(format!("cannot start threads: {error}")))?;
    let gate = Gate::new(plan.games());
    let worker = Worker { config, options, laws: &laws, plan: &plan, interrupt, gate: &gate };
    let mut desk = Desk {
        config,
        laws: &laws,
        sink,
        gate: &gate,
        fail_fast: options.fail_fast,
        waiting: BTreeMap::new(),
        tally: Tally::new(config),
        alarms: Alarms::default(),
        stopped: None,
    };
    let mut latency = Latency::new(config);
    pool.in_place_scope(|scope| {
        let (sender, told) = mpsc::channel();
        scope.spawn_broadcast(move |_, _| worker.work(&sender));
        let mut ticked = Instant::now();
        loop {
            match told.recv_timeout(TICK) {
                Ok(Told::Game(record)) => desk.take(*record),
                Ok(Told::Done(work)) => latency.merge(&work),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupt.count() > 0 && desk.stopped.is_none() {
                desk.stop(Stopped::Interrupted);
                desk.tell(&Event::Interrupted);
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                desk.tell(&Event::Tick);
            }
        }
    });
    let Desk { tally, alarms, mut stopped, .. } = desk;
    if stopped == Some(Stopped::Interrupted) && tally.games == plan.games() {
        stopped = None;
    }
    let alarms = alarms.raised().into_iter().map(|(alarm, seen)| (alarm.id(), seen)).collect();
    Ok(Outcome { tally, alarms, latency, stopped, elapsed: start.elapsed() })
}

/// What a worker tells.
enum Told {
    /// A game is over.
    Game(Box<Record>),
    /// It is done; the work of its bots.
    Done(Box<Latency>),
}

/// One thread's view of the run.
#[derive(Clone, Copy)]
struct Worker<'a> {
    config: &'a Config,
    options: &'a Options,
    laws: &'a [Laws<'a>],
    plan: &'a Plan,
    interrupt: &'a Interrupt,
    gate: &'a Gate,
}

impl Worker<'_> {
    /// Plays games until there is none left.
    fn work(&self, tell: &Sender<Told>) {
        let (mut latency, mut notes) = (Latency::new(self.config), Notes::default());
        let mut referee = Referee::new(self.config, self.laws, self.options.check);
        while let Some(game) = self.gate.next() {
            notes.calls.clear();
            let planned = self.plan.game(game);
            let Some(record) = referee.play(planned, &mut (), &mut notes, self.interrupt) else {
                break;
            };
            latency.add(planned.seats, &notes.calls);
            // Nobody listens any more only when the run itself has panicked.
            let _ = tell.send(Told::Game(Box::new(record)));
        }
        let _ = tell.send(Told::Done(Box::new(latency)));
    }
}

/// Hands finished games over in order, until something stops the run.
struct Desk<'a> {
    config: &'a Config,
    laws: &'a [Laws<'a>],
    sink: &'a mut dyn Sink,
    gate: &'a Gate,
    fail_fast: bool,
    /// Finished games that others come before, by number.
    waiting: BTreeMap<u64, Record>,
    tally: Tally,
    alarms: Alarms,
    stopped: Option<Stopped>,
}

impl Desk<'_> {
    /// Whether games are still handed over: after an interrupt, those under way still are.
    fn open(&self) -> bool {
        matches!(self.stopped, None | Some(Stopped::Interrupted))
    }

    fn stop(&mut self, why: Stopped) {
        self.gate.close();
        if self.stopped.is_none() || (self.open() && why != Stopped::Interrupted) {
            self.stopped = Some(why);
        }
    }

    fn take(&mut self, record: Record) {
        self.waiting.insert(record.planned.game, record);
        while self.open()
            && let Some(record) = self.waiting.remove(&self.tally.games)
        {
            self.tell(&Event::Game(&record));
            if !self.open() {
                break;
            }
            self.tally.add(&record);
            self.watch(&record);
            if self.fail_fast && !record.findings.is_empty() {
                self.stop(Stopped::FailFast);
            }
            self.gate.handed_over(self.tally.games);
        }
    }

    /// Takes a game into the shares that have alarms.
    fn watch(&mut self, record: &Record) {
        let planned = &record.planned;
        let laws = self.laws.iter().find(|laws| laws.board().seat_count() == planned.seats);
        if let (Some(laws), Some(tallies)) = (laws, &record.tallies) {
            let bots: Vec<_> = planned.bots().iter().map(|&bot| &self.config.bots[bot]).collect();
            self.alarms.add(laws.board(), &bots, tallies, record.end == End::Cap);
        }
    }

    fn tell(&mut self, event: &Event<'_>) {
        if self.open()
            && let Err(error) = self.sink.take(event)
        {
            self.stop(Stopped::Failed(error));
        }
    }
}

/// Gives out the numbers of games in order, not too far ahead of the games handed over.
struct Gate {
    state: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Clone, Copy)]
struct Progress {
    next: u64,
    handed_over: u64,
    end: u64,
}

impl Progress {
    /// Whether the next game has to wait for those before it.
    fn is_far_ahead(&self) -> bool {
        self.next < self.end && self.next >= self.handed_over + WINDOW
    }
}

impl Gate {
    fn new(games: u64) -> Self {
        let state = Mutex::new(Progress { next: 0, handed_over: 0, end: games });
        Self { state, changed: Condvar::new() }
    }

    /// The next game to play; none when there is none left.
    fn next(&self) -> Option<u64> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_while(state, |state| state.is_far_ahead());
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        (state.next < state.end).then(|| {
            state.next += 1;
            state.next - 1
        })
    }

    fn handed_over(&self, games: u64) {
        self.change(|state| state.handed_over = games);
    }

    /// Gives out no more games.
    fn close(&self) {
        self.change(|state| state.end = state.next);
    }

    fn change(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;
    use crate::check::Level;
    use crate::contender::Contender;
    use crate::ugi::engines::Engines;
    use crate::ugi::player::Pool;

    /// Notes the games that it is given, and does something at one of them.
    struct Notes<'a> {
        games: Vec<Record>,
        at: u64,
        then: &'a dyn Fn() -> Result<(), RunError>,
    }

    impl Sink for Notes<'_> {
        fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
            let Event::Game(record) = event else { return Ok(()) };
            self.games.push((*record).clone());
            if record.planned.game == self.at { (self.then)() } else { Ok(()) }
        }

        fn finish(&mut self, _: &Outcome) -> Result<(), RunError> {
            Ok(())
        }
    }

    fn small(games: u64) -> Config {
        let mut rules = Rules::default();
        rules.set("arm", "1").unwrap();
        let bots = ["random", "forward"].map(|name| Contender::named(name).unwrap()).to_vec();
        Config {
            games,
            seats: vec![2, 3],
            bots,
            seed: 3,
            rules,
            opening: 1,
            engines: Engines::default(),
        }
    }

    fn played(
        config: &Config,
        threads: usize,
        interrupt: &Interrupt,
        at: u64,
        then: &dyn Fn() -> Result<(), RunError>,
    ) -> (Vec<Record>, Outcome) {
        let options = Options { threads, check: Level::Sample, fail_fast: false };
        let mut notes = Notes { games: Vec::new(), at, then };
        let outcome = run(config, &options, interrupt, &mut notes).unwrap();
        (notes.games, outcome)
    }

    #[test]
    fn games_are_handed_over_in_order_whatever_the_threads() {
        // More than fit the window.
        let config = small(3 * WINDOW);
        let run = |threads| played(&config, threads, &Interrupt::new(), 0, &|| Ok(()));
        let (alone, outcome) = run(1);
        assert!(alone.iter().map(|record| record.planned.game).eq(0..3 * WINDOW));
        assert_eq!((outcome.tally.games, &outcome.stopped), (3 * WINDOW, &None));
        for threads in [2, 5] {
            let (games, other) = run(threads);
            assert!(games == alone);
            assert_eq!(other.tally, outcome.tally);
        }
    }

    #[test]
    fn no_game_begins_too_far_ahead_of_those_handed_over() {
        let progress = |next, handed_over, end| Progress { next, handed_over, end };
        assert!(!progress(WINDOW - 1, 0, u64::MAX).is_far_ahead());
        assert!(progress(WINDOW, 0, u64::MAX).is_far_ahead());
        assert!(!progress(WINDOW, 1, u64::MAX).is_far_ahead());
        assert!(!progress(WINDOW, 0, WINDOW).is_far_ahead(), "none is left to wait for");
    }

    #[test]
    fn a_sink_that_fails_ends_the_run() {
        let full = || Err(RunError::data("full"));
        let (games, outcome) = played(&small(100_000), 2, &Interrupt::new(), 20, &full);
        assert_eq!(games.len(), 21);
        assert_eq!(outcome.tally.games, 20, "the game that could not be taken does not count");
        assert_eq!(outcome.stopped, Some(Stopped::Failed(RunError::data("full"))));
    }

    #[test]
    fn an_interrupt_lets_the_games_under_way_end() {
        let interrupt = Interrupt::new();
        let raise = || {
            interrupt.raise();
            Ok(())
        };
        let (games, outcome) = played(&small(1_000_000), 2, &interrupt, 50, &raise);
        assert_eq!(outcome.stopped, Some(Stopped::Interrupted));
        assert!((51..1_000_000).contains(&games.len()), "{}", games.len());
        assert!(games.iter().map(|record| record.planned.game).eq(0..games.len() as u64));
    }

    #[test]
    fn a_run_that_was_interrupted_after_its_last_game_is_complete() {
        let interrupt = Interrupt::new();
        let raise = || {
            interrupt.raise();
            Ok(())
        };
        let (_, outcome) = played(&small(4), 1, &interrupt, 3, &raise);
        assert_eq!(outcome.stopped, None);
    }

    #[test]
    fn a_run_that_stops_at_a_violation_stops_at_the_same_game_whatever_the_threads() {
        let mut config = small(400);
        config.seats = vec![6];
        config.rules = Rules::default();
        config.rules.set("win", "any-own").unwrap();
        config.bots = vec![Contender::named("random").unwrap()];
        let stopped = |threads| {
            let options = Options { threads, check: Level::Sample, fail_fast: true };
            let mut notes = Notes { games: Vec::new(), at: 0, then: &|| Ok(()) };
            let outcome = run(&config, &options, &Interrupt::new(), &mut notes).unwrap();
            assert_eq!(outcome.stopped, Some(Stopped::FailFast));
            let (last, before) = notes.games.split_last().unwrap();
            assert!(before.iter().all(|record| record.findings.is_empty()));
            assert!(last.left_at_home.is_some_and(|left| left > 0));
            assert!(!last.findings.is_empty());
            last.planned.game
        };
        assert_eq!(stopped(1), stopped(3));
    }

    #[test]
    fn games_of_a_block_share_their_opening_alone() {
        let mut config = small(40);
        config.opening = 4;
        config.rules.set("arm", "4").unwrap();
        config.seats = vec![4];
        let boards = boards(&config).unwrap();
        let plan = config.plan();
        let logs: Vec<Vec<_>> = (0..40)
            .map(|game| {
                let mut played = engine::Game::new(&boards[0]);
                let planned = plan.game(game);
                let (mut notes, interrupt) = (crate::playout::Notes::default(), Interrupt::new());
                crate::playout::playout(
                    &config,
                    &Pool::new(config.engines),
                    &planned,
                    &mut played,
                    &mut (),
                    &mut notes,
                    &interrupt,
                )
                .unwrap();
                played.log().collect()
            })
            .collect();
        assert_eq!(plan.block_len(4), 4);
        let mut same_seating = 0;
        for game in 0..40 {
            let block = game / 4 * 4;
            assert_eq!(logs[game][..16], logs[block][..16]);
            for other in block..game {
                let bots = |game: usize| plan.game(game as u64).bots().to_vec();
                same_seating += u32::from(bots(game) == bots(other));
                assert_ne!(logs[game][..60], logs[other][..60]);
            }
        }
        assert!(same_seating > 0, "games differ even where the seating does not");
        assert_ne!(logs[0][..16], logs[4][..16]);
    }
}
