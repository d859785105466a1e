//! Rules as files: TOML, a key an axis.
//!
//! ```toml
//! # The hub's game, cut short sooner.
//! preset = "hub"
//! cap = 400
//! ```

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use engine::rules::{AXES, Rules};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Largest file that is read, in bytes.
const MAX_LEN: u64 = 64 * 1024;

/// Reads the rules in a file.
///
/// # Errors
///
/// With what is wrong and where, in words.
pub fn read(path: &Path) -> Result<Rules, String> {
    let refuse = |why: &dyn std::fmt::Display| format!("rules file {}: {why}", path.display());
    let length = fs::metadata(path).map_err(|error| refuse(&error))?.len();
    if length > MAX_LEN {
        return Err(refuse(&format!(
            "{length} bytes are more than {MAX_LEN}, the most that is read"
        )));
    }
    let text = fs::read_to_string(path).map_err(|error| refuse(&error))?;
    parse(&text).map_err(|error| refuse(&error))
}

/// The rules in a text: `preset` names the rules to start from, every other key an axis.
///
/// # Errors
///
/// With what is wrong and in which line.
pub fn parse(text: &str) -> Result<Rules, String> {
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        format!("line {}: {}", line(at), error.message())
    })?;
    let table = table.into_inner();
    let mut rules = match table.get("preset") {
        None => Rules::default(),
        Some(preset) => Rules::preset(&value(preset))
            .map_err(|error| format!("line {}: {error}", line(preset.span().start)))?,
    };
    for (key, setting) in &table {
        let axis = key.get_ref().as_ref();
        if axis != "preset" {
            rules
                .set(axis, &value(setting))
                .map_err(|error| format!("line {}: {error}", line(key.span().start)))?;
        }
    }
    Ok(rules)
}

/// A value as a flag would have it: a number may stand with or without quotes.
fn value(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        other => other.type_str().to_string(),
    }
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

#[cfg(test)]
mod tests {
    use engine::rules::PRESETS;

    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for (name, _) in PRESETS {
            let rules = Rules::preset(name).unwrap();
            assert_eq!(parse(&write(&rules)), Ok(rules), "{name}");
        }
    }

    /// Each preset has a file of its own, and no file is left over.
    #[test]
    fn the_rules_in_the_corpora_are_the_presets() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/rules");
        for (name, _) in PRESETS {
            let rules = read(&folder.join(format!("{name}.toml"))).unwrap();
            assert_eq!(rules, Rules::preset(name).unwrap(), "{name}");
        }
        let files = fs::read_dir(folder).unwrap();
        let tables = files.filter(|file| {
            file.as_ref().unwrap().path().extension().is_some_and(|kind| kind == "toml")
        });
        assert_eq!(tables.count(), PRESETS.len());
    }

    #[test]
    fn a_preset_is_where_a_file_starts_from() {
        let rules = parse("cap = 400\npreset = \"hub\"\nwin = 'all-own'").unwrap();
        let mut hub = Rules::preset("hub").unwrap();
        hub.set("cap", "400").unwrap();
        hub.set("win", "all-own").unwrap();
        assert_eq!(rules, hub);
        assert_eq!(parse(""), Ok(Rules::default()));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, says) in [
            ("\nhop = 'long'", "line 2: unknown axis 'hop'"),
            ("hops = 'far'", "line 1: hops: got 'far', takes adjacent | long"),
            ("\n\npreset = 'best'", "line 3: unknown preset 'best'"),
            ("cap = [1]", "line 1: cap: got 'array', takes plies"),
            ("cap = 0x20", "line 1: cap: got '0x20', takes plies"),
            ("hops = 'long'\nhops = 'long'", "line 2: duplicate key"),
            ("hops = ", "line 1: "),
            ("seats = 5", "line 1: five seats are refused"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(says), "{text:?}: {error}");
        }
    }
}
