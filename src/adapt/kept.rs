//! Items for which wei7 has no field, kept at the head of the comment at the root.
//!
//! Each item is a line, `[SGF] EV=…` or `[wei7] place=…`, and is read back from there. A line break
//! inside an item is written as `%0A`, and `%` as `%25`. This file knows what wei7 has no field for, and
//! the names that SGF gives it; it does not know how files of either format are written.

use crate::go::{Color, Komi};

use crate::record::finding::{Findings, Place, rules};
use crate::record::{Property, Record, RulesName, rule_words};

rules! {
    KEPT = Folded("", "写入根节点的评论:{0}", "kept in the comment at the root: {0}");
}

/// The largest komi that wei7 allows, in half points; 0 is the smallest.
const MOST_KOMI: i32 = 19;

/// The properties of the time that was agreed.
const OF_TIME: [&str; 2] = ["TM", "OT"];

/// The items of what was agreed before the game: the rules' name, komi and options, and the time.
const TERMS: [&str; 5] = ["RU", "KM", "XWO", "TM", "OT"];

/// The beginnings of lines that keep an item.
const SGF: &str = "[SGF] ";
const WEI7: &str = "[wei7] ";

impl Record {
    /// Moves items for which wei7 has no field into the comment at the root. `also_place` is for
    /// wei7 2.2, which has no field for the place.
    pub fn keep_in_comment(&mut self, also_place: bool, findings: &mut Findings) {
        let root = self.tree.root();
        let mut items: Vec<(String, String)> = Vec::new();
        items.extend(self.info.dates.take().map(|dates| ("DT".into(), dates)));
        items.extend(self.rules_without_field());
        for (color, name) in [(Color::Black, "BT"), (Color::White, "WT")] {
            let team = self.player_mut(color).and_then(|player| player.take());
            items.extend(team.map(|team| (name.into(), team)));
        }
        if *self.tree.node(root).notes() != crate::record::Notes::NONE {
            let properties = std::mem::take(&mut self.tree.node_mut(root).notes_mut().properties);
            for Property { name, values } in properties {
                items.extend(values.into_iter().map(|value| (name.clone(), value)));
            }
        }
        let mut lines = lines(&items);
        if also_place && let Some(place) = self.info.place.take() {
            lines.push(format!("{WEI7}place={}", in_line(&place)));
        }
        self.put_at_head(lines, findings);
    }

    /// Moves only the rules for which wei7 has no field, and the time settings, into the comment at
    /// the root.
    pub fn keep_terms_in_comment(&mut self, findings: &mut Findings) {
        let mut items = self.rules_without_field();
        let root = self.tree.root();
        let is_of_time = |property: &Property| OF_TIME.contains(&property.name.as_str());
        if self.tree.node(root).notes().properties.iter().any(is_of_time) {
            let properties = &mut self.tree.node_mut(root).notes_mut().properties;
            for Property { name, values } in properties.extract_if(.., |one| is_of_time(one)) {
                items.extend(values.into_iter().map(|value| (name.clone(), value)));
            }
        }
        self.put_at_head(lines(&items), findings);
    }

    /// Removes and returns the items of the rules for which wei7 has no field.
    fn rules_without_field(&mut self) -> Vec<(String, String)> {
        let rules = &mut self.info.rules;
        let mut items = Vec::new();
        if let Some(RulesName::Other(name)) =
            rules.name.take_if(|name| matches!(name, RulesName::Other(_)))
        {
            items.push(("RU".into(), name));
        }
        let komi = rules.komi.take_if(|komi| !(0..=MOST_KOMI).contains(&komi.half_points()));
        items.extend(komi.map(|komi| ("KM".into(), komi.to_string())));
        if !rules.options.is_empty() {
            items.push(("XWO".into(), std::mem::take(&mut rules.options)));
        }
        items
    }

    /// Puts lines before the comment at the root.
    fn put_at_head(&mut self, mut lines: Vec<String>, findings: &mut Findings) {
        if lines.is_empty() {
            return;
        }
        for line in &lines {
            findings.add(&KEPT, Place::default(), [line]);
        }
        let notes = self.tree.node_mut(self.tree.root()).notes_mut();
        if let Some(comment) = notes.comment.take() {
            lines.push(comment);
        }
        notes.comment = Some(lines.join("\n"));
    }

    /// Restores all items from the head of the comment at the root.
    pub fn take_from_comment(&mut self) {
        self.take_lines(|_| true);
    }

    /// Restores only what was agreed before the game from the head of the comment at the root.
    pub fn take_terms_from_comment(&mut self) {
        self.take_lines(|line| {
            let item = line.strip_prefix(SGF).and_then(|item| item.split_once('='));
            item.is_some_and(|(name, _)| TERMS.contains(&name))
        });
    }

    /// Restores the items of the lines that are wanted; the others stay in the comment.
    fn take_lines(&mut self, is_wanted: impl Fn(&str) -> bool) {
        let root = self.tree.root();
        let Some(comment) = self.tree.node(root).notes().comment.clone() else { return };
        let mut left: Vec<&str> = Vec::new();
        let mut lines = comment.split('\n');
        for line in lines.by_ref() {
            let is_kept = line.starts_with(SGF) || line.starts_with(WEI7);
            // The first line that keeps no item ends them: what follows is the user's own text.
            if !is_kept || is_wanted(line) && !self.take_item(line) {
                left.push(line);
                break;
            }
            if !is_wanted(line) {
                left.push(line);
            }
        }
        left.extend(lines);
        let left = left.join("\n");
        if left != comment {
            let is_empty = left.is_empty() && !comment.ends_with('\n');
            self.tree.node_mut(root).notes_mut().comment = (!is_empty).then_some(left);
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
            "KM" => match half_points(&value) {
                Some(komi) => self.info.rules.komi = Some(komi),
                None => return false,
            },
            "XWO" if rule_words::are_words(&value) => self.info.rules.options = value,
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

/// The lines of items.
fn lines(items: &[(String, String)]) -> Vec<String> {
    items.iter().map(|(name, value)| format!("{SGF}{name}={}", in_line(value))).collect()
}

/// A komi of whole or half points.
fn half_points(text: &str) -> Option<Komi> {
    let halves = text.parse::<f64>().ok()? * 2.0;
    let is_possible = halves.fract() == 0.0 && halves.abs() <= f64::from(Komi::LIMIT);
    Komi::from_half_points(halves as i32).filter(|_| is_possible)
}

fn in_line(value: &str) -> String {
    value.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D")
}

fn from_line(text: &str) -> String {
    text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
}
