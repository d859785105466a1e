//! What must hold of a bot's choice.

use engine::bots::{Bot, Player};
use engine::moves::Move;
use engine::rules::{Seat, Win};
use engine::star::HoleSet;
use engine::{Game, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::ply::text;
use super::sample::Lot;
use super::{Findings, Held, Invariant, Laws, Memory, View};

/// Asks everything about the move that `bot` has chosen; the costly part with a lot alone.
pub fn check(
    laws: &Laws<'_>,
    memory: &Memory,
    bot: &Bot,
    game: &Game<'_>,
    chosen: Move,
    lot: Option<Lot>,
    found: &mut Findings,
) {
    if bot.is_noise_free() {
        found.ask(Invariant::BotTakesWin, || {
            let wins = wins_in_one(laws, memory, &View::of(game), game.position());
            takes_win(laws, bot.name(), chosen, &wins)
        });
    }
    let Some(mut lot) = lot else { return };
    // Two more searches are as much as many plies.
    if lot.falls(4) {
        found.ask(Invariant::BotSame, || {
            let seed = lot.below(usize::MAX) as u64;
            let choose = || {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let choice = Player::new(bot, game.position().turn()).choose(game, &mut rng);
                choice.map(|choice| choice.mv)
            };
            same_move(laws, bot.name(), choose(), choose())
        });
    }
}

/// The same bot asked twice says the same.
pub fn same_move(laws: &Laws<'_>, bot: &str, once: Option<Move>, again: Option<Move>) -> Held {
    if once == again {
        return Ok(());
    }
    let name = |mv: Option<Move>| mv.map_or("no move".to_string(), |mv| text(laws, mv));
    Err(format!("'{bot}' chose {}, and {} from the same seed", name(once), name(again)))
}

/// A bot that could win at once has done so.
pub fn takes_win(laws: &Laws<'_>, bot: &str, chosen: Move, wins: &[Move]) -> Held {
    if wins.is_empty() || wins.contains(&chosen) {
        return Ok(());
    }
    Err(format!("'{bot}' chose {} over {}, which wins", text(laws, chosen), text(laws, wins[0])))
}

/// The moves that bring the seat to move home.
pub fn wins_in_one(
    laws: &Laws<'_>,
    memory: &Memory,
    view: &View,
    position: &Position,
) -> Vec<Move> {
    let seat = position.turn();
    if !is_near(laws, view, seat) {
        return Vec::new();
    }
    let wins = |mv: &Move| {
        let mut after = *view;
        after.marbles[seat].remove(mv.from());
        after.marbles[seat].insert(mv.to());
        laws.is_home(&after, after.occupied(), memory.natives, seat)
    };
    laws.board().moves(position).iter().filter(wins).collect()
}

/// Whether one move could bring a seat home: it fills one hole of the goal at most, and takes one
/// marble out of its home at most.
fn is_near(laws: &Laws<'_>, view: &View, seat: Seat) -> bool {
    let (goal, own) = (laws.terrain.goal(seat), view.marbles[seat]);
    let few = |holes: HoleSet| holes.len() <= 1;
    few(goal - view.occupied())
        && match laws.rules().win {
            Win::AllOwn => few(goal - own),
            Win::AnyOwn | Win::Natives => true,
            Win::Vacated | Win::EmptyHome | Win::LockedOut => few(own & laws.terrain.home(seat)),
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::tests::{AT_HOME, START, THIN, laws};

    #[test]
    fn a_seat_is_near_with_a_hole_to_fill_and_a_marble_at_home_at_most() {
        for (win, text, near) in [
            ("vacated", START, false),
            ("vacated", AT_HOME, false),
            ("any-own", AT_HOME, true),
            ("vacated", THIN, true),
            ("all-own", THIN, false),
        ] {
            let (laws, setup) = laws(&[("win", win)], text);
            let view = View::of(&Game::resume(laws.board(), &setup).unwrap());
            assert_eq!(is_near(laws, &view, view.turn), near, "{win} {text}");
        }
    }
}
