//! What some seats can force against the others, by retrograde analysis.

use super::bits::Bits;
use super::field::{SEATS, State};
use super::job::Stage;
use super::space::{Edge, Ending, Fate, Space};
use super::unproved::Unproved;

/// Can some seats together force one of these to win, whatever the others do?
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The seats that try.
    pub(super) by: [bool; SEATS],
    /// The seats one of which has to win.
    pub(super) winners: [bool; SEATS],
    /// What ends the game.
    pub(super) ending: Ending,
}

/// The states in which it can be forced.
pub(super) struct Forced {
    states: Bits,
    /// States by the number of plies in which the win is forced.
    by_plies: Vec<u64>,
    /// By seat: those from the start, with that seat to move.
    starts: [Option<usize>; SEATS],
}

impl Forced {
    /// Finds them all, the nearest to the win first.
    ///
    /// # Errors
    ///
    /// If there is no room or the work is stopped.
    pub(super) fn solve(
        space: &Space,
        question: &Question,
        mut stage: Stage<'_>,
    ) -> Result<Self, Unproved> {
        let new = || Bits::new(space.len()).ok_or(Unproved::NoRoom);
        let (mut states, mut frontier, mut over) = (new()?, new()?, new()?);
        let (mut next, mut doubtful) = (new()?, new()?);
        let resumed = stage.resume(&mut [&mut states, &mut frontier], &mut [])?;
        let stop = stage.stop();
        if !stage.done() {
            over.fill(stop, |index| {
                let fate = space.fate(&space.state(index), question.ending);
                if let Fate::Won(winner) = fate
                    && question.winners[winner]
                    && !resumed
                {
                    frontier.insert(index);
                }
                fate != Fate::Open
            });
        }
        if stop() {
            return Err(Unproved::Interrupted);
        }
        if !resumed {
            states.add(&frontier);
            stage.found(frontier.count());
        }
        while !stage.done() {
            next.clear();
            doubtful.clear();
            frontier.for_each(stop, |index| {
                space.every_before(&space.state(index), |before, edge| {
                    let index = space.index(before);
                    let open = !over.contains(index);
                    if !open || states.contains(index) {
                        return open;
                    }
                    if edge == Edge::Skip {
                        // The turn passes on at once: no ply nearer or farther.
                        states.insert(index);
                    } else if question.by[before.turn] || edge == Edge::Pass {
                        next.insert(index);
                    } else {
                        doubtful.insert(index);
                    }
                    open
                });
            });
            doubtful.for_each(stop, |index| {
                let forced = space
                    .every_next(&space.state(index), |after| states.contains(space.index(after)));
                if forced {
                    next.insert(index);
                }
            });
            if stop() {
                return Err(Unproved::Interrupted);
            }
            states.add(&next);
            for seat in 0..space.field().seats() {
                if next.contains(space.index(&State { turn: seat, ..space.start() })) {
                    stage.found_start(seat);
                }
            }
            std::mem::swap(&mut frontier, &mut next);
            stage.found(frontier.count());
            stage.keep(&[&states, &frontier], &[])?;
        }
        Ok(Self { states, starts: stage.starts(), by_plies: stage.into_rounds() })
    }

    #[inline]
    pub(super) fn contains(&self, index: u64) -> bool {
        self.states.contains(index)
    }

    /// The answer to the same question for the next seat, where the seats are alike.
    ///
    /// # Errors
    ///
    /// If there is no room.
    pub(super) fn turned(&self, space: &Space) -> Result<Self, Unproved> {
        let states = Bits::new(space.len()).ok_or(Unproved::NoRoom)?;
        let field = space.field();
        self.states.for_each(&|| false, |index| {
            states.insert(space.index(&field.turned(&space.state(index))));
        });
        let mut starts = [None; SEATS];
        for (seat, plies) in self.starts.into_iter().enumerate().take(field.seats()) {
            starts[field.after(seat)] = plies;
        }
        Ok(Self { states, by_plies: self.by_plies.clone(), starts })
    }

    /// The plies in which it is forced from the start, if it is.
    pub(super) fn start(&self) -> Option<usize> {
        self.starts[0]
    }

    /// The longest that it takes, in plies; none if it cannot be forced.
    pub(super) fn longest(&self) -> Option<usize> {
        self.by_plies.len().checked_sub(1)
    }
}
