//! What stands in tables: win rates, strengths, times, tuning, the rule matrix, coverage.

use std::collections::BTreeMap;
use std::path::Path;

use super::chart::{Curve, Whisker, bars, curves, front, heat, whiskers};
use super::section::{Section, percent};
use crate::compare::sheet::{Row, Sheet};
use crate::exit::RunError;
use crate::text::grouped;

type Told = Result<Option<Section>, RunError>;

fn text(row: &Row<'_>, column: &str) -> String {
    row.text(column).unwrap_or_default().to_string()
}

/// The rows of a table by what stands in a column, in the order in which it comes.
fn groups<'s>(sheet: &'s Sheet, column: &str) -> Vec<(String, Vec<Row<'s>>)> {
    let mut groups: Vec<(String, Vec<Row<'s>>)> = Vec::new();
    for row in sheet.rows() {
        let key = text(&row, column);
        match groups.iter_mut().find(|(name, _)| *name == key) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups
}

/// A value and its interval; none if one of them is not there.
fn whisker(row: &Row<'_>, name: String, columns: [&str; 3]) -> Result<Option<Whisker>, RunError> {
    let [low, value, high] = columns.map(|column| row.number::<f64>(column));
    Ok(match (low?, value?, high?) {
        (Some(low), Some(value), Some(high)) => Some(Whisker { name, low, value, high }),
        (None, Some(value), _) => Some(Whisker { name, low: value, value, high: value }),
        _ => None,
    })
}

/// What whiskers are drawn along, and where all would be alike.
#[derive(Clone, Copy)]
enum Scale {
    /// From 0 to 1; alike at an equal share.
    Share,
    /// As far as the values go; alike at 0.
    Elo,
}

/// Draws a picture for each number of seats, with a whisker for each row that has a name.
fn by_seats(
    section: &mut Section,
    sheet: &Sheet,
    scale: Scale,
    what: &str,
    name: impl Fn(&Row<'_>) -> Option<String>,
    columns: [&str; 3],
) -> Result<(), RunError> {
    for (seats, rows) in groups(sheet, "seats") {
        let mut told = Vec::new();
        for row in &rows {
            if let Some(name) = name(row) {
                told.extend(whisker(row, name, columns)?);
            }
        }
        let (bounds, alike) = match scale {
            Scale::Share => (Some((0.0, 1.0)), seats.parse().ok().map(|seats: f64| 1.0 / seats)),
            Scale::Elo => (None, Some(0.0)),
        };
        let caption = format!("{seats} seats");
        let picture = whiskers(&format!("{what} at {caption}"), &told, bounds, alike);
        section.figure(caption, picture);
    }
    Ok(())
}

/// Win rates by bot and number of seats.
///
/// # Errors
///
/// If the table is damaged: data, with file and line. The same for all below.
pub fn win_rates(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("win_rates.csv"))? else { return Ok(None) };
    let mut section = Section::new("win-rates", "Win rates");
    section
        .notes
        .push("Of appearances, with 95% intervals (Wilson). Dashed: if all were alike.".into());
    let name =
        |row: &Row<'_>| row.text("seat").is_none_or(|seat| seat == "all").then(|| text(row, "bot"));
    let columns = ["ci_lo", "win_rate", "ci_hi"];
    by_seats(&mut section, &sheet, Scale::Share, "win rates", name, columns)?;
    let columns = [
        "seats",
        "bot",
        "seat",
        "games",
        "wins",
        "win_rate",
        "ci_lo",
        "ci_hi",
        "mean_place",
        "mean_plies",
        "capped",
    ];
    section.sheet("Every row", &sheet, &columns, true)?;
    Ok(Some(section))
}

/// Strengths of bots, of a match.
pub fn strengths(folder: &Path) -> Told {
    let bots = Sheet::read(&folder.join("match.csv"))?;
    let pairs = Sheet::read(&folder.join("pairs.csv"))?;
    if bots.is_none() && pairs.is_none() {
        return Ok(None);
    }
    let mut section = Section::new("strengths", "Strengths");
    if let Some(sheet) = &bots {
        section.notes.push("Elo points, the mean of the bots being 0, with 95% intervals.".into());
        let name = |row: &Row<'_>| Some(text(row, "bot"));
        let columns = ["elo_lo", "elo", "elo_hi"];
        by_seats(&mut section, sheet, Scale::Elo, "Elo points", name, columns)?;
        let columns = [
            "seats",
            "bot",
            "games",
            "appearances",
            "wins",
            "win_share",
            "win_lo",
            "win_hi",
            "mean_place",
            "elo",
            "elo_lo",
            "elo_hi",
        ];
        section.sheet("Bots", sheet, &columns, false)?;
    }
    if let Some(sheet) = &pairs {
        let columns = [
            "seats", "bot", "rival", "ahead", "level", "behind", "score", "score_lo", "score_hi",
            "elo", "elo_lo", "elo_hi", "llr", "verdict",
        ];
        section.sheet("Pairs", sheet, &columns, false)?;
    }
    Ok(Some(section))
}

/// What seats are worth.
pub fn seats(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("seats.csv"))? else { return Ok(None) };
    let mut section = Section::new("seats", "What each seat is worth");
    section.notes.push("Share of wins with 95% intervals. Dashed: an equal share.".into());
    let name = |row: &Row<'_>| Some(format!("{} seat {}", text(row, "bots"), text(row, "seat")));
    let columns = ["win_lo", "win_share", "win_hi"];
    by_seats(&mut section, &sheet, Scale::Share, "win shares", name, columns)?;
    let columns = [
        "seats",
        "bots",
        "seat",
        "games",
        "wins",
        "win_share",
        "win_lo",
        "win_hi",
        "advantage",
        "mean_place",
        "elo",
        "elo_lo",
        "elo_hi",
        "p_value",
    ];
    section.sheet("", &sheet, &columns, false)?;
    Ok(Some(section))
}

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
            let mark = budget.map(|budget| (budget, "budget"));
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
    Ok(Some(section))
}

/// Depths and widths beside a much deeper reference.
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

/// What each win rule says of each game.
pub fn matrix(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("matrix.csv"))? else { return Ok(None) };
    let mut section = Section::new("matrix", "Win rules beside each other");
    section
        .lacks(&sheet, &["seats", "hops", "cast", "measure", "win", "against", "games", "count"]);
    // Counts of happenings by what and by rule. The games of a kind are told by each of its rows.
    let mut happened: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let mut differ: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut kinds: BTreeMap<[String; 3], u64> = BTreeMap::new();
    for row in sheet.rows() {
        let (measure, win) = (text(&row, "measure"), text(&row, "win"));
        let count: u64 = row.number("count")?.unwrap_or(0);
        let games = row.number("games")?.unwrap_or(0);
        kinds.insert(["seats", "hops", "cast"].map(|column| text(&row, column)), games);
        if measure == "disagree" {
            *differ.entry((win, text(&row, "against"))).or_default() += count;
        } else {
            let rule = if win.is_empty() { "any rule".to_string() } else { win };
            *happened.entry(measure).or_default().entry(rule).or_default() += count;
        }
    }
    let games = kinds.values().sum::<u64>();
    let share = |count: u64| count as f64 / games.max(1) as f64;
    section.notes.push(format!("{} games of {} kinds, together.", grouped(games), kinds.len()));
    let cells =
        differ.iter().map(|((one, other), &count)| (one.clone(), other.clone(), share(count)));
    let cells: Vec<_> = cells.collect();
    if !cells.is_empty() {
        let caption = "Share of games in which the rule of the row saw a winner first, or another one, than that of the column";
        section.figure(caption, heat(caption, ("first", "later"), &cells));
    }
    let rules: std::collections::BTreeSet<&String> =
        happened.values().flat_map(BTreeMap::keys).collect();
    let mut head = vec!["what happened"];
    head.extend(rules.iter().map(|rule| rule.as_str()));
    let mut rows = Vec::new();
    for (measure, by_rule) in &happened {
        let mut row = vec![measure.clone()];
        row.extend(rules.iter().map(|&rule| {
            by_rule.get(rule).map_or_else(String::new, |&count| {
                format!("{} ({})", grouped(count), percent(share(count)))
            })
        }));
        rows.push(row);
    }
    section.table("Games in which it happened, by win rule", &head, rows, false);
    let columns = [
        "seats",
        "hops",
        "cast",
        "measure",
        "win",
        "against",
        "games",
        "count",
        "share",
        "first_ply",
        "median_ply",
        "most",
    ];
    section.sheet("Every row", &sheet, &columns, true)?;
    Ok(Some(section))
}

/// Which goals a hunt reached.
pub fn coverage(folder: &Path) -> Told {
    let Some(sheet) = Sheet::read(&folder.join("coverage.csv"))? else { return Ok(None) };
    let mut section = Section::new("coverage", "Coverage");
    let (mut rows, mut missed) = (Vec::new(), Vec::new());
    for row in sheet.rows() {
        let goal = text(&row, "goal");
        let hits: u64 = row.number("hits")?.unwrap_or(0);
        if hits == 0 {
            missed.push(goal.clone());
        }
        rows.push((goal, hits as f64, grouped(hits)));
    }
    section.notes.push(match missed.is_empty() {
        true => "Every goal was reached.".to_string(),
        false => format!(
            "{} of {} goals were not reached: {}.",
            missed.len(),
            rows.len(),
            missed.join(", ")
        ),
    });
    let caption = "Games that reached each goal";
    section.figure(caption, bars(caption, &rows));
    section.sheet("", &sheet, &["goal", "hits", "games", "games_to_first_hit"], true)?;
    Ok(Some(section))
}

/// Tables that are shown as they are.
const PLAIN: [(&str, &str, &[&str]); 5] = [
    (
        "engines.csv",
        "Failures of engines",
        &["game", "seats", "seat", "bot", "ply", "failure", "message", "stderr"],
    ),
    (
        "coach_ahead.csv",
        "How far a Coach sees within the budget",
        &[
            "device",
            "how",
            "budget_ms",
            "rules",
            "seats",
            "nodes",
            "depth",
            "turns",
            "at_least",
            "depth_low",
            "depth_high",
        ],
    ),
    (
        "verdicts.csv",
        "What the Coach can prove of the moves played",
        &[
            "rules",
            "seats",
            "player",
            "moves",
            "fine",
            "shorter_chain",
            "step_when_chain",
            "declined_entry",
            "steps_with_chain",
        ],
    ),
    (
        "cross.csv",
        "Crossings",
        &[
            "bot",
            "rules",
            "games",
            "crossed",
            "capped",
            "mean_moves",
            "ci_lo",
            "ci_hi",
            "min_moves",
            "max_moves",
        ],
    ),
    (
        "canary.csv",
        "Planted faults",
        &["fault", "kind", "under", "caught", "invariant", "games", "plies", "marbles", "says"],
    ),
];

/// The others.
pub fn others(folder: &Path) -> Told {
    let mut section = Section::new("others", "Other tables");
    for (name, caption, columns) in PLAIN {
        if let Some(sheet) = Sheet::read(&folder.join(name))? {
            section.sheet(caption, &sheet, columns, false)?;
        }
    }
    Ok((!section.tables.is_empty()).then_some(section))
}
