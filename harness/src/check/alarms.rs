//! Shares over a whole run that sound play never shows.

use std::collections::BTreeMap;

use engine::rules::{Board, BySeat, Seat};
use serde::{Deserialize, Serialize};

use super::{Invariant, Invariants};
use crate::contender::Contender;

/// Moves, or games, below which a share tells nothing.
const FEW: u64 = 1000;

/// What one seat's moves in one game come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Moves made.
    pub moves: u64,
    /// Those that took back the seat's own move before.
    pub reversals: u64,
}

/// Counts by bot over a run. Sums alone, so the order of games does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alarms {
    bots: BTreeMap<String, Tally>,
    games: u64,
    capped: u64,
}

/// Whether sound play can be expected of a bot: it looks ahead, and means to get home.
fn is_sound(bot: &Contender) -> bool {
    bot.depth().is_some()
}

impl Alarms {
    /// Takes in a game on `board`: who sat where, how they moved, and whether it was cut short.
    pub fn add(
        &mut self,
        board: &Board,
        bots: &[&Contender],
        tallies: &BySeat<Tally>,
        capped: bool,
    ) {
        let laws = Invariants::of(board);
        for (seat, bot) in Seat::ALL.into_iter().zip(bots).filter(|(_, bot)| is_sound(bot)) {
            self.count(bot.name(), tallies[seat]);
        }
        if laws.contains(Invariant::CapAlarm) && bots.iter().all(|bot| is_sound(bot)) {
            self.games += 1;
            self.capped += u64::from(capped);
        }
    }

    fn count(&mut self, bot: &str, tally: Tally) {
        let sum = self.bots.entry(bot.to_string()).or_default();
        sum.moves += tally.moves;
        sum.reversals += tally.reversals;
    }

    /// Adds the counts of another part of the run.
    pub fn merge(&mut self, other: &Self) {
        for (bot, &tally) in &other.bots {
            self.count(bot, tally);
        }
        self.games += other.games;
        self.capped += other.capped;
    }

    /// The alarms that go off, each once, with what was seen.
    pub fn raised(&self) -> Vec<(Invariant, String)> {
        let mut raised = Vec::new();
        let reverses = |tally: &Tally| tally.moves >= FEW && tally.reversals * 5 >= tally.moves;
        let seen = |(bot, tally): (&String, &Tally)| {
            let Tally { moves, reversals } = tally;
            format!("'{bot}' took back its own last move in {reversals} of {moves} moves")
        };
        let bots = self.bots.iter().filter(|(_, tally)| reverses(tally));
        let seen: Vec<String> = bots.map(seen).collect();
        if !seen.is_empty() {
            raised.push((Invariant::ReversalAlarm, seen.join("; ")));
        }
        if self.games >= FEW && self.capped * 20 >= self.games {
            let message = format!(
                "{} of {} games among searching bots reached the cap",
                self.capped, self.games
            );
            raised.push((Invariant::CapAlarm, message));
        }
        raised
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;

    #[test]
    fn parts_of_a_run_add_up() {
        let board = Board::new(&Rules::default().with_seats(2).unwrap()).unwrap();
        let bots = ["hard", "easy"].map(|name| Contender::named(name).unwrap());
        let tallies = BySeat([Tally { moves: 3, reversals: 2 }; Seat::MAX]);
        let part = |games: std::ops::Range<u32>| {
            let mut alarms = Alarms::default();
            for game in games {
                alarms.add(&board, &[&bots[0], &bots[1]], &tallies, game % 2 == 0);
            }
            alarms
        };
        let mut sum = part(0..700);
        assert_eq!(sum.raised().len(), 1, "too few games");
        sum.merge(&part(700..1200));
        assert_eq!(sum, part(0..1200));
        assert_eq!(
            sum.raised(),
            [
                (
                    Invariant::ReversalAlarm,
                    "'easy' took back its own last move in 2400 of 3600 moves; \
                     'hard' took back its own last move in 2400 of 3600 moves"
                        .to_string()
                ),
                (
                    Invariant::CapAlarm,
                    "600 of 1200 games among searching bots reached the cap".to_string()
                ),
            ]
        );
    }
}
