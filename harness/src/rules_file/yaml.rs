//! YAML as a tree whose every part knows its line.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use yaml_serde::Deserializer;

use super::Note;

/// A part of a document.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Its number in the order of reading, from 0: what [`Yaml::line`] takes.
    at: usize,
    pub(super) value: Value,
}

/// What a part holds. Scalars but for texts are kept as they are written plainly.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// Keys and their values, in order; a key may stand there twice.
    Table(Vec<(Node, Node)>),
}

impl Value {
    /// What it is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "a truth value",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }

    /// A text or a number, as it was written.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Text(word) | Self::Number(word) => Some(word),
            _ => None,
        }
    }
}

/// A document: its root, and the text that tells the lines.
#[derive(Debug)]
pub(super) struct Yaml {
    text: String,
    pub(super) root: Node,
}

impl Yaml {
    /// Reads `text`, which begins after `skipped` lines of its file.
    ///
    /// # Errors
    ///
    /// With what is wrong and the line of the file.
    pub(super) fn read(text: &str, skipped: usize) -> Result<Self, Note> {
        // Blank lines in place of the skipped ones, so that the reader counts as the file does.
        let text = format!("{}{text}", "\n".repeat(skipped));
        let root = Reader { count: &Cell::new(0), stop: None }
            .deserialize(Deserializer::from_str(&text))
            .map_err(|error| {
                let line = error.location().map(|place| place.line());
                let mut says = error.to_string();
                if let Some(place) = error.location() {
                    let tail = format!(" at line {} column {}", place.line(), place.column());
                    says = says.strip_suffix(&tail).unwrap_or(&says).to_string();
                }
                Note::new(line, says)
            })?;
        Ok(Self { text, root })
    }

    /// The line of the file in which a part begins.
    ///
    /// The reader tells a line only with an error, so the text is read again up to that part and no
    /// farther: messages are few, and front matter is short.
    pub(super) fn line(&self, node: &Node) -> Option<usize> {
        let again = Reader { count: &Cell::new(0), stop: Some(node.at) };
        let stopped = again.deserialize(Deserializer::from_str(&self.text));
        stopped.err()?.location().map(|place| place.line())
    }
}

/// Reads one part; stops with an error, and so with a line, at part `stop`.
#[derive(Clone, Copy)]
struct Reader<'c> {
    count: &'c Cell<usize>,
    stop: Option<usize>,
}

impl Reader<'_> {
    fn node<E: serde::de::Error>(self, value: Value) -> Result<Node, E> {
        let at = self.next()?;
        Ok(Node { at, value })
    }

    fn next<E: serde::de::Error>(self) -> Result<usize, E> {
        let at = self.count.replace(self.count.get() + 1);
        if self.stop == Some(at) { Err(E::custom("here")) } else { Ok(at) }
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Node;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! numbers {
    ($($visit:ident $number:ty),*) => {$(
        fn $visit<E: serde::de::Error>(self, number: $number) -> Result<Node, E> {
            self.node(Value::Number(number.to_string()))
        }
    )*};
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, a list or a table without a tag")
    }

    numbers!(visit_i64 i64, visit_u64 u64, visit_i128 i128, visit_u128 u128, visit_f64 f64);

    fn visit_bool<E: serde::de::Error>(self, is: bool) -> Result<Node, E> {
        self.node(Value::Bool(is))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Node, E> {
        self.node(Value::Text(text.to_string()))
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<Node, E> {
        self.node(Value::Null)
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Node, E> {
        self.node(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let at = self.next()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Node { at, value: Value::List(items) })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let at = self.next()?;
        let mut pairs = Vec::new();
        while let Some(key) = map.next_key_seed(self)? {
            if key.value.word().is_none() {
                return Err(A::Error::custom("a key is a word"));
            }
            pairs.push((key, map.next_value_seed(self)?));
        }
        Ok(Node { at, value: Value::Table(pairs) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_knows_its_line() {
        let text = "title: a\nengine:\n  setup: {arms: [N,\n    S]}\nlist:\n- 1\n- {k: v}\n";
        let yaml = Yaml::read(text, 1).unwrap();
        let Value::Table(pairs) = &yaml.root.value else { panic!("{yaml:?}") };
        let line = |node| yaml.line(node).unwrap();
        let keys: Vec<_> = pairs.iter().map(|(key, _)| line(key)).collect();
        assert_eq!(keys, [2, 3, 6]);
        let Value::Table(engine) = &pairs[1].1.value else { panic!("{yaml:?}") };
        let Value::Table(setup) = &engine[0].1.value else { panic!("{yaml:?}") };
        let Value::List(arms) = &setup[0].1.value else { panic!("{yaml:?}") };
        assert_eq!(arms.iter().map(line).collect::<Vec<_>>(), [4, 5]);
        let Value::List(list) = &pairs[2].1.value else { panic!("{yaml:?}") };
        assert_eq!(list.iter().map(line).collect::<Vec<_>>(), [7, 8]);
    }

    #[test]
    fn what_is_no_yaml_is_named_with_its_line() {
        for (text, line) in [("a: [1", 3), ("a: b: c", 2), ("a: !tag x", 2), ("? [a]\n: b", 2)] {
            let note = Yaml::read(text, 1).unwrap_err();
            assert!(note.line.is_some_and(|at| at.abs_diff(line) <= 1), "{text}: {note:?}");
            assert!(!note.says.is_empty(), "{note:?}");
        }
    }
}
