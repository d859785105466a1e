//! Rules by what names them on a command line: a preset or a file, and axes that depart from it.

use std::fmt;
use std::path::Path;

use engine::rules::{AXES, PRESETS, Rules, RulesError};

use super::{Note, open};

/// Rules that were named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The rules.
    pub rules: Rules,
    /// What they are called: the title of a page, or what a preset is; none for others.
    pub title: Option<String>,
    /// What there is to warn of in their file, by line.
    pub warnings: Vec<Note>,
}

/// Why a text names no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unnamed {
    /// What it says is not understood.
    Words(RulesError),
    /// The file that it names cannot be read, or is damaged; with the file and all that is wrong.
    File(String),
}

impl fmt::Display for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(error) => error.fmt(f),
            Self::File(error) => f.write_str(error),
        }
    }
}

/// The rules that a text names: a preset or a file, and `axis=value` for each axis in which they
/// depart from it. [`Rules::named`] is the same without files.
///
/// # Errors
///
/// If no preset, axis or file is named so, an axis does not take its value, or a file is damaged.
pub fn named(text: &str) -> Result<Named, Unnamed> {
    if !is_path(text) {
        let rules = Rules::named(text).map_err(Unnamed::Words)?;
        let title = Rules::about(text.trim()).map(String::from);
        return Ok(Named { rules, title, warnings: Vec::new() });
    }
    let (file, settings) = parted(text);
    let refuse = |why: String| Unnamed::File(format!("rules file {file}: {why}"));
    let reading = open(Path::new(file)).map_err(refuse)?;
    let mut rules = reading.rules().map_err(refuse)?;
    rules.set_all(settings.iter().copied()).map_err(Unnamed::Words)?;
    let title = reading.title.filter(|_| settings.is_empty());
    Ok(Named { rules, title, warnings: reading.warnings })
}

/// Whether what names rules is a file and no preset: it has a dot or a slash in it, and neither a
/// preset nor an axis in front.
pub fn is_path(text: &str) -> bool {
    let text = text.trim_start();
    let word = text.split(|letter: char| letter == '+' || letter.is_whitespace()).next();
    let preset = PRESETS.iter().any(|&(preset, _)| Some(preset) == word);
    let axis =
        text.split_once('=').is_some_and(|(key, _)| AXES.iter().any(|axis| axis.name == key));
    !preset && !axis && text.contains(['.', '/'])
}

/// A file, whose name may have blanks in it, and the words `axis=value` behind it.
fn parted(text: &str) -> (&str, Vec<&str>) {
    let (mut file, mut settings) = (text.trim(), Vec::new());
    while let Some((before, word)) = file.rsplit_once(char::is_whitespace) {
        match word.split_once('=') {
            Some((key, _)) if !key.contains(['.', '/']) => settings.insert(0, word),
            _ => break,
        }
        file = before.trim_end();
    }
    (file, settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::rules_name;

    const DUEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpora/rules/duel.md");

    #[test]
    fn a_file_is_told_from_a_preset() {
        for file in
            ["a.toml", "./hub", "rules/hub", "a b.md", "c++/x", "./hub win=vacated", "x.y=z"]
        {
            assert!(is_path(file), "{file}");
        }
        for preset in
            ["hub", "hubs", "hub+layout=0,3/0,2,4", "hub layout=0,3/0,2,4", " layout=0,3/1,2,3"]
        {
            assert!(!is_path(preset), "{preset}");
        }
        assert_eq!(parted("a b.md"), ("a b.md", vec![]));
        assert_eq!(parted(" a b.md  win=x layout=0/1 "), ("a b.md", vec!["win=x", "layout=0/1"]));
        assert_eq!(parted("a ./b=c"), ("a ./b=c", vec![]));
    }

    #[test]
    fn axes_depart_from_a_preset_and_from_a_file() {
        let duel = named(DUEL).unwrap();
        assert_eq!(
            (rules_name(&duel.rules), duel.title.as_deref()),
            ("standard-2p".into(), Some("Duel on the star"))
        );
        let shorter = named(&format!("{DUEL} cap=400 hops=adjacent")).unwrap();
        assert_eq!(
            (rules_name(&shorter.rules), shorter.title),
            ("standard-2p+cap=400".into(), None)
        );
        let hub = named("hub").unwrap();
        assert_eq!(
            (hub.rules, hub.title.as_deref()),
            (Rules::preset("hub").unwrap(), Rules::about("hub"))
        );
        let hub = named("hub win=all-own").unwrap();
        assert_eq!((rules_name(&hub.rules), hub.title), ("hub+win=all-own".into(), None));
    }

    /// What reports call rules names them.
    #[test]
    fn the_name_of_rules_reads_back() {
        for (preset, _) in PRESETS {
            for more in
                ["", " cap=400total", " layout=0,2/1,3,5 win=natives", " repetition=3 arm=2"]
            {
                let rules = named(&format!("{preset}{more}")).unwrap().rules;
                let mut again = named(&rules_name(&rules)).unwrap().rules;
                again.seats = rules.seats;
                assert_eq!(again, rules, "{preset}{more}");
            }
        }
    }

    #[test]
    fn what_names_no_rules_is_refused_as_usage_or_as_data() {
        let words = |text: &str| match named(text) {
            Err(Unnamed::Words(error)) => error.to_string(),
            other => panic!("{text}: {other:?}"),
        };
        assert!(words("hubs").starts_with("unknown preset 'hubs': the presets are standard | hub"));
        assert!(
            words(&format!("{DUEL} wins=vacated"))
                .starts_with("unknown axis 'wins': the axes are hops")
        );
        assert!(words(&format!("{DUEL} win=thin")).starts_with("win: got 'thin', takes vacated"));
        let Err(Unnamed::File(error)) = named("./none.toml win=vacated") else { panic!() };
        assert!(error.starts_with("rules file ./none.toml: No such file"), "{error}");
    }
}
