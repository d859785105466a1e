//! What a caller tells an engine, read by the line, with a look ahead while it thinks.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::lines::{Lines, MAX_LINE};

/// The lines of a caller.
#[derive(Debug)]
pub struct Input<R> {
    lines: Lines<R>,
    /// Lines that came while the engine was thinking.
    ahead: VecDeque<String>,
}

impl<R: Read + AsFd> Input<R> {
    /// The lines of `source`.
    pub fn new(source: R) -> Self {
        Self { lines: Lines::new(source), ahead: VecDeque::new() }
    }

    /// The next line, if it has come already.
    pub fn line_at_hand(&mut self) -> Option<String> {
        self.ahead.pop_front().or_else(|| self.lines.next_line())
    }

    /// The next line, waited for; none at the end of the input.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or a line has no end.
    pub fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.line_at_hand() {
                return Ok(Some(line));
            }
            self.bounded()?;
            if self.lines.ended() || !self.lines.read()? {
                return Ok(self.line_at_hand());
            }
        }
    }

    /// Whether the caller has told the engine to stop or to quit, or is gone. Never waits.
    pub fn wants_an_end(&mut self) -> bool {
        let mut pipe = [PollFd::new(self.lines.source(), PollFlags::IN)];
        let ready = poll(&mut pipe, Some(&Timespec::default()));
        if matches!(ready, Ok(ready) if ready > 0) && self.lines.read().is_err() {
            return true;
        }
        self.ahead.extend(std::iter::from_fn(|| self.lines.next_line()));
        let ends = |line: &String| matches!(line.trim(), "stop" | "quit");
        self.lines.ended() || self.bounded().is_err() || self.ahead.iter().any(ends)
    }

    /// Waits until the caller tells the engine to stop or to quit, or is gone.
    ///
    /// # Errors
    ///
    /// If the input cannot be read.
    pub fn wait_for_an_end(&mut self) -> io::Result<()> {
        while !self.wants_an_end() {
            let mut pipe = [PollFd::new(self.lines.source(), PollFlags::IN)];
            match poll(&mut pipe, None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn bounded(&self) -> io::Result<()> {
        if self.lines.unfinished() > MAX_LINE {
            let why = format!("a line of more than {} KiB", MAX_LINE >> 10);
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_stop_is_seen_ahead_and_lines_keep_their_order() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut input = Input::new(reader);
        assert!(!input.wants_an_end());
        writer.write_all(b"isready\nst").unwrap();
        assert!(!input.wants_an_end());
        writer.write_all(b"op\nugi\n").unwrap();
        assert!(input.wants_an_end());
        drop(writer);
        let lines: Vec<String> = std::iter::from_fn(|| input.line().unwrap()).collect();
        assert_eq!(lines, ["isready", "stop", "ugi"]);
        assert!(input.wants_an_end(), "a caller that is gone waits for nothing");
    }

    #[test]
    fn a_line_without_an_end_is_refused() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut input = Input::new(reader);
        let flood = std::thread::spawn(move || {
            let _ = writer.write_all(&[b'x'; 4 * MAX_LINE]);
        });
        assert_eq!(input.line().unwrap_err().kind(), io::ErrorKind::InvalidData);
        drop(input);
        flood.join().unwrap();
    }
}
