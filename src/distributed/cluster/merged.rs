//! What several trees have found, summed up.

use std::collections::HashMap;

use crate::go::Move;
use crate::search::{Gains, NodeGain};

/// The sum of what trees have found, by node.
#[derive(Debug, Default)]
pub(super) struct Merged {
    playouts: u64,
    nodes: HashMap<Vec<Move>, NodeGain>,
}

impl Merged {
    /// Adds what a tree has found.
    pub(super) fn add(&mut self, gains: &Gains) {
        self.playouts += gains.playouts;
        for gain in &gains.nodes {
            let sum = self
                .nodes
                .entry(gain.moves.clone())
                .or_insert_with(|| NodeGain { moves: gain.moves.clone(), ..NodeGain::default() });
            sum.visits += gain.visits;
            sum.wins += gain.wins;
            sum.word += gain.word;
            let part = gain.visits as f32 / sum.visits.max(1) as f32;
            sum.score += (gain.score - sum.score) * part;
        }
    }

    /// Takes the sum, and begins anew.
    pub(super) fn take(&mut self) -> Gains {
        let Merged { playouts, nodes } = std::mem::take(self);
        Gains { playouts, nodes: nodes.into_values().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_weighed_by_visits() {
        let gain = |mv: Move, visits, score| NodeGain {
            moves: vec![mv],
            visits,
            wins: 10,
            word: 3,
            score,
        };
        let mut merged = Merged::default();
        for (visits, score) in [(1, 2.0), (3, 6.0)] {
            merged.add(&Gains { playouts: 5, nodes: vec![gain(Move::Pass, visits, score)] });
        }
        let sum = merged.take();
        let due = NodeGain { wins: 20, word: 6, ..gain(Move::Pass, 4, 5.0) };
        assert_eq!(sum, Gains { playouts: 10, nodes: vec![due] });
        assert_eq!(merged.take(), Gains::default());
    }
}
