//! A tried grid: written and told.

use std::io;

use comfy_table::Table;
use serde::Serialize;

use super::grid::{Shape, Trial};
use super::table::{Line, Share, tuning_csv, verdicts_csv};
use crate::exit::RunError;
use crate::host::Host;
use crate::latency::device::{Band, Device, Verdict};
use crate::latency::measure::{Calibration, Measured};
use crate::latency::summary::{aligned, plain, range};
use crate::sink::{Folder, SCHEMA, pretty_json, row};
use crate::text::grouped;

/// Columns of `tuning_latency.csv`.
pub const LATENCY: &str = "depth,width,device,how,us_p50,us_p90,us_p99,us_worst,ms_low,ms_median,\
    ms_high,budget_ms,verdict\n";

/// What was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The rules' short name.
    pub rules: String,
    /// Numbers of seats.
    pub seats: Vec<u8>,
    /// Positions in all.
    pub positions: usize,
    /// What they were drawn from.
    pub seed: u64,
    /// What every search is held against.
    pub reference: Shape,
    /// Positions that were timed.
    pub timed: usize,
    /// How often each.
    pub repeat: usize,
    /// Milliseconds that a decision may take.
    pub budget_ms: f64,
}

/// The time of one search here, in microseconds, and on one device.
#[derive(Clone, Debug, Serialize)]
pub struct Timed {
    shape: Shape,
    device: String,
    how: &'static str,
    /// Half of all calls, 90%, 99%, and the worst case.
    us: [f64; 4],
    ms: Band,
    verdict: Verdict,
}

/// Times on every device.
pub fn timed(
    plan: &Plan,
    shapes: &[Shape],
    measured: &Measured,
    devices: &[(Device, Band)],
) -> Vec<Timed> {
    let mut rows = Vec::new();
    for (&shape, times) in shapes.iter().zip(&measured.times) {
        let Some((_, worst)) = times.worst() else { continue };
        let histogram = times.histogram();
        let us = |share| histogram.value_at_quantile(share).min(times.max()) as f64 / 1e3;
        let us = [us(0.5), us(0.9), us(0.99), worst as f64 / 1e3];
        for (device, factor) in devices {
            let ms = Band::exactly(us[3] / 1e3).times(*factor);
            let (device, how) = (device.name.clone(), device.how());
            rows.push(Timed { shape, device, how, us, ms, verdict: ms.verdict(plan.budget_ms) });
        }
    }
    rows
}

fn latency_csv(plan: &Plan, timed: &[Timed]) -> Vec<u8> {
    let mut table = LATENCY.as_bytes().to_vec();
    let decimals = |value: f64| format!("{value:.3}");
    for Timed { shape, device, how, us, ms, verdict } in timed {
        table.extend(row((
            (shape.depth, shape.width, device, how, us.map(decimals)),
            [ms.low, ms.median, ms.high].map(decimals),
            (plan.budget_ms, verdict.name()),
        )));
    }
    table
}

/// All of it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What was asked for.
    pub plan: &'a Plan,
    /// How fast this host was meanwhile.
    pub calibration: Calibration,
    /// By number of seats.
    pub trials: &'a [(usize, Vec<Trial>)],
    /// What they come to.
    pub lines: &'a [Line],
    /// The times.
    pub timed: &'a [Timed],
    /// Whether nothing cut it short.
    pub is_whole: bool,
}

impl Report<'_> {
    /// Writes it all.
    ///
    /// # Errors
    ///
    /// If something cannot be written: data.
    pub fn write(&self, folder: &Folder, started: &str) -> Result<(), RunError> {
        let Self { plan, calibration, trials, lines, timed, is_whole } = *self;
        folder.write("tuning.csv", &tuning_csv(&plan.rules, lines))?;
        folder.write("verdicts.csv", &verdicts_csv(&plan.rules, trials))?;
        folder.write("tuning_latency.csv", &latency_csv(plan, timed))?;
        let json = serde_json::json!({
            "schema": SCHEMA,
            "command": "tune",
            "status": if is_whole { "complete" } else { "partial" },
            "started": started,
            "host": Host::here(),
            "config": plan,
            "calibration": { "us": calibration.us, "spread": calibration.spread },
            "positions": trials.iter().map(|(_, trials)| trials.len()).sum::<usize>(),
            "front": front(lines).map(|line| line.shape).collect::<Vec<_>>(),
        });
        folder.write("run.json", &pretty_json(&json))
    }

    /// Tells it to a person, all numbers of seats together; times only if there are any.
    ///
    /// # Errors
    ///
    /// If `out` takes no more.
    pub fn summary(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Self { plan, lines, timed, .. } = *self;
        let Plan { reference, rules, seats, .. } = plan;
        let seats: Vec<String> = seats.iter().map(u8::to_string).collect();
        let positions = grouped(lines.first().map_or(0, |line| line.positions) as u64);
        let (seats, seed) = (seats.join(", "), plan.seed);
        writeln!(
            out,
            "positions   {positions} of games at {seats} seats, rules {rules}, seed {seed}"
        )?;
        writeln!(out, "reference   depth {}, width {}", reference.depth, reference.width)?;
        writeln!(out, "\n{}\n", grid(lines).trim_fmt())?;
        writeln!(out, "{NOTES}")?;
        if !timed.is_empty() {
            let (positions, budget) = (grouped(plan.timed as u64), plan.budget_ms);
            writeln!(
                out,
                "\nworst cases of {positions} positions in ms, 90%, and the budget of {budget}"
            )?;
            writeln!(out, "{}", times(timed).trim_fmt())?;
        }
        Ok(())
    }
}

/// What the columns of the summary mean.
const NOTES: &str = "\
agreement: the reference's own move; as good: by the reference's own score
regret: holes of distance a rival, by the reference's score; front: none regrets less with as few nodes
changed: other moves than at the next narrower width; published past 16: 2 of 166, 0.15 to 4.3%";

fn front(lines: &[Line]) -> impl Iterator<Item = &Line> {
    lines.iter().filter(|line| line.seats.is_none() && line.pareto)
}

fn grid(lines: &[Line]) -> Table {
    let mut table = plain(&[
        "depth",
        "width",
        "agreement",
        "95%",
        "as good",
        "regret",
        "95%",
        "decisive",
        "nodes",
        "max",
        "changed",
        "",
        "95%",
        "front",
    ]);
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let ends = |share: &Share| format!("{:.1} to {:.1}", 100.0 * share.low, 100.0 * share.high);
    for line in lines.iter().filter(|line| line.seats.is_none()) {
        let [mean, low, high] = line.regret;
        let changed = line.widened.as_ref().map(|(_, changed)| changed);
        table.add_row([
            line.shape.depth.to_string(),
            line.shape.width.to_string(),
            percent(line.agree.share),
            ends(&line.agree),
            percent(line.as_good.share),
            format!("{mean:.3}"),
            format!("{low:.3} to {high:.3}"),
            grouped(line.decisive as u64),
            grouped(line.nodes_mean.round() as u64),
            grouped(line.nodes[3]),
            changed.map_or(String::new(), |changed| grouped(changed.count)),
            changed.map_or(String::new(), |changed| percent(changed.share)),
            changed.map_or(String::new(), ends),
            if line.pareto { "*" } else { "" }.to_string(),
        ]);
    }
    aligned(table, &[13])
}

fn times(timed: &[Timed]) -> Table {
    let mut devices: Vec<(&str, &str)> = Vec::new();
    for timed in timed {
        if !devices.contains(&(&timed.device, timed.how)) {
            devices.push((&timed.device, timed.how));
        }
    }
    let heads: Vec<String> = devices.iter().map(|(name, how)| format!("{name} ({how})")).collect();
    let mut header = vec!["depth", "width", "µs here p50", "worst"];
    header.extend(heads.iter().map(String::as_str));
    let mut table = plain(&header);
    for rows in timed.chunks(devices.len().max(1)) {
        let Timed { shape, us, .. } = &rows[0];
        let mut cells = vec![shape.depth.to_string(), shape.width.to_string()];
        cells.extend([us[0], us[3]].map(|us| format!("{us:.1}")));
        cells.extend(
            rows.iter()
                .map(|timed| format!("{} {}", range(timed.ms.low, timed.ms.high), timed.verdict)),
        );
        table.add_row(cells);
    }
    aligned(table, &[])
}
