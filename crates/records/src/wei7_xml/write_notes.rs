//! Writes the notes of a step in wei7 2.2: its attributes and marks.

use super::elements::is_symbol;
use super::write_diagnostics::{LESS_EMPHASIS, PROBLEM_ASSUMED, SYMBOL_SHORTENED};
use super::write_game;
use super::xml_writer::{AttributeWriter, XmlWriter, point_attributes};
use crate::record::diagnostic::{SourceLocation, ellipsize};
use crate::record::{Evaluation, Event, NodeId, Path, Record, Splitter, Symbol};
use tianyuan_go::Color;

/// Returns the attributes of a `pre` or a stone that hold its notes.
pub(super) fn notes(page: &mut XmlWriter<'_>, record: &Record, id: NodeId) -> AttributeWriter {
    let node = record.tree.node(id);
    let notes = node.notes();
    let place = || SourceLocation::node(&Path::to(id, &record.tree));
    let mut attributes = AttributeWriter::new();
    if let Some(evaluation) = notes.evaluation {
        attributes.extend(eval(page, evaluation, place).map(|word| ("eval", word.into())));
    }
    if let Some(title) = &notes.title {
        attributes.push(("title", page.line("title", title, place)));
    }
    if let Some(comment) = &notes.comment {
        attributes.push(("comment", page.text("comment", comment, place)));
    }
    if let Some(color) = notes.problem.or_else(|| assumed_problem(page, record, id)) {
        let word = if color == Color::Black { "black" } else { "white" };
        attributes.push(("problem", word.into()));
    }
    if notes.splitter != Splitter::Small && !matches!(node.event, Event::Move { .. }) {
        page.leave_out("splitter", place);
    }
    for (name, is_there) in [("time", notes.time.is_some()), ("actor", notes.actor.is_some())] {
        if is_there {
            page.leave_out(name, place);
        }
    }
    for property in &notes.properties {
        if !write_game::is_named_by(record, id, &property.name) {
            page.leave_out(&property.name, place);
        }
    }
    attributes
}

fn eval(
    page: &mut XmlWriter<'_>,
    evaluation: Evaluation,
    place: impl FnOnce() -> SourceLocation,
) -> Option<&'static str> {
    let (word, lost) = match evaluation {
        Evaluation::Good => return Some("good"),
        Evaluation::Bad => return Some("bad"),
        Evaluation::Trick => return Some("trick"),
        Evaluation::VeryGood => ("good", None),
        Evaluation::VeryBad => ("bad", None),
        Evaluation::Interesting => ("", Some("IT")),
        Evaluation::Doubtful => ("", Some("DO")),
        Evaluation::Controversial => ("", Some("controversial")),
    };
    match lost {
        Some(name) => {
            page.leave_out(name, place);
            None
        }
        None => {
            page.findings.add_at(&LESS_EMPHASIS, place, []);
            Some(word)
        }
    }
}

/// Returns the player to move as a problem, if the position is presumably one. In other positions the player to move
/// is only lost if the next move does not show it.
fn assumed_problem(page: &mut XmlWriter<'_>, record: &Record, id: NodeId) -> Option<Color> {
    let tree = &record.tree;
    let color = tree.node(id).notes().to_play?;
    let place = || SourceLocation::node(&Path::to(id, tree));
    if record.looks_like_problem(id) {
        page.findings.add_at(&PROBLEM_ASSUMED, place, []);
        return Some(color);
    }
    let next = tree.first_child(id).map(|child| &tree.node(child).event);
    if !matches!(next, Some(Event::Move { color: next, .. }) if *next == color) {
        page.leave_out("PL", place);
    }
    None
}

/// Returns the attributes of a node's marks.
pub(super) fn marks(page: &mut XmlWriter<'_>, record: &Record, id: NodeId) -> Vec<AttributeWriter> {
    let place = || SourceLocation::node(&Path::to(id, &record.tree));
    let mut marks = Vec::new();
    for mark in &record.tree.node(id).notes().marks {
        let symbol = match &mark.symbol {
            Symbol::Label(label) => label.chars().next().filter(|c| is_symbol(*c)),
            _ => None,
        };
        let Some(symbol) = symbol.map(String::from) else {
            page.leave_out(&name(&mark.symbol), place);
            continue;
        };
        if let Symbol::Label(label) = &mark.symbol
            && *label != symbol
        {
            page.findings.add_at(&SYMBOL_SHORTENED, place, [label, &symbol]);
        }
        let mut attributes = point_attributes(mark.point);
        attributes.push(("symbol", symbol));
        marks.push(attributes);
    }
    marks
}

/// Returns a mark in SGF notation.
fn name(symbol: &Symbol) -> String {
    match symbol {
        Symbol::Label(label) => format!("LB[{}]", ellipsize(label)),
        shape => shape.shape().unwrap_or_default().into(),
    }
}
