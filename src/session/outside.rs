//! The outside as a running command sees it: pieces of a response go out, and it is known whether a
//! line waits that ends what runs.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use super::inbox::{Arrival, Inbox};
use crate::protocol::{Channel, Protocol};
use crate::streams::Blocking;

/// The one writer of a session, and a view of what waits to be read.
pub struct Outside<'a, W> {
    inbox: &'a Inbox,
    output: RefCell<W>,
    error: RefCell<Option<io::Error>>,
    /// How the lines that wait are read.
    pub protocol: Cell<&'static Protocol>,
    /// The number of the line that is answered.
    current: Cell<u64>,
    /// Whether something was sent since.
    has_sent: Cell<bool>,
    seen: Cell<Seen>,
}

/// What is known of the lines that arrived, so that each is looked at once.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// How many were looked at.
    lines: u64,
    /// The number after the last one that ends thinking; 0 where there is none.
    ends_thinking: u64,
    /// The same for the last one that ends an analysis.
    ends_analysis: u64,
}

impl<'a, W: Write> Outside<'a, W> {
    /// A writer and what there is to be seen beside it.
    pub fn new(inbox: &'a Inbox, output: W, protocol: &'static Protocol) -> Self {
        Outside {
            inbox,
            output: RefCell::new(output),
            error: RefCell::new(None),
            protocol: Cell::new(protocol),
            current: Cell::new(0),
            has_sent: Cell::new(false),
            seen: Cell::new(Seen::default()),
        }
    }

    /// Says which line is answered from here on.
    pub fn begin(&self, line: u64) {
        self.current.set(line);
        self.has_sent.set(false);
    }

    /// Why nothing can be written any more, if that is so.
    pub fn take_error(&self) -> Option<io::Error> {
        self.error.borrow_mut().take()
    }

    fn is_broken(&self) -> bool {
        self.error.borrow().is_some()
    }

    /// Looks at the lines that arrived since the last look.
    fn look(&self) -> Seen {
        let mut seen = self.seen.get();
        if self.inbox.count() == seen.lines {
            return seen;
        }
        let protocol = self.protocol.get();
        seen.lines = self.inbox.look(seen.lines, |number, arrival| {
            let (thinking, analysis) = match arrival {
                Arrival::Line(bytes) => {
                    let line = protocol.read(&protocol.charset.decode(bytes));
                    ((protocol.ends_thinking)(&line), (protocol.ends_analysis)(&line))
                }
                Arrival::TooLong | Arrival::End => (false, true),
            };
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

impl<W: Write> Channel for Outside<'_, W> {
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
        // Nobody has to look: an error of this stream ends nothing.
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
}
