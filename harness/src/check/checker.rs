//! Watches over a game while it is played.

use engine::bots::Bot;
use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{BySeat, Seat};
use engine::{Game, Position};

use super::alarms::Tally;
use super::memory::{Memory, newcomers};
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
        if turn.standings_changed && newcomers(self.laws, &turn).next().is_some() {
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
            let takes = self.sample.looks_at_end() && {
                let mut copy = game.clone();
                let mv = laws.board().moves(game.position()).nth(0);
                copy.pass().is_ok()
                    || copy.resign().is_ok()
                    || mv.is_some_and(|mv| copy.play(mv).is_ok())
            };
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
