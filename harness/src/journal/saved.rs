//! A finished game as the journal keeps it: plain numbers and texts.

use engine::End;
use engine::rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::check::{Invariant, Tally};
use crate::event::{Finding, Finished, Record};
use crate::playout::{Call, EngineFailure};
use crate::shard::Share;
use crate::ugi::failure::Failure;

/// One game.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    game: u64,
    winner: Option<u8>,
    /// Place in [`End::ALL`].
    end: u8,
    plies: u32,
    line: u64,
    places: [Option<u8>; Seat::MAX],
    left_at_home: Option<u8>,
    /// Moves and reversals by seat.
    tallies: Option<[(u64, u64); Seat::MAX]>,
    findings: Vec<(String, u32, String, Option<String>)>,
    failures: Vec<(u32, u8, String, String, String)>,
    /// Bot, nodes and nanoseconds.
    calls: Vec<(u8, u64, u64)>,
}

impl Saved {
    pub(super) fn of(finished: &Finished) -> Self {
        let Finished { record, calls } = finished;
        let end = End::ALL.iter().position(|&end| end == record.end);
        let findings = record.findings.iter().map(|finding| {
            let Finding { invariant, ply, message, position } = finding;
            (invariant.to_string(), *ply, message.clone(), position.clone())
        });
        let failures = record.failures.iter().map(|failed| {
            let EngineFailure { ply, seat, failure, message, words } = failed;
            let seat = seat.index() as u8;
            (*ply, seat, failure.to_string(), message.clone(), words.clone())
        });
        Self {
            game: record.planned.game,
            winner: record.winner.map(|seat| seat.index() as u8),
            end: end.expect("every way of ending is listed") as u8,
            plies: record.plies,
            line: record.line,
            places: record.places.0,
            left_at_home: record.left_at_home.map(|left| left as u8),
            tallies: record
                .tallies
                .map(|tallies| tallies.0.map(|tally| (tally.moves, tally.reversals))),
            findings: findings.collect(),
            failures: failures.collect(),
            calls: calls.iter().map(|call| (call.bot as u8, call.nodes, call.ns)).collect(),
        }
    }

    /// The game as it was; none if it is none of `share`, or says what cannot be.
    pub(super) fn restore(self, share: &Share, bots: usize) -> Option<Finished> {
        if !share.contains(self.game) {
            return None;
        }
        let seat = |index: u8| Seat::ALL.get(usize::from(index)).copied();
        let findings = self.findings.into_iter().map(|(invariant, ply, message, position)| {
            let known = Invariant::ALL.iter().map(|known| known.id());
            let invariant = known.into_iter().find(|&id| id == invariant)?;
            Some(Finding { invariant, ply, message, position })
        });
        let failures = self.failures.into_iter().map(|(ply, at, failure, message, words)| {
            let failure = Failure::NAMES.into_iter().find(|&name| name == failure)?;
            Some(EngineFailure { ply, seat: seat(at)?, failure, message, words })
        });
        let calls = self.calls.into_iter().map(|(bot, nodes, ns)| {
            let bot = usize::from(bot);
            (bot < bots).then_some(Call { bot, nodes, ns })
        });
        let winner = match self.winner {
            None => None,
            Some(index) => Some(seat(index)?),
        };
        let record = Record {
            planned: share.plan().game(self.game),
            winner,
            end: *End::ALL.get(usize::from(self.end))?,
            plies: self.plies,
            line: self.line,
            places: BySeat(self.places),
            left_at_home: self.left_at_home.map(usize::from),
            tallies: self.tallies.map(|tallies| {
                BySeat(tallies.map(|(moves, reversals)| Tally { moves, reversals }))
            }),
            findings: findings.collect::<Option<_>>()?,
            failures: failures.collect::<Option<_>>()?,
        };
        Some(Finished { record, calls: calls.collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    #[test]
    fn a_game_comes_back_as_it_was() {
        let share = Share::new(Plan::new(1, 30, &[3], 2), None);
        let text = |text: &str| text.to_string();
        let mut places = BySeat::default();
        places[Seat::ALL[1]] = Some(1);
        let invariant = Invariant::NoPanic.id();
        let finding = Finding { invariant, ply: 3, message: text("broke"), position: None };
        let failure = EngineFailure {
            ply: 4,
            seat: Seat::ALL[2],
            failure: "hang",
            message: text("hang: no answer"),
            words: text("…"),
        };
        let record = Record {
            planned: share.plan().game(17),
            winner: Some(Seat::ALL[1]),
            end: End::BlockedHome,
            plies: 401,
            line: 77,
            places,
            left_at_home: Some(9),
            tallies: Some(BySeat::from_fn(|seat| Tally {
                moves: seat.index() as u64,
                reversals: 1,
            })),
            findings: vec![finding],
            failures: vec![failure],
        };
        let calls = vec![Call { bot: 1, nodes: 12, ns: 1 << 40 }];
        let finished = Finished { record, calls };
        let bytes = postcard::to_stdvec(&Saved::of(&finished)).unwrap();
        let saved = || postcard::from_bytes::<Saved>(&bytes).unwrap();
        assert_eq!(saved().restore(&share, 2), Some(finished));
        assert_eq!(saved().restore(&share, 1), None, "there is no such bot");
        let other = Share::new(Plan::new(1, 17, &[3], 2), None);
        assert_eq!(saved().restore(&other, 2), None, "there is no such game");
    }
}
