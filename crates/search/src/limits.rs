//! The limits of a search: plain counts and durations.

use std::time::Duration;

/// What ends a search before its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EarlyStop {
    /// Nothing does.
    #[default]
    Never,
    /// The leading move surely wins. For time that cannot be saved for later moves.
    Won,
    /// The leading move surely wins, or can hardly be overtaken. For time that can be saved, and for
    /// playouts.
    Decided,
}

/// Limits of one search; the first that is reached ends it.
///
/// Without any limit a search runs until its caller stops it.
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
    /// Playouts, over all threads.
    pub playouts: Option<u64>,
    /// The most visits of the root, those of a reused tree among them (KataGo's `maxVisits`). A tree
    /// that has so many already is reported as it is.
    pub visits: Option<u64>,
    /// The most time, from the start of the search.
    pub time: Option<Duration>,
    /// The time after which the search ends if the best move is clear.
    pub optimum_time: Option<Duration>,
    /// Whether the search returns in time even if some threads have not finished their playouts.
    pub is_strict: bool,
    /// What ends the search before the other limits.
    pub early_stop: EarlyStop,
}

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct SearchProgress {
    /// Playouts, over all threads.
    pub(super) playouts: u64,
    /// Time from the start.
    pub(super) elapsed: Duration,
    /// The part of it before the first playout.
    pub(super) prepared: Duration,
}

/// Playouts from which on their rate predicts that of the next ones.
const SAMPLE: u64 = 50;

impl Limits {
    /// Whether strict time is the only limit, so that results differ from run to run.
    pub(super) fn is_by_clock(&self) -> bool {
        self.is_strict && self.time.is_some() && self.playouts.is_none()
    }

    /// The time after which no playout begins.
    ///
    /// Where the time is strict, that is a little before its end, so that threads can finish.
    pub(super) fn begins_until(&self) -> Option<Duration> {
        const MARGIN: Duration = Duration::from_millis(5);
        let margin =
            |time: Duration| if self.is_strict { MARGIN.min(time / 10) } else { Duration::ZERO };
        self.time.map(|time| time - margin(time))
    }

    /// The time at which the search ends: the optimum if the best move is clear, else the maximum.
    pub(super) fn due(&self, is_clear: bool) -> Option<Duration> {
        self.optimum_time.filter(|_| is_clear).into_iter().chain(self.time).min()
    }

    /// The playouts still to come if the search ends when `due`, by the rate so far; `None` where
    /// nothing limits them, or the rate is not known yet.
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

    /// The limits of a search that begins with so many visits: those that are missing are playouts.
    pub(super) fn after_visits(&self, known: u64) -> Limits {
        let missing = self.visits.map(|most| most.saturating_sub(known));
        Limits { playouts: self.playouts.into_iter().chain(missing).min(), ..*self }
    }

    /// Whether no playout may be made.
    pub(super) fn is_reached(&self) -> bool {
        self.playouts == Some(0)
    }

    /// The limits scaled to so many tenths, with at least one playout.
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
    fn the_nearer_limit_counts() {
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
    fn visits_that_are_missing_are_playouts() {
        let of = |playouts, visits, known| {
            Limits { playouts, visits, ..Limits::default() }.after_visits(known).playouts
        };
        assert_eq!([of(None, None, 7), of(Some(5), None, 7)], [None, Some(5)]);
        assert_eq!([of(None, Some(9), 0), of(None, Some(9), 7)], [Some(9), Some(2)]);
        assert_eq!([of(None, Some(9), 20), of(Some(5), Some(9), 2)], [Some(0), Some(5)]);
        assert_eq!(of(Some(5), Some(9), 8), Some(1));
    }

    #[test]
    fn what_is_clear_ends_sooner() {
        let [optimum_time, time] = [2, 4].map(Duration::from_secs).map(Some);
        let limits = Limits { time, optimum_time, ..Limits::default() };
        assert_eq!((limits.due(true), limits.due(false)), (optimum_time, time));
        assert_eq!(limits.tenths(5).optimum_time, Some(Duration::from_secs(1)));
        assert_eq!(Limits { optimum_time: None, ..limits }.due(true), time);
    }
}
