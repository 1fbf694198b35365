//! The traffic with an engine: decoded lines, whole responses, and a log of both.

use std::time::{Duration, Instant};

use super::transport::{Transport, TransportError};
use crate::protocol::{Protocol, WTP};

/// How strictly the form of responses is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// Every character counts, including comments.
    Literal,
    /// As in the specification: comments are skipped if the protocol has them, everything else counts.
    Exact,
    /// Like a tolerant client: control characters, trailing spaces, blank lines between responses and lines outside
    /// responses are skipped too.
    Lenient,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct LogLine {
    /// Whether it was sent to the engine.
    pub sent: bool,
    /// The line.
    pub text: String,
    /// The time since the start.
    pub at: Duration,
}

/// The maximum number of lines in a log, and of characters in each.
const LONGEST_LOG: (usize, usize) = (400, 200);

/// The maximum number of lines in a response.
const MOST_LINES: usize = 100_000;

/// A session with an engine.
pub struct EngineIo<'a> {
    wire: &'a mut dyn Transport,
    protocol: &'static Protocol,
    manner: Strictness,
    begun: Instant,
    /// When waiting for the current response started.
    asked: Instant,
    /// Whether a response has started but not ended.
    is_within: bool,
    /// The longest response time.
    pub slowest: Duration,
    /// The log of sent and received lines, up to its maximum length.
    pub log: Vec<LogLine>,
}

impl<'a> EngineIo<'a> {
    /// Creates a session that starts now.
    pub fn new(
        wire: &'a mut dyn Transport,
        protocol: &'static Protocol,
        manner: Strictness,
    ) -> Self {
        let now = Instant::now();
        EngineIo {
            wire,
            protocol,
            manner,
            begun: now,
            asked: now,
            is_within: false,
            slowest: Duration::ZERO,
            log: Vec::new(),
        }
    }

    /// Sends bytes in one write.
    pub fn send(&mut self, bytes: &[u8]) {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let line =
                self.protocol.charset.decode(line.strip_suffix(b"\n").unwrap_or(line)).into_owned();
            self.write(true, &line);
        }
        self.asked = Instant::now();
        self.wire.send(bytes);
    }

    /// Closes the engine's input.
    pub fn close(&mut self) {
        self.asked = Instant::now();
        self.wire.close();
    }

    /// Returns the next line, processed according to the strictness.
    ///
    /// # Errors
    /// Returns [`TransportError`] if no line is received.
    pub fn line(&mut self, deadline: Instant) -> Result<String, TransportError> {
        loop {
            let bytes = self.wire.line(deadline)?;
            let line = self.protocol.charset.decode(&bytes).into_owned();
            self.write(false, &line);
            if let Some(line) = self.read(line) {
                return Ok(line);
            }
        }
    }

    /// Returns the next line of an incomplete response.
    ///
    /// # Errors
    /// Returns [`TransportError`] if no line is received.
    pub fn piece(&mut self, deadline: Instant) -> Result<String, TransportError> {
        loop {
            let line = self.line(deadline)?;
            if self.begins(&line) {
                return Ok(line);
            }
        }
    }

    /// Returns the next response, or the rest of a started one: its lines without the terminating blank line.
    ///
    /// # Errors
    /// Returns [`TransportError`] if no complete response is received.
    pub fn response(&mut self, deadline: Instant) -> Result<Vec<String>, TransportError> {
        let mut lines = Vec::new();
        loop {
            let line = self.line(deadline)?;
            if !self.begins(&line) {
                continue;
            }
            if line.is_empty() {
                break;
            }
            // A line of only whitespace, such as a CR, is wrong but evidently meant as the end.
            let is_end = self.manner == Strictness::Exact && line.trim_ascii().is_empty();
            lines.push(line);
            if lines.len() > MOST_LINES {
                return Err(TransportError::TooLong);
            }
            if is_end {
                break;
            }
        }
        self.is_within = false;
        let now = Instant::now();
        self.slowest = self.slowest.max(now - self.asked);
        self.asked = now;
        Ok(lines)
    }

    /// Returns `true` if a line belongs to a response; in lenient mode, lines before a response are skipped.
    fn begins(&mut self, line: &str) -> bool {
        self.is_within |= self.manner != Strictness::Lenient || line.starts_with(['=', '?']);
        self.is_within
    }

    /// Processes a line according to the strictness. Returns `None` if it is only a comment.
    fn read(&self, line: String) -> Option<String> {
        if self.manner == Strictness::Literal {
            return Some(line);
        }
        let line = match line.split_once('#') {
            Some((text, _)) if self.protocol.version == WTP.version => {
                let text = text.trim_end_matches(' ');
                return (!text.is_empty()).then(|| self.clean(text.into()));
            }
            _ => line,
        };
        Some(self.clean(line))
    }

    fn clean(&self, line: String) -> String {
        if self.manner != Strictness::Lenient {
            return line;
        }
        let line = if self.protocol.tab_parts_words { line.replace('\t', " ") } else { line };
        let line: String = line.chars().filter(|c| !c.is_ascii_control()).collect();
        line.trim_end_matches(' ').into()
    }

    fn write(&mut self, sent: bool, line: &str) {
        let (lines, characters) = LONGEST_LOG;
        if self.log.len() < lines {
            let text = line.chars().take(characters).collect();
            self.log.push(LogLine { sent, text, at: self.begun.elapsed() });
        }
    }
}
