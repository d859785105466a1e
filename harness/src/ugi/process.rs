//! An engine's process: its pipes, polled from the thread that waits for it, and its end.
//!
//! Nothing here can wait without bound: all three pipes are polled together, so an engine that
//! fills one of them while we wait at another is read, and time runs out for one that does nothing.
//! What an engine writes stays in its pipe until somebody waits for it, so memory is bounded too.

use std::io::{self, Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::lines::{Lines, MAX_LINE};

/// Most that is kept of what an engine wrote to its standard error, in bytes: the end of it.
pub const MAX_WORDS: usize = 4096;

/// Most that an engine may write while one answer is waited for, in bytes.
pub const MAX_OUTPUT: u64 = 1 << 20;

/// Time for an engine to end by itself once told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Time ran out.
    Time,
    /// The engine closed its output.
    End,
    /// It wrote more than anybody reads.
    Endless,
}

/// A running engine. When dropped it is told to quit, and then killed with all that it started.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Lines<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What is still to be written to it.
    outgoing: Vec<u8>,
    /// The end of what it wrote to standard error.
    words: Vec<u8>,
    /// Bytes it had written when an answer was last waited for.
    mark: u64,
    /// How it ended, once it is gone.
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts a shell command in a process group of its own.
    ///
    /// # Errors
    ///
    /// If there is no shell or no room for a process. What the shell cannot find or run shows as
    /// an engine that ended.
    pub fn start(command: &str) -> io::Result<Self> {
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(command)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let stdout = child.stdout.take().expect("it was asked for as a pipe");
        let process = Self {
            stdin: child.stdin.take(),
            stdout: Lines::new(stdout),
            stderr: child.stderr.take(),
            child,
            outgoing: Vec::new(),
            words: Vec::new(),
            mark: 0,
            status: None,
        };
        ioctl_fionbio(process.stdout.source(), true)?;
        if let Some(stdin) = &process.stdin {
            ioctl_fionbio(stdin, true)?;
        }
        if let Some(stderr) = &process.stderr {
            ioctl_fionbio(stderr, true)?;
        }
        Ok(process)
    }

    /// Writes `text` to it, now or while an answer is waited for; counts its output anew.
    pub fn send(&mut self, text: &str) {
        self.mark = self.stdout.total();
        self.outgoing.extend_from_slice(text.as_bytes());
        self.write();
    }

    /// Its next line that has come already.
    pub fn line_at_hand(&mut self) -> Option<String> {
        self.stdout.next_line()
    }

    /// Its next line, waited for until `deadline`.
    ///
    /// # Errors
    ///
    /// If none came.
    pub fn line(&mut self, deadline: Instant) -> Result<String, Cut> {
        loop {
            if let Some(line) = self.stdout.next_line() {
                return Ok(line);
            }
            if self.stdout.ended() {
                return Err(Cut::End);
            }
            if self.stdout.unfinished() > MAX_LINE || self.stdout.total() - self.mark > MAX_OUTPUT {
                return Err(Cut::Endless);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Cut::Time);
            }
            self.wait(left);
        }
    }

    /// Waits until a pipe has something to do, and does it.
    fn wait(&mut self, at_most: Duration) {
        let mut pipes = vec![PollFd::new(self.stdout.source(), PollFlags::IN)];
        if let Some(stderr) = &self.stderr {
            pipes.push(PollFd::new(stderr, PollFlags::IN));
        }
        if let Some(stdin) = self.stdin.as_ref().filter(|_| !self.outgoing.is_empty()) {
            pipes.push(PollFd::new(stdin, PollFlags::OUT));
        }
        let timeout = Timespec::try_from(at_most).ok();
        let ready = match poll(&mut pipes, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => pipes[0].revents(),
            // Pipes that cannot be polled are as good as closed.
            Err(_) => PollFlags::HUP,
        };
        drop(pipes);
        if !ready.is_empty() && self.stdout.read().is_err() {
            self.kill();
        }
        self.read_words();
        self.write();
    }

    fn write(&mut self) {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| !self.outgoing.is_empty()) {
            match stdin.write(&self.outgoing) {
                Ok(written) if written > 0 => drop(self.outgoing.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // Nobody reads it any more; that shows when its output ends or its time runs out.
                _ => self.stdin = None,
            }
        }
    }

    fn read_words(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut buffer = [0; 4096];
        loop {
            match stderr.read(&mut buffer) {
                Ok(read) if read > 0 => {
                    self.words.extend_from_slice(&buffer[..read]);
                    let over = self.words.len().saturating_sub(MAX_WORDS);
                    self.words.drain(..over);
                    // One buffer at a time: an engine that never stops must not keep us here.
                    return;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                _ => {
                    self.stderr = None;
                    return;
                }
            }
        }
    }

    /// The end of what it wrote to its standard error.
    pub fn words(&self) -> String {
        String::from_utf8_lossy(&self.words).trim().to_string()
    }

    /// Kills it and all that it started, unless that has been done, and says how it ended. One
    /// that closed its output has a moment to end by itself, so that it is told with its own code.
    pub fn end(&mut self) -> String {
        if self.stdout.ended() {
            self.let_end(FAREWELL);
        }
        let by_itself = self.status.is_some() || self.ends_within(FAREWELL);
        self.kill();
        let how = match self.status {
            Some(status) if by_itself => status.to_string(),
            _ => "it closed its output, went on, and was killed".to_string(),
        };
        match self.words() {
            words if words.is_empty() => how,
            words => format!("{how}; its last words: {}", words.lines().last().unwrap_or("")),
        }
    }

    /// Waits for it to close its outputs, which a process does at the latest when it ends.
    fn let_end(&mut self, at_most: Duration) {
        let deadline = Instant::now() + at_most;
        while !(self.stdout.ended() && self.stderr.is_none()) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            if self.stdout.ended() {
                let Some(stderr) = &self.stderr else { return };
                let mut pipe = [PollFd::new(stderr, PollFlags::IN)];
                let _ = poll(&mut pipe, Timespec::try_from(left).ok().as_ref());
                self.read_words();
            } else {
                self.wait(left);
                while self.stdout.next_line().is_some() {}
            }
        }
    }

    /// Whether the process is gone, or soon is if its outputs are closed: the kernel closes them a
    /// little before it lets anybody know that a process has ended.
    fn ends_within(&self, at_most: Duration) -> bool {
        let deadline = Instant::now() + at_most;
        while !self.has_ended() {
            if !self.stdout.ended() || Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Whether the process is gone, though not collected yet.
    fn has_ended(&self) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), look), Ok(Some(_)))
    }

    fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        // The group first, and the child collected only then: until it is, nobody else can have
        // its number.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
        while self.stderr.is_some() && self.words.len() < MAX_WORDS {
            let before = self.words.len();
            self.read_words();
            if self.words.len() == before {
                break;
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.send("quit\n");
            // The end of its input tells one that does not know the word.
            self.stdin = None;
            self.let_end(FAREWELL);
            self.kill();
        }
    }
}
