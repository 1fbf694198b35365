//! Shapes on the board as the signs that stand for them where marks are single characters.

use crate::record::finding::{Findings, Place};
use crate::record::rule::rules;
use crate::record::{Record, Symbol};

rules! {
    SIGN_FOR_SHAPE = Approximated("", "{0}改为符号{1}", "{1} stands for {0}");
}

/// What stands for each shape.
const SIGNS: [(Symbol, char); 5] = [
    (Symbol::Circle, '@'),
    (Symbol::Triangle, '#'),
    (Symbol::Square, '$'),
    (Symbol::Cross, '&'),
    (Symbol::Selected, '*'),
];

impl Record {
    /// Puts signs in the place of circles, triangles, squares, crosses and selections.
    pub fn map_shapes(&mut self, findings: &mut Findings) {
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
                findings.add(&SIGN_FOR_SHAPE, Place::default(), details);
                mark.symbol = Symbol::Label((*sign).into());
            }
            marks.sort();
            marks.dedup();
        }
    }
}
