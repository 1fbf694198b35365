//! What a position is worth to somebody, in whole numbers: what is kept and read again is the same.
//!
//! It does not know who found it.

use serde::{Deserialize, Serialize};

/// All of a winrate.
pub(super) const WHOLE: i32 = 10_000;

/// A winrate and a lead, both of the same player. Losses are differences of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Value {
    /// In ten-thousandths.
    pub winrate: i32,
    /// In hundredths of a point.
    pub lead: i32,
}

/// More points than any board and komi are worth, in hundredths.
const MOST_LEAD: i32 = 1_000_000;

impl Value {
    /// Whether it can be one of a position: what was read may be anything.
    pub(super) fn is_possible(self) -> bool {
        (0..=WHOLE).contains(&self.winrate) && (-MOST_LEAD..=MOST_LEAD).contains(&self.lead)
    }

    /// From shares and points.
    pub(super) fn new(winrate: f64, lead: f64) -> Value {
        Value {
            winrate: (winrate * f64::from(WHOLE)).round() as i32,
            lead: (lead * 100.0).round() as i32,
        }
    }

    /// The same, as the opponent sees it.
    pub(super) fn of_opponent(self) -> Value {
        Value { winrate: WHOLE - self.winrate, lead: -self.lead }
    }

    /// What is lost on the way to another value, where anything is.
    pub(super) fn loss_to(self, after: Value) -> Value {
        Value {
            winrate: (self.winrate - after.winrate).max(0),
            lead: (self.lead - after.lead).max(0),
        }
    }

    /// The winrate as a share.
    pub(super) fn share(self) -> f64 {
        f64::from(self.winrate) / f64::from(WHOLE)
    }

    /// The lead in points.
    pub(super) fn points(self) -> f64 {
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
        assert_eq!((before.share(), before.points()), (0.6, 2.5));
    }
}
