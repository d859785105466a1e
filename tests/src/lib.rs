//! Perft, laws, determinism and corpora, checked across the crates; here, what the tests share.

use std::fmt;

use engine::Position;
use engine::moves::Move;
use engine::notation::Setup;
use engine::rules::{self, Board, BySeat, Rules, Seat};
use engine::star::Hole;
use proptest::prelude::*;
use proptest::test_runner::Config;
use rand::Rng;

/// Rules made into a board, and a position to try them on.
///
/// It is made from bytes, so that one recipe serves seeded sweeps and shrinking alike: every byte
/// that goes to 0 takes an axis back to its default or a marble off the star.
#[derive(Clone)]
pub struct Setting {
    /// Any value on each axis that movement and wins depend on.
    pub board: Board,
    /// Marbles anywhere, from next to none to crowded; sometimes with a goal full of a mixture.
    pub position: Position,
}

/// What each axis may be.
const AXES: [(&str, &[&str]); 6] = [
    ("hops", &["adjacent", "long"]),
    ("over", &["any", "others"]),
    ("foreign-points", &["free", "no-stop", "private"]),
    ("leave-goal", &["allowed", "forbidden"]),
    ("win", &["vacated", "all-own", "any-own", "empty-home", "natives", "locked-out"]),
    // Slow to check, so not often.
    ("hand-win", &["allowed", "allowed", "allowed", "allowed", "allowed", "allowed", "illegal"]),
];

impl Setting {
    /// Bytes that a setting is made from.
    pub const BYTES: usize = HEAD + 121;

    /// The setting that `bytes` describe.
    pub fn of(bytes: &[u8; Self::BYTES]) -> Self {
        let (head, cells) = bytes.split_first_chunk::<HEAD>().expect("a head and a byte a hole");
        let [
            arm,
            seats,
            marbles,
            turn,
            fill,
            stride,
            first,
            crowd,
            points,
            order,
            natives,
            axes @ ..,
        ] = *head;
        let mut rules = Rules::default();
        for ((axis, options), byte) in AXES.iter().zip(axes) {
            rules.set(axis, options[usize::from(byte) % options.len()]).expect("an option");
        }
        let arm = 1 + arm % 4;
        let seats = [2, 1, 3, 4, 6][usize::from(seats) % 5];
        (rules.arm, rules.seats) = (Some(arm), Some(seats));
        if marbles % 2 == 1 && seats < 4 {
            rules.marbles = Some((arm + 1) * (arm + 2) / 2);
        }
        if points % 2 == 1 {
            rules.set("layout", &layout(seats, order)).expect("a layout");
        }
        // Any layout will do, except that full fronts may not meet.
        let board = Board::new(&rules).unwrap_or_else(|_| {
            rules.set("layout", "clockwise").expect("a layout");
            Board::new(&rules).expect("seats, star and marbles fit")
        });
        let mut position = scattered(&board, cells, [fill, stride, first, crowd]);
        position.set_turn(Seat::ALL[usize::from(turn % seats)]);
        board.adopt(&mut position);
        // Some of the natives, or of all marbles as a text might claim.
        let kept = |hole: &Hole| cells[hole.index()] % 8 != 7;
        if let Some(known) = position.natives().filter(|_| natives % 4 > 0) {
            let all = if natives % 4 == 3 { position.occupied() } else { known };
            position.set_natives(Some(all.into_iter().filter(kept).collect()));
        }
        Self { board, position }
    }

    /// One drawn from `rng`.
    pub fn drawn(rng: &mut impl Rng) -> Self {
        let mut bytes = [0; Self::BYTES];
        rng.fill_bytes(&mut bytes);
        Self::of(&bytes)
    }

    /// Any.
    pub fn any() -> impl Strategy<Value = Self> {
        any::<[u8; Self::BYTES]>().prop_map(|bytes| Self::of(&bytes))
    }

    /// Every pair of different holes, and a few that are on no star.
    pub fn pairs(&self) -> impl Iterator<Item = Move> {
        let holes = move || (0..self.board.star().len() + 2).filter_map(Hole::new);
        holes().flat_map(move |from| holes().filter_map(move |to| Move::new(from, to)))
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Setup::from(self.position))?;
        for axis in rules::AXES {
            let value = self.board.rules().get(axis.name).expect("an axis");
            write!(f, " --{} {value}", axis.name)?;
        }
        Ok(())
    }
}

/// How many cases proptest is to try; what fails is printed, and kept nowhere.
pub fn cases(cases: u32) -> Config {
    Config { cases, failure_persistence: None, ..Config::default() }
}

/// Bytes in front of those for the holes.
const HEAD: usize = 17;

/// `seats` different points in some order.
fn layout(seats: u8, order: u8) -> String {
    let (turn, mirrored) = (order % 6, order / 6 % 2 == 1);
    let step = if order / 12 % 2 == 1 { 5 } else { 1 };
    let points = (0..seats).map(|seat| {
        let point = (turn + step * seat) % 6;
        // Swaps two points that are next to each other.
        if mirrored && point < 2 { 1 - point } else { point }
    });
    points.map(|point| point.to_string()).collect::<Vec<_>>().join(",")
}

fn scattered(board: &Board, cells: &[u8], [fill, stride, first, crowd]: [u8; 4]) -> Position {
    let star = board.star();
    let mut position = board.empty();
    let mut left = BySeat([board.marbles_each(); Seat::MAX]);
    let mut put = |hole: Hole, byte: u8| {
        let wish = usize::from(byte) % board.seat_count();
        let seats = (0..board.seat_count()).map(|past| (wish + past) % board.seat_count());
        let seat = seats.map(|seat| Seat::ALL[seat]).find(|&seat| left[seat] > 0);
        if let Some(seat) = seat
            && position.put(seat, hole)
        {
            left[seat] -= 1;
        }
    };
    if crowd % 4 == 3 {
        let racer = Seat::ALL[usize::from(crowd / 4) % board.seat_count()];
        for hole in board.goal(racer) {
            // Mostly its own, or mostly not.
            let byte = cells[hole.index()];
            let own = if crowd < 128 { byte >= 16 } else { byte >= 192 };
            put(hole, if own { racer.index() as u8 } else { byte % 16 });
        }
    }
    // Marbles run out, so the holes are not taken in reading order; all sizes of star are coprime
    // with 1 to 10.
    let stride = 1 + usize::from(stride) % 10;
    for place in 0..star.len() {
        let index = (usize::from(first) + place * stride) % star.len();
        if cells[index] > u8::MAX - fill {
            put(Hole::new(index).expect("on the star"), cells[index]);
        }
    }
    position
}

/// The position of a text.
pub fn position(text: &str) -> Position {
    text.parse::<Setup>().expect("a position").position
}

/// The board of `axes`, which name at least the seats.
pub fn board(axes: &[(&str, &str)]) -> Board {
    let mut rules = Rules::default();
    for (axis, value) in axes {
        rules.set(axis, value).expect("an axis and its value");
    }
    Board::new(&rules).expect("rules that fit together")
}
