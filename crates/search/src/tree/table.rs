//! The search tree: nodes in chunks that are allocated on demand.
//!
//! Running means are stored separately from the nodes: the score of each node, and the ownership of each node with
//! children. Selection and AMAF read all children of a node and need neither.
//!
//! All threads share a tree without locks. Only a new list of children must be visible as a whole: it is written
//! first and then published through the parent's `first_child` (release; readers acquire).

use std::sync::OnceLock;
use std::sync::atomic::Ordering::*;

// Loom explores all thread interleavings and memory orderings.
#[cfg(all(loom, test))]
use loom::sync::atomic::AtomicU32;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::AtomicU32;

use super::atomic_mean::{OwnershipMean, ScoreMean};
use super::node::{EXPANDING, LEAF, Node, PriorWord};
use crate::memory_check;
use tianyuan_go::Move;

/// The number of nodes in a chunk, a power of two; siblings never span two chunks.
const CHUNK: usize = match (cfg!(all(loom, test)), cfg!(miri)) {
    (true, _) => 1 << 3,
    (_, true) => 1 << 9,
    _ => 1 << 15,
};

/// The number of ownership maps in a chunk of maps.
const MAP_CHUNK: usize = if cfg!(all(loom, test)) { 4 } else { 64 };

/// The maximum visits of the root's children: counts have 32 bits, and AMAF has two half wins per visit. A single
/// thread takes hours to reach it.
const MOST_VISITS: u32 = 1 << 30;

/// The index of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NodeId(u32);

/// Nodes, with the score and the ownership map of each.
#[derive(Debug)]
struct Chunk {
    nodes: Box<[Node]>,
    /// The mean score of each node's visits.
    scores: Box<[ScoreMean]>,
    /// The parent's ownership-map index, stored only for the first node of each sibling block.
    maps: Box<[AtomicU32]>,
}

impl Chunk {
    fn new() -> Chunk {
        Chunk {
            nodes: (0..CHUNK).map(|_| Node::default()).collect(),
            scores: (0..CHUNK).map(|_| ScoreMean::default()).collect(),
            maps: (0..CHUNK).map(|_| AtomicU32::new(0)).collect(),
        }
    }
}

/// The memory of a node with its score and map index, in bytes.
pub const NODE_BYTES: usize = size_of::<Node>() + size_of::<ScoreMean>() + size_of::<AtomicU32>();

/// A number of nodes and ownership maps of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Extent {
    /// The number of nodes.
    pub(super) nodes: usize,
    /// The number of ownership maps, which is the number of nodes with children.
    pub(super) maps: usize,
}

/// A tree with limited memory.
#[derive(Debug)]
pub(crate) struct Tree {
    chunks: Box<[OnceLock<Chunk>]>,
    /// The next free index; it is incremented even if the tree is full.
    next: AtomicU32,
    /// The number of points of the board.
    points: usize,
    map_chunks: Box<[OnceLock<Box<[AtomicU32]>>]>,
    /// The next free ownership map; it is incremented even if none is left.
    next_map: AtomicU32,
}

impl Tree {
    /// The index of the root of every tree; index 0 means no node.
    const ROOT: NodeId = NodeId(1);

    /// Creates a tree with only a root for a board of `points` points, of at most `mebibytes` MiB (but at least one
    /// chunk, about 1.4 MiB).
    pub(crate) fn new(mebibytes: usize, points: usize) -> Tree {
        // On average, a node with children has half as many children as the board has points.
        let map_bytes = 4 * OwnershipMean::cells(points) / (points / 2).max(1);
        let chunk_bytes = CHUNK * (NODE_BYTES + map_bytes);
        let most = EXPANDING as usize / CHUNK - 1;
        let chunks = (mebibytes.saturating_mul(1 << 20) / chunk_bytes).clamp(1, most);
        Tree::of_chunks(chunks, points)
    }

    /// Creates a tree of at most `count` chunks for a board of `points` points.
    pub(super) fn of_chunks(count: usize, points: usize) -> Tree {
        let maps = count * CHUNK / (points / 2).max(1);
        let tree = Tree {
            chunks: (0..count).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(Tree::ROOT.0 + 1),
            points,
            map_chunks: (0..maps / MAP_CHUNK + 1).map(|_| OnceLock::new()).collect(),
            next_map: AtomicU32::new(0),
        };
        tree.chunks[0].set(Chunk::new()).expect("the node is new");
        tree.root().reset(Move::Pass, PriorWord::default());
        tree
    }

    /// Creates a tree with only a root and the same capacity.
    pub(super) fn sibling(&self) -> Tree {
        Tree::of_chunks(self.chunks.len(), self.points)
    }

    /// Returns the maximum number of nodes and maps.
    pub(super) fn capacity(&self) -> Extent {
        Extent { nodes: self.chunks.len() * CHUNK, maps: self.map_chunks.len() * MAP_CHUNK }
    }

    /// Returns the number of nodes in use.
    pub(super) fn len(&self) -> usize {
        (self.next.load(Relaxed) as usize).min(self.capacity().nodes)
    }

    /// Returns the root.
    pub(super) fn root(&self) -> &Node {
        self.node(Tree::ROOT)
    }

    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.chunk(id.0).nodes[id.0 as usize % CHUNK]
    }

    /// Returns the chunk of a node index.
    #[inline]
    fn chunk(&self, index: u32) -> &Chunk {
        let chunk = self.chunks[index as usize / CHUNK].get();
        chunk.expect("a node is claimed before use")
    }

    /// Allocates a chunk if necessary. Returns `true` if it exists.
    fn ensure(&self, chunk: usize) -> bool {
        let place = &self.chunks[chunk];
        if place.get().is_none() && !memory_check::can_allocate(CHUNK * NODE_BYTES) {
            return false;
        }
        place.get_or_init(Chunk::new);
        true
    }

    /// Returns the children of a node; empty for a leaf.
    #[inline]
    pub(super) fn children(&self, parent: &Node) -> &[Node] {
        match parent.first_child.load(Acquire) {
            LEAF | EXPANDING => &[],
            first => {
                let count = (parent.mv_and_children.load(Relaxed) >> 16) as usize;
                let place = first as usize % CHUNK;
                &self.chunk(first).nodes[place..place + count]
            }
        }
    }

    /// Returns the mean scores of a node's children, in order.
    pub(super) fn scores(&self, parent: &Node) -> &[ScoreMean] {
        let count = self.children(parent).len();
        if count == 0 {
            return &[];
        }
        let first = parent.first_child.load(Relaxed);
        let place = first as usize % CHUNK;
        &self.chunk(first).scores[place..place + count]
    }

    /// Returns the mean ownership over the visits of a node's children, or `None` for a leaf.
    pub(super) fn ownership(&self, parent: &Node) -> Option<OwnershipMean<'_>> {
        if self.children(parent).is_empty() {
            return None;
        }
        let first = parent.first_child.load(Relaxed);
        let map = self.chunk(first).maps[first as usize % CHUNK].load(Relaxed) as usize;
        let cells = OwnershipMean::cells(self.points);
        let chunk = self.map_chunks[map / MAP_CHUNK].get();
        let chunk = chunk.expect("a map is claimed before use");
        let from = map % MAP_CHUNK * cells;
        Some(OwnershipMean::new(&chunk[from..from + cells]))
    }

    /// Returns the visits of the root's children. The root has no separate count, because all threads would write to
    /// it at every visit.
    pub(super) fn visits(&self) -> u32 {
        self.children(self.root()).iter().map(|child| child.own().visits).sum()
    }

    /// Returns `true` if the root has so many visits that counts could overflow.
    pub(super) fn is_at_visit_limit(&self) -> bool {
        self.visits() >= MOST_VISITS
    }

    /// Expands a leaf: adds children with these moves and priors.
    ///
    /// Does nothing if another thread is expanding the leaf. If the memory is used up, the leaf stays a leaf.
    pub(super) fn expand(&self, parent: &Node, children: impl FnOnce() -> Vec<(Move, PriorWord)>) {
        if parent.first_child.compare_exchange(LEAF, EXPANDING, Relaxed, Relaxed).is_err() {
            return;
        }
        // Checked before generating the moves, which takes much longer.
        let made = if self.is_full() { Vec::new() } else { children() };
        let claimed = self.claim(made.len()).and_then(|first| Some((first, self.claim_map()?)));
        let Some((first, map)) = claimed else {
            parent.first_child.store(LEAF, Relaxed);
            return;
        };
        let place = first as usize % CHUNK;
        let chunk = self.chunk(first);
        for (node, (mv, prior)) in chunk.nodes[place..].iter().zip(&made) {
            node.reset(*mv, *prior);
        }
        chunk.maps[place].store(map, Relaxed);
        let mv = parent.mv_and_children.load(Relaxed) & 0xffff;
        parent.mv_and_children.store(mv | (made.len() as u32) << 16, Relaxed);
        parent.first_child.store(first, Release);
    }

    /// Claims `count` nodes in one chunk. Returns the index of the first node.
    fn claim(&self, count: usize) -> Option<u32> {
        if count == 0 {
            return None;
        }
        loop {
            let first = self.next.fetch_add(count as u32, Relaxed);
            let place = first as usize % CHUNK;
            let chunk = first as usize / CHUNK;
            if chunk >= self.chunks.len() || !self.ensure(chunk) {
                self.next.store((self.chunks.len() * CHUNK) as u32, Relaxed);
                return None;
            }
            if place + count <= CHUNK {
                return Some(first);
            }
        }
    }

    /// Claims an ownership map. Returns its index.
    fn claim_map(&self) -> Option<u32> {
        let map = self.next_map.fetch_add(1, Relaxed);
        let place = self.map_chunks.get(map as usize / MAP_CHUNK)?;
        let cells = MAP_CHUNK * OwnershipMean::cells(self.points);
        if place.get().is_none() && !memory_check::can_allocate(4 * cells) {
            self.next_map.store(self.capacity().maps as u32, Relaxed);
            return None;
        }
        place.get_or_init(|| (0..cells).map(|_| AtomicU32::new(0)).collect());
        Some(map)
    }

    /// Returns `true` if the memory is used up; the search then continues without growing.
    pub(super) fn is_full(&self) -> bool {
        let Extent { nodes, maps } = self.capacity();
        self.next.load(Relaxed) as usize >= nodes || self.next_map.load(Relaxed) as usize >= maps
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::tree::node::{Stats, WIN};
    use tianyuan_go::BoardSize;

    fn children() -> Vec<(Move, PriorWord)> {
        let points = BoardSize::STANDARD.points();
        points.map(|point| (Move::Play(point), PriorWord(10 | 7 << 16))).collect()
    }

    #[test]
    fn children_roundtrip() {
        let tree = Tree::new(1, 361);
        let root = tree.root();
        tree.expand(root, children);
        assert_eq!(tree.children(root).len(), 361);
        for (node, (mv, prior)) in tree.children(root).iter().zip(children()) {
            assert_eq!((node.mv(), node.prior(), node.own()), (mv, prior, Stats::default()));
        }
        tree.expand(root, || unreachable!("a node is expanded once"));
    }

    #[test]
    fn visit_limit_prevents_overflow() {
        let tree = Tree::new(1, 361);
        tree.expand(tree.root(), children);
        let child = &tree.children(tree.root())[7];
        child.visits.store(MOST_VISITS - 1, Relaxed);
        assert!(!tree.is_at_visit_limit());
        child.enter();
        assert!(tree.is_at_visit_limit());
    }

    #[test]
    fn concurrent_threads_lose_no_playouts() {
        const THREADS: usize = 4;
        let tree = Tree::new(1, 361);
        let moves = || children().into_iter().take(9).collect();
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let tree = &tree;
                scope.spawn(move || {
                    let mut node = tree.root();
                    for step in 0..8 {
                        tree.expand(node, moves);
                        let Some(child) = tree.children(node).get(step * thread % 9) else { break };
                        child.enter();
                        child.add_to_amaf_word_lossy(1);
                        child.add_wins(WIN);
                        node = child;
                    }
                });
            }
        });
        assert!(tree.visits() as usize <= THREADS);
        let mut waiting = vec![tree.root()];
        while let Some(node) = waiting.pop() {
            let children = tree.children(node);
            assert!(matches!(children.len(), 0 | 9), "all children are added at once");
            assert!(children.iter().all(|child| child.own()
                == Stats::from_half_wins(child.own().visits, 2 * child.own().visits)));
            waiting.extend(children);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn full_tree_stops_growing() {
        let tree = Tree::new(1, 361);
        let root = tree.root();
        tree.expand(root, children);
        let mut leaves = tree.children(root).iter();
        while !tree.is_full() {
            tree.expand(leaves.next().expect("the memory limit is reached first"), children);
        }
        let leaf = leaves.next().expect("more leaves remain");
        tree.expand(leaf, children);
        assert!(tree.children(leaf).is_empty());
    }
}
