//! A second solver for the 13-hole star, for tests: slow, obvious, and sharing nothing with the
//! first, nor with the engine.
//!
//! Holes are typed out as coordinates, marbles are sorted lists, chains are found by recursion, and
//! values by sweeping over all states until nothing changes. It also plays the game in ways that
//! the rules' axes do not know, which is how a test can see which reading gives which count.

use std::collections::{BTreeMap, BTreeSet};

/// A hole, by `x` and `y`.
pub(super) type Place = (i8, i8);

/// The tips of the points, clockwise from the top.
const TIPS: [Place; 6] = [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)];
/// The middle hexagon.
const MIDDLE: [Place; 7] = [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)];
const WAYS: [Place; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

fn add(a: Place, b: Place) -> Place {
    (a.0 + b.0, a.1 + b.1)
}

/// Marbles by seat, sorted, and the seat to move.
pub(super) type Layout = (Vec<Vec<Place>>, usize);

/// When a seat is home.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wins {
    AllOwn,
    AnyOwn,
}

/// A way to read the rules.
#[derive(Clone)]
pub(super) struct Reading {
    /// The points that the seats start in.
    pub(super) starts: Vec<usize>,
    /// Whether the two holes in front of a point belong to it.
    pub(super) fronts: bool,
    pub(super) wins: Wins,
    /// Whether marbles may stop in foreign points.
    pub(super) stop_abroad: bool,
    /// Whether they may hop through them.
    pub(super) hop_abroad: bool,
    /// Whether a chain may end where it began.
    pub(super) chains_close: bool,
    /// Whether a hop may go on.
    pub(super) chains: bool,
    pub(super) voluntary_pass: bool,
    pub(super) play_on: bool,
    /// Whether a move may complete a rival's goal.
    pub(super) hand_win: bool,
    /// Whether a seat without a move loses, rather than being skipped.
    pub(super) stuck_loses: bool,
}

impl Reading {
    /// Three seats with one marble each, as published.
    pub(super) fn liou() -> Self {
        Self {
            starts: vec![0, 2, 4],
            fronts: false,
            wins: Wins::AllOwn,
            stop_abroad: false,
            hop_abroad: false,
            chains_close: false,
            chains: true,
            voluntary_pass: false,
            play_on: false,
            hand_win: true,
            stuck_loses: false,
        }
    }

    /// Two seats with three marbles each on the rhombus of nine holes, as published.
    pub(super) fn sturtevant() -> Self {
        Self {
            starts: vec![0, 3],
            fronts: true,
            wins: Wins::AnyOwn,
            hand_win: false,
            stuck_loses: true,
            ..Self::liou()
        }
    }

    fn zone(&self, point: usize) -> Vec<Place> {
        let tip = TIPS[point];
        let front = WAYS.iter().map(|&way| add(tip, way)).filter(|place| MIDDLE.contains(place));
        let mut zone = vec![tip];
        zone.extend(front.filter(|_| self.fronts));
        zone.sort_unstable();
        zone
    }

    fn goal(&self, seat: usize) -> Vec<Place> {
        self.zone((self.starts[seat] + 3) % 6)
    }

    fn at_home(&self, place: Place, seat: usize) -> bool {
        let start = self.starts[seat];
        MIDDLE.contains(&place) || TIPS[start] == place || TIPS[(start + 3) % 6] == place
    }

    fn on_star(place: Place) -> bool {
        MIDDLE.contains(&place) || TIPS.contains(&place)
    }

    pub(super) fn start(&self) -> Layout {
        (self.starts.iter().map(|&point| self.zone(point)).collect(), 0)
    }

    fn complete(&self, marbles: &[Vec<Place>], seat: usize) -> bool {
        let goal = self.goal(seat);
        let own = goal.iter().filter(|hole| marbles[seat].contains(hole)).count();
        let full = goal.iter().all(|hole| marbles.iter().any(|seat| seat.contains(hole)));
        match self.wins {
            Wins::AllOwn => own == goal.len(),
            Wins::AnyOwn => full && own > 0,
        }
    }

    fn ends(&self, marbles: &[Vec<Place>], seat: usize, from: Place) -> BTreeSet<Place> {
        let taken = |place: Place| place != from && marbles.iter().any(|of| of.contains(&place));
        let stops = |place: Place| self.stop_abroad || self.at_home(place, seat);
        let mut ends = BTreeSet::new();
        for way in WAYS {
            let next = add(from, way);
            if Self::on_star(next) && !taken(next) && next != from && stops(next) {
                ends.insert(next);
            }
        }
        let mut landings = BTreeSet::new();
        self.hop(from, &taken, seat, &mut landings);
        if !self.chains_close {
            landings.remove(&from);
        }
        ends.extend(landings.into_iter().filter(|&landing| stops(landing)));
        ends
    }

    fn hop(
        &self,
        at: Place,
        taken: &dyn Fn(Place) -> bool,
        seat: usize,
        landings: &mut BTreeSet<Place>,
    ) {
        for way in WAYS {
            let (over, landing) = (add(at, way), add(add(at, way), way));
            let lands = Self::on_star(landing) && (self.hop_abroad || self.at_home(landing, seat));
            if taken(over) && lands && !taken(landing) && landings.insert(landing) && self.chains {
                self.hop(landing, taken, seat, landings);
            }
        }
    }

    /// What the seat to move can do.
    fn moves(&self, (marbles, turn): &Layout) -> Vec<Vec<Vec<Place>>> {
        let mut all = Vec::new();
        for (at, &from) in marbles[*turn].iter().enumerate() {
            for to in self.ends(marbles, *turn, from) {
                let mut after = marbles.clone();
                after[*turn][at] = to;
                after[*turn].sort_unstable();
                let rivals = (0..marbles.len()).filter(|seat| seat != turn);
                let hands = |seat| self.complete(&after, seat) && !self.complete(marbles, seat);
                if self.hand_win || !rivals.into_iter().any(hands) {
                    all.push(after);
                }
            }
        }
        if self.voluntary_pass {
            all.push(marbles.clone());
        }
        all
    }

    /// The state after a move: the next seat that has a move is to move.
    fn next(&self, marbles: Vec<Vec<Place>>, turn: usize) -> Layout {
        let seats = marbles.len();
        let mut layout = (marbles, (turn + 1) % seats);
        for _ in 0..seats {
            if self.winner(&layout).is_some() || self.stuck_loses || !self.moves(&layout).is_empty()
            {
                break;
            }
            layout.1 = (layout.1 + 1) % seats;
        }
        layout
    }

    /// Who has won: the mover first, then in turn.
    pub(super) fn winner(&self, layout: &Layout) -> Option<usize> {
        let (marbles, turn) = layout;
        let seats = marbles.len();
        let order = (0..seats).map(|n| (turn + seats - 1 + n) % seats);
        let home = order.into_iter().find(|&seat| self.complete(marbles, seat));
        let stuck = || self.stuck_loses && self.moves(layout).is_empty();
        home.or_else(|| stuck().then(|| (turn + 1) % seats))
    }

    /// Every state that games from these reach, with what it leads to.
    pub(super) fn explore(&self, from: impl IntoIterator<Item = Layout>) -> Graph {
        let mut graph = Graph { winners: BTreeMap::new(), next: BTreeMap::new() };
        let mut waiting: Vec<Layout> = from.into_iter().collect();
        while let Some(layout) = waiting.pop() {
            if graph.winners.contains_key(&layout) {
                continue;
            }
            let winner = self.winner(&layout).filter(|_| !self.play_on);
            let after: Vec<Layout> = match winner {
                Some(_) => Vec::new(),
                None => {
                    let moves = self.moves(&layout).into_iter();
                    moves.map(|marbles| self.next(marbles, layout.1)).collect()
                }
            };
            waiting.extend(after.iter().cloned());
            graph.winners.insert(layout.clone(), winner);
            graph.next.insert(layout, after);
        }
        graph
    }
}

/// States, who has won in them, and what they lead to.
pub(super) struct Graph {
    pub(super) winners: BTreeMap<Layout, Option<usize>>,
    next: BTreeMap<Layout, Vec<Layout>>,
}

impl Graph {
    /// States in which the seats of `by` together force a win of one of `winners`, with the plies it
    /// takes.
    pub(super) fn forced(&self, by: &[usize], winners: &[usize]) -> BTreeMap<Layout, usize> {
        let mut forced: BTreeMap<Layout, usize> = BTreeMap::new();
        for (layout, winner) in &self.winners {
            if winner.is_some_and(|winner| winners.contains(&winner)) {
                forced.insert(layout.clone(), 0);
            }
        }
        for plies in 1.. {
            let mut fresh = Vec::new();
            for (layout, next) in &self.next {
                let known = |next: &Layout| forced.contains_key(next);
                let now = if by.contains(&layout.1) {
                    next.iter().any(known)
                } else {
                    !next.is_empty() && next.iter().all(known)
                };
                if now && !known(layout) {
                    fresh.push(layout.clone());
                }
            }
            if fresh.is_empty() {
                break;
            }
            forced.extend(fresh.into_iter().map(|layout| (layout, plies)));
        }
        forced
    }

    /// Terminal states, those in which one seat forces its own win, and all others.
    pub(super) fn controls(&self, seats: usize) -> [usize; 3] {
        let solo: Vec<_> = (0..seats).map(|seat| self.forced(&[seat], &[seat])).collect();
        let mut counts = [0; 3];
        for (layout, winner) in &self.winners {
            let kind = match winner {
                Some(_) => 0,
                None if solo.iter().any(|solo| solo.contains_key(layout)) => 1,
                None => 2,
            };
            counts[kind] += 1;
        }
        counts
    }
}
