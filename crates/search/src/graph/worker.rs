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
use super::path::Path;
use super::refresh::refresh;
use super::selection::{Child, Parent, Selection};
use super::shared::Shared;
use super::table::Graph;

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
        let evaluation = node.evaluation.get_or_init(|| {
            is_first = true;
            evaluator.evaluate(path)
        });
        if is_first {
            self.graph.count(evaluation.bytes());
        } else if !path.knows_captured() {
            path.set_captured(evaluation.captured.iter().collect());
        }
        is_first
    }

    /// Selects a move at an evaluated node, and the child that it leads to.
    fn step(&mut self, node: &Arc<Node>, evaluation: &Evaluation) -> Step {
        let (mut refused, mut may_grow): (Vec<Move>, bool) = (Vec::new(), true);
        while let Some((mv, policy)) = self.select(node, evaluation, &refused, may_grow) {
            // What is legal may depend on the path.
            if !self.path.is_legal(mv) {
                refused.push(mv);
                continue;
            }
            let Some(child) = self.child(node, mv, policy) else {
                may_grow = false;
                continue;
            };
            return self.enter(node, child, mv);
        }
        Step::Stuck
    }

    /// Goes on to a child, unless its visits are ahead of this edge's.
    fn enter(&self, node: &Arc<Node>, child: Arc<Node>, mv: Move) -> Step {
        let is_on_path = self.nodes.iter().any(|other| Arc::ptr_eq(other, &child));
        let is_caught_up = node.with_edges(|edges| {
            let edge = edges.iter().find(|edge| edge.mv == mv);
            edge.is_some_and(|edge| {
                if is_on_path {
                    edge.add_visit();
                }
                is_on_path || edge.catch_up()
            })
        });
        if is_caught_up { Step::CaughtUp } else { Step::Descend(child) }
    }

    /// The child by a move, which is made where it is missing; `None` where there is no room for it.
    fn child(&mut self, node: &Node, mv: Move, policy: f64) -> Option<Arc<Node>> {
        let known = node.child(mv);
        let (board, color) = (self.path.board(), self.path.color());
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
        let points = if transpositions > 0 { repetition_points } else { u32::MAX };
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
        let is_allowed =
            |mv: Move| !refused.contains(&mv) && self.root.restriction.allows(color, mv, depth);
        let sign = f64::from(color.sign());
        let mut noise = self.noise.as_mut().filter(|_| depth == 0);
        node.with_edges(|edges| {
            let children: Vec<Child> = edges.iter().map(|edge| child_of(edge, sign)).collect();
            let parent = Parent {
                stats: node.stats(),
                sign,
                by_net: backup.utility.of(&evaluation.expectation),
                is_root: depth == 0,
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
            // They are in the order of policy, so that the first new one is the best of them.
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
        while let Some(child) = self.nodes.pop() {
            let Some(parent) = self.nodes.last() else { break };
            let mv = self.path.move_at(self.nodes.len() - 1);
            parent.with_edges(|edges| {
                edges.iter().filter(|edge| edge.mv == mv).for_each(Edge::add_visit);
            });
            backup.update(parent);
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
        let tempered = || evaluator.evaluate_root(path).tempered(&self.root.options);
        let evaluation = node.evaluation.get_or_init(tempered).clone();
        node.set_policies(&evaluation);
        self.shared.correction.get_or_init(|| evaluator.komi_correction(path));
        let has_begun = self.shared.backup.get().is_some();
        let backup = self.shared.begin(self.root, node, &evaluation);
        if node.stats().is_empty() {
            backup.visit(node);
        } else if !has_begun && !self.shared.is_still {
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
            if is_first || evaluation.is_end() {
                self.backup().visit(&node);
                break;
            }
            match self.step(&node, &evaluation) {
                Step::Descend(child) => {
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
