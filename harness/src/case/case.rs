//! A game to be tried again: rules, start, moves, and what is right.

use std::fmt::Write as _;

use engine::Game;
use engine::moves::Move;
use engine::notation::{MoveText, Setup};
use engine::rules::{AXES, Board, Rules, RulesError};
use engine::star::Star;

use super::expect::{Claim, Expect, plain};
use super::record::{Field, Record, RecordError, Word};
use crate::config::rules_name;
use crate::rules_file;

/// Every key of a case beside the axes of the rules and `moves`.
const KEYS: &[&str] = &[
    "about",
    "invariant",
    "subject",
    "origin",
    "seed",
    "game",
    "rules",
    "start",
    "winner",
    "places",
    "end",
    "expect",
];

/// A game with what is right about it: a finding, a regression, or a game that somebody recorded.
///
/// The text form is a [`Record`] with these keys, each at most once but for `expect`:
///
/// | key | value |
/// |---|---|
/// | `about` | what it shows, in a sentence |
/// | `invariant` | the id of what must hold, and does not or did not |
/// | `subject` | which engine it is about; our own if it is not said |
/// | `origin` | where it came from |
/// | `seed`, `game` | what the game was drawn from: a hint, as the moves say it all |
/// | `rules` | a preset, with axes or without, as in `hub cap=400`; `standard` if it is not said |
/// | `hops`, `win`, … | an axis of the rules each, by the name of its flag |
/// | `start` | a position text; the opening if it is not said |
/// | `moves` | what the seats do in turn, in one line or below it in many |
/// | `winner`, `places`, `end` | how the game came out, as somebody claims |
/// | `expect` | what else is right once all is played; see [`Expect`] |
///
/// Seats, arm and marbles come from the start where there is one.
///
/// ```
/// use harness::case::Case;
/// let case = Case::read(b"seats: 2\nmoves: d1-e5 n1-m5\nexpect: moves 14\n")?;
/// assert_eq!(case.moves.len(), 2);
/// assert_eq!(Case::read(case.write().as_bytes())?, case);
/// # Ok::<(), harness::case::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it shows, on one line; may be empty.
    pub about: String,
    /// The id of the invariant that it is about.
    pub invariant: Option<String>,
    /// The engine that it is about; our own if none.
    pub subject: Option<String>,
    /// Where it came from, on one line; may be empty.
    pub origin: String,
    /// The master seed of the run that it was found in.
    pub seed: Option<u64>,
    /// The number of its game in that run.
    pub game: Option<u64>,
    /// The rules; seats, arm and marbles are always set.
    pub rules: Rules,
    /// Where it starts; none is the opening.
    pub start: Option<Setup>,
    /// What the seats do in turn, legal or not.
    pub moves: Vec<MoveText>,
    /// How it is claimed to have come out.
    pub claim: Claim,
    /// What else is right once all is played.
    pub expect: Vec<Expect>,
}

impl Case {
    /// A case of nothing but rules, start and moves.
    ///
    /// # Panics
    ///
    /// If there is no board for the rules.
    pub fn new(rules: &Rules, start: Option<Setup>, moves: Vec<MoveText>) -> Self {
        let rules = settled(rules).expect("rules that are played have a board");
        Self {
            about: String::new(),
            invariant: None,
            subject: None,
            origin: String::new(),
            seed: None,
            game: None,
            rules,
            start,
            moves,
            claim: Claim::default(),
            expect: Vec::new(),
        }
    }

    /// Reads a case.
    ///
    /// # Errors
    ///
    /// With the line: a key that is not known or comes twice, a value that is none, rules that do
    /// not fit together, a start that is not for them, or a move that is none on the star.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        let record = Record::read(bytes)?;
        let (rules, start) = read_setting(&record)?;
        let mut case = Self::new(&rules, start, Vec::new());
        let board = case.board();
        for &Field { key, value, line } in &record.fields {
            let error = |what: String| RecordError::new(line, what);
            let seats = board.seat_count();
            if let Some(claimed) = case.claim.read(key, value, seats) {
                claimed.map_err(error)?;
                continue;
            }
            let number = || {
                let refused =
                    || error(format!("{key}: got '{}', takes a number", value.escape_debug()));
                plain(value).map(Some).ok_or_else(refused)
            };
            match key {
                "about" => case.about = on_one_line(value),
                "origin" => case.origin = on_one_line(value),
                "invariant" => case.invariant = Some(read_id(key, value).map_err(error)?),
                "subject" => case.subject = Some(read_id(key, value).map_err(error)?),
                "seed" => case.seed = number()?,
                "game" => case.game = number()?,
                "expect" => {
                    case.expect.push(Expect::read(value, board.star(), seats).map_err(error)?);
                }
                _ => {}
            }
        }
        for word in record.moves.iter().flatten() {
            case.moves.push(read_word(board.star(), word)?);
        }
        Ok(case)
    }

    /// Writes it, so that it reads back as the same.
    ///
    /// Moves are shown with the way they go as far as they are legal, a round a line.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut pair = |key: &str, value: &str| {
            writeln!(text, "{}", format!("{key}: {}", on_one_line(value)).trim_end())
                .expect("a string takes any text");
        };
        let mut some = |key, value: &str| {
            if !value.is_empty() {
                pair(key, value);
            }
        };
        some("about", &self.about);
        some("invariant", self.invariant.as_deref().unwrap_or_default());
        some("subject", self.subject.as_deref().unwrap_or_default());
        some("origin", &self.origin);
        some("seed", &self.seed.map_or_else(String::new, |seed| seed.to_string()));
        some("game", &self.game.map_or_else(String::new, |game| game.to_string()));
        for (axis, value) in self.axes() {
            some(axis, &value);
        }
        some("start", &self.start.as_ref().map_or_else(String::new, Setup::to_string));
        let board = self.board();
        for (key, value) in self.claim.write(board.seat_count()) {
            some(key, &value);
        }
        for expect in &self.expect {
            some("expect", &expect.write(board.star()));
        }
        if !self.moves.is_empty() {
            text.push_str("moves:\n");
            for round in self.move_texts().chunks(board.seat_count()) {
                writeln!(text, "  {}", round.join(" ")).expect("a string takes any text");
            }
        }
        text
    }

    /// What its rules are called, with the number of seats, and without what goes without saying on
    /// the full star: `standard+win=any-own at 2 seats`.
    pub fn rules_text(&self) -> String {
        let mut rules = self.rules;
        let plain = Rules { arm: None, marbles: None, ..rules };
        if settled(&plain).is_ok_and(|plain| plain == rules) {
            rules = plain;
        }
        format!("{} at {} seats", rules_name(&rules), rules.seats.unwrap_or(0))
    }

    /// The axes that depart from the defaults and are not told by the start.
    fn axes(&self) -> Vec<(&'static str, String)> {
        let axes = AXES.iter().filter_map(|axis| {
            let get = |rules: &Rules| rules.get(axis.name).expect("a listed axis");
            let told = match axis.name {
                "seats" => self.start.is_some(),
                "arm" => self.start.is_some() || self.rules.arm == Some(4),
                "marbles" => {
                    let full = Rules { marbles: None, ..self.rules };
                    self.start.is_some() || settled(&full).is_ok_and(|full| full == self.rules)
                }
                _ => get(&self.rules) == get(&Rules::default()),
            };
            (!told).then(|| (axis.name, get(&self.rules)))
        });
        axes.collect()
    }

    /// The board that it is played on.
    ///
    /// # Panics
    ///
    /// If the rules were changed to some that have none.
    pub fn board(&self) -> Board {
        Board::new(&self.rules).expect("a case has rules with a board")
    }

    /// The game before its first move; none if the rules and the start were changed to such as do
    /// not fit together.
    pub fn game_on<'b>(&self, board: &'b Board) -> Option<Game<'b>> {
        match &self.start {
            Some(start) => Game::resume(board, start).ok(),
            None => Some(Game::new(board)),
        }
    }

    /// The moves as text: the way they go as far as they are legal, and `from-to` from there on.
    pub fn move_texts(&self) -> Vec<String> {
        let board = self.board();
        let mut game = self.game_on(&board);
        let text = |&what: &MoveText| {
            let text = match (what, &game) {
                (MoveText::Pass, _) => "pass".to_string(),
                (MoveText::Resign, _) => "resign".to_string(),
                (MoveText::Move(mv), Some(game)) => board.path_text(game.position(), mv),
                (MoveText::Move(mv), None) => board.star().move_text(mv),
            };
            if game.as_mut().is_some_and(|game| game.act(what).is_err()) {
                game = None;
            }
            text
        };
        self.moves.iter().map(text).collect()
    }
}

/// The rules with arm and marbles filled in.
fn settled(rules: &Rules) -> Result<Rules, RulesError> {
    let board = Board::new(rules)?;
    Ok(Rules { arm: Some(board.star().arm()), marbles: Some(board.marbles_each() as u8), ..*rules })
}

/// Rules and start of a record whose keys are all known.
///
/// # Errors
///
/// As [`Case::read`].
fn read_setting(record: &Record<'_>) -> Result<(Rules, Option<Setup>), RecordError> {
    let is_axis = |key: &str| AXES.iter().any(|axis| axis.name == key);
    for (index, &Field { key, line, .. }) in record.fields.iter().enumerate() {
        if !KEYS.contains(&key) && !is_axis(key) {
            let axes: Vec<&str> = AXES.iter().map(|axis| axis.name).collect();
            let known = [KEYS, &["moves"], &axes].concat().join(", ");
            return Err(RecordError::new(
                line,
                format!("unknown key '{key}': the keys are {known}"),
            ));
        }
        let twice = record.fields[..index].iter().any(|field| field.key == key);
        if twice && key != "expect" {
            return Err(RecordError::new(line, format!("'{key}' is given twice")));
        }
    }
    let field = |key: &str| record.fields.iter().find(|field| field.key == key);
    let mut rules = Rules::default();
    if let Some(preset) = field("rules") {
        rules = Rules::named(preset.value).map_err(|error| {
            // A file that a case depends on would not go where the case goes.
            let file = if rules_file::is_path(preset.value) { "no file is read: " } else { "" };
            RecordError::new(preset.line, format!("rules: {file}{error}"))
        })?;
    }
    for &Field { key, value, line } in record.fields.iter().filter(|field| is_axis(field.key)) {
        rules.set(key, value).map_err(|error| RecordError::new(line, error))?;
    }
    let line_of = |key: &str| field(key).map(|field| field.line);
    let mut start = None;
    if let Some(&Field { value, line, .. }) = field("start") {
        let setup: Setup = value.parse().map_err(|error| RecordError::new(line, error))?;
        let position = &setup.position;
        let shape = [
            ("seats", &mut rules.seats, position.seat_count() as u8),
            ("arm", &mut rules.arm, position.star().arm()),
            ("marbles", &mut rules.marbles, position.marbles_each() as u8),
        ];
        for (axis, ruled, starts) in shape {
            if let Some(ruled) = ruled.filter(|&ruled| ruled != starts) {
                let what = format!("{axis} {ruled} do not fit a start with {axis} {starts}");
                let said = line_of(axis).or_else(|| line_of("rules"));
                return Err(RecordError::new(said.unwrap_or(line), what));
            }
            *ruled = Some(starts);
        }
        start = Some(setup);
    }
    let rules = settled(&rules).map_err(|error| {
        let lines = ["marbles", "layout", "seats", "arm", "start", "rules"].map(line_of);
        let line = lines.into_iter().flatten().next().unwrap_or(record.lines + 1);
        RecordError::new(line, error)
    })?;
    if let (Some(setup), Some(line)) = (&start, line_of("start")) {
        let board = Board::new(&rules).map_err(|error| RecordError::new(line, error))?;
        Game::resume(&board, setup).map_err(|error| RecordError::new(line, error))?;
    }
    Ok((rules, start))
}

/// Reads a move by its form alone: its holes must be on the star, and it must lead somewhere.
fn read_word(star: &Star, word: &Word<'_>) -> Result<MoveText, RecordError> {
    match word.text {
        "pass" => return Ok(MoveText::Pass),
        "resign" => return Ok(MoveText::Resign),
        _ => {}
    }
    let refuse = |what: String| RecordError::new(word.line, what);
    let shown = || word.text.chars().take(60).collect::<String>().escape_debug().to_string();
    let mark = if word.text.contains(':') { ':' } else { '-' };
    let names: Vec<&str> = word.text.split(mark).collect();
    if names.len() < 2 || (mark == '-' && names.len() > 2) {
        let form = "a move is from-to, from:landing:… , pass or resign";
        return Err(refuse(format!("'{}' is no move: {form}", shown())));
    }
    let mut holes = Vec::with_capacity(names.len());
    for name in names {
        let hole = star.hole_named(name);
        holes.push(hole.ok_or_else(|| {
            refuse(format!("'{}': the star has no hole '{}'", shown(), name.escape_debug()))
        })?);
    }
    let mv = Move::new(holes[0], holes[holes.len() - 1]);
    let mv = mv.ok_or_else(|| refuse(format!("'{}' ends where it began", shown())))?;
    Ok(MoveText::Move(mv))
}

/// An id or a name: small letters, digits and hyphens.
fn read_id(key: &str, value: &str) -> Result<String, String> {
    let plain =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if !value.is_empty() && value.chars().all(plain) {
        return Ok(value.to_string());
    }
    Err(format!("{key}: got '{}', takes small letters, digits and hyphens", value.escape_debug()))
}

/// A text without the ends of lines.
fn on_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const THIN: &str = "\
# The position of the thin win.
about: Nine marbles are parked mid-board, and the tenth comes home.
origin: constructed
win: any-own
start: [1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10
winner: 0
end: blocked-home
expect: home all-own none
moves: m5-n1
";

    #[test]
    fn a_case_is_read_and_written_back() {
        let case = Case::read(THIN.as_bytes()).unwrap();
        assert_eq!(case.rules.win, engine::rules::Win::AnyOwn);
        assert_eq!((case.rules.seats, case.rules.arm), (Some(2), Some(4)));
        assert_eq!(case.moves.len(), 1);
        let written = case.write();
        assert_eq!(Case::read(written.as_bytes()).unwrap(), case);
        let kept = THIN.lines().skip(1).filter(|line| !line.starts_with("moves"));
        for line in kept {
            assert!(written.lines().any(|known| known == line), "{line}\n{written}");
        }
    }

    #[test]
    fn a_carriage_return_within_a_line_is_a_space() {
        let case = Case::read(b"about: one\rtwo\norigin: a\rb\nseats: 2\n").unwrap();
        assert_eq!((case.about.as_str(), case.origin.as_str()), ("one two", "a b"));
        assert_eq!(Case::read(case.write().as_bytes()), Ok(case));
    }

    #[test]
    fn rules_are_a_preset_and_what_departs_from_it_in_one_line_or_in_many() {
        let read = |text: &str| Case::read(text.as_bytes()).unwrap().rules;
        let rules = read("rules: hub win=locked-out seats=3\n");
        assert_eq!(rules, read("rules: hub\nwin: locked-out\nseats: 3\n"));
        assert_eq!(rules, read("rules: standard+hops=long\nwin: locked-out\nseats: 3\n"));
        assert_eq!(rules, read("rules: win=locked-out\nhops: long\nseats: 3\n"));
        // A line of its own has the last word.
        assert_eq!(rules, read("win: locked-out\nrules: hub win=all-own\nseats: 3\n"));
    }

    #[test]
    fn a_damaged_case_says_where() {
        for (line, damaged, what) in [
            (4, "wins: any-own", "unknown key 'wins'"),
            (4, "about: twice", "'about' is given twice"),
            (4, "win: best", "win: got 'best'"),
            (4, "seats: 3", "seats 3 do not fit"),
            (4, "rules: best", "rules: unknown preset 'best': the presets are standard | hub"),
            (4, "rules: hub wins=vacated", "rules: unknown axis 'wins': the axes are hops | over"),
            (4, "rules: hub win=thin", "rules: win: got 'thin', takes vacated | all-own"),
            (4, "rules: hub seats=3", "seats 3 do not fit"),
            (4, "rules: ./hub.toml", "rules: no file is read: unknown preset './hub.toml'"),
            (6, "winner: 2", "winner: got '2'"),
            (8, "expect: home all-own 7", "no expectation"),
            (9, "moves: m5-n1 n1-n1", "ends where it began"),
            (9, "moves: m5-z1", "no hole 'z1'"),
            (9, "moves: m5", "is no move"),
            (9, "moves: m5:n1:", "no hole ''"),
            (5, "start: [1]/[2]/0 0 2 10", "rows"),
            (3, "seed: -1", "takes a number"),
            (3, "invariant: No Winner", "takes small letters"),
        ] {
            let lines = THIN.lines().enumerate();
            let text: Vec<&str> =
                lines.map(|(at, known)| if at + 1 == line { damaged } else { known }).collect();
            let error = Case::read(text.join("\n").as_bytes()).unwrap_err();
            assert_eq!(error.line(), line, "{error}");
            assert!(error.what().contains(what), "{error}");
        }
        assert_eq!(Case::read(b"win: vacated\n").unwrap_err().line(), 2);
        assert_eq!(
            Case::read(b"rules: liou-3p\narm: 1\nmarbles: 3\n").map(|case| case.moves.len()),
            Ok(0)
        );
        assert_eq!(Case::read(b"seats: 6\nmarbles: 15\n").unwrap_err().line(), 2);
    }

    #[test]
    fn a_start_that_is_over_for_its_seat_is_refused() {
        let text = "after-win: places\nstart: 0/[4]/[1]1[1]/[4]/2 0 3 1 ; places=1,0,0";
        assert_eq!(Case::read(text.as_bytes()).unwrap_err().line(), 2);
    }

    /// Random games, some with moves that are not legal, and with every key that there is.
    fn any_case() -> impl Strategy<Value = Case> {
        let axes = (0..6_usize, 0..2_usize, prop::sample::select(vec![1_u8, 2, 3, 4, 6]), 1..=4_u8);
        let words = "[ -~]{0,30}";
        let ids = prop::option::of("[a-z][a-z0-9-]{0,9}");
        let numbers = prop::option::of(any::<u64>());
        let draws = prop::collection::vec(any::<u16>(), 0..40);
        (axes, words, ids, numbers, draws, any::<u8>()).prop_map(
            |((win, hops, seats, arm), about, invariant, seed, draws, odd)| {
                let mut rules = Rules { seats: Some(seats), arm: Some(arm), ..Rules::default() };
                rules.win = engine::rules::Win::ALL[win];
                rules.hops = engine::rules::Hops::ALL[hops];
                let board = Board::new(&rules).unwrap();
                let mut game = Game::new(&board);
                let mut moves = Vec::new();
                let mut start = None;
                for (index, draw) in draws.iter().enumerate() {
                    let legal = game.moves();
                    let Some(mv) = legal.nth(usize::from(*draw) % legal.len().max(1)) else {
                        break;
                    };
                    game.play(mv).unwrap();
                    moves.push(MoveText::Move(mv));
                    if index == usize::from(odd % 50) && !game.over() {
                        start = Some(game.setup());
                        moves.clear();
                    }
                }
                match odd % 7 {
                    0 => moves.insert(moves.len() / 2, MoveText::Pass),
                    1 => moves.push(MoveText::Resign),
                    2 => moves.reverse(),
                    _ => {}
                }
                let mut case = Case::new(&rules, start, moves);
                case.about = about.trim().to_string();
                case.invariant = invariant.clone();
                case.origin = about.trim().chars().rev().collect();
                case.origin = case.origin.trim().to_string();
                case.game = seed.map(|seed| seed ^ 1);
                case.seed = seed;
                case.claim.winner = (odd & 8 == 0).then(|| game.winner());
                case.claim.end = (odd & 16 == 0).then(|| game.end());
                case.claim.places = (odd & 32 == 0).then(|| game.places());
                case.expect.push(Expect::Turn(game.turn()));
                case
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None, ..ProptestConfig::with_cases(200)
        })]

        #[test]
        fn writing_then_reading_is_the_identity(case in any_case()) {
            let written = case.write();
            let read = Case::read(written.as_bytes());
            prop_assert_eq!(read.as_ref(), Ok(&case), "{}", written);
            prop_assert_eq!(read.unwrap().write(), written);
        }

        #[test]
        fn reading_any_bytes_gives_a_case_or_a_line(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 2;
            if let Err(error) = Case::read(&bytes) {
                prop_assert!((1..=lines).contains(&error.line()));
            }
        }
    }
}
