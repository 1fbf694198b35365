//! A record whose game was continued: its notes stay, and the moves played since are added.

use super::replay::position_at;
use super::takebacks::MoveHistory;
use super::{Event, NodeId, Point, Record, Tree};
use tianyuan_go::{Action, Color, Game};

impl Record {
    /// This record with the moves of a game that began as it does, or in the middle as
    /// [`Record::game_to`] has it, for its main line. Moves that it has are found in it; others become
    /// a variation. What the record says of the rules is that of those in force; what it does not say
    /// stays unsaid, komi above all. Where the game left the main line, the result is that of the game.
    ///
    /// Takebacks are nodes like others here; [`Record::without_takebacks`] resolves them.
    pub fn append_moves(&self, game: &Game) -> Record {
        self.append_to_line(game).0
    }

    /// The record as [`append_moves`](Record::append_moves), with the node of each move of the game.
    pub fn append_to_line(&self, game: &Game) -> (Record, Vec<NodeId>) {
        let start = self.start_of(game);
        let mut record = self.clone();
        let of_game = Record::of(game).info;
        record.info.rules = self.info.rules.continued(game.rules());
        let tree = &mut record.tree;
        let mut at = start;
        let mut nodes = Vec::with_capacity(game.turns().len());
        for turn in game.turns() {
            let Action::Move(mv) = turn.action else { continue };
            let point = mv.point().map(|point| Point::of(point, game.size()));
            let event = Event::Move { color: turn.color, point };
            at = find(tree, at, &event).unwrap_or_else(|| tree.add(last_pause(tree, at), event));
            nodes.push(at);
        }
        let left_main_line = !self.tree.main_line(self.tree.root()).any(|id| id == at);
        for id in tree.line_to(at) {
            tree.put_first(id);
        }
        if left_main_line || of_game.result.is_some() {
            record.info.result = of_game.result;
        }
        (record, nodes)
    }

    /// The node of the main line whose position a game began with.
    fn start_of(&self, game: &Game) -> NodeId {
        let root = self.tree.root();
        let mut start = game.clone();
        while start.undo().is_some() {}
        let mut stones: Vec<(Point, Color)> = start
            .board()
            .stones()
            .map(|(color, point)| (Point::of(point, game.size()), color))
            .collect();
        stones.sort_by_key(|(point, _)| *point);
        let begins_so = |id: &NodeId| {
            let mut there: Vec<(Point, Color)> = position_at(self, *id).stones().collect();
            there.sort_by_key(|(point, _)| *point);
            there == stones
        };
        let end = self.tree.main_line(root).last().unwrap_or(root);
        let line = MoveHistory::of(&self.tree).line_to(end);
        let mut starts = self.starts_along(&line, *game.rules()).into_iter();
        starts.find(begins_so).unwrap_or(root)
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

/// The node that follows, if no move is made there, no stones are set up, and nothing else could have
/// followed.
fn next_pause(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let next = tree.first_child(id).filter(|_| !tree.has_variations(id))?;
    let is_pause = match &tree.node(next).event {
        Event::Move { .. } => false,
        Event::Setup(setup) => setup.points().is_empty(),
        _ => true,
    };
    if is_pause { Some(next) } else { None }
}
