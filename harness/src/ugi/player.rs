//! External engines in the seats of games.

use std::sync::{Mutex, PoisonError};

use engine::Game;
use engine::notation::{MoveError, MoveText};
use engine::rules::Board;

use super::engines::Engines;
use super::external::External;
use super::failure::Failure;

/// Engines by their commands, kept between games: starting one costs far more than a game.
#[derive(Debug)]
pub struct Pool {
    engines: Engines,
    idle: Mutex<Vec<(String, External)>>,
}

impl Pool {
    /// A pool of engines that are treated so.
    pub fn new(engines: Engines) -> Self {
        Self { engines, idle: Mutex::new(Vec::new()) }
    }

    /// An engine for one seat of a game on `board`, told its rules and `seed`.
    ///
    /// It goes back when dropped, unless it has failed.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or fails at once.
    pub fn seat(
        &self,
        command: &str,
        board: &Board,
        seed: u64,
    ) -> Result<ExternalPlayer<'_>, Failure> {
        let idle = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let place = idle.iter().position(|(known, _)| known == command);
            place.map(|place| idle.swap_remove(place).1)
        };
        let mut engine = match idle {
            Some(engine) => engine,
            None => External::start(command, self.engines.limits)?,
        };
        engine.new_game(board.rules(), true, seed)?;
        engine.abilities(board)?;
        Ok(ExternalPlayer { pool: self, command: command.to_string(), engine: Some(engine) })
    }
}

/// An external engine in one seat of one game, which began with the opening.
#[derive(Debug)]
pub struct ExternalPlayer<'p> {
    pool: &'p Pool,
    command: String,
    /// There until it is dropped.
    engine: Option<External>,
}

impl ExternalPlayer<'_> {
    /// What it does in a game in which it is to move: a legal move, a pass that is due, or giving up.
    ///
    /// # Errors
    ///
    /// If it fails at that; it is gone then.
    pub fn choose(&mut self, game: &Game<'_>) -> Result<MoveText, Failure> {
        let engine = self.engine.as_mut().expect("there until it is dropped");
        let board = game.board();
        // A position text holds no history, which counts where positions may not come again.
        if board.rules().repetition.is_none() && engine.abilities(board)?.positions {
            engine.position(Some(game.setup().to_string()), Vec::new());
        } else {
            engine.position(None, game.log().map(|(_, what)| text(board, what)).collect());
        }
        let said = engine.go(self.pool.engines.bounds)?;
        read(game, &said).map_err(|failure| engine.fail(failure))
    }

    /// The end of what it wrote to standard error.
    pub fn words(&self) -> String {
        self.engine.as_ref().map_or_else(String::new, External::words)
    }
}

impl Drop for ExternalPlayer<'_> {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take().filter(|engine| !engine.failed()) {
            let mut idle = self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push((std::mem::take(&mut self.command), engine));
        }
    }
}

/// What a seat does, as engines are told it.
fn text(board: &Board, what: MoveText) -> String {
    match what {
        MoveText::Move(mv) => board.star().move_text(mv),
        MoveText::Pass => "pass".to_string(),
        MoveText::Resign => "resign".to_string(),
    }
}

/// What an engine says that it does.
fn read(game: &Game<'_>, said: &str) -> Result<MoveText, Failure> {
    let (board, position) = (game.board(), game.position());
    let illegal = |why: String| Failure::IllegalMove(format!("{}: {why}", said.escape_debug()));
    match board.read_move(position, said) {
        Ok(MoveText::Pass) if !game.can_pass() => {
            Err(illegal("a seat that has a move may not pass".to_string()))
        }
        Ok(what) => Ok(what),
        Err(MoveError::Form(_) | MoveError::NoHole(_)) => {
            Err(Failure::Garbage(format!("bestmove {said}")))
        }
        Err(MoveError::NoMarble(hole)) => {
            let owner = board.star().hole_named(&hole).and_then(|hole| position.at(hole));
            Err(match owner {
                Some(owner) => Failure::WrongSeat(format!(
                    "{}: the marble in {hole} is seat {owner}'s, and seat {} is to move",
                    said.escape_debug(),
                    position.turn()
                )),
                None => illegal(format!("there is no marble in {hole}")),
            })
        }
        Err(error) => Err(illegal(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;

    #[test]
    fn what_an_engine_says_is_a_move_or_a_failure_with_its_name() {
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let game = Game::new(&board);
        for said in ["d1-e5", "c1:e7", "c1-e7", "resign"] {
            assert!(read(&game, said).is_ok(), "{said}");
        }
        for (said, name) in [
            ("pass", "illegal-move"),
            ("d1-f5", "illegal-move"),
            ("d1-d1", "illegal-move"),
            ("i5-i6", "illegal-move"),
            ("n1-m5", "wrong-seat"),
            ("n1-z5", "garbage"),
            ("none", "garbage"),
            ("d1e5", "garbage"),
        ] {
            assert_eq!(read(&game, said).unwrap_err().name(), name, "{said}");
        }
        let said = read(&game, "n1-m5").unwrap_err().to_string();
        assert_eq!(said, "wrong-seat: n1-m5: the marble in n1 is seat 1's, and seat 0 is to move");
    }
}
