//! The search itself, in each of its modes.

use core::fmt;
use core::mem;

use super::Settings;
use super::beam::{Beam, Candidate, Effect};
use super::eval::{Evaluation, Weights};
use super::gains::Gains;
use super::memory::Memory;
use super::race::{Race, Seats};
use crate::position::{Position, Undo};
use crate::rules::{Board, BySeat, NoMove, Seat};
use crate::{Game, Standing};

/// What a search takes the rivals to want. With two seats all modes find the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
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
    pub const ALL: [Self; 3] = [Self::Paranoid, Self::MaxN, Self::BestReply];

    /// Its name in reports and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paranoid => "paranoid",
            Self::MaxN => "max-n",
            Self::BestReply => "best-reply",
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

/// One search under way.
///
/// A side is the searching seat or, but for max-n, all rivals together. Scores are those of the
/// side to move: of a seat, its value times the number of its rivals, less the rivals' values.
pub(super) struct Run<'a> {
    board: &'a Board,
    weights: Weights,
    mode: Mode,
    width: usize,
    limit: u64,
    position: Position,
    evaluation: Evaluation,
    race: Race,
    /// The seat that searches, with what it remembers.
    seat: Seat,
    memory: Memory,
    /// Seats that raced when it began.
    racers: Seats,
    /// What each seat's value counts for, by mover.
    shares: BySeat<BySeat<i32>>,
    beams: &'a mut [Beam],
    seen: &'a [u64],
    stop: &'a mut dyn FnMut() -> bool,
    stopped: bool,
    nodes: u64,
    moves: u64,
    evaluations: u64,
}

/// What it takes to take a candidate back.
struct Mark {
    turn: Seat,
    undo: Undo,
    race: Option<Race>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        game: &Game<'a>,
        settings: &Settings,
        beams: &'a mut [Beam],
        seen: &'a [u64],
        stop: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let (board, position) = (game.board(), game.position());
        let seat = position.turn();
        let races = |&seat: &Seat| game.standing(seat) == Standing::Racing;
        let racers = Seats::of(board.seats().filter(races));
        let rivals = racers.but(seat).len() as i32;
        let shares = |viewer: Seat, sign: i32| {
            BySeat::from_fn(|seat| match seat {
                seat if !racers.contains(seat) => 0,
                seat if seat == viewer => sign * rivals.max(1),
                _ => -sign,
            })
        };
        Self {
            board,
            weights: settings.weights,
            mode: settings.mode,
            width: settings.width.max(1) as usize,
            limit: settings.nodes.unwrap_or(u64::MAX),
            position: *position,
            evaluation: Evaluation::of(board, position),
            race: Race::of(racers),
            seat,
            memory: Memory::of(game, seat),
            racers,
            shares: BySeat::from_fn(|mover| match settings.mode {
                Mode::MaxN => shares(mover, 1),
                _ => shares(seat, if mover == seat { 1 } else { -1 }),
            }),
            beams,
            seen,
            stop,
            stopped: false,
            nodes: 0,
            moves: 0,
            evaluations: 0,
        }
    }

    /// Nodes, moves and evaluations so far.
    pub(super) fn work(&self) -> (u64, u64, u64) {
        (self.nodes, self.moves, self.evaluations)
    }

    /// The score of the position as it stands, for the searching seat.
    pub(super) fn score(&self) -> i32 {
        self.score_of(self.seat)
    }

    fn score_of(&self, seat: Seat) -> i32 {
        let shares = &self.shares[seat];
        let racing = self.racers.iter();
        let value = |seat| self.evaluation.value(self.board, &self.weights, seat);
        racing.map(|seat| shares[seat] * value(seat)).sum::<i32>() + self.race.standing()
    }

    /// Every move of the root, scored: wins are seen here, and going back to an earlier set-up
    /// costs.
    pub(super) fn root(&mut self, seed: u64) -> Beam {
        let mut beam = mem::take(&mut self.beams[0]);
        self.nodes += 1;
        self.list(&mut beam, 1, self.score());
        beam.break_ties(seed);
        for candidate in beam.iter_mut() {
            candidate.add(-self.penalty(candidate));
        }
        beam
    }

    /// Gives the room of the root back.
    pub(super) fn keep(&mut self, root: Beam) {
        self.beams[0] = root;
    }

    /// What a move of the root costs for leading to an earlier set-up: each time it has come, as
    /// much as a hole of distance.
    fn penalty(&self, candidate: &Candidate) -> i32 {
        if candidate.effect() == Effect::Ends {
            return 0;
        }
        let times = self.memory.times(candidate.mv()) as i32;
        times * self.shares[self.seat][self.seat] * self.weights.distance.max(1)
    }

    /// The best of the first `width` candidates, each looked at to `depth` plies, with its score;
    /// none if it was stopped.
    pub(super) fn deepen(&mut self, root: &Beam, width: usize, depth: u32) -> Option<(usize, i32)> {
        let now = self.score();
        let (mut best, mut score) = (0, -INFINITE);
        for (index, candidate) in root[..width].iter().enumerate() {
            self.stopped |= (self.stop)();
            let penalty = self.penalty(candidate);
            let after = now + candidate.gain() + penalty;
            let value = match (candidate.effect(), self.mode) {
                (Effect::Ends, _) => after,
                (_, Mode::MaxN) => {
                    let mark = self.play(candidate, 1);
                    let each = self.each(2, depth - 1, 0);
                    self.take_back(candidate, mark);
                    each[self.seat]
                }
                _ => self.child(candidate, 1, depth, after, score + penalty, INFINITE),
            };
            if self.stopped {
                return None;
            }
            if value - penalty > score {
                (best, score) = (index, value - penalty);
            }
        }
        Some((best, score))
    }

    /// The score of the side to move, `left` plies deep; `score` is that of the position itself.
    fn side(
        &mut self,
        ply: u32,
        left: u32,
        score: i32,
        mut alpha: i32,
        beta: i32,
        passes: usize,
    ) -> i32 {
        if self.stops(left) {
            return score;
        }
        let rivals = self.mode == Mode::BestReply && self.position.turn() != self.seat;
        if left == 1 && !rivals && !self.is_near_home() {
            if let Some(gain) = self.best_gain(self.position.turn()) {
                return score + gain;
            }
            return self.stuck(ply, left, score, alpha, beta, passes);
        }
        let mut beam = mem::take(&mut self.beams[ply as usize - 1]);
        self.list(&mut beam, ply, score);
        let mut best = -INFINITE;
        if beam.is_empty() {
            best = self.stuck(ply, left, score, alpha, beta, passes);
        } else if left == 1 {
            best = score + beam.best_gain().unwrap_or(0);
        } else {
            for index in 0..beam.len().min(self.width) {
                beam.select(index);
                let candidate = beam[index];
                let after = score + candidate.gain();
                let value = match candidate.effect() {
                    Effect::Ends => after,
                    _ => self.child(&candidate, ply, left, after, alpha, beta),
                };
                best = best.max(value);
                alpha = alpha.max(best);
                if alpha >= beta || self.stopped {
                    break;
                }
            }
        }
        self.beams[ply as usize - 1] = beam;
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
        let value = self.on(candidate.seat(), ply + 1, left - 1, after, alpha, beta, 0);
        self.take_back(candidate, mark);
        value
    }

    /// The score of the side of `seat`, the turn having passed to another.
    #[expect(clippy::too_many_arguments, reason = "they are the state of the recursion")]
    fn on(
        &mut self,
        seat: Seat,
        ply: u32,
        left: u32,
        after: i32,
        alpha: i32,
        beta: i32,
        passes: usize,
    ) -> i32 {
        if (seat == self.seat) == (self.position.turn() == self.seat) {
            self.side(ply, left, after, alpha, beta, passes)
        } else {
            -self.side(ply, left, -after, -beta, -alpha, passes)
        }
    }

    /// [`side`](Self::side) where the side to move has no move.
    fn stuck(
        &mut self,
        ply: u32,
        left: u32,
        score: i32,
        alpha: i32,
        beta: i32,
        passes: usize,
    ) -> i32 {
        let (turn, race) = (self.position.turn(), self.race);
        let movers = self.movers();
        let mut score = score;
        let mut passes = passes;
        for seat in movers.iter() {
            if self.board.rules().no_move != NoMove::Lose {
                passes += 1;
            } else if !self.race.over {
                self.race = self.race.without(self.board, seat, ply as i32);
            }
        }
        let sign = if turn == self.seat { 1 } else { -1 };
        score += sign * (self.race.standing() - race.standing());
        let value = if self.race.over || !self.race.racing.contains(self.seat) {
            sign * self.race.outcome[self.seat]
        } else if left == 1 || passes >= self.race.racing.len() {
            score
        } else {
            let last = movers.iter().last().unwrap_or(turn);
            self.position.set_turn(self.race.next(self.board, last));
            self.on(turn, ply + 1, left - 1, score, alpha, beta, passes)
        };
        self.position.set_turn(turn);
        self.race = race;
        value
    }

    /// What max-n gives each seat, `left` plies deep.
    fn each(&mut self, ply: u32, left: u32, passes: usize) -> BySeat<i32> {
        if self.stops(left) {
            return BySeat::default();
        }
        let mover = self.position.turn();
        let mut beam = mem::take(&mut self.beams[ply as usize - 1]);
        let score = self.score_of(mover);
        self.list(&mut beam, ply, score);
        let mut best = BySeat([-INFINITE; Seat::MAX]);
        if beam.is_empty() {
            best = self.each_stuck(ply, left, passes);
        }
        let width = if left == 1 { 1 } else { self.width };
        for index in 0..beam.len().min(width) {
            beam.select(index);
            let candidate = beam[index];
            let mark = self.play(&candidate, ply);
            let value = if candidate.effect() == Effect::Ends || left == 1 {
                self.outcome()
            } else {
                self.each(ply + 1, left - 1, 0)
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
    fn each_stuck(&mut self, ply: u32, left: u32, mut passes: usize) -> BySeat<i32> {
        let (turn, race) = (self.position.turn(), self.race);
        if self.board.rules().no_move == NoMove::Lose {
            self.race = race.without(self.board, turn, ply as i32);
        } else {
            passes += 1;
        }
        let value = if self.race.over || left == 1 || passes >= self.race.racing.len() {
            self.outcome()
        } else {
            self.position.set_turn(self.race.next(self.board, turn));
            self.each(ply + 1, left - 1, passes)
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

    /// Counts a node, and says whether the search ends here.
    #[inline]
    fn stops(&mut self, left: u32) -> bool {
        self.stopped |= self.nodes >= self.limit || (left > 1 && (self.stop)());
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// The seats that may move now.
    #[inline]
    fn movers(&self) -> Seats {
        let turn = self.position.turn();
        if self.mode == Mode::BestReply && turn != self.seat {
            self.race.racing.but(self.seat)
        } else {
            Seats::one(turn)
        }
    }

    /// Whether a move may have an effect beside its gain.
    #[inline]
    fn is_near_home(&self) -> bool {
        // No goal is filled by one move that lacks more than one marble.
        let mut racing = self.race.racing.iter();
        !self.seen.is_empty()
            || racing.any(|seat| self.evaluation.tally(seat).open() <= 1) && self.is_arrival_near()
    }

    fn is_arrival_near(&self) -> bool {
        let mut movers = self.movers().iter();
        movers.any(|mover| self.race.near_home(self.board, &self.position, mover))
    }

    /// Whether the position has come as often as the rules let it.
    fn is_drawn(&self) -> bool {
        let key = self.position.key();
        let Some(times) = self.board.rules().repetition else { return false };
        let from = self.seen.partition_point(|&seen| seen < key);
        let before = self.seen[from..].iter().take_while(|&&seen| seen == key).count();
        before + 1 >= times as usize
    }

    /// Fills `beam` with the moves of the side to move, of which the position's score is `score`.
    fn list(&mut self, beam: &mut Beam, ply: u32, score: i32) {
        beam.clear();
        for mover in self.movers().iter() {
            let moves = self.board.moves_of(&self.position, mover);
            let gains = self.gains(mover);
            gains.for_each(&moves, |gain, mv| beam.push(gain, mover, mv));
        }
        self.moves += beam.len() as u64;
        self.evaluations += beam.len() as u64;
        if self.is_near_home() {
            for candidate in beam.iter_mut() {
                self.look(candidate, ply, score);
            }
        }
    }

    /// Finds out what a candidate does beside moving.
    fn look(&mut self, candidate: &mut Candidate, ply: u32, score: i32) {
        let mark = self.move_marble(candidate);
        let after = self.race.after(self.board, &self.position, candidate.seat(), ply as i32);
        let viewer = if self.mode == Mode::MaxN { candidate.seat() } else { self.seat };
        let sign = if viewer == candidate.seat() { 1 } else { -1 };
        let gain = candidate.gain();
        if let Some(race) = after {
            let settled = race.over || !race.racing.contains(viewer);
            let ends = race.over || (settled && self.mode != Mode::MaxN);
            candidate.set_effect(if ends { Effect::Ends } else { Effect::Arrives });
            candidate.add(if settled {
                sign * race.outcome[viewer] - score - gain
            } else {
                sign * (race.standing() - self.race.standing())
            });
        } else {
            self.position.set_turn(self.race.next(self.board, candidate.seat()));
            if self.is_drawn() {
                candidate.set_effect(Effect::Ends);
                candidate.add(-score - gain);
            }
        }
        self.lift_marble(candidate, mark);
    }

    /// The most that a move of `mover` gains; none if it has no move.
    #[inline]
    fn best_gain(&mut self, mover: Seat) -> Option<i32> {
        let moves = self.board.moves_of(&self.position, mover);
        let gains = self.gains(mover);
        let (best, count) = gains.best(&moves);
        self.moves += moves.len() as u64;
        self.evaluations += u64::from(count);
        best
    }

    #[inline]
    fn gains(&self, mover: Seat) -> Gains<'a> {
        Gains::new(self.board, &self.evaluation, &self.weights, &self.shares[mover], mover)
    }

    /// Plays a candidate and passes the turn on.
    #[inline]
    fn play(&mut self, candidate: &Candidate, ply: u32) -> Mark {
        let mut mark = self.move_marble(candidate);
        self.evaluation.play(self.board, candidate.seat(), candidate.mv());
        if candidate.effect() != Effect::None {
            let after = self.race.after(self.board, &self.position, candidate.seat(), ply as i32);
            if let Some(race) = after {
                mark.race = Some(mem::replace(&mut self.race, race));
            }
        }
        let next = if self.mode == Mode::BestReply && candidate.seat() != self.seat {
            self.seat
        } else {
            self.race.next(self.board, candidate.seat())
        };
        self.position.set_turn(next);
        mark
    }

    #[inline]
    fn take_back(&mut self, candidate: &Candidate, mark: Mark) {
        self.evaluation.play(self.board, candidate.seat(), candidate.mv().reversed());
        if let Some(race) = mark.race {
            self.race = race;
        }
        self.lift_marble(candidate, mark);
    }

    #[inline]
    fn move_marble(&mut self, candidate: &Candidate) -> Mark {
        let turn = self.position.turn();
        self.position.set_turn(candidate.seat());
        let undo = self.board.apply(&mut self.position, candidate.mv());
        Mark { turn, undo, race: None }
    }

    #[inline]
    fn lift_marble(&mut self, candidate: &Candidate, mark: Mark) {
        self.position.set_turn(candidate.seat());
        self.board.take_back(&mut self.position, mark.undo);
        self.position.set_turn(mark.turn);
    }
}
