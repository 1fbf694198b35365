//! Statistics computed anew for a whole graph, because positions have another utility in a new search.

use std::collections::HashSet;
use std::sync::Arc;

use super::backup::Backup;
use super::node::Node;

/// A node and all below it, each after its children; below the nodes that are not to be opened nothing.
pub(super) fn children_first(
    root: &Arc<Node>,
    is_opened: impl Fn(&Arc<Node>) -> bool,
) -> Vec<Arc<Node>> {
    // An explicit stack: a graph may be deeper than the stack of a thread. Each node once, although
    // several parents lead to it; the order makes one pass enough.
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    // A node comes before its children, which are put on top of it, and again after them.
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

/// Computes all nodes anew.
pub(super) fn refresh(root: &Arc<Node>, backup: &Backup) {
    children_first(root, |_| true).iter().for_each(|node| backup.update(node));
}
