//! `harness star`: the board counted, and checked table by table.

use std::io;

use engine::rules::{Layouts, Rules};
use engine::star::{ARMS, Counts, Star};
use serde_json::json;

use crate::exit::{Exit, RunError};

/// Checks a star, every table against formulas, inverses and symmetries, and prints its counts
///
/// It ends with 1 if something is not as it must be.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Length of a point: 1 to 4
    #[arg(long, value_name = "N", default_value = "4", allow_negative_numbers = true)]
    arm: String,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Writes the counts to `out`.
///
/// # Errors
///
/// If there is no star of this arm, or the output is gone.
pub fn run(args: Args, out: &mut dyn io::Write) -> Result<Exit, RunError> {
    let refuse = |error| RunError::usage(format!("--arm: {error}"));
    let mut rules = Rules::default();
    rules.set("arm", &args.arm).map_err(refuse)?;
    let arm = rules.arm.unwrap_or(*ARMS.end());
    let star = Star::of(arm).expect("rules take no other arm");
    match star.check() {
        Ok(counts) if args.json => writeln!(out, "{:#}", as_json(&counts))?,
        Ok(counts) => table(star, &counts, out)?,
        Err(flaw) => {
            writeln!(out, "star of arm {arm}: {flaw}")?;
            return Ok(Exit::Violation);
        }
    }
    Ok(Exit::Held)
}

/// Numbers of neighbours that some hole has, with the holes that have them.
fn degrees(counts: &Counts) -> impl Iterator<Item = (usize, usize)> + '_ {
    counts.degrees.iter().copied().enumerate().filter(|&(_, holes)| holes > 0)
}

fn as_json(counts: &Counts) -> serde_json::Value {
    let degrees: serde_json::Map<_, _> =
        degrees(counts).map(|(degree, holes)| (degree.to_string(), holes.into())).collect();
    json!({
        "arm": counts.arm,
        "holes": counts.holes,
        "rows": counts.rows,
        "pairs": counts.pairs,
        "lines": counts.lines,
        "hops": counts.hops,
        "degrees": degrees,
        "classes": counts.classes,
        "hexagon": counts.hexagon,
        "ring": counts.ring,
        "point": counts.point,
        "front": counts.front,
    })
}

fn table(star: &Star, counts: &Counts, out: &mut dyn io::Write) -> io::Result<()> {
    let degrees: Vec<String> =
        degrees(counts).map(|(degree, holes)| format!("{degree}:{holes}")).collect();
    let rows: Vec<String> = (0..star.rows()).map(|row| star.row_len(row).to_string()).collect();
    let classes = counts.classes.map(|holes| holes.to_string()).join(", ");
    writeln!(out, "arm              {}", counts.arm)?;
    writeln!(out, "holes            {}", counts.holes)?;
    writeln!(out, "rows             {}: {}", counts.rows, rows.join(" "))?;
    writeln!(out, "neighbour pairs  {}", counts.pairs)?;
    writeln!(out, "lines of three   {}", counts.lines)?;
    writeln!(out, "long hops        {}", counts.hops)?;
    writeln!(out, "degrees          {}", degrees.join(", "))?;
    writeln!(out, "hop classes      {classes}")?;
    writeln!(out, "hexagon          {}, ring {}", counts.hexagon, counts.ring)?;
    writeln!(out, "point            {}, front {}", counts.point, counts.front)?;
    for seats in [1, 2, 3, 4, 6] {
        let points: Vec<&str> =
            Layouts::default().points(seats).map(|point| point.name()).collect();
        writeln!(out, "start of {seats}       {}", points.join(" "))?;
    }
    writeln!(out, "every table agrees")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(arm: &str, json: bool) -> String {
        let mut out = Vec::new();
        let exit = run(Args { arm: arm.to_string(), json }, &mut out);
        assert_eq!(exit, Ok(Exit::Held));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_star_is_counted_and_another_arm_is_refused() {
        let text = printed("4", false);
        for line in [
            "holes            121",
            "rows             17: 1 2 3 4 13 12 11 10 9 10 11 12 13 4 3 2 1",
            "neighbour pairs  312",
            "lines of three   267",
            "long hops        1464",
            "degrees          2:6, 4:36, 5:6, 6:73",
            "hop classes      37, 28, 28, 28",
            "start of 4       N NE S SW",
        ] {
            assert!(text.lines().any(|known| known == line), "{line}: {text}");
        }
        let json: serde_json::Value = serde_json::from_str(&printed("1", true)).unwrap();
        assert_eq!(
            (&json["holes"], &json["pairs"], &json["lines"]),
            (&13.into(), &24.into(), &15.into())
        );
        assert_eq!(json["degrees"], serde_json::json!({ "2": 6, "5": 6, "6": 1 }));
        for arm in ["0", "5", "-1", "x"] {
            let refused = run(Args { arm: arm.to_string(), json: false }, &mut Vec::new());
            let error = refused.unwrap_err();
            assert_eq!(error.exit(), Exit::Usage);
            assert!(error.message().contains("--arm: arm: got '"), "{error}");
        }
    }
}
