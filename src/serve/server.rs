//! A server on this machine alone: one thread and one request for each connection, within bounds of number
//! and time.
//!
//! When all places are taken, a new connection takes the place of the oldest one that has not sent a request.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::auth::Auth;
use super::connections::{Connections, Place};
use super::request::{Refusal, Request};
use super::response::Response;

/// How long a request may take to come.
const READING: Duration = Duration::from_secs(5);

/// How long a response may take to be read.
const WRITING: Duration = Duration::from_secs(20);

/// How long what a client still sends is thrown away, so that it can read why it was refused.
const LINGERING: Duration = Duration::from_millis(500);

/// The memory of a connection's thread, for its calls.
const STACK: usize = 2 << 20;

/// What answers requests. The path is the part of the address below the token.
pub(super) trait Handler: Send + Sync + 'static {
    /// The response to a request that may ask.
    fn answer(&self, path: &str, request: &Request) -> Response;
}

/// A server that listens.
#[derive(Debug)]
pub(super) struct Server {
    listener: TcpListener,
    access: Arc<Auth>,
}

impl Server {
    /// Listens on a port of this machine, which no other machine reaches; 0 for any that is free.
    ///
    /// # Errors
    /// Where the port cannot be used.
    pub(super) fn open(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let access = Arc::new(Auth::new(listener.local_addr()?.port()));
        Ok(Server { listener, access })
    }

    /// The address of the first page.
    pub(super) fn address(&self) -> String {
        self.access.address()
    }

    /// Answers requests from now on, until the program ends.
    pub(super) fn start(self, site: Arc<dyn Handler>) {
        thread::spawn(move || self.run(&site));
    }

    fn run(&self, site: &Arc<dyn Handler>) {
        let connections = Arc::new(Connections::default());
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else {
                // Most likely too many files are open: others have to be closed first.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            let Some(place) = connections.take(stream) else { continue };
            let (site, access) = (site.clone(), self.access.clone());
            let answering = move || answer(&place, &access, &*site);
            // Where no thread can be had the connection is closed, as it is beyond the bound.
            let _ = thread::Builder::new().stack_size(STACK).spawn(answering);
        }
    }
}

/// What marks the scripts of one response.
pub(super) fn new_nonce() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Answers the request of a connection, and ends it. What fails here is the client's business.
fn answer(place: &Place, access: &Auth, site: &dyn Handler) {
    let stream = place.stream();
    let request = Request::read(&mut Timed::of(stream, READING));
    place.note_request();
    let response = match request {
        Ok(None) => return,
        Ok(Some(request)) => match access.path(&request) {
            Ok(path) => site.answer(path, &request),
            Err(Refusal(status, sentence)) => Response::error(status, sentence),
        },
        Err(Refusal(status, sentence)) => Response::error(status, sentence),
    };
    if response.write(&mut Timed::of(stream, WRITING)).is_ok() {
        end(stream);
    }
}

/// Ends a connection so that the response arrives: closed with something unread, it would be lost.
fn end(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let mut rest = Timed::of(stream, LINGERING);
    let mut buffer = [0; 4096];
    while rest.read(&mut buffer).is_ok_and(|count| count > 0) {}
}

/// A connection that fails when its time is over, however the bytes drip.
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    fn of(stream: &TcpStream, time: Duration) -> Timed<'_> {
        Timed { stream, end: Instant::now() + time }
    }

    fn left(&self) -> io::Result<Duration> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
