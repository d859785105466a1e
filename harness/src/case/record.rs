//! The text form of a recorded game: keys with values, and moves.

use std::fmt;

/// Longest record that is read, in bytes.
pub const MAX_LEN: usize = 1 << 20;

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    line: usize,
    what: String,
}

impl RecordError {
    pub(crate) fn new(line: usize, what: impl fmt::Display) -> Self {
        Self { line, what: what.to_string() }
    }

    /// The line, from 1; one past the last for something that is not there.
    pub fn line(&self) -> usize {
        self.line
    }

    /// What is wrong, without the line.
    pub fn what(&self) -> &str {
        &self.what
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for RecordError {}

/// `key: value` on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The key: small letters and hyphens.
    pub key: &'a str,
    /// The value, without blanks about it; may be empty.
    pub value: &'a str,
    /// The line it is on, from 1.
    pub line: usize,
}

/// One move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// `e5-f5`, `e5:g5:g7`, `pass` or `resign`, if it is well formed: nobody has looked yet.
    pub text: &'a str,
    /// The line it is on, from 1.
    pub line: usize,
}

/// A record, taken apart into lines and words; what they mean is looked at by its readers.
///
/// A line is blank, a comment (its first letter a `#`), `key: value`, or, below the key `moves`,
/// moves apart by blanks. As a key has small letters and hyphens alone and is followed by a blank
/// or the end of the line, no move looks like one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// The keys in the order of the text, `moves` apart.
    pub fields: Vec<Field<'a>>,
    /// The moves in order; none when there is no key `moves`.
    pub moves: Option<Vec<Word<'a>>>,
    /// Number of lines.
    pub lines: usize,
}

impl<'a> Record<'a> {
    /// Takes the bytes of a file apart.
    ///
    /// # Errors
    ///
    /// With the line, if they are too many, no UTF-8, or a line has no such form.
    pub fn read(bytes: &'a [u8]) -> Result<Self, RecordError> {
        if bytes.len() > MAX_LEN {
            let what =
                format!("{} bytes are more than {MAX_LEN}, the most that is read", bytes.len());
            return Err(RecordError::new(1, what));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line =
                1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            RecordError::new(line, "bytes that are no UTF-8")
        })?;
        let mut record = Self { fields: Vec::new(), moves: None, lines: text.lines().count() };
        let mut in_moves = false;
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let words = match key_of(content) {
                Some(("moves", _)) if record.moves.is_some() => {
                    return Err(RecordError::new(line, "'moves' is given twice"));
                }
                Some(("moves", value)) => {
                    in_moves = true;
                    value
                }
                Some((key, value)) => {
                    in_moves = false;
                    record.fields.push(Field { key, value, line });
                    continue;
                }
                None if in_moves => content,
                None => {
                    let shown: String = content.chars().take(40).collect();
                    let what = format!(
                        "'{}' is no 'key: value', and moves stand below 'moves:'",
                        shown.escape_debug()
                    );
                    return Err(RecordError::new(line, what));
                }
            };
            let words = words.split_whitespace().map(|text| Word { text, line });
            record.moves.get_or_insert_default().extend(words);
        }
        Ok(record)
    }
}

/// The key and value of a line that has them.
fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let plain = |letter: char| letter.is_ascii_lowercase() || letter == '-';
    let apart = value.is_empty() || value.starts_with(char::is_whitespace);
    (!key.is_empty() && key.chars().all(plain) && apart).then(|| (key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stand_in_one_line_or_in_many() {
        let one = Record::read(b"win: any-own\nmoves: a1-b1 e5:g5:g7 pass\nwinner: 0\n").unwrap();
        let many = Record::read(b"# why\r\n  win:any\r\n".as_slice()).map_err(|error| error.line());
        assert_eq!(many, Err(2));
        let many = Record::read(b"moves:\n\n a1-b1\n# then\ne5:g5:g7\tpass").unwrap();
        let texts = |record: &Record<'_>| -> Vec<String> {
            record.moves.iter().flatten().map(|word| word.text.to_string()).collect()
        };
        assert_eq!(texts(&one), ["a1-b1", "e5:g5:g7", "pass"]);
        assert_eq!(texts(&one), texts(&many));
        assert_eq!(one.fields[1], Field { key: "winner", value: "0", line: 3 });
        assert_eq!(many.moves.unwrap()[1].line, 5);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (bytes, line) in [
            (&b"win: vacated\nno key\n"[..], 2),
            (b"a1-b1\n", 1),
            (b"moves: pass\nmoves: pass\n", 2),
            (b"moves: pass\nwinner: 0\na1-b1", 3),
            (b"about: x\n\n\xff\n", 3),
            (b"Key: value", 1),
        ] {
            assert_eq!(Record::read(bytes).unwrap_err().line(), line, "{bytes:?}");
        }
        assert!(Record::read(&vec![b'\n'; MAX_LEN + 1]).is_err());
    }
}
