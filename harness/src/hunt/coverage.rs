//! Proof that a hunt got where the interesting rules are: named goals, and when each was reached.

use std::collections::{BTreeMap, BTreeSet};

use engine::moves::{Move, MoveKind};
use engine::notation::MoveText;
use engine::rules::{BySeat, NoMove, Seat};
use engine::star::{Hole, HoleSet};
use engine::{End, Game, Position, Standing};

use super::held::Held;
use super::player;
use super::start::Start;
use super::swarm::{NAMED_AXES, options};

/// What may happen in a game, and what it is, in a sentence.
pub const EVENTS: &[(&str, &str)] = &[
    ("blocked-seat", "a seat to move has no move"),
    ("pass", "a seat passes"),
    ("skip", "a seat's turn is skipped for want of a move"),
    ("lose", "a seat loses for want of a move"),
    ("resign", "a seat resigns"),
    ("guest-in-goal", "a rival that did not start there stands in a goal"),
    ("premature", "a goal is full with an own marble, and own marbles are still at home"),
    ("veto", "a seat that has left its home cannot fill its goal for foreign marbles"),
    ("thin-win", "the same, with a marble two moves or more before the goal"),
    ("rival-at-home", "the same, with a rival's marble at the seat's own home"),
    ("win-given", "a seat comes home by another seat's move"),
    ("two-home-at-once", "one move brings two seats home"),
    ("home-broken", "a marble leaves the goal of a seat that is home"),
    ("play-after-home", "a seat moves after another has come home"),
    ("goal-left", "a move leads out of the goal"),
    ("goal-left-and-reached", "a chain leaves the goal on its way and ends in it"),
    ("foreign-point", "a move ends in a point that is neither start nor goal"),
    ("chain-3", "a chain of 3 hops or more is played"),
    ("chain-10", "a chain of 10 hops or more is played"),
    ("chain-returns", "a chain could return to where it began by another way"),
    ("long-hop", "a hop of distance 2 or more is played"),
    ("long-hop-4", "a hop of distance 4 or more is played"),
    ("landings-33", "a marble can end in more than 32 holes"),
    ("moves-128", "a seat has 128 moves or more"),
    ("one-move", "a seat has a single move"),
    ("position-twice", "a position with the same seat to move comes again"),
];

/// Ways in which a win comes about.
const WINS: [End; 4] = [End::Home, End::BlockedHome, End::NoMove, End::Resigned];

/// Ways in which a game ends.
const ENDS: [End; 7] = [
    End::Home,
    End::BlockedHome,
    End::Cap,
    End::Deadlock,
    End::Repetition,
    End::NoMove,
    End::Resigned,
];

/// Numbers of seats that are hunted at.
pub const SEATS: [u8; 5] = [1, 2, 3, 4, 6];

/// Every goal, in the order of reports.
pub fn goals() -> Vec<String> {
    let mut goals: Vec<String> = EVENTS.iter().map(|(name, _)| (*name).to_string()).collect();
    for seats in SEATS {
        // A lone seat that resigns or cannot move has not won.
        let wins = WINS.iter().filter(|end| seats > 1 || matches!(end, End::Home));
        goals.extend(wins.map(|end| format!("win-{seats}-{end}")));
    }
    goals.extend(ENDS.iter().map(|end| format!("end-{end}")));
    goals.extend((1..=6).map(|place| format!("place-{place}")));
    goals.extend(Start::ALL.iter().map(|start| format!("start-{start}")));
    goals.extend(player::NAMES.iter().map(|name| format!("bot-{name}")));
    for axis in NAMED_AXES {
        goals.extend(options(axis).iter().map(|option| format!("{axis}-{option}")));
    }
    goals.extend((1..=4).map(|arm| format!("arm-{arm}")));
    goals.push("front-filled".to_string());
    goals.push("repetition-counted".to_string());
    goals
}

/// The goals that one game reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached(BTreeSet<String>);

impl Reached {
    /// A goal was reached.
    pub fn hit(&mut self, goal: &str) {
        if !self.0.contains(goal) {
            self.0.insert(goal.to_string());
        }
    }

    fn hit_if(&mut self, goal: &str, reached: bool) {
        if reached {
            self.hit(goal);
        }
    }

    /// Whether it was.
    pub fn contains(&self, goal: &str) -> bool {
        self.0.contains(goal)
    }

    /// The goals, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Looks for goals while a game is played.
#[derive(Clone, Debug, Default)]
pub struct Lookout {
    reached: Reached,
    /// Of every position so far.
    keys: BTreeSet<u64>,
}

impl Lookout {
    /// A game is set up; `players` is who plays.
    pub fn start(&mut self, game: &Game<'_>, start: Start, players: &[&str]) {
        let board = game.board();
        let rules = board.rules();
        for axis in NAMED_AXES {
            let value = rules.get(axis).expect("a listed axis");
            self.reached.hit(&format!("{axis}-{value}"));
        }
        self.reached.hit(&format!("arm-{}", board.star().arm()));
        self.reached.hit(&format!("start-{start}"));
        for player in players {
            self.reached.hit(&format!("bot-{player}"));
        }
        let arm = usize::from(board.star().arm());
        self.reached.hit_if("front-filled", board.marbles_each() > arm * (arm + 1) / 2);
        self.reached.hit_if("repetition-counted", rules.repetition.is_some());
        self.look_ahead(game);
    }

    /// `seat` has done `what` in the position `before`, when each seat stood as `stood`.
    pub fn ply(
        &mut self,
        before: &Position,
        seat: Seat,
        what: MoveText,
        stood: &BySeat<Standing>,
        after: &Game<'_>,
    ) {
        match what {
            MoveText::Move(mv) => self.moved(before, seat, mv, stood, after),
            MoveText::Pass => self.reached.hit("pass"),
            MoveText::Resign => self.reached.hit("resign"),
        }
        self.came_home(seat, stood, after);
        self.look_ahead(after);
    }

    /// The game is over.
    pub fn finish(mut self, game: &Game<'_>) -> Reached {
        if let Some(end) = game.end() {
            self.reached.hit(&format!("end-{end}"));
            if game.winner().is_some() && WINS.contains(&end) {
                self.reached.hit(&format!("win-{}-{end}", game.board().seat_count()));
            }
        }
        self.reached
    }

    fn moved(
        &mut self,
        before: &Position,
        seat: Seat,
        mv: Move,
        stood: &BySeat<Standing>,
        after: &Game<'_>,
    ) {
        let board = after.board();
        let goal = board.goal(seat);
        let finished = |seat: Seat| matches!(stood[seat], Standing::Home(_));
        self.reached.hit_if("goal-left", goal.contains(mv.from()) && !goal.contains(mv.to()));
        let broken = |owner: Seat| {
            let goal = board.goal(owner);
            finished(owner) && goal.contains(mv.from()) && !goal.contains(mv.to())
        };
        self.reached.hit_if("home-broken", board.seats().any(broken));
        self.reached.hit_if("play-after-home", board.seats().any(finished));
        let strange = board.star().ring(mv.to()) > board.star().arm()
            && !goal.contains(mv.to())
            && !board.home(seat).contains(mv.to());
        self.reached.hit_if("foreign-point", strange);
        let guest = |owner: Seat| board.goal(owner).contains(mv.to()) && owner != seat;
        let elsewhere = !board.home(seat).contains(mv.to()) && !goal.contains(mv.to());
        self.reached.hit_if("guest-in-goal", elsewhere && board.seats().any(guest));
        if board.kind(mv) == MoveKind::Chain {
            self.chained(before, seat, mv, after);
        }
    }

    fn chained(&mut self, before: &Position, seat: Seat, mv: Move, after: &Game<'_>) {
        let board = after.board();
        if let Some(path) = board.path(before, mv) {
            self.reached.hit_if("chain-3", path.len() >= 3);
            self.reached.hit_if("chain-10", path.len() >= 10);
            let distance =
                |pair: &[Hole]| board.star().cube(pair[0]).distance(board.star().cube(pair[1])) / 2;
            let longest = path.holes().windows(2).map(distance).max().unwrap_or(0);
            self.reached.hit_if("long-hop", longest >= 2);
            self.reached.hit_if("long-hop-4", longest >= 4);
            let goal = board.goal(seat);
            let out = path.holes().iter().any(|&hole| !goal.contains(hole));
            let within = goal.contains(mv.from()) && goal.contains(mv.to());
            self.reached.hit_if("goal-left-and-reached", within && out);
        }
        if !self.reached.contains("chain-returns") {
            let mut before = *before;
            before.set_turn(seat);
            self.reached.hit_if("chain-returns", returns(after, &before, seat, mv.from()));
        }
    }

    fn came_home(&mut self, mover: Seat, stood: &BySeat<Standing>, after: &Game<'_>) {
        let mut comers = 0;
        for seat in after.board().seats() {
            let (before, now) = (stood[seat], after.standing(seat));
            match (before, now) {
                (Standing::Racing, Standing::Home(place)) => {
                    comers += 1;
                    self.reached.hit(&format!("place-{place}"));
                    self.reached.hit_if("win-given", seat != mover);
                }
                (Standing::Racing, Standing::Out(_)) if seat != mover => self.reached.hit("lose"),
                _ => {}
            }
        }
        self.reached.hit_if("two-home-at-once", comers > 1);
    }

    /// What the position offers.
    fn look_ahead(&mut self, game: &Game<'_>) {
        let (board, position) = (game.board(), game.position());
        for seat in board.seats() {
            let (goal, own) = (board.goal(seat), position.marbles(seat));
            if !goal.is_subset(position.occupied()) || goal.is_disjoint(own) {
                continue;
            }
            self.reached.hit_if("premature", !own.is_disjoint(board.home(seat)));
            if let Some(held) = Held::out(board, position, seat) {
                self.reached.hit("veto");
                self.reached.hit_if("thin-win", held.farthest.is_some_and(|moves| moves > 1));
                let guests = position.occupied() & board.home(seat);
                self.reached.hit_if("rival-at-home", !guests.is_empty());
            }
        }
        if game.over() {
            return;
        }
        self.reached.hit_if("position-twice", !self.keys.insert(position.key()));
        let moves = game.moves();
        let count = moves.len();
        self.reached.hit_if("blocked-seat", count == 0);
        self.reached.hit_if("one-move", count == 1);
        self.reached.hit_if("moves-128", count >= 128);
        self.reached.hit_if("landings-33", moves.marbles().any(|marble| marble.len() > 32));
        if board.rules().no_move == NoMove::Skip {
            self.skipped(game);
        }
    }

    /// Whether the last ply passed over a seat that still races.
    fn skipped(&mut self, game: &Game<'_>) {
        let (board, turn) = (game.board(), game.position().turn());
        let Some((last, _)) = game.log().next_back() else { return };
        let count = board.seat_count();
        let mut seat = last.after(count);
        while seat != turn {
            self.reached.hit_if("skip", game.standing(seat) == Standing::Racing);
            seat = seat.after(count);
        }
    }
}

/// Whether a chain from `origin` could come back to it without turning round: two of its first hops
/// lead to each other.
fn returns(game: &Game<'_>, before: &Position, seat: Seat, origin: Hole) -> bool {
    let board = game.board();
    let first: Vec<Hole> = board.hops(before, seat, origin, origin).map(|(_, hole)| hole).collect();
    // A hop back is a hop, so a landing from which the origin can be hopped to is a first hop.
    // With long hops that is not so for every hole; what is found is a return all the same.
    first.iter().any(|&start| {
        let (mut reached, mut edge) = (HoleSet::of(start), vec![start]);
        while let Some(hole) = edge.pop() {
            for (_, landing) in board.hops(before, seat, origin, hole) {
                if !reached.contains(landing) {
                    reached.insert(landing);
                    edge.push(landing);
                }
            }
        }
        first.iter().any(|&other| other != start && reached.contains(other))
    })
}

/// How often each goal was reached in a run, and when first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    games: u64,
    /// Games that reached it, and the first of them, from 1.
    hits: BTreeMap<String, (u64, u64)>,
}

impl Coverage {
    /// Adds a game; games come in order.
    pub fn add(&mut self, reached: &Reached) {
        self.games += 1;
        for goal in reached.iter() {
            let (hits, _) = self.hits.entry(goal.to_string()).or_insert((0, self.games));
            *hits += 1;
        }
    }

    /// Games that reached a goal, and the first of them counted from 1; none if none did.
    pub fn hits(&self, goal: &str) -> Option<(u64, u64)> {
        self.hits.get(goal).copied()
    }

    /// Those of `required` that were not reached, in order.
    pub fn lacking<'r>(&self, required: &'r [String]) -> Vec<&'r str> {
        let lacks = |goal: &&String| !self.hits.contains_key(*goal);
        required.iter().filter(lacks).map(String::as_str).collect()
    }

    /// `coverage.csv`: a line for each goal, reached or not.
    pub fn csv(&self) -> Vec<u8> {
        let mut text = "goal,hits,games,games_to_first_hit\n".to_string();
        for goal in goals() {
            let (hits, first) = match self.hits(&goal) {
                Some((hits, first)) => (hits, first.to_string()),
                None => (0, String::new()),
            };
            text.push_str(&format!("{goal},{hits},{},{first}\n", self.games));
        }
        text.into_bytes()
    }
}

/// Reads goals apart by commas.
///
/// # Errors
///
/// With the names that are no goals, or if there is none.
pub fn read_goals(list: &str) -> Result<Vec<String>, String> {
    some(named(list)?)
}

/// Reads a file of goals: one a line, or more apart by commas, with comments after `#`.
///
/// # Errors
///
/// With the first line that names what is no goal, or if no line names one.
pub fn read_goals_file(text: &str) -> Result<Vec<String>, String> {
    let mut goals = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let list = line.split('#').next().unwrap_or_default();
        goals.extend(named(list).map_err(|error| format!("line {}: {error}", at + 1))?);
    }
    some(goals)
}

/// The goals that are named in a list, in which there may be none.
fn named(list: &str) -> Result<Vec<String>, String> {
    let known = goals();
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    let names: Vec<String> = names.map(String::from).collect();
    let strange: Vec<&str> =
        names.iter().filter(|name| !known.contains(name)).map(String::as_str).collect();
    if strange.is_empty() {
        return Ok(names);
    }
    Err(format!("no such goal: {}; the goals are {}", strange.join(", "), known.join(", ")))
}

/// Where nothing is required, nothing can be lacking: it would always hold.
fn some(goals: Vec<String>) -> Result<Vec<String>, String> {
    if goals.is_empty() { Err("no goal is named".to_string()) } else { Ok(goals) }
}

#[cfg(test)]
mod tests {
    use engine::notation::Setup;
    use engine::rules::{Board, Rules};

    use super::*;

    /// Plays `texts` from `from` and says what was reached.
    fn reached(axes: &[(&str, &str)], from: &str, texts: &str) -> Reached {
        let setup: Setup = from.parse().unwrap();
        let mut rules = Rules::default();
        axes.iter().for_each(|(axis, value)| rules.set(axis, value).unwrap());
        rules.seats = Some(setup.position.seat_count() as u8);
        rules.arm = Some(setup.position.star().arm());
        let board = Board::new(&rules).unwrap();
        let mut game = Game::resume(&board, &setup).unwrap();
        let mut lookout = Lookout::default();
        lookout.start(&game, Start::Scattered, &["easy", "hoarder"]);
        for text in texts.split_whitespace() {
            let (before, stood) = (*game.position(), crate::trial::standings(&game));
            let seat = game.turn().unwrap();
            let what = board.read_move(game.position(), text).unwrap();
            game.act(what).unwrap();
            lookout.ply(&before, seat, what, &stood, &game);
        }
        lookout.finish(&game)
    }

    fn has(reached: &Reached, goals: &[&str]) {
        for goal in goals {
            assert!(reached.contains(goal), "{goal} not in {reached:?}");
        }
    }

    const RING: &str = "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]01[3]/[5]11[3]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";

    #[test]
    fn goals_have_names_of_their_own() {
        let goals = goals();
        let names: BTreeSet<&String> = goals.iter().collect();
        assert_eq!(names.len(), goals.len());
        assert!(EVENTS.iter().all(|(name, _)| names.contains(&(*name).to_string())));
    }

    #[test]
    fn a_ring_is_a_chain_that_returns() {
        let ring = reached(&[], RING, "i5-h6");
        has(&ring, &["start-scattered", "bot-hoarder", "arm-4", "hops-adjacent", "win-vacated"]);
        assert!(!ring.contains("chain-returns"), "a step is no chain");
        // i5 over i6 to i7, on to k7 and back.
        let chain = reached(&[], RING, "i5-k7");
        has(&chain, &["chain-returns"]);
        assert!(!chain.contains("chain-3") && !chain.contains("long-hop"));
        let line = RING.replace("[4]01[3]/[5]11[3]", "[4]01[3]/[10]");
        assert!(!reached(&[], &line, "i5-i7").contains("chain-returns"));
    }

    #[test]
    fn shapes_and_homecomings_are_told() {
        let early = "0/00/000/[1]000/[13]/[12]/[5]1[5]/[10]/[9]/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
        let won = reached(&[("win", "any-own")], early, "m5-n1");
        has(&won, &["premature", "win-2-blocked-home", "end-blocked-home", "place-1"]);
        assert!(!won.contains("veto") && !won.contains("win-given"));

        let thin = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
        has(&reached(&[], thin, "m5-n1"), &["veto", "thin-win"]);
        // Seat 1 steps back into its own home and so fills seat 0's goal.
        let given = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/00000000[1]/[10]/[11]/[12]/[4]1[8]/[1]110/111/11/1 1 2 10";
        has(&reached(&[], given, "m5-n1"), &["win-given"]);
    }

    #[test]
    fn seats_that_cannot_move_are_told() {
        let locked =
            "0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
        let forbidden = ("leave-goal", "forbidden");
        let passed = reached(&[forbidden], locked, "pass pass");
        has(&passed, &["blocked-seat", "pass", "end-deadlock"]);
        let lost = reached(&[forbidden, ("no-move", "lose")], locked, "");
        has(&lost, &["end-no-move", "win-2-no-move"]);
    }

    #[test]
    fn coverage_knows_the_first_hit() {
        let mut coverage = Coverage::default();
        let (mut one, none) = (Reached::default(), Reached::default());
        one.hit("veto");
        coverage.add(&none);
        coverage.add(&one);
        coverage.add(&one);
        assert_eq!(coverage.hits("veto"), Some((2, 2)));
        assert_eq!(coverage.hits("pass"), None);
        let text = String::from_utf8(coverage.csv()).unwrap();
        assert!(text.contains("\nveto,2,3,2\n") && text.contains("\npass,0,3,\n"), "{text}");
        assert_eq!(text.lines().count(), 1 + goals().len());
        let required = read_goals_file("veto, pass # why\n\nend-cap\n").unwrap();
        assert_eq!(coverage.lacking(&required), ["pass", "end-cap"]);
        assert!(read_goals("veto,vetoes").unwrap_err().starts_with("no such goal: vetoes;"));
    }
}
