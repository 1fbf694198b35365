//! Copies of parts of a graph: the part below the moves played since, or without rarely visited nodes. Copies share
//! the evaluations, which take most of the memory.

use super::backup::Backup;
use super::bias::{Bias, Errors};
use super::node::{Edge, NODE_BYTES, Node};
use super::node_table::Graph;
use crate::method::{Continue, PruneError};
use crate::tree_store::{ASIDE_MEBIBYTES, Reusable};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tianyuan_go::{Color, Move};

impl Reusable for Graph {
    type Place<'a> = Arc<Node>;

    fn descendant(&self, moves: &[(Color, Move)]) -> Option<Arc<Node>> {
        moves.iter().try_fold(self.root.clone(), |node, &(_, mv)| node.child(mv))
    }

    fn moves_below(&self, node: &Arc<Node>) -> Vec<Move> {
        node.with_edges(|edges| edges.iter().map(|edge| edge.mv).collect())
    }

    fn visits_below(&self, node: &Arc<Node>) -> u64 {
        node.with_edges(|edges| edges.iter().map(|edge| u64::from(edge.visits())).sum())
    }

    fn most_visited_part(&self) -> Graph {
        let most = ASIDE_MEBIBYTES << 20;
        self.copied_from(&self.root, self.least_visits(most, &mut || true).unwrap_or(u32::MAX))
    }
}

impl Graph {
    /// Returns the graph below a node as a separate graph, without the children of nodes with fewer than `least`
    /// visits. The root must be evaluated again, because a root has other priors.
    pub(crate) fn copied_from(&self, root: &Arc<Node>, least: u32) -> Graph {
        let graph = Graph::with_root(root.copied(None), self.most_bytes, self.forgotten);
        let mut copies: HashMap<*const Node, Arc<Node>> = HashMap::new();
        for node in self.kept(root, least) {
            // The root is copied without its evaluation, because a root uses several symmetries and another optimism.
            if Arc::ptr_eq(&node, root) {
                continue;
            }
            let copy = Arc::new(node.copied(self.copied_bias(&graph, &node)));
            if let Some(evaluation) = node.evaluation.get() {
                copy.evaluation.get_or_init(|| evaluation.clone());
            }
            copy_edges(&node, &copy, &copies);
            copies.insert(Arc::as_ptr(&node), copy.clone());
            graph.insert(copy);
        }
        copy_edges(root, &graph.root, &copies);
        graph
    }

    /// Returns a copy without rarely visited nodes that uses at most half of the memory.
    pub(super) fn pruned(&self, go_on: Continue<'_>) -> Result<Graph, PruneError> {
        let least = self.least_visits(self.most_bytes / 2, go_on);
        let least = least.ok_or(PruneError::Interrupted)?;
        if least >= self.root.stats().visits {
            return Err(PruneError::NothingToPrune);
        }
        let graph = self.copied_from(&self.root, least);
        if let Some(evaluation) = self.root.evaluation.get() {
            graph.root.evaluation.get_or_init(|| evaluation.clone());
        }
        Ok(graph)
    }

    /// Returns the minimum visits for nodes to keep their children, so that the copy takes at most `most_bytes`
    /// bytes. Returns `None` if interrupted.
    fn least_visits(&self, most_bytes: usize, go_on: Continue<'_>) -> Option<u32> {
        let all = self.root.stats().visits.max(1);
        // Powers of two: the exact bound is not worth a walk through the graph per candidate.
        let tried = (0..31).map(|power| 1 << power).take_while(|&least| least < all);
        for least in tried {
            go_on().then_some(())?;
            let kept = self.kept(&self.root, least);
            let bytes = |node: &Arc<Node>| {
                NODE_BYTES + node.evaluation.get().map_or(0, |evaluation| evaluation.bytes())
            };
            if kept.iter().map(bytes).sum::<usize>() <= most_bytes {
                return Some(least);
            }
        }
        Some(all)
    }

    /// Returns the nodes to copy, each after its children.
    fn kept(&self, root: &Arc<Node>, least: u32) -> Vec<Arc<Node>> {
        children_first(root, |node| node.stats().visits >= least || Arc::ptr_eq(node, root))
    }

    /// Returns the errors of a node's pattern in another graph. A fraction of the contributions of other positions is
    /// removed (KataGo's method).
    fn copied_bias(&self, to: &Graph, node: &Node) -> Option<Arc<Bias>> {
        // Positions that were not copied are no longer reachable, but their results for the pattern are still partly
        // valid. Keeping all would count nodes twice that are found again.
        let old = node.bias.as_ref()?;
        let new = to.patterns.of(old.key, || old.errors().times(1.0 - self.forgotten));
        new.replace(Errors::default(), node.own().errors.times(self.forgotten));
        Some(new)
    }
}

/// Adds edges from a copy to the copies of a node's children. If some child was not copied, the node's statistics
/// replace its subtree.
fn copy_edges(node: &Node, copy: &Node, copies: &HashMap<*const Node, Arc<Node>>) {
    let children: Vec<_> = node.with_edges(|edges| {
        let copied = |edge: &Edge| {
            let child = copies.get(&Arc::as_ptr(&edge.child))?.clone();
            Some(Edge::new(edge.mv, edge.policy, child, edge.visits()))
        };
        edges.iter().map(copied).collect()
    });
    match children.into_iter().collect::<Option<Vec<Edge>>>() {
        // Children that are left out cannot be searched further, but their results are kept: the node must not fall
        // back to the net's evaluation.
        Some(edges) => edges.into_iter().for_each(|edge| drop(copy.add_edge(edge))),
        None => copy.own().prune(node.stats()),
    }
}

/// Returns a node and everything below it, each after its children. Nodes that are not opened have no children here.
pub(super) fn children_first(
    root: &Arc<Node>,
    is_opened: impl Fn(&Arc<Node>) -> bool,
) -> Vec<Arc<Node>> {
    // An explicit stack, because a graph may be deeper than the stack of a thread. Each node is visited once,
    // although several parents lead to it. The order makes a single pass sufficient.
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    // A node is pushed before its children, which are pushed on top of it, and is processed after them.
    let mut waiting = vec![(root.clone(), false)];
    while let Some((node, is_done)) = waiting.pop() {
        if is_done {
            order.push(node);
        } else if seen.insert(Arc::as_ptr(&node)) {
            waiting.push((node.clone(), true));
            if !is_opened(&node) {
                continue;
            }
            node.with_edges(|edges| {
                waiting.extend(edges.iter().map(|edge| (edge.child.clone(), false)));
            });
        }
    }
    order
}

/// Recomputes the statistics of all nodes.
pub(super) fn refresh(root: &Arc<Node>, backup: &Backup) {
    children_first(root, |_| true).iter().for_each(|node| backup.update(node));
}
