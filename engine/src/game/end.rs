//! How games end, and where seats stand meanwhile.

use core::fmt;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The winner's goal was all its own.
    Home,
    /// The winner came home with foreign marbles in its goal.
    BlockedHome,
    /// It was cut short.
    Cap,
    /// Every racing seat had passed in a row, or none had a move.
    Deadlock,
    /// A position came as often as the rules let it.
    Repetition,
    /// Seats lost for want of a move until one was left.
    NoMove,
    /// Seats resigned until one was left.
    Resigned,
    /// An external engine lost by what it did.
    Forfeit,
    /// It does not count, for what an external engine did.
    Void,
}

impl End {
    /// Every way of ending, in the order of reports.
    pub const ALL: [Self; 9] = [
        Self::Home,
        Self::BlockedHome,
        Self::Cap,
        Self::Deadlock,
        Self::Repetition,
        Self::NoMove,
        Self::Resigned,
        Self::Forfeit,
        Self::Void,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::BlockedHome => "blocked-home",
            Self::Cap => "cap",
            Self::Deadlock => "deadlock",
            Self::Repetition => "repetition",
            Self::NoMove => "no-move",
            Self::Resigned => "resigned",
            Self::Forfeit => "forfeit",
            Self::Void => "void",
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Where a seat stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Standing {
    /// On its way.
    #[default]
    Racing,
    /// Home, in this place from 1.
    Home(u8),
    /// Out of the race; the number grows with each seat that leaves it.
    Out(u8),
}
