//! Watches over a game while it is played.

use engine::bots::Bot;
use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{BySeat, Seat};
use engine::{Game, Position};

use super::alarms::Tally;
use super::memory::Memory;
use super::sample::{Level, Sample};
use super::{
    Findings, Invariant, Laws, Turn, View, Violation, choice, listing, outcome, ply, state,
};

/// Watches over one game at a time, whose turns it is told one by one.
///
/// The cheap checks look at every ply, the costly ones at a seeded sample. It draws nothing from the
/// game's own randomness and allocates nothing while all is well, but for the costly checks.
#[derive(Clone, Debug)]
pub struct Checker<'l> {
    laws: &'l Laws<'l>,
    level: Level,
    seed: u64,
    sample: Sample,
    now: View,
    memory: Memory,
    tallies: BySeat<Tally>,
    found: Findings,
}

impl<'l> Checker<'l> {
    /// A checker for games on one board; `seed` picks the sample.
    pub fn new(laws: &'l Laws<'l>, level: Level, seed: u64) -> Self {
        Self {
            laws,
            level,
            seed,
            sample: Sample::new(level, seed, 0),
            now: View::of(&Game::new(laws.board())),
            memory: Memory::default(),
            tallies: BySeat::default(),
            found: Findings::new(laws.invariants()),
        }
    }

    /// Game `number` of the run is set up.
    pub fn start(&mut self, game: &Game<'_>, number: u64) {
        self.found.clear();
        self.tallies = BySeat::default();
        self.sample = Sample::new(self.level, self.seed, number);
        if self.level == Level::Off {
            return;
        }
        let (laws, position) = (self.laws, game.position());
        self.now = View::of(game);
        self.found.ply = game.ply();
        let start = laws.board().start();
        let opening = game.ply() == 0 && *position == start;
        let natives = position.natives().unwrap_or_default();
        self.memory.start(laws, &self.now, opening, game.cap(), natives);
        for (invariant, message) in laws.broken() {
            self.found.ask(*invariant, || Err(message.clone()));
        }
        if opening {
            let (view, memory) = (&self.now, &self.memory);
            self.found
                .ask(Invariant::NobodyHomeAtStart, || outcome::nobody_home(laws, memory, view));
        }
    }

    /// `seat` has done `what` in the position `before`.
    #[inline]
    pub fn ply(&mut self, before: &Position, seat: Seat, what: MoveText, after: &Game<'_>) {
        if self.level == Level::Off {
            return;
        }
        let now = View::of(after);
        let turn = Turn::new(&self.now, seat, what, &now);
        self.found.ply = now.ply;
        self.memory.take(self.laws, &turn);
        ply::check(self.laws, &self.memory, &turn, &mut self.found);
        outcome::check(self.laws, &self.memory, &turn, &mut self.found);
        if turn.standings_changed {
            for seat in self.laws.seats() {
                let agree = || state::win_predicate(self.laws, after, seat);
                self.found.ask(Invariant::WinPredicate, agree);
            }
        }
        if let MoveText::Move(mv) = what {
            let last = self.memory.last_move[seat].replace(mv);
            self.tallies[seat].moves += 1;
            self.tallies[seat].reversals += u64::from(last == Some(mv.reversed()));
        }
        if self.sample.looks(now.ply).is_some() {
            self.look(before, what, after, &now);
        }
        self.now = now;
    }

    /// The costly checks.
    #[cold]
    fn look(&mut self, before: &Position, what: MoveText, after: &Game<'_>, now: &View) {
        let Some(mut lot) = self.sample.looks(now.ply) else { return };
        let played = match what {
            MoveText::Move(mv) => Some(mv),
            MoveText::Pass | MoveText::Resign => None,
        };
        listing::check(self.laws, before, played, &mut lot, &mut self.found);
        state::check(self.laws, before, played, after, now, &mut lot, &mut self.found);
    }

    /// `bot` has chosen its move in a game in which it is to move.
    #[inline]
    pub fn choice(&mut self, bot: &Bot, game: &Game<'_>, chosen: Move) {
        if self.level != Level::Off {
            // The ply that the choice is for.
            let lot = self.sample.looks(game.ply() + 1);
            choice::check(self.laws, &self.memory, bot, game, chosen, lot, &mut self.found);
        }
    }

    /// The game is over, or is left as it is.
    pub fn finish(&mut self, game: &Game<'_>) {
        if self.level == Level::Off || !game.over() {
            return;
        }
        let (laws, view) = (self.laws, &self.now);
        let places = game.places();
        self.found.ask(Invariant::Places, || outcome::places(laws, view, |seat| places[seat]));
        self.found.ask(Invariant::OverOffersNothing, || {
            // A copy of a long game costs as much as many plies.
            let takes = self.sample.looks_at_end() && takes_a_ply(game);
            outcome::over_offers_nothing(game.moves().len(), game.turn(), takes)
        });
    }

    /// What did not hold in this game: for each invariant the first time.
    pub fn violations(&self) -> &[Violation] {
        self.found.list()
    }

    /// How each seat moved in this game.
    pub fn tallies(&self) -> &BySeat<Tally> {
        &self.tallies
    }
}

/// Whether a game takes anything that a seat may do.
fn takes_a_ply(game: &Game<'_>) -> bool {
    let mut copy = game.clone();
    let mv = game.board().moves(game.position()).nth(0);
    copy.pass().is_ok() || copy.resign().is_ok() || mv.is_some_and(|mv| copy.play(mv).is_ok())
}

#[cfg(test)]
mod tests {
    use engine::notation::Setup;

    use super::*;
    use crate::check::tests::{START, THIN, laws, mv};

    fn position(text: &str) -> Position {
        text.parse::<Setup>().unwrap().position
    }

    fn game(laws: &'static Laws<'static>, text: &str) -> Game<'static> {
        Game::resume(laws.board(), &text.parse().unwrap()).unwrap()
    }

    fn ids(checker: &Checker<'_>) -> Vec<&'static str> {
        checker.violations().iter().map(|found| found.invariant).collect()
    }

    /// A marble elsewhere than before the ply changes the evaluation by more than the ply does.
    #[test]
    fn the_costly_checks_are_made() {
        let (laws, _) = laws(&[], THIN);
        let elsewhere = THIN.replace("000000000", "00000000[1]").replacen("[3]", "[2]0", 1);
        for (before, takes) in [(THIN, &[][..]), (&elsewhere, &["evaluation-recomputed"])] {
            let mut checker = Checker::new(laws, Level::All, 1);
            let mut game = game(laws, THIN);
            checker.start(&game, 0);
            let (seat, what) = (Seat::ALL[0], MoveText::Move(mv(laws, "m5-n1")));
            game.act(what).unwrap();
            checker.ply(&position(before), seat, what, &game);
            assert_eq!(ids(&checker), takes);
        }
    }

    #[test]
    fn a_choice_is_looked_at_unless_nothing_is() {
        let (laws, _) = laws(&[], THIN);
        let hard = Bot::named("hard").unwrap();
        for (level, takes) in [
            (Level::All, &["bot-takes-win"][..]),
            (Level::Sample, &["bot-takes-win"]),
            (Level::Off, &[]),
        ] {
            let mut checker = Checker::new(laws, level, 1);
            let game = game(laws, THIN);
            checker.start(&game, 0);
            checker.choice(&hard, &game, mv(laws, "m5-l5"));
            assert_eq!(ids(&checker), takes, "{level:?}");
        }
    }

    #[test]
    fn a_game_takes_plies_until_it_is_over() {
        let (laws, _) = laws(&[], START);
        assert!(takes_a_ply(&game(laws, START)));
        assert!(!takes_a_ply(&game(laws, &format!("{START} ; places=0,1"))));
    }

    /// Places are held against the last turn that was seen.
    #[test]
    fn places_are_looked_at_when_the_game_is_over() {
        let (laws, _) = laws(&[], START);
        let won = format!("{START} ; places=0,1");
        for (level, end, takes) in [
            (Level::Sample, won.as_str(), &["places"][..]),
            (Level::Sample, START, &[]),
            (Level::Off, &won, &[]),
        ] {
            let mut checker = Checker::new(laws, level, 1);
            checker.start(&game(laws, START), 0);
            checker.finish(&game(laws, end));
            assert_eq!(ids(&checker), takes, "{level:?} {end}");
        }
    }

    #[test]
    fn moves_and_those_taken_back_are_tallied() {
        let (laws, _) = laws(&[], START);
        let mut checker = Checker::new(laws, Level::Sample, 1);
        let mut game = game(laws, START);
        checker.start(&game, 0);
        for text in ["d1-e5", "n1-m5", "e5-d1", "n4-m9", "d1-e5"] {
            let (before, what) = (*game.position(), MoveText::Move(mv(laws, text)));
            game.act(what).unwrap();
            checker.ply(&before, before.turn(), what, &game);
        }
        assert_eq!(ids(&checker), [""; 0]);
        let [first, second, ..] = checker.tallies().0;
        assert_eq!(first, Tally { moves: 3, reversals: 2 });
        assert_eq!(second, Tally { moves: 2, reversals: 0 });
    }

    /// A win at once is too early where the game began at the opening.
    #[test]
    fn a_game_begins_at_the_opening_or_elsewhere() {
        let near = "[1]/11/111/1111/[13]/[12]/[11]/[10]/[4]1[4]/[10]/[11]/[12]/[4]0[8]/[1]000/000/00/0 0 2 10";
        let (laws, _) = laws(&[("win", "all-own")], near);
        let mut won = game(laws, near);
        let (before, what) = (*won.position(), MoveText::Move(mv(laws, "m5-n1")));
        won.act(what).unwrap();
        for (start, early) in [(START, true), (&format!("{START} ; ply=1"), false), (near, false)] {
            let mut checker = Checker::new(laws, Level::Sample, 1);
            checker.start(&game(laws, start), 0);
            checker.ply(&before, before.turn(), what, &won);
            assert_eq!(ids(&checker).contains(&"no-win-before-ply-30"), early, "{start}");
        }
    }
}
