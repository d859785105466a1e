//! Rules that only the body of a page states, where no reader of keys sees them.

/// A sentence of the body, with the line that it begins in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    pub(super) line: usize,
    pub(super) text: String,
}

/// Words for the place that is not to be left.
const PLACES: [&str; 9] =
    ["goal", "camp", "home", "point", "arm", "corner", "triangle", "destination", "target"];

/// Ways of saying that it is not to be left, in words apart by spaces.
const NEVER: [&str; 16] = [
    "not leave",
    "never leave",
    "cannot leave",
    "cant leave",
    "not be moved out",
    "not move out",
    "cannot move out",
    "never move out",
    "not leave it",
    "not come out",
    "not allowed to leave",
    "no leaving",
    "not be left",
    "must stay",
    "must remain",
    "stays there",
];

/// The sentences of `body`, which begins after `skipped` lines, that keep marbles in their goal.
pub(super) fn camp_rules(body: &str, skipped: usize) -> Vec<Sentence> {
    let mut found = Vec::new();
    for sentence in sentences(body, skipped) {
        let lower = sentence.text.to_lowercase().replace(['\'', '’'], "");
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let text = format!(" {} ", words.join(" "));
        let single = |word: &&str| PLACES.contains(&word.strip_suffix('s').unwrap_or(word));
        let says = |phrase: &&str| text.contains(&format!(" {phrase} "));
        if words.iter().any(single) && NEVER.iter().any(says) {
            found.push(sentence);
        }
    }
    found
}

/// The sentences of a text, each as one line: they end with a full stop or the like, or an empty
/// line.
fn sentences(body: &str, skipped: usize) -> Vec<Sentence> {
    let mut all = Vec::new();
    let mut now = Sentence { line: 0, text: String::new() };
    let mut end = |now: &mut Sentence| {
        let text = std::mem::take(&mut now.text);
        if !text.is_empty() {
            all.push(Sentence { line: now.line, text });
        }
    };
    for (line, text) in (skipped + 1..).zip(body.lines()) {
        let text = text.trim();
        let is_new = text.is_empty() || text.starts_with(['#', '-', '*', '|', '>']);
        if is_new {
            end(&mut now);
        }
        for part in text.split_inclusive(['.', '!', '?', ';']) {
            let part = part.trim();
            if part.is_empty() {
                continue;
            }
            if now.text.is_empty() {
                now.line = line;
            } else {
                now.text.push(' ');
            }
            now.text.push_str(part);
            if part.ends_with(['.', '!', '?', ';']) {
                end(&mut now);
            }
        }
    }
    end(&mut now);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camp_rule_is_found_wherever_it_stands() {
        let body = "# Rules\n\nHop over any marble. A marble that has come\nto rest in the opposite \
                    camp may\nnot leave it again. Nothing is taken.\n- Pieces can't leave the goal";
        let found = camp_rules(body, 10);
        assert_eq!(found.iter().map(|found| found.line).collect::<Vec<_>>(), [13, 16]);
        assert!(found[0].text.starts_with("A marble") && found[0].text.ends_with("again."));
        assert_eq!(found[1].text, "- Pieces can't leave the goal");
    }

    #[test]
    fn other_sentences_are_no_camp_rules() {
        for body in [
            "",
            "A marble may leave the goal again.",
            "Do not leave the table. The goal is across.",
            "Leave the camp early!",
            "Nobody may hop twice over one marble at home.",
        ] {
            assert_eq!(camp_rules(body, 0), [], "{body}");
        }
        for body in [
            "Marbles never leave the point opposite.",
            "Once in the destination triangle it may not be moved out.",
            "In the enemy corner a man must stay",
        ] {
            assert_eq!(camp_rules(body, 0).len(), 1, "{body}");
        }
    }
}
