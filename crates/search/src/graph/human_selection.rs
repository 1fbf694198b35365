//! Selection by a human policy, in a share of the playouts.

use crate::human::{HumanPolicy, RootHuman};
use crate::root::SearchRoot;
use tianyuan_go::Move;
use tianyuan_go::rng::Rng;

use super::evaluation::Evaluation;
use super::human_evaluator::HumanEvaluator;
use super::node::{Edge, Node};
use super::selection::{Child, Parent, Selection};
use super::worker::{Worker, child_of};

/// The selection by a human policy, for one thread.
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

impl<const W: usize> Worker<'_, W> {
    /// Draws how the next move is selected.
    pub(super) fn select_by(&mut self) -> SelectBy {
        let (depth, is_player) = (self.path.depth(), self.path.color() == self.root.color);
        let Some(human) = &mut self.human else { return SelectBy::Search };
        let shares = human.root.guide.params.shares(depth, is_player);
        let drawn = f64::from(human.rng.unit());
        if drawn >= shares.weightless + shares.weightful {
            return SelectBy::Search;
        }
        let policy = match (depth, &mut human.evaluator) {
            (0, _) => human.root.policy.clone(),
            (_, Some(evaluator)) => evaluator.policy(&self.path),
            (_, None) => return SelectBy::Search,
        };
        SelectBy::Human { policy, is_weightless: drawn < shares.weightless }
    }

    /// Like [`select`](Self::select), by a human policy. The returned policy is that of the search.
    pub(super) fn select_by_human(
        &self,
        node: &Node,
        evaluation: &Evaluation,
        policy: &[(Move, f64)],
        is_weightless: bool,
        refused: &[Move],
        may_grow: bool,
    ) -> Option<(Move, f64)> {
        let (depth, color, backup) = (self.path.depth(), node.color, self.backup());
        let is_allowed =
            |mv: Move| !refused.contains(&mv) && self.root.restriction.allows(color, mv, depth);
        let sign = f64::from(color.sign());
        let params = &self.human.as_ref()?.root.guide.params;
        let policy_of = |mv| policy.iter().find(|(it, _)| *it == mv).map_or(0.0, |(_, p)| *p);
        node.with_edges(|edges| {
            let child = |edge: &Edge| {
                let (stats, usual) = (edge.child.stats(), child_of(edge, sign));
                let policy = policy_of(edge.mv);
                match is_weightless && !stats.is_empty() {
                    // Visits without weight are not in the edge, so all visits of the child count.
                    true => Child {
                        policy,
                        weight: stats.weight,
                        utility: Some(sign * stats.utility),
                        ..usual
                    },
                    false => Child { policy, ..usual },
                }
            };
            let children: Vec<Child> = edges.iter().map(child).collect();
            let visited = children.iter().filter(|child| child.utility.is_some());
            let parent = Parent {
                stats: node.stats(),
                sign,
                by_net: backup.utility.of(&evaluation.expectation),
                fpu_reduction: match depth {
                    0 => self.root.options.fpu_reduction_max,
                    _ => backup.params.tree_fpu_reduction,
                },
                weight: children.iter().map(|child| child.weight).sum(),
                visited_policy: visited.map(|child| child.policy).sum(),
            };
            let most = backup.utility.most();
            let selection = Selection::by_human(&backup.params, params, &parent, most);
            let known = edges.iter().zip(&children).filter(|(edge, _)| is_allowed(edge.mv));
            let known = known.map(|(edge, child)| (selection.of_child(child), edge.mv));
            let is_new = |mv: Move| edges.iter().all(|edge| edge.mv != mv);
            // The first new move has the highest policy, and all new moves have the same utility.
            let new = policy.iter().filter(|_| may_grow);
            let new = { new }.find(|(mv, _)| is_new(*mv) && is_allowed(*mv));
            let new = new.map(|(mv, policy)| (selection.of_new(*policy), *mv));
            let best = known.chain(new).reduce(|a, b| if b.0 > a.0 { b } else { a });
            best.map(|(_, mv)| (mv, evaluation.policy_of(mv)))
        })
    }
}
