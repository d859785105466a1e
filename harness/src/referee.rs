//! Plays one game under the checks and makes its record.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::notation::MoveText;
use engine::rules::Board;
use engine::{End, Game};

use crate::check::{Checker, Invariant, Laws, Level, Violation};
use crate::config::Config;
use crate::event::{Finding, Record};
use crate::exit::RunError;
use crate::interrupt::Interrupt;
use crate::plan::Planned;
use crate::playout::{Broken, Notes, Observer, playout};
use crate::ugi::player::Pool;

/// The boards of a configuration, one for each of its seat counts and in their order.
///
/// # Errors
///
/// If the rules do not fit a seat count: usage.
pub fn boards(config: &Config) -> Result<Vec<Board>, RunError> {
    let board = |&seats: &u8| config.board(seats).map_err(RunError::usage);
    config.seats.iter().map(board).collect()
}

/// Watches over the games of a configuration, one at a time.
#[derive(Debug)]
pub struct Referee<'l> {
    config: &'l Config,
    level: Level,
    /// By seat count.
    laws: &'l [Laws<'l>],
    checkers: Vec<Checker<'l>>,
    /// External engines that are idle between games.
    pool: Pool,
}

impl<'l> Referee<'l> {
    /// A referee who checks as much as `level` says; `laws` are those of the configuration's
    /// [`boards`].
    pub fn new(config: &'l Config, laws: &'l [Laws<'l>], level: Level) -> Self {
        let checkers = laws.iter().map(|laws| Checker::new(laws, level, config.seed)).collect();
        Self { config, level, laws, checkers, pool: Pool::new(config.engines) }
    }

    /// Plays a game to its end; none if it was interrupted twice. `notes` is given
    /// every decision that took thought, and is empty before. What the bots and the checks do wrong is in the record.
    ///
    /// # Panics
    ///
    /// If the configuration has no such seat count.
    pub fn play(
        &mut self,
        planned: Planned,
        observer: &mut impl Observer,
        notes: &mut Notes,
        interrupt: &Interrupt,
    ) -> Option<Record> {
        let config = self.config;
        let at = self.laws.iter().position(|laws| laws.board().seat_count() == planned.seats);
        let at = at.expect("a seat count of the configuration");
        let (board, checker) = (self.laws[at].board(), &mut self.checkers[at]);
        let pool = &self.pool;
        let mut game = Game::new(board);
        let (played, mut violations, tallies) = if self.level == Level::Off {
            (
                contained(config, pool, &planned, &mut game, observer, notes, interrupt),
                Vec::new(),
                None,
            )
        } else {
            let mut both = (&mut *checker, observer);
            let played = contained(config, pool, &planned, &mut game, &mut both, notes, interrupt);
            (played, checker.violations().to_vec(), Some(*checker.tallies()))
        };
        let mut end = game.end().unwrap_or(End::Void);
        let mut breach = |invariant: Invariant, message| {
            end = End::Void;
            violations.push(Violation { invariant: invariant.id(), ply: game.ply(), message });
        };
        match played {
            Ok(Ok(()) | Err(Broken::Void)) => {}
            Ok(Err(Broken::Abandoned)) => return None,
            Ok(Err(Broken::Misplay(seat, mv, refusal))) => {
                let bot = config.bots[planned.bots()[seat.index()]].name();
                let did = mv.map_or("pass".to_string(), |mv| board.star().move_text(mv));
                breach(Invariant::BotLegal, format!("{bot} in seat {seat} chose {did}: {refusal}"));
            }
            Err(panic) => breach(Invariant::NoPanic, panic_text(&*panic)),
        }
        // The rest of a record would ask a game that panicked for more.
        let counts = end != End::Void;
        let findings = violations.into_iter().map(|violation| Finding {
            invariant: violation.invariant,
            ply: violation.ply,
            position: text_at(board, &game, violation.ply),
            message: violation.message,
        });
        Some(Record {
            planned,
            findings: findings.collect(),
            failures: std::mem::take(&mut notes.failures),
            winner: game.winner().filter(|_| counts),
            end,
            plies: game.ply(),
            line: line(&planned, &game),
            places: if counts { game.places() } else { Default::default() },
            left_at_home: game.left_at_home().filter(|_| counts),
            tallies: tallies.filter(|_| counts),
        })
    }
}

/// Plays the game, and contains a panic: one broken game must not take the others' reports along.
fn contained(
    config: &Config,
    pool: &Pool,
    planned: &Planned,
    game: &mut Game<'_>,
    observer: &mut impl Observer,
    notes: &mut Notes,
    interrupt: &Interrupt,
) -> Result<Result<(), Broken>, Box<dyn Any + Send>> {
    let play = || playout(config, pool, planned, game, observer, notes, interrupt);
    // Nothing that a panic may leave half done is used for more than to say where it was.
    catch_unwind(AssertUnwindSafe(play))
}

/// Digest of who sits where and of all that was done in a game (FNV-1a).
fn line(planned: &Planned, game: &Game<'_>) -> u64 {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    planned.bots().iter().for_each(|&bot| add(bot as u8));
    for (_, what) in game.log() {
        match what {
            MoveText::Move(mv) => {
                [mv.from(), mv.to()].into_iter().for_each(|hole| add(hole.index() as u8))
            }
            // No hole has these numbers.
            MoveText::Pass => add(254),
            MoveText::Resign => add(255),
        }
    }
    digest
}

/// What a panic says.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_string()
}

/// Where a game had come to after its first `plies` plies, as text; none if it cannot be played again.
fn text_at(board: &Board, game: &Game<'_>, plies: u32) -> Option<String> {
    let log: Vec<MoveText> = game.log().take(plies as usize).map(|(_, what)| what).collect();
    let again = || {
        let mut again = Game::new(board);
        for what in log {
            again.act(what).ok()?;
        }
        Some(again.setup().to_string())
    };
    catch_unwind(AssertUnwindSafe(again)).ok().flatten()
}

#[cfg(test)]
mod tests {
    use engine::Position;
    use engine::bots::Bot;
    use engine::moves::Move;
    use engine::rules::{Rules, Seat};

    use super::*;
    use crate::contender::Contender;
    use crate::ugi::engines::Engines;

    fn config() -> Config {
        let bots = vec![Contender::named("forward").unwrap()];
        Config {
            games: 9,
            seats: vec![2],
            bots,
            seed: 1,
            rules: Rules::default(),
            opening: 1,
            engines: Engines::default(),
            seating: crate::plan::Seating::default(),
        }
    }

    /// Panics at one ply.
    struct Fragile(u32);

    impl Observer for Fragile {
        fn start(&mut self, _: &Planned, _: &Game<'_>) {}
        fn choice(&mut self, _: &Bot, _: &Game<'_>, _: Move) {}
        fn ply(&mut self, _: &Position, _: Seat, _: MoveText, after: &Game<'_>) {
            assert!(after.ply() != self.0, "broke at ply {}", self.0);
        }
        fn finish(&mut self, _: &Game<'_>) {}
    }

    fn played(level: Level, fragile: u32, interrupts: u32) -> Option<Record> {
        let config = config();
        let boards = boards(&config).unwrap();
        let laws: Vec<Laws<'_>> = boards.iter().map(Laws::new).collect();
        let interrupt = Interrupt::new();
        (0..interrupts).for_each(|_| interrupt.raise());
        let mut referee = Referee::new(&config, &laws, level);
        let planned = config.plan().game(3);
        referee.play(planned, &mut Fragile(fragile), &mut Notes::default(), &interrupt)
    }

    #[test]
    fn a_panic_is_a_finding_of_its_game() {
        for level in [Level::All, Level::Off] {
            let record = played(level, 7, 0).unwrap();
            assert_eq!((record.end, record.winner, record.plies), (End::Void, None, 7));
            let [finding] = &record.findings[..] else { panic!("{:?}", record.findings) };
            assert_eq!((finding.invariant, finding.ply), (Invariant::NoPanic.id(), 7));
            assert_eq!(finding.message, "broke at ply 7");
            assert!(finding.position.as_ref().is_some_and(|text| text.ends_with("; ply=7")));
        }
    }

    #[test]
    fn only_a_second_interrupt_abandons_a_game() {
        let whole = played(Level::Off, u32::MAX, 0);
        assert!(whole.as_ref().is_some_and(|record| record.findings.is_empty()));
        assert_eq!(played(Level::Off, u32::MAX, 1), whole);
        assert_eq!(played(Level::Off, u32::MAX, 2), None);
    }
}
