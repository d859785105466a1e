//! One game, from the opening to its end.

use std::time::Instant;

use engine::bots::{Bot, Choice, Player};
use engine::dice::below;
use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::Seat;
use engine::{Game, Position, Refusal};

use crate::check::Checker;
use crate::config::Config;
use crate::interrupt::Interrupt;
use crate::plan::{Planned, Stream};

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

/// One decision of a bot that searches, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The bot, by its place in the list of bots.
    pub bot: usize,
    /// Positions that it looked at.
    pub nodes: u64,
    /// Time that it took.
    pub ns: u64,
}

/// Why a game has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It was interrupted twice.
    Abandoned,
    /// A bot did what the game refused: the move, or none for a pass.
    Misplay(Seat, Option<Move>, Refusal),
}

/// Plays `game` of a plan to its end; `calls` is given every decision of a searching bot.
///
/// The game is a function of `config` and `planned` alone: neither the observer nor the calls, nor
/// which games were played before, change a move.
///
/// # Errors
///
/// If it was interrupted twice, or a bot did something illegal; `game` is left where it had come to.
pub fn playout(
    config: &Config,
    planned: &Planned,
    game: &mut Game<'_>,
    observer: &mut impl Observer,
    calls: &mut Vec<Call>,
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
    let seats = || planned.bots().iter().zip(Seat::ALL);
    let bot = |&bot: &usize| -> &Bot { &config.bots[bot] };
    let mut players: Vec<Player> =
        seats().map(|(index, seat)| Player::new(bot(index), seat)).collect();
    // Asking the clock takes as long as a random move, so only searches are timed.
    let timed: Vec<bool> = seats().map(|(index, _)| bot(index).depth().is_some()).collect();
    while let Some(seat) = game.turn() {
        if interrupt.count() > 1 {
            return Err(Broken::Abandoned);
        }
        let player = &mut players[seat.index()];
        let choice = if timed[seat.index()] {
            let start = Instant::now();
            let choice = player.choose(game, &mut rng);
            let ns = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
            let nodes = choice.map_or(0, |Choice { nodes, .. }| nodes);
            calls.push(Call { bot: planned.bots()[seat.index()], nodes, ns });
            choice
        } else {
            player.choose(game, &mut rng)
        };
        let chosen = choice.map(|choice| choice.mv);
        if let Some(mv) = chosen {
            observer.choice(bot(&planned.bots()[seat.index()]), game, mv);
        }
        ply(game, chosen, observer)?;
    }
    observer.finish(game);
    Ok(())
}

/// Plays a move, or passes for want of one.
#[inline]
fn ply(game: &mut Game<'_>, mv: Option<Move>, observer: &mut impl Observer) -> Result<(), Broken> {
    let before = *game.position();
    let seat = before.turn();
    let what = mv.map_or(MoveText::Pass, MoveText::Move);
    game.act(what).map_err(|refusal| Broken::Misplay(seat, mv, refusal))?;
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
