//! One game judged by every win rule at once.

use engine::moves::reference;
use engine::notation::MoveText;
use engine::rules::{Board, Seat, Win};
use engine::star::HoleSet;
use engine::{End, Game, Position};

use crate::hunt::held::Held;

/// Number of win rules.
pub const RULES: usize = Win::ALL.len();

/// A rule's first word on who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Plies played.
    pub ply: u32,
    /// Who has.
    pub seat: Seat,
    /// Marbles that it has still at its own home.
    pub at_home: usize,
    /// Foreign marbles in its goal.
    pub foreign: usize,
    /// Moves that the farthest of its marbles outside is away from its goal; none if it has none
    /// outside, or some at home, or one that could never enter.
    pub away: Option<u32>,
}

/// A seat that `all-own` holds out while `vacated` has it home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Veto {
    /// Plies played when it first was so.
    pub ply: u32,
    /// Foreign marbles in its goal then.
    pub foreign: usize,
    /// Whether the game ended with a seat so.
    pub lasted: bool,
}

/// What every rule says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// In the order of [`Win::ALL`]; none where a rule saw nobody home.
    pub verdicts: [Option<Verdict>; RULES],
    /// The first seat that was held out.
    pub veto: Option<Veto>,
    /// Plies played when a seat to move first had no move.
    pub blocked: Option<u32>,
    /// How the game ended, by the rule that it was played under.
    pub end: End,
    /// Plies played.
    pub plies: u32,
}

/// Judges a game while it is played.
///
/// The game itself is to be played under `all-own`, the last of the rules to see a winner in all
/// but freak cases, so that the others' words can be compared.
#[derive(Clone, Debug)]
pub struct Lockstep<'b> {
    board: &'b Board,
    /// The game's position with its natives, which the rule played under need not keep.
    position: Position,
    verdicts: [Option<Verdict>; RULES],
    veto: Option<Veto>,
    blocked: Option<u32>,
    /// Where the fast and the slow predicate differ.
    differs: Option<(Win, Seat)>,
}

impl<'b> Lockstep<'b> {
    /// A game is set up.
    pub fn start(game: &Game<'b>) -> Self {
        let (board, mut position) = (game.board(), *game.position());
        if position.natives().is_none() {
            let at_home = |seat| position.marbles(seat) & board.home(seat);
            let natives = board.seats().fold(HoleSet::EMPTY, |all, seat| all | at_home(seat));
            position.set_natives(Some(natives));
        }
        let mut judge = Self {
            board,
            position,
            verdicts: [None; RULES],
            veto: None,
            blocked: None,
            differs: None,
        };
        judge.look_for_block(game);
        judge
    }

    /// `seat` has done `what`.
    pub fn ply(&mut self, seat: Seat, what: MoveText, after: &Game<'_>) {
        if let MoveText::Move(mv) = what {
            self.position.set_turn(seat);
            self.board.apply(&mut self.position, mv);
        }
        self.judge(seat, after.ply());
        self.look_for_block(after);
    }

    /// The game is over.
    pub fn finish(mut self, game: &Game<'_>) -> Judged {
        let held = |seat| Held::out(self.board, game.position(), seat).is_some();
        if let Some(veto) = &mut self.veto {
            veto.lasted = self.board.seats().any(held);
        }
        let Self { verdicts, veto, blocked, .. } = self;
        let end = game.end().unwrap_or(End::Void);
        Judged { verdicts, veto, blocked, end, plies: game.ply() }
    }

    /// The rule and seat of which the fast and the slow predicate said different things, if any.
    pub fn differs(&self) -> Option<(Win, Seat)> {
        self.differs
    }

    fn look_for_block(&mut self, game: &Game<'_>) {
        let stuck = |position: &Position| !game.over() && !self.board.can_move(position);
        if self.blocked.is_none() && stuck(game.position()) {
            self.blocked = Some(game.ply());
        }
    }

    fn judge(&mut self, mover: Seat, ply: u32) {
        let mut seat = mover;
        loop {
            // Every rule asks for as much as this one.
            if self.board.complete_by(Win::AnyOwn, &self.position, seat) {
                self.judge_seat(seat, ply);
            }
            seat = seat.after(self.board.seat_count());
            if seat == mover {
                return;
            }
        }
    }

    fn judge_seat(&mut self, seat: Seat, ply: u32) {
        let position = &self.position;
        let own = position.marbles(seat);
        let held = Held::out(self.board, position, seat);
        if let Some(held) = held {
            let veto = Veto { ply, foreign: held.foreign, lasted: false };
            self.veto.get_or_insert(veto);
        }
        for (index, &win) in Win::ALL.iter().enumerate() {
            if self.verdicts[index].is_some() {
                continue;
            }
            let fast = self.board.complete_by(win, position, seat);
            if fast != reference::complete(win, self.board, position, seat) {
                self.differs.get_or_insert((win, seat));
            }
            if fast {
                self.verdicts[index] = Some(Verdict {
                    ply,
                    seat,
                    at_home: (own & self.board.home(seat)).len(),
                    foreign: (self.board.goal(seat) - own).len(),
                    away: held.and_then(|held| held.farthest),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::notation::Setup;
    use engine::rules::Rules;

    use super::*;

    /// Plays `texts` under all-own from `from`.
    fn judged(from: &str, texts: &str) -> Judged {
        let setup: Setup = from.parse().unwrap();
        let mut rules = Rules::default();
        rules.set("win", "all-own").unwrap();
        rules.set("cap", "2total").unwrap();
        rules.seats = Some(setup.position.seat_count() as u8);
        let board = Board::new(&rules).unwrap();
        let mut game = Game::resume(&board, &setup).unwrap();
        let mut judge = Lockstep::start(&game);
        for text in texts.split(' ') {
            let seat = game.turn().unwrap();
            let what = board.read_move(game.position(), text).unwrap();
            game.act(what).unwrap();
            judge.ply(seat, what, &game);
        }
        assert_eq!(judge.differs(), None);
        judge.finish(&game)
    }

    /// Rules that see a winner after the first ply.
    fn at_once(judged: &Judged) -> Vec<&'static str> {
        let won = judged.verdicts.iter().zip(Win::ALL).filter(|(verdict, _)| {
            verdict.is_some_and(|verdict| verdict.ply == 1 && verdict.seat == Seat::ALL[0])
        });
        won.map(|(_, win)| win.name()).collect()
    }

    #[test]
    fn the_thin_win_divides_the_rules() {
        let thin = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
        let judged = judged(thin, "m5-n1 g6-f6");
        assert_eq!(at_once(&judged), ["vacated", "any-own", "empty-home", "natives"]);
        let vacated = judged.verdicts[0].unwrap();
        assert_eq!((vacated.at_home, vacated.foreign), (0, 9));
        assert!(vacated.away.unwrap() >= 3);
        assert_eq!(judged.veto, Some(Veto { ply: 1, foreign: 9, lasted: true }));
    }

    #[test]
    fn the_premature_win_is_seen_by_two_rules() {
        let early = "0/00/000/[1]000/[13]/[12]/[5]1[5]/[10]/[9]/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
        let judged = judged(early, "m5-n1 g6-f6");
        assert_eq!(at_once(&judged), ["any-own", "natives"]);
        let any_own = judged.verdicts[2].unwrap();
        assert_eq!((any_own.at_home, any_own.foreign, any_own.away), (9, 9, None));
        assert_eq!(judged.veto, None);
    }

    /// The marble on the last hole left its start and came back: a native no more.
    #[test]
    fn a_marble_that_came_back_is_no_native() {
        let from = "0/00/000/[1]000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[4]0[1]1[6]/[1]1[1]1/111/11/1 1 2 10";
        // Seat 1 steps back into its start, then seat 0 fills the goal.
        let judged = judged(from, "m7-n3 m5-n1");
        let [_, _, any_own, _, natives, _] = judged.verdicts;
        assert_eq!(any_own.map(|verdict| verdict.ply), Some(2));
        assert_eq!(natives, None);
    }
}
