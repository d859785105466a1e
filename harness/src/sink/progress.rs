//! How far a run has come, on standard error.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Sink;
use crate::event::Event;
use crate::exit::RunError;
use crate::run::Outcome;
use crate::text::{counted, grouped, left, rate};

/// Time between two plain lines.
const LINES: Duration = Duration::from_secs(5);

/// When progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Show {
    /// A bar on a terminal, else a plain line every few seconds; nothing with --quiet
    #[default]
    Auto,
    /// The same, with --quiet too
    Always,
    /// Nothing
    Never,
}

/// Shows games done, games and plies a second, time left and violations.
#[derive(Debug)]
pub struct Progress {
    planned: u64,
    /// Games of earlier sessions, and plies in them.
    before: (u64, u64),
    games: u64,
    plies: u64,
    violations: u64,
    start: Instant,
    shown: Instant,
    /// None without a terminal.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Of a run of so many games.
    pub fn new(planned: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(planned), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:24} {percent:>3}%  {msg}");
            bar.with_style(style.expect("the template is well formed"))
        });
        let now = Instant::now();
        Self {
            planned,
            before: (0, 0),
            games: 0,
            plies: 0,
            violations: 0,
            start: now,
            shown: now,
            bar,
        }
    }

    /// How far it has come, `elapsed` after its start.
    fn line(&self, elapsed: Duration) -> String {
        let to_do = self.planned.saturating_sub(self.games);
        let (games_before, plies_before) = self.before;
        let to_go = match self.games - games_before {
            0 => "? left".to_string(),
            games => format!("{} left", left(elapsed.mul_f64(to_do as f64 / games as f64))),
        };
        format!(
            "{} of {}, {} games/s, {} plies/s, {to_go}, {}",
            grouped(self.games),
            counted(self.planned, "game"),
            rate(self.games - games_before, elapsed),
            rate(self.plies - plies_before, elapsed),
            counted(self.violations, "violation"),
        )
    }

    /// Progress is no result: a run does not end for want of somebody to watch it.
    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => drop(writeln!(io::stderr(), "{line}")),
        }
    }
}

impl Sink for Progress {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        match (event, &self.bar) {
            (Event::Game(record), _) => {
                self.games += 1;
                self.plies += u64::from(record.plies);
                self.violations += record.findings.len() as u64;
            }
            (Event::Begin, _) => {
                self.before = (self.games, self.plies);
                (self.start, self.shown) = (Instant::now(), Instant::now());
            }
            (Event::Over(_), _) => {}
            (Event::Tick, Some(bar)) => {
                bar.set_position(self.games);
                bar.set_message(self.line(self.start.elapsed()));
            }
            (Event::Tick, None) if self.shown.elapsed() >= LINES => {
                self.shown = Instant::now();
                self.say(&self.line(self.start.elapsed()));
            }
            (Event::Tick, None) => {}
            (Event::Interrupted, _) => {
                self.say(
                    "interrupted: the games under way are played to their end; once more ends all",
                );
            }
        }
        Ok(())
    }

    fn finish(&mut self, _: &Outcome) -> Result<(), RunError> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_has_come() {
        let mut progress = Progress::new(10_000);
        let line = |progress: &Progress| progress.line(Duration::from_secs(2));
        assert_eq!(
            line(&progress),
            "0 of 10,000 games, 0.00 games/s, 0.00 plies/s, ? left, 0 violations"
        );
        (progress.games, progress.plies, progress.violations) = (2500, 500_000, 1);
        assert_eq!(
            line(&progress),
            "2,500 of 10,000 games, 1,250 games/s, 250,000 plies/s, 6 s left, 1 violation"
        );
    }
}
