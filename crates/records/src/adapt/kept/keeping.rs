//! The notes of a record while they move into a tree that wei7 can hold.

use std::mem;

use super::event;
use super::game;
use super::line::{Line, OF_NODE, may_be_kept};
use super::names::{SET_APART, is_of_item};
use super::node::{self, Role, Site, is_sign};
use super::version::Version;
use crate::record::{Event, Manner, Node, NodeId, Notes, Outcome, Tree};

/// Moves properties of some names into lines.
pub(super) fn keep_properties(
    notes: &mut Notes,
    is_wanted: fn(&str) -> bool,
    lines: &mut Vec<Line>,
) {
    let is_kept = |name: &str| is_wanted(name) && may_be_kept(name);
    let mut names: Vec<String> = Vec::new();
    for property in notes.properties.extract_if(.., |one| is_kept(&one.name)) {
        // One more of a name must not be taken for more values of the first.
        let in_brackets = is_of_item(&property.name) || names.contains(&property.name);
        lines.push(Line::property(&property, in_brackets));
        names.push(property.name);
    }
}

/// Whether an event is a `pre` without stones.
pub(super) fn is_pause(event: &Event) -> bool {
    matches!(event, Event::Setup(setup) if setup.points().is_empty())
}

/// A record whose notes are moved into a tree that wei7 can hold.
pub(super) struct Keeping {
    pub(super) version: Version,
    /// Whether circles and the like will become signs.
    pub(super) has_signs: bool,
    /// The number of participants.
    pub(super) people: usize,
    /// The tree before.
    pub(super) old: Tree,
    /// By node of the new tree: what it was; none of a pause that stands for a branch.
    pub(super) sources: Vec<Option<NodeId>>,
    /// Nodes that are taken for problems, sorted.
    pub(super) problems: Vec<NodeId>,
}

impl Keeping {
    fn old(&self, id: NodeId) -> Option<&Node> {
        self.sources[id.index()].map(|source| self.old.node(source))
    }

    /// Whether a node will come back as the beginning of a branch of its own.
    fn is_apart(&self, tree: &Tree, id: NodeId) -> bool {
        let Some(above) = tree.parent(id) else { return false };
        let can_be = match self.version {
            Version::Json => !tree.forks(above),
            Version::Xml => tree.first_child(above) == Some(id),
        };
        let must_be = !self.is_step(&tree.node(id).event);
        can_be && (must_be || self.old(id).is_some_and(|old| old.notes().set_apart))
    }

    fn begins_branch(&self, tree: &Tree, id: NodeId) -> bool {
        let forks = tree.parent(id).is_none_or(|above| tree.forks(above));
        forks || self.is_apart(tree, id)
    }

    /// Whether an event is a step of wei7.
    fn is_step(&self, event: &Event) -> bool {
        match event {
            Event::Move { .. } | Event::Takeback(_) => true,
            Event::Nothing | Event::Setup(_) => false,
            _ if self.version == Version::Xml => false,
            Event::Message(_) => true,
            Event::Mark(mark) => is_sign(&mark.symbol),
            Event::Claim(Outcome::Draw) => true,
            Event::Claim(Outcome::Win { by, .. }) => {
                matches!(by, Manner::HalfPoints(1..=game::MOST_MARGIN) | Manner::Resignation)
            }
            Event::Claim(Outcome::Void | Outcome::Unknown) => false,
        }
    }

    /// Whether a node without an event can stay: as a branch that has nothing but a title.
    fn is_heading(&self, tree: &Tree, id: NodeId, notes: &Notes) -> bool {
        let is_apart = self.is_apart(tree, id);
        let bare = Notes { title: notes.title.clone(), set_apart: is_apart, ..Notes::NONE };
        let goes_on = tree.first_child(id).filter(|_| !tree.forks(id));
        let ends = goes_on.is_none_or(|next| self.is_apart(tree, next));
        self.version == Version::Json
            && notes.set_apart == is_apart
            && self.begins_branch(tree, id)
            && *notes == bare
            && ends
    }

    /// Moves the notes of a node to the new tree, and what they cannot have into lines.
    pub(super) fn node(&self, tree: &mut Tree, id: NodeId, lines: &mut Vec<Line>) {
        let is_apart = self.is_apart(tree, id);
        let Some(source) = self.sources[id.index()] else {
            if is_apart {
                tree.node_mut(id).notes_mut().set_apart = true;
            }
            return;
        };
        let old = self.old.node(source);
        let mut notes = old.notes().clone();
        let event = self.event(tree, id, &notes);
        let was_apart = mem::replace(&mut notes.set_apart, is_apart);
        if event != old.event {
            lines.extend(event::lines(&old.event));
        }
        let site = self.site(tree, id, &event);
        let assumed = notes.to_play.filter(|_| self.problems.binary_search(&source).is_ok());
        node::ITEMS.iter().for_each(|item| (item.keep)(&mut notes, &site, lines));
        if assumed.is_some() {
            notes.problem = assumed;
            lines.push(Line::sgf("XWP", ""));
        }
        keep_properties(&mut notes, |_| true, lines);
        let is_lost = was_apart && !is_apart;
        let remarks = notes.problem.is_some() || notes.evaluation.is_some();
        let speaks = remarks || notes.comment.is_some() || !notes.marks.is_empty();
        let is_root = id == tree.root();
        let is_pre = match event {
            Event::Setup(_) => true,
            _ => is_root && (!lines.is_empty() || speaks || is_lost),
        };
        let was_said = event == old.event && was_apart == is_apart;
        let is_kept = !lines.is_empty() || !was_said || event == Event::Nothing;
        if is_pre && is_kept {
            // With lines it will be taken for neither a pause nor a branch of its own.
            lines.extend(was_apart.then(|| Line::sgf(SET_APART, "")));
            lines.extend((is_pause(&event) && event == old.event).then(|| Line::sgf("XWQ", "")));
            if lines.is_empty() {
                lines.push(Line::sgf(OF_NODE, ""));
            }
        } else if is_lost {
            lines.push(Line::sgf(SET_APART, ""));
        }
        let node = tree.node_mut(id);
        node.event = event;
        if notes != Notes::NONE {
            *node.notes_mut() = notes;
        }
    }

    /// The event that a node has in the file: a pause where there is no step for it.
    fn event(&self, tree: &Tree, id: NodeId, notes: &Notes) -> Event {
        let event = &tree.node(id).event;
        let stays = match event {
            Event::Setup(_) => true,
            Event::Nothing => id == tree.root() || self.is_heading(tree, id, notes),
            event => self.is_step(event),
        };
        if stays { event.clone() } else { Event::Setup(Box::default()) }
    }

    fn site(&self, tree: &Tree, id: NodeId, event: &Event) -> Site {
        Site {
            version: self.version,
            role: match event {
                Event::Move { .. } => Role::Move,
                Event::Nothing | Event::Setup(_) => Role::Pre,
                _ => Role::Action,
            },
            begins_branch: self.begins_branch(tree, id),
            people: self.people,
            has_signs: self.has_signs,
        }
    }
}
