//! The proof for one set of rules: explored, solved and counted.

use std::collections::BTreeMap;

use engine::notation::Setup;
use engine::rules::{Board, Cap, HandWin, NoMove, Rules};
use serde::Serialize;

use super::answers::Answers;
use super::estimate::Estimate;
use super::field::Field;
use super::force::Forced;
use super::job::{Job, Stage, Subject};
use super::line::{Line, axes};
use super::property::Property;
use super::reach::Reach;
use super::space::{Ending, Space};
use super::tally::{Sightings, Tally, Value, Values};
use super::unproved::Unproved;
use crate::host::memory_free;

/// Most states that are solved without being asked to twice: some hours, and a few GiB.
const MOST_STATES: u64 = 1 << 28;

/// Which states are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// Those that games can reach from the start.
    Reachable,
    /// All ways to place the marbles, with every seat to move.
    Placements,
}

/// What is to be proved.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The rules, with seats and arm.
    pub rules: Rules,
    /// Which states are counted; if it is left open, all placements where rules make some positions
    /// illegal, and else those that can be reached.
    pub counted: Option<Counted>,
    /// Whether more states than can be solved in reasonable time are tried all the same.
    pub large: bool,
}

/// What was found out about one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Whether any state shows it.
    pub possible: bool,
    /// States that show it.
    pub count: u64,
    /// States that show it for each seat.
    pub by_seat: Vec<u64>,
    /// The most marbles that it shows with, where it is a matter of marbles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// The fewest plies from the start to a state that shows it; none if none can be reached.
    pub shortest: Option<u32>,
    /// The seat it shows for there.
    pub seat: Option<usize>,
    /// The plies that lead there.
    pub line: Option<String>,
    /// The position there.
    pub position: Option<String>,
}

/// What some of three seats can force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forcing {
    /// By seat: whether it forces its own win from the start.
    pub own_win_at_start: Vec<bool>,
    /// `helper>winner`: whether the two force from the start that the one wins.
    pub pair_wins_at_start: BTreeMap<String, bool>,
    /// By seat: whether the two others force from the start that one of them wins.
    pub third_out_at_start: Vec<bool>,
    /// By seat: whether it alone can keep everybody from winning, from the start.
    pub draw_at_start: Vec<bool>,
    /// `helper>winner`: open states in which the two force that the one wins.
    pub pair_wins: BTreeMap<String, u64>,
    /// By seat: open states in which it alone can keep everybody from winning.
    pub draw: Vec<u64>,
}

/// Everything that was proved about one set of rules on one star.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// Every axis of the rules that is not at its default.
    pub rules: BTreeMap<&'static str, String>,
    /// The win rule.
    pub win: &'static str,
    /// Length of a point.
    pub arm: u8,
    /// Holes of the star.
    pub holes: usize,
    /// Number of seats.
    pub seats: usize,
    /// Marbles a seat.
    pub marbles: usize,
    /// Which states are counted.
    pub space: Counted,
    /// States counted.
    pub states: u64,
    /// All placements, with every seat to move.
    pub placements: u64,
    /// States that games can reach.
    pub reachable: u64,
    /// States that games reach first after so many plies, from 0.
    pub new_by_depth: Vec<u64>,
    /// States in which a seat has won; those that no move leads to among them.
    pub terminal: u64,
    /// Other states in which one seat can force its own win.
    pub solo_win: u64,
    /// Other states in which no seat can, and each can be kept out by the two others.
    pub kingmaker: u64,
    /// All other states: draws with two seats, spoiler-draws with three.
    pub draw: u64,
    /// States that no move leads to.
    pub illegal: u64,
    /// States by what they are worth to each seat.
    pub per_seat: Vec<Values>,
    /// States by what they are worth to the seat to move.
    pub to_move: Values,
    /// What the start is worth: to the first seat with two seats, and with three who controls it.
    pub start: &'static str,
    /// Plies that the start takes to end, if it is forced.
    pub start_plies: Option<u32>,
    /// Plies that the longest forced win takes.
    pub longest: Option<u32>,
    /// What can be forced, with three seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forcing: Option<Forcing>,
    /// By name.
    pub properties: BTreeMap<&'static str, Finding>,
    /// A shortest line to each property that can be reached.
    #[serde(skip)]
    pub lines: Vec<Line>,
}

impl Task {
    /// Explores, solves and counts.
    ///
    /// # Errors
    ///
    /// If these rules are not proved, there is too much to do, or the work is stopped.
    pub fn prove(&self, job: &Job<'_>) -> Result<Proof, Unproved> {
        let space = self.space()?;
        let subject = subject(&space);
        let stage = |name: String| Stage::new(job, &subject, name);
        let reach = Reach::explore(&space, stage("reach".to_string()))?;
        let answers =
            Answers::find(&space, |name, question| Forced::solve(&space, question, stage(name)))?;
        Ok(report(&space, self.counted(), &reach, &answers))
    }

    fn counted(&self) -> Counted {
        self.counted.unwrap_or(match self.rules.hand_win {
            HandWin::Illegal => Counted::Placements,
            HandWin::Allowed => Counted::Reachable,
        })
    }

    /// The space, if it is one that can be solved.
    fn space(&self) -> Result<Space, Unproved> {
        // A line may be longer than the cap: what is proved knows none.
        let rules = Rules { cap: Cap::default(), ..self.rules };
        let board = Board::new(&rules).map_err(Unproved::Rules)?;
        if board.star().arm() > 2 {
            return Err(Unproved::Arm(board.star().arm()));
        }
        let seats = board.seat_count();
        if !(2..=3).contains(&seats) {
            return Err(Unproved::Seats(seats));
        }
        if seats == 3 && self.rules.no_move == NoMove::Lose {
            return Err(Unproved::LoseAtThree);
        }
        let field = Field::new(&board).ok_or(Unproved::Layout)?;
        let space = Space::new(field).ok_or(Unproved::NoRoom)?;
        if space.len() > MOST_STATES {
            let estimate = self.estimate(&space);
            if !self.large {
                return Err(Unproved::TooLarge(estimate));
            }
            // A table that is promised and not there ends the process, and others with it.
            if let Some(free) = memory_free().filter(|&free| free < estimate.table_bytes) {
                return Err(Unproved::NoMemory(estimate, free));
            }
        }
        Ok(space)
    }

    fn estimate(&self, space: &Space) -> Estimate {
        let seats = space.field().seats();
        let searches = Answers::searches(seats);
        // Five working sets and every answer, a bit a state; and a byte for depths.
        let bits = 5 + searches * seats as u64 + 8;
        Estimate::measure(space, searches + 1, space.len().saturating_mul(bits).div_ceil(8))
    }
}

fn subject(space: &Space) -> Subject {
    let axes = axes(space.field().rules()).map(|(axis, value)| format!("{axis}={value}"));
    Subject { rules: axes.collect::<Vec<_>>().join(" "), states: space.len() }
}

fn report(space: &Space, counted: Counted, reach: &Reach, answers: &Answers) -> Proof {
    let (board, seats) = (space.field().board(), space.field().seats());
    let tally = Tally::count(space, reach, answers, counted == Counted::Placements);
    let (control, start_plies) = answers.start(space);
    let start = space.index(&space.start());
    let mut lines = Vec::new();
    let mut properties = BTreeMap::new();
    for property in Property::ALL {
        let sightings = &tally.sightings[property as usize];
        let line = sightings.nearest.map(|(_, index, seat)| {
            let about = format!(
                "A shortest line to a state in which {}; here seat {seat}.",
                property.about()
            );
            Line::through(space, &reach.line(space, index), property.name(), about)
        });
        properties.insert(property.name(), finding(space, property, sightings, line.as_ref()));
        lines.extend(line);
    }
    Proof {
        rules: axes(board.rules()).collect(),
        win: board.rules().win.name(),
        arm: board.star().arm(),
        holes: board.star().len(),
        seats,
        marbles: board.marbles_each(),
        space: counted,
        states: tally.states,
        placements: space.len(),
        reachable: reach.by_depth().iter().sum(),
        new_by_depth: reach.by_depth().to_vec(),
        terminal: tally.terminal,
        solo_win: tally.solo_win,
        kingmaker: tally.kingmaker,
        draw: tally.draw,
        illegal: tally.illegal,
        per_seat: tally.per_seat[..seats].to_vec(),
        to_move: tally.to_move,
        start: match (seats, answers.value(space.fate(&space.start(), Ending::First), start, 0)) {
            (2, Value::Win) => "win",
            (2, Value::Loss) => "loss",
            (2, _) => "draw",
            _ => control.name(),
        },
        start_plies: start_plies.map(|plies| plies as u32),
        longest: answers.longest().map(|plies| plies as u32),
        forcing: (seats > 2).then(|| forcing(answers, &tally, seats, start)),
        properties,
        lines,
    }
}

fn finding(space: &Space, property: Property, seen: &Sightings, line: Option<&Line>) -> Finding {
    let marbles = matches!(property, Property::MarbleAtHome | Property::ThinWin);
    Finding {
        possible: seen.count > 0,
        count: seen.count,
        by_seat: seen.by_seat[..space.field().seats()].to_vec(),
        most: (marbles && seen.count > 0).then_some(seen.most),
        shortest: seen.nearest.map(|(depth, ..)| depth.into()),
        seat: seen.nearest.map(|(.., seat)| seat),
        line: line.map(|line| line.case.move_texts().join(" ")),
        position: seen.nearest.map(|(_, index, _)| {
            Setup::from(space.field().position(&space.state(index))).to_string()
        }),
    }
}

fn forcing(answers: &Answers, tally: &Tally, seats: usize, start: u64) -> Forcing {
    let by_seat = |test: &dyn Fn(usize) -> bool| (0..seats).map(test).collect();
    let name = |(helper, winner)| format!("{helper}>{winner}");
    Forcing {
        own_win_at_start: by_seat(&|seat| answers.forces(seat, start)),
        pair_wins_at_start: answers
            .pairs()
            .map(|pair| (name(pair), answers.pair(pair.0, pair.1, start)))
            .collect(),
        third_out_at_start: by_seat(&|seat| answers.forced_out(seat, start)),
        draw_at_start: by_seat(&|seat| answers.can_draw(seat, start)),
        pair_wins: answers.pairs().map(|pair| (name(pair), tally.pair[pair.0][pair.1])).collect(),
        draw: tally.drawable[..seats].to_vec(),
    }
}
