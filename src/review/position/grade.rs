//! The grade on a move, by what it lost in win rate and in points.
//!
//! Defines the limits that pages, tables and records use; `docs/reference/review-output.md` documents them.

use serde::{Deserialize, Serialize};

use crate::review::position::value::Value;

/// How good a move was, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::review) enum Grade {
    /// It lost less than an inaccuracy, or no more than the error of the searches.
    Good,
    /// 疑问手.
    Inaccuracy,
    /// 失着.
    Mistake,
    /// 大失着.
    Blunder,
}

/// The loss from which a grade is given: in win rate, or in points.
pub(in crate::review) const LIMITS: [(Grade, Value); 3] = [
    (Grade::Blunder, Value { winrate: 2_000, lead: 1_000 }),
    (Grade::Mistake, Value { winrate: 1_000, lead: 500 }),
    (Grade::Inaccuracy, Value { winrate: 500, lead: 200 }),
];

impl Grade {
    /// All grades, from the worst to the best.
    pub(in crate::review) const ALL: [Grade; 4] =
        [Grade::Blunder, Grade::Mistake, Grade::Inaccuracy, Grade::Good];

    /// The grade on a loss whose win rate has this standard error, in ten-thousandths.
    pub(in crate::review) fn of(loss: Value, error: i32) -> Grade {
        let is_reached = |limit: Value| loss.winrate >= limit.winrate || loss.lead >= limit.lead;
        let found = LIMITS.into_iter().find(|&(_, limit)| is_reached(limit));
        // What the searches cannot tell from nothing is no fault.
        found.filter(|_| loss.winrate > error).map_or(Grade::Good, |(grade, _)| grade)
    }

    /// Its name in tables and lines of JSON.
    pub(in crate::review) const fn name(self) -> &'static str {
        match self {
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_is_by_win_rate_or_by_points_beyond_the_error() {
        let of = |winrate, lead, error| Grade::of(Value { winrate, lead }, error);
        assert_eq!([of(2_000, 0, 300), of(1_999, 0, 300)], [Grade::Blunder, Grade::Mistake]);
        assert_eq!([of(500, 0, 300), of(499, 199, 300)], [Grade::Inaccuracy, Grade::Good]);
        assert_eq!([of(100, 1_000, 50), of(100, 500, 50)], [Grade::Blunder, Grade::Mistake]);
        assert_eq!([of(100, 5_000, 100), of(600, 0, 600)], [Grade::Good; 2]);
    }

    #[test]
    fn limits_are_those_of_the_manual() {
        let guide = include_str!("../../../docs/guides/review.md");
        let reference = include_str!("../../../docs/reference/review-output.md");
        for (grade, limit) in LIMITS {
            let (winrate, points) = (limit.winrate / 100, limit.lead / 100);
            let row = format!("| {} | {winrate} % or {points} points |", grade.name());
            assert!(guide.contains(&row) && reference.contains(&row), "{row}");
        }
    }
}
