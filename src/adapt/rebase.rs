//! A record split where stones are set up in the middle of a game: each such node begins a record of
//! its own, with the position there.
//!
//! Of the formats, only SGF sets up stones in the middle of a game.

use crate::record::finding::{Findings, Place, rules};
use crate::record::replay::position_at;
use crate::record::{Event, Node, NodeId, Path, Record, Setup, Tree};

rules! {
    REBASED = Approximated("", "此处的摆子另成一谱", "stones are set up here: a record of its own begins");
    EARLIER_LEFT_OUT = Dropped("", "不能在着手之后摆子:主线最后一次摆子之前的着手及其变化已略去", "stones cannot be set up after moves: what precedes the last setup of the main line is left out, with its variations");
}

/// What is known of a node from those above it.
#[derive(Clone, Copy)]
struct Above {
    /// Stones were set up, or moves made.
    is_begun: bool,
    /// Moves were made.
    is_played: bool,
    /// The record that it goes to, and its parent there.
    piece: usize,
    parent: NodeId,
}

impl Record {
    /// Splits the record at its later setups: first what precedes them, then a record for each.
    ///
    /// Moves on stones are setups here.
    pub fn rebased(&self, findings: &mut Findings) -> Vec<Record> {
        self.without_replacing_moves(findings).split_at_setups(findings).0
    }

    /// The record from its last setup on the main line on, where stones are set up there in the middle
    /// of the game; itself where none are.
    pub fn since_last_setup(self, findings: &mut Findings) -> Record {
        let mut split = Findings::default();
        let (mut pieces, at) =
            self.without_replacing_moves(&mut split).split_at_setups(&mut Findings::default());
        if at == 0 {
            return self;
        }
        findings.append(split);
        findings.add(&EARLIER_LEFT_OUT, Place::default(), []);
        pieces.swap_remove(at)
    }

    /// The pieces, and which of them the main line ends in.
    fn split_at_setups(&self, findings: &mut Findings) -> (Vec<Record>, usize) {
        let tree = &self.tree;
        let mut pieces = vec![self.with_root(tree.node(tree.root()))];
        let root = Above {
            is_begun: sets_up(tree, tree.root()),
            is_played: false,
            piece: 0,
            parent: pieces[0].tree.root(),
        };
        let mut known = vec![root; tree.len()];
        for id in tree.preorder().skip(1) {
            let parent = tree.parent(id).unwrap_or(tree.root());
            let above = known[parent.index()];
            let begins_branch = tree.forks(parent) || tree.node(id).notes().set_apart;
            let is_late = above.is_played || above.is_begun && begins_branch;
            known[id.index()] = if sets_up(tree, id) && is_late {
                findings.add_at(&REBASED, || Place::node(&Path::to(id, tree)), []);
                pieces.push(self.starting_at(id));
                let piece = pieces.len() - 1;
                Above { is_begun: true, is_played: false, piece, parent: pieces[piece].tree.root() }
            } else {
                let piece = &mut pieces[above.piece].tree;
                let new = piece.add(above.parent, tree.node(id).event.clone());
                copy_notes(piece, new, tree.node(id));
                let is_move =
                    matches!(tree.node(id).event, Event::Move { .. } | Event::Takeback(_));
                Above {
                    is_begun: above.is_begun || is_move || sets_up(tree, id),
                    is_played: above.is_played || is_move,
                    parent: new,
                    ..above
                }
            };
        }
        let end = tree.main_line(tree.root()).last().unwrap_or(tree.root());
        (pieces, known[end.index()].piece)
    }

    /// A record of the same game with nothing but a root.
    fn with_root(&self, node: &Node) -> Record {
        let mut record = Record { size: self.size, info: self.info.clone(), tree: Tree::new() };
        let root = record.tree.root();
        record.tree.node_mut(root).event = node.event.clone();
        copy_notes(&mut record.tree, root, node);
        record
    }

    /// A record of the same game that begins with the position after a node.
    fn starting_at(&self, id: NodeId) -> Record {
        let mut record = self.with_root(self.tree.node(id));
        let stones = position_at(self, id).stones().map(|(at, color)| (at, Some(color))).collect();
        let root = record.tree.root();
        record.tree.node_mut(root).event = Event::Setup(Box::new(Setup::new(stones)));
        record.info.handicap = None;
        record
    }
}

fn copy_notes(tree: &mut Tree, to: NodeId, from: &Node) {
    if *from.notes() != crate::record::Notes::NONE {
        *tree.node_mut(to).notes_mut() = from.notes().clone();
    }
}

fn sets_up(tree: &Tree, id: NodeId) -> bool {
    matches!(&tree.node(id).event, Event::Setup(setup) if !setup.points().is_empty())
}
