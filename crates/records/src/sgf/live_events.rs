//! Live events in SGF: messages, marks and claims made during the recording.
//!
//! They are written to the comment of the node where they occurred, and to private properties, from which they are
//! read. `XWM[12.5 0 C:…]` is a message by participant 0 at 12.5 seconds. `XWM[- - LB dd:a]` is a mark with unknown
//! time and actor, and `XWR[12.5 0:B+R]` is a claim. In a node without an event, the first live event becomes the
//! event.

use super::diagnostics::BAD_PRIVATE;
use super::game::GameReader;
use super::property::Property;
use super::values::{composed, point, point_text};
use super::words::{ResultReading, result};
use crate::adapt::private_property::seconds;
use crate::adapt::property_text::text;
use crate::record::diagnostic::{Findings, ellipsize};
use crate::record::{Event, Mark, NodeId, Notes, Record, Symbol, Tree};

/// Returns `true` if a node is written as part of the previous one: a live event without annotations, in line with a
/// node that has an event. Claims come last.
pub(super) fn is_folded(tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    let Some(parent) =
        tree.parent(id).filter(|parent| node.event.is_live() && !tree.has_variations(*parent))
    else {
        return false;
    };
    let notes = node.notes();
    let plain = Notes { time: notes.time, actor: notes.actor, ..Notes::NONE };
    let fits = match &tree.node(parent).event {
        Event::Nothing => parent == tree.root(),
        Event::Claim(_) => matches!(node.event, Event::Claim(_)),
        _ => true,
    };
    fits && *notes == plain
}

/// Returns the live events that are written in a node: its own and those that follow.
pub(super) fn live_events(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    let own = tree.node(id).event.is_live().then_some(id);
    let after = tree.main_line(id).skip(1).take_while(|&next| is_folded(tree, next));
    own.into_iter().chain(after).collect()
}

/// Returns the key and text of a live event.
pub(super) fn value(record: &Record, id: NodeId) -> (String, String) {
    let node = record.tree.node(id);
    let time = node.notes().time.map_or("-".into(), |time| time.to_string());
    let actor = node.notes().actor.map_or("-".into(), |actor| actor.to_string());
    match &node.event {
        Event::Message(text) => (format!("{time} {actor} C"), text.to_string()),
        Event::Mark(mark) => {
            let kind = mark.symbol.shape().unwrap_or("LB");
            let label = match &mark.symbol {
                Symbol::Label(label) => label.clone(),
                _ => String::new(),
            };
            (format!("{time} {actor} {kind} {}", point_text(mark.point)), label)
        }
        Event::Claim(outcome) => (format!("{time} {actor}"), outcome.to_string()),
        _ => (String::new(), String::new()),
    }
}

/// Reads a live event with its time and actor. Returns `None` if the value is invalid.
fn read(record: &Record, name: &str, raw: &str) -> Option<(Event, Notes)> {
    let (key, value) = composed(raw)?;
    let words: Vec<&str> = key.split(' ').collect();
    let (time, actor, rest) = match words.as_slice() {
        [time, actor, rest @ ..] => (*time, *actor, rest),
        _ => return None,
    };
    let time = if time == "-" { None } else { Some(seconds(time)?) };
    let actor = if actor == "-" { None } else { Some(actor.parse().ok()?) };
    let value = text(value);
    let event = match (name, rest) {
        ("XWM", ["C"]) => Event::Message(value.into()),
        ("XWM", [kind, at]) => {
            let symbol = match (Symbol::SHAPES.iter().find(|s| s.shape() == Some(*kind)), *kind) {
                (Some(shape), _) => shape.clone(),
                (None, "LB") => Symbol::Label(value.into_owned()),
                (None, _) => return None,
            };
            Event::Mark(Box::new(Mark { point: point(at, record.size)?, symbol }))
        }
        ("XWR", []) => match result(&value, false)? {
            ResultReading { outcome, rule: None, .. } => Event::Claim(outcome),
            _ => return None,
        },
        _ => return None,
    };
    Some((event, Notes { time, actor, ..Notes::NONE }))
}

impl GameReader {
    /// Adds the live events of a node's properties. Returns the last resulting node.
    pub(super) fn live(
        &mut self,
        id: NodeId,
        properties: &[Property<'_>],
        findings: &mut Findings,
    ) -> NodeId {
        let mut last = id;
        let of = |name: &'static str| properties.iter().filter(move |p| p.name == name);
        for property in of("XWM").chain(of("XWR")) {
            for raw in &property.values {
                if let Some((event, notes)) = read(&self.record, &property.name, raw) {
                    last = self.add_live(id, last, event, notes);
                    continue;
                }
                let details = [&*property.name, &ellipsize(raw)];
                findings.add(&BAD_PRIVATE, property.place(), details);
            }
        }
        if last != id || self.record.tree.node(id).event.is_live() {
            self.live.push((id, last));
        }
        last
    }

    fn add_live(&mut self, holder: NodeId, last: NodeId, event: Event, notes: Notes) -> NodeId {
        let tree = &mut self.record.tree;
        let has_none = tree.node(last).event == Event::Nothing && last != tree.root();
        if holder == last && has_none {
            tree.node_mut(last).event = event;
            let kept = tree.node_mut(last).notes_mut();
            (kept.time, kept.actor) = (notes.time, notes.actor);
            return last;
        }
        let added = tree.add(last, event);
        if notes != Notes::NONE {
            *tree.node_mut(added).notes_mut() = notes;
        }
        added
    }

    /// Removes lines that repeat live events from comments. This step is last because the lines contain names of
    /// people, which the file may specify after the node.
    pub(super) fn remove_live_lines(&mut self) {
        for (holder, last) in std::mem::take(&mut self.live) {
            let tree = &self.record.tree;
            let mut events: Vec<NodeId> =
                tree.ancestors(last).take_while(|id| *id != holder).collect();
            events.extend(tree.node(holder).event.is_live().then_some(holder));
            events.reverse();
            let lines = self.record.live_lines(&events);
            let notes = self.record.tree.node(holder).notes();
            let comment = notes.comment.as_deref().and_then(|text| text.strip_suffix(&*lines));
            let Some(own) = comment.map(|own| own.strip_suffix('\n').map(str::to_string)) else {
                continue;
            };
            self.record.tree.node_mut(holder).notes_mut().comment = own;
        }
    }
}
