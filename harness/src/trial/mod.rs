//! A game of an engine under test, watched beside our own game of it.
//!
//! Both play the same plies. After each of them the engine is asked everything that it can answer,
//! and every answer is held against our own game; that game in turn is held against the slow
//! reference, whenever it matters and on a seeded sample of plies. So it shows whichever is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use engine::moves::{Move, reference};
use engine::notation::{MoveText, Setup};
use engine::rules::{Board, BySeat, Seat, Win};
use engine::star::Hole;
use engine::{End, Game, Misfit, Refusal, Standing};

use crate::check::{Level, Violation};
use crate::subject::{Subject, SubjectError};

mod answers;
mod replay;
#[cfg(test)]
mod tests;

use answers::{Answers, difference, told};
pub use replay::{Watch, replay};

/// What is checked in one trial.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// How much is checked.
    pub level: Level,
    /// Picks the sample: made of seed and game, apart from the game's own draws.
    pub sample_seed: u64,
}

/// The costly questions are asked after one ply in so many.
const SAMPLED: u64 = 16;

/// Points of one game that are set up again after it.
const SAVED: usize = 4;

/// Seats that are home now and were not before, in the order of their places.
pub fn newly_home(before: &BySeat<Standing>, after: &BySeat<Standing>) -> Vec<Seat> {
    let mut home: Vec<(u8, Seat)> = Seat::ALL
        .into_iter()
        .filter(|&seat| before[seat] == Standing::Racing)
        .filter_map(|seat| match after[seat] {
            Standing::Home(place) => Some((place, seat)),
            _ => None,
        })
        .collect();
    home.sort_unstable();
    home.into_iter().map(|(_, seat)| seat).collect()
}

/// Where each seat stands.
pub fn standings(game: &Game<'_>) -> BySeat<Standing> {
    BySeat::from_fn(|seat| game.standing(seat))
}

/// A game of an engine under test, beside our own.
pub struct Trial<'b, 's> {
    game: Game<'b>,
    subject: &'s mut dyn Subject,
    config: Config,
    /// Whether it began with the opening.
    opening: bool,
    /// What the engine said last.
    answers: Option<Answers>,
    /// Its keys by ours, and ours by its.
    keys: (BTreeMap<u64, u64>, BTreeMap<u64, u64>),
    /// Points to set up again, with what was said there.
    saved: Vec<(Setup, Answers)>,
    violations: Vec<Violation>,
    /// Whether the engine can still be followed.
    followed: bool,
}

impl<'b, 's> Trial<'b, 's> {
    /// Sets up a game from the opening, or from the point that is given.
    ///
    /// # Errors
    ///
    /// If the point does not fit the board.
    pub fn start(
        board: &'b Board,
        from: Option<&Setup>,
        subject: &'s mut dyn Subject,
        config: Config,
    ) -> Result<Self, Misfit> {
        let game = match from {
            Some(setup) => Game::resume(board, setup)?,
            None => Game::new(board),
        };
        let mut trial = Self {
            game,
            subject,
            config,
            opening: from.is_none(),
            answers: None,
            keys: Default::default(),
            saved: Vec::new(),
            violations: Vec::new(),
            followed: true,
        };
        match trial.subject.set_up(board.rules(), from) {
            Ok(()) => trial.look(&[]),
            Err(error) => trial.failed("to set up the game", &error),
        }
        Ok(trial)
    }

    /// Our own game.
    pub fn game(&self) -> &Game<'b> {
        &self.game
    }

    /// Whether there is more to be seen: the game is not over, and the engine can be followed.
    pub fn goes_on(&self) -> bool {
        self.followed && !self.game.over()
    }

    /// Whether the engine has answered all that it was asked so far, and goes the way of our own game.
    pub fn follows(&self) -> bool {
        self.followed
    }

    /// What did not hold so far, each invariant once.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Plays a ply in both games and compares them.
    ///
    /// # Errors
    ///
    /// If our own game refuses it; nothing has happened then.
    pub fn play(&mut self, what: MoveText) -> Result<(), Refusal> {
        let before = standings(&self.game);
        let position = *self.game.position();
        let offered = self.offers(what);
        self.game.act(what)?;
        if self.sampled()
            && let MoveText::Move(mv) = what
            && !reference::legal(self.game.board(), &position).contains(&mv)
        {
            let text = position.star().move_text(mv);
            self.accuse("move-listed", format!("{text} was played and is not legal"));
        }
        if !self.followed {
            return Ok(());
        }
        if let Err(error) = self.subject.play(what) {
            // A move that it does not list it refuses rightly; the list is at fault, and told.
            if offered {
                let text = self.text(what);
                self.failed(&format!("to play {text}"), &error);
            }
            self.followed = false;
            return Ok(());
        }
        let earlier = self.answers.take();
        let home = newly_home(&before, &standings(&self.game));
        self.look(&home);
        if let Some(earlier) = earlier
            && self.followed
            && self.sampled()
        {
            self.back_and_forth(&earlier, what);
        }
        Ok(())
    }

    /// Ends the trial: what stands after the game, and earlier points set up again.
    pub fn finish(mut self) -> Vec<Violation> {
        if self.followed && self.config.level != Level::Off {
            self.knock_at_the_end();
            self.set_up_again();
        }
        self.violations
    }

    fn text(&self, what: MoveText) -> String {
        match what {
            MoveText::Move(mv) => self.game.board().star().move_text(mv),
            MoveText::Pass => "pass".to_string(),
            MoveText::Resign => "resign".to_string(),
        }
    }

    /// Whether the engine lists this move, as far as it told.
    fn offers(&self, what: MoveText) -> bool {
        let moves = self.answers.as_ref().and_then(|answers| answers.moves.as_ref());
        match (what, moves) {
            (MoveText::Move(mv), Some(moves)) => moves.contains(&(mv.from(), mv.to())),
            _ => true,
        }
    }

    fn sampled(&self) -> bool {
        match self.config.level {
            Level::All => true,
            Level::Off => false,
            Level::Sample => {
                let mixed = self.config.sample_seed ^ u64::from(self.game.ply());
                mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 & (SAMPLED - 1) == 0
            }
        }
    }

    fn accuse(&mut self, invariant: &'static str, message: impl Display) {
        if self.violations.iter().all(|known| known.invariant != invariant) {
            let (ply, message) = (self.game.ply(), message.to_string());
            self.violations.push(Violation { invariant, ply, message });
        }
    }

    fn failed(&mut self, doing: &str, error: &SubjectError) {
        self.followed = false;
        if *error != SubjectError::Unsupported {
            self.accuse("subject-answers", format!("asked {doing}, {error}"));
        }
    }

    /// Asks everything, and compares it with our own game, which is compared with the reference.
    fn look(&mut self, home: &[Seat]) {
        self.look_at_own(home);
        let answers = match Answers::of(self.subject) {
            Ok(answers) => answers,
            Err(error) => return self.failed("how the game stands", &error),
        };
        // What went wrong first goes first; what follows from it is left alone.
        self.compare_home(&answers, home);
        self.compare_state(&answers);
        if self.followed {
            self.compare_moves(&answers);
            self.compare_places(&answers);
            self.compare_key(&answers);
        }
        if self.sampled() && self.saved.len() < SAVED && !self.game.over() {
            let setup = answers.position.clone().unwrap_or_else(|| self.game.setup());
            self.saved.push((setup, answers.clone()));
        }
        self.answers = Some(answers);
    }

    /// Our own game against the slow reference.
    fn look_at_own(&mut self, home: &[Seat]) {
        let (board, position) = (self.game.board(), *self.game.position());
        let win = board.rules().win;
        let near = |seat| board.complete_by(Win::AnyOwn, &position, seat);
        for seat in board.seats() {
            let fast = self.game.home_complete(seat);
            if (fast || near(seat) || self.sampled())
                && fast != reference::complete(win, board, &position, seat)
            {
                let what = if fast { "home, and it is not" } else { "not home, and it is" };
                self.accuse(
                    "win-predicate",
                    format!("our own game takes seat {seat} to be {what}"),
                );
            }
        }
        for &seat in home {
            self.came_home_with_reason(seat);
        }
        if self.sampled() && !self.game.over() {
            let slow = reference::legal(board, &position);
            if !self.game.moves().iter().eq(slow.iter().copied()) {
                self.accuse("legal-set", "our own moves are not those of the slow reference");
            }
        }
    }

    /// What holds of every seat that is declared home, whoever declares it.
    fn came_home_with_reason(&mut self, seat: Seat) {
        let (board, own) = (self.game.board(), self.game.position().marbles(seat));
        let left = (own & board.home(seat)).len();
        if left > 0 {
            self.accuse(
                "no-winner-at-home",
                format!("seat {seat} is home with {left} marbles still at its own home"),
            );
        }
        let outside = (own - board.goal(seat)).len();
        if board.rules().win == Win::AllOwn && outside > 0 {
            self.accuse(
                "all-own-in-goal",
                format!("seat {seat} is home with {outside} marbles outside its goal"),
            );
        }
    }

    /// Who is home: the last ply's comers, and the winner.
    fn compare_home(&mut self, answers: &Answers, home: &[Seat]) {
        let start = self.opening && self.game.ply() == 0;
        let declared = if start { "nobody-home-at-start" } else { "win-declared" };
        if let Some(comers) = &answers.came_home
            && comers != home
        {
            for &seat in comers {
                self.came_home_with_reason(seat);
            }
            let same = comers.iter().collect::<BTreeSet<_>>() == home.iter().collect();
            let id = if same && comers.len() == home.len() { "home-order" } else { declared };
            self.accuse(id, format!("it declares {}, and {}", seats(comers), homes(home)));
        }
        let winner = self.game.winner();
        if let Some(said) = answers.winner
            && said != winner
        {
            let earlier = self.answers.as_ref().and_then(|answers| answers.winner);
            if let Some(seat) = said
                && earlier != Some(said)
            {
                self.came_home_with_reason(seat);
            }
            let left = matches!(self.game.end(), Some(End::NoMove | End::Resigned | End::Forfeit));
            let id = if left { "winner" } else { declared };
            self.accuse(id, format!("it says that {} has won, it is {}", one(said), one(winner)));
        }
    }

    fn compare_places(&mut self, answers: &Answers) {
        if let Some(places) = &answers.places
            && *places != self.game.places()
        {
            let ours = self.game.places();
            self.accuse("places", format!("places are {:?}, not {:?}", ours.0, places.0));
        }
    }

    fn compare_moves(&mut self, answers: &Answers) {
        let Some(said) = &answers.moves else { return };
        let board = self.game.board();
        if self.game.over() {
            if !said.is_empty() {
                self.accuse("over-offers-no-move", format!("it offers {} moves", said.len()));
            }
            return;
        }
        let ours: Vec<(Hole, Hole)> =
            self.game.moves().iter().map(|mv| (mv.from(), mv.to())).collect();
        if *said == ours {
            return;
        }
        let name = |&(from, to): &(Hole, Hole)| match Move::new(from, to) {
            Some(mv) => board.star().move_text(mv),
            None => format!("{0}-{0}", board.star().name(from)),
        };
        let extra = said.iter().find(|mv| !ours.contains(mv));
        let missing = ours.iter().find(|mv| !said.contains(mv));
        let message = match (extra, missing) {
            (Some(extra), _) => format!("it lists {}, which is not legal", name(extra)),
            (_, Some(missing)) => format!("it does not list {}, which is legal", name(missing)),
            _ => {
                let twice = said.windows(2).find(|pair| pair[0] == pair[1]);
                format!("it lists {} twice", twice.map_or(String::new(), |pair| name(&pair[0])))
            }
        };
        self.accuse("legal-set", message);
    }

    fn compare_state(&mut self, answers: &Answers) {
        let over = self.game.over();
        if let Some(end) = answers.end
            && end != self.game.end()
        {
            let ours = self.game.end();
            let by = |what| end == Some(what) || ours == Some(what);
            let id = match () {
                () if by(End::Cap) => "cap",
                () if by(End::Deadlock) => "deadlock",
                () if by(End::Repetition) => "repetition",
                () => "end",
            };
            let name = |end: Option<End>| end.map_or("not yet", End::name);
            self.accuse(id, format!("it ends {}, not {}", name(ours), name(end)));
            self.followed &= end.is_some() == over;
        }
        if let Some(turn) = answers.turn
            && turn != self.game.turn()
        {
            let id = if over { "over-offers-no-move" } else { "turn-order" };
            self.accuse(id, format!("{} is to move, not {}", one(self.game.turn()), one(turn)));
            self.followed = false;
        }
        if let Some(setup) = &answers.position {
            self.compare_position(setup);
        }
    }

    fn compare_position(&mut self, said: &Setup) {
        let ours = self.game.setup();
        if *said == ours {
            return;
        }
        let (said_at, ours_at) = (&said.position, &ours.position);
        let fits = self.game.board().fits(said_at);
        let mut seats = ours_at.seats();
        let counts = |seat| said_at.marbles(seat).len() == ours_at.marbles(seat).len();
        let same = |seat| said_at.marbles(seat) == ours_at.marbles(seat);
        let id = match () {
            () if !fits => "text-round-trip",
            () if self.opening && ours.ply == 0 => "opening-homes",
            () if !seats.clone().all(counts) => "marbles-conserved",
            () if !seats.all(same) => "one-marble-moves",
            // Whose turn it is once the game is over is nobody's business.
            () if said_at.turn() != ours_at.turn() && self.game.over() => return,
            () if said_at.turn() != ours_at.turn() => "turn-order",
            () if said.ply != ours.ply => "ply-count",
            () if said.places != ours.places => "standing-kept",
            () => "text-round-trip",
        };
        self.accuse(id, format!("it holds {said}, not {ours}"));
        self.followed = false;
    }

    /// The key must tell positions apart, seat to move included, and nothing else.
    fn compare_key(&mut self, answers: &Answers) {
        // Once a game is over nobody looks positions up, and whose turn it is means nothing.
        let Some(said) = answers.key.filter(|_| !self.game.over()) else { return };
        let ours = self.game.position().key();
        let (theirs_by_ours, ours_by_theirs) = &mut self.keys;
        let again = *theirs_by_ours.entry(ours).or_insert(said) == said;
        let alone = *ours_by_theirs.entry(said).or_insert(ours) == ours;
        if !again {
            self.accuse("key-of-position", "one position has two keys");
        } else if !alone {
            self.accuse("key-of-position", "two positions have one key");
        }
    }

    /// Takes the last ply back and plays it again.
    fn back_and_forth(&mut self, earlier: &Answers, what: MoveText) {
        match self.subject.undo() {
            Ok(()) => {}
            Err(SubjectError::Unsupported) => return,
            Err(error) => return self.failed("to take a ply back", &error),
        }
        let text = self.text(what);
        match Answers::of(self.subject) {
            Ok(mut now) => {
                now.came_home.clone_from(&earlier.came_home);
                if let Some(what) = difference(earlier, &now) {
                    self.accuse("undo-restores", format!("{text} taken back, {what} changed"));
                    self.followed = false;
                    return;
                }
            }
            Err(error) => return self.failed("how the game stands after undo", &error),
        }
        if let Err(error) = self.subject.play(what) {
            return self.failed(&format!("to play {text} again"), &error);
        }
        match Answers::of(self.subject) {
            Ok(again) => {
                let last = self.answers.as_ref().and_then(|last| difference(last, &again));
                if let Some(what) = last {
                    self.accuse("undo-restores", format!("{text} played again, {what} differs"));
                    self.followed = false;
                }
            }
            Err(error) => self.failed("how the game stands after undo", &error),
        }
    }

    /// A game that is over takes no move.
    fn knock_at_the_end(&mut self) {
        let seat = self.game.position().turn();
        let late = self.game.board().moves_of(self.game.position(), seat).nth(0);
        if self.game.over()
            && let Some(mv) = late
            && self.subject.play(MoveText::Move(mv)).is_ok()
        {
            let text = self.text(MoveText::Move(mv));
            self.accuse("over-offers-no-move", format!("it takes {text} after the end"));
        }
    }

    /// A saved game goes on as it stood, and its key does too; with another seat to move it is
    /// another position.
    fn set_up_again(&mut self) {
        let rules = *self.game.board().rules();
        for (setup, said) in std::mem::take(&mut self.saved) {
            if self.subject.set_up(&rules, Some(&setup)).is_err() {
                return;
            }
            let now = match Answers::of(self.subject) {
                Ok(now) => now,
                Err(error) => return self.failed("how a saved game stands", &error),
            };
            let mut then = said.clone();
            then.came_home.clone_from(&now.came_home);
            // Who had won is not in the text.
            then.winner = now.winner;
            match difference(&then, &now) {
                Some("the key") => {
                    self.accuse("key-of-position", "one position, set up again, has two keys");
                }
                Some(what) => {
                    self.accuse("text-round-trip", format!("{setup} set up again, {what} differs"));
                }
                None => {}
            }
            self.turn_alone(&setup, said.key);
        }
    }

    fn turn_alone(&mut self, setup: &Setup, key: Option<u64>) {
        let rules = *self.game.board().rules();
        let mut other = setup.clone();
        let seat = setup.position.turn();
        other.position.set_turn(seat.after(setup.position.seat_count()));
        if other.position.turn() == seat || Game::resume(self.game.board(), &other).is_err() {
            return;
        }
        // Where a seat without a move is skipped the turn may come back to where it was.
        let same_turn = |trial: &mut Self| told(trial.subject.turn()) == Ok(Some(Some(seat)));
        if self.subject.set_up(&rules, Some(&other)).is_ok()
            && !same_turn(self)
            && let (Some(before), Ok(Some(now))) = (key, told(self.subject.key()))
            && before == now
        {
            self.accuse("key-of-position", "the key does not tell whose turn it is");
        }
    }
}

fn one(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "nobody".to_string(), |seat| format!("seat {seat}"))
}

fn seats(seats: &[Seat]) -> String {
    let texts: Vec<String> = seats.iter().map(|&seat| one(Some(seat))).collect();
    if texts.is_empty() { one(None) } else { texts.join(", ") }
}

fn homes(home: &[Seat]) -> String {
    let verb = if home.len() > 1 { "have" } else { "has" };
    format!("{} {verb} come home", seats(home))
}
