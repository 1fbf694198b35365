//! Reads the nested trees of a wei7 3.0 file to a single tree: clause 3.16.
//!
//! Each `pre` and each step becomes a node; a tree without either becomes a node without an event. The first of these
//! receives the title. [`replay_check`](super::replay_check) checks that the moves can be played.

use super::diagnostics::*;
use super::document::Value;
use super::schema::{self, place};
use super::values::Values;
use crate::record::diagnostic::{Findings, ellipsize};
use crate::record::limits::{MAX_NODES, TOO_MANY_NODES};
use crate::record::{Evaluation, Event, NodeId, Notes, Setup, Tree};
use tianyuan_go::Color;

/// A tree and the value in the file that could be unplayable for each node: the point of a move, the stones of a
/// `pre`, or the number of a takeback.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) tree: Tree,
    pub(super) values: Vec<u32>,
    /// The first node of each branch and its parent, in file order.
    pub(super) branches: Vec<(NodeId, NodeId)>,
}

/// A branch that is still to be read.
struct Pending<'d, 't> {
    value: Value<'d, 't>,
    /// The parent node; `None` for the outermost branch.
    parent: Option<NodeId>,
    is_only: bool,
    /// The time of the last action with a time.
    time: f64,
    /// `true` if moves or stones precede the branch.
    is_touched: bool,
}

impl Values<'_> {
    /// Reads the outermost tree and all nested trees.
    pub(super) fn tree(&mut self, value: Value<'_, '_>) -> Read {
        let read = Read { tree: Tree::new(), values: vec![value.index()], branches: Vec::new() };
        let mut reader = TreeReader { values: self, read };
        let root = Pending { value, parent: None, is_only: false, time: 0.0, is_touched: false };
        let mut open = vec![root];
        while let Some(pending) = open.pop() {
            if reader.read.tree.len() + open.len() > MAX_NODES {
                let (clause, at) = (schema::TREE.clause, || place(pending.value));
                let most = MAX_NODES.to_string();
                reader.findings().add_in(clause, &TOO_MANY_NODES, at, [&most]);
                break;
            }
            reader.branch(pending, &mut open);
        }
        reader.read
    }
}

struct TreeReader<'v, 'f> {
    values: &'v mut Values<'f>,
    read: Read,
}

impl TreeReader<'_, '_> {
    fn findings(&mut self) -> &mut Findings {
        self.values.findings
    }

    fn branch<'d, 't>(&mut self, begun: Pending<'d, 't>, open: &mut Vec<Pending<'d, 't>>) {
        let Pending { value, parent, is_only, mut time, mut is_touched } = begun;
        let Some(members) = schema::TREE.members(value, self.findings()) else { return };
        let [title, pre, steps, branches] = members;
        let title = title.and_then(|title| self.values.string(title, "3.16.1"));
        let mut last = parent.unwrap_or(self.read.tree.root());
        let mut first = parent.is_none().then_some(last);
        if let Some(pre) = pre {
            last = self.pre(pre, parent, &mut is_touched);
            first = Some(last);
        }
        for step in self.elements(steps, schema::STEP.clause) {
            let Some((event, notes, at)) = self.step(step, &mut time) else { continue };
            is_touched |= matches!(event, Event::Move { .. });
            last = self.add(last, event, at);
            if notes != Notes::NONE {
                *self.read.tree.node_mut(last).notes_mut() = notes;
            }
            first = first.or(Some(last));
        }
        let first = first.unwrap_or_else(|| {
            last = self.add(last, Event::Nothing, value);
            last
        });
        if title.is_some() || is_only {
            let notes = self.read.tree.node_mut(first).notes_mut();
            notes.title = title.map(|title| title.into_owned());
            notes.set_apart = is_only;
        }
        if let Some(parent) = parent {
            self.read.branches.push((first, parent));
        }
        let before = open.len();
        let parent = Some(last);
        let branches = self.elements(branches, "3.16.4");
        open.extend(branches.map(|value| Pending {
            value,
            parent,
            is_only: false,
            time,
            is_touched,
        }));
        // The stack is last in, first out.
        open[before..].reverse();
        if let [only] = &mut open[before..] {
            only.is_only = true;
        }
    }

    /// Returns the elements of an array, or nothing if the value is not an array.
    fn elements<'d, 't>(
        &mut self,
        value: Option<Value<'d, 't>>,
        clause: &'static str,
    ) -> impl Iterator<Item = Value<'d, 't>> + use<'d, 't> {
        let array = value.filter(|value| self.values.is_array(*value, clause));
        array.into_iter().flat_map(Value::elements)
    }

    fn add(&mut self, parent: NodeId, event: Event, value: Value<'_, '_>) -> NodeId {
        self.read.values.push(value.index());
        self.read.tree.add(parent, event)
    }

    /// Adds the setup of a branch. For the outermost branch it is the root.
    fn pre(
        &mut self,
        value: Value<'_, '_>,
        parent: Option<NodeId>,
        is_touched: &mut bool,
    ) -> NodeId {
        let members = schema::PRE.members(value, self.findings()).unwrap_or_default();
        let [stones, problem, marks, comment] = members;
        let at = stones.unwrap_or(value);
        let stones = stones.map_or(Vec::new(), |stones| self.values.stones(stones));
        if !stones.is_empty() && *is_touched {
            self.findings().add(&STONES_LATER, place(at), []);
        }
        *is_touched |= !stones.is_empty();
        let points = stones.into_iter().map(|(point, color)| (point, Some(color))).collect();
        let event = Event::Setup(Box::new(Setup::new(points)));
        let id = match parent {
            Some(parent) => self.add(parent, event, at),
            None => {
                let root = self.read.tree.root();
                self.read.tree.node_mut(root).event = event;
                self.read.values[root.index()] = at.index();
                root
            }
        };
        let notes = self.notes(problem, marks, comment);
        if notes != Notes::NONE {
            *self.read.tree.node_mut(id).notes_mut() = notes;
        }
        id
    }

    fn notes(
        &mut self,
        problem: Option<Value<'_, '_>>,
        marks: Option<Value<'_, '_>>,
        comment: Option<Value<'_, '_>>,
    ) -> Notes {
        Notes {
            problem: problem.and_then(|problem| self.values.problem(problem)),
            marks: marks.map_or(Vec::new(), |marks| self.values.marks(marks)),
            comment: comment
                .and_then(|comment| Some(self.values.string(comment, "3.11")?.into_owned())),
            ..Notes::NONE
        }
    }

    /// Reads a step as an event with notes, and the value that could be unplayable.
    fn step<'d, 't>(
        &mut self,
        value: Value<'d, 't>,
        last_time: &mut f64,
    ) -> Option<(Event, Notes, Value<'d, 't>)> {
        let [action, time, actor, marks, comment] = schema::STEP.members(value, self.findings())?;
        let (event, mut notes, at) = match action.map(|action| self.action(action)) {
            Some(Some(of_action)) => of_action,
            _ => (None, Notes::NONE, value),
        };
        let own = self.notes(None, marks, comment);
        notes = Notes { problem: notes.problem, evaluation: notes.evaluation, ..own };
        notes.actor = actor.and_then(|actor| self.values.participant(actor));
        notes.time = time.and_then(|time| self.values.seconds(time));
        if let (Some(seconds), Some(time)) = (notes.time, time) {
            if seconds < *last_time {
                self.values.report(&TIME_RUNS_BACK, time, []);
            }
            *last_time = seconds;
        }
        Some((event?, notes, at))
    }

    /// Reads an action as an event, with the notes that its value implies.
    fn action<'d, 't>(
        &mut self,
        action: Value<'d, 't>,
    ) -> Option<(Option<Event>, Notes, Value<'d, 't>)> {
        let [kind, value] = schema::ACTION.members(action, self.findings())?;
        let kind = kind?;
        let known = ["move", "takeback", "result", "mark", "message"];
        let Some(known) = known.into_iter().find(|known| kind.is_text(known)) else {
            let shown = ellipsize(&self.values.string(kind, schema::ACTION.clause)?);
            self.values.report(&UNKNOWN_ACTION, kind, [&shown]);
            return None;
        };
        let Some(value) = value else {
            let clause = schema::ACTION.clause;
            self.findings().add_in(clause, &MISSING_MEMBER, || place(action), ["value"]);
            return None;
        };
        if known == "move" {
            return self.play(value);
        }
        let event = match known {
            "takeback" => self.values.takeback(value).map(Event::Takeback),
            "result" => self.values.result(value).map(Event::Claim),
            "mark" => self.values.mark(value).map(|mark| Event::Mark(Box::new(mark))),
            _ => {
                let text = self.values.string(value, "3.16.3.2.5");
                text.map(|text| Event::Message(text.into()))
            }
        };
        Some((event, Notes::NONE, value))
    }

    fn play<'d, 't>(
        &mut self,
        value: Value<'d, 't>,
    ) -> Option<(Option<Event>, Notes, Value<'d, 't>)> {
        const EVALUATIONS: [(&str, Evaluation); 4] = [
            ("bad", Evaluation::Bad),
            ("good", Evaluation::Good),
            ("trick", Evaluation::Trick),
            ("controversial", Evaluation::Controversial),
        ];
        let [color, point, evaluation, problem] = schema::MOVE.members(value, self.findings())?;
        let color: Option<Color> = color.and_then(|color| self.values.color(color));
        let evaluation =
            evaluation.and_then(|word| self.values.one_of(word, &EVALUATIONS, "3.16.3.2.1.3"));
        let notes = Notes { evaluation, ..self.notes(problem, None, None) };
        let Some(at) = point else {
            self.values.report(&NO_POINT, value, []);
            return None;
        };
        let point = if at.is_null() { Some(None) } else { self.values.point(at).map(Some) };
        let event = color.zip(point).map(|(color, point)| Event::Move { color, point });
        Some((event, notes, at))
    }
}
