//! The notes of one `pre` or step of a wei7 3.0 file, merged from one or several nodes.
//!
//! Notes for which 3.0 has no field are reported as findings. Writing the file is left to `write_tree`.

use std::borrow::Cow;

use super::adapt::{self, *};
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::{DiagnosticRule, Event, Mark, NodeId, Notes, Path, Record, Splitter, Symbol};

/// The kind of element that a node becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The setup of a branch (`pre`).
    Pre,
    /// A step that is a move.
    Move,
    /// Any other step.
    Action,
}

/// The merged notes of one `pre` or step.
#[derive(Debug)]
pub(super) struct MergedNotes {
    role: Role,
    /// The notes that 3.0 can represent, with unsorted marks. The title belongs to the branch.
    pub(super) notes: Notes,
    /// The keyword for the quality of a move.
    pub(super) evaluation: Option<&'static str>,
}

impl MergedNotes {
    /// Creates the notes of a single node. The title of the first node of a branch belongs to the branch.
    pub(super) fn new(
        record: &Record,
        id: NodeId,
        role: Role,
        is_first: bool,
        findings: &mut Findings,
    ) -> MergedNotes {
        let mut joined = MergedNotes { role, notes: Notes::NONE, evaluation: None };
        let notes = record.tree.node(id).notes();
        if *notes != Notes::NONE {
            let mut taking = Taking { record, id, findings };
            if !is_first {
                joined.fold_title(notes, &mut taking);
            }
            joined.take_own(notes, &mut taking);
            joined.take(notes, &mut taking);
        }
        joined
    }

    /// Merges the notes of a following node without an event.
    pub(super) fn join(&mut self, record: &Record, id: NodeId, findings: &mut Findings) {
        let mut taking = Taking { record, id, findings };
        taking.report(&NODE_JOINED, []);
        let notes = record.tree.node(id).notes();
        self.fold_title(notes, &mut taking);
        self.fold_evaluation(notes, &mut taking);
        taking.lose("time", notes.time.is_some());
        taking.lose("actor", notes.actor.is_some());
        self.take(notes, &mut taking);
    }

    fn fold_title(&mut self, notes: &Notes, taking: &mut Taking<'_, '_>) {
        if let Some(title) = &notes.title {
            taking.report(&TITLE_FOLDED, [title]);
            self.comment(&format!("【{title}】"));
        }
    }

    fn fold_evaluation(&mut self, notes: &Notes, taking: &mut Taking<'_, '_>) {
        let Some(evaluation) = notes.evaluation else { return };
        let word = taking.fit(|place, findings| adapt::evaluation(evaluation, place, findings));
        if let Some(word) = word {
            taking.report(&EVALUATION_FOLDED, [word]);
            self.comment(&format!("【{word}】"));
        }
    }

    /// Adds the notes that are valid only for the node whose event is written.
    fn take_own(&mut self, notes: &Notes, taking: &mut Taking<'_, '_>) {
        match notes.evaluation {
            Some(evaluation) if self.role == Role::Move => {
                self.evaluation =
                    taking.fit(|place, findings| adapt::evaluation(evaluation, place, findings));
            }
            _ => self.fold_evaluation(notes, taking),
        }
        let is_step = self.role != Role::Pre;
        let participants = taking.record.info.participants.len();
        let actor = notes.actor.filter(|actor| is_step && (*actor as usize) < participants);
        self.notes.actor = actor;
        self.notes.time = notes.time.filter(|_| is_step);
        taking.lose("actor", notes.actor != actor);
        taking.lose("time", notes.time != self.notes.time);
    }

    fn take(&mut self, notes: &Notes, taking: &mut Taking<'_, '_>) {
        if let Some(comment) = &notes.comment {
            self.comment(comment);
        }
        for mark in &notes.marks {
            let symbol = taking.fit(|place, findings| adapt::symbol(&mark.symbol, place, findings));
            let point = mark.point;
            self.notes
                .marks
                .extend(symbol.map(|c| Mark { point, symbol: Symbol::Label(c.to_string()) }));
        }
        self.take_problem(notes, taking);
        taking.lose("splitter", notes.splitter != Splitter::Small);
        let name = taking.record.event_name().filter(|_| taking.is_root());
        for property in &notes.properties {
            let is_name = property.name == "EV" && name.is_some();
            taking.lose(&property.name, !is_name);
        }
    }

    fn take_problem(&mut self, notes: &Notes, taking: &mut Taking<'_, '_>) {
        let may_be_problem = self.role != Role::Action && self.notes.problem.is_none();
        match notes.problem {
            Some(color) if may_be_problem => self.notes.problem = Some(color),
            problem => taking.lose("problem", problem.is_some()),
        }
        let Some(color) = notes.to_play else { return };
        if may_be_problem && notes.problem.is_none() && taking.record.looks_like_problem(taking.id)
        {
            taking.report(&PROBLEM_ASSUMED, []);
            self.notes.problem = Some(color);
        } else {
            taking.lose("PL", !taking.plays_next(color));
        }
    }

    fn comment(&mut self, more: &str) {
        match &mut self.notes.comment {
            Some(comment) => {
                comment.push_str("\n\n");
                comment.push_str(more);
            }
            none => *none = Some(more.to_string()),
        }
    }
}

/// Returns the event of a step in the form of 3.0, or `None` if 3.0 cannot represent it.
pub(super) fn adapt_event<'e>(
    event: &'e Event,
    place: impl Fn() -> SourceLocation,
    findings: &mut Findings,
) -> Option<Cow<'e, Event>> {
    match event {
        Event::Takeback(0) => {
            findings.add_at(&NO_FIELD, place, ["takeback 0"]);
            None
        }
        Event::Claim(outcome) => {
            let outcome = adapt::result(*outcome, place, findings)?;
            Some(Cow::Owned(Event::Claim(outcome)))
        }
        Event::Mark(mark) => {
            let symbol = adapt::symbol(&mark.symbol, place, findings)?;
            let symbol = Symbol::Label(symbol.to_string());
            Some(Cow::Owned(Event::Mark(Box::new(Mark { point: mark.point, symbol }))))
        }
        _ => Some(Cow::Borrowed(event)),
    }
}

/// A node whose notes are being merged.
struct Taking<'r, 'f> {
    record: &'r Record,
    id: NodeId,
    findings: &'f mut Findings,
}

impl Taking<'_, '_> {
    fn report<const N: usize>(&mut self, rule: &'static DiagnosticRule, details: [&str; N]) {
        let place = || SourceLocation::node(&Path::to(self.id, &self.record.tree));
        self.findings.add_at(rule, place, details);
    }

    fn fit<T>(&mut self, fit: impl FnOnce(&dyn Fn() -> SourceLocation, &mut Findings) -> T) -> T {
        fit(&|| SourceLocation::node(&Path::to(self.id, &self.record.tree)), self.findings)
    }

    fn lose(&mut self, name: &str, is_there: bool) {
        if is_there {
            self.report(&NO_FIELD, [name]);
        }
    }

    fn is_root(&self) -> bool {
        self.id == self.record.tree.root()
    }

    /// Returns `true` if the next node is a move by this colour, which makes the player to move explicit.
    fn plays_next(&self, by: tianyuan_go::Color) -> bool {
        let tree = &self.record.tree;
        let next = tree.first_child(self.id).map(|next| &tree.node(next).event);
        matches!(next, Some(Event::Move { color, .. }) if *color == by)
    }
}
