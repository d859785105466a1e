//! Proofs as people read them.

use std::fmt::{self, Display, Write as _};

use super::proof::{Counted, Finding, Forcing, Proof};
use super::property::Property;
use super::tally::Values;
use crate::text::{counted, grouped};

/// One proof in full, as plain text.
pub fn plain(proof: &Proof) -> String {
    let mut text = String::new();
    let mut line = |name: &str, what: String| {
        writeln!(text, "{name:<11}{what}").expect("a string takes any text");
    };
    let rules = proof.rules.iter().map(|(axis, value)| format!("{axis} {value}"));
    line("rules", rules.collect::<Vec<_>>().join(", "));
    let which = match proof.space {
        Counted::Reachable => "which is every one that games can reach".to_string(),
        Counted::Placements => {
            format!("which is every placement; games can reach {}", grouped(proof.reachable))
        }
    };
    line("states", format!("{}, {which}", grouped(proof.states)));
    let forced =
        proof.start_plies.map_or_else(String::new, |plies| format!(" in {}", in_plies(plies)));
    line("start", format!("{}{forced}", proof.start));
    let longest = proof.longest.map_or_else(
        || "nobody can force a win".to_string(),
        |plies| format!("the longest forced win takes {}", in_plies(plies)),
    );
    line("", longest);
    let controls = [
        ("terminal", proof.terminal),
        ("solo-win", proof.solo_win),
        ("kingmaker", proof.kingmaker),
        ("draw", proof.draw),
    ];
    let controls = controls.map(|(name, count)| format!("{name} {}", grouped(count)));
    line("control", controls.join(", "));
    for (seat, values) in proof.per_seat.iter().enumerate() {
        line(&format!("seat {seat}"), worth(values));
    }
    line("to move", worth(&proof.to_move));
    if let Some(forcing) = &proof.forcing {
        for (name, what) in forced_by_three(forcing) {
            line(name, what);
        }
    }
    for property in Property::ALL {
        let finding = &proof.properties[property.name()];
        let _ = write!(text, "\nCan it be that {}?\n  {}", property.about(), told(finding));
    }
    text
}

fn worth(values: &Values) -> String {
    let counts = [
        ("win", values.win),
        ("loss", values.loss),
        ("draw", values.draw),
        ("illegal", values.illegal),
    ];
    counts.map(|(name, count)| format!("{name} {}", grouped(count))).join(", ")
}

fn forced_by_three(forcing: &Forcing) -> [(&'static str, String); 4] {
    let seats = |can: &[bool]| {
        let seats: Vec<String> = (0..can.len()).filter(|&seat| can[seat]).map(of).collect();
        if seats.is_empty() { "nobody".to_string() } else { seats.join(", ") }
    };
    let pairs = &forcing.pair_wins_at_start;
    let able = pairs.iter().filter(|&(_, &able)| able).map(|(pair, _)| pair.as_str());
    let able: Vec<&str> = able.collect();
    let able = if able.is_empty() { "none".to_string() } else { able.join(", ") };
    [
        ("own win", format!("forced from the start by {}", seats(&forcing.own_win_at_start))),
        ("kings made", format!("from the start, helper>winner: {able}")),
        ("third out", format!("forced from the start for {}", seats(&forcing.third_out_at_start))),
        ("draw", format!("forced from the start by {}", seats(&forcing.draw_at_start))),
    ]
}

fn in_plies(plies: impl Into<u64>) -> String {
    match plies.into() {
        1 => "1 ply".to_string(),
        plies => format!("{} plies", grouped(plies)),
    }
}

fn of(seat: usize) -> String {
    format!("seat {seat}")
}

/// What was found, as a paragraph.
fn told(finding: &Finding) -> String {
    if !finding.possible {
        return "Never.\n".to_string();
    }
    let mut text = format!("In {}", counted(finding.count, "state"));
    if let Some(most) = finding.most {
        let _ = write!(text, ", with up to {}", counted(most.into(), "marble"));
    }
    text.push('.');
    match (finding.shortest, finding.seat, &finding.position) {
        (Some(plies), Some(seat), Some(position)) => {
            let line = finding.line.as_deref().unwrap_or_default();
            let _ = write!(text, " First after {}, for seat {seat}", in_plies(plies));
            let _ = match plies {
                0 => writeln!(text, ": in the start."),
                _ => write!(text, ":\n  {line}\n  {position}\n"),
            };
        }
        _ => text.push_str(" No game can reach one.\n"),
    }
    text
}

/// Several proofs as one Markdown table, a row each.
pub fn markdown(proofs: &[Proof]) -> String {
    let mut text = String::from(
        "| holes | seats × marbles | win rule | wins with a marble at home | thin wins | veto | \
         kept from winning | deadlock | drawn | states | the start |\n\
         |---:|---|---|---|---|---|---|---|---:|---:|---|\n",
    );
    for proof in proofs {
        let cell = |property: Property| Cell(&proof.properties[property.name()]);
        let start = match proof.start_plies {
            Some(plies) => format!("{} in {plies}", proof.start),
            None => proof.start.to_string(),
        };
        let _ = writeln!(
            text,
            "| {} | {} × {} | `{}` | {} | {} | {} | {} | {} | {} | {} | {start} |",
            proof.holes,
            proof.seats,
            proof.marbles,
            proof.win,
            cell(Property::MarbleAtHome),
            cell(Property::ThinWin),
            cell(Property::Veto),
            cell(Property::KeptFromWinning),
            cell(Property::Deadlock),
            grouped(proof.draw),
            grouped(proof.states),
        );
    }
    text
}

/// A finding as a cell of a table.
struct Cell<'a>(&'a Finding);

impl Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finding = self.0;
        if !finding.possible {
            return f.write_str("never");
        }
        f.write_str(&grouped(finding.count))?;
        if let Some(most) = finding.most {
            write!(f, ", up to {most}")?;
        }
        match finding.shortest {
            Some(0) => f.write_str(", from the start"),
            Some(plies) => write!(f, ", from ply {plies}"),
            None => f.write_str(", never reached"),
        }
    }
}
