//! Adds the moves of a continued game to the record that it started from, without changing the annotations.

use super::replay::position_at;
use super::takebacks::MoveHistory;
use super::{Event, NodeId, Point, Record, Tree};
use tianyuan_go::{Action, Color, Game};

impl Record {
    /// Returns this record with the moves of `game` added.
    ///
    /// The game must start at the root or at a node of the main line, as returned by [`Record::game_to`].
    /// Moves that the record already contains are reused; other moves become a variation.
    ///
    /// The rules of the game update the rules that the record states. Rules that it does not state, komi above all,
    /// remain unset. If the game left the main line, its result replaces that of the record.
    ///
    /// Takebacks are ordinary nodes here; [`Record::without_takebacks`] resolves them.
    pub fn append_moves(&self, game: &Game) -> Record {
        self.append_to_line(game).0
    }

    /// Appends moves like [`append_moves`](Record::append_moves), and returns the node of each move of the game as
    /// well.
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

    /// Returns the main-line node with the position from which the game started.
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

/// Returns the node of a move among the descendants of `from`, skipping nodes without a move.
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

/// Returns the node to which a new move is attached: the last of the following nodes without a move.
fn last_pause(tree: &Tree, from: NodeId) -> NodeId {
    let mut last = from;
    while let Some(next) = next_pause(tree, last) {
        last = next;
    }
    last
}

/// Returns the next node if it has no move and no setup stones, and is the only child.
fn next_pause(tree: &Tree, id: NodeId) -> Option<NodeId> {
    let next = tree.first_child(id).filter(|_| !tree.has_variations(id))?;
    let is_pause = match &tree.node(next).event {
        Event::Move { .. } => false,
        Event::Setup(setup) => setup.points().is_empty(),
        _ => true,
    };
    if is_pause { Some(next) } else { None }
}
