//! When a search ends.

use std::time::Duration;

/// Bounds of one search; whichever is met first ends it. Without any it runs until it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    /// Playouts, over all threads.
    pub playouts: Option<u64>,
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// End as soon as the move with the most visits can no longer lose that place.
    pub end_when_decided: bool,
}

impl Limits {
    /// The playouts still to come after `done` of them in `elapsed` time, by the rate so far;
    /// `None` where nothing bounds them.
    pub fn playouts_left(&self, done: u64, elapsed: Duration) -> Option<u64> {
        let by_count = self.playouts.map(|most| most.saturating_sub(done));
        let by_time = self.time.map(|most| {
            let left = most.saturating_sub(elapsed).as_secs_f64();
            (done as f64 * left / elapsed.as_secs_f64().max(1e-9)) as u64
        });
        by_count.into_iter().chain(by_time).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_bound_counts() {
        let second = Duration::from_secs(1);
        let limits = Limits { playouts: Some(100), time: Some(4 * second), end_when_decided: true };
        assert_eq!(limits.playouts_left(80, second), Some(20));
        assert_eq!(limits.playouts_left(10, second), Some(30));
        assert_eq!(limits.playouts_left(200, second), Some(0));
        assert_eq!(Limits::default().playouts_left(10, second), None);
    }
}
