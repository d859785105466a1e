//! The search again, slow and obvious, on the game itself; and the laws of the fast one.
//!
//! It plays every move on a copy of the game, counts terms anew, and looks at everything that the
//! beam lets through: no gains, no bounds, no bits.

use alloc::vec::Vec;

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::race::PLACE;
use super::*;
use crate::dice::below;
use crate::moves::MoveKind;
use crate::notation::Setup;
use crate::rules::{AXES, AfterWin, Board, BySeat, Rules, Seat};
use crate::{End, Standing};

/// A move with what it is worth to its side, the game after it, and who has come home by then.
type Candidate<'b> = (i32, Move, Game<'b>, Vec<(Seat, i32)>);

/// The slow search of one root.
struct Slow<'a> {
    settings: &'a Settings,
    root: Seat,
    racers: Vec<Seat>,
}

impl Slow<'_> {
    fn of<'a>(settings: &'a Settings, game: &Game<'_>) -> Slow<'a> {
        let racing = |&seat: &Seat| game.standing(seat) == Standing::Racing;
        let racers = game.board().seats().filter(racing).collect();
        Slow { settings, root: game.position().turn(), racers }
    }

    /// What a game is worth to `viewer` as it stands, `ply` plies on; `homes` came home on the way.
    fn score(&self, game: &Game<'_>, viewer: Seat, ply: i32, homes: &[(Seat, i32)]) -> i32 {
        let place = homes.iter().position(|&(seat, _)| seat == viewer);
        let stops = game.board().rules().after_win == AfterWin::Stop;
        match (game.end(), place) {
            (Some(End::Repetition), _) => return 0,
            (_, Some(place)) if place == 0 || !stops => {
                return WIN - homes[place].1 - PLACE * place as i32;
            }
            (Some(End::Home | End::BlockedHome), _) => return ply - WIN,
            _ => {}
        }
        let value =
            |seat| Terms::of(game.board(), game.position(), seat).value(&self.settings.weights);
        let rivals = self.racers.iter().filter(|&&seat| seat != viewer);
        let own = value(viewer) * (self.racers.len() as i32 - 1).max(1);
        own - rivals.map(|&seat| value(seat)).sum::<i32>() - PLACE * homes.len() as i32
    }

    /// Every move of the seats that may move, with the game after it, best first.
    fn candidates<'b>(
        &self,
        game: &Game<'b>,
        movers: &[Seat],
        viewer: Seat,
        ply: i32,
        homes: &[(Seat, i32)],
    ) -> Vec<Candidate<'b>> {
        let mut list = Vec::new();
        for &mover in movers {
            let game = turned(game, mover);
            let moves = game.moves();
            // By marble: its chains, then its steps.
            for kind in moves
                .marbles()
                .map(|marble| marble.from())
                .flat_map(|from| [MoveKind::Chain, MoveKind::Step].map(|kind| (from, kind)))
            {
                let of_kind = |mv: &Move| (mv.from(), game.board().kind(*mv)) == kind;
                for mv in moves.iter().filter(of_kind) {
                    let mut after = game.clone();
                    after.play(mv).unwrap();
                    let homes = arrived(&game, &after, ply, homes);
                    let score = self.score(&after, viewer, ply, &homes);
                    list.push((if viewer == mover { score } else { -score }, mv, after, homes));
                }
            }
        }
        list.sort_by_key(|&(score, ..)| -score);
        list
    }

    /// What the position is worth to every seat.
    fn look(&self, game: &Game<'_>, ply: i32, homes: &[(Seat, i32)]) -> BySeat<i32> {
        let all = |game: &Game<'_>, ply, homes: &[(Seat, i32)]| {
            BySeat::from_fn(|seat| {
                if seat.index() < game.board().seat_count() {
                    self.score(game, seat, ply, homes)
                } else {
                    0
                }
            })
        };
        let mode = self.settings.mode.at(self.racers.len());
        let done = mode != Mode::MaxN && game.standing(self.root) != Standing::Racing;
        if game.over() || done || ply == self.settings.depth as i32 {
            return all(game, ply, homes);
        }
        let turn = game.position().turn();
        let movers: Vec<Seat> = if mode == Mode::BestReply && turn != self.root {
            let rivals = self.racers.iter().filter(|&&seat| seat != self.root);
            rivals.copied().filter(|&seat| game.standing(seat) == Standing::Racing).collect()
        } else {
            [turn].into()
        };
        let viewer = if mode == Mode::MaxN { turn } else { self.root };
        let mut list = self.candidates(game, &movers, viewer, ply + 1, homes);
        if list.is_empty() {
            let mut after = game.clone();
            for _ in &movers {
                if !after.over() {
                    after.pass().unwrap();
                }
            }
            return self.look(&after, ply + 1, homes);
        }
        list.truncate(self.settings.width as usize);
        let better = |a: i32, b: i32| if viewer == turn { a > b } else { a < b };
        let mut best: Option<BySeat<i32>> = None;
        for (_, _, after, homes) in &list {
            let goes_on = !after.over() && after.standing(self.root) == Standing::Racing;
            let after =
                if movers.len() > 1 && goes_on { turned(after, self.root) } else { after.clone() };
            let value = self.look(&after, ply + 1, homes);
            if best.is_none_or(|best| better(value[viewer], best[viewer])) {
                best = Some(value);
            }
        }
        best.unwrap()
    }

    /// The score of one root move.
    fn score_of(&self, game: &Game<'_>, mv: Move) -> i32 {
        let mut after = game.clone();
        after.play(mv).unwrap();
        let homes = arrived(game, &after, 1, &[]);
        self.look(&after, 1, &homes)[self.root]
    }

    /// The best score of the root moves that the beam lets through, ties in gain all included.
    fn best(&self, game: &Game<'_>) -> i32 {
        let list = self.candidates(game, &[self.root], self.root, 1, &[]);
        let width = (self.settings.width as usize).min(list.len());
        let kept = list[..width].iter().map(|&(_, mv, ..)| self.score_of(game, mv));
        kept.max().unwrap()
    }
}

/// The game with the turn given to another seat.
fn turned<'b>(game: &Game<'b>, seat: Seat) -> Game<'b> {
    if game.position().turn() == seat {
        return game.clone();
    }
    let mut setup = game.setup();
    setup.position.set_turn(seat);
    Game::resume(game.board(), &setup).unwrap()
}

/// The seats that are home in `after`, in the order in which they came, each with its ply.
fn arrived(
    before: &Game<'_>,
    after: &Game<'_>,
    ply: i32,
    homes: &[(Seat, i32)],
) -> Vec<(Seat, i32)> {
    let mut homes = homes.to_vec();
    let first = homes.len();
    for seat in after.board().seats() {
        if after.finished(seat) && !before.finished(seat) {
            homes.push((seat, ply));
        }
    }
    homes[first..].sort_by_key(|&(seat, _)| match after.standing(seat) {
        Standing::Home(place) => place,
        _ => 0,
    });
    homes
}

pub(super) fn board(axes: &[(&str, &str)]) -> Board {
    let mut rules = Rules::default();
    for (axis, value) in axes {
        assert!(AXES.iter().any(|known| known.name == *axis));
        rules.set(axis, value).unwrap();
    }
    Board::new(&rules).unwrap()
}

pub(super) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A point in a game: `wild` plies a seat at random, then forward moves alone. With `late`, on a
/// board where each seat is about to come home.
pub(super) fn some_game<'b>(board: &'b Board, seed: u64, wild: u32, late: bool) -> Game<'b> {
    let mut rng = rng(seed);
    let mut position = board.start();
    if late {
        // Goals nearly full: what is left of each set stands anywhere.
        position = board.empty();
        for seat in board.seats() {
            for hole in board.goal(seat) {
                let fits = position.marbles(seat).len() < board.marbles_each();
                if fits && below(&mut rng, 8) > 0 {
                    position.put(seat, hole);
                }
            }
        }
        for seat in board.seats() {
            while position.marbles(seat).len() < board.marbles_each() {
                let hole = below(&mut rng, board.star().len() as u64) as usize;
                position.put(seat, crate::star::Hole::at(hole));
            }
        }
        position.set_turn(Seat::ALL[below(&mut rng, board.seat_count() as u64) as usize]);
    }
    let mut game = Game::resume(board, &Setup::from(position)).unwrap();
    for _ in 0..wild * board.seat_count() as u32 {
        let moves = game.moves();
        let count = moves.len() as u64;
        if count == 0 {
            break;
        }
        let mut next = game.clone();
        next.play(moves.nth(below(&mut rng, count) as usize).unwrap()).unwrap();
        if next.over() {
            break;
        }
        game = next;
    }
    // Without a past: earlier set-ups are looked at elsewhere.
    Game::resume(board, &game.setup()).unwrap()
}

/// The default weights, or any.
pub(super) fn weights() -> impl Strategy<Value = Weights> {
    let any = (0..=Weights::MAX, 0..=Weights::MAX, 0..=Weights::MAX, 0..=Weights::MAX);
    prop_oneof![
        Just(Weights::default()),
        any.prop_map(|(distance, straggler, classes, blocking)| Weights {
            distance,
            straggler,
            classes,
            blocking
        }),
    ]
}

pub(super) const RULES: &[&[(&str, &str)]] = &[
    &[("seats", "2")],
    &[("seats", "2"), ("hops", "long")],
    &[("seats", "2"), ("win", "all-own"), ("leave-goal", "forbidden"), ("arm", "2")],
    &[("seats", "2"), ("win", "any-own"), ("hand-win", "illegal"), ("arm", "2")],
    &[("seats", "2"), ("win-tested", "mover"), ("arm", "1"), ("marbles", "3")],
    &[("seats", "2"), ("arm", "1"), ("marbles", "3"), ("win", "all-own")],
    &[("seats", "2"), ("arm", "1"), ("repetition", "2")],
    &[("seats", "2"), ("marbles", "15"), ("win", "empty-home")],
    &[("seats", "3")],
    &[("seats", "3"), ("after-win", "places"), ("arm", "2"), ("win", "locked-out")],
    &[("seats", "3"), ("arm", "1"), ("marbles", "3"), ("after-win", "places")],
    &[("seats", "4"), ("after-win", "places"), ("arm", "2"), ("win", "natives")],
    &[("seats", "4"), ("win", "any-own"), ("arm", "2"), ("hops", "long"), ("over", "others")],
    &[("seats", "6"), ("after-win", "places"), ("arm", "2")],
    &[("seats", "6"), ("foreign-points", "private"), ("cap", "40total")],
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn the_fast_search_finds_what_the_slow_one_does(
        rules in 0..RULES.len(),
        seed in any::<u64>(),
        wild in 0_u32..8,
        late in any::<bool>(),
        depth in 1_u32..=3,
        width in 1_u32..=4,
        mode in 0..Mode::ALL.len(),
        weights in weights(),
    ) {
        let board = board(RULES[rules]);
        let game = some_game(&board, seed, wild, late);
        let settings = Settings { mode: Mode::ALL[mode], weights, ..Settings::new(depth, width) };
        let found = Searcher::new().search(&game, &settings, seed, None);
        let Some(mv) = found.mv else {
            prop_assert!(game.moves().is_empty() || game.over());
            return Ok(());
        };
        // The beam may cut the root among equals: there the seed decides, so the move that was
        // found is what is looked at; where nothing is cut the best is.
        let slow = Slow::of(&settings, &game);
        if !found.is_won() {
            prop_assert_eq!(found.score, slow.score_of(&game, mv));
            let moves = game.moves().len() as u32;
            let wide = Settings { width: moves, ..settings };
            if depth < 3 {
                let found = Searcher::new().search(&game, &wide, seed, None);
                prop_assert!(found.is_won() || found.score == Slow::of(&wide, &game).best(&game));
            }
        }
    }
}
