//! Stores the trees of earlier searches for reuse.
//!
//! The last tree is kept completely, so that the game continues with its statistics. Trees of analyses are also kept
//! in a smaller form, for stepping back and forth in a game.

use std::collections::VecDeque;
use std::sync::Arc;

use tianyuan_go::{Color, Move};

use super::move_filter::MoveFilter;
use super::root::SearchRoot;

/// The maximum change of dynamic komi in half points for which a tree is reused.
const DYNAMIC_KOMI_TOLERANCE: u32 = 6;

/// Divisor of the memory available to all kept trees together.
const ASIDE_PART: usize = 8;

/// The maximum memory of a kept tree in MiB.
pub(super) const ASIDE_MEBIBYTES: usize = 4;

/// A tree whose nodes can become the root of another search.
pub(super) trait Reusable {
    /// A node.
    type Place<'a>
    where
        Self: 'a;

    /// Returns the node after a sequence of moves from the root, or `None` if it is not in the tree.
    fn descendant(&self, moves: &[(Color, Move)]) -> Option<Self::Place<'_>>;

    /// Returns the moves below a node.
    fn moves_below(&self, place: &Self::Place<'_>) -> Vec<Move>;

    /// Returns the visits of the moves below a node.
    fn visits_below(&self, place: &Self::Place<'_>) -> u64;

    /// Returns a copy of the most visited part with at most [`ASIDE_MEBIBYTES`].
    fn most_visited_part(&self) -> Self;
}

/// A tree with its search.
#[derive(Debug)]
struct StoredTree<T> {
    tree: Arc<T>,
    root: SearchRoot,
}

impl<T: Reusable> StoredTree<T> {
    /// Returns the node of another search's position, or `None` if the tree does not contain it or its statistics are
    /// not valid there.
    fn node_of(&self, wanted: &SearchRoot) -> Option<T::Place<'_>> {
        let SearchRoot { game, color, dynamic_komi, restriction, options, human, .. } = wanted;
        let moves = game.moves_since(&self.root.game)?;
        // Move restrictions count from the root, so they apply to other nodes after a move.
        let same_moves = *restriction == self.root.restriction
            && (moves.is_empty() || *restriction == MoveFilter::default());
        let same_options = options.fit(&self.root.options, moves.len())
            && match (human, &self.root.human) {
                (Some(wanted), Some(before)) => wanted.guide.fits(&before.guide, moves.len()),
                (Some(one), None) | (None, Some(one)) => !one.guide.params.explores(),
                (None, None) => true,
            };
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
        // Moves that were legal with the history of the tree may be illegal with this one.
        let is_legal = |mv: Move| mv.point().is_none_or(|p| game.is_legal(*color, p).is_ok());
        self.tree.moves_below(&node).into_iter().all(is_legal).then_some(node)
    }
}

/// All stored trees.
#[derive(Debug)]
pub(super) struct TreeCache<T> {
    /// The total memory in MiB.
    memory: usize,
    last: Option<StoredTree<T>>,
    /// The latest tree is last.
    aside: VecDeque<StoredTree<T>>,
}

impl<T: Reusable> TreeCache<T> {
    /// Creates a store for trees of a total size in MiB, including the current search.
    pub(super) fn new(memory: usize) -> TreeCache<T> {
        TreeCache { memory, last: None, aside: VecDeque::new() }
    }

    /// Removes all trees.
    pub(super) fn clear(&mut self) {
        self.last = None;
        self.aside.clear();
    }

    /// Stores the tree of a finished search.
    pub(super) fn keep(&mut self, tree: Arc<T>, root: SearchRoot) {
        self.last = Some(StoredTree { tree, root });
    }

    /// Returns the tree for a search. If a stored tree contains the position, this is a copy, made by `reuse`, of the
    /// stored subtree with the most visits. Otherwise it is a new tree of a size in MiB, made by `new`.
    ///
    /// Both trees exist during the copy, so each has half of the memory.
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
            self.store_for_return(last, root);
        }
        tree.unwrap_or_else(|| new((self.memory - self.memory / ASIDE_PART) / 2))
    }

    /// Keeps the most visited part of a tree, unless its position is the one searched next.
    fn store_for_return(&mut self, stored: StoredTree<T>, next: &SearchRoot) {
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
