//! Who owns each point, by the evaluations of all positions below a node.

use std::sync::Arc;

use super::node::Node;

/// The part of all visits below which a position stands for all below it.
const LEAST_PART: f64 = 1.0 / 1024.0;

/// How much Black owns each point, -1 to 1, row by row from the bottom left; `None` before there is an
/// evaluation. Positions count by their part of the visits.
pub(super) fn ownership(node: &Arc<Node>) -> Option<Vec<f64>> {
    let mut owners = vec![0.0; node.evaluation.get()?.owners().count()];
    let mut waiting = vec![(node.clone(), 1.0)];
    while let Some((node, part)) = waiting.pop() {
        let Some(evaluation) = node.evaluation.get() else { continue };
        let children: Vec<(Arc<Node>, f64)> = node.with_edges(|edges| {
            let weighed = edges.iter().filter(|edge| edge.child.evaluation.get().is_some());
            weighed.map(|edge| (edge.child.clone(), f64::from(edge.visits()))).collect()
        });
        let visits = 1.0 + children.iter().map(|(_, visits)| visits).sum::<f64>();
        // The walk ends at positions with less than a thousandth of the visits: a report must not take
        // as long as the search, and they change no printed digit.
        let is_leaf = part < LEAST_PART;
        let own = if is_leaf { part } else { part / visits };
        for (sum, owner) in owners.iter_mut().zip(evaluation.owners()) {
            *sum += own * owner;
        }
        if !is_leaf {
            let parts = children.into_iter().filter(|&(_, visits)| visits > 0.0);
            waiting.extend(parts.map(|(child, its)| (child, part * its / visits)));
        }
    }
    Some(owners)
}
