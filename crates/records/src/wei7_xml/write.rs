//! Writes wei7 2.2. Data that it cannot represent is dropped or approximated, with a finding.
//!
//! A variation is written before the step that it replaces, and marks directly before their step.

use super::adapt::adapt;
use super::read::SIZES;
use super::write_diagnostics::*;
use super::write_game;
use super::write_notes::{marks, notes};
use super::xml_writer::{AttributeWriter, XmlWriter, point_attributes};
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{Event, NodeId, Path, Record, Setup, Splitter};
use tianyuan_go::Color;

/// Returns the text of the first record, or an empty text if 2.2 does not support its board size.
pub(super) fn write(records: &[Record], findings: &mut Findings) -> String {
    let Some((record, others)) = records.split_first() else { return String::new() };
    if !others.is_empty() {
        findings.add(&OTHER_RECORDS, SourceLocation::default(), [&others.len().to_string()]);
    }
    let size = record.size;
    if size.width() != size.height() || !SIZES.contains(&size.width()) {
        findings.add(&OTHER_SIZE, SourceLocation::default(), [&size.to_string()]);
        return String::new();
    }
    let record = adapt(record, findings);
    let mut page = XmlWriter::new(findings);
    page.open("wei7", &vec![("version", "2.2".into())]);
    page.value("size", &size.width().to_string());
    write_game::write(&mut page, &record);
    moves(&mut page, &record);
    page.close("wei7");
    page.text
}

/// The parts of the tree that are still to be written.
enum Next {
    /// A `moves` that begins with this node.
    Open(NodeId),
    /// A step and its successors in the same `moves`.
    Step(NodeId),
    Close,
}

fn moves(page: &mut XmlWriter<'_>, record: &Record) {
    let tree = &record.tree;
    let mut next = vec![Next::Open(tree.root())];
    while let Some(now) = next.pop() {
        let id = match now {
            Next::Close => {
                page.close("moves");
                continue;
            }
            Next::Open(id) => {
                page.open("moves", &AttributeWriter::new());
                next.push(Next::Close);
                id
            }
            Next::Step(id) => id,
        };
        let main = main_continuation(page, record, id);
        step(page, record, id, main.is_some());
        // The stack is last in, first out. Variations are written before the step that they replace.
        next.extend(main.map(Next::Step));
        let first = next.len();
        next.extend(tree.children(id).skip(usize::from(main.is_some())).map(Next::Open));
        next[first..].reverse();
    }
}

/// Returns the next node in the same `moves`. A `pre` or a node that is set apart begins a new one.
fn main_continuation(page: &mut XmlWriter<'_>, record: &Record, id: NodeId) -> Option<NodeId> {
    let tree = &record.tree;
    let first = tree.first_child(id)?;
    let is_move = matches!(tree.node(first).event, Event::Move { .. });
    let is_set_apart = tree.node(first).notes().set_apart;
    if !is_move && !is_set_apart && tree.has_variations(id) {
        page.findings.add_at(&NO_MAIN_LINE, || SourceLocation::node(&Path::to(first, tree)), []);
    }
    Some(first).filter(|_| is_move && !is_set_apart)
}

fn step(page: &mut XmlWriter<'_>, record: &Record, id: NodeId, goes_on: bool) {
    let node = record.tree.node(id);
    match &node.event {
        &Event::Move { color, point } => {
            let marks = marks(page, record, id);
            marks.iter().for_each(|mark| page.leaf("mark", mark));
            let mut attributes = match point {
                Some(point) => point_attributes(point),
                None => vec![("type", "pass".into())],
            };
            match node.notes().splitter {
                Splitter::Small => {}
                Splitter::Medium => attributes.push(("splitter", "medium".into())),
                Splitter::Large => attributes.push(("splitter", "large".into())),
            }
            attributes.extend(notes(page, record, id));
            page.leaf(element(color), &attributes);
        }
        Event::Setup(setup) => pre(page, record, id, Some(setup), true),
        _ => {
            // A branch that begins with variations is recognisable without a `pre`; before a single move it is a
            // pause.
            let tree = &record.tree;
            let is_pause = id != tree.root() && goes_on && !tree.has_variations(id);
            pre(page, record, id, None, is_pause);
        }
    }
}

/// Writes a `pre`. Unless it is a pause, it is only written if it has content.
fn pre(
    page: &mut XmlWriter<'_>,
    record: &Record,
    id: NodeId,
    setup: Option<&Setup>,
    is_pause: bool,
) {
    let mut attributes = notes(page, record, id);
    let marks = marks(page, record, id);
    let has_stones = setup.is_some_and(|setup| !setup.points().is_empty());
    if has_stones || !marks.is_empty() {
        page.open("pre", &attributes);
        for (point, color) in setup.into_iter().flat_map(Setup::stones) {
            page.leaf(element(color), &point_attributes(point));
        }
        marks.iter().for_each(|mark| page.leaf("mark", mark));
        return page.close("pre");
    }
    if attributes.is_empty() && !is_pause {
        return;
    }
    // The reader takes a `pre` with only a title as a heading. The default value of `problem` marks it as a position.
    if setup.is_some() && matches!(attributes[..], [("title", _)]) {
        attributes.push(("problem", "no".into()));
    }
    page.leaf("pre", &attributes);
}

fn element(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
