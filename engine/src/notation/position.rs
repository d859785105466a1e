//! Positions as text, with what a game adds to them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Write as _};
use core::str::FromStr;

use crate::position::Position;
use crate::rules::{BySeat, Cap, Seat, marble_counts, number};
use crate::star::{ARMS, Hole, HoleSet, Star};

/// Longest text that is looked at, in bytes; the longest that is ever written is under half of it.
const MAX_LEN: usize = 2048;

/// Numbers of seats that a game can have.
const SEATS: [usize; 5] = [1, 2, 3, 4, 6];

/// A position, and how far the game in which it stands has come.
///
/// ```
/// use engine::notation::Setup;
/// let start = "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";
/// let setup: Setup = start.parse()?;
/// assert_eq!(setup.position.seat_count(), 2);
/// assert_eq!(setup.to_string(), start);
/// # Ok::<(), engine::notation::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Where the marbles are; natives are kept only where the text names them.
    pub position: Position,
    /// Plies played.
    pub ply: u32,
    /// The cap, where it is not the rules' own.
    pub cap: Option<Cap>,
    /// Place of each seat: 0 while racing; none when every seat races.
    pub places: Option<BySeat<Resigned<u8>>>,
}

/// A place, or the mark of a seat that has resigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resigned<T> {
    /// It has not.
    No(T),
    /// It has, or has lost for want of a move.
    Yes,
}

impl Default for Resigned<u8> {
    fn default() -> Self {
        Self::No(0)
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self { position, ply: 0, cap: None, places: None }
    }
}

impl Display for Position {
    /// Rows, seat to move, seats and marbles; not the natives, which only a [`Setup`] writes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = self.star();
        for row in 0..star.rows() {
            if row > 0 {
                f.write_char('/')?;
            }
            let mut empty = 0;
            for column in 0..=star.row_len(row) {
                let hole = Hole::new(star.row_start(row) + column);
                let marble = hole.filter(|_| column < star.row_len(row)).map(|hole| self.at(hole));
                match marble {
                    Some(None) => empty += 1,
                    Some(Some(_)) | None if empty > 0 => {
                        write!(f, "[{empty}]")?;
                        empty = 0;
                    }
                    _ => {}
                }
                if let Some(Some(seat)) = marble {
                    write!(f, "{seat}")?;
                }
            }
        }
        write!(f, " {} {} {}", self.turn(), self.seat_count(), self.marbles_each())
    }
}

impl Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        let mut mark = " ;";
        let mut pair = |key: &str, value: &dyn Display| {
            let mark = core::mem::take(&mut mark);
            write!(f, "{mark} {key}={value}")
        };
        if self.ply > 0 {
            pair("ply", &self.ply)?;
        }
        if let Some(cap) = self.cap {
            pair("cap", &cap)?;
        }
        if let Some(places) = &self.places {
            let mut text = String::new();
            for seat in self.position.seats() {
                if !text.is_empty() {
                    text.push(',');
                }
                match places[seat] {
                    Resigned::Yes => text.push('r'),
                    Resigned::No(place) => write!(text, "{place}")?,
                }
            }
            pair("places", &text)?;
        }
        if let Some(natives) = self.position.natives() {
            pair("natives", &self.position.star().names(natives))?;
        }
        Ok(())
    }
}

/// One thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It is longer than any position.
    Length(usize),
    /// A character, or a run in brackets, that rows do not have; with its place from 1.
    Letter(String, usize),
    /// So many rows, and no star has so many.
    Rows(usize),
    /// A row of the wrong width: its letter, its holes and how many it should have.
    Width(char, usize, usize),
    /// Not four fields, or one of the last three is no number.
    Fields(String),
    /// A seat or a number of seats that there cannot be.
    Seat(String),
    /// A number of marbles that there cannot be.
    Count(String),
    /// Something behind the semicolon.
    Game(String),
}

impl Fault {
    /// A short, stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Length(_) => "length",
            Self::Letter(..) => "letter",
            Self::Rows(_) => "rows",
            Self::Width(..) => "width",
            Self::Fields(_) => "fields",
            Self::Seat(_) => "seat",
            Self::Count(_) => "count",
            Self::Game(_) => "game",
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(bytes) => {
                write!(f, "{bytes} bytes are more than {MAX_LEN}, the most that is read")
            }
            Self::Letter(text, place) => write!(
                f,
                "'{}' at character {place}: rows hold a digit a marble, [k] for k empty holes, and / between",
                text.escape_debug()
            ),
            Self::Rows(rows) => write!(f, "{rows} rows, and a star has 5, 9, 13 or 17"),
            Self::Width(row, got, takes) => {
                write!(f, "row {row} has {got} holes in place of {takes}")
            }
            Self::Fields(text) | Self::Seat(text) | Self::Count(text) | Self::Game(text) => {
                f.write_str(text)
            }
        }
    }
}

/// All that is wrong with a text that is no position; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    faults: Vec<Fault>,
}

impl PositionError {
    /// Everything that is wrong, in the order length, letter, rows, width, fields, seat, count, game.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The code of the first fault.
    pub fn code(&self) -> &'static str {
        self.faults[0].code()
    }
}

impl Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            let mark = if index > 0 { "; " } else { "" };
            write!(f, "{mark}{}: {fault}", fault.code())?;
        }
        Ok(())
    }
}

impl core::error::Error for PositionError {}

/// What the rows say.
type Rows = Vec<Row>;

/// Holes from the left: a marble's digit, or empty.
#[derive(Default)]
struct Row {
    holes: Vec<Option<u8>>,
    /// Whether something in it could not be read.
    garbled: bool,
}

fn digits(rows: &Rows) -> impl Iterator<Item = u8> + '_ {
    rows.iter().flat_map(|row| &row.holes).copied().flatten()
}

impl FromStr for Setup {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        if text.len() > MAX_LEN {
            return Err(PositionError { faults: [Fault::Length(text.len())].to_vec() });
        }
        let mut faults = Vec::new();
        let (board, game) = match text.split_once(';') {
            Some((board, game)) => (board.strip_suffix(' ').unwrap_or(board), Some(game)),
            None => (text, None),
        };
        let fields: Vec<&str> = board.split(' ').collect();
        let rows = read_rows(fields[0], &mut faults);
        let star = star_of(&rows, &mut faults);
        let numbers = read_numbers(&fields[1..], &mut faults);
        let shape = numbers.map(|numbers| read_shape(numbers, &rows, star, &mut faults));
        let mut position = None;
        if faults.is_empty()
            && let (Some(star), Some((turn, seats, marbles))) = (star, shape)
        {
            position = Some(placed(star, &rows, turn, seats, marbles));
        }
        let seats = shape.map(|(_, seats, _)| seats).filter(|seats| SEATS.contains(seats));
        let mut setup = Game { star, seats, ..Game::default() };
        if let Some(game) = game {
            setup.read(game, position.as_ref(), &mut faults);
        }
        match position {
            Some(mut position) if faults.is_empty() => {
                position.set_natives(setup.natives);
                Ok(Self {
                    position,
                    ply: setup.ply.unwrap_or(0),
                    cap: setup.cap,
                    places: setup.places,
                })
            }
            _ => Err(PositionError { faults }),
        }
    }
}

fn read_rows(text: &str, faults: &mut Vec<Fault>) -> Rows {
    let mut rows = Rows::from([Row::default()]);
    let mut chars = text.chars().enumerate().peekable();
    while let Some((place, letter)) = chars.next() {
        let row = rows.last_mut().expect("there is always a row");
        match letter {
            '/' => rows.push(Row::default()),
            '0'..='9' => row.holes.push(Some(letter as u8 - b'0')),
            '[' => {
                let mut run = String::new();
                while let Some((_, digit)) = chars.next_if(|&(_, c)| c != ']' && c != '/') {
                    run.push(digit);
                }
                let closed = chars.next_if(|&(_, c)| c == ']').is_some();
                match number(&run) {
                    Some(empty @ 1..=99) if closed => row.holes.extend((0..empty).map(|_| None)),
                    _ => {
                        row.garbled = true;
                        run.insert(0, '[');
                        run.push_str(if closed { "]" } else { "" });
                        faults.push(Fault::Letter(run, place + 1));
                    }
                }
            }
            _ => {
                row.garbled = true;
                faults.push(Fault::Letter(letter.to_string(), place + 1));
            }
        }
    }
    rows
}

fn star_of(rows: &Rows, faults: &mut Vec<Fault>) -> Option<&'static Star> {
    let star = ARMS.filter_map(Star::of).find(|star| star.rows() == rows.len());
    let Some(star) = star else {
        faults.push(Fault::Rows(rows.len()));
        return None;
    };
    // A row that could not be read is not also too short.
    for (row, Row { holes, garbled }) in rows.iter().enumerate() {
        if !garbled && holes.len() != star.row_len(row) {
            let letter = char::from(b'a' + row as u8);
            faults.push(Fault::Width(letter, holes.len(), star.row_len(row)));
        }
    }
    Some(star)
}

fn read_numbers(fields: &[&str], faults: &mut Vec<Fault>) -> Option<[u32; 3]> {
    let &[turn, seats, marbles] = fields else {
        faults.push(Fault::Fields(alloc::format!(
            "{} fields in place of 4: rows, seat to move, seats, marbles a seat",
            fields.len() + 1
        )));
        return None;
    };
    let mut read = |name: &str, field: &str| {
        let value = number(field);
        if value.is_none() {
            faults.push(Fault::Fields(alloc::format!(
                "the {name} is '{}', no number",
                field.escape_debug()
            )));
        }
        value
    };
    let numbers = [
        read("seat to move", turn),
        read("number of seats", seats),
        read("marbles a seat", marbles),
    ];
    Some([numbers[0]?, numbers[1]?, numbers[2]?])
}

/// Seat to move, seats and marbles a seat, whose faults are noted.
fn read_shape(
    [turn, seats, marbles]: [u32; 3],
    rows: &Rows,
    star: Option<&Star>,
    faults: &mut Vec<Fault>,
) -> (usize, usize, usize) {
    let mut seat = |text: String| faults.push(Fault::Seat(text));
    if seats == 5 {
        seat(crate::rules::RulesError::FiveSeats.to_string());
    } else if !(1..=6).contains(&seats) {
        seat(alloc::format!("{seats} seats, and a star takes 1, 2, 3, 4 or 6"));
    } else {
        if turn >= seats {
            seat(alloc::format!("seat {turn} is to move, of {seats} from 0"));
        }
        let mut wrong: Vec<u8> = digits(rows).filter(|&digit| u32::from(digit) >= seats).collect();
        wrong.sort_unstable();
        wrong.dedup();
        for digit in wrong {
            seat(alloc::format!("a marble of seat {digit}, of {seats} seats from 0"));
        }
    }
    if let Some(star) = star {
        let (point, front) = marble_counts(star.arm());
        if marbles != u32::from(point) && (marbles != u32::from(front) || seats > 3) {
            faults.push(Fault::Count(alloc::format!(
                "{marbles} marbles a seat, where {seats} seats on a star of arm {} take {point}{}",
                star.arm(),
                if seats > 3 { String::new() } else { alloc::format!(" or {front}") }
            )));
        }
    }
    for digit in 0..6 {
        let count = digits(rows).filter(|&marble| marble == digit).count();
        if count > marbles as usize {
            faults.push(Fault::Count(alloc::format!(
                "seat {digit} has {count} marbles, more than the {marbles} that a seat has"
            )));
        }
    }
    (turn as usize, seats as usize, marbles as usize)
}

fn placed(star: &'static Star, rows: &Rows, turn: usize, seats: usize, marbles: usize) -> Position {
    let mut position = Position::empty(star, seats, marbles);
    for (hole, marble) in star.holes().into_iter().zip(rows.iter().flat_map(|row| &row.holes)) {
        if let Some(digit) = marble {
            let put = position.put(Seat::ALL[usize::from(*digit)], hole);
            assert!(put, "holes come once each");
        }
    }
    position.set_turn(Seat::ALL[turn]);
    position
}

/// What stands behind the semicolon.
#[derive(Default)]
struct Game {
    /// None if the rows do not tell; then any star will do.
    star: Option<&'static Star>,
    /// None if the fields do not tell; then any number will do.
    seats: Option<usize>,
    ply: Option<u32>,
    cap: Option<Cap>,
    places: Option<BySeat<Resigned<u8>>>,
    natives: Option<HoleSet>,
}

impl Game {
    fn read(&mut self, text: &str, position: Option<&Position>, faults: &mut Vec<Fault>) {
        let Some(pairs) = text.strip_prefix(' ').filter(|pairs| !pairs.is_empty()) else {
            faults.push(Fault::Game(
                "' ; ' is followed by key=value pairs, a space between".to_string(),
            ));
            return;
        };
        for pair in pairs.split(' ') {
            if let Err(wrong) = self.read_pair(pair, position) {
                faults.push(Fault::Game(wrong));
            }
        }
    }

    fn read_pair(&mut self, pair: &str, position: Option<&Position>) -> Result<(), String> {
        let refuse = |takes: &str| Err(alloc::format!("'{}': takes {takes}", pair.escape_debug()));
        let Some((key, value)) = pair.split_once('=') else {
            return refuse("key=value");
        };
        let twice = match key {
            "ply" => match number(value) {
                Some(ply) => self.ply.replace(ply).is_some(),
                None => return refuse("the number of plies played"),
            },
            "cap" => match Cap::named(value) {
                Some(cap) => self.cap.replace(cap).is_some(),
                None => return refuse("plies a seat such as 1000, or in all such as 1000total"),
            },
            "places" => match self.read_places(value) {
                Some(places) => self.places.replace(places).is_some(),
                None => {
                    return refuse(
                        "one number a seat, apart by commas: its place, 0 while racing, r resigned",
                    );
                }
            },
            "natives" => match self.read_natives(value, position) {
                Some(natives) => self.natives.replace(natives).is_some(),
                None => return refuse("holes with marbles in them, apart by commas"),
            },
            _ => return refuse("one of the keys ply, cap, places, natives"),
        };
        if twice { Err(alloc::format!("'{key}' is given twice")) } else { Ok(()) }
    }

    fn read_places(&self, value: &str) -> Option<BySeat<Resigned<u8>>> {
        let most = self.seats.unwrap_or(Seat::MAX) as u32;
        let mut places = BySeat::default();
        let mut taken = [0_u8; Seat::MAX];
        let mut count = 0;
        for (index, place) in value.split(',').enumerate() {
            let seat = Seat::new(index)?;
            places[seat] = match place {
                "r" => Resigned::Yes,
                "0" => Resigned::No(0),
                _ => {
                    let place = number(place).filter(|place| (1..=most).contains(place))?;
                    taken[place as usize - 1] += 1;
                    Resigned::No(place as u8)
                }
            };
            count += 1;
        }
        // Each place is taken once, and none before the one ahead of it.
        let in_order = taken.is_sorted_by(|ahead, behind| ahead >= behind) && taken[0] <= 1;
        (in_order && self.seats.is_none_or(|seats| count == seats)).then_some(places)
    }

    fn read_natives(&self, value: &str, position: Option<&Position>) -> Option<HoleSet> {
        let star = self.star.unwrap_or(Star::full());
        let mut natives = HoleSet::EMPTY;
        for name in value.split(',').filter(|_| !value.is_empty()) {
            let hole = star.hole_named(name)?;
            if position.is_some_and(|position| !position.occupied().contains(hole)) {
                return None;
            }
            natives.insert(hole);
        }
        Some(natives)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str =
        "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";

    fn code(text: &str) -> Vec<&'static str> {
        let error = text.parse::<Setup>().unwrap_err();
        error.faults().iter().map(Fault::code).collect()
    }

    #[test]
    fn each_thing_that_can_be_wrong_has_its_code() {
        assert_eq!(code(&"0".repeat(3000)), ["length"]);
        assert_eq!(code(&START.replacen("00", "0x", 1)), ["letter"]);
        assert_eq!(code(&START.replace("[9]", "[9")), ["letter"]);
        assert_eq!(code(&START.replace("[9]", "[0]")), ["letter"]);
        assert_eq!(code(&START.replace("[9]", "[x]")), ["letter"]);
        assert_eq!(code("0/0/0 0 2 10"), ["rows"]);
        assert_eq!(code(&START.replace("[9]", "[8]")), ["width"]);
        assert_eq!(code(&START.replace(" 0 2 10", " 0 2")), ["fields"]);
        assert_eq!(code(&START.replace(" 0 2 10", " 0 2 10 ")), ["fields"]);
        assert_eq!(code(&START.replace(" 0 2 10", " 0 two 10")), ["fields"]);
        assert_eq!(code(&START.replace(" 0 2 10", " 2 2 10")), ["seat"]);
        assert_eq!(code(&START.replace(" 0 2 10", " 0 1 10")), ["seat"]);
        assert_eq!(code(&START.replace(" 0 2 10", " 0 5 10")), ["seat"]);
        assert_eq!(code(&START.replace(" 0 2 10", " 0 2 9")), ["count", "count", "count"]);
        assert_eq!(code(&START.replace("[9]", "0[8]")), ["count"]);
        assert_eq!(code(&START.replace(" 0 2 10", " 0 4 15")), ["count"]);
        for game in
            [";", " ;", " ; ", " ; ply", " ; ply=", " ; ply=x", " ; cap=0", " ; ply=1 ply=2"]
        {
            assert_eq!(code(&alloc::format!("{START}{game}")), ["game"], "{game}");
        }
        for game in [
            "places=0",
            "places=1,1",
            "places=2,0",
            "places=3,0",
            "places=x,0",
            "natives=i5",
            "natives=z",
        ] {
            assert_eq!(code(&alloc::format!("{START} ; {game}")), ["game"], "{game}");
        }
    }

    #[test]
    fn all_that_is_wrong_is_named_at_once() {
        let text = "0x/0/0 7 5 3 ; way=1";
        assert_eq!(code(text), ["letter", "rows", "seat", "game"]);
        assert_eq!(text.parse::<Setup>().unwrap_err().code(), "letter");
        assert_eq!(code(""), ["rows", "fields"]);
        // In the order in which they are documented, whatever stands where.
        let start = START.replace("[9]", "[8]");
        let shape = |shape: &str| code(&start.replace(" 0 2 10", shape));
        assert_eq!(shape(" 0 two 10 ; ply=x"), ["width", "fields", "game"]);
        assert_eq!(shape(" 7 2 16 ; ply=x"), ["width", "seat", "count", "game"]);
        // A row that cannot be read is not also too short, and hides nothing about the others.
        let text = START.replacen("00", "x0", 1).replace("[9]", "[8]");
        assert_eq!(code(&text), ["letter", "width"]);
    }

    #[test]
    fn messages_name_the_place() {
        let text = START.replacen("00", "0x", 1).replace("[9]", "[8]").replace("[13]", "[013");
        assert_eq!(
            text.parse::<Setup>().unwrap_err().to_string(),
            "letter: 'x' at character 4: rows hold a digit a marble, [k] for k empty holes, and / between; \
             letter: '[013' at character 15: rows hold a digit a marble, [k] for k empty holes, and / between; \
             letter: '[013' at character 54: rows hold a digit a marble, [k] for k empty holes, and / between; \
             width: row i has 8 holes in place of 9"
        );
    }

    #[test]
    fn the_longest_text_is_read() {
        let text = "0".repeat(MAX_LEN);
        assert!(!code(&text).contains(&"length"));
        assert_eq!(code(&alloc::format!("{text}0")), ["length"]);
    }

    /// What cannot be judged for want of something else is not called wrong.
    #[test]
    fn the_game_is_read_as_far_as_it_can_be() {
        let game = " ; places=1,0 natives=a1,q1";
        assert_eq!(code(&START.replace(" 0 2 10", &alloc::format!(" 0 two 10{game}"))), ["fields"]);
        assert_eq!(code(&alloc::format!("0/[2] 0 2 10{game}")), ["rows"]);
        for seats in ["0", "5", "7", "99"] {
            for (places, right) in [("1,0", true), ("50,0", false), ("1,1", false), ("7", false)] {
                let shape = alloc::format!(" 0 {seats} 10 ; places={places}");
                let codes = code(&START.replace(" 0 2 10", &shape));
                assert!(codes.contains(&"seat"), "{seats}: {codes:?}");
                assert_eq!(codes.contains(&"game"), !right, "{seats} {places}: {codes:?}");
            }
        }
    }

    #[test]
    fn what_a_game_adds_reads_back() {
        for game in [
            "ply=7",
            "cap=400",
            "cap=1000total",
            "ply=3 cap=9 places=r,1",
            "natives=a1,b2",
            "natives=",
        ] {
            let text = alloc::format!("{START} ; {game}");
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
    }
}
