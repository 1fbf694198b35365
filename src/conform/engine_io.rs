//! What is said to an engine and heard from it: decoded lines, whole responses, and a log of both.

use std::time::{Duration, Instant};

use super::transport::{Transport, TransportError};
use crate::protocol::{Protocol, WTP};

/// How closely the form of responses is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// Every character counts, also where it is a comment.
    Literal,
    /// As the protocol says: comments are skipped where it has them, all else counts.
    Exact,
    /// As a kind client reads: control characters, blanks at the ends of lines, blank lines between responses
    /// and lines that belong to none are skipped too.
    Lenient,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct LogLine {
    /// Whether it was sent to the engine.
    pub sent: bool,
    /// The line.
    pub text: String,
    /// When, since the beginning.
    pub at: Duration,
}

/// The most lines of a log, and the most characters of a line that it keeps.
const LONGEST_LOG: (usize, usize) = (400, 200);

/// The most lines of a response.
const MOST_LINES: usize = 100_000;

/// A talk with an engine.
pub struct EngineIo<'a> {
    wire: &'a mut dyn Transport,
    protocol: &'static Protocol,
    manner: Strictness,
    begun: Instant,
    /// Since when a response is waited for.
    asked: Instant,
    /// Whether a response has begun and not ended.
    is_within: bool,
    /// The longest wait for a response.
    pub slowest: Duration,
    /// What was said, as far as it is kept.
    pub log: Vec<LogLine>,
}

impl<'a> EngineIo<'a> {
    /// A talk that begins now.
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

    /// Ends the input of the engine.
    pub fn close(&mut self) {
        self.asked = Instant::now();
        self.wire.close();
    }

    /// The next line as the manner reads it.
    ///
    /// # Errors
    /// The reason why there is no line.
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

    /// The next line of a response that goes on.
    ///
    /// # Errors
    /// The reason why there is no line.
    pub fn piece(&mut self, deadline: Instant) -> Result<String, TransportError> {
        loop {
            let line = self.line(deadline)?;
            if self.begins(&line) {
                return Ok(line);
            }
        }
    }

    /// The next response, or the rest of one that has begun: its lines without the blank one.
    ///
    /// # Errors
    /// The reason why there is none.
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
            // A line of nothing but, say, a CR is wrong, and yet meant to be the end.
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

    /// Whether a line belongs to a response; a lenient reader skips what stands before one.
    fn begins(&mut self, line: &str) -> bool {
        self.is_within |= self.manner != Strictness::Lenient || line.starts_with(['=', '?']);
        self.is_within
    }

    /// A line as the manner reads it; `None` where it is only a comment.
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
