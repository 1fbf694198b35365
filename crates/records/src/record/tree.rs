//! The tree of a record: nodes in one array, linked by their indices.
//!
//! It does not look into events and notes. Nothing here recurses: walks, drop and comparison are safe for
//! a chain of a million nodes as for a fork of a million branches.

use std::iter;
use std::num::NonZeroU32;

use super::{Event, Notes};

/// A node of a [`Tree`]: its index plus one, so that `None` takes no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// The index into arrays by node, in the order in which nodes were added.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A node: one event with its notes.
#[derive(Debug, Clone)]
pub struct Node {
    /// The event.
    pub event: Event,
    /// Boxed, since most nodes of most records have none.
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

    /// The notes on the event.
    pub fn notes(&self) -> &Notes {
        static NONE: Notes = Notes::NONE;
        self.notes.as_deref().unwrap_or(&NONE)
    }

    /// The notes on the event, to be changed.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }
}

/// A step of a walk: whether it enters or leaves a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visit {
    /// The walk enters the node, before its children.
    Enter(NodeId),
    /// The walk leaves the node, after its children.
    Leave(NodeId),
}

/// A tree of nodes that has at least its root. Nodes are added, never removed.
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
    /// A root at which nothing happens.
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::new(Event::Nothing, None)] }
    }

    /// The node at which the record starts: it holds a setup or nothing, never a move.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The number of nodes.
    #[expect(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node as the last child of another.
    ///
    /// # Panics
    /// Where there are four billion nodes already.
    pub fn add(&mut self, parent: NodeId, event: Event) -> NodeId {
        let number = u32::try_from(self.nodes.len() + 1).ok().and_then(NonZeroU32::new);
        let id = NodeId(number.expect("numbers of nodes have 32 bits"));
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

    /// Makes a node the first child of its parent, the others after it in their order. Takes as long
    /// as there are siblings before it.
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

    // --- looking ------------------------------------------------------------------------------

    /// A node of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node of this tree, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The parent of a node; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The first child: the main continuation.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The next sibling: the next variation beside a node.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// The continuations, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<'_> {
        iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Whether there is more than one continuation.
    pub fn has_variations(&self, id: NodeId) -> bool {
        self.node(id).first_child != self.node(id).last_child
    }

    /// A node and those above it, up to the root.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<'_> {
        iter::successors(Some(id), |&id| self.parent(id))
    }

    /// The nodes from the root down to one, both included.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = self.ancestors(id).collect();
        line.reverse();
        line
    }

    /// A node and its first descendants: from the root, the main line.
    pub fn main_line(&self, from: NodeId) -> impl Iterator<Item = NodeId> + use<'_> {
        iter::successors(Some(from), |&id| self.first_child(id))
    }

    /// All nodes in the order in which they were added, each after its parent: faster than any order
    /// of the tree.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..=self.nodes.len() as u32).filter_map(|number| NonZeroU32::new(number).map(NodeId))
    }

    /// All nodes as a reader of the file meets them: each before its children.
    pub fn preorder(&self) -> impl Iterator<Item = NodeId> + use<'_> {
        iter::successors(Some(self.root()), |&id| {
            let below = self.first_child(id);
            below.or_else(|| self.ancestors(id).find_map(|above| self.next_sibling(above)))
        })
    }

    /// All nodes, each entered before its children and left after them.
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

/// Trees are equal if shape, events and notes are; the order in which nodes were added does not count.
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

    /// A root with children titled 1, 2 and 3, and 4 below 2.
    fn small() -> (Tree, [NodeId; 4]) {
        let mut tree = Tree::new();
        let root = tree.root();
        let [a, b, c] = [1, 2, 3].map(|n| tree.add(root, Event::Takeback(n)));
        let d = tree.add(b, Event::Takeback(4));
        (tree, [a, b, c, d])
    }

    #[test]
    fn walks_enter_and_leave_every_node() {
        let (tree, [a, b, c, d]) = small();
        assert!(tree.preorder().eq([tree.root(), a, b, d, c]));
        assert_eq!(tree.walk().count(), 2 * tree.len());
        assert_eq!(tree.line_to(d), [tree.root(), b, d]);
        assert!(tree.main_line(b).eq([b, d]));
        assert!(tree.has_variations(tree.root()) && !tree.has_variations(b));
    }

    #[test]
    fn a_child_can_be_put_first() {
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
    fn equality_looks_at_the_shape_not_at_the_order_of_building() {
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
    fn a_million_nodes_in_a_chain_or_a_fork_are_no_matter() {
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
    fn nodes_stay_small() {
        assert!(size_of::<Node>() <= 48, "{}", size_of::<Node>());
    }
}
