//! That every invariant accuses what breaks it, and nothing else.

use engine::bots::{Bot, Player};
use engine::coach::Verdict;
use engine::dice::below;
use engine::moves::{Move, reference};
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, BySeat, PRESETS, Rules, Seat};
use engine::search::{Evaluation, Terms};
use engine::star::{Hole, HoleSet};
use engine::{End, Game, Refusal, Standing};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::chart::Chart;
use super::state::Snapshot;
use super::*;
use crate::contender::Contender;

pub(super) const START: &str =
    "0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";
/// Mirror lock: both seats stand in their goals. Leaving the goal forbidden, nobody can move.
pub(super) const LOCK: &str =
    "0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
/// `m5-n1` fills the goal of seat 0 with rivals but for one, its other marbles in mid-board.
pub(super) const THIN: &str = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
/// The same with nine marbles of seat 0 still at home.
pub(super) const AT_HOME: &str =
    "0/00/000/[1]000/[13]/[12]/[5]1[5]/[10]/[9]/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10";
/// Two ways round to k9, and hops for seat 0 besides.
pub(super) const RING: &str =
    "[1]/[2]/[3]/[4]/[13]/[12]/[11]/[10]/[4]01[3]/[5]11[3]/[11]/[12]/[13]/[4]/[3]/[2]/[1] 0 2 10";

/// The laws of the board of a position under some rules.
pub(super) fn laws(axes: &[(&str, &str)], position: &str) -> (&'static Laws<'static>, Setup) {
    let setup: Setup = position.parse().unwrap();
    let at = &setup.position;
    let mut rules = Rules::default();
    for (axis, value) in axes {
        rules.set(axis, value).unwrap();
    }
    rules.seats = Some(at.seat_count() as u8);
    rules.arm = Some(at.star().arm());
    rules.marbles = Some(at.marbles_each() as u8);
    let board: &'static Board = Box::leak(Box::new(Board::new(&rules).unwrap()));
    (Box::leak(Box::new(Laws::new(board))), setup)
}

fn hole(laws: &Laws<'_>, name: &str) -> Hole {
    laws.board().star().hole_named(name).unwrap()
}

/// `from-to`, legal or not.
pub(super) fn mv(laws: &Laws<'_>, text: &str) -> Move {
    let (from, to) = text.split_once('-').unwrap();
    Move::new(hole(laws, from), hole(laws, to)).unwrap()
}

/// One turn: what the engine makes of it, or, where it refuses it, what an engine that knows no
/// better would.
pub(super) struct Shown {
    pub(super) laws: &'static Laws<'static>,
    pub(super) before: View,
    pub(super) seat: Seat,
    pub(super) what: MoveText,
    pub(super) after: View,
    pub(super) memory: Memory,
}

impl Shown {
    pub(super) fn new(axes: &[(&str, &str)], position: &str, what: &str) -> Self {
        let (laws, setup) = laws(axes, position);
        let mut game = Game::resume(laws.board(), &setup).unwrap();
        let before = View::of(&game);
        let mut memory = Memory::default();
        let natives = game.position().natives().unwrap_or_default();
        memory.start(laws, &before, false, game.cap(), natives);
        let what = match what {
            "pass" => MoveText::Pass,
            "resign" => MoveText::Resign,
            text => MoveText::Move(mv(laws, text)),
        };
        let seat = before.turn;
        let after = if game.act(what).is_ok() {
            View::of(&game)
        } else {
            let mut after = before;
            if let MoveText::Move(mv) = what {
                after.marbles[seat].remove(mv.from());
                after.marbles[seat].insert(mv.to());
            }
            after.turn = seat.after(laws.board().seat_count());
            after.ply += 1;
            after.key = laws.position(&after, natives, after.turn).key();
            after
        };
        Self { laws, before, seat, what, after, memory }
    }

    /// Ids of what the turn breaks after `spoil` had its way with it.
    pub(super) fn accused(mut self, spoil: impl FnOnce(&mut Self)) -> Vec<&'static str> {
        spoil(&mut self);
        let mut found = Findings::new(self.laws.invariants());
        let turn = Turn::new(&self.before, self.seat, self.what, &self.after);
        self.memory.take(self.laws, &turn);
        ply::check(self.laws, &self.memory, &turn, &mut found);
        outcome::check(self.laws, &self.memory, &turn, &mut found);
        found.list().iter().map(|violation| violation.invariant).collect()
    }
}

/// Ids of what a turn breaks as it is.
pub(super) fn breaks(axes: &[(&str, &str)], position: &str, what: &str) -> Vec<&'static str> {
    Shown::new(axes, position, what).accused(|_| {})
}

/// Ids of what a first move from the two-seat start breaks when spoilt so.
fn spoilt(axes: &[(&str, &str)], spoil: impl FnOnce(&mut Shown)) -> Vec<&'static str> {
    Shown::new(axes, START, "d1-e5").accused(spoil)
}

const RACING: Standing = Standing::Racing;

/// Standings of the first two seats.
fn standings(first: Standing, second: Standing) -> Standings {
    Standings::new(|seat| [first, second, RACING][seat.index().min(2)])
}

fn snapshot(text: &str) -> Snapshot {
    let (laws, setup) = laws(&[], text);
    Snapshot::of(&Game::resume(laws.board(), &setup).unwrap())
}

/// Whether `invariant` accuses something that breaks it.
fn fires(invariant: Invariant) -> bool {
    use Invariant::*;
    let id = invariant.id();
    let named = |ids: Vec<&str>| ids.contains(&id);
    let (start, _) = laws(&[], START);
    let first = mv(start, "d1-e5");
    let legal = reference::legal(start.board(), &start.board().start());
    let chart = |spoil: &dyn Fn(&mut Chart)| {
        let mut chart = Chart::of(start.board());
        spoil(&mut chart);
        let held = chart.check(4, &start.terrain);
        held.iter().any(|(other, held)| *other == invariant && held.is_err())
    };
    match invariant {
        BoardCounts => chart(&|chart| chart.holes -= 1),
        BoardLinks => chart(&|chart| chart.opposite.swap(0, 1)),
        BoardZones => chart(&|chart| chart.points.rotate_left(1)),
        BoardSymmetry => {
            chart(&|chart| chart.turned.swap(7, 8)) && chart(&|chart| chart.fronts.swap(0, 1))
        }
        OpeningHomes => chart(&|chart| chart.first = Seat::ALL[1]),
        GoalsAtStart => chart(&|chart| chart.opening.0[1] = HoleSet::EMPTY),
        KeysDiffer => {
            let mut keys = start.keys.clone();
            keys.forget_turns();
            keys.differ().is_err() && start.keys.differ().is_ok()
        }
        NobodyHomeAtStart => {
            let (laws, setup) = laws(&[("win", "any-own")], LOCK);
            let view = View::of(&Game::resume(laws.board(), &setup).unwrap());
            outcome::nobody_home(laws, &Memory::default(), &view).is_err()
        }
        MarblesConserved => named(spoilt(&[], |turn| {
            turn.after.marbles.0[1].remove(hole(turn.laws, "q1"));
        })),
        OneMarbleMoves => named(spoilt(&[], |turn| {
            turn.after.marbles.0[1] ^= HoleSet::of(hole(turn.laws, "n1"));
            turn.after.marbles.0[1] ^= HoleSet::of(hole(turn.laws, "m5"));
        })),
        MoveShape => {
            // Bent, over an empty hole, over more, onto a marble, with no marble to move.
            let wrong = ["c1-e6", "d1-f4", "a1-e5", "b1-f5", "d1-d2", "e5-e6"];
            wrong.into_iter().all(|what| named(breaks(&[], START, what)))
        }
        HopClass => named(breaks(&[], RING, "i5-i8")),
        ForeignPointsKept => {
            let edge = START.replace("0000/[13]", "000[1]/[4]0[8]");
            named(breaks(&[("foreign-points", "no-stop")], &edge, "e5-e4"))
                && named(breaks(&[("foreign-points", "private")], &edge, "e5-e4"))
                && breaks(&[], &edge, "e5-e4").is_empty()
        }
        GoalKept => {
            named(breaks(&[("leave-goal", "forbidden")], LOCK, "n1-m5"))
                && breaks(&[], LOCK, "n1-m5").is_empty()
        }
        NoHandWin => {
            // Seat 1 fills the last hole of the goal of seat 0, which has a marble in it.
            let near = "[1]/[2]/[3]/[4]/[13]/[12]/[5]1[5]/[10]/000000000/[10]/[11]/[12]/[4]1[8]/[1]011/111/11/1 1 2 10";
            named(breaks(&[("hand-win", "illegal")], near, "m5-n1"))
                && breaks(&[], near, "m5-n1").is_empty()
        }
        PassForced => {
            let jam = [("leave-goal", "forbidden")];
            named(breaks(&[], START, "pass")) && breaks(&jam, LOCK, "pass").is_empty()
        }
        PlyCount => named(spoilt(&[], |turn| turn.after.ply += 1)),
        TurnOrder => {
            named(spoilt(&[], |turn| turn.after.turn = turn.seat))
                && named(spoilt(&[], |turn| turn.before.turn = Seat::ALL[1]))
                && named(spoilt(&[], |turn| turn.after.turn = Seat::ALL[4]))
        }
        StandingKept => {
            let home = standings(RACING, Standing::Home(1));
            named(spoilt(&[], |turn| turn.after.standings = standings(RACING, Standing::Out(1))))
                && named(spoilt(&[], |turn| turn.before.standings = home))
                && named(Shown::new(&[], START, "resign").accused(|turn| {
                    turn.after.standings = standings(RACING, RACING);
                }))
        }
        WinDeclared => {
            let home = standings(Standing::Home(1), RACING);
            named(spoilt(&[], |turn| turn.after.standings = home))
                && named(Shown::new(&[], THIN, "m5-n1").accused(|turn| {
                    turn.after.standings = standings(RACING, RACING);
                }))
        }
        HomeOrder => named(Shown::new(&[], THIN, "m5-n1").accused(|turn| {
            turn.after.standings = standings(Standing::Home(2), RACING);
        })),
        WinnerVacated => {
            named(breaks(&[("win", "any-own")], AT_HOME, "m5-n1"))
                && breaks(&[("win", "any-own")], THIN, "m5-n1").is_empty()
                && breaks(&[], AT_HOME, "m5-n1").is_empty()
        }
        AllOwnInGoal => named(Shown::new(&[("win", "all-own")], THIN, "m5-n1").accused(|turn| {
            turn.after.standings = standings(Standing::Home(1), RACING);
        })),
        NoWinBeforePly30 => {
            let won = |ply: u32| {
                move |turn: &mut Shown| {
                    turn.memory.opening = true;
                    turn.after.ply = ply;
                    turn.after.standings = standings(Standing::Home(1), RACING);
                }
            };
            let all_own = [("win", "all-own")];
            named(spoilt(&all_own, won(29))) && !named(spoilt(&all_own, won(30)))
        }
        Winner => {
            named(Shown::new(&[], THIN, "m5-n1").accused(|turn| turn.after.winner = None))
                && named(spoilt(&[], |turn| turn.after.winner = Some(turn.seat)))
                && named(Shown::new(&[], START, "resign").accused(|turn| {
                    turn.after.winner = Some(turn.seat);
                }))
        }
        EndReason => {
            let thin = |end| Shown::new(&[], THIN, "m5-n1").accused(|turn| turn.after.end = end);
            named(thin(None))
                && named(thin(Some(End::Home)))
                && named(spoilt(&[], |turn| turn.after.end = Some(End::Repetition)))
        }
        Cap => {
            let capped = format!("{START} ; ply=9 cap=10total");
            let at = |end, ply| {
                Shown::new(&[], &capped, "d1-e5").accused(|turn| {
                    turn.after.end = end;
                    turn.after.ply += ply;
                })
            };
            named(at(None, 0))
                && named(at(Some(End::Cap), 1))
                && named(spoilt(&[], |turn| turn.after.end = Some(End::Cap)))
                && at(Some(End::Cap), 0).is_empty()
        }
        Deadlock => {
            let jam = [("leave-goal", "forbidden")];
            let second = |end| {
                Shown::new(&jam, LOCK, "pass").accused(|turn| {
                    turn.memory.passes = 1;
                    turn.after.end = end;
                })
            };
            named(second(None))
                && named(spoilt(&[], |turn| turn.after.end = Some(End::Deadlock)))
                && second(Some(End::Deadlock)).is_empty()
        }
        Repetition => {
            let twice = [("repetition", "2")];
            let again = |end| {
                Shown::new(&twice, START, "d1-e5").accused(|turn| {
                    let mut seen = turn.memory.clone();
                    let there = Turn::new(&turn.before, turn.seat, turn.what, &turn.after);
                    seen.take(turn.laws, &there);
                    turn.memory.positions.extend(seen.positions.last());
                    turn.after.end = end;
                })
            };
            named(again(None))
                && again(Some(End::Repetition)).is_empty()
                && named(spoilt(&twice, |turn| turn.after.end = Some(End::Repetition)))
        }
        KeyKept => named(spoilt(&[], |turn| turn.after.key ^= 1)),
        StateRecomputed => {
            let mut view = View::of(&Game::new(start.board()));
            let far = BySeat([120, 120, 0, 0, 0, 0]);
            let held =
                state::distance_left(start, &view, &far).is_ok() && start.keys.anew(&view).is_ok();
            view.key ^= 1;
            let near = BySeat([120, 119, 0, 0, 0, 0]);
            held && start.keys.anew(&view).is_err()
                && state::distance_left(start, &view, &near).is_err()
        }
        EvaluationRecomputed => {
            let board = start.board();
            let anew = Evaluation::of(board, &board.start());
            let mut drifted = anew;
            drifted.play(board, Seat::ALL[0], first);
            let terms = Terms::of(board, &board.start(), Seat::ALL[0]);
            let other = Terms { blocking: 1, ..terms };
            state::evaluation(&drifted, &anew).is_err()
                && state::terms(Seat::ALL[0], other, terms).is_err()
        }
        LegalSet => {
            let mut more = legal.clone();
            more.push(more[0]);
            let swapped: Vec<Move> = legal.iter().rev().copied().collect();
            let number = |n, said| listing::numbered(start, &legal, n, said);
            [&legal[1..], &more, &swapped]
                .iter()
                .all(|fast| listing::same_moves(start, fast, &legal).is_err())
                && listing::counted(&legal, 13, false).is_err()
                && listing::counted(&legal, 14, true).is_err()
                && number(3, Some(legal[2])).is_err()
                && number(14, None).is_ok()
        }
        MoveListed => listing::move_listed(start, mv(start, "d1-e7"), &legal).is_err(),
        WinPredicate => state::agree(Seat::ALL[0], true, false).is_err(),
        UndoRestores => {
            let moved = START.replacen("0000/[13]", "[1]000/[4]0[8]", 1);
            let left_behind = [
                moved.as_str(),
                &START.replace(" 0 2 10", " 1 2 10"),
                &format!("{START} ; ply=1"),
                &format!("{START} ; places=0,r"),
                &format!("{START} ; cap=5"),
            ];
            let before = snapshot(START);
            left_behind.iter().all(|text| state::restored(&before, &snapshot(text)).is_err())
                && state::restored(&before, &snapshot(START)).is_ok()
                && state::refused(Ok(())).is_err()
                && state::refused(Err(Refusal::OutOfOrder)).is_ok()
        }
        ClonesApart => {
            let (before, other) = (snapshot(START), snapshot(&format!("{START} ; ply=1")));
            state::apart(&before, &other, &before).is_err()
                && state::apart(&before, &before, &other).is_err()
                && state::apart(&before, &before, &before).is_ok()
        }
        TextRoundTrip => {
            state::reads_back("pass", &MoveText::Pass, Some(&MoveText::Resign)).is_err()
                && state::reads_back("pass", &MoveText::Pass, None).is_err()
        }
        PathShown => {
            let (laws, setup) = laws(&[], RING);
            let shown = |text: &str, path: &[&str]| {
                let path: Vec<Hole> = path.iter().map(|name| hole(laws, name)).collect();
                listing::path_shown(laws, &setup.position, mv(laws, text), &path)
            };
            shown("i5-k7", &["i5", "k7"]).is_ok()
                && shown("i5-k7", &["i5", "i7", "k7"]).is_err()
                && shown("i5-i7", &["i5", "k7", "i7"]).is_err()
                && shown("i5-i7", &["i5", "k7"]).is_err()
                && shown("i5-h5", &["i5", "i4", "h5"]).is_err()
                && shown("i5-i3", &["i5", "i3"]).is_err()
        }
        Symmetry => {
            let moves = &legal[1..];
            !start.symmetries.is_empty()
                && start
                    .symmetries
                    .iter()
                    .all(|symmetry| listing::moves_turned(start, symmetry, moves, &legal).is_err())
        }
        MoveBack => {
            let seat = Seat::ALL[0];
            listing::move_back(start, seat, first, |_| false).is_err()
                && listing::move_back(start, seat, first, |back| back == first.reversed()).is_ok()
        }
        Places => {
            let places = |text: &str, places: [u8; 2]| {
                let (laws, setup) = laws(&[], text);
                let view = View::of(&Game::resume(laws.board(), &setup).unwrap());
                outcome::places(laws, &view, |seat| Some(places[seat.index()]))
            };
            let moved = START.replacen("0000/[13]", "[1]000/[4]0[8]", 1);
            places(START, [1, 1]).is_ok()
                && places(START, [1, 2]).is_err()
                && places(&moved, [1, 2]).is_ok()
                && places(&moved, [2, 1]).is_err()
                && places(&format!("{START} ; places=0,1"), [2, 1]).is_ok()
                && places(&format!("{START} ; places=0,1"), [1, 1]).is_err()
                && places(&format!("{moved} ; places=0,r"), [1, 2]).is_ok()
        }
        OverOffersNothing => {
            outcome::over_offers_nothing(1, None, false).is_err()
                && outcome::over_offers_nothing(0, Some(Seat::ALL[0]), false).is_err()
                && outcome::over_offers_nothing(0, None, true).is_err()
                && outcome::over_offers_nothing(0, None, false).is_ok()
        }
        BotSame => choice::same_move(start, "random", Some(first), Some(legal[0])).is_err(),
        BotTakesWin => {
            let (laws, setup) = laws(&[], THIN);
            let game = Game::resume(laws.board(), &setup).unwrap();
            let (view, memory) = (View::of(&game), Memory::default());
            let wins = choice::wins_in_one(laws, &memory, &view, game.position());
            wins == [mv(laws, "m5-n1")]
                && choice::takes_win(laws, "hard", mv(laws, "m5-l5"), &wins).is_err()
                && choice::takes_win(laws, "hard", wins[0], &wins).is_ok()
        }
        ReversalAlarm | CapAlarm => alarm(invariant),
        CoachProof => {
            let (laws, setup) = laws(&[], RING);
            let legal = reference::legal(laws.board(), &setup.position);
            let proved = |text: &str, verdict| {
                verdict::proved(laws, &setup.position, &legal, mv(laws, text), verdict)
            };
            let far = mv(laws, "i5-k7");
            proved("i5-j5", Verdict::StepWhenChain(far)).is_ok()
                && proved("i5-j5", Verdict::Fine).is_err()
                && proved("i5-j5", Verdict::DeclinedEntry(far)).is_err()
                && proved("i5-j5", Verdict::StepWhenChain(mv(laws, "i5-i7"))).is_err()
                && proved("i5-j5", Verdict::StepWhenChain(mv(laws, "i5-m9"))).is_err()
                && proved("i5-k7", Verdict::Fine).is_ok()
                && proved("i5-k7", Verdict::ShorterChain(far)).is_err()
        }
        // Told by others: the referee, who plays what bots choose and contains panics, and trials
        // of other engines.
        BotLegal | NoPanic | KeyOfPosition | RulesRefused | SubjectAnswers => true,
    }
}

fn alarm(invariant: Invariant) -> bool {
    let (laws, _) = laws(&[], START);
    let raised = |bots: [&str; 2], reversals, capped| {
        let bots = bots.map(|name| Contender::named(name).unwrap());
        let mut alarms = Alarms::default();
        let tallies = BySeat([Tally { moves: 100, reversals }; Seat::MAX]);
        for game in 0..1000 {
            alarms.add(laws.board(), &[&bots[0], &bots[1]], &tallies, game < capped);
        }
        alarms.raised().iter().any(|(raised, _)| *raised == invariant)
    };
    let (reversals, capped) = match invariant {
        Invariant::ReversalAlarm => (20, 0),
        _ => (0, 50),
    };
    raised(["hard", "easy"], reversals, capped)
        && !raised(["hard", "easy"], reversals.max(1) - 1, capped.max(1) - 1)
        && !raised(["random", "shuffler"], reversals, capped)
}

#[test]
fn every_invariant_accuses_what_breaks_it() {
    for &invariant in Invariant::ALL {
        assert!(fires(invariant), "{invariant}");
    }
}

#[test]
fn sound_turns_are_not_accused() {
    let all_own = [("win", "all-own")];
    for (axes, position, what) in [
        (&[][..], START, "d1-e5"),
        (&[], START, "resign"),
        (&[], THIN, "m5-n1"),
        (&all_own, THIN, "m5-n1"),
        (&[], RING, "i5-k7"),
        (&[("hops", "long")], RING, "i5-k7"),
        (&[("leave-goal", "forbidden")], LOCK, "pass"),
        (&[("no-move", "lose"), ("after-win", "places")], LOCK, "n1-m5"),
    ] {
        assert_eq!(breaks(axes, position, what), [""; 0], "{axes:?} {position} {what}");
    }
}

/// Plays a game among random bots with everything checked; ids of what did not hold.
fn played(laws: &Laws<'_>, seed: u64, bots: &[&str]) -> Vec<Violation> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut checker = Checker::new(laws, Level::All, seed);
    let mut game = Game::new(laws.board());
    let bots: Vec<Bot> = bots.iter().map(|name| Bot::named(name).unwrap()).collect();
    let mut players: Vec<Player> =
        laws.seats().map(|seat| Player::new(&bots[seat.index() % bots.len()], seat)).collect();
    checker.start(&game, seed);
    while let Some(seat) = game.turn() {
        let before = *game.position();
        let what = if below(&mut rng, 200) == 0 {
            MoveText::Resign
        } else {
            match players[seat.index()].choose(&game, &mut rng) {
                Some(choice) => {
                    checker.choice(&bots[seat.index() % bots.len()], &game, choice.mv);
                    MoveText::Move(choice.mv)
                }
                None => MoveText::Pass,
            }
        };
        game.act(what).unwrap();
        checker.ply(&before, seat, what, &game);
    }
    checker.finish(&game);
    checker.violations().to_vec()
}

/// Rules of which every axis is drawn.
fn any_rules(rng: &mut ChaCha8Rng) -> Option<Board> {
    const AXES: [(&str, &[&str]); 14] = [
        ("hops", &["adjacent", "long"]),
        ("over", &["any", "others"]),
        ("foreign-points", &["free", "no-stop", "private"]),
        ("leave-goal", &["allowed", "forbidden"]),
        ("win", &["vacated", "all-own", "any-own", "empty-home", "natives", "locked-out"]),
        ("win-tested", &["all", "mover"]),
        ("hand-win", &["allowed", "illegal"]),
        ("after-win", &["stop", "places"]),
        ("no-move", &["pass", "skip", "lose"]),
        ("repetition", &["none", "2", "3"]),
        ("cap", &["40", "100", "150total"]),
        ("seats", &["1", "2", "3", "4", "6"]),
        ("arm", &["1", "1", "1", "2", "3"]),
        ("layout", &["clockwise", "clockwise", "3,1/0,3,5/0,3,2,5"]),
    ];
    let mut rules = Rules::default();
    for (axis, values) in AXES {
        let value = values[below(rng, values.len() as u64) as usize];
        rules.set(axis, value).unwrap();
    }
    if below(rng, 4) == 0 {
        rules.marbles = Some([3, 6, 10][usize::from(rules.arm.unwrap_or(1)) - 1]);
    }
    Board::new(&rules).ok()
}

/// Two win rules declare winners with marbles at home, by design; no rules break anything else.
#[test]
fn games_under_any_rules_are_not_accused() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut broken_by_design = 0;
    for seed in 0..160 {
        let Some(board) = any_rules(&mut rng) else { continue };
        let laws = Laws::new(&board);
        for violation in played(&laws, seed, &["random", "forward", "hard", "easy"]) {
            let win = board.rules().win.name();
            assert!(
                violation.invariant == "no-winner-at-home" && matches!(win, "any-own" | "natives"),
                "{violation:?} {:?}",
                board.rules()
            );
            broken_by_design += 1;
        }
    }
    assert!(broken_by_design > 0);
}

#[test]
fn games_under_every_preset_are_not_accused() {
    for (index, (preset, _)) in PRESETS.iter().enumerate() {
        let mut rules = Rules::preset(preset).unwrap();
        rules.seats.get_or_insert(3);
        rules.set("cap", "60").unwrap();
        let board = Board::new(&rules).unwrap();
        let laws = Laws::new(&board);
        let bots = ["hard", "random", "normal"];
        assert_eq!(played(&laws, index as u64, &bots), [], "{preset}");
    }
}

#[test]
fn what_is_checked_does_not_depend_on_the_game_before() {
    let (laws, _) = laws(&[("win", "any-own")], AT_HOME);
    let mut checker = Checker::new(laws, Level::All, 1);
    for number in 0..2 {
        let setup: Setup = AT_HOME.parse().unwrap();
        let mut game = Game::resume(laws.board(), &setup).unwrap();
        checker.start(&game, number);
        assert_eq!(checker.violations(), []);
        let before = *game.position();
        let what = MoveText::Move(mv(laws, "m5-n1"));
        game.act(what).unwrap();
        checker.ply(&before, before.turn(), what, &game);
        checker.finish(&game);
        let ids: Vec<&str> = checker.violations().iter().map(|found| found.invariant).collect();
        assert_eq!(ids, ["no-winner-at-home"]);
        assert_eq!(checker.violations()[0].ply, 1);
    }
}

#[test]
fn nothing_is_checked_when_off() {
    let (laws, setup) = laws(&[("win", "any-own")], AT_HOME);
    let mut checker = Checker::new(laws, Level::Off, 1);
    let mut game = Game::resume(laws.board(), &setup).unwrap();
    checker.start(&game, 0);
    let before = *game.position();
    let what = MoveText::Move(mv(laws, "m5-n1"));
    game.act(what).unwrap();
    checker.ply(&before, before.turn(), what, &game);
    checker.finish(&game);
    assert_eq!(checker.violations(), []);
}
