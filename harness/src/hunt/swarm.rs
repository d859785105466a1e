//! What each game of a hunt is: its own rules, players and start, drawn from the seed.
//!
//! Faults hide where features meet, and a feature that is always on hides what its absence would
//! show. So every game leaves most axes of the rules as they are and draws the others, takes part of
//! the players only, and may do without resignations, without chains or without steps.

use engine::dice::{below, shuffle};
use engine::notation::Setup;
use engine::rules::{
    AfterWin, Board, ForeignPoints, HandWin, Hops, LeaveGoal, NoMove, Over, Rules, Seat, Win,
    WinTested,
};
use rand_chacha::ChaCha8Rng;

use super::coverage::SEATS;
use super::player;
use super::start::Start;
use crate::plan::Stream;

/// Axes whose options have names.
pub const NAMED_AXES: [&str; 9] = [
    "hops",
    "over",
    "foreign-points",
    "leave-goal",
    "win",
    "win-tested",
    "hand-win",
    "after-win",
    "no-move",
];

/// Axes that are drawn, but for the number of seats.
pub const DRAWN_AXES: [&str; 14] = [
    "hops",
    "over",
    "foreign-points",
    "leave-goal",
    "win",
    "win-tested",
    "hand-win",
    "after-win",
    "no-move",
    "repetition",
    "cap",
    "arm",
    "marbles",
    "layout",
];

/// Win rules that let nobody win with marbles at home: those that are drawn.
pub const SOUND: [Win; 4] = [Win::Vacated, Win::AllOwn, Win::EmptyHome, Win::LockedOut];

/// The options of an axis that has names for them; none of any other.
pub fn options(axis: &str) -> Vec<&'static str> {
    fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<&'static str> {
        all.iter().map(|&option| name(option)).collect()
    }
    match axis {
        "hops" => names(Hops::ALL, Hops::name),
        "over" => names(Over::ALL, Over::name),
        "foreign-points" => names(ForeignPoints::ALL, ForeignPoints::name),
        "leave-goal" => names(LeaveGoal::ALL, LeaveGoal::name),
        "win" => names(Win::ALL, Win::name),
        "win-tested" => names(WinTested::ALL, WinTested::name),
        "hand-win" => names(HandWin::ALL, HandWin::name),
        "after-win" => names(AfterWin::ALL, AfterWin::name),
        "no-move" => names(NoMove::ALL, NoMove::name),
        _ => Vec::new(),
    }
}

/// What may be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swarm {
    /// What every draw comes from.
    pub seed: u64,
    /// The rules that are played but for what is drawn.
    pub rules: Rules,
    /// Axes that are drawn.
    pub drawn: Vec<&'static str>,
    /// Numbers of seats that are drawn from; at least one.
    pub seats: Vec<u8>,
    /// Players that are drawn from, by name; at least one.
    pub players: Vec<&'static str>,
    /// Starts that are drawn from; at least one.
    pub starts: Vec<Start>,
}

impl Swarm {
    /// Everything there is, under rules that let nobody win with marbles at home.
    pub fn everything(seed: u64) -> Self {
        Self {
            seed,
            rules: Rules::default(),
            drawn: DRAWN_AXES.to_vec(),
            seats: SEATS.to_vec(),
            players: player::NAMES.to_vec(),
            starts: Start::ALL.to_vec(),
        }
    }

    /// Draws game `game`: its board and the rest. What is left of the stream is for its play.
    ///
    /// # Panics
    ///
    /// If there is no board for the rules, or nothing to draw from.
    pub fn draw(&self, game: u64) -> (Board, Drawn) {
        let mut rng = Stream::Game.of(self.seed, game);
        let board = self.board(&mut rng);
        let mut cast = self.players.clone();
        shuffle(&mut rng, &mut cast);
        // Often two or three kinds meet, at times all.
        let kinds = 1 + below(&mut rng, cast.len().min(4) as u64) as usize;
        if below(&mut rng, 4) > 0 {
            cast.truncate(kinds);
        }
        let players = (0..board.seat_count()).map(|_| pick(&mut rng, &cast)).collect();
        // The opening is where games begin.
        let opening = self.starts.contains(&Start::Opening) && below(&mut rng, 3) == 0;
        let start = if opening { Start::Opening } else { pick(&mut rng, &self.starts) };
        let setup = start.draw(&board, &mut rng);
        let start = if setup.is_some() { start } else { Start::Opening };
        let resigns = below(&mut rng, 16) == 0;
        (board, Drawn { game, players, start, setup, resigns, rng })
    }

    /// Draws rules until they fit together, which most do.
    fn board(&self, rng: &mut ChaCha8Rng) -> Board {
        for _ in 0..16 {
            let rules = self.draw_rules(rng);
            if let Ok(board) = Board::new(&rules) {
                return board;
            }
        }
        let mut rules = self.rules;
        rules.seats = rules.seats.or(Some(self.seats[0]));
        Board::new(&rules).expect("rules that are hunted under have a board")
    }

    fn draw_rules(&self, rng: &mut ChaCha8Rng) -> Rules {
        let mut rules = self.rules;
        rules.seats = rules.seats.or_else(|| Some(pick(rng, &self.seats)));
        for &axis in &self.drawn {
            if below(rng, 2) == 0
                && let Some(value) = self.draw_axis(axis, &rules, rng)
            {
                rules.set(axis, &value).expect("a drawn option is one");
            }
        }
        rules
    }

    /// An option of an axis; none leaves it as it is.
    fn draw_axis(&self, axis: &str, rules: &Rules, rng: &mut ChaCha8Rng) -> Option<String> {
        let arm = rules.arm.unwrap_or(4);
        Some(match axis {
            "win" => pick(rng, &SOUND).name().to_string(),
            "repetition" => (2 + below(rng, 3)).to_string(),
            "cap" => pick(rng, &["40", "100", "250", "60total", "1total"]).to_string(),
            "arm" => (1 + below(rng, 4)).to_string(),
            "marbles" if rules.seats.is_some_and(|seats| seats <= 3) => {
                ((arm + 1) * (arm + 2) / 2).to_string()
            }
            "layout" => {
                let mut points = [0, 1, 2, 3, 4, 5];
                shuffle(rng, &mut points);
                let seats = usize::from(rules.seats?);
                let texts: Vec<String> = points[..seats].iter().map(u8::to_string).collect();
                texts.join(",")
            }
            "marbles" => return None,
            _ => pick(rng, &options(axis)).to_string(),
        })
    }
}

/// A game as drawn, but for its board.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// Its number in the hunt.
    pub game: u64,
    /// Who plays, by seat.
    pub players: Vec<&'static str>,
    /// What kind of point it starts from.
    pub start: Start,
    /// The point; none is the opening.
    pub setup: Option<Setup>,
    /// Whether seats resign at times.
    pub resigns: bool,
    /// What its play draws from.
    pub rng: ChaCha8Rng,
}

impl Drawn {
    /// The player in a seat.
    pub fn player(&self, seat: Seat) -> &'static str {
        self.players[seat.index()]
    }
}

fn pick<T: Copy>(rng: &mut ChaCha8Rng, items: &[T]) -> T {
    items[below(rng, items.len() as u64) as usize]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn everything_is_drawn_and_fits_together() {
        let swarm = Swarm::everything(1);
        let mut seen = BTreeSet::new();
        for game in 0..2000 {
            let (board, drawn) = swarm.draw(game);
            assert_eq!(drawn.players.len(), board.seat_count());
            assert!(SOUND.contains(&board.rules().win));
            for axis in NAMED_AXES {
                seen.insert(format!("{axis} {}", board.rules().get(axis).unwrap()));
            }
            seen.insert(format!("seats {}", board.seat_count()));
            seen.insert(format!("arm {}", board.star().arm()));
            seen.insert(format!("start {}", drawn.start));
            seen.extend(drawn.players.iter().map(|name| format!("bot {name}")));
            seen.insert(format!("resigns {}", drawn.resigns));
            let clockwise = board.rules().layouts == Rules::default().layouts;
            seen.insert(format!("clockwise {clockwise}"));
            if let Some(setup) = &drawn.setup {
                assert!(engine::Game::resume(&board, setup).is_ok());
            }
        }
        let options: usize = NAMED_AXES.iter().map(|axis| options(axis).len()).sum();
        // Two win rules are never drawn.
        let expected = options - 2 + SEATS.len() + 4 + Start::ALL.len() + player::NAMES.len() + 4;
        assert_eq!(seen.len(), expected, "{seen:?}");
    }

    #[test]
    fn what_is_not_drawn_stays() {
        let mut swarm = Swarm::everything(7);
        swarm.rules = Rules::preset("game-sternhalma").unwrap();
        swarm.drawn = vec!["arm"];
        swarm.seats = vec![2, 6];
        swarm.players = vec!["hoarder"];
        swarm.starts = vec![Start::Opening];
        for game in 0..100 {
            let (board, drawn) = swarm.draw(game);
            let mut rules = *board.rules();
            assert!(swarm.seats.contains(&rules.seats.unwrap()));
            (rules.arm, rules.seats) = (None, None);
            assert_eq!(rules, swarm.rules);
            assert!(drawn.players.iter().all(|&name| name == "hoarder"));
            assert!(drawn.setup.is_none());
        }
    }

    #[test]
    fn a_game_is_a_function_of_seed_and_number() {
        let text = |seed, game| {
            let (board, drawn) = Swarm::everything(seed).draw(game);
            format!("{:?} {drawn:?}", board.rules())
        };
        assert_eq!(text(3, 40), text(3, 40));
        assert_ne!(text(3, 40), text(3, 41));
        assert_ne!(text(3, 40), text(4, 40));
    }
}
