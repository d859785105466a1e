//! The position form: a late start, few marbles, plain rules.

use engine::moves::{Move, MoveKind};
use engine::notation::{MoveText, Setup};
use engine::rules::{AXES, Board, Cap, Rules};

use super::line;
use super::oracle::{Line, Oracle};

/// How much there is to read in a line; what comes first counts most.
pub(super) fn size(line: &Line) -> (usize, usize, usize, usize, usize) {
    let marbles = line.start.as_ref().map_or(usize::MAX, |setup| setup.position.occupied().len());
    let clutter = line.start.as_ref().map_or(0, |setup| {
        usize::from(setup.ply > 0)
            + usize::from(setup.cap.is_some())
            + usize::from(setup.places.is_some())
            + usize::from(setup.position.natives().is_some())
    });
    (line.moves.len(), departures(&line.rules), marbles, hops(line), clutter)
}

/// Axes that are not at their defaults; a cap counts the less the lower it is.
fn departures(rules: &Rules) -> usize {
    let plain = Rules::default();
    let departs = |axis: &str| rules.get(axis).ok() != plain.get(axis).ok();
    let axes = AXES.iter().map(|axis| axis.name).filter(|axis| !SHAPE.contains(axis));
    axes.filter(|axis| departs(axis)).count()
}

/// The axes that say who plays and where: they stay as they are.
const SHAPE: [&str; 4] = ["seats", "arm", "marbles", "layout"];

/// Hops of the last move.
fn hops(line: &Line) -> usize {
    let hops = || {
        let board = Board::new(&line.rules).ok()?;
        let mut game = line.game(&board)?;
        let (last, before) = line.moves.split_last()?;
        for &what in before {
            game.act(what).ok()?;
        }
        match *last {
            MoveText::Move(mv) if board.kind(mv) == MoveKind::Chain => {
                board.path(game.position(), mv).map(|path| path.len())
            }
            _ => None,
        }
    };
    hops().unwrap_or(0)
}

/// Makes a failing line smaller by one round of everything; none if nothing helped.
pub(super) fn smaller(line: &Line, oracle: &mut dyn Oracle) -> Option<Line> {
    let mut best = line.clone();
    let mut shrinker = Edits { best: &mut best, oracle };
    shrinker.cut_prefix();
    if let Some(shorter) = line::shorter(shrinker.best, shrinker.oracle) {
        shrinker.take(shorter);
    }
    shrinker.plain_rules();
    shrinker.tidy();
    shrinker.lift();
    shrinker.step_in();
    (size(&best) < size(line)).then_some(best)
}

/// Lines that fail with plainer rules, as far as they go.
pub(super) fn plainer(line: &Line, oracle: &mut dyn Oracle) -> Option<Line> {
    let mut best = line.clone();
    Edits { best: &mut best, oracle }.plain_rules();
    (best != *line).then_some(best)
}

struct Edits<'a> {
    best: &'a mut Line,
    oracle: &'a mut dyn Oracle,
}

impl Edits<'_> {
    /// Takes over a smaller line that still fails.
    fn take(&mut self, line: Line) -> bool {
        if size(&line) >= size(self.best) {
            return false;
        }
        match line.failing(self.oracle) {
            Some(smaller) => {
                *self.best = smaller;
                true
            }
            None => false,
        }
    }

    /// Changes the start, if there is one.
    fn change(&mut self, change: impl FnOnce(&mut Setup)) -> bool {
        let mut line = self.best.clone();
        let Some(start) = &mut line.start else { return false };
        change(start);
        self.take(line)
    }

    /// Starts as late as it can: few plies are tried first.
    fn cut_prefix(&mut self) {
        let Ok(board) = Board::new(&self.best.rules) else { return };
        let Some(mut game) = self.best.game(&board) else { return };
        let mut starts = vec![game.setup()];
        for &what in &self.best.moves {
            if game.act(what).is_err() {
                return;
            }
            starts.push(game.setup());
        }
        let plies = self.best.moves.len();
        // Every length up to a dozen, then doubling.
        let mut length = 0;
        while length <= plies {
            let (start, moves) =
                (starts[plies - length].clone(), &self.best.moves[plies - length..]);
            let line = Line { start: Some(start), moves: moves.to_vec(), ..self.best.clone() };
            if self.take(line) {
                return;
            }
            length = if length < 12 { length + 1 } else { (length * 2).min(plies).max(length + 1) };
        }
    }

    /// Sets axes back to their defaults, and the cap down.
    fn plain_rules(&mut self) {
        for axis in AXES.iter().map(|axis| axis.name).filter(|axis| !SHAPE.contains(axis)) {
            let mut line = self.best.clone();
            let plain = Rules::default().get(axis).expect("a listed axis");
            if line.rules.set(axis, &plain).is_ok() {
                self.take(line);
            }
        }
        for cap in 1..=3 {
            let mut line = self.best.clone();
            line.rules.cap = Cap::Total(cap);
            if let Some(start) = &mut line.start {
                (start.ply, start.cap) = (0, None);
            }
            if self.take(line) {
                break;
            }
        }
    }

    /// Leaves out what a start says beside the marbles.
    fn tidy(&mut self) {
        self.change(|start| start.ply = 0);
        self.change(|start| start.cap = None);
        self.change(|start| start.places = None);
        self.change(|start| start.position.set_natives(None));
    }

    /// Lifts every marble that does not matter.
    fn lift(&mut self) {
        let Some(start) = &self.best.start else { return };
        for hole in start.position.occupied() {
            self.change(|start| {
                start.position.lift(hole);
            });
        }
    }

    /// Lets the last move be a step rather than a chain: fewer hops, and no marbles to hop over.
    fn step_in(&mut self) {
        let Some((&MoveText::Move(last), before)) = self.best.moves.split_last() else { return };
        let Some(start) = &self.best.start else { return };
        let (star, before) = (start.position.star(), before.to_vec());
        for from in star.neighbours(last.to()) {
            let mut line = self.best.clone();
            let Some(start) = &mut line.start else { return };
            let Some(seat) = start.position.at(last.from()) else { return };
            start.position.lift(last.from());
            let Some(step) = Move::new(from, last.to()) else { continue };
            line.moves = [&before[..], &[MoveText::Move(step)]].concat();
            if start.position.put(seat, from) && self.take(line) {
                return self.lift();
            }
        }
    }
}
