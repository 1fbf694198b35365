//! Splitting of records at positions that moves do not lead to: stones are set up, or a move replaces a stone.
//! A new record begins with that position.
//!
//! Only SGF can represent such positions.

use super::segments::{SegmentStart, Setups, segment_starts, segments};
use super::takebacks;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::diagnostic_rule::rules;
use crate::record::{Path, Record};

rules! {
    REBASED = Approximated("", "此处的摆子另成一谱", "setup stones: a new record starts here");
    REBASED_MOVE = Approximated("", "（{0}）处已有棋子：自此着另成一谱", "{0} is occupied: a new record starts with this move");
    JOINED_MOVE = Approximated("", "（{0}）处已有棋子：着手改为摆子", "{0} is occupied: the move becomes part of the preceding setup");
    REPEATED_MOVE = Dropped("", "（{0}）处已有此方棋子：着手不改变局面，已略去", "{0} already has a stone of this colour: the move is dropped");
    TOO_MANY_POSITIONS = Dropped("", "局面过多：自此已略去", "too many positions: this move and all later ones are dropped");
    TAKEBACKS_UNFOLDED = Approximated("", "撤回改为变化", "takebacks become variations");
    EARLIER_LEFT_OUT = Dropped("", "不能在着手之后摆子：主线最后一次摆子之前的着手及其变化已略去", "setup after moves is not supported: everything before the main line's last setup is dropped");
}

impl Record {
    /// Splits the record at later setups and at moves on stones: the part before them, then one record for each.
    pub fn rebase(&self, findings: &mut Findings) -> Vec<Record> {
        let unfolded = takebacks::takebacks_to_variations(self);
        let record = unfolded.as_ref().unwrap_or(self);
        let cuts = segment_starts(record, Setups::Late);
        if cuts.is_empty() {
            return vec![self.clone()];
        }
        if unfolded.is_some() {
            findings.add(&TAKEBACKS_UNFOLDED, SourceLocation::default(), []);
        }
        for id in record.tree.preorder() {
            let Some(cut) = cuts.get(&id) else { continue };
            let place = || SourceLocation::node(&Path::to(id, &record.tree));
            match cut {
                SegmentStart::Setup(_) => findings.add_at(&REBASED, place, []),
                SegmentStart::Move(at, _) => {
                    findings.add_at(&REBASED_MOVE, place, [&at.to_string()])
                }
                SegmentStart::Joined(at, _) => {
                    findings.add_at(&JOINED_MOVE, place, [&at.to_string()])
                }
                SegmentStart::Repeated(at) => {
                    findings.add_at(&REPEATED_MOVE, place, [&at.to_string()])
                }
                SegmentStart::End => findings.add_at(&TOO_MANY_POSITIONS, place, []),
            }
        }
        segments(record, &cuts).0
    }

    /// Returns the record from its last setup on the main line during play. Returns the record unchanged if there is
    /// none.
    pub fn since_last_setup(self, findings: &mut Findings) -> Record {
        let unfolded = takebacks::takebacks_to_variations(&self);
        let record = unfolded.as_ref().unwrap_or(&self);
        let (mut pieces, at) = segments(record, &segment_starts(record, Setups::Late));
        if at == 0 {
            return self;
        }
        findings.add(&EARLIER_LEFT_OUT, SourceLocation::default(), []);
        pieces.swap_remove(at)
    }
}
