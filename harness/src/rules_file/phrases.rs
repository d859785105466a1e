//! The texts by which catalogues say how a game is won and what is special about it.
//!
//! A text is understood as a whole or not at all: it is one of the phrases here, or an axis of the
//! rules by name. Case, punctuation, articles and the usual synonyms (pieces for marbles, jump for
//! hop, arm, camp or corner for point) do not matter.

use engine::rules::{AXES, Win};

/// An axis and its value.
pub(super) type Setting = (&'static str, &'static str);

/// What a win text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WinText {
    /// This rule.
    Rule(&'static str),
    /// A race, without a word on who may stand in the goal: the default.
    Vague,
}

/// A win rule in words, beside its name.
const WINS: &[(&str, &str)] = &[
    ("goal full with at least one own marble, and no own marble left at home", "vacated"),
    ("full goal, own home vacated", "vacated"),
    ("every hole of the goal holds an own marble", "all-own"),
    ("fill the goal with your own marbles", "all-own"),
    ("all own marbles in the goal", "all-own"),
    ("all marbles in the goal", "all-own"),
    ("move all marbles into the goal", "all-own"),
    ("all marbles home", "all-own"),
    ("move all marbles home", "all-own"),
    ("goal full with at least one own marble", "any-own"),
    ("full goal with one own marble", "any-own"),
    ("goal full with at least one own marble, and no marble at home", "empty-home"),
    ("full goal, home empty", "empty-home"),
    ("goal full of own marbles and of natives that never left", "natives"),
    ("goal full, home vacated, every other marble one move away but for locked out", "locked-out"),
];

/// Says that it is a race, and no more.
const RACES: &[&str] = &[
    "race",
    "race home",
    "race to the goal",
    "first home",
    "first across",
    "fill the goal",
    "reach the goal",
    "occupy the goal",
    "full goal",
];

/// What is special about a game, in words.
const SPECIALS: &[(&str, Setting)] = &[
    ("short hops", ("hops", "adjacent")),
    ("chain hops", ("hops", "adjacent")),
    ("hop chains", ("hops", "adjacent")),
    ("multiple hops", ("hops", "adjacent")),
    ("long hops", ("hops", "long")),
    ("symmetric hops", ("hops", "long")),
    ("fast-paced", ("hops", "long")),
    ("super Chinese checkers", ("hops", "long")),
    ("hop over any marble", ("over", "any")),
    ("hop over other seats' marbles only", ("over", "others")),
    ("no hop over own marbles", ("over", "others")),
    ("free points", ("foreign-points", "free")),
    ("no stopping in foreign points", ("foreign-points", "no-stop")),
    ("private points", ("foreign-points", "private")),
    ("goal may be left", ("leave-goal", "allowed")),
    ("goal may not be left", ("leave-goal", "forbidden")),
    ("marbles may not leave the goal", ("leave-goal", "forbidden")),
    ("no leaving the goal", ("leave-goal", "forbidden")),
    ("camp rule", ("leave-goal", "forbidden")),
    ("no handing a rival the win", ("hand-win", "illegal")),
    ("play on for places", ("after-win", "places")),
    ("first home ends the game", ("after-win", "stop")),
    ("blocked seat passes", ("no-move", "pass")),
    ("blocked seat is skipped", ("no-move", "skip")),
    ("blocked seat loses", ("no-move", "lose")),
    ("threefold repetition draws", ("repetition", "3")),
    ("repetition draws", ("repetition", "2")),
    ("ten marbles", ("marbles", "10")),
    ("10 marbles", ("marbles", "10")),
    ("fifteen marbles", ("marbles", "15")),
    ("15 marbles", ("marbles", "15")),
];

/// The words of a text that carry its meaning, in one spelling, apart by spaces.
fn essence(text: &str) -> String {
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    let split = lower.split(|c: char| !c.is_alphanumeric());
    let mut words: Vec<&str> = Vec::new();
    for word in split.filter(|word| !word.is_empty()) {
        // Plurals as their singular, but for words that merely end so.
        let single = match word {
            "across" | "chess" => word,
            "opponents" | "enemies" | "rivals" => "opposite",
            _ => word.strip_suffix('s').filter(|rest| rest.len() > 2).unwrap_or(word),
        };
        let word = match single {
            "the" | "a" | "an" | "your" | "it" | "its" | "their" | "be" | "is" | "are" | "to"
            | "into" | "in" | "of" | "player" | "star" => continue,
            "piece" | "peg" | "stone" | "ball" | "counter" | "pawn" | "token" | "man" | "men" => {
                "marble"
            }
            "jump" | "leap" => "hop",
            "jumping" | "leaping" | "hopping" => "hop",
            "arm" | "corner" | "camp" | "triangle" | "base" => "point",
            "opponent" | "opposing" | "enemy" | "rival" => "opposite",
            "destination" | "target" => "goal",
            word => word,
        };
        // The opposite point is the goal.
        if matches!(word, "point" | "home") && words.last() == Some(&"opposite") {
            words.pop();
            words.push("goal");
        } else {
            words.push(word);
        }
    }
    words.join(" ")
}

/// A win text without what says nothing of when it is won: that the first one wins, how many
/// marbles there are, and how they are brought there.
fn win_essence(text: &str) -> String {
    let text = essence(text);
    let words = text.split(' ').filter_map(|word| match word {
        "first" | "win" | "who" | "ten" | "10" | "fifteen" | "15" => None,
        "bring" | "get" | "place" | "put" | "transfer" | "advance" => Some("move"),
        word => Some(word),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What a win text stands for, if it is understood.
pub(super) fn win(text: &str) -> Option<WinText> {
    let text = win_essence(text);
    let says = |phrase: &str| win_essence(phrase) == text;
    let named = Win::ALL.iter().map(|rule| rule.name()).find(|name| says(name));
    let phrase = || WINS.iter().find(|(phrase, _)| says(phrase)).map(|&(_, rule)| rule);
    let rule = named.or_else(phrase);
    let vague = || RACES.iter().any(|race| says(race));
    rule.map(WinText::Rule).or_else(|| vague().then_some(WinText::Vague))
}

/// What a special text stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// Nothing out of the ordinary.
    Nothing,
    /// This axis, with what is to be its value.
    Axis(&'static str, String),
}

/// What a special text stands for, if it is understood: a phrase, or an axis and its value with a
/// space, `=` or `:` between.
pub(super) fn special(text: &str) -> Option<Special> {
    let text = text.trim();
    if matches!(essence(text).as_str(), "" | "none" | "nothing") {
        return Some(Special::Nothing);
    }
    let said = essence(text);
    if let Some((_, (axis, value))) = SPECIALS.iter().find(|(phrase, _)| essence(phrase) == said) {
        return Some(Special::Axis(axis, value.to_string()));
    }
    let plain = text.strip_prefix("--").unwrap_or(text);
    let (name, value) = plain.split_once(['=', ':', ' '])?;
    let axis = AXES.iter().find(|axis| axis.name == name.trim())?;
    let value = value.trim_start();
    let value = value.strip_prefix(['=', ':']).unwrap_or(value);
    Some(Special::Axis(axis.name, value.trim().to_string()))
}

/// Every win text, for messages.
pub(super) fn wins() -> String {
    let names = Win::ALL.iter().map(|rule| rule.name());
    quoted(names.chain(WINS.iter().map(|(phrase, _)| *phrase)).chain(RACES.iter().copied()))
}

/// Every special text, for messages.
pub(super) fn specials() -> String {
    let axes: Vec<&str> = AXES.iter().map(|axis| axis.name).collect();
    let phrases = quoted(SPECIALS.iter().map(|(phrase, _)| *phrase));
    format!("none | {phrases} | AXIS=VALUE with an axis of {}", axes.join(", "))
}

fn quoted<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    texts.collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use super::*;

    #[test]
    fn phrases_set_what_an_axis_takes_and_none_says_two_things() {
        let mut known = Vec::new();
        for (phrase, (axis, value)) in SPECIALS {
            assert_eq!(Rules::default().set(axis, value), Ok(()), "{phrase}");
            assert!(!known.contains(&essence(phrase)), "{phrase}");
            known.push(essence(phrase));
        }
        known.clear();
        let names = Win::ALL.iter().map(|rule| rule.name());
        let phrases = WINS.iter().map(|(phrase, _)| *phrase);
        for phrase in names.chain(phrases).chain(RACES.iter().copied()) {
            assert!(!known.contains(&win_essence(phrase)), "{phrase}");
            known.push(win_essence(phrase));
        }
        for (phrase, rule) in WINS {
            assert!(Win::named(rule).is_some(), "{phrase}");
        }
    }

    #[test]
    fn spelling_does_not_matter_and_meaning_does() {
        for (text, means) in [
            ("All-own", Some(WinText::Rule("all-own"))),
            ("Move all your pieces into the opposite corner.", Some(WinText::Rule("all-own"))),
            (
                "First to get all ten marbles into the opponent's home",
                Some(WinText::Rule("all-own")),
            ),
            ("The first player to bring all pieces home wins.", Some(WinText::Rule("all-own"))),
            ("First to fill the opposite star point", Some(WinText::Vague)),
            ("move all of the pieces to mate", None),
            ("Fill the opponent's camp", Some(WinText::Vague)),
            ("Full goal with one own peg", Some(WinText::Rule("any-own"))),
            ("checkmate", None),
            ("", None),
        ] {
            assert_eq!(win(text), means, "{text}");
        }
        let axis = |name, value: &str| Some(Special::Axis(name, value.to_string()));
        for (text, means) in [
            ("Long jumps", axis("hops", "long")),
            ("pieces may not leave the opposite camp", axis("leave-goal", "forbidden")),
            ("hops=long", axis("hops", "long")),
            ("--leave-goal forbidden", axis("leave-goal", "forbidden")),
            ("cap: 400", axis("cap", "400")),
            ("hops = far", axis("hops", "far")),
            ("None", Some(Special::Nothing)),
            ("", Some(Special::Nothing)),
            ("dice", None),
            ("hop=long", None),
        ] {
            assert_eq!(special(text), means, "{text}");
        }
    }
}
