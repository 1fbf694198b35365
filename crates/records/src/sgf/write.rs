//! Writer for SGF: FF\[4\], in UTF-8 or GB 18030, with private properties for information that SGF cannot represent.
//!
//! In GB 18030 the finished text is encoded including its escapes, as programs that read such files expect;
//! see [`charset`](super::charset).

use std::borrow::Cow;

use super::text_writer::TextWriter;
use super::values::point_text;
use super::write_diagnostics::*;
use super::{live_events, original_text, write_info};
use crate::adapt::private_property::{color_value, evaluation_property, splitter_value};
use crate::adapt::takebacks;
use crate::charset::Charset;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::live_events::with_plain_breaks;
use crate::record::{
    Evaluation, Event, Mark, NodeId, Notes, Path, Point, Property, Record, Setup, Symbol, Visit,
};
use tianyuan_go::Color;

/// The maximum line length; longer lines are broken before a node.
const LINE: usize = 72;

/// Encodes a collection of records.
pub(super) fn write(records: &[Record], charset: Charset, findings: &mut Findings) -> Vec<u8> {
    let said_below = Vec::new();
    let mut page = TextWriter { text: String::new(), findings, line_start: 0, said_below };
    for record in records {
        match takebacks::takebacks_to_variations(record) {
            Some(unfolded) => {
                page.findings.add(&TAKEBACKS, SourceLocation::default(), []);
                page.record(&unfolded, charset);
            }
            None => page.record(record, charset),
        }
    }
    let TextWriter { text, findings, .. } = page;
    let bytes = charset.encode(&text).into_owned();
    // Only private-use characters cannot be decoded again.
    let is_private = |c: char| ('\u{E000}'..='\u{F8FF}').contains(&c);
    if text.contains(is_private) && charset.decode(&bytes) != text {
        findings.add(&NO_BYTES, SourceLocation::default(), []);
    }
    bytes
}

impl TextWriter<'_> {
    fn record(&mut self, record: &Record, charset: Charset) {
        let tree = &record.tree;
        for visit in tree.walk() {
            let (Visit::Enter(id) | Visit::Leave(id)) = visit;
            let branches = tree.parent(id).is_none_or(|parent| tree.has_variations(parent));
            match visit {
                Visit::Enter(_) => {
                    if branches {
                        self.begin_branch();
                    }
                    if !live_events::is_folded(tree, id) {
                        self.node(record, id, charset);
                    }
                }
                Visit::Leave(_) if branches => self.text.push(')'),
                Visit::Leave(_) => {}
            }
        }
        self.text.push('\n');
    }

    fn begin_branch(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.break_line();
        }
        self.text.push('(');
    }

    fn break_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    fn node(&mut self, record: &Record, id: NodeId, charset: Charset) {
        let start = self.text.len();
        let node = record.tree.node(id);
        self.text.push(';');
        if id == record.tree.root() {
            self.game_info(record, charset);
        }
        self.event(&node.event);
        let place = || SourceLocation::node(&Path::to(id, &record.tree));
        let events = live_events::live_events(&record.tree, id);
        let mut notes = Cow::Borrowed(node.notes());
        let is_stale = |kept: &Property| {
            !original_text::matches_record(kept, record) || self.is_set_in_variation(&kept.name)
        };
        if id == record.tree.root() && notes.properties.iter().any(is_stale) {
            notes.to_mut().properties.retain(|kept| !is_stale(kept));
        }
        if events.is_empty() {
            self.notes(&node.event, &notes, place);
        } else {
            self.live(record, id, &events, notes.into_owned());
        }
        if self.text.len() - self.line_start > LINE && self.text[..start].ends_with([']', ';']) {
            self.text.insert(start, '\n');
            self.line_start = start + 1;
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Setup(setup) => self.setup(setup),
            Event::Move { color, point } => {
                let at = point.map_or(String::new(), point_text);
                self.text.push(color.letter());
                self.bracketed(&at);
            }
            _ => {}
        }
    }

    /// Writes the notes of a node with its live events, which are written to the comment and to private properties.
    fn live(&mut self, record: &Record, id: NodeId, events: &[NodeId], mut notes: Notes) {
        let (tree, place) = (&record.tree, || SourceLocation::node(&Path::to(id, &record.tree)));
        let own = notes.comment.map_or(String::new(), |own| with_plain_breaks(&own) + "\n");
        notes.comment = Some(own + &record.live_lines(events));
        if events[0] == id {
            (notes.time, notes.actor) = (None, None);
        }
        self.notes(&tree.node(id).event, &notes, place);
        self.findings.add_at(&LIVE_EVENTS, place, []);
        for &claim in events {
            if let Event::Claim(outcome) = tree.node(claim).event
                && record.info.result.is_some_and(|result| result != outcome)
            {
                self.findings.add_at(&CLAIM_DIFFERS, place, [&outcome.to_string()]);
            }
        }
        let is_claim = |id: &&NodeId| matches!(tree.node(**id).event, Event::Claim(_));
        let claims = events.iter().filter(is_claim).map(|id| live_events::value(record, *id));
        let others = events.iter().filter(|id| !is_claim(id));
        self.pairs("XWM", others.map(|id| live_events::value(record, *id)));
        self.pairs("XWR", claims);
    }

    fn setup(&mut self, setup: &Setup) {
        if setup.points().is_empty() {
            self.property("XWQ", "");
        }
        for (name, wanted) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)]
        {
            let of_color = setup.points().iter().filter(|(_, color)| *color == wanted);
            self.points(name, of_color.map(|(point, _)| *point).collect());
        }
    }

    fn notes(&mut self, event: &Event, notes: &Notes, place: impl Fn() -> SourceLocation) {
        self.next_player(event, notes);
        if let Some(title) = &notes.title {
            let several_lines = title.contains(['\n', '\r']);
            self.text_property(if several_lines { "XWN" } else { "N" }, title, &place);
        }
        if let Some(comment) = &notes.comment {
            self.text_property("C", comment, &place);
        }
        self.marks(&notes.marks);
        self.evaluation(notes.evaluation);
        for property in &notes.properties {
            self.text.push_str(&property.name);
            property.values.iter().for_each(|value| self.bracketed(value));
        }
        self.private(notes);
    }

    /// Writes the player to move. `PL` cannot be combined with a move.
    fn next_player(&mut self, event: &Event, notes: &Notes) {
        let is_move = matches!(event, Event::Move { .. });
        match (notes.to_play, notes.problem) {
            (Some(color), _) if is_move => self.property("XWL", &color_value(color)),
            (Some(color), _) => self.property("PL", &color_value(color)),
            (None, Some(color)) if !is_move => self.property("PL", &color_value(color)),
            (None, _) => {}
        }
    }

    fn marks(&mut self, marks: &[Mark]) {
        let mut labels: Vec<(Point, &str)> = Vec::new();
        let mut shapes = [const { Vec::new() }; 5];
        for mark in marks {
            let shape = match &mark.symbol {
                Symbol::Label(text) => {
                    labels.push((mark.point, text));
                    continue;
                }
                Symbol::Circle => 0,
                Symbol::Cross => 1,
                Symbol::Square => 2,
                Symbol::Triangle => 3,
                Symbol::Selected => 4,
            };
            shapes[shape].push(mark.point);
        }
        for (name, points) in ["CR", "MA", "SQ", "TR", "SL"].into_iter().zip(shapes) {
            self.points(name, points);
        }
        let labels =
            labels.into_iter().map(|(point, label)| (point_text(point), label.to_string()));
        self.pairs("LB", labels);
    }

    fn evaluation(&mut self, evaluation: Option<Evaluation>) {
        let Some(evaluation) = evaluation else { return };
        // The standard property comes first, for programs that do not know the private one.
        let standard = match evaluation {
            Evaluation::Trick => Evaluation::Interesting,
            Evaluation::Controversial => Evaluation::Doubtful,
            other => other,
        };
        for written in [Some(standard), Some(evaluation).filter(|own| *own != standard)] {
            if let Some((name, value)) = written.map(evaluation_property) {
                self.property(name, value);
            }
        }
    }

    fn private(&mut self, notes: &Notes) {
        if let Some(color) = notes.problem {
            self.property("XWP", &color_value(color));
        }
        if let Some(value) = splitter_value(notes.splitter) {
            self.property("XWS", value);
        }
        if let Some(time) = notes.time {
            self.property("XWK", &time.to_string());
        }
        if let Some(actor) = notes.actor {
            self.property("XWA", &actor.to_string());
        }
        if notes.set_apart {
            self.property("XWB", "");
        }
    }

    fn points(&mut self, name: &str, points: Vec<Point>) {
        if !points.is_empty() {
            self.text.push_str(name);
        }
        points.into_iter().for_each(|point| self.bracketed(&point_text(point)));
    }

    fn game_info(&mut self, record: &Record, charset: Charset) {
        write_info::write(self, record, charset);
        self.break_line();
    }
}
