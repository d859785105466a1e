//! The harness's own work: whole games among random bots, from the plan to the record.

use std::hint::black_box;

use engine::bots::Bot;
use engine::rules::{Cap, Rules};
use harness::check::{Laws, Level};
use harness::config::Config;
use harness::interrupt::Interrupt;
use harness::playout::Notes;
use harness::referee::{Referee, boards};
use harness::ugi::engines::Engines;

/// Plays the games once and says how many plies that were.
pub(crate) type Task = Box<dyn FnMut() -> u64>;

/// Makes the games ready.
pub(crate) type Ready = fn() -> Task;

/// By how much is checked: what it is called, and how it is made ready.
pub(crate) const PLIES: [(&str, Ready); 3] = [
    ("harness/off", || plies(Level::Off, 400)),
    ("harness/sample", || plies(Level::Sample, 400)),
    ("harness/all", || plies(Level::All, 10)),
];

/// A run of games among random bots.
pub(crate) fn random_games(games: u64, seats: u8, plies_a_seat: u32) -> Config {
    Config {
        games,
        seats: vec![seats],
        bots: vec![Bot::named("random").expect("a bot").into()],
        seed: 1,
        rules: Rules { cap: Cap::PerSeat(plies_a_seat), ..Rules::default() },
        opening: 0,
        engines: Engines::default(),
        seating: Default::default(),
    }
}

fn plies(level: Level, plies_a_seat: u32) -> Task {
    let config: &Config = Box::leak(Box::new(random_games(4, 4, plies_a_seat)));
    let boards = Box::leak(boards(config).expect("rules that fit").into_boxed_slice());
    let laws: Vec<Laws<'static>> = boards.iter().map(Laws::new).collect();
    let mut referee = Referee::new(config, laws.leak(), level);
    let plan = config.plan();
    let (interrupt, mut notes) = (Interrupt::new(), Notes::default());
    Box::new(move || {
        let mut plies = 0;
        for game in 0..plan.games() {
            notes.calls.clear();
            let record = referee.play(plan.game(game), &mut (), &mut notes, &interrupt);
            plies += u64::from(black_box(record).expect("nobody interrupts").plies);
        }
        plies
    })
}
