//! Findings that somebody has looked at and accepts.

use std::collections::BTreeMap;

use engine::rules::Rules;
use serde::Deserialize;

use crate::check::Invariant;

/// A finding that is counted and shown, and fails no run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The id of what does not hold.
    pub invariant: String,
    /// Why that is accepted.
    pub why: String,
    /// The rules that it is accepted under: axes with their options; no axis is any rules.
    pub axes: Vec<(String, String)>,
}

impl Known {
    /// Whether it speaks of this invariant under these rules.
    pub fn accepts(&self, invariant: &str, rules: &Rules) -> bool {
        let has = |(axis, value): &(String, String)| rules.get(axis).as_ref() == Ok(value);
        self.invariant == invariant && self.axes.iter().all(has)
    }

    /// Reads a list: a table `[[known]]` each, with `invariant`, `why`, and any axes of the rules.
    ///
    /// # Errors
    ///
    /// If it has no such form, or names an invariant, an axis or an option that there is not.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let list: List = toml::from_str(text).map_err(|error| error.to_string())?;
        list.known.into_iter().map(Entry::checked).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    known: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    invariant: String,
    why: String,
    #[serde(flatten)]
    axes: BTreeMap<String, toml::Value>,
}

impl Entry {
    fn checked(self) -> Result<Known, String> {
        let Self { invariant, why, axes } = self;
        if Invariant::ALL.iter().all(|known| known.id() != invariant) {
            let got = invariant.escape_debug();
            return Err(format!(
                "known '{got}': no invariant has this id; harness invariants lists them"
            ));
        }
        let mut rules = Rules::default();
        let mut checked = Vec::new();
        for (axis, value) in axes {
            let value = match value {
                toml::Value::String(text) => text,
                other => other.to_string(),
            };
            rules.set(&axis, &value).map_err(|error| format!("known '{invariant}': {error}"))?;
            let value =
                rules.get(&axis).map_err(|error| format!("known '{invariant}': {error}"))?;
            checked.push((axis, value));
        }
        Ok(Known { invariant, why, axes: checked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "\
[[known]]
invariant = \"no-winner-at-home\"
why = \"the game means to play any-own\"
win = \"any-own\"
seats = 2
";

    #[test]
    fn a_finding_is_known_under_its_own_rules() {
        let known = Known::read(LIST).unwrap();
        assert_eq!(known.len(), 1);
        let mut rules = Rules::preset("game-sternhalma").unwrap().with_seats(2).unwrap();
        assert!(known[0].accepts("no-winner-at-home", &rules));
        assert!(!known[0].accepts("win-declared", &rules));
        rules.set("win", "natives").unwrap();
        assert!(!known[0].accepts("no-winner-at-home", &rules));
        assert_eq!(Known::read(""), Ok(Vec::new()));
    }

    #[test]
    fn a_bad_list_is_refused_by_name() {
        for (text, part) in [
            (LIST.replace("any-own\"", "any\""), "win: got 'any'"),
            (LIST.replace("win =", "wins ="), "wins"),
            (LIST.replace("no-winner", "no-loser"), "'no-loser-at-home': no invariant"),
            (LIST.replace("why", "reason"), "why"),
            (LIST.replace("[[known]]", "[[accepted]]"), "accepted"),
            ("[[known".to_string(), "TOML"),
        ] {
            let error = Known::read(&text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
