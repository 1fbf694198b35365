//! Serves a client: checks its lines and forwards them to a session, whose responses are modified by the scenario.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::diagnostic::ClientDiagnostic;
use super::scenario::{Behavior, Scenario, ScenarioState};
use super::validator::ClientValidator;
use super::violation::{Violation, is_wtp};
use crate::engine::{Engine, Settings};
use crate::go::{BoardSize, Rules};
use crate::line_reader::{self, read_lines};
use crate::protocol::{Line, Protocol};
use crate::session::{self, ProtocolChoice};

/// How serving a client ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServeResult {
    /// The client sent `quit` or closed its output.
    Over,
    /// The scenario terminated the engine.
    Died,
}

/// Receives each diagnostic.
pub type ReportFn = dyn FnMut(&ClientDiagnostic) + Send;

/// A command without a response yet.
struct PendingCommand {
    id: String,
    name: String,
    line: usize,
    text: String,
    treatment: Behavior,
}

/// The state shared by both directions.
struct Shared {
    protocol: &'static Protocol,
    begun: Instant,
    /// The names of the commands without a response yet.
    waiting: Mutex<VecDeque<String>>,
    tell: Mutex<Box<ReportFn>>,
}

/// Serves a client until it sends `quit` or closes its output, or the scenario terminates the engine.
///
/// The reading thread ends with its input, possibly after this function returns.
///
/// # Errors
/// Returns an error if the output fails.
pub fn serve(
    input: impl Read + Send + 'static,
    mut output: impl Write,
    protocol: &'static Protocol,
    scenario: Scenario,
    tell: Box<ReportFn>,
) -> io::Result<ServeResult> {
    let (heard, to_session) = io::pipe()?;
    let (from_session, said) = io::pipe()?;
    thread::spawn(move || run_session(heard, said, protocol));
    let shared = Arc::new(Shared {
        protocol,
        begun: Instant::now(),
        waiting: Mutex::default(),
        tell: Mutex::new(tell),
    });
    let (asks, asked) = channel();
    let hearing = InputReader {
        shared: Arc::clone(&shared),
        judge: ClientValidator::new(protocol),
        course: ScenarioState::new(scenario, protocol),
        to_session,
        asks,
        count: 0,
    };
    thread::spawn(move || hearing.hear(input));
    answer(&shared, &asked, BufReader::new(from_session), &mut output)
}

/// Runs a session of a fast engine without nets.
fn run_session(input: PipeReader, output: PipeWriter, protocol: &'static Protocol) {
    let settings = Settings { playouts: Some(100), memory: 16, ..Settings::default() };
    let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
    let choice = if is_wtp(protocol) { ProtocolChoice::Wtp } else { ProtocolChoice::Gtp };
    if let Err(error) = session::run(input, output, choice, &mut engine) {
        log::warn!("the engine session failed: {error}");
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remark(&self, line: usize, complaint: Violation, text: &str) {
        const LONGEST: usize = 100;
        let text = text.chars().take(LONGEST).collect();
        let remark = ClientDiagnostic { line, at: self.begun.elapsed(), complaint, text };
        (self.tell.lock().unwrap_or_else(PoisonError::into_inner))(&remark);
    }
}

/// The direction from the client.
struct InputReader {
    shared: Arc<Shared>,
    judge: ClientValidator,
    course: ScenarioState,
    to_session: PipeWriter,
    asks: Sender<PendingCommand>,
    count: usize,
}

impl InputReader {
    fn hear(mut self, input: impl Read) {
        let mut last = String::new();
        let result = read_lines(BufReader::new(input), |line| {
            self.count += 1;
            match line {
                line_reader::Line::Bytes(bytes) => self.line(&bytes, &mut last),
                line_reader::Line::TooLong => {
                    self.shared.remark(self.count, Violation::Long, "");
                    Ok(())
                }
            }
        });
        if let Err(error) = result {
            log::debug!("cannot read from the client: {error}");
        }
        if last != "quit" {
            self.shared.remark(self.count, Violation::NoQuit, "");
        }
    }

    /// Checks and forwards a line, and sets `last` to the name of its command.
    fn line(&mut self, bytes: &[u8], last: &mut String) -> io::Result<()> {
        let protocol = self.shared.protocol;
        let text = protocol.charset.decode(bytes).into_owned();
        let mut complaints = self.judge.complaints(bytes);
        let command = protocol.read(&text);
        if let Line::Command { name, .. } = &command {
            complaints.extend(self.timing(name));
            last.clone_from(name);
        }
        for complaint in complaints {
            self.shared.remark(self.count, complaint, &text);
        }
        let Line::Command { id, name, .. } = command else {
            return self.pass_on(bytes);
        };
        let treatment = self.course.respond(&name);
        let is_answered = matches!(treatment, Behavior::Answer { .. });
        self.shared.waiting().push_back(name.clone());
        // The receiver is dropped when serving has ended.
        let _ = self.asks.send(PendingCommand { id, name, line: self.count, text, treatment });
        // A command that is not forwarded must still end the session's analysis.
        self.pass_on(if is_answered { bytes } else { b"" })
    }

    fn pass_on(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to_session.write_all(&[bytes, b"\n"].concat())
    }

    /// Returns a violation if the client should have waited before sending this command.
    fn timing(&self, name: &str) -> Option<Violation> {
        let waiting = self.shared.waiting();
        let is_analysis = |name: &String| name.contains("analyze");
        match waiting.len() {
            0 => None,
            _ if name == "stop" => None,
            1 if waiting.iter().all(is_analysis) => {
                is_wtp(self.shared.protocol).then_some(Violation::EndedAnalysis)
            }
            _ => Some(Violation::TooEarly),
        }
    }
}

/// Forwards responses to the client.
fn answer(
    shared: &Shared,
    asked: &Receiver<PendingCommand>,
    mut session: impl BufRead,
    output: &mut impl Write,
) -> io::Result<ServeResult> {
    for asked in asked {
        match &asked.treatment {
            Behavior::End => return Ok(ServeResult::Died),
            Behavior::Instead(sign, text) => {
                let text = format!("{sign}{} {text}\n\n", asked.id);
                output.write_all(&shared.protocol.charset.encode(&text))?;
                output.flush()?;
            }
            &Behavior::Answer { pause, comments, times } => {
                thread::sleep(pause);
                let first = copy(&mut session, output, shared.protocol, comments, times)?;
                if first.starts_with('?') {
                    let text = format!("{} {first}", asked.text);
                    shared.remark(asked.line, Violation::Refused, &text);
                }
            }
        }
        shared.waiting().pop_front();
        if asked.name == "quit" {
            break;
        }
    }
    Ok(ServeResult::Over)
}

/// Copies a response and returns its first line.
fn copy(
    session: &mut impl BufRead,
    output: &mut impl Write,
    protocol: &Protocol,
    comments: bool,
    times: usize,
) -> io::Result<String> {
    let mut first = None;
    if comments {
        output.write_all(&protocol.charset.encode("# 正在处理\n"))?;
    }
    loop {
        let mut line = Vec::new();
        if session.read_until(b'\n', &mut line)? == 0 {
            return Ok(first.unwrap_or_default());
        }
        let text = protocol.charset.decode(line.trim_ascii_end()).into_owned();
        let is_end = line == b"\n";
        let is_first = first.is_none();
        first.get_or_insert(text);
        if comments && is_first {
            line.pop();
            line.extend(&*protocol.charset.encode(" # 注释\n"));
        }
        let times = if is_end || is_first { 1 } else { times };
        output.write_all(&line.repeat(times))?;
        output.flush()?;
        if is_end {
            return Ok(first.unwrap_or_default());
        }
    }
}
