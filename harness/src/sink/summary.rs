//! What a person reads before and after a run.

use std::collections::BTreeMap;
use std::io;

use comfy_table::{CellAlignment, Table, presets};
use engine::End;

use crate::check::{Asked, Invariant, Invariants, Level};
use crate::config::{Config, Options, axes, rules_name};
use crate::contender::Contender;
use crate::exit::RunError;
use crate::host::VERSION;
use crate::rows::{Violation, violations};
use crate::run::{Outcome, Stopped};
use crate::run_file::RunFile;
use crate::stats::{Breach, Line, wilson_95};
use crate::suite::{Suite, escaped};
use crate::text::{counted, grouped, lasting, rate, shell_path, shell_word};

/// Says what is about to be played.
///
/// # Errors
///
/// If `out` takes no more.
pub fn header(
    out: &mut dyn io::Write,
    config: &Config,
    options: &Options,
    folder: &std::path::Path,
) -> io::Result<()> {
    let plan = config.plan();
    let seats: Vec<String> = config.seats.iter().map(u8::to_string).collect();
    let block = |&seats: &u8| format!("{} at {seats}", plan.block_len(usize::from(seats)));
    let blocks: Vec<String> = config.seats.iter().map(block).collect();
    let bots: Vec<&str> = config.bots.iter().map(Contender::name).collect();
    let rules: Vec<String> =
        axes(&config.rules).map(|(axis, value)| format!("{axis}={value}")).collect();
    writeln!(out, "harness {VERSION}, engine {VERSION}")?;
    writeln!(out, "seed      {}", config.seed)?;
    writeln!(out, "games     {} at {} seats", grouped(config.games), seats.join(", "))?;
    if let Some(shard) = options.shard {
        let share = config.share(options.shard);
        writeln!(
            out,
            "shard     {shard}, counted from 1: {} in {} of {}",
            counted(share.games(), "game"),
            grouped(share.blocks()),
            counted(share.plan().blocks(), "block"),
        )?;
    }
    writeln!(out, "bots      {}", bots.join(", "))?;
    writeln!(out, "blocks    of games, by seats: {}", blocks.join(", "))?;
    match config.opening {
        0 => writeln!(out, "opening   none: the bots play from the start")?,
        plies => writeln!(out, "opening   {plies} random plies a seat, the same all over a block")?,
    }
    writeln!(out, "rules     {}: {}", rules_name(&config.rules), rules.join(" "))?;
    writeln!(out, "checks    {}", options.check_name())?;
    writeln!(out, "threads   {}", options.threads)?;
    writeln!(out, "reports   {}", folder.display())?;
    writeln!(out)
}

/// Says how it went; what went wrong alone if `quiet`.
///
/// # Errors
///
/// If `out` takes no more.
pub fn summary(
    out: &mut dyn io::Write,
    config: &Config,
    outcome: &Outcome,
    folder: &std::path::Path,
    quiet: bool,
) -> io::Result<()> {
    if !quiet {
        writeln!(out, "{}\n", table(config, outcome).trim_fmt())?;
        let (games, plies) = (outcome.tally.games, outcome.tally.plies);
        let played = counted(games, "game");
        let of = match &outcome.stopped {
            None => String::new(),
            Some(why) => format!(" of {} ({})", grouped(outcome.planned), reason(why)),
        };
        writeln!(
            out,
            "played      {played}{of}, {} plies in {}: {} games/s, {} plies/s",
            grouped(plies),
            lasting(outcome.elapsed),
            rate(games, outcome.elapsed),
            rate(plies, outcome.elapsed),
        )?;
        writeln!(out, "ended       {}", ends(outcome))?;
    }
    for ((bot, failure), count) in &outcome.tally.failures {
        let name = config.bots[*bot].name();
        writeln!(out, "engines     {name}: {failure} {}", grouped(*count))?;
    }
    let violations = outcome.violations();
    if !quiet || violations > 0 {
        writeln!(out, "violations  {}", grouped(violations))?;
    }
    for (invariant, breach) in &outcome.tally.breaches {
        writeln!(
            out,
            "  {invariant}: {} in {}; first in game {} after {}: {}",
            grouped(breach.violations),
            counted(breach.games, "game"),
            breach.first_game,
            plies(breach.first.ply.into()),
            breach.first.message,
        )?;
        writeln!(out, "    {} {}", program(), config.replay(breach.first_game))?;
    }
    for (alarm, seen) in &outcome.alarms {
        writeln!(out, "  {alarm}: {seen}")?;
    }
    if !quiet || violations > 0 {
        writeln!(out, "reports     {}", folder.display())?;
    }
    if !quiet {
        writeln!(out, "to look at  {} report {}", program(), shell_path(folder))?;
    }
    if let (false, Some(Stopped::Interrupted | Stopped::TimeUp)) = (quiet, &outcome.stopped) {
        writeln!(out, "to go on    {} --resume {}", program(), shell_path(folder))?;
    }
    Ok(())
}

/// What was asked in a run of a command, a test for each invariant, in the order of
/// [`Invariant::ALL`].
pub fn suite(
    command: &'static str,
    config: &Config,
    options: &Options,
    outcome: &Outcome,
) -> Suite {
    if outcome.tally.games == 0 {
        // Nothing was asked.
        return Suite::new(command);
    }
    tests(command, config, options, |id| {
        if let Some(breach) = outcome.tally.breaches.get(id) {
            let Breach { violations, games, first_game, first, .. } = breach;
            let message = format!(
                "{} in {}; first in game {first_game} after {}: {}",
                grouped(*violations),
                counted(*games, "game"),
                plies(first.ply.into()),
                first.message
            );
            return Some((message, format!("harness {}", config.replay(*first_game))));
        }
        let (_, seen) = outcome.alarms.iter().find(|(alarm, _)| *alarm == id)?;
        Some((seen.clone(), String::new()))
    })
}

/// The same of a run that is over, from its folder.
///
/// # Errors
///
/// If the violations cannot be read: data.
pub fn suite_again(run: &RunFile) -> Result<Suite, RunError> {
    let mut first = BTreeMap::new();
    for violation in violations(run.folder.join("violations.jsonl"))? {
        let Violation { game, invariant, message, .. } = violation?;
        first.entry(invariant).or_insert((game, message));
    }
    Ok(tests("play", &run.config, &run.options, |id| {
        let (game, message) = first.remove(id)?;
        let again = game.map(|game| format!("harness {}", run.config.replay(game)));
        Some((message, again.unwrap_or_default()))
    }))
}

/// A test for each invariant that is asked; `failure` has the message and the line that replays it.
fn tests(
    command: &'static str,
    config: &Config,
    options: &Options,
    mut failure: impl FnMut(&str) -> Option<(String, String)>,
) -> Suite {
    let mut suite = Suite::new(command);
    for invariant in asked(config, options) {
        let id = invariant.id();
        match failure(id) {
            None => suite.pass(id),
            Some((message, again)) => suite.fail(id, message, again),
        }
    }
    suite
}

/// The invariants that a run asks about: what is a law at one of its seat counts.
fn asked(config: &Config, options: &Options) -> impl Iterator<Item = Invariant> {
    let boards = config.seats.iter().filter_map(|&seats| config.board(seats).ok());
    let laws: Vec<Invariants> = boards.map(|board| Invariants::of(&board)).collect();
    let off = options.check == Level::Off;
    let all = Invariant::ALL.iter().copied();
    all.filter(move |&invariant| laws.iter().any(|laws| laws.contains(invariant))).filter(
        move |&invariant| match invariant {
            // The game itself sees to these, whatever is checked.
            Invariant::NoPanic | Invariant::BotLegal => true,
            _ => !off && invariant.asked() != Asked::Subject,
        },
    )
}

/// What a run came to, as Markdown.
pub fn page(config: &Config, outcome: &Outcome) -> String {
    let mut page = String::from(
        "| seats | bot | games | wins | win rate | 95% | place | plies | capped |\n\
         |---:|---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for &seats in &config.seats {
        for (index, bot) in config.bots.iter().enumerate() {
            let (line, _) = outcome.tally.lines(seats, index);
            let cells = cells(seats, bot, &line).map(|cell| escaped(&cell));
            page.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
    }
    let played = counted(outcome.tally.games, "game");
    let rules = escaped(&rules_name(&config.rules));
    page.push_str(&format!(
        "\n{played} of seed {} under {rules}: {}.\n",
        config.seed,
        ends(outcome)
    ));
    page
}

fn plies(number: u64) -> String {
    format!("{} {}", grouped(number), if number == 1 { "ply" } else { "plies" })
}

fn reason(why: &Stopped) -> &'static str {
    match why {
        Stopped::Interrupted => "interrupted",
        Stopped::TimeUp => "the time was up",
        Stopped::FailFast => "stopped at the first violation",
        Stopped::Enough => "stopped early",
        Stopped::Failed(_) => "the reports could not be written",
    }
}

/// How this program is called by the one who reads its output.
fn program() -> String {
    if std::env::var_os("CARGO").is_some() {
        return "cargo run -p harness --".to_string();
    }
    shell_word(&std::env::args().next().unwrap_or_else(|| "harness".to_string()))
}

/// `home 9,950 (99.5%), cap 50 (0.5%)`.
fn ends(outcome: &Outcome) -> String {
    let games = outcome.tally.games;
    let share = |count: u64| 100.0 * count as f64 / games as f64;
    let ends = End::ALL.iter().zip(outcome.tally.ends).filter(|&(_, count)| count > 0);
    let ends: Vec<String> = ends
        .map(|(end, count)| format!("{end} {} ({:.1}%)", grouped(count), share(count)))
        .collect();
    if ends.is_empty() { "none".to_string() } else { ends.join(", ") }
}

/// Bots by seat count. `games` counts appearances, so that it reads the same at every seat count.
fn table(config: &Config, outcome: &Outcome) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "seats", "bot", "games", "wins", "win rate", "95%", "place", "plies", "capped",
    ]);
    for &seats in &config.seats {
        for (index, bot) in config.bots.iter().enumerate() {
            let (line, _) = outcome.tally.lines(seats, index);
            table.add_row(cells(seats, bot, &line));
        }
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index != 1 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn cells(seats: u8, bot: &Contender, line: &Line) -> [String; 9] {
    let (low, high) = wilson_95(line.wins, line.games);
    let some =
        |mean: Option<f64>, show: &dyn Fn(f64) -> String| mean.map_or_else(String::new, show);
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    [
        seats.to_string(),
        bot.name().to_string(),
        grouped(line.games),
        grouped(line.wins),
        some(line.mean(line.wins), &percent),
        some(line.mean(line.wins), &|_| format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high)),
        some(line.mean(line.places), &|place| format!("{place:.2}")),
        some(line.mean(line.plies), &|plies| format!("{plies:.0}")),
        grouped(line.capped),
    ]
}
