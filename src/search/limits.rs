//! When a search ends.

use std::time::Duration;

/// Bounds of one search; whichever is met first ends it. Without any it runs until it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    /// Playouts, over all threads.
    pub playouts: Option<u64>,
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// Time after which it ends if the best move is clear.
    pub wanted: Option<Duration>,
    /// An answer that is late is worse than one that lacks what some threads are still at.
    pub is_strict: bool,
    /// End as soon as the move with the most visits can no longer lose that place.
    pub end_when_decided: bool,
}

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Progress {
    /// Playouts, over all threads.
    pub playouts: u64,
    /// Time from the start.
    pub elapsed: Duration,
    /// The part of it before the first playout.
    pub prepared: Duration,
}

/// Playouts that tell how fast the next ones will be.
const SAMPLE: u64 = 50;

impl Limits {
    /// Whether a clock alone bounds it, so that what it finds is another thing every time.
    pub fn is_by_clock(&self) -> bool {
        self.is_strict && self.time.is_some() && self.playouts.is_none()
    }

    /// The time after which nothing is begun any more. Where the time is strict, threads have the
    /// last bit of it to come to an end.
    pub fn begins_until(&self) -> Option<Duration> {
        const LAST_BIT: Duration = Duration::from_millis(5);
        let last =
            |time: Duration| if self.is_strict { LAST_BIT.min(time / 10) } else { Duration::ZERO };
        self.time.map(|time| time - last(time))
    }

    /// The time at which it is to end, as things look now.
    pub fn due(&self, is_clear: bool) -> Option<Duration> {
        self.wanted.filter(|_| is_clear).into_iter().chain(self.time).min()
    }

    /// The playouts still to come if it ends when `due`, by the rate so far; `None` where nothing
    /// bounds them, or the rate is not known yet.
    pub fn playouts_left(&self, progress: Progress, due: Option<Duration>) -> Option<u64> {
        let Progress { playouts: done, elapsed, prepared } = progress;
        let by_count = self.playouts.map(|most| most.saturating_sub(done));
        let by_time = due.filter(|_| done >= SAMPLE).map(|due| {
            let left = due.saturating_sub(elapsed).as_secs_f64();
            let taken = elapsed.saturating_sub(prepared).as_secs_f64();
            (done as f64 * left / taken.max(1e-9)) as u64
        });
        by_count.into_iter().chain(by_time).min()
    }

    /// A part of them, in so many tenths: a playout at least.
    pub fn tenths(&self, tenths: u32) -> Limits {
        let part = |playouts: u64| (playouts.saturating_mul(tenths.into()) / 10).max(1);
        let of_time = |time: Duration| time * tenths / 10;
        Limits {
            playouts: self.playouts.map(part),
            time: self.time.map(of_time),
            wanted: self.wanted.map(of_time),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_bound_counts() {
        let second = Duration::from_secs(1);
        let limits = Limits { playouts: Some(100), time: Some(4 * second), ..Limits::default() };
        let after = |playouts, prepared| {
            let progress = Progress { playouts, elapsed: second, prepared };
            limits.playouts_left(progress, limits.due(true))
        };
        let left = |playouts| after(playouts, Duration::ZERO);
        assert_eq!([left(80), left(60), left(200)], [Some(20), Some(40), Some(0)]);
        assert_eq!(
            Limits { playouts: Some(1000), ..limits }.playouts_left(
                Progress { playouts: 100, elapsed: second, prepared: second / 2 },
                limits.time,
            ),
            Some(600),
            "a hundred in half a second"
        );
        assert_eq!(
            Limits { playouts: None, ..limits }.playouts_left(
                Progress { playouts: 2, elapsed: second, prepared: second / 2 },
                limits.time,
            ),
            None,
            "too few to tell"
        );
        assert_eq!(Limits::default().playouts_left(Progress::default(), None), None);
    }

    #[test]
    fn what_is_clear_ends_sooner() {
        let [wanted, time] = [2, 4].map(Duration::from_secs).map(Some);
        let limits = Limits { time, wanted, ..Limits::default() };
        assert_eq!((limits.due(true), limits.due(false)), (wanted, time));
        assert_eq!(limits.tenths(5).wanted, Some(Duration::from_secs(1)));
        assert_eq!(Limits { wanted: None, ..limits }.due(true), time);
    }
}
