//! Times of decisions: during play, in committed positions, and on devices.

use std::path::Path;

use super::chart::{Curve, curves};
use super::rows::{Told, groups, text};
use super::section::Section;
use crate::compare::sheet::{Row, Sheet};
use crate::exit::RunError;

/// A curve of percentiles; none if one is missing.
fn curve(
    row: &Row<'_>,
    name: String,
    columns: &[&str],
    factor: f64,
) -> Result<Option<Curve>, RunError> {
    let mut points = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        if let Some(us) = row.number::<f64>(column)? {
            points.push((at as f64, us * factor));
        }
    }
    Ok((points.len() > 1).then_some(Curve { name, points }))
}

/// Times of decisions, here and on devices.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn latency(folder: &Path) -> Told {
    let played = Sheet::read(&folder.join("latency.csv"))?;
    let coach = Sheet::read(&folder.join("coach_latency.csv"))?;
    let devices = Sheet::read(&folder.join("devices.csv"))?;
    if played.is_none() && coach.is_none() && devices.is_none() {
        return Ok(None);
    }
    let mut section = Section::new("latency", "Times of decisions");
    if let Some(sheet) = &played {
        const US: [&str; 4] = ["us_p50", "us_p90", "us_p99", "us_max"];
        for (seats, rows) in groups(sheet, "seats") {
            let mut told = Vec::new();
            for row in &rows {
                told.extend(curve(row, text(row, "bot"), &US, 1e-3)?);
            }
            let caption = format!("{seats} seats: milliseconds on this machine, during play");
            section.figure(&caption, curves(&caption, &["50%", "90%", "99%", "all"], &told, None));
        }
        let columns = [
            "seats",
            "bot",
            "mode",
            "depth",
            "width",
            "calls",
            "nodes_p50",
            "nodes_p99",
            "nodes_max",
            "us_p50",
            "us_p90",
            "us_p99",
            "us_max",
        ];
        section.sheet("During play (us: microseconds)", sheet, &columns, false)?;
    }
    if let Some(sheet) = &coach {
        const US: [&str; 4] = ["us_p50", "us_p90", "us_p99", "us_worst"];
        let whole = |row: &Row<'_>| {
            ["rules", "seats"]
                .iter()
                .all(|column| row.text(column).is_none_or(|text| text == "all"))
        };
        for row in sheet.rows().filter(whole) {
            let thinker = text(&row, "thinker");
            let mut told: Vec<Curve> = curve(&row, "here".into(), &US, 1e-3)?.into_iter().collect();
            let mut budget = None;
            let there = devices.iter().flat_map(Sheet::rows);
            for device in there.filter(|device| device.text("thinker") == Some(&thinker)) {
                let number = |column| device.number::<f64>(column);
                if let (Some(here), Some(ms)) = (number("worst_here_ms")?, number("ms_median")?)
                    && here > 0.0
                {
                    told.extend(curve(&row, text(&device, "device"), &US, 1e-3 * ms / here)?);
                }
                budget = budget.or(number("budget_ms")?);
            }
            let caption = format!("{thinker}: milliseconds here, and by the median of each device");
            let named = budget.map(|budget| format!("budget: {budget} ms"));
            let mark = budget.zip(named.as_deref());
            section
                .figure(&caption, curves(&caption, &["50%", "90%", "99%", "worst"], &told, mark));
        }
        let columns = [
            "thinker",
            "rules",
            "seats",
            "positions",
            "calls",
            "nodes_p50",
            "nodes_p99",
            "nodes_max",
            "us_p50",
            "us_p90",
            "us_p99",
            "us_max",
            "us_worst",
        ];
        section.sheet("In committed positions (us: microseconds)", sheet, &columns, true)?;
    }
    if let Some(sheet) = &devices {
        let columns = [
            "device",
            "how",
            "thinker",
            "worst_here_ms",
            "ms_low",
            "ms_median",
            "ms_high",
            "budget_ms",
            "verdict",
        ];
        section.sheet("Worst cases on devices, against the budget", sheet, &columns, false)?;
    }
    if let Some(sheet) = Sheet::read(&folder.join("coach_ahead.csv"))? {
        ahead(&mut section, &sheet)?;
    }
    Ok(Some(section))
}

/// How far a Coach sees that looks depth by depth for as long as the budget lasts: a row for each
/// device and rules, a column for each number of seats.
fn ahead(section: &mut Section, sheet: &Sheet) -> Result<(), RunError> {
    let counts: Vec<String> = groups(sheet, "seats").into_iter().map(|(seats, _)| seats).collect();
    let mut head = vec!["device".to_string(), "how".to_string(), "rules".to_string()];
    head.extend(counts.iter().map(|seats| format!("{seats} seats")));
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut budget = String::new();
    for (_, of_device) in groups(sheet, "device") {
        let mut of_rules: Vec<(String, Vec<&Row<'_>>)> = Vec::new();
        for row in &of_device {
            let rules = text(row, "rules");
            match of_rules.iter_mut().find(|(named, _)| *named == rules) {
                Some((_, rows)) => rows.push(row),
                None => of_rules.push((rules, vec![row])),
            }
        }
        for (rules, of_seats) in of_rules {
            let first = of_seats[0];
            budget = text(first, "budget_ms");
            let mut cells = vec![text(first, "device"), text(first, "how"), rules];
            for seats in &counts {
                let row = of_seats.iter().find(|row| row.text("seats") == Some(seats));
                cells.push(row.map_or(Ok(String::new()), |row| far(row))?);
            }
            rows.push(cells);
        }
    }
    let caption = format!(
        "How far {} ms take a Coach that looks depth by depth: plies, and own turns that it sees",
        budget.trim_end_matches(".0")
    );
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    section.table(&caption, &head, rows, false);
    Ok(())
}

/// `6 plies, 3 turns`, with a plus where it may be more.
fn far(row: &Row<'_>) -> Result<String, RunError> {
    let more = if row.number::<u8>("at_least")? == Some(1) { "+" } else { "" };
    let turns = text(row, "turns");
    let of = if turns == "1" { "turn" } else { "turns" };
    Ok(format!("{}{more} plies, {turns} {of}", text(row, "depth")))
}
