//! Rules as TOML: a key an axis.

use std::fmt::Write as _;

use engine::rules::{AXES, Rules};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Draft;

/// Reads a table into `draft`.
pub(super) fn read(text: &str, draft: &mut Draft) {
    let line = |at: usize| {
        Some(
            text.as_bytes()[..at.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1,
        )
    };
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            draft.error(line(at), error.message());
        }
        // What is left of a text that is no table is guesswork.
        return;
    }
    let table = table.into_inner();
    if let Some(preset) = table.get("preset") {
        match Rules::preset(&value(preset)) {
            Ok(rules) => draft.rules = rules,
            Err(error) => draft.error(line(preset.span().start), error),
        }
    }
    for (key, setting) in &table {
        let axis = key.get_ref().as_ref();
        if axis != "preset" {
            draft.set(axis, axis, &value(setting), line(key.span().start));
        }
    }
}

/// A value as a flag would have it: a number may stand with or without quotes.
fn value(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        other => other.type_str().to_string(),
    }
}

/// Rules as a table that reads back the same, below a sentence about them.
pub fn table(about: &str, rules: &Rules) -> String {
    let about: String = about.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("# {about}\n{}", write(rules))
}

/// Writes rules so that they read back the same: every axis that differs from the default.
pub fn write(rules: &Rules) -> String {
    let (default, mut text) = (Rules::default(), String::new());
    for axis in AXES {
        let of = |rules: &Rules| rules.get(axis.name).expect("every listed axis has a value");
        let value = of(rules);
        if value != of(&default) {
            let quote = if value.bytes().all(|byte| byte.is_ascii_digit()) { "" } else { "\"" };
            writeln!(text, "{} = {quote}{value}{quote}", axis.name)
                .expect("a string takes any text");
        }
    }
    text
}
