//! The referee's clocks: main time and Japanese byo-yomi, and when a flag falls.

use std::time::Duration;

/// Thinking time of a side for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimit {
    /// Time before byo-yomi.
    pub main: Duration,
    /// Length of a period, zero where there is none.
    pub period: Duration,
    /// Number of periods: one is lost for good when it passes without a move.
    pub periods: u32,
}

/// The clock of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    limit: TimeLimit,
    main: Duration,
    periods: u32,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(limit: TimeLimit) -> Clock {
        Clock { limit, main: limit.main, periods: limit.periods }
    }

    /// How long the next move may take until the flag falls.
    pub fn left(&self) -> Duration {
        self.main + self.limit.period * self.periods
    }

    /// What an engine is told before its move: the time left of the main time and 0, or that of the
    /// period and the periods left.
    pub fn reading(&self) -> (Duration, u32) {
        match self.main.is_zero() && self.periods > 0 {
            true => (self.limit.period, self.periods),
            false => (self.main, 0),
        }
    }

    /// Takes the time of a move off; false where the flag fell by more than `margin`.
    pub fn spend(&mut self, used: Duration, margin: Duration) -> bool {
        if used > self.left() {
            let in_time = used <= self.left() + margin;
            self.main = Duration::ZERO;
            self.periods = self.periods.min(1);
            return in_time;
        }
        let mut over = used.saturating_sub(self.main);
        self.main = self.main.saturating_sub(used);
        while over > self.limit.period {
            over -= self.limit.period;
            self.periods -= 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn clock(main: f64, period: f64, periods: u32) -> Clock {
        Clock::new(TimeLimit { main: seconds(main), period: seconds(period), periods })
    }

    #[test]
    fn main_time_runs_out() {
        let mut clock = clock(10.0, 0.0, 0);
        assert!(clock.spend(seconds(6.0), Duration::ZERO));
        assert_eq!(clock.reading(), (seconds(4.0), 0));
        assert!(!clock.spend(seconds(4.001), Duration::ZERO));
        assert_eq!((clock.left(), clock.reading()), (Duration::ZERO, (Duration::ZERO, 0)));
    }

    #[test]
    fn periods_come_back_unless_they_pass() {
        let mut clock = clock(10.0, 2.0, 3);
        assert!(clock.spend(seconds(11.0), Duration::ZERO));
        assert_eq!(clock.reading(), (seconds(2.0), 3), "a part of a period costs nothing");
        assert!(clock.spend(seconds(2.0), Duration::ZERO));
        assert_eq!(clock.reading(), (seconds(2.0), 3));
        assert!(clock.spend(seconds(2.5), Duration::ZERO));
        assert_eq!(clock.reading(), (seconds(2.0), 2));
        assert!(clock.spend(seconds(4.0), Duration::ZERO));
        assert_eq!(clock.left(), seconds(2.0));
        assert!(!clock.spend(seconds(2.1), Duration::ZERO));
    }

    #[test]
    fn a_margin_forgives_the_last_moment() {
        let mut clock = clock(0.0, 1.0, 1);
        assert!(clock.spend(seconds(1.05), seconds(0.1)));
        assert_eq!(clock.left(), seconds(1.0), "the next move has its period");
        assert!(!clock.spend(seconds(1.2), seconds(0.1)));
    }
}
