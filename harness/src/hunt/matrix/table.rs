//! What the games of a matrix add up to.

use std::borrow::Cow;
use std::collections::BTreeMap;

use engine::End;
use engine::rules::{Hops, Win};

use super::lockstep::{Judged, Verdict};

/// Who sits at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cast {
    /// Bots that play to win.
    Honest,
    /// The same with one or two that play to bring rules and rivals into trouble.
    Hostile,
    /// Bots without a plan.
    Random,
}

impl Cast {
    /// Every cast, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Honest, Self::Hostile, Self::Random];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Honest => "honest",
            Self::Hostile => "hostile",
            Self::Random => "random",
        }
    }
}

/// Which games a cell adds up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Number of seats.
    pub seats: u8,
    /// Whether hops are long.
    pub long: bool,
    /// Who plays.
    pub cast: Cast,
}

impl Key {
    /// The hops of its games.
    pub fn hops(&self) -> Hops {
        if self.long { Hops::Long } else { Hops::Adjacent }
    }
}

/// Something that happens at most once a game, at some ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games by ply.
    plies: BTreeMap<u32, u64>,
    /// The largest of whatever is measured beside it.
    pub most: Option<u32>,
}

impl Count {
    /// It happened at `ply`, with this much of it.
    fn add(&mut self, ply: u32, much: Option<u32>) {
        *self.plies.entry(ply).or_default() += 1;
        self.most = self.most.max(much);
    }

    fn merge(&mut self, other: &Self) {
        for (&ply, games) in &other.plies {
            *self.plies.entry(ply).or_default() += games;
        }
        self.most = self.most.max(other.most);
    }

    /// Games in which it happened.
    pub fn games(&self) -> u64 {
        self.plies.values().sum()
    }

    /// The earliest ply.
    pub fn earliest(&self) -> Option<u32> {
        self.plies.keys().next().copied()
    }

    /// The median ply, the earlier of two in the middle.
    pub fn median(&self) -> Option<u32> {
        let middle = self.games().div_ceil(2);
        let mut seen = 0;
        self.plies.iter().find_map(|(&ply, games)| {
            seen += games;
            (seen >= middle).then_some(ply)
        })
    }
}

/// What one row of the table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// The rule sees a winner.
    Win,
    /// The winner that it sees has marbles at its own home; the most is how many.
    WinAtHome,
    /// It has foreign marbles in its goal; the most is how many.
    WinBlocked,
    /// It has left its home, and a marble outside is two moves or more away; the most is how many.
    ThinWin,
    /// The same, with the farthest marble so many moves away.
    ThinWinBy(u32),
    /// The two rules say different things at some ply, this one of them alone having a winner or
    /// another one.
    Disagree,
    /// `vacated` has a seat home that `all-own` holds out; the most is how many foreign marbles.
    Veto,
    /// The same, with one foreign marble.
    VetoOfOne,
    /// The same, and so it stayed until the game was cut short.
    VetoForGood,
    /// A seat to move had no move.
    Blocked,
    /// The game ended in deadlock.
    Deadlock,
    /// It was cut short.
    Capped,
}

impl Measure {
    /// Its name in reports.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Win => "win",
            Self::WinAtHome => "win-at-home",
            Self::WinBlocked => "win-blocked",
            Self::ThinWin => "thin-win",
            Self::ThinWinBy(moves) => return Cow::Owned(format!("thin-win-{moves}")),
            Self::Disagree => "disagree",
            Self::Veto => "veto",
            Self::VetoOfOne => "veto-of-one",
            Self::VetoForGood => "veto-for-good",
            Self::Blocked => "blocked",
            Self::Deadlock => "deadlock",
            Self::Capped => "capped",
        })
    }
}

/// What is measured, of which rules: of none, of one, or of one that spoke before another.
pub type Row = (Measure, Option<Win>, Option<Win>);

/// The games of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// How many.
    pub games: u64,
    rows: BTreeMap<Row, Count>,
}

impl Cell {
    /// The rows in which something happened, in order.
    pub fn rows(&self) -> impl Iterator<Item = (&Row, &Count)> {
        self.rows.iter()
    }

    /// One row; empty if nothing happened.
    pub fn row(&self, measure: Measure, win: Option<Win>, against: Option<Win>) -> Count {
        self.rows.get(&(measure, win, against)).cloned().unwrap_or_default()
    }

    /// How often two rules disagreed, whichever spoke first.
    pub fn disagree(&self, one: Win, other: Win) -> Count {
        let mut both = self.row(Measure::Disagree, Some(one), Some(other));
        both.merge(&self.row(Measure::Disagree, Some(other), Some(one)));
        both
    }

    fn count(&mut self, row: Row, ply: u32, much: Option<u32>) {
        self.rows.entry(row).or_default().add(ply, much);
    }

    fn add(&mut self, judged: &Judged) {
        self.games += 1;
        let words = || Win::ALL.iter().copied().zip(judged.verdicts);
        for (index, one) in words().enumerate() {
            if let (win, Some(verdict)) = one {
                self.add_win(win, &verdict);
            }
            words().skip(index + 1).for_each(|other| self.compare(one, other));
        }
        if let Some(veto) = judged.veto {
            let foreign = Some(veto.foreign as u32);
            self.count((Measure::Veto, None, None), veto.ply, foreign);
            if veto.foreign == 1 {
                self.count((Measure::VetoOfOne, None, None), veto.ply, foreign);
            }
            if veto.lasted {
                self.count((Measure::VetoForGood, None, None), veto.ply, foreign);
            }
        }
        if let Some(ply) = judged.blocked {
            self.count((Measure::Blocked, None, None), ply, None);
        }
        match judged.end {
            End::Deadlock => self.count((Measure::Deadlock, None, None), judged.plies, None),
            End::Cap => self.count((Measure::Capped, None, None), judged.plies, None),
            _ => {}
        }
    }

    fn add_win(&mut self, win: Win, verdict: &Verdict) {
        let ply = verdict.ply;
        self.count((Measure::Win, Some(win), None), ply, None);
        if verdict.at_home > 0 {
            let left = Some(verdict.at_home as u32);
            self.count((Measure::WinAtHome, Some(win), None), ply, left);
        }
        if verdict.foreign > 0 {
            let foreign = Some(verdict.foreign as u32);
            self.count((Measure::WinBlocked, Some(win), None), ply, foreign);
        }
        if let Some(moves) = verdict.away.filter(|&moves| moves > 1) {
            for measure in [Measure::ThinWin, Measure::ThinWinBy(moves)] {
                self.count((measure, Some(win), None), ply, Some(moves));
            }
        }
    }

    /// Counts the earlier of two words, if they differ, for the rule that spoke first.
    fn compare(&mut self, one: (Win, Option<Verdict>), other: (Win, Option<Verdict>)) {
        let word = |verdict: Option<Verdict>| verdict.map(|verdict| (verdict.ply, verdict.seat));
        if word(one.1) == word(other.1) {
            return;
        }
        let ply = |verdict: Option<Verdict>| verdict.map_or(u32::MAX, |verdict| verdict.ply);
        let (first, second) = if ply(other.1) < ply(one.1) { (other, one) } else { (one, other) };
        self.count((Measure::Disagree, Some(first.0), Some(second.0)), ply(first.1), None);
    }

    fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (row, count) in &other.rows {
            self.rows.entry(*row).or_default().merge(count);
        }
    }
}

/// A table of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    cells: BTreeMap<Key, Cell>,
}

impl Matrix {
    /// Adds a game.
    pub fn add(&mut self, key: Key, judged: &Judged) {
        self.cells.entry(key).or_default().add(judged);
    }

    /// Every cell, in order.
    pub fn cells(&self) -> impl Iterator<Item = (&Key, &Cell)> {
        self.cells.iter()
    }

    /// All cells that `which` likes, as one.
    pub fn sum(&self, which: impl Fn(&Key) -> bool) -> Cell {
        let mut sum = Cell::default();
        self.cells.iter().filter(|(key, _)| which(key)).for_each(|(_, cell)| sum.merge(cell));
        sum
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.cells.values().map(|cell| cell.games).sum()
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Seat;

    use super::super::lockstep::Veto;
    use super::*;

    fn verdict(ply: u32, seat: usize, at_home: usize) -> Option<Verdict> {
        let seat = Seat::ALL[seat];
        Some(Verdict { ply, seat, at_home, foreign: 1, away: (at_home == 0).then_some(3) })
    }

    #[test]
    fn words_are_compared_pair_by_pair() {
        let key = Key { seats: 2, long: false, cast: Cast::Honest };
        let mut judged = Judged {
            // vacated, all-own, any-own, empty-home, natives, locked-out
            verdicts: [
                verdict(20, 0, 0),
                None,
                verdict(10, 1, 4),
                verdict(20, 0, 0),
                verdict(10, 1, 4),
                verdict(20, 1, 0),
            ],
            veto: Some(Veto { ply: 20, foreign: 1, lasted: true }),
            blocked: None,
            end: End::Cap,
            plies: 100,
        };
        let mut matrix = Matrix::default();
        matrix.add(key, &judged);
        judged.verdicts = [verdict(30, 0, 0); 6];
        judged.veto = None;
        judged.end = End::Home;
        matrix.add(Key { cast: Cast::Random, ..key }, &judged);
        let cell = matrix.sum(|key| key.seats == 2);
        assert_eq!((cell.games, matrix.games(), matrix.cells().count()), (2, 2, 2));

        let disagree = |one, other| {
            let count = cell.disagree(one, other);
            (count.games(), count.earliest())
        };
        assert_eq!(disagree(Win::Vacated, Win::EmptyHome), (0, None));
        assert_eq!(disagree(Win::AnyOwn, Win::Natives), (0, None));
        assert_eq!(disagree(Win::Vacated, Win::AnyOwn), (1, Some(10)));
        // The same ply, and another seat.
        assert_eq!(disagree(Win::LockedOut, Win::Vacated), (1, Some(20)));
        let first = cell.row(Measure::Disagree, Some(Win::AnyOwn), Some(Win::AllOwn));
        assert_eq!(first.games(), 1);
        assert_eq!(cell.row(Measure::Disagree, Some(Win::AllOwn), Some(Win::AnyOwn)).games(), 0);

        let won = cell.row(Measure::Win, Some(Win::Vacated), None);
        assert_eq!((won.games(), won.earliest(), won.median()), (2, Some(20), Some(20)));
        let early = cell.row(Measure::WinAtHome, Some(Win::AnyOwn), None);
        assert_eq!((early.games(), early.most), (1, Some(4)));
        assert_eq!(cell.row(Measure::ThinWin, Some(Win::Vacated), None).most, Some(3));
        assert_eq!(cell.row(Measure::ThinWinBy(3), Some(Win::Vacated), None).games(), 2);
        assert_eq!(Measure::ThinWinBy(3).name(), "thin-win-3");
        assert_eq!(cell.row(Measure::VetoForGood, None, None).games(), 1);
        assert_eq!(cell.row(Measure::Capped, None, None).earliest(), Some(100));
    }
}
