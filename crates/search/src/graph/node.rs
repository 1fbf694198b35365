//! A node of the graph: a position, its net evaluation, and edges to the following positions.
//!
//! Several edges may lead to the same node. Its statistics are computed from its children, so that results of one
//! path are visible on all paths.

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
    /// The visits through this edge; the child may have more.
    visits: AtomicU32,
    /// The visits through this edge without weight in the parent, selected by a human policy.
    weightless: AtomicU32,
}

impl Edge {
    pub(super) fn new(mv: Move, policy: f64, child: Arc<Node>, visits: u32) -> Edge {
        Edge { mv, policy, child, visits: AtomicU32::new(visits), weightless: AtomicU32::new(0) }
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    pub(super) fn add_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    pub(super) fn weightless_visits(&self) -> u32 {
        self.weightless.load(Relaxed)
    }

    pub(super) fn add_weightless_visit(&self) {
        self.weightless.fetch_add(1, Relaxed);
    }

    /// Adds a visit without searching further, if the child has more visits than the edge.
    pub(super) fn add_visit_if_child_ahead(&self) -> bool {
        // Compare and exchange, so that two threads do not both take the last such visit.
        let of_child = self.child.stats().visits;
        let added = |visits: u32| (visits < of_child).then_some(visits + 1);
        self.visits.fetch_update(Relaxed, Relaxed, added).is_ok()
    }
}

/// The contributions of a node itself, without its children.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NodeEvaluation {
    /// Visits that ended here.
    pub(super) visits: u32,
    /// The statistics of children that were pruned, which replace the evaluation.
    pub(super) pruned: Option<Stats>,
    /// The node's contribution to the errors of its pattern.
    pub(super) errors: Errors,
}

impl NodeEvaluation {
    /// Replaces the evaluation and all visits so far by these statistics.
    pub(super) fn prune(&mut self, stats: Stats) {
        *self = NodeEvaluation { visits: 0, pruned: Some(stats), ..*self };
    }
}

/// A position in the graph, with its search results.
///
/// Lock order, with at most one lock of a kind at a time: `own`, `edges`, `stats`. The lock of `stats` is held only
/// to copy the value.
#[derive(Debug)]
pub(crate) struct Node {
    /// The key of the position, with as much of its history as may matter.
    pub(super) key: u64,
    /// The player to move.
    pub(super) color: Color,
    /// Set by the first thread that arrives here; other threads wait for it.
    pub(super) evaluation: OnceLock<Arc<Evaluation>>,
    /// The errors of the pattern around the last move; `None` after a pass.
    pub(super) bias: Option<Arc<Bias>>,
    /// In order of creation. The lock guards the list, which only grows.
    pub(super) edges: RwLock<Vec<Edge>>,
    /// The mutex guards the data of a backup, so that backups of a node run one at a time.
    own: Mutex<NodeEvaluation>,
    stats: Mutex<Stats>,
    /// The number of threads below this node.
    virtual_losses: AtomicU32,
}

/// The memory of a node without its evaluation, in bytes: includes an edge to it, its slots in both tables, and the
/// errors of a pattern.
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

    /// Returns a node with the same key and statistics, but without evaluation and edges.
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

    /// Calls `look` with the edges while no other edge can be added.
    pub(super) fn with_edges<T>(&self, look: impl FnOnce(&[Edge]) -> T) -> T {
        look(&self.edges.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds an edge, unless another thread has added one for the same move. Returns the child of the existing or new
    /// edge.
    pub(super) fn add_edge(&self, edge: Edge) -> Arc<Node> {
        let mut edges = self.edges.write().unwrap_or_else(PoisonError::into_inner);
        // Two threads may create the same child; a single edge per move keeps its visits together.
        if let Some(known) = edges.iter().find(|known| known.mv == edge.mv) {
            return known.child.clone();
        }
        let child = edge.child.clone();
        edges.push(edge);
        child
    }

    /// Replaces the priors of the edges by those of another evaluation.
    pub(super) fn set_policies(&self, evaluation: &Evaluation) {
        let mut edges = self.edges.write().unwrap_or_else(PoisonError::into_inner);
        for edge in &mut *edges {
            edge.policy = evaluation.policy_of(edge.mv);
        }
    }

    /// Returns the child after a move.
    pub(super) fn child(&self, mv: Move) -> Option<Arc<Node>> {
        self.with_edges(|edges| Some(edges.iter().find(|edge| edge.mv == mv)?.child.clone()))
    }

    /// Registers a thread that descends below this node.
    pub(super) fn enter(&self) {
        self.virtual_losses.fetch_add(1, Relaxed);
    }

    /// Unregisters a thread that has returned.
    pub(super) fn leave(&self) {
        self.virtual_losses.fetch_sub(1, Relaxed);
    }

    pub(super) fn virtual_losses(&self) -> u32 {
        self.virtual_losses.load(Relaxed)
    }
}
