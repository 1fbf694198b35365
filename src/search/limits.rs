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
    /// End as soon as the move with the most visits can no longer lose that place.
    pub end_when_decided: bool,
}

impl Limits {
    /// The time at which it is to end, as things look now.
    pub fn due(&self, is_clear: bool) -> Option<Duration> {
        self.wanted.filter(|_| is_clear).into_iter().chain(self.time).min()
    }

    /// The playouts still to come after `done` of them in `elapsed` time, if it ends when `due`, by
    /// the rate so far; `None` where nothing bounds them.
    pub fn playouts_left(
        &self,
        done: u64,
        elapsed: Duration,
        due: Option<Duration>,
    ) -> Option<u64> {
        let by_count = self.playouts.map(|most| most.saturating_sub(done));
        let by_time = due.map(|due| {
            let left = due.saturating_sub(elapsed).as_secs_f64();
            (done as f64 * left / elapsed.as_secs_f64().max(1e-9)) as u64
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
        let left = |done| limits.playouts_left(done, second, limits.due(true));
        assert_eq!([left(80), left(10), left(200)], [Some(20), Some(30), Some(0)]);
        assert_eq!(Limits::default().playouts_left(10, second, None), None);
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
