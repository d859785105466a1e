//! Tests of matches.

use std::collections::BTreeSet;

use engine::rules::Rules;

use super::book::score;
use super::figures::Figures;
use super::series::{Series, play};
use super::test::{Test, sprt};
use crate::check::Level;
use crate::config::{Config, Options};
use crate::contender::Contender;
use crate::event::Record;
use crate::interrupt::Interrupt;
use crate::plan::{Seating, Stream};
use crate::playout::{Notes, playout};
use crate::run::Stopped;
use crate::stats::sprt::Decision;
use crate::ugi::engines::Engines;
use crate::ugi::player::Pool;

fn config(bots: &[&str], seats: u8, games: u64) -> Config {
    let mut rules = Rules::default();
    rules.set("arm", "2").unwrap();
    let bots = bots.iter().map(|name| Contender::named(name).unwrap()).collect();
    let (engines, seating) = (Engines::default(), Seating::Every);
    Config { games, seats: vec![seats], bots, seed: 3, rules, opening: 2, engines, seating }
}

fn played(config: &Config, test: Option<&str>, threads: usize) -> (Series, Vec<Record>) {
    struct Games(Vec<Record>);
    impl crate::sink::Sink for Games {
        fn take(&mut self, event: &crate::event::Event<'_>) -> Result<(), crate::exit::RunError> {
            if let crate::event::Event::Game(record) = event {
                self.0.push((*record).clone());
            }
            Ok(())
        }

        fn finish(&mut self, _: &crate::run::Outcome) -> Result<(), crate::exit::RunError> {
            Ok(())
        }
    }
    let options = Options { threads, check: Level::Off, ..Options::default() };
    let test = test.map(|text| sprt(text).unwrap());
    let mut games = Games(Vec::new());
    let series = play(config, &options, test, &Interrupt::new(), &mut games).unwrap();
    (series, games.0)
}

#[test]
fn a_test_ends_at_the_same_block_whatever_the_threads() {
    let config = config(&["forward", "random"], 3, 60_000);
    let (alone, games) = played(&config, Some("elo1=20"), 1);
    assert_eq!(alone.outcome.stopped, Some(Stopped::Enough));
    assert_eq!(alone.tests[0].decision, Decision::Alternative);
    assert_eq!(games.len() as u64, 6 * alone.book.played, "it ends with a block");
    assert_eq!(alone.tests[0].blocks, alone.book.blocks.len() as u64);
    let (others, same) = played(&config, Some("elo1=20"), 3);
    assert!(same == games);
    assert_eq!((others.figures, others.tests), (alone.figures, alone.tests));
}

#[test]
fn equal_bots_are_found_no_stronger_and_the_bound_leaves_it_open() {
    let config = config(&["forward", "forward:noise=0"], 2, 4000);
    let (series, _) = played(&config, Some("elo0=0,elo1=200"), 2);
    assert_eq!(series.tests[0].decision, Decision::Null);
    let (series, games) = played(&Config { games: 40, ..config }, Some("elo1=10"), 2);
    assert_eq!((series.tests[0].decision, games.len()), (Decision::Open, 40));
    assert_eq!(series.outcome.stopped, None);
}

/// What was done in each game of a plan, and who sat where.
fn lines(config: &Config) -> Vec<(Vec<usize>, String)> {
    let board = config.board(config.seats[0]).unwrap();
    let (pool, interrupt) = (Pool::new(config.engines), Interrupt::new());
    let line = |game| {
        let (planned, mut played) = (config.plan().game(game), engine::Game::new(&board));
        let mut notes = Notes::default();
        playout(config, &pool, &planned, &mut played, &mut (), &mut notes, &interrupt).unwrap();
        (planned.bots().to_vec(), format!("{:?}", played.log().collect::<Vec<_>>()))
    };
    (0..config.games).map(line).collect()
}

#[test]
fn games_that_repeat_count_once() {
    // One marble each on the smallest star: there are not so many games.
    let mut config = config(&["forward", "easy"], 2, 400);
    config.rules.set("arm", "1").unwrap();
    let (series, _) = played(&config, Some("elo0=0,elo1=1"), 2);
    let (lines, mut seen, mut blocks) = (lines(&config), BTreeSet::new(), 0);
    for block in lines.chunks(2) {
        blocks += usize::from(block.iter().filter(|&line| seen.insert(line.clone())).count() > 0);
    }
    let distinct = seen.len() as u64;
    assert!((10..380).contains(&distinct), "{distinct}");
    let book = &series.book;
    assert_eq!((book.played, book.games, book.repeats), (200, distinct, 400 - distinct));
    assert_eq!((book.blocks.len(), series.tests[0].blocks), (blocks, blocks as u64));
    let appearances = series.figures.unwrap().bots.iter().map(|row| row.appearances).sum::<u64>();
    assert_eq!(appearances, 2 * distinct);
}

#[test]
fn blocks_that_are_all_alike_decide_nothing_at_once_and_have_an_interval() {
    let test = sprt("elo1=10").unwrap();
    for alike in [0.0, 0.5, 1.0] {
        let mut lone = Test::new(test, 0, 1);
        (0..40).for_each(|_| lone.add(alike));
        assert_eq!((lone.decision, lone.blocks), (Decision::Open, 40), "{alike}: {}", lone.ratio);
    }
    let (series, _) = played(&config(&["hard", "random"], 2, 40), None, 2);
    let pair = series.figures.unwrap().pairs[0];
    assert_eq!((pair.counts, pair.score.value), ([40, 0, 0], 1.0));
    // Wilson's interval for 20 of 20.
    assert!((pair.score.interval.low - 0.8389).abs() < 1e-4, "{:?}", pair.score);
}

#[test]
fn figures_add_up_and_stronger_bots_are_rated_higher() {
    let config = config(&["random", "forward", "normal"], 4, 36 * 6);
    let (series, games) = played(&config, None, 2);
    let again = Figures::of(&series.book, &mut Stream::Resample.of(3, 4));
    assert_eq!(series.figures, again, "the intervals follow from the seed");
    let figures = series.figures.unwrap();
    let wins = games.iter().filter(|game| game.winner.is_some()).count() as u64;
    for rows in [&figures.bots, &figures.seats] {
        assert_eq!(rows.iter().map(|row| row.wins).sum::<u64>(), wins);
        assert_eq!(rows.iter().map(|row| row.appearances).sum::<u64>(), 4 * games.len() as u64);
        assert!(rows.iter().map(|row| row.elo.value).sum::<f64>().abs() < 1e-6);
        for row in rows {
            for figure in [row.share, row.place, row.elo] {
                let (low, high) = (figure.interval.low, figure.interval.high);
                assert!(low <= figure.value && figure.value <= high, "{figure:?}");
            }
        }
    }
    let elos: Vec<f64> = figures.bots.iter().map(|row| row.elo.value).collect();
    assert!(elos[0] + 50.0 < elos[1] && elos[1] + 50.0 < elos[2], "{elos:?}");
    assert_eq!(figures.pairs.len(), 3);
    assert!(figures.pairs.iter().all(|pair| pair.score.interval.high < 0.5));
}

#[test]
fn points_are_shared_by_place_and_a_game_without_a_winner_is_a_draw() {
    let kind =
        |winner| super::book::Kind { bots: vec![0, 1, 1, 2], places: vec![2, 1, 4, 3], winner };
    assert_eq!(kind(Some(1)).against(0, 1), [1, 0, 1]);
    assert_eq!(kind(Some(1)).against(0, 2), [1, 0, 0]);
    assert_eq!(kind(Some(1)).against(2, 1), [1, 0, 1]);
    assert_eq!(kind(None).against(0, 1), [0, 2, 0]);
    assert_eq!(score([1.0, 2.0, 0.0]), Some(2.0 / 3.0));
    assert_eq!(score([0.0; 3]), None);
}

#[test]
fn a_test_is_read_with_its_defaults_and_what_is_none_is_refused() {
    let test = sprt("elo0=0,elo1=10,alpha=.05,beta=.05").unwrap();
    assert_eq!(sprt("elo1=10"), Ok(test));
    assert_eq!(
        sprt("beta=0.1,elo0=-5").map(|test| (test.elo0, test.elo1, test.beta)),
        Ok((-5.0, 10.0, 0.1))
    );
    for bad in [
        "",
        "elo1",
        "elo1=x",
        "elo1=nan",
        "elo1=inf",
        "elo2=1",
        "elo0=10,elo1=10",
        "elo0=11",
        "alpha=0",
        "alpha=.5",
        "beta=-1",
        "elo1=5,elo1=6",
        "elo1=2000",
        "elo0=0;elo1=10",
    ] {
        assert!(sprt(bad).is_err(), "{bad}");
    }
}
