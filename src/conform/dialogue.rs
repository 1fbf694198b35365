//! A dialogue: the lines sent by a client and the expected responses, as lines of a file.
//!
//! `protocol-transcripts/README.md` and `docs/reference/conform.md` describe the format.

use std::ops::Range;
use std::time::Duration;

use super::text::{LineError, ParseError, bytes, repetition};
use crate::protocol::Protocol;

/// Marks the end of input after a sent line, and the end of output among the expected lines.
pub const END: &str = "<EOF>";

/// A line of a dialogue.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// A comment.
    Prose(String),
    /// `@`: a description, or how the engine is started.
    Header(String),
    /// `!`: the reason of a known failure.
    KnownFailure(String),
    /// `>`: a line to send.
    Send(String),
    /// `~`: a pause, in seconds.
    Wait(Duration),
    /// `<`: an expected line.
    Expect(String),
    /// `<~`: an expected line of an incomplete response.
    Piece(String),
}

/// A dialogue in one of the protocols.
#[derive(Debug, Clone)]
pub struct Dialogue {
    /// Its lines, in file order.
    pub entries: Vec<Entry>,
    /// The protocol.
    pub protocol: &'static Protocol,
    /// The number of its first line in the file, from 1.
    pub first_line: usize,
}

impl Dialogue {
    /// Parses lines of a file, starting with the line numbered `first_line`.
    ///
    /// # Errors
    /// Returns [`ParseError`] for the first invalid line.
    pub fn parse<'a>(
        lines: impl IntoIterator<Item = &'a str>,
        first_line: usize,
        protocol: &'static Protocol,
    ) -> Result<Dialogue, ParseError> {
        let read = |(at, line): (usize, &str)| {
            entry(line, protocol).map_err(|error| ParseError::Line { line: first_line + at, error })
        };
        let entries = lines.into_iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Dialogue { entries, protocol, first_line })
    }

    /// Returns the lines to send, as text without their repetition counts.
    pub fn sent(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Send(text) => Some(repetition(text).1),
            _ => None,
        })
    }

    /// Returns the header lines.
    pub fn headers(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Header(text) => Some(&**text),
            _ => None,
        })
    }

    /// Returns the line number of an entry in its file.
    pub fn line(&self, entry: usize) -> usize {
        self.first_line + entry
    }

    /// Returns everything to send, as bytes.
    pub fn input(&self) -> Vec<u8> {
        self.sent_bytes(0..self.entries.len()).0
    }

    /// Returns the bytes sent by a range of lines, and whether the input ends with them.
    pub fn sent_bytes(&self, range: Range<usize>) -> (Vec<u8>, bool) {
        let mut all = Vec::new();
        let mut last = false;
        for entry in &self.entries[range] {
            let Entry::Send(text) = entry else { continue };
            let (times, text) = repetition(text);
            let text = text.strip_suffix(END).inspect(|_| last = true).unwrap_or(text);
            let mut line = bytes(text, self.protocol.charset).unwrap_or_default();
            if !last {
                line.push(b'\n');
            }
            all.extend(line.repeat(times));
        }
        (all, last)
    }

    /// Returns the expected text of a line, as written.
    pub fn expected(&self, entry: usize) -> &str {
        match &self.entries[entry] {
            Entry::Expect(text) | Entry::Piece(text) => text,
            _ => "",
        }
    }

    /// Returns an expected text with its escapes resolved; placeholders are preserved.
    pub fn pattern(&self, text: &str) -> String {
        let charset = self.protocol.charset;
        charset.decode(&bytes(text, charset).unwrap_or_default()).into_owned()
    }

    /// Replaces a range of lines by received ones.
    pub fn replace(&mut self, range: Range<usize>, lines: Vec<String>) {
        self.entries.splice(range, lines.into_iter().map(Entry::Expect));
    }

    /// Formats the dialogue as file text.
    pub fn written(&self) -> String {
        self.entries.iter().map(|entry| written(entry) + "\n").collect()
    }
}

/// Returns `true` if an expected line starts a response or is the end of output.
pub fn begins_response(line: &str) -> bool {
    let line = repetition(line).1;
    line.starts_with(['=', '?']) || line.starts_with("{=|?}") || line == END
}

fn entry(line: &str, protocol: &Protocol) -> Result<Entry, LineError> {
    let content = |rest: &str| rest.strip_prefix(' ').unwrap_or(rest).to_string();
    let text = |rest: &str| {
        let text = content(rest);
        bytes(&text, protocol.charset).map(|_| text)
    };
    Ok(match line.as_bytes() {
        [b'@', ..] => Entry::Header(content(&line[1..])),
        [b'!', ..] => Entry::KnownFailure(content(&line[1..])),
        [b'>', ..] => Entry::Send(text(&line[1..])?),
        [b'~', ..] => Entry::Wait(seconds(&line[1..])?),
        [b'<', b'~', ..] => Entry::Piece(text(&line[2..])?),
        [b'<', ..] => Entry::Expect(text(&line[1..])?),
        [b'#', ..] | [] => Entry::Prose(line.into()),
        _ => return Err(LineError::Sign(line.into())),
    })
}

/// Parses a duration of at most an hour.
///
/// # Errors
/// Returns [`LineError::Seconds`] if the text is not such a duration.
pub fn seconds(text: &str) -> Result<Duration, LineError> {
    let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or(LineError::Seconds)
}

fn written(entry: &Entry) -> String {
    let (sign, text) = match entry {
        Entry::Prose(text) => return text.clone(),
        Entry::Wait(time) => return format!("~ {}", time.as_secs_f64()),
        Entry::Header(text) => ("@", text),
        Entry::KnownFailure(text) => ("!", text),
        Entry::Send(text) => (">", text),
        Entry::Expect(text) => ("<", text),
        Entry::Piece(text) => ("<~", text),
    };
    if text.is_empty() {
        return sign.into();
    }
    let visible = match text.strip_suffix(' ') {
        Some(text) if sign != ">" => format!("{text}\\s"),
        _ => text.clone(),
    };
    if visible.starts_with('*') { sign.to_string() + &visible } else { format!("{sign} {visible}") }
}
