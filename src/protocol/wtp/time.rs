//! WTP's `time_settings` (3.10, 5.1.2.5): main time, and Japanese byo-yomi with N periods.
//!
//! It has the syntax of GTP's Canadian command but a different meaning: `600 30 5` is five periods of thirty seconds.
//! A period is lost only if it passes without a move.

use crate::engine::TimeControl;
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::parse_number;
use crate::protocol::response::{CommandResponse, Failure};

/// Sets the time control.
pub(super) fn time_settings(call: &mut CommandContext) -> Answer {
    let [main, period, periods] = call.expect_args()?;
    call.engine.set_time_control(control(main, period, periods)?);
    Ok(CommandResponse::Done)
}

/// Parses the time control `maintime overtime overcount`, all integers.
///
/// Byo-yomi without length or periods is no byo-yomi. If no time remains at all (`0 30 0`), which the specification
/// does not define, there is no limit as for `0 0 0`.
fn control(main: &str, period: &str, periods: &str) -> Result<TimeControl, Failure> {
    let seconds =
        |text| parse_number::integer(text).map(|seconds| parse_number::duration(seconds as f64));
    let (main, period, periods) = (seconds(main)?, seconds(period)?, parse_number::count(periods)?);
    Ok(match (main.is_zero(), period.is_zero() || periods == 0) {
        (true, true) => TimeControl::Unlimited,
        (false, true) => TimeControl::Absolute { main },
        (_, false) => TimeControl::ByoYomi { main, period, periods },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn specified_time_settings_are_parsed() {
        let (main, period) = (Duration::from_secs(600), Duration::from_secs(30));
        assert_eq!(control("0", "0", "0"), Ok(TimeControl::Unlimited));
        assert_eq!(control("600", "0", "0"), Ok(TimeControl::Absolute { main }));
        let none = Duration::ZERO;
        assert_eq!(
            control("0", "30", "5"),
            Ok(TimeControl::ByoYomi { main: none, period, periods: 5 })
        );
        assert_eq!(
            control("600", "30", "5"),
            Ok(TimeControl::ByoYomi { main, period, periods: 5 })
        );
    }

    #[test]
    fn incomplete_byo_yomi_is_ignored() {
        let main = Duration::from_secs(600);
        assert_eq!(control("600", "0", "5"), Ok(TimeControl::Absolute { main }));
        assert_eq!(control("600", "30", "0"), Ok(TimeControl::Absolute { main }));
        assert_eq!(control("0", "30", "0"), Ok(TimeControl::Unlimited));
        assert_eq!(control("600.5", "30", "1"), Err(Failure::Syntax));
        assert_eq!(control("-1", "30", "1"), Err(Failure::Syntax));
    }
}
