//! Analysis as GTP's clients know it: Leela Zero's commands in integers and KataGo's in decimals.
//!
//! A response begins with a line of its status alone, then each report is a line. Where an interval
//! is named, reports come until a line arrives; else one comes at the end, as where the visits that were
//! asked for are made. Commands that choose a
//! move say it on the last line, after a report; they are not cut short by lines sent ahead, but for
//! the cancellable one.

use crate::engine::{AnalysisRequest, Report};
use crate::protocol::analysis;
use crate::protocol::analysis_keys::{Dialect, Keys};
use crate::protocol::command::{Answer, CommandContext};
use crate::protocol::response::{CommandResponse, Failure};
use crate::protocol::vertex::Notation;

/// A form of reports: how they are written, and which keys the commands have.
#[derive(Debug, Clone, Copy)]
struct Form {
    dialect: Dialect,
    text: fn(&Report, &Keys, Notation) -> String,
}

const LZ: Form = Form { dialect: Dialect::Lz, text: analysis::lz };
const KATA: Form = Form { dialect: Dialect::Kata, text: analysis::kata };

/// The reports of one command.
struct Stream {
    form: Form,
    keys: Keys,
    notation: Notation,
    request: AnalysisRequest,
}

impl Stream {
    /// Reads the argument and sends the first line of the response. Nothing may fail after that.
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

/// `lz-analyze`: reports in integers until a line arrives.
pub(super) fn lz_analyze(call: &mut CommandContext) -> Answer {
    analyze(call, LZ)
}

/// `kata-analyze`: reports in decimals until a line arrives.
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
    // With an interval the reports of one that a line has ended have been sent already; without one
    // this is the only report.
    if stream.request.interval.is_none() || !is_stopped {
        send(&last);
    }
    Ok(CommandResponse::Sent)
}

/// `lz-genmove_analyze`: thinks, reports in integers, plays, and answers the move.
pub(super) fn lz_genmove_analyze(call: &mut CommandContext) -> Answer {
    genmove(call, LZ)
}

/// `kata-genmove_analyze`: thinks, reports in decimals, plays, and answers the move.
pub(super) fn kata_genmove_analyze(call: &mut CommandContext) -> Answer {
    genmove(call, KATA)
}

fn genmove(call: &mut CommandContext, form: Form) -> Answer {
    // Before the stream, since nothing may fail once the response has begun.
    call.engine.can_add_turn()?;
    let (stream, channel) = (Stream::begin(call, form)?, call.channel);
    let mut send = |report: &Report| channel.send(&stream.text(report));
    let stop = &mut || channel.must_move();
    let action = call.engine.genmove_analyze(&stream.request, stop, &mut send);
    answer_play(call, &stream.notation.of_action(action))
}

/// `kata-search_analyze`: thinks, reports, and answers the move without playing it.
pub(super) fn search_analyze(call: &mut CommandContext) -> Answer {
    search(call, false)
}

/// `kata-search_analyze_cancellable`: thinks, reports, and answers the move without playing it;
/// cancelled when a line arrives.
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
