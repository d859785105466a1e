//! The games of a matrix: every number of seats, both hops and every cast equally often.

use engine::Game;
use engine::bots::{Bot, Player};
use engine::dice::below;
use engine::notation::MoveText;
use engine::rules::{Board, Hops, Rules, RulesError, Seat, Win};
use rand_chacha::ChaCha8Rng;

use super::lockstep::{Judged, Lockstep};
use super::table::{Cast, Key};
use crate::hunt::player::HOSTILE;
use crate::plan::Stream;

/// Bots that play to win, strong and weak.
const HONEST: [&str; 3] = ["hard", "normal", "easy"];

/// Bots without a plan.
const RANDOM: [&str; 2] = ["random", "forward"];

/// Plies a seat that are drawn at random at the start, so that no two games are the same.
const OPENING: usize = 2;

/// The games of a matrix, by number.
#[derive(Clone, Debug)]
pub struct Plan {
    seed: u64,
    boards: Vec<(Key, Board)>,
}

/// A game of a matrix as it came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Its number.
    pub game: u64,
    /// What kind of game it was.
    pub key: Key,
    /// What every rule says of it.
    pub judged: Judged,
    /// A rule of which the fast and the slow predicate said different things, with the game.
    pub differs: Option<(Win, Seat, Vec<MoveText>)>,
}

impl Plan {
    /// A plan under `rules`, but for the win rule, hops and seats, at these numbers of seats.
    ///
    /// # Errors
    ///
    /// If the rules do not fit a number of seats.
    pub fn new(seed: u64, rules: &Rules, seats: &[u8], hops: &[Hops]) -> Result<Self, RulesError> {
        let mut boards = Vec::new();
        for cast in Cast::ALL {
            for &hops in hops {
                for &seats in seats {
                    let rules = Rules { hops, win: Win::AllOwn, ..rules.with_seats(seats)? };
                    let key = Key { seats, long: hops == Hops::Long, cast };
                    boards.push((key, Board::new(&rules)?));
                }
            }
        }
        Ok(Self { seed, boards })
    }

    /// Plays a game and judges it by every rule.
    pub fn play(&self, game: u64) -> Compared {
        let (key, board) = &self.boards[(game % self.boards.len() as u64) as usize];
        let mut rng = Stream::Game.of(self.seed, game);
        let mut players = seat_players(key.cast, board, &mut rng);
        let mut race = Game::new(board);
        let mut lockstep = Lockstep::start(&race);
        let drawn = (OPENING * board.seat_count()) as u32;
        while let Some(seat) = race.turn() {
            let mv = if race.ply() < drawn {
                let moves = race.moves();
                let count = moves.len() as u64;
                (count > 0).then(|| moves.nth(below(&mut rng, count) as usize)).flatten()
            } else {
                players[seat.index()].choose(&race, &mut rng).map(|choice| choice.mv)
            };
            let what = mv.map_or(MoveText::Pass, MoveText::Move);
            race.act(what).expect("players play what is legal");
            lockstep.ply(seat, what, &race);
        }
        let differs = lockstep.differs().map(|(win, seat)| {
            let log = race.log().map(|(_, what)| what).collect();
            (win, seat, log)
        });
        Compared { game, key: *key, judged: lockstep.finish(&race), differs }
    }
}

/// A player for each seat.
fn seat_players(cast: Cast, board: &Board, rng: &mut ChaCha8Rng) -> Vec<Player> {
    let pick = |names: &[&'static str], rng: &mut ChaCha8Rng| {
        names[below(rng, names.len() as u64) as usize]
    };
    let from: &[&str] = if cast == Cast::Random { &RANDOM } else { &HONEST };
    let count = board.seat_count();
    let mut names: Vec<&str> = (0..count).map(|_| pick(from, rng)).collect();
    if cast == Cast::Hostile {
        // One at a small table, one or two at a large one.
        let hostile = 1 + if count > 3 { below(rng, 2) as usize } else { 0 };
        let first = below(rng, count as u64) as usize;
        for step in 0..hostile {
            let seat = (first + step * (1 + below(rng, count as u64 - 1) as usize)) % count;
            names[seat] = pick(&HOSTILE, rng);
        }
    }
    let bot = |name: &str| Bot::named(name).expect("every name is a bot's");
    names.iter().zip(board.seats()).map(|(name, seat)| Player::new(&bot(name), seat)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Matrix;
    use super::*;

    #[test]
    fn kinds_of_games_come_equally_often() {
        let rules = Rules { cap: engine::rules::Cap::Total(40), ..Rules::default() };
        let plan = Plan::new(1, &rules, &[2, 3, 4, 6], Hops::ALL).unwrap();
        let mut matrix = Matrix::default();
        for game in 0..48 {
            let compared = plan.play(game);
            assert_eq!(compared, plan.play(game));
            assert!(compared.judged.plies <= 40 && compared.differs.is_none());
            matrix.add(compared.key, &compared.judged);
        }
        assert_eq!(matrix.cells().count(), 24);
        assert!(matrix.cells().all(|(_, cell)| cell.games == 2));
        assert!(Plan::new(1, &rules, &[5], Hops::ALL).is_err());
    }
}
