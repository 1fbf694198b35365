//! Moves on occupied points, for formats that forbid them: each becomes a setup of the stones that it
//! leaves on the board.

use std::borrow::Cow;

use super::finding::{Findings, Place, rules};
use super::replay::replacing_moves;
use super::{Event, Path, Record};

rules! {
    REPLACED = Approximated("", "({0})处已有棋子:着手改为摆子", "there is a stone on {0}: the move becomes a setup of what it leaves");
}

impl Record {
    /// The record with setups for the moves on stones, or with nothing where such a move changes
    /// nothing; itself where there are none.
    pub(crate) fn without_replacing_moves(&self, findings: &mut Findings) -> Cow<'_, Record> {
        let replacing = replacing_moves(self);
        if replacing.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut record = self.clone();
        for (id, point, changes) in replacing {
            let place = || Place::node(&Path::to(id, &self.tree));
            findings.add_at(&REPLACED, place, [&point.to_string()]);
            record.tree.node_mut(id).event = match changes.points() {
                [] => Event::Nothing,
                _ => Event::Setup(Box::new(changes)),
            };
        }
        Cow::Owned(record)
    }
}
