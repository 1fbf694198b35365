//! Restores embedded items from the heads of comments.

use std::collections::{HashMap, HashSet};

use super::item_line::{ExtractedItem, ItemSource, ItemValue, Line, OF_NODE, take_head};
use super::items::{BRANCH, SET_APART, TERMS, event, game, node};
use super::split_tree::{join, pairs};
use crate::record::{Event, Mark, Node, NodeId, Notes, Point, Property, Record};

impl Record {
    /// Restores all items that [`keep_in_comments`](Self::keep_in_comments) or
    /// [`keep_in_comment`](Self::keep_in_comment) moved into comments.
    pub fn take_from_comments(&mut self) {
        let tree = &self.tree;
        let has_head = |id: &NodeId| {
            tree.node(*id).notes().comment.as_ref().is_some_and(|text| text.starts_with('['))
        };
        let ids: Vec<NodeId> = tree.ids().filter(has_head).collect();
        let mut numbers = HashMap::new();
        for &id in &ids {
            let comment = tree.node(id).notes().comment.as_deref().unwrap_or_default();
            let lines = comment.split('\n').map_while(Line::parse);
            let number = lines.filter_map(|line| branch_number(&line)).next();
            numbers.extend(number.map(|number| (id, number)));
        }
        let pairs = pairs(tree, &numbers);
        let parted: HashSet<NodeId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        for &id in &ids {
            self.take_from(id, parted.contains(&id));
        }
        if !pairs.is_empty() {
            join(&mut self.tree, &pairs);
        }
    }

    /// Restores only the terms agreed on before the game (rules and time settings) from the root's comment.
    pub fn take_terms_from_comment(&mut self) {
        let root = self.tree.root();
        let Some(comment) = self.tree.node(root).notes().comment.clone() else { return };
        let mut taking = Taking { record: self, id: root, node: OfNode::default() };
        let mut is_kept = false;
        let left = take_head(&comment, false, |line| {
            let taken = match TERMS.contains(&&*line.name) {
                true => taking.line(line, false),
                false => ExtractedItem::Later,
            };
            is_kept |= taken == ExtractedItem::Yes;
            taken
        });
        let node = self.tree.node_mut(root);
        node.notes_mut().comment = left;
        if is_kept {
            no_pause(node);
        }
    }

    fn take_from(&mut self, id: NodeId, is_parted: bool) {
        let Some(comment) = self.tree.node(id).notes().comment.clone() else { return };
        let mut taking = Taking { record: self, id, node: OfNode::default() };
        let mut is_kept = false;
        let left = take_head(&comment, true, |line| {
            let taken = taking.line(line, is_parted);
            is_kept |= taken == ExtractedItem::Yes;
            taken
        });
        let OfNode { event, is_apart, marks, comment } = taking.node;
        let node = self.tree.node_mut(id);
        let points: HashSet<Point> = marks.iter().map(|mark| mark.point).collect();
        let notes = node.notes_mut();
        notes.comment = comment.or(left);
        if !marks.is_empty() {
            notes.marks.retain(|mark| !points.contains(&mark.point));
            notes.marks.extend(marks);
            notes.marks.sort();
        }
        if is_kept {
            no_pause(node);
        }
        node.notes_mut().set_apart |= is_apart;
        if let Some(event) = event {
            node.event = event;
        }
    }
}

/// Resets the `pre` of a node from which lines were taken: it was only written to hold the lines. Real pauses and
/// branches of their own have lines that state so.
fn no_pause(node: &mut Node) {
    let Event::Setup(setup) = &node.event else { return };
    let is_empty = setup.points().is_empty();
    node.notes_mut().set_apart = false;
    if is_empty {
        node.event = Event::Nothing;
    }
}

fn branch_number(line: &Line) -> Option<usize> {
    match &line.value {
        ItemValue::Text(number) if line.origin == ItemSource::Wei7 && line.name == BRANCH => {
            number.parse().ok()
        }
        _ => None,
    }
}

/// The items of a node that are applied only after all of its lines are read.
#[derive(Default)]
struct OfNode {
    event: Option<Event>,
    is_apart: bool,
    marks: Vec<Mark>,
    comment: Option<String>,
}

/// A node whose lines are being taken.
struct Taking<'r> {
    record: &'r mut Record,
    id: NodeId,
    node: OfNode,
}

impl Taking<'_> {
    fn line(&mut self, line: &Line, is_parted: bool) -> ExtractedItem {
        let text = match &line.value {
            ItemValue::Property(values) if line.origin == ItemSource::Sgf => {
                let property = Property { name: line.name.clone(), values: values.clone() };
                self.notes().properties.push(property);
                return ExtractedItem::Yes;
            }
            ItemValue::Property(_) => return ExtractedItem::No,
            ItemValue::Text(text) => text,
        };
        let is_branch = branch_number(line).is_some();
        let is_taken = match &*line.name {
            BRANCH if is_branch => is_parted,
            OF_NODE => true,
            SET_APART => {
                self.node.is_apart = true;
                true
            }
            name => self.item(name, text).is_some(),
        };
        if is_taken {
            return ExtractedItem::Yes;
        }
        if line.origin == ItemSource::Wei7 {
            return ExtractedItem::No;
        }
        self.property(&line.name, text);
        ExtractedItem::Yes
    }

    /// Restores the item with this name. Returns `None` if the name is not an item or the text is invalid.
    fn item(&mut self, name: &str, text: &str) -> Option<()> {
        let size = self.record.size;
        if let Some(item) = game::ITEMS.iter().find(|item| item.names.contains(&name))
            && self.id == self.record.tree.root()
        {
            return (item.take)(&mut self.record.info, name, text);
        }
        if event::NAMES.contains(&name) {
            return event::take(&mut self.node.event, name, text, size);
        }
        let item = node::ITEMS.iter().find(|item| item.names.contains(&name))?;
        let mut notes = Notes { marks: std::mem::take(&mut self.node.marks), ..Notes::NONE };
        let taken = match name {
            // They are applied after all lines are read.
            "C" | "CR" | "MA" | "SQ" | "TR" | "SL" | "LB" => {
                (item.take)(&mut notes, name, text, size)
            }
            _ => (item.take)(self.notes(), name, text, size),
        };
        self.node.marks = notes.marks;
        self.node.comment = self.node.comment.take().or(notes.comment);
        taken
    }

    /// Adds a value to the property of this name, or adds the property.
    fn property(&mut self, name: &str, value: &str) {
        let properties = &mut self.notes().properties;
        match properties.iter_mut().find(|property| property.name == name) {
            Some(same) => same.values.push(value.into()),
            None => properties.push(Property { name: name.into(), values: vec![value.into()] }),
        }
    }

    fn notes(&mut self) -> &mut Notes {
        self.record.tree.node_mut(self.id).notes_mut()
    }
}
