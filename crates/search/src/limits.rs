//! The limits of a search: counts and durations.

use std::time::Duration;

/// The conditions that end a search before its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EarlyStop {
    /// None.
    #[default]
    Never,
    /// The leading move certainly wins. For time that cannot be saved for later moves.
    Won,
    /// The leading move certainly wins or can hardly be overtaken. For playouts, and for time that can be saved.
    Decided,
}

/// The limits of a search; the first limit reached ends it.
///
/// Without any limit, a search runs until the caller stops it.
///
/// ```
/// use std::time::Duration;
/// use tianyuan_search::Limits;
///
/// let second = Duration::from_secs(1);
/// let limits = Limits { playouts: Some(1000), time: Some(10 * second), ..Limits::default() };
/// let half = limits.tenths(5);
/// assert_eq!((half.playouts, half.time), (Some(500), Some(5 * second)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    /// The maximum number of playouts over all threads.
    pub playouts: Option<u64>,
    /// The maximum visits of the root, including those of a reused tree (KataGo's `maxVisits`). A tree that already
    /// has this many is reported unchanged.
    pub visits: Option<u64>,
    /// The maximum time from the start of the search.
    pub time: Option<Duration>,
    /// The time after which the search ends if the best move is clear.
    pub optimum_time: Option<Duration>,
    /// `true` if the search returns in time even if some threads have not finished their playouts.
    pub is_strict: bool,
    /// The conditions that end the search before the other limits.
    pub early_stop: EarlyStop,
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct SearchProgress {
    /// The playouts over all threads.
    pub(super) playouts: u64,
    /// The time since the start.
    pub(super) elapsed: Duration,
    /// The part of `elapsed` before the first playout.
    pub(super) prepared: Duration,
}

/// The minimum number of playouts for extrapolating their rate.
const SAMPLE: u64 = 50;

impl Limits {
    /// Returns `true` if a strict time is the only limit, so that results vary between runs.
    pub(super) fn is_by_clock(&self) -> bool {
        self.is_strict && self.time.is_some() && self.playouts.is_none()
    }

    /// Returns the time after which no playout starts.
    ///
    /// If the time is strict, this is slightly before the limit, so that threads can finish.
    pub(super) fn begins_until(&self) -> Option<Duration> {
        const MARGIN: Duration = Duration::from_millis(5);
        let margin =
            |time: Duration| if self.is_strict { MARGIN.min(time / 10) } else { Duration::ZERO };
        self.time.map(|time| time - margin(time))
    }

    /// Returns the time at which the search ends: the optimum if the best move is clear, otherwise the maximum.
    pub(super) fn due(&self, is_clear: bool) -> Option<Duration> {
        self.optimum_time.filter(|_| is_clear).into_iter().chain(self.time).min()
    }

    /// Returns the number of playouts left if the search ends at `due`, extrapolated from the rate so far. Returns
    /// `None` without a limit or if the rate is not known yet.
    pub(super) fn playouts_left(
        &self,
        progress: SearchProgress,
        due: Option<Duration>,
    ) -> Option<u64> {
        let SearchProgress { playouts: done, elapsed, prepared } = progress;
        let by_count = self.playouts.map(|most| most.saturating_sub(done));
        let by_time = due.filter(|_| done >= SAMPLE).map(|due| {
            let left = due.saturating_sub(elapsed).as_secs_f64();
            let taken = elapsed.saturating_sub(prepared).as_secs_f64();
            (done as f64 * left / taken.max(1e-9)) as u64
        });
        by_count.into_iter().chain(by_time).min()
    }

    /// Returns the limits of a search that starts with `known` visits: the missing visits are playouts.
    pub(super) fn after_visits(&self, known: u64) -> Limits {
        let missing = self.visits.map(|most| most.saturating_sub(known));
        Limits { playouts: self.playouts.into_iter().chain(missing).min(), ..*self }
    }

    /// Returns `true` if no playouts are left.
    pub(super) fn is_reached(&self) -> bool {
        self.playouts == Some(0)
    }

    /// Returns the limits scaled by `tenths` / 10, with at least one playout.
    pub fn tenths(&self, tenths: u32) -> Limits {
        let part = |playouts: u64| (playouts.saturating_mul(tenths.into()) / 10).max(1);
        let of_time = |time: Duration| time * tenths / 10;
        Limits {
            playouts: self.playouts.map(part),
            visits: self.visits.map(part),
            time: self.time.map(of_time),
            optimum_time: self.optimum_time.map(of_time),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_limit_applies() {
        let second = Duration::from_secs(1);
        let limits = Limits { playouts: Some(100), time: Some(4 * second), ..Limits::default() };
        let after = |playouts, prepared| {
            let progress = SearchProgress { playouts, elapsed: second, prepared };
            limits.playouts_left(progress, limits.due(true))
        };
        let left = |playouts| after(playouts, Duration::ZERO);
        assert_eq!([left(80), left(60), left(200)], [Some(20), Some(40), Some(0)]);
        assert_eq!(
            Limits { playouts: Some(1000), ..limits }.playouts_left(
                SearchProgress { playouts: 100, elapsed: second, prepared: second / 2 },
                limits.time,
            ),
            Some(600),
            "a hundred in half a second"
        );
        assert_eq!(
            Limits { playouts: None, ..limits }.playouts_left(
                SearchProgress { playouts: 2, elapsed: second, prepared: second / 2 },
                limits.time,
            ),
            None,
            "too few to tell"
        );
        assert_eq!(Limits::default().playouts_left(SearchProgress::default(), None), None);
    }

    #[test]
    fn missing_visits_become_playouts() {
        let of = |playouts, visits, known| {
            Limits { playouts, visits, ..Limits::default() }.after_visits(known).playouts
        };
        assert_eq!([of(None, None, 7), of(Some(5), None, 7)], [None, Some(5)]);
        assert_eq!([of(None, Some(9), 0), of(None, Some(9), 7)], [Some(9), Some(2)]);
        assert_eq!([of(None, Some(9), 20), of(Some(5), Some(9), 2)], [Some(0), Some(5)]);
        assert_eq!(of(Some(5), Some(9), 8), Some(1));
    }

    #[test]
    fn due_uses_optimum_time_when_best_move_is_clear() {
        let [optimum_time, time] = [2, 4].map(Duration::from_secs).map(Some);
        let limits = Limits { time, optimum_time, ..Limits::default() };
        assert_eq!((limits.due(true), limits.due(false)), (optimum_time, time));
        assert_eq!(limits.tenths(5).optimum_time, Some(Duration::from_secs(1)));
        assert_eq!(Limits { optimum_time: None, ..limits }.due(true), time);
    }
}
