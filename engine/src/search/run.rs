//! One search under way: what it keeps, and how moves are listed, played and taken back.

use core::mem;

use super::beam::{Beam, Candidate, Effect};
use super::eval::{Evaluation, Weights};
use super::gains::Gains;
use super::memory::Memory;
use super::race::{Arrivals, Race, Seats};
use super::table::{Entry, Table};
use super::{Mode, Settings, Stop};
use crate::position::{Position, Undo};
use crate::rules::{Board, BySeat, Seat};
use crate::{Game, Standing};

/// One search under way.
///
/// A side is the searching seat or, but for max-n, all rivals together. Scores are those of the
/// side to move: of a seat, its value times the number of its rivals, less the rivals' values.
pub(super) struct Run<'a, 's> {
    pub(super) board: &'a Board,
    weights: Weights,
    pub(super) mode: Mode,
    pub(super) width: usize,
    limit: u64,
    pub(super) position: Position,
    evaluation: Evaluation,
    pub(super) race: Race,
    /// The seat that searches, with what it remembers.
    pub(super) seat: Seat,
    memory: Memory,
    /// Seats that raced when it began.
    racers: Seats,
    /// What each seat's value counts for, by mover.
    shares: BySeat<BySeat<i32>>,
    pub(super) beams: &'a mut [Beam],
    seen: &'a [u64],
    /// By ply, the move that was best where it was looked for last: tried first, as what is good
    /// against one move is often good against the next.
    pub(super) killers: [Candidate; Settings::MAX_DEPTH as usize],
    /// What is known of positions, where it is kept.
    table: Option<&'a mut Table>,
    stop: Option<Stop<'s>>,
    pub(super) stopped: bool,
    nodes: u64,
    moves: u64,
    evaluations: u64,
}

/// What it takes to take a candidate back.
pub(super) struct Mark {
    turn: Seat,
    undo: Undo,
    race: Option<Race>,
}

/// What the moves of a side gain, as far as it is known without a list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gain {
    /// It has no move.
    Stuck,
    /// What the best move gains, or one that is good enough; none of them does anything else.
    Most(i32),
    /// Some move may have an effect beside its gain.
    Unknown,
}

impl<'a, 's> Run<'a, 's> {
    pub(super) fn new(
        game: &Game<'a>,
        settings: &Settings,
        beams: &'a mut [Beam],
        seen: &'a [u64],
        stop: Option<Stop<'s>>,
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
            killers: [Candidate::NONE; Settings::MAX_DEPTH as usize],
            table: None,
            stop,
            stopped: false,
            nodes: 0,
            moves: 0,
            evaluations: 0,
        }
    }

    /// Keeps what it finds out in a table.
    pub(super) fn remember(&mut self, table: &'a mut Table) {
        self.table = Some(table);
    }

    /// What is known of the position.
    #[inline]
    pub(super) fn known(&self) -> Option<Entry> {
        let table = self.table.as_ref().filter(|_| self.is_as_it_began())?;
        table.get(self.position.key()).copied()
    }

    /// Keeps what was found out about the position.
    #[inline]
    pub(super) fn learn(&mut self, depth: (u32, u32), found: (Candidate, i32), window: (i32, i32)) {
        if !self.stopped
            && self.is_as_it_began()
            && let Some(table) = &mut self.table
        {
            table.keep(self.position.key(), depth, found, window);
        }
    }

    /// Whether nobody has come home or lost: who has, and when, is not seen in a position.
    fn is_as_it_began(&self) -> bool {
        self.race == Race::of(self.racers)
    }

    /// Whether a win that was found stays one however much deeper the search looks: in max-n, but for
    /// games of two, a rival that looks further may find better than to let it happen.
    pub(super) fn wins_for_good(&self) -> bool {
        self.mode != Mode::MaxN || self.board.seat_count() <= 2
    }

    /// Nodes, moves and evaluations so far.
    pub(super) fn work(&self) -> (u64, u64, u64) {
        (self.nodes, self.moves, self.evaluations)
    }

    /// The score of the position as it stands, for the searching seat.
    pub(super) fn score(&self) -> i32 {
        self.score_of(self.seat)
    }

    pub(super) fn score_of(&self, seat: Seat) -> i32 {
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
    pub(super) fn penalty(&self, candidate: &Candidate) -> i32 {
        if candidate.effect() == Effect::Ends {
            return 0;
        }
        let times = self.memory.times(candidate.mv()) as i32;
        times * self.shares[self.seat][self.seat] * self.weights.distance.max(1)
    }

    /// Counts a node, and says whether the search ends here.
    #[inline]
    pub(super) fn stops(&mut self, left: u32) -> bool {
        self.stopped |= self.nodes >= self.limit || (left > 1 && self.is_told_to_stop());
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    #[inline]
    pub(super) fn is_told_to_stop(&mut self) -> bool {
        self.stop.as_mut().is_some_and(|stop| stop())
    }

    /// The seats that may move now.
    #[inline]
    pub(super) fn movers(&self) -> Seats {
        let turn = self.position.turn();
        if self.mode == Mode::BestReply && turn != self.seat {
            self.race.racing.but(self.seat)
        } else {
            Seats::one(turn)
        }
    }

    /// The moves of `mover` that may have an effect beside their gain.
    #[inline]
    fn effective(&self, mover: Seat) -> Arrivals {
        // No goal is filled by one move that lacks more than one marble.
        let mut racing = self.race.racing.iter();
        if !self.seen.is_empty() {
            Arrivals::ALL
        } else if racing.any(|seat| self.evaluation.tally(seat).open() <= 1) {
            self.race.arrivals(self.board, &self.position, mover)
        } else {
            Arrivals::NONE
        }
    }

    /// Whether the position has come as often as the rules let it.
    pub(super) fn is_drawn(&self) -> bool {
        let key = self.position.key();
        let Some(times) = self.board.rules().repetition else { return false };
        let from = self.seen.partition_point(|&seen| seen < key);
        let before = self.seen[from..].iter().take_while(|&&seen| seen == key).count();
        before + 1 >= times as usize
    }

    /// Fills `beam` with the moves of the side to move, of which the position's score is `score`.
    pub(super) fn list(&mut self, beam: &mut Beam, ply: u32, score: i32) {
        beam.clear();
        for mover in self.movers().iter() {
            let moves = self.board.moves_of(&self.position, mover);
            let gains = self.gains(mover);
            let (first, effective) = (beam.len(), self.effective(mover));
            gains.for_each(&moves, |gain, mv| beam.push(gain, mover, mv));
            if !effective.is_none() {
                for candidate in &mut beam[first..] {
                    if effective.include(candidate.mv()) {
                        self.look(candidate, ply, score);
                    }
                }
            }
        }
        self.moves += beam.len() as u64;
        self.evaluations += beam.len() as u64;
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

    /// The most that a move of the side to move gains; or, if the one that gained most where this
    /// was asked for last gains `enough` here too, what that one gains.
    #[inline]
    pub(super) fn best_gain(&mut self, ply: u32, enough: i32) -> Gain {
        let mut most = Gain::Stuck;
        for mover in self.movers().iter() {
            let (gains, effective) = (self.gains(mover), self.effective(mover));
            let killer = self.killers[ply as usize - 1];
            if self.may_play(killer, mover) && !effective.include(killer.mv()) {
                self.evaluations += 1;
                let gain = gains.of(killer.mv());
                if gain >= enough && self.board.is_legal(&self.position, killer.mv()) {
                    return Gain::Most(gain);
                }
            }
            let moves = self.board.moves_of(&self.position, mover);
            if effective.include_any(&moves) {
                return Gain::Unknown;
            }
            let (best, count) = gains.best(&moves);
            self.evaluations += u64::from(count);
            if let Some((gain, mv)) = best {
                self.killers[ply as usize - 1] = Candidate::new(gain, 0, mover, mv);
                most = most.max(Gain::Most(gain));
            }
        }
        most
    }

    /// Whether it is the turn of `mover` and a marble stands where the candidate starts, and none
    /// where it ends.
    #[inline]
    fn may_play(&self, candidate: Candidate, mover: Seat) -> bool {
        if candidate == Candidate::NONE || mover != self.position.turn() {
            return false;
        }
        let (mv, position) = (candidate.mv(), &self.position);
        position.marbles(mover).contains(mv.from()) && !position.occupied().contains(mv.to())
    }

    #[inline]
    fn gains(&self, mover: Seat) -> Gains<'a> {
        Gains::new(self.board, &self.evaluation, &self.weights, &self.shares[mover], mover)
    }

    /// Plays a candidate and passes the turn on.
    #[inline]
    pub(super) fn play(&mut self, candidate: &Candidate, ply: u32) -> Mark {
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
    pub(super) fn take_back(&mut self, candidate: &Candidate, mark: Mark) {
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
