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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;
    use crate::go::{Color, Move, Rules};
    use crate::record::{Format, read, write};

    /// The tree of an SGF text after a game that began as it does for so many moves went on.
    fn went_on(text: &str, moves: usize, then: &[(usize, usize)]) -> String {
        let record = read(text.as_bytes(), Format::Sgf).records.remove(0);
        let line = record.tree.main_line(record.tree.root());
        let is_move = |id: &NodeId| matches!(record.tree.node(*id).event, Event::Move { .. });
        let end = line.filter(is_move).take(moves).last().unwrap_or(record.tree.root());
        let komi = record.info.rules.komi.expect("it is stated");
        let mut game = record.game_to(end, Rules { komi, ..Rules::CHINESE }).expect("legal");
        for &(column, row) in then {
            let point = game.size().point(column, row);
            game.play(game.to_play(), Move::Play(point)).expect("legal");
        }
        if then.is_empty() && moves == 0 {
            game.resign(Color::White);
        }
        let record = record.continued(&game);
        let text = write(&[record], Format::Sgf, Charset::Utf8).bytes;
        let text = String::from_utf8(text).expect("UTF-8").replace('\n', "");
        text.split_once("SZ[5]").map(|(_, tree)| tree.to_string()).expect("a size")
    }

    #[test]
    fn what_is_known_is_found_and_what_is_new_comes_first() {
        let text = "(;SZ[5]RE[B+R]KM[7];B[cc]C[good];C[a pause];W[bb])";
        let whole = "KM[7]RE[B+R];B[cc]C[good];C[a pause];W[bb])";
        assert_eq!(went_on(text, 2, &[]), whole);
        assert_eq!(went_on(text, 1, &[]), whole, "what was not played again is not lost");
        assert_eq!(went_on(text, 1, &[(1, 3)]), whole);
        let other = "KM[7];B[cc]C[good];C[a pause](;W[aa])(;W[bb]))";
        assert_eq!(went_on(text, 1, &[(0, 4)]), other.replace("RE[B+R]", ""));
        assert!(went_on(text, 0, &[]).contains("RE[B+R]"), "White has resigned now");
    }
}
