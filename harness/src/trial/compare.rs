//! What an engine answers, held against our own game.

use std::collections::BTreeSet;

use engine::End;
use engine::moves::Move;
use engine::notation::Setup;
use engine::rules::Seat;
use engine::star::Hole;

use super::Trial;
use super::answers::Answers;
use crate::check::Invariant;

impl Trial<'_, '_> {
    /// Who is home: the last ply's comers, and the winner.
    pub(super) fn compare_home(&mut self, answers: &Answers, home: &[Seat]) {
        let start = self.opening && self.game.ply() == 0;
        let declared = if start { Invariant::NobodyHomeAtStart } else { Invariant::WinDeclared };
        if let Some(comers) = &answers.came_home
            && comers != home
        {
            for &seat in comers {
                self.came_home_with_reason(seat);
            }
            let same = comers.iter().collect::<BTreeSet<_>>() == home.iter().collect();
            let id =
                if same && comers.len() == home.len() { Invariant::HomeOrder } else { declared };
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
            let id = if left { Invariant::Winner } else { declared };
            self.accuse(id, format!("it says that {} has won, it is {}", one(said), one(winner)));
        }
    }

    pub(super) fn compare_places(&mut self, answers: &Answers) {
        if let Some(places) = &answers.places
            && *places != self.game.places()
        {
            let ours = self.game.places();
            self.accuse(Invariant::Places, format!("places are {:?}, not {:?}", ours.0, places.0));
        }
    }

    pub(super) fn compare_moves(&mut self, answers: &Answers) {
        let Some(said) = &answers.moves else { return };
        let board = self.game.board();
        if self.game.over() {
            if !said.is_empty() {
                self.accuse(
                    Invariant::OverOffersNothing,
                    format!("it offers {} moves", said.len()),
                );
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
        self.accuse(Invariant::LegalSet, message);
    }

    pub(super) fn compare_state(&mut self, answers: &Answers) {
        let over = self.game.over();
        if let Some(end) = answers.end
            && end != self.game.end()
        {
            let ours = self.game.end();
            let counted = self.game.board().rules().repetition.is_some();
            let by = |what| end == Some(what) || ours == Some(what);
            let id = match () {
                () if by(End::Cap) => Invariant::Cap,
                () if by(End::Deadlock) => Invariant::Deadlock,
                // It is a law only where repetitions are counted.
                () if by(End::Repetition) && counted => Invariant::Repetition,
                () => Invariant::EndReason,
            };
            let name = |end: Option<End>| end.map_or("not yet", End::name);
            self.accuse(id, format!("it ends {}, not {}", name(ours), name(end)));
            self.followed &= end.is_some() == over;
        }
        if let Some(turn) = answers.turn
            && turn != self.game.turn()
        {
            let id = if over { Invariant::OverOffersNothing } else { Invariant::TurnOrder };
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
            () if !fits => Invariant::TextRoundTrip,
            () if self.opening && ours.ply == 0 => Invariant::OpeningHomes,
            () if !seats.clone().all(counts) => Invariant::MarblesConserved,
            () if !seats.all(same) => Invariant::OneMarbleMoves,
            // Whose turn it is once the game is over is nobody's business.
            () if said_at.turn() != ours_at.turn() && self.game.over() => return,
            () if said_at.turn() != ours_at.turn() => Invariant::TurnOrder,
            () if said.ply != ours.ply => Invariant::PlyCount,
            () if said.places != ours.places => Invariant::StandingKept,
            () => Invariant::TextRoundTrip,
        };
        self.accuse(id, format!("it holds {said}, not {ours}"));
        self.followed = false;
    }

    /// The key must tell positions apart, seat to move included, and nothing else.
    pub(super) fn compare_key(&mut self, answers: &Answers) {
        // Once a game is over nobody looks positions up, and whose turn it is means nothing.
        let Some(said) = answers.key.filter(|_| !self.game.over()) else { return };
        let ours = self.game.position().key();
        let (theirs_by_ours, ours_by_theirs) = &mut self.keys;
        let again = *theirs_by_ours.entry(ours).or_insert(said) == said;
        let alone = *ours_by_theirs.entry(said).or_insert(ours) == ours;
        if !again {
            self.accuse(Invariant::KeyOfPosition, "one position has two keys");
        } else if !alone {
            self.accuse(Invariant::KeyOfPosition, "two positions have one key");
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
