//! The grade of a move, from its loss in win rate and in points.
//!
//! Defines the thresholds used by pages, tables and records; `docs/reference/review-output.md` documents them.

use serde::{Deserialize, Serialize};

use crate::review::position::value::Value;

/// The grade of a move, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::review) enum Grade {
    /// The loss is below an inaccuracy or within the search error.
    Good,
    /// 缓手.
    Inaccuracy,
    /// 问题手.
    Mistake,
    /// 恶手.
    Blunder,
}

/// The loss in win rate or in points from which each grade applies.
pub(in crate::review) const LIMITS: [(Grade, Value); 3] = [
    (Grade::Blunder, Value { winrate: 2_000, lead: 1_000 }),
    (Grade::Mistake, Value { winrate: 1_000, lead: 500 }),
    (Grade::Inaccuracy, Value { winrate: 500, lead: 200 }),
];

impl Grade {
    /// All grades, from worst to best.
    pub(in crate::review) const ALL: [Grade; 4] =
        [Grade::Blunder, Grade::Mistake, Grade::Inaccuracy, Grade::Good];

    /// Returns the grade of a loss; `error` is the standard error of its win rate, in 1/10,000.
    pub(in crate::review) fn of(loss: Value, error: i32) -> Grade {
        let is_reached = |limit: Value| loss.winrate >= limit.winrate || loss.lead >= limit.lead;
        let found = LIMITS.into_iter().find(|&(_, limit)| is_reached(limit));
        // A loss within the search error is not graded as a mistake.
        found.filter(|_| loss.winrate > error).map_or(Grade::Good, |(grade, _)| grade)
    }

    /// Returns its name in tables and JSON lines.
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
    fn grade_uses_win_rate_or_points_beyond_search_error() {
        let of = |winrate, lead, error| Grade::of(Value { winrate, lead }, error);
        assert_eq!([of(2_000, 0, 300), of(1_999, 0, 300)], [Grade::Blunder, Grade::Mistake]);
        assert_eq!([of(500, 0, 300), of(499, 199, 300)], [Grade::Inaccuracy, Grade::Good]);
        assert_eq!([of(100, 1_000, 50), of(100, 500, 50)], [Grade::Blunder, Grade::Mistake]);
        assert_eq!([of(100, 5_000, 100), of(600, 0, 600)], [Grade::Good; 2]);
    }

    #[test]
    fn thresholds_match_manual() {
        let guide = include_str!("../../../docs/guides/review.md");
        let reference = include_str!("../../../docs/reference/review-output.md");
        for (grade, limit) in LIMITS {
            let (winrate, points) = (limit.winrate / 100, limit.lead / 100);
            let row = format!("| {} | {winrate} % or {points} points |", grade.name());
            assert!(guide.contains(&row) && reference.contains(&row), "{row}");
        }
    }
}
