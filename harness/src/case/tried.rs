//! A case, tried again.

use engine::notation::MoveText;
use engine::rules::{Board, BySeat, Win};
use engine::star::HoleSet;
use engine::{Game, Position};

use super::{Case, Expect};
use crate::check::{Invariant, Level, Violation};
use crate::subject::Subjects;
use crate::trial::{Config, Watch, replay};

/// How a case came out when it was tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// What did not hold: what our own game breaks first, then the engine under test.
    pub violations: Vec<Violation>,
    /// What the case claims or expects and is not so, in sentences; `fails` apart.
    pub wrong: Vec<String>,
    /// Whether it says that its invariant does not hold.
    meant: bool,
    /// The invariant that it is about.
    invariant: Option<String>,
}

impl Case {
    /// Plays it again in our own game and in the engine that `subjects` makes, under every check.
    ///
    /// What is expected is asked of our own game, what must always hold of both.
    pub fn try_again(&self, subjects: &Subjects<'_>) -> Tried {
        let board = self.board();
        let config = Config { level: Level::All, sample_seed: 0 };
        let watch = Watch { config, checks: true };
        let violations = replay(&board, self.start.as_ref(), &self.moves, &mut *subjects(), watch);
        let (violations, wrong) = match (violations, self.game_on(&board)) {
            (Ok(violations), Some(game)) => {
                // A game that panicked is not asked again.
                let panics = |found: &Violation| found.invariant == Invariant::NoPanic.id();
                let asked = !violations.iter().any(panics);
                (violations, if asked { self.wrong(&board, game) } else { Vec::new() })
            }
            _ => (Vec::new(), vec!["the start does not fit the rules".to_string()]),
        };
        let meant = self.expect.contains(&Expect::Fails);
        Tried { violations, wrong, meant, invariant: self.invariant.clone() }
    }

    /// What is claimed or expected and is not so.
    fn wrong(&self, board: &Board, mut game: Game<'_>) -> Vec<String> {
        let mut wrong = Vec::new();
        let refused = self.moves.iter().zip(1..).find_map(|(&what, ply)| {
            let text = text(board, game.position(), what);
            game.act(what).err().map(|refusal| (ply, format!("ply {ply}, {text}: {refusal}")))
        });
        let meant = self.expect.contains(&Expect::Refused);
        match refused {
            Some((ply, _)) if meant && ply == self.moves.len() => {}
            Some((_, refused)) => {
                wrong.push(refused);
                // Whatever else is said is about another game.
                return wrong;
            }
            None if meant => {
                wrong.push("the last move is legal, and expected is refused".to_string())
            }
            None => {}
        }
        let claims = [
            ("winner", self.claim.winner.map(or_none), or_none(game.winner())),
            ("end", self.claim.end.map(or_none), or_none(game.end())),
            (
                "places",
                self.claim.places.map(|places| format!("{:?}", places.0)),
                format!("{:?}", game.places().0),
            ),
        ];
        for (what, claimed, is) in claims {
            if let Some(claimed) = claimed.filter(|claimed| *claimed != is) {
                wrong.push(format!("{what}: it is {is}, and the case says {claimed}"));
            }
        }
        for expect in &self.expect {
            let is = observed(expect, &game);
            if is != *expect {
                let star = board.star();
                let (is, said) = (is.write(star), expect.write(star));
                wrong.push(format!("it is '{is}', and the case says '{said}'"));
            }
        }
        wrong
    }
}

/// The expectation of this kind that is right of a game.
fn observed(expect: &Expect, game: &Game<'_>) -> Expect {
    let board = game.board();
    match *expect {
        // These are not about how the game stands.
        Expect::Holds => Expect::Holds,
        Expect::Fails => Expect::Fails,
        Expect::Refused => Expect::Refused,
        Expect::Turn(_) => Expect::Turn(game.turn()),
        Expect::Moves(_) => Expect::Moves(game.moves().len()),
        Expect::Ends(from, _) => {
            let moves = game.moves();
            let ends: HoleSet =
                moves.iter().filter(|mv| mv.from() == from).map(|mv| mv.to()).collect();
            Expect::Ends(from, ends)
        }
        Expect::Home(win, _) => Expect::Home(win, home(board, game.position(), win)),
    }
}

/// Who is home at this moment under a win rule.
fn home(board: &Board, position: &Position, win: Win) -> BySeat<bool> {
    let mut home = BySeat::default();
    for seat in board.seats() {
        home[seat] = board.complete_by(win, position, seat);
    }
    home
}

fn or_none(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "none".to_string(), |value| value.to_string())
}

fn text(board: &Board, position: &Position, what: MoveText) -> String {
    match what {
        MoveText::Pass => "pass".to_string(),
        MoveText::Resign => "resign".to_string(),
        MoveText::Move(mv) => board.path_text(position, mv),
    }
}

impl Tried {
    /// Whether it fails: something that must always hold does not, its own invariant or another, or
    /// something that it says is not so.
    pub fn fails(&self) -> bool {
        !self.violations.is_empty() || !self.wrong.is_empty()
    }

    /// What is not as the case says: that its invariant fails is right if it expects that, and wrong
    /// if not.
    pub fn amiss(&self) -> Vec<String> {
        let own = |found: &&Violation| self.invariant.as_deref() == Some(found.invariant);
        let mut amiss = self.wrong.clone();
        for found in self.violations.iter().filter(|found| !(self.meant && own(found))) {
            amiss.push(format!("{} does not hold: {}", found.invariant, found.message));
        }
        if self.meant && !self.violations.iter().any(|found| own(&found)) {
            let invariant =
                self.invariant.as_deref().unwrap_or("its invariant, which it does not name,");
            amiss.push(format!("{invariant} holds, and the case says that it fails"));
        }
        amiss
    }
}
