//! One thread of a search in a graph: select, expand, evaluate and backup.

use std::sync::Arc;

use crate::method::Work;
use crate::params::GraphParams;
use crate::root::SearchRoot;
use crate::root_options::RootNoise;
use tianyuan_go::Move;
use tianyuan_go::rng::Rng;

use super::backup::Backup;
use super::bias::{Errors, pattern_key};
use super::evaluation::Evaluation;
use super::evaluator::Evaluator;
use super::node::{Edge, Node};
use super::node_table::Graph;
use super::path::Path;
use super::reuse::refresh;
use super::selection::{Child, Parent, Selection};
use super::shared::Shared;

/// The state of one thread, allocated once per search.
pub(crate) struct Worker<'a, const W: usize> {
    shared: &'a Shared,
    graph: &'a Graph,
    root: &'a SearchRoot,
    path: Path<'a, W>,
    evaluator: Evaluator<'a>,
    /// The nodes from the root to the present one.
    nodes: Vec<Arc<Node>>,
    /// What is otherwise in the selection at the root.
    noise: Option<RootNoise>,
}

/// How a simulation goes on at a node.
enum Step {
    /// To a child.
    Descend(Arc<Node>),
    /// It ends here: the visit counts for this edge, but the child has visits enough, or lies on the
    /// path already.
    CaughtUp,
    /// It ends at this node: it has no child and can have none.
    Stuck,
}

impl<'a, const W: usize> Worker<'a, W> {
    pub(super) fn new(
        shared: &'a Shared,
        graph: &'a Graph,
        root: &'a SearchRoot,
        rng: &Rng,
    ) -> Self {
        Worker {
            shared,
            graph,
            root,
            path: Path::new(root),
            evaluator: Evaluator::new(shared, root),
            nodes: Vec::new(),
            noise: RootNoise::new(&root.options, rng),
        }
    }

    fn backup(&self) -> &'a Backup {
        self.shared.backup.get().expect("the root is evaluated before threads start")
    }

    /// Evaluates a node unless that was done; answers whether this thread did it.
    fn evaluate(&mut self, node: &Node) -> bool {
        let (mut is_first, path, evaluator) = (false, &mut self.path, &mut self.evaluator);
        // A second thread waits here for the first one's evaluation. Evaluating the position twice would
        // take as long, and the result is the same.
        let evaluation = node.evaluation.get_or_init(|| {
            is_first = true;
            evaluator.evaluate(path)
        });
        if is_first {
            self.graph.count(evaluation.bytes());
        } else if !path.knows_captured() {
            // The inputs of the next positions contain these ladders; reading them again is slow.
            path.set_captured(evaluation.captured.iter().collect());
        }
        is_first
    }

    /// Selects a move at an evaluated node, and the child that it leads to.
    fn step(&mut self, node: &Arc<Node>, evaluation: &Evaluation) -> Step {
        let (mut refused, mut may_grow): (Vec<Move>, bool) = (Vec::new(), true);
        while let Some((mv, policy)) = self.select(node, evaluation, &refused, may_grow) {
            // A node may be reached by several paths, and superko forbids other moves on each of them.
            if !self.path.is_legal(mv) {
                refused.push(mv);
                continue;
            }
            let Some(child) = self.child(node, mv, policy) else {
                // The memory is used up: the search continues in the graph that exists.
                may_grow = false;
                continue;
            };
            return self.enter(node, child, mv);
        }
        Step::Stuck
    }

    /// Goes on to a child, unless its visits are ahead of this edge's.
    fn enter(&self, node: &Arc<Node>, child: Arc<Node>, mv: Move) -> Step {
        // A cycle: the keys make it rare, but two parts of the board can repeat together. Stopping here
        // counts the visit without an endless descent.
        let is_on_path = self.nodes.iter().any(|other| Arc::ptr_eq(other, &child));
        let is_caught_up = node.with_edges(|edges| {
            let edge = edges.iter().find(|edge| edge.mv == mv);
            edge.is_some_and(|edge| {
                if is_on_path {
                    edge.add_visit();
                }
                // If other paths visited the child more often than this edge, its statistics are ahead.
                // The edge catches up without a new evaluation (KataGo's GraphSearch.md). Sharing
                // transpositions gains: without it 34.5 of 80 games were won.
                is_on_path || edge.add_visit_if_child_ahead()
            })
        });
        if is_caught_up { Step::CaughtUp } else { Step::Descend(child) }
    }

    /// The child by a move, which is made where it is missing; `None` where there is no room for it.
    fn child(&mut self, node: &Node, mv: Move, policy: f64) -> Option<Arc<Node>> {
        let known = node.child(mv);
        let (board, color) = (self.path.board(), self.path.color());
        // The key describes the board before the move, so it is computed before the move is played.
        let pattern = match (mv, self.path.last_move()) {
            _ if known.is_some() => None,
            (Move::Play(point), Some(before)) => Some(pattern_key(board, before, color, point)),
            _ => None,
        };
        self.path.play(mv);
        if known.is_some() {
            return known;
        }
        let GraphParams { repetition_points, transpositions, .. } = self.shared.params;
        // With the largest number no place is roomy enough, so each node keeps its history: a tree.
        let points = if transpositions { repetition_points } else { u32::MAX };
        let key = self.path.keyed().node_key(node.key, mv, points);
        let bias = || pattern.map(|key| self.graph.patterns.of(key, Errors::default));
        let Some(child) = self.graph.node(key, !color, bias) else {
            self.path.take_back();
            return None;
        };
        Some(node.add_edge(Edge::new(mv, policy, child, 0)))
    }

    /// The move with the highest value, and its policy, among those that are not refused; of those
    /// with a child where the graph may not grow.
    fn select(
        &mut self,
        node: &Node,
        evaluation: &Evaluation,
        refused: &[Move],
        may_grow: bool,
    ) -> Option<(Move, f64)> {
        let (depth, color, backup) = (self.path.depth(), node.color, self.backup());
        // Restrictions apply to a number of moves from the root, so they need the depth.
        let is_allowed =
            |mv: Move| !refused.contains(&mv) && self.root.restriction.allows(color, mv, depth);
        let sign = f64::from(color.sign());
        // Noise is for analyses that show more moves; below the root it would only falsify values.
        let mut noise = self.noise.as_mut().filter(|_| depth == 0);
        node.with_edges(|edges| {
            // One snapshot of all children: other threads change them while this one compares.
            let children: Vec<Child> = edges.iter().map(|edge| child_of(edge, sign)).collect();
            let parent = Parent {
                stats: node.stats(),
                sign,
                by_net: backup.utility.of(&evaluation.expectation),
                // In a Plackett-Burman test at 500 leaves, 0.2 at the root won 13 points of a hundred
                // more than 0, and 0.3 in the tree 8 more than 0.1. Against KataGo the difference was
                // not confirmed, so the values are KataGo's.
                fpu_reduction: match depth {
                    0 => self.root.options.fpu_reduction_max,
                    _ => backup.params.tree_fpu_reduction,
                },
                weight: children.iter().map(|child| child.weight).sum(),
                visited_policy: children.iter().map(|child| child.policy).sum(),
            };
            let selection = Selection::new(&backup.params, &parent, backup.utility.most());
            let mut best: Option<(f64, Move, f64)> = None;
            let widened = |noise: &Option<&mut RootNoise>, policy: f64| match noise {
                Some(noise) => noise.widened(policy),
                None => policy,
            };
            let mut consider =
                |noise: &mut Option<&mut RootNoise>, value: f64, mv: Move, policy: f64| {
                    let value = value + noise.as_mut().map_or(0.0, |noise| noise.bonus());
                    if best.is_none_or(|(highest, ..)| value > highest) {
                        best = Some((value, mv, policy));
                    }
                };
            for (edge, child) in edges.iter().zip(&children) {
                if is_allowed(edge.mv) {
                    let seen = Child { policy: widened(&noise, child.policy), ..*child };
                    consider(&mut noise, selection.of_child(&seen), edge.mv, edge.policy);
                }
            }
            let is_new = |mv: Move| edges.iter().all(|edge| edge.mv != mv);
            let mut priors = evaluation.priors.iter().filter(|_| may_grow);
            // All new moves have the same utility, so the one with the highest policy has the highest
            // value. Priors are in the order of policy, so the first new one is enough.
            if let Some(prior) = priors.find(|prior| is_new(prior.mv()) && is_allowed(prior.mv())) {
                let value = selection.of_new(widened(&noise, prior.policy()));
                consider(&mut noise, value, prior.mv(), prior.policy());
            }
            best.map(|(_, mv, policy)| (mv, policy))
        })
    }

    /// Computes the nodes of the path anew from the last one on, with a visit of each edge between
    /// them.
    fn back_up(&mut self) {
        let backup = self.backup();
        // From the leaf to the root, so that each node sees the new statistics of its child.
        while let Some(child) = self.nodes.pop() {
            let Some(parent) = self.nodes.last() else { break };
            let mv = self.path.move_at(self.nodes.len() - 1);
            parent.with_edges(|edges| {
                edges.iter().filter(|edge| edge.mv == mv).for_each(Edge::add_visit);
            });
            backup.update(parent);
            // Only now: the virtual loss holds until the real result is in the parent.
            child.leave();
        }
    }
}

fn child_of(edge: &Edge, sign: f64) -> Child {
    let stats = edge.child.stats();
    Child {
        policy: edge.policy,
        weight: stats.weight_of(edge.visits()),
        utility: (!stats.is_empty() && edge.visits() > 0).then_some(sign * stats.utility),
        virtual_losses: edge.child.virtual_losses(),
    }
}

impl<const W: usize> Work for Worker<'_, W> {
    fn expand_root(&mut self) {
        let node = &self.graph.root;
        self.path.restart();
        let (evaluator, path) = (&mut self.evaluator, &mut self.path);
        // The root has its own evaluation: several symmetries, another optimism and a temperature, none
        // of which a node below should have.
        let tempered = || evaluator.evaluate_root(path).with_temperature(&self.root.options);
        let evaluation = node.evaluation.get_or_init(tempered).clone();
        // A reused root was an inner node before, and its edges have the priors of that time.
        node.set_policies(&evaluation);
        self.shared.correction.get_or_init(|| evaluator.komi_correction(path));
        let has_begun = self.shared.backup.get().is_some();
        let backup = self.shared.begin(self.root, node, &evaluation);
        if node.stats().is_empty() {
            backup.visit(node);
        } else if !has_begun && !self.shared.is_still {
            // Utility depends on the score at the root, so a reused graph has outdated utilities. Nodes
            // that are not visited again would keep them.
            refresh(node, backup);
        }
    }

    fn simulate(&mut self) {
        self.path.restart();
        let mut node = self.graph.root.clone();
        self.nodes.clear();
        self.nodes.push(node.clone());
        loop {
            let is_first = self.evaluate(&node);
            let evaluation = node.evaluation.get().expect("it was just evaluated").clone();
            // The first visit to a node ends there. An end of the game is reached again each time.
            if is_first || evaluation.is_end() {
                self.backup().visit(&node);
                break;
            }
            match self.step(&node, &evaluation) {
                Step::Descend(child) => {
                    // Before the descent, so that other threads see the virtual loss as early as possible.
                    child.enter();
                    self.nodes.push(child.clone());
                    node = child;
                }
                Step::CaughtUp => {
                    self.backup().update(&node);
                    break;
                }
                Step::Stuck => {
                    self.backup().visit(&node);
                    break;
                }
            }
        }
        self.back_up();
    }
}
