//! The positions that decisions are measured in.

use std::fmt;

use engine::Game;
use engine::notation::Setup;
use engine::rules::{Board, Rules};

/// The committed positions: they are part of the program, so that it measures the same everywhere.
const BUILT_IN: &str = include_str!("../../../corpora/latency/positions.tsv");

/// The columns of a file of positions.
const HEADER: &str = "id\trules\tphase\tkept\tsource\tposition";

/// How far a position is from the opening, for the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Each seat has made eight plies at most.
    Opening,
    /// After the opening.
    Middle,
    /// After the opening, own marbles in a goal that has three empty holes at most.
    Crowded,
}

impl Phase {
    /// Every phase, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Crowded];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::Crowded => "crowded",
        }
    }

    /// The phase of a game with somebody to move.
    pub fn of(game: &Game<'_>) -> Self {
        let (board, position) = (game.board(), game.position());
        let goal = board.goal(position.turn());
        if game.ply() < 8 * board.seat_count() as u32 {
            Self::Opening
        } else if (goal - position.occupied()).len() <= 3
            && !goal.is_disjoint(position.marbles(position.turn()))
        {
            Self::Crowded
        } else {
            Self::Middle
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a position was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The Coach's work in it was among the greatest.
    Worst,
    /// It was drawn.
    Drawn,
}

impl Kept {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worst => "worst",
            Self::Drawn => "drawn",
        }
    }
}

/// One position.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name, which no other has.
    pub id: String,
    /// The rules that are played: a preset, and the axes in which they depart from it.
    pub rules: String,
    /// How far the game had come.
    pub phase: Phase,
    /// Why it is here.
    pub kept: Kept,
    /// Where it was found.
    pub source: String,
    /// The position itself.
    pub setup: Setup,
}

impl Entry {
    /// Number of seats.
    pub fn seats(&self) -> usize {
        self.setup.position.seat_count()
    }
}

/// Positions, and the boards that they are on.
#[derive(Clone, Debug)]
pub struct Corpus {
    entries: Vec<Entry>,
    boards: Vec<(String, usize, Board)>,
}

impl Corpus {
    /// The committed positions.
    ///
    /// # Panics
    ///
    /// If they are damaged.
    pub fn built_in() -> Self {
        Self::read(BUILT_IN).unwrap_or_else(|error| panic!("the committed positions: {error}"))
    }

    /// Reads a file of positions: a header, then a line each; a line that begins with `#` is a remark.
    ///
    /// # Errors
    ///
    /// If a line is none; the message names it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        if lines.next().map(|(_, line)| line) != Some(HEADER) {
            return Err(format!(
                "it does not begin with the columns {}",
                HEADER.replace('\t', ", ")
            ));
        }
        let mut corpus = Self { entries: Vec::new(), boards: Vec::new() };
        for (number, line) in lines {
            corpus.add(line).map_err(|error| format!("line {number}: {error}"))?;
        }
        Ok(corpus)
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[id, rules, phase, kept, source, position] = fields.as_slice() else {
            return Err(format!("it has {} fields in place of 6", fields.len()));
        };
        if id.is_empty() || self.entries.iter().any(|entry| entry.id == id) {
            return Err(format!("the id '{id}' is empty or not its own"));
        }
        let named = |phase_| Phase::name(phase_) == phase;
        let phase = Phase::ALL.into_iter().find(|&phase| named(phase));
        let phase = phase.ok_or("the phase is none of opening, middle and crowded")?;
        let kept = [Kept::Worst, Kept::Drawn].into_iter().find(|why| why.name() == kept);
        let kept = kept.ok_or("kept is neither worst nor drawn")?;
        let setup: Setup = position.parse().map_err(|error| format!("the position: {error}"))?;
        let seats = setup.position.seat_count();
        if !self.boards.iter().any(|(name, count, _)| (name.as_str(), *count) == (rules, seats)) {
            let board = Rules::named(rules)
                .and_then(|rules| Board::new(&rules.with_seats(seats as u8)?))
                .map_err(|error| error.to_string())?;
            self.boards.push((rules.to_string(), seats, board));
        }
        let (rules, source) = (rules.to_string(), source.to_string());
        let entry = Entry { id: id.to_string(), rules, phase, kept, source, setup };
        let game = Game::resume(self.board(&entry), &entry.setup);
        if game.map_err(|error| error.to_string())?.turn().is_none() {
            return Err("nobody is to move".to_string());
        }
        self.entries.push(entry);
        Ok(())
    }

    /// As a file, under `remark`.
    pub fn write(entries: &[Entry], remark: &str) -> String {
        let mut text = format!("# {remark}\n{HEADER}\n");
        for entry in entries {
            let Entry { id, rules, phase, kept, source, setup } = entry;
            let kept = kept.name();
            text.push_str(&format!("{id}\t{rules}\t{phase}\t{kept}\t{source}\t{setup}\n"));
        }
        text
    }

    /// The positions.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Keeps about `count` of them, evenly spread over the file.
    pub fn thin(&mut self, count: usize) {
        let all = self.entries.len();
        if count < all {
            let mut index = 0;
            self.entries.retain(|_| {
                index += 1;
                index * count / all != (index - 1) * count / all
            });
        }
    }

    /// Keeps those that `keep` says.
    pub fn retain(&mut self, keep: impl FnMut(&Entry) -> bool) {
        self.entries.retain(keep);
    }

    fn board(&self, entry: &Entry) -> &Board {
        let here = |(name, seats, _): &&(String, usize, Board)| {
            (name, *seats) == (&entry.rules, entry.seats())
        };
        &self.boards.iter().find(here).expect("every entry has its board").2
    }

    /// Each position as a game that stands there.
    pub fn games(&self) -> Vec<Game<'_>> {
        let game = |entry: &Entry| Game::resume(self.board(entry), &entry.setup);
        self.entries.iter().map(|entry| game(entry).expect("it was resumed when read")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_positions_cover_what_they_are_to_cover() {
        let corpus = Corpus::built_in();
        assert!(corpus.entries().len() >= 300, "{}", corpus.entries().len());
        for rules in ["standard", "hub"] {
            for seats in [2, 3, 4, 6] {
                for phase in Phase::ALL {
                    for kept in [Kept::Worst, Kept::Drawn] {
                        let count = corpus.entries().iter().filter(|entry| {
                            (entry.rules.as_str(), entry.seats()) == (rules, seats)
                                && (entry.phase, entry.kept) == (phase, kept)
                        });
                        let count = count.count();
                        assert!(count >= 4, "{count} of {rules} {seats} {phase} {kept:?}");
                    }
                }
            }
        }
        for (entry, game) in corpus.entries().iter().zip(corpus.games()) {
            assert_eq!(Phase::of(&game), entry.phase, "{}", entry.id);
        }
    }

    #[test]
    fn a_damaged_file_is_refused_by_line() {
        let mut lines: Vec<&str> = BUILT_IN.lines().take(4).collect();
        assert!(Corpus::read(&lines.join("\n")).is_ok());
        let fields: Vec<&str> = lines[3].split('\t').collect();
        for (field, bad, says) in [
            (0, "", "the id"),
            (1, "chess", "chess"),
            (2, "late", "the phase"),
            (3, "best", "kept"),
            (5, "0/0 0 2 10", "the position"),
        ] {
            let mut fields = fields.clone();
            fields[field] = bad;
            let line = fields.join("\t");
            let text = [&lines[..3], &[line.as_str()]].concat().join("\n");
            let error = Corpus::read(&text).unwrap_err();
            assert!(error.starts_with("line 4: ") && error.contains(says), "{error}");
        }
        lines[3] = "one field";
        assert!(Corpus::read(&lines.join("\n")).unwrap_err().contains("1 fields in place of 6"));
        assert!(Corpus::read("").is_err());
    }

    #[test]
    fn a_thinned_corpus_is_spread_over_the_whole() {
        let mut corpus = Corpus::built_in();
        let last = corpus.entries().last().unwrap().clone();
        corpus.thin(24);
        assert_eq!(corpus.entries().len(), 24);
        assert_eq!(corpus.entries().last(), Some(&last));
    }
}
