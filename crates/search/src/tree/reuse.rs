//! Tree reuse: copies a part of a tree into a new one. The part is either the subtree of the moves played since the
//! last search, or the most visited nodes when the memory is used up.

use std::collections::VecDeque;

use tianyuan_go::{Color, Move};

use super::node::Node;
use super::table::{Extent, Tree};
use crate::method::{Continue, PruneError};
use crate::tree_store::Reusable;

/// The number of nodes between two calls of `go_on`: a few tenths of a millisecond.
const NODES_BETWEEN: usize = 1 << 12;

/// The maximum number of nodes of a stored tree: a chunk less than its memory, or two chunks less with unused space
/// at the ends of chunks.
const ASIDE_NODES: usize = 1 << 16;

impl Reusable for Tree {
    type Place<'a> = &'a Node;

    fn descendant(&self, moves: &[(Color, Move)]) -> Option<&Node> {
        descendant(self, moves)
    }

    fn moves_below(&self, node: &&Node) -> Vec<Move> {
        self.children(node).iter().map(Node::mv).collect()
    }

    fn visits_below(&self, node: &&Node) -> u64 {
        self.children(node).iter().map(|child| u64::from(child.own().visits)).sum()
    }

    fn most_visited_part(&self) -> Tree {
        most_visited_part(self, ASIDE_NODES)
    }
}

/// Returns the node after a sequence of moves from the root, or `None` if the tree does not contain it.
fn descendant<'a>(tree: &'a Tree, moves: &[(Color, Move)]) -> Option<&'a Node> {
    moves.iter().try_fold(tree.root(), |node, &(_, mv)| {
        tree.children(node).iter().find(|child| child.mv() == mv)
    })
}

impl Tree {
    /// Returns a quick copy of the subtree of a node: a large subtree loses its least visited nodes. Nodes are
    /// expanded at `expand` visits.
    pub(crate) fn copied_from(&self, node: &Node, expand: u32) -> Tree {
        copy_subtree(self, node, least_visits_for_speed(self, node, expand))
    }
}

/// Copies the subtree of `root` into a new tree of the same capacity, without the children of nodes with fewer than
/// `least` visits.
fn copy_subtree(tree: &Tree, root: &Node, least: u32) -> Tree {
    copy_subtree_while(tree, root, least, &mut || true).expect("the search is not interrupted")
}

/// Like [`copy_subtree`], but returns `None` if interrupted.
fn copy_subtree_while(tree: &Tree, root: &Node, least: u32, go_on: Continue<'_>) -> Option<Tree> {
    let new = tree.sibling();
    let mut asked_at = 0;
    // Breadth first, so that siblings of the same depth are close together in the new tree.
    let mut waiting = VecDeque::from([(root, new.root())]);
    while let Some((from, to)) = waiting.pop_front() {
        if new.len() - asked_at > NODES_BETWEEN {
            asked_at = new.len();
            go_on().then_some(())?;
        }
        let children = tree.children(from);
        let is_root = std::ptr::eq(from, root);
        if children.is_empty() || from.own().visits < least && !is_root {
            continue;
        }
        new.expand(to, || children.iter().map(|child| (child.mv(), child.prior())).collect());
        for (child, copy) in children.iter().zip(new.children(to)) {
            copy.copy_statistics(child);
            waiting.push_back((child, copy));
        }
        for (score, copy) in tree.scores(from).iter().zip(new.scores(to)) {
            copy.copy_from(score);
        }
        if let (Some(owners), Some(copy)) = (tree.ownership(from), new.ownership(to)) {
            copy.copy_from(owners);
        }
    }
    Some(new)
}

/// The number of nodes that can be copied in a few milliseconds.
const QUICK: usize = 1 << 19;

/// Returns the minimum visits for children to be copied, so that copying a large subtree is quick: a move may be due
/// soon.
///
/// Nodes are expanded at `expand` visits, and about 1/k of them have k times as many visits. Returns 0 for a small
/// subtree.
fn least_visits_for_speed(tree: &Tree, root: &Node, expand: u32) -> u32 {
    let visits = tree.children(root).iter().map(|child| child.own().visits).sum::<u32>();
    let part = f64::from(visits) / f64::from(tree.visits().max(1));
    let times = tree.len() as f64 * part.min(1.0) / QUICK as f64;
    if times <= 1.0 { 0 } else { (f64::from(expand) * times) as u32 }
}

/// Prunes a full tree: returns a copy without the children of rarely visited nodes that uses at most half of the
/// capacity.
///
/// # Errors
/// Returns [`PruneError::NothingToPrune`] if half of the capacity cannot be freed, and [`PruneError::Interrupted`] if
/// `go_on` returns `false`.
pub(super) fn pruned(tree: &Tree, go_on: Continue<'_>) -> Result<Tree, PruneError> {
    let all = tree.visits();
    for least in (1..32).map(|power| 1 << power).take_while(|&least| least < all) {
        let stay = extent(tree, least, go_on).ok_or(PruneError::Interrupted)?;
        let most = tree.capacity();
        if stay.nodes <= most.nodes / 2 && stay.maps <= most.maps / 2 {
            let copy = copy_subtree_while(tree, tree.root(), least, go_on);
            return copy.ok_or(PruneError::Interrupted);
        }
    }
    Err(PruneError::NothingToPrune)
}

/// Copies the most visited part, at most `most` nodes unless the root alone has more children.
fn most_visited_part(tree: &Tree, most: usize) -> Tree {
    let lowered = |least: &u32| (*least > 1).then(|| (u64::from(*least) * 3 / 4) as u32);
    // In descending order, so that only the nodes to keep are visited in a large tree.
    let fits = std::iter::successors(Some(tree.visits().max(1)), lowered).take_while(|&least| {
        extent(tree, least, &mut || true).is_some_and(|extent| extent.nodes <= most)
    });
    copy_subtree(tree, tree.root(), fits.last().unwrap_or(u32::MAX))
}

/// Returns the size of a tree without the children of nodes with fewer than `least` visits, or `None` if interrupted.
fn extent(tree: &Tree, least: u32, go_on: Continue<'_>) -> Option<Extent> {
    let (mut extent, mut asked_at) = (Extent { nodes: 1, maps: 0 }, 0);
    let mut waiting = vec![tree.root()];
    while let Some(node) = waiting.pop() {
        let children = tree.children(node);
        extent.nodes += children.len();
        extent.maps += usize::from(!children.is_empty());
        waiting.extend(children.iter().filter(|child| child.own().visits >= least));
        if extent.nodes - asked_at > NODES_BETWEEN {
            asked_at = extent.nodes;
            go_on().then_some(())?;
        }
    }
    Some(extent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::node::{PriorWord, Stats, WIN};
    use tianyuan_go::BoardSize;

    fn some_children() -> Vec<(Move, PriorWord)> {
        let points = BoardSize::STANDARD.points();
        points.map(|point| (Move::Play(point), PriorWord(10 | 9 << 16))).collect()
    }

    fn visit(node: &Node, times: u32) {
        for _ in 0..times {
            node.enter();
            node.add_wins(WIN / 2);
        }
    }

    #[test]
    fn small_subtree_is_copied_completely() {
        let tree = Tree::new(1, 361);
        tree.expand(tree.root(), some_children);
        let child = &tree.children(tree.root())[7];
        visit(child, 9);
        tree.expand(child, some_children);
        visit(&tree.children(child)[3], 4);
        let moves = [(Color::Black, child.mv())];
        let found = descendant(&tree, &moves).expect("the tree has the move");
        let new = copy_subtree(&tree, found, 0);
        assert_eq!(new.visits(), 4);
        let children = new.children(new.root());
        assert_eq!(children[3].own(), Stats::from_half_wins(4, 4));
        assert_eq!(children[3].mv(), tree.children(child)[3].mv());
        assert_eq!(children[3].prior(), PriorWord(10 | 9 << 16));
        assert!(descendant(&tree, &[moves[0], (Color::White, Move::Pass)]).is_none());
    }

    #[test]
    fn large_tree_copy_omits_rarely_visited_nodes() {
        let tree = Tree::new(64, 361);
        let grow = |parent: &Node, visits| {
            tree.expand(parent, some_children);
            tree.children(parent).iter().for_each(|child| visit(child, visits));
        };
        grow(tree.root(), 40);
        assert_eq!(least_visits_for_speed(&tree, tree.root(), 8), 0);
        let children = tree.children(tree.root());
        for child in children {
            grow(child, 1);
        }
        for grandchild in children.iter().flat_map(|child| tree.children(child)).take(4000) {
            grow(grandchild, 0);
        }
        let least = least_visits_for_speed(&tree, tree.root(), 8);
        assert!((16..40).contains(&least), "{least}");
        let extent = extent(&tree, least, &mut || true).expect("it goes on");
        assert!(extent.nodes < QUICK);
    }

    #[test]
    fn most_visited_part_respects_node_limit() {
        let tree = Tree::new(6, 361);
        tree.expand(tree.root(), some_children);
        for (i, child) in tree.children(tree.root()).iter().enumerate() {
            visit(child, i as u32);
            tree.expand(child, some_children);
        }
        let nodes_of = |most| most_visited_part(&tree, most).len();
        assert!(nodes_of(usize::MAX) > tree.len() - 1000, "but for the children of the unvisited");
        assert!((20_000..50_000).contains(&nodes_of(50_000)), "{}", nodes_of(50_000));
        assert_eq!(nodes_of(1), 2 + 361);
    }

    #[test]
    fn pruned_tree_keeps_most_visited_nodes() {
        let tree = Tree::new(1, 361);
        tree.expand(tree.root(), some_children);
        for (i, child) in tree.children(tree.root()).iter().enumerate() {
            visit(child, i as u32);
            tree.expand(child, some_children);
        }
        assert!(tree.is_full());
        for looks in [0, 3] {
            let mut times = 0;
            let copy = pruned(&tree, &mut || {
                times += 1;
                times <= looks
            });
            assert_eq!((copy.err(), times), (Some(PruneError::Interrupted), looks + 1));
        }
        let copy = pruned(&tree, &mut || true).expect("most can be pruned");
        assert!(!copy.is_full());
        assert_eq!(copy.visits(), tree.visits());
        let grown = |node: &&Node| !copy.children(node).is_empty();
        let kept: Vec<u32> =
            copy.children(copy.root()).iter().filter(grown).map(|node| node.own().visits).collect();
        assert!(!kept.is_empty() && kept.iter().all(|&visits| visits >= 32), "{kept:?}");
    }
}
