//! What is told by the games themselves: places, lengths, ends.

use std::collections::BTreeMap;

use super::chart::{bars, histogram, stacks};
use super::section::{Section, percent, plain};
use crate::compare::folder::Game;
use crate::text::grouped;

type BySeats<'g> = BTreeMap<u8, Vec<&'g Game>>;

fn by_seats(games: &[Game]) -> BySeats<'_> {
    let mut told = BySeats::new();
    for game in games {
        told.entry(game.seats).or_default().push(game);
    }
    told
}

/// Who comes where: wins, mean place and places of each seat.
pub fn places(games: &[Game]) -> Option<Section> {
    let mut section = Section::new("places", "Places by seat");
    let mut rows = Vec::new();
    for (seats, games) in by_seats(games) {
        let mut shares = Vec::new();
        for seat in 0..usize::from(seats) {
            let mut places = vec![0.0; seats.into()];
            let told = games.iter().filter_map(|game| *game.places.get(seat)?);
            for place in told.filter(|place| (1..=seats).contains(place)) {
                places[usize::from(place) - 1] += 1.0;
            }
            let all: f64 = places.iter().sum();
            if all == 0.0 {
                continue;
            }
            let sum: f64 =
                places.iter().zip(1..).map(|(many, place)| many * f64::from(place)).sum();
            let won = games.iter().filter(|game| game.winner == Some(seat as u8)).count();
            rows.push(vec![
                seats.to_string(),
                seat.to_string(),
                grouped(all as u64),
                percent(won as f64 / games.len() as f64),
                plain(sum / all),
            ]);
            shares.push((format!("seat {seat}"), places));
        }
        if !shares.is_empty() {
            let caption = format!("{seats} seats: shares of places 1 to {seats}, from the left");
            section.figure(caption.clone(), stacks(&caption, &shares));
        }
    }
    if rows.is_empty() {
        return None;
    }
    section.notes.push("Seat 0 moves first. Ties share the better place.".to_string());
    section.table("", &["seats", "seat", "games", "won", "mean place"], rows, false);
    Some(section)
}

/// How long games are.
pub fn lengths(games: &[Game]) -> Option<Section> {
    let mut section = Section::new("lengths", "Game lengths");
    let mut rows = Vec::new();
    for (seats, games) in by_seats(games) {
        let mut plies: Vec<u64> = games.iter().filter_map(|game| game.plies).collect();
        if plies.is_empty() {
            continue;
        }
        plies.sort_unstable();
        let caption = format!("{}: games by length in plies", seats_text(seats));
        section.figure(caption.clone(), histogram(&caption, &plies));
        let at = |share: f64| {
            let rank = (share * plies.len() as f64).ceil() as usize;
            grouped(plies[rank.clamp(1, plies.len()) - 1])
        };
        let mean = plies.iter().sum::<u64>() as f64 / plies.len() as f64;
        rows.push(vec![
            seats.to_string(),
            grouped(plies.len() as u64),
            at(0.0),
            at(0.1),
            at(0.5),
            at(0.9),
            at(1.0),
            plain(mean),
        ]);
    }
    let head = ["seats", "games", "shortest", "10%", "median", "90%", "longest", "mean"];
    let any = !rows.is_empty();
    section.table("Plies of all seats, the opening included", &head, rows, false);
    any.then_some(section)
}

/// How games ended.
pub fn ends(games: &[Game]) -> Option<Section> {
    let mut section = Section::new("ends", "How games ended");
    for (seats, games) in by_seats(games) {
        let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
        for game in &games {
            *ends.entry(game.end.as_deref().unwrap_or("not told")).or_default() += 1;
        }
        let mut ends: Vec<_> = ends.into_iter().collect();
        ends.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let all = games.len() as f64;
        let row = |(end, count): (&str, u64)| {
            let told = format!("{} ({})", grouped(count), percent(count as f64 / all));
            (end.to_string(), count as f64, told)
        };
        let rows: Vec<_> = ends.into_iter().map(row).collect();
        let caption = format!("{}: {} games", seats_text(seats), grouped(games.len() as u64));
        section.figure(caption.clone(), bars(&caption, &rows));
    }
    (!section.figures.is_empty()).then_some(section)
}

fn seats_text(seats: u8) -> String {
    format!("{seats} seat{}", if seats == 1 { "" } else { "s" })
}
