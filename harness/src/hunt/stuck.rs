//! Why a game came to no end.

use std::fmt;

use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{Board, Seat};
use engine::star::HoleSet;
use engine::{Game, Position, Standing};

use super::held::moves_away;

/// Rounds at the end of a game that are looked at: what did not move in them stands for good.
const ROUNDS: usize = 16;

/// Longest cycle that is looked for, in plies.
const LONGEST_CYCLE: usize = 240;

/// Times that a cycle must come round before it is one.
const TURNS: usize = 3;

/// What a capped game was stuck in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A seat cannot fill its goal, as a rival has not left its home there.
    Squatted,
    /// A seat cannot fill its goal for rivals' marbles that came there and stay.
    Spoiled,
    /// Nobody who still races can gain ground.
    MutualBlock,
    /// The same positions came round and round.
    Cycle,
    /// Somebody was still getting on.
    CutShort,
    /// Somebody could gain ground, and yet nobody got on: the bots cannot finish.
    CannotFinish,
}

impl Cause {
    /// Every cause, in the order in which they are asked about.
    pub const ALL: [Self; 6] = [
        Self::Squatted,
        Self::Spoiled,
        Self::MutualBlock,
        Self::Cycle,
        Self::CutShort,
        Self::CannotFinish,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squatted => "squatted-goal",
            Self::Spoiled => "spoiled-goal",
            Self::MutualBlock => "mutual-block",
            Self::Cycle => "cycle",
            Self::CutShort => "cut-short",
            Self::CannotFinish => "cannot-finish",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a capped game was stuck in, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The deepest cause of those that apply.
    pub cause: Cause,
    /// The seat that is held out, for a squatted or spoiled goal.
    pub seat: Option<Seat>,
    /// Length of the cycle that it ended in, in plies, whatever the cause.
    pub cycle: Option<usize>,
}

impl Stuck {
    /// Why a game that was cut short came to no end.
    ///
    /// `start` is the position that its log goes on from.
    pub fn explain(game: &Game<'_>, start: &Position) -> Self {
        let board = game.board();
        let plies: Vec<(Seat, MoveText)> = game.log().collect();
        let window = (ROUNDS * board.seat_count()).min(plies.len().div_ceil(2));
        let tail = Tail::of(board, start, &plies, window);
        let races = |seat: &Seat| game.standing(*seat) == Standing::Racing;
        let racing: Vec<Seat> = board.seats().filter(races).collect();
        let position = game.position();

        let cycle = cycle(&tail.keys);
        let held = racing
            .iter()
            .find_map(|&seat| Some((held_by(board, position, seat, tail.moved)?, Some(seat))));
        let (cause, seat) = match held {
            Some(held) => held,
            None if racing.iter().all(|&seat| !gains(board, position, seat)) => {
                (Cause::MutualBlock, None)
            }
            None if cycle.is_some() => (Cause::Cycle, None),
            None if racing.iter().any(|&seat| tail.gets_on(seat)) => (Cause::CutShort, None),
            None => (Cause::CannotFinish, None),
        };
        Self { cause, seat, cycle }
    }
}

/// The last plies of a game.
struct Tail {
    /// Keys of the last positions, the final one included.
    keys: Vec<u64>,
    /// Holes that marbles left or entered in the window.
    moved: HoleSet,
    /// Least distance left, by seat: before the window, and in it.
    least: [(usize, usize); Seat::MAX],
}

impl Tail {
    fn of(board: &Board, start: &Position, plies: &[(Seat, MoveText)], window: usize) -> Self {
        let mut position = *start;
        let mut tail =
            Self { keys: Vec::new(), moved: HoleSet::EMPTY, least: [(usize::MAX, usize::MAX); 6] };
        for seat in board.seats() {
            tail.least[seat.index()].0 = board.distance_left(start, seat);
        }
        let keys_from = plies.len().saturating_sub(TURNS * LONGEST_CYCLE + 1);
        for (ply, &(seat, what)) in plies.iter().enumerate() {
            let in_window = ply + window >= plies.len();
            position.set_turn(seat);
            if ply >= keys_from {
                tail.keys.push(position.key());
            }
            if let MoveText::Move(mv) = what {
                board.apply(&mut position, mv);
                if in_window {
                    tail.moved |= HoleSet::of(mv.from()) | HoleSet::of(mv.to());
                }
            }
            let left = board.distance_left(&position, seat);
            let (before, within) = &mut tail.least[seat.index()];
            let least = if in_window { within } else { before };
            *least = left.min(*least);
        }
        tail
    }

    /// Whether a seat came nearer to its goal in the window than it ever was before.
    fn gets_on(&self, seat: Seat) -> bool {
        let (before, within) = self.least[seat.index()];
        within < before
    }
}

/// The shortest cycle that the last of `keys` went round, three times at least.
fn cycle(keys: &[u64]) -> Option<usize> {
    let last: Vec<u64> = keys.iter().rev().copied().collect();
    (1..=LONGEST_CYCLE.min(last.len() / TURNS))
        .find(|&length| (length..TURNS * length).all(|at| last[at] == last[at - length]))
}

/// Whether some move of `seat` brings its marble nearer to the tip of its goal.
fn gains(board: &Board, position: &Position, seat: Seat) -> bool {
    let gain = |mv: Move| board.distance(seat, mv.to()) < board.distance(seat, mv.from());
    board.moves_of(position, seat).iter().any(gain)
}

/// What holds `seat` out of its goal: it has marbles outside, foreign marbles in the goal did not
/// move of late, and no marble of its own finds a way in while they stay.
fn held_by(board: &Board, position: &Position, seat: Seat, moved: HoleSet) -> Option<Cause> {
    let (goal, own) = (board.goal(seat), position.marbles(seat));
    let parked = (goal & position.occupied()) - own - moved;
    let outside = own - goal;
    if parked.is_empty() || outside.is_empty() {
        return None;
    }
    let open = goal - position.occupied();
    let finds_a_way = |hole| moves_away(board, position, seat, hole, open).is_some();
    if !open.is_empty() && outside.into_iter().any(finds_a_way) {
        return None;
    }
    let squats = board
        .seats()
        .any(|rival| board.home(rival) == goal && !(position.marbles(rival) & parked).is_empty());
    Some(if squats { Cause::Squatted } else { Cause::Spoiled })
}

#[cfg(test)]
mod tests {
    use engine::notation::Setup;
    use engine::rules::Rules;

    use super::*;

    /// Plays `moves` again and again from `from` until the cap, and explains what came of it.
    fn explained(axes: &[(&str, &str)], from: &str, moves: &str) -> Stuck {
        let mut rules = Rules::default();
        axes.iter().for_each(|(axis, value)| rules.set(axis, value).unwrap());
        let setup: Setup = from.parse().unwrap();
        rules.seats = Some(setup.position.seat_count() as u8);
        let board = Board::new(&rules).unwrap();
        let mut game = Game::resume(&board, &setup).unwrap();
        let start = *game.position();
        let mut texts = moves.split(' ').cycle();
        while !game.over() {
            let what = board.read_move(game.position(), texts.next().unwrap());
            game.act(what.unwrap()).unwrap();
        }
        Stuck::explain(&game, &start)
    }

    /// Seat 0 is home but for one marble, and seat 1 sits on the tip, its own home.
    const SQUATTED: &str =
        "[1]/11/111/1111/[13]/[12]/[11]/[10]/[4]0[4]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";

    #[test]
    fn a_squatted_goal_is_told_whatever_goes_round() {
        let all_own = [("win", "all-own"), ("cap", "40")];
        let stuck = explained(&all_own, SQUATTED, "i5-i6 d1-e5 i6-i5 e5-d1");
        assert_eq!(stuck, Stuck { cause: Cause::Squatted, seat: Seat::new(0), cycle: Some(4) });
    }

    /// A third party parks in seat 0's goal.
    #[test]
    fn a_spoiled_goal_is_one_with_a_guest() {
        let from = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]0[4]/[10]/[11]/[12]/[4]2[8]/0000/000/00/1 0 3 10";
        let all_own = [("win", "all-own"), ("cap", "40")];
        // Seat 1 is on its way from point 2 and stopped in q1; seat 2 walks about.
        let stuck = explained(&all_own, from, "i5-i6 pass m5-m6 i6-i5 pass m6-m5");
        assert_eq!((stuck.cause, stuck.seat), (Cause::Spoiled, Seat::new(0)));
    }

    /// Two seats walk to and fro in the open.
    #[test]
    fn a_cycle_has_a_length() {
        let from = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[2]0[3]1[2]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";
        let stuck = explained(&[("cap", "50")], from, "i3-i4 i7-i8 i4-i3 i8-i7");
        assert_eq!(stuck, Stuck { cause: Cause::Cycle, seat: None, cycle: Some(4) });
        let stuck =
            explained(&[("cap", "50")], from, "i3-i4 i7-h7 i4-h4 h7-h8 h4-h3 h8-i8 h3-i3 i8-i7");
        assert_eq!(stuck.cycle, Some(8));
    }

    /// Each seat has got as far as it can, and no game is over for that.
    #[test]
    fn a_mutual_block_gains_nobody_ground() {
        let from = "1/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/0 0 2 10";
        let stuck = explained(&[("cap", "40")], from, "q1-p1 a1-b1 p1-q1 b1-a1");
        assert_eq!(stuck, Stuck { cause: Cause::MutualBlock, seat: None, cycle: Some(4) });
    }

    #[test]
    fn a_game_in_motion_was_cut_short() {
        let from = "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";
        let stuck = explained(&[("cap", "4total")], from, "d1-e5 n1-m5 d2-e6 n2-m6");
        assert_eq!(stuck, Stuck { cause: Cause::CutShort, seat: None, cycle: None });
    }

    /// Five moves that lead nowhere, in no order.
    #[test]
    fn bots_that_wander_cannot_finish() {
        let from = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[2]0[3]1[2]/[10]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";
        let wander = "i3-h3 i7-i8 h3-g3 i8-i7 g3-g4 i7-i8 g4-g3 i8-i7 g3-h3 i7-i8 h3-h4 i8-i7 h4-h3 i7-i8 h3-h2 i8-i7 h2-h3 i7-i8 h3-h4 i8-i7 h4-h3 i7-i8 h3-g3 i8-i7 g3-g4 i7-i8 g4-g3 i8-i7 g3-h3 i7-i8 h3-h2 i8-i7 h2-h1 i7-i8 h1-h2 i8-i7 h2-h3 i7-i8 h3-i3 i8-i7";
        let stuck = explained(&[("cap", "40total")], from, wander);
        assert_eq!(stuck, Stuck { cause: Cause::CannotFinish, seat: None, cycle: None });
    }
}
