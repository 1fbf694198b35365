//! Tests the tree under all thread interleavings with loom:
//! `RUSTFLAGS="--cfg loom" cargo test --target-dir target/loom --lib search::tree`

use loom::model;
use loom::sync::Arc;
use loom::thread::spawn;

use super::node::{Node, PriorWord, Stats, WIN};
use super::table::Tree;
use tianyuan_go::Move;

const PRIOR: PriorWord = PriorWord(10 | 7 << 16);

/// Two move codes that differ from the code of a fresh node.
fn two_children() -> Vec<(Move, PriorWord)> {
    [21, 22].map(|code| (Move::from_code(code), PRIOR)).into()
}

fn assert_children(children: &[Node]) {
    assert_eq!(children.len(), 2);
    for (node, (mv, prior)) in children.iter().zip(two_children()) {
        assert_eq!((node.mv(), node.prior()), (mv, prior));
    }
}

#[test]
fn concurrent_expansion_publishes_children_once() {
    model(|| {
        let tree = Arc::new(Tree::of_chunks(1, 1));
        let expand = |tree: Arc<Tree>| {
            move || {
                tree.expand(tree.root(), two_children);
                let children = tree.children(tree.root());
                if !children.is_empty() {
                    assert_children(children);
                    children[0].enter();
                    children[0].add_wins(WIN);
                }
                children.len() as u32 / 2
            }
        };
        let other = spawn(expand(Arc::clone(&tree)));
        let playouts = expand(Arc::clone(&tree))() + other.join().expect("it ends");
        assert_children(tree.children(tree.root()));
        assert_eq!(tree.len(), 4, "the null node, the root and its children");
        let counted = Stats::from_half_wins(playouts, 2 * playouts);
        assert_eq!(tree.children(tree.root())[0].own(), counted, "no playout is lost");
    });
}

#[test]
fn concurrent_expansions_claim_disjoint_nodes() {
    model(|| {
        let tree = Arc::new(Tree::of_chunks(2, 1));
        tree.expand(tree.root(), two_children);
        let expand = |tree: Arc<Tree>, child: usize| {
            move || tree.expand(&tree.children(tree.root())[child], two_children)
        };
        let other = spawn(expand(Arc::clone(&tree), 0));
        expand(Arc::clone(&tree), 1)();
        other.join().expect("it ends");
        let [first, second] = [0, 1].map(|i| tree.children(&tree.children(tree.root())[i]));
        assert_children(first);
        assert_children(second);
        assert!(!std::ptr::eq(first, second));
    });
}

#[test]
fn full_tree_does_not_expand_leaves() {
    model(|| {
        let tree = Arc::new(Tree::of_chunks(1, 1));
        tree.expand(tree.root(), two_children);
        tree.expand(&tree.children(tree.root())[0], two_children);
        // Room for the children of one more node, and two threads that want it.
        let expand = |tree: Arc<Tree>, grandchild: usize| {
            move || {
                let parent = &tree.children(tree.root())[0];
                tree.expand(&tree.children(parent)[grandchild], two_children);
            }
        };
        let other = spawn(expand(Arc::clone(&tree), 0));
        expand(Arc::clone(&tree), 1)();
        other.join().expect("it ends");
        let parents = tree.children(&tree.children(tree.root())[0]);
        let sizes: Vec<usize> = parents.iter().map(|node| tree.children(node).len()).collect();
        assert!(sizes == [0, 2] || sizes == [2, 0], "{sizes:?}");
        assert!(tree.is_full());
    });
}
