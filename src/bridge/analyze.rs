//! Analysis by the engine behind the bridge: sends the command and converts the reports for the client.

use std::time::{Duration, Instant};

use super::analysis_parser::{self, ReportForm};
use super::engine_client::{BridgeError, EngineClient, Interrupt, Listener};
use crate::engine::{MoveBan, Report};
use crate::engine_process::protocol_kind::ProtocolKind;
use crate::go::{BoardSize, Color, Move};
use crate::protocol::analysis_keys::{Dialect, Keys};
use crate::protocol::vertex::Notation;
use crate::protocol::{Channel, analysis};

/// The longest report interval requested from the engine, so that a report soon follows a stop.
const INTERVAL: Duration = Duration::from_millis(100);

/// The default report interval for WTP clients.
const WTP_INTERVAL: Duration = Duration::from_secs(1);

/// The time to wait for a report after a stop, if the response requires one.
const LAST_REPORT: Duration = Duration::from_secs(2);

/// The pause after which a report of several lines is considered complete.
const PAUSE: Duration = Duration::from_millis(20);

/// An analysis that the client requested.
#[derive(Debug, Clone)]
pub(super) struct AnalysisArgs<'a> {
    /// The dialect of the command on the client side.
    pub dialect: Dialect,
    /// The arguments by key.
    pub keys: &'a Keys,
    /// The colour to analyse moves for.
    pub color: Color,
    /// The move notation on the client side.
    pub notation: Notation,
    /// The id of the response.
    pub id: &'a str,
}

/// Runs an analysis and forwards its reports to the client. Returns `true` if anything was sent.
///
/// # Errors
/// Returns an error if the engine does not support the analysis, rejects it, or is lost before the first
/// report.
pub(super) fn analyze(
    remote: &mut EngineClient,
    arguments: &AnalysisArgs,
    channel: &dyn Channel,
) -> Result<bool, BridgeError> {
    let (name, form) = command_of(remote)?;
    let keys = forwarded_keys(arguments, form)?;
    let mut stream = Stream::new(arguments, form, channel);
    let color = remote.kind.color(arguments.color);
    let interrupt = Some(match remote.kind {
        ProtocolKind::Gtp => Interrupt::Command("protocol_version"),
        ProtocolKind::Wtp => Interrupt::Command("stop"),
    });
    let interval = arguments.keys.interval.map_or(INTERVAL, |interval| interval.min(INTERVAL));
    let interval = interval.as_millis() / 10;
    let word = if form == ReportForm::Wtp { "interval " } else { "" };
    let mut ended = remote.command_cancellable(
        &format!("{name} {color} {word}{interval}{keys}"),
        interrupt,
        &mut stream,
    );
    if matches!(ended, Err(BridgeError::Refused { .. }))
        && form == ReportForm::Wtp
        && keys.is_empty()
    {
        // The text command of WTP has no argument except the colour.
        ended = remote.command_cancellable(&format!("{name} {color}"), interrupt, &mut stream);
    }
    stream.finish();
    match ended {
        Err(trouble) if !stream.has_sent => Err(trouble),
        ended => {
            if let Err(trouble) = ended {
                log::warn!("{trouble}");
            }
            Ok(stream.has_sent)
        }
    }
}

/// Returns `true` if the engine supports the analysis.
pub(super) fn is_known(remote: &EngineClient) -> bool {
    command_of(remote).is_ok()
}

/// Returns the analysis command of the engine and the format of its reports.
fn command_of(remote: &EngineClient) -> Result<(&'static str, ReportForm), BridgeError> {
    let commands: &[(&'static str, ReportForm)] = match remote.kind {
        ProtocolKind::Gtp => &[("kata-analyze", ReportForm::Kata), ("lz-analyze", ReportForm::Lz)],
        ProtocolKind::Wtp => &[("analyze", ReportForm::Wtp)],
    };
    let known = commands.iter().find(|(name, _)| remote.supports(name));
    known
        .copied()
        .ok_or_else(|| BridgeError::Unsayable("the engine has no analysis command".into()))
}

/// Formats the arguments for the engine: excluded moves and additional report fields. The bridge handles all
/// others.
fn forwarded_keys(arguments: &AnalysisArgs, form: ReportForm) -> Result<String, BridgeError> {
    let is_supported = |extra: &str| match form {
        ReportForm::Kata => true,
        ReportForm::Wtp => matches!(extra, "ownership" | "rootInfo"),
        ReportForm::Lz => false,
    };
    let kind = if form == ReportForm::Wtp { ProtocolKind::Wtp } else { ProtocolKind::Gtp };
    let bans = arguments.keys.restriction.bans().iter();
    let mut text: String = bans.map(|ban| ban_text(ban, kind, arguments.notation.size)).collect();
    for extra in arguments.keys.extras() {
        if !is_supported(extra) {
            let reason = format!("the engine's analysis does not report {extra}");
            return Err(BridgeError::Unsayable(reason));
        }
        text = text + " " + extra + " true";
    }
    Ok(text)
}

/// ` avoid b D4,Q16,pass 1`
fn ban_text(ban: &MoveBan, kind: ProtocolKind, size: BoardSize) -> String {
    let pass = ban.pass.then_some(Move::Pass);
    let moves = ban.points.iter().map(Move::Play).chain(pass);
    let moves: Vec<String> = moves.map(|mv| kind.words().of_move(size, mv)).collect();
    let (name, color) = (if ban.only { "allow" } else { "avoid" }, kind.color(ban.color));
    format!(" {name} {color} {} {}", moves.join(","), ban.depth)
}

/// Forwards the reports of an analysis to the client.
struct Stream<'a> {
    arguments: &'a AnalysisArgs<'a>,
    form: ReportForm,
    channel: &'a dyn Channel,
    /// The report interval; `None` for a single report at the end.
    interval: Option<Duration>,
    due: Instant,
    /// The report that is being received line by line.
    coming: Report,
    last_line: Instant,
    /// The last complete report.
    latest: Option<Report>,
    /// When the client stopped the analysis.
    stopped: Option<Instant>,
    has_sent: bool,
}

impl<'a> Stream<'a> {
    fn new(
        arguments: &'a AnalysisArgs<'a>,
        form: ReportForm,
        channel: &'a dyn Channel,
    ) -> Stream<'a> {
        let default = (arguments.dialect == Dialect::Wtp).then_some(WTP_INTERVAL);
        let (interval, now) = (arguments.keys.interval.or(default), Instant::now());
        Stream {
            arguments,
            form,
            channel,
            interval,
            due: now + interval.unwrap_or_default(),
            coming: analysis_parser::unknown(),
            last_line: now,
            latest: None,
            stopped: None,
            has_sent: false,
        }
    }

    /// Returns `true` if the response must contain a report even if the client stops it immediately.
    fn needs_one(&self) -> bool {
        self.arguments.dialect == Dialect::Wtp || self.interval.is_none()
    }

    /// Marks the report that is being received as complete.
    fn complete(&mut self) {
        if !self.coming.candidates.is_empty() {
            self.latest = Some(std::mem::replace(&mut self.coming, analysis_parser::unknown()));
        }
    }

    fn is_at_visits(&self) -> bool {
        let visits = self.latest.as_ref().map_or(0, |report| report.visits);
        self.arguments.keys.max_visits.is_some_and(|most| visits >= most)
    }

    /// Sends the last report; WTP clients receive the first one on the same line as `=`.
    fn send(&mut self) {
        let AnalysisArgs { dialect, keys, notation, id, .. } = *self.arguments;
        let Some(report) = self.latest.take() else { return };
        let text = match dialect {
            Dialect::Wtp => analysis::wtp(&report, keys, notation),
            Dialect::Lz => analysis::lz(&report, keys, notation),
            Dialect::Kata => analysis::kata(&report, keys, notation),
        };
        let space = if dialect == Dialect::Wtp { " " } else { "\n" };
        let head = if self.has_sent { String::new() } else { format!("={id}{space}") };
        self.channel.send(&(head + &text));
        self.has_sent = true;
    }

    /// Sends pending output at the end. With an interval, the reports of an analysis that the client stopped
    /// have already been sent.
    fn finish(&mut self) {
        self.complete();
        if self.stopped.is_none() || (self.needs_one() && !self.has_sent) {
            self.send();
        }
    }
}

impl Listener for Stream<'_> {
    fn hear(&mut self, line: &str) {
        if self.form != ReportForm::Wtp || line.starts_with("info order 0 ") {
            self.complete();
        }
        analysis_parser::read_line(&mut self.coming, line, self.form, self.arguments.notation.size);
        if self.form != ReportForm::Wtp {
            self.complete();
        }
        self.last_line = Instant::now();
    }

    fn is_stream(&self) -> bool {
        true
    }

    fn must_end(&mut self) -> bool {
        let now = Instant::now();
        if now > self.last_line + PAUSE {
            self.complete();
        }
        if self.channel.must_stop() {
            let stopped = *self.stopped.get_or_insert(now);
            let has_one = self.has_sent || self.latest.is_some();
            return has_one || !self.needs_one() || now > stopped + LAST_REPORT;
        }
        if self.is_at_visits() {
            return true;
        }
        if let Some(interval) = self.interval
            && now >= self.due
            && self.latest.is_some()
        {
            self.send();
            self.due = now + interval;
        }
        false
    }

    fn is_over(&self) -> bool {
        self.channel.is_over()
    }
}
