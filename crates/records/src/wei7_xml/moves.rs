//! The moves of a wei7 2.2 file while it is read: `moves` within `moves` become a tree.
//!
//! It does not know the content of steps, nor the rest of the file. A variation stands before the step that
//! it replaces; in the [`Tree`] both hang below the step before, the replaced one first.

use std::mem;

use super::diagnostics::*;
use super::elements::{mark, note, pre_stone, step};
use super::parser::Element;
use super::values::Value;
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{Event, Mark, NodeId, Notes, Point, Setup, Size, Tree};
use tianyuan_go::Color;

/// All `moves` that are open, and the tree of those before.
pub(super) struct Moves {
    tree: Tree,
    /// By node: the byte where its element stands.
    places: Vec<usize>,
    size: Size,
    open: Vec<Branch>,
    pre: Pre,
}

/// An open `moves`.
struct Branch {
    /// The byte where it stands.
    at: usize,
    /// The node below which its first step hangs.
    above: NodeId,
    /// The last step, or what stands for one before the first.
    last: Option<NodeId>,
    has_step: bool,
    /// Whether the board is empty no more: a move, a pass included, or stones in a `pre`.
    touched: bool,
    /// Whether variations stand behind the last step.
    varied: bool,
    /// The marks behind the last step.
    marks: Vec<Mark>,
    /// The place of the last of those marks.
    mark_at: Option<usize>,
    /// Whether it is the last child so far.
    ends_with_mark: bool,
}

/// An open `pre`.
#[derive(Default)]
struct Pre {
    at: usize,
    notes: Notes,
    points: Vec<(Point, Option<Color>)>,
    /// Whether it has no content but a title.
    is_heading: bool,
}

impl Moves {
    pub(super) fn new(size: Size, at: usize) -> Moves {
        let (tree, places) = (Tree::new(), vec![at]);
        Moves { tree, places, size, open: Vec::new(), pre: Pre::default() }
    }

    /// The nodes so far.
    pub(super) fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// The tree with its places, when all is read.
    pub(super) fn tree(self) -> (Tree, Vec<usize>) {
        (self.tree, self.places)
    }

    /// A `moves` begins: the root's, or a variation.
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

    /// A `moves` ends.
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
        // Behind the last step there is no main line for them to be variations of.
        if let Some(first) = self.tree.first_child(last).filter(|_| branch.varied) {
            self.tree.node_mut(first).notes_mut().set_apart = true;
        }
    }

    /// A stone in `moves`.
    pub(super) fn stone(&mut self, color: Color, element: &Element<'_>, findings: &mut Findings) {
        let (event, notes) = step(color, element, self.size, findings);
        self.branch().touched = true;
        self.step(element.at, event, notes);
    }

    /// A mark in `moves`: it is on the position after the next step.
    pub(super) fn mark_next(&mut self, element: &Element<'_>, findings: &mut Findings) {
        let mark = mark(element, self.size, findings);
        let branch = self.branch();
        (branch.mark_at, branch.ends_with_mark) = (Some(element.at), true);
        branch.marks.extend(mark);
    }

    // --- pre ----------------------------------------------------------------------------------

    /// A `pre` begins.
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

    /// A stone in the `pre`.
    pub(super) fn add_stone(&mut self, color: Color, element: &Element<'_>, found: &mut Findings) {
        self.pre.is_heading = false;
        let point = pre_stone(element, self.size, found);
        self.pre.points.extend(point.map(|point| (point, Some(color))));
    }

    /// A mark in the `pre`.
    pub(super) fn add_mark(&mut self, element: &Element<'_>, findings: &mut Findings) {
        self.pre.is_heading = false;
        self.pre.notes.marks.extend(mark(element, self.size, findings));
    }

    /// The `pre` ends.
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

    /// Gives a variation that begins with another one a node of its own.
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
        self.open.last_mut().expect("steps and marks stand in `moves`")
    }
}
