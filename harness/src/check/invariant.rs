//! Everything that must always hold, by name.

use std::fmt;

use engine::rules::{
    Board, ForeignPoints, HandWin, Hops, LeaveGoal, NoMove, Rules, Win, WinTested,
};

/// When an invariant is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Once for each board, and told in each of its games.
    Board,
    /// At the start of each game.
    Start,
    /// After every ply.
    Ply,
    /// After a seeded sample of plies, one in [`SAMPLED`](super::SAMPLED), or after every ply with `--check all`.
    Sample,
    /// At the end of each game.
    End,
    /// When a bot has chosen its move; where it means asking the bot again, on the sample.
    Choice,
    /// Of a whole run: shares that are past all that sound play shows.
    Run,
    /// When the Coach has given its verdict; and on the sample, of the move played.
    Verdict,
    /// All the time.
    Always,
    /// Of an engine under test.
    Subject,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Board => "board",
            Self::Start => "start",
            Self::Ply => "every ply",
            Self::Sample => "sample",
            Self::End => "end",
            Self::Choice => "choice",
            Self::Run => "run",
            Self::Verdict => "verdict",
            Self::Always => "always",
            Self::Subject => "subject",
        })
    }
}

/// Declares the invariants: name, id, when asked, sentence, and the rules that it is a law under,
/// in words and as a test.
macro_rules! invariants {
    ($($name:ident $id:literal $asked:ident $says:literal, $under:literal if $law:expr;)*) => {
        /// Something that must always hold.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Invariant {
            $(#[doc = $says] $name,)*
        }

        impl Invariant {
            /// Every one, in the order of reports.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name that reports and documents use; it never changes.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)* }
            }

            /// What must hold, in a sentence.
            pub const fn says(self) -> &'static str {
                match self { $(Self::$name => $says,)* }
            }

            /// When it is asked about.
            pub const fn asked(self) -> Asked {
                match self { $(Self::$name => Asked::$asked,)* }
            }

            /// The rules that it is a law under, in words; it accuses nobody under others.
            pub const fn under(self) -> &'static str {
                match self { $(Self::$name => $under,)* }
            }

            /// Whether it is a law under the rules of `board`.
            pub fn is_law(self, board: &Board) -> bool {
                fn test(law: fn(&Setting<'_>) -> bool, setting: &Setting<'_>) -> bool {
                    law(setting)
                }
                let setting = Setting { rules: board.rules(), board };
                match self { $(Self::$name => test($law, &setting),)* }
            }
        }
    };
}

/// What a law may depend on.
struct Setting<'a> {
    rules: &'a Rules,
    board: &'a Board,
}

impl Setting<'_> {
    /// Whether the seats start where they do unless a layout says otherwise.
    fn clockwise(&self) -> bool {
        self.rules.layouts == Rules::default().layouts
    }

    /// Whether marbles fill a point each, and no front.
    fn full_points(&self) -> bool {
        let arm = usize::from(self.board.star().arm());
        self.board.marbles_each() == arm * (arm + 1) / 2
    }

    /// Whether Bell's bound on the shortest game is about these rules: each seat moves in turn, and
    /// no axis lets a marble go further.
    fn bell(&self) -> bool {
        self.rules.win == Win::AllOwn
            && self.rules.hops == Hops::Adjacent
            && self.rules.no_move == NoMove::Pass
            && self.board.star().arm() == 4
            && self.board.seat_count() == 2
            && self.board.marbles_each() == 10
            && self.clockwise()
    }

    /// Whether sound play comes to an end: nobody can be held out for ever, nor run out of time.
    fn ends(&self) -> bool {
        let seats = self.board.seat_count();
        matches!(self.rules.win, Win::Vacated | Win::AnyOwn)
            && self.rules.win_tested == WinTested::All
            && self.rules.cap.plies(seats) >= 400 * seats as u32
    }
}

invariants! {
    BoardCounts "board-counts" Board
        "Holes, neighbour pairs, lines of three, degrees and hop classes number what is published for the star.",
        "all" if |_| true;
    BoardLinks "board-links" Board
        "Each hole's neighbours, steps and opposite lie where its cube coordinates say.",
        "all" if |_| true;
    BoardZones "board-zones" Board
        "Points, fronts, homes, goals and tips are the holes that their coordinates say, and a goal is its home across the centre.",
        "all" if |_| true;
    BoardSymmetry "board-symmetry" Board
        "A sixth of a turn takes the star onto itself: links onto links, each point onto the next.",
        "all" if |_| true;
    OpeningHomes "opening-homes" Board
        "In the opening each seat's marbles fill its home, and seat 0 is to move.",
        "all" if |_| true;
    GoalsAtStart "goals-at-start" Board
        "In the opening every goal is full with 2, 4 or 6 seats, and empty with 1 or 3.",
        "layout clockwise; marbles a full point with 3 seats"
        if |s| s.clockwise() && (s.board.seat_count() != 3 || s.full_points());
    KeysDiffer "keys-differ" Board
        "No two of a key's numbers are alike: marbles by seat and hole, the seat to move, the seat count.",
        "all" if |_| true;
    NobodyHomeAtStart "nobody-home-at-start" Start
        "Nobody has won in the opening.",
        "all" if |_| true;
    MarblesConserved "marbles-conserved" Ply
        "Each seat keeps as many marbles as it began with.",
        "all" if |_| true;
    OneMarbleMoves "one-marble-moves" Ply
        "A move empties the hole it leaves and fills the one it ends in, and nothing else changes.",
        "all" if |_| true;
    MoveShape "move-shape" Ply
        "A move is a step to an empty neighbour, or a chain that begins and ends with hops that are open.",
        "all" if |_| true;
    HopClass "hop-class" Ply
        "A chain keeps its marble's hop class: x and y modulo 2.",
        "all" if |_| true;
    ForeignPointsKept "foreign-points" Ply
        "No move ends in a point that is neither the seat's start nor its goal.",
        "foreign-points no-stop or private" if |s| s.rules.foreign_points != ForeignPoints::Free;
    GoalKept "leave-goal" Ply
        "A move that starts in the goal ends in it.",
        "leave-goal forbidden" if |s| s.rules.leave_goal == LeaveGoal::Forbidden;
    NoHandWin "hand-win" Ply
        "No move makes a rival's goal complete.",
        "hand-win illegal" if |s| s.rules.hand_win == HandWin::Illegal;
    PassForced "pass-forced" Ply
        "A seat passes only when it has no move, and only where the rules know passes.",
        "all" if |_| true;
    PlyCount "ply-count" Ply
        "Each move, pass and resignation is one ply.",
        "all" if |_| true;
    TurnOrder "turn-order" Ply
        "The turn goes clockwise and skips exactly the seats that are done and, where they are skipped or lose, those without a move.",
        "all" if |_| true;
    StandingKept "standing-kept" Ply
        "A seat that is home keeps its place, and one that is out stays out; only a seat that resigns or may lose for want of a move goes out.",
        "all" if |_| true;
    WinDeclared "win-declared" Ply
        "After each ply the seats declared home are those that a second predicate finds home, asked for every seat.",
        "all" if |_| true;
    HomeOrder "home-order" Ply
        "Of seats that one move brings home the mover has the next place, then clockwise.",
        "all" if |_| true;
    WinnerVacated "no-winner-at-home" Ply
        "No seat comes home while a marble of its own is still at its home.",
        "all, whatever the win rule" if |_| true;
    AllOwnInGoal "all-own-in-goal" Ply
        "No seat comes home with a marble of its own outside its goal.",
        "win all-own" if |s| s.rules.win == Win::AllOwn;
    NoWinBeforePly30 "no-win-before-ply-30" Ply
        "From the opening nobody comes home before ply 30, the shortest game of two seats (Bell 2009).",
        "win all-own, hops adjacent, no-move pass, arm 4, 2 seats clockwise, 10 marbles" if |s| s.bell();
    Winner "winner" Ply
        "The winner is the first seat home, else the last one racing when the others are out, else nobody.",
        "all" if |_| true;
    EndReason "end" Ply
        "The game ends when the rules say, and how it ended is what happened.",
        "all" if |_| true;
    Cap "cap" Ply
        "No ply passes the cap, and a game ends by it exactly at it.",
        "all" if |_| true;
    Deadlock "deadlock" Ply
        "The game ends in deadlock if and only if all racing seats have passed in a row, or none can move where turns are skipped.",
        "all" if |_| true;
    Repetition "repetition" Ply
        "The game is drawn when a position with the same seat to move has come as often as the rules say, and not before.",
        "repetition a number" if |s| s.rules.repetition.is_some();
    KeyKept "key-kept" Ply
        "A ply changes the key by the numbers of what it changed.",
        "all but win natives" if |s| s.rules.win != Win::Natives;
    StateRecomputed "state-recomputed" Sample
        "Key, occupied holes, hop lanes and distance left equal their recomputation.",
        "all" if |_| true;
    EvaluationRecomputed "evaluation-recomputed" Sample
        "An evaluation that has followed a move, there and back, equals the one made anew, term by term.",
        "all" if |_| true;
    LegalSet "legal-set" Sample
        "The fast generator lists the moves that the slow one lists, in order, and counts as many.",
        "all" if |_| true;
    MoveListed "move-listed" Sample
        "The move played was one that the slow generator lists.",
        "all" if |_| true;
    WinPredicate "win-predicate" Sample
        "The fast win predicate agrees with the slow one for every seat; also asked whenever a seat comes home.",
        "all" if |_| true;
    UndoRestores "undo-restores" Sample
        "Taking plies back restores everything, and out of order it is refused.",
        "all" if |_| true;
    ClonesApart "clones-apart" Sample
        "What is played in a copy of a game leaves the game alone.",
        "all" if |_| true;
    TextRoundTrip "text-round-trip" Sample
        "Positions and moves that are written read back the same.",
        "all" if |_| true;
    PathShown "path-shown" Sample
        "The path shown for a move is made of open hops, none fewer would do, and a step is shown as a step.",
        "all" if |_| true;
    Symmetry "symmetry" Sample
        "Turning or mirroring board and seats, where that maps the starts onto themselves, turns the legal moves.",
        "all" if |_| true;
    MoveBack "move-back" Sample
        "A move can be taken back by a move of the same marble, from a hole that it may move to.",
        "leave-goal allowed, hand-win allowed"
        if |s| s.rules.leave_goal == LeaveGoal::Allowed && s.rules.hand_win == HandWin::Allowed;
    Places "places" End
        "Places are a permutation up to ties: those home in order, then the racing by distance left, then those out, the later first.",
        "all" if |_| true;
    OverOffersNothing "over-offers-no-move" End
        "A game that is over offers no move and no turn, and takes none.",
        "all" if |_| true;
    BotLegal "bot-legal" Choice
        "A bot's move is legal.",
        "all" if |_| true;
    BotSame "bot-same-move" Choice
        "The same bot with the same seed gives the same move.",
        "all" if |_| true;
    BotTakesWin "bot-takes-win" Choice
        "A searching bot without noise takes a win in one.",
        "all" if |_| true;
    ReversalAlarm "reversal-alarm" Run
        "A searching bot takes back its own last move in under a fifth of its moves.",
        "all; never random or hostile bots" if |_| true;
    CapAlarm "cap-alarm" Run
        "Games among searching bots alone reach the cap in under a twentieth.",
        "win vacated or any-own (no veto), win-tested all, cap 400 plies a seat or more; never random or hostile bots"
        if |s| s.ends();
    CoachProof "coach-proof" Verdict
        "Every verdict of the Coach can be proved again from the list of moves.",
        "all" if |_| true;
    NoPanic "no-panic" Always
        "Nothing panics.",
        "all" if |_| true;
    KeyOfPosition "key-of-position" Subject
        "A key tells positions apart, the seat to move included, and nothing else.",
        "all" if |_| true;
    RulesRefused "rules-refused" Subject
        "An engine refuses rules for which there is no board: five seats.",
        "all" if |_| true;
    SubjectAnswers "subject-answers" Subject
        "An engine answers what it is asked, in time.",
        "all" if |_| true;
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// A set of invariants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Invariants(u64);

const _: () = assert!(Invariant::ALL.len() <= 64, "one bit each");

impl Invariants {
    /// Those that are laws under the rules of `board`.
    pub fn of(board: &Board) -> Self {
        let mut laws = Self::default();
        for &invariant in Invariant::ALL {
            if invariant.is_law(board) {
                laws.insert(invariant);
            }
        }
        laws
    }

    /// Whether `invariant` is in it.
    #[inline]
    pub const fn contains(self, invariant: Invariant) -> bool {
        self.0 >> invariant as u8 & 1 != 0
    }

    /// Those in either.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds one; false if it was in.
    pub const fn insert(&mut self, invariant: Invariant) -> bool {
        let added = !self.contains(invariant);
        self.0 |= 1 << invariant as u8;
        added
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        let (mut one, mut other) = (Invariants::default(), Invariants::default());
        assert!(one.insert(Invariant::TurnOrder) && !one.insert(Invariant::TurnOrder));
        assert!(other.insert(Invariant::TurnOrder) && other.insert(Invariant::BoardCounts));
        for &invariant in Invariant::ALL {
            let (turn, counts) =
                (invariant == Invariant::TurnOrder, invariant == Invariant::BoardCounts);
            assert_eq!(one.contains(invariant), turn);
            assert_eq!(other.contains(invariant), turn || counts);
            assert_eq!(one.or(other).contains(invariant), turn || counts);
        }
    }

    fn is_law(invariant: Invariant, axes: &[(&str, &str)]) -> bool {
        let mut rules = Rules { seats: Some(2), ..Rules::default() };
        for (axis, value) in axes {
            rules.set(axis, value).unwrap();
        }
        invariant.is_law(&Board::new(&rules).unwrap())
    }

    #[test]
    fn bells_bound_is_about_one_set_of_rules() {
        let law = |axes: &[(&str, &str)]| is_law(Invariant::NoWinBeforePly30, axes);
        assert!(law(&[("win", "all-own")]));
        for other in [
            &[("win", "vacated")][..],
            &[("hops", "long")],
            &[("no-move", "skip")],
            // As many marbles, on another star.
            &[("arm", "3"), ("marbles", "10")],
            &[("seats", "3")],
            &[("marbles", "15")],
            &[("layout", "3,0")],
        ] {
            assert!(!law(&[&[("win", "all-own")], other].concat()), "{other:?}");
        }
    }

    #[test]
    fn goals_start_full_or_empty_where_the_seats_start_clockwise() {
        let law = |axes: &[(&str, &str)]| is_law(Invariant::GoalsAtStart, axes);
        for axes in [
            &[("seats", "2")][..],
            &[("seats", "3")],
            &[("seats", "3"), ("arm", "3")],
            &[("marbles", "15")],
        ] {
            assert!(law(axes), "{axes:?}");
        }
        for axes in [&[("layout", "3,0")][..], &[("seats", "3"), ("marbles", "15")]] {
            assert!(!law(axes), "{axes:?}");
        }
    }

    #[test]
    fn sound_play_ends_without_a_veto_and_with_time() {
        let law = |axes: &[(&str, &str)]| is_law(Invariant::CapAlarm, axes);
        for axes in [("win", "any-own"), ("cap", "400"), ("cap", "800total"), ("seats", "3")] {
            assert!(law(&[axes]), "{axes:?}");
        }
        for axes in
            [("win", "all-own"), ("win-tested", "mover"), ("cap", "399"), ("cap", "799total")]
        {
            assert!(!law(&[axes]), "{axes:?}");
        }
    }

    #[test]
    fn an_invariant_is_told_by_its_id_and_when_it_is_asked() {
        let turn = Invariant::TurnOrder;
        assert_eq!(format!("{turn:>12}, {}", turn.asked()), "  turn-order, every ply");
    }

    #[test]
    fn ids_are_unique_and_plain() {
        for (index, invariant) in Invariant::ALL.iter().enumerate() {
            assert_eq!(*invariant as usize, index);
            let plain = |letter: char| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-'
            };
            assert!(invariant.id().chars().all(plain), "{invariant}");
            assert!(invariant.says().ends_with('.'), "{invariant}");
            let same = Invariant::ALL.iter().filter(|other| other.id() == invariant.id());
            assert_eq!(same.count(), 1, "{invariant}");
        }
    }
}
