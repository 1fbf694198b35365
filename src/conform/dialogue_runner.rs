//! Runs a dialogue: sends its lines and compares the responses.

use super::dialogue::{Dialogue, END, Entry, begins_response};
use super::engine_io::{EngineIo, Strictness};
use super::pattern::lines_match;
use super::text::repetition;
use super::transport::{Transport, TransportError};
use std::fmt;
use std::mem::discriminant;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Receives the lines of a mismatched response and what arrived instead; returns whether to continue.
pub type OnMismatch<'a> = dyn FnMut(Range<usize>, Vec<String>) -> bool + 'a;

/// Runs one dialogue.
pub struct DialogueRunner<'a> {
    dialogue: &'a Dialogue,
    /// The connection to the engine, with its log.
    pub hearing: EngineIo<'a>,
    /// The response timeout.
    limit: Duration,
}

impl<'a> DialogueRunner<'a> {
    /// Creates a runner for a dialogue with an engine.
    pub fn new(
        dialogue: &'a Dialogue,
        wire: &'a mut dyn Transport,
        manner: Strictness,
        limit: Duration,
    ) -> DialogueRunner<'a> {
        DialogueRunner { dialogue, hearing: EngineIo::new(wire, dialogue.protocol, manner), limit }
    }

    /// Runs the dialogue to its end, or to the first mismatched response unless `on_mismatch` returns `true`.
    ///
    /// # Errors
    /// Returns [`Mismatch`] with the first difference.
    pub fn play(&mut self, on_mismatch: &mut OnMismatch) -> Result<(), Mismatch> {
        let entries = &self.dialogue.entries;
        let mut at = 0;
        while at < entries.len() {
            let from = at;
            let same = |entry: &Entry| discriminant(entry) == discriminant(&entries[from]);
            at += entries[from..].iter().take_while(|entry| same(entry)).count();
            match entries[from] {
                Entry::Send(_) => self.send(from..at),
                Entry::Expect(_) => self.expect(from..at, on_mismatch)?,
                Entry::Piece(_) => self.expect_pieces(from..at)?,
                Entry::Wait(time) => std::thread::sleep(time),
                Entry::Prose(_) | Entry::Header(_) | Entry::KnownFailure(_) => {}
            }
        }
        Ok(())
    }

    /// Ends the input and expects no more output.
    ///
    /// # Errors
    /// Returns [`Mismatch`] if there is more output.
    pub fn end(&mut self) -> Result<(), Mismatch> {
        self.hearing.close();
        match self.hearing.line(self.deadline()) {
            Ok(line) => {
                let last = self.dialogue.entries.len().saturating_sub(1);
                Err(self.trouble(last, Vec::new(), Received::More(line)))
            }
            Err(_) => Ok(()),
        }
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.limit
    }

    fn trouble(&self, entry: usize, expected: Vec<String>, came: Received) -> Mismatch {
        Mismatch { line: self.dialogue.line(entry), expected, came }
    }

    /// Sends consecutive lines in one write.
    fn send(&mut self, range: Range<usize>) {
        let (bytes, last) = self.dialogue.sent_bytes(range);
        self.hearing.send(&bytes);
        if last {
            self.hearing.close();
        }
    }

    /// Compares complete responses.
    fn expect(
        &mut self,
        range: Range<usize>,
        on_mismatch: &mut OnMismatch,
    ) -> Result<(), Mismatch> {
        let dialogue = self.dialogue;
        let mut at = range.start;
        while at < range.end {
            let from = at;
            let (times, first) = repetition(dialogue.expected(from));
            at += 1;
            if first == END {
                return self.expect_end(from);
            }
            while at < range.end && !begins_response(dialogue.expected(at)) {
                at += 1;
            }
            let rest = (from + 1..at).map(|line| dialogue.expected(line));
            let patterns: Vec<String> =
                [first].into_iter().chain(rest).map(|line| dialogue.pattern(line)).collect();
            for _ in 0..times {
                let lines = self.hearing.response(self.deadline());
                let lines = lines.map_err(|why| self.no_line(from, patterns.clone(), why))?;
                let matched = lines_match(&patterns, &lines, dialogue.protocol.words);
                if !matched && !on_mismatch(from..at, lines.clone()) {
                    return Err(self.trouble(from, patterns, Received::Lines(lines)));
                }
            }
        }
        Ok(())
    }

    fn expect_end(&mut self, entry: usize) -> Result<(), Mismatch> {
        let came = match self.hearing.line(self.deadline()) {
            Err(TransportError::Ended) => return Ok(()),
            Err(why) => Received::Nothing(why),
            Ok(line) => Received::More(line),
        };
        Err(self.trouble(entry, vec![END.into()], came))
    }

    /// Compares lines of an incomplete response.
    fn expect_pieces(&mut self, range: Range<usize>) -> Result<(), Mismatch> {
        for at in range {
            let pattern = [self.dialogue.pattern(self.dialogue.expected(at))];
            let line = self.hearing.piece(self.deadline());
            let line = [line.map_err(|why| self.no_line(at, pattern.to_vec(), why))?];
            if !lines_match(&pattern, &line, self.dialogue.protocol.words) {
                return Err(self.trouble(at, pattern.into(), Received::Lines(line.into())));
            }
        }
        Ok(())
    }

    fn no_line(&self, entry: usize, expected: Vec<String>, why: TransportError) -> Mismatch {
        self.trouble(entry, expected, Received::Nothing(why))
    }
}

/// The first difference from a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// The expected lines, with placeholders; empty if no output was expected.
    pub expected: Vec<String>,
    /// The received output.
    pub came: Received,
}

/// The output received instead of the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// Another response.
    Lines(Vec<String>),
    /// A line after the expected end of output.
    More(String),
    /// No line.
    Nothing(TransportError),
}

/// Formats the received output in one line.
impl fmt::Display for Received {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Received::Lines(lines) => write!(f, "received {lines:#?}"),
            Received::More(line) => write!(f, "unexpected line: {line:?}"),
            Received::Nothing(TransportError::Ended) => f.write_str("the output has ended"),
            Received::Nothing(TransportError::TooLong) => f.write_str("endless line"),
            Received::Nothing(TransportError::Late) => f.write_str("no response in time"),
        }
    }
}

/// Formats the location, the expected and the received output.
impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.expected[..] {
            [] => write!(f, "{}: {}", self.line, self.came),
            expected => write!(f, "{}: expected {expected:#?}\n{}", self.line, self.came),
        }
    }
}
