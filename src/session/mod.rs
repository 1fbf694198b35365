//! A session: lines of bytes in, responses out, in order, from the greeting to the end.
//!
//! It does not know what any command means; the protocol does. A reader thread puts lines into an
//! inbox; this thread takes them one by one, sleeping while there is none, and is the only one
//! that writes: each response at once and flushed.
//!
//! - The first line that says something chooses the protocol (unless the user has): WTP, written in
//!   GB 18030, or GTP, in UTF-8. A byte order mark before it is skipped.
//! - A line of more than [`LONGEST_LINE`] bytes is skipped and answered with one error.
//! - While no line waits the engine may think on: it ponders where the user wants it, until one comes.
//! - The end of the input ends the session after the lines before it are answered; a move that is
//!   being thought about is still given, an analysis ends at once.
//! - A command that panics, which is a defect, is answered with an error; the game stays as it was.
//! - A reader that went away (a broken pipe) ends it without a word.
//! - Input and output are taken to block; [`Blocking`](crate::streams::Blocking) streams always do.

mod inbox;
mod outside;
mod reader;

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::charset::{self, Charset};
use crate::engine::Engine;
use crate::protocol::{self, Channel, Failure, GTP, Protocol, Response, WTP};

use inbox::{Arrival, Inbox};
use outside::Outside;

pub use reader::LONGEST_LINE;

/// Who chooses the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// The first line that says something.
    #[default]
    Auto,
    /// The user: WTP, greeted or not.
    Wtp,
    /// The user: GTP.
    Gtp,
}

impl Choice {
    fn protocol(self) -> Option<&'static Protocol> {
        match self {
            Choice::Auto => None,
            Choice::Wtp => Some(&WTP),
            Choice::Gtp => Some(&GTP),
        }
    }
}

/// Answers what comes in until there is no more, or `quit`, or nobody listens.
///
/// The thread that reads ends with its input, which may be after this returns.
///
/// # Errors
/// Where the output fails for another reason than a reader that went away.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    choice: Choice,
    engine: &mut Engine,
) -> io::Result<()> {
    let inbox = Arc::new(Inbox::default());
    std::thread::spawn({
        let inbox = Arc::clone(&inbox);
        move || reader::read(input, &inbox)
    });
    let mut begun = choice.protocol();
    if let Some(protocol) = begun {
        protocol.begin(engine);
    }
    let outside = Outside::new(&inbox, output, begun.unwrap_or(&GTP));
    let mut taken = 0;
    loop {
        // Where it panics there is nobody to tell; the hook has logged it.
        let _ = engine.guard(|engine| engine.ponder(&mut || inbox.count() > taken));
        let (number, arrival) = inbox.pop();
        taken = number + 1;
        outside.begin(number);
        let bytes = match &arrival {
            Arrival::End => return Ok(()),
            Arrival::Line(bytes) if number == 0 => Ok(charset::without_mark(bytes)),
            Arrival::Line(bytes) => Ok(&bytes[..]),
            Arrival::TooLong => Err(Failure::LineTooLong),
        };
        if begun.is_none() {
            begun = asked_for(&bytes);
            let Some(protocol) = begun else { continue };
            outside.protocol.set(protocol);
            protocol.begin(engine);
        }
        let protocol = outside.protocol.get();
        let response = match bytes {
            Ok(bytes) => protocol.respond(&protocol.charset.decode(bytes), engine, &outside),
            Err(failure) => Some(protocol.refuse(failure)),
        };
        let Some(Response { text, last }) = response else { continue };
        outside.send(&text);
        match outside.take_error() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Some(error) => return Err(error),
            None if last => return Ok(()),
            None => {}
        }
    }
}

/// The protocol that a first line asks for; a line that cannot be read is no greeting.
fn asked_for(line: &Result<&[u8], Failure>) -> Option<&'static Protocol> {
    match line {
        Ok(bytes) => protocol::asked_for(&Charset::Utf8.decode(bytes)),
        Err(_) => Some(&GTP),
    }
}
