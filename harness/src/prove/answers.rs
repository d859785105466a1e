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

fn alone(seat: usize) -> [bool; SEATS] {
    std::array::from_fn(|other| other == seat)
}

impl Answers {
    /// How many questions are asked with so many seats.
    pub(super) fn questions(seats: usize) -> u64 {
        if seats == 2 { 4 } else { 18 }
    }

    /// Asks every question; `ask` is told its name.
    ///
    /// # Errors
    ///
    /// As `ask` fails.
    pub(super) fn find(
        seats: usize,
        mut ask: impl FnMut(String, &Question) -> Result<Forced, Unproved>,
    ) -> Result<Self, Unproved> {
        let playing: [bool; SEATS] = std::array::from_fn(|seat| seat < seats);
        let others = |seat: usize| -> [bool; SEATS] {
            std::array::from_fn(|other| other < seats && other != seat)
        };
        let mut each = |name: &str, question: &dyn Fn(usize) -> Question| {
            (0..seats).map(|seat| ask(format!("{name}-{seat}"), &question(seat))).collect()
        };
        let first = Ending::First;
        let own: Result<Vec<_>, _> = each("win", &|seat| Question {
            by: alone(seat),
            winners: alone(seat),
            ending: first,
        });
        let home: Result<Vec<_>, _> = each("home", &|seat| Question {
            by: alone(seat),
            winners: alone(seat),
            ending: Ending::Only(seat),
        });
        let mut answers = Self {
            seats,
            own: own?,
            out: Vec::new(),
            pair: Vec::new(),
            decided: Vec::new(),
            home: home?,
        };
        if seats > 2 {
            let out: Result<Vec<_>, _> = each("out", &|seat| Question {
                by: others(seat),
                winners: others(seat),
                ending: first,
            });
            let decided: Result<Vec<_>, _> = each("decided", &|seat| Question {
                by: others(seat),
                winners: playing,
                ending: first,
            });
            (answers.out, answers.decided) = (out?, decided?);
            for helper in 0..seats {
                for winner in (0..seats).filter(|&winner| winner != helper) {
                    let mut by = alone(winner);
                    by[helper] = true;
                    let question = Question { by, winners: alone(winner), ending: first };
                    let forced = ask(format!("pair-{helper}-{winner}"), &question)?;
                    answers.pair.push(((helper, winner), forced));
                }
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
        self.own.iter().filter_map(|own| own.by_plies().len().checked_sub(1)).max()
    }

    /// The control that the start is under, and in how many plies it ends if one seat forces it.
    pub(super) fn start(&self, space: &Space) -> (Control, Option<usize>) {
        let start = space.start();
        let control = self.control(space.fate(&start, Ending::First), space.index(&start));
        (control, self.own.iter().find_map(Forced::start))
    }
}
