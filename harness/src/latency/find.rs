//! How the committed positions were found: by play, the worst of it and some of the rest.

use engine::Game;
use engine::bots::{Bot, Player};
use engine::coach::Coach;
use engine::dice::below;
use engine::notation::Setup;
use engine::rules::{Board, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use rayon::prelude::*;

use super::corpus::{Entry, Kept, Phase};

/// The presets that are played: short hops and long ones.
const PRESETS: [&str; 2] = ["standard", "hub"];

/// Numbers of seats.
const SEATS: [u8; 4] = [2, 3, 4, 6];

/// Positions of each rules, seats and phase that are kept for the Coach's work in them.
const WORST: usize = 6;

/// And those that are drawn.
const DRAWN: usize = 8;

/// Who plays: strong bots, weak ones, and those that crowd the goals.
pub const PLAYERS: [&str; 8] =
    ["hard", "hard:noise=0.1", "normal", "easy", "forward", "squatter", "spoiler", "hoarder"];

/// Plies of each seat at which a game ends: hostile ones would play to the cap.
const PLIES: u32 = 150;

/// A position that a game came through.
#[derive(Clone, Debug)]
struct Seen {
    work: u64,
    ply: u32,
    setup: Setup,
}

/// Of each phase of one game: the position with the most work for the Coach, and one that was drawn.
type Gleaned = [Option<(Seen, Seen)>; Phase::ALL.len()];

/// Plays `games` games at each number of seats, under short hops and long ones, and keeps what is
/// worth it.
///
/// # Panics
///
/// If the engine does.
pub fn find(seed: u64, games: u64) -> Vec<Entry> {
    let groups = PRESETS.iter().flat_map(|&preset| SEATS.map(|seats| (preset, seats)));
    let mut entries = Vec::new();
    for (group, (preset, seats)) in (0..).zip(groups) {
        let rules = Rules::preset(preset).and_then(|rules| rules.with_seats(seats));
        let board = Board::new(&rules.expect("a preset")).expect("a preset makes a board");
        let gleaned: Vec<(String, Gleaned)> = (0..games)
            .into_par_iter()
            .map(|game| glean(&board, seed, group * games + game))
            .collect();
        let mut words = stream(seed, u64::MAX - group);
        for (place, phase) in Phase::ALL.into_iter().enumerate() {
            let seen = gleaned.iter().filter_map(|(players, phases)| {
                let (worst, drawn) = phases[place].as_ref()?;
                Some((players, worst, drawn))
            });
            let mut worst: Vec<(&String, &Seen)> =
                seen.clone().map(|(players, worst, _)| (players, worst)).collect();
            // Stable: of equals the earlier game comes first.
            worst.sort_by_key(|(_, seen)| std::cmp::Reverse(seen.work));
            worst.truncate(WORST);
            let mut drawn: Vec<(&String, &Seen)> = seen
                .map(|(players, _, drawn)| (players, drawn))
                .filter(|(_, seen)| worst.iter().all(|(_, worst)| worst.setup != seen.setup))
                .collect();
            engine::dice::shuffle(&mut words, &mut drawn);
            drawn.truncate(DRAWN);
            for (kept, chosen) in [(Kept::Worst, worst), (Kept::Drawn, drawn)] {
                for (number, (players, seen)) in (1..).zip(chosen) {
                    entries.push(Entry {
                        id: format!("{preset}-{seats}-{phase}-{}-{number}", kept.name()),
                        rules: preset.to_string(),
                        phase,
                        kept,
                        source: format!("ply {} of {players}", seen.ply),
                        setup: seen.setup.clone(),
                    });
                }
            }
        }
    }
    entries
}

fn stream(seed: u64, game: u64) -> ChaCha8Rng {
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    words.set_stream(game);
    words
}

/// Plays a game, and says which it was.
fn glean(board: &Board, seed: u64, number: u64) -> (String, Gleaned) {
    let mut words = stream(seed, number);
    let names: Vec<&str> =
        board.seats().map(|_| PLAYERS[below(&mut words, PLAYERS.len() as u64) as usize]).collect();
    let bots = names.iter().map(|name| Bot::named(name).expect("a listed player"));
    let mut players: Vec<Player> =
        board.seats().zip(bots).map(|(seat, bot)| Player::new(&bot, seat)).collect();
    let mut coach = Coach::new();
    let mut game = Game::new(board);
    let mut gleaned: Gleaned = Default::default();
    let mut count = [0; Phase::ALL.len()];
    let seats = board.seat_count() as u32;
    while let Some(seat) = game.turn()
        && game.ply() < PLIES * seats
    {
        let moves = game.moves();
        let mv = if game.ply() < 2 * seats {
            moves.nth(below(&mut words, moves.len().max(1) as u64) as usize)
        } else {
            let found = coach.suggest(&game, 0, None);
            let work = found.moves + found.evaluations;
            let seen = || Seen { work, ply: game.ply(), setup: game.setup() };
            let phase = Phase::of(&game);
            let place = Phase::ALL.iter().position(|&other| other == phase).expect("listed");
            count[place] += 1;
            let drawn = below(&mut words, count[place]) == 0;
            match &mut gleaned[place] {
                None => gleaned[place] = Some((seen(), seen())),
                Some((worst, one)) => {
                    if work > worst.work {
                        *worst = seen();
                    }
                    if drawn {
                        *one = seen();
                    }
                }
            }
            players[seat.index()].choose(&game, &mut words).map(|choice| choice.mv)
        };
        let played = match mv {
            Some(mv) => game.play(mv),
            None => game.pass(),
        };
        played.expect("players move by the rules");
    }
    (format!("game {number}, seed {seed}: {}", names.join(", ")), gleaned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latency::corpus::Corpus;

    #[test]
    fn what_is_found_follows_from_the_seed_and_reads_back() {
        let found = find(5, 1);
        assert!(found.len() > 16, "{}", found.len());
        assert_eq!(find(5, 1), found);
        assert_ne!(find(6, 1), found);
        let corpus = Corpus::read(&Corpus::write(&found, "found")).unwrap();
        assert_eq!(corpus.entries(), found);
    }
}
