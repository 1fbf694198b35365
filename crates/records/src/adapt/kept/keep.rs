//! Moves items for which wei7 has no field into comments.

use std::mem;

use super::event;
use super::game;
use super::keeping::{Keeping, is_pause, keep_properties};
use super::line::{Line, ended, with_head};
use super::names::{BRANCH, TERMS};
use super::parts::{Part, Parted, parted, parts};
use super::version::Version;
use crate::record::finding::{Findings, Place};
use crate::record::rule::rules;
use crate::record::{Event, Info, Node, NodeId, Path, Record, Tree};

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
        for id in self.tree.ids() {
            end_comment(self.tree.node_mut(id));
        }
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
        let Parted { tree, sources, numbers } = parted(&self.tree, &parts);
        let keeping = Keeping {
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
            let node = self.tree.node_mut(id);
            end_comment(node);
            put_lines(node, &lines);
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

/// Makes sure that nothing of a comment is taken for a line that keeps an item.
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
