//! Depth and width of the search.

use std::collections::BTreeMap;
use std::path::Path;

use super::chart::heat;
use super::front::{Spot, front};
use super::rows::{Told, text};
use super::section::{Section, percent};
use crate::compare::sheet::{Row, Sheet};
use crate::exit::RunError;
use crate::text::grouped;

/// Depths and widths beside a much deeper reference.
///
/// # Errors
///
/// If the table is damaged: data, with file and line.
pub fn tuning(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("tuning.csv"))? else { return Ok(None) };
    let mut section = Section::new("tuning", "Depth and width");
    section
        .notes
        .push("Regret: what moves lose by the reference's score, in holes of distance.".into());
    let mut groups: BTreeMap<(String, String), Vec<Row<'_>>> = BTreeMap::new();
    for row in sheet.rows() {
        groups.entry((text(&row, "rules"), text(&row, "seats"))).or_default().push(row);
    }
    for ((rules, seats), rows) in groups {
        let (mut cells, mut points) = (Vec::new(), Vec::new());
        for row in &rows {
            let Some(regret) = row.number("regret_mean")? else { continue };
            let (depth, width) = (text(row, "depth"), text(row, "width"));
            if let Some(nodes) = row.number("nodes_mean")? {
                let end = |column| Ok::<f64, RunError>(row.number(column)?.unwrap_or(regret));
                points.push(Spot {
                    name: format!("{depth}×{width}"),
                    work: nodes,
                    value: regret,
                    ends: (end("regret_lo")?, end("regret_hi")?),
                    best: row.number::<u8>("pareto")? == Some(1),
                });
            }
            cells.push((depth, width, regret));
        }
        let caption = format!("{rules}, {seats} seats: mean regret by depth and width");
        section.figure(&caption, heat(&caption, ("depth", "width"), &cells));
        let caption = format!(
            "{rules}, {seats} seats: mean regret by work; the Pareto front is joined, with 95% intervals"
        );
        section.figure(
            &caption,
            front(&caption, ("nodes for a decision", "upwards: regret"), &points),
        );
    }
    widened(&mut section, &sheet)?;
    let columns = [
        "rules",
        "seats",
        "depth",
        "width",
        "positions",
        "agreement",
        "agreement_lo",
        "agreement_hi",
        "regret_mean",
        "regret_lo",
        "regret_hi",
        "nodes_mean",
        "nodes_max",
        "from_width",
        "changed",
        "changed_share",
        "changed_lo",
        "changed_hi",
        "pareto",
    ];
    section.sheet("Every depth and width", &sheet, &columns, true)?;
    if let Some(sheet) = Sheet::read(&folder.join("tuning_latency.csv"))? {
        let columns = [
            "depth",
            "width",
            "device",
            "how",
            "us_p50",
            "us_p99",
            "us_worst",
            "ms_low",
            "ms_median",
            "ms_high",
            "budget_ms",
            "verdict",
        ];
        section.sheet("Times on devices, against the budget", &sheet, &columns, true)?;
    }
    Ok(Some(section))
}

/// What the hub published of widening past 16, at its Coach's depth.
const PUBLISHED: [&str; 5] = ["published", "16 to wider", "2 of 166", "1.2%", "0.15 to 4.3"];

/// Moves changed by each step wider, over all positions.
fn widened(section: &mut Section, sheet: &Sheet) -> Result<(), RunError> {
    let is_whole = |row: &Row<'_>| row.text("seats") == Some("all");
    let has_whole = sheet.rows().any(|row| is_whole(&row));
    let mut rows = Vec::new();
    for row in sheet.rows().filter(|row| !has_whole || is_whole(row)) {
        let [from, changed, positions] = ["from_width", "changed", "positions"];
        let (Some(from), Some(changed)) = (row.number::<u32>(from)?, row.number::<u64>(changed)?)
        else {
            continue;
        };
        let share = |column| {
            Ok::<String, RunError>(row.number::<f64>(column)?.map_or(String::new(), percent))
        };
        let [share, low, high] = ["changed_share", "changed_lo", "changed_hi"].map(share);
        let positions = row.number::<u64>(positions)?.unwrap_or(0);
        rows.push(vec![
            text(&row, "depth"),
            format!("{from} to {}", text(&row, "width")),
            format!("{} of {}", grouped(changed), grouped(positions)),
            share?,
            format!("{} to {}", low?.trim_end_matches('%'), high?.trim_end_matches('%')),
        ]);
    }
    if !rows.is_empty() {
        rows.push(PUBLISHED.map(String::from).to_vec());
        let head = ["depth", "width", "other moves", "share", "95%"];
        section.table("Moves changed by widening step by step", &head, rows, false);
    }
    Ok(())
}
