//! Clocks: time controls as clients set them, what is left of them, and how long a move may take.
//!
//! It does not read the time: whoever does, charges the clock.

use std::time::Duration;

/// An agreement about thinking time, for each player alike.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum TimeControl {
    /// No limit was agreed.
    #[default]
    Unlimited,
    /// All moves within `main`.
    Absolute {
        /// Time for the whole game.
        main: Duration,
    },
    /// Japanese byo-yomi: after `main`, a move within each `period`; every period that passes
    /// without a move is lost for good, and the last one must not pass.
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
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    control: TimeControl,
    /// What is left of the main time, or under Fischer of all time.
    main: Duration,
    /// What is left of the present period, once the main time is used up.
    period: Duration,
    /// Moves (Canadian) or periods (Japanese) left, the present one among them.
    left: u32,
}

/// The time for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allotment {
    /// No clock is running.
    Free,
    /// This much, and not more.
    Time(Duration),
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

    /// Sets what a referee says is left: main time where `stones` is 0, else time of the present
    /// period and the moves or periods left. Without a time control it is the whole game's, or that
    /// of so many moves; a control without periods has only the time of the game.
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

    /// Takes the time of a move off. What exceeds the clock leaves it at nothing, in the last
    /// period where there are periods: losing on time is for a referee to say.
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

    /// How long the next move may take, if about `moves` more of one's own are expected and `lag`
    /// is kept back: from the move, and from whatever runs out for good.
    pub fn allot(&self, moves: u32, lag: Duration) -> Allotment {
        let moves = moves.max(1);
        let main = self.main.saturating_sub(lag);
        let time = match self.control {
            TimeControl::Unlimited => return Allotment::Free,
            TimeControl::Absolute { .. } => self.share(main, moves, lag),
            TimeControl::Fischer { increment, move_cap, .. } => {
                let time = self.share(main, moves, lag) + increment;
                time.min(main).min(move_cap.unwrap_or(Duration::MAX).saturating_sub(lag))
            }
            TimeControl::ByoYomi { .. } => {
                let period = self.period.saturating_sub(lag);
                (self.main / moves + period).min(self.main + period)
            }
            TimeControl::Canadian { .. } if self.main.is_zero() => {
                self.period.saturating_sub(lag * self.left) / self.left
            }
            TimeControl::Canadian { .. } => {
                let later = self.period.saturating_sub(lag * self.left) / self.left;
                self.share(main, moves, lag).max(later.min(main))
            }
        };
        Allotment::Time(time)
    }

    /// An equal part of a time that runs out, with the lag of all moves to come kept back.
    fn share(&self, time: Duration, moves: u32, lag: Duration) -> Duration {
        let kept = lag.saturating_mul(moves).min(time / 2);
        (time - kept) / moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const LAG: Duration = Duration::from_millis(100);

    /// Plays `moves` moves on a board of `area` points that each take what is allotted and half
    /// the lag more, and checks that no time ran out.
    fn play(control: TimeControl, area: u32, moves: u32) -> Vec<Duration> {
        let mut clock = Clock::new(control);
        let mut times = Vec::new();
        for i in 0..moves {
            let to_come = 8 + area.saturating_sub(2 * i) / 4;
            let Allotment::Time(time) = clock.allot(to_come, LAG) else { panic!("the clock runs") };
            let used = time + LAG / 2;
            let before = clock;
            clock.spend(used);
            let most = match control {
                TimeControl::ByoYomi { .. } => before.main + before.period,
                TimeControl::Canadian { .. } if before.main.is_zero() => before.period,
                TimeControl::Canadian { .. } => before.main + before.period / 2,
                _ => before.main,
            };
            assert!(used < most, "move {i} takes {used:?} of {most:?}");
            times.push(time);
        }
        times
    }

    #[test]
    fn absolute_time_lasts_for_hundreds_of_moves() {
        let times = play(TimeControl::Absolute { main: 60 * SECOND }, 361, 170);
        assert!(times[0] > SECOND / 3 && times[169] < times[0]);
        play(TimeControl::Absolute { main: 20 * SECOND }, 81, 60);
    }

    #[test]
    fn japanese_periods_are_used_and_never_lost() {
        let control = TimeControl::ByoYomi { main: 10 * SECOND, period: 2 * SECOND, periods: 3 };
        let times = play(control, 361, 200);
        assert_eq!(times[199], 2 * SECOND - LAG);
        let mut clock = Clock::new(control);
        clock.spend(15 * SECOND);
        assert_eq!(clock.left, 1, "two periods of the three are gone");
        clock.set(SECOND, 2);
        assert_eq!(clock.allot(10, LAG), Allotment::Time(SECOND - LAG));
    }

    #[test]
    fn canadian_stones_share_their_period() {
        let control =
            TimeControl::Canadian { main: Duration::ZERO, period: 10 * SECOND, stones: 5 };
        let times = play(control, 81, 23);
        assert!(times.iter().all(|&time| time >= SECOND && time <= 3 * SECOND), "{times:?}");
    }

    #[test]
    fn fischer_lives_on_its_increment() {
        let control = TimeControl::Fischer {
            main: 5 * SECOND,
            increment: SECOND,
            cap: Some(6 * SECOND),
            move_cap: None,
        };
        let times = play(control, 361, 300);
        assert!(times[299] > SECOND / 2);
    }

    #[test]
    fn what_a_referee_says_is_understood_under_every_control() {
        let allotted = |control, time, stones| {
            let mut clock = Clock::new(control);
            clock.set(time, stones);
            clock.allot(10, LAG)
        };
        let five_moves = Allotment::Time(2 * SECOND - LAG);
        let canadian = TimeControl::Canadian { main: SECOND, period: SECOND, stones: 1 };
        assert_eq!(allotted(canadian, 10 * SECOND, 5), five_moves);
        assert_eq!(allotted(TimeControl::Unlimited, 10 * SECOND, 5), five_moves);
        let absolute = TimeControl::Absolute { main: SECOND };
        let fischer =
            TimeControl::Fischer { main: SECOND, increment: SECOND, cap: None, move_cap: None };
        for control in [absolute, fischer] {
            let with_stones = allotted(control, 10 * SECOND, 5);
            assert_eq!(with_stones, allotted(control, 10 * SECOND, 0), "{control:?}");
            assert_ne!(with_stones, Allotment::Time(Duration::ZERO), "{control:?}");
        }
    }

    #[test]
    fn a_hopeless_clock_asks_for_no_time() {
        let mut clock = Clock::new(TimeControl::Absolute { main: SECOND });
        clock.spend(5 * SECOND);
        assert_eq!(clock.allot(10, LAG), Allotment::Time(Duration::ZERO));
        assert_eq!(Clock::new(TimeControl::Unlimited).allot(10, LAG), Allotment::Free);
    }
}
