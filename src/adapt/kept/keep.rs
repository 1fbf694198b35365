//! Moves items for which wei7 has no field into comments.

use std::mem;

use super::event;
use super::game;
use super::line::{Line, OF_NODE, may_be_kept, with_head};
use super::names::{BRANCH, SET_APART, TERMS, is_of_item};
use super::node::{self, Role, Site, is_sign};
use super::parts::{Part, Parted, parted, parts};
use super::version::Version;
use crate::record::finding::{Findings, Place, rules};
use crate::record::{Event, Info, Manner, Node, NodeId, Notes, Outcome, Path, Record, Tree};

rules! {
    KEPT = Folded("", "写入根节点的评论:{0}", "kept in the comment at the root: {0}");
    KEPT_AT_NODE = Folded("", "写入评论:{0}", "kept in the comment: {0}");
    KEPT_IN_BRANCH = Folded("", "自此另成一支,以其局面开始", "from here on it is kept in a branch of its own, which begins with its position");
    KEPT_AS_TEXT = Folded("", "局面不可用:自此着手和摆子只写入评论", "the position cannot be said: from here on moves and stones are kept in comments only");
}

impl Record {
    /// Moves items of the game for which wei7 has no field into the comment at the root. `is_xml` is for
    /// wei7 2.2, which has fewer fields.
    pub fn keep_in_comment(&mut self, is_xml: bool, findings: &mut Findings) {
        self.keep_of_game(Version::of(is_xml), |_| true, findings);
    }

    /// Moves only the rules for which wei7 has no field, and the time settings, into the comment at
    /// the root.
    pub fn keep_terms_in_comment(&mut self, findings: &mut Findings) {
        self.keep_of_game(Version::Json, |name| TERMS.contains(&name), findings);
    }

    fn keep_of_game(
        &mut self,
        version: Version,
        is_wanted: fn(&str) -> bool,
        findings: &mut Findings,
    ) {
        let mut lines = of_game(&mut self.info, version, is_wanted);
        let root = self.tree.node_mut(self.tree.root());
        if !root.notes().properties.is_empty() {
            keep_properties(root.notes_mut(), is_wanted, &mut lines);
        }
        if !lines.is_empty() && is_pause(&root.event) {
            lines.extend(event::lines(&root.event));
        }
        for line in &lines {
            findings.add(&KEPT, Place::default(), [&line.to_string()]);
        }
        put_lines(root, &lines);
    }

    /// Moves everything for which wei7 has no field into comments, each item into that of its node, and
    /// makes of the tree one that wei7 can hold. `is_xml` is for wei7 2.2, which has fewer fields;
    /// `has_signs` says that shapes will become signs.
    pub fn keep_in_comments(&mut self, is_xml: bool, has_signs: bool, findings: &mut Findings) {
        let parts = parts(self);
        report(&parts, &self.tree, findings);
        let is_assumed = |id: &NodeId| {
            let notes = self.tree.node(*id).notes();
            notes.problem.is_none() && notes.to_play.is_some() && self.looks_like_problem(*id)
        };
        let problems: Vec<NodeId> = self.tree.ids().filter(is_assumed).collect();
        let Parted { tree, sources, numbers } = parted(&self.tree, &parts);
        let mut keeping = Keeping {
            version: Version::of(is_xml),
            has_signs,
            people: self.info.participants.len(),
            old: mem::replace(&mut self.tree, tree),
            sources,
            problems,
        };
        let mut lines_of_game = of_game(&mut self.info, keeping.version, |_| true);
        for id in self.tree.ids() {
            let mut lines = Vec::new();
            if id == self.tree.root() {
                lines.append(&mut lines_of_game);
            }
            let number = numbers.get(&id);
            lines.extend(number.map(|number| Line::wei7(BRANCH, number.to_string())));
            keeping.node(&mut self.tree, id, &mut lines);
            if let Some(source) = keeping.sources[id.index()] {
                let place = || Place::node(&Path::to(source, &keeping.old));
                for line in &lines {
                    findings.add_at(&KEPT_AT_NODE, place, [&line.to_string()]);
                }
            }
            put_lines(self.tree.node_mut(id), &lines);
        }
    }
}

/// Reports what does not stay where it is.
fn report(parts: &[Part], tree: &Tree, findings: &mut Findings) {
    for id in tree.preorder() {
        let place = || Place::node(&Path::to(id, tree));
        match &parts[id.index()] {
            Part::Branch(_) => findings.add_at(&KEPT_IN_BRANCH, place, []),
            Part::Hidden { is_first: true } => findings.add_at(&KEPT_AS_TEXT, place, []),
            Part::Hidden { .. } | Part::Pause | Part::Same => {}
        }
    }
}

/// The lines of the game.
fn of_game(info: &mut Info, version: Version, is_wanted: fn(&str) -> bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for item in game::ITEMS.iter().filter(|item| item.names.iter().any(|name| is_wanted(name))) {
        (item.keep)(info, version, &mut lines);
    }
    lines
}

fn keep_properties(notes: &mut Notes, is_wanted: fn(&str) -> bool, lines: &mut Vec<Line>) {
    let is_kept = |name: &str| is_wanted(name) && may_be_kept(name);
    let mut names: Vec<String> = Vec::new();
    for property in notes.properties.extract_if(.., |one| is_kept(&one.name)) {
        // One more of a name must not be taken for more values of the first.
        let in_brackets = is_of_item(&property.name) || names.contains(&property.name);
        lines.push(Line::property(&property, in_brackets));
        names.push(property.name);
    }
}

fn is_pause(event: &Event) -> bool {
    matches!(event, Event::Setup(setup) if setup.points().is_empty())
}

fn put_lines(node: &mut Node, lines: &[Line]) {
    if *node.notes() == Notes::NONE && lines.is_empty() {
        return;
    }
    let notes = node.notes_mut();
    notes.comment = with_head(lines, notes.comment.take());
}

/// A record whose notes are moved into a tree that wei7 can hold.
struct Keeping {
    version: Version,
    has_signs: bool,
    people: usize,
    old: Tree,
    /// By node of the new tree: what it was; none of a pause that stands for a branch.
    sources: Vec<Option<NodeId>>,
    /// Nodes that are taken for problems.
    problems: Vec<NodeId>,
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
        let begins = is_apart || tree.parent(id).is_some_and(|above| tree.forks(above));
        let bare = Notes { title: notes.title.clone(), set_apart: is_apart, ..Notes::NONE };
        let goes_on = tree.first_child(id).filter(|_| !tree.forks(id));
        let ends = goes_on.is_none_or(|next| self.is_apart(tree, next));
        self.version == Version::Json
            && notes.set_apart == is_apart
            && begins
            && *notes == bare
            && ends
    }

    /// Moves the notes of a node to the new tree, and what they cannot have into lines.
    fn node(&mut self, tree: &mut Tree, id: NodeId, lines: &mut Vec<Line>) {
        let is_root = id == tree.root();
        let is_apart = self.is_apart(tree, id);
        let forks = tree.parent(id).is_some_and(|above| tree.forks(above));
        let Some(source) = self.sources[id.index()] else {
            if is_apart {
                tree.node_mut(id).notes_mut().set_apart = true;
            }
            return;
        };
        let mut notes = self.old.node(source).notes().clone();
        let mut event = tree.node(id).event.clone();
        if !is_root && !self.is_step(&event) {
            let stays = match event {
                Event::Setup(_) => true,
                Event::Nothing => self.is_heading(tree, id, &notes),
                _ => false,
            };
            event = if stays { event } else { Event::Setup(Box::default()) };
        }
        let was_apart = mem::replace(&mut notes.set_apart, is_apart);
        let old = &self.old.node(source).event;
        if event != *old {
            lines.extend(event::lines(old));
        }
        let role = match event {
            Event::Move { .. } => Role::Move,
            Event::Nothing | Event::Setup(_) => Role::Pre,
            _ => Role::Action,
        };
        let site = Site {
            version: self.version,
            role,
            begins_branch: is_root || is_apart || forks,
            people: self.people,
            has_signs: self.has_signs,
        };
        let assumed = notes.to_play.filter(|_| self.problems.binary_search(&source).is_ok());
        node::ITEMS.iter().for_each(|item| (item.keep)(&mut notes, &site, lines));
        if assumed.is_some() {
            notes.problem = assumed;
            lines.push(Line::sgf("XWP", ""));
        }
        keep_properties(&mut notes, |_| true, lines);
        let is_lost = was_apart && !is_apart;
        let speaks = notes.comment.is_some() || !notes.marks.is_empty() || notes.problem.is_some();
        let is_pre =
            matches!(event, Event::Setup(_)) || is_root && (!lines.is_empty() || speaks || is_lost);
        if is_pre
            && (!lines.is_empty()
                || was_apart != is_apart
                || event != *old
                || is_root && *old == Event::Nothing)
        {
            // As it has lines, it will be taken for no pause and for no branch of its own.
            lines.extend(was_apart.then(|| Line::sgf(SET_APART, "")));
            lines.extend((is_pause(old) && event == *old).then(|| Line::sgf("XWQ", "")));
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
}
