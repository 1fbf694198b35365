//! Clocks: time controls as clients set them, and what is left of them.
//!
//! It does not read the time: the caller measures a move and charges the clock. How much of it a
//! move may take is computed in `budget`.

use std::time::Duration;

/// A time control: the thinking time that each player gets, alike for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// No limit was agreed.
    #[default]
    Unlimited,
    /// All moves within `main`.
    Absolute {
        /// Time for the whole game.
        main: Duration,
    },
    /// Japanese byo-yomi: after `main`, one move within each `period`.
    ///
    /// Every period that passes without a move is lost for good, and the last one must not pass.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Canadian byo-yomi: after `main`, `stones` moves within each `period`.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves in each period, at least 1.
        stones: u32,
    },
    /// `main` at first, and `increment` more after every move.
    Fischer {
        /// Time at the start.
        main: Duration,
        /// Time added after each move.
        increment: Duration,
        /// The most time that the clock may hold.
        cap: Option<Duration>,
        /// The most time that one move may take.
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
    /// What is left of the main time, or under Fischer of all time.
    pub(super) main: Duration,
    /// What is left of the present period, once the main time is used up.
    pub(super) period: Duration,
    /// Moves (Canadian) or periods (Japanese) left, the present one among them.
    pub(super) left: u32,
}

impl Clock {
    /// A clock at the start of a game.
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

    /// The time control that the clock keeps.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Sets the time left, as a referee says it.
    ///
    /// `time` is main time where `stones` is 0, else time of the present period, and `stones` the
    /// moves (Canadian) or periods (Japanese) left. Where no time control was set, this sets one:
    /// `time` for the whole game, or for so many moves. A control without periods ignores `stones`.
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

    /// The time after which the flag falls during the next move.
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

    /// Whether time that the next move does not take is there for later ones.
    ///
    /// It is not where a period is given for each move and no main time is left, nor on a Fischer clock
    /// that is full.
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

    /// The time left as a referee says it, in the form that [`set`](Clock::set) takes.
    ///
    /// It is main time and 0, or time of the period and the moves or periods left.
    pub fn reading(&self) -> (Duration, u32) {
        let has_periods =
            matches!(self.control, TimeControl::ByoYomi { .. } | TimeControl::Canadian { .. });
        if has_periods && self.main.is_zero() { (self.period, self.left) } else { (self.main, 0) }
    }

    /// Charges the clock with the time of one move.
    ///
    /// A clock that is overdrawn stays at 0, in the last period where there are periods: a loss on
    /// time is the referee's decision.
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
    fn a_period_that_passes_is_lost_but_for_the_last() {
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
    fn the_flag_falls_when_nothing_is_left() {
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
    fn canadian_stones_share_their_period() {
        let control = TimeControl::Canadian { main: SECOND, period: 10 * SECOND, stones: 2 };
        let mut clock = Clock::new(control);
        clock.spend(4 * SECOND);
        assert_eq!((clock.period, clock.left), (7 * SECOND, 1), "it began within the move");
        clock.spend(4 * SECOND);
        assert_eq!((clock.period, clock.left), (10 * SECOND, 2), "the next one begins");
    }

    #[test]
    fn an_increment_comes_after_every_move_up_to_the_cap() {
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
    fn what_a_referee_says_is_understood_under_every_control() {
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
