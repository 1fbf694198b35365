//! What another format has no words for, kept at the head of the comment at the root: a line for
//! each item, `[SGF] EV=…` or `[wei7] place=…`, from which it comes back.
//!
//! It does not know formats. A line break inside of an item is written as `%0A`, and `%` as `%25`.

use crate::go::Color;

use super::finding::{Findings, Place, rules};
use super::{Property, Record, RulesName};

rules! {
    KEPT = Folded("", "写入根节点的评论:{0}", "kept in the comment at the root: {0}");
}

/// How the lines begin.
const SGF: &str = "[SGF] ";
const WEI7: &str = "[wei7] ";

impl Record {
    /// Moves what wei7 has no field for into the comment at the root. `also_place` is for the
    /// version of wei7 that has no places.
    pub fn keep_in_comment(&mut self, also_place: bool, findings: &mut Findings) {
        let root = self.tree.root();
        let mut items: Vec<(String, String)> = Vec::new();
        items.extend(self.info.dates.take().map(|dates| ("DT".into(), dates)));
        if let Some(RulesName::Other(name)) = &self.info.rules.name {
            items.push(("RU".into(), name.clone()));
            self.info.rules.name = None;
        }
        for (color, name) in [(Color::Black, "BT"), (Color::White, "WT")] {
            let team = self.player_mut(color).and_then(|player| player.take());
            items.extend(team.map(|team| (name.into(), team)));
        }
        if *self.tree.node(root).notes() != super::Notes::NONE {
            let properties = std::mem::take(&mut self.tree.node_mut(root).notes_mut().properties);
            for Property { name, values } in properties {
                items.extend(values.into_iter().map(|value| (name.clone(), value)));
            }
        }
        let mut lines: Vec<String> =
            items.iter().map(|(name, value)| format!("{SGF}{name}={}", in_line(value))).collect();
        if also_place && let Some(place) = self.info.place.take() {
            lines.push(format!("{WEI7}place={}", in_line(&place)));
        }
        if lines.is_empty() {
            return;
        }
        for line in &lines {
            findings.add(&KEPT, Place::default(), [line]);
        }
        let notes = self.tree.node_mut(root).notes_mut();
        if let Some(comment) = notes.comment.take() {
            lines.push(comment);
        }
        notes.comment = Some(lines.join("\n"));
    }

    /// Takes back what was kept at the head of the comment at the root.
    pub fn take_from_comment(&mut self) {
        let root = self.tree.root();
        let Some(comment) = self.tree.node(root).notes().comment.clone() else { return };
        let mut rest = Some(&*comment);
        while let Some(text) = rest {
            let (line, after) = match text.split_once('\n') {
                Some((line, after)) => (line, Some(after)),
                None => (text, None),
            };
            if !self.take_item(line) {
                break;
            }
            rest = after;
        }
        let rest = rest.map(str::to_string);
        if rest.as_deref() != Some(&*comment) {
            self.tree.node_mut(root).notes_mut().comment = rest;
        }
    }

    fn take_item(&mut self, line: &str) -> bool {
        if let Some(place) = line.strip_prefix(WEI7).and_then(|item| item.strip_prefix("place=")) {
            self.info.place = Some(from_line(place));
            return true;
        }
        let item = line.strip_prefix(SGF).and_then(|item| item.split_once('='));
        let is_name = |name: &str| {
            (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_uppercase())
        };
        let Some((name, value)) = item.filter(|(name, _)| is_name(name)) else { return false };
        let value = from_line(value);
        match name {
            "DT" => self.info.dates = Some(value),
            "RU" => self.info.rules.name = Some(RulesName::Other(value)),
            "BT" | "WT" => {
                let color = if name == "BT" { Color::Black } else { Color::White };
                let Some(team) = self.player_mut(color) else { return false };
                *team = Some(value);
            }
            _ => self.take_property(name, value),
        }
        true
    }

    fn take_property(&mut self, name: &str, value: String) {
        let root = self.tree.root();
        let properties = &mut self.tree.node_mut(root).notes_mut().properties;
        match properties.iter_mut().find(|property| property.name == name) {
            Some(same) => same.values.push(value),
            None => properties.push(Property { name: name.into(), values: vec![value] }),
        }
    }

    /// The team of the first player of a colour.
    fn player_mut(&mut self, color: Color) -> Option<&mut Option<String>> {
        let player = self.info.players.iter().find(|player| player.color == Some(color))?;
        self.info.participants.get_mut(player.participant as usize).map(|one| &mut one.team)
    }
}

fn in_line(value: &str) -> String {
    value.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D")
}

fn from_line(text: &str) -> String {
    text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
}
