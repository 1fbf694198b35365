//! Reduces a record's tree to what wei7 2.2 can represent: nodes other than moves only at the start of a branch,
//! setup stones only on the empty board, and no live events.

use std::borrow::Cow;

use crate::adapt::takebacks;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::diagnostic_rule::rules;
use crate::record::{Event, NodeId, Notes, Path, Record, Setup, Tree};

rules! {
    LATE_SETUP = Dropped("", "着手之后的摆子不能表示，其后略去", "setup after the start is not supported: the rest of the line is dropped");
    TAKEBACKS = Approximated("", "撤回改为变化", "takebacks become variations");
    LIVE_EVENT = Folded("", "即时的消息、标记或声称写入注释", "live messages, marks and claims are moved to the comment");
    MERGED = Folded("", "没有着手的节点归入前一节点", "a node without a move is merged into the previous node");
}

/// Returns the record in the form of 2.2, or the record itself if it has only moves below its root.
pub(super) fn adapt<'r>(record: &'r Record, findings: &mut Findings) -> Cow<'r, Record> {
    let record = match takebacks::takebacks_to_variations(record) {
        Some(unfolded) => {
            findings.add(&TAKEBACKS, SourceLocation::default(), []);
            Cow::Owned(unfolded)
        }
        None => Cow::Borrowed(record),
    };
    let tree = &record.tree;
    let is_move = |id: NodeId| matches!(tree.node(id).event, Event::Move { .. });
    let root_is_plain = match &tree.node(tree.root()).event {
        Event::Setup(setup) => setup.points().iter().all(|(_, color)| color.is_some()),
        _ => true,
    };
    if root_is_plain && tree.preorder().skip(1).all(is_move) {
        return record;
    }
    let mut pauses = Pauses::new(&record);
    for id in tree.preorder() {
        pauses.add(id, findings);
    }
    pauses.set_apart();
    Cow::Owned(Record { size: record.size, info: record.info.clone(), tree: pauses.made })
}

struct Pauses<'r> {
    record: &'r Record,
    tree: &'r Tree,
    made: Tree,
    /// The new node of each node of the record; `None` if it is dropped.
    now: Vec<Option<NodeId>>,
    /// `true` for each new node that is preceded by moves or stones.
    late: Vec<bool>,
}

impl<'r> Pauses<'r> {
    fn new(record: &'r Record) -> Pauses<'r> {
        let tree = &record.tree;
        Pauses { record, tree, made: Tree::new(), now: vec![None; tree.len()], late: vec![false] }
    }

    fn add(&mut self, id: NodeId, findings: &mut Findings) {
        let tree = self.tree;
        let node = tree.node(id);
        let Some(parent) = tree.parent(id) else {
            self.now[id.index()] = Some(id);
            self.add_node(id, id);
            return;
        };
        let Some(above) = self.now[parent.index()] else { return };
        let begins_branch = tree.has_variations(parent) || node.notes().set_apart;
        let place = || SourceLocation::node(&Path::to(id, tree));
        let stones = match &node.event {
            Event::Setup(setup) => setup.points().len(),
            Event::Move { .. } => return self.add_below(id, above),
            _ => 0,
        };
        if node.event.is_live() {
            findings.add_at(&LIVE_EVENT, place, []);
        }
        let is_late = self.late[above.index()] || begins_branch && self.is_set_up(above);
        let moves_above = !matches!(self.made.node(above).event, Event::Nothing | Event::Setup(_));
        if stones > 0 && (is_late || moves_above) {
            findings.add_at(&LATE_SETUP, place, []);
        } else if begins_branch {
            self.add_below(id, above);
        } else {
            if *node.notes() != Notes::NONE && !node.event.is_live() {
                findings.add_at(&MERGED, place, []);
            }
            self.now[id.index()] = Some(above);
            self.add_node(above, id);
        }
    }

    fn add_below(&mut self, id: NodeId, above: NodeId) {
        let made_late = self.late[above.index()]
            || self.is_set_up(above)
            || matches!(self.made.node(above).event, Event::Move { .. });
        let new = self.made.add(above, Event::Nothing);
        self.late.push(made_late);
        self.now[id.index()] = Some(new);
        self.add_node(new, id);
    }

    fn is_set_up(&self, id: NodeId) -> bool {
        matches!(&self.made.node(id).event, Event::Setup(setup) if !setup.points().is_empty())
    }

    /// Adds the event and notes of a node of the record to a new node.
    fn add_node(&mut self, to: NodeId, id: NodeId) {
        let node = self.tree.node(id);
        if !node.event.is_live() {
            return self.merge(to, &node.event, node.notes());
        }
        let made = self.made.node_mut(to).notes_mut();
        made.add_comment(&self.record.live_lines(&[id]));
        made.add_remarks(node.notes());
    }

    /// Merges an event and notes into a new node.
    fn merge(&mut self, id: NodeId, event: &Event, notes: &Notes) {
        let made = self.made.node_mut(id);
        match (event, &made.event) {
            (Event::Setup(new), Event::Nothing | Event::Setup(_)) => {
                let mut points = match &made.event {
                    Event::Setup(old) => old.points().to_vec(),
                    _ => Vec::new(),
                };
                points.extend(new.points());
                // The board was empty before, so points to be emptied need no setup.
                let setup = Setup::new(points);
                let stones = setup.stones().map(|(point, color)| (point, Some(color))).collect();
                made.event = Event::Setup(Box::new(Setup::new(stones)));
            }
            // A pause after a move is merged with the move.
            (Event::Nothing | Event::Setup(_), _) => {}
            (event, _) => made.event = event.clone(),
        }
        if *notes == Notes::NONE {
        } else if *made.notes() == Notes::NONE {
            *made.notes_mut() = notes.clone();
        } else {
            made.notes_mut().add_remarks(notes);
        }
    }

    /// Marks pauses without a sibling as branches of their own, the only place where 2.2 allows pauses.
    fn set_apart(&mut self) {
        let alone = |id: &NodeId| {
            let is_pause = matches!(self.made.node(*id).event, Event::Nothing | Event::Setup(_));
            is_pause
                && self.made.parent(*id).is_some_and(|parent| !self.made.has_variations(parent))
        };
        let alone: Vec<NodeId> = self.made.preorder().filter(alone).collect();
        for id in alone {
            self.made.node_mut(id).notes_mut().set_apart = true;
        }
    }
}
