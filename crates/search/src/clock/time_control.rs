//! Time controls as set by clients, and clocks with the time left.
//!
//! This module does not measure time: the caller measures a move and charges the clock. `Clock::budget` computes how
//! much time a move may take.

use std::time::Duration;

/// A time control: the thinking time of each player, the same for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// No time limit.
    #[default]
    Unlimited,
    /// `main` for all moves.
    Absolute {
        /// Time for the whole game.
        main: Duration,
    },
    /// Japanese byo-yomi: after `main`, one move per `period`.
    ///
    /// A period that passes without a move is lost. The flag falls when the last one passes.
    ByoYomi {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods, at least 1.
        periods: u32,
    },
    /// Canadian byo-yomi: after `main`, `stones` moves per `period`.
    Canadian {
        /// The time before the first period.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of moves per period, at least 1.
        stones: u32,
    },
    /// `main`, plus `increment` after every move.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// Time added after each move.
        increment: Duration,
        /// The maximum time on the clock.
        cap: Option<Duration>,
        /// The maximum time of a single move.
        move_cap: Option<Duration>,
    },
}

/// A player's clock under a time control.
///
/// ```
/// use std::time::Duration;
/// use tianyuan_search::clock::{Clock, TimeControl};
///
/// let second = Duration::from_secs(1);
/// let control = TimeControl::ByoYomi { main: 60 * second, period: 10 * second, periods: 3 };
/// let mut clock = Clock::new(control);
/// clock.spend(75 * second);
/// assert_eq!(clock.reading(), (10 * second, 2), "one of three periods is lost");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    pub(super) control: TimeControl,
    /// The main time left; under Fischer, the total time left.
    pub(super) main: Duration,
    /// The time left in the current period, after the main time.
    pub(super) period: Duration,
    /// The moves (Canadian) or periods (Japanese) left, including the current one.
    pub(super) left: u32,
}

impl Clock {
    /// Creates a clock at the start of a game.
    pub fn new(control: TimeControl) -> Clock {
        let (main, period, left) = match control {
            TimeControl::Unlimited => Default::default(),
            TimeControl::Absolute { main } | TimeControl::Fischer { main, .. } => {
                (main, Duration::ZERO, 0)
            }
            TimeControl::ByoYomi { main, period, periods: left }
            | TimeControl::Canadian { main, period, stones: left } => (main, period, left.max(1)),
        };
        Clock { control, main, period, left }
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Sets the time left, as reported by the referee.
    ///
    /// If `stones` is 0, `time` is main time. Otherwise `time` is the time left in the current period, and `stones`
    /// is the number of moves (Canadian) or periods (Japanese) left. If no time control was set, this sets one:
    /// `time` for the whole game, or for `stones` moves. A control without periods ignores `stones`.
    pub fn set(&mut self, time: Duration, stones: u32) {
        if self.control == TimeControl::Unlimited {
            self.control = match stones {
                0 => TimeControl::Absolute { main: time },
                _ => TimeControl::Canadian { main: Duration::ZERO, period: time, stones },
            };
        }
        match self.control {
            TimeControl::ByoYomi { .. } | TimeControl::Canadian { .. } if stones > 0 => {
                (self.main, self.period, self.left) = (Duration::ZERO, time, stones);
            }
            _ => self.main = time,
        }
    }

    /// Returns the time until the flag falls.
    pub fn until_flag(&self) -> Duration {
        match self.control {
            TimeControl::Unlimited => Duration::MAX,
            TimeControl::Absolute { .. } | TimeControl::Fischer { .. } => self.main,
            TimeControl::Canadian { .. } => self.main + self.period,
            TimeControl::ByoYomi { period, .. } => {
                self.main + self.period + period * self.left.saturating_sub(1)
            }
        }
    }

    /// Returns `true` if time saved in the next move is available to later moves.
    ///
    /// This is `false` if each move has its own period and no main time is left, and if a Fischer clock is at its
    /// cap.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tianyuan_search::clock::{Clock, TimeControl};
    ///
    /// let [main, period] = [0, 5].map(Duration::from_secs);
    /// assert!(!Clock::new(TimeControl::Canadian { main, period, stones: 1 }).saves_time());
    /// assert!(Clock::new(TimeControl::Canadian { main, period, stones: 25 }).saves_time());
    /// ```
    pub fn saves_time(&self) -> bool {
        match self.control {
            TimeControl::Unlimited | TimeControl::Absolute { .. } => true,
            TimeControl::ByoYomi { .. } => !self.main.is_zero(),
            TimeControl::Canadian { .. } => !self.main.is_zero() || self.left > 1,
            TimeControl::Fischer { cap, .. } => cap.is_none_or(|cap| self.main < cap),
        }
    }

    /// Returns the time left in the form of [`set`](Clock::set): the main time and 0, or the time of the period and
    /// the moves or periods left.
    pub fn reading(&self) -> (Duration, u32) {
        let has_periods =
            matches!(self.control, TimeControl::ByoYomi { .. } | TimeControl::Canadian { .. });
        if has_periods && self.main.is_zero() { (self.period, self.left) } else { (self.main, 0) }
    }

    /// Charges the clock for one move.
    ///
    /// An overdrawn clock stays at 0 (in the last period, if there are periods), because the referee decides on
    /// losses on time.
    pub fn spend(&mut self, used: Duration) {
        let over = used.saturating_sub(self.main);
        self.main = self.main.saturating_sub(used);
        match self.control {
            TimeControl::Unlimited | TimeControl::Absolute { .. } => {}
            TimeControl::Fischer { increment, cap, .. } => {
                self.main = (self.main + increment).min(cap.unwrap_or(Duration::MAX));
            }
            TimeControl::ByoYomi { period, .. } => {
                let mut over = over;
                while over > self.period && self.left > 1 {
                    over -= self.period;
                    self.period = period;
                    self.left -= 1;
                }
                self.period = period;
            }
            TimeControl::Canadian { period, stones, .. } if self.main.is_zero() => {
                self.period = self.period.saturating_sub(over);
                self.left = self.left.saturating_sub(1);
                if self.left == 0 {
                    (self.period, self.left) = (period, stones.max(1));
                }
            }
            TimeControl::Canadian { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn elapsed_byo_yomi_period_is_lost_except_the_last() {
        let control = TimeControl::ByoYomi { main: 10 * SECOND, period: 2 * SECOND, periods: 3 };
        let mut clock = Clock::new(control);
        clock.spend(12 * SECOND);
        assert_eq!((clock.main, clock.left), (Duration::ZERO, 3), "a part of one costs nothing");
        clock.spend(5 * SECOND);
        assert_eq!((clock.period, clock.left), (2 * SECOND, 1));
        clock.spend(5 * SECOND);
        assert_eq!((clock.period, clock.left), (2 * SECOND, 1));
    }

    #[test]
    fn until_flag_is_total_time_left() {
        let (main, period) = (10 * SECOND, 2 * SECOND);
        let mut clock = Clock::new(TimeControl::ByoYomi { main, period, periods: 3 });
        assert_eq!((clock.until_flag(), clock.reading()), (16 * SECOND, (main, 0)));
        clock.spend(13 * SECOND);
        assert_eq!((clock.until_flag(), clock.reading()), (4 * SECOND, (period, 2)));
        let mut clock = Clock::new(TimeControl::Canadian { main, period, stones: 2 });
        clock.spend(11 * SECOND);
        assert_eq!((clock.until_flag(), clock.reading()), (SECOND, (SECOND, 1)));
        let mut clock = Clock::new(TimeControl::Absolute { main });
        clock.spend(11 * SECOND);
        assert_eq!((clock.until_flag(), clock.reading()), (Duration::ZERO, (Duration::ZERO, 0)));
        assert_eq!(Clock::new(TimeControl::Unlimited).until_flag(), Duration::MAX);
    }

    #[test]
    fn canadian_moves_share_their_period() {
        let control = TimeControl::Canadian { main: SECOND, period: 10 * SECOND, stones: 2 };
        let mut clock = Clock::new(control);
        clock.spend(4 * SECOND);
        assert_eq!((clock.period, clock.left), (7 * SECOND, 1), "it began within the move");
        clock.spend(4 * SECOND);
        assert_eq!((clock.period, clock.left), (10 * SECOND, 2), "the next one begins");
    }

    #[test]
    fn fischer_increment_is_added_up_to_cap() {
        let cap = Some(6 * SECOND);
        let fischer =
            TimeControl::Fischer { main: 5 * SECOND, increment: SECOND, cap, move_cap: None };
        let mut clock = Clock::new(fischer);
        clock.spend(3 * SECOND);
        assert_eq!(clock.main, 3 * SECOND);
        for _ in 0..9 {
            clock.spend(SECOND / 2);
        }
        assert_eq!(clock.main, 6 * SECOND);
    }

    #[test]
    fn set_applies_under_every_control() {
        let told = |control, time, stones| {
            let mut clock = Clock::new(control);
            clock.set(time, stones);
            clock
        };
        let canadian = TimeControl::Canadian { main: SECOND, period: SECOND, stones: 1 };
        for control in [canadian, TimeControl::Unlimited] {
            let clock = told(control, 10 * SECOND, 5);
            assert_eq!((clock.main, clock.period, clock.left), (Duration::ZERO, 10 * SECOND, 5));
        }
        let absolute = TimeControl::Absolute { main: SECOND };
        let fischer =
            TimeControl::Fischer { main: SECOND, increment: SECOND, cap: None, move_cap: None };
        for control in [absolute, fischer] {
            let clock = told(control, 10 * SECOND, 5);
            assert_eq!(clock, told(control, 10 * SECOND, 0), "{control:?}");
            assert_eq!(clock.main, 10 * SECOND);
        }
    }
}
