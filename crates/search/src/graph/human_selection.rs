//! Selection by a human policy, in a share of the playouts.

use crate::human::{HumanParams, HumanPolicy, RootHuman};
use crate::root::SearchRoot;
use tianyuan_go::Move;
use tianyuan_go::rng::Rng;

use super::backup::Backup;
use super::evaluation::Evaluation;
use super::human_evaluator::HumanEvaluator;
use super::node::{Edge, Node};
use super::path::Path;
use super::selection::{Child, Parent, Selection};

/// The selection by a human policy; each thread has its own.
#[derive(Debug)]
pub(super) struct HumanSelection<'a> {
    root: &'a RootHuman,
    /// `None` if it applies to the root only.
    evaluator: Option<HumanEvaluator<'a>>,
    rng: Rng,
}

/// How a move is selected at a node.
pub(super) enum SelectBy {
    /// By the policy of the search.
    Search,
    /// By a human policy, with or without weight in the node's value.
    Human { policy: HumanPolicy, is_weightless: bool },
}

impl<'a> HumanSelection<'a> {
    /// Creates the selection of a thread; `circumstances` is a key of everything besides the position that net inputs
    /// depend on. Returns `None` if no playout selects by a human policy.
    pub(super) fn new(
        root: &'a SearchRoot,
        circumstances: u64,
        rng: &Rng,
    ) -> Option<HumanSelection<'a>> {
        let human = root.human.as_ref().filter(|human| human.guide.params.explores())?;
        let explores_tree = human.guide.params.explores_tree();
        let evaluator = explores_tree.then(|| HumanEvaluator::new(human, root, circumstances));
        // Different random numbers than the root noise, which uses the same generator.
        let rng = Rng::new(rng.clone().bits().rotate_left(32));
        Some(HumanSelection { root: human, evaluator, rng })
    }
}

impl HumanSelection<'_> {
    /// Returns the parameters of the human net.
    pub(super) fn params(&self) -> &HumanParams {
        &self.root.guide.params
    }

    /// Draws how the move at the end of a path is selected.
    pub(super) fn draw<const W: usize>(&mut self, path: &Path<'_, W>, is_player: bool) -> SelectBy {
        let shares = self.root.guide.params.shares(path.depth(), is_player);
        let drawn = f64::from(self.rng.unit());
        if drawn >= shares.weightless + shares.weightful {
            return SelectBy::Search;
        }
        let policy = match (path.depth(), &mut self.evaluator) {
            (0, _) => self.root.policy.clone(),
            (_, Some(evaluator)) => evaluator.policy(path),
            (_, None) => return SelectBy::Search,
        };
        SelectBy::Human { policy, is_weightless: drawn < shares.weightless }
    }
}

/// A choice by a human policy at an evaluated node.
pub(super) struct HumanChoice<'a> {
    pub(super) node: &'a Node,
    pub(super) evaluation: &'a Evaluation,
    pub(super) backup: &'a Backup,
    pub(super) params: &'a HumanParams,
    /// The legal moves in descending order of the human policy.
    pub(super) policy: &'a [(Move, f64)],
    pub(super) is_weightless: bool,
    pub(super) fpu_reduction: f64,
    pub(super) fpu_loss: f64,
}

impl HumanChoice<'_> {
    /// Returns the allowed move with the highest selection value, and its policy in the search. Skips moves without a
    /// child if the graph may not grow.
    pub(super) fn best(
        &self,
        is_allowed: impl Fn(Move) -> bool,
        may_grow: bool,
    ) -> Option<(Move, f64)> {
        let HumanChoice { node, evaluation, backup, .. } = *self;
        let sign = f64::from(node.color.sign());
        node.with_edges(|edges| {
            let children: Vec<Child> = edges.iter().map(|edge| self.child(edge, sign)).collect();
            let visited = children.iter().filter(|child| child.utility.is_some());
            let parent = Parent {
                stats: node.stats(),
                sign,
                by_net: backup.utility.of(&evaluation.expectation),
                fpu_reduction: self.fpu_reduction,
                fpu_loss: self.fpu_loss,
                weight: children.iter().map(|child| child.weight).sum(),
                visited_policy: visited.map(|child| child.policy).sum(),
            };
            let most = backup.utility.most();
            let selection = Selection::by_human(&backup.params, self.params, &parent, most);
            let known = edges.iter().zip(&children).filter(|(edge, _)| is_allowed(edge.mv));
            let known = known.map(|(edge, child)| (selection.of_child(child), edge.mv));
            let is_new = |mv: Move| edges.iter().all(|edge| edge.mv != mv);
            // The first new move has the highest policy, and all new moves have the same utility.
            let mut new = self.policy.iter().filter(|_| may_grow);
            let new = new.find(|(mv, _)| is_new(*mv) && is_allowed(*mv));
            let new = new.map(|(mv, policy)| (selection.of_new(*policy), *mv));
            let best = known.chain(new).reduce(|a, b| if b.0 > a.0 { b } else { a });
            best.map(|(_, mv)| (mv, evaluation.policy_of(mv)))
        })
    }

    fn child(&self, edge: &Edge, sign: f64) -> Child {
        let (stats, usual) = (edge.child.stats(), Child::of(edge, sign));
        let policy = self.policy.iter().find(|(mv, _)| *mv == edge.mv).map_or(0.0, |(_, p)| *p);
        match self.is_weightless && !stats.is_empty() {
            // Visits without weight are not in the edge, so all visits of the child count.
            true => {
                Child { policy, weight: stats.weight, utility: Some(sign * stats.utility), ..usual }
            }
            false => Child { policy, ..usual },
        }
    }
}
