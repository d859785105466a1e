//! What the Coach says of a move, proved again.

use engine::Position;
use engine::coach::Verdict;
use engine::moves::Move;

use super::hops::Hops;
use super::ply::text;
use super::{Held, Laws};

/// The verdict on `mv` is the first fault that the list of moves proves, and its proof proves it.
///
/// Nothing but the list, the coordinates and single hops is asked, so no score can have a say.
pub fn proved(
    laws: &Laws<'_>,
    position: &Position,
    legal: &[Move],
    mv: Move,
    verdict: Verdict,
) -> Held {
    let case = Case { laws, position, mv };
    let due = ["shorter-chain", "step-when-chain", "declined-entry"]
        .into_iter()
        .find(|fault| legal.iter().any(|&proof| case.proves(fault, proof)))
        .unwrap_or("fine");
    let said =
        |what: &str| Err(format!("the verdict on {} is '{verdict}', {what}", text(laws, mv)));
    if verdict.name() != due {
        return said(&format!("in place of '{due}'"));
    }
    match verdict.proof() {
        Some(proof) if !legal.contains(&proof) => {
            said(&format!("by {}, which is not legal", text(laws, proof)))
        }
        Some(proof) if !case.proves(due, proof) => {
            said(&format!("by {}, which proves nothing", text(laws, proof)))
        }
        _ => Ok(()),
    }
}

struct Case<'a> {
    laws: &'a Laws<'a>,
    position: &'a Position,
    mv: Move,
}

impl Case<'_> {
    /// Whether `other` shows this fault of the move.
    fn proves(&self, fault: &str, other: Move) -> bool {
        let chain = |mv: Move| !self.laws.terrain.adjoin(mv.from(), mv.to());
        let better = other.from() == self.mv.from()
            && chain(other)
            && self.ground(other) > self.ground(self.mv);
        match fault {
            "shorter-chain" => better && chain(self.mv) && self.hops(other) > self.hops(self.mv),
            "step-when-chain" => better && !chain(self.mv),
            _ => self.enters(other) && !self.enters(self.mv),
        }
    }

    /// How much nearer the marble comes to the tip of its goal.
    fn ground(&self, mv: Move) -> i32 {
        let steps = |hole| i32::from(self.laws.terrain.to_tip(self.position.turn(), hole));
        steps(mv.from()) - steps(mv.to())
    }

    fn hops(&self, mv: Move) -> Option<usize> {
        Hops::in_position(self.laws, self.position, mv.from()).fewest(mv.to())
    }

    fn enters(&self, mv: Move) -> bool {
        let goal = self.laws.terrain.goal(self.position.turn());
        goal.contains(mv.to()) && !goal.contains(mv.from())
    }
}
