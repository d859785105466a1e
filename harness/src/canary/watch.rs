//! A bot that may be broken, and the games in which it is watched.

use std::sync::mpsc;
use std::time::Duration;

use engine::bots::{Bot, Player};
use engine::moves::Move;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Rules, Seat};
use engine::star::Hole;
use engine::{End, Game};
use rand::Rng as _;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::caught::caught;
use crate::check::{Alarms, Checker, Invariant, Laws, Level, Violation, choice};
use crate::contender::Contender;
use crate::hunt::swarm::Swarm;
use crate::interrupt::Interrupt;
use crate::shrink::{Line, Oracle};

/// The bot that every broken one takes itself for: it searches, and draws nothing.
const BOT: &str = "hard";

/// A bot is asked a second time at one ply in so many, the second of a game among them.
const ASKED_AGAIN: u32 = 64;

/// How long a bot in a thread of its own may think.
const LIMIT: Duration = Duration::from_millis(400);

/// A player in one seat of one game, who may say anything.
pub trait Chooser: Send {
    /// Its move, from where to where; none if it has none.
    fn choose(&mut self, game: &Game<'_>, rng: &mut ChaCha8Rng) -> Option<(Hole, Hole)>;
}

/// A bot as it is.
pub struct Right(Player);

impl Right {
    /// It takes a seat.
    pub fn new(bot: &Bot, seat: Seat) -> Self {
        Self(Player::new(bot, seat))
    }

    /// Its move.
    pub fn best(&mut self, game: &Game<'_>, rng: &mut ChaCha8Rng) -> Option<Move> {
        self.0.choose(game, rng).map(|choice| choice.mv)
    }
}

impl Chooser for Right {
    fn choose(&mut self, game: &Game<'_>, rng: &mut ChaCha8Rng) -> Option<(Hole, Hole)> {
        self.best(game, rng).map(|mv| (mv.from(), mv.to()))
    }
}

/// How choosers are made: a bot's likeness for a seat, in a thread of its own or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nest {
    pub(super) hatch: fn(&Bot, Seat) -> Box<dyn Chooser>,
    pub(super) in_thread: bool,
}

/// One game of choosers, each of whose choices is looked at.
struct Watch<'l> {
    nest: Nest,
    bot: Bot,
    board: &'l Board,
    laws: &'l Laws<'l>,
    checker: Checker<'l>,
    choosers: Vec<Box<dyn Chooser>>,
    rng: ChaCha8Rng,
}

impl<'l> Watch<'l> {
    fn new(nest: Nest, laws: &'l Laws<'l>, rng: ChaCha8Rng) -> Self {
        let bot = Bot::named(BOT).expect("a bot of ours");
        let board = laws.board();
        let choosers = board.seats().map(|seat| (nest.hatch)(&bot, seat)).collect();
        let checker = Checker::new(laws, Level::Sample, 0);
        Self { nest, bot, board, laws, checker, choosers, rng }
    }

    /// What the seat to move does, or what is wrong with it.
    fn ask(&mut self, game: &Game<'_>) -> Result<MoveText, Violation> {
        let moves = game.moves();
        let wrong = |invariant: Invariant, message: String| Violation {
            invariant: invariant.id(),
            ply: game.ply(),
            message,
        };
        let chosen = self.chosen(game).map_err(|(invariant, words)| wrong(invariant, words))?;
        let star = self.board.star();
        let Some((from, to)) = chosen else {
            return if moves.is_empty() {
                Ok(MoveText::Pass)
            } else {
                Err(wrong(Invariant::BotLegal, "it names no move, and has one".to_string()))
            };
        };
        let Some(mv) = Move::new(from, to).filter(|&mv| moves.contains(mv)) else {
            let text =
                format!("it plays {}-{}, which is not legal", star.name(from), star.name(to));
            return Err(wrong(Invariant::BotLegal, text));
        };
        self.checker.choice(&self.bot, game, mv);
        if let Some(found) = self.checker.violations().first() {
            return Err(found.clone());
        }
        if game.ply() % ASKED_AGAIN == 1 && !self.nest.in_thread {
            self.same_again(game).map_err(|words| wrong(Invariant::BotSame, words))?;
        }
        Ok(MoveText::Move(mv))
    }

    fn chosen(&mut self, game: &Game<'_>) -> Result<Option<(Hole, Hole)>, (Invariant, String)> {
        let seat = game.position().turn();
        if self.nest.in_thread {
            return in_thread(self.nest, &self.bot, game, self.rng.next_u64());
        }
        let (chooser, rng) = (&mut self.choosers[seat.index()], &mut self.rng);
        caught(|| chooser.choose(game, rng)).map_err(|words| (Invariant::NoPanic, words))
    }

    /// Two new ones say the same from the same seed.
    fn same_again(&mut self, game: &Game<'_>) -> Result<(), String> {
        let (seat, seed) = (game.position().turn(), self.rng.next_u64());
        let choose = || {
            let mut chooser = (self.nest.hatch)(&self.bot, seat);
            let choose = || chooser.choose(game, &mut ChaCha8Rng::seed_from_u64(seed));
            caught(choose).ok().flatten().and_then(|(from, to)| Move::new(from, to))
        };
        let (once, again) = (choose(), choose());
        choice::same_move(self.laws, self.bot.name(), once, again)
    }
}

/// What a new chooser says in a thread of its own, which is left behind if it does not end.
fn in_thread(
    nest: Nest,
    bot: &Bot,
    game: &Game<'_>,
    seed: u64,
) -> Result<Option<(Hole, Hole)>, (Invariant, String)> {
    let (tell, told) = mpsc::channel();
    let (rules, setup, bot) = (*game.board().rules(), game.setup(), bot.clone());
    std::thread::spawn(move || {
        let choose = || {
            let board = Board::new(&rules).expect("rules that are played have a board");
            let game = Game::resume(&board, &setup).expect("a point of a game on it");
            let mut chooser = (nest.hatch)(&bot, game.position().turn());
            chooser.choose(&game, &mut ChaCha8Rng::seed_from_u64(seed))
        };
        // Nobody may be waiting any more.
        let _ = tell.send(caught(choose));
    });
    match told.recv_timeout(LIMIT) {
        Ok(came) => came.map_err(|words| (Invariant::NoPanic, words)),
        Err(_) => {
            Err((Invariant::SubjectAnswers, "it does not come to a move in time".to_string()))
        }
    }
}

/// What was seen in one game or, of shares, in all up to it.
pub(super) struct Seen {
    pub(super) violation: Violation,
    /// The game, as far as it went; none if it is told of many games.
    pub(super) line: Option<Line>,
}

/// Watches choosers in the games of a swarm until something is wrong; says in which game.
pub(super) fn watch(
    nest: Nest,
    swarm: &Swarm,
    games: u64,
    interrupt: &Interrupt,
) -> Option<(u64, Seen)> {
    let mut alarms = Alarms::default();
    for number in 0..games {
        if interrupt.count() > 0 {
            return None;
        }
        let (board, drawn) = swarm.draw(number);
        let laws = Laws::new(&board);
        let mut watch = Watch::new(nest, &laws, drawn.rng.clone());
        let mut game = match &drawn.setup {
            Some(setup) => Game::resume(&board, setup).expect("a drawn start fits its board"),
            None => Game::new(&board),
        };
        watch.checker.start(&game, number);
        while !game.over() {
            let what = match watch.ask(&game) {
                Ok(what) => what,
                Err(violation) => {
                    let moves = game.log().map(|(_, what)| what).collect();
                    let line = Line { rules: *board.rules(), start: drawn.setup, moves };
                    return Some((number, Seen { violation, line: Some(line) }));
                }
            };
            let before = *game.position();
            game.act(what).expect("it is legal");
            watch.checker.ply(&before, before.turn(), what, &game);
        }
        let bots = vec![Contender::from(watch.bot.clone()); board.seat_count()];
        let bots: Vec<&Contender> = bots.iter().collect();
        alarms.add(&board, &bots, watch.checker.tallies(), game.end() == Some(End::Cap));
        if let Some((alarm, message)) = alarms.raised().into_iter().next() {
            let violation = Violation { invariant: alarm.id(), ply: game.ply(), message };
            return Some((number, Seen { violation, line: None }));
        }
    }
    None
}

/// Waits for a chooser to do something wrong in a game that is played for it.
pub(super) struct WatchOracle {
    pub(super) nest: Nest,
    pub(super) invariant: &'static str,
}

impl WatchOracle {
    fn wrong(&self, rules: &Rules, start: Option<&Setup>, moves: &[MoveText]) -> Option<usize> {
        let board = Board::new(rules).ok()?;
        let laws = Laws::new(&board);
        let mut game = match start {
            Some(setup) => Game::resume(&board, setup).ok()?,
            None => Game::new(&board),
        };
        let mut watch = Watch::new(self.nest, &laws, ChaCha8Rng::seed_from_u64(0));
        watch.checker.start(&game, 0);
        for plies in 0..=moves.len() {
            if game.over() {
                return None;
            }
            if watch.ask(&game).is_err_and(|found| found.invariant == self.invariant) {
                return Some(plies);
            }
            let &what = moves.get(plies)?;
            let before = *game.position();
            game.act(what).ok()?;
            watch.checker.ply(&before, before.turn(), what, &game);
        }
        None
    }
}

impl Oracle for WatchOracle {
    fn fails(&mut self, line: &Line) -> Option<usize> {
        self.wrong(&line.rules, line.start.as_ref(), &line.moves)
    }
}
