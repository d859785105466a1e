//! A game in progress.

mod end;
mod refusal;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

pub use self::end::{End, Standing};
pub use self::refusal::{Misfit, Refusal};
use crate::moves::{Move, Moves};
use crate::notation::{MoveText, Resigned, Setup};
use crate::position::{Position, Undo};
use crate::rules::{AfterWin, Board, BySeat, Cap, NoMove, Seat, WinTested};

/// Proof that a ply was played, with which it is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    plies: usize,
    key: u64,
}

/// What changes beside the marbles, and is restored as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Progress {
    ply: u32,
    standing: BySeat<Standing>,
    /// Seats that are racing.
    racing: u8,
    /// Passes in a row.
    passes: u8,
    end: Option<End>,
    /// The first seat home, with how and, unless that was before the game was set up, with how many
    /// marbles still at its own home.
    winner: Option<(Seat, End, Option<u8>)>,
}

/// One ply of the log, with what it takes to take it back.
#[derive(Clone, Copy, Debug)]
struct Entry {
    seat: Seat,
    /// None for a pass or a resignation.
    undo: Option<Undo>,
    resigned: bool,
    before: Progress,
}

/// A game: a position, what led to it, and who is home.
///
/// ```
/// use engine::Game;
/// use engine::rules::{Board, Rules};
/// let board = Board::new(&Rules::default().with_seats(2)?)?;
/// let mut game = Game::new(&board);
/// let mv = game.moves().nth(0).expect("the opening has moves");
/// let played = game.play(mv)?;
/// assert_eq!(game.ply(), 1);
/// game.unplay(played)?;
/// assert_eq!(*game.position(), board.start());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<'b> {
    board: &'b Board,
    position: Position,
    cap: Cap,
    progress: Progress,
    log: Vec<Entry>,
    /// Of every position so far, where repetition counts; the first included.
    keys: Vec<u64>,
}

impl<'b> Game<'b> {
    /// A game from the opening.
    pub fn new(board: &'b Board) -> Self {
        let start = Setup::from(board.start());
        Self::resume(board, &start).expect("the opening fits its own board")
    }

    /// A game from any point, over if it is over by places, resignations or cap. A win is tested
    /// after a move, so nobody is home for where the marbles stand at first; the history of
    /// positions and of passes starts anew.
    ///
    /// # Errors
    ///
    /// If the position is for another star, number of seats or marbles, or its seat to move is done.
    pub fn resume(board: &'b Board, setup: &Setup) -> Result<Self, Misfit> {
        let mut position = setup.position;
        if let Some(misfit) = Misfit::of(board, &position) {
            return Err(misfit);
        }
        board.adopt(&mut position);
        let mut standing = BySeat::default();
        for seat in board.seats() {
            standing[seat] = match setup.places.as_ref().map(|places| places[seat]) {
                None | Some(Resigned::No(0)) => Standing::Racing,
                Some(Resigned::No(place)) => Standing::Home(place),
                Some(Resigned::Yes) => Standing::Out(0),
            };
        }
        let racing = board.seats().filter(|&seat| standing[seat] == Standing::Racing).count() as u8;
        let winner = board.seats().find(|&seat| standing[seat] == Standing::Home(1));
        let winner = winner.map(|seat| (seat, manner(board, &position, seat), None));
        let cap = setup.cap.unwrap_or(board.rules().cap);
        let progress = Progress { ply: setup.ply, standing, racing, passes: 0, end: None, winner };
        let mut game = Self { board, position, cap, progress, log: Vec::new(), keys: Vec::new() };
        if game.decided() {
            game.progress.end = Some(winner.map_or(End::Resigned, |(_, how, _)| how));
        } else if standing[game.position.turn()] != Standing::Racing {
            return Err(Misfit::Turn(game.position.turn()));
        }
        game.settle();
        Ok(game)
    }

    /// The point that it has come to, as a position text tells it.
    pub fn setup(&self) -> Setup {
        let mut position = self.position;
        position.set_natives(None);
        let mut fresh = position;
        self.board.adopt(&mut fresh);
        if fresh.natives() != self.position.natives() {
            position.set_natives(self.position.natives());
        }
        let raced = self.progress.standing == BySeat::default();
        let places = (!raced).then(|| {
            BySeat(self.progress.standing.0.map(|standing| match standing {
                Standing::Racing => Resigned::No(0),
                Standing::Home(place) => Resigned::No(place),
                Standing::Out(_) => Resigned::Yes,
            }))
        });
        let cap = (self.cap != self.board.rules().cap).then_some(self.cap);
        Setup { position, ply: self.progress.ply, cap, places }
    }

    /// The board that it is played on.
    #[inline]
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// Where the marbles are.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The seat to move, or none when the game is over.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        if self.over() { None } else { Some(self.position.turn()) }
    }

    /// Whether it is over.
    #[inline]
    pub fn over(&self) -> bool {
        self.progress.end.is_some()
    }

    /// How it ended, if it has.
    #[inline]
    pub fn end(&self) -> Option<End> {
        self.progress.end
    }

    /// Plies played: moves, passes and resignations.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.progress.ply
    }

    /// Plies at which it is cut short.
    #[inline]
    pub fn cap(&self) -> u32 {
        self.cap.plies(self.board.seat_count())
    }

    /// Passes in a row up to now.
    pub fn passes(&self) -> usize {
        usize::from(self.progress.passes)
    }

    /// Where a seat stands.
    #[inline]
    pub fn standing(&self, seat: Seat) -> Standing {
        self.progress.standing[seat]
    }

    /// Whether a seat has come home; once home it stays so, wherever its marbles go.
    pub fn finished(&self, seat: Seat) -> bool {
        matches!(self.standing(seat), Standing::Home(_))
    }

    /// Whether a seat is home at this moment.
    pub fn home_complete(&self, seat: Seat) -> bool {
        self.board.complete(&self.position, seat)
    }

    /// The seat that won: the first home, or the last one left when the others are out.
    pub fn winner(&self) -> Option<Seat> {
        if usize::from(self.progress.racing) == self.board.seat_count() {
            return None;
        }
        let last = matches!(self.end(), Some(End::NoMove | End::Resigned | End::Forfeit));
        let stands = |standing| self.board.seats().find(|&seat| self.standing(seat) == standing);
        stands(Standing::Home(1)).or_else(|| if last { stands(Standing::Racing) } else { None })
    }

    /// Marbles that the first seat home had still at its own home when it came home; none if that
    /// was before the game was set up.
    pub fn left_at_home(&self) -> Option<usize> {
        self.progress.winner.and_then(|(_, _, left)| left).map(usize::from)
    }

    /// How far a seat still has to go; see [`Board::distance_left`].
    pub fn distance_left(&self, seat: Seat) -> usize {
        self.board.distance_left(&self.position, seat)
    }

    /// The place of each seat from 1: of those that are home, and of all once the game is over.
    ///
    /// At the end racing seats rank by distance left behind those at home, ties sharing the better
    /// place (1, 1, 3); seats that are out rank behind all, the later out ahead.
    pub fn places(&self) -> BySeat<Option<u8>> {
        // What a seat is ranked by, less is better.
        let rank = |seat| match self.standing(seat) {
            Standing::Home(place) => (0, usize::from(place)),
            Standing::Racing => (1, self.distance_left(seat)),
            Standing::Out(order) => (2, usize::from(u8::MAX - order)),
        };
        BySeat::from_fn(|seat| {
            let plays = seat.index() < self.board.seat_count();
            let placed = plays && (self.over() || self.finished(seat));
            placed.then(|| {
                let own = rank(seat);
                1 + self.board.seats().filter(|&rival| rank(rival) < own).count() as u8
            })
        })
    }

    /// The place of one seat, as [`places`](Self::places) has it.
    pub fn place_of(&self, seat: Seat) -> Option<u8> {
        self.places()[seat]
    }

    /// The legal moves; none when the game is over.
    #[inline]
    pub fn moves(&self) -> Moves {
        if self.over() { Moves::none() } else { self.board.moves(&self.position) }
    }

    /// One of the legal moves: `index` is told how many there are, and says how many come before it.
    ///
    /// The same as asking [`moves`](Self::moves) and [`Moves::pick`], in less time.
    #[inline]
    pub fn pick(&self, index: impl FnOnce(usize) -> usize) -> Option<Move> {
        if self.over() {
            return None;
        }
        let mut moves = Moves::none_on(self.board.star());
        self.board.list(&self.position, self.position.turn(), &mut moves);
        moves.pick(index)
    }

    /// Whether the seat to move has to pass.
    pub fn can_pass(&self) -> bool {
        !self.over()
            && self.board.rules().no_move == NoMove::Pass
            && !self.board.can_move(&self.position)
    }

    /// Plays a move for the seat to move.
    ///
    /// # Errors
    ///
    /// If the game is over or the move is not legal; nothing has changed then.
    pub fn play(&mut self, mv: Move) -> Result<Played, Refusal> {
        self.refuse_if_over()?;
        let seat = self.position.turn();
        if !self.position.marbles(seat).contains(mv.from()) {
            return Err(Refusal::NoMarble(mv));
        }
        if !self.board.is_legal(&self.position, mv) {
            let why = self.board.illegal(&self.position, mv);
            return Err(Refusal::Illegal(mv, why.expect("a move that is not legal has a fault")));
        }
        Ok(self.play_legal(mv))
    }

    /// Plays one of this game's [`moves`](Self::moves) without asking again whether it is legal. One
    /// that is not leads to a position that these rules do not.
    ///
    /// # Errors
    ///
    /// If the game is over; nothing has changed then.
    ///
    /// # Panics
    ///
    /// If the move is not legal, where debug assertions are on.
    pub fn play_unchecked(&mut self, mv: Move) -> Result<Played, Refusal> {
        self.refuse_if_over()?;
        debug_assert!(self.board.is_legal(&self.position, mv), "{mv:?}: not in the list of moves");
        Ok(self.play_legal(mv))
    }

    /// Plays a move that the board has listed for this position.
    #[inline]
    fn play_legal(&mut self, mv: Move) -> Played {
        let before = self.progress;
        let seat = self.position.turn();
        let undo = self.board.apply(&mut self.position, mv);
        self.log.push(Entry { seat, undo: Some(undo), resigned: false, before });
        self.progress.ply += 1;
        self.progress.passes = 0;
        self.bring_home(seat);
        self.conclude(seat);
        self.played()
    }

    /// Passes for the seat to move.
    ///
    /// # Errors
    ///
    /// If the game is over, the seat has a move, or the rules know no passes.
    pub fn pass(&mut self) -> Result<Played, Refusal> {
        self.refuse_if_over()?;
        let seat = self.position.turn();
        if self.board.rules().no_move != NoMove::Pass {
            return Err(Refusal::NoPass);
        }
        if self.board.can_move(&self.position) {
            return Err(Refusal::CanMove(seat));
        }
        self.log.push(Entry { seat, undo: None, resigned: false, before: self.progress });
        self.progress.ply += 1;
        self.progress.passes += 1;
        if self.progress.passes >= self.progress.racing {
            self.progress.end = Some(End::Deadlock);
        }
        self.conclude(seat);
        Ok(self.played())
    }

    /// Gives up for the seat to move: a ply after which it is out and its marbles stay.
    ///
    /// # Errors
    ///
    /// If the game is over.
    pub fn resign(&mut self) -> Result<Played, Refusal> {
        self.leave(End::Resigned)
    }

    /// Puts the seat to move out of the race for what its engine did, as [`resign`](Self::resign) does.
    ///
    /// # Errors
    ///
    /// If the game is over.
    pub fn forfeit(&mut self) -> Result<Played, Refusal> {
        self.leave(End::Forfeit)
    }

    fn leave(&mut self, how: End) -> Result<Played, Refusal> {
        self.refuse_if_over()?;
        let seat = self.position.turn();
        self.log.push(Entry { seat, undo: None, resigned: true, before: self.progress });
        self.progress.ply += 1;
        // The seats that are left may all have passed already.
        self.put_out(seat, how);
        if self.progress.passes >= self.progress.racing {
            self.progress.end.get_or_insert(End::Deadlock);
        }
        self.conclude(seat);
        Ok(self.played())
    }

    /// Does what a text says.
    ///
    /// # Errors
    ///
    /// As [`play`](Self::play), [`pass`](Self::pass) and [`resign`](Self::resign) do.
    pub fn act(&mut self, what: MoveText) -> Result<Played, Refusal> {
        match what {
            MoveText::Move(mv) => self.play(mv),
            MoveText::Pass => self.pass(),
            MoveText::Resign => self.resign(),
        }
    }

    /// Takes back the last ply.
    ///
    /// # Errors
    ///
    /// If `played` was not the last one.
    pub fn unplay(&mut self, played: Played) -> Result<(), Refusal> {
        if played != self.played() {
            return Err(Refusal::OutOfOrder);
        }
        let entry = self.log.pop().ok_or(Refusal::OutOfOrder)?;
        if self.board.rules().repetition.is_some() {
            self.keys.pop();
        }
        self.position.set_turn(entry.seat);
        if let Some(undo) = entry.undo {
            self.board.take_back(&mut self.position, undo);
        }
        self.progress = entry.before;
        Ok(())
    }

    /// What has been done since the game was set up, by seat.
    pub fn log(&self) -> impl DoubleEndedIterator<Item = (Seat, MoveText)> + ExactSizeIterator {
        self.log.iter().map(|entry| {
            let what = match entry.undo {
                Some(undo) => MoveText::Move(undo.mv),
                None if entry.resigned => MoveText::Resign,
                None => MoveText::Pass,
            };
            (entry.seat, what)
        })
    }

    /// Keys of every position so far, where repetition counts.
    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    fn played(&self) -> Played {
        Played { plies: self.log.len(), key: self.position.key() }
    }

    fn refuse_if_over(&self) -> Result<(), Refusal> {
        self.end().map_or(Ok(()), |end| Err(Refusal::Over(end)))
    }

    /// Gives the next places to the seats that a move of `mover` brought home.
    #[inline]
    fn bring_home(&mut self, mover: Seat) {
        let mut seat = mover;
        loop {
            if self.standing(seat) == Standing::Racing && self.home_complete(seat) {
                self.come_home(seat);
            }
            seat = seat.after(self.board.seat_count());
            if seat == mover || self.board.rules().win_tested == WinTested::Mover {
                return;
            }
        }
    }

    fn come_home(&mut self, seat: Seat) {
        let home = self.board.seats().filter(|&seat| self.finished(seat)).count() as u8;
        self.progress.standing[seat] = Standing::Home(home + 1);
        self.progress.racing -= 1;
        let how = manner(self.board, &self.position, seat);
        let left = (self.position.marbles(seat) & self.board.home(seat)).len() as u8;
        let &mut (_, how, _) = self.progress.winner.get_or_insert((seat, how, Some(left)));
        if self.decided() {
            self.progress.end = Some(how);
        }
    }

    fn put_out(&mut self, seat: Seat, how: End) {
        let out = |&seat: &Seat| matches!(self.standing(seat), Standing::Out(_));
        let order = self.board.seats().filter(out).count() as u8;
        self.progress.standing[seat] = Standing::Out(order + 1);
        self.progress.racing -= 1;
        if self.decided() {
            let won = self.progress.winner.map(|(_, how, _)| how);
            self.progress.end = Some(won.unwrap_or(how));
        }
    }

    /// Whether there is nothing left to race for: a seat is home and that ends it, or one is left
    /// alone, or a lone one is done.
    fn decided(&self) -> bool {
        let won = self.progress.winner.is_some();
        won && self.board.rules().after_win == AfterWin::Stop
            || self.progress.racing <= u8::from(self.board.seat_count() > 1)
    }

    /// Passes the turn on after a ply of `seat`.
    #[inline]
    fn conclude(&mut self, seat: Seat) {
        self.position.set_turn(self.next_racing(seat));
        self.settle();
    }

    /// The next seat that races, or `seat` itself if no other does.
    #[inline]
    fn next_racing(&self, seat: Seat) -> Seat {
        let mut next = seat.after(self.board.seat_count());
        while next != seat && self.standing(next) != Standing::Racing {
            next = next.after(self.board.seat_count());
        }
        next
    }

    /// Looks at what ends a game between plies: the cap, seats without a move, repetition.
    #[inline]
    fn settle(&mut self) {
        if self.progress.end.is_none() && self.progress.ply >= self.cap() {
            self.progress.end = Some(End::Cap);
        }
        let no_move = self.board.rules().no_move;
        if no_move != NoMove::Pass {
            let first = self.position.turn();
            while !self.over() && !self.board.can_move(&self.position) {
                let seat = self.position.turn();
                if no_move == NoMove::Lose {
                    self.put_out(seat, End::NoMove);
                }
                let next = self.next_racing(seat);
                self.position.set_turn(next);
                if no_move == NoMove::Skip && next == first {
                    self.progress.end = Some(End::Deadlock);
                }
            }
        }
        if let Some(times) = self.board.rules().repetition {
            let key = self.position.key();
            self.keys.push(key);
            let seen = self.keys.iter().filter(|&&seen| seen == key).count();
            if self.progress.end.is_none() && seen >= times as usize {
                self.progress.end = Some(End::Repetition);
            }
        }
    }
}

/// How `seat`, which is home, came home.
fn manner(board: &Board, position: &Position, seat: Seat) -> End {
    let all_own = board.goal(seat).is_subset(position.marbles(seat));
    if all_own { End::Home } else { End::BlockedHome }
}
