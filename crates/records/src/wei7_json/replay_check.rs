//! Reports moves and setups of a wei7 3.0 file that cannot be played: clauses 3.16.2.5, 3.16.3.2.2, 3.17 and 9.16.

use super::diagnostics::*;
use super::document::Document;
use super::schema::place;
use crate::record::diagnostic::Findings;
use crate::record::replay::{self, ReplayError};
use crate::record::takebacks::MoveHistory;
use crate::record::{Event, NodeId, Record, Tree};

/// Replays a record and reports what cannot be played. `values` holds the file's value for each node, `branches` the
/// first node of each branch and its parent.
pub(super) fn check(
    record: &Record,
    values: &[u32],
    branches: &[(NodeId, NodeId)],
    document: &Document<'_>,
    findings: &mut Findings,
) {
    let at = |id: NodeId| place(document.value(values[id.index()]));
    for (id, fault) in replay::faults(record) {
        match fault {
            ReplayError::Occupied(point) => findings.add(&OCCUPIED, at(id), [&point.to_string()]),
            ReplayError::Dead(point) => findings.add(&DEAD_STONES, at(id), [&point.to_string()]),
            ReplayError::Beyond(there) => {
                let Event::Takeback(moves) = record.tree.node(id).event else { continue };
                let details = [&*there.to_string(), &moves.to_string()];
                findings.add(&TAKEN_TOO_MUCH, at(id), details);
            }
        }
    }
    for id in taken_from_above(&record.tree, branches) {
        findings.add(&TAKEN_FROM_ABOVE, at(id), []);
    }
}

/// Returns the takebacks that take back more moves than their own branch has.
fn taken_from_above(tree: &Tree, branches: &[(NodeId, NodeId)]) -> Vec<NodeId> {
    let is_takeback = |id: &NodeId| matches!(tree.node(*id).event, Event::Takeback(_));
    if !tree.preorder().any(|id| is_takeback(&id)) {
        return Vec::new();
    }
    let standing = MoveHistory::of(tree);
    // The number of moves before the branch began, by node.
    let mut before = vec![0; tree.len()];
    let mut begun: Vec<Option<u32>> = vec![None; tree.len()];
    for (first, parent) in branches {
        begun[first.index()] = Some(standing.moves(*parent));
    }
    let mut found = Vec::new();
    for id in tree.preorder() {
        let inherited = tree.parent(id).map_or(0, |parent| before[parent.index()]);
        let moves = begun[id.index()].unwrap_or(inherited);
        before[id.index()] = moves;
        if is_takeback(&id) && standing.moves(id) < moves {
            found.push(id);
        }
    }
    found
}
