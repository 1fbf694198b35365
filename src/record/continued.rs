//! A record in which a game went on: what was said of it stays, and what was played since joins it.
//!
//! It does not know who played.

use super::{Event, NodeId, Point, Record, Tree};
use crate::go::{Action, Game};

impl Record {
    /// This record with the moves of a game that began as it does for its main line. Moves that it
    /// has are found in it; others become a variation. Where the game left the main line, the result
    /// is that of the game.
    ///
    /// Takebacks are nodes like others here; [`Record::without_takebacks`] resolves them.
    pub fn continued(&self, game: &Game) -> Record {
        let mut record = self.clone();
        let of_game = Record::of(game).info;
        record.info.rules.komi = of_game.rules.komi;
        let tree = &mut record.tree;
        let mut at = tree.root();
        for turn in game.turns() {
            let Action::Move(mv) = turn.action else { continue };
            let point = mv.point().map(|point| Point::of(point, game.size()));
            let event = Event::Move { color: turn.color, point };
            at = find(tree, at, &event).unwrap_or_else(|| tree.add(last_pause(tree, at), event));
        }
        let left_main_line = !self.tree.main_line(self.tree.root()).any(|id| id == at);
        for id in tree.line_to(at) {
            tree.put_first(id);
        }
        if left_main_line || of_game.result.is_some() {
            record.info.result = of_game.result;
        }
        record
    }
}

/// The node of a move among those that follow, past nodes without a move.
fn find(tree: &Tree, from: NodeId, event: &Event) -> Option<NodeId> {
    let mut at = Some(from);
    while let Some(id) = at {
        if let Some(found) = tree.children(id).find(|&child| tree.node(child).event == *event) {
            return Some(found);
        }
        at = next_pause(tree, id);
    }
    None
}

/// Where a new move goes on: behind the nodes without a move that follow.
fn last_pause(tree: &Tree, from: NodeId) -> NodeId {
    let mut last = from;
    while let Some(next) = next_pause(tree, last) {
        last = next;
    }
    last
}

/// The node that follows, if no move is made there and nothing else could have followed.
fn next_pause(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let next = tree.first_child(id).filter(|_| !tree.forks(id))?;
    let is_move = matches!(tree.node(next).event, Event::Move { .. });
    if is_move { None } else { Some(next) }
}
