//! Counts the games of a match in game order, independent of the order in which they end.
//!
//! Short games end first and are a biased sample, so that decisions after a number of games must not depend on the
//! order in which they end. The SPRT stops at the first missing game.

use std::collections::BTreeMap;

use super::game_entry::GameEntry;
use super::match_config::MatchConfig;
use super::totals::{Counted, MatchTotals};
use crate::job_error::JobError;
use crate::tournament::game::numbers::GameNumbers;
use crate::tournament::statistics::{SequentialTest, Sprt};

/// The totals of a match, and its SPRT.
#[derive(Debug)]
pub(crate) struct InOrderCounter {
    /// The totals of the counted games.
    pub totals: MatchTotals,
    /// The SPRT, if requested.
    pub test: Option<SequentialTest>,
    /// The numbers of the games to count.
    due: GameNumbers,
    /// The number of games counted in game order.
    counted: usize,
    /// Games after a missing one, by number.
    waiting: BTreeMap<usize, GameEntry>,
}

impl InOrderCounter {
    /// Creates a counter of the games with these numbers.
    pub(crate) fn new(terms: &MatchConfig, due: GameNumbers, sprt: Option<Sprt>) -> InOrderCounter {
        InOrderCounter {
            totals: MatchTotals::new(terms),
            test: sprt.map(|sprt| SequentialTest::new(sprt, terms.no_scores())),
            due,
            counted: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Adds a game and counts all games without a missing predecessor. Returns the number of each duplicate with the
    /// number of its original.
    ///
    /// # Errors
    /// Returns [`JobError`] if an engine's name differs from the earlier games.
    pub(crate) fn add(&mut self, game: GameEntry) -> Result<Vec<(usize, usize)>, JobError> {
        let mut repeats = Vec::new();
        self.waiting.insert(game.game, game);
        while let Some(game) = self.next().and_then(|next| self.waiting.remove(&next)) {
            self.counted += 1;
            let counted = self.totals.add(&game)?;
            repeats.extend(counted.repeats.map(|first| (game.game, first)));
            self.test(&counted);
        }
        Ok(repeats)
    }

    /// Returns the number of the first game not counted yet.
    fn next(&self) -> Option<usize> {
        self.due.nth(self.counted)
    }

    fn test(&mut self, counted: &Counted) {
        if let (Some(test), Some(score)) = (&mut self.test, counted.score) {
            test.add(score);
        }
    }

    /// Counts the games after missing ones too, but not for the SPRT. Returns the number of games missing before the
    /// last one.
    ///
    /// # Errors
    /// Returns [`JobError`] if an engine's name differs from the earlier games.
    pub(crate) fn end(&mut self) -> Result<usize, JobError> {
        let waiting = std::mem::take(&mut self.waiting);
        let Some(&last) = waiting.keys().next_back() else { return Ok(0) };
        let missing = (self.due.below(last) + 1).saturating_sub(self.counted + waiting.len());
        for game in waiting.values() {
            self.totals.add(game)?;
        }
        Ok(missing)
    }

    /// Returns the number of games added.
    pub(crate) fn games(&self) -> usize {
        self.totals.games() as usize + self.waiting.len()
    }

    /// Returns `true` if the SPRT is decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(SequentialTest::is_decided)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::Language;
    use crate::tournament::game::engine_config::EngineId;
    use crate::tournament::results::game_entry::tests::{resigned, terms};
    use crate::tournament::results::report;
    use crate::tournament::statistics::{Decision, ScoreCounts};

    const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };

    /// The tally of games that ended in this order; A wins all games except the fifth and its duplicate.
    fn tally(order: &[usize]) -> InOrderCounter {
        let terms = terms(2, true);
        let mut tally = InOrderCounter::new(&terms, GameNumbers::up_to(40), Some(SPRT));
        for &number in order {
            let (winner, point) = match number {
                5 | 7 => (EngineId::B, 5),
                _ => (EngineId::A, number),
            };
            let game = resigned(&terms, number, Some(winner), point);
            tally.add(game).expect("a game of the match");
        }
        tally
    }

    #[test]
    fn report_is_independent_of_finishing_order() {
        let in_order: Vec<usize> = (1..=40).collect();
        let mut shuffled: Vec<usize> = (0..40).map(|place| place * 7 % 40 + 1).collect();
        let reports = [&in_order, &shuffled].map(|order| {
            let mut tally = tally(order);
            assert_eq!(tally.end().expect("games of one match"), 0);
            report::lines(&terms(2, true), &tally, Language::English)
        });
        assert_eq!(reports[0], reports[1]);
        shuffled.sort_unstable();
        assert_eq!(shuffled, in_order, "a fair test has all games");
    }

    #[test]
    fn sprt_stops_at_missing_game() {
        let mut cut: Vec<usize> = (1..=40).collect();
        cut.retain(|number| *number != 8);
        let mut tally = tally(&cut);
        let test = |tally: &InOrderCounter| tally.test.clone().expect("a test");
        assert_eq!(test(&tally).scores().counts(), [0, 0, 1, 0, 2]);
        assert_eq!((tally.games(), tally.end().expect("games of one match")), (39, 1));
        assert_eq!(test(&tally).decision(), Decision::Undecided, "the others are no evidence yet");
        let pairs = tally.totals.scores.as_ref().map(ScoreCounts::total);
        assert_eq!(pairs, Some(19), "all count for Elo");
    }

    #[test]
    fn sprt_ignores_games_after_decision() {
        let decided = tally(&(1..=40).collect::<Vec<_>>());
        let test = decided.test.expect("a test");
        assert_eq!(test.decision(), Decision::AcceptH1);
        assert!(test.scores().total() < 19, "{:?}", test.scores());
    }
}
