//! Rules as files, in both forms.

mod pages;

use std::fs;
use std::path::PathBuf;

use engine::rules::PRESETS;
use proptest::prelude::*;

use super::*;
use pages::page;

fn corpora() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora")
}

/// The files of a folder that end so, by name.
fn files(folder: &str, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(corpora().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == kind));
    files.sort();
    files
}

fn read(path: &Path) -> Result<(Rules, Vec<Note>), String> {
    let reading = open(path)?;
    Ok((reading.rules()?, reading.warnings))
}

fn parse(text: &str) -> Result<Rules, String> {
    Reading::of_toml(text).rules()
}

#[test]
fn what_is_written_reads_back() {
    for (name, _) in PRESETS {
        let rules = Rules::preset(name).unwrap();
        assert_eq!(parse(&write(&rules)), Ok(rules), "{name}");
    }
}

/// Each preset has a file of its own, as it is shown, and no file is left over.
#[test]
fn the_rules_in_the_corpora_are_the_presets() {
    for (name, _) in PRESETS {
        let file = corpora().join(format!("rules/{name}.toml"));
        let rules = Rules::preset(name).unwrap();
        assert_eq!(read(&file), Ok((rules, Vec::new())), "{name}");
        let about = Rules::about(name).unwrap();
        assert_eq!(fs::read_to_string(file).unwrap(), table(about, &rules), "{name}");
    }
    assert_eq!(files("rules", "toml").len(), PRESETS.len());
}

#[test]
fn a_preset_is_where_a_file_starts_from() {
    let rules = parse("cap = 400\npreset = \"hub\"\nwin = 'all-own'").unwrap();
    let mut hub = Rules::preset("hub").unwrap();
    hub.set("cap", "400").unwrap();
    hub.set("win", "all-own").unwrap();
    assert_eq!(rules, hub);
    assert_eq!(parse(""), Ok(Rules::default()));
}

#[test]
fn what_is_wrong_with_a_table_is_named_with_its_line() {
    for (text, says) in [
        ("\nhop = 'long'", "line 2: unknown axis 'hop'"),
        ("hops = 'far'", "line 1: hops: got 'far', takes adjacent | long"),
        ("\n\npreset = 'best'", "line 3: unknown preset 'best'"),
        ("cap = [1]", "line 1: cap: got 'array', takes plies"),
        ("cap = 0x20", "line 1: cap: got '0x20', takes plies"),
        ("hops = 'long'\nhops = 'long'", "line 2: duplicate key"),
        ("hops = ", "line 1: "),
        ("seats = 5", "line 1: five seats are refused"),
        ("seats = 4\nmarbles = 15", "line 2: 15 marbles a seat do not fit 4 seats"),
        ("\nmarbles = 11", "line 2: 11 marbles a seat do not fit"),
        ("marbles = 15\nseats = 2\nlayout = '0,1'", "line 1: the layout starts two seats"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
}

#[test]
fn all_that_is_wrong_is_named_at_once() {
    let lines = |reading: Reading| -> Vec<_> {
        reading.errors.into_iter().map(|note| note.line.unwrap()).collect()
    };
    let text = "hops = 'far'\nhop = 'long'\nwin = 'all-own'\nseats = 9\npreset = 'best'";
    assert_eq!(lines(Reading::of_toml(text)), [1, 2, 4, 5]);
    assert_eq!(lines(Reading::of_toml("hops = \nwin = \nseats = 2")), [1, 2]);
    let page = "---\nwin: mate\nspecial: [dice,\n  bluff]\nplayers: 9\nengine:\n  setup: {arms: [N, X]}\n---\n";
    assert_eq!(lines(Reading::of_page(page)), [2, 3, 4, 5, 7]);
}

/// The pages of the corpora read without a warning, and what they are shown as reads back.
#[test]
fn pages_and_tables_say_the_same() {
    let pages = files("rules", "md");
    assert!(pages.len() >= 4);
    for file in pages {
        let reading = open(&file).unwrap();
        let rules = reading.rules().unwrap();
        let shown = table(reading.title.as_deref().unwrap(), &rules);
        assert_eq!(parse(&shown), Ok(rules), "{}", file.display());
    }
}

/// Every damaged file has one fault, which its first comment or body names.
#[test]
fn damaged_files_are_refused_for_their_one_fault() {
    let mut count = 0;
    for kind in ["md", "toml"] {
        for file in files("rules/bad", kind) {
            let name = file.display();
            let text = fs::read_to_string(&file).unwrap();
            let says = text.split_once("fault: ").expect("a fault is named").1.lines().next();
            let reading = open(&file).unwrap();
            assert!(reading.rules().is_err(), "{name}");
            let [error] = &reading.errors[..] else { panic!("{name}: {:?}", reading.errors) };
            assert!(error.to_string().contains(says.unwrap()), "{name}: {error}");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}

#[test]
fn what_is_no_file_of_rules_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.toml");
    assert!(read(&file).unwrap_err().contains("No such file"));
    fs::write(&file, "#".repeat(70_000)).unwrap();
    assert!(read(&file).unwrap_err().contains("more than 65536 bytes"));
    fs::write(&file, [0xff, 0xfe]).unwrap();
    assert!(read(&file).unwrap_err().contains("UTF-8"));
    assert!(read(folder.path()).unwrap_err().contains("directory"));
}

/// Bits of which files are made, in any order.
fn scrap() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-a-z:{}\\[\\],'\"=#&*!|> \n0-9]{0,6}",
        any::<char>().prop_map(String::from),
        proptest::sample::select(vec![
            "---\n",
            "engine:\n",
            "  topology: ",
            "{type: graph, structure: star}",
            "\n  setup: {arms: [N, S]}",
            "players: 2\n",
            "win: ",
            "special: ",
            "all-own\n",
            "hops = 'long'\n",
            "&a [*a, *a]",
            "{<<: *a}",
            "armSize: 4",
            "layout = '0,3'",
            "preset = 'hub'\n",
            "marbles = 15\n",
            "seats = 6\n",
            ": ",
            "- ",
            "? ",
            "!t ",
            "1e999",
            "0x7fffffffffffffffff",
            "A marble may not leave its goal.\n",
            "\r\n",
            "\t",
        ])
        .prop_map(String::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// Any text gives rules or says what is wrong with it, and rules that are read can be written.
    #[test]
    fn reading_is_total(scraps in prop::collection::vec(scrap(), 0..16), cut in 0..900_usize) {
        let text = scraps.concat();
        let mut good = page(&[]);
        let at = (0..=cut.min(good.len())).rev().find(|&at| good.is_char_boundary(at)).unwrap();
        good.insert_str(at, &text);
        for text in [&text, &good] {
            for path in ["a.toml", "a.md", "a.txt"] {
                let reading = Reading::of(Path::new(path), text);
                match reading.rules() {
                    Ok(rules) => prop_assert_eq!(parse(&write(&rules)), Ok(rules)),
                    Err(error) => prop_assert!(!error.is_empty()),
                }
                for note in reading.errors.iter().chain(&reading.warnings) {
                    prop_assert!(!note.says.is_empty());
                    prop_assert!(note.line.is_none_or(|line| 1 <= line && line <= text.lines().count() + 2));
                }
            }
        }
    }
}
