//! Converts takebacks to variations.
//!
//! A cursor traverses the new tree while it grows: a takeback (撤回) moves it up, an existing move moves it down, and
//! any other event adds a node. The main line ends at the final cursor position; other attempts are variations in the
//! order in which they were played. Live events follow the position in which they occurred.

use std::collections::HashMap;

use crate::record::takebacks::MoveHistory;
use crate::record::{Event, NodeId, Notes, Point, Record, Tree};
use tianyuan_go::Color;

/// Returns the record with takebacks converted to variations, or `None` if there are no takebacks.
pub(crate) fn takebacks_to_variations(record: &Record) -> Option<Record> {
    let tree = &record.tree;
    let is_takeback = |id: NodeId| matches!(tree.node(id).event, Event::Takeback(_));
    if !tree.preorder().any(is_takeback) {
        return None;
    }
    let mut unfolding = Unfolding::new(tree);
    tree.preorder().skip(1).for_each(|id| unfolding.visit(id));
    unfolding.choose_main_line();
    Some(Record { tree: unfolding.finish(), ..record.clone() })
}

impl Record {
    /// Returns the record with takebacks converted to variations, or unchanged if there are none.
    pub fn without_takebacks(self) -> Record {
        takebacks_to_variations(&self).unwrap_or(self)
    }
}

struct Unfolding<'r> {
    tree: &'r Tree,
    standing: MoveHistory,
    /// The shape of the new tree. Its events are added at the end.
    shape: Tree,
    /// The first source of each node of the shape; `None` for an added end.
    sources: Vec<Option<NodeId>>,
    /// The cursor after each node of the record.
    cursors: Vec<NodeId>,
    /// `true` for each node of the record after which the cursor is at a node that already existed.
    trodden: Vec<bool>,
    moves: HashMap<(NodeId, Color, Option<Point>), NodeId>,
    /// Further sources of nodes of the shape: pairs of a node of the shape and a node of the record.
    more: Vec<(NodeId, NodeId)>,
}

impl<'r> Unfolding<'r> {
    fn new(tree: &'r Tree) -> Unfolding<'r> {
        let shape = Tree::new();
        Unfolding {
            tree,
            standing: MoveHistory::of(tree),
            sources: vec![Some(tree.root())],
            cursors: vec![shape.root(); tree.len()],
            trodden: vec![false; tree.len()],
            moves: HashMap::new(),
            more: Vec::new(),
            shape,
        }
    }

    fn visit(&mut self, id: NodeId) {
        let above = self.tree.parent(id).unwrap_or(self.tree.root());
        let from = self.cursors[above.index()];
        let was_trodden = self.trodden[above.index()];
        let (cursor, is_trodden) = match self.tree.node(id).event {
            Event::Takeback(_) => {
                let back = self.cursors[self.standing.position_node(id).index()];
                self.more.push((back, id));
                (back, true)
            }
            Event::Claim(_) | Event::Mark(_) | Event::Message(_) => {
                self.more.push((from, id));
                (from, was_trodden)
            }
            Event::Move { color, point } => {
                let known = self.moves.get(&(from, color, point)).filter(|_| was_trodden);
                match known.copied() {
                    Some(there) => {
                        self.more.push((there, id));
                        (there, true)
                    }
                    None => {
                        let added = self.add(from, id);
                        self.moves.entry((from, color, point)).or_insert(added);
                        (added, false)
                    }
                }
            }
            Event::Nothing | Event::Setup(_) => (self.add(from, id), false),
        };
        self.cursors[id.index()] = cursor;
        self.trodden[id.index()] = is_trodden;
    }

    fn add(&mut self, from: NodeId, source: NodeId) -> NodeId {
        self.sources.push(Some(source));
        self.shape.add(from, Event::Nothing)
    }

    fn choose_main_line(&mut self) {
        let end = self.tree.main_line(self.tree.root()).last().unwrap_or(self.tree.root());
        let mut end = self.cursors[end.index()];
        if self.shape.first_child(end).is_some() {
            // The main line must not continue into attempts that were taken back.
            self.sources.push(None);
            end = self.shape.add(end, Event::Nothing);
        }
        for id in self.shape.line_to(end) {
            self.shape.put_first(id);
        }
    }

    /// Returns the event and the notes of a node of the shape.
    fn source(&self, id: NodeId) -> (Event, Notes) {
        let Some(source) = self.sources[id.index()] else { return (Event::Nothing, Notes::NONE) };
        let node = self.tree.node(source);
        let mut notes = node.notes().clone();
        // The start of a branch remains one even if its siblings moved elsewhere because of takebacks.
        let began = self.tree.parent(source);
        notes.set_apart |= began.is_some_and(|above| self.tree.has_variations(above));
        notes.set_apart &=
            self.shape.parent(id).is_some_and(|above| !self.shape.has_variations(above));
        (node.event.clone(), notes)
    }

    fn finish(mut self) -> Tree {
        self.more.sort_by_key(|(to, _)| *to);
        let mut made = Tree::new();
        // The last new node of each node of the shape.
        let mut last = vec![made.root(); self.shape.len()];
        for id in self.shape.preorder() {
            let (event, mut notes) = self.source(id);
            let at = match self.shape.parent(id) {
                Some(above) => made.add(last[above.index()], event),
                None => {
                    made.node_mut(made.root()).event = event;
                    made.root()
                }
            };
            let mut end = at;
            let start = self.more.partition_point(|(to, _)| *to < id);
            for (_, more) in self.more[start..].iter().take_while(|(to, _)| *to == id) {
                let more = self.tree.node(*more);
                match more.event {
                    Event::Move { .. } | Event::Takeback(_) => join(&mut notes, more.notes()),
                    _ => {
                        end = made.add(end, more.event.clone());
                        let notes = Notes { set_apart: false, ..more.notes().clone() };
                        note(&mut made, end, notes);
                    }
                }
            }
            notes.marks.sort();
            note(&mut made, at, notes);
            last[id.index()] = end;
        }
        made
    }
}

/// Sets the notes of a node unless they are empty.
fn note(tree: &mut Tree, id: NodeId, notes: Notes) {
    if notes != Notes::NONE {
        *tree.node_mut(id).notes_mut() = notes;
    }
}

/// Merges the notes of a move that is replayed, or of a takeback to this move.
fn join(notes: &mut Notes, more: &Notes) {
    if let Some(comment) = &more.comment {
        let before = notes.comment.take().map_or(String::new(), |comment| comment + "\n\n");
        notes.comment = Some(before + comment);
    }
    notes.title = notes.title.take().or_else(|| more.title.clone());
    notes.marks.extend_from_slice(&more.marks);
    notes.evaluation = notes.evaluation.or(more.evaluation);
    notes.problem = notes.problem.or(more.problem);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Outcome, Size};

    fn stone(x: u8) -> Event {
        Event::Move { color: Color::Black, point: Some(Point { x, y: 0 }) }
    }

    fn record(events: &[Event]) -> Record {
        let mut record = Record::new(Size::STANDARD);
        let mut at = record.tree.root();
        for event in events {
            at = record.tree.add(at, event.clone());
        }
        record
    }

    /// Returns each node with its children in parentheses.
    fn shape(tree: &Tree) -> String {
        let mut text = String::new();
        for visit in tree.walk() {
            match visit {
                crate::record::Visit::Enter(id) => match &tree.node(id).event {
                    Event::Move { point: Some(point), .. } => text += &point.x.to_string(),
                    Event::Message(message) => text += message,
                    other => text += if *other == Event::Nothing { "(" } else { "?" },
                },
                crate::record::Visit::Leave(_) => text.push(')'),
            }
        }
        text
    }

    #[test]
    fn takebacks_become_variations_and_last_attempt_main_line() {
        use Event::Takeback;
        let message = |text: &str| Event::Message(text.into());
        let one = [stone(1), stone(2), Takeback(1), message("m"), stone(3), Takeback(2), stone(4)];
        let unfolded = takebacks_to_variations(&record(&one)).expect("there are takebacks");
        assert_eq!(shape(&unfolded.tree), "(4)1m2)3))))");
        let again = [stone(1), stone(2), Takeback(2), stone(1), stone(2), message("n"), stone(5)];
        let unfolded = takebacks_to_variations(&record(&again)).expect("there are takebacks");
        assert_eq!(shape(&unfolded.tree), "(12n5)))))");
        let back = [stone(1), stone(2), Takeback(1)];
        let unfolded = takebacks_to_variations(&record(&back)).expect("there is one");
        assert_eq!(shape(&unfolded.tree), "(1()2)))", "the main line ends before the try");
        let claim = Event::Claim(Outcome::Draw);
        assert_eq!(takebacks_to_variations(&record(&[stone(1), claim])), None);
    }

    #[test]
    fn variations_of_record_remain_separate() {
        let mut record = record(&[stone(1), stone(2)]);
        let first = record.tree.first_child(record.tree.root()).expect("a move");
        let same = record.tree.add(first, stone(2));
        record.tree.add(same, Event::Takeback(2));
        let unfolded = takebacks_to_variations(&record).expect("a takeback");
        assert_eq!(shape(&unfolded.tree), "(12)2)))");
    }

    #[test]
    fn takeback_conversion_is_fast_for_many_attempts() {
        let mut events = Vec::new();
        for i in 0..300_000u32 {
            events.extend([stone((i % 19) as u8), stone(0), Event::Takeback(1 + i % 2)]);
        }
        let unfolded = takebacks_to_variations(&record(&events)).expect("there are takebacks");
        assert!(unfolded.tree.len() > 100_000, "{}", unfolded.tree.len());
    }
}
