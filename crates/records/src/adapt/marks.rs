//! Replacement of board marks by single-character labels, for formats that have no other marks.

use super::property_text::simple_text;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::diagnostic_rule::rules;
use crate::record::{Record, Symbol};
use std::borrow::Cow;

rules! {
    SIGN_FOR_SHAPE = Approximated("", "{0}改为符号{1}", "{1} stands for {0}");
}

/// The label for each shape.
const SIGNS: [(Symbol, char); 5] = [
    (Symbol::Circle, '@'),
    (Symbol::Triangle, '#'),
    (Symbol::Square, '$'),
    (Symbol::Cross, '&'),
    (Symbol::Selected, '*'),
];

impl Record {
    /// Replaces circles, triangles, squares, crosses and selections by labels.
    pub fn shapes_to_labels(&mut self, findings: &mut Findings) {
        let ids: Vec<_> = self.tree.preorder().collect();
        for id in ids {
            if self.tree.node(id).notes().marks.is_empty() {
                continue;
            }
            let marks = &mut self.tree.node_mut(id).notes_mut().marks;
            for mark in marks.iter_mut() {
                let Some((shape, sign)) = SIGNS.iter().find(|(shape, _)| *shape == mark.symbol)
                else {
                    continue;
                };
                let details = [shape.shape().unwrap_or_default(), &sign.to_string()];
                findings.add(&SIGN_FOR_SHAPE, SourceLocation::default(), details);
                mark.symbol = Symbol::Label((*sign).into());
            }
            marks.sort();
            marks.dedup();
        }
    }
}

impl Record {
    /// Returns the name of the event (SGF `EV`) on one line if the game has no name of its own.
    pub fn event_name(&self) -> Option<Cow<'_, str>> {
        let properties = &self.tree.node(self.tree.root()).notes().properties;
        let event = properties.iter().find(|property| property.name == "EV")?;
        let text = event.values.first().filter(|_| self.info.name.is_none())?;
        Some(simple_text(text)).filter(|text| !text.trim().is_empty())
    }
}
