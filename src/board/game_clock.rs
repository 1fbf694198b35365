//! The clocks of a game.
//!
//! The time left after each move is stored in the record. Going back to a position therefore restores the clocks of
//! that position. A [`GameClock`] adds the time of the turn in progress.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::error::BoardError;
use crate::engine::{Clock, TimeControl};
use crate::go::Color;
use crate::records::record::{NodeId, Record};

/// The maximum main time in seconds.
const LONGEST_MAIN: f64 = 86_400.0;

/// The maximum period or increment in seconds.
const LONGEST_PERIOD: f64 = 3_600.0;

/// The maximum number of periods.
const MOST_PERIODS: u32 = 99;

/// The clock settings of a new game; times are in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum ClockTerms {
    Absolute { main: f64 },
    ByoYomi { main: f64, period: f64, periods: u32 },
    Fischer { main: f64, increment: f64 },
}

impl ClockTerms {
    /// Checks the settings.
    ///
    /// # Errors
    /// Returns [`BoardError::Field`] for the first invalid field.
    pub(super) fn control(self) -> Result<TimeControl, BoardError> {
        let main = |main, least| seconds("main time", main, [least, LONGEST_MAIN]);
        Ok(match self {
            ClockTerms::Absolute { main: of_game } => {
                TimeControl::Absolute { main: main(of_game, 1.0)? }
            }
            ClockTerms::ByoYomi { main: before, period, periods } => {
                if !(1..=MOST_PERIODS).contains(&periods) {
                    let accepted = format!("1 to {MOST_PERIODS}");
                    return Err(BoardError::Field("periods", periods.to_string(), accepted));
                }
                let period = seconds("period", period, [1.0, LONGEST_PERIOD])?;
                TimeControl::ByoYomi { main: main(before, 0.0)?, period, periods }
            }
            ClockTerms::Fischer { main: at_start, increment } => TimeControl::Fischer {
                main: main(at_start, 1.0)?,
                increment: seconds("increment", increment, [0.0, LONGEST_PERIOD])?,
                cap: None,
                move_cap: None,
            },
        })
    }
}

fn seconds(
    name: &'static str,
    value: f64,
    [least, most]: [f64; 2],
) -> Result<Duration, BoardError> {
    match (least..=most).contains(&value) {
        true => Ok(Duration::from_secs_f64(value)),
        false => Err(BoardError::Field(name, value.to_string(), format!("{least} to {most}"))),
    }
}

/// A turn: the last position of a game, and the player to move there; `None` after two passes.
pub(super) type Turn = (NodeId, Option<Color>);

/// The clocks of a game, and the time used in the current turn.
#[derive(Debug, Clone)]
pub(super) struct GameClock {
    control: TimeControl,
    turn: Turn,
    /// The clocks at the beginning of the turn: Black's, then White's.
    clocks: [Clock; 2],
    /// The time used before the clock was started last.
    used: Duration,
    /// The time when the clock was started, unless it is stopped.
    started: Option<Instant>,
}

impl GameClock {
    /// Creates stopped clocks for a turn of a record, which contains the times after earlier moves.
    pub(super) fn new(control: TimeControl, record: &Record, turn: Turn) -> GameClock {
        let clocks = Color::BOTH.map(|color| clock_at(record, turn.0, color, control));
        GameClock { control, turn, clocks, used: Duration::ZERO, started: None }
    }

    /// Begins a turn with the times of the record.
    pub(super) fn begin(&mut self, record: &Record, turn: Turn) {
        *self = GameClock::new(self.control, record, turn);
    }

    pub(super) fn turn(&self) -> Turn {
        self.turn
    }

    /// Starts the clock of the player to move, unless it runs or there is no such player.
    pub(super) fn start(&mut self, now: Instant) {
        self.started = self.started.or(self.turn.1.map(|_| now));
    }

    /// Stops the clock at a time, or at its start if that is later.
    pub(super) fn stop(&mut self, at: Instant) {
        self.used = self.used(at);
        self.started = None;
    }

    fn used(&self, now: Instant) -> Duration {
        self.used
            + self.started.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Returns the clock of a player at the beginning of the turn, or without the time used if it is the player's turn.
    pub(super) fn clock(&self, color: Color, now: Instant) -> Clock {
        let mut clock = self.clocks[color.index()];
        if self.turn.1 == Some(color) && !self.used(now).is_zero() {
            clock = reduced(clock, self.used(now));
        }
        clock
    }

    /// Returns the time until the flag of a player falls if the player makes no move.
    fn left(&self, color: Color, now: Instant) -> Duration {
        let used = if self.turn.1 == Some(color) { self.used(now) } else { Duration::ZERO };
        self.clocks[color.index()].until_flag().saturating_sub(used)
    }

    /// Returns the time until a flag falls; `None` if no clock runs.
    pub(super) fn until_flag(&self, now: Instant) -> Option<Duration> {
        self.started.and(self.turn.1).map(|color| self.left(color, now))
    }

    /// Returns the player whose time is over while the clock runs.
    pub(super) fn fallen(&self, now: Instant) -> Option<Color> {
        self.until_flag(now).filter(Duration::is_zero).and(self.turn.1)
    }

    /// Returns the time that the player of the turn has after a move now, in the form of [`Clock::reading`].
    pub(super) fn after_move(&self, now: Instant) -> Option<(Color, (Duration, u32))> {
        let color = self.turn.1?;
        let mut clock = self.clocks[color.index()];
        clock.spend(self.used(now));
        Some((color, clock.reading()))
    }

    /// Returns the clocks for the page: the terms in seconds, the milliseconds until each flag falls, and the colour
    /// whose clock runs or 0.
    pub(super) fn view(&self, now: Instant) -> Value {
        let (main, period, periods, increment) = match self.control {
            TimeControl::ByoYomi { main, period, periods } => {
                (main, period, periods, Duration::ZERO)
            }
            TimeControl::Fischer { main, increment, .. } => (main, Duration::ZERO, 0, increment),
            TimeControl::Absolute { main } | TimeControl::Canadian { main, .. } => {
                (main, Duration::ZERO, 0, Duration::ZERO)
            }
            TimeControl::Unlimited => Default::default(),
        };
        let left = Color::BOTH.map(|color| self.left(color, now).as_millis() as u64);
        let running = self.started.and(self.turn.1);
        json!({
            "main": main.as_secs_f64(),
            "period": period.as_secs_f64(),
            "periods": periods,
            "increment": increment.as_secs_f64(),
            "left": left,
            "running": running.map_or(0, |color| color as u8),
        })
    }
}

/// Returns a clock within a turn after a time.
fn reduced(mut clock: Clock, used: Duration) -> Clock {
    let (main, periods) = clock.reading();
    if let TimeControl::ByoYomi { period, .. } = clock.control() {
        let left = clock.until_flag().saturating_sub(used);
        let whole = main.saturating_sub(used);
        if periods > 0 || whole.is_zero() {
            let rest = left.as_nanos().div_ceil(period.as_nanos().max(1)).max(1);
            let rest = u32::try_from(rest).unwrap_or(u32::MAX);
            clock.set(left.saturating_sub(period * (rest - 1)), rest);
            return clock;
        }
    }
    clock.set(main.saturating_sub(used), periods);
    clock
}

/// Returns the clock of a player at a node: as after the player's last move, or new.
fn clock_at(record: &Record, node: NodeId, color: Color, control: TimeControl) -> Clock {
    let mut clock = Clock::new(control);
    let mut line = record.tree.ancestors(node);
    let last = line.find_map(|node| record.tree.node(node).notes().time_left(color));
    if let Some((left, periods)) = last {
        clock.set(left, periods);
    }
    clock
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::{Event, Size};

    const SECOND: Duration = Duration::from_secs(1);

    fn terms(text: &str) -> Result<TimeControl, BoardError> {
        serde_json::from_str::<ClockTerms>(text).expect("a message").control()
    }

    /// Returns the clocks of an empty record with Black to move.
    fn clock(control: TimeControl) -> (Record, GameClock) {
        let record = Record::new(Size::new(9, 9).expect("a size"));
        let turn = (record.tree.root(), Some(Color::Black));
        let clock = GameClock::new(control, &record, turn);
        (record, clock)
    }

    #[test]
    fn terms_become_time_controls() {
        let main = 600 * SECOND;
        let absolute = terms(r#"{"kind":"absolute","main":600}"#);
        assert_eq!(absolute, Ok(TimeControl::Absolute { main }));
        let periods = terms(r#"{"kind":"byo-yomi","main":600,"period":30,"periods":5}"#);
        let period = 30 * SECOND;
        assert_eq!(periods, Ok(TimeControl::ByoYomi { main, period, periods: 5 }));
        let fischer = terms(r#"{"kind":"fischer","main":600,"increment":5}"#);
        let increment = 5 * SECOND;
        let due = TimeControl::Fischer { main, increment, cap: None, move_cap: None };
        assert_eq!(fischer, Ok(due));
        for (name, wrong) in [
            ("main time", r#"{"kind":"absolute","main":0}"#),
            ("main time", r#"{"kind":"absolute","main":-5}"#),
            ("main time", r#"{"kind":"fischer","main":1e300,"increment":5}"#),
            ("increment", r#"{"kind":"fischer","main":60,"increment":-1}"#),
            ("period", r#"{"kind":"byo-yomi","main":0,"period":0,"periods":5}"#),
            ("periods", r#"{"kind":"byo-yomi","main":0,"period":5,"periods":4000000000}"#),
        ] {
            let error = terms(wrong).expect_err(wrong);
            assert!(matches!(error, BoardError::Field(named, ..) if named == name), "{error:?}");
        }
    }

    #[test]
    fn time_counts_only_while_clock_runs() {
        let (_, mut clock) = clock(TimeControl::Absolute { main: 10 * SECOND });
        let start = Instant::now();
        let at = |seconds: u32| start + seconds * SECOND;
        clock.start(start);
        clock.start(at(2));
        clock.stop(at(3));
        assert_eq!((clock.until_flag(at(60)), clock.fallen(at(60))), (None, None));
        clock.start(at(60));
        assert_eq!(clock.until_flag(at(64)), Some(3 * SECOND));
        assert_eq!(clock.fallen(at(66)), None);
        assert_eq!(clock.fallen(at(67)), Some(Color::Black));
        assert_eq!(clock.view(at(64))["left"], json!([3000, 10_000]));
        // A time before the start has no effect.
        clock.stop(at(59));
        assert_eq!(clock.after_move(at(99)), Some((Color::Black, (7 * SECOND, 0))));
    }

    #[test]
    fn record_restores_clocks_of_earlier_positions() {
        let (main, period) = (10 * SECOND, 5 * SECOND);
        let (mut record, mut clock) = clock(TimeControl::ByoYomi { main, period, periods: 3 });
        let start = Instant::now();
        let root = record.tree.root();
        let node = record.tree.add(root, Event::Move { color: Color::Black, point: None });
        clock.start(start);
        let (color, left) = clock.after_move(start + 17 * SECOND).expect("a turn");
        assert_eq!(left, (period, 2), "one period is lost");
        record.tree.node_mut(node).notes_mut().set_time_left(color, left);
        clock.begin(&record, (node, Some(Color::White)));
        assert_eq!(clock.clock(Color::Black, start).until_flag(), 10 * SECOND);
        assert_eq!(clock.clock(Color::White, start).until_flag(), 25 * SECOND);
        clock.begin(&record, (root, Some(Color::Black)));
        assert_eq!(clock.clock(Color::Black, start), Clock::new(clock.control));
    }

    #[test]
    fn clock_within_turn_has_time_left() {
        let (main, period) = (10 * SECOND, 5 * SECOND);
        let control = TimeControl::ByoYomi { main, period, periods: 3 };
        for used in 0..25 {
            let (_, mut clock) = clock(control);
            let start = Instant::now();
            clock.start(start);
            let now = start + used * SECOND;
            let found = clock.clock(Color::Black, now);
            assert_eq!(found.until_flag(), (25 - used) * SECOND, "{used}");
            let due = match used {
                ..10 => ((10 - used) * SECOND, 0),
                _ => ((5 - (used - 10) % 5) * SECOND, 3 - (used - 10) / 5),
            };
            assert_eq!(found.reading(), due, "{used}");
        }
    }
}
