//! Converts the nested `moves` of a wei7 2.2 file to a tree while they are read.
//!
//! A variation precedes the step that it replaces. In the [`Tree`] both are children of the previous step, the
//! replaced one first. The content of steps is left to [`elements`](super::elements).

use std::mem;

use super::diagnostics::*;
use super::elements::{mark, note, pre_stone, step};
use super::parser::Element;
use super::values::Value;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{Event, Mark, NodeId, Notes, Point, Setup, Size, Tree};
use tianyuan_go::Color;

/// The open `moves` and the tree read so far.
pub(super) struct Moves {
    tree: Tree,
    /// The byte offset of the element of each node.
    places: Vec<usize>,
    size: Size,
    open: Vec<Branch>,
    pre: Pre,
}

/// An open `moves`.
struct Branch {
    /// The byte offset of the element.
    at: usize,
    /// The parent of its first step.
    above: NodeId,
    /// The last step, or the node in its place before the first one.
    last: Option<NodeId>,
    has_step: bool,
    /// `true` if the board is no longer empty: after a move (or pass) or stones in a `pre`.
    touched: bool,
    /// `true` if variations follow the last step.
    varied: bool,
    /// The marks after the last step.
    marks: Vec<Mark>,
    /// The byte offset of the last of these marks.
    mark_at: Option<usize>,
    /// `true` if the last child so far is a mark.
    ends_with_mark: bool,
}

/// An open `pre`.
#[derive(Default)]
struct Pre {
    at: usize,
    notes: Notes,
    points: Vec<(Point, Option<Color>)>,
    /// `true` if it has no content except a title.
    is_heading: bool,
}

impl Moves {
    pub(super) fn new(size: Size, at: usize) -> Moves {
        let (tree, places) = (Tree::new(), vec![at]);
        Moves { tree, places, size, open: Vec::new(), pre: Pre::default() }
    }

    /// Returns the number of nodes so far.
    pub(super) fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Returns the finished tree with the byte offsets of its nodes.
    pub(super) fn tree(self) -> (Tree, Vec<usize>) {
        (self.tree, self.places)
    }

    /// Opens a `moves`: at the root or as a variation.
    pub(super) fn open(&mut self, element: &Element<'_>, findings: &mut Findings) {
        for value in Value::all(element) {
            value.breaks(&UNKNOWN_ATTRIBUTE, findings);
        }
        let root = self.tree.root();
        let (above, last, touched) = match self.open.last_mut() {
            None => (root, Some(root), false),
            Some(outer) => {
                (outer.varied, outer.ends_with_mark) = (true, false);
                let (last, touched) = (outer.last, outer.touched);
                (last.unwrap_or_else(|| self.stand_in()), None, touched)
            }
        };
        self.open.push(Branch {
            at: element.at,
            above,
            last,
            has_step: false,
            touched,
            varied: false,
            marks: Vec::new(),
            mark_at: None,
            ends_with_mark: false,
        });
    }

    /// Closes a `moves`.
    pub(super) fn close(&mut self, findings: &mut Findings) {
        let last = self.branch().last;
        let last = last.unwrap_or_else(|| self.stand_in());
        let Some(branch) = self.open.pop() else { return };
        if !branch.has_step {
            findings.add_at(&NO_STEP, || SourceLocation::offset(branch.at), []);
        }
        if let Some(at) = branch.mark_at {
            let rule = if branch.ends_with_mark { &MARK_LAST } else { &MARK_WITHOUT_STEP };
            findings.add_at(rule, || SourceLocation::offset(at), []);
            self.mark(last, branch.marks);
        }
        // Variations after the last step have no main line to which they are alternatives.
        if let Some(first) = self.tree.first_child(last).filter(|_| branch.varied) {
            self.tree.node_mut(first).notes_mut().set_apart = true;
        }
    }

    /// Adds a stone in `moves`.
    pub(super) fn stone(&mut self, color: Color, element: &Element<'_>, findings: &mut Findings) {
        let (event, notes) = step(color, element, self.size, findings);
        self.branch().touched = true;
        self.step(element.at, event, notes);
    }

    /// Adds a mark in `moves`, which applies to the position after the next step.
    pub(super) fn mark_next(&mut self, element: &Element<'_>, findings: &mut Findings) {
        let mark = mark(element, self.size, findings);
        let branch = self.branch();
        (branch.mark_at, branch.ends_with_mark) = (Some(element.at), true);
        branch.marks.extend(mark);
    }

    // --- pre ----------------------------------------------------------------------------------

    /// Opens a `pre`.
    pub(super) fn open_pre(&mut self, element: &Element<'_>, findings: &mut Findings) {
        let branch = self.branch();
        if branch.has_step || branch.varied || branch.mark_at.is_some() {
            element.breaks(&PRE_NOT_FIRST, findings);
        }
        let is_heading = !element.attributes.is_empty();
        let mut pre = Pre { at: element.at, is_heading, ..Pre::default() };
        for value in Value::all(element) {
            pre.is_heading &= value.attribute.name == "title";
            note(value, &mut pre.notes, findings);
        }
        self.pre = pre;
    }

    /// Adds a stone of the `pre`.
    pub(super) fn add_stone(&mut self, color: Color, element: &Element<'_>, found: &mut Findings) {
        self.pre.is_heading = false;
        let point = pre_stone(element, self.size, found);
        self.pre.points.extend(point.map(|point| (point, Some(color))));
    }

    /// Adds a mark of the `pre`.
    pub(super) fn add_mark(&mut self, element: &Element<'_>, findings: &mut Findings) {
        self.pre.is_heading = false;
        self.pre.notes.marks.extend(mark(element, self.size, findings));
    }

    /// Closes the `pre`.
    pub(super) fn close_pre(&mut self, findings: &mut Findings) {
        let Pre { at, mut notes, points, is_heading } = mem::take(&mut self.pre);
        notes.marks.sort();
        let place = || SourceLocation::offset(at);
        let branch = self.branch();
        if branch.touched && !points.is_empty() {
            findings.add_at(&PRE_NOT_FROM_EMPTY, place, []);
        }
        branch.touched |= !points.is_empty();
        let mut sorted: Vec<Point> = points.iter().map(|(point, _)| *point).collect();
        sorted.sort();
        for pair in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
            findings.add_at(&POINT_TWICE, place, [&pair[0].to_string()]);
        }
        let setup = Event::Setup(Box::new(Setup::new(points)));
        self.step(at, if is_heading { Event::Nothing } else { setup }, notes);
    }

    // --- the tree -----------------------------------------------------------------------------

    fn step(&mut self, at: usize, event: Event, notes: Notes) {
        let is_alone = self.tree.len() == 1;
        let is_move = matches!(event, Event::Move { .. });
        let branch = self.branch();
        let (above, before) = (branch.above, branch.last);
        let starts_record = is_alone && before.is_some() && !branch.has_step && !is_move;
        (branch.has_step, branch.varied) = (true, false);
        (branch.mark_at, branch.ends_with_mark) = (None, false);
        let marks = mem::take(&mut branch.marks);
        let id = if starts_record {
            self.tree.node_mut(above).event = event;
            self.places[above.index()] = at;
            above
        } else {
            self.places.push(at);
            self.tree.add(before.unwrap_or(above), event)
        };
        if before.is_some() {
            self.tree.put_first(id);
        }
        if notes != Notes::NONE {
            *self.tree.node_mut(id).notes_mut() = notes;
        }
        self.mark(id, marks);
        self.branch().last = Some(id);
    }

    /// Adds a node for a variation that begins with another variation.
    fn stand_in(&mut self) -> NodeId {
        let Branch { at, above, .. } = *self.branch();
        self.places.push(at);
        let id = self.tree.add(above, Event::Nothing);
        self.branch().last = Some(id);
        id
    }

    fn mark(&mut self, id: NodeId, marks: Vec<Mark>) {
        if !marks.is_empty() {
            let all = &mut self.tree.node_mut(id).notes_mut().marks;
            all.extend(marks);
            all.sort();
        }
    }

    fn branch(&mut self) -> &mut Branch {
        self.open.last_mut().expect("steps and marks are children of `moves`")
    }
}
