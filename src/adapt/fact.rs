//! Facts of a game or a position as the properties of SGF that programs agree on.
//!
//! They are kept as properties in the record, so that every format carries them as far as it can.

use crate::record::{Fact, Notes, Overtime, Property};

use super::property_text::escaped;

impl Notes {
    /// Adds a fact, unless one of its kind is there already.
    pub fn add_fact(&mut self, fact: &Fact) {
        let (name, text) = name_and_text(fact);
        if self.properties.iter().all(|property| property.name != name) {
            self.properties.push(property(name, &text));
        }
    }
}

/// The property of SGF for a fact, and its text. The winrate and the lead are those of Sabaki.
fn name_and_text(fact: &Fact) -> (&'static str, String) {
    match fact {
        Fact::MainTime(time) => ("TM", time.as_secs_f64().to_string()),
        Fact::Overtime(overtime) => ("OT", overtime_text(*overtime)),
        Fact::GameComment(text) => ("GC", text.clone()),
        Fact::BlackWinrate(winrate) => ("SBKV", format!("{:.2}", winrate * 100.0)),
        Fact::BlackLead(lead) => ("SBKS", format!("{lead:.2}")),
    }
}

/// A property with one text.
fn property(name: &str, text: &str) -> Property {
    Property { name: name.into(), values: vec![escaped(text).into_owned()] }
}

/// The text of an overtime that programs have agreed on, in seconds: `3x30 byo-yomi`.
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn facts_are_added_once() {
        let mut notes = Notes::default();
        let period = Duration::from_secs(30);
        for fact in [
            Fact::MainTime(Duration::from_millis(1500)),
            Fact::Overtime(Overtime::ByoYomi { period, periods: 3 }),
            Fact::Overtime(Overtime::Canadian { period, stones: 5 }),
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
        let due = [("TM", "1.5"), ("OT", "3x30 byo-yomi"), ("SBKV", "52.34"), ("SBKS", "-0.50")];
        assert_eq!(written, due);
    }
}
