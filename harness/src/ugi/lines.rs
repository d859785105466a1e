//! Lines out of a pipe, as they come.

use std::io::{self, Read};

/// Longest line that is taken, in bytes: the longest that the protocol has need of is a list of a
/// few hundred moves.
pub const MAX_LINE: usize = 1 << 16;

/// What a pipe has given so far, handed out by the line.
///
/// It never waits of its own accord: that is up to who polls the pipe.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// Where the next line starts in `buffer`.
    start: usize,
    /// Up to where no end of a line was found.
    seen: usize,
    ended: bool,
    total: u64,
}

impl<R: Read> Lines<R> {
    /// The lines of `source`.
    pub fn new(source: R) -> Self {
        Self { source, buffer: Vec::new(), start: 0, seen: 0, ended: false, total: 0 }
    }

    /// Where they come from.
    pub fn source(&self) -> &R {
        &self.source
    }

    /// The next line that is there in full, without its end; what is not UTF-8 is replaced.
    pub fn next_line(&mut self) -> Option<String> {
        let end = match self.buffer[self.seen..].iter().position(|&byte| byte == b'\n') {
            Some(end) => self.seen + end,
            None if self.ended && self.start < self.buffer.len() => self.buffer.len(),
            None => {
                self.seen = self.buffer.len();
                return None;
            }
        };
        let line = String::from_utf8_lossy(&self.buffer[self.start..end]).into_owned();
        self.start = (end + 1).min(self.buffer.len());
        self.seen = self.start;
        Some(line)
    }

    /// Reads once, and says whether there may be more to come.
    ///
    /// # Errors
    ///
    /// If the source cannot be read; that it would have to wait is no error.
    pub fn read(&mut self) -> io::Result<bool> {
        // A buffer's worth at a time: what was handed out makes room.
        self.buffer.drain(..self.start);
        (self.seen, self.start) = (self.seen - self.start, 0);
        let old = self.buffer.len();
        self.buffer.resize(old + 4096, 0);
        let read = self.source.read(&mut self.buffer[old..]);
        self.buffer.truncate(old + read.as_ref().map_or(0, |&read| read));
        match read {
            Ok(0) => self.ended = true,
            Ok(read) => self.total += read as u64,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(!self.ended)
    }

    /// Whether the source has come to its end; lines may still be left.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Bytes of the line that has not come in full, if `next_line` has just found none.
    pub fn unfinished(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// Bytes read so far.
    pub fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Gives its text in pieces.
    struct Pieces(Vec<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0);
            buffer[..piece.len()].copy_from_slice(&piece);
            Ok(piece.len())
        }
    }

    fn all_lines(pieces: Vec<Vec<u8>>) -> Vec<String> {
        let mut lines = Lines::new(Pieces(pieces));
        let mut all = Vec::new();
        loop {
            all.extend(std::iter::from_fn(|| lines.next_line()));
            if !lines.read().unwrap() {
                break;
            }
        }
        all.extend(std::iter::from_fn(|| lines.next_line()));
        assert_eq!(lines.unfinished(), 0);
        all
    }

    #[test]
    fn a_last_line_needs_no_end_and_bad_bytes_are_replaced() {
        assert_eq!(
            all_lines(vec![b"a\nb".to_vec(), b"c\n\n\xffd".to_vec()]),
            ["a", "bc", "", "\u{fffd}d"]
        );
        assert_eq!(all_lines(vec![b"a\n".to_vec()]), ["a"]);
        assert_eq!(all_lines(vec![]), [""; 0]);
    }

    proptest! {
        #[test]
        fn lines_are_the_same_however_they_come(text in "[ab\n]{0,60}", cuts in prop::collection::vec(1_usize..9, 0..60)) {
            let (mut rest, mut pieces) = (text.as_bytes(), Vec::new());
            for cut in cuts {
                let (piece, after) = rest.split_at(cut.min(rest.len()));
                rest = after;
                if !piece.is_empty() {
                    pieces.push(piece.to_vec());
                }
            }
            if !rest.is_empty() {
                pieces.push(rest.to_vec());
            }
            let whole: Vec<&str> = text.lines().collect();
            prop_assert_eq!(all_lines(pieces), whole);
        }
    }
}
