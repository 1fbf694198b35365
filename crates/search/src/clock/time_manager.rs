//! The time manager: computes the time budget of the next move from the clock and the phase of the game, with a
//! reserve for lag.
//!
//! Independent of the search, which chooses between the optimum and the maximum time.

use super::time_control::{Clock, TimeControl};
use crate::params_macro::{Interface, params};
use std::time::Duration;

/// The time budget of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// No clock is running.
    Unlimited,
    /// A clock is running.
    Limited {
        /// The time after which the move is played if the choice is clear.
        optimum: Duration,
        /// The maximum time; at least the optimum.
        maximum: Duration,
    },
}

/// The expected number of own moves in addition to those that fill the board.
const MOVES_BEYOND: u32 = 8;

/// Returns the number of own moves that share the main time, on a board with `area` points of which `empty` are
/// empty.
///
/// Half of a game's moves are the player's own, and a game fills half of the empty points. Before the endgame only
/// the moves until the endgame are counted, which gives more time to the middle game, where games are decided. In the
/// opening this effect is phased in.
pub fn moves_to_go(area: usize, empty: usize, params: &TimeParams) -> u32 {
    let (area, empty) = (area as u32, empty.min(area) as u32);
    let moves = |empty: u32| MOVES_BEYOND + empty / 4;
    let filled = |part: f64| ((f64::from(area) * part) as u32).min(area);
    let now = moves(empty);
    // Pachi's phases: the middle game decides, so moves of the endgame do not reduce its share. The
    // maximum of twice the optimum gained Pachi a few tens of Elo.
    let endgame = now.min(moves(area - filled(params.endgame_start)));
    let opening = filled(params.opening_end).max(1);
    let into_it = (area - empty).min(opening);
    (now * (opening - into_it) + endgame * into_it) / opening
}

impl Clock {
    /// Returns the time budget of the next move.
    ///
    /// The main time is divided by [`moves_to_go`]. `lag` is the delay between the player's decision and the
    /// referee's clock. It is reserved for this move, and for all future moves from time that is not renewed.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tianyuan_search::clock::{Budget, Clock, TimeControl, TimeParams};
    ///
    /// let main = Duration::from_secs(600);
    /// let mut clock = Clock::new(TimeControl::Absolute { main });
    /// let lag = Duration::from_millis(100);
    /// let budget = clock.budget(60, lag, &TimeParams::default());
    /// let Budget::Limited { optimum, maximum } = budget else { panic!("the clock is running") };
    /// assert!(optimum < Duration::from_secs(10) && maximum <= 2 * optimum);
    ///
    /// clock.spend(optimum);
    /// assert_eq!(clock.until_flag(), main - optimum);
    /// ```
    pub fn budget(&self, moves_to_go: u32, lag: Duration, params: &TimeParams) -> Budget {
        let moves = moves_to_go.max(1);
        let unclear = |optimum: Duration| optimum.mul_f64(params.most_time.max(1.0));
        let (optimum, maximum) = match self.control {
            TimeControl::Unlimited => return Budget::Unlimited,
            TimeControl::Absolute { .. } => {
                // No time is renewed, so the lag of all future moves is reserved.
                let main = self.main.saturating_sub(lag);
                let optimum = equal_part(main, moves, lag);
                (optimum, unclear(optimum).min(main))
            }
            TimeControl::Fischer { increment, move_cap, .. } => {
                let main = self.main - self.reserve(lag);
                // The increment is added after each move and can be used at once. Half of the main time is kept, or
                // one unclear move could leave only increments for the rest of the game.
                let move_cap = move_cap.unwrap_or(Duration::MAX);
                let cap = main.min(move_cap - lag.min(move_cap / 2));
                let optimum = (equal_part(main, moves, lag) + increment).min(cap);
                (optimum, unclear(optimum).min((main / 2).max(optimum)).min(cap))
            }
            TimeControl::ByoYomi { periods, .. } => {
                // Reserve twice the lag in the last period if others were lost: the lag may be underestimated.
                let reserve = if self.left == 1 && periods > 1 { 2 * lag } else { lag };
                let period = self.period - reserve.min(self.period / 2);
                // The rest of a period is lost, so each move uses its period completely. Earlier versions stopped
                // after 0.6 s with a few hundred visits.
                let longest = self.main + period;
                let optimum = (self.main / moves + period).min(longest);
                (optimum, unclear(optimum).min(longest))
            }
            TimeControl::Canadian { .. } => {
                let left = self.left.max(1);
                let each = self.period / left - lag.min(self.period / left / 2);
                let optimum = (self.main / moves + each).min(self.main + each);
                // Later moves of the period keep at least half of their share.
                let lent = (left - 1) * each / 2;
                (optimum, unclear(optimum).min(self.main + each + lent))
            }
        };
        Budget::Limited { optimum, maximum }
    }

    /// Returns the part of the lag that is reserved for the next move.
    ///
    /// This is the whole lag, but at most half of a time that is renewed with each move, so that some thinking time
    /// remains.
    pub fn reserve(&self, lag: Duration) -> Duration {
        lag.min(match self.control {
            TimeControl::Fischer { .. } => self.main / 2,
            TimeControl::ByoYomi { .. } if self.main < lag => self.period / 2,
            TimeControl::Canadian { .. } if self.main < lag => self.period / self.left.max(1) / 2,
            _ => lag,
        })
    }
}

/// Returns an equal share of `time` for each of `moves` moves, with the lag of all of them reserved.
fn equal_part(time: Duration, moves: u32, lag: Duration) -> Duration {
    // At least half of the time remains for searching, however large the lag.
    let reserve = lag.saturating_mul(moves).min(time / 2);
    (time - reserve) / moves
}

params! {
    /// Parameters of the time manager: how the main time is divided by the phase of the game.
    TimeParams on &[Interface::Param]; {
        /// Filled fraction of the board at the end of the opening (Pachi: 0.2).
        opening_end: f64 = 0.2, "timeOpeningEnd" in 0.0..=1.0;
        /// Filled fraction of the board at the start of the endgame (Pachi: 0.4).
        endgame_start: f64 = 0.4, "timeEndgameStart" in 0.0..=1.0;
        /// Maximum time of a move as a multiple of its optimum (Pachi: 2).
        most_time: f64 = 2.0, "timeMaximum" in 1.0..=100.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const LAG: Duration = Duration::from_millis(100);

    fn time(clock: &Clock, moves: u32) -> (Duration, Duration) {
        match clock.budget(moves, LAG, &TimeParams::default()) {
            Budget::Limited { optimum, maximum } => (optimum, maximum),
            Budget::Unlimited => panic!("the clock runs"),
        }
    }

    /// Returns a random number below `bound` from a linear congruential generator.
    fn draw(state: &mut u64, bound: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*state >> 33) % bound
    }

    /// Returns the time until the flag falls.
    fn flag(clock: &Clock) -> Duration {
        match clock.control {
            TimeControl::ByoYomi { period, .. } => clock.main + period * clock.left,
            TimeControl::Canadian { .. } => clock.main + clock.period,
            TimeControl::Fischer { move_cap, .. } => {
                clock.main.min(move_cap.unwrap_or(Duration::MAX))
            }
            _ => clock.main,
        }
    }

    /// Plays a game in which the referee measures up to one lag more than the engine uses, and checks that the flag
    /// never falls. Each move takes the optimum or the maximum time. The engine's clock is charged with the full lag,
    /// because in many games no client reports the time left.
    fn play(control: TimeControl, area: u32, moves: u32, seed: u64) -> Vec<Duration> {
        let (mut ours, mut referees, mut state) = (Clock::new(control), Clock::new(control), seed);
        let mut times = Vec::new();
        for i in 0..moves {
            let empty = area.saturating_sub(2 * i).max(area / 5);
            let moves = moves_to_go(area as usize, empty as usize, &TimeParams::default());
            let (optimum, maximum) = time(&ours, moves);
            assert!(optimum <= maximum, "{control:?}");
            let taken = if draw(&mut state, 3) == 0 { maximum } else { optimum };
            let seen = taken + LAG * draw(&mut state, 101) as u32 / 100;
            assert!(seen <= flag(&referees), "{control:?}: move {i} takes {seen:?}, {referees:?}");
            let periods = referees.left;
            referees.spend(seen);
            if matches!(control, TimeControl::ByoYomi { .. }) {
                assert_eq!(referees.left, periods, "{control:?}: move {i} gives a period away");
            }
            ours.spend(taken + LAG);
            if matches!(control, TimeControl::Canadian { .. }) {
                // The number of moves left in a period cannot be derived; GTP, the only protocol with this control,
                // reports it.
                ours = referees;
            }
            times.push(taken);
        }
        times
    }

    #[test]
    fn no_flag_falls_under_any_control() {
        let times = [0, 1, 5, 20, 300].map(|seconds| SECOND * seconds);
        for seed in 0..20 {
            for main in times {
                for (period, count) in
                    [(SECOND, 5), (SECOND, 1), (10 * SECOND, 3), (30 * SECOND, 25)]
                {
                    play(TimeControl::ByoYomi { main, period, periods: count }, 81, 200, seed);
                    if period >= LAG * 4 * count {
                        let canadian = TimeControl::Canadian { main, period, stones: count };
                        play(canadian, 361, 200, seed);
                    }
                    let fischer = |cap, move_cap| TimeControl::Fischer {
                        main: main.max(SECOND),
                        increment: period,
                        cap,
                        move_cap,
                    };
                    play(fischer(None, None), 169, 300, seed);
                    play(fischer(Some(20 * SECOND), Some(5 * SECOND)), 169, 300, seed);
                }
            }
            play(TimeControl::Absolute { main: 60 * SECOND }, 361, 170, seed);
            play(TimeControl::Absolute { main: 20 * SECOND }, 81, 60, seed);
        }
    }

    #[test]
    fn absolute_time_lasts_hundreds_of_moves() {
        let times = play(TimeControl::Absolute { main: 120 * SECOND }, 361, 170, 1);
        assert!(times[0] > SECOND / 3 && times[169] < times[0] / 4, "{times:?}");
    }

    #[test]
    fn middle_game_gets_most_time() {
        let first = |filled: usize| {
            let moves = moves_to_go(361, 361 - filled, &TimeParams::default());
            time(&Clock::new(TimeControl::Absolute { main: 600 * SECOND }), moves).0
        };
        let (start, middle, later) = (first(0), first(72), first(200));
        assert!(middle > start * 5 / 4, "{start:?} {middle:?}");
        assert_eq!(middle, first(140), "the same until the endgame, of the same main time");
        assert!(later > middle, "fewer moves are left");
    }

    #[test]
    fn byo_yomi_period_is_used_except_lag() {
        let none = Duration::ZERO;
        let mut clock = Clock::new(TimeControl::ByoYomi { main: none, period: SECOND, periods: 2 });
        assert_eq!(time(&clock, 20), (SECOND - LAG, SECOND - LAG));
        clock.set(SECOND, 1);
        assert_eq!(time(&clock, 20), (SECOND - 2 * LAG, SECOND - 2 * LAG), "the last one");
        let one = |period| Clock::new(TimeControl::ByoYomi { main: none, period, periods: 1 });
        assert_eq!(time(&one(SECOND), 20).0, SECOND - LAG, "there never was another one");
        assert_eq!(time(&one(LAG), 20).0, LAG / 2, "some thought in any case");
    }

    #[test]
    fn end_of_main_time_extends_into_period() {
        let control = TimeControl::Canadian { main: LAG, period: 10 * SECOND, stones: 5 };
        assert!(time(&Clock::new(control), 20).0 > SECOND);
        let control = TimeControl::ByoYomi { main: LAG, period: SECOND, periods: 3 };
        assert_eq!(time(&Clock::new(control), 20).1, SECOND);
    }

    #[test]
    fn canadian_budget_shares_rest_of_period() {
        let mut clock = Clock::new(TimeControl::Unlimited);
        clock.set(10 * SECOND, 5);
        assert_eq!(time(&clock, 10).0, 2 * SECOND - LAG);
        clock.set(10 * SECOND, 1);
        assert_eq!(time(&clock, 10), (10 * SECOND - LAG, 10 * SECOND - LAG));
    }

    #[test]
    fn budget_is_half_the_period_when_lag_exceeds_it() {
        let main = Duration::ZERO;
        for (period, stones) in [(LAG, 1), (LAG / 2, 1), (SECOND, 10), (SECOND, 25), (LAG, 1000)] {
            let clock = Clock::new(TimeControl::Canadian { main, period, stones });
            let (optimum, maximum) = time(&clock, 20);
            assert_eq!(optimum, period / stones / 2, "half of {period:?} for {stones}");
            assert!(maximum <= period / 2, "{maximum:?}");
            let mut ours = clock;
            for _ in 0..stones {
                assert!(time(&ours, 20).0 >= optimum * 9 / 10, "{ours:?}");
                ours.spend(optimum + ours.reserve(LAG));
            }
            assert_eq!(ours.left, stones, "a period has been used up");
        }
        let mut clock = Clock::new(TimeControl::Unlimited);
        clock.set(LAG, u32::MAX);
        assert!(time(&clock, 20).1 <= LAG, "a number that a client made up");
        let (cap, move_cap) = (None, None);
        let fischer = TimeControl::Fischer { main: LAG, increment: LAG, cap, move_cap };
        assert_eq!(time(&Clock::new(fischer), 20).1, LAG / 2);
        let move_cap = Some(LAG / 2);
        let capped = TimeControl::Fischer { main: SECOND, increment: SECOND, cap, move_cap };
        assert_eq!(time(&Clock::new(capped), 20).1, LAG / 4);
    }

    #[test]
    fn expired_clock_has_zero_budget() {
        let mut clock = Clock::new(TimeControl::Absolute { main: SECOND });
        clock.spend(5 * SECOND);
        assert_eq!(time(&clock, 10), (Duration::ZERO, Duration::ZERO));
        let unlimited = Clock::new(TimeControl::Unlimited);
        assert_eq!(unlimited.budget(10, LAG, &TimeParams::default()), Budget::Unlimited);
    }
}
