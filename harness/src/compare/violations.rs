//! What did not hold in either run, as far as it was looked for.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::changes::{Changes, Figure, Judged, Unit, judged};
use super::folder::RunFolder;
use super::limits::Limit;
use super::ratio::Change;
use crate::check::{Asked, Invariant};

impl Changes {
    /// Compares how often something did not hold; `counted` if both tables of games count it.
    pub(super) fn violations(
        &mut self,
        old: &RunFolder,
        new: &RunFolder,
        counted: bool,
        limit: Limit,
    ) {
        let by_id = |run: &RunFolder| -> Option<BTreeMap<String, u64>> {
            let ids = run.told("counts.by_invariant")?.as_object()?;
            Some(ids.iter().filter_map(|(id, count)| Some((id.clone(), count.as_u64()?))).collect())
        };
        let total = |run: &RunFolder| -> BTreeMap<String, u64> {
            let games = run.games.iter().flat_map(|(games, _)| games);
            let all = games.filter_map(|(_, game)| game.violations).sum();
            BTreeMap::from([("all".to_string(), all)])
        };
        let (before, after) = match (by_id(old), by_id(new)) {
            (Some(before), Some(after)) => (before, after),
            _ if counted => (total(old), total(new)),
            _ => {
                return self.lacking.push("violations are told in neither way by both".to_string());
            }
        };
        let checked = self.checked(old, new);
        self.lost_checks = checked == (true, false) && limit.0.is_some();
        let mut ids: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let all = "all".to_string();
        if ids.is_empty() {
            ids.insert(&all);
        }
        for id in ids {
            let [was, is] =
                [&before, &after].map(|counts| counts.get(id).copied().unwrap_or(0) as f64);
            let change = Change { by: is - was, interval: None };
            let regressed = limit.0.is_some_and(|limit| is - was > limit);
            // Without checks a few things are still noticed: a rise of those is a regression.
            let judged = match checked {
                (true, true) => judged(limit.0, regressed),
                _ if regressed && (!checked.1 || is_always_asked(id)) => Judged::Regressed,
                _ => Judged::Unchecked,
            };
            self.figures.push(Figure {
                what: "violations".to_string(),
                of: id.clone(),
                unit: Unit::Count,
                old: was,
                new: is,
                change,
                limit: limit.0,
                judged,
            });
        }
    }

    /// Whether the old run was checked, and the new one; says so if either was not.
    fn checked(&mut self, old: &RunFolder, new: &RunFolder) -> (bool, bool) {
        let checked =
            |run: &RunFolder| run.told("options.check").and_then(Value::as_str) != Some("off");
        let checked = (checked(old), checked(new));
        let unchecked = match checked {
            (true, true) => return checked,
            (false, true) => "OLD",
            (true, false) => "NEW",
            (false, false) => "OLD and NEW",
        };
        self.lacking.push(format!("violations are not compared: checks were off in {unchecked}"));
        checked
    }
}

/// Whether an invariant is asked even with `--check off`.
fn is_always_asked(id: &str) -> bool {
    let known = Invariant::ALL.iter().find(|invariant| invariant.id() == id);
    known.is_some_and(|invariant| matches!(invariant.asked(), Asked::Always | Asked::Subject))
}
