//! The answers to every question of forcing on one space.

use super::field::SEATS;
use super::force::{Forced, Question};
use super::space::{Ending, Fate, Space};
use super::tally::{Control, Value};
use super::unproved::Unproved;

/// What can be forced, by whom, in every state.
pub(super) struct Answers {
    seats: usize,
    /// By seat: it forces its own win against all others.
    own: Vec<Forced>,
    /// By seat: the others force that one of them wins. With two seats that is `own` of the other.
    out: Vec<Forced>,
    /// By helper and winner, where there is a third to force: the two force that the one wins.
    pair: Vec<((usize, usize), Forced)>,
    /// By seat, with three: the others force that anybody wins.
    decided: Vec<Forced>,
    /// By seat: it forces that it comes home where nothing else ends the game.
    home: Vec<Forced>,
}

impl Answers {
    /// How many searches there are with so many seats, where they are alike.
    pub(super) fn searches(seats: usize) -> u64 {
        if seats == 2 { 2 } else { 6 }
    }

    /// Asks every question; `ask` is told its name. Where the seats are alike, the answer for the
    /// first is turned for the others.
    ///
    /// # Errors
    ///
    /// As `ask` fails, or if there is no room.
    pub(super) fn find(
        space: &Space,
        mut ask: impl FnMut(String, &Question) -> Result<Forced, Unproved>,
    ) -> Result<Self, Unproved> {
        let seats = space.field().seats();
        // The same question for every seat in turn, the one that it names being seat `n`.
        let mut each = |name: &str, question: &dyn Fn(usize) -> Question| {
            let mut answers: Vec<Forced> = Vec::with_capacity(seats);
            for seat in 0..seats {
                let answer = match answers.last() {
                    Some(last) if space.field().is_symmetric() => last.turned(space)?,
                    _ => ask(format!("{name}-{seat}"), &question(seat))?,
                };
                answers.push(answer);
            }
            Ok(answers)
        };
        let among = |test: &dyn Fn(usize) -> bool| -> [bool; SEATS] {
            std::array::from_fn(|seat| seat < seats && test(seat))
        };
        let alone = |seat: usize| among(&|other| other == seat);
        let others = |seat: usize| among(&|other| other != seat);
        let first = |by, winners| Question { by, winners, ending: Ending::First };
        let mut answers = Self {
            seats,
            own: each("win", &|seat| first(alone(seat), alone(seat)))?,
            home: each("home", &|seat| Question {
                ending: Ending::Only(seat),
                ..first(alone(seat), alone(seat))
            })?,
            out: Vec::new(),
            decided: Vec::new(),
            pair: Vec::new(),
        };
        if seats > 2 {
            answers.out = each("out", &|seat| first(others(seat), others(seat)))?;
            answers.decided = each("decided", &|seat| first(others(seat), among(&|_| true)))?;
            for ahead in 1..seats {
                let helper = |winner| (winner + ahead) % seats;
                let by = |winner| among(&|seat| seat == winner || seat == helper(winner));
                let name = format!("pair-{ahead}");
                let forced = each(&name, &|winner| first(by(winner), alone(winner)))?;
                let pairs = (0..seats).map(|winner| (helper(winner), winner));
                answers.pair.extend(pairs.zip(forced));
            }
        }
        Ok(answers)
    }

    /// Whether `seat` forces its own win.
    #[inline]
    pub(super) fn forces(&self, seat: usize, index: u64) -> bool {
        self.own[seat].contains(index)
    }

    /// Whether the others force that one of them wins.
    #[inline]
    pub(super) fn forced_out(&self, seat: usize, index: u64) -> bool {
        match self.out.get(seat) {
            Some(out) => out.contains(index),
            None => self.own[1 - seat].contains(index),
        }
    }

    /// Whether the rivals of `seat` keep it from ever coming home.
    #[inline]
    pub(super) fn vetoed(&self, seat: usize, index: u64) -> bool {
        !self.home[seat].contains(index)
    }

    /// Every helper with every other seat; none with two seats.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pair.iter().map(|&(pair, _)| pair)
    }

    /// Whether the two force that the second wins.
    pub(super) fn pair(&self, helper: usize, winner: usize, index: u64) -> bool {
        let found = self.pair.iter().find(|&&(pair, _)| pair == (helper, winner));
        found.is_some_and(|(_, forced)| forced.contains(index))
    }

    /// Whether `seat` alone can keep everybody from winning; asked for three seats only.
    #[inline]
    pub(super) fn can_draw(&self, seat: usize, index: u64) -> bool {
        self.decided.get(seat).is_some_and(|decided| !decided.contains(index))
    }

    /// What a state is worth to `seat`.
    #[inline]
    pub(super) fn value(&self, fate: Fate, index: u64, seat: usize) -> Value {
        match fate {
            Fate::Illegal => Value::Illegal,
            _ if self.forces(seat, index) => Value::Win,
            _ if self.forced_out(seat, index) => Value::Loss,
            _ => Value::Draw,
        }
    }

    /// Who controls a state.
    #[inline]
    pub(super) fn control(&self, fate: Fate, index: u64) -> Control {
        let all = |test: &dyn Fn(usize) -> bool| (0..self.seats).all(test);
        match fate {
            Fate::Won(_) | Fate::Illegal => Control::Terminal,
            _ if !all(&|seat| !self.forces(seat, index)) => Control::SoloWin,
            _ if all(&|seat| self.forced_out(seat, index)) => Control::Kingmaker,
            _ => Control::Draw,
        }
    }

    /// The longest that a forced win can take, in plies.
    pub(super) fn longest(&self) -> Option<usize> {
        self.own.iter().filter_map(Forced::longest).max()
    }

    /// The control that the start is under, and in how many plies it ends if one seat forces it.
    pub(super) fn start(&self, space: &Space) -> (Control, Option<usize>) {
        let start = space.start();
        let control = self.control(space.fate(&start, Ending::First), space.index(&start));
        (control, self.own.iter().find_map(Forced::start))
    }
}
