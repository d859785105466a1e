//! The committed counts: how much work each decision is. No clock has a say in them.

use engine::Game;

use super::corpus::Corpus;
use super::thinker::{Thinker, Work};

/// The committed counts.
const BUILT_IN: &str = include_str!("../../../corpora/latency/counts.tsv");

/// The columns of a file of counts.
const HEADER: &str = "position\tthinker\tnodes\tmoves\tevaluations";

/// Whose work is committed.
pub const COUNTED: [&str; 5] = ["coach", "coach:nodes=1000", "easy", "normal", "hard"];

/// Work by position and thinker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    rows: Vec<Row>,
}

/// The work of one thinker in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    position: String,
    thinker: String,
    work: Work,
}

impl Counts {
    /// The committed ones.
    ///
    /// # Panics
    ///
    /// If they are damaged.
    pub fn built_in() -> Self {
        Self::read(BUILT_IN).unwrap_or_else(|error| panic!("the committed counts: {error}"))
    }

    /// Counts the work of thinkers in every position of a corpus, those that search.
    pub fn of(corpus: &Corpus, thinkers: &mut [Thinker]) -> Self {
        let mut rows = Vec::new();
        let games: Vec<Game<'_>> = corpus.games();
        for (entry, game) in corpus.entries().iter().zip(&games) {
            for thinker in thinkers.iter_mut().filter(|thinker| thinker.searches()) {
                let work = thinker.think(game, &mut Thinker::words());
                let (position, thinker) = (entry.id.clone(), thinker.name().to_string());
                rows.push(Row { position, thinker, work });
            }
        }
        Self { rows }
    }

    /// Reads a file of counts: a header, then a line each.
    ///
    /// # Errors
    ///
    /// If a line is none; the message names it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().map(|(_, line)| line) != Some(HEADER) {
            return Err(format!(
                "it does not begin with the columns {}",
                HEADER.replace('\t', ", ")
            ));
        }
        let mut rows = Vec::new();
        for (number, line) in lines {
            let row = Self::row(line);
            rows.push(row.ok_or(format!("line {number}: it is no row of counts"))?);
        }
        Ok(Self { rows })
    }

    fn row(line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[position, thinker, nodes, moves, evaluations] = fields.as_slice() else {
            return None;
        };
        let number = |text: &str| text.parse().ok();
        let (nodes, moves) = (number(nodes)?, number(moves)?);
        let work = Work { nodes, moves, evaluations: number(evaluations)? };
        Some(Row { position: position.to_string(), thinker: thinker.to_string(), work })
    }

    /// As a file.
    pub fn write(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for Row { position, thinker, work } in &self.rows {
            let Work { nodes, moves, evaluations } = work;
            text.push_str(&format!("{position}\t{thinker}\t{nodes}\t{moves}\t{evaluations}\n"));
        }
        text
    }

    /// The work of one thinker by position; of one that does not search, none in so many positions.
    pub fn of_thinker(&self, thinker: &str, positions: usize) -> Vec<Work> {
        let of_it = self.rows.iter().filter(|row| row.thinker == thinker);
        let mut work: Vec<Work> = of_it.map(|row| row.work).collect();
        work.resize(positions, Work::default());
        work
    }

    /// Number of decisions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// All the work of one thinker: of how many decisions, and how much.
    pub fn total(&self, thinker: &str) -> (u64, Work) {
        let of_it = self.rows.iter().filter(|row| row.thinker == thinker);
        of_it.fold((0, Work::default()), |(calls, work), row| (calls + 1, work.plus(row.work)))
    }

    /// What is not as committed, a sentence each: counts that differ or are committed nowhere. Only
    /// thinkers whose work is committed at all are asked about.
    pub fn changes(&self, committed: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        for Row { position, thinker, work } in &self.rows {
            if !COUNTED.contains(&thinker.as_str()) {
                continue;
            }
            let mut rows = committed.rows.iter();
            let known = rows.find(|row| (&row.position, &row.thinker) == (position, thinker));
            let Some(Row { work: known, .. }) = known else {
                changes.push(format!("{position}, {thinker}: no count is committed"));
                continue;
            };
            let counts = [
                ("nodes", known.nodes, work.nodes),
                ("moves", known.moves, work.moves),
                ("evaluations", known.evaluations, work.evaluations),
            ];
            let differ = counts.into_iter().filter(|(_, before, now)| before != now);
            let differ: Vec<String> =
                differ.map(|(what, before, now)| format!("{what} {before}, now {now}")).collect();
            if !differ.is_empty() {
                changes.push(format!("{position}, {thinker}: {}", differ.join("; ")));
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let counts = Counts::built_in();
        assert!(counts.len() >= 300 * COUNTED.len(), "{}", counts.len());
        assert_eq!(Counts::read(&counts.write()), Ok(counts));
        for text in ["", "position\tnodes\n", &format!("{HEADER}\na\tcoach\t1\t2\n")] {
            assert!(Counts::read(text).is_err(), "{text:?}");
        }
        let error = Counts::read(&format!("{HEADER}\na\tcoach\t1\t2\t3\nb\tcoach\t1\t-2\t3\n"));
        assert!(error.unwrap_err().starts_with("line 3: "));
    }

    #[test]
    fn a_change_of_any_count_is_told() {
        let text = |numbers: &str| format!("{HEADER}\nplace\tcoach\t{numbers}\n");
        let read = |numbers: &str| Counts::read(&text(numbers)).unwrap();
        let known = read("1\t2\t3");
        assert!(known.changes(&known).is_empty());
        for (numbers, says) in [
            ("9\t2\t3", "place, coach: nodes 1, now 9"),
            ("1\t9\t3", "place, coach: moves 2, now 9"),
            ("1\t2\t9", "place, coach: evaluations 3, now 9"),
            ("1\t8\t9", "place, coach: moves 2, now 8; evaluations 3, now 9"),
        ] {
            assert_eq!(read(numbers).changes(&known), [says]);
        }
        let changes = known.changes(&Counts::default());
        assert_eq!(changes, ["place, coach: no count is committed"]);
    }
}
