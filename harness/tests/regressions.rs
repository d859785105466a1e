//! Every case of `corpora/regressions/` is replayed, and says what is right.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use engine::End;
use engine::rules::Seat;
use engine::star::HoleSet;
use harness::case::{Case, Expect};
use harness::subject::natives;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/regressions")
}

/// Name, number and case of every file, in their order.
fn cases() -> Vec<(String, usize, Case)> {
    let entries = fs::read_dir(folder()).expect("the corpus is there");
    let mut cases = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
        if name == "README.md" {
            continue;
        }
        let number = name.strip_suffix(".case").and_then(|name| name.split('-').next());
        let number = number.filter(|number| number.len() == 4).and_then(|text| text.parse().ok());
        let number = number.unwrap_or_else(|| panic!("{name} is not NNNN-what.case"));
        let bytes = fs::read(&path).expect("a file can be read");
        let case = Case::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        cases.push((name.to_string(), number, case));
    }
    cases.sort_by_key(|&(_, number, _)| number);
    cases
}

#[test]
fn every_case_comes_out_as_it_says() {
    let mut ran = Vec::new();
    for (name, number, case) in cases() {
        let amiss = case.try_again(&natives).amiss();
        assert!(amiss.is_empty(), "{name}: {}", amiss.join("; "));
        ran.push(number);
    }
    // Numbers without gaps: a file that is gone, or was not read, is missed.
    assert_eq!(ran, (1..=ran.len()).collect::<Vec<_>>());
    assert!(ran.len() >= 77, "only {} ran", ran.len());
}

/// Whatever a case says, the opposite is noticed: no line in it is idle.
#[test]
fn a_case_that_is_altered_fails() {
    for (name, _, case) in cases() {
        let altered = altered(&case);
        assert!(!altered.is_empty(), "{name} says nothing");
        for (what, altered) in altered {
            assert!(!altered.try_again(&natives).amiss().is_empty(), "{name}: {what} is idle");
        }
    }
}

/// The case with one thing that it says changed, in every way that it can be.
fn altered(case: &Case) -> Vec<(String, Case)> {
    let board = case.board();
    let mut all = Vec::new();
    let mut add = |what: &str, change: &dyn Fn(&mut Case)| {
        let mut altered = case.clone();
        change(&mut altered);
        all.push((what.to_string(), altered));
    };
    if let Some(winner) = case.claim.winner {
        let other = if winner.is_none() { Seat::new(0) } else { None };
        add("winner", &|case| case.claim.winner = Some(other));
    }
    if let Some(end) = case.claim.end {
        let other = if end == Some(End::Cap) { End::Home } else { End::Cap };
        add("end", &|case| case.claim.end = Some(Some(other)));
    }
    if let Some(places) = case.claim.places {
        let mut other = places;
        other[Seat::ALL[0]] = if places[Seat::ALL[0]].is_none() { Some(1) } else { None };
        add("places", &|case| case.claim.places = Some(other));
    }
    for (index, expect) in case.expect.iter().enumerate() {
        let text = expect.write(board.star());
        let other = match *expect {
            Expect::Fails | Expect::Refused => None,
            // All that must hold does, in whatever case.
            Expect::Holds => Some(Expect::Fails),
            Expect::Turn(None) => Some(Expect::Turn(Seat::new(0))),
            Expect::Turn(Some(_)) => Some(Expect::Turn(None)),
            Expect::Moves(count) => Some(Expect::Moves(count + 1)),
            Expect::Ends(from, ends) => {
                let other = board.star().holes().into_iter().next().expect("a hole");
                let one = HoleSet::of(other);
                let ends = if ends.contains(other) { ends - one } else { ends | one };
                Some(Expect::Ends(from, ends))
            }
            Expect::Home(win, mut home) => {
                home[Seat::ALL[0]] ^= true;
                Some(Expect::Home(win, home))
            }
        };
        add(&text, &|case| match &other {
            Some(other) => case.expect[index] = other.clone(),
            None => drop(case.expect.remove(index)),
        });
    }
    all
}

#[test]
fn every_case_is_of_a_kind_that_is_listed() {
    let readme = fs::read_to_string(folder().join("README.md")).expect("the corpus has a README");
    let rows = readme.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut listed = BTreeSet::new();
    for row in rows {
        let (_, numbers) = row.trim_matches(['|', ' ']).rsplit_once('|').expect("two columns");
        for number in numbers.split_whitespace() {
            listed.insert(number.parse::<usize>().unwrap_or_else(|_| panic!("{row}")));
        }
    }
    let there: BTreeSet<usize> = cases().into_iter().map(|(_, number, _)| number).collect();
    assert_eq!(listed, there);
}
