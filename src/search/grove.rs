//! The trees of earlier searches, and what they know of the position that is searched next.
//!
//! The last tree is there whole, so that a game goes on with what was found. Trees of analyses are
//! also set aside, smaller, so that going back and forth in a game finds them again.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::go::{Color, Game, Move};

use super::node::Node;
use super::restriction::Restriction;
use super::transplant::{self, descendant, transplant};
use super::tree::Tree;

/// Half points by which the bonus may change while a tree stays of use.
const NEAR: u32 = 6;

/// The part of the memory that trees set aside may take together, and the nodes of one of them.
const ASIDE_PART: usize = 8;
const ASIDE_NODES: usize = 1 << 16;

/// The most memory that one of them takes: a chunk more than its nodes, or two where families leave
/// room at the ends of chunks; in MiB.
const ASIDE_MEBIBYTES: usize = 4;

/// What a search looks at.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub game: Arc<Game>,
    pub color: Color,
    pub bonus: i32,
    pub restriction: Restriction,
    /// Whether the answer is to be found again when somebody comes back.
    pub is_set_aside: bool,
}

/// A tree with what it grew for.
#[derive(Debug)]
struct Grown {
    tree: Arc<Tree>,
    asked: Question,
}

impl Grown {
    /// The node where the position of a question stands, if the tree has come that far.
    fn root_of(&self, question: &Question) -> Option<&Node> {
        let Question { game, color, bonus, restriction, .. } = question;
        let moves = game.moves_since(&self.asked.game)?;
        // The moves that are left out are counted from the root.
        let same_moves = *restriction == self.asked.restriction
            && (moves.is_empty() || *restriction == Restriction::default());
        if bonus.abs_diff(self.asked.bonus) > NEAR || !same_moves {
            return None;
        }
        let in_turn = |turn: Color, &(color, _): &(Color, Move)| (color == turn).then_some(!turn);
        if moves.iter().try_fold(self.asked.color, in_turn) != Some(*color) {
            return None;
        }
        let root = descendant(&self.tree, &moves)?;
        // What was legal by the history that the tree grew from may not be by this one.
        let is_legal = |mv: Move| mv.point().is_none_or(|p| game.is_legal(*color, p).is_ok());
        self.tree.children(root).iter().all(|child| is_legal(child.mv())).then_some(root)
    }

    fn visits_below(&self, node: &Node) -> u64 {
        self.tree.children(node).iter().map(|child| u64::from(child.own().visits)).sum()
    }
}

/// All of them.
#[derive(Debug)]
pub(super) struct Grove {
    /// MiB for everything.
    memory: usize,
    last: Option<Grown>,
    /// The latest at the end.
    aside: VecDeque<Grown>,
}

impl Grove {
    /// A place for trees of so many MiB in all.
    pub(super) fn new(memory: usize) -> Grove {
        Grove { memory, last: None, aside: VecDeque::new() }
    }

    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.last = None;
        self.aside.clear();
    }

    /// Keeps a tree that grew for a question.
    pub(super) fn keep(&mut self, tree: Arc<Tree>, asked: Question) {
        self.last = Some(Grown { tree, asked });
    }

    /// The tree to begin with: what is known best of this position. Leaves have children from
    /// `expand` visits on.
    ///
    /// While it is carried over there are two trees, so each gets half of the memory.
    pub(super) fn regrown(&mut self, question: &Question, expand: u32) -> Tree {
        let last = self.last.take();
        let known = last.iter().chain(&self.aside);
        let places = known.filter_map(|grown| Some((grown, grown.root_of(question)?)));
        let best = places.max_by_key(|(grown, root)| grown.visits_below(root));
        let tree = best.map(|(Grown { tree, .. }, root)| {
            transplant(tree, root, transplant::least_for_haste(tree, root, expand))
        });
        if let Some(last) = last.filter(|last| last.asked.is_set_aside) {
            self.set_aside(last, question);
        }
        let points = question.game.size().area();
        tree.unwrap_or_else(|| Tree::new((self.memory - self.memory / ASIDE_PART) / 2, points))
    }

    /// Sets what is worth most of a tree aside, unless the position is still the one in question.
    fn set_aside(&mut self, grown: Grown, question: &Question) {
        let standing = |asked: &Question| (asked.game.key(), asked.game.turns().len(), asked.color);
        let most = self.memory / ASIDE_PART / ASIDE_MEBIBYTES;
        if standing(&grown.asked) == standing(question) || most == 0 {
            return;
        }
        self.aside.retain(|other| standing(&other.asked) != standing(&grown.asked));
        while self.aside.len() >= most {
            self.aside.pop_front();
        }
        let tree = Arc::new(transplant::of_most_visited(&grown.tree, ASIDE_NODES));
        self.aside.push_back(Grown { tree, ..grown });
    }
}
