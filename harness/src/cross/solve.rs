//! The shortest crossing there is, or a short one.

use std::collections::HashSet;
use std::fmt;

use engine::moves::Move;
use engine::notation::MoveText;
use engine::rules::{Board, LeaveGoal, Rules, RulesError, Seat};
use engine::star::HoleSet;
use engine::{End, Game, Position};

use crate::case::{Case, Expect};

/// Positions that are kept a ply, unless it is said otherwise: more than a lone seat has on the
/// 13- and 37-hole stars with a point of marbles, and enough for 27 moves on the 121-hole star.
pub const DEFAULT_WIDTH: usize = 10_000;

/// Longest crossing that is looked for.
pub const MOST_MOVES: usize = 1000;

/// The seat that crosses.
const LONE: Seat = Seat::ALL[0];

/// A crossing, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The game, with how it ends.
    pub case: Case,
    /// Number of its moves.
    pub moves: usize,
    /// Whether no crossing is shorter: no position was left out on the way.
    pub exact: bool,
    /// Positions that were looked at, each counted once a ply.
    pub positions: u64,
}

/// Why there is no crossing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uncrossed {
    /// The rules make no board for one seat.
    Rules(RulesError),
    /// No crossing was found; whether that proves that there is none.
    NotFound {
        /// Whether every position was looked at.
        exact: bool,
    },
    /// It was interrupted.
    Interrupted,
}

impl fmt::Display for Uncrossed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::NotFound { exact: true } => f.write_str("there is no crossing under these rules"),
            Self::NotFound { exact: false } => {
                write!(
                    f,
                    "no crossing of {MOST_MOVES} moves or fewer was found; a larger --width may find one"
                )
            }
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for Uncrossed {}

/// A position of the lone seat, and where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    /// Its marbles, as bits.
    marbles: u128,
    /// Place of the position before it among those kept a ply earlier.
    parent: u32,
}

/// Looks for a shortest crossing by a beam of `width` positions a ply, from both ends at once.
///
/// A move can be taken back by a move, and a half turn of the star takes the start to the goal. So
/// whatever can be reached in some moves can, turned by half, be finished from in as many, and the
/// beam from the goal is the one from the start turned. The first ply at which they meet gives the
/// crossing: `n` moves from the start to a position, and `n` or `n - 1` from there on. A position
/// counts as good as its marbles are near the far tip. Where the beam never leaves anything out, it
/// is a search of all positions, and the crossing is a shortest one.
///
/// The result depends on the rules and the width alone.
///
/// # Errors
///
/// If the rules make no board for one seat, there is no crossing, or `stop` says so.
///
/// # Panics
///
/// If the engine's own game does not come through the crossing to its end.
pub fn shortest(
    rules: &Rules,
    width: usize,
    mut stop: impl FnMut() -> bool,
) -> Result<Crossing, Uncrossed> {
    let rules = rules.with_seats(1).map_err(Uncrossed::Rules)?;
    let board = Board::new(&rules).map_err(Uncrossed::Rules)?;
    let start = board.home(LONE).bits();
    let mut search = Search { board: &board, layers: Vec::new(), positions: 1, exact: true };
    let mut seen = HashSet::from([start]);
    let mut before = vec![Node { marbles: start, parent: 0 }];
    search.layers.push(before.clone());
    while 2 * search.layers.len() <= MOST_MOVES {
        if stop() {
            return Err(Uncrossed::Interrupted);
        }
        let now = search.next(&seen);
        if now.is_empty() {
            break;
        }
        search.positions += now.len() as u64;
        // The last of them is for a beam too narrow to meet itself, which may still get across.
        for far in [&before, &now, &search.layers[0]] {
            if let Some((near, far)) = search.meeting(&now, far) {
                return Ok(search.crossing(near, far));
            }
        }
        let kept = search.keep(&now, width.max(1));
        seen.extend(kept.iter().map(|node| node.marbles));
        search.layers.push(kept);
        before = now;
    }
    Err(Uncrossed::NotFound { exact: search.exact && search.layers.len() * 2 <= MOST_MOVES })
}

struct Search<'b> {
    board: &'b Board,
    /// By ply: the positions that are gone on from.
    layers: Vec<Vec<Node>>,
    positions: u64,
    exact: bool,
}

impl Search<'_> {
    /// Every position that follows the last ones kept and is none of those `seen`, in order.
    fn next(&self, seen: &HashSet<u128>) -> Vec<Node> {
        let home = self.board.home(LONE);
        // What goes home again has no counterpart from the other end where goals may not be left.
        let stays_out = self.board.rules().leave_goal == LeaveGoal::Forbidden;
        let mut next = Vec::new();
        let last = self.layers.last().expect("the start is there");
        for (parent, node) in last.iter().enumerate() {
            let moves = self.board.moves(&self.position(node.marbles));
            for mv in moves.iter() {
                if stays_out && home.contains(mv.to()) && !home.contains(mv.from()) {
                    continue;
                }
                let bits = HoleSet::of(mv.from()) | HoleSet::of(mv.to());
                let marbles = node.marbles ^ bits.bits();
                if !seen.contains(&marbles) {
                    next.push(Node { marbles, parent: parent as u32 });
                }
            }
        }
        next.sort_unstable();
        next.dedup_by_key(|node| node.marbles);
        next
    }

    fn position(&self, marbles: u128) -> Position {
        let mut position = self.board.empty();
        for hole in HoleSet::from_bits(marbles) {
            position.put(LONE, hole);
        }
        position.set_turn(LONE);
        position
    }

    /// The first position of `now` that is one of `far` turned by half, and that one.
    fn meeting(&self, now: &[Node], far: &[Node]) -> Option<(Node, Node)> {
        now.iter().find_map(|&node| {
            let turned = self.turned(node.marbles);
            let at = far.binary_search_by_key(&turned, |node| node.marbles).ok()?;
            Some((node, far[at]))
        })
    }

    /// The position with the star turned by half.
    fn turned(&self, marbles: u128) -> u128 {
        let star = self.board.star();
        let holes = HoleSet::from_bits(marbles).into_iter();
        holes.map(|hole| star.opposite(hole)).collect::<HoleSet>().bits()
    }

    /// The `width` positions whose marbles have the least way to go, in order of it.
    fn keep(&mut self, now: &[Node], width: usize) -> Vec<Node> {
        let left = |node: &Node| -> u32 {
            let holes = HoleSet::from_bits(node.marbles).into_iter();
            holes.map(|hole| u32::from(self.board.distance(LONE, hole))).sum()
        };
        let mut ranked: Vec<(u32, Node)> = now.iter().map(|node| (left(node), *node)).collect();
        if width < ranked.len() {
            self.exact = false;
            ranked.select_nth_unstable(width);
            ranked.truncate(width);
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, node)| node).collect()
    }

    /// The positions from the start to one that was found at some ply, or kept there.
    fn path(&self, node: Node) -> Vec<u128> {
        let ply = self.layers.iter().position(|layer| layer.contains(&node));
        let before = ply.unwrap_or(self.layers.len());
        let mut path = vec![node.marbles];
        let mut parent = node.parent;
        for layer in self.layers[..before].iter().rev() {
            let node = layer[parent as usize];
            path.push(node.marbles);
            parent = node.parent;
        }
        path.reverse();
        path
    }

    /// The crossing through `near`, which is `far` turned by half.
    fn crossing(&self, near: Node, far: Node) -> Crossing {
        let mut path = self.path(near);
        let back = self.path(far);
        path.extend(back.iter().rev().skip(1).map(|&marbles| self.turned(marbles)));
        let moves: Vec<Move> = path.windows(2).map(|pair| between(pair[0], pair[1])).collect();
        let mut game = Game::new(self.board);
        for &mv in &moves {
            game.play(mv).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal}"));
        }
        assert_eq!(game.end(), Some(End::Home), "the crossing ends at home");
        let count = moves.len();
        let texts = moves.into_iter().map(MoveText::Move).collect();
        let mut case = Case::new(self.board.rules(), None, texts);
        let known = if self.exact { "no crossing is shorter" } else { "the shortest found" };
        case.about = format!("A lone crossing in {count} moves: {known}.");
        case.origin = "a search from both ends".to_string();
        case.claim.winner = Some(game.winner());
        case.claim.end = Some(game.end());
        case.expect.push(Expect::Turn(None));
        Crossing { case, moves: count, exact: self.exact, positions: self.positions }
    }
}

/// The move between two positions.
fn between(before: u128, after: u128) -> Move {
    let hole = |bits: u128| HoleSet::from_bits(bits).first().expect("a marble moves");
    Move::new(hole(before & !after), hole(after & !before)).expect("a move goes somewhere")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossed(width: usize, axes: &[(&str, &str)]) -> Result<Crossing, Uncrossed> {
        let mut rules = Rules::default();
        for (axis, value) in axes {
            rules.set(axis, value).unwrap();
        }
        shortest(&rules, width, || false)
    }

    #[test]
    fn a_beam_that_leaves_nothing_out_is_exact() {
        for (axes, moves) in [
            (&[("arm", "1")][..], 4),
            (&[("arm", "2")], 11),
            (&[("arm", "2"), ("leave-goal", "forbidden")], 11),
            (&[("arm", "2"), ("hops", "long")], 8),
            (&[("arm", "2"), ("hops", "long"), ("foreign-points", "private")], 10),
            // Steps alone: as many as the marbles are steps away.
            (&[("arm", "2"), ("over", "others")], 20),
        ] {
            let crossing = crossed(DEFAULT_WIDTH, axes).unwrap();
            assert_eq!((crossing.moves, crossing.exact), (moves, true), "{axes:?}");
            let narrow = crossed(40, axes);
            assert!(narrow.is_ok_and(|narrow| narrow.moves >= moves), "{axes:?}");
        }
    }

    #[test]
    fn what_was_left_out_is_told() {
        let crossing = crossed(40, &[("arm", "2")]).unwrap();
        assert!(!crossing.exact);
        assert!(crossing.positions < crossed(DEFAULT_WIDTH, &[("arm", "2")]).unwrap().positions);
    }

    #[test]
    fn a_crossing_is_a_case_that_reads_back() {
        let crossing = crossed(DEFAULT_WIDTH, &[("arm", "2"), ("hops", "long")]).unwrap();
        let case = Case::read(crossing.case.write().as_bytes()).unwrap();
        assert_eq!(case, crossing.case);
        assert_eq!(case.moves.len(), crossing.moves);
        assert_eq!(crossed(DEFAULT_WIDTH, &[("arm", "2"), ("hops", "long")]), Ok(crossing));
    }

    #[test]
    fn it_stops_when_asked_and_refuses_rules_for_more_seats() {
        assert_eq!(shortest(&Rules::default(), 10, || true), Err(Uncrossed::Interrupted));
        let rules = Rules::preset("liou-3p").unwrap();
        assert!(matches!(shortest(&rules, 10, || false), Err(Uncrossed::Rules(_))));
    }
}
