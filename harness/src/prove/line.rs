//! A line of play as a case: rules, a start, moves, and what they lead to.

use std::fmt::Write as _;

use engine::Game;
use engine::notation::{MoveText, Setup};
use engine::rules::{AXES, Board, Rules};

use super::field::State;
use super::space::Space;

/// A line of play from the start that shows something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is called, fit for a file name.
    pub name: String,
    /// What it shows, as one sentence.
    pub about: String,
    /// The rules it is played under.
    pub rules: Rules,
    /// The position it starts from.
    pub position: String,
    /// What is played, ply by ply.
    pub moves: Vec<String>,
}

impl Line {
    /// The line through these states, which lead from one to the next by a move or by passes.
    ///
    /// # Panics
    ///
    /// If the engine's own game does not come through it to the last state.
    pub(super) fn through(space: &Space, states: &[State], name: &str, about: String) -> Self {
        let board = space.field().board();
        let mut game = Game::new(board);
        let position = game.setup().to_string();
        let mut moves = Vec::new();
        for (before, after) in states.iter().zip(&states[1..]) {
            let what = ply(space, before, after);
            let text = match what {
                MoveText::Move(mv) => board.path_text(game.position(), mv),
                _ => "pass".to_string(),
            };
            game.act(what).unwrap_or_else(|refusal| panic!("{name}: {text}: {refusal}"));
            moves.push(text);
        }
        let last = space.field().position(&states[states.len() - 1]);
        for seat in board.seats() {
            assert_eq!(game.position().marbles(seat), last.marbles(seat), "{name} ends elsewhere");
        }
        Self { name: name.to_string(), about, rules: *board.rules(), position, moves }
    }

    /// The line as a case file.
    pub fn to_file(&self) -> String {
        let mut text = format!("# {}\n", self.about);
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let _ = writeln!(text, "name = {}", quoted(&self.name));
        let _ = writeln!(text, "position = {}", quoted(&self.position));
        let _ = writeln!(text, "moves = {}", quoted(&self.moves.join(" ")));
        text.push_str("\n[rules]\n");
        for (axis, value) in axes(&self.rules) {
            let _ = writeln!(text, "{axis} = {}", quoted(&value));
        }
        text
    }
}

/// What is played between two states.
fn ply(space: &Space, before: &State, after: &State) -> MoveText {
    let field = space.field();
    let (from, to) = (before.placement.marbles[before.turn], after.placement.marbles[before.turn]);
    if from == to {
        return MoveText::Pass;
    }
    let hole = |set: u64| set.trailing_zeros();
    MoveText::Move(field.mv(hole(from & !to), hole(to & !from)))
}

/// The axes in which `rules` differ from the defaults, and their values.
pub(super) fn axes(rules: &Rules) -> Vec<(&'static str, String)> {
    let value = |rules: &Rules, axis| rules.get(axis).expect("a listed axis has a value");
    let plain = Rules::default();
    AXES.iter()
        .map(|axis| (axis.name, value(rules, axis.name)))
        .filter(|(axis, text)| *text != value(&plain, axis))
        .collect()
}

/// Plays a case file through and tells the game that it comes to.
///
/// # Errors
///
/// With what is wrong with it.
pub fn replay(text: &str) -> Result<(Board, Setup), String> {
    let case: toml::Table = text.parse().map_err(|error| format!("{error}"))?;
    let field = |table: &toml::Table, key: &str| {
        table.get(key).and_then(|value| value.as_str()).map(str::to_string).ok_or(format!("{key}: missing"))
    };
    let mut rules = Rules::default();
    let axes = case.get("rules").and_then(|rules| rules.as_table()).ok_or("rules: missing")?;
    for axis in axes.keys() {
        rules.set(axis, &field(axes, axis)?).map_err(|error| error.to_string())?;
    }
    let board = Board::new(&rules).map_err(|error| error.to_string())?;
    let setup: Setup = field(&case, "position")?.parse().map_err(|error| format!("position: {error}"))?;
    let mut game = Game::resume(&board, &setup).map_err(|error| format!("position: {error}"))?;
    for text in field(&case, "moves")?.split_whitespace() {
        let what = board.read_move(game.position(), text).map_err(|error| format!("{text}: {error}"))?;
        game.act(what).map_err(|error| format!("{text}: {error}"))?;
    }
    let setup = game.setup();
    Ok((board, setup))
}
