//! Resolution of takebacks (撤回): the moves in effect at each node, computed in one pass over the tree.
//!
//! The nodes that change the position (root, setups and moves) form a tree of their own. In it, a move after a takeback
//! is a child of the last move still in effect. This module does not track stones.

use std::iter;

use super::{Event, NodeId, Tree};

/// Maps every node of a tree to its position node: the node that produced the position after it.
#[derive(Debug, Clone)]
pub struct MoveHistory {
    /// The position node of each node.
    maker: Vec<NodeId>,
    /// The predecessor of each position node.
    before: Vec<NodeId>,
    /// A jump pointer of each position node to a distant ancestor, for lookup in logarithmic time.
    jump: Vec<NodeId>,
    /// The number of moves from the root to each position node.
    moves: Vec<u32>,
    /// The takebacks that exceed the number of moves, with that number.
    beyond: Vec<(NodeId, u32)>,
}

impl MoveHistory {
    /// Resolves the takebacks of a tree. A takeback of too many moves returns to the position before the first move.
    pub fn of(tree: &Tree) -> MoveHistory {
        let root = tree.root();
        let mut standing = MoveHistory {
            maker: vec![root; tree.len()],
            before: vec![root; tree.len()],
            jump: vec![root; tree.len()],
            moves: vec![0; tree.len()],
            beyond: Vec::new(),
        };
        for id in tree.ids().skip(1) {
            let above = tree.parent(id).map_or(root, |parent| standing.position_node(parent));
            let maker = match tree.node(id).event {
                Event::Move { .. } => standing.make(id, above, 1),
                Event::Setup(_) => standing.make(id, above, 0),
                Event::Takeback(moves) => standing.take_back(id, above, moves),
                _ => above,
            };
            standing.maker[id.index()] = maker;
        }
        standing
    }

    /// Returns the node that produced the position after `id`: a move, a setup or the root.
    pub fn position_node(&self, id: NodeId) -> NodeId {
        self.maker[id.index()]
    }

    /// Returns the predecessor of a position node; the root is its own predecessor.
    pub fn before(&self, maker: NodeId) -> NodeId {
        self.before[maker.index()]
    }

    /// Returns the position nodes from the root to that of `id`, inclusive.
    pub fn line_to(&self, id: NodeId) -> Vec<NodeId> {
        let above = |&maker: &NodeId| Some(self.before(maker)).filter(|before| *before != maker);
        let mut line: Vec<NodeId> = iter::successors(Some(self.position_node(id)), above).collect();
        line.reverse();
        line
    }

    /// Returns the number of moves in effect at a node.
    pub fn moves(&self, id: NodeId) -> u32 {
        self.moves[self.position_node(id).index()]
    }

    /// Returns the takebacks that exceed the number of moves, with that number.
    pub fn beyond(&self) -> &[(NodeId, u32)] {
        &self.beyond
    }

    /// Adds a position node below another. Its jump spans the two preceding jumps if these have equal length, otherwise
    /// one step: the skew-binary numbers of Myers's random-access lists.
    fn make(&mut self, id: NodeId, above: NodeId, moves: u32) -> NodeId {
        let far = self.jump[above.index()];
        let farther = self.jump[far.index()];
        let depth = |id: NodeId| self.moves[id.index()];
        let even = depth(above) - depth(far) == depth(far) - depth(farther);
        self.before[id.index()] = above;
        self.jump[id.index()] = if even { farther } else { above };
        self.moves[id.index()] = self.moves[above.index()] + moves;
        id
    }

    fn take_back(&mut self, id: NodeId, from: NodeId, moves: u32) -> NodeId {
        let there = self.moves[from.index()];
        if moves > there {
            self.beyond.push((id, there));
        }
        let left = there.saturating_sub(moves);
        let mut at = from;
        while self.moves[at.index()] > left {
            let far = self.jump[at.index()];
            let near = self.before(at);
            at = if self.moves[far.index()] > left { far } else { near };
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_go::Color;

    const PASS: Event = Event::Move { color: Color::Black, point: None };

    #[test]
    fn takebacks_follow_moves_in_effect() {
        let mut tree = Tree::new();
        let mut at = tree.root();
        let mut add = |tree: &mut Tree, event| {
            at = tree.add(at, event);
            at
        };
        let setup = add(&mut tree, Event::Setup(Box::default()));
        let first = add(&mut tree, PASS);
        let second = add(&mut tree, PASS);
        let back = add(&mut tree, Event::Takeback(1));
        let third = add(&mut tree, PASS);
        let all = add(&mut tree, Event::Takeback(2));
        let too_many = add(&mut tree, Event::Takeback(3));
        let standing = MoveHistory::of(&tree);
        assert_eq!(standing.position_node(back), first);
        assert_eq!(standing.before(third), first);
        assert_eq!(standing.before(second), first);
        assert_eq!(standing.position_node(all), setup, "stones that were set up stay");
        assert_eq!(standing.position_node(too_many), setup);
        assert_eq!(standing.beyond(), [(too_many, 0)]);
        assert_eq!([second, back, third, all].map(|id| standing.moves(id)), [2, 1, 2, 0]);
    }

    #[test]
    fn many_takeback_branches_are_fast() {
        const MANY: u32 = 300_000;
        let mut tree = Tree::new();
        let mut end = tree.root();
        for _ in 0..MANY {
            end = tree.add(end, PASS);
        }
        for taken in 0..MANY {
            tree.add(end, Event::Takeback(taken));
        }
        let standing = MoveHistory::of(&tree);
        for (id, left) in tree.children(end).zip((0..=MANY).rev()) {
            assert_eq!(standing.moves(id), left);
        }
    }
}
