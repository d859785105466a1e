//! Every state of one set of rules, how it is numbered, and what leads to what.

use engine::rules::{HandWin, NoMove, Win, WinTested};

use super::field::{Field, Placement, State};
use super::ranking::Ranking;

/// What a state is, once a move has led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The seat to move plays on.
    Open,
    /// A seat has won.
    Won(usize),
    /// No seat can move, and none has won.
    Deadlock,
    /// No move can lead to it.
    Illegal,
}

/// Whose coming home ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// That of the first seat, whichever it is: the game as it is played.
    First,
    /// That of one seat alone.
    Only(usize),
}

/// How one state leads to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// By a move.
    Move,
    /// By a pass, which is a ply.
    Pass,
    /// By a turn that is skipped, which is none.
    Skip,
}

/// The states of one set of rules.
pub(super) struct Space {
    field: Field,
    ranking: Ranking,
}

impl Space {
    /// The states on `field`; none if they cannot be numbered.
    pub(super) fn new(field: Field) -> Option<Self> {
        let ranking = Ranking::new(&field)?;
        ranking.len().checked_mul(field.seats() as u64)?;
        Some(Self { field, ranking })
    }

    pub(super) fn field(&self) -> &Field {
        &self.field
    }

    /// Number of states: placements, times the seats that can be to move.
    pub(super) fn len(&self) -> u64 {
        self.ranking.len() * self.field.seats() as u64
    }

    /// The number of a state, from 0.
    #[inline]
    pub(super) fn index(&self, state: &State) -> u64 {
        state.turn as u64 * self.ranking.len() + self.ranking.rank(&state.placement)
    }

    /// The state with a number.
    #[inline]
    pub(super) fn state(&self, index: u64) -> State {
        let placements = self.ranking.len();
        let turn = index / placements;
        State { placement: self.ranking.placement(index % placements), turn: turn as usize }
    }

    /// The state that games start from.
    pub(super) fn start(&self) -> State {
        self.field.state(&self.field.board().start())
    }

    /// What a state is.
    #[inline]
    pub(super) fn fate(&self, state: &State, ending: Ending) -> Fate {
        let State { placement, turn } = state;
        let complete = |seat: usize| self.field.complete(placement, seat);
        let rules = self.field.rules();
        let counts = |seat: &usize| ending == Ending::First || ending == Ending::Only(*seat);
        if rules.hand_win == HandWin::Illegal && counts(turn) && complete(*turn) {
            return Fate::Illegal;
        }
        // The mover first, then clockwise.
        let mover = self.field.before(*turn);
        let tested = if rules.win_tested == WinTested::Mover { 1 } else { self.field.seats() };
        let order = std::iter::successors(Some(mover), |&seat| Some(self.field.after(seat)));
        let mut winners = order.take(tested).filter(counts).filter(|&seat| complete(seat));
        if let Some(winner) = winners.next() {
            // With own marbles only, a goal is completed by its own seat, and that ends the game.
            let twice = rules.win == Win::AllOwn && winners.next().is_some();
            return if twice { Fate::Illegal } else { Fate::Won(winner) };
        }
        if self.field.can_move(placement, *turn) {
            return Fate::Open;
        }
        match rules.no_move {
            NoMove::Lose => Fate::Won(self.field.after(*turn)),
            _ if self.anybody_can_move(placement) => Fate::Open,
            _ => Fate::Deadlock,
        }
    }

    fn anybody_can_move(&self, placement: &Placement) -> bool {
        (0..self.field.seats()).any(|seat| self.field.can_move(placement, seat))
    }

    /// Visits what an open state leads to until `visit` says no; whether it never did.
    #[inline]
    pub(super) fn every_next(&self, state: &State, mut visit: impl FnMut(&State) -> bool) -> bool {
        let turn = self.field.after(state.turn);
        let mut moves = false;
        let all = self.field.every_move(&state.placement, state.turn, |_, _, placement| {
            moves = true;
            visit(&State { placement, turn })
        });
        all && (moves || visit(&State { placement: state.placement, turn }))
    }

    /// The state that is come to once every seat without a move has been skipped.
    #[inline]
    pub(super) fn settled(&self, state: State) -> State {
        let mut settled = state;
        let skips = |state: &State| {
            self.field.rules().no_move == NoMove::Skip
                && !self.field.can_move(&state.placement, state.turn)
                && self.fate(state, Ending::First) == Fate::Open
        };
        while skips(&settled) {
            settled.turn = self.field.after(settled.turn);
        }
        settled
    }

    /// Visits every state that leads to this one, those that are over included; of one that skips
    /// its turn, those that lead to it in turn, if `visit` says so.
    #[inline]
    pub(super) fn every_before(&self, state: &State, mut visit: impl FnMut(&State, Edge) -> bool) {
        let mut turn = state.turn;
        loop {
            turn = self.field.before(turn);
            self.field.every_origin(&state.placement, turn, |placement| {
                visit(&State { placement, turn }, Edge::Move);
            });
            if self.field.can_move(&state.placement, turn) {
                return;
            }
            let stuck = State { placement: state.placement, turn };
            let skips = match self.field.rules().no_move {
                NoMove::Lose => false,
                NoMove::Pass => {
                    visit(&stuck, Edge::Pass);
                    false
                }
                NoMove::Skip => visit(&stuck, Edge::Skip),
            };
            if !skips || self.field.before(turn) == state.turn {
                return;
            }
        }
    }
}
