//! Item lines for node data that wei7 cannot represent.

use super::super::item_line::{Line, is_name, is_xml};
use super::event::points;
use crate::adapt::private_property::{
    color, color_value, evaluation, evaluation_property, set_of_node, splitter_value,
};
use crate::adapt::property_point::{point, point_text};
use crate::record::{Evaluation, Format, Mark, Notes, Point, Size, Splitter, Symbol};

/// The context of a node in a wei7 file.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct NodeContext {
    pub(in super::super) format: Format,
    pub(in super::super) role: Role,
    /// `true` if the node is the first of a branch.
    pub(in super::super) begins_branch: bool,
    /// The number of participants.
    pub(in super::super) people: usize,
    /// `true` if shapes such as circles will be replaced by symbols of wei7.
    pub(in super::super) has_signs: bool,
}

/// The kind of wei7 element that a node becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Role {
    /// The setup of a branch (`pre`).
    Pre,
    Move,
    /// Any other step.
    Action,
}

/// An item of a node.
pub(in super::super) struct NodeItem {
    /// The names of its lines.
    pub(in super::super) names: &'static [&'static str],
    /// Adds lines for data that the format cannot represent, and removes it unless the file holds an approximation.
    pub(in super::super) keep: fn(&mut Notes, &NodeContext, &mut Vec<Line>),
    /// Restores the field from a line, given its name and text. Returns `None` if the text is invalid.
    pub(in super::super) take: fn(&mut Notes, &str, &str, Size) -> Option<()>,
}

/// All items of a node except its event and properties without a field, in the order of their lines.
pub(in super::super) const ITEMS: [NodeItem; 9] = [
    NodeItem { names: &["N"], keep: keep_title, take: take_title },
    NodeItem { names: &["PL"], keep: keep_next_player, take: take_next_player },
    NodeItem { names: &["XWP"], keep: keep_problem, take: take_problem },
    NodeItem {
        names: &["TE", "BM", "IT", "DO", "XWE"],
        keep: keep_evaluation,
        take: take_evaluation,
    },
    NodeItem { names: &["CR", "MA", "SQ", "TR", "SL", "LB"], keep: keep_marks, take: take_marks },
    NodeItem { names: &["XWS"], keep: keep_splitter, take: take_private },
    NodeItem { names: &["XWK"], keep: keep_time, take: take_private },
    NodeItem { names: &["XWA"], keep: keep_actor, take: take_private },
    NodeItem { names: &["C"], keep: keep_comment, take: take_comment },
];

fn keep_title(notes: &mut Notes, site: &NodeContext, lines: &mut Vec<Line>) {
    let is_said = |title: &str| match site.format {
        Format::Wei7 | Format::Sgf => site.begins_branch,
        Format::Wei7Xml => is_name(title),
    };
    let title = notes.title.take_if(|title| !is_said(title));
    lines.extend(title.map(|title| Line::sgf("N", title)));
}

fn take_title(notes: &mut Notes, _: &str, text: &str, _: Size) -> Option<()> {
    notes.title = Some(text.into());
    Some(())
}

fn keep_next_player(notes: &mut Notes, _: &NodeContext, lines: &mut Vec<Line>) {
    lines.extend(notes.to_play.take().map(|color| Line::sgf("PL", color_value(color))));
}

fn take_next_player(notes: &mut Notes, _: &str, text: &str, _: Size) -> Option<()> {
    notes.to_play = Some(color(text)?);
    Some(())
}

fn keep_problem(notes: &mut Notes, site: &NodeContext, lines: &mut Vec<Line>) {
    let problem = notes.problem.take_if(|_| site.role == Role::Action);
    lines.extend(problem.map(|color| Line::sgf("XWP", color_value(color))));
}

fn take_private(notes: &mut Notes, name: &str, text: &str, _: Size) -> Option<()> {
    set_of_node(notes, name, text)
}

/// Parses a problem; empty if the problem was only inferred.
fn take_problem(notes: &mut Notes, _: &str, text: &str, _: Size) -> Option<()> {
    notes.problem = if text.is_empty() { None } else { Some(color(text)?) };
    Some(())
}

fn keep_evaluation(notes: &mut Notes, site: &NodeContext, lines: &mut Vec<Line>) {
    let Some(evaluation) = notes.evaluation else { return };
    let has_word = site.role == Role::Move || site.format == Format::Wei7Xml;
    match evaluation {
        Evaluation::Good | Evaluation::Bad | Evaluation::Trick if has_word => return,
        Evaluation::Controversial if has_word && site.format != Format::Wei7Xml => return,
        // wei7 writes them with less emphasis.
        Evaluation::VeryGood | Evaluation::VeryBad if has_word => {}
        _ => notes.evaluation = None,
    }
    let (name, text) = evaluation_property(evaluation);
    lines.push(Line::sgf(name, text));
}

fn take_evaluation(notes: &mut Notes, name: &str, text: &str, _: Size) -> Option<()> {
    notes.evaluation = Some(evaluation(name, text)?);
    Some(())
}

/// Returns `true` if wei7 has a mark with this symbol.
pub(in super::super) fn is_sign(symbol: &Symbol) -> bool {
    let is_one = |b: u8| b.is_ascii_alphanumeric() || b"@#$%&*?".contains(&b);
    matches!(symbol, Symbol::Label(text) if matches!(text.as_bytes(), [b] if is_one(*b)))
}

/// Embeds all marks of a point together, so that the reader can replace the marks from the file.
fn keep_marks(notes: &mut Notes, site: &NodeContext, lines: &mut Vec<Line>) {
    let odd = notes.marks.iter().filter(|mark| !is_sign(&mark.symbol));
    let mut odd: Vec<Point> = odd.map(|mark| mark.point).collect();
    if odd.is_empty() {
        return;
    }
    odd.sort();
    let is_kept = |mark: &Mark| odd.binary_search(&mark.point).is_ok();
    for shape in Symbol::SHAPES {
        let points = notes.marks.iter().filter(|mark| mark.symbol == shape);
        let points: Vec<String> = points.map(|mark| point_text(mark.point)).collect();
        if !points.is_empty() {
            lines.push(Line::sgf(shape.shape().unwrap_or_default(), points.join(" ")));
        }
    }
    for mark in notes.marks.iter().filter(|mark| is_kept(mark)) {
        if let Symbol::Label(label) = &mark.symbol {
            lines.push(Line::sgf("LB", format!("{}:{label}", point_text(mark.point))));
        }
    }
    let becomes_sign = |mark: &Mark| site.has_signs && mark.symbol.shape().is_some();
    notes.marks.retain(|mark| !is_kept(mark) || becomes_sign(mark));
}

fn take_marks(notes: &mut Notes, name: &str, text: &str, size: Size) -> Option<()> {
    if name == "LB" {
        let (at, label) = text.split_once(':')?;
        let symbol = Symbol::Label(label.into());
        notes.marks.push(Mark { point: point(at, size)?, symbol });
        return Some(());
    }
    let symbol = Symbol::SHAPES.into_iter().find(|shape| shape.shape() == Some(name))?;
    let points = points(text, size)?.into_iter();
    notes.marks.extend(points.map(|point| Mark { point, symbol: symbol.clone() }));
    Some(())
}

fn keep_splitter(notes: &mut Notes, site: &NodeContext, lines: &mut Vec<Line>) {
    let is_said = site.format == Format::Wei7Xml && site.role == Role::Move;
    let Some(word) = splitter_value(notes.splitter).filter(|_| !is_said) else { return };
    notes.splitter = Splitter::Small;
    lines.push(Line::sgf("XWS", word));
}

fn keep_time(notes: &mut Notes, site: &NodeContext, lines: &mut Vec<Line>) {
    let is_said = site.format == Format::Wei7 && site.role != Role::Pre;
    let time = notes.time.take_if(|_| !is_said);
    lines.extend(time.map(|time| Line::sgf("XWK", time.to_string())));
}

fn keep_actor(notes: &mut Notes, site: &NodeContext, lines: &mut Vec<Line>) {
    let may_be_said = site.format == Format::Wei7 && site.role != Role::Pre;
    let is_said = |actor: u32| may_be_said && (actor as usize) < site.people;
    let actor = notes.actor.take_if(|actor| !is_said(*actor));
    lines.extend(actor.map(|actor| Line::sgf("XWA", actor.to_string())));
}

/// Embeds comments with characters that XML does not allow; the file has replacement characters instead.
fn keep_comment(notes: &mut Notes, site: &NodeContext, lines: &mut Vec<Line>) {
    let odd = notes.comment.as_ref().filter(|text| site.format == Format::Wei7Xml && !is_xml(text));
    lines.extend(odd.map(|text| Line::sgf("C", text)));
}

fn take_comment(notes: &mut Notes, _: &str, text: &str, _: Size) -> Option<()> {
    notes.comment = Some(text.into());
    Some(())
}
