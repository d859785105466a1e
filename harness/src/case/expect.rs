//! What a case says is right.

use std::fmt;

use engine::End;
use engine::rules::{BySeat, Seat, Win};
use engine::star::{Hole, HoleSet, Star};

/// One thing that is right once the moves of a case are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// `holds`: the case's invariant holds; so do all others, whether it is said or not.
    Holds,
    /// `fails`: the case's invariant does not hold, as these rules have it.
    Fails,
    /// `refused`: the last move is not legal.
    Refused,
    /// `turn 1`, `turn none`: the seat to move; none when the game is over.
    Turn(Option<Seat>),
    /// `moves 14`: so many legal moves.
    Moves(usize),
    /// `ends i5 h5,h6`, `ends i5 none`: where moves of the marble in a hole may end.
    Ends(Hole, HoleSet),
    /// `home any-own 0,1`, `home vacated none`: the seats that are home at this moment under a win
    /// rule, whoever moved last.
    Home(Win, BySeat<bool>),
}

impl Expect {
    /// Reads what `write` wrote.
    ///
    /// # Errors
    ///
    /// With what is taken, if the text has no such form.
    pub fn read(text: &str, star: &Star, seats: usize) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let seat = |text: &str| read_seat(text, seats);
        let read = match words[..] {
            ["holds"] => Some(Self::Holds),
            ["fails"] => Some(Self::Fails),
            ["refused"] => Some(Self::Refused),
            ["turn", "none"] => Some(Self::Turn(None)),
            ["turn", text] => seat(text).map(|seat| Self::Turn(Some(seat))),
            ["moves", count] => plain(count).map(Self::Moves),
            ["ends", from, ends] => star.hole_named(from).and_then(|from| {
                let names = list(ends).map(|name| star.hole_named(name));
                Some(Self::Ends(from, names.collect::<Option<HoleSet>>()?))
            }),
            ["home", win, seats] => Win::named(win).and_then(|win| {
                let mut home = BySeat::default();
                for text in list(seats) {
                    home[seat(text)?] = true;
                }
                Some(Self::Home(win, home))
            }),
            _ => None,
        };
        read.ok_or_else(|| {
            format!(
                "'{}' is no expectation: takes holds | fails | refused | turn SEAT | moves N | ends HOLE \
                 HOLE,… | home WIN-RULE SEAT,… with 'none' for no seat or hole, seats from 0 to {}",
                text.escape_debug(),
                seats - 1
            )
        })
    }

    /// As it is read back.
    pub fn write(&self, star: &Star) -> String {
        match self {
            Self::Holds => "holds".to_string(),
            Self::Fails => "fails".to_string(),
            Self::Refused => "refused".to_string(),
            Self::Turn(seat) => format!("turn {}", or_none(*seat)),
            Self::Moves(count) => format!("moves {count}"),
            Self::Ends(from, ends) => {
                let ends = if ends.is_empty() { "none".to_string() } else { star.names(*ends) };
                format!("ends {} {ends}", star.name(*from))
            }
            Self::Home(win, home) => {
                let seats = Seat::ALL.into_iter().filter(|&seat| home[seat]);
                let seats: Vec<String> = seats.map(|seat| seat.to_string()).collect();
                let seats = if seats.is_empty() { "none".to_string() } else { seats.join(",") };
                format!("home {win} {seats}")
            }
        }
    }
}

/// What a record claims of how its game came out; what it does not say is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// `winner`: a seat, or none for nobody.
    pub winner: Option<Option<Seat>>,
    /// `places`: one number a seat, 0 for none.
    pub places: Option<BySeat<Option<u8>>>,
    /// `end`: how the game ended, or none while it goes on.
    pub end: Option<Option<End>>,
}

impl Claim {
    /// Takes over the claim of one key; none if the key is no claim, false if it was made before.
    ///
    /// # Errors
    ///
    /// With what is taken, if the value is none.
    pub(super) fn read(
        &mut self,
        key: &str,
        value: &str,
        seats: usize,
    ) -> Option<Result<bool, String>> {
        let got = value.escape_debug();
        let refuse = |takes: String| Err(format!("{key}: got '{got}', takes {takes}"));
        Some(match key {
            "winner" => match read_seat(value, seats) {
                None if value != "none" => {
                    refuse(format!("a seat from 0 to {}, or none", seats - 1))
                }
                winner => Ok(self.winner.replace(winner).is_none()),
            },
            "end" => match End::ALL.into_iter().find(|end| end.name() == value) {
                None if value != "none" => {
                    let names: Vec<&str> = End::ALL.iter().map(|end| end.name()).collect();
                    refuse(format!("{} | none", names.join(" | ")))
                }
                end => Ok(self.end.replace(end).is_none()),
            },
            "places" => match read_places(value, seats) {
                None => {
                    refuse(format!("{seats} numbers apart by commas, each a place or 0 for none"))
                }
                Some(places) => Ok(self.places.replace(places).is_none()),
            },
            _ => return None,
        })
    }

    /// The keys and values that are claimed.
    pub(super) fn write(&self, seats: usize) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        if let Some(winner) = self.winner {
            pairs.push(("winner", or_none(winner)));
        }
        if let Some(places) = &self.places {
            let places = Seat::first_n(seats).map(|seat| places[seat].unwrap_or(0).to_string());
            pairs.push(("places", places.collect::<Vec<_>>().join(",")));
        }
        if let Some(end) = self.end {
            pairs.push(("end", or_none(end)));
        }
        pairs
    }
}

fn or_none(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| "none".to_string(), |value| value.to_string())
}

/// The items of a list, of which `none` has none.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| text != "none")
}

/// A number in plain digits.
pub(super) fn plain<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

fn read_seat(text: &str, seats: usize) -> Option<Seat> {
    plain(text).filter(|&index| index < seats).and_then(Seat::new)
}

fn read_places(text: &str, seats: usize) -> Option<BySeat<Option<u8>>> {
    let numbers: Option<Vec<u8>> = text.split(',').map(plain).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == seats)?;
    let mut places = BySeat::default();
    for (seat, number) in Seat::first_n(seats).zip(numbers) {
        places[seat] = match number {
            0 => None,
            place if usize::from(place) <= seats => Some(place),
            _ => return None,
        };
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_read_back_as_they_were_written() {
        let star = Star::full();
        for text in [
            "holds",
            "fails",
            "refused",
            "turn 1",
            "turn none",
            "moves 14",
            "ends i5 h5,h6,k7",
            "ends i5 none",
            "home any-own 0,1",
            "home vacated none",
        ] {
            assert_eq!(Expect::read(text, star, 2).unwrap().write(star), text);
        }
        for text in [
            "",
            "fail",
            "turn 2",
            "moves -1",
            "ends z9 none",
            "home best 0",
            "home vacated 0,",
            "turn",
        ] {
            assert!(Expect::read(text, star, 2).is_err(), "{text}");
        }
    }

    #[test]
    fn claims_are_seats_places_and_ends() {
        let mut claim = Claim::default();
        let mut read = |key, value| claim.read(key, value, 3);
        assert_eq!(read("winner", "none"), Some(Ok(true)));
        assert_eq!(read("winner", "0"), Some(Ok(false)));
        assert_eq!(read("places", "1,0,2"), Some(Ok(true)));
        assert_eq!(read("end", "blocked-home"), Some(Ok(true)));
        assert_eq!(read("turn", "0"), None);
        for (key, value) in
            [("winner", "3"), ("places", "1,2"), ("places", "4,1,1"), ("end", "won")]
        {
            assert!(read(key, value).unwrap().is_err(), "{key}: {value}");
        }
        let pairs = [("winner", "0"), ("places", "1,0,2"), ("end", "blocked-home")];
        let written = claim.write(3);
        assert!(written.iter().map(|(key, value)| (*key, value.as_str())).eq(pairs));
    }
}
