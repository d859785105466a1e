//! Our engine behind the protocol.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::Instant;

use engine::bots::{Bot, Choice, Player};
use engine::notation::Setup;
use engine::rules::{AXES, Board, Rules};
use engine::{End, Game};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::ask::{Ask, Bounds, Query};
use super::external::result_of;
use super::input::Input;
use super::reply::Reply;
use crate::config::rules_name;
use crate::rules_file;

/// Nodes of a search between two looks at the clock and the input.
const SLICE: u32 = 64;

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
                    let mv = self.think(bounds, &mut input, &mut out)?;
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
        option(out, "rules", &format!("type string default {}", rules_name(&self.rules)))?;
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
                self.rules = rules_file::named(value).map_err(|error| error.to_string())?.rules;
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

    /// What it does in the position at hand, as text, with what it thought of it.
    ///
    /// The bot keeps to its own depth where no other is asked for: time and nodes cut it short.
    fn think(
        &mut self,
        bounds: Bounds,
        input: &mut Input<impl Read + AsFd>,
        out: &mut dyn Write,
    ) -> io::Result<String> {
        let start = Instant::now();
        let bot = self.bot.within(bounds.depth, bounds.nodes);
        let mut rng = self.rng.clone();
        let game = match self.game() {
            Ok(game) => game,
            Err(error) => {
                writeln!(out, "{}", Reply::Error(&error))?;
                return Ok("none".to_string());
            }
        };
        let Some(seat) = game.turn() else { return Ok("none".to_string()) };
        let (mut nodes, mut ends) = (0_u32, false);
        let mut stop = || {
            // A look at clock and input takes longer than a node.
            nodes += 1;
            if nodes.is_multiple_of(SLICE) {
                let late = bounds.movetime.is_some_and(|movetime| start.elapsed() >= movetime);
                ends = ends || late || input.wants_an_end();
            }
            ends
        };
        let choice = Player::new(&bot, seat).choose_until(game, &mut rng, Some(&mut stop));
        let text = match choice {
            Some(Choice { mv, nodes, depth, score }) => {
                if depth > 0 {
                    let ms = start.elapsed().as_millis();
                    let info = format!("depth {depth} score {score} nodes {nodes} time {ms}");
                    writeln!(out, "{}", Reply::Info(&info))?;
                }
                game.board().star().move_text(mv)
            }
            None => "pass".to_string(),
        };
        self.rng = rng;
        if bounds.infinite {
            input.wait_for_an_end()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What our engine answers to lines that are all there at once.
    fn answers(lines: &[&str]) -> Vec<String> {
        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(lines.join("\n").as_bytes()).unwrap();
        drop(writer);
        let mut out = Vec::new();
        let bot = Bot::named("random").unwrap();
        Engine::new(bot, Rules::default(), 1).serve(reader, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(String::from).collect()
    }

    #[test]
    fn it_introduces_itself_and_is_ready() {
        let answers = answers(&["ugi", "isready", "quit", "isready"]);
        assert!(answers[0].starts_with("id name harness "), "{answers:?}");
        for axis in AXES {
            let option = format!("option name {} type ", axis.name);
            assert!(answers.iter().any(|line| line.starts_with(&option)), "{}", axis.name);
        }
        assert_eq!(answers[answers.len() - 2..], ["ugiok", "readyok"]);
    }

    #[test]
    fn it_answers_every_question() {
        let veto = "position fen [1]/11/111/1111/[13]/[12]/[11]/[10]/[4]0[4]/[10]/[11]/[12]/[4]0[8]/[1]000/000/00/1 0 2 10";
        let queries: Vec<String> =
            Query::ALL.iter().map(|query| format!("query {}", query.name())).collect();
        let ask = |position: &str| {
            let mut lines = vec![position];
            lines.extend(queries.iter().map(String::as_str));
            answers(&lines)
        };
        let opening = ask("position startpos");
        let moves = "response c1-e5 c1-e7 c2-e6 c2-e8 c3-e7 c3-e9 d1-e5 d1-e6 d2-e6 d2-e7 d3-e7 d3-e8 d4-e8 d4-e9";
        let start = "response 0/00/000/0000/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/1111/111/11/1 0 2 10";
        assert_eq!(
            opening,
            [
                "response false",
                "response none",
                "response true",
                moves,
                "response none",
                "response 0",
                "response none",
                start,
            ]
        );
        let won = ask(&format!("{veto} moves m5-n1"));
        assert_eq!(
            won[..7],
            [
                "response true",
                "response p1win",
                "response false",
                "response",
                "response 0",
                "response none",
                "response blocked-home",
            ]
        );
    }

    #[test]
    fn options_change_what_it_plays() {
        let answers = answers(&[
            "setoption name Rules value hub",
            "setoption name SEATS value 3",
            "setoption name seed value 7",
            "setoption name win value any-own",
            "query position",
            "setoption name seats value 5",
            "setoption name bot value nobody",
            "setoption name speed value 5",
            "go",
        ]);
        assert!(answers[0].ends_with(" 0 3 10"), "{answers:?}");
        assert!(answers[1].starts_with("info error five seats"), "{answers:?}");
        assert!(answers[2].starts_with("info error bot: got 'nobody'"), "{answers:?}");
        assert!(answers[3].starts_with("info error unknown axis 'speed'"), "{answers:?}");
        assert!(answers[4].starts_with("bestmove "), "{answers:?}");
    }

    #[test]
    fn rules_are_named_as_on_the_command_line() {
        let duel = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpora/rules/duel.md");
        let default = |answers: &[String]| {
            let option = "option name rules type string default ";
            answers.iter().find_map(|line| line.strip_prefix(option)).map(String::from)
        };
        for (value, rules) in [
            ("hub", "hub"),
            ("hub win=locked-out over=others", "hub+over=others+win=locked-out"),
            ("standard+hops=long+cap=400", "hub+cap=400"),
            (duel, "standard-2p"),
            (&format!("{duel} cap=400"), "standard-2p+cap=400"),
        ] {
            let answers = answers(&[&format!("setoption name rules value {value}"), "ugi"]);
            assert_eq!(default(&answers).as_deref(), Some(rules), "{value}");
        }
        for (value, says) in [
            ("hubs", "unknown preset 'hubs': the presets are standard | hub"),
            ("hub wins=vacated", "unknown axis 'wins': the axes are hops | over"),
            ("hub win=thin", "win: got 'thin', takes vacated | all-own"),
            ("./none.toml", "rules file ./none.toml: No such file"),
        ] {
            let set = [&format!("setoption name rules value {value}"), "ugi"];
            let answers = answers(&set);
            assert!(answers[0].starts_with(&format!("info error {says}")), "{answers:?}");
            assert_eq!(default(&answers).as_deref(), Some("standard"), "nothing has changed");
        }
    }

    #[test]
    fn other_rules_take_the_game_away() {
        let answers =
            answers(&["query turn", "setoption name rules value hub seats=3", "query position"]);
        assert!(answers[1].ends_with(" 0 3 10"), "{answers:?}");
    }

    #[test]
    fn what_cannot_be_set_up_is_said_and_leaves_no_position() {
        for (line, says) in [
            ("position fen 0/0 0 2 10", "info error rows: "),
            ("position startpos moves d1-e5 d1-e5", "info error the seat to move has no marble"),
            ("position startpos moves pass", "info error pass: seat 0 has a move"),
            ("frobnicate", "info error unknown command"),
        ] {
            let answers = answers(&[line, "query turn"]);
            assert!(answers[0].starts_with(says), "{answers:?}");
            assert_eq!(answers[1], "response 0", "the opening is set up again");
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_moves() {
        let game =
            ["setoption name seed value 5", "uginewgame", "position startpos", "go", "go", "go"];
        let twice: Vec<&str> = game.iter().chain(&game[1..]).copied().collect();
        let moves = answers(&twice);
        assert_eq!(moves[..3], moves[3..]);
        assert!(moves[0] != moves[1] || moves[1] != moves[2]);
    }

    #[test]
    fn a_search_ends_when_it_is_told_to() {
        let deep = "setoption name bot value search:depth=16,width=1000";
        for stop in ["stop", "quit", ""] {
            let answers = answers(&[deep, "position startpos", "go infinite", stop]);
            assert!(answers.last().unwrap().starts_with("bestmove "), "{answers:?}");
        }
        let answers =
            answers(&[deep, "position startpos", "go movetime 20", "go nodes 50", "go depth 1"]);
        let moves = answers.iter().filter(|line| line.starts_with("bestmove "));
        assert_eq!(moves.count(), 3, "{answers:?}");
    }

    #[test]
    fn a_blocked_seat_passes_and_a_game_that_is_over_has_no_move() {
        let locked = "position fen 0/11/111/1111/[13]/[12]/[11]/[10]/[9]/[10]/[11]/[12]/[13]/0000/000/00/1 0 2 10";
        let answers = answers(&[
            "setoption name leave-goal value forbidden",
            locked,
            "query moves",
            "go",
            &format!("{locked} moves pass pass"),
            "query end",
            "go",
        ]);
        assert_eq!(
            answers,
            ["response pass", "bestmove pass", "response deadlock", "bestmove none"]
        );
    }
}
