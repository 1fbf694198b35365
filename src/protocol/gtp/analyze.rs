//! Analysis as GTP's clients know it: Leela Zero's commands in integers and KataGo's in decimals.
//!
//! A response begins with a line of its status alone, then each report is a line. Where an interval
//! is named, reports come until a line arrives; else one comes at the end. Commands that choose a
//! move say it on the last line, after a report; they are not cut short by lines sent ahead, but for
//! the cancellable one.

use crate::engine::{AnalysisRequest, Report};
use crate::protocol::analysis::{self, Place};
use crate::protocol::analysis_keys::{Dialect, Keys};
use crate::protocol::command::Answer;
use crate::protocol::{Call, Failure, Reply};

/// How reports are written, and which keys go with them.
#[derive(Debug, Clone, Copy)]
struct Form {
    dialect: Dialect,
    text: fn(&Report, &Keys, Place) -> String,
}

const LZ: Form = Form { dialect: Dialect::Lz, text: analysis::lz };
const KATA: Form = Form { dialect: Dialect::Kata, text: analysis::kata };

/// What a stream of reports is made of.
struct Stream {
    form: Form,
    keys: Keys,
    place: Place,
    request: AnalysisRequest,
}

impl Stream {
    /// Reads what is asked for, and begins the response: nothing fails from then on.
    fn begin(call: &Call, form: Form) -> Result<Stream, Failure> {
        let game = call.engine.game();
        let place = Place { size: game.size(), words: &call.protocol.words };
        let keys = Keys::read(&call.words(), place.size, form.dialect)?;
        let request = keys.request(game.to_play());
        call.channel.send(&format!("={}\n", call.id));
        Ok(Stream { form, keys, place, request })
    }

    fn text(&self, report: &Report) -> String {
        (self.form.text)(report, &self.keys, self.place)
    }
}

/// Reports until a line arrives, in integers.
pub fn lz_analyze(call: &mut Call) -> Answer {
    analyze(call, LZ)
}

/// The same in decimals.
pub fn kata_analyze(call: &mut Call) -> Answer {
    analyze(call, KATA)
}

fn analyze(call: &mut Call, form: Form) -> Answer {
    let (stream, channel) = (Stream::begin(call, form)?, call.channel);
    let mut send = |report: &Report| channel.send(&stream.text(report));
    let last = call.engine.analyze(&stream.request, &mut || channel.must_stop(), &mut send);
    if stream.request.interval.is_none() {
        send(&last);
    }
    Ok(Reply::Sent)
}

/// Thinks, reports in integers, plays, and says the move.
pub fn lz_genmove_analyze(call: &mut Call) -> Answer {
    genmove(call, LZ)
}

/// The same in decimals.
pub fn kata_genmove_analyze(call: &mut Call) -> Answer {
    genmove(call, KATA)
}

fn genmove(call: &mut Call, form: Form) -> Answer {
    call.engine.may_go_on()?;
    let (stream, channel) = (Stream::begin(call, form)?, call.channel);
    let mut send = |report: &Report| channel.send(&stream.text(report));
    let stop = &mut || channel.must_move();
    let answer = call.engine.genmove_telling(&stream.request, stop, &mut send);
    said(call, &stream.place.words.of_answer(stream.place.size, answer))
}

/// Thinks as for a move, reports, and says the move without playing it.
pub fn search_analyze(call: &mut Call) -> Answer {
    search(call, false)
}

/// The same, given up where a line arrives.
pub fn search_analyze_cancellable(call: &mut Call) -> Answer {
    search(call, true)
}

fn search(call: &mut Call, is_cancellable: bool) -> Answer {
    let (stream, channel) = (Stream::begin(call, KATA)?, call.channel);
    let mut send = |report: &Report| channel.send(&stream.text(report));
    let mut is_cancelled = false;
    let stop = &mut || {
        is_cancelled = is_cancellable && channel.must_stop();
        is_cancelled || channel.must_move()
    };
    let answer = call.engine.choose_telling(&stream.request, stop, &mut send);
    let chosen = stream.place.words.of_answer(stream.place.size, answer);
    said(call, if is_cancelled { "cancelled" } else { &chosen })
}

fn said(call: &Call, what: &str) -> Answer {
    call.channel.send(&format!("play {what}\n"));
    Ok(Reply::Sent)
}
