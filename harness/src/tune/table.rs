//! What the trials of a grid come to.

use std::collections::BTreeMap;

use engine::coach::Verdict;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use serde::Serialize;

use super::grid::{Regret, Shape, Trial};
use crate::latency::find::PLAYERS;
use crate::sink::row;
use crate::stats::bootstrap::bootstrap;
use crate::stats::wilson_95;

/// Columns of `tuning.csv`.
pub const TUNING: &str = "rules,seats,depth,width,positions,games,agree,agreement,agreement_lo,\
    agreement_hi,as_good,as_good_share,as_good_lo,as_good_hi,decisive,regret_mean,regret_lo,\
    regret_hi,regret_p90,regret_max,nodes_mean,nodes_p50,nodes_p90,nodes_p99,nodes_max,from_width,\
    changed,changed_share,changed_lo,changed_hi,pareto\n";

/// Columns of `verdicts.csv`.
pub const VERDICTS: &str =
    "rules,seats,player,moves,fine,shorter_chain,step_when_chain,declined_entry,steps_with_chain\n";

/// Times that the games are drawn anew for an interval.
const ROUNDS: usize = 1000;

/// A share of positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of all, from 0 to 1.
    pub share: f64,
    /// Lower end of the 95% interval (Wilson), as if positions were independent.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Share {
    fn of(count: usize, all: usize) -> Self {
        let (low, high) = wilson_95(count as u64, all as u64);
        Self { count: count as u64, share: count as f64 / all.max(1) as f64, low, high }
    }
}

/// What one search did in the positions of one number of seats, or of all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The number of seats; none for all together.
    pub seats: Option<usize>,
    /// Depth and width.
    pub shape: Shape,
    /// Positions.
    pub positions: usize,
    /// Games that they are of.
    pub games: usize,
    /// Those in which it chose the reference's move.
    pub agree: Share,
    /// Those in which the reference thinks its move as good as its own.
    pub as_good: Share,
    /// Those in which it gave a win away, or walked into a loss, that the reference sees.
    pub decisive: usize,
    /// Mean regret in holes, where nothing is decided, and the ends of its 95% interval (bootstrap
    /// over games).
    pub regret: [f64; 3],
    /// Regret that 90% do not exceed, and the greatest.
    pub regret_most: [f64; 2],
    /// Mean nodes.
    pub nodes_mean: f64,
    /// Nodes that half, 90%, 99% and all do not exceed.
    pub nodes: [u64; 4],
    /// The next narrower width of the same depth, and the positions in which it chose otherwise.
    pub widened: Option<(u32, Share)>,
    /// Whether no other search regrets less with as few nodes.
    pub pareto: bool,
}

/// The lines of all positions together, then those of each number of seats.
pub fn lines(shapes: &[Shape], trials: &[(usize, Vec<Trial>)]) -> Vec<Line> {
    let all = trials
        .iter()
        .flat_map(|(seats, trials)| trials.iter().map(move |trial| ((*seats, trial.game), trial)));
    let all: Vec<_> = all.collect();
    let mut groups = vec![(None, all.clone())];
    if trials.len() > 1 {
        groups.extend(trials.iter().map(|&(seats, _)| {
            let here = all.iter().filter(|((count, _), _)| *count == seats);
            (Some(seats), here.copied().collect())
        }));
    }
    groups.into_iter().flat_map(|(seats, trials)| group(seats, shapes, &trials)).collect()
}

type Place = (usize, u64);

fn group(seats: Option<usize>, shapes: &[Shape], trials: &[(Place, &Trial)]) -> Vec<Line> {
    if trials.is_empty() {
        return Vec::new();
    }
    let count = trials.len();
    let mut lines: Vec<Line> = (0..shapes.len())
        .map(|at| {
            let tried = || trials.iter().map(|(_, trial)| &trial.tried[at]);
            let agree = trials.iter().filter(|(_, trial)| trial.tried[at].mv == trial.best).count();
            let as_good = tried().filter(|tried| tried.regret == Regret::Holes(0.0)).count();
            let decisive = tried().filter(|tried| tried.regret == Regret::Decisive).count();
            let mut regrets: Vec<f64> = tried().filter_map(|tried| holes(tried.regret)).collect();
            regrets.sort_by(f64::total_cmp);
            let mut nodes: Vec<u64> = tried().map(|tried| tried.nodes).collect();
            nodes.sort_unstable();
            let narrower = shapes[..at].last().filter(|shape| shape.depth == shapes[at].depth);
            let widened = narrower.map(|narrower| {
                let differs = |trial: &Trial| trial.tried[at].mv != trial.tried[at - 1].mv;
                let changed = trials.iter().filter(|(_, trial)| differs(trial)).count();
                (narrower.width, Share::of(changed, count))
            });
            let (games, regret) = mean_regret(trials, at);
            Line {
                seats,
                shape: shapes[at],
                positions: count,
                games,
                agree: Share::of(agree, count),
                as_good: Share::of(as_good, count),
                decisive,
                regret,
                regret_most: [0.9, 1.0].map(|share| rank(&regrets, share).unwrap_or(0.0)),
                nodes_mean: nodes.iter().sum::<u64>() as f64 / count as f64,
                nodes: [0.5, 0.9, 0.99, 1.0].map(|share| rank(&nodes, share).unwrap_or(0)),
                widened,
                pareto: false,
            }
        })
        .collect();
    let figures: Vec<[f64; 2]> =
        lines.iter().map(|line| [line.nodes_mean, line.regret[0]]).collect();
    for (line, mine) in lines.iter_mut().zip(&figures) {
        let beats = |other: &[f64; 2]| other != mine && other[0] <= mine[0] && other[1] <= mine[1];
        line.pareto = !figures.iter().any(beats);
    }
    lines
}

fn holes(regret: Regret) -> Option<f64> {
    match regret {
        Regret::Holes(holes) => Some(holes),
        Regret::Decisive => None,
    }
}

/// The value that a share of sorted values does not exceed.
fn rank<T: Copy>(sorted: &[T], share: f64) -> Option<T> {
    sorted.get(((share * sorted.len() as f64).ceil() as usize).saturating_sub(1)).copied()
}

/// Games, and mean regret with its interval: the positions of a game are not independent, so whole
/// games are drawn.
fn mean_regret(trials: &[(Place, &Trial)], at: usize) -> (usize, [f64; 3]) {
    let mut games: BTreeMap<Place, (f64, f64)> = BTreeMap::new();
    for (place, trial) in trials {
        let (sum, count) = games.entry(*place).or_default();
        if let Some(holes) = holes(trial.tried[at].regret) {
            *sum += holes;
            *count += 1.0;
        }
    }
    let games: Vec<(f64, f64)> = games.into_values().collect();
    let mean = |games: &[(f64, f64)]| {
        let (sum, count) =
            games.iter().fold((0.0, 0.0), |(a, b), (sum, count)| (a + sum, b + count));
        vec![sum / f64::max(count, 1.0)]
    };
    let mut words = ChaCha8Rng::seed_from_u64(1);
    let interval = bootstrap(&games, ROUNDS, 0.95, &mut words, mean);
    (games.len(), [mean(&games)[0], interval[0].low, interval[0].high])
}

fn decimals(value: f64) -> String {
    format!("{value:.6}")
}

/// `tuning.csv`: a row for each line.
pub fn tuning_csv(rules: &str, lines: &[Line]) -> Vec<u8> {
    let mut table = TUNING.as_bytes().to_vec();
    for line in lines {
        let share =
            |share: &Share| (share.count, [share.share, share.low, share.high].map(decimals));
        let none = (None, [None, None, None]);
        let widened = line.widened.as_ref().map_or(none, |(_, changed)| {
            let (count, figures) = share(changed);
            (Some(count), figures.map(Some))
        });
        table.extend(row((
            (rules, line.seats.map_or("all".to_string(), |seats| seats.to_string())),
            (line.shape.depth, line.shape.width, line.positions, line.games),
            (share(&line.agree), share(&line.as_good), line.decisive),
            (line.regret.map(decimals), line.regret_most.map(decimals)),
            (format!("{:.2}", line.nodes_mean), line.nodes),
            (line.widened.as_ref().map(|(from, _)| from), widened, u8::from(line.pareto)),
        )));
    }
    table
}

/// `verdicts.csv`: what the Coach says of the moves that were played, by number of seats and player.
pub fn verdicts_csv(rules: &str, trials: &[(usize, Vec<Trial>)]) -> Vec<u8> {
    let mut table = VERDICTS.as_bytes().to_vec();
    for (seats, trials) in trials {
        for (player, name) in PLAYERS.iter().enumerate() {
            let here = trials.iter().filter(|trial| trial.player == player);
            let mut counts = [0; 6];
            for trial in here {
                let (verdict, had_chain) = trial.verdict;
                counts[0] += 1;
                counts[match verdict {
                    Verdict::Fine => 1,
                    Verdict::ShorterChain(_) => 2,
                    Verdict::StepWhenChain(_) => 3,
                    Verdict::DeclinedEntry(_) => 4,
                }] += 1;
                counts[5] += u64::from(had_chain);
            }
            table.extend(row((rules, seats, name, counts)));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use engine::moves::Move;
    use engine::star::Hole;

    use super::*;
    use crate::tune::grid::{Tried, grid};

    fn mv(to: usize) -> Move {
        let hole = |index| Hole::new(index).unwrap();
        Move::new(hole(60), hole(to)).unwrap()
    }

    fn trial(game: u64, moves: [usize; 3], regrets: [Regret; 3]) -> Trial {
        let nodes = [1, 10, 100];
        let tried =
            (0..3).map(|at| Tried { mv: mv(moves[at]), nodes: nodes[at], regret: regrets[at] });
        let verdict = (Verdict::Fine, game == 1);
        Trial { game, best: mv(1), tried: tried.collect(), verdict, player: 0 }
    }

    #[test]
    fn lines_add_up_what_was_tried() {
        let shapes = grid(&[1, 2], &[4]).into_iter().chain([Shape { depth: 2, width: 8 }]);
        let shapes: Vec<Shape> = shapes.collect();
        let (none, two) = (Regret::Holes(0.0), Regret::Holes(2.0));
        let trials = vec![
            trial(0, [2, 2, 1], [two, two, none]),
            trial(0, [3, 1, 1], [none, none, none]),
            trial(1, [2, 2, 1], [Regret::Decisive, two, none]),
            trial(1, [1, 1, 2], [none, none, two]),
        ];
        let lines = lines(&shapes, &[(2, trials.clone())]);
        let counts: Vec<_> = lines
            .iter()
            .map(|line| (line.agree.count, line.as_good.count, line.decisive, line.regret[0]))
            .collect();
        assert_eq!(counts, [(1, 2, 1, 2.0 / 3.0), (2, 2, 0, 1.0), (3, 3, 0, 0.5)]);
        let widened: Vec<_> = lines
            .iter()
            .map(|line| line.widened.map(|(from, changed)| (from, changed.count)))
            .collect();
        assert_eq!(widened, [None, None, Some((4, 3))]);
        // The second takes more nodes than the first and regrets more.
        assert_eq!(lines.iter().map(|line| line.pareto).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!((lines[2].nodes, lines[2].nodes_mean), ([100; 4], 100.0));
        assert_eq!((lines[0].games, lines[0].regret_most), (2, [2.0, 2.0]));
        let [mean, low, high] = lines[0].regret;
        assert!(low <= mean && mean <= high && low < high);
        let text = String::from_utf8(tuning_csv("hub", &lines)).unwrap();
        let fields: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(fields, [31; 4], "{text}");
        let text = String::from_utf8(verdicts_csv("hub", &[(2, trials)])).unwrap();
        assert!(text.contains("\nhub,2,hard,4,4,0,0,0,2\n"), "{text}");
    }

    /// With several numbers of seats there are lines for all of them, and for each.
    #[test]
    fn every_number_of_seats_has_its_lines() {
        let shapes = [Shape { depth: 1, width: 4 }; 3];
        let one = |game| trial(game, [1; 3], [Regret::Holes(0.0); 3]);
        let lines = lines(&shapes, &[(2, vec![one(0), one(1)]), (3, vec![one(0)])]);
        let seats: Vec<_> =
            lines.iter().map(|line| (line.seats, line.positions, line.games)).collect();
        let each = |line| [line; 3];
        let expected = [each((None, 3, 3)), each((Some(2), 2, 2)), each((Some(3), 1, 1))];
        assert_eq!(seats, expected.concat());
    }
}
