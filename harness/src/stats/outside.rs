//! The statistics beside those of scipy and choix: `corpora/statistics/expected.py` makes the values.

use serde_json::Value;

use super::newton::refit;
use super::sprt::Sprt;
use super::strength::{Ranking, Strengths, fit};
use super::{equal_shares, wilson_95};

fn expected() -> Value {
    serde_json::from_str(include_str!("../../../corpora/statistics/expected.json")).unwrap()
}

fn list<T>(value: &Value, read: impl Fn(&Value) -> T) -> Vec<T> {
    value.as_array().unwrap().iter().map(read).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn whole(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

#[track_caller]
fn close(ours: &[f64], theirs: &[f64], tolerance: f64) {
    assert_eq!(ours.len(), theirs.len());
    for (own, their) in ours.iter().zip(theirs) {
        assert!((own - their).abs() < tolerance, "{ours:?} {theirs:?}");
    }
}

#[test]
fn chances_of_equal_shares_are_those_of_scipy() {
    let cases = &expected()["chi_square"];
    assert_eq!(cases.as_array().unwrap().len(), 8);
    for case in cases.as_array().unwrap() {
        let counts = list(&case["counts"], |count| count.as_u64().unwrap());
        let ours = equal_shares(&counts).unwrap();
        assert!((ours / number(&case["p"]) - 1.0).abs() < 1e-9, "{counts:?}: {ours}");
    }
}

#[test]
fn wilson_intervals_are_those_of_scipy() {
    for case in expected()["wilson"].as_array().unwrap() {
        let (low, high) = wilson_95(whole(&case["hits"]) as u64, whole(&case["trials"]) as u64);
        close(&[low, high], &[number(&case["low"]), number(&case["high"])], 1e-9);
    }
}

#[test]
fn likelihood_ratios_are_those_that_scipy_finds() {
    for case in expected()["llr"].as_array().unwrap() {
        let seen = list(&case["seen"], |pair| (number(&pair[0]), whole(&pair[1]) as u64));
        let (elo0, elo1) = (number(&case["elo0"]), number(&case["elo1"]));
        let ours = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }.log_likelihood_ratio(&seen);
        close(&[ours], &[number(&case["llr"])], 1e-8);
    }
}

#[test]
fn strengths_are_those_of_choix() {
    let case = &expected()["bots"];
    let rankings =
        list(&case["orders"], |order| Ranking { bots: list(order, whole), places: vec![1, 2, 3] });
    close(&fit(&rankings, 3, false).bots, &list(&case["elo"], number), 1e-5);
}

#[test]
fn strengths_beside_worths_of_seats_are_those_that_scipy_finds() {
    let case = &expected()["both"];
    let rankings = list(&case["rankings"], |game| Ranking {
        bots: list(&game["bots"], whole),
        places: list(&game["places"], |place| whole(place) as u8),
    });
    let (bots, seats) = (list(&case["bots"], number), list(&case["seats"], number));
    let once = vec![1.0; rankings.len()];
    let fitted = refit(&rankings, &once, &Strengths::equal(3, 4));
    close(&fitted.bots, &bots, 1e-3);
    close(&fitted.seats, &seats, 1e-3);
    // Games that came up twice count twice, and a start close by changes nothing.
    let half = &rankings[..150];
    let twice = refit(half, &[2.0; 150], &fitted);
    let doubled = [half, half].concat();
    let again = refit(&doubled, &[1.0; 300], &Strengths::equal(3, 4));
    close(&twice.bots, &again.bots, 1e-4);
}
