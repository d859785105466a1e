//! One game of a hunt: played to its end under all watches.

use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::dice::below;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules, Seat};
use engine::{End, Position};

use super::coverage::{Lookout, Reached};
use super::player::Actor;
use super::start::Start;
use super::stuck::Stuck;
use super::swarm::{Drawn, Swarm};
use crate::check::{Checker, Laws, Level, Violation};
use crate::referee::panic_text;
use crate::subject::Subjects;
use crate::trial::{self, Trial};

/// In a game with resignations a seat resigns in one turn of so many.
const RESIGNS: u64 = 200;

/// A game of a hunt as it came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quarry {
    /// Its number in the hunt.
    pub game: u64,
    /// Its rules.
    pub rules: Rules,
    /// Who played, by seat.
    pub players: Vec<&'static str>,
    /// What kind of point it started from.
    pub start: Start,
    /// The point; none is the opening.
    pub setup: Option<Setup>,
    /// The seat that won.
    pub winner: Option<Seat>,
    /// How it ended; none if the engine under test does not play these rules, or could not be
    /// followed to the end.
    pub end: Option<End>,
    /// Plies played.
    pub plies: u32,
    /// Why it came to no end, if it was cut short.
    pub stuck: Option<Stuck>,
    /// The goals that it reached.
    pub reached: Reached,
    /// What did not hold, each invariant once.
    pub violations: Vec<Violation>,
    /// What was done, if something did not hold.
    pub log: Vec<MoveText>,
}

impl Quarry {
    /// Whether it was not played, as the engine under test does not play its rules.
    pub fn is_skipped(&self) -> bool {
        self.end.is_none() && self.violations.is_empty()
    }
}

/// Plays game `game` of a swarm.
///
/// It is a function of the swarm, the number and the engine under test alone.
pub fn hunt(swarm: &Swarm, game: u64, level: Level, subjects: &Subjects<'_>) -> Quarry {
    let (board, drawn) = swarm.draw(game);
    let mut quarry = Quarry {
        game,
        rules: *board.rules(),
        players: drawn.players.clone(),
        start: drawn.start,
        setup: drawn.setup.clone(),
        winner: None,
        end: None,
        plies: 0,
        stuck: None,
        reached: Reached::default(),
        violations: Vec::new(),
        log: Vec::new(),
    };
    let config = trial::Config { level, sample_seed: swarm.seed ^ game.rotate_left(32) };
    let played = catch_unwind(AssertUnwindSafe(|| {
        play(&board, drawn, config, subjects, &mut quarry);
    }));
    if let Err(panic) = played {
        let ply = quarry.setup.as_ref().map_or(0, |setup| setup.ply) + quarry.log.len() as u32;
        let message = panic_text(&*panic);
        quarry.violations.push(Violation { invariant: "no-panic", ply, message });
    }
    if quarry.violations.is_empty() {
        quarry.log = Vec::new();
    }
    quarry
}

fn play(
    board: &Board,
    mut drawn: Drawn,
    config: trial::Config,
    subjects: &Subjects<'_>,
    quarry: &mut Quarry,
) {
    let laws = Laws::new(board);
    let mut checker = Checker::new(&laws, config.level, config.sample_seed);
    let mut subject = subjects();
    let trial = Trial::start(board, drawn.setup.as_ref(), &mut *subject, config);
    let mut trial = trial.expect("a drawn start fits its board");
    let start = *trial.game().position();
    let mut lookout = Lookout::default();
    lookout.start(trial.game(), drawn.start, &drawn.players);
    checker.start(trial.game(), drawn.game);
    let mut actors: Vec<Actor> =
        board.seats().map(|seat| Actor::new(drawn.player(seat), seat)).collect();
    while trial.goes_on() {
        let (before, stood) = (*trial.game().position(), trial::standings(trial.game()));
        let seat = before.turn();
        let actor = &mut actors[seat.index()];
        let what = choose(actor, &trial, &mut drawn);
        if let (Some(bot), MoveText::Move(mv)) = (actor.bot(), what) {
            checker.choice(bot, trial.game(), mv);
        }
        quarry.log.push(what);
        if let Err(refusal) = trial.play(what) {
            let ply = trial.game().ply();
            let message = format!("{} did what the game refuses: {refusal}", drawn.player(seat));
            quarry.violations.push(Violation { invariant: "bot-legal", ply, message });
            break;
        }
        checker.ply(&before, seat, what, trial.game());
        lookout.ply(&before, seat, what, &stood, trial.game());
    }
    checker.finish(trial.game());
    quarry.plies = trial.game().ply();
    if trial.follows() {
        conclude(&trial, &start, quarry);
    }
    quarry.reached = lookout.finish(trial.game());
    // Our own game first: what is wrong with it is no fault of the engine under test.
    let told = checker.violations().iter().cloned();
    for violation in told.chain(trial.finish()) {
        if quarry.violations.iter().all(|known| known.invariant != violation.invariant) {
            quarry.violations.push(violation);
        }
    }
}

/// How a game ended that was followed to its end.
fn conclude(trial: &Trial<'_, '_>, start: &Position, quarry: &mut Quarry) {
    let game = trial.game();
    quarry.winner = game.winner();
    quarry.end = game.end();
    if game.end() == Some(End::Cap) {
        quarry.stuck = Some(Stuck::explain(game, start));
    }
}

fn choose(actor: &mut Actor, trial: &Trial<'_, '_>, drawn: &mut Drawn) -> MoveText {
    if drawn.resigns && below(&mut drawn.rng, RESIGNS) == 0 {
        return MoveText::Resign;
    }
    let mv = actor.choose(trial.game(), &mut drawn.rng);
    mv.map_or(MoveText::Pass, MoveText::Move)
}
