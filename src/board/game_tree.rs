//! A record with its current position: moves, variations and comments.

use super::error::BoardError;
use crate::go::{Board, BoardSize, Color, Game, Move, Point, Rules};
use crate::protocol::vertex;
use crate::records::record::{
    Event, NodeId, Outcome, Point as RecordPoint, Record, RulesInfo, RulesName,
};

/// The maximum number of nodes of a record.
const MOST_NODES: usize = 50_000;

/// The maximum length of a comment in characters.
const LONGEST_COMMENT: usize = 20_000;

/// The maximum length of all comments in bytes, if a comment is changed.
const MOST_COMMENTS: usize = 4 << 20;

/// A record and the game up to its current node.
#[derive(Debug, Clone)]
pub(super) struct GameTree {
    record: Record,
    rules: Rules,
    at: NodeId,
    game: Game,
    /// `true` for a game that was started here, whose last played move is always on the main line.
    is_own: bool,
}

impl GameTree {
    /// Creates the record of a new game; `name` is the name of its rules.
    pub(super) fn new(game: Game, name: &str) -> GameTree {
        let mut record = Record::of(&game);
        record.info.rules = RulesInfo::describe(RulesName::of_text(name), game.rules());
        let at = record.tree.root();
        GameTree { record, rules: *game.rules(), at, game, is_own: true }
    }

    /// Opens a record at its start. Missing rules are Chinese.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the engine does not support its game, or it has too many nodes.
    pub(super) fn open(mut record: Record, is_own: bool) -> Result<GameTree, BoardError> {
        record.take_terms_from_comment();
        let record = record.without_takebacks();
        if record.tree.len() > MOST_NODES {
            return Err(BoardError::TooLong);
        }
        let rules = record.rules(Rules::CHINESE);
        let at = record.tree.root();
        let game = record.game_to(at, rules)?;
        Ok(GameTree { record, rules, at, game, is_own })
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn node(&self) -> NodeId {
        self.at
    }

    /// Returns the game at a node.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the engine cannot play it.
    pub(super) fn game_at(&self, node: NodeId) -> Result<Game, BoardError> {
        Ok(self.record.game_to(node, self.rules)?)
    }

    /// Plays a move of the player to move, as an existing child or a new one.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the move is illegal or the record is full.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), BoardError> {
        let is_full = self.record.tree.len() >= MOST_NODES;
        if self.game.turns().len() >= Game::MOST_TURNS || is_full {
            return Err(BoardError::TooLong);
        }
        let (color, size) = (self.game.to_play(), self.game.size());
        let name = || mv.point().map_or("pass".into(), |point| vertex::vertex(size, point));
        let mut game = self.game.clone();
        game.play(color, mv).map_err(|rule| BoardError::Illegal(name(), rule))?;
        let point = mv.point().map(|point| RecordPoint::of(point, size));
        let event = Event::Move { color, point };
        let tree = &mut self.record.tree;
        let known = tree.children(self.at).find(|&child| tree.node(child).event == event);
        self.at = known.unwrap_or_else(|| tree.add(self.at, event));
        if self.is_own {
            tree.put_first(self.at);
        }
        self.game = game;
        Ok(())
    }

    /// Goes to a node.
    ///
    /// # Errors
    /// Returns [`BoardError`] if there is no such node, or its position is not playable.
    pub(super) fn go(&mut self, index: usize) -> Result<(), BoardError> {
        let last = self.record.tree.len() - 1;
        let node =
            self.record.tree.ids().nth(index).ok_or_else(|| {
                BoardError::Field("node", index.to_string(), format!("0 to {last}"))
            })?;
        self.game = self.game_at(node)?;
        self.at = node;
        Ok(())
    }

    /// Goes back to the last position before a move of `person`, or before any move if it is `None`.
    ///
    /// # Errors
    /// Returns [`BoardError::NothingToUndo`] if there is no such move.
    pub(super) fn undo(&mut self, person: Option<Color>) -> Result<(), BoardError> {
        let tree = &self.record.tree;
        let is_theirs = |node: NodeId| match tree.node(node).event {
            Event::Move { color, .. } => person.is_none_or(|person| person == color),
            _ => false,
        };
        let last = tree.ancestors(self.at).find(|&node| is_theirs(node));
        let before = last.and_then(|node| tree.parent(node)).ok_or(BoardError::NothingToUndo)?;
        self.go(before.index())
    }

    /// Goes to the end of the main line below the current node.
    ///
    /// # Errors
    /// Returns [`BoardError`] if its position is not playable.
    pub(super) fn go_to_end(&mut self) -> Result<(), BoardError> {
        let end = self.record.tree.main_line(self.at).last().unwrap_or(self.at);
        self.go(end.index())
    }

    /// Sets the comment of the current node; an empty text removes it.
    ///
    /// # Errors
    /// Returns [`BoardError`] if the comment or all comments together are too long.
    pub(super) fn set_comment(&mut self, text: &str) -> Result<(), BoardError> {
        let length = text.chars().count();
        if length > LONGEST_COMMENT {
            let accepted = format!("0 to {LONGEST_COMMENT}");
            return Err(BoardError::Field("comment length", length.to_string(), accepted));
        }
        let tree = &self.record.tree;
        let others = tree.ids().filter(|id| *id != self.at);
        let length_of = |id: NodeId| tree.node(id).notes().comment.as_ref().map_or(0, String::len);
        if others.map(length_of).sum::<usize>() + text.len() > MOST_COMMENTS {
            return Err(BoardError::TooManyComments);
        }
        let comment = Some(text.to_owned()).filter(|text| !text.trim().is_empty());
        self.record.tree.node_mut(self.at).notes_mut().comment = comment;
        Ok(())
    }

    /// Returns the comment of the current node.
    pub(super) fn comment(&self) -> &str {
        self.record.tree.node(self.at).notes().comment.as_deref().unwrap_or_default()
    }

    pub(super) fn set_result(&mut self, result: Outcome) {
        self.record.info.result = Some(result);
    }
}

/// Returns the cell of a point: its index row by row from the upper left.
pub(super) fn cell(size: BoardSize, point: Point) -> usize {
    (size.lines() - 1 - size.row(point)) * size.lines() + size.column(point)
}

/// Returns a digit per cell: 0 for empty, 1 for Black, 2 for White.
pub(super) fn stones(board: &Board) -> String {
    let mut digits = vec!['0'; board.size().area()];
    for (stone, point) in board.stones() {
        digits[cell(board.size(), point)] = char::from(b'0' + stone as u8);
    }
    digits.into_iter().collect()
}

/// Returns the point of a cell.
///
/// # Errors
/// Returns [`BoardError`] if the cell is off the board.
pub(super) fn point(size: BoardSize, cell: usize) -> Result<Point, BoardError> {
    let lines = size.lines();
    if cell >= size.area() {
        let accepted = format!("0 to {}", size.area() - 1);
        return Err(BoardError::Field("point", cell.to_string(), accepted));
    }
    Ok(size.point(cell % lines, lines - 1 - cell / lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::format::{self, Format};

    fn tree(sgf: &str) -> GameTree {
        let record = format::read(sgf.as_bytes(), Format::Sgf).records.remove(0);
        GameTree::open(record, false).expect("a playable record")
    }

    fn play(tree: &mut GameTree, cell: usize) {
        let point = point(tree.game().size(), cell).expect("on the board");
        tree.play(Move::Play(point)).expect("a legal move");
    }

    #[test]
    fn cells_are_points_of_records() {
        let size = BoardSize::new(9).expect("a size");
        let lines = crate::records::record::Size::new(9, 9).expect("a size");
        for point in size.points() {
            let expected = lines.index(RecordPoint::of(point, size));
            assert_eq!(cell(size, point), expected);
            assert_eq!(super::point(size, expected), Ok(point));
        }
        assert!(super::point(size, 81).is_err());
    }

    #[test]
    fn moves_become_variations_or_reuse_children() {
        let mut tree = tree("(;GM[1]FF[4]SZ[9];B[aa];W[ba])");
        play(&mut tree, 0);
        assert_eq!((tree.record().tree.len(), tree.node().index()), (3, 1), "the recorded move");
        tree.undo(None).expect("a move");
        play(&mut tree, 40);
        assert_eq!(tree.record().tree.len(), 4);
        let main = tree.record().tree.main_line(tree.record().tree.root());
        assert_eq!(main.map(NodeId::index).collect::<Vec<_>>(), [0, 1, 2], "still the main line");
        assert!(tree.go(9).is_err() && tree.node().index() == 3);
    }

    #[test]
    fn replayed_move_of_own_game_is_main_line() {
        let size = BoardSize::new(9).expect("a size");
        let mut tree = GameTree::new(Game::new(size, Rules::CHINESE), "chinese");
        play(&mut tree, 0);
        play(&mut tree, 1);
        tree.undo(Some(Color::Black)).expect("Black has moved");
        assert!(tree.game().turns().is_empty());
        play(&mut tree, 2);
        let root = tree.record().tree.root();
        let main: Vec<usize> = tree.record().tree.main_line(root).map(NodeId::index).collect();
        assert_eq!(main, [0, 3]);
    }

    #[test]
    fn illegal_move_leaves_tree_unchanged() {
        let mut tree = tree("(;GM[1]FF[4]SZ[9];B[aa])");
        play(&mut tree, 0);
        let size = tree.game().size();
        let occupied = tree.play(Move::Play(point(size, 0).expect("on the board")));
        assert!(matches!(occupied, Err(BoardError::Illegal(vertex, _)) if vertex == "A9"));
        assert_eq!(tree.record().tree.len(), 2);
    }
}
