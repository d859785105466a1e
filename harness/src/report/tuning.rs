//! Depth and width of the search.

use std::collections::BTreeMap;
use std::path::Path;

use super::chart::{front, heat};
use super::rows::{Told, text};
use super::section::Section;
use crate::compare::sheet::{Row, Sheet};

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
                let best = row.number::<u8>("pareto")? == Some(1);
                points.push((format!("{depth}×{width}"), nodes, regret, best));
            }
            cells.push((depth, width, regret));
        }
        let caption = format!("{rules}, {seats} seats: mean regret by depth and width");
        section.figure(&caption, heat(&caption, ("depth", "width"), &cells));
        let caption =
            format!("{rules}, {seats} seats: mean regret by work; the Pareto front is joined");
        section.figure(
            &caption,
            front(&caption, ("nodes for a decision", "upwards: regret"), &points),
        );
    }
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
        "changed_share",
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
