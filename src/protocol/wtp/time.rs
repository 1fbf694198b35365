//! WTP's `time_settings` (3.10, 5.1.2.5): main time, and Japanese byo-yomi of N periods.
//!
//! It is written as GTP's Canadian command and means something else: `600 30 5` is five periods of
//! thirty seconds each, of which one is lost only when it passes without a move.

use crate::engine::TimeControl;
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::parse_number;
use crate::protocol::response::{CommandResponse, Failure};

/// Agrees on a time control.
pub(super) fn time_settings(call: &mut CommandContext) -> Answer {
    let [main, period, periods] = call.expect_args()?;
    call.engine.set_time_control(control(main, period, periods)?);
    Ok(CommandResponse::Done)
}

/// The time control of `maintime overtime overcount`, integers all.
///
/// Byo-yomi of no length or no periods is none. Where that leaves no time at all, the text has no
/// meaning for it (`0 30 0`); it is taken as `0 0 0`, no limit, since nobody could play by it.
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
    fn the_four_forms_of_the_text() {
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
    fn halves_of_byo_yomi_are_none() {
        let main = Duration::from_secs(600);
        assert_eq!(control("600", "0", "5"), Ok(TimeControl::Absolute { main }));
        assert_eq!(control("600", "30", "0"), Ok(TimeControl::Absolute { main }));
        assert_eq!(control("0", "30", "0"), Ok(TimeControl::Unlimited));
        assert_eq!(control("600.5", "30", "1"), Err(Failure::Syntax));
        assert_eq!(control("-1", "30", "1"), Err(Failure::Syntax));
    }
}
