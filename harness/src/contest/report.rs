//! What a match leaves behind: its folder, and what a person reads.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};

use super::figures::{Figure, Pair, Row};
use super::series::Series;
use crate::config::{Config, Options, rules_name};
use crate::event::Event;
use crate::exit::RunError;
use crate::run::{Outcome, Stopped};
use crate::sink::{
    EngineFailures, Folder, Games, LATENCY, Session, Sink, Violations, WIN_RATES, latency_csv,
    pretty_json, row, run_json, win_rates_csv,
};
use crate::stats::equal_shares;
use crate::stats::sprt::{Decision, Sprt, elo_of_score};
use crate::text::{counted, grouped};

/// Columns of `match.csv`.
pub const MATCH: &str = "seats,bot,blocks,games,repeats,void,appearances,wins,win_share,win_lo,win_hi,\
    mean_place,place_lo,place_hi,elo,elo_lo,elo_hi\n";

/// Columns of `pairs.csv`.
pub const PAIRS: &str = "seats,bot,rival,ahead,level,behind,score,score_lo,score_hi,elo,elo_lo,elo_hi,\
    blocks,llr,llr_lower,llr_upper,verdict\n";

/// Columns of `seats.csv`.
pub const SEATS: &str = "seats,bots,seat,games,wins,win_share,win_lo,win_hi,advantage,mean_place,\
    place_lo,place_hi,elo,elo_lo,elo_hi,p_value\n";

/// The files of a match that grow game by game, and its folder.
#[derive(Debug)]
pub struct Reports<'c> {
    folder: Folder,
    games: Games<'c>,
    violations: Violations<'c>,
    engines: Option<EngineFailures<'c>>,
}

impl<'c> Reports<'c> {
    /// Begins them in a new folder.
    ///
    /// # Errors
    ///
    /// If they cannot be made: data.
    pub fn begin(folder: Folder, config: &'c Config, options: &Options) -> Result<Self, RunError> {
        let games = Games::begin(&folder, config, options)?;
        let violations = Violations::begin(&folder, config)?;
        let engines = match config.has_engines() {
            true => Some(EngineFailures::begin(&folder, config)?),
            false => None,
        };
        Ok(Self { folder, games, violations, engines })
    }

    /// The games that come next are those of `config`, whose bots and seats are told with them.
    ///
    /// # Errors
    ///
    /// If its rules do not fit its seats: usage.
    pub fn turn_to(&mut self, config: &'c Config) -> Result<(), RunError> {
        self.violations.turn_to(config);
        self.engines.iter_mut().for_each(|engines| engines.turn_to(config));
        self.games.turn_to(config)
    }

    /// Ends the files that grow. `table` are those of the command, by name.
    ///
    /// # Errors
    ///
    /// If not all could be written: data.
    pub fn end(
        &mut self,
        series: &[Series],
        tables: &[(&str, Vec<u8>)],
        run: &Value,
    ) -> Result<(), RunError> {
        let of =
            |table: fn(&Series) -> Vec<u8>, header: &str| joined(header, series.iter().map(table));
        let win_rates = of(|s| win_rates_csv(&s.config, &s.outcome.tally), WIN_RATES);
        let latency = of(|s| latency_csv(&s.config, &s.outcome.latency), LATENCY);
        let mut results = vec![
            self.games.finish(),
            self.violations.end(),
            self.engines.as_mut().map_or(Ok(()), EngineFailures::finish),
            self.folder.write("win_rates.csv", &win_rates),
            self.folder.write("latency.csv", &latency),
        ];
        results.extend(tables.iter().map(|(name, table)| self.folder.write(name, table)));
        results.push(self.write_run(run));
        results.into_iter().fold(Ok(()), Result::and)
    }

    /// Writes `run.json`.
    ///
    /// # Errors
    ///
    /// If it cannot be written: data.
    pub fn write_run(&self, run: &Value) -> Result<(), RunError> {
        self.folder.write("run.json", &pretty_json(run))
    }
}

impl Sink for Reports<'_> {
    fn take(&mut self, event: &Event<'_>) -> Result<(), RunError> {
        match event {
            Event::Game(record) => {
                self.games.add(record)?;
                self.engines.iter_mut().try_for_each(|engines| engines.add(record))?;
                self.violations.add(record)
            }
            Event::Begin | Event::Over(_) => Ok(()),
            Event::Tick | Event::Interrupted => {
                let engines = self.engines.as_mut().map_or(Ok(()), EngineFailures::flush);
                self.games.flush().and(self.violations.flush()).and(engines)
            }
        }
    }

    fn finish(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        self.violations.add_alarms(outcome)
    }
}

/// Tables under one header.
fn joined(header: &str, tables: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut all = header.as_bytes().to_vec();
    tables.for_each(|table| all.extend(&table[header.len()..]));
    all
}

/// `run.json` of a command that plays several series; without them while they go on.
pub fn run_value(
    command: &str,
    config: &Config,
    options: &Options,
    started: &str,
    sprt: Option<Sprt>,
    series: Option<(&[Series], f64)>,
) -> Value {
    let session = Session::first(started.to_string());
    let plain = run_json(config, options, &session, None, &BTreeMap::new());
    let mut run: Value = serde_json::from_slice(&plain).expect("it was just written");
    run["command"] = json!(command);
    if let Some(Sprt { elo0, elo1, alpha, beta }) = sprt {
        run["sprt"] = json!({"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta});
    }
    let Some((series, seconds)) = series else { return run };
    let whole = |s: &Series| matches!(s.outcome.stopped, None | Some(Stopped::Enough));
    let failed = |s: &Series| matches!(s.outcome.stopped, Some(Stopped::Failed(_)));
    run["status"] = json!(if series.iter().any(failed) {
        "failed"
    } else if !series.is_empty() && series.iter().all(whole) {
        "complete"
    } else {
        "partial"
    });
    let sum = |of: fn(&Series) -> u64| series.iter().map(of).sum::<u64>();
    run["counts"] = json!({
        "games": sum(|s| s.outcome.tally.games),
        "plies": sum(|s| s.outcome.tally.plies),
        "violations": sum(|s| s.outcome.violations()),
        "blocks": sum(|s| s.book.played),
        "repeats": sum(|s| s.book.repeats),
        "void": sum(|s| s.book.void),
    });
    run["seconds"] = json!(seconds);
    run
}

fn decimals(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    // What rounds to nothing has no sign.
    match text.strip_prefix('-') {
        Some(plain) if plain.bytes().all(|byte| b"0.".contains(&byte)) => plain.to_string(),
        _ => text,
    }
}

/// A figure and its interval.
fn fields(figure: &Figure, places: usize) -> [String; 3] {
    [figure.value, figure.interval.low, figure.interval.high].map(|value| decimals(value, places))
}

/// `match.csv`.
pub fn match_csv(series: &[Series]) -> Vec<u8> {
    let mut table = MATCH.as_bytes().to_vec();
    for Series { config, book, figures, .. } in series {
        let Some(figures) = figures else { continue };
        for (bot, line) in config.bots.iter().zip(&figures.bots) {
            let counts = (book.played, book.games, book.repeats, book.void);
            table.extend(row((
                book.seats,
                bot.name(),
                counts,
                line.appearances,
                line.wins,
                [fields(&line.share, 6), fields(&line.place, 4), fields(&line.elo, 2)],
            )));
        }
    }
    table
}

/// `pairs.csv`; `sprt` is the test, if there was one.
pub fn pairs_csv(series: &[Series], sprt: Option<Sprt>) -> Vec<u8> {
    let mut table = PAIRS.as_bytes().to_vec();
    let bounds = sprt.map(|sprt| sprt.bounds());
    for Series { config, book, figures, tests, .. } in series {
        let Some(figures) = figures else { continue };
        for (index, pair) in figures.pairs.iter().enumerate() {
            let test = tests.get(index);
            let names = [pair.bot, pair.rival].map(|bot| config.bots[bot].name());
            table.extend(row((
                (book.seats, names, pair.counts),
                fields(&pair.score, 6),
                elos(&pair.score).map(|elo| elo.map(|elo| decimals(elo, 2))),
                test.map_or(book.blocks.len() as u64, |test| test.blocks),
                test.map(|test| decimals(test.ratio, 4)),
                bounds.map(|(lower, _)| decimals(lower, 4)),
                bounds.map(|(_, upper)| decimals(upper, 4)),
                test.map(|test| test.decision.name()),
            )));
        }
    }
    table
}

/// The Elo difference that a score and the ends of its interval stand for; none for all or nothing.
fn elos(score: &Figure) -> [Option<f64>; 3] {
    let elo = |score: f64| (0.0 < score && score < 1.0).then(|| elo_of_score(score));
    [score.value, score.interval.low, score.interval.high].map(elo)
}

/// `seats.csv`.
pub fn seats_csv(series: &[Series]) -> Vec<u8> {
    let mut table = SEATS.as_bytes().to_vec();
    for Series { config, book, figures, .. } in series {
        let Some(figures) = figures else { continue };
        let bots: Vec<&str> = config.bots.iter().map(|bot| bot.name()).collect();
        let p_value = p_value(&figures.seats).map(|p| format!("{p:.4e}"));
        for (seat, line) in figures.seats.iter().enumerate() {
            table.extend(row((
                (book.seats, bots.join(","), seat, line.appearances, line.wins),
                fields(&line.share, 6),
                decimals(line.share.value - 1.0 / book.seats as f64, 6),
                fields(&line.place, 4),
                fields(&line.elo, 2),
                &p_value,
            )));
        }
    }
    table
}

/// The chance of shares of the wins as unequal as these if all seats were worth the same.
fn p_value(seats: &[Row]) -> Option<f64> {
    let wins: Vec<u64> = seats.iter().map(|line| line.wins).collect();
    equal_shares(&wins)
}

fn signed(value: f64) -> String {
    // What rounds to nothing has no sign.
    if value.round() == 0.0 { "0".to_string() } else { format!("{value:+.0}") }
}

fn percent(share: &Figure) -> [String; 2] {
    let Figure { value, interval } = share;
    [
        format!("{:.1}%", 100.0 * value),
        format!("{:.1} to {:.1}", 100.0 * interval.low, 100.0 * interval.high),
    ]
}

fn place(place: &Figure) -> [String; 2] {
    let Figure { value, interval } = place;
    [format!("{value:.2}"), format!("{:.2} to {:.2}", interval.low, interval.high)]
}

fn elo(elo: &Figure) -> [String; 2] {
    let Figure { value, interval } = elo;
    [signed(*value), format!("{} to {}", signed(interval.low), signed(interval.high))]
}

/// Columns of text apart by two spaces, the first to the left and the others to the right.
fn columns(header: Vec<&str>, rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    table.add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// Says what is about to be played.
///
/// # Errors
///
/// If `out` takes no more.
pub fn series_header(
    out: &mut dyn io::Write,
    config: &Config,
    options: &Options,
    sprt: Option<Sprt>,
    folder: &Path,
) -> io::Result<()> {
    let bots: Vec<&str> = config.bots.iter().map(|bot| bot.name()).collect();
    let seats: Vec<String> = config.seats.iter().map(u8::to_string).collect();
    writeln!(out, "seed      {}", config.seed)?;
    writeln!(out, "bots      {}", bots.join(", "))?;
    let most = if sprt.is_some() { "at most " } else { "" };
    writeln!(out, "games     {most}{} at {} seats", grouped(config.games), seats.join(", "))?;
    writeln!(out, "opening   {} random plies a seat, the same all over a block", config.opening)?;
    writeln!(out, "seating   {}", config.seating.name())?;
    if let Some(Sprt { elo0, elo1, alpha, beta }) = sprt {
        writeln!(out, "test      elo0 {elo0}, elo1 {elo1}, alpha {alpha}, beta {beta}")?;
    }
    writeln!(out, "rules     {}", rules_name(&config.rules))?;
    writeln!(out, "checks    {}", options.check_name())?;
    writeln!(out, "threads   {}", options.threads)?;
    writeln!(out, "reports   {}", folder.display())?;
    writeln!(out)
}

/// Says what is known of one series, before its tables.
fn heading(out: &mut dyn io::Write, series: &Series) -> io::Result<()> {
    let Series { config, book, .. } = series;
    let block = config.plan().block_len(book.seats);
    writeln!(
        out,
        "{} seats: {} in {} of {block}; {} repeated, {} void",
        book.seats,
        counted(book.games, "game"),
        counted(book.played, "block"),
        grouped(book.repeats),
        grouped(book.void),
    )
}

/// Says how the bots of a match did at one number of seats.
///
/// # Errors
///
/// If `out` takes no more.
pub fn match_text(out: &mut dyn io::Write, series: &Series, sprt: Option<Sprt>) -> io::Result<()> {
    heading(out, series)?;
    let Series { config, figures, tests, .. } = series;
    let Some(figures) = figures else { return writeln!(out, "no block has a game that counts\n") };
    let rows = config.bots.iter().zip(&figures.bots).map(|(bot, line)| {
        let cells = [percent(&line.share), place(&line.place), elo(&line.elo)];
        std::iter::once(bot.name().to_string()).chain(cells.into_iter().flatten()).collect()
    });
    let header = vec!["bot", "win share", "95%", "place", "95%", "elo", "95%"];
    writeln!(out, "{}", columns(header, rows.collect()))?;
    let rows = figures.pairs.iter().map(|pair| {
        let Pair { bot, rival, counts, score } = pair;
        let names = [*bot, *rival].map(|bot| config.bots[bot].name()).join(" : ");
        let [value, low, high] = elos(score).map(|elo| elo.map_or_else(|| "-".into(), signed));
        let counts = counts.map(grouped).join(" ");
        [names, counts].into_iter().chain(percent(score)).chain([value, format!("{low} to {high}")])
    });
    let header = vec!["pair", "ahead level behind", "score", "95%", "elo", "95%"];
    writeln!(out, "{}", columns(header, rows.map(Iterator::collect).collect()))?;
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        for test in tests {
            let [bot, rival] = [test.bot, test.rival].map(|bot| config.bots[bot].name());
            let verdict = match test.decision {
                Decision::Open => "inconclusive".to_string(),
                Decision::Null => format!("H0, {bot} is not {:+} Elo stronger", sprt.elo1),
                Decision::Alternative => {
                    format!("H1, {bot} is more than {:+} Elo stronger", sprt.elo0)
                }
            };
            writeln!(
                out,
                "sprt {bot} : {rival}: LLR {:.2} of {lower:.2} to {upper:.2} after {}: {verdict}",
                test.ratio,
                counted(test.blocks, "block"),
            )?;
        }
    }
    stop(out, series)
}

/// Says how the seats did in one series.
///
/// # Errors
///
/// If `out` takes no more.
pub fn seats_text(out: &mut dyn io::Write, series: &Series) -> io::Result<()> {
    let bots: Vec<&str> = series.config.bots.iter().map(|bot| bot.name()).collect();
    write!(out, "{}, ", bots.join(", "))?;
    heading(out, series)?;
    let Some(figures) = &series.figures else {
        return writeln!(out, "no block has a game that counts\n");
    };
    let rows = figures.seats.iter().enumerate().map(|(seat, line)| {
        let cells = [percent(&line.share), place(&line.place), elo(&line.elo)];
        std::iter::once(seat.to_string()).chain(cells.into_iter().flatten()).collect()
    });
    let header = vec!["seat", "win share", "95%", "place", "95%", "elo", "95%"];
    writeln!(out, "{}", columns(header, rows.collect()))?;
    let equal = 1.0 / series.book.seats as f64;
    let Figure { value, interval } = figures.seats[0].share;
    let points = [value, interval.low, interval.high].map(|share| 100.0 * (share - equal));
    write!(
        out,
        "first mover {:+.1} points ({:+.1} to {:+.1}) on its equal share of {:.1}%",
        points[0],
        points[1],
        points[2],
        100.0 * equal
    )?;
    match p_value(&figures.seats) {
        Some(p) if p < 1e-4 => writeln!(out, "; equal seats: p < 0.0001")?,
        Some(p) => writeln!(out, "; equal seats: p = {p:.4}")?,
        None => writeln!(out, "; nobody won")?,
    }
    stop(out, series)
}

/// Why a series ended, if not with its plan.
fn stop(out: &mut dyn io::Write, series: &Series) -> io::Result<()> {
    let most = grouped(series.config.games);
    match &series.outcome.stopped {
        Some(Stopped::Enough) if series.outcome.tally.games < series.config.games => {
            let games = counted(series.outcome.tally.games, "game");
            writeln!(out, "stopped early, after {games} of {most}: all is decided")?;
        }
        Some(Stopped::Interrupted) => writeln!(out, "interrupted, of {most} games")?,
        _ => {}
    }
    writeln!(out)
}

/// Says what did not hold in a series.
///
/// # Errors
///
/// If `out` takes no more.
pub fn violations_text(out: &mut dyn io::Write, series: &Series) -> io::Result<()> {
    for (invariant, breach) in &series.outcome.tally.breaches {
        let replay = series.config.replay(breach.first_game);
        let games = counted(breach.games, "game");
        writeln!(out, "violation {invariant}: {games}: {}", breach.first.message)?;
        writeln!(out, "  harness {replay}")?;
    }
    for (alarm, seen) in &series.outcome.alarms {
        writeln!(out, "violation {alarm}: {seen}")?;
    }
    for ((bot, failure), count) in &series.outcome.tally.failures {
        let name = series.config.bots[*bot].name();
        writeln!(out, "engines   {name}: {failure} {}", grouped(*count))?;
    }
    Ok(())
}
