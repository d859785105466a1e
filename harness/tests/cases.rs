//! `harness replay FILE` and `harness shrink`, run as a program. `BLESS=1` rewrites the golden files.

mod common;

use common::{golden, harness};

/// Two plies before the premature win, and the win.
const PREMATURE: &str = "\
about: a hint to be kept
invariant: no-winner-at-home
origin: a test
seed: 5
game: 17
win: any-own
after-win: places
start: 0/00/000/[1]000/[13]/[12]/[5]1[5]/[10]/[9]/[10]/[11]/[12]/[4]0[8]/[1]111/111/11/1 0 2 10 ; ply=40
winner: 0
moves: d4-e9 g6-g7 m5-n1
";

#[test]
fn a_case_is_replayed_with_the_board_at_its_end() {
    let said = harness("replay case").file("case", PREMATURE).run().code(1);
    golden("replay-case.txt", &said.out);
}

#[test]
fn a_case_that_fails_no_more_ends_with_0() {
    let mended = PREMATURE.replace("any-own", "vacated").replace("winner: 0\n", "");
    let said = harness("replay case").file("case", mended).run().code(0);
    assert!(said.out.ends_with("it does not fail\n"), "{}", said.out);
}

#[test]
fn what_a_case_says_and_is_not_so_is_a_failure() {
    let mended = PREMATURE.replace("any-own", "vacated");
    for (says, told) in [
        ("winner: 0", "wrong: winner: it is none, and the case says 0"),
        ("end: cap", "wrong: end: it is none, and the case says cap"),
        ("expect: turn 0", "wrong: it is 'turn 1', and the case says 'turn 0'"),
        ("expect: refused", "wrong: the last move is legal, and expected is refused"),
        ("expect: home any-own none", "wrong: it is 'home any-own 0', and the case says"),
    ] {
        let case = mended.replace("winner: 0", says);
        let said = harness("replay case").file("case", case).run().code(1);
        assert!(said.out.contains(told), "{}", said.out);
    }
    let refused = mended.replace("winner: 0\n", "").replace("m5-n1", "m5-a1");
    let said = harness("replay case").file("case", refused).run().code(1);
    assert!(said.out.contains("wrong: ply 3, m5-a1: "), "{}", said.out);
}

#[test]
fn a_case_is_shrunk_and_what_was_shrunk_still_fails() {
    let said = harness("shrink case --from position").file("case", PREMATURE).run().code(0);
    golden("shrink.case", &said.out);
    let again = harness("shrink case").file("case", &said.out).run().code(0);
    assert_eq!(again.out, said.out, "the default is the position form, and it stays as it is");
    harness("replay case").file("case", &said.out).run().code(1);
    // The opening form keeps the start, whatever it is.
    let said = harness("shrink - --from opening --out small").stdin(PREMATURE).run().code(0);
    assert_eq!(said.out, "3 plies from 20 marbles made 1 ply from 20 marbles: small\n");
    let start = |text: &str| text.lines().find(|line| line.starts_with("start")).map(String::from);
    let small = said.file("small");
    assert_eq!(start(&small), start(PREMATURE));
    assert!(small.ends_with("moves:\n  m5-n1\n"), "{small}");
}

#[test]
fn what_does_not_fail_is_not_shrunk() {
    let mended = PREMATURE.replace("any-own", "vacated");
    harness("shrink case").file("case", &mended).run().code(4).complaint("no-winner-at-home holds");
    let nameless = mended.replace("invariant: no-winner-at-home\n", "");
    harness("shrink case").file("case", nameless).run().code(4).complaint("it does not fail");
    // A case that names no invariant is shrunk to what it breaks.
    let nameless = PREMATURE.replace("invariant: no-winner-at-home\n", "");
    let said = harness("shrink case").file("case", nameless).run().code(0);
    assert!(said.out.contains("invariant: no-winner-at-home\n"), "{}", said.out);
}

#[test]
fn a_damaged_case_says_where() {
    for command in ["replay", "shrink"] {
        for (from, to, says) in [
            ("origin", "orgin", "case: line 3: unknown key 'orgin'"),
            ("any-own", "any", "case: line 6: "),
            ("0/00/000/[1]000", "0/00/000/[1]0000", "case: line 8: "),
            ("ply=40", "ply=", "case: line 8: "),
            ("winner: 0", "winner: 7", "case: line 9: "),
            ("m5-n1", "m5-n9", "case: line 10: "),
            ("moves:", "moves: e5-\nmoves:", "case: line 11: 'moves' is given twice"),
        ] {
            let case = PREMATURE.replace(from, to);
            harness(&format!("{command} case")).file("case", case).run().code(3).complaint(says);
        }
        let call = harness(&format!("{command} case")).file("case", b"about: \xff\n");
        call.run().code(3).complaint("case: line 1: bytes that are no UTF-8");
        harness(&format!("{command} nowhere")).run().code(3).complaint("nowhere: ");
    }
}

#[test]
fn a_replay_is_of_a_case_or_of_a_game() {
    harness("replay").run().code(2).complaint("--game <I>");
    harness("replay case --game 3").file("case", PREMATURE).run().code(2).complaint("[FILE]");
    harness("replay case --seats 2").file("case", PREMATURE).run().code(2).complaint("[FILE]");
}

#[test]
fn no_file_is_written_over() {
    let call = harness("shrink case --out case").file("case", PREMATURE);
    let said = call.run().code(3).complaint("case exists already");
    assert_eq!(said.file("case"), PREMATURE);
    let call = harness("shrink case --out no/such/folder").file("case", PREMATURE);
    call.run().code(3).complaint("cannot write no/such/folder");
}

#[test]
fn a_game_of_a_run_is_recorded_and_stands() {
    let args = "--games 4 --seats 3 --bots forward --win any-own --record game";
    let said = harness(&format!("replay --game 2 {args}")).run().code(0);
    let text = said.file("game");
    golden("record.case", &text);
    let judged = harness("judge game").file("game", &text).run().code(0);
    assert!(judged.out.contains("plies stand, seat "), "{}", judged.out);
    let other = text.replace("end: home", "end: cap").replace("end: blocked-home", "end: cap");
    harness("judge game").file("game", other).run().code(1);
}

/// A record is tried under other rules where they are given, on the board that it is on.
#[test]
fn a_recorded_game_is_judged_under_other_rules() {
    let judged = |flags: &str| harness(&format!("judge case {flags}")).file("case", PREMATURE);
    judged("").run().code(0);
    judged("--win natives").run().code(0);
    for flags in
        ["--win vacated", "--rules standard", "--rules hub+win=all-own", "--rules all-own.toml"]
    {
        let said = judged(flags).file("all-own.toml", "win = \"all-own\"").run().code(1);
        assert!(
            said.out.contains("claimed is seat 0, and nobody has won"),
            "{flags}: {}",
            said.out
        );
    }
    judged("--rules all-own.toml --win any-own")
        .file("all-own.toml", "win = \"all-own\"")
        .run()
        .code(0);
    let all = judged("--all-rules --rules standard+leave-goal=forbidden").run().code(0);
    let verdicts =
        all.out.lines().filter(|line| line.starts_with("stands") || line.starts_with("wrong"));
    assert_eq!(verdicts.count(), 12, "{}", all.out);
    judged("--rules liou-3p")
        .run()
        .code(2)
        .complaint("seats: the rules are for 3, and the game has 2");
    judged("--rules none.toml").run().code(3).complaint("rules file none.toml: No such file");
}
