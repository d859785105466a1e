//! Readers are total: whatever the text, a value or an error that names what is wrong, and what is
//! written reads back.

use engine::Game;
use engine::notation::{KeyText, MoveText, Setup};
use engine::rules::{AXES, Board, PRESETS, Rules};
use engine::star::{ARMS, Star};
use proptest::collection::vec;
use proptest::prelude::*;
use tests::{Setting, cases};

/// One change to a text, at some place of it.
#[derive(Clone, Debug)]
enum Edit {
    Remove(usize),
    Insert(usize, String),
    Replace(usize, String),
    Repeat(usize, usize),
    Cut(usize),
}

fn scrap() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9/\\[\\] ;=,ra-q-]{1,3}",
        "[0-9]{1,12}",
        Just(" ; ply=3 cap=9total places=r,1,0 natives=a1,b2".to_string()),
        Just(" ; places=50,1".to_string()),
        any::<char>().prop_map(String::from),
    ]
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = || any::<usize>();
    let edit = prop_oneof![
        at().prop_map(Edit::Remove),
        (at(), scrap()).prop_map(|(at, scrap)| Edit::Insert(at, scrap)),
        (at(), scrap()).prop_map(|(at, scrap)| Edit::Replace(at, scrap)),
        (at(), at()).prop_map(|(from, to)| Edit::Repeat(from, to)),
        at().prop_map(Edit::Cut),
    ];
    vec(edit, 0..4)
}

fn edited(text: &str, edits: Vec<Edit>) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for edit in edits {
        let len = chars.len();
        let place = |at: usize| if len == 0 { 0 } else { at % len };
        match edit {
            Edit::Remove(at) if len > 0 => drop(chars.remove(place(at))),
            Edit::Insert(at, scrap) => drop(chars.splice(place(at)..place(at), scrap.chars())),
            Edit::Replace(at, scrap) if len > 0 => {
                drop(chars.splice(place(at)..=place(at), scrap.chars()));
            }
            Edit::Repeat(from, to) => {
                let part = chars[place(from).min(place(to))..].to_vec();
                drop(chars.splice(place(to)..place(to), part));
            }
            Edit::Cut(at) => chars.truncate(place(at)),
            Edit::Remove(_) | Edit::Replace(..) => {}
        }
    }
    chars.into_iter().collect()
}

/// A setup with everything that a text can say, not all of which any game comes to.
fn setup() -> impl Strategy<Value = Setup> {
    (Setting::any(), any::<u32>(), any::<u8>()).prop_map(|(setting, ply, more)| {
        let mut setup = Setup::from(setting.position);
        if more % 2 == 1 {
            setup.ply = ply % 1_000_000_000;
        }
        if more & 2 != 0 {
            setup.cap = Some(setting.board.rules().cap);
        }
        if more & 4 != 0 {
            let mut game = Game::resume(&setting.board, &setup).expect("a setting fits");
            while more & 8 != 0 && !game.over() && game.ply() < setup.ply + 3 {
                game.resign().expect("it goes on");
            }
            setup.places = game.setup().places;
        }
        setup
    })
}

/// Faults come in this order.
const CODES: [&str; 8] = ["length", "letter", "rows", "width", "fields", "seat", "count", "game"];

fn check(text: &str) -> Result<(), TestCaseError> {
    match text.parse::<Setup>() {
        Ok(setup) => {
            let written = setup.to_string();
            prop_assert_eq!(written.parse::<Setup>(), Ok(setup.clone()), "{}", written);
            let position = setup.position;
            prop_assert_eq!(position.check(), Ok(()));
            for seat in position.seats() {
                prop_assert!(position.marbles(seat).len() <= position.marbles_each());
            }
            // What reads can be played with.
            let rules = Rules {
                arm: Some(position.star().arm()),
                seats: Some(position.seat_count() as u8),
                marbles: Some(position.marbles_each() as u8),
                ..Rules::default()
            };
            let board = Board::new(&rules).expect("no position is on another board");
            match Game::resume(&board, &setup) {
                Ok(mut game) => {
                    if let Some(mv) = game.moves().nth(0) {
                        game.play(mv).expect("a listed move");
                    }
                }
                Err(misfit) => prop_assert!(!misfit.to_string().is_empty()),
            }
        }
        Err(error) => {
            prop_assert!(!error.faults().is_empty());
            prop_assert_eq!(error.code(), error.faults()[0].code());
            let place = |code| CODES.iter().position(|&known| known == code);
            let places: Vec<_> = error.faults().iter().map(|fault| place(fault.code())).collect();
            prop_assert!(places.iter().all(Option::is_some));
            prop_assert!(places.is_sorted(), "{}", error);
            let says = error.to_string();
            let mut says = says.as_str();
            for fault in error.faults() {
                let named = says.split_once(&format!("{}: {fault}", fault.code()));
                prop_assert!(named.is_some(), "{}", fault);
                says = named.unwrap_or_default().1;
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn any_text_is_a_position_or_says_why_not(bytes in vec(any::<u8>(), 0..300)) {
        check(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_scraps_of_a_position_are_one_or_say_why_not(text in "[0-9/\\[\\] ;=,a-z]{0,300}") {
        check(&text)?;
    }

    #[test]
    fn an_edited_position_is_one_or_says_why_not(setup in setup(), edits in edits()) {
        check(&edited(&setup.to_string(), edits))?;
    }

    #[test]
    fn any_text_is_a_key_or_none(text in "[0-9a-fA-F+ é]{14,18}", key in any::<u64>()) {
        if let Ok(read) = text.parse::<KeyText>() {
            prop_assert_eq!(read.to_string(), text);
        }
        prop_assert_eq!(KeyText(key).to_string().parse(), Ok(KeyText(key)));
    }

    #[test]
    fn writing_then_reading_is_the_identity(setup in setup()) {
        let text = setup.to_string();
        prop_assert_eq!(text.parse::<Setup>(), Ok(setup), "{}", text);
    }

    #[test]
    fn any_text_is_a_move_or_says_why_not(
        setting in Setting::any(), text in "\\PC{0,40}", pick in any::<usize>(), edits in edits(),
    ) {
        let Setting { board, position } = setting;
        let moves = board.moves(&position);
        let mut texts = vec![text];
        if let Some(mv) = moves.nth(pick % moves.len().max(1)) {
            texts.push(edited(&board.path_text(&position, mv), edits.clone()));
            texts.push(edited(&board.star().move_text(mv), edits));
        }
        for text in texts {
            match board.read_move(&position, &text) {
                Ok(MoveText::Move(mv)) => prop_assert!(moves.contains(mv), "{}", text),
                Ok(MoveText::Pass) => prop_assert_eq!(text, "pass"),
                Ok(MoveText::Resign) => prop_assert_eq!(text, "resign"),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn any_text_is_a_hole_or_none(text in "[a-r]?[0-9]{0,3}|\\PC{0,4}") {
        for star in ARMS.filter_map(Star::of) {
            if let Some(hole) = star.hole_named(&text) {
                prop_assert_eq!(star.name(hole), text.clone());
            }
        }
    }

    #[test]
    fn any_value_of_an_axis_is_taken_or_refused_by_name(
        preset in 0..PRESETS.len(), axis in 0..AXES.len(),
        value in "[0-9]{1,4}(total)?|[0-6](,[0-6]){0,5}(/[0-6](,[0-6]){0,5}){0,2}|[a-z]{1,6}(-[a-z]{1,6})?|\\PC{0,8}",
    ) {
        let (before, axis) = (Rules::preset(PRESETS[preset].0).expect("listed"), AXES[axis].name);
        let mut rules = before;
        match rules.set(axis, &value) {
            Ok(()) => {
                let written = rules.get(axis).expect("an axis");
                let mut again = before;
                prop_assert_eq!(again.set(axis, &written), Ok(()));
                prop_assert_eq!(again, rules);
                prop_assert_eq!(rules.check(), Ok(()));
            }
            Err(error) => {
                let says = error.to_string();
                prop_assert!(says.contains(axis) || value == "5", "{}", says);
                prop_assert_eq!(rules, before, "nothing has changed");
            }
        }
        // Whatever the axes, a board or an error.
        if let Err(error) = Board::new(&rules) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn presets_are_what_they_say() {
    let named: Vec<&str> = PRESETS.iter().map(|&(name, _)| name).collect();
    let documented =
        "standard hub standard-2p game-sternhalma liou-3p sturtevant-2p openspiel magmacrunch";
    assert_eq!(named.join(" "), documented);
    assert_eq!(Rules::preset("standard"), Ok(Rules::default()));
    let axis = |preset: &str, axis: &str| {
        Rules::preset(preset).expect("listed").get(axis).expect("an axis")
    };
    for (preset, differs) in [
        ("hub", "hops=long"),
        ("standard-2p", "seats=2 win=all-own leave-goal=forbidden"),
        ("game-sternhalma", "win=any-own after-win=places"),
        ("liou-3p", "seats=3 foreign-points=private win=all-own no-move=skip repetition=2"),
        (
            "sturtevant-2p",
            "seats=2 foreign-points=private win=any-own hand-win=illegal no-move=lose repetition=2",
        ),
        ("openspiel", "win=all-own win-tested=mover cap=1000total"),
        ("magmacrunch", "over=others win=natives layout=0,3/0,2,4/0,3,2,5/0,3,2,5,4,1"),
    ] {
        for known in AXES {
            let pairs = differs.split(' ').filter_map(|pair| pair.split_once('='));
            let named =
                pairs.filter(|(name, _)| *name == known.name).map(|(_, value)| value).next();
            let value = named.map_or_else(|| axis("standard", known.name), str::to_string);
            assert_eq!(axis(preset, known.name), value, "{preset} {}", known.name);
        }
    }
    assert!(Rules::preset("none").expect_err("no such").to_string().contains("hub"));
}
