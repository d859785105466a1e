//! Our engine behind the protocol.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;

use engine::bots::{Bot, Player};
use engine::notation::Setup;
use engine::rules::{AXES, Board, PRESETS, Rules};
use engine::{End, Game};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::ask::{Ask, Bounds, Query};
use super::external::result_of;
use super::input::Input;
use super::reply::Reply;

self_cell::self_cell! {
    /// A game together with the board that it is played on.
    struct Table {
        owner: Board,
        #[covariant]
        dependent: Game,
    }
}

/// One of our bots, under some rules, as an engine that speaks the protocol.
pub struct Engine {
    bot: Bot,
    rules: Rules,
    seed: u64,
    rng: ChaCha8Rng,
    table: Option<Table>,
}

impl Engine {
    /// An engine that plays as `bot`, from the opening of `rules` (for two seats where they leave
    /// the number open).
    pub fn new(bot: Bot, rules: Rules, seed: u64) -> Self {
        Self { bot, rules, seed, rng: ChaCha8Rng::seed_from_u64(seed), table: None }
    }

    /// Answers a caller until it quits or is gone.
    ///
    /// # Errors
    ///
    /// If the input cannot be read or the output cannot be written.
    pub fn serve(&mut self, input: impl Read + AsFd, out: &mut dyn Write) -> io::Result<()> {
        // Replies gather while more asks are at hand, so that a batch of asks costs one write.
        let mut out = io::BufWriter::with_capacity(1 << 14, out);
        let mut input = Input::new(input);
        loop {
            let line = match input.line_at_hand() {
                Some(line) => line,
                None => {
                    out.flush()?;
                    match input.line()? {
                        Some(line) => line,
                        None => return Ok(()),
                    }
                }
            };
            match Ask::read(&line) {
                Ok(None) => {}
                Ok(Some(Ask::Quit)) => return out.flush(),
                Ok(Some(Ask::Go(bounds))) => {
                    out.flush()?;
                    let mv = self.think(bounds, &mut input)?;
                    writeln!(out, "{}", Reply::BestMove(&mv))?;
                }
                Ok(Some(ask)) => self.answer(ask, &mut out)?,
                Err(error) => writeln!(out, "{}", Reply::Error(&error.to_string()))?,
            }
        }
    }

    fn answer(&mut self, ask: Ask, out: &mut dyn Write) -> io::Result<()> {
        let done = match ask {
            Ask::Ugi => return self.introduce(out),
            Ask::IsReady => return writeln!(out, "{}", Reply::ReadyOk),
            Ask::NewGame => {
                self.table = None;
                self.rng = ChaCha8Rng::seed_from_u64(self.seed);
                Ok(())
            }
            Ask::SetOption { name, value } => self.set(&name, &value),
            Ask::Position { from, moves } => self.set_up(from.as_deref(), &moves),
            Ask::Query(query) => match self.game() {
                Ok(game) => {
                    return writeln!(out, "{}", Reply::Response(&response(game, query)));
                }
                Err(error) => Err(error),
            },
            Ask::Go(_) | Ask::Stop | Ask::Quit => Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(error) => writeln!(out, "{}", Reply::Error(&error)),
        }
    }

    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let name = format!("harness {} {}", env!("CARGO_PKG_VERSION"), self.bot.name());
        writeln!(out, "{}", Reply::Name(&name))?;
        writeln!(out, "{}", Reply::Author("the harness's authors"))?;
        let option = |out: &mut dyn Write, name: &str, kind: &str| {
            writeln!(out, "{}", Reply::Option { name, kind })
        };
        option(out, "bot", &format!("type string default {}", self.bot.name()))?;
        option(out, "seed", &format!("type string default {}", self.seed))?;
        let presets: String = PRESETS.iter().map(|(name, _)| format!(" var {name}")).collect();
        option(out, "rules", &format!("type combo default standard{presets}"))?;
        for axis in AXES {
            let value = self.rules.get(axis.name).unwrap_or_default();
            option(out, axis.name, format!("type string default {value}").trim_end())?;
        }
        writeln!(out, "{}", Reply::UgiOk)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "bot" => self.bot = Bot::named(value).map_err(|error| error.to_string())?,
            "seed" => {
                let takes = || format!("seed: got '{}', takes a number", value.escape_debug());
                self.seed = value.parse().map_err(|_| takes())?;
                self.rng = ChaCha8Rng::seed_from_u64(self.seed);
            }
            "rules" => {
                self.rules = Rules::preset(value).map_err(|error| error.to_string())?;
                self.table = None;
            }
            _ => {
                self.rules.set(&name, value).map_err(|error| error.to_string())?;
                self.table = None;
            }
        }
        Ok(())
    }

    /// The game that was set up last, or the opening.
    fn game(&mut self) -> Result<&Game<'_>, String> {
        if self.table.is_none() {
            self.set_up(None, &[])?;
        }
        Ok(self.table.as_ref().expect("just set up").borrow_dependent())
    }

    /// Sets up a position; if that is refused, there is none.
    fn set_up(&mut self, from: Option<&str>, moves: &[String]) -> Result<(), String> {
        let table = self.table.take();
        let from: Option<Setup> = match from {
            Some(text) => Some(text.parse().map_err(|error| format!("{error}"))?),
            None => None,
        };
        let rules = self.rules_for(from.as_ref());
        let board = match table.map(Table::into_owner).filter(|board| *board.rules() == rules) {
            Some(board) => board,
            None => Board::new(&rules).map_err(|error| error.to_string())?,
        };
        let mut table = Table::try_new(board, |board| match &from {
            Some(setup) => Game::resume(board, setup),
            None => Ok(Game::new(board)),
        })
        .map_err(|error| error.to_string())?;
        table.with_dependent_mut(|board, game| {
            moves.iter().try_for_each(|text| {
                let what =
                    board.read_move(game.position(), text).map_err(|error| error.to_string())?;
                game.act(what).map(drop).map_err(|error| format!("{text}: {error}"))
            })
        })?;
        self.table = Some(table);
        Ok(())
    }

    /// The rules of a position: seats, star and marbles are the position's own.
    fn rules_for(&self, from: Option<&Setup>) -> Rules {
        let mut rules = self.rules;
        match from {
            Some(setup) => {
                rules.seats = Some(setup.position.seat_count() as u8);
                rules.arm = Some(setup.position.star().arm());
                rules.marbles = Some(setup.position.marbles_each() as u8);
            }
            None => rules.seats = rules.seats.or(Some(2)),
        }
        rules
    }

    /// What it does in the position at hand, as text.
    fn think(&mut self, bounds: Bounds, input: &mut Input<impl Read + AsFd>) -> io::Result<String> {
        let _ = bounds;
        let bot = self.bot.clone();
        let mut rng = self.rng.clone();
        let Ok(game) = self.game() else { return Ok("none".to_string()) };
        let Some(seat) = game.turn() else { return Ok("none".to_string()) };
        let choice = Player::new(&bot, seat).choose(game, &mut rng);
        let text = match choice {
            Some(choice) => game.board().star().move_text(choice.mv),
            None => "pass".to_string(),
        };
        self.rng = rng;
        while bounds.infinite && !input.wants_an_end() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        Ok(text)
    }
}

/// The answer to a query.
fn response(game: &Game<'_>, query: Query) -> String {
    let none = |text: Option<String>| text.unwrap_or_else(|| "none".to_string());
    match query {
        Query::GameOver => game.over().to_string(),
        Query::Result => result_of(game.winner().filter(|_| game.over()), game.over()),
        Query::P1Turn => game.turn().is_some_and(|seat| seat.index() == 0).to_string(),
        Query::Moves => {
            let mut text = String::new();
            for mv in game.moves().iter() {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&game.board().star().move_text(mv));
            }
            if text.is_empty() && game.can_pass() { "pass".to_string() } else { text }
        }
        Query::Winner => none(game.winner().map(|seat| seat.to_string())),
        Query::Turn => none(game.turn().map(|seat| seat.to_string())),
        Query::End => none(game.end().map(|end: End| end.to_string())),
        Query::Position => game.setup().to_string(),
    }
}
