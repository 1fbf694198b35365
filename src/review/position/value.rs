//! The value of a position for a player, as integers so that it survives a round trip through files.

use serde::{Deserialize, Serialize};

/// The win rate of a certain win, in 1/10,000.
pub(in crate::review) const WHOLE: i32 = 10_000;

/// The win rate and lead of one player, or the difference of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in crate::review) struct Value {
    /// The win rate, in 1/10,000.
    pub winrate: i32,
    /// The lead, in 1/100 point.
    pub lead: i32,
}

/// The maximum lead, in 1/100 point: above any board and komi.
const MOST_LEAD: i32 = 1_000_000;

impl Value {
    /// Returns `true` if the numbers are in range; files are untrusted.
    pub(in crate::review) fn is_possible(self) -> bool {
        (0..=WHOLE).contains(&self.winrate) && (-MOST_LEAD..=MOST_LEAD).contains(&self.lead)
    }

    /// Creates a value from a win rate (0 to 1) and a lead in points.
    pub(in crate::review) fn new(winrate: f64, lead: f64) -> Value {
        Value {
            winrate: (winrate * f64::from(WHOLE)).round() as i32,
            lead: (lead * 100.0).round() as i32,
        }
    }

    /// Returns the opponent's value.
    pub(in crate::review) fn of_opponent(self) -> Value {
        Value { winrate: WHOLE - self.winrate, lead: -self.lead }
    }

    /// Returns the player's loss from this value to `after`, at least 0.
    pub(in crate::review) fn loss_to(self, after: Value) -> Value {
        Value {
            winrate: (self.winrate - after.winrate).max(0),
            lead: (self.lead - after.lead).max(0),
        }
    }

    /// Returns the win rate, 0 to 1.
    pub(in crate::review) fn winrate_fraction(self) -> f64 {
        f64::from(self.winrate) / f64::from(WHOLE)
    }

    /// Returns the lead in points.
    pub(in crate::review) fn points(self) -> f64 {
        f64::from(self.lead) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loss_is_difference_from_opponent_view() {
        let before = Value::new(0.6, 2.5);
        let after = Value::new(0.55, 3.0).of_opponent();
        assert_eq!(after, Value { winrate: 4_500, lead: -300 });
        assert_eq!(before.loss_to(after), Value { winrate: 1_500, lead: 550 });
        assert_eq!(after.loss_to(before), Value::default(), "a gain is no loss");
        assert_eq!((before.winrate_fraction(), before.points()), (0.6, 2.5));
    }
}
