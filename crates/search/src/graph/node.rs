//! A node of the graph: a position, what a net says of it, and the edges to the positions after it.
//!
//! Several edges may lead to one node. Its statistics are computed from those of its children, so that
//! what one path has found counts on all of them.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use tianyuan_go::{Color, Move};

use super::bias::{Bias, Errors};
use super::evaluation::Evaluation;
use super::node_stats::Stats;

/// A move from a node to the position after it.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    pub(super) policy: f64,
    pub(super) child: Arc<Node>,
    /// Visits by way of this edge; those of the child may be more.
    visits: AtomicU32,
}

impl Edge {
    pub(super) fn new(mv: Move, policy: f64, child: Arc<Node>, visits: u32) -> Edge {
        Edge { mv, policy, child, visits: AtomicU32::new(visits) }
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    pub(super) fn add_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds a visit without looking further, where the child has more visits than came this way.
    pub(super) fn add_visit_if_child_ahead(&self) -> bool {
        // Compare and exchange, so that two threads do not both take the last visit that is ahead.
        let of_child = self.child.stats().visits;
        let added = |visits: u32| (visits < of_child).then_some(visits + 1);
        self.visits.fetch_update(Relaxed, Relaxed, added).is_ok()
    }
}

/// What a node counts of its own, beside its children.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NodeEvaluation {
    /// Visits that ended here.
    pub(super) visits: u32,
    /// The statistics that children had who were left out since; they stand for the evaluation.
    pub(super) pruned: Option<Stats>,
    /// The node's share of the errors of its pattern.
    pub(super) errors: Errors,
}

impl NodeEvaluation {
    /// Lets statistics stand for the evaluation and all visits so far.
    pub(super) fn prune(&mut self, stats: Stats) {
        *self = NodeEvaluation { visits: 0, pruned: Some(stats), ..*self };
    }
}

/// A position in the graph, with what the search knows of it.
///
/// Locks are taken in this order, and never two of one kind at a time: `own`, then `edges`, then
/// `stats`, which guards nothing else and is held only for a copy.
#[derive(Debug)]
pub(crate) struct Node {
    /// The key of the position, with as much of its history as may matter.
    pub(super) key: u64,
    /// The player to move.
    pub(super) color: Color,
    /// Set by the first thread that comes here; others wait for it.
    pub(super) evaluation: OnceLock<Arc<Evaluation>>,
    /// The errors of the pattern around the last move; `None` after a pass.
    pub(super) bias: Option<Arc<Bias>>,
    /// In the order in which they were made. The lock guards the list; edges only grow in number.
    pub(super) edges: RwLock<Vec<Edge>>,
    /// The mutex guards what one backup reads and writes, so that only one runs at a time.
    own: Mutex<NodeEvaluation>,
    stats: Mutex<Stats>,
    /// Threads that are below this node now.
    virtual_losses: AtomicU32,
}

/// Memory that a node takes beside its evaluation, in bytes: with an edge to it, its places in both
/// tables, and the errors of a pattern.
pub(super) const NODE_BYTES: usize =
    size_of::<Node>() + size_of::<Edge>() + size_of::<Bias>() + 128;

impl Node {
    pub(super) fn new(key: u64, color: Color, bias: Option<Arc<Bias>>) -> Node {
        Node {
            key,
            color,
            evaluation: OnceLock::new(),
            bias,
            edges: RwLock::default(),
            own: Mutex::default(),
            stats: Mutex::default(),
            virtual_losses: AtomicU32::new(0),
        }
    }

    /// A node with the same key and statistics, but without its evaluation and edges.
    pub(super) fn copied(&self, bias: Option<Arc<Bias>>) -> Node {
        let node = Node::new(self.key, self.color, bias);
        *node.own() = *self.own();
        node.set_stats(self.stats());
        node
    }

    pub(super) fn own(&self) -> MutexGuard<'_, NodeEvaluation> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn stats(&self) -> Stats {
        *self.stats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_stats(&self, stats: Stats) {
        *self.stats.lock().unwrap_or_else(PoisonError::into_inner) = stats;
    }

    /// Something computed from the edges while no other is added.
    pub(super) fn with_edges<T>(&self, look: impl FnOnce(&[Edge]) -> T) -> T {
        look(&self.edges.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds an edge, unless another thread has added one for its move; answers the child of the one
    /// that is there.
    pub(super) fn add_edge(&self, edge: Edge) -> Arc<Node> {
        let mut edges = self.edges.write().unwrap_or_else(PoisonError::into_inner);
        // Two threads may create the same child; one edge for each move keeps its visits together.
        if let Some(known) = edges.iter().find(|known| known.mv == edge.mv) {
            return known.child.clone();
        }
        let child = edge.child.clone();
        edges.push(edge);
        child
    }

    /// Puts the priors of another evaluation in the place of those that edges have.
    pub(super) fn set_policies(&self, evaluation: &Evaluation) {
        let mut edges = self.edges.write().unwrap_or_else(PoisonError::into_inner);
        for edge in &mut *edges {
            edge.policy = evaluation.policy_of(edge.mv);
        }
    }

    /// The child by a move.
    pub(super) fn child(&self, mv: Move) -> Option<Arc<Node>> {
        self.with_edges(|edges| Some(edges.iter().find(|edge| edge.mv == mv)?.child.clone()))
    }

    /// Counts a thread that goes below this node.
    pub(super) fn enter(&self) {
        self.virtual_losses.fetch_add(1, Relaxed);
    }

    /// Counts a thread that has come back.
    pub(super) fn leave(&self) {
        self.virtual_losses.fetch_sub(1, Relaxed);
    }

    pub(super) fn virtual_losses(&self) -> u32 {
        self.virtual_losses.load(Relaxed)
    }
}
