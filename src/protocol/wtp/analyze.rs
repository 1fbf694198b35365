//! WTP's `analyze` (5.1.3.4): reports until `stop`, or until any other line waits.
//!
//! The text gives no form for 着点信息. Every candidate is one line of the value, `info order 0 move …`
//! (see [`analysis::wtp`]); order 0 begins the next report. Nothing is sent before the first report,
//! since the first value belongs on the line of the `=`. There is at least one report, so that
//! `analyze` and `stop` in one write still answer something. `maxvisits` ends it with a last report.

use std::cell::RefCell;
use std::time::Duration;

use crate::engine::{AnalysisRequest, Report};
use crate::protocol::analysis;
use crate::protocol::analysis_keys::{Dialect, Keys};
use crate::protocol::command::{Answer, Call};
use crate::protocol::reply::{Failure, Reply};
use crate::protocol::vertex::Notation;

/// Time between reports where none is named.
const INTERVAL: Duration = Duration::from_secs(1);

/// Reports the candidates of a colour: `analyze B`, then what other analysis commands take.
pub(super) fn analyze(call: &mut Call) -> Answer {
    let notation = Notation { size: call.engine.game().size(), words: &call.protocol.words };
    let keys = Keys::read(&call.words(), notation.size, Dialect::Wtp)?;
    let color = keys.color.ok_or(Failure::Syntax)?;
    let interval = Some(keys.interval.unwrap_or(INTERVAL));
    let root = call.engine.settings().root;
    let request = AnalysisRequest { interval, root, ..keys.request(color) };
    let channel = call.channel;
    let head = RefCell::new(Some(format!("={} ", call.id)));
    let mut send = |report: &Report| {
        let lines = analysis::wtp(report, &keys, notation);
        if !lines.is_empty() {
            let head = head.borrow_mut().take().unwrap_or_default();
            channel.send(&(head + &lines));
        }
    };
    let mut is_stopped = false;
    let stop = &mut || {
        is_stopped = channel.must_stop();
        is_stopped
    };
    let last = call.engine.analyze(&request, stop, &mut send);
    if head.borrow().is_some() || !is_stopped {
        send(&last);
    }
    let is_sent = head.borrow().is_none();
    Ok(if is_sent { Reply::Sent } else { Reply::Done })
}
