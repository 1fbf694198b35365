//! The trees of earlier searches, and what they know of the position that is searched next.
//!
//! The last tree is kept whole, so that a game goes on with what was found. Trees of analyses are
//! also set aside, smaller, so that going back and forth in a game finds them again.

use std::collections::VecDeque;
use std::sync::Arc;

use tianyuan_go::{Color, Move};

use super::move_filter::MoveFilter;
use super::root::SearchRoot;

/// Half points by which dynamic komi may change while a tree is still reused.
const DYNAMIC_KOMI_TOLERANCE: u32 = 6;

/// The part of the memory that all trees set aside may take together: one in so many.
const ASIDE_PART: usize = 8;

/// The most memory that a tree set aside takes, in MiB.
pub(super) const ASIDE_MEBIBYTES: usize = 4;

/// What a search has grown, with nodes that another search can begin at.
pub(super) trait Reusable {
    /// A node.
    type Place<'a>
    where
        Self: 'a;

    /// The node that a series of moves leads to from the root; `None` where the tree ends before it.
    fn descendant(&self, moves: &[(Color, Move)]) -> Option<Self::Place<'_>>;

    /// The moves below a node.
    fn moves_below(&self, place: &Self::Place<'_>) -> Vec<Move>;

    /// The visits of the moves below a node.
    fn visits_below(&self, place: &Self::Place<'_>) -> u64;

    /// The most visited part, which takes at most [`ASIDE_MEBIBYTES`].
    fn most_visited_part(&self) -> Self;
}

/// A tree and what was searched with it.
#[derive(Debug)]
struct StoredTree<T> {
    tree: Arc<T>,
    root: SearchRoot,
}

impl<T: Reusable> StoredTree<T> {
    /// The node of another search's position; `None` where the tree does not reach it, or where its
    /// results do not hold there.
    fn node_of(&self, wanted: &SearchRoot) -> Option<T::Place<'_>> {
        let SearchRoot { game, color, dynamic_komi, restriction, options, .. } = wanted;
        let moves = game.moves_since(&self.root.game)?;
        // Restrictions count moves from the root, so they mean other nodes after a move.
        let same_moves = *restriction == self.root.restriction
            && (moves.is_empty() || *restriction == MoveFilter::default());
        let same_options = options.fit(&self.root.options, moves.len());
        if dynamic_komi.abs_diff(self.root.dynamic_komi) > DYNAMIC_KOMI_TOLERANCE
            || !same_moves
            || !same_options
        {
            return None;
        }
        let in_turn = |turn: Color, &(color, _): &(Color, Move)| (color == turn).then_some(!turn);
        if moves.iter().try_fold(self.root.color, in_turn) != Some(*color) {
            return None;
        }
        let node = self.tree.descendant(&moves)?;
        // What was legal by the history that the tree grew from may not be by this one.
        let is_legal = |mv: Move| mv.point().is_none_or(|p| game.is_legal(*color, p).is_ok());
        self.tree.moves_below(&node).into_iter().all(is_legal).then_some(node)
    }
}

/// All trees that are kept between searches.
#[derive(Debug)]
pub(super) struct TreeCache<T> {
    /// MiB for everything.
    memory: usize,
    last: Option<StoredTree<T>>,
    /// The latest at the end.
    aside: VecDeque<StoredTree<T>>,
}

impl<T: Reusable> TreeCache<T> {
    /// A store for trees of so many MiB in all, the one of the present search among them.
    pub(super) fn new(memory: usize) -> TreeCache<T> {
        TreeCache { memory, last: None, aside: VecDeque::new() }
    }

    /// Drops all trees.
    pub(super) fn clear(&mut self) {
        self.last = None;
        self.aside.clear();
    }

    /// Keeps the tree of a search that has ended.
    pub(super) fn keep(&mut self, tree: Arc<T>, root: SearchRoot) {
        self.last = Some(StoredTree { tree, root });
    }

    /// The tree that a search begins with: by `reuse` a copy of the stored subtree with the most visits
    /// of its position, else a new one by `new`, of so many MiB.
    ///
    /// While it is copied there are two trees, so each gets half of the memory.
    pub(super) fn tree_for(
        &mut self,
        root: &SearchRoot,
        reuse: impl FnOnce(&T, T::Place<'_>) -> T,
        new: impl FnOnce(usize) -> T,
    ) -> T {
        let last = self.last.take();
        let known = last.iter().chain(&self.aside);
        let matching = known.filter_map(|stored| Some((stored, stored.node_of(root)?)));
        let best = matching.max_by_key(|(stored, node)| stored.tree.visits_below(node));
        let tree = best.map(|(stored, node)| reuse(&stored.tree, node));
        if let Some(last) = last.filter(|last| last.root.is_set_aside) {
            self.set_aside(last, root);
        }
        tree.unwrap_or_else(|| new((self.memory - self.memory / ASIDE_PART) / 2))
    }

    /// Sets aside the most visited part of a tree, unless its position is the one searched next.
    fn set_aside(&mut self, stored: StoredTree<T>, next: &SearchRoot) {
        let position = |root: &SearchRoot| (root.game.key(), root.game.turns().len(), root.color);
        let most = self.memory / ASIDE_PART / ASIDE_MEBIBYTES;
        if position(&stored.root) == position(next) || most == 0 {
            return;
        }
        self.aside.retain(|other| position(&other.root) != position(&stored.root));
        while self.aside.len() >= most {
            self.aside.pop_front();
        }
        let tree = Arc::new(stored.tree.most_visited_part());
        self.aside.push_back(StoredTree { tree, ..stored });
    }
}
