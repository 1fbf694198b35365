//! Facts of a game or a position that only some formats can say.
//!
//! A program that makes a record adds them as what they mean. They are kept as the
//! [properties](super::Property) of SGF, which all formats carry as far as they can.

use std::time::Duration;

use super::node::Notes;
use super::property::Property;

/// A fact of a game or a position that only some formats can say.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// The main time of each player.
    MainTime(Duration),
    /// What follows the main time.
    Overtime(Overtime),
    /// A comment on the game as a whole.
    GameComment(String),
    /// Black's winrate in this position, 0 to 1, by an engine.
    BlackWinrate(f64),
    /// Black's lead in this position, in points, by an engine.
    BlackLead(f64),
}

/// The time after the main time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Overtime {
    /// Periods for a move each; one that is exceeded is lost.
    ByoYomi {
        /// The length of a period.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
    /// Periods for some stones each.
    Canadian {
        /// The length of a period.
        period: Duration,
        /// The stones to be played within it.
        stones: u32,
    },
    /// Time that is added after each move.
    Fischer {
        /// The time that is added.
        increment: Duration,
    },
}

impl Notes {
    /// Adds a fact, unless one of its kind is there already.
    pub fn add_fact(&mut self, fact: &Fact) {
        let (name, text) = fact.name_and_text();
        if self.properties.iter().all(|property| property.name != name) {
            self.properties.push(Property::text(name, &text));
        }
    }
}

impl Fact {
    /// The property of SGF for the fact, and its text. The winrate and the lead are those of Sabaki.
    fn name_and_text(&self) -> (&'static str, String) {
        match self {
            Fact::MainTime(time) => ("TM", time.as_secs_f64().to_string()),
            Fact::Overtime(overtime) => ("OT", overtime.text()),
            Fact::GameComment(text) => ("GC", text.clone()),
            Fact::BlackWinrate(winrate) => ("SBKV", format!("{:.2}", winrate * 100.0)),
            Fact::BlackLead(lead) => ("SBKS", format!("{lead:.2}")),
        }
    }
}

impl Overtime {
    /// The text that programs have agreed on, in seconds: `3x30 byo-yomi`.
    fn text(&self) -> String {
        match *self {
            Overtime::ByoYomi { period, periods } => {
                format!("{periods}x{} byo-yomi", period.as_secs_f64())
            }
            Overtime::Canadian { period, stones } => {
                format!("{stones}/{} Canadian", period.as_secs_f64())
            }
            Overtime::Fischer { increment } => format!("{} fischer", increment.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
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
        let properties: Vec<(&str, &str)> = notes
            .properties
            .iter()
            .map(|property| (&*property.name, &*property.values[0]))
            .collect();
        let due = [("TM", "1.5"), ("OT", "3x30 byo-yomi"), ("SBKV", "52.34"), ("SBKS", "-0.50")];
        assert_eq!(properties, due);
    }
}
