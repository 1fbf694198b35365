//! Time settings of GTP: Canadian byo-yomi in the standard command, other systems in the commands of servers and
//! analysis clients. Fractional seconds are accepted everywhere.

use crate::engine::TimeControl;
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::parse_number;
use crate::protocol::response::{CommandResponse, Failure};
use std::time::Duration;

/// `time_settings MAIN PERIOD STONES`.
pub(super) fn time_settings(call: &mut CommandContext) -> Answer {
    let [main, period, stones] = call.expect_args()?;
    agree(call, canadian(main, period, stones)?)
}

/// `kgs-time_settings`: none, absolute, byoyomi or canadian.
pub(super) fn kgs_time_settings(call: &mut CommandContext) -> Answer {
    let control = usual(&call.args())?;
    agree(call, control)
}

/// `kata-time_settings`: none, absolute, byoyomi, canadian, fischer or fischer-capped.
pub(super) fn kata_time_settings(call: &mut CommandContext) -> Answer {
    let words = call.args();
    let control = match words[..] {
        ["fischer", main, increment] => fischer(main, increment, ["-1"; 2])?,
        ["fischer-capped", main, increment, cap, move_cap] => {
            fischer(main, increment, [cap, move_cap])?
        }
        _ => usual(&words)?,
    };
    agree(call, control)
}

/// Returns the time systems that `kata-time_settings` accepts.
pub(super) fn list_time_settings(_: &mut CommandContext) -> Answer {
    Ok(CommandResponse::Text("none absolute byoyomi canadian fischer fischer-capped".into()))
}

fn agree(call: &mut CommandContext, control: TimeControl) -> Answer {
    call.engine.set_time_control(control);
    Ok(CommandResponse::Done)
}

fn usual(words: &[&str]) -> Result<TimeControl, Failure> {
    match *words {
        ["none"] => Ok(TimeControl::Unlimited),
        ["absolute", main] => Ok(TimeControl::Absolute { main: parse_number::seconds(main)? }),
        ["byoyomi", main, period, periods] => byo_yomi(main, period, periods),
        ["canadian", main, period, stones] => canadian(main, period, stones),
        _ => Err(Failure::Syntax),
    }
}

/// Parses Canadian byo-yomi. Without a period (`600 0 0`) the time is absolute; a period without stones (`0 1 0`) is
/// GTP's notation for no limit. No time at all (`0 0 0`) means no limit too, since no game could be played otherwise.
fn canadian(main: &str, period: &str, stones: &str) -> Result<TimeControl, Failure> {
    let (main, period) = (parse_number::seconds(main)?, parse_number::seconds(period)?);
    let stones = whole(stones)?;
    Ok(match (period.is_zero(), stones) {
        (true, _) if main.is_zero() => TimeControl::Unlimited,
        (true, _) => TimeControl::Absolute { main },
        (false, 0) => TimeControl::Unlimited,
        (false, _) => TimeControl::Canadian { main, period, stones },
    })
}

/// Parses Japanese byo-yomi. Without periods the time is absolute; without main time as well, there is no limit.
fn byo_yomi(main: &str, period: &str, periods: &str) -> Result<TimeControl, Failure> {
    let (main, period) = (parse_number::seconds(main)?, parse_number::seconds(period)?);
    let periods = whole(periods)?;
    Ok(match (main.is_zero(), period.is_zero() || periods == 0) {
        (true, true) => TimeControl::Unlimited,
        (false, true) => TimeControl::Absolute { main },
        (_, false) => TimeControl::ByoYomi { main, period, periods },
    })
}

/// Parses Fischer time. A cap of -1 means no cap.
fn fischer(main: &str, increment: &str, caps: [&str; 2]) -> Result<TimeControl, Failure> {
    let cap = |text: &str| -> Result<Option<Duration>, Failure> {
        let seconds = parse_number::float(text)?;
        Ok((seconds >= 0.0).then(|| parse_number::duration(seconds)))
    };
    let (main, increment) = (parse_number::seconds(main)?, parse_number::seconds(increment)?);
    Ok(TimeControl::Fischer { main, increment, cap: cap(caps[0])?, move_cap: cap(caps[1])? })
}

/// Parses a number of stones or periods. Some clients write `5.0`.
fn whole(text: &str) -> Result<u32, Failure> {
    parse_number::float(text).map(|number| number.max(0.0) as u32)
}

/// `cgos-opponent_name`: sets the name of the opponent.
pub(super) fn opponent_name(call: &mut CommandContext) -> Answer {
    call.engine.set_opponent_name(call.argument);
    Ok(CommandResponse::Done)
}

/// `cgos-opponent_rating`: sets the opponent's rating on the server, such as `1800` or `1800?`.
pub(super) fn opponent_rating(call: &mut CommandContext) -> Answer {
    call.engine.set_opponent_rank(call.argument);
    Ok(CommandResponse::Done)
}

/// `cgos-gameover`: sets the result reported by the server.
pub(super) fn game_over(call: &mut CommandContext) -> Answer {
    match call.argument.parse() {
        Ok(result) => call.engine.set_result(result),
        Err(reason) => log::info!("{}: {reason}", call.argument),
    }
    Ok(CommandResponse::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: Duration = Duration::from_secs(600);
    const PERIOD: Duration = Duration::from_secs(30);

    fn read(text: &str) -> Result<TimeControl, Failure> {
        usual(&text.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn canadian_time_settings_are_parsed() {
        let canadian = |m, p, s| canadian(m, p, s);
        assert_eq!(
            canadian("600", "30", "5"),
            Ok(TimeControl::Canadian { main: MAIN, period: PERIOD, stones: 5 })
        );
        assert_eq!(canadian("600", "0", "0"), Ok(TimeControl::Absolute { main: MAIN }));
        assert_eq!(canadian("600", "0", "5"), Ok(TimeControl::Absolute { main: MAIN }));
        assert_eq!(canadian("0", "1", "0"), Ok(TimeControl::Unlimited));
        assert_eq!(canadian("0", "0", "0"), Ok(TimeControl::Unlimited));
        let half = Duration::from_millis(500);
        assert_eq!(
            canadian("0", "0.5", "1.0"),
            Ok(TimeControl::Canadian { main: Duration::ZERO, period: half, stones: 1 })
        );
        assert_eq!(canadian("x", "0", "0"), Err(Failure::Syntax));
    }

    #[test]
    fn server_time_settings_are_parsed() {
        assert_eq!(read("none"), Ok(TimeControl::Unlimited));
        assert_eq!(read("absolute 600"), Ok(TimeControl::Absolute { main: MAIN }));
        assert_eq!(
            read("byoyomi 600 30 5"),
            Ok(TimeControl::ByoYomi { main: MAIN, period: PERIOD, periods: 5 })
        );
        assert_eq!(read("byoyomi 600 30 0"), Ok(TimeControl::Absolute { main: MAIN }));
        assert_eq!(read("byoyomi 0 30 0"), Ok(TimeControl::Unlimited));
        for wrong in ["", "absolute", "byoyomi 1 2", "sudden 5", "absolute 1 2", "byoyomi 1 nan 3"]
        {
            assert_eq!(read(wrong), Err(Failure::Syntax), "{wrong:?}");
        }
    }

    #[test]
    fn fischer_caps_are_optional() {
        let cap = Some(Duration::from_secs(900));
        let increment = Duration::from_secs(10);
        let fischer = fischer("600", "10", ["900", "-1"]);
        assert_eq!(
            fischer,
            Ok(TimeControl::Fischer { main: MAIN, increment, cap, move_cap: None })
        );
    }
}
