//! The early stop: a search goes on while the best move is unclear, and ends before its limits where
//! nothing can change any more.
//!
//! The criteria are Pachi's. It does not read the time: it is told how far the search has come.

use super::limits::{EarlyStop, Limits, SearchProgress};
use super::params::StopParams;

/// What the root's children say of the choice between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RootStats {
    /// Visits of all moves.
    pub(super) all: u64,
    /// Visits of the leading move.
    pub(super) leading: u64,
    /// The most visits that another move has.
    pub(super) others: u64,
    /// Winrate of the leading move, 0 to 1.
    pub(super) value: f64,
    /// The highest winrate of another move that has visits enough.
    pub(super) rival: f64,
    /// Winrate of the leading move after its best reply; `None` before there is a reply.
    pub(super) after_reply: Option<f64>,
}

/// Visits in percent of the leading move's from which on another move's winrate counts.
const RIVAL_VISITS: u64 = 10;

impl RootStats {
    /// The summary of the root's moves, by their visits and winrates, where the one at `place` leads.
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

    /// Whether one move leads clearly, and still does after the best reply.
    fn is_clear(&self, params: &StopParams) -> bool {
        // Pachi's three signs of an unclear choice: a close second, another move with a higher value, and
        // a value that the best reply contradicts. In Pachi longer searches of such positions gained
        // a few tens of Elo.
        self.leading as f64 >= self.others as f64 * params.clear_lead
            && self.value >= self.rival
            && self.after_reply.is_none_or(|value| (self.value - value).abs() <= params.reply_gap)
    }

    /// Whether the leading move keeps the most visits even if all playouts still to come (`left`)
    /// go to another one.
    fn is_decided(&self, left: u64) -> bool {
        // Even if every playout that remains went to the second move, the choice would stay. The first
        // condition avoids a stop by the first few playouts, while the rate is still a rough guess.
        left <= self.all / 2 && self.leading > self.others + left
    }

    /// Whether the leading move wins so surely that no better one is looked for.
    fn is_won(&self, params: &StopParams) -> bool {
        // In a won game a better move changes nothing, and the time helps if the game becomes close again
        // (Pachi's 5000 visits and 95 %).
        self.leading >= u64::from(params.won_visits).max(self.others)
            && self.value >= params.won_winrate
    }
}

/// Whether a search ends before its limits: its optimum time is over and the choice is clear, the
/// leading move cannot be overtaken, or it wins surely.
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
    // Saved playouts or time help later moves. If the time cannot be saved (a fixed time per move), a
    // decided search continues: its tree is reused. With all of the time, 1.5 times as much, 29 of 50
    // games were won at 0.2 s on 9x9.
    is_over
        || limits.early_stop == EarlyStop::Decided && is_decided
        || limits.time.is_some() && summary.is_won(params)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const SECOND: Duration = Duration::from_secs(1);

    /// The time at which a search ends that wants two seconds and may have four, by so many
    /// playouts a second that go to the moves in these proportions, at these winrates.
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
    fn an_unclear_choice_takes_all_that_the_clock_bears() {
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
    fn a_clear_choice_ends_when_it_cannot_change() {
        for speed in [50, 1000, 20_000] {
            let clear = ends_after(speed, [0.6, 0.2], [0.5, 0.45], 0.51);
            assert!(clear > SECOND && clear < 2 * SECOND, "{clear:?}");
            let forced = ends_after(speed, [0.98, 0.01], [0.5, 0.1], 0.5);
            assert!(forced < 3 * SECOND / 2, "{forced:?}");
        }
    }

    #[test]
    fn a_won_game_takes_no_time() {
        for early_stop in [EarlyStop::Decided, EarlyStop::Won] {
            let won = ends_early_after(early_stop, 20_000, [0.5, 0.4], [0.97, 0.96], 0.97);
            assert!(won < SECOND, "{won:?}");
        }
    }

    #[test]
    fn time_that_cannot_be_saved_is_used() {
        let after =
            |early_stop, values| ends_early_after(early_stop, 1000, [0.98, 0.01], values, 0.5);
        let forced = [0.5, 0.1];
        assert!(after(EarlyStop::Decided, forced) < 3 * SECOND / 2);
        assert_eq!(after(EarlyStop::Won, forced), 2 * SECOND, "the optimum");
    }
}
