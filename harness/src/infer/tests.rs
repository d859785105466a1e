use engine::rules::{
    AfterWin, ForeignPoints, HandWin, Hops, LeaveGoal, NoMove, Over, PRESETS, Seat, Win, WinTested,
};
use engine::star::Hole;

use super::*;
use crate::subject::NativeSubject;

/// Our engine, playing its own rules whatever it is told but for the seats.
struct Playing {
    rules: Rules,
    inner: NativeSubject,
    takes_positions: bool,
}

impl Playing {
    fn new(rules: Rules, takes_positions: bool) -> Self {
        Self { rules, inner: NativeSubject::default(), takes_positions }
    }
}

impl Subject for Playing {
    fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError> {
        if from.is_some() && !self.takes_positions {
            return Err(SubjectError::Unsupported);
        }
        self.inner.set_up(&Rules { seats: rules.seats, ..self.rules }, from)
    }
    fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError> {
        self.inner.moves()
    }
    fn turn(&mut self) -> Result<Option<Seat>, SubjectError> {
        self.inner.turn()
    }
    fn play(&mut self, what: MoveText) -> Result<(), SubjectError> {
        self.inner.play(what)
    }
    fn winner(&mut self) -> Result<Option<Seat>, SubjectError> {
        self.inner.winner()
    }
}

/// What is known is so, and the truth is among what is left open.
fn holds(inference: &Inference, rules: &Rules) {
    for (axis, found) in &inference.found {
        let truth = rules.get(axis).unwrap();
        match found {
            Found::Known(value) if AXES.contains(axis) => assert_eq!(*value, truth, "{axis}"),
            Found::Same(options) => assert!(options.contains(&truth), "{axis}: {options:?}"),
            _ => {}
        }
    }
    assert_eq!(inference.strange, None);
}

fn known<'i>(inference: &'i Inference, axis: &str) -> &'i Found {
    &inference.found.iter().find(|(name, _)| *name == axis).unwrap().1
}

#[test]
fn every_preset_is_known_by_how_it_plays() {
    for (name, _) in PRESETS {
        let rules = Rules::preset(name).unwrap();
        let seats = rules.seats.map_or(vec![2, 3, 4, 6], |seats| vec![seats]);
        let inference = infer(&mut Playing::new(rules, true), &seats, 1).unwrap();
        holds(&inference, &rules);
        for axis in ["hops", "over", "foreign-points", "leave-goal", "win", "win-tested"] {
            if rules.foreign_points == ForeignPoints::Private && axis.starts_with("win") {
                // With private points nobody parks in another's goal, and rules come to the same.
                continue;
            }
            let truth = Found::Known(rules.get(axis).unwrap());
            assert_eq!(*known(&inference, axis), truth, "{name}:\n{inference}");
        }
        assert!(inference.presets.contains(name), "{name}:\n{inference}");
        let alone = inference.presets.len() == 1;
        assert!(alone || rules.seats.is_some(), "{name}:\n{inference}");
        assert_eq!(
            *known(&inference, "repetition"),
            Found::Known(rules.get("repetition").unwrap())
        );
        assert_eq!(*known(&inference, "cap"), Found::Known(rules.cap.to_string()));
    }
}

#[test]
fn any_rules_are_told_apart() {
    let mut rng = Stream::Game.of(7, 0);
    for _ in 0..12 {
        let mut rules = Rules::default();
        macro_rules! any {
            ($($field:ident: $axis:ident),*) => {
                $(rules.$field = $axis::ALL[below(&mut rng, $axis::ALL.len() as u64) as usize];)*
            };
        }
        any!(
            hops: Hops, over: Over, foreign_points: ForeignPoints, leave_goal: LeaveGoal, win: Win,
            win_tested: WinTested, hand_win: HandWin, after_win: AfterWin, no_move: NoMove
        );
        let inference = infer(&mut Playing::new(rules, true), &[2, 3, 4, 6], 1).unwrap();
        holds(&inference, &rules);
        for axis in ["hops", "over", "foreign-points", "leave-goal", "after-win"] {
            assert_eq!(
                *known(&inference, axis),
                Found::Known(rules.get(axis).unwrap()),
                "{inference}"
            );
        }
    }
}

#[test]
fn without_positions_moves_are_known_and_the_rest_has_a_decider() {
    let rules = Rules::preset("hub").unwrap();
    let inference = infer(&mut Playing::new(rules, false), &[3], 1).unwrap();
    holds(&inference, &rules);
    assert!(!inference.takes_positions);
    assert_eq!(*known(&inference, "hops"), Found::Known("long".to_string()));
    assert_eq!(*known(&inference, "over"), Found::Known("any".to_string()));
    let Found::Open { decider: Some(decider), .. } = known(&inference, "no-move") else {
        panic!("{inference}")
    };
    // The decider is a position in which rules differ that agree otherwise.
    let text = decider.strip_prefix("position fen ").unwrap();
    let (text, _) = text.split_once(" moves ").unwrap_or((text, ""));
    assert!(text.parse::<Setup>().is_ok(), "{decider}");
}

/// It offers one move fewer than any rules do.
#[test]
fn what_no_rules_explain_is_said() {
    struct Forgetful(Playing);
    impl Subject for Forgetful {
        fn set_up(&mut self, rules: &Rules, from: Option<&Setup>) -> Result<(), SubjectError> {
            self.0.set_up(rules, from)
        }
        fn moves(&mut self) -> Result<Vec<(Hole, Hole)>, SubjectError> {
            self.0.moves().map(|moves| moves.into_iter().skip(1).collect())
        }
        fn turn(&mut self) -> Result<Option<Seat>, SubjectError> {
            self.0.turn()
        }
        fn play(&mut self, what: MoveText) -> Result<(), SubjectError> {
            self.0.play(what)
        }
        fn winner(&mut self) -> Result<Option<Seat>, SubjectError> {
            self.0.winner()
        }
    }
    let mut subject = Forgetful(Playing::new(Rules::default(), true));
    let inference = infer(&mut subject, &[2], 1).unwrap();
    assert!(inference.strange.is_some(), "{inference}");
}
