//! Problems from game records, for practice on a board.

use std::sync::Arc;

use serde_json::{Value, json};

use super::game_tree::{GameTree, stones};
use crate::go::Color;
use crate::records::record::{Event, NodeId, Record};

/// The maximum number of problems.
const MOST_PROBLEMS: usize = 10_000;

/// The maximum length of a title in characters.
const LONGEST_TITLE: usize = 80;

/// Problems in the order of their files.
#[derive(Debug, Default)]
pub struct ProblemSet(Vec<ListedProblem>);

#[derive(Debug)]
struct ListedProblem {
    record: Arc<Record>,
    start: NodeId,
    color: Color,
    title: String,
    /// A digit per cell.
    stones: String,
}

impl ProblemSet {
    /// Adds the problems of a file and returns their number. `name` is the title of problems without a title.
    ///
    /// A problem is a record that begins with a setup other than a handicap, or a setup at the beginning of a branch of
    /// an empty board. Problems that are not playable are skipped.
    pub fn add(&mut self, name: &str, records: Vec<Record>) -> usize {
        let before = self.0.len();
        for record in records {
            self.add_record(name, record);
        }
        self.0.truncate(MOST_PROBLEMS);
        self.0.len() - before.min(self.0.len())
    }

    fn add_record(&mut self, name: &str, record: Record) {
        let Ok(tree) = GameTree::open(record, false) else { return };
        let mut record = tree.record().clone();
        let starts = starts(&record);
        let mut found = Vec::new();
        for (i, &start) in starts.iter().enumerate() {
            let color = color(&record, start, &tree);
            record.tree.node_mut(start).notes_mut().to_play = Some(color);
            let title = record.tree.node(start).notes().title.clone();
            let of_record = record.info.name.clone().filter(|_| starts.len() == 1);
            let title = title.or(of_record).unwrap_or_else(|| match starts.len() {
                1 => name.into(),
                _ => format!("{name} {}", i + 1),
            });
            found.push((start, color, title.chars().take(LONGEST_TITLE).collect::<String>()));
        }
        let record = Arc::new(record);
        for (start, color, title) in found {
            let Ok(game) = tree.game_at(start) else { continue };
            let stones = stones(game.board());
            self.0.push(ListedProblem { record: record.clone(), start, color, title, stones });
        }
    }

    /// Returns the number of problems.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the list for the page: title, lines of the board, colour to play and stones.
    pub fn list(&self) -> Value {
        let row = |problem: &ListedProblem| {
            json!({
                "title": problem.title,
                "lines": problem.record.size.width(),
                "color": problem.color as u8,
                "stones": problem.stones,
            })
        };
        self.0.iter().map(row).collect()
    }

    /// Opens a problem. Returns its record at its first position, and the player to move; `None` if there is no
    /// problem with this index.
    pub(super) fn open(&self, index: usize) -> Option<(GameTree, Color)> {
        let problem = self.0.get(index)?;
        let mut tree = GameTree::open(Record::clone(&problem.record), false).ok()?;
        tree.go(problem.start.index()).ok()?;
        Some((tree, problem.color))
    }
}

/// Returns the first nodes of the problems in a record.
fn starts(record: &Record) -> Vec<NodeId> {
    let tree = &record.tree;
    let has_stones = |id: &NodeId| matches!(&tree.node(*id).event, Event::Setup(setup) if setup.stones().count() > 0);
    let root = tree.root();
    if has_stones(&root) {
        let is_stated = tree.node(root).notes().problem.is_some();
        let is_problem = is_stated || record.handicap().unwrap_or(0) == 0;
        return if is_problem { vec![root] } else { Vec::new() };
    }
    tree.children(root).filter(has_stones).collect()
}

/// Returns the player to move: as the record states, or the player of the first move.
fn color(record: &Record, start: NodeId, tree: &GameTree) -> Color {
    let notes = record.tree.node(start).notes();
    let next = record.tree.first_child(start).and_then(|next| match record.tree.node(next).event {
        Event::Move { color, .. } => Some(color),
        _ => None,
    });
    let stated = notes.problem.or(notes.to_play).or(next);
    stated.or_else(|| Some(tree.game_at(start).ok()?.to_play())).unwrap_or(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::format::{self, Format};

    #[test]
    fn setups_are_problems_but_games_are_not() {
        let sgf = b"(;GM[1]FF[4]SZ[5]GN[One]PL[W]AB[aa]AW[bb];W[ab])(;GM[1]FF[4]SZ[5];B[cc])\
            (;GM[1]FF[4]SZ[9]HA[2]AB[cc][gg];W[ee])(;GM[1]FF[4]SZ[5](;AB[cc];B[bb])(;AW[dd];W[aa]))";
        let mut set = ProblemSet::default();
        assert_eq!(set.add("file", format::read(sgf, Format::Sgf).records), 3);
        let list = set.list();
        let of = |field: &str| [0, 1, 2].map(|i| list[i][field].clone());
        assert_eq!(of("title"), ["One", "file 1", "file 2"].map(Value::from));
        assert_eq!(of("color"), [2, 1, 2].map(Value::from));
        assert_eq!(list[0]["stones"], format!("1{}2{}", "0".repeat(5), "0".repeat(18)));
        for (i, stones) in [(0, 2), (1, 1), (2, 1)] {
            let (tree, color) = set.open(i).expect("a problem");
            assert_eq!(tree.game().board().stones().count(), stones);
            assert_eq!(tree.game().to_play(), color, "{i}");
        }
        assert!(set.open(3).is_none());
    }
}
