//! Moves items for which wei7 has no field into comments, and converts the tree to a form that wei7 supports.

use std::mem;

use super::item_line::{Line, OF_NODE, ended, may_be_kept, with_head};
use super::items::node::{self, NodeContext, Role, is_sign};
use super::items::{BRANCH, SET_APART, TERMS, event, game, is_of_item};
use super::split_tree::{SplitTree, SubtreePart, parts, split};
use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::diagnostic_rule::rules;
use crate::record::{
    Event, Format, Info, Node, NodeId, Notes, Outcome, Path, Record, Tree, WinReason,
};

/// The treatment of circles, crosses and other shapes, which wei7 lacks, after items are moved into comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shapes {
    /// They are removed.
    Removed,
    /// They are replaced by wei7's symbols and are retained in the record until then.
    BecomeSigns,
}

rules! {
    KEPT = Folded("", "写入根节点的注释：{0}", "moved to the root comment: {0}");
    KEPT_AT_NODE = Folded("", "写入注释：{0}", "moved to the comment: {0}");
    KEPT_IN_BRANCH = Folded("", "自此另成一支，以其局面开始", "continues in a new branch that starts from this position");
    KEPT_AS_TEXT = Folded("", "局面不可用：自此着手和摆子只写入注释", "the position is not representable: later moves and stones are written to comments only");
}

impl Record {
    /// Moves game items for which wei7 has no field into the root's comment. wei7 2.2 has fewer fields than 3.0.
    pub fn keep_in_comment(&mut self, format: Format, findings: &mut Findings) {
        for id in self.tree.ids() {
            end_comment(self.tree.node_mut(id));
        }
        self.keep_of_game(format, |_| true, findings);
    }

    /// Moves only the rules for which wei7 has no field, and the time settings, into the root's comment.
    pub fn keep_terms_in_comment(&mut self, findings: &mut Findings) {
        self.keep_of_game(Format::Wei7, |name| TERMS.contains(&name), findings);
    }

    fn keep_of_game(
        &mut self,
        format: Format,
        is_wanted: fn(&str) -> bool,
        findings: &mut Findings,
    ) {
        let mut lines = of_game(&mut self.info, format, is_wanted);
        let root = self.tree.node_mut(self.tree.root());
        if !root.notes().properties.is_empty() {
            keep_properties(root.notes_mut(), is_wanted, &mut lines);
        }
        if !lines.is_empty() && is_empty_setup(&root.event) {
            lines.extend(event::lines(&root.event));
        }
        for line in &lines {
            findings.add(&KEPT, SourceLocation::default(), [&line.to_string()]);
        }
        put_lines(root, &lines);
    }

    /// Moves all items for which wei7 has no field into the comments of their nodes, and converts the tree to a form
    /// that wei7 supports. wei7 2.2 has fewer fields than 3.0.
    pub fn keep_in_comments(&mut self, format: Format, shapes: Shapes, findings: &mut Findings) {
        let parts = parts(self);
        report(&parts, &self.tree, findings);
        let is_of_no_game = self.is_of_no_game();
        let is_assumed = |id: &NodeId| {
            let node = self.tree.node(*id);
            let has_stones =
                matches!(&node.event, Event::Setup(setup) if setup.stones().count() > 0);
            let notes = node.notes();
            let is_said = notes.problem.is_some() || notes.to_play.is_none();
            is_of_no_game && has_stones && !is_said
        };
        let problems: Vec<NodeId> = self.tree.ids().filter(is_assumed).collect();
        let SplitTree { tree, sources, numbers } = split(&self.tree, &parts);
        let keeping = Embedder {
            format,
            has_signs: shapes == Shapes::BecomeSigns,
            people: self.info.participants.len(),
            old: mem::replace(&mut self.tree, tree),
            sources,
            problems,
        };
        let mut lines_of_game = of_game(&mut self.info, keeping.format, |_| true);
        for id in self.tree.ids() {
            let mut lines = Vec::new();
            if id == self.tree.root() {
                lines.append(&mut lines_of_game);
            }
            let number = numbers.get(&id);
            lines.extend(number.map(|number| Line::wei7(BRANCH, number.to_string())));
            keeping.node(&mut self.tree, id, &mut lines);
            if let Some(source) = keeping.sources[id.index()] {
                let place = || SourceLocation::node(&Path::to(source, &keeping.old));
                for line in &lines {
                    findings.add_at(&KEPT_AT_NODE, place, [&line.to_string()]);
                }
            }
            let node = self.tree.node_mut(id);
            end_comment(node);
            put_lines(node, &lines);
        }
    }
}

/// Reports the nodes that are moved or hidden.
fn report(parts: &[SubtreePart], tree: &Tree, findings: &mut Findings) {
    for id in tree.preorder() {
        let place = || SourceLocation::node(&Path::to(id, tree));
        match &parts[id.index()] {
            SubtreePart::Branch(_) => findings.add_at(&KEPT_IN_BRANCH, place, []),
            SubtreePart::Hidden { is_first: true } => findings.add_at(&KEPT_AS_TEXT, place, []),
            SubtreePart::Hidden { .. } | SubtreePart::Pause | SubtreePart::Same => {}
        }
    }
}

/// Returns the lines of the game items whose names are wanted.
fn of_game(info: &mut Info, format: Format, is_wanted: fn(&str) -> bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for item in game::ITEMS.iter().filter(|item| item.names.iter().any(|name| is_wanted(name))) {
        (item.keep)(info, format, &mut lines);
    }
    lines
}

/// Ensures that no part of the comment is mistaken for an item line.
fn end_comment(node: &mut Node) {
    if node.notes().comment.is_some() {
        let notes = node.notes_mut();
        notes.comment = notes.comment.take().map(ended);
    }
}

fn put_lines(node: &mut Node, lines: &[Line]) {
    if !lines.is_empty() {
        let notes = node.notes_mut();
        notes.comment = with_head(lines, notes.comment.take());
    }
}

/// Moves the properties whose names are wanted into lines.
pub(super) fn keep_properties(
    notes: &mut Notes,
    is_wanted: fn(&str) -> bool,
    lines: &mut Vec<Line>,
) {
    let is_kept = |name: &str| is_wanted(name) && may_be_kept(name);
    let mut names: Vec<String> = Vec::new();
    for property in notes.properties.extract_if(.., |one| is_kept(&one.name)) {
        // A repeated property must not be read as further values of the first one.
        let in_brackets = is_of_item(&property.name) || names.contains(&property.name);
        lines.push(Line::property(&property, in_brackets));
        names.push(property.name);
    }
}

/// Returns `true` if an event is a `pre` without stones.
pub(super) fn is_empty_setup(event: &Event) -> bool {
    matches!(event, Event::Setup(setup) if setup.points().is_empty())
}

/// Moves a record's notes to a tree that wei7 supports.
pub(super) struct Embedder {
    pub(super) format: Format,
    /// `true` if shapes such as circles will be replaced by symbols of wei7.
    pub(super) has_signs: bool,
    /// The number of participants.
    pub(super) people: usize,
    /// The tree before the conversion.
    pub(super) old: Tree,
    /// The source of each node of the new tree, by node; `None` for a pause in place of a branch.
    pub(super) sources: Vec<Option<NodeId>>,
    /// The nodes that are inferred to be problems, sorted.
    pub(super) problems: Vec<NodeId>,
}

impl Embedder {
    fn old(&self, id: NodeId) -> Option<&Node> {
        self.sources[id.index()].map(|source| self.old.node(source))
    }

    /// Returns `true` if a node will be read back as the beginning of a branch of its own.
    fn is_apart(&self, tree: &Tree, id: NodeId) -> bool {
        let Some(above) = tree.parent(id) else { return false };
        let can_be = match self.format {
            Format::Wei7 | Format::Sgf => !tree.has_variations(above),
            Format::Wei7Xml => tree.first_child(above) == Some(id),
        };
        let must_be = !self.is_step(&tree.node(id).event);
        can_be && (must_be || self.old(id).is_some_and(|old| old.notes().set_apart))
    }

    fn begins_branch(&self, tree: &Tree, id: NodeId) -> bool {
        let forks = tree.parent(id).is_none_or(|above| tree.has_variations(above));
        forks || self.is_apart(tree, id)
    }

    /// Returns `true` if an event is a step in wei7.
    fn is_step(&self, event: &Event) -> bool {
        match event {
            Event::Move { .. } | Event::Takeback(_) => true,
            Event::Nothing | Event::Setup(_) => false,
            _ if self.format == Format::Wei7Xml => false,
            Event::Message(_) => true,
            Event::Mark(mark) => is_sign(&mark.symbol),
            Event::Claim(Outcome::Draw) => true,
            Event::Claim(Outcome::Win { by, .. }) => {
                matches!(by, WinReason::HalfPoints(1..=game::MOST_MARGIN) | WinReason::Resignation)
            }
            Event::Claim(Outcome::Void | Outcome::Unknown) => false,
        }
    }

    /// Returns `true` if a node without an event can remain, as a branch with nothing but a title.
    fn is_heading(&self, tree: &Tree, id: NodeId, notes: &Notes) -> bool {
        let is_apart = self.is_apart(tree, id);
        let bare = Notes { title: notes.title.clone(), set_apart: is_apart, ..Notes::NONE };
        let goes_on = tree.first_child(id).filter(|_| !tree.has_variations(id));
        let ends = goes_on.is_none_or(|next| self.is_apart(tree, next));
        self.format == Format::Wei7
            && notes.set_apart == is_apart
            && self.begins_branch(tree, id)
            && *notes == bare
            && ends
    }

    /// Moves the notes of a node to the new tree, and embeds those that the format cannot represent in `lines`.
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
            // With lines, the reader would take it for neither a pause nor a branch of its own.
            lines.extend(was_apart.then(|| Line::sgf(SET_APART, "")));
            lines.extend(
                (is_empty_setup(&event) && event == old.event).then(|| Line::sgf("XWQ", "")),
            );
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

    /// Returns the event of a node in the file: a pause if wei7 has no step for it.
    fn event(&self, tree: &Tree, id: NodeId, notes: &Notes) -> Event {
        let event = &tree.node(id).event;
        let stays = match event {
            Event::Setup(_) => true,
            Event::Nothing => id == tree.root() || self.is_heading(tree, id, notes),
            event => self.is_step(event),
        };
        if stays { event.clone() } else { Event::Setup(Box::default()) }
    }

    fn site(&self, tree: &Tree, id: NodeId, event: &Event) -> NodeContext {
        NodeContext {
            format: self.format,
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
