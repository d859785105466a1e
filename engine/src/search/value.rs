//! What a search thinks of one move, whether it would choose it or not.

use super::run::Run;
use super::{Found, Searcher, Settings};
use crate::Game;
use crate::moves::Move;

impl Searcher {
    /// The score that [`search`](Self::search) would give to a move of the seat to move, if it had
    /// to make it: that of the move it finds is [`Found::score`]. None if the move is not legal or
    /// the game is over. Nodes are not bounded.
    pub fn value(&mut self, game: &Game<'_>, settings: &Settings, mv: Move) -> Option<i32> {
        if game.over() {
            return None;
        }
        let settings = &settings.at(game);
        self.make_room(game, settings);
        let mut run = Run::new(game, settings, &mut self.beams, &self.seen, None);
        let mut root = run.root(0);
        let index = root.iter().position(|candidate| candidate.mv() == mv);
        let score = index.map(|index| {
            root.swap(0, index);
            let score = run.score() + root[0].gain();
            let plies = settings.depth.min(Settings::MAX_DEPTH).min(game.cap() - game.ply());
            if plies < 2 || (Found { score, ..Found::default() }).is_won() {
                return score;
            }
            run.deepen(&root, 1, plies, 0).map_or(score, |(_, score)| score)
        });
        run.keep(root);
        score
    }
}

#[cfg(test)]
mod tests {
    use super::super::Mode;
    use super::super::reference::{RULES, board, some_game};
    use super::*;

    /// A search as wide as the moves finds the move of the greatest value, and its value.
    #[test]
    fn the_best_move_has_the_greatest_value_and_the_search_its_score() {
        let mut searcher = Searcher::new();
        let mut lower = 0;
        for rules in RULES {
            let board = board(rules);
            for seed in 0..6 {
                let game = some_game(&board, seed, 20, seed % 2 == 0);
                for mode in Mode::ALL {
                    let settings = Settings { mode, ..Settings::new(1 + seed as u32 % 3, 1000) };
                    let found = searcher.search(&game, &settings, 0, None);
                    let Some(best) = found.mv else { continue };
                    assert_eq!(searcher.value(&game, &settings, best), Some(found.score));
                    for mv in game.moves().iter().take(40) {
                        let value = searcher.value(&game, &settings, mv).unwrap();
                        assert!(value <= found.score, "{mode} {value} {found:?}");
                        lower += u32::from(value < found.score);
                    }
                }
            }
        }
        assert!(lower > 1000, "{lower}");
    }

    #[test]
    fn a_move_that_cannot_be_made_has_no_value() {
        let board = board(RULES[0]);
        let game = Game::new(&board);
        let mv = game.moves().nth(0).unwrap().reversed();
        assert_eq!(Searcher::new().value(&game, &Settings::new(2, 12), mv), None);
    }
}
