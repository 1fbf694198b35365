//! Writes the tree of a wei7 3.0 file: branches with a `pre` and steps.
//!
//! A branch begins at each fork, or if a node is set apart in the record. Setups before the first step become the
//! branch's `pre`. A node without an event is merged with the element before it.

use super::adapt::SETUP_LATER;
use super::json_writer::{JsonWriter, Layout};
use super::merged_notes::{MergedNotes, Role, adapt_event};
use super::write_values::{color, list, mark, point, problem, result};
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{Event, NodeId, Notes, Path, Point, Record, Setup, Tree};
use tianyuan_go::Color;

/// Writes a record's tree as the value of the current member.
pub(super) fn write(page: &mut JsonWriter, record: &Record, findings: &mut Findings) {
    let mut writer = Writer { page, record, findings };
    let root = record.tree.root();
    let mut pending = vec![Pending::Branch { first: root, is_touched: false }];
    while let Some(next) = pending.pop() {
        match next {
            Pending::Branch { first, is_touched } => writer.branch(first, is_touched, &mut pending),
            Pending::End => {
                writer.page.close();
                writer.page.close();
            }
        }
    }
}

enum Pending {
    Branch {
        first: NodeId,
        /// `true` if moves or stones precede the branch.
        is_touched: bool,
    },
    /// The end of a list of branches, and of the branch that contains it.
    End,
}

struct Writer<'p, 'r, 'f> {
    page: &'p mut JsonWriter,
    record: &'r Record,
    findings: &'f mut Findings,
}

impl<'r> Writer<'_, 'r, '_> {
    fn tree(&self) -> &'r Tree {
        &self.record.tree
    }

    fn event(&self, id: NodeId) -> &'r Event {
        &self.tree().node(id).event
    }

    /// Returns the next node of the same branch.
    fn next_in_line(&self, id: NodeId) -> Option<NodeId> {
        let tree = self.tree();
        let child = tree.first_child(id).filter(|_| !tree.has_variations(id))?;
        (!tree.node(child).notes().set_apart).then_some(child)
    }

    fn branch(&mut self, first: NodeId, mut is_touched: bool, pending: &mut Vec<Pending>) {
        self.page.object(Layout::Lines);
        self.page.text("title", self.tree().node(first).notes().title.as_deref());
        let mut line = Line { next: Some(first), last: first, has_steps: false };
        if !is_step(self.event(first)) {
            is_touched |= self.pre(&mut line, is_touched);
        }
        while let Some(id) = line.next.filter(|id| is_step(self.event(*id))) {
            is_touched |= matches!(self.event(id), Event::Move { .. });
            self.step(id, id == first, &mut line);
        }
        if line.has_steps {
            self.page.close();
        }
        // Stones after a step: they and all following nodes are dropped.
        if let Some(id) = line.next {
            self.tell_setup_later(id);
            return self.page.close();
        }
        let mut branches: Vec<NodeId> = self.tree().children(line.last).collect();
        branches.retain(|&id| {
            let fits = !(is_touched && has_points(self.event(id)));
            if !fits {
                self.tell_setup_later(id);
            }
            fits
        });
        if branches.is_empty() {
            return self.page.close();
        }
        self.page.name("branches");
        self.page.array(Layout::Lines);
        pending.push(Pending::End);
        pending
            .extend(branches.into_iter().rev().map(|first| Pending::Branch { first, is_touched }));
    }

    fn tell_setup_later(&mut self, id: NodeId) {
        let place = || SourceLocation::node(&Path::to(id, &self.record.tree));
        self.findings.add_at(&SETUP_LATER, place, []);
    }

    /// Merges the following nodes without a step.
    fn join_silent(&mut self, joined: &mut MergedNotes, line: &mut Line) {
        while let Some(id) = line.next
            && !is_step(self.event(id))
            && !has_points(self.event(id))
        {
            joined.join(self.record, id, self.findings);
            line.go_to(id, self.next_in_line(id));
        }
    }

    /// Writes the setup before the first step. Returns `true` if it contains stones.
    fn pre(&mut self, line: &mut Line, is_touched: bool) -> bool {
        let tree = self.tree();
        let first = line.last;
        let mut joined = MergedNotes::new(self.record, first, Role::Pre, true, self.findings);
        let mut points: Vec<(Point, Option<Color>)> = Vec::new();
        let mut is_pause = false;
        let mut take = |id: NodeId| {
            if let Event::Setup(setup) = &tree.node(id).event {
                is_pause = true;
                points.extend_from_slice(setup.points());
            }
        };
        take(first);
        line.go_to(first, self.next_in_line(first));
        while let Some(id) = line.next
            && !is_step(self.event(id))
            && !(is_touched && has_points(self.event(id)))
        {
            take(id);
            joined.join(self.record, id, self.findings);
            line.go_to(id, self.next_in_line(id));
        }
        let mut notes = joined.notes;
        notes.marks.sort();
        let speaks = notes.comment.is_some() || !notes.marks.is_empty() || notes.problem.is_some();
        // Not for a heading. A node without an event before steps was a pause of its own.
        let is_heading = first == tree.root() || line.next.is_none();
        if is_pause || speaks || !is_heading {
            self.write_pre(&Setup::new(points.clone()), &notes);
        }
        points.iter().any(|(_, color)| color.is_some())
    }

    /// Writes the members of a `pre`.
    fn write_pre(&mut self, setup: &Setup, notes: &Notes) {
        self.page.name("pre");
        self.page.object(Layout::Lines);
        let stones: Vec<(Point, Color)> = setup.stones().collect();
        list(self.page, "stones", &stones, |page, &(at, of)| {
            page.object(Layout::Line);
            color(page, of);
            point(page, Some(at));
            page.close();
        });
        problem(self.page, notes.problem);
        list(self.page, "marks", &notes.marks, mark);
        self.page.text("comment", notes.comment.as_deref());
        self.page.close();
    }

    /// Writes a step with the notes merged into it.
    fn step(&mut self, id: NodeId, is_first: bool, line: &mut Line) {
        let event = self.event(id);
        let is_move = matches!(event, Event::Move { .. });
        let role = if is_move { Role::Move } else { Role::Action };
        let mut joined = MergedNotes::new(self.record, id, role, is_first, self.findings);
        line.go_to(id, self.next_in_line(id));
        self.join_silent(&mut joined, line);
        let place = || SourceLocation::node(&Path::to(id, &self.record.tree));
        let Some(event) = adapt_event(event, place, self.findings) else { return };
        if !std::mem::replace(&mut line.has_steps, true) {
            self.page.name("steps");
            self.page.array(Layout::Lines);
        }
        joined.notes.marks.sort();
        let notes = &joined.notes;
        self.page.object(Layout::Line);
        if let Some(time) = notes.time {
            self.page.name("time");
            self.page.value(time);
        }
        self.page.name("action");
        self.action(&event, joined.evaluation, notes.problem);
        if let Some(actor) = notes.actor {
            self.page.name("actor");
            self.page.value(actor);
        }
        if !notes.marks.is_empty() {
            self.page.name("marks");
            self.page.array(Layout::Line);
            notes.marks.iter().for_each(|one| mark(self.page, one));
            self.page.close();
        }
        self.page.text("comment", notes.comment.as_deref());
        self.page.close();
    }

    fn action(&mut self, event: &Event, evaluation: Option<&str>, of: Option<Color>) {
        let page = &mut *self.page;
        page.object(Layout::Line);
        let kind = match event {
            Event::Takeback(_) => "takeback",
            Event::Claim(_) => "result",
            Event::Mark(_) => "mark",
            Event::Message(_) => "message",
            Event::Move { .. } | Event::Nothing | Event::Setup(_) => "move",
        };
        page.text("type", Some(kind));
        page.name("value");
        match event {
            Event::Takeback(moves) => page.value(moves),
            Event::Claim(outcome) => result(page, *outcome),
            Event::Mark(one) => mark(page, one),
            Event::Message(text) => page.string(text),
            &Event::Move { color: whose, point: at } => {
                page.object(Layout::Line);
                color(page, whose);
                point(page, at);
                page.text("evaluation", evaluation);
                problem(page, of);
                page.close();
            }
            Event::Nothing | Event::Setup(_) => {}
        }
        page.close();
    }
}

/// The progress of writing a branch.
struct Line {
    last: NodeId,
    next: Option<NodeId>,
    /// `true` if the list of steps is open.
    has_steps: bool,
}

impl Line {
    fn go_to(&mut self, last: NodeId, next: Option<NodeId>) {
        (self.last, self.next) = (last, next);
    }
}

fn is_step(event: &Event) -> bool {
    !matches!(event, Event::Nothing | Event::Setup(_))
}

fn has_points(event: &Event) -> bool {
    matches!(event, Event::Setup(setup) if !setup.points().is_empty())
}
