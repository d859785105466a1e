//! A page of a catalogue: YAML front matter that describes a game, and a body for readers.
//!
//! What decides the game is `win`, `special`, `players` and `engine`; `title`, `slug`, `board`,
//! `parent`, `order` and `published` are the catalogue's own and only looked over.

use engine::rules::{Layouts, RulesError, Win};
use engine::star::Point;

use super::phrases::{self, Special, WinText};
use super::yaml::{Node, Value, Yaml};
use super::{Draft, SEATS, prose};

/// The keys of a page, and of the tables in it.
const KEYS: [&str; 10] = [
    "title",
    "slug",
    "board",
    "players",
    "parent",
    "order",
    "win",
    "special",
    "published",
    "engine",
];
const ENGINE: [&str; 3] = ["topology", "players", "setup"];
const TOPOLOGY: [&str; 3] = ["type", "structure", "params"];
const PARAMS: [&str; 2] = ["armSize", "spacing"];
const SETUP: [&str; 1] = ["arms"];

/// Longest text that a message repeats, in characters.
const SHOWN: usize = 200;

/// Whether a line opens front matter.
pub(super) fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

/// Reads a page into `draft`.
pub(super) fn read(text: &str, draft: &mut Draft) {
    let Some((front, body, skipped)) = split(text, draft) else { return };
    let yaml = match Yaml::read(front, 1) {
        Ok(yaml) => yaml,
        Err(note) => return draft.errors.push(note),
    };
    Page { yaml: &yaml, draft, seats: None }.read();
    if !draft.says("leave-goal") {
        for sentence in prose::camp_rules(body, skipped) {
            draft.warn(
                Some(sentence.line),
                format!(
                    "a camp rule that only the body states, so it is not played: '{}'; play it with \
                     --leave-goal forbidden, or add special: goal may not be left",
                    shown(&sentence.text)
                ),
            );
        }
    }
}

/// Front matter and body, and the number of lines before the body.
fn split<'t>(text: &'t str, draft: &mut Draft) -> Option<(&'t str, &'t str, usize)> {
    let mut lines = text.split_inclusive('\n');
    let Some(opening) = lines.next().filter(|line| is_fence(line)) else {
        draft.error(Some(1), "no front matter: a page begins with a line of ---");
        return None;
    };
    let mut end = opening.len();
    for (line, text_of_line) in (2..).zip(lines) {
        if is_fence(text_of_line) || text_of_line.trim_end() == "..." {
            let body = &text[end + text_of_line.len()..];
            return Some((&text[opening.len()..end], body, line));
        }
        end += text_of_line.len();
    }
    draft.error(Some(1), "the front matter never ends: it takes a second line of ---");
    None
}

/// A text as messages repeat it: on one line, and not endlessly.
fn shown(text: &str) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(SHOWN).collect();
    let mark = if chars.next().is_some() { "…" } else { "" };
    format!("{}{mark}", start.escape_debug())
}

/// A page that is being read.
struct Page<'p> {
    yaml: &'p Yaml,
    draft: &'p mut Draft,
    /// The number of seats that the engine's part says, with the key that says it.
    seats: Option<(u8, &'static str)>,
}

impl<'p> Page<'p> {
    fn error(&mut self, node: &Node, says: impl std::fmt::Display) {
        self.draft.error(self.yaml.line(node), says);
    }

    fn warn(&mut self, node: &Node, says: impl std::fmt::Display) {
        self.draft.warn(self.yaml.line(node), says);
    }

    fn set(&mut self, name: &str, axis: &str, value: &str, node: &Node) {
        self.draft.set(name, axis, value, self.yaml.line(node));
    }

    /// The values of the known keys of a table; the others are reported.
    fn table<const N: usize>(
        &mut self,
        path: &str,
        node: &'p Node,
        keys: [&str; N],
    ) -> [Option<&'p Node>; N] {
        let mut values = [None; N];
        let Value::Table(pairs) = &node.value else {
            let of = if path.is_empty() { "front matter" } else { path };
            let got = node.value.kind();
            self.error(node, format!("{of}: got {got}, takes a table of {}", keys.join(", ")));
            return values;
        };
        for (key, value) in pairs {
            let word = key.value.word().unwrap_or_default();
            let name = if path.is_empty() { word } else { &format!("{path}.{word}") };
            match keys.iter().position(|&known| known == word) {
                Some(place) if values[place].is_some() => {
                    self.error(key, format!("{name} is given twice"));
                }
                Some(place) => values[place] = Some(value),
                None => self.warn(
                    key,
                    format!(
                        "unknown key '{}': it is passed over; the keys are {}",
                        shown(name),
                        keys.join(", ")
                    ),
                ),
            }
        }
        values
    }

    /// The word that a key has for a value; anything else is an error.
    fn word(&mut self, name: &str, node: &'p Node) -> Option<&'p str> {
        let word = node.value.word();
        if word.is_none() {
            let got = node.value.kind();
            self.error(node, format!("{name}: got {got}, takes a text"));
        }
        word
    }

    fn read(mut self) {
        let yaml = self.yaml;
        let [title, slug, board, players, parent, order, win, special, published, engine] =
            self.table("", &yaml.root, KEYS);
        for (name, node) in [("title", title), ("slug", slug), ("board", board), ("parent", parent)]
        {
            let Some(node) = node.filter(|node| node.value != Value::Null) else { continue };
            let Some(word) = self.word(name, node) else { continue };
            match name {
                "title" => self.draft.title = Some(word.to_string()),
                "slug" if !is_slug(word) => {
                    let got = shown(word);
                    self.error(
                        node,
                        format!("slug: got '{got}', takes small letters, digits and hyphens"),
                    );
                }
                _ => {}
            }
        }
        if let Some(node) = order
            && !matches!(node.value, Value::Number(_) | Value::Null)
        {
            self.error(node, format!("order: got {}, takes a number", node.value.kind()));
        }
        if let Some(node) = published
            && matches!(node.value, Value::List(_) | Value::Table(_))
        {
            let got = node.value.kind();
            self.error(node, format!("published: got {got}, takes true, false, a year or a text"));
        }
        match engine {
            Some(engine) => self.engine(engine),
            None => self.draft.warn(None, "no engine: the star of arm 4 is taken"),
        }
        if let Some(players) = players {
            self.players(players);
        }
        match win {
            Some(win) => self.win(win),
            None => {
                let rule = Win::default();
                self.draft.warn(None, format!("no win: taken as {rule}, the default"));
            }
        }
        if let Some(special) = special {
            self.special(special);
        }
    }

    fn engine(&mut self, engine: &'p Node) {
        let [topology, players, setup] = self.table("engine", engine, ENGINE);
        match topology {
            Some(topology) => self.topology(topology),
            None => self.warn(engine, "no engine.topology: the star of arm 4 is taken"),
        }
        if let Some(setup) = setup {
            let [arms] = self.table("engine.setup", setup, SETUP);
            if let Some(arms) = arms {
                self.arms(arms);
            }
        }
        if let Some(players) = players {
            match &players.value {
                Value::List(list) => self.count("engine.players", list.len(), players),
                other => {
                    let got = other.kind();
                    self.error(players, format!("engine.players: got {got}, takes a list"));
                }
            }
        }
    }

    fn topology(&mut self, topology: &'p Node) {
        let values = self.table("engine.topology", topology, TOPOLOGY);
        if !matches!(topology.value, Value::Table(_)) {
            return;
        }
        for (place, takes) in [(0, "graph"), (1, "star")] {
            let name = format!("engine.topology.{}", TOPOLOGY[place]);
            match values[place] {
                None => self.error(topology, format!("{name} is missing: takes {takes}")),
                Some(node) => match node.value.word() {
                    Some(word) if word.eq_ignore_ascii_case(takes) => {}
                    word => {
                        let got = word.map_or_else(
                            || node.value.kind().to_string(),
                            |word| format!("'{}'", shown(word)),
                        );
                        self.error(node, format!("{name}: got {got}, takes {takes}"));
                    }
                },
            }
        }
        let Some(params) = values[2] else { return };
        let [arm, spacing] = self.table("engine.topology.params", params, PARAMS);
        if let Some(arm) = arm {
            let name = "engine.topology.params.armSize";
            match &arm.value {
                Value::Number(number) => self.set(name, "arm", number, arm),
                other => {
                    let got = other.kind();
                    self.error(arm, format!("{name}: got {got}, takes 4 | 3 | 2 | 1"));
                }
            }
        }
        // How far apart the holes are drawn; whatever it is, the game is the same.
        if let Some(spacing) = spacing {
            let number = match &spacing.value {
                Value::Number(number) => number.parse::<f64>().ok(),
                _ => None,
            };
            if !number.is_some_and(|number| number.is_finite() && number > 0.0) {
                let says = "engine.topology.params.spacing: takes a number above 0";
                self.error(spacing, says);
            }
        }
    }

    /// The arms that the seats start in, in turn order.
    fn arms(&mut self, arms: &'p Node) {
        let name = "engine.setup.arms";
        let takes = Point::NAMES.join(", ");
        let Value::List(list) = &arms.value else {
            let got = arms.value.kind();
            return self.error(arms, format!("{name}: got {got}, takes a list of {takes}"));
        };
        let mut points: Vec<usize> = Vec::new();
        for arm in list {
            let word = arm.value.word().unwrap_or(arm.value.kind());
            let point = Point::NAMES.iter().position(|known| known.eq_ignore_ascii_case(word));
            match point {
                Some(point) if points.contains(&point) => {
                    self.error(arm, format!("{name}: {} is listed twice", Point::NAMES[point]));
                }
                Some(point) => points.push(point),
                None => {
                    let got = shown(word);
                    self.error(arm, format!("{name}: got '{got}', takes {takes}"));
                }
            }
        }
        if points.len() != list.len() {
            return;
        }
        self.count(name, points.len(), arms);
        if let Some((seats, _)) = self.seats {
            let clockwise = Layouts::default().points(seats).map(Point::index);
            if !clockwise.eq(points.iter().copied()) {
                let points: Vec<String> = points.iter().map(usize::to_string).collect();
                self.set(name, "layout", &points.join(","), arms);
            }
        }
    }

    /// Notes a number of seats that part of the engine's part says.
    fn count(&mut self, name: &'static str, seats: usize, node: &Node) {
        if let Some((other, from)) = self.seats {
            if seats != usize::from(other) {
                self.error(node, format!("{name}: {seats} seats, where {from} has {other}"));
            }
        } else if seats == 5 {
            self.error(node, format!("{name}: {}", RulesError::FiveSeats));
        } else if let Some(seats) = SEATS.into_iter().find(|&taken| usize::from(taken) == seats) {
            self.seats = Some((seats, name));
            self.set(name, "seats", &seats.to_string(), node);
        } else {
            self.error(node, format!("{name}: {seats} seats, and a star takes 1, 2, 3, 4 or 6"));
        }
    }

    /// How many may play: a number, a list, or a text such as `2-6`.
    fn players(&mut self, players: &'p Node) {
        let texts: Option<Vec<&str>> = match &players.value {
            Value::List(list) => list.iter().map(|node| node.value.word()).collect(),
            value => value.word().map(|word| vec![word]),
        };
        let counts = texts.and_then(|texts| {
            let counts = texts.into_iter().map(counts).collect::<Option<Vec<_>>>()?;
            Some(counts.concat()).filter(|counts| !counts.is_empty())
        });
        let Some(counts) = counts else {
            let got = players.value.word().map_or_else(
                || players.value.kind().to_string(),
                |word| format!("'{}'", shown(word)),
            );
            let takes = "a number of 1, 2, 3, 4 and 6, a list of them, or a text such as 2-6";
            return self.error(players, format!("players: got {got}, takes {takes}"));
        };
        if counts.contains(&5) {
            return self.error(players, format!("players: {}", RulesError::FiveSeats));
        }
        match (self.seats, &counts[..]) {
            (Some((seats, from)), _) if !counts.contains(&seats) => {
                self.error(players, format!("players: not {seats}, which {from} has"));
            }
            (None, &[seats]) => self.set("players", "seats", &seats.to_string(), players),
            _ => {}
        }
    }

    fn win(&mut self, win: &'p Node) {
        let Some(text) = self.word("win", win) else { return };
        match phrases::win(text) {
            Some(WinText::Rule(rule)) => self.set("win", "win", rule, win),
            Some(WinText::Vague) => {
                let rule = Win::default();
                let text = shown(text);
                self.warn(
                    win,
                    format!("win: '{text}' does not say whose marbles fill the goal: taken as {rule}, the default"),
                );
            }
            None => {
                let takes = phrases::wins();
                self.error(win, format!("win: got '{}', takes {takes}", shown(text)));
            }
        }
    }

    fn special(&mut self, special: &'p Node) {
        match &special.value {
            Value::Null | Value::Bool(false) => {}
            Value::List(list) => {
                for item in list {
                    self.special_item(item);
                }
            }
            _ => self.special_item(special),
        }
    }

    fn special_item(&mut self, item: &'p Node) {
        match &item.value {
            Value::Null => {}
            Value::Table(pairs) => {
                for (key, value) in pairs {
                    let (axis, value) = (key.value.word(), value.value.word());
                    let text = format!("{}={}", axis.unwrap_or("?"), value.unwrap_or("?"));
                    self.special_text(&text, key);
                }
            }
            value => match value.word() {
                Some(text) if phrases::special(text).is_some() => self.special_text(text, item),
                Some(text) => {
                    for part in text.split([',', ';', '\n']) {
                        self.special_text(part, item);
                    }
                }
                None => {
                    let got = value.kind();
                    self.error(item, format!("special: got {got}, takes a text or a list"));
                }
            },
        }
    }

    fn special_text(&mut self, text: &str, node: &Node) {
        match phrases::special(text) {
            Some(Special::Nothing) => {}
            Some(Special::Axis(axis, value)) => self.set("special", axis, &value, node),
            None => {
                let (got, takes) = (shown(text.trim()), phrases::specials());
                self.error(node, format!("special: got '{got}', takes {takes}"));
            }
        }
    }
}

/// Whether a word can stand in an address.
fn is_slug(word: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !word.is_empty() && word.bytes().all(plain)
}

/// The numbers of seats that a text lists: `2`, `2-4`, `2 to 6`, `2, 3 or 6`. A range leaves out
/// what a star does not take; what stands there alone is given as it is.
fn counts(text: &str) -> Option<Vec<u8>> {
    let text = text.replace(['-', '–'], " to ").replace(',', " ");
    let mut counts: Vec<u8> = Vec::new();
    let mut from = None;
    for word in text.split_whitespace() {
        match word.to_lowercase().as_str() {
            "to" => from = Some(*counts.last().filter(|_| from.is_none())?),
            "or" | "and" | "players" | "seats" => {}
            word => {
                let count: u8 = word.parse().ok().filter(|count| (1..=6).contains(count))?;
                if let Some(from) = from.take() {
                    let between = |&seats: &u8| from < seats && seats <= count;
                    counts.extend(SEATS.into_iter().filter(between));
                } else {
                    counts.push(count);
                }
            }
        }
    }
    Some(counts).filter(|counts| from.is_none() && !counts.is_empty())
}
