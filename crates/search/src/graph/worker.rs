//! A thread of a graph search: select, expand, evaluate and backup.

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
use super::human_selection::{HumanChoice, HumanSelection, SelectBy};
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
    /// The nodes from the root to the current one.
    nodes: Vec<Arc<Node>>,
    /// The deviations from normal selection at the root.
    noise: Option<RootNoise>,
    /// The selection by a human policy.
    human: Option<HumanSelection<'a>>,
    /// The depth of the last move of this playout that was selected without weight.
    weightless: Option<usize>,
}

/// The next step of a simulation at a node.
enum Step {
    /// Descends to a child.
    Descend(Arc<Node>),
    /// Ends here: the visit counts for this edge, but the child already has enough visits or is on the path.
    CaughtUp,
    /// Ends at this node: no legal move, or the graph is full.
    Stuck,
}

impl<'a, const W: usize> Worker<'a, W> {
    pub(super) fn new(
        shared: &'a Shared,
        graph: &'a Graph,
        root: &'a SearchRoot,
        rng: &Rng,
    ) -> Self {
        let evaluator = Evaluator::new(shared, root);
        let human = HumanSelection::new(root, evaluator.circumstances(), rng);
        Worker {
            shared,
            graph,
            root,
            path: Path::new(root),
            evaluator,
            nodes: Vec::new(),
            noise: RootNoise::new(&root.options, rng),
            human,
            weightless: None,
        }
    }

    fn backup(&self) -> &'a Backup {
        self.shared.backup.get().expect("the root is evaluated before threads start")
    }

    /// Evaluates a node if necessary. Returns `true` if this thread evaluated it.
    fn evaluate(&mut self, node: &Node) -> bool {
        let (mut is_first, path, evaluator) = (false, &mut self.path, &mut self.evaluator);
        // A second thread waits here for the evaluation. Evaluating the position again would take as long and give
        // the same result.
        let evaluation = node.evaluation.get_or_init(|| {
            is_first = true;
            evaluator.evaluate(path)
        });
        if is_first {
            self.graph.count(evaluation.bytes());
        } else if !path.knows_captured() {
            // The inputs of the next positions contain these ladders, and reading them again is slow.
            path.set_captured(evaluation.captured.iter().collect());
        }
        is_first
    }

    /// Selects a move at an evaluated node, and returns the step to its child.
    fn step(&mut self, node: &Arc<Node>, evaluation: &Evaluation) -> Step {
        let (mut refused, mut may_grow): (Vec<Move>, bool) = (Vec::new(), true);
        let is_player = self.path.color() == self.root.color;
        let by = match &mut self.human {
            Some(human) => human.draw(&self.path, is_player),
            None => SelectBy::Search,
        };
        let depth = self.path.depth();
        while let Some((mv, policy)) = self.select(node, evaluation, &by, &refused, may_grow) {
            // Several paths may lead to a node, and superko forbids other moves on each of them.
            if !self.path.is_legal(mv) {
                refused.push(mv);
                continue;
            }
            let Some(child) = self.child(node, mv, policy) else {
                // The memory is used up: the search continues in the existing graph.
                may_grow = false;
                continue;
            };
            let is_weightless = matches!(by, SelectBy::Human { is_weightless: true, .. });
            if is_weightless {
                self.weightless = Some(depth);
            }
            return self.enter(node, child, mv, is_weightless);
        }
        Step::Stuck
    }

    /// Descends to a child, unless it has more visits than this edge and the visit has weight.
    fn enter(&self, node: &Arc<Node>, child: Arc<Node>, mv: Move, is_weightless: bool) -> Step {
        // A cycle: the keys make it rare, but two parts of the board can repeat together. Stopping here counts the
        // visit without an endless descent.
        let is_on_path = self.nodes.iter().any(|other| Arc::ptr_eq(other, &child));
        let is_caught_up = node.with_edges(|edges| {
            let edge = edges.iter().find(|edge| edge.mv == mv);
            edge.is_some_and(|edge| {
                if is_weightless {
                    return is_on_path;
                }
                if is_on_path {
                    edge.add_visit();
                }
                // If other paths visited the child more often than this edge, its statistics are ahead. The edge
                // catches up without a new evaluation (KataGo's GraphSearch.md). Sharing transpositions gains:
                // without it 34.5 of 80 games were won.
                is_on_path || edge.add_visit_if_child_ahead()
            })
        });
        if is_caught_up { Step::CaughtUp } else { Step::Descend(child) }
    }

    /// Returns the child after a move and creates it if necessary. Returns `None` if the memory is used up.
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
        // With the maximum bound every node includes its history, which makes the graph a tree.
        let points = if transpositions { repetition_points } else { u32::MAX };
        let key = self.path.keyed().node_key(node.key, mv, points);
        let bias = || pattern.map(|key| self.graph.patterns.of(key, Errors::default));
        let Some(child) = self.graph.node(key, !color, bias) else {
            self.path.take_back();
            return None;
        };
        Some(node.add_edge(Edge::new(mv, policy, child, 0)))
    }

    /// Returns the move with the highest selection value, and its policy. Skips refused moves, and moves without a
    /// child if the graph may not grow.
    fn select(
        &mut self,
        node: &Node,
        evaluation: &Evaluation,
        by: &SelectBy,
        refused: &[Move],
        may_grow: bool,
    ) -> Option<(Move, f64)> {
        let (depth, color, backup) = (self.path.depth(), node.color, self.backup());
        // Restrictions apply to a number of moves from the root, so they need the depth.
        let is_allowed =
            |mv: Move| !refused.contains(&mv) && self.root.restriction.allows(color, mv, depth);
        // In a Plackett-Burman test at 500 leaves, 0.2 at the root scored 13 percentage points more than 0, and 0.3 in
        // the tree 8 more than 0.1. Against KataGo the difference was not confirmed, so the values are KataGo's.
        let fpu_reduction = match depth {
            0 => self.root.options.fpu_reduction_max,
            _ => backup.params.tree_fpu_reduction,
        };
        let fpu_loss = match depth {
            0 => backup.params.root_fpu_loss,
            _ => backup.params.fpu_loss,
        };
        if let (SelectBy::Human { policy, is_weightless }, Some(human)) = (by, &self.human) {
            let choice = HumanChoice {
                node,
                evaluation,
                backup,
                params: human.params(),
                policy,
                is_weightless: *is_weightless,
                fpu_reduction,
                fpu_loss,
            };
            return choice.best(is_allowed, may_grow);
        }
        let sign = f64::from(color.sign());
        // Root noise widens an analysis to more moves; below the root it would only distort values.
        let mut noise = self.noise.as_mut().filter(|_| depth == 0);
        node.with_edges(|edges| {
            // One snapshot of all children, because other threads change them during the comparison.
            let children: Vec<Child> = edges.iter().map(|edge| Child::of(edge, sign)).collect();
            let parent = Parent {
                stats: node.stats(),
                sign,
                by_net: backup.utility.of(&evaluation.expectation),
                fpu_reduction,
                fpu_loss,
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
            // All new moves have the same utility, so the one with the highest policy has the highest value. Priors
            // are in descending order of policy, so the first new one is enough.
            if let Some(prior) = priors.find(|prior| is_new(prior.mv()) && is_allowed(prior.mv())) {
                let value = selection.of_new(widened(&noise, prior.policy()));
                consider(&mut noise, value, prior.mv(), prior.policy());
            }
            best.map(|(_, mv, policy)| (mv, policy))
        })
    }

    /// Recomputes the nodes of the path, starting with the last one, and adds a visit to each edge between them.
    fn back_up(&mut self) {
        let backup = self.backup();
        // From the leaf to the root, so that each node uses the new statistics of its child.
        while let Some(child) = self.nodes.pop() {
            let Some(parent) = self.nodes.last() else { break };
            let depth = self.nodes.len() - 1;
            let mv = self.path.move_at(depth);
            let add: Option<fn(&Edge)> = match self.weightless {
                Some(last) if depth < last => None,
                Some(last) if depth == last => Some(Edge::add_weightless_visit),
                _ => Some(Edge::add_visit),
            };
            if let Some(add) = add {
                parent.with_edges(|edges| {
                    edges.iter().filter(|edge| edge.mv == mv).for_each(add);
                });
            }
            // A weightless visit changes neither the value of this node nor those above it.
            if self.weightless.is_none_or(|last| depth > last) {
                backup.update(parent);
            }
            // Only now: the virtual loss applies until the real result is in the parent.
            child.leave();
        }
    }
}

impl<const W: usize> Work for Worker<'_, W> {
    fn expand_root(&mut self) {
        let node = &self.graph.root;
        self.path.restart();
        let (evaluator, path) = (&mut self.evaluator, &mut self.path);
        // The root has a separate evaluation with several symmetries, another optimism and a temperature; nodes below
        // must not use it.
        let temperature = self.root.options.policy_temperature;
        let tempered = || evaluator.evaluate_root(path).with_temperature(temperature);
        let evaluation = node.evaluation.get_or_init(tempered).clone();
        // A reused root was an inner node before, and its edges have the priors of that search.
        node.set_policies(&evaluation);
        self.shared.correction.get_or_init(|| evaluator.komi_correction(path));
        let has_begun = self.shared.backup.get().is_some();
        let backup = self.shared.begin(self.root, node, &evaluation);
        if node.stats().is_empty() {
            backup.visit(node);
        } else if !has_begun && !self.shared.is_still {
            // Utility depends on the score at the root, so the utilities of a reused graph are outdated. Nodes that
            // are not visited again would keep them.
            refresh(node, backup);
        }
    }

    fn simulate(&mut self) {
        self.path.restart();
        self.weightless = None;
        let mut node = self.graph.root.clone();
        self.nodes.clear();
        self.nodes.push(node.clone());
        loop {
            let is_first = self.evaluate(&node);
            let evaluation = node.evaluation.get().expect("the node was just evaluated").clone();
            // The first visit to a node ends there. The end of a game is visited repeatedly.
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
