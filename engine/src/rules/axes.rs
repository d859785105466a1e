//! The options of each axis of the rules.

use alloc::string::String;
use core::fmt;

/// Declares an axis whose options are names; the first is the default.
macro_rules! axis {
    ($(#[$about:meta])* $name:ident { $first_variant:ident = $first_text:literal $first_about:literal
        $(, $variant:ident = $text:literal $option_about:literal)* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            #[doc = $first_about]
            #[default]
            $first_variant,
            $(#[doc = $option_about] $variant,)*
        }

        impl $name {
            /// Every option, the default first.
            pub const ALL: &[Self] = &[Self::$first_variant $(, Self::$variant)*];

            /// The option's name in flags and files.
            pub const fn name(self) -> &'static str {
                match self {
                    Self::$first_variant => $first_text,
                    $(Self::$variant => $text,)*
                }
            }

            /// The option with this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|option| option.name() == name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

axis! {
    /// How far a hop may reach.
    Hops {
        Adjacent = "adjacent" "Short hops: the marble hopped over is the neighbour.",
        Long = "long" "Long hops: over the first marble along a line, to the same distance beyond it.",
    }
}
axis! {
    /// What may be hopped over.
    Over {
        Any = "any" "Any marble.",
        Others = "others" "Only other seats' marbles.",
    }
}
axis! {
    /// What a marble may do in a point that is neither its own start nor its own goal.
    ForeignPoints {
        Free = "free" "Anything.",
        NoStop = "no-stop" "Pass through: the last hole of a move may not be in one.",
        Private = "private" "Nothing: no landing may be in one.",
    }
}
axis! {
    /// Whether a marble may leave its goal.
    LeaveGoal {
        Allowed = "allowed" "It may.",
        Forbidden = "forbidden" "A move that starts in the goal ends in it; a chain may pass outside.",
    }
}
axis! {
    /// When a seat is home.
    Win {
        Vacated = "vacated" "`any-own`, and no own marble is left at home.",
        AllOwn = "all-own" "Every hole of the goal holds its own marble.",
        AnyOwn = "any-own" "The goal is full and at least one marble in it is its own.",
        EmptyHome = "empty-home" "`any-own`, and no marble at all is at home.",
        Natives = "natives" "The goal is full, at least one marble in it is own, and every other one started there and never landed outside.",
        LockedOut = "locked-out" "`vacated`, and each own marble outside the goal could enter it in one move if the foreign ones in it were lifted.",
    }
}
axis! {
    /// Who may come home by a move.
    WinTested {
        All = "all" "Every seat, after every move.",
        Mover = "mover" "The mover alone.",
    }
}
axis! {
    /// Whether a move may make a rival's goal complete.
    HandWin {
        Allowed = "allowed" "It may.",
        Illegal = "illegal" "Such a move is not legal.",
    }
}
axis! {
    /// What follows when a seat is home.
    AfterWin {
        Stop = "stop" "The game is over.",
        Places = "places" "The others play on for the next places.",
    }
}
axis! {
    /// What a seat without a move does.
    NoMove {
        Pass = "pass" "It passes, which is a ply; when all racing seats have passed in a row the game is deadlocked.",
        Skip = "skip" "Its turn is skipped, which is no ply.",
        Lose = "lose" "It loses.",
    }
}

/// Where a game is cut short, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cap {
    /// So many plies a seat, whether it moves or passes.
    PerSeat(u32),
    /// So many plies in all.
    Total(u32),
}

impl Cap {
    /// The cap of that many seats, in plies in all.
    pub const fn plies(self, seats: usize) -> u32 {
        match self {
            Self::PerSeat(plies) => plies.saturating_mul(seats as u32),
            Self::Total(plies) => plies,
        }
    }

    /// Reads `1000` or `1000total`; from 1 to 1,000,000.
    pub fn named(text: &str) -> Option<Self> {
        let (digits, make): (_, fn(u32) -> Self) = match text.strip_suffix("total") {
            Some(digits) => (digits, Self::Total),
            None => (text, Self::PerSeat),
        };
        let plies = number(digits)?;
        (1..=1_000_000).contains(&plies).then(|| make(plies))
    }
}

impl Default for Cap {
    fn default() -> Self {
        Self::PerSeat(1000)
    }
}

impl fmt::Display for Cap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerSeat(plies) => write!(f, "{plies}"),
            Self::Total(plies) => write!(f, "{plies}total"),
        }
    }
}

/// A number in plain digits: no sign, no spaces, no more than nine.
pub(crate) fn number(text: &str) -> Option<u32> {
    let plain = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// `a | b | c`, for messages.
pub(crate) fn listed(names: impl Iterator<Item = &'static str>) -> String {
    let mut text = String::new();
    for name in names {
        if !text.is_empty() {
            text.push_str(" | ");
        }
        text.push_str(name);
    }
    text
}
