//! Annotations of an SGF node: comments, marks, evaluations, and properties without a field.

use super::diagnostics::*;
use super::game::{GameReader, SplitNodes};
use super::property::{InfoText, Property};
use super::property_definitions::{self, Class, Count, Kind};
use super::values::{Area, composed, point};
use super::{private_properties, write_info};
use crate::adapt::property_text::{simple_text, text};
use crate::record::diagnostic::{Findings, ellipsize};
use crate::record::{self, DiagnosticRule, Evaluation, Mark, NodeId, Notes, Symbol};
use tianyuan_go::Color;

impl GameReader {
    /// Reads the properties of a node that do not belong to its event.
    pub(super) fn note(
        &mut self,
        nodes: SplitNodes,
        properties: &[Property<'_>],
        findings: &mut Findings,
    ) {
        for property in properties {
            if let Some(second) = property.values.get(1)
                && let Some(rule) = against_second_value(&property.name)
            {
                findings.add(rule, second.place(), [&property.name]);
            }
            match &*property.name {
                "AB" | "AW" | "AE" | "XWM" | "XWR" => {}
                "B" | "W" => self.keep_what_is_no_move(nodes.last, property),
                "C" => {
                    let comments = property.values.iter().map(|value| text(value));
                    let comment = comments.collect::<Vec<_>>().join("\n\n");
                    self.notes(nodes.last).comment = Some(comment);
                }
                "N" => {
                    let title = simple_text(&property.values[0]).into_owned();
                    self.notes(nodes.last).title = Some(title);
                }
                "CR" | "MA" | "M" | "SQ" | "TR" | "SL" => {
                    self.marks(nodes.last, property, findings)
                }
                "LB" => self.labels(nodes.last, property, findings),
                "L" => self.letters(nodes.last, property, findings),
                "TE" | "BM" | "DO" | "IT" => self.evaluation(nodes.last, property, findings),
                "PL" => self.next_player(nodes.to_play, property, findings),
                "XWC" => self.scoring = private_properties::scoring(&property.values[0]),
                name if private_properties::is_read_here(name) => {
                    private_properties::read(&mut self.record, nodes.last, property, findings);
                }
                _ => self.other(nodes, property, findings),
            }
        }
        let notes = self.record.tree.node(nodes.last).notes();
        if !notes.marks.is_empty() || notes.problem.is_some() {
            let notes = self.notes(nodes.last);
            notes.marks.sort();
            // For a problem the writer adds the player to move, for programs that do not support problems.
            notes.to_play = notes.to_play.filter(|_| notes.to_play != notes.problem);
        }
    }

    fn notes(&mut self, id: NodeId) -> &mut Notes {
        self.record.tree.node_mut(id).notes_mut()
    }

    /// Preserves a move that is not a point. It has already been reported.
    fn keep_what_is_no_move(&mut self, id: NodeId, property: &Property<'_>) {
        let value = property.values[0].trim();
        let (size, has_no_place) = (self.record.size, !matches!(value, "" | "tt"));
        let is_off_board = super::values::lines(value) == Some((size.width(), size.height()));
        if has_no_place && point(value, size).is_none() && !is_off_board {
            self.keep(id, property);
        }
    }

    fn keep(&mut self, id: NodeId, property: &Property<'_>) {
        if let Some(upgraded) = self.upgraded(property) {
            let kept = record::Property { name: property.name.to_string(), values: vec![upgraded] };
            return self.notes(id).properties.push(kept);
        }
        let takes_one = against_second_value(&property.name) == Some(&SECOND_VALUE);
        let kept = if takes_one { 1 } else { property.values.len() };
        let values = property.values[..kept].iter().map(|value| value.to_string()).collect();
        let kept = record::Property { name: property.name.to_string(), values };
        self.notes(id).properties.push(kept);
    }

    /// Returns the FF\[4\] value of a property whose notation changed: the corners of a view, or the title of a
    /// figure.
    fn upgraded(&self, property: &Property<'_>) -> Option<String> {
        let size = self.record.size;
        if self.format == Some(4) {
            return None;
        }
        match (&*property.name, &property.values[..]) {
            ("VW", [from, to]) => {
                let area = Area::parse(&format!("{}:{}", from.trim(), to.trim()), size)?;
                Some(area.to_string())
            }
            ("FG", [title]) if !title.trim().is_empty() && composed(title).is_none() => {
                Some(format!("0:{}", title.text))
            }
            _ => None,
        }
    }

    fn marks(&mut self, id: NodeId, property: &Property<'_>, findings: &mut Findings) {
        let symbol = match &*property.name {
            "CR" => Symbol::Circle,
            "SQ" => Symbol::Square,
            "TR" => Symbol::Triangle,
            "SL" => Symbol::Selected,
            _ => Symbol::Cross,
        };
        let points = self.listed(property, findings).into_iter();
        let marks = points.map(|point| Mark { point, symbol: symbol.clone() });
        self.notes(id).marks.extend(marks);
    }

    fn labels(&mut self, id: NodeId, property: &Property<'_>, findings: &mut Findings) {
        for value in &property.values {
            let size = self.record.size;
            let label = composed(value)
                .and_then(|(at, label)| Some((point(at.trim(), size)?, simple_text(label))));
            match label {
                Some((point, label)) => {
                    let symbol = Symbol::Label(label.into_owned());
                    self.notes(id).marks.push(Mark { point, symbol });
                }
                None if value.trim().is_empty() => {}
                None => {
                    findings.add(&BAD_LABEL, property.place(), [&ellipsize(value)]);
                }
            }
        }
    }

    /// Reads the points of FF\[1\] that show the letters A to Z and a to z in this order.
    fn letters(&mut self, id: NodeId, property: &Property<'_>, findings: &mut Findings) {
        let points = self.listed(property, findings);
        let marks = points.into_iter().zip(('A'..='Z').chain('a'..='z'));
        let marks = marks.map(|(point, c)| Mark { point, symbol: Symbol::Label(c.into()) });
        self.notes(id).marks.extend(marks);
    }

    fn evaluation(&mut self, id: NodeId, property: &Property<'_>, findings: &mut Findings) {
        let value = property.values[0].trim();
        let takes_value = matches!(&*property.name, "TE" | "BM");
        if takes_value && !matches!(value, "" | "1" | "2") {
            return self.keep(id, property);
        }
        let very = value == "2";
        let new = match &*property.name {
            "TE" if very => Evaluation::VeryGood,
            "TE" => Evaluation::Good,
            "BM" if very => Evaluation::VeryBad,
            "BM" => Evaluation::Bad,
            "DO" => Evaluation::Doubtful,
            _ => Evaluation::Interesting,
        };
        let evaluation = &mut self.notes(id).evaluation;
        // In FF[3] the first of the two evaluations was the apparent one.
        let (meant, name) = match evaluation {
            None => {
                *evaluation = Some(new);
                return;
            }
            Some(Evaluation::Good | Evaluation::VeryGood) => (Evaluation::Interesting, "IT"),
            Some(Evaluation::Bad | Evaluation::VeryBad) => (Evaluation::Doubtful, "DO"),
            Some(Evaluation::Interesting | Evaluation::Doubtful) => {
                findings.add(&SECOND_EVALUATION, property.place(), [&property.name]);
                return;
            }
            // The wei7 evaluation "controversial" is written with an approximation.
            Some(_) => return,
        };
        *evaluation = Some(meant);
        findings.add(&TWO_EVALUATIONS, property.place(), [name]);
    }

    fn next_player(&mut self, id: NodeId, property: &Property<'_>, findings: &mut Findings) {
        let value = property.values[0].trim();
        let color = match value.chars().next() {
            Some('B' | 'b' | '1') => Color::Black,
            Some('W' | 'w' | '2') => Color::White,
            _ => {
                findings.add(&BAD_COLOR, property.place(), [&ellipsize(value)]);
                return;
            }
        };
        if !matches!(value, "B" | "W") {
            let details = [&*ellipsize(value), &color.letter().to_string()];
            findings.add(&OTHER_COLOR, property.place(), details);
        }
        self.notes(id).to_play = Some(color);
    }

    /// Reads a property without a field: as game information on the main line, otherwise verbatim.
    fn other(&mut self, nodes: SplitNodes, property: &Property<'_>, findings: &mut Findings) {
        let class = property_definitions::class(&property.name);
        let is_root = nodes.game_info == self.record.tree.root();
        match class {
            Class::Root if !is_root => {
                findings.add(&NOT_AT_ROOT, property.place(), [&property.name]);
                return;
            }
            Class::Root if matches!(&*property.name, "FF" | "GM" | "SZ" | "CA") => return,
            Class::Root if property.values[0].starts_with(write_info::PROGRAM) => return,
            _ => {}
        }
        match class {
            Class::Info if self.is_on_main_line() => {
                let is_empty = property.values[0].trim().is_empty();
                let is_known = !is_root && self.is_in_private_properties(&property.name);
                let is_news = is_empty || !is_known && self.info_text(&property.name).is_none();
                if InfoText::is_read(&property.name) && is_news {
                    self.info.push(InfoText::new(property, nodes.game_info));
                    if is_root {
                        return;
                    }
                }
                // Below the root it applies only to some of the games in the tree.
                self.is_informed_below |= !is_root;
            }
            _ => {}
        }
        let id =
            if matches!(class, Class::Root | Class::Info) { nodes.game_info } else { nodes.last };
        self.keep(id, property);
    }
}

/// Returns the finding for a second value of a property, or `None` if several are allowed. Text in parts is joined;
/// of other single values the first is used.
fn against_second_value(name: &str) -> Option<&'static DiagnosticRule> {
    let of = property_definitions::of(name).filter(|of| of.count == Count::One)?;
    Some(if of.kind == Kind::Text { &TEXT_IN_PARTS } else { &SECOND_VALUE })
}
