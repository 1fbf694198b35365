//! Facts about a game or position as the SGF properties that programs commonly use.
//!
//! They are stored as properties in the record, so that every format preserves them as far as possible.

use std::time::Duration;

use crate::record::diagnostic::{Findings, SourceLocation};
use crate::record::diagnostic_rule::rules;
use crate::record::{Fact, NodeId, Notes, Overtime, Property, Record};
use tianyuan_go::Color;

use super::property_text::escaped;

rules! {
    TIME_LEFT_DROPPED = Dropped("", "wei7没有剩余时间（BL, WL, OB, OW），已略去，手数：{0}", "wei7 does not store the remaining time (BL, WL, OB, OW): dropped at {0} moves");
}

impl Notes {
    /// Adds the remaining time of a player after their move, and the remaining byo-yomi moves or periods, which are 0
    /// in main time.
    pub fn add_time_left(&mut self, color: Color, (left, periods): (Duration, u32)) {
        self.add_fact(&Fact::TimeLeft(color, left));
        if periods > 0 {
            self.add_fact(&Fact::PeriodsLeft(color, periods));
        }
    }

    /// Sets the remaining time of a player after their move, in place of an earlier one.
    pub fn set_time_left(&mut self, color: Color, left: (Duration, u32)) {
        let (time, periods) = (OF_TIME_LEFT[color.index()], OF_TIME_LEFT[color.index() + 2]);
        self.properties.retain(|property| property.name != time && property.name != periods);
        self.add_time_left(color, left);
    }

    /// Returns the remaining time of a player after their move, and the remaining byo-yomi moves or periods, which are
    /// 0 in main time. Returns `None` if the time is missing or not a number from 0 to 1,000,000,000 seconds.
    pub fn time_left(&self, color: Color) -> Option<(Duration, u32)> {
        let seconds = self.number(OF_TIME_LEFT[color.index()])?;
        let seconds = Some(seconds).filter(|seconds| (0.0..=LONGEST).contains(seconds))?;
        let periods = self.text(OF_TIME_LEFT[color.index() + 2]);
        let periods = periods.and_then(|text| text.parse().ok()).unwrap_or(0);
        Some((Duration::from_secs_f64(seconds), periods))
    }

    /// Returns Black's winrate, 0 to 1, and Black's lead in points according to an engine. Returns `None` if one of
    /// them is missing or out of range.
    pub fn black_value(&self) -> Option<(f64, f64)> {
        let winrate = self.number("SBKV").filter(|winrate| (0.0..=100.0).contains(winrate))?;
        let lead = self.number("SBKS").filter(|lead| (-MOST_LEAD..=MOST_LEAD).contains(lead))?;
        Some((winrate / 100.0, lead))
    }

    fn text(&self, name: &str) -> Option<&str> {
        let found = self.properties.iter().find(|property| property.name == name)?;
        found.values.first().map(|value| value.trim())
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.text(name)?.parse().ok()
    }

    /// Sets a fact in place of one of the same kind.
    pub fn set_fact(&mut self, fact: &Fact) {
        let (name, _) = name_and_text(fact);
        self.properties.retain(|property| property.name != name);
        self.add_fact(fact);
    }

    /// Adds a fact unless one of the same kind exists.
    pub fn add_fact(&mut self, fact: &Fact) {
        let (name, text) = name_and_text(fact);
        if self.properties.iter().all(|property| property.name != name) {
            self.properties.push(property(name, &text));
        }
    }
}

/// The maximum remaining time in seconds that is read.
const LONGEST: f64 = 1e9;

/// The maximum lead in points that is read.
const MOST_LEAD: f64 = 10_000.0;

/// The properties of the remaining time, and the remaining moves or periods, after a move.
const OF_TIME_LEFT: [&str; 4] = ["BL", "WL", "OB", "OW"];

impl Record {
    /// Removes the remaining times after each move, for which wei7 has no field.
    pub fn drop_time_left(&mut self, findings: &mut Findings) {
        let is_of_it = |property: &Property| OF_TIME_LEFT.contains(&property.name.as_str());
        let nodes: Vec<NodeId> = self.tree.ids().collect();
        let has_it = |id: &NodeId| self.tree.node(*id).notes().properties.iter().any(is_of_it);
        let nodes: Vec<NodeId> = nodes.into_iter().filter(has_it).collect();
        for &id in &nodes {
            self.tree.node_mut(id).notes_mut().properties.retain(|one| !is_of_it(one));
        }
        if !nodes.is_empty() {
            findings.add(&TIME_LEFT_DROPPED, SourceLocation::default(), [&nodes.len().to_string()]);
        }
    }
}

/// Returns the SGF property of a fact and its text. The winrate and the lead use Sabaki's properties.
fn name_and_text(fact: &Fact) -> (&'static str, String) {
    match fact {
        Fact::MainTime(time) => ("TM", time.as_secs_f64().to_string()),
        Fact::Overtime(overtime) => ("OT", overtime_text(*overtime)),
        Fact::TimeLeft(color, left) => {
            // Rounded to milliseconds.
            let seconds = (left.as_secs_f64() * 1000.0).round() / 1000.0;
            (["BL", "WL"][color.index()], seconds.to_string())
        }
        Fact::PeriodsLeft(color, left) => (["OB", "OW"][color.index()], left.to_string()),
        Fact::GameComment(text) => ("GC", text.clone()),
        Fact::BlackWinrate(winrate) => ("SBKV", format!("{:.2}", winrate * 100.0)),
        Fact::BlackLead(lead) => ("SBKS", format!("{lead:.2}")),
    }
}

/// Returns a property with a single text value.
fn property(name: &str, text: &str) -> Property {
    Property { name: name.into(), values: vec![escaped(text).into_owned()] }
}

/// Returns the text of an overtime in the notation that programs have agreed on, in seconds: `3x30 byo-yomi`.
fn overtime_text(overtime: Overtime) -> String {
    match overtime {
        Overtime::ByoYomi { period, periods } => {
            format!("{periods}x{} byo-yomi", period.as_secs_f64())
        }
        Overtime::Canadian { period, stones } => {
            format!("{stones}/{} Canadian", period.as_secs_f64())
        }
        Overtime::Fischer { increment } => format!("{} fischer", increment.as_secs_f64()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicate_facts_are_ignored() {
        let mut notes = Notes::default();
        let period = Duration::from_secs(30);
        for fact in [
            Fact::MainTime(Duration::from_millis(1500)),
            Fact::Overtime(Overtime::ByoYomi { period, periods: 3 }),
            Fact::Overtime(Overtime::Canadian { period, stones: 5 }),
            Fact::TimeLeft(Color::White, Duration::from_micros(59_800_400)),
            Fact::PeriodsLeft(Color::White, 3),
            Fact::BlackWinrate(0.52345),
            Fact::BlackLead(-0.5),
        ] {
            notes.add_fact(&fact);
        }
        let written: Vec<(&str, &str)> = notes
            .properties
            .iter()
            .map(|property| (&*property.name, &*property.values[0]))
            .collect();
        let due = [
            ("TM", "1.5"),
            ("OT", "3x30 byo-yomi"),
            ("WL", "59.8"),
            ("OW", "3"),
            ("SBKV", "52.34"),
            ("SBKS", "-0.50"),
        ];
        assert_eq!(written, due);
    }

    #[test]
    fn remaining_time_is_replaced_and_read() {
        let mut notes = Notes::default();
        let second = Duration::from_secs(1);
        for left in [(90 * second, 0), (25 * second, 3), (59 * second / 2, 0)] {
            notes.set_time_left(Color::White, left);
            notes.set_time_left(Color::Black, (second, 0));
            assert_eq!(notes.time_left(Color::White), Some(left));
        }
        assert_eq!((notes.properties.len(), notes.time_left(Color::Black)), (2, Some((second, 0))));
        for wrong in ["-1", "x", "1e300", "NaN", ""] {
            let properties = vec![property("BL", wrong)];
            let notes = Notes { properties, ..Notes::default() };
            assert_eq!(notes.time_left(Color::Black), None, "{wrong}");
        }
    }

    #[test]
    fn value_is_replaced_and_read() {
        let mut notes = Notes::default();
        assert_eq!(notes.black_value(), None);
        for (winrate, lead) in [(0.5, 1.0), (0.1234, -98.75)] {
            notes.set_fact(&Fact::BlackWinrate(winrate));
            notes.set_fact(&Fact::BlackLead(lead));
            let (read, points) = notes.black_value().expect("a value");
            assert!((read - winrate).abs() < 1e-9 && points == lead, "{read} {points}");
        }
        assert_eq!(notes.properties.len(), 2);
        notes.properties[0].values[0] = "101".into();
        assert_eq!(notes.black_value(), None);
    }
}
