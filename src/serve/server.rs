//! An HTTP server on localhost: one thread and one request per connection, with limits of number and time.
//!
//! If all slots are taken, a new connection replaces the oldest without a complete request.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::auth::{Auth, new_token};
use super::connections::{Connections, Place};
use super::request::{MOST_BODY, Refusal, Request};
use super::response::Response;

/// The timeout of a request.
const READING: Duration = Duration::from_secs(5);

/// The timeout of a response.
const WRITING: Duration = Duration::from_secs(20);

/// How long input is discarded after an error, so that the client can read the response.
const LINGERING: Duration = Duration::from_millis(500);

/// The stack size of a connection's thread.
const STACK: usize = 2 << 20;

/// Handles requests. Paths are relative to the token.
pub(super) trait Handler: Send + Sync + 'static {
    /// Returns the maximum size of a request's body in bytes.
    fn most_body(&self) -> usize {
        MOST_BODY
    }

    /// Returns the response to an authorised request.
    fn answer(&self, path: &str, request: &Request) -> Response;
}

/// A listening server.
#[derive(Debug)]
pub(super) struct Server {
    listener: TcpListener,
    access: Arc<Auth>,
}

impl Server {
    /// Listens on a port of localhost; port 0 selects a free port.
    ///
    /// # Errors
    /// Returns an error if the port is unavailable.
    pub(super) fn open(port: u16) -> io::Result<Server> {
        Server::with_token(port, new_token())
    }

    /// Listens like [`open`](Self::open), and requires this token.
    ///
    /// # Errors
    /// Returns an error if the port is unavailable.
    pub(super) fn with_token(port: u16, token: String) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let access = Arc::new(Auth::with_token(listener.local_addr()?.port(), token));
        Ok(Server { listener, access })
    }

    /// Returns the address of the start page.
    pub(super) fn address(&self) -> String {
        self.access.address()
    }

    /// Handles requests until the program exits.
    pub(super) fn start(self, site: Arc<dyn Handler>) {
        thread::spawn(move || self.run(&site));
    }

    fn run(&self, site: &Arc<dyn Handler>) {
        let connections = Arc::new(Connections::default());
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else {
                // Most likely too many files are open: wait for connections to close.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            let Some(place) = connections.take(stream) else { continue };
            let (site, access) = (site.clone(), self.access.clone());
            let answering = move || answer(&place, &access, &*site);
            // If no thread can be started, the connection is closed, as above the limit.
            let _ = thread::Builder::new().stack_size(STACK).spawn(answering);
        }
    }
}

/// The nonce of a response's scripts.
pub(super) fn new_nonce() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Handles the request of a connection. I/O errors are ignored: they concern the client only.
fn answer(place: &Place, access: &Auth, site: &dyn Handler) {
    let stream = place.stream();
    let request = Request::read(&mut Timed::of(stream, READING), site.most_body());
    place.note_request();
    let response = match request {
        Ok(None) => return,
        Ok(Some(request)) => match access.path(&request) {
            Ok(path) => site.answer(path, &request),
            Err(Refusal(status, message)) => Response::error(status, message),
        },
        Err(Refusal(status, message)) => Response::error(status, message),
    };
    if response.write(&mut Timed::of(stream, WRITING)).is_ok() {
        end(stream);
    }
}

/// Closes a connection after discarding unread input; otherwise the response could be lost.
fn end(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let mut rest = Timed::of(stream, LINGERING);
    let mut buffer = [0; 4096];
    while rest.read(&mut buffer).is_ok_and(|count| count > 0) {}
}

/// A connection with a total timeout, regardless of how slowly bytes arrive.
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
