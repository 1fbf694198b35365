//! Conversion of time controls for the engine behind the bridge.
//!
//! A control that cannot be expressed exactly is replaced by the closest one that never promises more time than
//! there is.

use std::time::Duration;

use super::engine_client::BridgeError;
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::engine_process::setup_commands::knows_periods;
use crate::search::clock::{Clock, TimeControl};

/// Returns the command that sets a time control, and a description of what it omits, if anything.
///
/// # Errors
/// Returns an error if no close time control can be expressed.
pub(super) fn command(
    kind: ProtocolKind,
    wanted: TimeControl,
    known: &dyn Fn(&str) -> bool,
) -> Result<(String, Option<&'static str>), BridgeError> {
    let (near, note) = match kind {
        ProtocolKind::Gtp => (wanted, gtp_note(wanted, known)),
        ProtocolKind::Wtp => near_in_wtp(wanted),
    };
    let command = kind.time(&near, known);
    Ok((command.map_err(|reason| BridgeError::Unsayable(reason.into()))?, note))
}

/// The clock that the engine uses.
pub(super) fn clock(kind: ProtocolKind, clock: &Clock) -> Clock {
    match (kind, clock.control()) {
        (ProtocolKind::Wtp, canadian @ TimeControl::Canadian { .. }) => {
            let mut near = Clock::new(near_in_wtp(canadian).0);
            let (left, stones) = clock.reading();
            near.set(left / stones.max(1), stones.min(1));
            near
        }
        _ => *clock,
    }
}

/// Describes what is lost when a time control is sent to a GTP engine.
fn gtp_note(wanted: TimeControl, known: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    match wanted {
        TimeControl::ByoYomi { periods, .. } if periods > 1 && !knows_periods(known) => {
            Some("the engine supports a single byo-yomi period and receives one")
        }
        TimeControl::Fischer { .. } if !known("kata-time_settings") => {
            Some("the engine does not support increments and receives the main time only")
        }
        _ => None,
    }
}

/// Returns the closest control that WTP can express: main time and Japanese byo-yomi in whole seconds.
fn near_in_wtp(wanted: TimeControl) -> (TimeControl, Option<&'static str>) {
    const SHARED: &str =
        "WTP does not support Canadian byo-yomi; the engine receives the time per move";
    const INCREMENT: &str =
        "WTP does not support increments; the engine receives the main time only";
    const FRACTION: &str = "WTP uses integer seconds; the engine receives a rounded value";
    let (near, note) = match wanted {
        TimeControl::Canadian { main, period, stones } => {
            let note = (stones > 1).then_some(SHARED);
            (TimeControl::ByoYomi { main, period: period / stones.max(1), periods: 1 }, note)
        }
        TimeControl::Fischer { main, .. } => (TimeControl::Absolute { main }, Some(INCREMENT)),
        exact => (exact, None),
    };
    let whole = in_whole_seconds(near);
    (whole, note.or((whole != near).then_some(FRACTION)))
}

/// Returns the control in whole seconds, rounded down; a period that would become zero is unchanged.
fn in_whole_seconds(control: TimeControl) -> TimeControl {
    let whole = |time: Duration| Duration::from_secs(time.as_secs());
    match control {
        TimeControl::Absolute { main } if main.as_secs() > 0 => {
            TimeControl::Absolute { main: whole(main) }
        }
        TimeControl::ByoYomi { main, period, periods } if period.as_secs() > 0 => {
            TimeControl::ByoYomi { main: whole(main), period: whole(period), periods }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(number: f64) -> Duration {
        Duration::from_secs_f64(number)
    }

    fn time_command(kind: ProtocolKind, wanted: TimeControl, commands: &[&str]) -> (String, bool) {
        let (command, note) =
            command(kind, wanted, &|name| commands.contains(&name)).expect("a command");
        (command, note.is_some())
    }

    #[test]
    fn byo_yomi_periods_use_extension_commands() {
        let wanted =
            TimeControl::ByoYomi { main: seconds(600.0), period: seconds(30.0), periods: 5 };
        let gtp = |commands: &[&str]| time_command(ProtocolKind::Gtp, wanted, commands);
        assert_eq!(
            gtp(&["kgs-time_settings"]),
            ("kgs-time_settings byoyomi 600 30 5".into(), false)
        );
        assert_eq!(
            gtp(&["kata-time_settings"]),
            ("kata-time_settings byoyomi 600 30 5".into(), false)
        );
        assert_eq!(gtp(&[]), ("time_settings 600 30 1".into(), true), "never more than there is");
        let one = TimeControl::ByoYomi { main: seconds(600.0), period: seconds(30.0), periods: 1 };
        assert!(!time_command(ProtocolKind::Gtp, one, &[]).1, "the same as one stone a period");
    }

    #[test]
    fn wtp_gets_nearest_time_control() {
        let wtp = |wanted| time_command(ProtocolKind::Wtp, wanted, &[]);
        let (main, period) = (seconds(600.0), seconds(300.0));
        let canadian = |stones| TimeControl::Canadian { main, period, stones };
        assert_eq!(wtp(canadian(25)), ("time_settings 600 12 1".into(), true));
        assert_eq!(wtp(canadian(1)), ("time_settings 600 300 1".into(), false));
        let fischer =
            TimeControl::Fischer { main, increment: seconds(5.0), cap: None, move_cap: None };
        assert_eq!(wtp(fischer), ("time_settings 600 0 0".into(), true));
        assert_eq!(
            wtp(TimeControl::Absolute { main: seconds(10.5) }),
            ("time_settings 10 0 0".into(), true)
        );
        assert_eq!(wtp(TimeControl::Unlimited), ("time_settings 0 0 0".into(), false));
        let mut clock = Clock::new(canadian(25));
        clock.spend(seconds(700.0));
        assert_eq!(super::clock(ProtocolKind::Gtp, &clock).reading(), (seconds(200.0), 24));
        let share = super::clock(ProtocolKind::Wtp, &clock).reading();
        assert_eq!((share.0.as_secs(), share.1), (8, 1), "one of 24 moves in 200 seconds");
        let blitz = TimeControl::ByoYomi { main: Duration::ZERO, period: seconds(0.5), periods: 1 };
        assert!(command(ProtocolKind::Wtp, blitz, &|_| false).is_err(), "less than a second");
    }
}
