//! What was measured, as a person reads it.

use std::io;

use comfy_table::{CellAlignment, Table, presets};

use super::report::{HARD, Ratio, Report};
use super::tables::Judged;
use super::thinker::Thinker;
use crate::text::grouped;

impl Report<'_> {
    /// Tells it to a person.
    ///
    /// # Errors
    ///
    /// If `out` takes no more.
    pub fn summary(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let (plan, calibration) = (self.plan, &self.measured.calibration);
        let cpu = self.measured.cpu.map_or("any processor".to_string(), |cpu| format!("cpu {cpu}"));
        let positions = self.corpus.entries().len();
        writeln!(out, "positions   {positions}, {} times each, one thread on {cpu}", plan.repeat)?;
        writeln!(
            out,
            "calibration {:.1} µs a suggestion, unsteady by {:.0}%; the desktop takes {:.1} µs: this host is {:.2} times as fast",
            calibration.us,
            100.0 * (calibration.spread - 1.0),
            self.reference.us,
            self.reference.us / calibration.us
        )?;
        writeln!(
            out,
            "\nall calls, and of the least time in each position the middle and the greatest, the worst case"
        )?;
        writeln!(out, "{}\n", self.times().trim_fmt())?;
        let (coach, bots) = (plan.budget_ms, plan.bot_budget_ms);
        writeln!(out, "worst cases there, in ms; the Coach may take {coach}, a bot {bots}")?;
        writeln!(out, "{}\n", self.worst().trim_fmt())?;
        writeln!(
            out,
            "how far {coach} ms take a Coach that looks depth by depth: plies (own turns)"
        )?;
        writeln!(out, "{}", self.far().trim_fmt())?;
        if !self.beside.is_empty() {
            writeln!(out, "\nbeside what is published, worst cases under hub rules in ms")?;
            writeln!(out, "{}", self.published().trim_fmt())?;
        }
        if let Some(Ratio { nodes, moves, evaluations, time }) = self.ratio {
            writeln!(
                out,
                "\nthe Coach's work to that of {HARD}, hub rules: nodes {nodes:.1}, moves {moves:.1}, evaluations {evaluations:.1}, time {time:.1}; published: roughly 16"
            )?;
        }
        writeln!(out, "verdict     {}", self.verdict())
    }

    fn times(&self) -> Table {
        let mut table = plain(&[
            "thinker",
            "nodes p50",
            "max",
            "moves",
            "evaluations",
            "µs p50",
            "p90",
            "p99",
            "max",
            "middle",
            "worst",
            "in",
        ]);
        for thought in self.thoughts {
            let histogram = thought.times.histogram();
            let us = |share| micros(histogram.value_at_quantile(share).min(thought.times.max()));
            let worst = thought.times.worst();
            let total = thought.total();
            let known = |value: u64| if thought.searches { grouped(value) } else { String::new() };
            table.add_row([
                thought.thinker.clone(),
                known(thought.nodes(0.5)),
                known(thought.nodes(1.0)),
                known(total.moves),
                known(total.evaluations),
                us(0.5),
                us(0.9),
                us(0.99),
                micros(thought.times.max()),
                thought.times.middle().map_or(String::new(), micros),
                worst.map_or(String::new(), |(_, ns)| micros(ns)),
                worst.map_or(String::new(), |(at, _)| self.corpus.entries()[at].id.clone()),
            ]);
        }
        aligned(table, &[0, 11])
    }

    fn worst(&self) -> Table {
        let mut table = plain(&["device", "", "thinker", "median", "90%", "verdict"]);
        // Of the bots only what takes longest: nothing else can fail before it does.
        for (device, _) in self.devices {
            let here = self.judged.iter().filter(|judged| judged.device == device.name);
            let longest = |judged: &&Judged| judged.thinker != Thinker::COACH;
            let slower = |a: &&Judged, b: &&Judged| a.ms.median.total_cmp(&b.ms.median);
            let bot = here.clone().filter(longest).max_by(slower);
            let coach = here.filter(|judged| judged.thinker == Thinker::COACH);
            for judged in coach.chain(bot) {
                let Judged { device, how, thinker, ms, verdict, .. } = judged;
                table.add_row([
                    device.clone(),
                    (*how).to_string(),
                    thinker.clone(),
                    millis(ms.median),
                    range(ms.low, ms.high),
                    verdict.to_string(),
                ]);
            }
        }
        aligned(table, &[0, 1, 2, 5])
    }

    fn far(&self) -> Table {
        let mut seats: Vec<usize> = self.seen.iter().map(|seen| seen.seats).collect();
        seats.sort_unstable();
        seats.dedup();
        let heads: Vec<String> = seats.iter().map(|seats| format!("{seats} seats")).collect();
        let mut header = vec!["device", "", "nodes"];
        header.extend(heads.iter().map(String::as_str));
        let mut table = plain(&header);
        for (device, _) in self.devices {
            let here = self.seen.iter().filter(|seen| seen.device == device.name);
            let nodes = here.clone().map(|seen| seen.nodes).min().unwrap_or(0);
            let mut cells = vec![device.name.clone(), device.how().to_string(), grouped(nodes)];
            for &seats in &seats {
                // The lesser of the rules that were looked at.
                let least = here.clone().filter(|seen| seen.seats == seats);
                let least = least.min_by_key(|seen| (seen.depth, seen.at_least));
                cells.push(least.map_or(String::new(), |seen| {
                    let more = if seen.at_least { "or more " } else { "" };
                    format!("{} {more}({})", seen.depth, seen.turns)
                }));
            }
            table.add_row(cells);
        }
        aligned(table, &[0, 1])
    }

    fn published(&self) -> Table {
        let mut table = plain(&[
            "",
            "ours here",
            "ours on",
            "",
            "theirs on a desktop",
            "theirs there",
            "recomputed",
            "verdict",
        ]);
        for beside in &self.beside {
            let [desktop, device] = [beside.published_desktop_ms, beside.published_device_ms];
            let both =
                |[low, high]: [f64; 2]| if low < high { range(low, high) } else { millis(low) };
            table.add_row([
                format!("depth {}", beside.depth),
                millis(beside.here_ms),
                beside.device.clone(),
                range(beside.estimated_ms.low, beside.estimated_ms.high),
                both(desktop),
                both(device),
                range(beside.recomputed_ms.low, beside.recomputed_ms.high),
                beside.recomputed.to_string(),
            ]);
        }
        aligned(table, &[0, 2, 7])
    }
}

/// A table without lines.
pub fn plain(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    table
}

/// The same with numbers to the right: all columns but those of words.
pub fn aligned(mut table: Table, words: &[usize]) -> Table {
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if !words.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn micros(ns: u64) -> String {
    let us = ns as f64 / 1e3;
    if us < 100.0 { format!("{us:.2}") } else { grouped(us.round() as u64) }
}

fn millis(ms: f64) -> String {
    match ms {
        ms if ms >= 100.0 => grouped(ms.round() as u64),
        ms if ms >= 1.0 => format!("{ms:.1}"),
        ms => format!("{ms:.3}"),
    }
}

/// A range of milliseconds.
pub fn range(low: f64, high: f64) -> String {
    format!("{} to {}", millis(low), millis(high))
}
