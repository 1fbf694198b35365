//! The graph of a search: its root, and the table of its nodes by their keys.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};

use crate::memory_check;
use crate::params::GraphParams;
use crate::root::SearchRoot;
use tianyuan_go::Color;

use super::bias::{Bias, BiasTable};
use super::node::{NODE_BYTES, Node};

/// Visits of the root from which on a graph takes no more: counts have 32 bits.
const MOST_VISITS: u32 = 1 << 30;

/// Memory whose allocation is tried before more nodes are made, and how much they take at least.
const PROBE_BYTES: usize = 1 << 20;

/// A graph of at most so much memory.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The root, which is in no table: it has priors of its own.
    pub(super) root: Arc<Node>,
    /// Nodes by their keys. The mutex guards the map alone; it is taken once for each new node.
    nodes: Mutex<HashMap<u64, Arc<Node>>>,
    pub(super) patterns: BiasTable,
    /// Bytes in use, and the most.
    bytes: AtomicUsize,
    pub(super) most_bytes: usize,
    /// How much of a position's share of the errors of a pattern is forgotten with it.
    pub(super) forgotten: f64,
    /// The bytes in use at which the system was last asked for memory.
    probed_at: AtomicUsize,
}

impl Graph {
    /// A graph with only a root, of at most `mebibytes` MiB.
    pub(crate) fn new(mebibytes: usize, root: &SearchRoot, params: &GraphParams) -> Graph {
        let node = Node::new(root.game.key(), root.color, None);
        Graph::with_root(node, mebibytes.max(1).saturating_mul(1 << 20), params.bias_forgotten)
    }

    /// A graph with only a root, of at most so many bytes.
    pub(super) fn with_root(root: Node, most_bytes: usize, forgotten: f64) -> Graph {
        Graph {
            forgotten,
            root: Arc::new(root),
            nodes: Mutex::default(),
            patterns: BiasTable::default(),
            bytes: AtomicUsize::new(NODE_BYTES),
            most_bytes,
            probed_at: AtomicUsize::new(0),
        }
    }

    /// The node of a key, which is new where there is none; `None` where the memory is used up.
    pub(super) fn node(
        &self,
        key: u64,
        color: Color,
        bias: impl FnOnce() -> Option<Arc<Bias>>,
    ) -> Option<Arc<Node>> {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = nodes.get(&key) {
            return Some(known.clone());
        }
        if self.is_full() || !self.has_room() {
            return None;
        }
        let node = Arc::new(Node::new(key, color, bias()));
        nodes.insert(key, node.clone());
        drop(nodes);
        self.count(NODE_BYTES);
        Some(node)
    }

    /// Adds a node that is a copy of another graph's.
    pub(super) fn insert(&self, node: Arc<Node>) {
        self.count(NODE_BYTES + node.evaluation.get().map_or(0, |evaluation| evaluation.bytes()));
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).insert(node.key, node);
    }

    /// Counts memory that has been taken.
    pub(super) fn count(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// Whether the memory is used up: the search goes on without growing.
    pub(super) fn is_full(&self) -> bool {
        self.bytes() >= self.most_bytes
    }

    pub(super) fn is_at_visit_limit(&self) -> bool {
        self.root.stats().visits >= MOST_VISITS
    }

    /// Asks the system now and then whether it has memory left.
    fn has_room(&self) -> bool {
        let (bytes, probed_at) = (self.bytes(), self.probed_at.load(Relaxed));
        if bytes < probed_at + PROBE_BYTES {
            return true;
        }
        let has_room = memory_check::can_allocate(2 * PROBE_BYTES);
        if has_room {
            self.probed_at.store(bytes, Relaxed);
        }
        has_room
    }
}

/// Takes the edges away first: a chain of nodes that free one another could be deeper than the stack,
/// and a circle of them would never be freed.
impl Drop for Graph {
    fn drop(&mut self) {
        let nodes = self.nodes.get_mut().unwrap_or_else(PoisonError::into_inner);
        for node in nodes.values().chain([&self.root]) {
            node.edges.write().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}
