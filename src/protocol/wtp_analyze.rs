//! WTP's `analyze` (5.1.3.4): reports until `stop`, or until any other line waits.
//!
//! The text gives no form for 着点信息. Every candidate is one line of the value, `info order 0 move …`
//! (see [`analysis::info`]); order 0 begins the next report. Nothing is sent before the first report,
//! since the first value belongs on the line of the `=`. The engine reports at least once, so that
//! `analyze` and `stop` in one write still answer something.

use std::cell::Cell;
use std::time::Duration;

use super::command::Answer;
use super::{Call, Failure, Reply, analysis, number, vertex};
use crate::engine::AnalysisRequest;

/// Reports the candidates of a colour: `analyze B [interval CENTISECONDS] [maxmoves N]`, or the
/// interval as a bare number. Other keys are ignored: the command never fails for a colour.
pub fn analyze(call: &mut Call) -> Answer {
    let words = call.words();
    let (color, keys) = words.split_first().ok_or(Failure::Syntax)?;
    let options = Options::read(keys);
    let color = vertex::color(color)?;
    let request = AnalysisRequest { color, interval: Some(options.interval), time: None };
    let (channel, spoken, size) = (call.channel, &call.protocol.words, call.engine.game().size());
    let head = Cell::new(Some(format!("={} ", call.id)));
    call.engine.analyze(&request, &mut || channel.must_stop(), &mut |report| {
        let shown = report.candidates.iter().take(options.max_moves).enumerate();
        let lines: String =
            shown.map(|(order, c)| analysis::info(order, c, size, spoken) + "\n").collect();
        if !lines.is_empty() {
            channel.send(&(head.take().unwrap_or_default() + &lines));
        }
    });
    Ok(if head.take().is_none() { Reply::Sent } else { Reply::Done })
}

#[derive(Debug, PartialEq)]
struct Options {
    interval: Duration,
    max_moves: usize,
}

impl Options {
    fn read(mut keys: &[&str]) -> Options {
        let mut options = Options { interval: Duration::from_secs(1), max_moves: usize::MAX };
        if let [first, rest @ ..] = keys
            && let Some(interval) = centiseconds(first)
        {
            (options.interval, keys) = (interval, rest);
        }
        for pair in keys.chunks(2) {
            match *pair {
                ["interval", value] => {
                    options.interval = centiseconds(value).unwrap_or(options.interval);
                }
                ["maxmoves", value] => {
                    let number = number::integer(value).unwrap_or(options.max_moves);
                    options.max_moves = number.max(1);
                }
                _ => {}
            }
        }
        options
    }
}

/// A time between reports; never less than a hundredth of a second, which nobody can read.
fn centiseconds(text: &str) -> Option<Duration> {
    let number = number::float(text).ok()?;
    Some(number::duration(number.max(1.0) / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_may_be_missing_unknown_or_wrong() {
        let read = |text: &str| Options::read(&text.split_whitespace().collect::<Vec<_>>());
        let plain = Options { interval: Duration::from_secs(1), max_moves: usize::MAX };
        assert_eq!(read(""), plain);
        assert_eq!(read("interval x ownership true"), plain);
        assert_eq!(
            read("50 maxmoves 3"),
            Options { interval: Duration::from_millis(500), max_moves: 3 }
        );
        assert_eq!(read("interval 0").interval, Duration::from_millis(10));
        assert_eq!(read("-1e300").interval, Duration::from_millis(10));
    }
}
