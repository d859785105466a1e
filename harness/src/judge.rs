//! A recorded game, tried against rules.

use std::fmt;

use engine::notation::{MoveText, Picture};
use engine::rules::{Board, Hops, Missing, Rules, Seat, Win};
use engine::{End, Game, Position};

use crate::case::{Case, Record, RecordError};

/// A recorded game, read and not yet tried: whether its moves are legal nobody has looked.
#[derive(Clone, Debug)]
pub struct Recorded {
    case: Case,
    /// Each move as it is written, and its line.
    words: Vec<(String, usize)>,
}

/// What is wrong with a recorded game; the first thing that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The rules have no board, or the start does not fit them.
    Setting(String),
    /// A ply that is not legal, with why.
    Illegal(String),
    /// A seat moves that is not to move.
    Turn {
        /// Whose marble is moved.
        moves: Seat,
        /// The seat to move.
        due: Seat,
        /// Whether that seat has a move.
        stuck: bool,
    },
    /// The game was over before this ply, and the record goes on: a missing win, if somebody had won.
    Over(End, Option<Seat>),
    /// Another winner is claimed.
    Winner {
        /// Who is claimed to have won.
        claimed: Option<Seat>,
        /// Who has.
        is: Option<Seat>,
        /// What the seat that is claimed to have won lacks.
        lacks: Vec<Missing>,
    },
    /// Other places are claimed than these, one a seat, 0 for none.
    Places(Vec<u8>),
    /// Another end is claimed.
    End(Option<End>),
}

/// How a recorded game stands under some rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Plies that were right.
    pub plies: usize,
    /// The ply that is not, as it is written, and its line; for what is wrong with a ply.
    pub ply: Option<(String, usize)>,
    /// What is wrong first, if anything is.
    pub wrong: Option<Wrong>,
    /// Who had won when the trial ended.
    pub winner: Option<Seat>,
    /// How the game had ended then.
    pub end: Option<End>,
    /// The position that the trial came to; none if it never began.
    pub position: Option<Position>,
}

impl Recorded {
    /// Reads a recorded game.
    ///
    /// # Errors
    ///
    /// As [`Case::read`](crate::case::Case::read), with the line.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        let record = Record::read(bytes)?;
        let words = record.moves.iter().flatten();
        let words = words.map(|word| (word.text.to_string(), word.line)).collect();
        Ok(Self { case: Case::read(bytes)?, words })
    }

    /// The rules that it states.
    pub fn rules(&self) -> &Rules {
        &self.case.rules
    }

    /// Tries the game under the rules that it states.
    pub fn judge(&self) -> Verdict {
        self.judge_by(self.rules())
    }

    /// Tries it under each win rule with short and with long hops, whatever `rules` say of these two.
    pub fn judge_by_all(&self, rules: &Rules) -> Vec<(Win, Hops, Verdict)> {
        let mut verdicts = Vec::new();
        for &hops in Hops::ALL {
            for &win in Win::ALL {
                let rules = Rules { win, hops, ..*rules };
                verdicts.push((win, hops, self.judge_by(&rules)));
            }
        }
        verdicts
    }

    /// Tries it under other rules.
    pub fn judge_by(&self, rules: &Rules) -> Verdict {
        let setting = |what: &dyn fmt::Display| Verdict {
            plies: 0,
            ply: None,
            wrong: Some(Wrong::Setting(what.to_string())),
            winner: None,
            end: None,
            position: None,
        };
        let board = match Board::new(rules) {
            Ok(board) => board,
            Err(error) => return setting(&error),
        };
        let mut game = match &self.case.start {
            None => Game::new(&board),
            Some(start) => match Game::resume(&board, start) {
                Ok(game) => game,
                Err(error) => return setting(&error),
            },
        };
        let mut wrong = None;
        let mut ply = None;
        for ((text, line), &what) in self.words.iter().zip(&self.case.moves) {
            wrong = play(&board, &mut game, text, what);
            if wrong.is_some() {
                ply = Some((text.clone(), *line));
                break;
            }
        }
        Verdict {
            plies: game.log().len(),
            ply,
            wrong: wrong.or_else(|| self.claim_wrong(&board, &game)),
            winner: game.winner(),
            end: game.end(),
            position: Some(*game.position()),
        }
    }

    /// What is claimed and is not so, once all is played.
    fn claim_wrong(&self, board: &Board, game: &Game<'_>) -> Option<Wrong> {
        let is = game.winner();
        if let Some(claimed) = self.case.claim.winner.filter(|&claimed| claimed != is) {
            let lacks = claimed.map(|seat| board.missing(game.position(), seat));
            return Some(Wrong::Winner { claimed, is, lacks: lacks.unwrap_or_default() });
        }
        let places = game.places();
        if self.case.claim.places.is_some_and(|claimed| claimed != places) {
            let places = board.seats().map(|seat| places[seat].unwrap_or(0));
            return Some(Wrong::Places(places.collect()));
        }
        let end = game.end();
        self.case.claim.end.is_some_and(|claimed| claimed != end).then_some(Wrong::End(end))
    }
}

/// Plays one ply, or says what is wrong with it.
fn play(board: &Board, game: &mut Game<'_>, text: &str, what: MoveText) -> Option<Wrong> {
    if let Some(end) = game.end() {
        return Some(Wrong::Over(end, game.winner()));
    }
    let due = game.position().turn();
    if let MoveText::Move(mv) = what
        && let Some(moves) = game.position().at(mv.from()).filter(|&seat| seat != due)
    {
        let stuck = game.moves().is_empty();
        return Some(Wrong::Turn { moves, due, stuck });
    }
    let played = match board.read_move(game.position(), text) {
        Ok(what) => game.act(what).map_err(|refusal| refusal.to_string()),
        Err(error) => Err(error.to_string()),
    };
    played.err().map(Wrong::Illegal)
}

impl Verdict {
    /// Whether all of the game is right.
    pub fn stands(&self) -> bool {
        self.wrong.is_none()
    }

    /// The position that the trial came to, drawn.
    pub fn picture(&self) -> String {
        self.position.as_ref().map_or_else(String::new, |position| Picture(position).to_string())
    }
}

impl fmt::Display for Verdict {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((text, line)) = &self.ply {
            write!(f, "ply {} (line {line}, {}): ", self.plies + 1, text.escape_debug())?;
        }
        match &self.wrong {
            Some(wrong) => wrong.fmt(f),
            None => {
                write!(f, "all {} plies stand, ", self.plies)?;
                match (self.end, self.winner) {
                    (None, _) => f.write_str("the game goes on"),
                    (Some(end), Some(seat)) => write!(f, "seat {seat} has won ({end})"),
                    (Some(end), None) => write!(f, "nobody has won ({end})"),
                }
            }
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |seat: &Option<Seat>| match seat {
            Some(seat) => format!("seat {seat}"),
            None => "nobody".to_string(),
        };
        match self {
            Self::Setting(what) => write!(f, "no such game: {what}"),
            Self::Illegal(why) => write!(f, "illegal: {why}"),
            Self::Turn { moves, due, stuck: false } => {
                write!(f, "wrong turn: a marble of seat {moves} moves, and seat {due} is to move")
            }
            Self::Turn { moves, due, stuck: true } => write!(
                f,
                "wrong turn: a marble of seat {moves} moves, and seat {due} is to move and has to pass"
            ),
            Self::Over(end, Some(winner)) => {
                write!(
                    f,
                    "missing win: seat {winner} had won before it ({end}), and the game goes on"
                )
            }
            Self::Over(end, None) => write!(f, "missing end: the game was over before it ({end})"),
            Self::Winner { claimed, is, lacks } => {
                let kind = if claimed.is_none() { "missing win" } else { "wrong win" };
                write!(f, "{kind}: claimed is {}, and {} has won", who(claimed), who(is))?;
                for (index, missing) in lacks.iter().enumerate() {
                    write!(f, "{} {missing}", if index == 0 { ";" } else { "," })?;
                }
                Ok(())
            }
            Self::Places(places) => {
                let places: Vec<String> = places.iter().map(u8::to_string).collect();
                write!(f, "wrong places: they are {}", places.join(","))
            }
            Self::End(Some(end)) => write!(f, "wrong end: it is {end}"),
            Self::End(None) => f.write_str("wrong end: the game goes on"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(text: &str) -> Verdict {
        Recorded::read(text.as_bytes()).unwrap().judge()
    }

    const THIN: &str = "start: [1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10\n";

    #[test]
    fn a_game_that_is_right_stands() {
        let verdict = judge("seats: 2\nmoves: d1-e5 n1-m5 c1:e7\nwinner: none\nend: none\n");
        assert!(verdict.stands(), "{verdict}");
        assert_eq!(verdict.to_string(), "all 3 plies stand, the game goes on");
        let verdict =
            judge(&format!("{THIN}moves: m5-n1\nwinner: 0\nplaces: 1,2\nend: blocked-home\n"));
        assert_eq!(verdict.to_string(), "all 1 plies stand, seat 0 has won (blocked-home)");
    }

    #[test]
    fn the_first_wrong_ply_is_named() {
        for (text, ply, says) in [
            (
                "seats: 2\nmoves: d1-e5 n1-m5\nc1:e7:g7 n2-m6\n",
                3,
                "illegal: no way leads from e7 to g7",
            ),
            (
                "seats: 2\nmoves: d1-e5 d2-e6\n",
                2,
                "wrong turn: a marble of seat 0 moves, and seat 1 is to move",
            ),
            ("seats: 2\nmoves: pass\n", 1, "illegal: seat 0 has a move and may not pass"),
            ("seats: 2\nmoves: e5-f5\n", 1, "illegal: the seat to move has no marble in e5"),
            (
                "seats: 2\nmoves: resign n1-m5\n",
                2,
                "missing win: seat 1 had won before it (resigned), and the game goes on",
            ),
        ] {
            let verdict = judge(text);
            assert_eq!(verdict.plies + 1, ply);
            let (_, line) = verdict.ply.clone().unwrap();
            assert!(text.lines().nth(line - 1).unwrap().contains(&verdict.ply.as_ref().unwrap().0));
            assert!(verdict.to_string().ends_with(says), "{verdict}");
        }
        let stuck = "leave-goal: forbidden\nstart: 0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10\n";
        let verdict = judge(&format!("{stuck}moves: d1-e5\n"));
        assert!(
            verdict.to_string().ends_with("and seat 0 is to move and has to pass"),
            "{verdict}"
        );
    }

    #[test]
    fn a_wrong_claim_is_named() {
        for (claim, says) in [
            (
                "win: all-own\nwinner: 0",
                "wrong win: claimed is seat 0, and nobody has won; every marble in your goal must be your own: foreign ones there: 9",
            ),
            ("winner: none", "missing win: claimed is nobody, and seat 0 has won"),
            (
                "winner: 1",
                "wrong win: claimed is seat 1, and seat 0 has won; fill your goal: holes still empty: 10",
            ),
            ("places: 2,1", "wrong places: they are 1,2"),
            ("end: home", "wrong end: it is blocked-home"),
        ] {
            let verdict = judge(&format!("{THIN}{claim}\nmoves: m5-n1\n"));
            assert!(verdict.to_string().starts_with(says), "{verdict}");
        }
    }

    /// The thin win is one under three of the six rules.
    #[test]
    fn all_rules_stand_side_by_side() {
        let text = format!("{THIN}moves: m5-n1\nwinner: 0\n");
        let recorded = Recorded::read(text.as_bytes()).unwrap();
        let verdicts = recorded.judge_by_all(recorded.rules());
        assert_eq!(verdicts.len(), Win::ALL.len() * Hops::ALL.len());
        for (win, _, verdict) in verdicts {
            let stands = !matches!(win, Win::AllOwn | Win::LockedOut);
            assert_eq!(verdict.stands(), stands, "{win}: {verdict}");
        }
    }
}
