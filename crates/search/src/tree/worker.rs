//! A thread of a tree search: the loop of select, expand, evaluate and backup.
//!
//! [`Rave`] determines the selection and the updates of siblings.

use super::node::Node;
use super::rave::{FirstPlayers, Rave};
use super::simulation::{LeafValue, Simulation, wins_of};
use super::table::Tree;
use crate::method::Work;
use crate::params::Params;
use crate::root::SearchRoot;
use crate::root_options::RootNoise;
use tianyuan_go::rng::Rng;

/// The state of one thread, allocated once per search.
pub(crate) struct Worker<'a, const W: usize> {
    root: &'a SearchRoot,
    rave: &'a Rave,
    tree: &'a Tree,
    simulation: Simulation<'a, W>,
    first_players: FirstPlayers<W>,
    /// The deviations from normal selection at the root.
    noise: Option<RootNoise>,
}

impl<'a, const W: usize> Worker<'a, W> {
    pub(super) fn new(
        root: &'a SearchRoot,
        params: &'a Params,
        rave: &'a Rave,
        tree: &'a Tree,
        rng: Rng,
    ) -> Self {
        let noise = RootNoise::new(&root.options, &rng);
        let simulation = Simulation::new(root, &params.playout, rng);
        Worker { root, rave, tree, simulation, first_players: Rave::no_first_players(), noise }
    }

    /// Descends from the root to a leaf, and expands the leaf if it has enough visits.
    fn select(&mut self) {
        let Worker { root, rave, tree, .. } = *self;
        let mut node = tree.root();
        let simulation = &mut self.simulation;
        simulation.restart(node);
        while !simulation.has_ended() {
            if tree.children(node).is_empty() && !rave.expand(tree, node, simulation) {
                break;
            }
            let children = tree.children(node);
            let (color, depth) = (simulation.to_play(), simulation.moves().len());
            let is_allowed = |child: &Node| root.restriction.allows(color, child.mv(), depth);
            let selected = match &mut self.noise {
                Some(noise) if depth == 0 => rave.select_at_root(children, noise, is_allowed),
                _ => rave.select(children, is_allowed),
            };
            let Some(best) = selected else { break };
            let score = &tree.scores(node)[best];
            node = &children[best];
            node.enter();
            simulation.descend(node, score);
        }
        simulation.arrive();
    }

    /// Adds the value of the leaf to the nodes of the path, and the ownership to those whose children were visited.
    fn backup(&mut self, value: LeafValue) {
        let Worker { root, tree, .. } = *self;
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
        }
        Rave::backup_siblings(&mut self.first_players, tree, &self.simulation, value);
    }
}

impl<const W: usize> Work for Worker<'_, W> {
    fn expand_root(&mut self) {
        let Worker { rave, tree, .. } = *self;
        if tree.children(tree.root()).is_empty() {
            self.simulation.restart(tree.root());
            rave.expand(tree, tree.root(), &self.simulation);
        }
    }

    fn simulate(&mut self) {
        self.select();
        let value = self.simulation.play_out();
        self.backup(value);
    }
}
