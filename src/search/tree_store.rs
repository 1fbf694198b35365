//! The trees of earlier searches, and what they know of the position that is searched next.
//!
//! The last tree is kept whole, so that a game goes on with what was found. Trees of analyses are
//! also set aside, smaller, so that going back and forth in a game finds them again.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::go::{Color, Move};

use super::node::Node;
use super::restriction::Restriction;
use super::root::SearchRoot;
use super::tree::Tree;
use super::tree_reuse::{copy_subtree, descendant, least_visits_for_speed, most_visited_part};

/// Half points by which the bonus may change while a tree is still reused.
const BONUS_TOLERANCE: u32 = 6;

/// The part of the memory that all trees set aside may take together: one in so many.
const ASIDE_PART: usize = 8;

/// The most nodes of one tree that is set aside.
const ASIDE_NODES: usize = 1 << 16;

/// The most memory that a tree set aside takes, in MiB: a chunk more than its nodes, or two where
/// siblings leave room at the ends of chunks.
const ASIDE_MEBIBYTES: usize = 4;

/// A tree and what was searched with it.
#[derive(Debug)]
struct StoredTree {
    tree: Arc<Tree>,
    root: SearchRoot,
}

impl StoredTree {
    /// The node of another search's position; `None` where the tree does not reach it, or where its
    /// results do not hold there.
    fn node_of(&self, wanted: &SearchRoot) -> Option<&Node> {
        let SearchRoot { game, color, bonus, restriction, .. } = wanted;
        let moves = game.moves_since(&self.root.game)?;
        // Restrictions count moves from the root, so they mean other nodes after a move.
        let same_moves = *restriction == self.root.restriction
            && (moves.is_empty() || *restriction == Restriction::default());
        if bonus.abs_diff(self.root.bonus) > BONUS_TOLERANCE || !same_moves {
            return None;
        }
        let in_turn = |turn: Color, &(color, _): &(Color, Move)| (color == turn).then_some(!turn);
        if moves.iter().try_fold(self.root.color, in_turn) != Some(*color) {
            return None;
        }
        let node = descendant(&self.tree, &moves)?;
        // What was legal by the history that the tree grew from may not be by this one.
        let is_legal = |mv: Move| mv.point().is_none_or(|p| game.is_legal(*color, p).is_ok());
        self.tree.children(node).iter().all(|child| is_legal(child.mv())).then_some(node)
    }

    fn visits_below(&self, node: &Node) -> u64 {
        self.tree.children(node).iter().map(|child| u64::from(child.own().visits)).sum()
    }
}

/// All trees that are kept between searches.
#[derive(Debug)]
pub(super) struct TreeStore {
    /// MiB for everything.
    memory: usize,
    last: Option<StoredTree>,
    /// The latest at the end.
    aside: VecDeque<StoredTree>,
}

impl TreeStore {
    /// A store for trees of so many MiB in all, the one of the present search among them.
    pub(super) fn new(memory: usize) -> TreeStore {
        TreeStore { memory, last: None, aside: VecDeque::new() }
    }

    /// Drops all trees.
    pub(super) fn clear(&mut self) {
        self.last = None;
        self.aside.clear();
    }

    /// Keeps the tree of a search that has ended.
    pub(super) fn keep(&mut self, tree: Arc<Tree>, root: SearchRoot) {
        self.last = Some(StoredTree { tree, root });
    }

    /// The tree that a search begins with: a copy of the stored subtree with the most visits of its
    /// position, else a new tree. Leaves have children from `expand` visits on.
    ///
    /// While it is copied there are two trees, so each gets half of the memory.
    pub(super) fn tree_for(&mut self, root: &SearchRoot, expand: u32) -> Tree {
        let last = self.last.take();
        let known = last.iter().chain(&self.aside);
        let matching = known.filter_map(|stored| Some((stored, stored.node_of(root)?)));
        let best = matching.max_by_key(|(stored, node)| stored.visits_below(node));
        let tree = best.map(|(StoredTree { tree, .. }, node)| {
            copy_subtree(tree, node, least_visits_for_speed(tree, node, expand))
        });
        if let Some(last) = last.filter(|last| last.root.is_set_aside) {
            self.set_aside(last, root);
        }
        let points = root.game.size().area();
        tree.unwrap_or_else(|| Tree::new((self.memory - self.memory / ASIDE_PART) / 2, points))
    }

    /// Sets aside the most visited part of a tree, unless its position is the one searched next.
    fn set_aside(&mut self, stored: StoredTree, next: &SearchRoot) {
        let position = |root: &SearchRoot| (root.game.key(), root.game.turns().len(), root.color);
        let most = self.memory / ASIDE_PART / ASIDE_MEBIBYTES;
        if position(&stored.root) == position(next) || most == 0 {
            return;
        }
        self.aside.retain(|other| position(&other.root) != position(&stored.root));
        while self.aside.len() >= most {
            self.aside.pop_front();
        }
        let tree = Arc::new(most_visited_part(&stored.tree, ASIDE_NODES));
        self.aside.push_back(StoredTree { tree, ..stored });
    }
}
