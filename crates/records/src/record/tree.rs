//! Tree of a record: nodes in one array, linked by indices.
//!
//! Nothing here recurses: traversal, drop and comparison are safe for a chain of a million nodes and for a fork with a
//! million branches. This module does not interpret events and annotations.

use std::iter;
use std::num::NonZeroU32;

use super::{Event, Notes};

/// A node of a [`Tree`]: its index plus one, so that `Option` needs no extra space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// Returns the index for per-node arrays, in insertion order.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A node: one event with its annotations.
#[derive(Debug, Clone)]
pub struct Node {
    /// The event.
    pub event: Event,
    /// Boxed because most nodes have no annotations.
    notes: Option<Box<Notes>>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl Node {
    fn new(event: Event, parent: Option<NodeId>) -> Node {
        Node { event, notes: None, parent, first_child: None, last_child: None, next_sibling: None }
    }

    /// Returns the annotations of the event.
    pub fn notes(&self) -> &Notes {
        static NONE: Notes = Notes::NONE;
        self.notes.as_deref().unwrap_or(&NONE)
    }

    /// Returns the annotations of the event for modification.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }
}

/// A step of a depth-first traversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// Enters the node, before its children.
    Enter(NodeId),
    /// Leaves the node, after its children.
    Leave(NodeId),
}

/// A tree of nodes with at least a root. Nodes are added, never removed.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

impl Tree {
    /// Creates a tree with a root without an event.
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::new(Event::Nothing, None)] }
    }

    /// Returns the root. It contains a setup or no event, never a move.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// Returns the number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "the tree has a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node as the last child of another.
    ///
    /// # Panics
    /// Panics if the tree already has about four billion nodes.
    pub fn add(&mut self, parent: NodeId, event: Event) -> NodeId {
        let number = u32::try_from(self.nodes.len() + 1).ok().and_then(NonZeroU32::new);
        let id = NodeId(number.expect("node numbers have 32 bits"));
        self.nodes.push(Node::new(event, Some(parent)));
        let above = &mut self.nodes[parent.index()];
        let before = above.last_child;
        above.last_child = Some(id);
        match before {
            Some(sibling) => self.nodes[sibling.index()].next_sibling = Some(id),
            None => above.first_child = Some(id),
        }
        id
    }

    /// Moves a node to the first position among its siblings; the others keep their order.
    /// The time is linear in the number of preceding siblings.
    pub fn put_first(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let Some(before) =
            self.children(parent).find(|&child| self.next_sibling(child) == Some(id))
        else {
            return;
        };
        let after = self.nodes[id.index()].next_sibling;
        self.nodes[before.index()].next_sibling = after;
        let above = &mut self.nodes[parent.index()];
        if after.is_none() {
            above.last_child = Some(before);
        }
        let first = above.first_child;
        above.first_child = Some(id);
        self.nodes[id.index()].next_sibling = first;
    }

    // --- access -------------------------------------------------------------------------------

    /// Returns a node of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns a node of this tree for modification.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Returns the parent of a node. Returns `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// Returns the first child: the main continuation.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// Returns the next sibling: the next variation.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// Returns the children, main continuation first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<'_> {
        iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Returns `true` if the node has more than one child.
    pub fn has_variations(&self, id: NodeId) -> bool {
        self.node(id).first_child != self.node(id).last_child
    }

    /// Returns a node and its ancestors, up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<'_> {
        iter::successors(Some(id), |&id| self.parent(id))
    }

    /// Returns the nodes from the root to `id`, inclusive.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = self.ancestors(id).collect();
        line.reverse();
        line
    }

    /// Returns a node and its chain of first children: from the root, the main line.
    pub fn main_line(&self, from: NodeId) -> impl Iterator<Item = NodeId> + use<'_> {
        iter::successors(Some(from), |&id| self.first_child(id))
    }

    /// Returns all nodes in insertion order, parents before children. This is faster than any tree order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..=self.nodes.len() as u32).filter_map(|number| NonZeroU32::new(number).map(NodeId))
    }

    /// Returns all nodes in preorder: each node before its children.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + use<'_> {
        iter::successors(Some(self.root()), |&id| {
            let below = self.first_child(id);
            below.or_else(|| self.ancestors(id).find_map(|above| self.next_sibling(above)))
        })
    }

    /// Returns a depth-first traversal that enters each node before its children and leaves it after them.
    pub fn walk(&self) -> impl Iterator<Item = Visit> + use<'_> {
        iter::successors(Some(Visit::Enter(self.root())), |visit| match *visit {
            Visit::Enter(id) => Some(self.first_child(id).map_or(Visit::Leave(id), Visit::Enter)),
            Visit::Leave(id) => match self.next_sibling(id) {
                Some(sibling) => Some(Visit::Enter(sibling)),
                None => self.parent(id).map(Visit::Leave),
            },
        })
    }
}

/// Trees are equal if their shape, events and annotations are equal, regardless of insertion order.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let same = |(a, b): (Visit, Visit)| match (a, b) {
            (Visit::Enter(a), Visit::Enter(b)) => {
                let (a, b) = (self.node(a), other.node(b));
                a.event == b.event && a.notes() == b.notes()
            }
            (Visit::Leave(_), Visit::Leave(_)) => true,
            _ => false,
        };
        self.len() == other.len() && self.walk().zip(other.walk()).all(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a root with children titled 1, 2 and 3, and 4 as a child of 2.
    fn small() -> (Tree, [NodeId; 4]) {
        let mut tree = Tree::new();
        let root = tree.root();
        let [a, b, c] = [1, 2, 3].map(|n| tree.add(root, Event::Takeback(n)));
        let d = tree.add(b, Event::Takeback(4));
        (tree, [a, b, c, d])
    }

    #[test]
    fn traversal_visits_every_node() {
        let (tree, [a, b, c, d]) = small();
        assert!(tree.preorder().eq([tree.root(), a, b, d, c]));
        assert_eq!(tree.walk().count(), 2 * tree.len());
        assert_eq!(tree.line_to(d), [tree.root(), b, d]);
        assert!(tree.main_line(b).eq([b, d]));
        assert!(tree.has_variations(tree.root()) && !tree.has_variations(b));
    }

    #[test]
    fn put_first_moves_child_to_front() {
        for chosen in 0..3 {
            let (mut tree, ids) = small();
            tree.put_first(ids[chosen]);
            let children: Vec<NodeId> = tree.children(tree.root()).collect();
            let mut expected = ids[..3].to_vec();
            expected[..=chosen].rotate_right(1);
            assert_eq!(children, expected);
            let last = tree.add(tree.root(), Event::Nothing);
            assert_eq!(tree.children(tree.root()).last(), Some(last), "the end is known");
        }
    }

    #[test]
    fn equality_ignores_insertion_order() {
        let (tree, _) = small();
        let mut other = Tree::new();
        let root = other.root();
        let b = other.add(root, Event::Takeback(2));
        other.add(b, Event::Takeback(4));
        other.add(root, Event::Takeback(3));
        let a = other.add(root, Event::Takeback(1));
        assert!(tree != other);
        other.put_first(a);
        assert!(tree == other);
        other.node_mut(a).notes_mut().comment = Some("more".into());
        assert!(tree != other);
    }

    #[test]
    fn million_node_chain_and_fork_are_supported() {
        let mut chain = Tree::new();
        let mut fork = Tree::new();
        let mut last = chain.root();
        for _ in 0..1_000_000 {
            last = chain.add(last, Event::Nothing);
            fork.add(fork.root(), Event::Nothing);
        }
        assert_eq!(chain.walk().count(), 2_000_002);
        assert_eq!(fork.preorder().count(), 1_000_001);
        assert_eq!(chain.line_to(last).len(), 1_000_001);
        assert!(chain == chain.clone() && chain != fork);
    }

    #[test]
    fn node_size_is_limited() {
        assert!(size_of::<Node>() <= 48, "{}", size_of::<Node>());
    }
}
