//! Rule sets by name.

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
