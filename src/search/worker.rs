//! One thread of a search: the loop of select, expand, evaluate and backup.
//!
//! What these steps mean is the [`Regime`]'s; the loop is the same for all.

use super::method::Work;
use super::node::Node;
use super::params::Params;
use super::regime::Regime;
use super::root::SearchRoot;
use super::root_options::RootNoise;
use super::simulation::{LeafValue, Simulation, wins_of};
use super::tree::Tree;
use crate::rng::Rng;

/// The state of one thread, allocated once per search.
pub(super) struct Worker<'a, R: Regime, const W: usize> {
    root: &'a SearchRoot,
    regime: &'a R,
    tree: &'a Tree,
    simulation: Simulation<'a, W>,
    thread: R::Thread<'a, W>,
    /// What is otherwise in the selection at the root.
    noise: Option<RootNoise>,
}

impl<'a, R: Regime, const W: usize> Worker<'a, R, W> {
    pub(super) fn new(
        root: &'a SearchRoot,
        params: &'a Params,
        regime: &'a R,
        tree: &'a Tree,
        rng: Rng,
    ) -> Self {
        let noise = RootNoise::new(&root.options, &rng);
        let simulation = Simulation::new(root, &params.playout, rng);
        Worker { root, regime, tree, simulation, thread: regime.thread(root), noise }
    }

    /// Descends from the root to a leaf, and expands the leaf where the regime wants it.
    fn select(&mut self) {
        let Worker { root, regime, tree, .. } = *self;
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
            let selected = match &mut self.noise {
                Some(noise) if depth == 0 => regime.select_at_root(children, noise, is_allowed),
                _ => regime.select(children, is_allowed),
            };
            let Some(best) = selected else { break };
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
        let Worker { root, regime, tree, .. } = *self;
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
        regime.backup_siblings(&mut self.thread, tree, &self.simulation, value);
    }
}

impl<R: Regime, const W: usize> Work for Worker<'_, R, W> {
    fn expand_root(&mut self) {
        let Worker { regime, tree, .. } = *self;
        if tree.children(tree.root()).is_empty() {
            self.simulation.restart(tree.root());
            regime.expand(&mut self.thread, tree, tree.root(), &self.simulation);
        }
    }

    fn simulate(&mut self) {
        self.select();
        let value = self.regime.evaluate(&mut self.thread, &mut self.simulation);
        self.backup(value);
    }
}
