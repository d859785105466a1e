//! Faults in what bots play.

use std::cell::Cell;
use std::time::Duration;

use engine::Game;
use engine::bots::Bot;
use engine::dice::below;
use engine::moves::Move;
use engine::rules::Seat;
use engine::star::Hole;
use rand_chacha::ChaCha8Rng;

use super::fault::faults;
use super::watch::{Chooser, Right};

faults! { Bots;
    "never-leaves-home" "Its last marble never leaves its home."
        ["seats" = "2", "arm" = "2", "marbles" = "3", "cap" = "400", "win" = "vacated", "win-tested" = "all"]
        Bot |bot, seat| bends(bot, seat, |game, best, rng| {
            let own = game.position().marbles(best.seat);
            let home = game.board().home(best.seat);
            let last = (own & home).len() == 1 && home.contains(best.mv.from()) && !home.contains(best.mv.to());
            if !last || wins(game, best) {
                return Some(best.ends());
            }
            let others: Vec<Move> = game.moves().iter().filter(|mv| mv.from() != best.mv.from()).collect();
            let count = others.len() as u64;
            let other = if count == 0 { best.mv } else { others[below(rng, count) as usize] };
            Some((other.from(), other.to()))
        });
    "shuffles-in-its-goal" "It shuffles in its goal while its last marble waits."
        ["seats" = "2"] Bot |bot, seat| bends(bot, seat, |game, best, _| {
            let goal = game.board().goal(best.seat);
            let inside = |mv: &Move| goal.contains(mv.from()) && goal.contains(mv.to());
            let within = game.moves().iter().find(inside);
            Some(within.map_or(best.ends(), |mv| (mv.from(), mv.to())))
        });
    "takes-back-for-ever" "It takes its own last move back for ever."
        ["leave-goal" = "allowed"] Bot |bot, seat| Box::new(TakesBack { right: Right::new(bot, seat), last: None });
    "looks-past-a-win" "It looks past a win in one."
        [] Bot |bot, seat| bends(bot, seat, |game, best, _| {
            let other = game.moves().iter().find(|&mv| !wins(game, Best { mv, ..best }));
            Some(if wins(game, best) { other.map_or(best.ends(), |mv| (mv.from(), mv.to())) } else { best.ends() })
        });
    "proposes-where-it-stands" "It proposes a move that ends where it begins."
        [] Bot |bot, seat| bends(bot, seat, |game, best, _| {
            let seat = best.seat;
            let gains = game.board().distance(seat, best.mv.to()) < game.board().distance(seat, best.mv.from());
            Some(if gains { best.ends() } else { (best.mv.from(), best.mv.from()) })
        });
    "keeps-a-stale-move" "It keeps the best move of an earlier search."
        [] Bot |bot, seat| Box::new(Stale { right: Right::new(bot, seat), kept: None });
    "slow-when-cold" "It exceeds its time on its first move."
        [] Thread |_, _| Box::new(Sleeps);
    "crashes-with-one-move" "It crashes when it has a single move."
        [] Bot |bot, seat| bends(bot, seat, |game, best, _| {
            let moves: Vec<Move> = game.moves().iter().collect();
            let second = moves[1];
            Some(if second == best.mv { (second.from(), second.to()) } else { best.ends() })
        });
    "no-two-alike" "From the same seed it plays different moves."
        [] Bot |bot, seat| bends(bot, seat, |game, _, _| {
            thread_local!(static ASKED: Cell<usize> = const { Cell::new(0) });
            let asked = ASKED.replace(ASKED.get() + 1);
            let moves = game.moves();
            moves.nth(asked % moves.len()).map(|mv| (mv.from(), mv.to()))
        });
    "moves-a-rival" "It moves a rival's marble."
        ["seats" = "2"] Bot |bot, seat| bends(bot, seat, |game, best, _| {
            let rival = best.seat.after(2);
            let moves = game.board().moves_of(game.position(), rival);
            let chosen = moves.nth(0);
            Some(chosen.map_or(best.ends(), |mv| (mv.from(), mv.to())))
        });
    "passes-at-will" "It passes when no move gains ground."
        [] Bot |bot, seat| bends(bot, seat, |game, best, _| {
            let gains = game.board().distance(best.seat, best.mv.to()) < game.board().distance(best.seat, best.mv.from());
            gains.then_some(best.ends())
        });
    "forgets-the-last-hop" "It names a chain by the hole before its last landing plus one more."
        [] Bot |bot, seat| bends(bot, seat, |game, best, _| {
            let beyond = game.board().star().opposite(best.mv.to());
            let chain = !game.board().star().neighbours(best.mv.from()).contains(best.mv.to());
            Some(if chain { (best.mv.from(), beyond) } else { best.ends() })
        });
}

/// The move that the bot should make, and its seat.
#[derive(Clone, Copy)]
struct Best {
    seat: Seat,
    mv: Move,
}

impl Best {
    fn ends(&self) -> (Hole, Hole) {
        (self.mv.from(), self.mv.to())
    }
}

/// Whether a move brings its seat home.
fn wins(game: &Game<'_>, best: Best) -> bool {
    let mut after = *game.position();
    game.board().apply(&mut after, best.mv);
    game.board().complete(&after, best.seat)
}

/// What becomes of the best move.
type Bend = fn(&Game<'_>, Best, &mut ChaCha8Rng) -> Option<(Hole, Hole)>;

/// A bot that makes something else of its best move.
struct Bends {
    right: Right,
    seat: Seat,
    bend: Bend,
}

fn bends(bot: &Bot, seat: Seat, bend: Bend) -> Box<dyn Chooser> {
    Box::new(Bends { right: Right::new(bot, seat), seat, bend })
}

impl Chooser for Bends {
    fn choose(&mut self, game: &Game<'_>, rng: &mut ChaCha8Rng) -> Option<(Hole, Hole)> {
        let mv = self.right.best(game, rng)?;
        (self.bend)(game, Best { seat: self.seat, mv }, rng)
    }
}

/// Takes its last move back whenever it can.
struct TakesBack {
    right: Right,
    last: Option<Move>,
}

impl Chooser for TakesBack {
    fn choose(&mut self, game: &Game<'_>, rng: &mut ChaCha8Rng) -> Option<(Hole, Hole)> {
        let back = self.last.map(Move::reversed).filter(|&mv| game.moves().contains(mv));
        self.last = back.or_else(|| self.right.best(game, rng));
        self.last.map(|mv| (mv.from(), mv.to()))
    }
}

/// Keeps its move for as long as it has a marble there.
struct Stale {
    right: Right,
    kept: Option<Move>,
}

impl Chooser for Stale {
    fn choose(&mut self, game: &Game<'_>, rng: &mut ChaCha8Rng) -> Option<(Hole, Hole)> {
        let own = game.position().marbles(game.position().turn());
        let best = self.right.best(game, rng);
        let kept = self.kept.filter(|mv| own.contains(mv.from()));
        // Every other search keeps what the one before found.
        self.kept = if kept.is_some() { None } else { game.moves().nth(0) };
        kept.or(best).map(|mv| (mv.from(), mv.to()))
    }
}

/// Does not come to a move.
struct Sleeps;

impl Chooser for Sleeps {
    fn choose(&mut self, _: &Game<'_>, _: &mut ChaCha8Rng) -> Option<(Hole, Hole)> {
        std::thread::sleep(Duration::from_secs(3600));
        None
    }
}
