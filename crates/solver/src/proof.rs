//! Proofs after a search: the principal variation, and the tree of all refutations.

use std::collections::VecDeque;

use tianyuan_go::Color;

use crate::frame::LocalMove;
use crate::search::{Search, Task};
use crate::value::{INFINITE, Value};

/// The longest principal variation.
const MAX_VARIATION: usize = 100;

/// A solved search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Proof {
    pub(crate) task: Task,
    pub(crate) threats: [u8; 2],
    pub(crate) to_play: Color,
    /// The side that succeeds.
    pub(crate) winner: Color,
}

/// A position of a proof and its continuations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofTree {
    /// The side that succeeds.
    pub winner: Color,
    /// The positions in breadth-first order; the first is the start.
    pub nodes: Vec<ProofNode>,
    /// `true` if positions were omitted because of a limit.
    pub is_truncated: bool,
}

/// A position of a [`ProofTree`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofNode {
    /// The index of the position before, `None` at the start.
    pub parent: Option<usize>,
    /// The move that led to the position and its colour, `None` at the start.
    pub last_move: Option<(Color, LocalMove)>,
    /// The side to move.
    pub to_play: Color,
}

impl<const W: usize> Search<'_, W> {
    /// Returns the principal variation of a proof.
    pub(crate) fn variation(&mut self, proof: Proof) -> Vec<(Color, LocalMove)> {
        self.start(proof.task, proof.to_play, proof.threats);
        let mut moves = Vec::new();
        while moves.len() < MAX_VARIATION {
            let depth = moves.len();
            let Some(places) = self.proof_moves(depth, proof.winner) else { break };
            let frame = &self.frames[depth];
            let work = |&place: &usize| {
                let child = &frame.children[place];
                let is_pass = child.mv == LocalMove::Pass;
                (!is_pass, self.table.get(child.path.state_key).map_or(0, |(_, work)| work))
            };
            // Several moves are moves of the losing side; the hardest to refute is selected.
            let Some(place) = places.into_iter().max_by_key(work) else { break };
            moves.push((frame.to_play, frame.children[place].mv));
            if frame.children[place].is_last {
                break;
            }
            self.enter(depth, place);
        }
        moves
    }

    /// Returns the tree of a proof with at most `max_nodes` positions.
    pub(crate) fn proof_tree(&mut self, proof: Proof, max_nodes: usize) -> Option<ProofTree> {
        let root = ProofNode { parent: None, last_move: None, to_play: proof.to_play };
        let mut tree = ProofTree { winner: proof.winner, nodes: vec![root], is_truncated: false };
        let mut queue = VecDeque::from([0]);
        while let Some(index) = queue.pop_front() {
            let depth = self.replay(proof, &tree, index)?;
            if self.stop.is_some() {
                tree.is_truncated = true;
                break;
            }
            let Some(places) = self.proof_moves(depth, proof.winner) else { continue };
            for place in places {
                if tree.nodes.len() >= max_nodes.max(1) {
                    tree.is_truncated = true;
                    return Some(tree);
                }
                let (to_play, mv) =
                    (self.frames[depth].to_play, self.frames[depth].children[place].mv);
                let next = if mv == LocalMove::Threat { to_play } else { !to_play };
                tree.nodes.push(ProofNode {
                    parent: Some(index),
                    last_move: Some((to_play, mv)),
                    to_play: next,
                });
                if !self.frames[depth].children[place].is_last {
                    queue.push_back(tree.nodes.len() - 1);
                }
            }
        }
        Some(tree)
    }

    /// Plays the moves to a position of a tree. Returns its depth, or `None` if a move is missing.
    fn replay(&mut self, proof: Proof, tree: &ProofTree, index: usize) -> Option<usize> {
        let mut moves = Vec::new();
        let mut node = &tree.nodes[index];
        while let (Some(parent), Some((_, mv))) = (node.parent, node.last_move) {
            moves.push(mv);
            node = &tree.nodes[parent];
        }
        self.start(proof.task, proof.to_play, proof.threats);
        for (depth, mv) in moves.iter().rev().enumerate() {
            self.expand(depth);
            let place = self.frames[depth].children.iter().position(|child| child.mv == *mv)?;
            self.enter(depth, place);
        }
        Some(moves.len())
    }

    /// Expands the position at a depth and returns the moves of the proof: one of the winner, or all of the other side.
    /// Returns `None` at the end of a line, or if a limit is reached.
    fn proof_moves(&mut self, depth: usize, winner: Color) -> Option<Vec<usize>> {
        if self.decided(depth).is_some() {
            return None;
        }
        self.expand(depth);
        let is_winner = self.frames[depth].to_play == winner;
        if !is_winner {
            return Some((0..self.frames[depth].children.len()).collect());
        }
        let success = |value: &Value, achiever: Color| {
            if winner == achiever { value.pn == 0 } else { value.dn == 0 }
        };
        let find = |search: &Self| {
            let mut children = search.frames[depth].children.iter();
            children.position(|child| success(&child.value, search.achiever))
        };
        if find(self).is_none() && self.stop.is_none() {
            // The table has lost the proof, or the position is outside of a zone and was not searched.
            self.search(depth, INFINITE, INFINITE);
            self.expand(depth);
        }
        find(self).map(|place| vec![place])
    }
}
