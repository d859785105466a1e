//! A matrix as a table of numbers, and as pages to read.

use std::fmt::Write as _;

use engine::rules::{Rules, Win};

use super::table::{Cast, Cell, Count, Key, Matrix, Measure};
use crate::text::grouped;

/// Columns of `matrix.csv`.
pub const COLUMNS: &str =
    "seats,hops,cast,measure,win,against,games,count,share,first_ply,median_ply,most\n";

/// `matrix.csv`: for each number of seats, hops and cast a line for each thing that happened.
pub fn csv(matrix: &Matrix) -> Vec<u8> {
    let mut text = COLUMNS.to_string();
    for (key, cell) in matrix.cells() {
        for (&(measure, win, against), count) in cell.rows() {
            let name = |win: Option<Win>| win.map_or("", Win::name);
            let number = |number: Option<u32>| number.map_or_else(String::new, |n| n.to_string());
            let share = count.games() as f64 / cell.games as f64;
            writeln!(
                text,
                "{},{},{},{},{},{},{},{},{share:.6},{},{},{}",
                key.seats,
                key.hops(),
                key.cast.name(),
                measure.name(),
                name(win),
                name(against),
                cell.games,
                count.games(),
                number(count.earliest()),
                number(count.median()),
                number(count.most),
            )
            .expect("a string takes any text");
        }
    }
    text.into_bytes()
}

/// The findings, to be read: what each rule does to games, by seats and hops.
///
/// `command` is what the table was made with, and `rules` what was played but for seats and hops.
pub fn markdown(matrix: &Matrix, rules: &Rules, command: &str) -> String {
    let mut page = Page { text: String::new(), matrix };
    page.intro(rules, command);
    page.at_home();
    page.disagreements();
    page.held_out();
    page.text
}

struct Page<'m> {
    text: String,
    matrix: &'m Matrix,
}

impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn table(&mut self, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        self.line(&format!("| {} |", head.join(" | ")));
        let rule = |(index, _): (usize, _)| if index == 0 { "---" } else { "---:" };
        let rules: Vec<&str> = head.iter().enumerate().map(rule).collect();
        self.line(&format!("| {} |", rules.join(" | ")));
        for row in rows {
            self.line(&format!("| {} |", row.join(" | ")));
        }
        self.line("");
    }

    /// Seats and hops, in order, each with the games of all casts that `which` likes.
    fn kinds(&self, which: impl Fn(&Key) -> bool) -> Vec<(String, Cell)> {
        let mut kinds: Vec<(u8, bool)> =
            self.matrix.cells().map(|(key, _)| (key.seats, key.long)).collect();
        kinds.sort_unstable_by_key(|&(seats, long)| (long, seats));
        kinds.dedup();
        let name = |seats: u8, long: bool| {
            format!("{seats} seats, {} hops", if long { "long" } else { "short" })
        };
        let cell = |seats: u8, long: bool| {
            self.matrix.sum(|key| (key.seats, key.long) == (seats, long) && which(key))
        };
        kinds.into_iter().map(|(seats, long)| (name(seats, long), cell(seats, long))).collect()
    }

    fn intro(&mut self, rules: &Rules, command: &str) {
        self.line("# Six win rules, one game\n");
        let games = grouped(self.matrix.games());
        self.line(&format!(
            "{games} games, each judged by all six win rules after every ply. The games themselves \
             are played under `all-own` (cap {} plies a seat), so that a rule's early word is seen \
             and the game goes on. A third of them are among bots that play to win, a third have one \
             or two hostile seats among them, and a third are random.\n",
            rules.cap
        ));
        self.line(&format!("    {command}\n"));
    }

    fn at_home(&mut self) {
        self.line("## Winners with marbles still at home\n");
        self.line(
            "Share of games in which the rule's first winner has marbles of its own at its own \
             home; the earliest such ply; the most that were left at home.\n",
        );
        let wins =
            [Win::AnyOwn, Win::Natives, Win::Vacated, Win::EmptyHome, Win::LockedOut, Win::AllOwn];
        let mut head = vec!["seats and hops"];
        head.extend(wins.iter().map(|win| win.name()));
        let kinds = self.kinds(|_| true);
        let rows = kinds.into_iter().map(|(name, cell)| {
            let cells = wins.iter().map(|&win| {
                let early = cell.row(Measure::WinAtHome, Some(win), None);
                described(&early, &cell, |most| format!("{most} at home"))
            });
            [name].into_iter().chain(cells).collect()
        });
        self.table(&head, rows.collect::<Vec<_>>());
    }

    fn disagreements(&mut self) {
        self.line("## How often two rules disagree\n");
        self.line(
            "Share of games in which the two rules ever say different things, and the median ply of \
             the first time; short hops above the diagonal, long hops below it.\n",
        );
        let mut head = vec!["rule"];
        head.extend(Win::ALL.iter().map(|win| win.name()));
        let (short, long) = (self.matrix.sum(|key| !key.long), self.matrix.sum(|key| key.long));
        let rows = Win::ALL.iter().enumerate().map(|(down, &one)| {
            let cells = Win::ALL.iter().enumerate().map(|(across, &other)| {
                let cell = if across > down { &short } else { &long };
                let both = cell.disagree(one, other);
                match (down == across, both.median()) {
                    (true, _) => String::new(),
                    (_, None) => "never".to_string(),
                    (_, Some(ply)) => format!("{} (ply {ply})", share(&both, cell)),
                }
            });
            [one.name().to_string()].into_iter().chain(cells).collect()
        });
        self.table(&head, rows.collect::<Vec<_>>());
    }

    fn held_out(&mut self) {
        self.line("## Vetoes, thin wins, blocked seats\n");
        self.line(
            "*Veto*: a seat has left its home and its goal is full, but foreign marbles in it deny \
             it the win under `all-own`, while `vacated` has it home. *For good*: and so it stayed \
             to the cap. *Thin win*: at the first win under `vacated` a marble stands two moves or \
             more before the goal. *No winner under*: the rule never saw one. *Blocked*: a seat to \
             move had no move. Share of games, and the earliest ply.\n",
        );
        let head = [
            "seats and hops",
            "veto",
            "veto for good",
            "thin win",
            "no winner under vacated",
            "under locked-out",
            "under all-own",
            "blocked",
            "deadlock",
            "capped",
        ];
        for cast in Cast::ALL {
            let kinds = self.kinds(|key| key.cast == cast);
            if kinds.iter().all(|(_, cell)| cell.games == 0) {
                continue;
            }
            self.line(&format!("### Among {} bots\n", cast.name()));
            let rows = kinds.into_iter().map(|(name, cell)| {
                let row = |measure, win| cell.row(measure, win, None);
                let away = |most| format!("{most} moves away");
                vec![
                    name,
                    described(&row(Measure::Veto, None), &cell, |most| format!("{most} foreign")),
                    share(&row(Measure::VetoForGood, None), &cell),
                    described(&row(Measure::ThinWin, Some(Win::Vacated)), &cell, away),
                    undecided(&cell, Win::Vacated),
                    undecided(&cell, Win::LockedOut),
                    undecided(&cell, Win::AllOwn),
                    share(&row(Measure::Blocked, None), &cell),
                    share(&row(Measure::Deadlock, None), &cell),
                    share(&row(Measure::Capped, None), &cell),
                ]
            });
            self.table(&head, rows.collect::<Vec<_>>());
        }
    }
}

/// The share of games in which a rule saw no winner.
fn undecided(cell: &Cell, win: Win) -> String {
    share_of(cell.games - cell.row(Measure::Win, Some(win), None).games(), cell.games)
}

fn share(count: &Count, cell: &Cell) -> String {
    share_of(count.games(), cell.games)
}

/// A share of games; never is a word, as it is told from seldom.
fn share_of(hits: u64, games: u64) -> String {
    match (hits, games) {
        (_, 0) => String::new(),
        (0, _) => "never".to_string(),
        (hits, games) => {
            let percent = 100.0 * hits as f64 / games as f64;
            if percent < 0.1 { format!("{hits} games") } else { format!("{percent:.1}%") }
        }
    }
}

fn described(count: &Count, cell: &Cell, most: impl Fn(u32) -> String) -> String {
    let mut text = share(count, cell);
    if let Some(ply) = count.earliest() {
        write!(text, ", ply {ply}").expect("a string takes any text");
    }
    if let Some(much) = count.most {
        write!(text, ", {}", most(much)).expect("a string takes any text");
    }
    text
}
