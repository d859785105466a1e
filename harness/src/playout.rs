//! One game, from the opening to its end.

use std::time::Instant;

use engine::bots::{Bot, Choice, Player};
use engine::dice::below;
use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::Seat;
use engine::{Game, Position, Refusal};
use rand::Rng as _;

use crate::check::Checker;
use crate::config::Config;
use crate::contender::Contender;
use crate::interrupt::Interrupt;
use crate::plan::{Planned, Stream};
use crate::ugi::engines::OnError;
use crate::ugi::failure::Failure;
use crate::ugi::player::{ExternalPlayer, Pool};

/// Watches a game, ply by ply.
pub trait Observer {
    /// The game is set up.
    fn start(&mut self, planned: &Planned, game: &Game<'_>);

    /// `bot` has chosen its move in a game in which it is to move.
    fn choice(&mut self, bot: &Bot, game: &Game<'_>, chosen: Move);

    /// `seat` has done `what` in the position `before`.
    fn ply(&mut self, before: &Position, seat: Seat, what: MoveText, after: &Game<'_>);

    /// The game is over.
    fn finish(&mut self, game: &Game<'_>);
}

/// Nobody watches.
impl Observer for () {
    fn start(&mut self, _: &Planned, _: &Game<'_>) {}
    #[inline]
    fn choice(&mut self, _: &Bot, _: &Game<'_>, _: Move) {}
    #[inline]
    fn ply(&mut self, _: &Position, _: Seat, _: MoveText, _: &Game<'_>) {}
    fn finish(&mut self, _: &Game<'_>) {}
}

/// A checker watches, and somebody else.
impl<O: Observer> Observer for (&mut Checker<'_>, &mut O) {
    fn start(&mut self, planned: &Planned, game: &Game<'_>) {
        self.0.start(game, planned.game);
        self.1.start(planned, game);
    }

    #[inline]
    fn choice(&mut self, bot: &Bot, game: &Game<'_>, chosen: Move) {
        self.0.choice(bot, game, chosen);
        self.1.choice(bot, game, chosen);
    }

    #[inline]
    fn ply(&mut self, before: &Position, seat: Seat, what: MoveText, after: &Game<'_>) {
        self.0.ply(before, seat, what, after);
        self.1.ply(before, seat, what, after);
    }

    fn finish(&mut self, game: &Game<'_>) {
        self.0.finish(game);
        self.1.finish(game);
    }
}

/// What a game leaves behind beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Every decision that took thought.
    pub calls: Vec<Call>,
    /// What external engines did wrong.
    pub failures: Vec<EngineFailure>,
}

/// One decision of a bot that searches or of an external engine, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The bot, by its place in the list of bots.
    pub bot: usize,
    /// Positions that it looked at; 0 for an external engine, which does not tell.
    pub nodes: u64,
    /// Time that it took.
    pub ns: u64,
}

/// What an external engine did wrong in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    /// Plies played before it.
    pub ply: u32,
    /// The engine's seat.
    pub seat: Seat,
    /// What it was, by name.
    pub failure: &'static str,
    /// The same in a sentence.
    pub message: String,
    /// The end of what the engine wrote to standard error.
    pub words: String,
}

/// Why a game has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It was interrupted twice.
    Abandoned,
    /// A bot did what the game refused: the move, or none for a pass.
    Misplay(Seat, Option<Move>, Refusal),
    /// An external engine failed, and games in which one does are void.
    Void,
}

/// A player in one seat of one game.
#[expect(clippy::large_enum_variant, reason = "a game has six at most, made once")]
enum Sitting<'p> {
    /// One of our bots; whether its decisions are timed.
    Bot(Box<Player>, bool),
    /// An external engine: its command, and once it has been to move, the engine.
    Engine(&'p str, Option<ExternalPlayer<'p>>),
}

impl<'p> Sitting<'p> {
    fn new(contender: &'p Contender, seat: Seat) -> Self {
        match contender {
            // Asking the clock takes as long as a random move, so only searches are timed.
            Contender::Bot(bot) => {
                Self::Bot(Box::new(Player::new(bot, seat)), bot.depth().is_some())
            }
            Contender::Engine(_) => {
                Self::Engine(contender.command().expect("an engine has one"), None)
            }
        }
    }
}

/// Plays `game` of a plan to its end, with external engines out of `pool`; `notes` is given what
/// there is to say about it.
///
/// The game is a function of `config` and `planned` alone, as far as external engines are: neither
/// the observer nor the notes, nor which games were played before, change a move.
///
/// # Errors
///
/// If it was interrupted twice, a bot did something illegal, or an external engine failed and that
/// makes the game void; `game` is left where it had come to.
pub fn playout(
    config: &Config,
    pool: &Pool,
    planned: &Planned,
    game: &mut Game<'_>,
    observer: &mut impl Observer,
    notes: &mut Notes,
    interrupt: &Interrupt,
) -> Result<(), Broken> {
    observer.start(planned, game);
    let mut opening = Stream::Opening.of(config.seed, planned.block);
    for _ in 0..u64::from(config.opening) * planned.seats as u64 {
        if game.over() {
            break;
        }
        let moves = game.moves();
        let drawn = match moves.len() {
            0 => None,
            count => moves.nth(below(&mut opening, count as u64) as usize),
        };
        ply(game, drawn, observer)?;
    }
    let mut rng = Stream::Game.of(config.seed, planned.game);
    let contender = |seat: Seat| &config.bots[planned.bots()[seat.index()]];
    let mut players: Vec<Sitting<'_>> =
        game.board().seats().map(|seat| Sitting::new(contender(seat), seat)).collect();
    while let Some(seat) = game.turn() {
        if interrupt.count() > 1 {
            return Err(Broken::Abandoned);
        }
        let bot = planned.bots()[seat.index()];
        let mut call = |start: Instant, nodes| {
            let ns = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
            notes.calls.push(Call { bot, nodes, ns });
        };
        let chosen = match &mut players[seat.index()] {
            Sitting::Bot(player, false) => player.choose(game, &mut rng).map(|choice| choice.mv),
            Sitting::Bot(player, true) => {
                let start = Instant::now();
                let choice = player.choose(game, &mut rng);
                call(start, choice.map_or(0, |Choice { nodes, .. }| nodes));
                choice.map(|choice| choice.mv)
            }
            // A pass is nobody's choice.
            Sitting::Engine(..) if game.moves().is_empty() => None,
            Sitting::Engine(command, engine) => {
                let start = Instant::now();
                let did = external(command, engine, pool, game, || rng.next_u64());
                call(start, 0);
                match did {
                    Ok(MoveText::Move(mv)) => Some(mv),
                    Ok(what) => {
                        act(game, what, observer)?;
                        continue;
                    }
                    Err((failure, words)) => {
                        notes.failures.push(EngineFailure {
                            ply: game.ply(),
                            seat,
                            failure: failure.name(),
                            message: failure.to_string(),
                            words,
                        });
                        if config.engines.on_error == OnError::Void {
                            return Err(Broken::Void);
                        }
                        forfeit(game, observer);
                        continue;
                    }
                }
            }
        };
        if let (Some(mv), Some(bot)) = (chosen, contender(seat).bot()) {
            observer.choice(bot, game, mv);
        }
        ply(game, chosen, observer)?;
    }
    observer.finish(game);
    Ok(())
}

/// What an external engine does; it is taken out of the pool when it is first to move.
fn external<'p>(
    command: &str,
    engine: &mut Option<ExternalPlayer<'p>>,
    pool: &'p Pool,
    game: &Game<'_>,
    seed: impl FnOnce() -> u64,
) -> Result<MoveText, (Failure, String)> {
    let player = match engine {
        Some(player) => player,
        None => {
            let player = pool.seat(command, game.board(), seed());
            engine.insert(player.map_err(|failure| (failure, String::new()))?)
        }
    };
    player.choose(game).map_err(|failure| (failure, player.words()))
}

/// Puts the seat to move out of the race for what its engine did.
fn forfeit(game: &mut Game<'_>, observer: &mut impl Observer) {
    let before = *game.position();
    game.forfeit().expect("a game that goes on");
    observer.ply(&before, before.turn(), MoveText::Resign, game);
}

/// Plays a move, or passes for want of one.
#[inline]
fn ply(game: &mut Game<'_>, mv: Option<Move>, observer: &mut impl Observer) -> Result<(), Broken> {
    act(game, mv.map_or(MoveText::Pass, MoveText::Move), observer)
}

/// Does what the seat to move has chosen.
#[inline]
fn act(game: &mut Game<'_>, what: MoveText, observer: &mut impl Observer) -> Result<(), Broken> {
    let before = *game.position();
    let seat = before.turn();
    game.act(what).map_err(|refusal| {
        let mv = if let MoveText::Move(mv) = what { Some(mv) } else { None };
        Broken::Misplay(seat, mv, refusal)
    })?;
    observer.ply(&before, seat, what, game);
    Ok(())
}

#[cfg(test)]
mod tests {
    use engine::rules::{Board, Rules};

    use super::*;

    #[test]
    fn what_the_game_refuses_is_told_and_not_played() {
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let mut game = Game::new(&board);
        let hole = |name| board.star().hole_named(name).unwrap();
        let far = Move::new(hole("a1"), hole("q1"));
        let seat = Seat::ALL[0];
        let refused = ply(&mut game, far, &mut ());
        assert!(
            matches!(refused, Err(Broken::Misplay(who, mv, Refusal::Illegal(..))) if (who, mv) == (seat, far)),
            "{refused:?}"
        );
        let refusal = Refusal::CanMove(seat);
        assert_eq!(ply(&mut game, None, &mut ()), Err(Broken::Misplay(seat, None, refusal)));
        assert_eq!(game.ply(), 0);
    }
}
