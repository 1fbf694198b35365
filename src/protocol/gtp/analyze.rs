//! Analysis commands of GTP clients: Leela Zero's with integers and KataGo's with decimals.
//!
//! A response begins with a line that contains only its status, followed by one line per report. With an interval,
//! reports are sent until a line arrives. Without one, a single report is sent at the end, for example after the
//! requested visits.
//!
//! Commands that choose a move print it on the last line, after a report. Lines sent ahead do not interrupt them,
//! except for the cancellable command.

use crate::engine::{AnalysisRequest, Report};
use crate::protocol::analysis;
use crate::protocol::analysis_keys::{Dialect, Keys};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::vertex::Notation;

/// The format of reports and the dialect of the command.
#[derive(Debug, Clone, Copy)]
struct Form {
    dialect: Dialect,
    text: fn(&Report, &Keys, Notation) -> String,
}

const LZ: Form = Form { dialect: Dialect::Lz, text: analysis::lz };
const KATA: Form = Form { dialect: Dialect::Kata, text: analysis::kata };

/// The reports of a command.
struct Stream {
    form: Form,
    keys: Keys,
    notation: Notation,
    request: AnalysisRequest,
}

impl Stream {
    /// Parses the argument and sends the first line of the response. No failure is possible afterwards.
    fn begin(call: &CommandContext, form: Form) -> Result<Stream, Failure> {
        let game = call.engine.game();
        let notation = Notation { size: game.size(), words: &call.protocol.words };
        let keys = Keys::read(&call.args(), notation.size, form.dialect)?;
        let root = call.engine.settings().root;
        let request = AnalysisRequest { root, ..keys.request(game.to_play()) };
        call.channel.send(&format!("={}\n", call.id));
        Ok(Stream { form, keys, notation, request })
    }

    fn text(&self, report: &Report) -> String {
        (self.form.text)(report, &self.keys, self.notation)
    }
}

/// `lz-analyze`: sends reports with integers until a line arrives.
pub(super) fn lz_analyze(call: &mut CommandContext) -> Answer {
    analyze(call, LZ)
}

/// `kata-analyze`: sends reports with decimals until a line arrives.
pub(super) fn kata_analyze(call: &mut CommandContext) -> Answer {
    analyze(call, KATA)
}

fn analyze(call: &mut CommandContext, form: Form) -> Answer {
    let (stream, channel) = (Stream::begin(call, form)?, call.channel);
    let mut send = |report: &Report| channel.send(&stream.text(report));
    let mut is_stopped = false;
    let stop = &mut || {
        is_stopped = channel.must_stop();
        is_stopped
    };
    let last = call.engine.analyze(&stream.request, stop, &mut send);
    // With an interval, the reports of an interrupted analysis have already been sent. Without one, this is the only
    // report.
    if stream.request.interval.is_none() || !is_stopped {
        send(&last);
    }
    Ok(CommandResponse::Sent)
}

/// `lz-genmove_analyze`: searches, reports with integers, plays, and returns the move.
pub(super) fn lz_genmove_analyze(call: &mut CommandContext) -> Answer {
    genmove(call, LZ)
}

/// `kata-genmove_analyze`: searches, reports with decimals, plays, and returns the move.
pub(super) fn kata_genmove_analyze(call: &mut CommandContext) -> Answer {
    genmove(call, KATA)
}

fn genmove(call: &mut CommandContext, form: Form) -> Answer {
    // Checked before the response begins, since no failure is possible afterwards.
    call.engine.can_add_turn()?;
    let (stream, channel) = (Stream::begin(call, form)?, call.channel);
    let mut send = |report: &Report| channel.send(&stream.text(report));
    let stop = &mut || channel.must_move();
    let action = call.engine.genmove_analyze(&stream.request, stop, &mut send);
    answer_play(call, &stream.notation.of_action(action))
}

/// `kata-search_analyze`: searches, reports, and returns the move without playing it.
pub(super) fn search_analyze(call: &mut CommandContext) -> Answer {
    search(call, false)
}

/// `kata-search_analyze_cancellable`: searches, reports, and returns the move without playing it. It is cancelled if
/// a line arrives.
pub(super) fn search_analyze_cancellable(call: &mut CommandContext) -> Answer {
    search(call, true)
}

fn search(call: &mut CommandContext, is_cancellable: bool) -> Answer {
    let (stream, channel) = (Stream::begin(call, KATA)?, call.channel);
    let mut send = |report: &Report| channel.send(&stream.text(report));
    let mut is_cancelled = false;
    let stop = &mut || {
        is_cancelled = is_cancellable && channel.must_stop();
        is_cancelled || channel.must_move()
    };
    let action = call.engine.choose_reporting(&stream.request, stop, &mut send);
    let chosen = stream.notation.of_action(action);
    answer_play(call, if is_cancelled { "cancelled" } else { &chosen })
}

fn answer_play(call: &CommandContext, what: &str) -> Answer {
    call.channel.send(&format!("play {what}\n"));
    Ok(CommandResponse::Sent)
}
