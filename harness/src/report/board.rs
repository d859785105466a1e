//! A position as inline SVG: each seat has a shape of its own with its number in it, so that nobody
//! needs the colours.

use std::f64::consts::PI;
use std::fmt::Write as _;

use engine::Position;
use engine::star::Hole;

/// Half the distance of two holes in a row.
const HALF: f64 = 11.0;
/// Distance of two rows.
const ROW: f64 = 19.0;
/// Radius of a marble.
const MARBLE: f64 = 9.0;

/// Draws a position; the holes of `from` and `to`, of a move, are marked.
pub fn board(position: &Position, marked: Option<(Hole, Hole)>) -> String {
    let star = position.star();
    let mut holes = Vec::new();
    for row in 0..star.rows() {
        for column in 0..star.row_len(row) {
            let hole = Hole::new(star.row_start(row) + column).expect("rows are on the star");
            let place = star.cube(hole);
            let across = f64::from(2 * i32::from(place.x) + i32::from(place.y));
            holes.push((hole, across * HALF, row as f64 * ROW));
        }
    }
    let least = holes.iter().map(|hole| hole.1).fold(f64::INFINITY, f64::min);
    let most = holes.iter().map(|hole| hole.1).fold(f64::NEG_INFINITY, f64::max);
    let (width, height) = (most - least + 26.0, (star.rows() as f64 - 1.0) * ROW + 26.0);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"a board\" class=\"board\" style=\"width:{:.0}px\">",
        width * 1.15
    );
    for (hole, x, y) in holes {
        let (x, y) = (x - least + 13.0, y + 13.0);
        let title = star.name(hole);
        match position.at(hole) {
            Some(seat) => {
                let index = seat.index();
                let _ = write!(
                    svg,
                    "<g class=\"s{index}\">{}<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{index}</text><title>{title}: seat {index}</title></g>",
                    shape(index, x, y),
                    y + 3.6,
                );
            }
            None => {
                let _ = write!(
                    svg,
                    "<circle class=\"h\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{title}</title></circle>"
                );
            }
        }
        if let Some((from, to)) = marked
            && (hole == from || hole == to)
        {
            let class = if hole == to { "to" } else { "from" };
            let _ =
                write!(svg, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"11.5\"/>");
        }
    }
    svg + "</svg>"
}

/// The shape of a seat: circle, square, triangle, rhombus, hexagon, five-pointed star.
fn shape(seat: usize, x: f64, y: f64) -> String {
    // Corners, the angle of the first, the radius, and the radius between two corners of a star.
    let (corners, first, outer, inner) = match seat {
        1 => (4, PI / 4.0, MARBLE * 1.15, None),
        2 => (3, -PI / 2.0, MARBLE * 1.3, None),
        3 => (4, 0.0, MARBLE * 1.2, None),
        4 => (6, 0.0, MARBLE * 1.05, None),
        5 => (5, -PI / 2.0, MARBLE * 1.25, Some(MARBLE * 0.72)),
        _ => return format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{MARBLE}\"/>"),
    };
    let mut points = Vec::new();
    let each = 2.0 * PI / f64::from(corners);
    let mut point = |angle: f64, radius: f64| {
        points.push(format!("{:.1},{:.1}", x + radius * angle.cos(), y + radius * angle.sin()));
    };
    for corner in 0..corners {
        let angle = first + each * f64::from(corner);
        point(angle, outer);
        if let Some(inner) = inner {
            point(angle + each / 2.0, inner);
        }
    }
    format!("<polygon points=\"{}\"/>", points.join(" "))
}
