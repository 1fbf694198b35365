//! The value of a position for a player, in whole numbers, so that a value is unchanged when it is
//! written and read again.

use serde::{Deserialize, Serialize};

/// The winrate of a certain win, in ten-thousandths.
pub(in crate::review) const WHOLE: i32 = 10_000;

/// Winrate and lead of one player. Losses are differences of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(in crate::review) struct Value {
    /// The winrate, in ten-thousandths.
    pub winrate: i32,
    /// The lead, in hundredths of a point.
    pub lead: i32,
}

/// More points than any board and komi are worth, in hundredths.
const MOST_LEAD: i32 = 1_000_000;

impl Value {
    /// Whether the numbers are in range: a file may hold any.
    pub(in crate::review) fn is_possible(self) -> bool {
        (0..=WHOLE).contains(&self.winrate) && (-MOST_LEAD..=MOST_LEAD).contains(&self.lead)
    }

    /// A value from a winrate of 0 to 1 and a lead in points.
    pub(in crate::review) fn new(winrate: f64, lead: f64) -> Value {
        Value {
            winrate: (winrate * f64::from(WHOLE)).round() as i32,
            lead: (lead * 100.0).round() as i32,
        }
    }

    /// The value for the opponent.
    pub(in crate::review) fn of_opponent(self) -> Value {
        Value { winrate: WHOLE - self.winrate, lead: -self.lead }
    }

    /// What a player loses from this value to a later one; a gain counts as 0.
    pub(in crate::review) fn loss_to(self, after: Value) -> Value {
        Value {
            winrate: (self.winrate - after.winrate).max(0),
            lead: (self.lead - after.lead).max(0),
        }
    }

    /// The winrate, 0 to 1.
    pub(in crate::review) fn winrate_fraction(self) -> f64 {
        f64::from(self.winrate) / f64::from(WHOLE)
    }

    /// The lead in points.
    pub(in crate::review) fn points(self) -> f64 {
        f64::from(self.lead) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_loses_the_other_wins() {
        let before = Value::new(0.6, 2.5);
        let after = Value::new(0.55, 3.0).of_opponent();
        assert_eq!(after, Value { winrate: 4_500, lead: -300 });
        assert_eq!(before.loss_to(after), Value { winrate: 1_500, lead: 550 });
        assert_eq!(after.loss_to(before), Value::default(), "a gain is no loss");
        assert_eq!((before.winrate_fraction(), before.points()), (0.6, 2.5));
    }
}
