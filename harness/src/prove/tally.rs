//! Counting the states of a space by what they are worth and by what can happen in them.

use rayon::prelude::*;
use serde::Serialize;

use super::answers::Answers;
use super::field::SEATS;
use super::property::Property;
use super::reach::Reach;
use super::space::{Ending, Fate, Space};

/// States that one thread counts at a time.
const CHUNK: u64 = 1 << 16;

/// States by what they are worth to a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Values {
    /// The seat can force its own win, or has won.
    pub win: u64,
    /// The others together can force that one of them wins, or one has won.
    pub loss: u64,
    /// Neither.
    pub draw: u64,
    /// No move leads to the state.
    pub illegal: u64,
}

/// Where a property was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sightings {
    pub(super) count: u64,
    pub(super) by_seat: [u64; SEATS],
    /// The most marbles that it was seen with.
    pub(super) most: u32,
    /// Depth, number of the state and seat of the nearest to the start.
    pub(super) nearest: Option<(u8, u64, usize)>,
}

impl Sightings {
    /// Seen in one state, for some seats, with so many marbles each.
    fn note(&mut self, depth: Option<u8>, index: u64, marbles: [u32; SEATS]) {
        let Some(seat) = marbles.iter().position(|&marbles| marbles > 0) else { return };
        self.count += 1;
        for (by_seat, marbles) in self.by_seat.iter_mut().zip(marbles) {
            *by_seat += u64::from(marbles > 0);
            self.most = self.most.max(marbles);
        }
        self.near(depth.map(|depth| (depth, index, seat)));
    }

    fn near(&mut self, other: Option<(u8, u64, usize)>) {
        self.nearest = [self.nearest, other].into_iter().flatten().min();
    }

    fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.by_seat.iter_mut().zip(other.by_seat).for_each(|(sum, count)| *sum += count);
        self.most = self.most.max(other.most);
        self.near(other.nearest);
    }
}

/// What a space counts up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) states: u64,
    pub(super) terminal: u64,
    pub(super) solo_win: u64,
    pub(super) kingmaker: u64,
    pub(super) draw: u64,
    pub(super) illegal: u64,
    pub(super) per_seat: [Values; SEATS],
    pub(super) to_move: Values,
    /// By helper and winner: open states in which the two force it.
    pub(super) pair: [[u64; SEATS]; SEATS],
    /// By seat: open states in which it alone can keep everybody from winning.
    pub(super) drawable: [u64; SEATS],
    pub(super) sightings: [Sightings; Property::ALL.len()],
}

/// The kind of control that the seats have over a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// It is over: a seat has won, or no move leads to it.
    Terminal,
    /// One seat can force its own win against all others.
    SoloWin,
    /// No seat can, and every seat can be kept out by the others together.
    Kingmaker,
    /// No seat can, and some seat can hold the others to a draw.
    Draw,
}

impl Control {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::SoloWin => "solo-win",
            Self::Kingmaker => "kingmaker",
            Self::Draw => "draw",
        }
    }
}

/// What a state is worth to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Win,
    Loss,
    Draw,
    Illegal,
}

impl Values {
    fn note(&mut self, value: Value) {
        *match value {
            Value::Win => &mut self.win,
            Value::Loss => &mut self.loss,
            Value::Draw => &mut self.draw,
            Value::Illegal => &mut self.illegal,
        } += 1;
    }

    fn add(&mut self, other: &Self) {
        self.win += other.win;
        self.loss += other.loss;
        self.draw += other.draw;
        self.illegal += other.illegal;
    }
}

impl Tally {
    /// Counts the states that can be reached, or all.
    pub(super) fn count(space: &Space, reach: &Reach, answers: &Answers, all: bool) -> Self {
        let chunks = space.len().div_ceil(CHUNK);
        let chunk = |chunk: u64| {
            let mut tally = Self::default();
            for index in chunk * CHUNK..space.len().min((chunk + 1) * CHUNK) {
                if all || reach.depth(index).is_some() {
                    tally.note(space, answers, index, reach.depth(index));
                }
            }
            tally
        };
        (0..chunks).into_par_iter().map(chunk).reduce(Self::default, |mut sum, other| {
            sum.add(&other);
            sum
        })
    }

    fn note(&mut self, space: &Space, answers: &Answers, index: u64, depth: Option<u8>) {
        let state = space.state(index);
        let fate = space.fate(&state, Ending::First);
        let seats = space.field().seats();
        self.states += 1;
        for seat in 0..seats {
            let value = answers.value(fate, index, seat);
            self.per_seat[seat].note(value);
            if seat == state.turn {
                self.to_move.note(value);
            }
        }
        match answers.control(fate, index) {
            Control::Terminal => self.terminal += 1,
            Control::SoloWin => self.solo_win += 1,
            Control::Kingmaker => self.kingmaker += 1,
            Control::Draw => self.draw += 1,
        }
        self.illegal += u64::from(fate == Fate::Illegal);
        if fate == Fate::Open {
            for (helper, winner) in answers.pairs() {
                self.pair[helper][winner] += u64::from(answers.pair(helper, winner, index));
            }
            for seat in 0..seats {
                self.drawable[seat] += u64::from(answers.can_draw(seat, index));
            }
        }
        for property in Property::ALL {
            let marbles = property.seen(space, answers, &state, index, fate);
            self.sightings[property as usize].note(depth, index, marbles);
        }
    }

    fn add(&mut self, other: &Self) {
        let sums = [
            (&mut self.states, other.states),
            (&mut self.terminal, other.terminal),
            (&mut self.solo_win, other.solo_win),
            (&mut self.kingmaker, other.kingmaker),
            (&mut self.draw, other.draw),
            (&mut self.illegal, other.illegal),
        ];
        sums.into_iter().for_each(|(sum, count)| *sum += count);
        self.per_seat.iter_mut().zip(&other.per_seat).for_each(|(sum, other)| sum.add(other));
        self.to_move.add(&other.to_move);
        let pairs = self.pair.as_flattened_mut().iter_mut().zip(other.pair.as_flattened());
        pairs.for_each(|(sum, count)| *sum += count);
        self.drawable.iter_mut().zip(other.drawable).for_each(|(sum, count)| *sum += count);
        self.sightings.iter_mut().zip(&other.sightings).for_each(|(sum, other)| sum.add(other));
    }
}
