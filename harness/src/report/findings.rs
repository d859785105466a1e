//! What did not hold, with the boards where it did not.

use std::collections::BTreeSet;
use std::path::Path;

use engine::notation::{MoveText, Setup};
use serde_json::Value;

use super::board::board;
use super::section::Section;
use crate::case::{Case, read_file};
use crate::exit::RunError;
use crate::text::counted;

/// Boards that are drawn.
const DRAWN: usize = 24;

/// Violations and kept cases; none if the folder has neither.
///
/// # Errors
///
/// If a file is damaged: data, with file and line.
pub fn findings(folder: &Path) -> Result<Option<Section>, RunError> {
    let mut section = Section::new("violations", "Violations");
    let mut cases = case_names(folder)?;
    let path = folder.join("violations.jsonl");
    let told = path.exists();
    if !told && cases.is_empty() {
        return Ok(None);
    }
    let text = if told { read_file(&path)? } else { Vec::new() };
    let text = String::from_utf8_lossy(&text);
    let (mut rows, mut hidden) = (Vec::new(), 0);
    for (line, object) in text.lines().enumerate() {
        let damaged = |why: String| {
            RunError::data(format!("{}: line {}: damaged: {why}", path.display(), line + 1))
        };
        let object: Value =
            serde_json::from_str(object).map_err(|error| damaged(error.to_string()))?;
        let told = |key: &str| plain(&object[key]);
        let mut drawn = None;
        if section.figures.len() < DRAWN {
            if let Some(name) = object["case"].as_str() {
                if cases.remove(name) {
                    drawn = Some(draw_case(&folder.join("cases").join(name))?.1);
                }
            } else if let Some(position) = object["position"].as_str() {
                let setup: Setup = position
                    .parse()
                    .map_err(|_| damaged(format!("position: '{position}' is none")))?;
                drawn = Some(board(&setup.position, None));
            }
        }
        let what = format!("Game {}, {}: {}", told("game"), told("invariant"), told("message"));
        match drawn {
            Some(svg) => section.figure(what, svg),
            None => hidden += 1,
        }
        let keys = ["game", "seats", "rules", "invariant", "ply", "message", "replay", "case"];
        rows.push(keys.iter().map(|key| told(key)).collect());
    }
    for name in cases {
        if section.figures.len() == DRAWN {
            hidden += 1;
            continue;
        }
        let (about, svg) = draw_case(&folder.join("cases").join(&name))?;
        section.figure(format!("{name}: {about}"), svg);
    }
    let found = rows.len() as u64;
    if told {
        section.notes.push(match found {
            0 => "None: all that was checked held.".to_string(),
            _ => format!(
                "{} {} told.",
                counted(found, "violation"),
                if found == 1 { "is" } else { "are" }
            ),
        });
    } else {
        section.notes.push("violations.jsonl is missing; the cases are there.".to_string());
    }
    if !section.figures.is_empty() {
        section.notes.push(
            "Each seat has a shape and its number. A move that was tried or made last goes from the dashed ring to the whole one."
                .to_string(),
        );
        if hidden > 0 {
            section.notes.push(format!("{} without a board here.", counted(hidden, "finding")));
        }
    }
    if found > 0 {
        rows.truncate(400);
        let head = ["game", "seats", "rules", "invariant", "ply", "message", "replay", "case"];
        section.table("As told", &head, rows, true);
    }
    Ok(Some(section))
}

/// A value as text: a string without quotation marks, nothing for null.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// The names of the cases that were kept, in order.
fn case_names(folder: &Path) -> Result<BTreeSet<String>, RunError> {
    let folder = folder.join("cases");
    let refuse = |error| RunError::data(format!("{}: {error}", folder.display()));
    let mut names = BTreeSet::new();
    let entries = match std::fs::read_dir(&folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(names),
        entries => entries.map_err(refuse)?,
    };
    for entry in entries {
        let name = entry.map_err(refuse)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".case") {
            names.insert(name);
        }
    }
    Ok(names)
}

/// What a case is about, and the board after its last move that can be made.
fn draw_case(path: &Path) -> Result<(String, String), RunError> {
    let case = Case::read(&read_file(path)?).map_err(|error| {
        RunError::data(format!("{}: line {}: {}", path.display(), error.line(), error.what()))
    })?;
    let rules = case.board();
    let Some(mut game) = case.game_on(&rules) else {
        return Err(RunError::data(format!(
            "{}: line 1: its start is not for its rules",
            path.display()
        )));
    };
    let mut last = None;
    for &what in &case.moves {
        if let MoveText::Move(mv) = what {
            last = Some((mv.from(), mv.to()));
        }
        if game.act(what).is_err() {
            break;
        }
    }
    let about = match (&case.about, &case.invariant) {
        (about, Some(invariant)) if about.is_empty() => invariant.clone(),
        (about, _) => about.clone(),
    };
    Ok((about, board(game.position(), last)))
}
