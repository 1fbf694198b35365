//! The graph of a search: its root, and a table of nodes by key.

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

/// The maximum visits of the root: counts have 32 bits.
const MOST_VISITS: u32 = 1 << 30;

/// The size of the probe allocation in bytes, and the minimum growth between probes.
const PROBE_BYTES: usize = 1 << 20;

/// A graph with limited memory.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The root, which is not in the table because it has separate priors.
    pub(super) root: Arc<Node>,
    /// Nodes by key. The mutex guards only the map; it is locked once per new node.
    nodes: Mutex<HashMap<u64, Arc<Node>>>,
    pub(super) patterns: BiasTable,
    /// Bytes in use.
    bytes: AtomicUsize,
    pub(super) most_bytes: usize,
    /// The fraction of a position's contribution to pattern errors that is removed with the position.
    pub(super) forgotten: f64,
    /// The bytes in use at the last memory probe.
    probed_at: AtomicUsize,
}

impl Graph {
    /// Creates a graph of at most `mebibytes` MiB with only a root.
    pub(crate) fn new(mebibytes: usize, root: &SearchRoot, params: &GraphParams) -> Graph {
        let node = Node::new(root.game.key(), root.color, None);
        Graph::with_root(node, mebibytes.max(1).saturating_mul(1 << 20), params.bias_forgotten)
    }

    /// Creates a graph of at most `most_bytes` bytes with only a root.
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

    /// Returns the node of a key and creates it if necessary. Returns `None` if the memory is used up.
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

    /// Adds a node that was copied from another graph.
    pub(super) fn insert(&self, node: Arc<Node>) {
        self.count(NODE_BYTES + node.evaluation.get().map_or(0, |evaluation| evaluation.bytes()));
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).insert(node.key, node);
    }

    /// Adds `bytes` to the memory in use.
    pub(super) fn count(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// Returns the bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// Returns `true` if the memory is used up; the search then continues without growing.
    pub(super) fn is_full(&self) -> bool {
        self.bytes() >= self.most_bytes
    }

    pub(super) fn is_at_visit_limit(&self) -> bool {
        self.root.stats().visits >= MOST_VISITS
    }

    /// Returns `true` if the system has memory left; probes it after each growth by [`PROBE_BYTES`].
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

/// Removes the edges first: recursively freeing a chain of nodes could overflow the stack, and a cycle would never be
/// freed.
impl Drop for Graph {
    fn drop(&mut self) {
        let nodes = self.nodes.get_mut().unwrap_or_else(PoisonError::into_inner);
        for node in nodes.values().chain([&self.root]) {
            node.edges.write().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}
