//! Sums the statistics of several trees.

use std::collections::HashMap;

use crate::go::Move;
use crate::search::{NodeStatsDelta, StatsDelta};

/// The summed statistics by node.
#[derive(Debug, Default)]
pub(super) struct MergedStats {
    playouts: u64,
    nodes: HashMap<Vec<Move>, NodeStatsDelta>,
}

impl MergedStats {
    /// Adds the statistics of a tree.
    pub(super) fn add(&mut self, gains: &StatsDelta) {
        self.playouts += gains.playouts;
        for gain in &gains.nodes {
            let sum = self.nodes.entry(gain.moves.clone()).or_insert_with(|| NodeStatsDelta {
                moves: gain.moves.clone(),
                ..NodeStatsDelta::default()
            });
            sum.visits += gain.visits;
            sum.wins += gain.wins;
            sum.word += gain.word;
            let part = gain.visits as f32 / sum.visits.max(1) as f32;
            sum.score += (gain.score - sum.score) * part;
        }
    }

    /// Returns the sum and resets it.
    pub(super) fn take(&mut self) -> StatsDelta {
        let MergedStats { playouts, nodes } = std::mem::take(self);
        StatsDelta { playouts, nodes: nodes.into_values().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_scores_are_weighted_by_visits() {
        let gain = |mv: Move, visits, score| NodeStatsDelta {
            moves: vec![mv],
            visits,
            wins: 10,
            word: 3,
            score,
        };
        let mut merged = MergedStats::default();
        for (visits, score) in [(1, 2.0), (3, 6.0)] {
            merged.add(&StatsDelta { playouts: 5, nodes: vec![gain(Move::Pass, visits, score)] });
        }
        let sum = merged.take();
        let due = NodeStatsDelta { wins: 20, word: 6, ..gain(Move::Pass, 4, 5.0) };
        assert_eq!(sum, StatsDelta { playouts: 10, nodes: vec![due] });
        assert_eq!(merged.take(), StatsDelta::default());
    }
}
