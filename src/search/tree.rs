//! The search tree: nodes of 32 bytes in chunks that are allocated as they are used.
//!
//! Every field of a node is atomic, so that all threads share one tree without locks. Counts are
//! read and added with relaxed ordering: a value that is a playout late only shifts a choice. The
//! one thing that must be seen whole is a new family of children: it is written first and then
//! published by its parent's `first_child` (release; readers acquire).

use std::sync::OnceLock;
use std::sync::atomic::Ordering::*;

// Loom tries all orders in which threads may meet, and what each may see then.
#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU32, AtomicU64};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU32, AtomicU64};

use super::spare;
use crate::go::Move;

/// Nodes of a chunk, a power of two: a family never spans two chunks.
const CHUNK: usize = match (cfg!(all(loom, test)), cfg!(miri)) {
    (true, _) => 1 << 3,
    (_, true) => 1 << 9,
    _ => 1 << 15,
};

/// `first_child` of a node without children, and of one whose children are being made.
const LEAF: u32 = 0;
const EXPANDING: u32 = u32::MAX;

/// Visits of the root's children from which on a tree takes no more: counts have 32 bits, and AMAF
/// has two half wins for each. One thread takes hours for so many.
const MOST_VISITS: u32 = 1 << 30;

/// The index of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NodeId(u32);

/// A move from its parent's position, and what playouts through it said.
///
/// Wins are those of the player who makes the move.
#[derive(Debug, Default)]
pub struct Node {
    /// The move's code in the low half, the number of children in the high half.
    mv_and_children: AtomicU32,
    first_child: AtomicU32,
    wins: AtomicU64,
    visits: AtomicU32,
    /// Where playouts alone are searched, AMAF: the visits in the low half, the half wins in the high
    /// half. Where a net guides the search, the sum of the squares of results, in parts of [`WIN`].
    beside: AtomicU64,
    /// Visits taken for granted in the low half, half wins of them in the high half.
    prior: AtomicU32,
}

/// What counts as a win. A drawn game is half of it, and what is less certain anything between: a
/// power of two, so that nothing is lost by counting in these parts.
pub const WIN: u32 = 1 << 16;

/// Visits and wins of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Playouts.
    pub visits: u32,
    /// The wins among them, in parts of [`WIN`].
    pub wins: u64,
}

impl Stats {
    /// Visits of which some half were won.
    pub fn halves(visits: u32, half_wins: u32) -> Stats {
        Stats { visits, wins: u64::from(half_wins) * u64::from(WIN / 2) }
    }

    /// The share of playouts won; half where there was none.
    pub fn winrate(self) -> f64 {
        match self.visits {
            0 => 0.5,
            visits => self.wins as f64 / (f64::from(WIN) * f64::from(visits)),
        }
    }
}

impl Node {
    fn reset(&self, mv: Move, prior: Stats) {
        self.mv_and_children.store(u32::from(mv.code()), Relaxed);
        self.first_child.store(LEAF, Relaxed);
        self.wins.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.beside.store(0, Relaxed);
        let half_wins = (prior.wins / u64::from(WIN / 2)) as u32;
        self.prior.store(prior.visits | half_wins << 16, Relaxed);
    }

    /// The move that leads here.
    #[inline]
    pub fn mv(&self) -> Move {
        Move::from_code(self.mv_and_children.load(Relaxed) as u16)
    }

    /// Playouts through this node.
    #[inline]
    pub fn own(&self) -> Stats {
        Stats { visits: self.visits.load(Relaxed), wins: self.wins.load(Relaxed) }
    }

    /// Playouts in which the move was played later by the same player.
    #[inline]
    pub fn amaf(&self) -> Stats {
        let both = self.beside.load(Relaxed);
        Stats::halves(both as u32, (both >> 32) as u32)
    }

    /// What was known beforehand.
    #[inline]
    pub fn prior(&self) -> Stats {
        let packed = self.prior.load(Relaxed);
        Stats::halves(packed & 0xffff, packed >> 16)
    }

    /// Takes over what playouts said of another node.
    pub(super) fn graft(&self, from: &Node) {
        self.wins.store(from.wins.load(Relaxed), Relaxed);
        self.visits.store(from.visits.load(Relaxed), Relaxed);
        self.beside.store(from.beside.load(Relaxed), Relaxed);
    }

    /// Counts a playout that is about to begin: until its result is in, it stands for a loss.
    #[inline]
    pub fn enter(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    /// Adds the result of a playout that was entered, up to a [`WIN`].
    #[inline]
    pub fn win(&self, won: u32) {
        self.wins.fetch_add(won.into(), Relaxed);
    }

    /// The sum of the squares of results, in parts of [`WIN`], where a net guides the search.
    #[inline]
    pub fn squares(&self) -> u64 {
        self.beside.load(Relaxed)
    }

    /// Adds the square of a result, up to a [`WIN`], where a net guides the search.
    #[inline]
    pub fn add_square(&self, won: u32) {
        let square = u64::from(won) * u64::from(won) / u64::from(WIN);
        self.beside.fetch_add(square, Relaxed);
    }

    /// Adds a result, 0 to 2 half wins, to the AMAF statistics where the move `was_played`.
    ///
    /// This is asked of all moves beside every node of a playout and true of about half of them, so
    /// there is no branch, and no atomic addition either: where two threads meet, one result is
    /// lost among thousands.
    #[inline]
    pub fn amaf_update(&self, was_played: bool, half_wins: u32) {
        let update = u64::from(was_played) * (1 | u64::from(half_wins) << 32);
        self.beside.store(self.beside.load(Relaxed) + update, Relaxed);
    }
}

/// A tree of at most as many nodes as its memory holds.
#[derive(Debug)]
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    /// The next index that is free; it goes on counting where nothing is left.
    next: AtomicU32,
}

impl Tree {
    /// Where the root of every tree is; index 0 stands for no node.
    const ROOT: NodeId = NodeId(1);

    /// A tree with only a root, of at most `mebibytes` MiB (at least one chunk, about 1 MiB).
    pub fn new(mebibytes: usize) -> Tree {
        let chunk_bytes = CHUNK * size_of::<Node>();
        let most = EXPANDING as usize / CHUNK - 1;
        Tree::of_chunks((mebibytes.saturating_mul(1 << 20) / chunk_bytes).clamp(1, most))
    }

    /// A tree of so many chunks.
    pub(super) fn of_chunks(count: usize) -> Tree {
        let chunks: Box<[_]> = (0..count).map(|_| OnceLock::new()).collect();
        chunks[0].set(nodes()).expect("it is new");
        let tree = Tree { chunks, next: AtomicU32::new(Tree::ROOT.0 + 1) };
        tree.root().reset(Move::Pass, Stats::default());
        tree
    }

    /// A tree with only a root that may grow as large as this one.
    pub fn sibling(&self) -> Tree {
        Tree::of_chunks(self.chunks.len())
    }

    /// The most nodes that it holds.
    pub fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    /// The nodes in use.
    pub fn len(&self) -> usize {
        (self.next.load(Relaxed) as usize).min(self.capacity())
    }

    /// The root.
    pub fn root(&self) -> &Node {
        self.node(Tree::ROOT)
    }

    /// A node.
    #[inline]
    fn node(&self, id: NodeId) -> &Node {
        &self.chunk(id.0 as usize / CHUNK)[id.0 as usize % CHUNK]
    }

    #[inline]
    fn chunk(&self, chunk: usize) -> &[Node] {
        self.chunks[chunk].get().expect("nodes are claimed before they are used")
    }

    /// Whether a chunk is there, or can be made.
    fn has(&self, chunk: usize) -> bool {
        let place = &self.chunks[chunk];
        let may_be = place.get().is_some() || spare::has_room_for(CHUNK * size_of::<Node>());
        may_be && !place.get_or_init(nodes).is_empty()
    }

    /// The children of a node, none while it is a leaf.
    #[inline]
    pub fn children(&self, parent: &Node) -> &[Node] {
        match parent.first_child.load(Acquire) {
            LEAF | EXPANDING => &[],
            first => {
                let count = (parent.mv_and_children.load(Relaxed) >> 16) as usize;
                let place = first as usize % CHUNK;
                &self.chunk(first as usize / CHUNK)[place..place + count]
            }
        }
    }

    /// Playouts that went through a child of the root. The root itself is not counted: all threads
    /// would write there at every playout.
    pub fn visits(&self) -> u32 {
        self.children(self.root()).iter().map(|child| child.own().visits).sum()
    }

    /// Whether it was visited so often that it cannot count on.
    pub fn is_counted_out(&self) -> bool {
        self.visits() >= MOST_VISITS
    }

    /// Gives a leaf its children, by their moves and priors. Does nothing where another thread is
    /// doing so, or where the memory is used up: the leaf then stays one.
    pub fn expand(&self, parent: &Node, children: impl FnOnce() -> Vec<(Move, Stats)>) {
        if parent.first_child.compare_exchange(LEAF, EXPANDING, Relaxed, Relaxed).is_err() {
            return;
        }
        let family = if self.is_full() { Vec::new() } else { children() };
        let Some(first) = self.claim(family.len()) else {
            parent.first_child.store(LEAF, Relaxed);
            return;
        };
        let place = first as usize % CHUNK;
        let nodes = &self.chunk(first as usize / CHUNK)[place..place + family.len()];
        for (node, (mv, prior)) in nodes.iter().zip(&family) {
            node.reset(*mv, *prior);
        }
        let mv = parent.mv_and_children.load(Relaxed) & 0xffff;
        parent.mv_and_children.store(mv | (family.len() as u32) << 16, Relaxed);
        parent.first_child.store(first, Release);
    }

    /// The first index of so many nodes in one chunk.
    fn claim(&self, count: usize) -> Option<u32> {
        if count == 0 {
            return None;
        }
        loop {
            let first = self.next.fetch_add(count as u32, Relaxed);
            let place = first as usize % CHUNK;
            let chunk = first as usize / CHUNK;
            if chunk >= self.chunks.len() || !self.has(chunk) {
                self.next.store((self.chunks.len() * CHUNK) as u32, Relaxed);
                return None;
            }
            if place + count <= CHUNK {
                return Some(first);
            }
        }
    }

    /// Whether the memory is used up: the search goes on without growing.
    pub fn is_full(&self) -> bool {
        self.next.load(Relaxed) as usize / CHUNK >= self.chunks.len()
    }
}

/// Empty nodes.
fn nodes() -> Box<[Node]> {
    (0..CHUNK).map(|_| Node::default()).collect()
}

#[cfg(not(all(loom, test)))]
const _: () = assert!(size_of::<Node>() <= 64);

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::go::BoardSize;

    fn family() -> Vec<(Move, Stats)> {
        let points = BoardSize::STANDARD.points();
        points.map(|point| (Move::Play(point), Stats::halves(10, 7))).collect()
    }

    #[test]
    fn children_come_back_as_they_were_given() {
        let tree = Tree::new(1);
        let root = tree.root();
        tree.expand(root, family);
        assert_eq!(tree.children(root).len(), 361);
        for (node, (mv, prior)) in tree.children(root).iter().zip(family()) {
            assert_eq!((node.mv(), node.prior(), node.own()), (mv, prior, Stats::default()));
        }
        tree.expand(root, || unreachable!("a node is expanded once"));
    }

    #[test]
    fn counts_end_before_they_overflow() {
        let tree = Tree::new(1);
        tree.expand(tree.root(), family);
        let child = &tree.children(tree.root())[7];
        child.visits.store(MOST_VISITS - 1, Relaxed);
        assert!(!tree.is_counted_out());
        child.enter();
        assert!(tree.is_counted_out());
    }

    #[test]
    fn threads_grow_one_tree_and_lose_no_playout() {
        const THREADS: usize = 4;
        let tree = Tree::new(1);
        let moves = || family().into_iter().take(9).collect();
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let tree = &tree;
                scope.spawn(move || {
                    let mut node = tree.root();
                    for step in 0..8 {
                        tree.expand(node, moves);
                        let Some(child) = tree.children(node).get(step * thread % 9) else { break };
                        child.enter();
                        child.amaf_update(true, 1);
                        child.win(WIN);
                        node = child;
                    }
                });
            }
        });
        assert!(tree.visits() as usize <= THREADS);
        let mut waiting = vec![tree.root()];
        while let Some(node) = waiting.pop() {
            let children = tree.children(node);
            assert!(matches!(children.len(), 0 | 9), "a family is whole");
            assert!(
                children.iter().all(|child| child.own()
                    == Stats::halves(child.own().visits, 2 * child.own().visits))
            );
            waiting.extend(children);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes")]
    fn a_full_tree_goes_on_without_growing() {
        let tree = Tree::new(1);
        let root = tree.root();
        tree.expand(root, family);
        let mut leaves = tree.children(root).iter();
        while !tree.is_full() {
            tree.expand(leaves.next().expect("the memory ends first"), family);
        }
        let leaf = leaves.next().expect("there are more leaves");
        tree.expand(leaf, family);
        assert!(tree.children(leaf).is_empty());
    }
}
