//! The channel to the client while a command runs: sends parts of the response and detects waiting lines that
//! interrupt the search.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use super::line_queue::{LineQueue, QueuedLine};
use crate::protocol::{Channel, Protocol};
use crate::stdio::Blocking;

/// The writer of a session, with access to the waiting lines.
pub(super) struct ClientChannel<'a, W> {
    inbox: &'a LineQueue,
    output: RefCell<W>,
    error: RefCell<Option<io::Error>>,
    /// The protocol for parsing waiting lines.
    pub protocol: Cell<&'static Protocol>,
    /// The index of the line that is being answered, from 0.
    current: Cell<u64>,
    /// Whether a part of its response has been sent.
    has_sent: Cell<bool>,
    seen: Cell<Seen>,
}

/// What is known about the lines that arrived; each line is parsed only once.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// The number of lines that were parsed.
    lines: u64,
    /// The index of the last line that interrupts thinking, plus one; 0 if there is none.
    ends_thinking: u64,
    /// The index of the last line that interrupts an analysis, plus one; 0 if there is none.
    ends_analysis: u64,
    /// Whether the input has ended.
    is_over: bool,
}

impl<'a, W: Write> ClientChannel<'a, W> {
    /// Creates a channel that writes to `output` and inspects the lines in `inbox`.
    pub(super) fn new(inbox: &'a LineQueue, output: W, protocol: &'static Protocol) -> Self {
        ClientChannel {
            inbox,
            output: RefCell::new(output),
            error: RefCell::new(None),
            protocol: Cell::new(protocol),
            current: Cell::new(0),
            has_sent: Cell::new(false),
            seen: Cell::new(Seen::default()),
        }
    }

    /// Starts the response to the line with the given index.
    pub(super) fn begin(&self, line: u64) {
        self.current.set(line);
        self.has_sent.set(false);
    }

    /// Takes the error of the output, if any.
    pub(super) fn take_error(&self) -> Option<io::Error> {
        self.error.borrow_mut().take()
    }

    fn is_broken(&self) -> bool {
        self.error.borrow().is_some()
    }

    /// Parses the lines that arrived since the last call.
    fn look(&self) -> Seen {
        let mut seen = self.seen.get();
        // A search polls every millisecond, so the count is read without a lock.
        if self.inbox.count() == seen.lines {
            return seen;
        }
        let protocol = self.protocol.get();
        seen.lines = self.inbox.peek(seen.lines, |number, arrival| {
            let (thinking, analysis) = match arrival {
                QueuedLine::Line(bytes) => {
                    let line = protocol.read(&protocol.charset.decode(bytes));
                    ((protocol.ends_thinking)(&line), (protocol.ends_analysis)(&line))
                }
                // The end of the input stops an analysis, but a requested move is still generated.
                QueuedLine::TooLong | QueuedLine::End => (false, true),
            };
            seen.is_over |= *arrival == QueuedLine::End;
            if thinking {
                seen.ends_thinking = number + 1;
            }
            if analysis {
                seen.ends_analysis = number + 1;
            }
        });
        self.seen.set(seen);
        seen
    }
}

impl<W: Write> Channel for ClientChannel<'_, W> {
    fn send(&self, piece: &str) {
        if self.is_broken() {
            return;
        }
        self.has_sent.set(true);
        let bytes = self.protocol.get().charset.encode(piece);
        let mut output = self.output.borrow_mut();
        if let Err(error) = output.write_all(&bytes).and_then(|()| output.flush()) {
            *self.error.borrow_mut() = Some(error);
        }
    }

    fn show(&self, drawing: &str) {
        // Drawings are optional: an error on standard error does not end the session.
        let _ = Blocking::new(io::stderr()).write_all(drawing.as_bytes());
    }

    fn has_sent(&self) -> bool {
        self.has_sent.get()
    }

    fn must_move(&self) -> bool {
        self.look().ends_thinking > self.current.get() + 1 || self.is_broken()
    }

    fn must_stop(&self) -> bool {
        self.look().ends_analysis > self.current.get() + 1 || self.is_broken()
    }

    fn is_over(&self) -> bool {
        self.look().is_over || self.is_broken()
    }
}
