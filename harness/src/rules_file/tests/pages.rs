//! Pages of a catalogue, key by key.

use super::*;

/// A page with `changes` in place of some of its lines, by key.
pub(super) fn page(changes: &[(&str, &str)]) -> String {
    let mut text = String::from("---\n");
    let lines = [
        ("title", "title: A race"),
        ("slug", "slug: a-race"),
        ("board", "board: star"),
        ("players", "players: 2"),
        ("parent", "parent: halma"),
        ("order", "order: 1"),
        ("win", "win: all-own"),
        ("special", "special: none"),
        ("published", "published: true"),
        ("engine", "engine:"),
        (
            "topology",
            "  topology: {type: graph, structure: star, params: {armSize: 4, spacing: 1.5}}",
        ),
        ("engine players", "  players: [white, black]"),
        ("setup", "  setup: {arms: [N, S]}"),
        ("end", "---"),
        ("body", "Cross the star."),
    ];
    for (key, line) in lines {
        let line =
            changes.iter().find(|(changed, _)| *changed == key).map_or(line, |(_, line)| line);
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn two_seats(axes: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (axis, value) in [("seats", "2"), ("arm", "4"), ("win", "all-own")].iter().chain(axes) {
        rules.set(axis, value).unwrap();
    }
    rules
}

#[test]
fn a_page_is_read_as_its_keys_say() {
    let reading = Reading::of_page(&page(&[]));
    assert_eq!(reading.rules(), Ok(two_seats(&[])));
    assert_eq!((reading.warnings, reading.title.as_deref()), (Vec::new(), Some("A race")));
    for (changes, axes) in [
        (&[("special", "special: long jumps")][..], &[("hops", "long")][..]),
        (
            &[("special", "special:\n- camp rule\n- {no-move: skip, cap: 400}")],
            &[("leave-goal", "forbidden"), ("no-move", "skip"), ("cap", "400")],
        ),
        (
            &[("special", "special: 'long hops, private points; hop over any piece'")],
            &[("hops", "long"), ("foreign-points", "private")],
        ),
        (&[("special", "special: 15 pegs")], &[("marbles", "15")]),
        (&[("special", "special:")], &[]),
        (&[("win", "win: natives")], &[("win", "natives")]),
        (&[("win", "win: Full goal with one own piece.")], &[("win", "any-own")]),
        (&[("players", "players: 2-6")], &[]),
        (&[("players", "players: [2, 3, 4, 6]")], &[]),
        (&[("setup", "  setup:\n    arms:\n    - N\n    - SE")], &[("layout", "0,2")]),
        (
            &[
                ("players", "players: 3"),
                ("engine players", "  players: [a, b, c]"),
                ("setup", "  setup: {arms: [N, SE, SW]}"),
            ],
            &[("seats", "3")],
        ),
        (
            &[("topology", "  topology: {type: graph, structure: star, params: {armSize: 2}}")],
            &[("arm", "2")],
        ),
        (&[("setup", ""), ("engine players", "")], &[]),
    ] {
        let reading = Reading::of_page(&page(changes));
        assert_eq!(reading.rules(), Ok(two_seats(axes)), "{changes:?}");
        assert_eq!(reading.warnings, [], "{changes:?}");
    }
    // Neither the key of a part nor its form matters to what a page says of seats.
    let open = Reading::of_page(&page(&[
        ("players", "players: 2, 3, 4 or 6"),
        ("setup", ""),
        ("engine players", ""),
    ]));
    assert_eq!(open.rules().unwrap().seats, None);
    // Line ends and a mark of byte order are no part of a text.
    let dos = format!("\u{feff}{}", page(&[]).replace('\n', "\r\n"));
    assert_eq!(Reading::of(Path::new("a.txt"), &dos).rules(), Ok(two_seats(&[])));
}

/// Each fault alone, and its line.
#[test]
fn what_is_wrong_with_a_page_is_named_with_its_line() {
    for (key, line, says) in [
        (
            "win",
            "win: checkmate",
            "line 8: win: got 'checkmate', takes vacated | all-own | any-own",
        ),
        ("win", "win: [race]", "line 8: win: got a list, takes a text"),
        ("special", "special: dice", "line 9: special: got 'dice', takes none | short hops"),
        (
            "special",
            "special: [long hops, short hops]",
            "line 9: special: 'adjacent' for hops, which is 'long' in line 9",
        ),
        ("special", "special: hops=far", "line 9: special: hops: got 'far', takes adjacent | long"),
        ("special", "special: 3", "line 9: special: got '3', takes none"),
        ("title", "title: [a]", "line 2: title: got a list, takes a text"),
        ("slug", "slug: A race", "line 3: slug: got 'A race', takes small letters"),
        ("order", "order: first", "line 7: order: got a text, takes a number"),
        ("published", "published: [1]", "line 10: published: got a list, takes true"),
        ("players", "players: 5", "line 5: players: five seats are refused"),
        ("players", "players: 3", "line 5: players: not 2, which engine.setup.arms has"),
        ("players", "players: some", "line 5: players: got 'some', takes a number"),
        ("players", "players: {a: 1}", "line 5: players: got a table, takes a number"),
        ("engine", "engine: 1\nx:", "line 11: engine: got a number, takes a table of topology"),
        (
            "topology",
            "  topology: {type: grid, structure: star}",
            "line 12: engine.topology.type: got 'grid', takes graph",
        ),
        (
            "topology",
            "  topology: {type: graph, structure: ring}",
            "line 12: engine.topology.structure: got 'ring', takes star",
        ),
        (
            "topology",
            "  topology: {type: graph}",
            "line 12: engine.topology.structure is missing: takes star",
        ),
        (
            "topology",
            "  topology:\n    type: graph\n    structure: star\n    params:\n      armSize: 7",
            "line 16: engine.topology.params.armSize: arm: got '7', takes 4 | 3 | 2 | 1",
        ),
        (
            "topology",
            "  topology: {type: graph, structure: star, params: {spacing: -1}}",
            "line 12: engine.topology.params.spacing: takes a number above 0",
        ),
        (
            "engine players",
            "  players: [a, b, c]",
            "line 13: engine.players: 3 seats, where engine.setup.arms has 2",
        ),
        ("engine players", "  players: 2", "line 13: engine.players: got a number, takes a list"),
        (
            "setup",
            "  setup: {arms: [N, X]}",
            "line 14: engine.setup.arms: got 'X', takes N, NE, SE, S, SW, NW",
        ),
        ("setup", "  setup: {arms: [N, N]}", "line 14: engine.setup.arms: N is listed twice"),
        ("setup", "  setup: {arms: []}", "line 14: engine.setup.arms: 0 seats, and a star takes"),
        ("setup", "  setup: {arms: N}", "line 14: engine.setup.arms: got a text, takes a list"),
        (
            "setup",
            "  setup: {arms: [N, NE, SE, S, SW]}",
            "line 14: engine.setup.arms: five seats are refused",
        ),
        ("parent", "title: B", "line 6: title is given twice"),
        ("parent", "parent: [", "line "),
        ("parent", "parent: a: b", "line 6: mapping values are not allowed"),
        ("end", "", "line 1: the front matter never ends"),
    ] {
        let mut changes = vec![(key, line)];
        // A line more before what the message is about.
        if key == "engine" {
            changes.extend([("topology", ""), ("engine players", ""), ("setup", "")]);
        }
        let reading = Reading::of_page(&page(&changes));
        let error = reading.rules().unwrap_err();
        assert!(error.starts_with(says), "{line}: {error}");
        assert_eq!(reading.errors.len(), 1, "{line}: {error}");
    }
    let none = Reading::of(Path::new("page.md"), "# A title\n").rules().unwrap_err();
    assert!(none.starts_with("line 1: no front matter"), "{none}");
    let rule = Reading::of_page("----\nwin: all-own\n----\n").rules().unwrap_err();
    assert!(rule.starts_with("line 1: no front matter"), "{rule}");
    let empty = Reading::of_page("---\n---\n").rules().unwrap_err();
    assert!(empty.contains("front matter: got nothing, takes a table of title"), "{empty}");
}

#[test]
fn what_may_not_be_meant_is_warned_of() {
    for (key, line, says) in [
        (
            "parent",
            "parents: halma",
            "line 6: unknown key 'parents': it is passed over; the keys are title",
        ),
        ("setup", "  setup: {arms: [N, S], legs: 2}", "line 14: unknown key 'engine.setup.legs'"),
        (
            "win",
            "win: race to the opposite point",
            "line 8: win: 'race to the opposite point' does not say",
        ),
        ("win", "", "no win: taken as vacated, the default"),
        ("topology", "", "line 13: no engine.topology: the star of arm 4 is taken"),
        (
            "body",
            "Hop on.\n\nA piece that has reached its goal\nmay not leave it.",
            "line 18: a camp rule that only the body states, so it is not played: 'A piece that has reached its goal may not leave it.'; play it with --leave-goal forbidden",
        ),
    ] {
        let reading = Reading::of_page(&page(&[(key, line)]));
        assert!(reading.rules().is_ok(), "{line}: {:?}", reading.errors);
        let [warning] = &reading.warnings[..] else { panic!("{line}: {:?}", reading.warnings) };
        assert!(warning.to_string().starts_with(says), "{line}: {warning}");
    }
    // A camp rule that is stated where it is read needs no warning, either way.
    for special in ["special: camp rule", "special: goal may be left"] {
        let body = ("body", "Marbles never leave the goal.");
        let reading = Reading::of_page(&page(&[("special", special), body]));
        assert_eq!(reading.warnings, [], "{special}");
    }
}

/// What a catalogue leaves empty or writes in another form is no fault.
#[test]
fn other_forms_of_the_same_page_read_the_same() {
    for changes in [
        &[("title", "title:"), ("slug", "slug:"), ("board", "board:"), ("parent", "parent:")][..],
        &[("order", "order:"), ("published", "published:")],
        &[("order", "order: 1.5"), ("published", "published: 2024")],
        &[("published", "published: in print"), ("slug", "slug: race-2")],
        &[("special", "special: false")],
        &[("special", "special: [null, none]")],
        &[("special", "special: Nothing.")],
        &[("topology", "  topology: {type: Graph, structure: STAR, params: {armSize: 4}}")],
        &[("topology", "  topology: {type: graph, structure: star}")],
        &[("setup", "  setup: {arms: [n, s]}")],
        &[("engine players", "")],
        &[("setup", "")],
        &[("players", "players: 2 players")],
        &[("players", "players: 2, 3 or 6 seats")],
        &[("players", "players: 2 to 4")],
        &[("players", "players: 1–2")],
        &[("players", "players: [3, '2-4']")],
        &[("players", "")],
        &[("end", "...")],
        &[("end", "---  ")],
    ] {
        let reading = Reading::of_page(&page(changes));
        assert_eq!(reading.warnings, [], "{changes:?}");
        let arm = !changes.iter().any(|(_, line)| line.ends_with("structure: star}"));
        let mut rules = two_seats(&[]);
        rules.arm = rules.arm.filter(|_| arm);
        assert_eq!(reading.rules(), Ok(rules), "{changes:?}");
    }
    let commas = page(&[("special", "special: 'layout=3,0; long hops'")]);
    assert!(Reading::of_page(&commas).rules().is_err(), "a comma parts what a semicolon does");
    let whole = page(&[("special", "special: 'layout=3,0'")]);
    assert_eq!(Reading::of_page(&whole).rules(), Ok(two_seats(&[("layout", "3,0")])));
    // The same said twice is said once.
    let twice = page(&[("special", "special: [long hops, hops=long]")]);
    assert_eq!(Reading::of_page(&twice).rules(), Ok(two_seats(&[("hops", "long")])));
}

/// Faults of form, each alone: the check that names it is the only one that sees it.
#[test]
fn every_key_takes_what_it_takes() {
    let params =
        |value: &str| format!("  topology: {{type: graph, structure: star, params: {{{value}}}}}");
    let spacing = "line 12: engine.topology.params.spacing: takes a number above 0";
    for (key, line, says) in [
        ("board", "board: {a: 1}", "line 4: board: got a table, takes a text"),
        ("parent", "parent: [a]", "line 6: parent: got a list, takes a text"),
        ("slug", "slug: ''", "line 3: slug: got '', takes small letters"),
        ("slug", "slug: Race", "line 3: slug: got 'Race', takes small letters"),
        ("slug", "slug: a_race", "line 3: slug: got 'a_race', takes small letters"),
        ("order", "order: [1]", "line 7: order: got a list, takes a number"),
        ("order", "order: true", "line 7: order: got a truth value, takes a number"),
        ("published", "published: {a: 1}", "line 10: published: got a table, takes true"),
        ("win", "win:", "line 8: win: got nothing, takes a text"),
        ("special", "special: true", "line 9: special: got a truth value, takes a text or a list"),
        ("special", "special: [[long hops]]", "line 9: special: got a list, takes a text"),
        ("special", "special: {hop: long}", "line 9: special: got 'hop=long', takes none"),
        ("special", "special: {hops: [long]}", "line 9: special: hops: got '?', takes adjacent"),
        ("special", "special: 'long hops, dice,'", "line 9: special: got 'dice', takes none"),
        ("players", "players: []", "line 5: players: got a list, takes a number"),
        ("players", "players: true", "line 5: players: got a truth value, takes a number"),
        ("players", "players: 0", "line 5: players: got '0', takes a number"),
        ("players", "players: 7", "line 5: players: got '7', takes a number"),
        ("players", "players: 2 to", "line 5: players: got '2 to', takes a number"),
        ("players", "players: 1 to to 4", "line 5: players: got '1 to to 4', takes a number"),
        ("players", "players: to 4", "line 5: players: got 'to 4', takes a number"),
        ("players", "players: 3-6", "line 5: players: not 2, which engine.setup.arms has"),
        ("players", "players: [2, 5]", "line 5: players: five seats are refused"),
        ("topology", "  topology: [graph]", "line 12: engine.topology: got a list, takes a table"),
        (
            "topology",
            &params("armSize: four"),
            "line 12: engine.topology.params.armSize: got a text",
        ),
        (
            "topology",
            &params("armSize: 4.5"),
            "line 12: engine.topology.params.armSize: arm: got '4.5'",
        ),
        ("topology", &params("spacing: 0"), spacing),
        ("topology", &params("spacing: .inf"), spacing),
        ("topology", &params("spacing: wide"), spacing),
        ("topology", "  topology: {structure: star}", "line 12: engine.topology.type is missing"),
        (
            "topology",
            "  topology: {type: [], structure: star}",
            "line 12: engine.topology.type: got a list",
        ),
        ("setup", "  setup: [N, S]", "line 14: engine.setup: got a list, takes a table of arms"),
        (
            "setup",
            "  setup: {arms: [[N], S]}",
            "line 14: engine.setup.arms: got 'a list', takes N, NE",
        ),
        (
            "setup",
            "  setup: {arms: [N, S], arms: [N, S]}",
            "line 14: engine.setup.arms is given twice",
        ),
        ("engine players", "  players: [a]", "line 13: engine.players: 1 seats, where"),
    ] {
        let reading = Reading::of_page(&page(&[(key, line)]));
        let error = reading.rules().expect_err(line);
        assert!(error.starts_with(says), "{line}: {error}");
        assert_eq!((reading.errors.len(), reading.warnings.len()), (1, 0), "{line}: {error}");
    }
    let seven = "  players: [a, b, c, d, e, f, g]";
    let many = page(&[("setup", ""), ("players", ""), ("engine players", seven)]);
    let error = Reading::of_page(&many).rules().unwrap_err();
    assert_eq!(error, "line 13: engine.players: 7 seats, and a star takes 1, 2, 3, 4 or 6");
}

#[test]
fn a_message_repeats_a_text_on_one_line_and_not_endlessly() {
    let long = format!("win: \"mate\\n{}\"", "é".repeat(300));
    let error = Reading::of_page(&page(&[("win", &long)])).rules().unwrap_err();
    let told = error.split_once("got '").unwrap().1.split_once("', takes").unwrap().0;
    assert!(told.starts_with(r"mate\né"), "{told}");
    assert!(
        told.ends_with("é…") && told.chars().filter(|&letter| letter == 'é').count() == 195,
        "{told}"
    );
}

#[test]
fn a_page_without_an_engine_is_warned_of() {
    let changes = ["engine", "topology", "engine players", "setup"].map(|key| (key, ""));
    let reading = Reading::of_page(&page(&changes));
    let mut rules = two_seats(&[]);
    rules.arm = None;
    assert_eq!(reading.rules(), Ok(rules));
    let [warning] = &reading.warnings[..] else { panic!("{:?}", reading.warnings) };
    assert_eq!(warning.to_string(), "no engine: the star of arm 4 is taken");
}
