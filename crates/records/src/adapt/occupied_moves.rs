//! Moves on occupied points, for formats that forbid them. Each one begins a branch from the empty board that sets up
//! the position after the move.

use std::borrow::Cow;

use super::segments::{SegmentStart, Setups, copy_notes, segment_starts, segments};
use super::takebacks;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::diagnostic_rule::rules;
use crate::record::{Event, NodeId, Notes, Path, Record, Tree};

rules! {
    REPLACED = Approximated("3.17", "（{0}）处已有棋子：自此着另成一支，以其局面开始", "{0} is occupied: a new branch starts from the position after this move");
    REPLACED_SETUP = Approximated("3.17", "（{0}）处已有棋子：着手改为摆子", "{0} is occupied: the move becomes part of the preceding setup");
    REPEATED = Dropped("3.17", "（{0}）处已有此方棋子：着手不改变局面，已略去", "{0} already has a stone of this colour: the move is dropped");
    TOO_MANY_BRANCHES = Dropped("3.17", "局面过多：自此已略去", "too many positions: this move and all later ones are dropped");
    TAKEN_BACK = Approximated("3.17", "撤回改为变化", "takebacks become variations");
}

impl Record {
    /// Returns the record with a branch from the empty board for each move on an occupied point, or the record itself
    /// if there are none. Each branch extends to the next such move.
    pub(crate) fn branch_at_occupied_moves(&self, findings: &mut Findings) -> Cow<'_, Record> {
        let unfolded = takebacks::takebacks_to_variations(self);
        let record = unfolded.as_ref().unwrap_or(self);
        let cuts = segment_starts(record, Setups::Never);
        if cuts.is_empty() {
            return Cow::Borrowed(self);
        }
        if unfolded.is_some() {
            findings.add(&TAKEN_BACK, SourceLocation::default(), []);
        }
        for id in record.tree.preorder() {
            let Some(cut) = cuts.get(&id) else { continue };
            let (rule, point) = match cut {
                SegmentStart::Move(at, _) => (&REPLACED, *at),
                SegmentStart::Joined(at, _) => (&REPLACED_SETUP, *at),
                SegmentStart::Repeated(at) => (&REPEATED, *at),
                SegmentStart::Setup(_) | SegmentStart::End => {
                    let place = || SourceLocation::node(&Path::to(id, &record.tree));
                    findings.add_at(&TOO_MANY_BRANCHES, place, []);
                    continue;
                }
            };
            let place = || SourceLocation::node(&Path::to(id, &record.tree));
            findings.add_at(rule, place, [&point.to_string()]);
        }
        Cow::Owned(joined(segments(record, &cuts).0))
    }
}

/// Joins the segments to one record, as branches from the empty board in their original order.
fn joined(mut pieces: Vec<Record>) -> Record {
    let others = pieces.split_off(1);
    let mut record = pieces.remove(0);
    if others.is_empty() {
        return record;
    }
    let root = record.tree.root();
    if matches!(&record.tree.node(root).event, Event::Setup(setup) if setup.stones().count() > 0) {
        record.tree = below_empty_board(&record.tree);
    }
    for other in others {
        graft(&mut record.tree, root, &other.tree);
    }
    record
}

/// Returns the tree below a new root with an empty board, which receives the notes that concern the whole record.
fn below_empty_board(tree: &Tree) -> Tree {
    let mut made = Tree::new();
    let root = made.root();
    let first = graft(&mut made, root, tree);
    if *made.node(first).notes() != Notes::NONE {
        let notes = made.node_mut(first).notes_mut();
        let (title, properties) = (notes.title.take(), std::mem::take(&mut notes.properties));
        let of_record = Notes { title, properties, ..Notes::NONE };
        if of_record != Notes::NONE {
            *made.node_mut(root).notes_mut() = of_record;
        }
    }
    made
}

/// Copies a tree below a node and returns the new node of its root.
fn graft(to: &mut Tree, above: NodeId, tree: &Tree) -> NodeId {
    let mut now = vec![above; tree.len()];
    for id in tree.preorder() {
        let above = tree.parent(id).map_or(above, |parent| now[parent.index()]);
        let new = to.add(above, tree.node(id).event.clone());
        copy_notes(to, new, tree.node(id));
        now[id.index()] = new;
    }
    let root = now[tree.root().index()];
    if *to.node(root).notes() != Notes::NONE {
        to.node_mut(root).notes_mut().set_apart = false;
    }
    root
}
