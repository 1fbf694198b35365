//! Early stopping: a search continues while the best move is unclear, and ends before its limits if the choice can no
//! longer change.
//!
//! The criteria are from Pachi. The module does not measure time; the caller passes the progress of the search.

use super::limits::{EarlyStop, Limits, SearchProgress};
use super::params::StopParams;

/// Statistics of the root's moves that determine how clear the choice is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RootStats {
    /// The visits of all moves.
    pub(super) all: u64,
    /// The visits of the leading move.
    pub(super) leading: u64,
    /// The maximum visits of any other move.
    pub(super) others: u64,
    /// The win rate of the leading move, 0 to 1.
    pub(super) value: f64,
    /// The maximum win rate of any other move with enough visits.
    pub(super) rival: f64,
    /// The win rate of the leading move after its best reply; `None` if there is no reply yet.
    pub(super) after_reply: Option<f64>,
}

/// The minimum visits, as a percentage of the leading move's, for the win rate of another move to be considered.
const RIVAL_VISITS: u64 = 10;

impl RootStats {
    /// Summarises the root's moves from their visits and win rates; the move at index `place` leads.
    pub(super) fn of(
        moves: impl Iterator<Item = (u64, f64)> + Clone,
        place: usize,
        after_reply: Option<f64>,
    ) -> Option<RootStats> {
        let (leading, value) = moves.clone().nth(place)?;
        let others = moves.clone().enumerate().filter(|&(i, _)| i != place).map(|(_, other)| other);
        let least = leading * RIVAL_VISITS / 100 + 1;
        let rivals = others.clone().filter(|&(visits, _)| visits >= least);
        Some(RootStats {
            all: moves.map(|(visits, _)| visits).sum(),
            leading,
            others: others.map(|(visits, _)| visits).max().unwrap_or(0),
            value,
            rival: rivals.map(|(_, winrate)| winrate).fold(0.0, f64::max),
            after_reply,
        })
    }

    /// Returns `true` if one move leads clearly, even after the best reply.
    fn is_clear(&self, params: &StopParams) -> bool {
        // Pachi's three signs of an unclear choice: a close second, another move with a higher value, and a value
        // that the best reply contradicts. In Pachi, longer searches of such positions gained a few tens of Elo.
        self.leading as f64 >= self.others as f64 * params.clear_lead
            && self.value >= self.rival
            && self.after_reply.is_none_or(|value| (self.value - value).abs() <= params.reply_gap)
    }

    /// Returns `true` if the leading move stays the most visited even if all remaining playouts (`left`) go to
    /// another move.
    fn is_decided(&self, left: u64) -> bool {
        // The first condition avoids a stop after the first few playouts, when the rate is still a rough estimate.
        left <= self.all / 2 && self.leading > self.others + left
    }

    /// Returns `true` if the leading move is so certain to win that the search need not continue.
    fn is_won(&self, params: &StopParams) -> bool {
        // In a won game a better move changes nothing, and the saved time helps if the game becomes close again
        // (Pachi's 5000 visits and 95 %).
        self.leading >= u64::from(params.won_visits).max(self.others)
            && self.value >= params.won_winrate
    }
}

/// Returns `true` if the search can end before its limits.
///
/// This is the case if the optimum time is over and the choice is clear, if the leading move cannot be overtaken, or
/// if it certainly wins.
pub(super) fn is_enough(
    summary: &RootStats,
    limits: &Limits,
    params: &StopParams,
    progress: SearchProgress,
) -> bool {
    // Between the optimum and the maximum time the search continues only while the choice is unclear.
    let due = limits.due(summary.is_clear(params));
    let is_over = due.is_some_and(|due| progress.elapsed >= due);
    let left = limits.playouts_left(progress, due);
    let is_decided = left.is_some_and(|left| summary.is_decided(left));
    // Saved playouts or time help later moves. If time cannot be saved (fixed time per move), a decided search
    // continues, because its tree is reused. Using all of the time (1.5 times as much) won 29 of 50 games at 0.2 s on
    // 9x9.
    is_over
        || limits.early_stop == EarlyStop::Decided && is_decided
        || limits.time.is_some() && summary.is_won(params)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const SECOND: Duration = Duration::from_secs(1);

    /// Returns the end time of a search with an optimum of two seconds and a maximum of four. Its `speed` playouts/s
    /// are distributed over the moves in these proportions, with these win rates.
    fn ends_after(
        speed: u64,
        proportions: [f64; 2],
        values: [f64; 2],
        after_reply: f64,
    ) -> Duration {
        ends_early_after(EarlyStop::Decided, speed, proportions, values, after_reply)
    }

    fn ends_early_after(
        early_stop: EarlyStop,
        speed: u64,
        proportions: [f64; 2],
        values: [f64; 2],
        after_reply: f64,
    ) -> Duration {
        let limits = Limits {
            time: Some(4 * SECOND),
            optimum_time: Some(2 * SECOND),
            early_stop,
            ..Limits::default()
        };
        let ticks = (1..).map(|tick| tick * SECOND / 1000);
        let mut ends = ticks.filter(|&elapsed| {
            let done = (speed as f64 * elapsed.as_secs_f64()) as u64;
            let [leading, others] = proportions.map(|part| (done as f64 * part) as u64);
            let [value, rival] = values;
            let summary = RootStats {
                all: done,
                leading,
                others,
                value,
                rival,
                after_reply: Some(after_reply),
            };
            let progress = SearchProgress { playouts: done, elapsed, prepared: Duration::ZERO };
            is_enough(&summary, &limits, &StopParams::default(), progress)
        });
        ends.next().expect("it ends")
    }

    #[test]
    fn unclear_choice_uses_maximum_time() {
        for speed in [50, 1000, 20_000] {
            let even = ends_after(speed, [0.4, 0.4], [0.5, 0.5], 0.5);
            assert!(even > 3 * SECOND && even <= 4 * SECOND, "{even:?}");
            let worse = ends_after(speed, [0.5, 0.2], [0.5, 0.51], 0.5);
            assert!(worse > 2 * SECOND, "the other one wins more: {worse:?}");
            let refuted = ends_after(speed, [0.5, 0.2], [0.5, 0.4], 0.45);
            assert!(refuted > 2 * SECOND, "the best reply says otherwise: {refuted:?}");
        }
    }

    #[test]
    fn clear_choice_ends_when_decided() {
        for speed in [50, 1000, 20_000] {
            let clear = ends_after(speed, [0.6, 0.2], [0.5, 0.45], 0.51);
            assert!(clear > SECOND && clear < 2 * SECOND, "{clear:?}");
            let forced = ends_after(speed, [0.98, 0.01], [0.5, 0.1], 0.5);
            assert!(forced < 3 * SECOND / 2, "{forced:?}");
        }
    }

    #[test]
    fn won_game_ends_search_early() {
        for early_stop in [EarlyStop::Decided, EarlyStop::Won] {
            let won = ends_early_after(early_stop, 20_000, [0.5, 0.4], [0.97, 0.96], 0.97);
            assert!(won < SECOND, "{won:?}");
        }
    }

    #[test]
    fn unsavable_time_is_used() {
        let after =
            |early_stop, values| ends_early_after(early_stop, 1000, [0.98, 0.01], values, 0.5);
        let forced = [0.5, 0.1];
        assert!(after(EarlyStop::Decided, forced) < 3 * SECOND / 2);
        assert_eq!(after(EarlyStop::Won, forced), 2 * SECOND, "the optimum");
    }
}
