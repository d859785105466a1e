//! The search itself, in each of its modes.

use core::fmt;
use core::mem;

use super::beam::{Beam, Candidate, Effect};
use super::run::{Gain, Run};
use crate::rules::{BySeat, NoMove, Seat};

/// What a search takes the rivals to want. With two seats all modes find the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The one that plays best for so many racing seats: see [`Mode::at`].
    Auto,
    /// All of them together want the searching seat to do badly.
    #[default]
    Paranoid,
    /// Each wants the most for itself.
    MaxN,
    /// As paranoid, but between two plies of the searching seat only the rival with the strongest
    /// reply moves.
    BestReply,
}

impl Mode {
    /// Every mode, the default first.
    pub const ALL: [Self; 4] = [Self::Paranoid, Self::MaxN, Self::BestReply, Self::Auto];

    /// Its name in reports and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Paranoid => "paranoid",
            Self::MaxN => "max-n",
            Self::BestReply => "best-reply",
        }
    }

    /// The mode that this one stands for when so many seats race; every mode but auto for itself.
    ///
    /// With two all modes find the same. With more, best-reply: it sees its own next move at depth
    /// 3, where the others see rivals alone. At that depth, twelve moves wide, it won 63% of games
    /// at four seats (1,200 games of each of the three modes against each other, 2026-11), the
    /// others 6% each; at depth 2 the modes were not told apart.
    pub const fn at(self, racing: usize) -> Self {
        match (self, racing) {
            (Self::Auto, 0..=2) => Self::Paranoid,
            (Self::Auto, _) => Self::BestReply,
            (mode, _) => mode,
        }
    }

    /// The mode with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Beyond every score.
const INFINITE: i32 = 1 << 28;

impl Run<'_, '_> {
    /// The best of the first `width` candidates, each looked at to `depth` plies, with its score;
    /// none if it was stopped. Of equals it is the first, whichever is looked at `earliest`.
    pub(super) fn deepen(
        &mut self,
        root: &Beam,
        width: usize,
        depth: u32,
        earliest: usize,
    ) -> Option<(usize, i32)> {
        let now = self.score();
        let (mut best, mut score) = (earliest, -INFINITE);
        let others = (0..width).filter(|&index| index != earliest);
        for index in core::iter::once(earliest).chain(others) {
            self.stopped |= self.is_told_to_stop();
            let candidate = &root[index];
            let penalty = self.penalty(candidate);
            let after = now + candidate.gain() + penalty;
            // What is before the best needs only to be as good.
            let least = score - i32::from(index < best);
            let value = match (candidate.effect(), self.mode) {
                (Effect::Ends, _) => after,
                (_, Mode::MaxN) => {
                    let mark = self.play(candidate, 1);
                    let each = self.each(2, depth - 1);
                    self.take_back(candidate, mark);
                    each[self.seat]
                }
                _ => self.child(candidate, 1, depth, after, least + penalty, INFINITE),
            };
            if self.stopped {
                return None;
            }
            if value - penalty > least {
                (best, score) = (index, value - penalty);
            }
        }
        Some((best, score))
    }

    /// The score of the side to move, `left` plies deep; `score` is that of the position itself.
    fn side(&mut self, ply: u32, left: u32, score: i32, mut alpha: i32, beta: i32) -> i32 {
        if self.stops(left) {
            return score;
        }
        if left == 1 {
            // No beam at the last ply: nothing is gone into.
            match self.best_gain(ply, beta - score) {
                Gain::Most(gain) => return score + gain,
                Gain::Stuck => return self.stuck(ply, left, score, alpha, beta),
                Gain::Unknown => {}
            }
        }
        let known = if left > 1 { self.known() } else { None };
        if let Some(value) = known.and_then(|known| known.value(ply, left, alpha, beta)) {
            return value;
        }
        let (window, mut found) = ((alpha, beta), Candidate::NONE);
        let mut beam = mem::take(&mut self.beams[ply as usize - 1]);
        self.list(&mut beam, ply, score);
        let mut best = -INFINITE;
        if beam.is_empty() {
            best = self.stuck(ply, left, score, alpha, beta);
        } else if left == 1 {
            best = score + beam.best_gain().unwrap_or(0);
        } else {
            let killer = self.killers[ply as usize - 1];
            let mut favourites = known.map(|known| known.best).into_iter().chain([killer]);
            for index in 0..beam.len().min(self.width) {
                if !favourites.any(|favourite| beam.favour(index, favourite, self.width)) {
                    beam.select(index);
                }
                let candidate = beam[index];
                let after = score + candidate.gain();
                let value = match candidate.effect() {
                    Effect::Ends => after,
                    _ => self.child(&candidate, ply, left, after, alpha, beta),
                };
                if value > best {
                    (best, found) = (value, candidate);
                    self.killers[ply as usize - 1] = candidate;
                }
                alpha = alpha.max(best);
                if alpha >= beta || self.stopped {
                    break;
                }
            }
        }
        self.beams[ply as usize - 1] = beam;
        if left > 1 {
            self.learn((ply, left), (found, best), window);
        }
        best
    }

    /// The score of the side to move after `candidate`, which leads to a static score of `after`.
    fn child(
        &mut self,
        candidate: &Candidate,
        ply: u32,
        left: u32,
        after: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mark = self.play(candidate, ply);
        let value = self.on(candidate.seat(), ply + 1, left - 1, after, alpha, beta);
        self.take_back(candidate, mark);
        value
    }

    /// The score of the side of `seat`, the turn having passed to another.
    fn on(&mut self, seat: Seat, ply: u32, left: u32, after: i32, alpha: i32, beta: i32) -> i32 {
        if (seat == self.seat) == (self.position.turn() == self.seat) {
            self.side(ply, left, after, alpha, beta)
        } else {
            -self.side(ply, left, -after, -beta, -alpha)
        }
    }

    /// [`side`](Self::side) where the side to move has no move.
    fn stuck(&mut self, ply: u32, left: u32, score: i32, alpha: i32, beta: i32) -> i32 {
        let (turn, race) = (self.position.turn(), self.race);
        let movers = self.movers();
        let mut score = score;
        for seat in movers.iter() {
            if self.board.rules().no_move == NoMove::Lose && !self.race.over {
                self.race = self.race.without(self.board, seat, ply as i32);
            }
        }
        let sign = if turn == self.seat { 1 } else { -1 };
        score += sign * (self.race.standing() - race.standing());
        let value = if self.race.over || !self.race.racing.contains(self.seat) {
            sign * self.race.outcome[self.seat]
        } else if left == 1 {
            score
        } else {
            let last = movers.iter().last().unwrap_or(turn);
            self.position.set_turn(self.race.next(self.board, last));
            self.on(turn, ply + 1, left - 1, score, alpha, beta)
        };
        self.position.set_turn(turn);
        self.race = race;
        value
    }

    /// What max-n gives each seat, `left` plies deep.
    fn each(&mut self, ply: u32, left: u32) -> BySeat<i32> {
        if self.stops(left) {
            return BySeat::default();
        }
        let mover = self.position.turn();
        let mut beam = mem::take(&mut self.beams[ply as usize - 1]);
        let score = self.score_of(mover);
        self.list(&mut beam, ply, score);
        let mut best = BySeat([-INFINITE; Seat::MAX]);
        if beam.is_empty() {
            best = self.each_stuck(ply, left);
        }
        let width = if left == 1 { 1 } else { self.width };
        for index in 0..beam.len().min(width) {
            beam.select(index);
            let candidate = beam[index];
            let mark = self.play(&candidate, ply);
            let value = if candidate.effect() == Effect::Ends || left == 1 {
                self.outcome()
            } else {
                self.each(ply + 1, left - 1)
            };
            self.take_back(&candidate, mark);
            if value[mover] > best[mover] {
                best = value;
            }
            if self.stopped {
                break;
            }
        }
        self.beams[ply as usize - 1] = beam;
        best
    }

    /// [`each`](Self::each) where the seat to move has no move.
    fn each_stuck(&mut self, ply: u32, left: u32) -> BySeat<i32> {
        let (turn, race) = (self.position.turn(), self.race);
        if self.board.rules().no_move == NoMove::Lose {
            self.race = race.without(self.board, turn, ply as i32);
        }
        let value = if self.race.over || left == 1 {
            self.outcome()
        } else {
            self.position.set_turn(self.race.next(self.board, turn));
            self.each(ply + 1, left - 1)
        };
        self.position.set_turn(turn);
        self.race = race;
        value
    }

    /// What the position is worth to each seat as it stands.
    fn outcome(&self) -> BySeat<i32> {
        if self.is_drawn() {
            return BySeat::default();
        }
        BySeat::from_fn(|seat| {
            if self.race.racing.contains(seat) && !self.race.over {
                self.score_of(seat)
            } else {
                self.race.outcome[seat]
            }
        })
    }
}
