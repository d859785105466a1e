//! Finds out which rules an engine plays, by asking where sets of rules differ.
//!
//! Every combination of options is a candidate at first. Positions are drawn until one comes up of
//! which candidates say different things; there the engine is asked, and who says otherwise is out.
//! It ends when nothing that is drawn tells the rest apart. Layout, repetition and cap have values
//! without number, and are asked about in their own ways.

mod candidate;
mod observation;
mod report;
#[cfg(test)]
mod tests;

use engine::Game;
use engine::dice::{below, shuffle};
use engine::moves::Move;
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, Cap, Layouts, Rules};
use engine::star::{HoleSet, Point, Star};
use rand_chacha::ChaCha8Rng;

use self::candidate::{AXES, Candidate, Games, Probe};
use self::observation::Observation;
pub use self::report::{Found, Inference};
use crate::conform::telling;
use crate::hunt::start::Start;
use crate::plan::Stream;
use crate::subject::{Subject, SubjectError};

/// Draws in a row that tell no candidates apart before they count as the same: so many at least,
/// and more the fewer candidates there are.
const QUIET: u64 = 500;

/// Draws in a row, times candidates.
const EFFORT: u64 = 16_000;

/// Moves that are tried from a drawn position, the telling ones first.
const TRIED: usize = 24;

/// Times that a position is made to come again, its first time counted.
const REPETITIONS: u32 = 6;

/// Failures of an engine after which it is given up.
const PATIENCE: u64 = 20;

/// An engine that is being asked.
struct Inquiry<'s> {
    subject: &'s mut dyn Subject,
    seats: Vec<u8>,
    takes_positions: bool,
    candidates: Vec<Candidate>,
    /// Probes that were asked and answered.
    asked: u64,
    /// Probes that the engine could not be asked, and that would have told candidates apart.
    open: Vec<Probe>,
    /// Answers that no candidate gives.
    strange: Vec<Probe>,
    failures: u64,
}

/// Finds out which rules an engine plays at these seat counts, of ten marbles on the full star.
///
/// The same engine and `seed` are asked the same things.
///
/// # Errors
///
/// If the engine fails again and again, or has no opening at one of the seat counts.
pub fn infer(
    subject: &mut dyn Subject,
    seats: &[u8],
    seed: u64,
) -> Result<Inference, SubjectError> {
    let layouts = layouts(subject, seats)?;
    let mut inquiry = Inquiry {
        subject,
        seats: seats.to_vec(),
        takes_positions: true,
        candidates: Candidate::all(seats, layouts),
        asked: 0,
        open: Vec::new(),
        strange: Vec::new(),
        failures: 0,
    };
    inquiry.takes_positions = inquiry.can_be_set_up();
    inquiry.narrow(seed)?;
    let repetition = inquiry.repetition()?;
    let cap = inquiry.cap()?;
    Ok(inquiry.conclude(layouts, repetition, cap))
}

/// The start points in turn order, told by whose marbles may move in the opening.
fn layouts(subject: &mut dyn Subject, seats: &[u8]) -> Result<Layouts, SubjectError> {
    let mut texts = Vec::new();
    let mut rules = Rules::default();
    for &count in seats {
        let opening = Rules { seats: Some(count), ..rules };
        subject.set_up(&opening, None)?;
        let mut points = Vec::new();
        for _ in 0..count {
            let moves = subject.moves()?;
            let from: HoleSet = moves.iter().map(|&(from, _)| from).collect();
            let home = |point: &Point| from.is_subset(Star::full().point(*point));
            let point = Point::ALL.into_iter().filter(|_| !from.is_empty()).find(home);
            let (Some(point), Some(&(from, to))) = (point, moves.first()) else {
                return Err(SubjectError::Garbled(format!(
                    "with {count} seats the opening's moves come from no one point"
                )));
            };
            points.push(point.index().to_string());
            let mv = Move::new(from, to)
                .ok_or_else(|| SubjectError::Garbled("a move that goes nowhere".to_string()))?;
            subject.play(MoveText::Move(mv))?;
        }
        texts.push(points.join(","));
    }
    // A layout that is the default's is none of its own.
    rules
        .set("layout", &texts.join("/"))
        .map_err(|error| SubjectError::Garbled(error.to_string()))?;
    let own = |&count: &u8| start_points(&rules, count) != start_points(&Rules::default(), count);
    Ok(if seats.iter().any(own) { rules.layouts } else { Layouts::default() })
}

fn start_points(rules: &Rules, seats: u8) -> Option<Vec<Point>> {
    let board = Board::new(&Rules { seats: Some(seats), ..*rules }).ok()?;
    Some(board.seats().map(|seat| board.start_point(seat)).collect())
}

impl Inquiry<'_> {
    fn first(&self) -> &Candidate {
        &self.candidates[0]
    }

    fn can_be_set_up(&mut self) -> bool {
        let board = self.first().board(0);
        let (rules, setup) = (*board.rules(), Setup::from(board.start()));
        self.subject.set_up(&rules, Some(&setup)) != Err(SubjectError::Unsupported)
    }

    /// Asks until nothing tells the candidates apart.
    fn narrow(&mut self, seed: u64) -> Result<(), SubjectError> {
        let mut quiet = 0;
        for draw in 0.. {
            let left = self.candidates.len() as u64;
            if left <= 1 || quiet >= QUIET.max(EFFORT / left) {
                return Ok(());
            }
            quiet += 1;
            let mut rng = Stream::Game.of(seed, draw);
            let seats = below(&mut rng, self.seats.len() as u64) as usize;
            let probe = match self.takes_positions {
                true => self.drawn(seats, &mut rng),
                false => self.played(seats, &mut rng),
            };
            if let Some(probe) = probe.and_then(|probe| self.telling_probe(probe, &mut rng))
                && self.ask(probe)?
            {
                quiet = 0;
            }
        }
        Ok(())
    }

    /// A position as hunts draw them, or one in which somebody is home by some rules.
    fn drawn(&self, seats: usize, rng: &mut ChaCha8Rng) -> Option<Probe> {
        let candidate = &self.candidates[below(rng, self.candidates.len() as u64) as usize];
        let board = candidate.board(seats);
        let start = Start::ALL[below(rng, Start::ALL.len() as u64) as usize];
        if start == Start::Opening {
            return self.played(seats, rng);
        }
        let mut setup = start.draw(board, rng)?;
        setup.places = None;
        if below(rng, 4) == 0 {
            let game = Game::resume(board, &setup).ok()?;
            let telling = telling(&game);
            if !telling.is_empty() {
                let mv = telling[below(rng, telling.len() as u64) as usize];
                // The game may have passed over the seat that the text names.
                setup.position = *game.position();
                board.apply(&mut setup.position, mv);
                let next = setup.position.turn().after(board.seat_count());
                setup.position.set_turn(next);
            }
        }
        Some(Probe { seats, from: Some(setup), moves: Vec::new() })
    }

    /// A point in a game of random moves, half of them towards the goal.
    fn played(&self, seats: usize, rng: &mut ChaCha8Rng) -> Option<Probe> {
        let board = self.first().board(seats);
        let mut game = Game::new(board);
        let mut moves = Vec::new();
        let most = 1 << below(rng, 10);
        for _ in 0..below(rng, most) {
            let Some(seat) = game.turn() else { break };
            let gains = |mv: &Move| board.distance(seat, mv.to()) < board.distance(seat, mv.from());
            let telling = telling(&game);
            let ahead: Vec<Move> = game.moves().iter().filter(gains).collect();
            let all: Vec<Move> = game.moves().iter().collect();
            let choices = if !telling.is_empty() {
                telling
            } else if below(rng, 4) > 0 && !ahead.is_empty() {
                ahead
            } else {
                all
            };
            if choices.is_empty() {
                break;
            }
            let mv = choices[below(rng, choices.len() as u64) as usize];
            game.play(mv).ok()?;
            moves.push(mv);
        }
        // An engine that can be set up there need not be told how it came to that. It may know
        // nothing of places, which are no part of the marbles on the board.
        if self.takes_positions {
            let setup = Setup { places: None, ..game.setup() };
            return Some(Probe { seats, from: Some(setup), moves: Vec::new() });
        }
        Some(Probe { seats, from: None, moves })
    }

    /// The probe, or one a move further, if it tells the candidates apart.
    fn telling_probe(&self, probe: Probe, rng: &mut ChaCha8Rng) -> Option<Probe> {
        let mut games = Games::at(&self.candidates, &probe)?;
        if games.differ() {
            return Some(probe);
        }
        let mut moves: Vec<Move> = games.first().moves().iter().collect();
        shuffle(rng, &mut moves);
        let mut tried = telling(games.first());
        tried.extend(moves);
        let mv = tried.into_iter().take(TRIED).find(|&mv| games.differ_after(mv))?;
        let moves = probe.moves.iter().copied().chain([mv]).collect();
        Some(Probe { moves, ..probe })
    }

    /// Asks a probe, and says whether that left fewer candidates.
    fn ask(&mut self, probe: Probe) -> Result<bool, SubjectError> {
        let Some(said) = self.observe(&probe)? else {
            self.open.push(probe);
            return Ok(false);
        };
        let agree = |candidate: &&Candidate| {
            let game = candidate.game(&probe);
            game.is_some_and(|game| said.agrees(&Observation::of_game(&game)))
        };
        let left: Vec<Candidate> = self.candidates.iter().filter(agree).cloned().collect();
        self.asked += 1;
        if left.is_empty() {
            self.strange.push(probe);
            return Ok(false);
        }
        let fewer = left.len() < self.candidates.len();
        self.candidates = left;
        Ok(fewer)
    }

    /// What the engine says of a probe; none if it cannot be asked it.
    fn observe(&mut self, probe: &Probe) -> Result<Option<Observation>, SubjectError> {
        let rules = *self.first().board(probe.seats).rules();
        let mut look = || {
            self.subject.set_up(&rules, probe.from.as_ref())?;
            for &mv in &probe.moves {
                self.subject.play(MoveText::Move(mv))?;
            }
            Observation::of(self.subject)
        };
        match look() {
            Ok(said) => Ok(Some(said)),
            Err(SubjectError::Unsupported | SubjectError::Refused(_)) => Ok(None),
            Err(error) => {
                self.failures += 1;
                if self.failures > PATIENCE { Err(error) } else { Ok(None) }
            }
        }
    }

    /// How often a position may come: a marble of each seat goes to and fro.
    fn repetition(&mut self) -> Result<Found, SubjectError> {
        let board = self.first().board(0);
        let mut game = Game::new(board);
        let mut there = Vec::new();
        for _ in board.seats() {
            let mv =
                game.moves().iter().find(|&mv| board.kind(mv) == engine::moves::MoveKind::Step);
            let mv = mv.expect("the opening has steps");
            game.play(mv).expect("a legal move");
            there.push(mv);
        }
        let back = there.iter().map(|mv| mv.reversed());
        let cycle: Vec<Move> = there.iter().copied().chain(back).collect();
        let mut probe = Probe { seats: 0, from: None, moves: Vec::new() };
        for times in 2..=REPETITIONS {
            probe.moves.extend(&cycle);
            match self.observe(&probe)?.map(|said| said.over()) {
                Some(Some(true)) => return Ok(Found::Known(times.to_string())),
                Some(Some(false)) => {}
                _ => {
                    let what = format!("not answered when a position came {times} times");
                    return Ok(Found::Open { what, decider: Some(self.text(&probe)) });
                }
            }
        }
        Ok(Found::Known("none".to_string()))
    }

    /// Where games are cut short: the caps that presets have are tried, a ply before and at the cap.
    fn cap(&mut self) -> Result<Found, SubjectError> {
        let tried = [Cap::Total(1000), Cap::PerSeat(1000)];
        let last = self.seats.len() - 1;
        let board = self.first().board(last);
        let start = Game::new(board).setup();
        let mv = board.moves(&start.position).nth(0).expect("the opening has moves");
        let mut decider = None;
        for cap in tried {
            let plies = cap.plies(board_seats(self.seats[last]));
            let probe = |ply| {
                let from = Some(Setup { ply, ..start.clone() });
                Probe { seats: last, from, moves: vec![mv] }
            };
            let over = |said: Option<Observation>| said.and_then(|said| said.over());
            let (before, at) = (probe(plies - 2), probe(plies - 1));
            decider = Some(self.text(&at));
            if over(self.observe(&before)?) == Some(false) && over(self.observe(&at)?) == Some(true)
            {
                return Ok(Found::Known(cap.to_string()));
            }
        }
        let what = format!("not cut short at {} or {}", tried[0], tried[1]);
        Ok(Found::Open { what, decider })
    }

    /// A probe as an engine is told it.
    fn text(&self, probe: &Probe) -> String {
        let star = self.first().board(probe.seats).star();
        let start = match &probe.from {
            Some(setup) => format!("fen {setup}"),
            None => format!("startpos ({} seats)", self.seats[probe.seats]),
        };
        let moves: Vec<String> = probe.moves.iter().map(|&mv| star.move_text(mv)).collect();
        let mark = if moves.is_empty() { "" } else { " moves " };
        format!("position {start}{mark}{}", moves.join(" "))
    }

    fn conclude(mut self, layouts: Layouts, repetition: Found, cap: Found) -> Inference {
        let mut found = Vec::new();
        for axis in engine::rules::AXES {
            let value = match axis.name {
                "repetition" => repetition.clone(),
                "cap" => cap.clone(),
                "layout" => Found::Known(
                    Rules { layouts, ..Rules::default() }.get("layout").unwrap_or_default(),
                ),
                "seats" => {
                    let seats: Vec<String> = self.seats.iter().map(u8::to_string).collect();
                    Found::Known(seats.join(","))
                }
                "arm" => Found::Known("4".to_string()),
                "marbles" => Found::Known("10".to_string()),
                name => self.axis(name),
            };
            found.push((axis.name, value));
        }
        let strange = self.strange.first().map(|probe| self.text(probe));
        Inference {
            presets: report::fitting(&self.candidates, &self.seats, layouts, &repetition, &cap),
            found,
            asked: self.asked,
            takes_positions: self.takes_positions,
            strange: strange.map(|text| (self.strange.len() as u64, text)),
        }
    }

    /// What is known of one axis: what the candidates that are left have in common.
    fn axis(&mut self, axis: &'static str) -> Found {
        debug_assert!(AXES.contains(&axis), "{axis}");
        let value = |candidate: &Candidate| candidate.rules().get(axis).unwrap_or_default();
        let mut options: Vec<String> = Vec::new();
        for candidate in &self.candidates {
            let value = value(candidate);
            if !options.contains(&value) {
                options.push(value);
            }
        }
        if options.len() == 1 {
            return Found::Known(options.remove(0));
        }
        let decider = self.decider(axis).map(|probe| self.text(&probe));
        match decider {
            Some(_) => Found::Open { what: options.join(" | "), decider },
            None => Found::Same(options),
        }
    }

    /// A probe that tells candidates apart that differ in `axis` and in nothing else.
    fn decider(&self, axis: &str) -> Option<Probe> {
        let pair = self.pair(axis);
        if pair.len() < 2 {
            return None;
        }
        let tells = |probe: &&Probe| Games::at(&pair, probe).is_some_and(|games| games.differ());
        if let Some(probe) = self.open.iter().find(tells) {
            return Some(probe.clone());
        }
        if self.takes_positions {
            return None;
        }
        // It could not be set up; somebody else may want to try.
        let inquiry = Inquiry {
            subject: &mut crate::subject::NativeSubject::default(),
            seats: self.seats.clone(),
            takes_positions: true,
            candidates: pair,
            asked: 0,
            open: Vec::new(),
            strange: Vec::new(),
            failures: 0,
        };
        (0..QUIET).find_map(|draw| {
            let mut rng = Stream::Game.of(1, draw);
            let seats = below(&mut rng, inquiry.seats.len() as u64) as usize;
            let probe = inquiry.drawn(seats, &mut rng)?;
            inquiry.telling_probe(probe, &mut rng)
        })
    }

    fn pair(&self, axis: &str) -> Vec<Candidate> {
        let others = |candidate: &Candidate| -> Vec<String> {
            let others = AXES.iter().filter(|&&other| other != axis);
            others.map(|other| candidate.rules().get(other).unwrap_or_default()).collect()
        };
        let first = self.first();
        let same = |candidate: &&Candidate| others(candidate) == others(first);
        self.candidates.iter().filter(same).cloned().collect()
    }
}

fn board_seats(seats: u8) -> usize {
    usize::from(seats)
}
