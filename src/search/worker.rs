//! One thread of a search: the loop of select, expand, evaluate and backup.
//!
//! What these steps mean is the [`Regime`]'s; the loop is the same for all.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::node::Node;
use super::regime::Regime;
use super::round::Round;
use super::simulation::{LeafValue, Simulation, wins_of};
use super::tree::Tree;
use crate::rng::Rng;

/// The state of one thread, allocated once per search.
pub(super) struct Worker<'a, R: Regime, const W: usize> {
    round: &'a Round<R>,
    /// Counts this thread's visits in this search.
    visits: &'a AtomicU64,
    simulation: Simulation<'a, W>,
    thread: R::Thread<'a, W>,
}

impl<'a, R: Regime, const W: usize> Worker<'a, R, W> {
    pub(super) fn new(round: &'a Round<R>, visits: &'a AtomicU64, rng: Rng) -> Self {
        Worker {
            round,
            visits,
            simulation: Simulation::new(&round.root, &round.params.playout, rng),
            thread: round.regime.thread(&round.root),
        }
    }

    /// Makes the children of the root before other threads start, so that none waits for another.
    pub(super) fn expand_root(&mut self) {
        let Round { tree, regime, .. } = self.round;
        if tree.children(tree.root()).is_empty() {
            self.simulation.restart(tree.root());
            regime.expand(&mut self.thread, tree, tree.root(), &self.simulation);
        }
    }

    /// Runs simulations until the search ends, with a call of `between` after each batch.
    pub(super) fn run(&mut self, mut between: impl FnMut()) {
        while self.run_batch() {
            between();
        }
    }

    /// Runs a batch of simulations; answers `false` where the search is over.
    pub(super) fn run_batch(&mut self) -> bool {
        let batch = self.round.take_batch();
        for _ in 0..batch {
            self.simulate();
        }
        if batch > 0 {
            self.round.watch_time();
        }
        batch > 0
    }

    /// One pass through the loop: select and expand, evaluate, backup.
    fn simulate(&mut self) {
        self.select();
        let value = self.round.regime.evaluate(&mut self.thread, &mut self.simulation);
        self.backup(value);
    }

    /// Descends from the root to a leaf, and expands the leaf where the regime wants it.
    fn select(&mut self) {
        let Round { root, regime, .. } = self.round;
        let tree: &'a Tree = &self.round.tree;
        let mut node = tree.root();
        let simulation = &mut self.simulation;
        simulation.restart(node);
        while !simulation.has_ended() {
            if tree.children(node).is_empty()
                && !regime.expand(&mut self.thread, tree, node, simulation)
            {
                break;
            }
            let children = tree.children(node);
            let (color, depth) = (simulation.to_play(), simulation.moves().len());
            let is_allowed = |child: &Node| root.restriction.allows(color, child.mv(), depth);
            let Some(best) = regime.select(children, is_allowed) else { break };
            let score = &tree.scores(node)[best];
            node = &children[best];
            node.enter();
            simulation.descend(node, score);
        }
        simulation.arrive();
    }

    /// Adds the value of the leaf to the nodes of the path, and the owners of the points to those
    /// of them whose children were visited.
    fn backup(&mut self, value: LeafValue) {
        // Only this thread writes its counter: an atomic addition would cost more for nothing.
        self.visits.store(self.visits.load(Relaxed) + 1, Relaxed);
        let Round { tree, root, .. } = self.round;
        let path = self.simulation.path();
        for (place, step) in path.iter().enumerate() {
            if place + 1 < path.len()
                && let Some(ownership) = tree.ownership(step.node)
            {
                ownership.add(self.simulation.owners());
            }
            let Some(score) = step.score else { continue };
            let mover = if place % 2 == 1 { root.color } else { !root.color };
            let won = wins_of(mover, value.black_wins as u32);
            step.node.add_wins(won);
            score.add(value.score, step.node.own().visits);
            R::add_result(step.node, won);
        }
        self.round.regime.backup_siblings(&mut self.thread, tree, &self.simulation, value);
    }
}
