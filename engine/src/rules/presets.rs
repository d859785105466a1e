//! Rule sets by name.

use super::Rules;

/// A preset's axes and their values; what it does not name stays at its default.
type Preset = (&'static str, &'static [(&'static str, &'static str)]);

/// Every preset: its name, and the axes in which it differs from the defaults.
pub const PRESETS: &[Preset] = &[
    ("standard", &[]),
    ("hub", &[("hops", "long")]),
    ("standard-2p", &[("seats", "2"), ("win", "all-own"), ("leave-goal", "forbidden")]),
    ("game-sternhalma", &[("win", "any-own"), ("after-win", "places")]),
    (
        "liou-3p",
        &[
            ("seats", "3"),
            ("foreign-points", "private"),
            ("win", "all-own"),
            ("no-move", "skip"),
            ("repetition", "2"),
        ],
    ),
    (
        "sturtevant-2p",
        &[
            ("seats", "2"),
            ("foreign-points", "private"),
            ("win", "any-own"),
            ("hand-win", "illegal"),
            ("no-move", "lose"),
            ("repetition", "2"),
        ],
    ),
    ("openspiel", &[("win", "all-own"), ("win-tested", "mover"), ("cap", "1000total")]),
    (
        "magmacrunch",
        &[("over", "others"), ("win", "natives"), ("layout", "0,3/0,2,4/0,3,2,5/0,3,2,5,4,1")],
    ),
];

/// What each preset is, in a sentence; in the same order.
const ABOUT: [&str; PRESETS.len()] = [
    "The default: short hops, and a win that needs the own home empty.",
    "The game that this tool was first made for: as standard, with long hops.",
    "Two seats; a goal is to be filled with own marbles, and not to be left.",
    "Any own marble in a full goal wins, and the others play on for places.",
    "Three seats on private points, as in the published solution of the small stars (Liou 2026).",
    "Two seats on private points, as in the published solution of small boards (Sturtevant 2019).",
    "OpenSpiel's chinese_checkers.",
    "The rules of the package magmacrunch-chinese-checkers.",
];

impl Rules {
    /// What a preset is, in a sentence; none if there is no such preset.
    pub fn about(preset: &str) -> Option<&'static str> {
        let place = PRESETS.iter().position(|&(name, _)| name == preset)?;
        Some(ABOUT[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_says_what_it_is() {
        for (place, (name, _)) in PRESETS.iter().enumerate() {
            assert_eq!(Rules::about(name), Some(ABOUT[place]));
        }
        assert_eq!(Rules::about("no such rules"), None);
    }
}
