//! A session: reads lines of bytes and writes the responses in order, from the greeting to the end.
//!
//! The session does not interpret commands; the protocol does. A reader thread adds lines to a queue. This
//! thread takes them one by one, blocks while the queue is empty, and is the only one that writes. Each
//! response is flushed immediately.
//!
//! - The first nonempty line selects the protocol (unless the user has): WTP, written in
//!   GB 18030, or GTP, in UTF-8. A byte order mark before it is skipped.
//! - A line of more than [`LONGEST_LINE`] bytes is skipped and answered with one error.
//! - While no line waits, the engine may ponder if the user enabled it.
//! - The end of the input ends the session after the lines before it are answered; a move that is
//!   being thought about is still given, an analysis ends at once.
//! - A command that panics, which is a bug, is answered with an error; the game is unchanged.
//! - A closed output (broken pipe) ends the session without an error.
//! - Input and output must block; [`Blocking`](crate::stdio::Blocking) streams always do.
//!
//! | module | contents |
//! | --- | --- |
//! | `handler` | answers the lines of a session; observes its engine |
//! | `line_queue` | the queue of input lines, filled by the reader thread |
//! | `client_channel` | the connection to the client while a command runs |

mod client_channel;
mod line_queue;
mod handler;

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::engine::Engine;
use crate::protocol::{self, Channel, Failure, GTP, Protocol, ProtocolContext, Response, WTP};
use crate::records::charset::{self, Charset};

use client_channel::ClientChannel;
use handler::OwnEngine;
use line_queue::{LineQueue, QueuedLine};

pub(crate) use handler::CommandHandler;

pub use crate::line_reader::LONGEST_LINE;
pub use handler::Observer;

/// How the protocol of a session is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProtocolChoice {
    /// Detect the protocol from the first line that is not blank.
    #[default]
    Auto,
    /// WTP from the first line, with or without its greeting.
    Wtp,
    /// GTP from the first line.
    Gtp,
}

impl ProtocolChoice {
    fn protocol(self) -> Option<&'static Protocol> {
        match self {
            ProtocolChoice::Auto => None,
            ProtocolChoice::Wtp => Some(&WTP),
            ProtocolChoice::Gtp => Some(&GTP),
        }
    }
}

/// The options of a session: its protocol, and the files and drawings of its commands.
///
/// A [`ProtocolChoice`] converts into options with the default [`ProtocolContext`].
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The choice of the protocol.
    pub protocol: ProtocolChoice,
    /// The context of the commands: files and drawings.
    pub environment: ProtocolContext,
    /// The observer that is called after each response has been sent.
    pub observer: Option<Observer>,
}

impl From<ProtocolChoice> for Options {
    fn from(protocol: ProtocolChoice) -> Options {
        Options { protocol, ..Options::default() }
    }
}

/// Runs a session: answers the lines of `input` on `output` until the input ends, a client sends `quit`, or the
/// output is closed.
///
/// The reader thread ends with its input, possibly after this function returns.
///
/// ```
/// use tianyuan::engine::{Engine, Settings};
/// use tianyuan::go::{BoardSize, Rules};
/// use tianyuan::session::{self, ProtocolChoice};
///
/// let settings = Settings { memory: 16, ..Settings::default() };
/// let mut engine = Engine::new(settings, BoardSize::STANDARD, Rules::CHINESE);
/// let mut output = Vec::new();
/// session::run(&b"1 name\n2 quit\n"[..], &mut output, ProtocolChoice::Gtp, &mut engine)?;
/// assert_eq!(output, b"=1 Tianyuan\n\n=2 \n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the output fails, unless it was closed by its reader.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    options: impl Into<Options>,
    engine: &mut Engine,
) -> io::Result<()> {
    let Options { protocol, environment, observer } = options.into();
    serve(input, output, protocol, &mut OwnEngine { engine, environment, observer })
}

/// Runs a session like [`run`], with `handler` answering the lines.
///
/// # Errors
/// Returns an error if the output fails, unless it was closed by its reader.
pub(crate) fn serve(
    input: impl Read + Send + 'static,
    output: impl Write,
    choice: ProtocolChoice,
    responder: &mut dyn CommandHandler,
) -> io::Result<()> {
    let inbox = Arc::new(LineQueue::default());
    std::thread::spawn({
        let inbox = Arc::clone(&inbox);
        move || line_queue::read(input, &inbox)
    });
    let mut begun = choice.protocol();
    if let Some(protocol) = begun {
        responder.begin(protocol);
    }
    // GTP is the placeholder until the first line decides; nothing is read or sent with it before.
    let channel = ClientChannel::new(&inbox, output, begun.unwrap_or(&GTP));
    let mut taken = 0;
    loop {
        responder.wait(&mut || inbox.count() > taken);
        let (number, arrival) = inbox.pop();
        taken = number + 1;
        channel.begin(number);
        let bytes = match &arrival {
            QueuedLine::End => return Ok(()),
            QueuedLine::Line(bytes) if number == 0 => Ok(charset::strip_bom(bytes)),
            QueuedLine::Line(bytes) => Ok(&bytes[..]),
            QueuedLine::TooLong => Err(Failure::LineTooLong),
        };
        if begun.is_none() {
            begun = protocol_of_line(&bytes);
            let Some(protocol) = begun else { continue };
            channel.protocol.set(protocol);
            responder.begin(protocol);
        }
        let protocol = channel.protocol.get();
        let response = match bytes {
            Ok(bytes) => {
                let line = protocol.charset.decode(bytes);
                responder.respond(protocol, &line, &channel)
            }
            Err(failure) => Some(protocol.error_response(failure)),
        };
        let Some(Response { text, last }) = response else { continue };
        channel.send(&text);
        match channel.take_error() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Some(error) => return Err(error),
            None if last => return Ok(()),
            None => {}
        }
    }
}

/// Returns the protocol that the first line selects. A line that is too long is not a WTP greeting.
fn protocol_of_line(line: &Result<&[u8], Failure>) -> Option<&'static Protocol> {
    match line {
        Ok(bytes) => protocol::detect_protocol(&Charset::Utf8.decode(bytes)),
        Err(_) => Some(&GTP),
    }
}
