//! Plays the games of a plan on several threads and hands them over in order.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use engine::End;

use crate::check::{Alarms, Laws};
use crate::config::{Config, Options};
use crate::event::{Event, Finished, Record};
use crate::exit::RunError;
use crate::gate::Gate;
use crate::interrupt::Interrupt;
use crate::playout::Notes;
use crate::referee::{Referee, boards};
use crate::shard::Share;
use crate::sink::Sink;
use crate::stats::{Latency, Tally};

/// The longest that nothing is told.
const TICK: Duration = Duration::from_millis(100);

/// Why a run ended before its plan did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It was interrupted.
    Interrupted,
    /// Its time was up.
    TimeUp,
    /// It was to stop at the first violation, and there was one.
    FailFast,
    /// Whoever took the games had enough.
    Enough,
    /// What it told could not be taken.
    Failed(RunError),
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Number of games that were to be played.
    pub planned: u64,
    /// Wins, places, lengths and ends of the games handed over.
    pub tally: Tally,
    /// What the alarms are about, in the games handed over.
    pub watched: Alarms,
    /// What holds of no single game: alarms that went off, by id, with what was seen. They are about
    /// a run as a whole: in a shard none goes off.
    pub alarms: Vec<(&'static str, String)>,
    /// Work of the searching bots in the games handed over.
    pub latency: Latency,
    /// Why it did not go through the whole plan; none if it did.
    pub stopped: Option<Stopped>,
    /// How long it took.
    pub elapsed: Duration,
}

impl Outcome {
    /// What the games handed over come to.
    pub fn new(planned: u64, tally: Tally, watched: Alarms, latency: Latency) -> Self {
        let (alarms, stopped, elapsed) = (Vec::new(), None, Duration::ZERO);
        Self { planned, tally, watched, alarms, latency, stopped, elapsed }
    }

    /// Lets the alarms go off that are due.
    pub fn raise_alarms(&mut self) {
        let raised = self.watched.raised().into_iter();
        self.alarms = raised.map(|(alarm, seen)| (alarm.id(), seen)).collect();
    }

    /// Everything that did not hold, alarms included.
    pub fn violations(&self) -> u64 {
        self.tally.violations() + self.alarms.len() as u64
    }
}

/// Plays every game of the plan, or of the shard, and hands each to `sink`, in the order of the plan.
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
    resume(config, options, interrupt, sink, std::iter::empty())
}

/// As [`run`], with the games that are in `past` handed over as they are and not played: what
/// earlier sessions of the run have played, in whatever order.
///
/// # Errors
///
/// As [`run`], and if `past` gives an error.
pub fn resume(
    config: &Config,
    options: &Options,
    interrupt: &Interrupt,
    sink: &mut dyn Sink,
    past: impl Iterator<Item = Result<Finished, RunError>>,
) -> Result<Outcome, RunError> {
    let start = Instant::now();
    let boards = boards(config)?;
    let laws: Vec<Laws<'_>> = boards.iter().map(Laws::new).collect();
    let share = config.share(options.shard);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|error| RunError::data(format!("cannot start threads: {error}")))?;
    let gate = Gate::new(share.clone());
    let worker = Worker { config, options, laws: &laws, share: &share, interrupt, gate: &gate };
    let mut desk = Desk {
        config,
        laws: &laws,
        sink,
        gate: &gate,
        fail_fast: options.fail_fast,
        due: share.first(),
        share: &share,
        waiting: BTreeMap::new(),
        outcome: Outcome::new(
            share.games(),
            Tally::new(config),
            Alarms::default(),
            Latency::new(config),
        ),
    };
    for finished in past {
        desk.queue(finished?);
    }
    gate.begin(desk.outcome.tally.games, desk.due, desk.waiting.keys().copied().collect());
    desk.tell(&Event::Begin);
    pool.in_place_scope(|scope| {
        let (sender, told) = mpsc::channel();
        scope.spawn_broadcast(move |_, _| worker.work(&sender));
        let mut ticked = Instant::now();
        loop {
            match told.recv_timeout(TICK) {
                Ok(finished) => desk.take(finished),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let stopped = &desk.outcome.stopped;
            if interrupt.count() > 0 && matches!(stopped, None | Some(Stopped::TimeUp)) {
                desk.stop(Stopped::Interrupted);
                desk.tell(&Event::Interrupted);
            } else if stopped.is_none()
                && options.time_budget.is_some_and(|budget| start.elapsed() >= budget)
            {
                desk.stop(Stopped::TimeUp);
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                desk.tell(&Event::Tick);
            }
        }
    });
    let mut outcome = desk.outcome;
    let cut_short = matches!(outcome.stopped, Some(Stopped::Interrupted | Stopped::TimeUp));
    if cut_short && outcome.tally.games == outcome.planned {
        outcome.stopped = None;
    }
    if options.shard.is_none() {
        outcome.raise_alarms();
    }
    outcome.elapsed = start.elapsed();
    Ok(outcome)
}

/// One thread's view of the run.
#[derive(Clone, Copy)]
struct Worker<'a> {
    config: &'a Config,
    options: &'a Options,
    laws: &'a [Laws<'a>],
    share: &'a Share,
    interrupt: &'a Interrupt,
    gate: &'a Gate,
}

impl Worker<'_> {
    /// Plays games until there is none left, and tells of each.
    fn work(&self, tell: &Sender<Box<Finished>>) {
        let mut notes = Notes::default();
        let mut referee = Referee::new(self.config, self.laws, self.options.check);
        while let Some(game) = self.gate.next() {
            let planned = self.share.plan().game(game);
            let Some(record) = referee.play(planned, &mut (), &mut notes, self.interrupt) else {
                break;
            };
            let finished = Finished { record, calls: std::mem::take(&mut notes.calls) };
            // Nobody listens any more only when the run itself has panicked.
            let _ = tell.send(Box::new(finished));
        }
    }
}

/// Hands finished games over in order, until something stops the run.
struct Desk<'a> {
    config: &'a Config,
    laws: &'a [Laws<'a>],
    sink: &'a mut dyn Sink,
    gate: &'a Gate,
    fail_fast: bool,
    share: &'a Share,
    /// The next game to be handed over.
    due: Option<u64>,
    /// Finished games that others come before, by number.
    waiting: BTreeMap<u64, Finished>,
    /// Of the games handed over.
    outcome: Outcome,
}

impl Desk<'_> {
    /// Whether games are still handed over: after an interrupt, those under way still are.
    fn open(&self) -> bool {
        matches!(self.outcome.stopped, None | Some(Stopped::Interrupted | Stopped::TimeUp))
    }

    fn stop(&mut self, why: Stopped) {
        match why {
            Stopped::TimeUp => self.gate.close_after_block(),
            _ => self.gate.close(),
        }
        // An end for want of time or patience yields to one with a reason.
        if self.open() {
            self.outcome.stopped = Some(why);
        }
    }

    /// Takes a game that is just over.
    fn take(&mut self, finished: Box<Finished>) {
        self.tell(&Event::Over(&finished));
        self.queue(*finished);
    }

    /// Takes a game and hands over those whose turn has come.
    fn queue(&mut self, finished: Finished) {
        self.waiting.insert(finished.record.planned.game, finished);
        while self.open()
            && let Some(game) = self.due
            && let Some(Finished { record, calls }) = self.waiting.remove(&game)
        {
            self.tell(&Event::Game(&record));
            if !self.open() {
                break;
            }
            self.outcome.tally.add(&record);
            self.outcome.latency.add(record.planned.seats, &calls);
            self.watch(&record);
            if self.fail_fast && !record.findings.is_empty() {
                self.stop(Stopped::FailFast);
            }
            if self.sink.is_enough() {
                self.stop(Stopped::Enough);
            }
            self.due = self.share.after(game);
            self.gate.handed_over(self.outcome.tally.games);
        }
    }

    /// Takes a game into the shares that have alarms.
    fn watch(&mut self, record: &Record) {
        let planned = &record.planned;
        let laws = self.laws.iter().find(|laws| laws.board().seat_count() == planned.seats);
        if let (Some(laws), Some(tallies)) = (laws, &record.tallies) {
            let bots: Vec<_> = planned.bots().iter().map(|&bot| &self.config.bots[bot]).collect();
            self.outcome.watched.add(laws.board(), &bots, tallies, record.end == End::Cap);
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

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;
    use crate::contender::Contender;
    use crate::gate::WINDOW;
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
            seating: crate::plan::Seating::default(),
        }
    }

    fn played(
        config: &Config,
        threads: usize,
        interrupt: &Interrupt,
        at: u64,
        then: &dyn Fn() -> Result<(), RunError>,
    ) -> (Vec<Record>, Outcome) {
        let options = Options { threads, ..Options::default() };
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
    fn shards_together_play_the_run() {
        let config = small(50);
        let play = |shard| {
            let options = Options { shard, threads: 2, ..Options::default() };
            let mut notes = Notes { games: Vec::new(), at: 0, then: &|| Ok(()) };
            let outcome = run(&config, &options, &Interrupt::new(), &mut notes).unwrap();
            assert_eq!(outcome.planned, notes.games.len() as u64);
            notes.games
        };
        let parts = [1, 2, 3].map(|number| play(Some(format!("{number}/3").parse().unwrap())));
        let mut union = parts.concat();
        assert!(parts.iter().all(|part| part.len() > 10));
        union.sort_by_key(|record| record.planned.game);
        assert!(union == play(None));
    }

    #[test]
    fn what_was_played_before_is_not_played_again() {
        let config = small(40);
        let (whole, outcome) = played(&config, 2, &Interrupt::new(), 0, &|| Ok(()));
        // Of an earlier session: games out of order, and a gap.
        let past = [3, 0, 1, 2, 7, 9, 5];
        let finished = |&game: &usize| {
            let record = Record { plies: 7777, ..whole[game].clone() };
            Ok(Finished { record, calls: Vec::new() })
        };
        let mut notes = Notes { games: Vec::new(), at: 0, then: &|| Ok(()) };
        let options = Options { threads: 3, ..Options::default() };
        let past_games = past.iter().map(finished);
        let resumed = resume(&config, &options, &Interrupt::new(), &mut notes, past_games).unwrap();
        assert_eq!(resumed.tally.games, outcome.tally.games);
        for (game, record) in notes.games.iter().enumerate() {
            assert_eq!(record.planned, whole[game].planned);
            assert_eq!(record.plies == 7777, past.contains(&game), "game {game}");
        }
    }

    #[test]
    fn a_run_whose_time_is_up_ends_with_a_block() {
        let config = small(1_000_000);
        let budget = Some(Duration::from_millis(50));
        let options = Options { threads: 2, time_budget: budget, ..Options::default() };
        let mut notes = Notes { games: Vec::new(), at: 0, then: &|| Ok(()) };
        let outcome = run(&config, &options, &Interrupt::new(), &mut notes).unwrap();
        assert_eq!(outcome.stopped, Some(Stopped::TimeUp));
        let (played, plan) = (notes.games.len() as u64, config.plan());
        assert!((1..1_000_000).contains(&played), "{played}");
        assert_eq!(plan.game(played).block, played, "the next game begins a block");
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
            let options = Options { threads, fail_fast: true, ..Options::default() };
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
