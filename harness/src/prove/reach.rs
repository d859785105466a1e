//! Which states games can reach, and how soon.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use engine::rules::WinTested;

use super::bits::Bits;
use super::field::State;
use super::job::Stage;
use super::space::{Edge, Ending, Fate, Space};
use super::unproved::Unproved;

/// The depth of a state that is not reached.
const NEVER: u8 = u8::MAX;

/// The fewest plies from the start to every state that can be reached.
pub(super) struct Reach {
    depths: Vec<AtomicU8>,
    by_depth: Vec<u64>,
}

impl Reach {
    /// Visits every state that games can reach, nearest first.
    ///
    /// # Errors
    ///
    /// If there is no room, the work is stopped, or the rules ask more of a state than it tells.
    pub(super) fn explore(space: &Space, mut stage: Stage<'_>) -> Result<Self, Unproved> {
        let new = || Bits::new(space.len()).ok_or(Unproved::NoRoom);
        let (mut seen, mut frontier, mut next) = (new()?, new()?, new()?);
        let mut depths = Vec::new();
        let room = usize::try_from(space.len()).map_err(|_| Unproved::NoRoom)?;
        depths.try_reserve_exact(room).map_err(|_| Unproved::NoRoom)?;
        depths.resize_with(room, || AtomicU8::new(NEVER));
        if !stage.resume(&mut [&mut seen, &mut frontier], &mut depths)? {
            let start = space.index(&space.settled(space.start()));
            seen.insert(start);
            frontier.insert(start);
            depths[start as usize] = AtomicU8::new(0);
            stage.found(1);
        }
        let stop = stage.stop();
        let untested = AtomicBool::new(false);
        while !stage.done() {
            let depth = u8::try_from(stage.rounds().len()).unwrap_or(NEVER);
            if depth == NEVER {
                return Err(Unproved::TooDeep);
            }
            next.clear();
            frontier.for_each(stop, |index| {
                let state = space.state(index);
                if space.fate(&state, Ending::First) != Fate::Open {
                    return;
                }
                if passes_untested(space, &state) {
                    untested.store(true, Relaxed);
                }
                space.every_next(&state, |after| {
                    let index = space.index(&space.settled(*after));
                    if seen.insert(index) {
                        depths[index as usize].store(depth, Relaxed);
                        next.insert(index);
                    }
                    true
                });
            });
            if untested.load(Relaxed) {
                return Err(Unproved::UntestedWin);
            }
            if stop() {
                return Err(Unproved::Interrupted);
            }
            std::mem::swap(&mut frontier, &mut next);
            stage.found(frontier.count());
            stage.keep(&[&seen, &frontier], &depths)?;
        }
        Ok(Self { depths, by_depth: stage.into_rounds() })
    }

    /// The fewest plies to a state, or none if it is never reached.
    #[inline]
    pub(super) fn depth(&self, index: u64) -> Option<u8> {
        let depth = self.depths[index as usize].load(Relaxed);
        (depth != NEVER).then_some(depth)
    }

    /// States by depth.
    pub(super) fn by_depth(&self) -> &[u64] {
        &self.by_depth
    }

    /// A shortest line to a state: the states on the way, the start first.
    ///
    /// # Panics
    ///
    /// If the state is never reached.
    pub(super) fn line(&self, space: &Space, index: u64) -> Vec<State> {
        let mut line = vec![space.state(index)];
        let mut depth = self.depth(index).expect("the state is reached");
        while depth > 0 {
            depth -= 1;
            let mut nearer = None;
            space.every_before(&line[line.len() - 1], |before, edge| {
                let index = space.index(before);
                let open = space.fate(before, Ending::First) == Fate::Open;
                if open && edge != Edge::Skip && self.depth(index) == Some(depth) {
                    nearer = Some(nearer.map_or(index, |other: u64| other.min(index)));
                }
                open
            });
            line.push(space.state(nearer.expect("a state before it is one ply nearer")));
        }
        line.reverse();
        line
    }
}

/// Whether the seat to move passes although a rival has completed its goal, where only movers win.
fn passes_untested(space: &Space, state: &State) -> bool {
    let (field, seat) = (space.field(), state.turn);
    field.rules().win_tested == WinTested::Mover
        && field.complete(&state.placement, seat)
        && !field.can_move(&state.placement, seat)
}
