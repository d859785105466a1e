//! One value with a switch for each way that people play.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::axes::{listed, number};
use super::{
    AfterWin, Cap, ForeignPoints, HandWin, Hops, LeaveGoal, NoMove, Over, PRESETS, RulesError, Win,
    WinTested,
};
use crate::star::{ARMS, Point};

/// The rules of a game: a value, an axis a field.
///
/// Every axis can be set and read by name, which is what flags and files do.
///
/// ```
/// use engine::rules::{Hops, Rules};
/// let mut rules = Rules::preset("hub")?;
/// assert_eq!(rules.hops, Hops::Long);
/// rules.set("hops", "adjacent")?;
/// assert_eq!(rules.hops, Hops::Adjacent);
/// # Ok::<(), engine::rules::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How far a hop may reach.
    pub hops: Hops,
    /// What may be hopped over.
    pub over: Over,
    /// What a marble may do in a foreign point.
    pub foreign_points: ForeignPoints,
    /// Whether a marble may leave its goal.
    pub leave_goal: LeaveGoal,
    /// When a seat is home.
    pub win: Win,
    /// Who may come home by a move.
    pub win_tested: WinTested,
    /// Whether a move may make a rival's goal complete.
    pub hand_win: HandWin,
    /// What follows when a seat is home.
    pub after_win: AfterWin,
    /// What a seat without a move does.
    pub no_move: NoMove,
    /// The game is drawn when a position, with the same seat to move, comes this many times.
    pub repetition: Option<u32>,
    /// Where a game is cut short.
    pub cap: Cap,
    /// Number of seats; none while it is left open.
    pub seats: Option<u8>,
    /// Length of a point; none is the full star's.
    pub arm: Option<u8>,
    /// Marbles a seat; none is a full point.
    pub marbles: Option<u8>,
    /// The points in turn order, by seat count; none is clockwise.
    pub layouts: Layouts,
}

/// The start points in turn order, for each number of seats that has its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Layouts([Option<[u8; 6]>; 7]);

impl Layouts {
    /// The points of `seats` seats in turn order; the rest of the array repeats the last.
    pub(crate) fn of(&self, seats: u8) -> [Point; 6] {
        let clockwise = match seats {
            2 => [0, 3, 3, 3, 3, 3],
            3 => [0, 2, 4, 4, 4, 4],
            4 => [0, 1, 3, 4, 4, 4],
            _ => [0, 1, 2, 3, 4, 5],
        };
        let points = self.0.get(usize::from(seats)).copied().flatten().unwrap_or(clockwise);
        points.map(|point| Point::ALL[usize::from(point)])
    }

    /// The points that `seats` seats start in, in turn order.
    pub fn points(
        &self,
        seats: u8,
    ) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + use<> {
        self.of(seats).into_iter().take(usize::from(seats))
    }

    /// Reads `clockwise`, or layouts apart by `/`: `0,3/0,2,4`.
    fn named(text: &str) -> Option<Self> {
        let mut layouts = Self::default();
        if text == "clockwise" {
            return Some(layouts);
        }
        for layout in text.split('/') {
            let mut points = [0; 6];
            let mut seats = 0;
            for point in layout.split(',') {
                let point = number(point).filter(|&point| point < 6)? as u8;
                if seats == 6 || points[..seats].contains(&point) {
                    return None;
                }
                points[seats..].fill(point);
                seats += 1;
            }
            if seats == 5 || layouts.0[seats].replace(points).is_some() {
                return None;
            }
        }
        Some(layouts)
    }
}

impl core::fmt::Display for Layouts {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut first = true;
        for (seats, layout) in self.0.iter().enumerate() {
            for (seat, point) in layout.iter().flat_map(|points| &points[..seats]).enumerate() {
                let mark = if seat > 0 {
                    ","
                } else if first {
                    ""
                } else {
                    "/"
                };
                write!(f, "{mark}{point}")?;
                first = false;
            }
        }
        if first { f.write_str("clockwise") } else { Ok(()) }
    }
}

/// An axis of the rules, for help texts.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Its name in flags and files.
    pub name: &'static str,
    /// What it decides, in a few words.
    pub about: &'static str,
    /// What it takes, the default first.
    pub takes: fn() -> String,
}

/// An axis whose options have names.
macro_rules! named {
    ($axis:ident) => {
        || listed($axis::ALL.iter().map(|option| option.name()))
    };
}

/// Every axis, in the order of the fields of [`Rules`].
#[rustfmt::skip]
pub const AXES: &[Axis] = &[
    Axis { name: "hops", about: "How far a hop may reach", takes: named!(Hops) },
    Axis { name: "over", about: "What may be hopped over", takes: named!(Over) },
    Axis { name: "foreign-points", about: "What a marble may do in points that are not its own", takes: named!(ForeignPoints) },
    Axis { name: "leave-goal", about: "Whether a marble may leave its goal", takes: named!(LeaveGoal) },
    Axis { name: "win", about: "When a seat is home", takes: named!(Win) },
    Axis { name: "win-tested", about: "Who may come home by a move", takes: named!(WinTested) },
    Axis { name: "hand-win", about: "Whether a move may make a rival's goal complete", takes: named!(HandWin) },
    Axis { name: "after-win", about: "What follows when a seat is home", takes: named!(AfterWin) },
    Axis { name: "no-move", about: "What a seat without a move does", takes: named!(NoMove) },
    Axis { name: "repetition", about: "How often a position may come before the game is drawn", takes: || "none | a number from 2".into() },
    Axis { name: "cap", about: "When a game is cut short", takes: || "plies a seat such as 1000, or in all such as 1000total, from 1 to 1000000".into() },
    Axis { name: "seats", about: "Number of seats", takes: || "1 | 2 | 3 | 4 | 6".into() },
    Axis { name: "arm", about: "Length of a point of the star", takes: || "4 | 3 | 2 | 1".into() },
    Axis { name: "marbles", about: "Marbles a seat: a full point, or point and front", takes: || "a number from 1 to 15".into() },
    Axis { name: "layout", about: "Start points in turn order, a list for each number of seats", takes: || "clockwise | different points from 0 to 5 in turn order, such as 0,3/0,2,4".into() },
];

/// A full point of marbles, and point and front.
pub(crate) const fn marble_counts(arm: u8) -> (u8, u8) {
    (arm * (arm + 1) / 2, (arm + 1) * (arm + 2) / 2)
}

impl Rules {
    /// The rules of a preset.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    pub fn preset(name: &str) -> Result<Self, RulesError> {
        let preset = PRESETS.iter().find(|&&(preset, _)| preset == name);
        let &(_, axes) = preset.ok_or_else(|| RulesError::UnknownPreset(name.to_string()))?;
        let mut rules = Self::default();
        for (axis, value) in axes {
            rules.set(axis, value)?;
        }
        Ok(rules)
    }

    /// The rules of a text: a preset, and an axis with its value for each way in which the rules
    /// depart from it, apart by blanks or `+`. Without a preset they depart from the default.
    ///
    /// ```
    /// use engine::rules::Rules;
    /// let rules = Rules::named("hub win=locked-out cap=400")?;
    /// assert_eq!(rules, Rules::named("hub+win=locked-out+cap=400")?);
    /// assert_eq!(rules.get("hops")?, "long");
    /// # Ok::<(), engine::rules::RulesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no preset or axis of a name, an axis does not take its value or is given twice,
    /// or there is something else in the text.
    pub fn named(text: &str) -> Result<Self, RulesError> {
        let words = text.split(|letter: char| letter == '+' || letter.is_whitespace());
        let mut words = words.filter(|word| !word.is_empty()).peekable();
        let mut rules = match words.next_if(|word| !word.contains('=')) {
            Some(preset) => Self::preset(preset)?,
            None if words.peek().is_none() => return Err(RulesError::UnknownPreset(text.into())),
            None => Self::default(),
        };
        rules.set_all(words)?;
        Ok(rules)
    }

    /// Sets one axis for each word of the form `axis=value`.
    ///
    /// # Errors
    ///
    /// If a word has another form, or as [`set`](Self::set), or if an axis is given twice.
    pub fn set_all<'w>(
        &mut self,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Result<(), RulesError> {
        let mut given: Vec<&str> = Vec::new();
        for word in words {
            let setting = word.split_once('=');
            let (axis, value) = setting.ok_or_else(|| RulesError::NoSetting(word.to_string()))?;
            self.set(axis, value)?;
            if given.contains(&axis) {
                return Err(RulesError::Twice(axis.to_string()));
            }
            given.push(axis);
        }
        Ok(())
    }

    /// Sets one axis by name.
    ///
    /// # Errors
    ///
    /// If there is no such axis, or it does not take this value.
    pub fn set(&mut self, axis: &str, value: &str) -> Result<(), RulesError> {
        let known = AXES.iter().find(|known| known.name == axis);
        let known = known.ok_or_else(|| RulesError::UnknownAxis(axis.to_string()))?;
        let refused = || RulesError::Value {
            axis: known.name,
            got: value.to_string(),
            takes: (known.takes)(),
        };
        macro_rules! pick {
            ($field:ident, $axis:ident) => {
                self.$field = $axis::named(value).ok_or_else(refused)?
            };
        }
        match axis {
            "hops" => pick!(hops, Hops),
            "over" => pick!(over, Over),
            "foreign-points" => pick!(foreign_points, ForeignPoints),
            "leave-goal" => pick!(leave_goal, LeaveGoal),
            "win" => pick!(win, Win),
            "win-tested" => pick!(win_tested, WinTested),
            "hand-win" => pick!(hand_win, HandWin),
            "after-win" => pick!(after_win, AfterWin),
            "no-move" => pick!(no_move, NoMove),
            "repetition" => {
                self.repetition = match (value, number(value)) {
                    ("none", _) => None,
                    (_, Some(times)) if times >= 2 => Some(times),
                    _ => return Err(refused()),
                }
            }
            "cap" => self.cap = Cap::named(value).ok_or_else(refused)?,
            "seats" => match number(value) {
                Some(5) => return Err(RulesError::FiveSeats),
                Some(seats @ (1..=4 | 6)) => self.seats = Some(seats as u8),
                _ => return Err(refused()),
            },
            "arm" => match number(value).and_then(|arm| u8::try_from(arm).ok()) {
                Some(arm) if ARMS.contains(&arm) => self.arm = Some(arm),
                _ => return Err(refused()),
            },
            "marbles" => match number(value) {
                Some(marbles @ 1..=15) => self.marbles = Some(marbles as u8),
                _ => return Err(refused()),
            },
            "layout" => self.layouts = Layouts::named(value).ok_or_else(refused)?,
            _ => return Err(RulesError::UnknownAxis(axis.to_string())),
        }
        Ok(())
    }

    /// The value of one axis by name, as [`set`](Self::set) takes it; empty for an axis that is left open.
    ///
    /// # Errors
    ///
    /// If there is no such axis.
    pub fn get(&self, axis: &str) -> Result<String, RulesError> {
        let open = |value: Option<u8>| value.map_or_else(String::new, |value| value.to_string());
        Ok(match axis {
            "hops" => self.hops.to_string(),
            "over" => self.over.to_string(),
            "foreign-points" => self.foreign_points.to_string(),
            "leave-goal" => self.leave_goal.to_string(),
            "win" => self.win.to_string(),
            "win-tested" => self.win_tested.to_string(),
            "hand-win" => self.hand_win.to_string(),
            "after-win" => self.after_win.to_string(),
            "no-move" => self.no_move.to_string(),
            "repetition" => {
                self.repetition.map_or_else(|| "none".to_string(), |times| format!("{times}"))
            }
            "cap" => self.cap.to_string(),
            "seats" => open(self.seats),
            "arm" => open(self.arm),
            "marbles" => open(self.marbles),
            "layout" => self.layouts.to_string(),
            _ => return Err(RulesError::UnknownAxis(axis.to_string())),
        })
    }

    /// Whether every axis holds a value that [`set`](Self::set) would take.
    ///
    /// # Errors
    ///
    /// With the first that does not.
    pub fn check(&self) -> Result<(), RulesError> {
        let mut copy = Self::default();
        for axis in AXES {
            let value = self.get(axis.name)?;
            if !value.is_empty() {
                copy.set(axis.name, &value)?;
            }
        }
        Ok(())
    }

    /// These rules for `seats` seats.
    ///
    /// # Errors
    ///
    /// If there is no game for so many, or the rules are for another number.
    pub fn with_seats(mut self, seats: u8) -> Result<Self, RulesError> {
        if let Some(fixed) = self.seats.filter(|&fixed| fixed != seats) {
            return Err(RulesError::Seats { got: seats, fixed });
        }
        self.set("seats", &seats.to_string())?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_reads_back_what_was_set() {
        for (_, axes) in PRESETS {
            let mut rules = Rules::default();
            for (axis, value) in *axes {
                rules.set(axis, value).unwrap();
                assert_eq!(rules.get(axis).unwrap(), *value);
            }
            let mut copy = Rules::default();
            for axis in AXES {
                let value = rules.get(axis.name).unwrap();
                if !value.is_empty() {
                    copy.set(axis.name, &value).unwrap();
                }
            }
            assert_eq!(copy, rules);
        }
    }

    #[test]
    fn bad_values_are_refused_by_name() {
        let mut rules = Rules::default();
        for (axis, value) in [
            ("hops", "far"),
            ("repetition", "1"),
            ("cap", "0"),
            ("cap", "1000 total"),
            ("cap", "+5"),
            ("seats", "0"),
            ("seats", "7"),
            ("arm", "5"),
            ("arm", "257"),
            ("marbles", "16"),
            ("layout", "0,0"),
            ("layout", "0,6"),
            ("layout", ""),
            ("layout", "0,1,2,3,4"),
            ("layout", "0,3/1,4"),
            ("layout", "0,1,2,3,4,5,0"),
        ] {
            let message = rules.set(axis, value).unwrap_err().to_string();
            assert!(message.starts_with(&format!("{axis}: got '{value}', takes ")), "{message}");
        }
        assert_eq!(rules.set("seats", "5"), Err(RulesError::FiveSeats));
        assert_eq!(rules.set("hop", "long"), Err(RulesError::UnknownAxis("hop".to_string())));
        assert!(rules.get("hop").is_err());
        assert_eq!(rules, Rules::default());
    }

    #[test]
    fn a_preset_and_what_departs_from_it_are_named_in_one_text() {
        let mut rules = Rules::preset("hub").unwrap();
        rules.set("win", "locked-out").unwrap();
        rules.set("layout", "0,3/0,2,4").unwrap();
        for text in [
            "hub win=locked-out layout=0,3/0,2,4",
            "hub+win=locked-out+layout=0,3/0,2,4",
            "  hub\tlayout=0,3/0,2,4 + win=locked-out ",
            "hops=long win=locked-out layout=0,3/0,2,4",
        ] {
            assert_eq!(Rules::named(text), Ok(rules), "{text}");
        }
        for (preset, _) in PRESETS {
            assert_eq!(Rules::named(preset), Rules::preset(preset));
        }
    }

    #[test]
    fn what_names_no_rules_is_refused_with_what_is_understood() {
        for (text, says) in [
            ("", "unknown preset '': the presets are standard | hub | "),
            ("hubs win=vacated", "unknown preset 'hubs': the presets are standard | hub | "),
            ("win=vacated hub", "'hub' is no axis=value: the axes are hops | over | "),
            ("hub win", "'win' is no axis=value: the axes are hops | over | "),
            ("hub wins=vacated", "unknown axis 'wins': the axes are hops | over | "),
            ("hub win=", "win: got '', takes vacated | all-own | "),
            ("hub win=thin", "win: got 'thin', takes vacated | all-own | "),
            ("hub seats=5", "five seats are refused"),
            ("hub win=vacated win=all-own", "the axis 'win' is given twice"),
        ] {
            let message = Rules::named(text).unwrap_err().to_string();
            assert!(message.starts_with(says), "{text}: {message}");
        }
    }

    #[test]
    fn fixed_seats_stay_fixed() {
        let rules = Rules::preset("standard-2p").unwrap();
        assert!(rules.with_seats(2).is_ok());
        assert_eq!(rules.with_seats(3), Err(RulesError::Seats { got: 3, fixed: 2 }));
        assert_eq!(Rules::default().with_seats(5), Err(RulesError::FiveSeats));
    }
}
