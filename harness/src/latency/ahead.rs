//! How far the Coach sees within a number of nodes: ladders are built two turns ahead.

use engine::Game;
use engine::coach::Coach;
use engine::search::Settings;

use super::corpus::{Corpus, Entry};
use super::measure::clock;

/// The nodes that it takes to finish each depth in one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Depths {
    /// The preset whose rules are played.
    pub rules: String,
    /// Number of seats.
    pub seats: usize,
    /// The position.
    pub position: String,
    /// From depth 1 up: nodes of a search depth by depth until this one is finished.
    pub nodes: Vec<u64>,
    /// Nodes after which nobody looked on.
    pub limit: u64,
    /// Microseconds for a node here: the least of the searches that were finished at the Coach's own
    /// depth and deeper.
    pub us_per_node: f64,
}

impl Depths {
    /// The depth that is finished within a number of nodes, and whether it may be more.
    pub fn within(&self, nodes: u64) -> (u32, bool) {
        let depth = self.nodes.iter().take_while(|&&needs| needs <= nodes).count();
        (depth.max(1) as u32, depth == self.nodes.len() && nodes > self.limit)
    }

    /// The seat's own plies among so many: turns that it looks out.
    pub fn turns(&self, depth: u32) -> u32 {
        1 + (depth - 1) / self.seats as u32
    }
}

/// Looks ahead from one position of each rules and number of seats, as deep as `limit` nodes allow.
pub fn look_ahead(limit: u64) -> Vec<Depths> {
    let mut corpus = Corpus::built_in();
    corpus.retain(|entry| entry.id.ends_with("-middle-drawn-1"));
    let games = corpus.games();
    corpus.entries().iter().zip(&games).map(|(entry, game)| look(entry, game, limit)).collect()
}

fn look(entry: &Entry, game: &Game<'_>, limit: u64) -> Depths {
    let (mut nodes, mut us_per_node) = (Vec::new(), f64::INFINITY);
    let mut limit = limit;
    for depth in 1..=Settings::MAX_DEPTH {
        let settings = Settings::new(depth, Coach::WIDTH);
        let mut coach = Coach::with(Settings { nodes: Some(limit), ..settings });
        let start = clock();
        let found = coach.suggest(game, 0, None);
        let us = (clock() - start).as_secs_f64() * 1e6;
        if found.stopped {
            break;
        }
        if depth >= Coach::DEPTH || us_per_node.is_infinite() {
            us_per_node = us_per_node.min(us / found.nodes.max(1) as f64);
        }
        if found.depth < depth || depth == Settings::MAX_DEPTH {
            // The end of the game is in sight, or of the search: no nodes take it further.
            limit = u64::MAX;
            break;
        }
        nodes.push(found.nodes);
    }
    let (rules, position) = (entry.rules.clone(), entry.id.clone());
    Depths { rules, seats: entry.seats(), position, nodes, limit, us_per_node }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What it is said to reach within so many nodes is what the Coach reaches.
    #[test]
    fn the_depth_within_nodes_is_the_coachs_own() {
        let ahead = look_ahead(3000);
        assert_eq!(ahead.len(), 8);
        let corpus = Corpus::built_in();
        for depths in &ahead {
            assert!(depths.us_per_node > 0.0 && depths.us_per_node.is_finite());
            let index = corpus.entries().iter().position(|entry| entry.id == depths.position);
            let game = &corpus.games()[index.unwrap()];
            for nodes in [1, 50, 400, 3000] {
                let found = Coach::within(nodes).suggest(game, 0, None);
                let (depth, more) = depths.within(nodes);
                assert!(!more && depths.within(3001).1);
                assert_eq!(found.depth, depth, "{nodes} {depths:?}");
            }
        }
        let two = &ahead[0];
        assert_eq!([1, 2, 3, 4, 5].map(|depth| two.turns(depth)), [1, 1, 2, 2, 3]);
    }
}
